import re
from types import SimpleNamespace

import pandas as pd
import pytest

from mqforensics import open_case
from mqforensics.objects.commands import CHANGES, Command
from mqforensics.questions.answer import Answer
from mqforensics.questions.finding import Evidence, Finding
from mqforensics.views import page, webpage
from mqforensics.views.table import cell, table

LOOK = Command("echo \"DISPLAY QLOCAL('Q') CURDEPTH\" | runmqsc QM1", "QM1")
CHANGE = Command("echo \"ALTER QLOCAL('Q') PUT(ENABLED)\" | runmqsc QM1", "QM1", CHANGES)
HOSTILE = "<img src=x onerror=alert(1)> & </p><script>alert(2)</script>"


def finding(question, severity, statement="It is so.", **more):
    return Finding(question, "CODE", severity, statement, [Evidence("a.txt", 3, None, "CURDEPTH(5)")], **more)


def made(*answers):
    """A page of answers that stand for a case without files."""
    it = page.Page.__new__(page.Page)
    it.case = SimpleNamespace(name="case", formats={"t.json": "activity", "a.txt": "mqsc"}, files=[], made={})
    it.answers, it.anchors = {one.question: one for one in answers}, {}
    it.found = sorted((f for one in answers for f in one.findings), key=lambda f: page.questions.RANK[f.severity])
    return it


def test_the_gravest_finding_answers_with_the_command_that_looks():
    told = made(
        Answer("browse", "Two were late.", (finding("browse", "info"),)),
        Answer("walk", "It lies on QM2.", (finding("walk", "critical", next=[CHANGE, LOOK]),)),
    ).answer().data  # fmt: skip
    places = [
        told.index(one)
        for one in ("It lies on QM2.", "Check (read-only), on QM1", "DISPLAY QLOCAL", "Then, if", "ALTER", "Two were")
    ]
    assert places == sorted(places)


def test_where_no_finding_has_a_command_the_page_says_how_to_collect_more():
    told = made(Answer("walk", "", (finding("walk", "info"),)), Answer("browse", "", ())).answer().data
    assert "mqforensics collect . -o ../collect" in told
    other = finding("browse", "info", next=[LOOK])
    told = made(Answer("walk", "", (finding("walk", "critical"),)), Answer("browse", "", (other,))).answer().data
    assert "DISPLAY QLOCAL" in told and "mqforensics collect" not in told


def test_a_page_of_one_question_speaks_of_that_one_alone():
    told = made(Answer("timeline", "", ())).answer().data
    assert page.NOTHING_HERE in told and page.NOTHING not in told


def test_a_change_stands_after_what_looks_and_is_called_one():
    told = made(Answer("walk", "", (finding("walk", "critical", next=[CHANGE, LOOK]),))).findings().data
    assert told.index("DISPLAY") < told.index("Fix (changes something), on QM1:") < told.index("ALTER")


def test_what_follows_stands_after_its_root_and_is_not_counted_again():
    root = finding("timeline", "critical", "Somebody stopped A.B.")
    effect = finding("walk", "critical", "It waits.", follows=root.id)
    other = finding("walk", "warning", "Another.")
    it = made(Answer("walk", "", (effect, other)), Answer("timeline", "", (root,)))
    told = it.findings().data
    assert (
        told.index("Another.") < told.index("Somebody stopped A.B.") < told.index("It waits.")
        and told.count("It waits.") == 1
    )
    assert page._counts(it.found) == "1 critical, 1 warning"
    alone = made(Answer("walk", "", (effect,)))
    assert "It waits." in alone.findings().data and page._counts(alone.found) == "1 critical"


def test_every_citation_leads_to_its_quoted_line():
    it = made(Answer("walk", "", (finding("walk", "critical"), finding("walk", "warning"))))
    links = set(re.findall(r'href="#(quote-[^"]+)"', it.findings().data))
    assert links == {"quote-1"} and 'id="quote-1"' in it.quotes().data
    assert "CURDEPTH(5)" in it.findings().data


def test_a_page_without_answers_gives_no_all_clear():
    assert page.UNSEEN in made().answer().data
    assert made().findings() is None and made().quotes() is None


@pytest.mark.parametrize("shown", [
    lambda: made(Answer("walk", HOSTILE, (finding("walk", "critical", HOSTILE, object=HOSTILE, queue_manager=HOSTILE),))).answer(),
    lambda: made(Answer("walk", HOSTILE, (finding("walk", "critical", HOSTILE, object=HOSTILE),))).findings(),
    lambda: page.parameters(case=HOSTILE),
])  # fmt: skip
def test_a_strangers_text_is_no_markup(shown):
    assert "<img" not in shown().data and "<script" not in shown().data and "&lt;img" in shown().data


def test_the_page_takes_no_markup_that_the_kit_does_not_use():
    kept = webpage.clean(f'{page.parameters(a=1).data}<a href="javascript:x">l</a><img src="http://x/y" onerror="z">'
                         '<a href="#quote-1">here</a><script>alert(1)</script><style>p{}</style>')  # fmt: skip
    assert "<script" not in kept and "onerror" not in kept and "http" not in kept and "javascript" not in kept
    assert '<a href="#quote-1">here</a>' in kept and "<style" not in kept and 'data-label="parameter"' in kept


