"""The page's colours: Okabe and Ito's, told apart by colour-blind eyes; one colour a quantity, everywhere."""

OKABE_ITO = {
    "blue": "#0072B2",
    "orange": "#E69F00",
    "green": "#009E73",
    "purple": "#CC79A7",
    "vermillion": "#D55E00",
    "sky": "#56B4E9",
    "yellow": "#F0E442",
    "grey": "#7A7A7A",
}

COLOURS = {
    "energy_change": OKABE_ITO["blue"],
    "explicit_work": OKABE_ITO["orange"],
    "transport_work": OKABE_ITO["green"],
    "weights_by_ito": OKABE_ITO["orange"],
    "speed_and_slope": OKABE_ITO["sky"],
    "part_of_defect": OKABE_ITO["purple"],
    "signed_published": OKABE_ITO["vermillion"],
    "exact_sum": OKABE_ITO["grey"],
    "de_giorgi_sum": OKABE_ITO["grey"],
    "published_sum": OKABE_ITO["grey"],
    "balance_residual": OKABE_ITO["blue"],
    "de_giorgi_residual": OKABE_ITO["green"],
    "published_residual": OKABE_ITO["vermillion"],
    "ito_residual": OKABE_ITO["orange"],
    "slope_squared": OKABE_ITO["green"],
    "speed_squared": OKABE_ITO["blue"],
    "published_slope_squared": OKABE_ITO["vermillion"],
    "polar_order": OKABE_ITO["blue"],
    "nematic_order": OKABE_ITO["orange"],
    "largest_cluster": OKABE_ITO["green"],
    "clusters": OKABE_ITO["vermillion"],
    "twin_distance": OKABE_ITO["blue"],
    "wasserstein2": OKABE_ITO["green"],
    "gronwall_bound": OKABE_ITO["grey"],
    "growth_rate": OKABE_ITO["orange"],
}
"""Colour of each quantity of a run's rows; black and yellow are left out, which vanish on one background each."""

SURFACE = {"light": "#FFFFFF", "dark": "#161B22"}
GROUND = {"light": "#F4F6F8", "dark": "#0D1117"}

MATERIAL = {
    mode: {
        "palette": {
            "primary": {"main": primary},
            "background": {"default": GROUND[mode], "paper": SURFACE[mode]},
        },
        "typography": {"button": {"textTransform": "none", "fontWeight": 600}},
    }
    for mode, primary in (("light", OKABE_ITO["blue"]), ("dark", OKABE_ITO["sky"]))
}
"""The Material theme, for panel-material-ui's ``theme_config``."""
