"""What a copy puts around the lines of a file that its reader judges itself, as a handler would (`RAW_INPUT`).

Only what such a file cannot have is taken off: quotes or numbers before every line, the source of a web page.
"""

import re
from itertools import pairwise

from mqforensics.formats.paste import line_prefixes, transports
from mqforensics.formats.paste.line_prefixes import Line

NUMBER = re.compile(rb"[ \t]{0,9}(?P<number>\d{1,8})(?:[:.|)]|(?=[ \t])|$)")
FRAME = re.compile(rb"\*{6} \*{5}[* A-Za-z]*")
"""The first and the last line of what an editor of z/OS shows."""
LISTED = re.compile(rb"\s*(?:\*{6} \*[^\n]*\n)?[ \t]{0,9}\d{1,8}[:.|) \t]")
COMMENT = b"*"
HERE = re.compile(rb"<<-?[ \t]*['\"]?(?P<word>[A-Za-z_]\w{0,40})['\"]?")
"""Where a shell learns that what follows, up to a word, is a file."""
RULE = re.compile(rb"(?i)\bACTION[ \t]*\(")


def has_quotes(data: bytes) -> bool:
    """Whether a text begins as a mail that quotes all of it."""
    return b">" in data[:4]


def without_quotes(lines: list[Line]) -> list[Line] | None:
    """The lines without a mail's quotes, where every line has them."""
    return line_prefixes.without_quotes(lines, all_over=True)


def without_html(lines: list[Line]) -> list[Line] | None:
    """The lines without entities and tags, where not only comments have them. Its last line is ended."""
    if not any(transports.HTML.search(line.text) for line in lines if not line.text.startswith(COMMENT)):
        return None
    found = transports.without_html(lines)
    if not found or not found[-1].text:
        return found
    end = lines[-1].inner + len(lines[-1].text)
    return [*found, found[-1]._replace(text=b"", at=end, inner=end)]


def in_script(data: bytes) -> bool:
    """Whether a text may be a script of a shell that writes a rules table."""
    return b"<<" in data


def without_script(lines: list[Line]) -> list[Line] | None:
    """The lines of the one here-document that has rules in it; those of the shell are blank."""
    found, word, begin = [], None, 0
    for nth, line in enumerate(lines):
        if word is None and (opened := HERE.search(line.text)) and not line.text.startswith(COMMENT):
            word, begin = opened["word"], nth + 1
        elif word is not None and line.text.strip() == word:
            found.append((begin, nth))
            word = None
    found = [(start, stop) for start, stop in found if any(RULE.search(line.text) for line in lines[start:stop])]
    if len(found) != 1:
        return None
    [(start, stop)] = found
    return [line if start <= nth < stop else line._replace(text=b"") for nth, line in enumerate(lines)]


def has_numbers(data: bytes) -> bool:
    """Whether a text begins with the number of a line."""
    return bool(LISTED.match(data))


def without_numbers(lines: list[Line]) -> list[Line] | None:
    """The lines without their numbers, where every line has one that is more than the one before it."""
    filled = [nth for nth, line in enumerate(lines) if line.text.strip() and not FRAME.match(line.text)]
    marks = {nth: NUMBER.match(lines[nth].text) for nth in filled}
    if not any(marks.values()) or not all(marks.values()):
        return None
    last = marks[filled[-1]]
    numbers = [int(mark["number"]) for mark in marks.values()]
    if last.end() == len(lines[filled[-1]].text):
        numbers.pop()  # a head may end inside it
    if any(after <= before for before, after in pairwise(numbers)):
        return None
    ends = [marks[nth].end() if nth in marks else 0 for nth in range(len(lines))]
    found = list(lines)
    line_prefixes.take_off(found, ends, 0, len(lines))
    return found
