"""The sphere view alone, as a server: tokens stay where the address puts them, or run.

?place=x,y,z,... places tokens; ?play=1 runs them. Other names are Settings or parameters of SphereView.
Frames come all the time, so that whatever an update could disturb is disturbed.
"""

from dataclasses import replace

import numpy as np
import panel as pn

from headflow.app.room.runner import Runner
from headflow.app.serve import make_server
from headflow.app.sphere.sphere_view import SphereView
from headflow.core import Settings


def application():
    asked = {name: values[0].decode() for name, values in pn.state.session_args.items()}
    given = asked.pop("place", None)
    knobs = {name: Settings.parse(name, asked.pop(name)) for name in Settings.names() if name in asked}
    playing = asked.pop("play", None)
    looks = {
        name: value if name in ("theme", "mode", "projection") else value == "1"
        for name, value in asked.items()
    }
    runner = Runner(Settings(**knobs))
    view = SphereView(sizing_mode="stretch_width", height=500, **looks)
    said = pn.pane.Str("", css_classes=["said"])
    places = None
    if given:
        places = np.array([float(number) for number in given.split(",")], "f4")
        places = places.reshape(-1, knobs.get("dimension", 3))
    number = 0

    def tick():
        nonlocal number
        frame = runner.frame
        if places is not None:
            number += 1
            labels = np.zeros(len(places), "i2")
            frame = replace(frame, number=number, tokens=places.copy(), twin=None, labels=labels)
        with pn.io.hold(doc):
            view.show(frame)

    def move(index, place):
        places[index] = place
        said.object = f"moved {index}"

    view.on_move(move)
    view.param.watch(lambda event: said.param.update(object=f"picked {event.new}"), "picked")
    doc = pn.state.curdoc
    pn.state.on_session_destroyed(lambda context: runner.close(wait=False))
    pn.state.onload(lambda: doc.add_periodic_callback(tick, 16))
    if playing:
        runner.play()
    return pn.Column(view, said, sizing_mode="stretch_width")


if __name__ == "__main__":
    server = make_server(application)
    server.start()
    print(f"ready at http://localhost:{server.port}/", flush=True)
    server.io_loop.start()
