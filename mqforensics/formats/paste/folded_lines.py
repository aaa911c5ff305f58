"""Lines that a data set or a copy of 72 or 80 columns has broken in two: each is one line again.

Replies of z/OS pad their values to the length of the attribute, so that hardly one of them fits into so few columns;
behind the labels of a trace or an event there is no room for an identifier.
"""

import re

from mqforensics.formats.paste.line_prefixes import Line

REPLY = re.compile(rb"\s?CSQM[24]\d\d[A-Z] [^\n]{0,999}\(")
OTHER = re.compile(rb"\s{0,9}(?:CSQ[A-Z0-9]\d{3}[A-Z]\b|(?:DIS|ALT|DEF|DEL|CLE|STA|STO|RES|SET|PIN)[A-Z]{0,5}\s|$)")
"""What begins again and goes on with no reply: another message, the next command."""
NARROW, WIDE = 60, 133
MOST = 99
"""A reply with all attributes has fewer lines."""
LABEL = re.compile(rb"[ \t]{0,40}[A-Z][\w ]{1,60}[ \t]:[ \t]*")
VALUE = re.compile(rb"[ \t]{0,40}([\w./%]{20,96})[ \t]*")
BROKEN = re.compile(rb"(?m)[ \t]:[ \t]*\r?\n[ \t]*[\w./%]{20,96}[ \t]*\r?$")


def has_broken_values(data: bytes) -> bool:
    """Whether a text may have values that stand below their labels."""
    return BROKEN.search(data) is not None


def without_breaks(lines: list[Line]) -> list[Line] | None:
    """The lines with each value behind its label, where there was no room for it."""
    found: list[Line] = []
    for line in lines:
        value = VALUE.fullmatch(line.text) if found and found[-1].text.rstrip()[-1:] == b":" else None
        label = found[-1].text.rstrip() if value else b""
        if value and LABEL.fullmatch(label) and len(label) + len(value[1]) > NARROW:
            found[-1] = found[-1]._replace(text=label + b" " + value[1])
        else:
            found.append(line)
    return found if len(found) < len(lines) else None


def has_folds(data: bytes) -> bool:
    """Whether a text may have such replies."""
    return b"CSQM4" in data or b"CSQM2" in data


def without_folds(lines: list[Line]) -> list[Line] | None:
    """The lines with each reply on one; None where no reply goes on."""
    width = max((len(line.text) for line in lines if REPLY.match(line.text)), default=0)
    if not NARROW <= width <= WIDE:
        return None
    found: list[list[Line]] = []
    for line in lines:
        goes_on = found and REPLY.match(found[-1][0].text) and _is_open([one.text for one in found[-1]], width)
        if goes_on and len(found[-1]) < MOST and len(line.text) <= width and not OTHER.match(line.text):
            found[-1].append(line)
        else:
            found.append([line])
    return [_one(pieces, width) for pieces in found] if len(found) < len(lines) else None


def _is_open(pieces: list[bytes], width: int) -> bool:
    """Whether more follows: the line is full, or a value has no end because its blanks were cut off."""
    return len(pieces[-1]) == width or sum(one.count(b"(") - one.count(b")") for one in pieces) > 0


def _one(pieces: list[Line], width: int) -> Line:
    full = b"".join(one.text.ljust(width) for one in pieces[:-1])
    return pieces[0]._replace(text=full + pieces[-1].text)
