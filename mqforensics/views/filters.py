"""Which dead-lettered messages are displayed: by reason, destination, application, time range and text."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

import ipywidgets as widgets
import pandas as pd
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from mqforensics.investigation_record import PLACE, Place
from mqforensics.objects.dead_letters import arrival
from mqforensics.spark_compat import moment
from mqforensics.views.condition import Condition

SAYS = "a condition in Spark SQL, Enter: reason = 2053 and waited > 60 and destination like 'ORDERS%'"
KEYS = ("reason_name", "destination", "application")
NAMES = {"reason_name": "reason", "destination": "destination", "application": "application"}
ANY_MARK = ("any or none", None)
CHOICES = 300
"""So many values of a column are offered, the most frequent; the text field finds the others."""
SEARCHED = ("reason_name", "destination", "destination_queue_manager", "application", "moved_by", "preview")


MARKED, APART = ("file", "number", "offset"), "\x1f"
"""What tells one message from the others, and what is between these where they are compared."""


class Marked(NamedTuple):
    """The rows that have a star or a tag: `name` of it, and their places."""

    name: str
    places: tuple[Place, ...]


@dataclass(frozen=True)
class Filter:
    """A choice among dead-lettered messages; what is None does not matter. Times are UTC, `since` included, `until`
    not."""

    reason_name: str | None = None
    destination: str | None = None
    application: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    text: str = ""
    msg_id: str = ""
    where: str = ""
    marked: Marked | None = None

    def apply(self, letters: DataFrame, messages: DataFrame | None = None) -> DataFrame:
        """The rows of a table that `dead_letters` made which fit.

        `text` is sought, in any case, in the names and the beginning of the payload; with `messages`, the messages
        table they came from, in the whole text of the payload. `msg_id` is any part of a MsgId in hex, else nothing
        fits; `where` is a condition in Spark SQL.
        """
        for column in KEYS:
            if getattr(self, column) is not None:
                letters = letters.where(F.col(column) == getattr(self, column))
        if self.since:
            letters = letters.where(arrival() >= moment(self.since))
        if self.until:
            letters = letters.where(arrival() < moment(self.until))
        if self.msg_id:
            digits = _hex(self.msg_id)
            letters = letters.where(F.contains("msg_id", F.lit(digits)) if digits else F.lit(False))
        if self.where:
            letters = letters.where(self.where)
        if self.marked:
            columns = [F.col(name).cast("string") for name in MARKED]
            of_mark = [APART.join(str(place[PLACE.index(name)]) for name in MARKED) for place in self.marked.places]
            letters = letters.where(F.concat_ws(APART, *columns).isin(of_mark))
        return self._holding(letters, messages) if self.text else letters

    def _holding(self, letters: DataFrame, messages: DataFrame | None) -> DataFrame:
        wanted = F.lit(self.text.lower())
        here = F.lit(False)
        for column in SEARCHED:
            here = here | F.coalesce(F.contains(F.lower(column), wanted), F.lit(False))
        if messages is None:
            return letters.where(here)
        inside = messages.where(F.contains(F.lower("body_text"), wanted)).select("file", "offset").distinct()
        found = letters.join(inside.withColumn("_inside", F.lit(True)), ["file", "offset"], "left")
        return found.where(here | F.coalesce("_inside", F.lit(False))).drop("_inside")

    def __str__(self) -> str:
        said = [f"{NAMES[key]} {getattr(self, key)}" for key in KEYS if getattr(self, key) is not None]
        times = (("since", self.since), ("until", self.until))
        said += [f"{word} {at:%Y-%m-%d %H:%M:%S} UTC" for word, at in times if at]
        said += [f"with the text {self.text!r}"] if self.text else []
        said += [f"MsgId with {self.msg_id}"] if self.msg_id else []
        said += [f"marked {self.marked.name}"] if self.marked else []
        return ", ".join(said + ([f"where {self.where}"] if self.where else [])) or "all"


def _hex(msg_id: str) -> str:
    """The digits of a part of a MsgId as people write it; blank where it is none."""
    digits = re.sub(r"^(?:ID:|0X|X(?='))|['\s]", "", msg_id.strip().upper())
    return digits if re.fullmatch("[0-9A-F]+", digits) else ""


def choices(origins: pd.DataFrame, column: str) -> list[tuple[str, str | None]]:
    """What a column can be chosen by, with its count, out of what `questions.dead_letters.by_origin` gave."""
    counted = origins.groupby(column)["messages"].sum().sort_values(ascending=False, kind="stable")
    return [(f"any {NAMES[column]}", None)] + [(f"{name} ({n})", name) for name, n in counted.head(CHOICES).items()]


class FilterBar(widgets.VBox):
    """Fields to choose dead-lettered messages by; `value` is a `Filter`."""

    def __init__(self, changed: Callable[[Filter], None] = lambda chosen: None):
        self.changed = changed
        self.lists = {
            key: widgets.Dropdown(options=[(f"any {NAMES[key]}", None)], description=NAMES[key].capitalize(),
                                  layout={"width": "330px"}) for key in KEYS
        }  # fmt: skip
        self.since, self.until = (
            widgets.NaiveDatetimePicker(description=f"{word} UTC", layout={"width": "300px"})
            for word in ("Since", "Until")
        )
        self.text = widgets.Text(description="Text", placeholder="in the payload, Enter", continuous_update=False,
                                 layout={"width": "330px"})  # fmt: skip
        self.msg_id = widgets.Text(description="MsgId", placeholder="hex or a part, Enter", continuous_update=False,
                                   layout={"width": "330px"})  # fmt: skip
        self.marked = widgets.Dropdown(options=[ANY_MARK], description="Marked", layout={"width": "240px"})
        self.where = Condition(SAYS)
        self.clear = widgets.Button(description="Clear", tooltip="Show all again", layout={"width": "80px"})
        self._silent = False
        for field in (*self.lists.values(), self.since, self.until, self.marked, *self._written):
            field.observe(self._told, "value")
        self.clear.on_click(lambda _: self.reset())
        row = {"flex_flow": "row wrap"}
        super().__init__([widgets.HBox([*self.lists.values()], layout=row),
                          widgets.HBox([self.since, self.until, self.text], layout=row),
                          widgets.HBox([self.msg_id, self.marked, self.where, self.clear], layout=row)])  # fmt: skip

    @property
    def value(self) -> Filter:
        """What is chosen."""
        chosen = {key: field.value for key, field in self.lists.items()}
        text, msg_id, where = (field.value.strip() for field in self._written)
        return Filter(**chosen, since=self.since.value, until=self.until.value, text=text, msg_id=msg_id, where=where,
                      marked=self.marked.value)  # fmt: skip

    @property
    def _written(self) -> tuple[widgets.Text | Condition, ...]:
        return self.text, self.msg_id, self.where

    def offer(self, origins: pd.DataFrame) -> None:
        """Offer the values that a case has; what is chosen and is among them stays chosen."""
        self._silent = True
        for key, field in self.lists.items():
            chosen, options = field.value, choices(origins, key)
            field.options = options
            field.value = chosen if chosen in dict(options).values() else None
        self._silent = False

    def offer_marks(self, named: Mapping[str, Sequence[Place]]) -> None:
        """Offer the star and the tags that rows have; a choice that no row has any more is given up, and said once."""
        marks = [Marked(name, tuple(places)) for name, places in named.items()]
        before, self._silent = self.marked.value, True
        self.marked.options = [ANY_MARK, *((f"{one.name} ({len(one.places)})", one) for one in marks)]
        self.marked.index = next((nth for nth, one in enumerate(marks, 1) if before and one.name == before.name), 0)
        self._silent = False
        if self.marked.value != before:
            self.changed(self.value)

    def taken(self) -> dict[str, Any]:
        """What is chosen, as JSON can hold it: of a mark its name, of a time its text."""
        chosen = self.value
        times = {name: at and at.isoformat() for name, at in (("since", chosen.since), ("until", chosen.until))}
        names = {key: getattr(chosen, key) for key in (*KEYS, "text", "msg_id", "where")}
        return {**names, **times, "marked": chosen.marked and chosen.marked.name}

    def show(self, taken: Mapping[str, Any]) -> None:
        """Choose what `taken` gave, as far as this case has it, and say it once."""
        self._silent = True
        for key, field in self.lists.items():
            field.value = taken.get(key) if taken.get(key) in dict(field.options).values() else None
        for name in ("text", "msg_id", "where"):
            getattr(self, name).value = str(taken.get(name) or "")
        for name in ("since", "until"):
            getattr(self, name).value = datetime.fromisoformat(taken[name]) if taken.get(name) else None
        marks = [one and one.name for _, one in self.marked.options]
        self.marked.index = marks.index(taken.get("marked")) if taken.get("marked") in marks else 0
        self._silent = False
        self.changed(self.value)

    def between(self, since: datetime | None, until: datetime | None) -> None:
        """Choose a range of time, None for all times, and say it once."""
        self._silent = True
        self.since.value, self.until.value = since, until
        self._silent = False
        self.changed(self.value)

    def reset(self) -> None:
        """Choose all."""
        self.empty()
        self.changed(self.value)

    def empty(self) -> None:
        """Choose all, and say nothing of it."""
        self._silent = True
        for field in self.lists.values():
            field.index = 0
        self.since.value = self.until.value = None
        self.marked.index = 0
        for field in (*self._written, self.where.field):
            field.value = ""
        self._silent = False

    def _told(self, change) -> None:
        if not self._silent:
            self.changed(self.value)
