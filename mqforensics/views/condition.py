"""A condition in Spark SQL: a field that completes it, and a sentence where it cannot be used."""

import re
from collections.abc import Callable, Iterable, Mapping
from numbers import Real

import ipywidgets as widgets
import traitlets
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame

from mqforensics.views.progress_bar import sentence
from mqforensics.views.templates import sentence_frame

OFFERED = 40
LOOKED = 200
"""So many characters back it is looked for what may follow."""
LONGEST = 60
"""Characters of a value that is offered."""
OPERATORS = ("= ", "<> ", "< ", "> ", "like '", "in (", "between ", "is null", "is not null")
ONWARD = ("and ", "or ")
SHOWN = "yyyy-MM-dd HH:mm:ss.SS"
"""How a page of a table shows a time."""
WORD = re.compile(r"[\w.]*\Z")
HEAD = re.compile(r"[\w.]+")
COMPARED = re.compile(r"([\w.]+) *(?:=|<>|!=|<=|>=|<|>|\blike\b|\bin *\() *('[^']*|[\w.]*)\Z", re.I)


def completions(typed: str, columns: Iterable[str], values: Mapping[str, Iterable] | None = None) -> list[str]:
    """What `typed` may become next, as whole conditions: a column, an operator, or one of a column's `values`."""
    known = {name.lower(): name for name in columns}
    end = typed[-LOOKED:]
    compared = COMPARED.search(end)
    if compared and (name := known.get(compared[1].lower())):
        begun = compared[2]
        held = [_literal(value) for value in (values or {}).get(name, ()) if _is_offered(value)]
        return _whole(typed, begun, held)
    word = WORD.search(end)[0]
    if word:
        return _whole(typed, word, known.values())
    last = HEAD.findall(end)[-1:]
    is_column = bool(last) and last[0].lower() in known and typed.rstrip(" ").endswith(last[0])
    if is_column and typed.endswith(" "):
        return _whole(typed, "", OPERATORS)
    before = typed.rstrip().lower()
    if before.endswith(("=", "<", ">")):
        return []
    is_open = not before or before.endswith(("and", "or", "not", "("))
    return _whole(typed, "", known.values() if is_open else ONWARD)


def _whole(typed: str, begun: str, offered: Iterable[str]) -> list[str]:
    before = typed[: len(typed) - len(begun)]
    fitting = [one for one in offered if one.lower().startswith(begun.lower()) and one != begun]
    return [before + one for one in fitting[:OFFERED]]


def _is_offered(value: object) -> bool:
    return isinstance(value, Real) or (isinstance(value, str) and len(value) <= LONGEST and value.isprintable())


def _literal(value: object) -> str:
    if isinstance(value, str):
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
    return str(value).lower() if isinstance(value, bool) else str(value)


def narrowed_by(where: str, column: str, value: object, is_not: bool, is_time: bool = False) -> str:
    """A condition that also wants, or does not want, the rows in which a column has this value, as a page shows it."""
    name = f"date_format(`{column}`, '{SHOWN}')" if is_time else f"`{column}`"
    if value is None:
        wanted = f"{name} is {'not ' if is_not else ''}null"
    else:
        is_own = isinstance(value, str | bool | Real)
        same = f"{name} <=> {_literal(value if is_own else str(value))}"
        wanted = f"not ({same})" if is_not else same
    return f"({where}) and {wanted}" if where.strip() else wanted


class Condition(widgets.VBox):
    """`value` is the condition that was asked for last, with Enter; while it is typed, it is completed."""

    value = traitlets.Unicode("")

    def __init__(self, placeholder: str):
        self.columns: list[str] = []
        self.values: Callable[[], Mapping[str, Iterable]] = dict
        self.field = widgets.Combobox(description="Where", placeholder=placeholder, ensure_option=False,
                                      continuous_update=True, layout={"width": "auto"})  # fmt: skip
        self.said = widgets.HTML()
        self.field.observe(lambda _: self._complete(), "value")
        self.field.on_msg(lambda _, told, buffers: self._told(told))
        self.observe(lambda change: setattr(self.field, "value", change["new"]), "value")
        super().__init__([self.field, self.said], layout={"flex": "1 1 420px"})

    def offer(self, columns: Iterable[str], values: Callable[[], Mapping[str, Iterable]] = dict) -> None:
        """Complete with these columns, and with what `values` gives for them."""
        self.columns, self.values = list(columns), values
        self._complete()

    def apply(self, choose: Callable[[], DataFrame]) -> DataFrame | None:
        """What `choose` gives; None when the condition cannot be used, which is said below it."""
        try:
            chosen = choose()
        except PySparkException as problem:
            self.said.value = sentence_frame(sentence(problem), is_critical=True)
            return None
        self.said.value = ""
        return chosen

    def _told(self, told: Mapping) -> None:
        if told.get("event") == "submit":
            self.value = self.field.value.strip()

    def _complete(self) -> None:
        self.field.options = completions(self.field.value, self.columns, self.values())
