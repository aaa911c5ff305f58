"""Ask about a message on the desk: what is known of it, as `case.json` would say it, and the walk that answers."""

from collections.abc import Callable, Mapping
from pathlib import Path

import ipywidgets as widgets

from mqforensics.case.settings import REQUEST, of_questions, walks_asked
from mqforensics.errors import MQForensicsError
from mqforensics.objects.case_evidence import estate
from mqforensics.objects.estate import QUEUES
from mqforensics.questions.walk.request import check_request
from mqforensics.views.answers import AnswerTab
from mqforensics.views.places import PlacesOfMessage
from mqforensics.views.templates import sentence_frame

MOST = 5000
"""So many names of queues are offered; any other may be typed."""
NAMES = ("Q", "QM")
"""Kinds of values of which the case shows some."""
NEEDED = "Name the queue that the message was put to."


class RequestForm(widgets.VBox):
    """`asked(request)` is called with what was filled in, once it can be a request; `value` is the last that was."""

    def __init__(self, asked: Callable[[dict], None]):
        self.asked, self.value = asked, None
        self.fields = {name: self._field(name) for name in REQUEST}
        self.button = widgets.Button(description="Where is it?", icon="search", tooltip="Walk the way of this message")
        self.button.on_click(lambda _: self.ask())
        self.said = widgets.HTML()
        first, *more = self._rows(3)
        shown = widgets.Accordion([widgets.VBox(more)], titles=("What else is known of the message",))
        top = widgets.HBox([*first.children, self.button], layout={"flex_flow": "row wrap"})
        super().__init__([top, self.said, shown])

    def offer(self, queues: list[str], managers: list[str]) -> None:
        """Names that the case shows."""
        self.fields["queue"].options = queues[:MOST]
        for name in ("queue_manager", "object_queue_manager"):
            self.fields[name].options = managers

    def show(self, request: Mapping) -> None:
        """Fill the form with a request."""
        for name, field in self.fields.items():
            field.value = "" if request.get(name) is None else str(request[name])
        self.value, self.said.value = dict(request) or None, ""

    def ask(self) -> None:
        """Ask what is filled in; what cannot be a request is said in a sentence."""
        try:
            request = self._request()
        except (MQForensicsError, ValueError) as problem:
            self.said.value = sentence_frame(str(problem), is_critical=True)
            return
        self.value, self.said.value = request, ""
        self.asked(request)

    def _request(self) -> dict:
        told = {name: field.value.strip() for name, field in self.fields.items() if field.value.strip()}
        if "queue" not in told:
            raise ValueError(NEEDED)
        for name in told:
            if REQUEST[name].kind == "N":
                told[name] = _number(REQUEST[name].title, told[name])
        check_request(told)
        return of_questions(walk=told)["walk"]

    def _field(self, name: str) -> widgets.Text:
        asked = REQUEST[name]
        made = widgets.Combobox if asked.kind in NAMES else widgets.Text
        return made(description=asked.title, placeholder=asked.what, tooltip=asked.what, layout={"flex": "1 1 300px"})

    def _rows(self, size: int) -> list[widgets.HBox]:
        fields = list(self.fields.values())
        rows = [fields[at : at + size] for at in range(0, len(fields), size)]
        return [widgets.HBox(row, layout={"flex_flow": "row wrap"}) for row in rows]


def _number(title: str, text: str) -> int:
    try:
        return int(text)
    except ValueError as problem:
        raise ValueError(f"{title} is a number, got {text[:40]!r}") from problem


class WalkTab(AnswerTab):
    """The walk of the message that `case.json` asks for, and of any other that the form asks for."""

    def __init__(self, run: Callable, output: Path = Path("investigation")):
        super().__init__("walk", run, output)
        self.form = RequestForm(self.follow)
        self.places = PlacesOfMessage()
        self.children = [self.form, *self.children, self.places]

    def load(self, case) -> None:
        """Take up another case; the form shows what its `case.json` asks."""
        super().load(case)
        self.places.show(None)
        self.form.show(next(iter(walks_asked(case.settings)), {}))

    def follow(self, request: Mapping) -> None:
        """Walk the way of another message of the same case."""
        self.load(self.case.asking(walk=dict(request)))
        self.look()

    def _ask(self, case):
        self._names = _names(case)
        return super()._ask(case)

    def _show(self, answered) -> None:
        super()._show(answered)
        self.form.offer(*self._names)
        self.places.show(self.found.iloc[0].to_dict() if self.value else None)


def _names(case) -> tuple[list[str], list[str]]:
    shown = estate(case)
    queues = {row.name for at in shown.managers for row in shown.of(at, QUEUES) if row.name}
    return sorted(queues), list(shown.managers)
