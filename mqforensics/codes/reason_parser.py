"""The ways in which people write a reason: a number, hexadecimal, the bytes of a dump, a name.

Each way yields candidates in order of trust; the first that MQ itself gives wins, then the first that others may give.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches
from itertools import islice
from operator import index

from mqforensics.codes.amq_messages import explain
from mqforensics.codes.families import family
from mqforensics.codes.reasons import FAMILIES, Reason, exact, reason, reason_name
from mqforensics.errors import MQForensicsError

DECIMAL = re.compile(r"[+-]?[0-9]{1,20}")
WIDE = re.compile(r"\b0([0-9A-F]{4})\b", re.I)
"""Two bytes printed with a zero too many, as in the document "Handling undelivered messages" (`0000 007F3`)."""
PAIRS = re.compile(r"(?:[0-9A-F]{4,5}\s)+[0-9A-F]{4,5}", re.I)
"""Rows of a dump as `amqsbcg` prints them: two bytes a word."""
DLH = re.compile(r"(?i)\b(?:444C ?4820|C4D3 ?C840) ?([0-9A-F]{4} ?[0-9A-F]{4}) ?([0-9A-F]{4} ?[0-9A-F]{4})\b")
"""The first bytes of a dead-letter header in a row of a dump: its Version proves the byte order of its Reason."""
SAID = re.compile(
    r"\b(?P<name>MQ(?:RC|FB)_[A-Z0-9_]{2,40}|0x[0-9A-Fa-f]{3,8})\b"
    r"|\b(?:mqrc|rc|reason|feedback|error|(?:comp(?:letion)?|return|reason)?[ _-]?code)s?(?:\b|(?=2\d{3}))"
    r"(?:[^\w\n]{0,4}(?:code|is|was|with|raison|ist)\b)?[^\w\n]{0,4}(?:[12][-/])?"
    r"(?P<said>2\d{3}(?:(?:, ?| and | or )2\d{3})*+)(?!\w|[-/.:]\d)"
    r"|\bfeedback(?:[ _-]?code)?[^\w\n]{0,4}(?P<fed>[234]\d\d)(?!\w|[-/.:]\d)"
    r"|(?<![\w-])(?P<twice>2\d{3})-(?P=twice)(?![\w-])"
    r"|^[^\w\n]*+(?P<alone>2\d{3}(?:[ \t,;'\"()]++2\d{3})*+)[^\w\n]*+$",
    re.I | re.M,
)
"""A reason by its name or in hexadecimal; a number only after a word for it, alone, or twice as WebSphere prints it
(`2059-2059`): most are years, ports, counts."""
DIGITS = re.compile(r"2\d{3}")
HEXADECIMAL = re.compile(r"(?:0?[xX]'?|#)?([0-9A-Fa-f]+(?:\s[0-9A-Fa-f]+)*\s?)'?[hH]?")
MARKED = re.compile(r"0?[xX]|#|.*[hH']$")
OTHERS = ("application", "exit")
"""Families of reasons that are not MQ's own."""
PLAIN = re.compile(r"[1-9][0-9]{0,7}")
"""A number that nothing marks as decimal or hexadecimal."""
WORD = re.compile(r"[^\s,;:/()]+")
JOINING = "and", "or"
NUMBER = re.compile(r"\b(?:AMQ\d{4}|CSQX\d{3}|JMSWMQ\d{4})[A-Z]?\b", re.I)
SEVERAL = 20
"""So many different reasons or numbers of messages in one text are looked up."""
NAME = re.compile(r"(?i)MQ(?:RC|FB|RCCF)_\w+")


class ReasonExpected(MQForensicsError, TypeError):
    """Something else than a number, a text or four bytes was given as a reason."""


def mqrc(x: int | str | bytes) -> Reason:
    """The reason that `x` stands for, however it is written.

    `2035`, `"0x000007f3"`, `"7F3"`, `"x'7F3'"`; the bytes of a dump in either byte order (`"0000 07F3"`, `"0308 0000"`,
    the result's `byte_order` says which); a name in any case, with or without its prefix; also feedback codes and PCF
    reasons; a reason said in words (`"RC=2035"`, `"reason code 2035"`). The number of a message is not a reason: `note`
    gives its words. When nothing fits, `code` is None and `note` names the nearest. Raises ReasonExpected for anything
    but a number, text or bytes.
    """
    if isinstance(x, bytes | bytearray | memoryview):
        word = bytes(x)
        x = word.hex(" ", 2) if len(word) == 4 else word.decode("latin-1")
    if isinstance(x, str):
        return _with_messages(x.strip())
    try:
        if isinstance(x, bool):
            raise TypeError
        number = index(x)
    except TypeError:
        raise ReasonExpected(f"expected a reason as a number, a text or four bytes, got {x!r}") from None
    return _first([(number, None)], str(number))


