"""Every scalar of a run at one instant, by the names of ``variables``."""

from .flow import RATES


def row(simulation):
    """The run's scalars now, a dict of floats with the time first; ``variables`` says what they are."""
    books = simulation.ledger
    scalars = {"time": simulation.time, "energy": books.energy}
    scalars.update(zip(RATES[:-1], simulation.motion.rates.tolist(), strict=False))
    scalars.update(
        explicit_work=books.explicit_work,
        transport_work=books.transport_work,
        slope_integral=books.slope_integral,
        speed_integral=books.speed_integral,
        published_integral=books.published_integral,
        defect=books.defect,
        gauge=books.gauge,
        ito_work=books.ito_work,
        martingale=books.martingale,
        balance_residual=books.balance_residual,
        de_giorgi_residual=books.de_giorgi_residual,
        published_residual=books.published_residual,
    )
    if simulation.noisy or books.martingale_variation:
        scalars.update(
            martingale_band=books.martingale_band,
            ito_residual=books.ito_residual,
            stratonovich_work=books.explicit_work,
            stratonovich_residual=books.balance_residual,
        )
    scalars.update(largest_move=simulation.largest_move, large_step=float(simulation.large_step))
    return scalars
