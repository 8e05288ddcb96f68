"""What the charts draw obeys the laws that it stands for, and what is hidden costs nothing."""

from types import SimpleNamespace

import numpy as np
import pytest
from bokeh.document import Document

from headflow.app.charts import CHARTS, matrices, river
from headflow.app.charts.columns import columns_of
from headflow.app.charts.deck import Deck
from headflow.app.room.history import History
from headflow.app.room.run import Run
from headflow.app.sphere.sphere_look import few
from headflow.core import Settings
from headflow.core.spectrum import spectrum

LEDGER = next(chart for chart in CHARTS if chart.name == "energy")
RESIDUALS = {"a": "balance_residual", "b": "de_giorgi_residual", "c": "published_residual"}


def rows_of(settings, steps=60, change=None):
    """The rows of a run, read every other step; ``change`` are knobs that change half-way."""
    run = Run(settings, History())
    run.read()
    for k in range(steps):
        if change and k == steps // 2:
            run.apply(settings.replace(**change))
        run.step()
        if k % 2:
            run.read()
    return run.rows.since().columns


@pytest.mark.parametrize("form", RESIDUALS)
@pytest.mark.parametrize("schedule", ["oscillating", "ou"])
def test_parts_add_up_to_the_right_side_and_miss_the_change_by_the_residual(form, schedule):
    """Also where the direction, and with it the sign of half the terms, changes in mid-run."""
    rows = rows_of(Settings(tokens=12, heads=3, schedule=schedule), change={"direction": "ascent"})
    columns = columns_of(LEDGER, rows)
    change, *parts, right = (columns[series.variable] for series in LEDGER.lines(form))
    assert np.ptp(change) > 0.01
    np.testing.assert_allclose(sum(parts), right, atol=1e-13)
    np.testing.assert_allclose(change - right, rows[RESIDUALS[form]], atol=1e-13)


def test_bands_of_the_river_add_up_to_all_tokens():
    settings = Settings(tokens=40, heads=2, direction="ascent", cluster_angle=0.5, dt=0.05)
    rows = rows_of(settings, steps=100)
    names, sizes = rows["cluster_names"], rows["cluster_sizes"]
    least = few(settings.tokens)
    chosen = river.prominent(river.peaks(names, sizes, least))
    for some in ([], chosen[:1], chosen):
        found = river.bands(names, sizes, least, some)
        np.testing.assert_array_equal(found.sum(axis=1), 40)
        assert found.min() >= 0
    assert len(chosen) <= river.BANDS
    np.testing.assert_allclose(sizes[:, :-1].max(axis=1), 40 * rows["largest_cluster"])


def frame_of(settings, steps=20):
    run = Run(settings, History())
    for _ in range(steps):
        run.step()
    row, labels = run.read()
    return SimpleNamespace(
        tokens=run.simulation.tokens.astype("f4"), weights=run.simulation.weights, labels=labels
    )


@pytest.mark.parametrize("n", [30, 500])
def test_matrices_of_tokens(n):
    """Similarity is symmetric with ones on the diagonal; attention against uniform averages 1 in each row."""
    frame = frame_of(Settings(tokens=n, heads=2, cluster_angle=0.3, direction="ascent", dt=0.02), steps=10)
    alike = matrices.similarity(frame, 0).values
    assert alike.shape == (min(n, matrices.MOST),) * 2
    np.testing.assert_allclose(alike, alike.T, atol=1e-12)
    np.testing.assert_allclose(np.diag(alike), 1, atol=1e-6)
    attended = 10 ** matrices.attention(frame, 1).values
    np.testing.assert_allclose(attended.mean(axis=1), 1, rtol=1e-5 if n <= matrices.MOST else 0.2)
    logits = np.log(attended)
    np.testing.assert_allclose(  # x_i . D x_j - log m_i: with D symmetric, cycles of three add up to the same
        logits[0, 1] + logits[1, 2] + logits[2, 0], logits[1, 0] + logits[2, 1] + logits[0, 2], atol=1e-6
    )


def test_sorted_tokens_keep_clusters_together_and_their_shares():
    labels = np.random.default_rng(0).permutation(np.repeat([4, 0, 9], [600, 300, 100]))
    tokens = matrices.sorted_tokens(np.random.default_rng(1).normal(size=(1000, 2)), labels)
    assert len(tokens) == len(set(tokens.tolist())) == 200
    np.testing.assert_array_equal(labels[tokens], np.repeat([4, 0, 9], [120, 60, 20]))