def said_in(text: str) -> Iterator[str]:
    """The reasons that a text names, each as it is written there; see `SAID`."""
    for one in SAID.finditer(text):
        told = one["name"] or one["fed"]
        yield from [told] if told else DIGITS.findall(one[0])


def reasons_in(text: str) -> Iterator[int]:
    """The numbers of the reasons that a text names and MQ has; of a misspelt name none."""
    for said in said_in(text):
        number = int(said, 16 if said.startswith("0x") else 10) if said[:1].isdigit() else _of_name(said)
        if number is not None and exact(number):
            yield number


def _of_name(said: str) -> int | None:
    return next((found for prefix in FAMILIES if (found := family(prefix).codes.get(said.upper())) is not None), None)


def _with_messages(text: str) -> Reason:
    """The reason in a text that may have numbers of messages beside it, and what these say."""
    told = (explain(found[0]) for found in islice(NUMBER.finditer(text), SEVERAL))
    messages = [f"{one.code} is a message: {one.meaning or one.title}" for one in dict.fromkeys(told) if one.title]
    rest = NUMBER.sub(" ", text).strip(" \t,;:/-") if messages else text
    found = _text(rest) if rest or not messages else Reason(None, note=f"no reason is {text!r}")
    return replace(found, note="; ".join(filter(None, (found.note, *messages)))) if messages else found


def _text(text: str) -> Reason:
    narrow = WIDE.sub(r"\1", text)
    if narrow != text and (PAIRS.fullmatch(text) or DLH.search(narrow)):
        found = _text(narrow)
        return replace(found, note="; ".join(filter(None, (found.note, "read without the zero too many"))))
    if header := DLH.search(text):
        order = "big" if int(header[1].replace(" ", ""), 16) == 1 else "little"
        return _first([(_signed(bytes.fromhex(header[2]), order), order)], text)
    if several := _several(text):
        return Reason(None, note=f"{text!r} holds several numbers or names; ask for each: {', '.join(several)}")
    if found := _named(text):
        return found
    candidates = list(_numbers(text))
    if not candidates and (said := _said(text)):
        return said
    found = _first(candidates, text) if candidates else _nearest_name(text)
    return _read_as(found, text) if PLAIN.fullmatch(text) and found.code is not None else found


def _said(text: str) -> Reason | None:
    """The reason that a text of several words names: one written in two ways, or after a word for it."""
    words = WORD.findall(text)
    numbers = [{number for number, _ in _numbers(word)} for word in words]
    if len(words) > 1 and any(map(PLAIN.fullmatch, words)) and len(same := set.intersection(*numbers)) == 1:
        return _first([(same.pop(), None)], text)
    said = (one for one in said_in(text) if one != text)
    found = {one.code: one for one in map(_text, islice(said, SEVERAL)) if one.code is not None}
    if len(found) > 1:
        return Reason(None, note=f"{text!r} holds several reasons; ask for each: {', '.join(map(str, found))}")
    return next(iter(found.values()), None)


def _several(text: str) -> list[str]:
    """Reasons written one after another, but for a number with its own name.

    Of four bytes of a dump one half is not a reason by itself.
    """
    words = [word for word in WORD.findall(text) if word.lower() not in JOINING]
    known = [_alone(word) for word in words]
    is_one = len(set(known)) == 1 and any(map(NAME.fullmatch, words))
    return words if len(words) > 1 and None not in known and not is_one else []


def _alone(word: str) -> int | None:
    if NAME.fullmatch(word) and (named := _named(word)):
        return named.code
    return int(word) if PLAIN.fullmatch(word) and exact(int(word)) else None


