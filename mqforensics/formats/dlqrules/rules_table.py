"""A whole rules table: control data, rules, every problem; and back from the rows it was read into."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from mqforensics.codes.platforms import PLATFORMS
from mqforensics.errors import MQForensicsError
from mqforensics.formats.dlqrules.keywords import DEFAULTS, PATTERNS, RECORDS
from mqforensics.formats.dlqrules.lexis import BOM, Line, Logical, continues, is_comment, is_in_records, lines, logical
from mqforensics.formats.dlqrules.problem import COUNT, NEWLINE, NO_INPUT, SYNTAX, Problem, warning
from mqforensics.formats.dlqrules.rule_parser import Entry, entry
from mqforensics.formats.dlqrules.values import ANY
from mqforensics.formats.paste.encoding import Text, text_in_any_code
from mqforensics.validation import DATA, FLAG, TEXT, validated

MARKED = "with a byte order mark or as UTF-16"
WIDTH = 72
"""Characters of a line that every platform's handler reads."""
PROMISE = re.compile(r"\*\s*DEF(?:INE)?\s+(?:QLOCAL|QL)\s*\(\s*'?([A-Za-z0-9_./%]+)'?\s*\)", re.I)
"""A comment with the MQSC command that is to be run before the handler starts."""


SEQUENCED = re.compile(rf"[^\n]{{{WIDTH}}}\d{{8}}\s*")
SEQUENCE = (
    "columns 73 to 80 hold sequence numbers, which are left out here; runmqdlq does not accept them. Whether the "
    "handler of z/OS or IBM i reads those columns is not known"
)


class PlatformExpected(MQForensicsError, ValueError):
    """The platform named is none that has a dead-letter handler."""


@dataclass(frozen=True)
class Rule:
    """One rule; `patterns` holds only what restricts it, `retry` how often each try of its action is made."""

    number: int
    line: int
    patterns: Mapping[str, str | int]
    action: str
    fwdq: str = ""
    fwdqm: str = ""
    header: str = "YES"
    putaut: str = "DEF"
    retry: int = 1


@dataclass(frozen=True)
class RulesTable:
    """A rules table as the handler would understand it; `rules` are those that stand without an error."""

    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...]
    parts: tuple[Logical, ...] = ()
    """The lines that each entry stands on."""
    lines: tuple[Line, ...] = ()
    file: str = ""
    platform: str = PLATFORMS[0]
    promised: frozenset[str] = frozenset()
    """Queues that a comment of the table says are to be defined before the handler starts."""

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The rules without an error, in the order in which they are tried."""
        good = [found for found in self.entries if found.kind == "rule" and not found.errors]
        return tuple(_rule(number, found) for number, found in enumerate(good, 1))

    @cached_property
    def control(self) -> dict[str, str]:
        """Control data: what the table gives, else the defaults."""
        first = self.entries[:1]
        given = first[0].keywords if first and first[0].kind == "control" else {}
        return DEFAULTS | {name: str(value) for name, value in given.items() if name in DEFAULTS}

    @property
    def errors(self) -> list[Problem]:
        """Every error; with any of them the handler processes nothing."""
        return [problem for problem in self.problems if problem.is_error]

    @property
    def warnings(self) -> list[Problem]:
        """What the handler accepts without a word."""
        return [problem for problem in self.problems if not problem.is_error]

    @property
    def verdict(self) -> Problem | None:
        """The handler's count of errors; None when there is none and it would start."""
        if not self.errors:
            return None
        count = f"{len(self.errors)} error{'s' * (len(self.errors) > 1)}"
        last = max(problem.line for problem in self.problems)
        words = f"{count} in the table: with any error the handler processes nothing"
        return Problem(COUNT, last, words, platform=self.platform)

    @property
    def retry_interval(self) -> int:
        """Seconds between two tries (RETRYINT)."""
        return int(self.control["RETRYINT"])

    @property
    def rescan_interval(self) -> int:
        """Seconds after which the whole queue is looked through again."""
        return 10 * self.retry_interval

    def input(self, queue: str | None = None, queue_manager: str | None = None) -> tuple[str, str]:
        """Queue and queue manager to work on: what the command names, else the table; blank is the default.

        On IBM i, UDLMSGQ(*DFT) is the default queue manager's own dead-letter queue, *NONE leaves it to the table.
        """
        given = queue_manager if queue_manager not in (None, "*NONE") else self.control["INPUTQM"]
        chosen = queue if queue not in (None, "*NONE") else self.control["INPUTQ"]
        return tuple("" if name == "*DFT" else name.strip() for name in (chosen, given))

    def on(self, platform: str) -> "RulesTable":
        """The same lines as the handler of another platform reads them."""
        return self if platform == self.platform else of_lines(list(self.lines), self.file, _known(platform))

    @classmethod
    def by_file(cls, rows: Iterable[Mapping], platform: str = PLATFORMS[0]) -> list["RulesTable"]:
        """The tables that rows of the table `rules` were read from, one a file, in the order of the files' names."""
        files: dict[str, list[Mapping]] = {}
        for row in rows:
            files.setdefault(row["file"], []).append(row)
        return [cls.of_rows(files[file], platform) for file in sorted(files)]

    @classmethod
    def of_rows(cls, rows: Iterable[Mapping], platform: str = PLATFORMS[0]) -> "RulesTable":
        """The table that rows of the table `rules` were read from; the rows are those of one file."""
        ordered = sorted(rows, key=lambda row: row["offset"])
        text = "".join(row["text"] or "" for row in ordered)
        return parse_rules(text, file=ordered[0]["file"] if ordered else "", platform=platform)


