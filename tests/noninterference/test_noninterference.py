"""Names and free texts are no evidence: a few changes here, two thousand in the slow part, more by the command."""

import re

import pytest

from tests.noninterference import free_text
from tests.noninterference.renaming import Renaming, names_of
from tests.noninterference.run import EACH, Broken, folders, tried
from tests.simulated.ask import Said, ask, forget, rows_of, tables_of
from tests.simulated.incidents import incident
from tests.simulated.mutate import broken, deferred
from tests.simulated.wide import WIDE

NAMES = {
    "QM.APP1",
    "P1QM.TO.P3QM",
    "PAY.REQ",
    "SYSTEM.DEAD.LETTER.QUEUE",
    "AMQ.62A1",
    "QUEUE",
    "PAY",
    "LONG.NAMED.QM.42",
}
SEEDS, MANY = range(500, 505), range(20_000, 20_085)


@pytest.fixture
def new():
    return Renaming(NAMES, 3)


def test_lengths_order_case_and_names_inside_names_stay(new):
    own = sorted(NAMES - {"SYSTEM.DEAD.LETTER.QUEUE", "AMQ.62A1", "QUEUE"})
    told = [new.name(name) for name in own]
    assert told != own and [len(name) for name in told] == [len(name) for name in own]
    assert told == sorted(told) and len(set(told)) == len(told)
    assert [re.sub("[A-Z]", "A", re.sub("[0-9]", "9", name)) for name in told] == [
        re.sub("[A-Z]", "A", re.sub("[0-9]", "9", name)) for name in own
    ]
    assert new.name("PAY.REQ").startswith(new.name("PAY")) and new.name("pay.req") == new.name("PAY.REQ").lower()
    assert {new.name(name) for name in ("SYSTEM.DEAD.LETTER.QUEUE", "AMQ.62A1", "QUEUE", "OTHER")} == {
        "SYSTEM.DEAD.LETTER.QUEUE", "AMQ.62A1", "QUEUE", "OTHER"}  # fmt: skip
    assert new.name("SYSTEM.CLUSTER.TRANSMIT.P1QM.TO.P3QM") == "SYSTEM.CLUSTER.TRANSMIT." + new.name("P1QM.TO.P3QM")


@pytest.mark.parametrize("seed", range(6))
def test_a_case_is_itself_again_with_the_old_names(seed):
    files = incident(seed, WIDE).evidence
    (objects, *_), asked = tables_of(files)
    new = Renaming(names_of({"objects": objects}, asked), seed)
    after = new.files(files)
    assert after != files and new.names
    assert {
        new.text_back(name): new.text_back(data.decode("latin-1")).encode("latin-1") for name, data in after.items()
    } == files


def test_the_bytes_of_a_dump_have_the_new_names():
    every = ((files, name) for files in (incident(seed).files for seed in range(99)) for name in sorted(files))
    files, name = next((files, name) for files, name in every if b"MsgId : X'" in files[name])
    data = files[name]
    (objects, *_), asked = tables_of({"case.json": b"{}", **files})
    new = Renaming(names_of({"objects": objects}, asked), 1)
    before, after = (rows_of(file, text)[1] for file, text in ((name, data), *new.files({name: data}).items()))
    assert [new.name(row["queue"]) for row in before] == [row["queue"] for row in after]
    for row, other in zip(before, after, strict=True):
        ours, theirs = (bytes(one["md"]["MsgId"])[4:16].decode().strip() for one in (row, other))
        assert (
            new.name(ours) == theirs
            and row["body_text"] == other["body_text"]
            and len(row["headers"]) == len(other["headers"])
        )


def test_a_name_that_is_the_new_name_of_another_is_renamed_once():
    new = Renaming({"QMA", "QMB"}, 0)
    new.to, new.back = {"A": "B", "B": "C"}, {"B": "A", "C": "B"}
    new._new = {"QMB", "QMC"}
    made = "414D5120514D412020202020202020206A3B1C0000000003"
    assert (
        new.text(f"X'{made}' /qmgr/QMA/x QMB_rest.txt")
        == f"X'{made.replace('514D41', '514D42')}' /qmgr/QMB/x QMC_rest.txt"
    )


def test_what_stands_before_a_star_is_the_beginning_of_names(new):
    text = "DISPLAY QUEUE(PAY*) and QUEUE(SYSTEM.DEAD*) and CHANNEL(NONE*)"
    told = new.text(text)
    assert f"QUEUE({new.name('PAY')}*)" in told and "SYSTEM.DEAD*" in told and "NONE*" in told
    assert new.text_back(told) == text


def test_any_text_is_put_where_any_may_stand():
    made = incident(3)
    text = next(data for data in made.files.values() if b"DESCR(" in data).decode()
    changed = free_text.changed(text, 5)
    told = set(re.findall(r"DESCR\(([^()\n]*)\)", changed))
    assert len(told) > 3 and all(len(one) <= free_text.LONGEST for one in told)
    without = [re.sub(r"DESCR\([^()\n]*\)", "", one).split() for one in (text, changed)]
    assert sorted(without[0]) == sorted(without[1]), "nothing else is another"


