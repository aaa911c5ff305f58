"""Inputs that are nearly evidence: each is a sample with a few things done to it that break readers."""

import random
from collections.abc import Callable

LARGEST = 1 << 16
TOKENS = tuple(
    token.encode("latin-1") for token in (
        "'", '"', "(", ")", "<", ">", "</", "/>", "{", "}", "[", "]", "\0", "\n", "\r", "\r\n", "\t", " ", "\\", "%", "$(x)",
        "\xff\xfe", "\xfe\xff", "\xef\xbb\xbf", "\xed\xa0\x80", "\x85", "\xa0", "\x1c", "\x0b", "\x0c", "9" * 40, "-1", "0x",
        "\u00b2", "AMQ9999E: ", "AMQ8409I: ", "CommentInsert1(", "CommentInsert", "REASON(", "ACTION(", "+\n", "-\n", "*",
        "00000010:  ", "MQGET of message number 1", "RFH ", "DLH ", "XQH ", "\x7f\xff\xff\xff", "\x80\0\0\0", "\0\0\0\1",
        "<usr>", "</usr>", "&#x", "&amp;", '{"a":', "[[[[", "1e999", "NaN", "99999999999999999999", "2026-13-45", "25:61:61",
        "QUEUE(", "TYPE(", "     : DISPLAY ", "-----", "=====", "...", "A T ", "A X ", "A V ", "S ", "N ", "X \"", "T \"",
        "EXCP", "Exception in thread", "\tat ", "Caused by: ", "Probe Id", "| ", "+---", "\xe2\x80\x8b", "\xe2\x80\xae",
    )
)  # fmt: skip
SPECIAL = tuple(number.to_bytes(4, "big", signed=True) for number in (-1, 0, 1, 2**31 - 1, -(2**31), 255, 256, 65535))


def mutated(dice: random.Random, samples: list[bytes]) -> bytes:
    """One sample with one to four things done to it, of at most `LARGEST` bytes."""
    data = dice.choice(samples)
    if len(data) > 6000:
        data = _slice(dice, data, 6000) if dice.random() < 0.7 else data[:6000]
    for _ in range(dice.choice((1, 1, 2, 3, 4))):
        data = dice.choice(CHANGES)(dice, data, samples)[:LARGEST]
    return data


def _place(dice: random.Random, data: bytes) -> int:
    return dice.randrange(len(data) + 1)


def _slice(dice: random.Random, data: bytes, most: int = 200) -> bytes:
    begin = _place(dice, data)
    return data[begin : begin + dice.randrange(1, most + 1)]


def _flip(dice, data, _):
    if not data:
        return data
    at = dice.randrange(len(data))
    return data[:at] + bytes((data[at] ^ (1 << dice.randrange(8)),)) + data[at + 1 :]


def _replace(dice, data, _):
    at = _place(dice, data)
    new = dice.choice((dice.choice(TOKENS), dice.randbytes(dice.randrange(1, 9)), dice.choice(SPECIAL)))
    return data[:at] + new + data[at + len(new) :]


def _insert(dice, data, _):
    at = _place(dice, data)
    return data[:at] + dice.choice(TOKENS) + data[at:]


def _delete(dice, data, _):
    at = _place(dice, data)
    return data[:at] + data[at + dice.randrange(1, 200) :]


def _cut(dice, data, _):
    return data[: _place(dice, data)] if dice.random() < 0.7 else data[_place(dice, data) :]


def _repeat(dice, data, _):
    at, piece = _place(dice, data), dice.choice((_slice(dice, data, dice.choice((1, 4, 30, 200))), dice.choice(TOKENS)))
    return data[:at] + piece * (dice.choice((3, 50, LARGEST)) // max(len(piece), 1) + 1) + data[at:]


def _splice(dice, data, samples):
    other = dice.choice(samples)
    return data[: _place(dice, data)] + _slice(dice, other, 3000)


def _encode(dice, data, _):
    text = data.decode("latin-1")
    return text.encode(dice.choice(("utf-16", "utf-16-le", "utf-8", "utf-16-be")))


def _lines(dice, data, _):
    lines = data.split(b"\n")
    dice.shuffle(lines) if dice.random() < 0.3 else lines.pop(dice.randrange(len(lines)))
    return b"\n".join(lines)


def _blanks(dice, data, _):
    return data.replace(b" ", dice.choice((b"\t", b"\xa0", b"\xe3\x80\x80", b"")), dice.choice((1, 5, -1)))


CHANGES: tuple[Callable, ...] = (
    _flip, _replace, _insert, _delete, _cut, _repeat, _repeat, _splice, _encode, _lines, _blanks,
)  # fmt: skip
