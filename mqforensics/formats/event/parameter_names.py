"""The names of event parameters and of what events are, however a program spells them.

amqsevt writes `queueMgrName` in JSON and `Queue Mgr Name` in text, the formatter in Go `qMgrName`, both with `-d` the
constant `MQCA_Q_MGR_NAME` itself. Letters alone, in lower case, with `Q` spelt out, are the same in all of them.
"""

import re
from functools import cache, lru_cache

from mqforensics import codes
from mqforensics.codes.families import family

FAMILIES = (
    "MQCA", "MQCACF", "MQCACH", "MQCAMO", "MQIA", "MQIACF", "MQIACH", "MQIAMO", "MQIAMO64", "MQBACF", "MQGACF",
)  # fmt: skip
CHANNEL_FAMILIES = ("MQCACH", "MQIACH", *(name for name in FAMILIES if name not in ("MQCACH", "MQIACH")))
"""Of names that two families have (`xmitQueueName`), a channel event means the channel's own."""
CATEGORIES = {
    43: "CONFIG", 44: "QMGR", 45: "PERFM", 46: "CHANNEL", 91: "LOGGER", 99: "COMMAND", 154: "PUBSUB",
    164: "STATISTICS", 165: "STATISTICS", 166: "STATISTICS", 167: "ACCOUNTING", 168: "ACCOUNTING",
}  # fmt: skip
"""Category by MQCMD."""
ACTIVITY_TRACE = 209
OBJECTS = {
    "Q": ("QUEUE", "MQCA_Q_NAME"), "Q_MGR": ("QMGR", "MQCA_Q_MGR_NAME"), "CHANNEL": ("CHANNEL", "MQCACH_CHANNEL_NAME"),
    "NAMELIST": ("NAMELIST", "MQCA_NAMELIST_NAME"), "PROCESS": ("PROCESS", "MQCA_PROCESS_NAME"),
    "TOPIC": ("TOPIC", "MQCA_TOPIC_NAME"), "AUTH_INFO": ("AUTHINFO", "MQCA_AUTH_INFO_NAME"),
    "LISTENER": ("LISTENER", "MQCACH_LISTENER_NAME"), "SERVICE": ("SERVICE", "MQCA_SERVICE_NAME"),
    "COMM_INFO": ("COMMINFO", "MQCA_COMM_INFO_NAME"), "STORAGE_CLASS": ("STGCLASS", "MQCA_STORAGE_CLASS"),
    "CF_STRUC": ("CFSTRUCT", "MQCA_CF_STRUC_NAME"), "SUB": ("SUB", "MQCACF_SUB_NAME"),
    "AUTH_REC": ("AUTHREC", "MQCACF_AUTH_PROFILE_NAME"), "CHLAUTH": ("CHLAUTH", "MQCACH_CHANNEL_NAME"),
}  # fmt: skip
"""By the name of MQOT: MQSC's word, and the parameter that names the object."""
LETTERS = re.compile(r"[^a-z0-9]")


def plain_name(name: str) -> str:
    """A name's letters and digits alone, in lower case."""
    return LETTERS.sub("", name.lower())


@cache
def _constants(families: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name in families:
        for constant in family(name).codes:
            words = constant.split("_")[1:]
            for spelt in (words, ["QUEUE" if word == "Q" else word for word in words]):
                found.setdefault(plain_name("".join(spelt)), constant)
    return found


@lru_cache(maxsize=4096)
def parameter(name: str, category: str | None) -> str:
    """The constant that a parameter's name stands for; the name itself where it is nobody's."""
    if name.startswith("MQ") and "_" in name:
        return name
    return _constants(CHANNEL_FAMILIES if category == "CHANNEL" else FAMILIES).get(plain_name(name), name)


@cache
def _spelt(name: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for constant, number in family(name).codes.items():
        words = constant.split("_")[1:]
        for spelt in (words, ["QUEUE" if word == "Q" else word for word in words]):
            found.setdefault(plain_name("".join(spelt)), number)
    return found


NUMBER = re.compile(r"\s*(?:0x([0-9A-Fa-f]{1,16})|(-?\d{1,19}))\s*$|.*\[(-?\d{1,10})\]\s*$", re.S)


@lru_cache(maxsize=4096)
def number(name: str, shown: str | int | None) -> int | None:
    """The number of a constant of family `name`: out of 46, `46`, `Channel Event`, `MQCMD_CHANNEL_EVENT`, `x [46]`."""
    if isinstance(shown, int) or shown is None:
        return shown if shown is not None and -(1 << 31) <= shown < 1 << 31 else None
    found = NUMBER.match(shown)
    if found:
        digits = found[1] or found[2] or found[3]
        value = int(digits, 16 if found[1] else 10) if len(digits) < 40 else 1 << 31
        return value if -(1 << 31) <= value < 1 << 31 else None
    if shown.startswith(f"{name}_"):
        known = codes.code(shown)
        return known if isinstance(known, int) else None
    return _spelt(name).get(plain_name(shown))


def spelt_value(name: str, shown: str | int | None) -> str | None:
    """What a constant of family `name` is called without its prefix; what the evidence shows, where that is not
    known."""
    value = number(name, shown)
    constant = codes.name(name, value) if value is not None else None
    return constant.partition("_")[2] if constant else None if shown in (None, "") else str(shown)