@pytest.mark.parametrize("text", free_text.TEXTS)
def test_no_description_changes_a_verdict(text, monkeypatch):
    monkeypatch.setattr(
        free_text, "_text", lambda dice: free_text.UNBALANCED.sub(" ", text)[: free_text.LONGEST].strip()
    )
    for seed in (3, 17):  # one whose verdict needs every row whole, and one that is open
        files = incident(seed, WIDE).evidence
        forget()
        assert ask(free_text.files(files, seed))[0][:3] == ask(files)[0][:3]


def test_a_change_that_matters_is_found(monkeypatch):
    monkeypatch.setattr(
        free_text,
        "changed",
        lambda text, seed: text.replace("PUT(ENABLED)", "PUT(DISABLED)").replace("CURDEPTH(", "CURDEPTH(1"),
    )
    told = [tried((seed, "", "walk")) for seed in SEEDS]
    assert any(one.kind == "text" for each in told for one in each.broken)


@pytest.mark.parametrize("seed", SEEDS)
def test_names_and_texts_change_no_verdict_and_less_evidence_keeps_the_laws(seed):
    told = tried((seed, "", "walk"))
    assert told.broken == [] and told.kinds["renaming"] == EACH["renaming"] and told.kinds["removal"] >= EACH["removal"]


def test_the_end_that_dead_lettered_is_told_by_its_reason_with_and_without_displays():
    assert tried((9_100_150, "", "walk")).broken == []  # 2218: only a sending channel gives it


@pytest.mark.parametrize(
    "seed",
    [
        9_700_603,
        9_700_719,
        9_900_022,
        9_900_067,
        555_017,
        20_065,
        31_100_054,
        31_100_142,
        31_100_155,
        14_010_261,
        41_500_105,
        52_100_037,
        65_001_654,
        66_000_858,
        66_001_643,
        68_001_615,
    ],
)
def test_what_once_broke_a_law_does_so_no_more(seed):
    assert tried((seed, "", "walk")).broken == []


def test_the_same_of_the_cases_of_the_kit():
    own = [one for one in folders() if one.parent.name == "sample_dumps"][:3]
    told = [tried((number, str(folder), "walk")) for number, folder in enumerate(own)]
    assert len(own) == 3 and [one for each in told for one in each.broken] == []


@pytest.mark.slow
def test_two_thousand_changes(tmp_path):
    every, kinds, broken = folders(), 0, []
    for number, seed in enumerate(MANY):
        told = tried((seed, str(every[number // 4 % len(every)]) if number % 4 == 0 else "", "walk"))
        kinds, broken = kinds + told.kinds.total(), broken + told.broken
    assert kinds >= 2000 and broken == [], broken[:5]


def test_what_is_broken_says_which_case_and_how():
    assert (
        Broken("seed 1", "text", "x").kind == "text"
        and len(list(deferred({"a.txt": b"one\n", "case.json": b"{}"}))) >= 2
    )


def answered(*at, degree="probable", struck=()):
    return Said(*at, "", degree=degree, possible=tuple((*one, False, "", ()) for one in struck))


@pytest.mark.parametrize(
    ("before", "after", "law"),
    [
        (("CHANNEL_NOT_RUNNING", "QM.A", "A.TO.B"), ("WAITING_ON_XMITQ", "QM.A", "XMIT.B"), ""),
        (("WAITING_ON_XMITQ", "QM.A", "XMIT.B"), ("CHANNEL_NOT_RUNNING", "QM.A", "A.TO.B"), "law 3"),
        (("NO_CHANNEL", "QM.A", "XMIT.B"), ("CHANNEL_NOT_RUNNING", "QM.A", "A.TO.B"), "law 3"),
        (("PUT_REFUSED", "QM.A", "XMIT.B"), ("CHANNEL_NOT_RUNNING", "QM.A", "A.TO.B"), ""),
        (("CHANNEL_NOT_RUNNING", "QM.A", "A.TO.B"), ("PUT_REFUSED", "QM.A", "XMIT.B"), "law 3"),
        (("CHANNEL_NOT_RUNNING", "QM.A", "A.TO.B"), ("WAITING_ON_XMITQ", "QM.B", "XMIT.C"), "law 3"),
        (("DELIVERED", "QM.B", "L"), ("DELIVERED", "QM.B", None), ""),
        (("DELIVERED", "QM.B", None), ("DELIVERED", "QM.B", "L"), "law 3"),
    ],
)
def test_what_says_less_of_the_same_place_is_no_other_answer(before, after, law):
    assert broken(answered(*before), answered(*after)) == law


def test_a_weaker_answer_leaves_the_place_that_was_said_before():
    before, struck = answered("PUT_REFUSED", "QM.A", "XMIT.B"), [("PUT_REFUSED", "QM.A", "XMIT.B")]
    assert broken(before, answered("CHANNEL_NOT_RUNNING", "QM.A", "A.TO.B", struck=struck)) == "law 3"
