"""The page's keys, and the dialog that lists them and says how to read the picture."""

from pathlib import Path

import param
from panel.custom import JSComponent

HELP = """
<h2 id="help-title">Keys, and how to read the picture</h2>
<table>
<tr><td><kbd>Space</kbd></td><td>play or pause</td></tr>
<tr><td><kbd>→</kbd></td><td>one step</td></tr>
<tr><td><kbd>R</kbd></td><td>reset: start again from t = 0</td></tr>
<tr><td><kbd>F</kbd></td><td>large sphere, full screen; again or <kbd>Esc</kbd> to leave</td></tr>
<tr><td><kbd>D</kbd></td><td>dark or light</td></tr>
<tr><td><kbd>?</kbd></td><td>this help</td></tr>
</table>
<p>With the sphere in focus the arrows turn it, <kbd>+</kbd> and <kbd>−</kbd> zoom and <kbd>Home</kbd> puts it
back. Keys rest while you type or move a slider.</p>
<ul>
<li>Each ball is a <b>token</b>: a direction in space, so a point of the sphere. Pale ones are on the far side.</li>
<li>Tokens of one colour are a <b>cluster</b>: they can be reached from one another in short hops. Where there are
many clusters colours come again; grey-blue tokens belong to none.
Tokens that have met look like one, in a halo that grows with their number.</li>
<li>A line under the sphere says the time <b>t</b> (the depth of the network), the steps taken, the energy <b>E</b>
and how many clusters there are.</li>
<li>Drag the line <b>Time</b> to go back through the run; Play goes on from there.</li>
<li>Click a token to follow it: the others are lit by how much it attends to them. With the shift key a drag moves
a token.</li>
<li><b>View ▾</b>, in the corner of the picture, adds trails, velocities and the heads' axes: eigenvectors, as long as
their eigenvalue, dashed where it is negative.</li>
<li>A ring is the same token in the <b>twin</b>, a run that starts a little off; a thin line joins the two.</li>
</ul>
"""

STYLE = """
dialog {
  box-sizing: border-box; max-width: min(680px, calc(100vw - 24px)); max-height: calc(100vh - 24px); padding: 18px 22px;
  border: 1px solid var(--panel-border-color); border-radius: 12px; font-size: 15px; line-height: 1.45;
  color: var(--panel-on-background-color); background: var(--panel-background-color); overflow: auto;
}
dialog::backdrop { background: rgba(0, 0, 0, .45); }
h2 { font-size: 18px; margin: 0 0 10px; }
td { padding: 3px 14px 3px 0; vertical-align: top; }
kbd {
  display: inline-block; min-width: 1.2em; padding: 1px 7px; border-radius: 5px; text-align: center;
  border: 1px solid currentColor; font: inherit; font-size: 13px; font-weight: 600;
}
ul { padding-left: 18px; margin: 8px 0; }
li { margin: 4px 0; }
form {
  position: sticky; bottom: -18px; margin: 0 -22px -18px; padding: 8px 22px 16px; text-align: right;
  background: var(--panel-background-color);
}
button {
  font: inherit; font-size: 14px; font-weight: 600;
  padding: 7px 16px; border-radius: 6px; border: 1px solid currentColor;
  color: inherit; background: none; cursor: pointer;
}
button:focus-visible { outline: 2px solid var(--panel-primary-color); outline-offset: 2px; }
"""


class Keys(JSComponent):
    """Hears the page's keys: Space, the right arrow, R, F, D and ?. F and ? are answered in the browser.

    Parameters
    ----------
    actions : dict
        Callables for "play" (Space), "step", "reset" and "theme" (D).
    """

    help = param.String(default=HELP, constant=True, doc="The dialog's text.")

    _esm = Path(__file__).with_suffix(".js").read_text()

    def __init__(self, actions, **params):
        super().__init__(**{"stylesheets": [STYLE], "margin": 0, **params})
        self.actions = dict(actions)
        self.on_msg(self._hear)

    def _hear(self, event):
        action = self.actions.get(getattr(event, "data", event).get("key"))
        if action:
            action()

    def show_help(self):
        """Open the dialog."""
        self._send_msg({"show": "help"})

    def enlarge(self):
        """Let the sphere fill the window, or give it back."""
        self._send_msg({"show": "large"})
