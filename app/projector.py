"""The page at a projector's size: larger text, what commands the run beside the sphere, the charts below."""

PROJECTOR = """
:host(.projector:not(.large)) {
  grid-template: "stage controls" max-content "charts charts" max-content
    / minmax(0, 1fr) 380px;
}
:host(.projector) .controls { zoom: 1.25; }
:host(.projector) .stage { --transport-zoom: 1.25; }
:host(.projector:not(.large)) .stage { --sphere-limit: max(280px, calc(100vh - 290px)); }
@media (min-width: 1150px) and (orientation: landscape) {
  :host(.projector:not(.large)) .stage {
    --sphere-limit: calc(100vh - 88px);
    --buttons: 2; --hint-lines: 4; --hint-wrap: normal; --line-wrap: wrap; --line-height: 50px;
    --rail: 100%; --rail-place: 1;
    display: grid !important; align-items: center;
    grid-template-columns: minmax(0, 1fr) 250px; column-gap: 16px;
  }
}
@media (max-width: 760px) {
  :host(.projector:not(.large)) {
    grid-template: "stage" max-content "controls" max-content "charts" max-content
      / minmax(0, 1fr);
  }
}
"""
"""For the style of the page's areas. The charts are not zoomed: Bokeh would miss the pointer."""
