"""What a case's own `case.json` may say to the questions; it comes with the evidence, so nothing in it is believed.

A setting that cannot be what it should be is left out, and told; it never raises. What a caller gives instead does.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from mqforensics.case.given import WORDS
from mqforensics.codes.platforms import PLATFORMS
from mqforensics.errors import MQForensicsError

LONGEST = 256


class SettingsExpected(MQForensicsError, ValueError):
    """Settings of questions as `case.json` has them."""


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST and value.isprintable()


def _is_id(value: Any) -> bool:
    text = value.upper().removeprefix("ID:").removeprefix("0X").strip("X' ") if isinstance(value, str) else ""
    return len(text) == 48 and all(digit in "0123456789ABCDEF" for digit in text)


def _is_time(value: Any) -> bool:
    try:
        return isinstance(value, str) and len(value) < 40 and bool(datetime.fromisoformat(value))
    except ValueError:
        return False


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value < 1 << 31


def is_expiry(value: Any) -> bool:
    """Whether it is tenths of a second, or -1 for a message that does not expire."""
    return type(value) is int and -1 <= value < 1 << 31


def _is_options(value: Any) -> bool:
    return type(value) is int and 0 <= value < 1 << 32


def _is_seconds(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value < 1e9


def is_failing(value: Any) -> bool:
    """Whether it says which puts fail: names, or with each its reason, or its reason and in how many passes."""
    if isinstance(value, list | tuple):
        return all(map(_is_name, value))
    return isinstance(value, Mapping) and all(_is_name(name) and _is_failure(said) for name, said in value.items())


def _is_failure(said: Any) -> bool:
    is_pair = isinstance(said, list | tuple) and len(said) == 2
    return said is None or _is_count(said) or (is_pair and all(map(_is_count, said)))


def is_sequence(value: Any) -> bool:
    """Whether it is an MSGDLVSQ, or one for each of several queues."""
    given = value.values() if isinstance(value, Mapping) else [value]
    return all(isinstance(one, str) and one in ("FIFO", "PRIORITY") for one in given)


def _one_of(*values: Any) -> Callable[[Any], bool]:
    return lambda value: not isinstance(value, list | dict | bool) and value in values


class Setting(NamedTuple):
    """One setting of a question: what it may be, and that in words."""

    fits: Callable[[Any], bool]
    what: str


class RequestField(NamedTuple):
    """One thing that may be known of a message that is asked about: what it may be, and how people are asked for it."""

    fits: Callable[[Any], bool]
    title: str
    kind: str
    """How its value is called: Q, QM, HEX, TIME; N for a number."""
    what: str


REQUEST: Mapping[str, RequestField] = {
    "queue": RequestField(_is_name, "Queue", "Q", "the queue that the application puts to"),
    "queue_manager": RequestField(_is_name, "At", "QM", "the queue manager that it is connected to"),
    "put_time": RequestField(
        _is_time, "Put at", "TIME", "when it was put, 2026-03-02T14:30:00Z; else: while the captures were made"
    ),
    "msg_id": RequestField(_is_id, "MsgId", "HEX", "its MsgId, 48 hex digits"),
    "correl_id": RequestField(_is_id, "CorrelId", "HEX", "its CorrelId, 48 hex digits"),
    "object_queue_manager": RequestField(_is_name, "Reply to", "QM", "of a reply: its ReplyToQMgr"),
    "persistence": RequestField(
        _one_of(0, 1, 2, "0", "1", "2", "NO", "YES", "no", "yes", None), "Persistent", "N", "0 or 1"
    ),
    "expiry": RequestField(is_expiry, "Expiry", "N", "tenths of a second from the put on, or -1"),
    "report": RequestField(_is_options, "Report", "N", "the number of its report options"),
}
"""What a walk may be asked, in the order in which people are asked."""
NAME, COUNT = Setting(_is_name, "a name"), Setting(_is_count, "a number of at least 0")
SETTINGS: Mapping[str, Mapping[str, Setting]] = {
    "walk": {name: Setting(asked.fits, asked.what) for name, asked in REQUEST.items()},
    "poison": {"queue": NAME, "client": NAME, "listener": NAME, "retries": COUNT},
    "browse": {
        "late": Setting(_is_seconds, "a number of seconds"),
        "msgdlvsq": Setting(is_sequence, "FIFO or PRIORITY, or one of them for each queue"),
        "time_is": Setting(_one_of("begin", "end"), "begin or end"),
    },
    "handler": {
        "failing": Setting(is_failing, "the queues whose puts fail, or for each its reason and in how many passes"),
        "queue_manager": NAME, "dead_letter_queue": NAME, "retry_rounds": COUNT,
        "platform": Setting(_one_of(*PLATFORMS), "distributed, zos or ibmi"),
        "despite_errors": Setting(lambda value: isinstance(value, bool), "True or False"),
    },
}  # fmt: skip
"""The settings of each question, and what each may be."""
MANY = ("walk", "poison")
"""Questions that may have a list of them."""


def settings(data: bytes) -> tuple[dict[str, Any], str | None]:
    """What a `case.json` of these bytes says, by question, and what of it was left out.

    Of a key that an object has twice neither value is taken: nobody knows which one is meant.
    """
    try:
        whole, twice = parse_json(data)
    except (ValueError, RecursionError) as problem:
        return {}, f"it is not JSON: {str(problem)[:LONGEST]}"
    if not isinstance(whole, dict):
        return {}, "it is not a JSON object"
    told, left_out = {}, []
    for question, said in whole.items():
        if question in WORDS:
            continue  # `given` reads what a person knows of the evidence
        if question not in SETTINGS:
            left_out.append(question)
        elif isinstance(said, list) and question in MANY:
            told[question] = [_fit(question, one, left_out) for one in said if isinstance(one, dict)]
        elif isinstance(said, dict):
            told[question] = _fit(question, said, left_out)
        else:
            left_out.append(question)
    problems = ((left_out, "it cannot be used"), (twice, "it stands there more than once"))
    said = [f"left out, because {why}: {', '.join(map(repr, those[:9]))}" for those, why in problems if those]
    return told, "; ".join(said) or None


def parse_json(data: bytes) -> tuple[Any, list[str]]:
    """What a JSON text says, and the keys that an object of it has twice; of these no value is taken.

    Raises `ValueError` and `RecursionError` where it is not JSON.
    """
    twice: list[str] = []
    return json.loads(data, object_pairs_hook=partial(_once, twice)), twice


def _once(twice: list[str], pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    doubled = [name for name, count in Counter(name for name, _ in pairs).items() if count > 1]
    twice += doubled
    return {name: value for name, value in pairs if name not in doubled}


def of_questions(**questions: Any) -> dict[str, Any]:
    """The settings of these questions. Raises `SettingsExpected` where one of them cannot be used."""
    told, problem = settings(json.dumps(questions, default=str).encode())
    if problem:
        known = ", ".join(SETTINGS)
        raise SettingsExpected(f"expected settings as in case.json, of {known}: {problem}; got {questions}")
    return told


def _fit(question: str, said: dict[str, Any], left_out: list[str]) -> dict[str, Any]:
    known = SETTINGS[question]
    fits = {name: value for name, value in said.items() if name in known and known[name].fits(value)}
    left_out += [f"{question}.{name}" for name in said if name not in fits]
    return fits


def walks_asked(settings: Mapping) -> list[Mapping]:
    """What the settings of a case ask of the walk: one request, or a list of them."""
    wanted = settings.get("walk")
    wanted = [wanted] if isinstance(wanted, Mapping) else wanted
    return [one for one in wanted if isinstance(one, Mapping)] if isinstance(wanted, list) else []
