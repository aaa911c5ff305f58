"""Decides among paths: which are left under which assumptions, and what those that are left agree in.

A path is gone when one of its strikes rests on nothing but what may be assumed. Agreement is tested with all that may
be assumed of classes A and B; the set that is printed is the smallest that strikes the others. An answer never comes of
dropping assumptions from a contradiction: with none of the paths left, nothing normal explains the evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from mqforensics.flow.model import Path, Strike, Taken, laws
from mqforensics.flow.possible import kinds

CERTAIN, NORMAL, USUAL, PROBABLE = "certain", "normal", "usual", "probable"
OPEN, NOTHING_NORMAL, CONTRADICTION = "open", "nothing_normal", "contradiction"
BY_CLASS = {"": CERTAIN, "A": NORMAL, "B": USUAL, "C": PROBABLE}
"""How sure an answer is, by the worst class of what it rests on."""
LEVELS = ("", "A", "AB", "ABC")
Rests = frozenset[Taken]
NOTHING_TAKEN: Rests = frozenset()
WAITING, UNCOMMITTED = "WAITING_ON_XMITQ", "UNCOMMITTED"
XMITQ = "transmission queue"
COVERS = (WAITING, "CHANNEL_NOT_RUNNING")
"""The verdicts that are true of what a law says of a queue on which messages wait."""
TWO = 2
"""So many places an open answer leaves at least."""


class Decision(NamedTuple):
    """What is decided: how surely, what the paths that are left agree in, these paths, and what that rests on."""

    degree: str
    agreed: tuple | None
    left: list[Path]
    rests: Rests
    allowed: Rests
    """All that was in force."""
    available: Rests = frozenset()
    """All that may be assumed where it is needed: another way to strike a place out may rest on it."""


def paths_left(paths: Iterable[Path], allowed: Rests) -> list[Path]:
    """The paths that nothing strikes out which rests on no more than this."""
    return [path for path in paths if not any(map(allowed.issuperset, path.rests))]


def common_end(paths: Sequence[Path], covers: Collection[str] = COVERS) -> tuple | None:
    """The code, queue manager and object that all the paths agree in; a name in which they differ is null.

    `covers`: what is said of all the paths to one queue where messages wait on it and the law of each has one of these.
    """
    if not paths:
        return None
    each = {(path.code, path.place.queue_manager, path.place.object, path.place.kind) for path in paths}
    at = {one[1:3] for one in each}
    waits = any(one[0] == WAITING for one in each) and len(at) == 1
    if waits and all(path.code == WAITING or laws()[path.cause].covered_by in covers for path in paths):
        each = {(WAITING, *at.pop(), XMITQ)}
    code, manager, name, kind = (one[0] if len(set(one)) == 1 else None for one in zip(*each, strict=True))
    is_one = len(each) == 1  # an answer to the message need not name the queue
    known = code and code != "UNKNOWN" and (manager or name or is_one or kinds()[code].anywhere)
    return (code, manager, name, kind) if known else None


def one_to_each_end(paths: Iterable[Path]) -> list[Path]:
    """Of the paths that end in one place by one law the first one."""
    found: dict[tuple, Path] = {}
    for path in paths:
        found.setdefault(path.end, path)
    return list(found.values())


def decision_on(paths: Sequence[Path], available: Rests, class_of: Callable[[Taken], str],
            covers: Collection[str] = COVERS, is_rest_wanted: bool = True) -> Decision:  # fmt: skip
    """The decision on these paths, with all that may be assumed; `covers` as in `common_end`.

    `is_rest_wanted`: whether what it rests on is wanted, which takes most of the time.
    """
    each = {level: frozenset(one for one in available if class_of(one) in level) for level in LEVELS}
    left: dict[str, list[Path]] = {}
    for level, allowed in each.items():  # what is struck out stays so with more that is assumed
        paths_before = left[level[:-1]] if level else paths
        left[level] = paths_left(paths_before, allowed)
    if not left[""]:
        return Decision(CONTRADICTION, None, [], frozenset(), frozenset())
    if not left["AB"]:
        return Decision(NOTHING_NORMAL, None, [], frozenset(), each["AB"])
    # What is assumed of an incident that still lasts is withdrawn where the rest refutes it; a clock's zone is not.
    if not left["ABC"]:
        each["ABC"] = each["AB"] | frozenset(one for one in available if not _is_that_it_lasts(one))
        left["ABC"] = paths_left(left["AB"], each["ABC"])
    if not left["ABC"]:
        return Decision(NOTHING_NORMAL, None, [], frozenset(), each["ABC"])
    for level, now in left.items():
        said = common_end(now, covers)
        if said and any(path.signs for path in now):
            needs = _needs(paths, now, said, each[level], class_of, covers) if is_rest_wanted else NOTHING_TAKEN
            worst = max((class_of(one) for one in needs), default="")
            return Decision(BY_CLASS[worst], said, now, needs, each[level], each["ABC"])
        if said:
            return _open_decision(each, left, "A")
    return _open_decision(each, left, "AB")


def _is_that_it_lasts(one: Taken) -> bool:
    """Whether it is assumed of an incident that still lasts; of a put at another time it is not."""
    return one.key == "STANDS" or (one.key == "WHEN" and one.value is None)


def _needs(paths: Sequence[Path], now: Sequence[Path], said: tuple, allowed: Rests, class_of: Callable[[Taken], str],
           covers: Collection[str]) -> Rests:  # fmt: skip
    """What it rests on that all paths agree in what those that are left agree in.

    A path to the same place need not be struck out, but for a unit of work of which nothing else is left.
    """
    also, kept, some = {UNCOMMITTED} - {path.code for path in now}, set(map(id, now)), one_to_each_end(now)
    others = [path for path in paths if id(path) not in kept]
    against = {path.end for path in one_to_each_end(others)
               if path.code in also or common_end([*some, path], covers) != said}  # fmt: skip
    return least([path for path in others if path.end in against], allowed, class_of)


def _open_decision(each: Mapping[str, Rests], left: Mapping[str, list[Path]], level: str) -> Decision:
    """That it is open, with the places that are left; where one is left, and that is not known, less is assumed."""
    while level and len({(path.code, path.code != "UNKNOWN" and path.place) for path in left[level]}) < TWO:
        level = level[:-1]
    return Decision(OPEN, None, left[level], frozenset(), each[level])


def weight(rests: Iterable[Taken], class_of: Callable[[Taken], str]) -> tuple[int, int, int]:
    """How many of class C, B and A: the fewest of C are best, then of B, then of A."""
    classes = list(map(class_of, rests))
    return classes.count("C"), classes.count("B"), classes.count("A")


def ways(path: Path, allowed: Rests) -> list[Strike]:
    """The strikes of a path that rest on no more than this, the first one of those that rest on the same."""
    found: dict[Rests, Strike] = {}
    for one in path.strikes:
        if one.rests <= allowed:
            found.setdefault(one.rests, one)
    return list(found.values())


def least(others: Sequence[Path], allowed: Rests, class_of: Callable[[Taken], str]) -> Rests:
    """A smallest set that strikes all these paths: fewest of class C, then B, then A; no member can be left out.

    Of sets that weigh the same the first counts, in the order of paths and strikes: names decide nothing.
    """
    each = list(dict.fromkeys(tuple(filter(allowed.issuperset, path.rests)) for path in others))
    several = [sorted(one, key=lambda rests: weight(rests, class_of)) for one in each if len(one) > 1]
    needed = frozenset(taken for one in each if len(one) == 1 for taken in one[0])
    chosen = needed
    for one in sorted(several, key=len):
        if not any(rests <= chosen for rests in one):
            chosen |= min(one, key=lambda rests: weight(rests - chosen, class_of))
    if chosen == needed:
        return chosen
    met = [one for found in several for rests in found for one in sorted(rests, key=_by_key)]
    place = {one: number for number, one in enumerate(dict.fromkeys(met))}
    for one in sorted(chosen - needed, key=lambda a: (-"ABC".index(class_of(a)), place[a])):
        fewer = chosen - {one}
        if all(any(rests <= fewer for rests in found) for found in several):
            chosen = fewer
    return chosen


def smallest(sets: Iterable[frozenset]) -> set[frozenset]:
    """Those of several sets that have none of the others in them."""
    found: list[frozenset] = []
    each = set(sets)
    if len(each) == 1:
        return each
    for one in sorted(each, key=len):
        if not any(map(one.issuperset, found)):
            found.append(one)
    return set(found)


def opening(each: Iterable[Iterable[Rests]], among: Rests) -> set[Rests]:
    """The smallest sets of these assumptions without which a place opens.

    `each`: of each path to the place what its strikes rest on. A place opens with one of its paths, a path when it has
    no strike left.
    """
    found = set()
    for strikes in dict.fromkeys(frozenset(rests & among for rests in one) for one in each):
        hit: set[Rests] = {frozenset()}
        for rests in smallest(strikes):
            hit = smallest(some | {one} for some in hit for one in (some & rests or rests))
        found |= hit
    return smallest(found)


def _by_key(one: Taken) -> tuple[str, ...]:
    """Keys and attributes before names."""
    return one.key, str(one.attribute), str(one.value), str(one)