@pytest.mark.parametrize(("evidence", "said"), [
    ([], ""),
    ([{"file": "a", "line": 3, "number": None}, {"file": "a", "line": 5, "number": None}], "a line 3, 5"),
    ([{"file": "a", "line": None, "number": 1}, {"file": "b", "line": 2, "number": None}], "a message 1; b line 2"),
    ([{"file": "t", "line": None, "number": 7}], "t call 7"),
    ([{"file": "a", "line": None, "number": None}], "a"),
])  # fmt: skip
def test_places_in_words(evidence, said):
    assert page.places(evidence, {"t"}) == said


def test_places_in_a_table_are_words():
    place = {"file": "a.txt", "line": None, "number": 3, "text": None}
    assert cell([place, {**place, "line": 7, "number": None}]) == "a.txt record 3; a.txt line 7"
    assert cell([{**place, "other": 1}]).startswith("{") and cell([]) == ""


SHOWN = """{stamp}
Starting MQSC for queue manager QM1.

     1 : DISPLAY QMGR DEADQ
AMQ8408I: Display Queue Manager details.
   QMNAME(QM1)                             DEADQ( )
One MQSC command read.
No commands have a syntax error.
All valid MQSC commands were processed.
"""


@pytest.mark.parametrize(("stamps", "said"), [
    (("2026-03-02T14:40:00Z", "2026-03-02T17:41:00+02:00"), "Evidence from 2026-03-02 14:40:00 to 2026-03-02 15:41:00 UTC"),
    (("2026-03-02T14:40:00Z", "2026-03-02T14:40:00Z"), "Evidence from 2026-03-02 14:40:00 UTC"),
    (("2026-03-02T14:40:00",), None),
])  # fmt: skip
def test_the_times_of_displays_are_of_those_that_the_evidence_spans(spark, tmp_path, stamps, said):
    for nth, stamp in enumerate(stamps):
        (tmp_path / f"{nth}.txt").write_text(SHOWN.format(stamp=stamp))
    with open_case(spark, tmp_path) as case:
        head = page.Page(case, answers={}).head().data
    assert "Queue managers: QM1" in head and (said in head if said else "Evidence from" not in head)


def test_what_evidence_cites_is_not_said_again_in_columns_of_its_own():
    row = {
        "step": 1,
        "file": "a.txt",
        "line": 3,
        "number": None,
        "evidence": [{"file": "a.txt", "line": 3, "number": None}],
    }
    shown = table(pd.DataFrame([row])).data
    assert re.findall(r'<th scope="col">(\w+)', shown) == ["step", "evidence"] and shown.count("a.txt line 3") == 1
    assert re.findall(r'<th scope="col">(\w+)', table(pd.DataFrame([row]), ["file", "step"]).data) == ["file", "step"]


@pytest.mark.parametrize("asked", [True, False])
def test_the_answer_says_whom_it_concerns(asked):
    it = made(
        Answer("walk", "It waits.", (finding("walk", "critical"),), asked=asked),
        Answer("dead_letters", "", (finding("dead_letters", "info"),), impact="Affected: 2 messages."),
    )
    assert ('<p class="impact">Affected: 2 messages.</p>' in it.answer().data) == asked, "else these are other messages"
    assert "impact" not in made(Answer("walk", "It waits.", (finding("walk", "critical"),))).answer().data


def test_quoted_places_are_folded_and_lead_back_to_their_finding():
    one = finding("walk", "critical")
    it = made(Answer("walk", "", (one,)))
    it.findings()
    told = it.quotes().data
    assert told.index("<details") < told.index('id="quote-1"') and f'href="#finding-{one.id}"' in told


def test_places_that_show_the_same_are_quoted_once():
    places = [Evidence("a.txt", None, number, "Reason(2053)", "Reason") for number in (1, 2, 3)]
    one = Finding("walk", "CODE", "info", "So.", [*places, Evidence("a.txt", 9, None, "PUT(DISABLED)", "PUT")])
    told = made(Answer("walk", "", (one,))).findings().data
    assert told.count("Reason(2053)") == 1 and "a.txt message 1, 2, 3" in told and "a.txt line 9" in told


def test_a_label_stands_once_over_commands_of_one_kind_for_one_queue_manager():
    other = Command('echo "DISPLAY QMGR DEADQ" | runmqsc QM1', "QM1")
    told = made(Answer("walk", "", (finding("walk", "critical", next=[LOOK, other, CHANGE]),))).findings().data
    assert told.count("Check (read-only), on QM1:") == 1 and told.count("Fix (changes something), on QM1:") == 1


def test_a_single_row_of_many_columns_is_a_list():
    row = {f"c{at}": at for at in range(9)} | {"blank": None}
    told = table(pd.DataFrame([row])).data
    assert re.findall(r'<th scope="col">(\w+)', told) == ["column", "value"] and ">c8<" in told and "blank" not in told
