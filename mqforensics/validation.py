"""What the functions of the front door take: each argument belongs to a kind, all kinds are here.

A function says beside its head which argument is of which kind: `@validated(case=CASE, groups=TEXTS)`. What does not
fit raises the error of its kind, named after what was expected, with what was there; None passes where it is the
default.
"""

import os
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from functools import wraps
from inspect import signature
from reprlib import Repr
from typing import Any, NamedTuple

from mqforensics.errors import MQForensicsError

LONGEST = 48
CHARACTERS = re.compile(r"[A-Za-z0-9._/%]{1,48}")
"""The characters of names; what they are for is reported in the documentation, "Rules for naming IBM MQ objects"."""
SHOWN = Repr()
SHOWN.maxstring = SHOWN.maxother = 80


class CaseExpected(MQForensicsError, TypeError):
    """A case that `open_case` gave."""


class TableExpected(MQForensicsError, TypeError):
    """A Spark table with the columns that are needed."""


class TextExpected(MQForensicsError, TypeError):
    """A text, or several of them."""


class PathExpected(MQForensicsError, TypeError):
    """A path: a text or what `os.fspath` makes one of."""


class NameExpected(MQForensicsError, ValueError):
    """A name that MQ allows: up to 48 letters, digits, `.`, `_`, `/` or `%`."""


class NumberExpected(MQForensicsError, ValueError):
    """A number of the range that makes sense."""


class ChoiceExpected(MQForensicsError, ValueError):
    """One of the few values that there are."""


class TimeExpected(MQForensicsError, ValueError):
    """A datetime, or a time in ISO 8601; UTC where it has no zone."""


class IdExpected(MQForensicsError, ValueError):
    """An identifier of a message: 24 bytes, or 48 hex digits with or without `ID:`."""


class Kind(NamedTuple):
    """What an argument may be: `made` gives it as the function works with it, and raises or gives None if it is none.

    `what`: what is expected, in words.
    """

    what: str
    error: type[MQForensicsError]
    made: Callable[[Any], Any]
    shown: Callable[[Any], str] = SHOWN.repr
    """What was there, in words."""

    def taken(self, name: str, value: Any) -> Any:
        """The argument `name`; raises the kind's error."""
        try:
            found = self.made(value)
        except (TypeError, ValueError, AttributeError):
            found = None
        if found is None:
            raise self.error(f"expected {self.what} as {name}, got {self.shown(value)}")
        return found


def validated(**kinds: Kind) -> Callable[[Callable], Callable]:
    """A function that takes its arguments as these kinds give them."""

    def checked(function: Callable) -> Callable:
        own = signature(function)

        @wraps(function)
        def opened(*args, **kwargs):
            try:
                given = own.bind(*args, **kwargs)
            except TypeError:
                return function(*args, **kwargs)  # Python's own error names the function
            for name, value in given.arguments.items():
                if name in kinds and (value is not None or own.parameters[name].default is not None):
                    given.arguments[name] = kinds[name].taken(name, value)
            return function(*given.args, **given.kwargs)

        return opened

    return checked


def _if(fits: Callable[[Any], bool]) -> Callable[[Any], Any]:
    return lambda value: value if fits(value) else None


def table(*columns: str) -> Kind:
    """A Spark table that has these columns, and whichever else."""

    def lacking(value: Any) -> list[str] | None:
        from pyspark.sql import DataFrame

        return [one for one in columns if one not in value.columns] if isinstance(value, DataFrame) else None

    def shown(value: Any) -> str:
        return f"one without {', '.join(lacks)}" if (lacks := lacking(value)) else SHOWN.repr(value)

    what = f"a Spark table with {', '.join(columns)}" if columns else "a Spark table"
    return Kind(what, TableExpected, _if(lambda value: lacking(value) == []), shown)


