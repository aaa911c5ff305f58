"""Take evidence away, damage it, swap the names of captures: the verdict stays right or becomes unknown, never another."""

import json
from functools import cache

import pytest

from mqforensics import formats
from tests.questions import walk_evidence
from tests.questions.walk_cases import CASES, Made
from tests.questions.walk_evidence import gather
from tests.questions.walked import TRUTH, files_of, walked
from tests.simulated.ask import Said, weighed
from tests.simulated.mutate import broken
from tests.simulated.truth import agrees


def told(walks):
    """What each walk says: code, queue manager, object; nothing where it is unknown."""
    return [None if one.verdict.code == "UNKNOWN" else (one.verdict.code, *one.verdict.at) for one in walks]


def changes(files):
    """(what was done, the files after it): each line taken out, each line damaged, each file taken away, each swap."""
    evidence = [name for name in files if name not in walk_evidence.NO_EVIDENCE]
    for name in evidence:
        lines = files[name].splitlines(keepends=True)
        for place, line in enumerate(lines):
            rest = lines[:place] + lines[place + 1 :]
            yield f"{name} line {place + 1} out: {line!r}", {**files, name: b"".join(rest)}
            if len(line) > 8:
                cut = [*lines[:place], line[: len(line) // 2] + b"\n", *lines[place + 1 :]]
                yield f"{name} line {place + 1} cut: {line!r}", {**files, name: b"".join(cut)}
        yield f"without {name}", {other: data for other, data in files.items() if other != name}
        for other in evidence:
            if name < other:
                yield f"{name} and {other} swapped", {**files, name: files[other], other: files[name]}


def said(walk):
    """What a walk says, with what it assumes."""
    return Said(walk.verdict.code, *walk.verdict.at, walk.statement, (), (), *weighed(walk.finding))


def violations(files):
    """The changes of evidence after which the walk says something else, and does not assume what was taken away."""
    right = [said(one) for one in gather(files)]
    for change, rest in changes(files):
        for before, walk in zip(right, gather(rest), strict=True):
            after = said(walk)
            if not agrees(after[:3], {before[:3]}) and (law := broken(before, after)):
                yield change, law, before[:3], after[:3]


@pytest.mark.parametrize("name", CASES)
def test_any_one_line_of_a_made_case_may_be_lost(name):
    made, wrong = CASES[name], []
    before = said(walked(made))
    for place, text in enumerate(made.sessions):
        lines = text.splitlines(keepends=True)
        for number, line in enumerate(lines):
            sessions = [*made.sessions]
            sessions[place] = "".join(lines[:number] + lines[number + 1 :])
            after = said(walked(Made("", sessions, made.request, made.messages, made.calls)))
            wrong += [(line, after.code)] if after.code != made.right and broken(before, after) else []
    assert not wrong


@pytest.mark.parametrize("name", TRUTH)
def test_no_change_of_a_sample_case_makes_the_walk_say_something_else(name):
    assert list(violations(files_of(name))) == []


@pytest.mark.parametrize("name", ["walk_no_dlq", "walk_wrong_rqmname"])
def test_the_same_holds_when_all_sessions_are_in_one_file(name):
    files = files_of(name)
    sessions = [file for file in sorted(files) if formats.identify(files[file]) == "mqsc"]
    whole = {"case.json": files["case.json"], "all.txt": b"".join(files[file] for file in sessions)}
    assert told(gather(whole))[0][0] == TRUTH[name]
    assert list(violations(whole)) == []


@cache
def cases(samples):
    root = samples.parent / "cases"
    return sorted(path for path in root.iterdir() if path.is_dir()) if root.is_dir() else []


@pytest.mark.slow
def test_no_change_of_an_incident_makes_the_walk_say_something_else(samples):
    wrong = []
    for path in cases(samples):
        files = {one.name: one.read_bytes() for one in path.iterdir() if one.name != "TRUTH.md"}
        if json.loads(files["case.json"]).get("walk"):
            wrong += [(path.name, *one) for one in violations(files)]
    assert wrong == []
