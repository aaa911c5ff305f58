"""Events as the queue manager writes them: PCF, in a message out of an event queue."""

from datetime import datetime

from mqforensics.formats.event.parameter_names import CATEGORIES
from mqforensics.formats.event.row import Event, Group, row
from mqforensics.structures import pcf
from mqforensics.structures.pcf import Parameter
from mqforensics.structures.pcf_values import Filter

KINDS = (7, 21, 22)
"""MQCFT_EVENT, MQCFT_STATISTICS, MQCFT_ACCOUNTING."""
NOT_LAST, CHANGE = 0, 2368


def event(body: bytes, time: datetime | None = None, correl_id: bytes | None = None) -> dict | None:
    """The columns of the event in a message's body; None where there is none. Passwords are masked."""
    read = pcf(body)
    if read is None or read["Type"] not in KINDS or read["Command"] not in CATEGORIES:
        return None
    about = {"CorrelId": correl_id.hex().upper()} if correl_id and any(correl_id) else {}
    if read["Reason"] == CHANGE:
        about["ObjectState"] = "Before Change" if read["Control"] == NOT_LAST else "After Change"
    shown = Event(
        read["Command"], read["Reason"], _group(read["Parameters"]), time, comp_code=read["CompCode"], about=about,
        errors=tuple(read["notes"]),
    )  # fmt: skip
    return row(shown)


def _group(parameters: list[Parameter]) -> Group:
    return Group((one.name, _value(one)) for one in parameters)


def _value(one: Parameter):
    if one.type == 20:
        return _group(one.value)
    return f"{one.value.operator} {one.value.value}" if isinstance(one.value, Filter) else one.value
