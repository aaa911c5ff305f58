"""Facts in plain Python: the operators of the small language of `facts.py` for one set of inputs."""

from collections.abc import Mapping

from mqforensics.questions.delivery.inputs import FLAG, INPUTS, INT


def value(expression: tuple, inputs: Mapping) -> bool | None:
    """True, False, or None where it is not known."""
    operator, *arguments = expression
    if operator in OF_FACTS:
        return OF_FACTS[operator](*[value(part, inputs) for part in arguments])
    return OF_INPUTS[operator](*[_input(a, inputs) if isinstance(a, str) else a for a in arguments])


def _input(name: str, inputs: Mapping):
    raw, kind = inputs.get(name), INPUTS[name]
    if raw is None or kind == FLAG:
        return raw
    return _number(raw) if kind == INT else str(raw).strip()


def _number(raw) -> int | None:
    try:
        return int(raw)
    except ValueError:
        return None


def _known(test):
    """`test`, with an unknown first argument giving an unknown."""
    return lambda first, *rest: None if first is None else test(first, *rest)


def _among(word: str, yes: tuple, no: tuple) -> bool | None:
    word = str(word).upper()
    return True if word in yes else False if word in no else None


def _level(level: int | None, version: str | None, least: int) -> bool | None:
    if level is None and version and version[:6].isdigit() and len(version) >= 6:
        level = int(version[:2]) * 100 + int(version[2:4]) * 10 + int(version[4:6])
    return None if level is None else level >= least


def _covers(needed: int | None, count: int | None, interval: int | None) -> bool | None:
    if needed is None:
        return False
    return None if count is None or interval is None else count * interval >= needed


def _same(name: str, own: str | None) -> bool | None:
    return True if name == "" else None if own is None else name == own


def _and(*values: bool | None) -> bool | None:
    return False if False in values else None if None in values else True


def _or(*values: bool | None) -> bool | None:
    return True if True in values else None if None in values else False


OF_INPUTS = {
    "yes": lambda: True,
    "is": lambda flag: flag,
    "named": _known(lambda word: word != ""),
    "positive": _known(lambda number: number > 0),
    "one of": _known(lambda number, numbers: number in numbers),
    "bits": _known(lambda number, mask: number & mask == mask),
    "among": _known(_among),
    "within": _known(lambda word, words: word.upper() in words),
    "level": _level,
    "covers": _covers,
    "same": _known(_same),
}
OF_FACTS = {
    "not": _known(lambda flag: not flag),
    "and": _and,
    "or": _or,
    "coalesce": lambda *values: next((v for v in values if v is not None), None),
    "if yes": lambda flag: True if flag else None,
}
