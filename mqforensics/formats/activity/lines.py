"""Lines of `label: value` and the hexadecimal rows below a label, as amqsact and amqsevt print them."""

from collections.abc import Mapping

from mqforensics.formats.activity.record import Call, Record

PAD = " \t\r>"
QUOTES = " \t\r'\u2018\u2019"
"""Around a value; the curly ones come with a copy from a web page."""
HEXADECIMAL = {"msgId", "correlId", "connectionId", "mqmdStruct", "mqgmoStruct"}


def params(block: str, labels: Mapping[str, str]) -> dict[str, str]:
    """The parameters of a block that `labels` knows; of one that comes twice the first (a group below repeats them)."""
    found: dict[str, str] = {}
    open_key = None
    for line in block.split("\n"):
        label, colon, value = line.partition(":")
        label = label.strip(PAD)
        if key := labels.get(label):
            open_key = None
            if key not in found:
                found[key] = value.strip(QUOTES)
                open_key = key if key in HEXADECIMAL else None
        elif open_key and colon and len(label) == 8:
            found[open_key] += _digits(value)
        else:
            open_key = None
    return found


def _digits(value: str) -> str:
    for quote in "'\u2018":
        value = value.partition(quote)[0]
    return value.replace(" ", "").strip()


def tail(
    unit: bytes, exact: tuple[bytes, ...], marks: tuple[bytes, ...], above: Mapping[str, str], labels: Mapping[str, str]
) -> Record | None:
    """A record with only its last call that has one of the lines `exact`; calls begin at `marks`."""
    told = max(unit.rfind(line) for line in exact)
    start = max(unit.rfind(mark, 0, max(told, 0)) for mark in marks)
    if start < 0:
        return None
    end = unit.find(b"\n", told)
    head = unit[: min(at for mark in marks if (at := unit.find(mark)) >= 0)]
    call = params(unit[start : end if end > 0 else len(unit)].decode("utf-8", "replace"), labels)
    return Record(params(head.decode("utf-8", "replace"), above), [Call(start, call)])
