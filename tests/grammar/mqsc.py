"""A strict grammar of MQSC: what a queue manager would take as a command, and nothing else.

`parse(text, platform)` gives a `Command` or raises `NotMQSC` with what is wrong; `looks(command)` tells whether it only
shows. The kit's suggestions are judged by it, so it knows nothing of the kit. Where the product folds an unquoted
lower-case name to upper case, the name is given folded.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.grammar import words

PLATFORMS = ("distributed", "zos", "ibmi")
TOKEN = re.compile(r"\s*,?\s*([A-Za-z][A-Za-z0-9]*)\s*(\()?")
PREFIX = re.compile(r"([+%!?/&@#$][A-Za-z0-9@#$]{0,7}|[A-Z@#$][A-Z0-9@#$]{3})\s+(?=[A-Za-z])")
PLAIN = re.compile(r"[A-Za-z0-9./_%]+\Z")
NAME = re.compile(r"[A-Za-z0-9./_%]+\Z")
HEX = re.compile(r"[0-9A-Fa-f]+\Z")
LOOKING = {"DISPLAY", "PING"}
LINE = 2048 * 8


class NotMQSC(ValueError):
    """What was given is no command of the platform."""


@dataclass(frozen=True)
class Command:
    """A command that the platform would take; `keywords` in their order, the value None of a bare word."""

    verb: str
    object: str
    name: str | None = None
    keywords: Mapping[str, str | None] = field(default_factory=dict)
    prefix: str = ""
    """The command prefix string on z/OS."""


def looks(command: Command) -> bool:
    """Whether a command changes nothing."""
    return command.verb in LOOKING


def parse(text: str, platform: str = "distributed") -> Command:
    """The command that a text is; raises `NotMQSC`."""
    if platform not in PLATFORMS:
        raise ValueError(f"expected one of {', '.join(PLATFORMS)}, got {platform!r}")
    if not text.isprintable() or len(text) > LINE:
        raise NotMQSC("a command is printable text of one line")
    prefix, rest = _prefix(text.strip(), platform)
    cells = list(_cells(rest))
    if len(cells) < 2 or cells[0][1] is not None:
        raise NotMQSC(f"expected a verb and an object in {text!r}")
    verb = words.VERBS.get(cells[0][0].upper())
    if not verb:
        raise NotMQSC(f"{cells[0][0]!r} is no verb")
    (word, value), keywords = cells[1], cells[2:]
    thing = words.OBJECTS.get(word.upper())
    if not thing:
        raise NotMQSC(f"{word!r} is no object")
    _placed(verb, thing, platform)
    name = _named(verb, thing, value, platform)
    taken: dict[str, str | None] = {}
    for key, given in keywords:
        key = key.upper()
        if key in taken:
            raise NotMQSC(f"{key} stands twice")
        taken[key] = _keyword(verb, thing, key, given, platform)
    _together(verb, thing, taken)
    return Command(verb, thing, name, taken, prefix)


def _prefix(text: str, platform: str) -> tuple[str, str]:
    if platform != "zos":
        return "", text
    found = PREFIX.match(text)
    if found and text.split()[0].upper() not in words.VERBS:
        return found[1], text[found.end() :]
    if text.startswith("+cpf "):
        return "+cpf", text[5:]
    return "", text


def _cells(text: str):
    """(word, value or None) of each `WORD` and `WORD(value)`."""
    at = 0
    text = text.rstrip()
    while at < len(text):
        found = TOKEN.match(text, at)
        if not found:
            raise NotMQSC(f"expected a keyword at {text[at : at + 20]!r}")
        at = found.end()
        if not found[2]:
            yield found[1], None
            continue
        value, at = _value(text, at)
        yield found[1], value


def _value(text: str, at: int) -> tuple[str, int]:
    """The text up to the bracket that closes; quotes and brackets nest."""
    depth, begin, quoted = 1, at, False
    while at < len(text):
        char = text[at]
        if char == "'":
            quoted = not quoted
        elif not quoted and char in "()":
            depth += 1 if char == "(" else -1
            if not depth:
                return text[begin:at], at + 1
        at += 1
    raise NotMQSC("a bracket or a quote is not closed")


def unquoted(value: str, fold: bool = True) -> str:
    """A value without its quotes; without quotes it must need none, and is folded to upper case."""
    text = value.strip()
    if text.startswith("'"):
        if len(text) < 2 or not text.endswith("'"):
            raise NotMQSC(f"the quote of {text!r} is not closed")
        inner = text[1:-1]
        if re.search(r"(?<!')'(?:'')*(?!')", inner):
            raise NotMQSC(f"a quote inside {text!r} is not doubled")
        return inner.replace("''", "'").rstrip()
    if not PLAIN.match(text.removesuffix("*") or "A"):
        raise NotMQSC(f"{text!r} needs quotes")
    return text.upper() if fold else text


def _placed(verb: str, thing: str, platform: str) -> None:
    zos = platform == "zos"
    if thing in words.ZOS_ONLY and not zos:
        raise NotMQSC(f"{thing} is of z/OS alone")
    listener = thing == "LISTENER" and verb in ("START", "STOP")
    if thing in words.NOT_ZOS and zos and not listener:
        raise NotMQSC(f"{thing} is not there on z/OS")
    possible = {
        "DISPLAY": thing in words.ATTRIBUTES and (zos or thing not in ("CHINIT", "CMDSERV")),
        "DEFINE": thing in words.DEFINED, "ALTER": thing in (*words.DEFINED, "QMGR", "SECURITY", "SMDS", "TRACE"),
        "DELETE": thing in words.DEFINED or thing in ("AUTHREC", "POLICY"),
    }.get(verb, (verb, thing) in words.DO)  # fmt: skip
    if not possible or (verb, thing) == ("DISPLAY", "CLUSTER"):
        raise NotMQSC(f"there is no {verb} {thing}")


def _named(verb: str, thing: str, value: str | None, platform: str) -> str | None:
    nameless = thing in words.NAMELESS or (thing == "LISTENER" and platform == "zos")
    if value is None:
        if nameless or (verb, thing) == ("START", "CHINIT"):
            return None
        raise NotMQSC(f"{verb} {thing} needs a name")
    if nameless and thing not in ("USAGE",):
        raise NotMQSC(f"{thing} has no name")
    name = unquoted(value)
    generic = verb == "DISPLAY" or thing in ("CHLAUTH",) or (verb, thing) == ("RESET", "QSTATS")
    if (verb, thing) == ("REFRESH", "CLUSTER") and name == "*":
        return name
    legal_name(name, thing, generic)
    return name


def legal_name(name: str, thing: str, generic: bool = False) -> None:
    """Raise `NotMQSC` where this is no name of such an object; `generic`: a trailing asterisk may stand."""
    stem = name.removesuffix("*") if generic else name
    longest = words.LONGEST.get(thing, words.NAME)
    if len(name) > longest:
        raise NotMQSC(f"{name!r} is longer than the {longest} characters of a {thing}")
    if thing in words.FREE_TEXT:
        return
    if thing == "CONN":
        if stem and not HEX.match(stem):
            raise NotMQSC(f"{name!r} is no connection")
    elif not (NAME.match(stem) or (generic and not stem and name)):
        raise NotMQSC(f"{name!r} is no name of a {thing}")


def _keyword(verb: str, thing: str, key: str, given: str | None, platform: str) -> str | None:
    if key in words.SCOPES and platform != "zos":
        raise NotMQSC(f"{key} is of z/OS alone")
    if key == "CMDSCOPE":
        return _some(key, given, lambda value: value == "*" or not value or NAME.match(value))
    if verb == "DISPLAY":
        return _shown(thing, key, given)
    if verb in ("DEFINE", "ALTER"):
        return _set(verb, thing, key, given)
    known = words.DELETE.get(thing, {"AUTHREC", "QSGDISP", "IGNSTATE"}) if verb == "DELETE" else words.DO[verb, thing]
    if key not in known:
        raise NotMQSC(f"{verb} {thing} has no {key}")
    if key in words.BARE and given is None and verb == "DELETE":
        return None
    return _assigned(thing, key, given, verb)


def _shown(thing: str, key: str, given: str | None) -> str | None:
    kind = "QUEUE" if thing in ("QLOCAL", "QALIAS", "QREMOTE", "QMODEL", "QCLUSTER") else thing
    attributes = words.ATTRIBUTES[thing]
    filters = words.FILTERS.get(kind, {"WHERE"})
    if given is None:
        if key in words.OPTIONS.get(kind, {"ALL"}) or key in attributes or key == "ALL":
            return None
        raise NotMQSC(f"DISPLAY {thing} has no {key}")
    if key not in filters:
        raise NotMQSC(f"{key} takes no value in a DISPLAY {thing}")
    if key == "WHERE":
        return _where(thing, given)
    if key == "TYPE" and kind in words.TYPES:
        values = words.TYPES[kind].split()
        return _some(
            key, given, lambda value: all(one.strip() in values for one in re.split(r"[,\s]+", value)), quotes=False
        )
    if key == "OBJTYPE":
        return unquoted(given)
    return _filter(key, given)


def _filter(key: str, given: str) -> str:
    if key in ("CONNAME", "ADDRESS", "SSLPEER", "SSLCERTI", "CLNTUSER", "CLIENTID", "PRINCIPAL", "GROUP", "PROFILE"):
        return unquoted(given, fold=False)
    value = unquoted(given)
    if key in words.NAMES and value:
        legal_name(value, {20: "CHANNEL"}.get(words.NAMES[key], "QUEUE"), True)
    if words.VALUES.get(key) and value not in words.VALUES[key].split():
        raise NotMQSC(f"{key} is never {value!r}")
    return value


def _where(thing: str, given: str) -> str:
    parts = given.strip().split(None, 2)
    if len(parts) != 3:
        raise NotMQSC(f"expected WHERE(KEYWORD OP VALUE), got WHERE({given})")
    key, operator, value = parts
    if key.upper() not in words.ATTRIBUTES[thing]:
        raise NotMQSC(f"{key} is no attribute of {thing}")
    if operator.upper() not in words.OPERATORS:
        raise NotMQSC(f"{operator} is no operator")
    value = unquoted(value)
    if "*" in value and operator.upper() not in ("LK", "NL", "CTG", "EXG"):
        raise NotMQSC(f"{operator} takes no generic value")
    return f"{key.upper()} {operator.upper()} {value}"


def _set(verb: str, thing: str, key: str, given: str | None) -> str | None:
    own = {
        "LIKE",
        "REPLACE",
        "NOREPLACE",
        "QSGDISP",
        "CHLTYPE",
        "TRIGGER",
        "NOTRIGGER",
        "SHARE",
        "NOSHARE",
        "HARDENBO",
        "NOHARDENBO",
    }
    if key in words.SHOWN_ONLY and not (thing == "CHANNEL" and key == "QMNAME"):
        raise NotMQSC(f"nobody can set {key}")
    bare = key in words.BARE
    if key == "FORCE" and verb == "ALTER" and thing in ("QLOCAL", "QALIAS", "QREMOTE", "QMGR"):
        return _none(key, given)
    if key in ("REPLACE", "NOREPLACE", "LIKE") and verb != "DEFINE":
        raise NotMQSC(f"{verb} has no {key}")
    if bare and (key in own and (thing in ("QLOCAL", "QMODEL") or "REPLACE" in key)):
        return _none(key, given)
    if not (key == "LIKE" or key in words.ATTRIBUTES[thing]):
        raise NotMQSC(f"{verb} {thing} has no {key}")
    return _assigned(thing, key, given, verb)


def _none(key: str, given: str | None) -> None:
    if given is not None:
        raise NotMQSC(f"{key} takes no value")


def _assigned(thing: str, key: str, given: str | None, verb: str) -> str:
    if given is None:
        raise NotMQSC(f"{key} needs a value")
    if key in ("NAMES", "AUTHADD", "AUTHRMV", "USERLIST", "ADDRLIST", "QDPHIEV") and "'" not in given:
        return ",".join(unquoted(one) for one in re.split(r"[,\s]+", given.strip()))
    value = unquoted(given, fold=key not in ("CONNAME", "DESCR"))
    if key == "CONNAME" and not given.strip().startswith("'") and not PLAIN.match(value):
        raise NotMQSC(f"{value!r} needs quotes")
    if key in words.NUMBERS and value not in ("NOLIMIT", "DEFAULT"):
        _number(key, value)
    # The value of ACTION, MODE and STATUS is another one in each verb; in a definition, STATUS is none.
    if words.VALUES.get(key) and not (thing == "POLICY") and value not in words.VALUES[key].split():
        raise NotMQSC(f"{key} is never {value!r}")
    if key in words.NAMES and value and (verb, thing, key) != ("REFRESH", "CLUSTER", "REPOS"):
        legal_name(value, {20: "CHANNEL"}.get(words.NAMES[key], "QUEUE"))
    return value


def _number(key: str, value: str) -> None:
    low, high = words.NUMBERS[key]
    if not value.isdigit() or not low <= int(value) <= high:
        raise NotMQSC(f"{key} is a number from {low} to {high}, not {value!r}")


def _some(key: str, given: str | None, fits, quotes: bool = True) -> str:
    if given is None:
        raise NotMQSC(f"{key} needs a value")
    value = unquoted(given) if quotes else given.strip().upper()
    if not fits(value):
        raise NotMQSC(f"{key} is never {value!r}")
    return value


def _together(verb: str, thing: str, taken: Mapping[str, str | None]) -> None:
    """What must or must not stand together."""
    needed = {
        ("RESOLVE", "CHANNEL"): "ACTION", ("DEFINE", "CHANNEL"): "CHLTYPE", ("ALTER", "CHANNEL"): "CHLTYPE",
        ("REFRESH", "QMGR"): "TYPE", ("RESET", "CLUSTER"): "ACTION", ("SET", "CHLAUTH"): "TYPE", ("DEFINE", "TOPIC"): "TOPICSTR",
        ("SET", "AUTHREC"): "OBJTYPE", ("DEFINE", "LISTENER"): "TRPTYPE", ("RESET", "QMGR"): "TYPE",
    }.get((verb, thing))  # fmt: skip
    if needed and needed not in taken and "LIKE" not in taken:
        raise NotMQSC(f"{verb} {thing} needs {needed}")
    if (verb, thing) == ("RESOLVE", "CHANNEL") and taken["ACTION"] not in ("COMMIT", "BACKOUT"):
        raise NotMQSC("a channel is resolved by COMMIT or BACKOUT")
    if verb == "DISPLAY" and thing == "CHSTATUS" and len({"CURRENT", "SAVED", "SHORT"} & taken.keys()) > 1:
        raise NotMQSC("CURRENT, SAVED and SHORT exclude each other")
    told = "ADDRESS" in taken and {"CLNTUSER", "QMNAME"} & taken.keys()
    if verb == "DISPLAY" and thing == "CHLAUTH" and taken.get("MATCH") == "RUNCHECK" and not told:
        raise NotMQSC("MATCH(RUNCHECK) needs ADDRESS and CLNTUSER or QMNAME")
    if verb == "ALTER" and thing == "QMGR" and not taken:
        raise NotMQSC("ALTER QMGR alters nothing")
    if {"TRIGGER", "NOTRIGGER"} <= taken.keys() or {"SHARE", "NOSHARE"} <= taken.keys():
        raise NotMQSC("a word and its opposite stand together")
