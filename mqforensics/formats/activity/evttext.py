"""amqsevt's text, with labels or (`-d`) with the names of the constants."""

import re
from itertools import pairwise

import numpy as np

from mqforensics.formats.activity.call_columns import Records
from mqforensics.formats.activity.label_lines import params, starts, tail, together
from mqforensics.formats.activity.parameter_labels import TEXT
from mqforensics.formats.activity.record import Call, Record

TOKENS = (b"**** Message #",)
OPERATION = re.compile(rb"^[ \t]+(?:ACTIVITY TRACE|MQGACF_ACTIVITY_TRACE)[ \t\r]*$", re.M)
EXACT = (b"Highres Time ", b"MQIAMO64_HIGHRES_TIME ")
MARKS = (b"  ACTIVITY TRACE", b"  MQGACF_ACTIVITY_TRACE")
KIND = re.compile(rb"^Event Type +: *([^\n]*)", re.M)


def begin(data: bytes, token: int) -> int | None:
    """Where the message begins whose headline holds `token`."""
    return token if token == 0 or data[token - 1 : token] == b"\n" else None


def count(unit: bytes) -> int:
    """How many calls the message holds."""
    return len(_operations(unit))


def _operations(unit: bytes) -> list[int]:
    return starts(unit, b"ACTIVITY", OPERATION)


def parse(unit: bytes) -> Record:
    """The record of one message."""
    places = _operations(unit)
    parts = [unit[a:b].decode("utf-8", "replace") for a, b in pairwise([0, *places, len(unit)])]
    kind = KIND.search(unit)
    told = kind[1].rstrip(b" \t\r").decode("utf-8", "replace") if kind else "no event type"
    calls = [Call(at, params(part, TEXT)) for at, part in zip(places, parts[1:], strict=True)]
    return Record(params(parts[0], TEXT), calls, f"an event with no activity trace in it: {told}")


def records(data: bytes, places: list[tuple[int, int]]) -> Records | None:
    """Messages as columns."""
    found = [[start + at for at in _operations(data[start:end])] for start, end in places]
    starts_, sizes = np.array([at for calls in found for at in calls]), np.array(list(map(len, found)))
    return together(data, places, starts_, sizes, lambda head: params(head.decode("utf-8", "replace"), TEXT), TEXT)


def last_exact(unit: bytes) -> Record | None:
    """The record with only its last call that tells a high-resolution time."""
    return tail(unit, EXACT, MARKS, TEXT, TEXT)
