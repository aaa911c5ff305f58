"""What a verdict assumes and every place of a message, left or struck out, as a page and the desk show them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import ipywidgets as widgets
from IPython.display import HTML

from mqforensics.flow.assumptions import rules
from mqforensics.flow.possible import BEYOND
from mqforensics.views.table import places as labels
from mqforensics.views.templates import render

QUOTED = 2
"""So many lines are beside a place."""
LEFT, STRUCK = "possible", "struck out"
UNSEEN = ", or one that this evidence does not show"
USUAL = "A"
ASSUMED = "What is assumed: switch one off to see which places open"


def place_values(one: Mapping[str, Any], cited: Callable[[Mapping], Mapping] | None = None) -> dict:
    """What the templates show of the columns `assumes` and `possible`; `cited` makes a link of a quoted line."""
    assumes, cited = list(one["assumes"] or ()), cited or _cited
    return {
        "usual": _in_few_words(at for at in assumes if at["class"] == USUAL),
        "doubted": [{**at, "effect": "looks"} for at in assumes if at["class"] != USUAL],
        "places": [_place(at, assumes, cited) for at in one["possible"] or ()],
    }  # fmt: skip


def _in_few_words(assumes) -> list[dict]:
    """The usual assumptions by key, in a few words each, every one once."""
    keys = dict.fromkeys(at["key"] for at in assumes)
    return [{"key": key, "short": rules()[key].short if key in rules() else ""} for key in keys]


def _place(row: Mapping, assumes: Sequence[Mapping], cited: Callable[[Mapping], Mapping]) -> dict:
    lines = [cited(at) for at in (row["evidence"] or ())[:QUOTED]]
    return {
        **row, "mark": LEFT if row["open"] else STRUCK, "quotes": lines,
        "rests": [assumes[number] for number in row["rests_on"] or () if number < len(assumes)],
    }  # fmt: skip


def _cited(at: Mapping) -> dict:
    return {"anchor": None, "label": labels([at], ()), "text": at["text"]}


def table(one: Mapping[str, Any], off: Sequence[int] = ()) -> HTML:
    """The places of one finding, as they are without the assumptions at the positions `off`."""
    opened = [
        {**at, "open": at["open"] or any({*off}.issuperset(some) for some in at["opens_without"])}
        for at in one["possible"]
    ]
    kept = place_values(
        {"assumes": [at for number, at in enumerate(one["assumes"]) if number not in off], "possible": []}
    )
    rows = place_values({**one, "possible": opened})["places"]
    count = sum(at["open"] and at["place"] != BEYOND for at in opened)
    said = f"{count} place{'s are' if count != 1 else ' is'} possible"
    said += UNSEEN if any(at["open"] and at["place"] == BEYOND for at in opened) else ""
    without = ", ".join(one["assumes"][number]["key"] for number in off)
    said = f"Without {without} {said}." if off else f"{said}."
    return render("places", said=said, usual=kept["usual"], doubted=kept["doubted"], rows=rows)


class PlacesOfMessage(widgets.VBox):
    """The places of the message that was asked about; an assumption that is switched off opens what it struck out.

    `value`: the positions of the assumptions that are switched off.
    """

    def __init__(self):
        self.finding: Mapping[str, Any] | None = None
        self.switches: list[widgets.Checkbox] = []
        self.shown = widgets.HTML()
        super().__init__([self.shown])

    @property
    def value(self) -> list[int]:
        """Positions in `assumes` of what is switched off."""
        return [number for number, switch in enumerate(self.switches) if not switch.value]

    def show(self, finding: Mapping[str, Any] | None) -> None:
        """Take up a finding; None, and one without places, show nothing."""
        self.finding = finding if finding is not None and len(finding["possible"] or ()) else None
        self.switches = [
            widgets.Checkbox(
                value=True, description=f"{one['key']}: {one['text']}", indent=False, layout={"width": "auto"}
            )
            for one in (self.finding["assumes"] if self.finding else ())
        ]
        for switch in self.switches:
            switch.observe(lambda _: self._tell(), "value")
        held = widgets.Accordion([widgets.VBox(self.switches)], titles=(ASSUMED,), selected_index=None)
        self.children = [held, self.shown] if self.switches else [self.shown]
        self._tell()

    def _tell(self) -> None:
        self.shown.value = table(self.finding, self.value).data if self.finding else ""
