"""Widgets that the browser hears of when they are looked at: it makes each one that it knows of as the desk opens."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident

from ipywidgets import Widget


class Unopened:
    """Widgets that wait: `open` creates in the browser those that this thread made in `with unopened():`.

    Until then they take values and pass them to each other, as all widgets do. `open` sends their state as it is then.
    """

    def __init__(self):
        self._waiting: list[Widget] = []

    @contextmanager
    def __call__(self) -> Iterator[None]:
        """What is made in here waits."""
        own, opened = get_ident(), Widget.open

        def wait(widget: Widget) -> None:
            if get_ident() == own:
                self._waiting.append(widget)
            else:
                opened(widget)

        Widget.open = wait
        try:
            yield
        finally:
            Widget.open = opened

    def open(self) -> None:
        """Tell the browser of them, of what another one holds before that one."""
        waiting, self._waiting = self._waiting, []
        for widget in waiting:
            _open(widget)


def _open(widget: Widget) -> None:
    for name in widget.keys if widget.comm is None else ():
        held = getattr(widget, name)
        for one in held if isinstance(held, list | tuple) else (held,):
            if isinstance(one, Widget):
                _open(one)
    widget.open()
