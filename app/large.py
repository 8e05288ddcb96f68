"""The page while its sphere is large (key F): the sphere and what commands the run, and nothing else."""

LARGE = """
:host(.large) {
  grid-template: "stage" max-content / minmax(0, 1fr);
  max-width: none; padding: 8px 16px;
}
:host(.large) :is(.controls, .charts) { display: none !important; }
:host(.large) .stage { --sphere-limit: calc(100vh - 190px); top: 0; }
@media (orientation: landscape) {
  :host(.large) .stage {
    --sphere-limit: calc(100vh - 28px); display: grid !important; align-items: center;
    grid-template-columns: minmax(0, 1fr) 400px; column-gap: 16px;
  }
}
"""
"""A stage that stands beside its buttons is a grid; its parts are laid out by the stage's own style."""