def test_eigenvalues_of_many_heads_are_quantiles_of_theirs():
    D = np.random.default_rng(1).normal(size=(50, 3, 3))
    D += D.swapaxes(1, 2)
    found, every = spectrum(D, 8), np.linalg.eigvalsh(D)[:, ::-1]
    np.testing.assert_allclose(found[0], every.min(axis=0))
    np.testing.assert_allclose(found[-1], every.max(axis=0))
    np.testing.assert_allclose(spectrum(D[:5]).sum(axis=1), np.trace(D[:5], axis1=1, axis2=2))


def test_an_infinite_bound_is_a_gap_not_an_infinite_axis():
    twin = next(chart for chart in CHARTS if chart.name == "twin")
    columns = columns_of(twin, {"time": np.arange(3.0), "gronwall_bound": np.array([1e-3, 1e200, np.inf])})
    np.testing.assert_array_equal(columns["|gronwall_bound|"], [1e-3, 1e200, np.nan])


class Still:
    """A runner with a run that is over."""

    def __init__(self, settings):
        self.run = Run(settings, History())
        self.rows, self.furthest, self.events = self.run.rows, 1.0, []
        self.frame = object()


@pytest.fixture
def deck():
    settings = Settings(tokens=6, heads=2)
    chosen = []
    deck = Deck(Still(settings), settings, ["energy", "slope", "twin"], chosen.append)
    deck.chosen = chosen
    return deck


def shown(deck):
    return [card.chart.name for card in deck.cards if card.layout.visible]


def test_chosen_cards_are_shown_as_far_as_the_settings_have_them(deck):
    assert shown(deck) == ["energy", "slope"]
    deck.describe(Settings(perturb="tokens"))
    assert shown(deck) == ["energy", "slope", "twin"]
    deck.hide("energy")
    assert shown(deck) == ["slope", "twin"]
    assert deck.chosen == [("slope", "twin")]


def test_cards_are_made_when_they_are_first_shown_and_stand_in_the_order_of_the_page(deck):
    assert [card.chart.name for card in deck.cards] == ["energy", "slope"]
    deck.watch(["residuals"])
    deck.show(["residuals"])
    assert [card.chart.name for card in deck.cards] == ["energy", "residuals", "slope"]
    assert [card.layout for card in deck.cards] == deck.layout.objects[1:]
    assert ["watched" in card.layout.css_classes for card in deck.cards] == [False, True, False]


def test_one_card_is_enlarged_at_a_time(deck):
    def large():
        return [card.chart.name for card in deck.cards if "enlarged" in card.layout.css_classes]

    deck.enlarge("energy")
    deck.enlarge("slope")
    assert large() == ["slope"]
    deck.hide("slope")
    assert large() == []
    deck.enlarge("energy")
    deck.enlarge("energy")
    assert large() == []


def test_figures_change_at_a_tick_and_never_before(deck):
    """While an event of a widget is handled Bokeh may hold no lock: the change fails, or the browser hears nothing."""
    document, changes = Document(), []
    deck.show(chart.name for chart in CHARTS)
    for card in deck.cards:
        document.add_root(card.figure)
    document.on_change(changes.append)
    deck.describe(Settings(tokens=9, dimension=4, heads=3, schedule="ou", perturb="tokens"))
    deck.enlarge("energy")
    deck.hide("slope")
    assert changes == []
    deck._room.act()
    assert changes != []


def test_axis_of_the_river_spans_the_tokens_there_are(deck):
    deck.show(["river"])
    card = next(card for card in deck.cards if card.chart.name == "river")
    for tokens in (6, 9):
        settings = Settings(tokens=tokens, heads=2)
        deck.describe(settings)
        run = Run(settings, History())
        run.read()
        card.update(run.rows, SimpleNamespace(epoch=tokens, tokens=run.simulation.tokens))
        assert (card.value_axis.range.start, card.value_axis.range.end) == (0.0, tokens)


def test_hidden_cards_are_not_updated(deck, monkeypatch):
    updated = []
    deck.show(["river"])
    deck.hide("river")
    assert "river" in [card.chart.name for card in deck.cards]
    for card in deck.cards:
        monkeypatch.setattr(card, "update", lambda history, frame, card=card: updated.append(card.chart.name))
    for _ in range(4):
        deck.update()
    assert sorted(updated) == ["energy", "energy", "slope", "slope"]