@validated(text=DATA, file=TEXT, password_first=FLAG)
def parse_rules(
    text: str | bytes, *, file: str = "", platform: str = PLATFORMS[0], password_first: bool = False
) -> RulesTable:
    """Read a dead-letter handler's rules table: control data, rules, and all that is wrong with it.

    `platform`: `distributed` (runmqdlq), `zos` (CSQUDLQH) or `ibmi` (STRMQMDLQ). `password_first`: the handler is
    started with `-u`, so the first line is a password and no entry. Raises `PlatformExpected`.
    """
    platform = _known(platform)
    if isinstance(text, str):
        data, saved = text.removeprefix(BOM).encode("utf-8", "replace"), MARKED if text.startswith(BOM) else ""
    else:
        found = text_in_any_code(text)
        data, saved = found.data, is_marked(found) or _for_records(text, found)
    return of_lines(lines(data)[1 if password_first else 0 :], file, platform, saved)


def _known(platform: str) -> str:
    if platform not in PLATFORMS:
        raise PlatformExpected(f"expected one of {', '.join(PLATFORMS)}, got {platform!r}")
    return platform


def is_marked(text: Text) -> str:
    """That a file was saved with a byte order mark, or as UTF-16; blank where it was not."""
    return MARKED if text.mark or text.encoding != "utf-8" else ""


def _for_records(given: bytes, text: Text) -> str:
    """That a file is as z/OS or IBM i has it; blank where it is not."""
    if text.data != given:
        return "in EBCDIC"
    return "in records of 80 bytes without newlines" if is_in_records(given) else ""


def of_lines(every: list[Line], file: str = "", platform: str = PLATFORMS[0], saved: str = "") -> RulesTable:
    """The table that stands on these lines; `saved`: how, where runmqdlq does not read a file that is saved so."""
    told = without_sequence(every)
    parts = list(logical(told))
    entries = tuple(entry(part, at == 0, platform) for at, part in enumerate(parts))
    problems = [problem for found in entries for problem in found.problems]
    problems += _saved(saved, platform) + _ending(parts, platform) + _no_rule(entries, every)
    problems += _silent(entries) + (_width(every) if told is every else [warning(every[0].number, SEQUENCE)])
    ordered = tuple(one._replace(platform=platform) for one in sorted(problems, key=lambda problem: problem.line))
    return RulesTable(entries, ordered, tuple(parts), tuple(every), file, platform, _promised(every))


def without_sequence(every: list[Line]) -> list[Line]:
    """The lines without sequence numbers, where all but comments and blank ones have them; else as they are."""
    own = [line for line in every if line.text.strip() and not is_comment(line.text)]
    if not own or not all(SEQUENCED.fullmatch(line.text) for line in own):
        return every
    return [line._replace(text=line.text[:WIDTH].rstrip()) for line in every]


def _rule(number: int, found: Entry) -> Rule:
    given = found.keywords
    patterns = {name: given[name] for name in PATTERNS if name in given and not _any(given[name])}
    options = {name.lower(): given[name] for name in ("FWDQ", "FWDQM", "HEADER", "PUTAUT", "RETRY") if name in given}
    return Rule(number, found.line, patterns, str(given["ACTION"]), **options)


def _any(value: str | int) -> bool:
    return isinstance(value, str) and bool(value) and not value.strip(ANY)


def _saved(saved: str, platform: str) -> list[Problem]:
    # On z/OS and IBM i the handler reads a data set or a member: there the file is a copy of what it reads.
    if not saved or platform in RECORDS:
        return []
    return [Problem(SYNTAX, 1, f"saved {saved}, which runmqdlq does not read; save the table as ASCII, in lines")]


def _ending(parts: list[Logical], platform: str) -> list[Problem]:
    if not parts or parts[-1].ended or platform in RECORDS:
        return []
    last = parts[-1].lines[-1]
    mark = continues(last.text)
    words = f"the last line ends in {mark} and nothing follows" if mark else "the last line has no newline at its end"
    words += " but a carriage return" if last.newline and not mark else ""
    return [Problem(SYNTAX, last.number, f"{words}, so its entry is not accepted", NEWLINE)]


def _no_rule(entries: tuple[Entry, ...], every: list[Line]) -> list[Problem]:
    if any(found.kind == "rule" for found in entries):
        return []
    return [Problem(NO_INPUT, every[-1].number if every else 1, "there is no rule; a table needs at least one")]


def _silent(entries: tuple[Entry, ...]) -> list[Problem]:
    # The handler's parser must read some tokens without a mistake before it speaks of a syntax error again.
    notes = []
    for before, found in pairwise(entries):
        if all(any(problem.number == SYNTAX for problem in one.problems) for one in (before, found)):
            words = "the handler itself may not flag this syntax error: it follows another one directly"
            notes.append(warning(found.line, words))
    return notes


def _width(every: list[Line]) -> list[Problem]:
    long = [line.number for line in every if len(line.text.rstrip()) > WIDTH and not is_comment(line.text)]
    notes = [warning(number, f"longer than {WIDTH} characters, which not every platform reads") for number in long]
    if every and every[0].newline == "\r":
        notes.append(warning(1, "lines end in a carriage return alone: the handler would see one single line"))
    return notes


def _promised(every: list[Line]) -> frozenset[str]:
    found = (PROMISE.match(line.text) for line in every)
    return frozenset(match[1].upper() if "'" not in match[0] else match[1] for match in found if match)
