"""Take any one line of evidence away: the verdict stays right or becomes unknown, it is never wrong."""

from functools import cache

import pytest

from mqforensics import formats
from tests.questions import walk_evidence
from tests.questions.walk_cases import CASES, Made
from tests.questions.walk_evidence import gather
from tests.questions.walked import TRUTH, files_of, walked


def without_a_line(data):
    lines = data.splitlines(keepends=True)
    for place in range(len(lines)):
        yield lines[place], type(data)().join(lines[:place] + lines[place + 1 :])


@pytest.mark.parametrize("name", CASES)
def test_any_one_line_of_a_made_case_may_be_lost(name):
    made, wrong = CASES[name], []
    for place, text in enumerate(made.sessions):
        for line, rest in without_a_line(text):
            sessions = [*made.sessions[:place], rest, *made.sessions[place + 1 :]]
            code = walked(Made("", sessions, made.request, made.letters, made.dumped, made.calls)).verdict.code
            wrong += [] if code in (made.right, "UNKNOWN") else [(line, code)]
    assert not wrong


@pytest.mark.parametrize("name", TRUTH)
def test_any_one_line_of_a_sample_case_may_be_lost(name, monkeypatch):
    monkeypatch.setattr(walk_evidence, "rows_of", cache(walk_evidence.rows_of))
    files, wrong = files_of(name), []
    for file, data in files.items():
        for line, rest in without_a_line(data):
            codes = {one.verdict.code for one in gather({**files, file: rest})}
            wrong += [] if codes <= {TRUTH[name], "UNKNOWN"} else [(file, line, codes)]
    assert not wrong


@pytest.mark.parametrize("name", ["walk_no_dlq", "walk_wrong_rqmname"])
def test_the_same_holds_when_all_sessions_are_in_one_file(name, monkeypatch):
    monkeypatch.setattr(walk_evidence, "rows_of", cache(walk_evidence.rows_of))
    files = files_of(name)
    sessions = [file for file in sorted(files) if formats.identify(files[file]) == "mqsc"]
    whole = b"".join(files[file] for file in sessions)
    rest = {"case.json": files["case.json"]}
    assert gather({**rest, "all.txt": whole})[0].verdict.code == TRUTH[name]
    for line, left in without_a_line(whole):
        assert gather({**rest, "all.txt": left})[0].verdict.code in (TRUTH[name], "UNKNOWN"), line