def rows(*columns: str) -> Kind:
    """A small table: of Spark, of pandas, or mappings, which have these columns."""

    def made(value: Any) -> Any:
        found = value if hasattr(value, "columns") else [dict(one) for one in value]
        shown = [found.columns] if hasattr(found, "columns") else found
        return found if all(set(columns) <= set(one) for one in shown) else None

    return Kind(f"rows with {', '.join(columns)}", TableExpected, made)


def a(of: type) -> Kind:
    """An object of a class."""
    return Kind(f"a {of.__name__}", TableExpected, _if(lambda value: isinstance(value, of)))


def either(one: Kind, other: Kind) -> Kind:
    """What is of one of two kinds, the first one's error for what is of none."""

    def made(value: Any) -> Any:
        for kind in (one, other):
            try:
                return kind.taken("", value)
            except kind.error:
                continue
        return None

    return Kind(f"{one.what} or {other.what}", one.error, made, other.shown)


def number(least: float | None = None, most: float | None = None, whole: bool = True) -> Kind:
    """A number from `least` to `most`, a `whole` one unless told otherwise; True is none."""
    words = " and ".join([*([f"at least {least}"] if least is not None else []),
                          *([f"at most {most}"] if most is not None else [])])  # fmt: skip

    def fits(value: Any) -> bool:
        is_number = not isinstance(value, bool) and isinstance(value, int if whole else int | float)
        return is_number and (least is None or value >= least) and (most is None or value <= most)

    return Kind(f"a number{f' of {words}' if words else ''}", NumberExpected, _if(fits))


def one_of(*values: Any) -> Kind:
    """One of these values."""
    told = ", ".join(map(str, values))
    return Kind(f"one of {told}", ChoiceExpected,
                _if(lambda value: any(value == one and type(value) is type(one) for one in values)))  # fmt: skip


def is_name(text: str | None, longest: int = LONGEST) -> bool:
    """Whether MQ allows this as the name of an object (of a channel with `longest` 20)."""
    return bool(text) and len(text) <= longest and CHARACTERS.fullmatch(text) is not None


def name(longest: int = LONGEST) -> Kind:
    """A name that MQ allows."""
    what = f"a name of up to {longest} letters, digits, '.', '_', '/' or '%'"
    return Kind(what, NameExpected, _if(lambda value: is_name(value, longest)))


def _texts(value: str | Iterable[str]) -> tuple[str, ...] | None:
    texts = (value,) if isinstance(value, str) else () if isinstance(value, Mapping) else tuple(value)
    return texts if all(isinstance(one, str) for one in texts) and not isinstance(value, Mapping | bytes) else None


def instant(value: str | datetime) -> datetime | None:
    """A time in UTC, of a datetime or of ISO 8601; UTC is what has no zone. None for anything else."""
    made = datetime.fromisoformat(value) if isinstance(value, str) else value
    if not isinstance(made, datetime):
        return None
    return made.astimezone(UTC) if made.tzinfo else made.replace(tzinfo=UTC)


def _id(value: str | bytes | bytearray) -> bytes | None:
    if isinstance(value, str):
        text = value.strip().upper().removeprefix("ID:").removeprefix("0X").removeprefix("X'").removesuffix("'")
        value = bytes.fromhex(text)
    return bytes(value) if len(value) == 24 else None


TEXT = Kind("a text", TextExpected, _if(lambda value: isinstance(value, str)))
DATA = Kind("a text or bytes", TextExpected, _if(lambda value: isinstance(value, str | bytes | bytearray | memoryview)))
TEXTS = Kind("a text or several", TextExpected, _texts)
PATH = Kind("a path", PathExpected, _if(lambda value: isinstance(os.fspath(value), str)))
FLAG = one_of(True, False)
MSG_ID = Kind("a MsgId of 24 bytes or 48 hex digits", IdExpected, _id)
TIME = Kind("a datetime or a time in ISO 8601", TimeExpected, instant)
NAME = name()
COUNT = number(0)
