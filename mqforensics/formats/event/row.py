"""From what an event says, under whatever names, to a row of the table `events`."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from mqforensics import codes
from mqforensics.codes import code_pages
from mqforensics.formats.event import parameter_names

QUEUE_MANAGER = ("MQCA_Q_MGR_NAME", "MQCACF_EVENT_Q_MGR")
USER = ("MQCACF_USER_IDENTIFIER", "MQCACF_EVENT_USER_ID", "MQCACH_CLIENT_USER_ID")
APPLICATION = ("MQCACF_APPL_NAME", "MQCACF_EVENT_APPL_NAME")
ABOUT = (
    ("QUEUE", "MQCA_Q_NAME"), ("QUEUE", "MQCA_BASE_OBJECT_NAME"), ("TOPIC", "MQCA_TOPIC_NAME"),
    ("PROCESS", "MQCA_PROCESS_NAME"),
)  # fmt: skip
"""What names the object of an event that does not tell its type."""
CONTEXT, DATA = "MQGACF_COMMAND_CONTEXT.", "MQGACF_COMMAND_DATA."
GROUPS = ("MQGACF_Q_STATISTICS_DATA.", "MQGACF_Q_ACCOUNTING_DATA.", "MQGACF_CHL_STATISTICS_DATA.")
TRACE = "an activity trace, which tells of calls: read the file in the format activity"


class Event(NamedTuple):
    """An event as a program shows it: parameters in their order, groups as lists of their own parameters."""

    command: str | int | None
    reason: str | int | None
    parameters: list[tuple[str, Any]]
    time: datetime | None = None
    time_note: str | None = None
    queue_manager: str | None = None
    comp_code: int | None = None
    about: Mapping[str, str] = {}
    """What stands beside the parameters: where it was read from, which half of a change it is, its CorrelId."""
    errors: tuple[str, ...] = ()
    category: str | None = None
    """What it is, where its command does not tell: a `command` or the `reply` to one."""


def row(event: Event) -> dict:
    """The columns of an event but for its place."""
    command, reason = parameter_names.number("MQCMD", event.command), _reason(event.reason)
    category = parameter_names.CATEGORIES.get(command) or event.category
    fields = dict(_flat(event.parameters, category, ""))
    inner = {key.removeprefix(DATA).removeprefix(CONTEXT): value for key, value in fields.items()}
    inner |= _one_group(fields)
    kind, name = _object(inner, category)
    errors = [*event.errors, *([TRACE] if command == parameter_names.ACTIVITY_TRACE else [])]
    if category is None and not errors:
        errors.append(f"an event of a kind that is not known: {event.command}")
    return {
        "time": event.time, "time_note": event.time_note,
        "queue_manager": _first(inner, QUEUE_MANAGER) or event.queue_manager,
        "category": category, "event": _called(command, reason, event), "reason": reason, "comp_code": event.comp_code,
        "qualifier": parameter_names.spelt_value("MQRQ", inner.get("MQIACF_REASON_QUALIFIER")),
        "object_type": kind, "object": name,
        "channel": inner.get("MQCACH_CHANNEL_NAME") or None, "connection": inner.get("MQCACH_CONNECTION_NAME") or None,
        "user": _first(inner, USER), "application": _first(inner, APPLICATION),
        "fields": {**event.about, **fields} or None, "error": "; ".join(errors) or None,
    }  # fmt: skip


def _reason(shown: str | int | None) -> int | None:
    """The number of a reason; that of a successful authorization is one of MQRCCF."""
    told = parameter_names.number("MQRC", shown)
    return parameter_names.number("MQRCCF", shown) if told is None else told


def text(value: Any) -> str:
    """A value as text: numbers as they are, names without padding, lists with commas."""
    if isinstance(value, str):
        return code_pages.without_halves(value.rstrip(" \0"))
    if isinstance(value, bytes):
        return value.hex().upper()
    if isinstance(value, list):
        return ", ".join(text(part) for part in value)
    if isinstance(value, dict):
        if "name" in value and "value" in value:
            return f"{text(value['name'])} [{text(value['value'])}]"
        return text(value.get("options", value.get("value", ", ".join(map(str, value)))))
    return "" if value is None else str(value).lower() if isinstance(value, bool) else _digits(value)


def _digits(value: Any) -> str:
    try:
        return str(value)
    except ValueError:  # an integer of thousands of digits
        return "a number too long to be shown"


def _flat(parameters: list[tuple[str, Any]], category: str | None, prefix: str) -> Iterator[tuple[str, str]]:
    seen: dict[str, int] = {}
    for shown, value in parameters:
        name = prefix + parameter_names.parameter(text(shown), category)
        seen[name] = count = seen.get(name, 0) + 1
        name += f"[{count}]" if count > 1 else ""
        if isinstance(value, Group):
            yield from _flat(value, category, f"{name}.")
        else:
            yield name, text(value)


class Group(list):
    """The parameters of a group."""


def _one_group(fields: Mapping[str, str]) -> dict[str, str]:
    # Statistics of one queue or channel are about it; of several, about none of them.
    for group in GROUPS:
        if any(key.startswith(group) for key in fields):
            if any(key.startswith(f"{group[:-1]}[2].") for key in fields):
                return {}
            return {key.removeprefix(group): value for key, value in fields.items() if key.startswith(group)}
    return {}


def _object(inner: Mapping[str, str], category: str | None) -> tuple[str | None, str | None]:
    told = parameter_names.spelt_value("MQOT", inner.get("MQIACF_OBJECT_TYPE")) if category == "CONFIG" else None
    if told:
        kind, key = parameter_names.OBJECTS.get(told, (told, None))
        return kind, inner.get(key) or None
    if category not in ("QMGR", "PERFM", "COMMAND", "STATISTICS", "ACCOUNTING", "command", "reply", "event"):
        return None, None
    return next(((kind, inner[key]) for kind, key in ABOUT if inner.get(key)), (None, None))


def _called(command: int | None, reason: int | None, event: Event) -> str | None:
    if reason:
        constant = codes.name("MQRC", reason) or codes.name("MQRCCF", reason)
        return constant.partition("_")[2] if constant else text(event.reason) or None
    constant = codes.name("MQCMD", command) if command is not None else None
    return constant.removeprefix("MQCMD_") if constant else None


def _first(inner: Mapping[str, str], keys: tuple[str, ...]) -> str | None:
    return next((inner[key] for key in keys if inner.get(key)), None)
