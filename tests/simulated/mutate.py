"""Change the evidence a little: a verdict must stay, become UNKNOWN, or print the assumption that made it another.

Changes: each line of each text file taken out or damaged, each file taken away, the names of two files swapped. Only
the file that changed is read again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator
from functools import partial
from itertools import combinations

from tests.simulated.ask import UNKNOWN, Said, ask, forget
from tests.simulated.assumed import true_of
from tests.simulated.truth import agrees

SETTINGS = "case.json"
CERTAIN = "certain"
GIVES_UP = ("nothing_normal", "contradiction")
"""Degrees of answers that rest on nothing: what they list is what may have to be given up."""
WAITING = "WAITING_ON_XMITQ"
WITH_CAUSE = {"CHANNEL_NOT_RUNNING": (WAITING,), "NO_CHANNEL": (WAITING,),
              "PUT_REFUSED": (WAITING, "CHANNEL_NOT_RUNNING", "NO_CHANNEL")}  # fmt: skip
"""By the code of an answer those that say less of the same place: of a full transmission queue, one cause holds up what
waits on it and what it refused."""
Engine = Callable[[dict[str, bytes]], list[Said]]
DAMAGE = (lambda line: line[: len(line) // 2] + b"\n", lambda line: line[:7] + b"#" + line[8:])
"""Half of it is lost; one character is another."""


def changes(files: dict[str, bytes]) -> Iterator[tuple[str, dict[str, bytes]]]:
    """(what was done, the files after it)."""
    for done, change in deferred(files):
        yield done, change()


def deferred(files: dict[str, bytes]) -> Iterator[tuple[str, Callable[[], dict[str, bytes]]]]:
    """(what is done, what does it) of every change."""
    # The files are made only for a change that is tried: a log may have ten thousand lines.
    names = [name for name in sorted(files) if name != SETTINGS]
    for name in names:
        yield f"without {name}", partial(_without, files, name)
        lines = files[name].splitlines(keepends=True)
        for place, line in enumerate(lines):
            with_ = partial(_with_line, files, name, lines, place)
            yield f"{name} without line {place + 1} {line[:60]!r}", partial(with_, b"")
            for number, damage in enumerate(DAMAGE):
                if len(line.strip()) > 7 and (bad := damage(line)) != line:
                    yield f"{name} line {place + 1} damaged {number} {line[:60]!r}", partial(with_, bad)
    for one, other in combinations(names, 2):
        yield f"{one} and {other} swapped", partial(_swapped, files, one, other)


def _without(files: dict[str, bytes], name: str) -> dict[str, bytes]:
    return {other: data for other, data in files.items() if other != name}


def _with_line(files: dict[str, bytes], name: str, lines: list[bytes], place: int, line: bytes) -> dict[str, bytes]:
    return {**files, name: b"".join([*lines[:place], line, *lines[place + 1 :]])}


def _swapped(files: dict[str, bytes], one: str, other: str) -> dict[str, bytes]:
    return {**files, one: files[other], other: files[one]}


def chosen(done: list[str], most: int, seed: int) -> set[int]:
    """Which changes are tried, of those that have these words."""
    whole = {place for place, words in enumerate(done) if words.startswith("without ")}
    swaps = [place for place, words in enumerate(done) if words.endswith(" swapped")]
    lines = [place for place in range(len(done)) if place not in whole and place not in set(swaps)]
    if not 0 < most < len(done):
        return set(range(len(done)))
    dice = random.Random(seed)
    some = dice.sample(lines, min(most, len(lines))), dice.sample(swaps, min(max(1, most // 3), len(swaps)))
    return whole.union(*some)


def violations(
    files: dict[str, bytes], most: int = 0, seed: int = 0, true: Collection[tuple] = (), engine: Engine = ask, made=None
) -> Iterator[str]:
    """What was done and what was said then, wherever a law of the certain and the assumed answers is broken.

    `most`: every file taken away, a third as many swaps, and so many changes of lines by chance; 0: every change.
    `true`: what may be said of the incident. Where captures contradict each other, taking one of them away leaves the
    other, which says what is true: that is no violation where the truth is known. `made`: the incident, by whose story
    the assumptions of each answer are judged.
    """
    forget()
    right = engine(files)
    every = list(deferred(files))
    for place in sorted(chosen([done for done, _ in every], most, seed)):
        done, change = every[place]
        try:
            said = engine(change())
        except Exception as error:
            yield f"{done}: {type(error).__name__}: {error}"
            continue
        for before, after in zip(right, said, strict=False):
            if law := broken(before, after, true, made if "without " in done else None):
                yield f"{done}: {law}: {words_of(before)} became {words_of(after)}"


def broken(before: Said, after: Said, true: Collection[tuple] = (), made=None) -> str:
    """Which law an answer breaks that was given by less evidence, or by other; blank: none.

    1: what is certain with less is certain with more, and the same. 2: an assumed answer is true where its assumptions
    are. 3: another answer, or one where there was none, rests on an assumption that the evidence taken away had settled
    or refuted: on one that the answer before did not rest on. An answer without a degree may not change at all.

    A weaker answer is no other one: it leaves open a name, the cause of a place, or whether a full transmission queue
    has the message or refused it. The answer before implies it, so it may not strike out the place that was said then.
    A cause that is said with less evidence alone makes another answer.
    """
    if after.code == UNKNOWN:
        return ""
    if made is not None and _false(after, made) and not _false(before, made):
        return "law 2"
    same = before.code != UNKNOWN and (agrees(after[:3], {before[:3]}) or _is_weaker(after, before))
    if after.degree == CERTAIN and not (same and before.degree == CERTAIN):
        return "law 1"
    if same or (before.code == UNKNOWN and true and agrees(after[:3], true)):
        return ""
    told, had = ({_about(one) for one in said.assumes} for said in (after, before))
    return "" if told - had or (before.degree in GIVES_UP and told & had) else "law 3"


def _is_weaker(after: Said, before: Said) -> bool:
    """Whether an answer says less of the same place, and does not exclude what was said before."""
    struck = {row[:2] for row in after.possible if not row[3]}
    same = after.code in WITH_CAUSE.get(before.code, ()) and after.queue_manager == before.queue_manager
    return same and before[:2] not in struck


def _false(said: Said, made) -> bool:
    """Whether a verdict is false though everything that it assumes holds."""
    settled = said.degree and said.code != UNKNOWN and not agrees(said[:3], made.acceptable)
    return bool(settled) and all(true_of(made, one) is not False for one in said.assumes)


def _about(assumption: dict) -> tuple:
    return tuple(assumption.get(key) for key in ("key", "queue_manager", "object", "attribute", "value"))


def words_of(said: Said) -> str:
    """An answer in a few words."""
    return " ".join(map(str, said[:3])) + (f" ({said.degree})" if said.degree else "")