def _read_as(found: Reason, text: str) -> Reason:
    """The reason of a plain number, with a note where it could be read in two ways."""
    ways = {"decimal": int(text), "hexadecimal": int(text, 16)}
    read, other = ("decimal", "hexadecimal") if found.code == int(text) else ("hexadecimal", "decimal")
    named = exact(ways[other])
    if read == "decimal" and not named:
        return found
    said = f"in {other} it is {ways[other]} {named[1]}" if named else f"{other} {ways[other]} is not a reason of MQ"
    return replace(found, note="; ".join(note for note in (found.note, f"read as {read}; {said}") if note))


def _first(candidates: list[tuple[int, str | None]], given: str) -> Reason:
    """The first candidate that MQ itself gives, else the first that an application or an exit may give."""
    found = [(reason(number), order) for number, order in candidates]
    of_mq = [(known, order) for known, order in found if known and known.family not in OTHERS]
    if of_mq:
        (known, order), *others = of_mq
        return replace(known, byte_order=order, note=_ambiguous(others) if order else None)
    known, order = found[0]
    if known:
        return replace(known, byte_order=order, note=_swapped(known))
    return _nearest_number(candidates[0][0], given)


def _ambiguous(others: list[tuple[Reason, str | None]]) -> str | None:
    """The reading of the same bytes in the other order, where that is a reason too."""
    return next((f"{order}-endian the bytes are {known.code} {known.name}" for known, order in others if order), None)


def _swapped(known: Reason) -> str | None:
    """A number that only an application would give is often one of MQ's with its bytes the wrong way round."""
    if known.family not in OTHERS or not -(2**31) <= known.code < 2**31:
        return None
    number = _signed(known.code.to_bytes(4, "big", signed=True), "little")
    if not exact(number):
        return None
    return f"with its bytes the other way round it is {number} {reason_name(number)}"


def _named(text: str) -> Reason | None:
    spelled = NAME.search(text)
    name = (spelled[0] if spelled else re.sub(r"[\s-]+", "_", text)).upper()
    for prefix in FAMILIES:
        number = family(prefix).codes.get(name, family(prefix).codes.get(f"{prefix}_{name}"))
        if number is not None:
            return reason(number)
    return None


def _numbers(text: str) -> Iterator[tuple[int, str | None]]:
    """Candidates: the number, and the byte order that gave it where the text is bytes of a dump."""
    hexadecimal = HEXADECIMAL.fullmatch(text)
    digits = re.sub(r"\s", "", hexadecimal[1]) if hexadecimal else ""
    digits = digits[-8:] if len(digits) > 8 and not digits[:-8].strip("0") else digits
    as_hex = list(_hexadecimal(digits, " " in text)) if 0 < len(digits) <= 8 else []
    as_decimal = [(int(text), None)] if DECIMAL.fullmatch(text) else []
    looks_hex = MARKED.match(text) or text.startswith("0")
    yield from as_hex + as_decimal if looks_hex else as_decimal + as_hex


def _hexadecimal(digits: str, spaced: bool) -> Iterator[tuple[int, str | None]]:
    whole = len(digits) == 8
    bytes_ = bytes.fromhex(digits.zfill(8))
    same = bytes_ == bytes_[::-1]
    yield _signed(bytes_, "big"), "big" if whole and spaced and not same else None
    if whole and not same:
        yield _signed(bytes_, "little"), "little"


def _signed(word: bytes, order: str) -> int:
    return int.from_bytes(word, order, signed=True)


def _nearest_number(number: int, given: str) -> Reason:
    known = {code: name for prefix in reversed(FAMILIES) for code, name in family(prefix).names.items() if exact(code)}
    code = min(known, key=lambda code: (abs(code - number), code))
    given = given if given == str(number) else f"{given} ({number})"
    return Reason(None, note=f"no reason is {given}; the nearest is {code} {known[code]}")


def _nearest_name(given: str) -> Reason:
    names = {name: code for prefix in FAMILIES for name, code in family(prefix).codes.items()}
    short = {name.partition("_")[2]: name for name in reversed(names)}
    near = get_close_matches(re.sub(r"[\s-]+", "_", given).upper(), [*names, *short], 1, 0.5)
    if not near:
        return Reason(None, note=f"no reason is {given!r}, and no name is near")
    name = short.get(near[0], near[0])
    return Reason(None, note=f"no reason is {given!r}; the nearest name is {name} ({names[name]})")
