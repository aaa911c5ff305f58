"""What holds for the answers of every case: sample cases, and those of others where they are present."""

import re

import pandas as pd
import pytest

from mqforensics import open_case
from mqforensics.objects.dead_letters import NO_HEADER
from mqforensics.questions import answers
from mqforensics.questions.changes import CONTRADICTS
from mqforensics.views import dead_letters as draw
from mqforensics.views import handler, letters, refused, style, timeline
from tests.conftest import SHARED
from tests.writers.cases import SAMPLES

OTHERS = SHARED / "cases"
CASES = [
    *sorted(path for path in SAMPLES.iterdir() if path.is_dir()),
    *(pytest.param(path, marks=pytest.mark.slow) for path in sorted(OTHERS.glob("*/")) if OTHERS.is_dir()),
]
LETTERS = ("DEAD_LETTER", "NO_DEAD_LETTER_HEADER")
HEADING = re.compile(r"MQGET of message number|\{$|AMQ8\d{3}\w: .*details")


@pytest.fixture(scope="module", params=CASES, ids=lambda path: path.name)
def asked(request, spark):
    """The answers of a case to every question."""
    with open_case(spark, request.param) as case:
        yield case, answers(case)


def cited(made):
    """Every entry of evidence, of a finding or of a place of a message."""
    for answer in made.values():
        for one in answer.findings:
            places = [at for place in one.possible for at in place.evidence]
            yield from ((one.code, at) for at in (*one.evidence, *places))


def test_every_entry_of_evidence_has_what_it_shows_in_its_text(asked):
    failed = [
        (code, at) for code, at in cited(asked[1])
        if not at.shows or at.shows not in (at.text or "") or HEADING.match(at.text)
    ]  # fmt: skip
    assert failed == []


def test_every_dead_letter_is_quoted_with_its_reason_and_destination(asked):
    letters = [
        at
        for answer in asked[1].values()
        for one in answer.findings
        if one.code == "DEAD_LETTER"
        for at in one.evidence
        if at.number
    ]
    assert all(re.match(r"Reason\(\d+\) DestQName\(", at.text) for at in letters)


# Numbers: each by its key, in every place that says it.


def number(pattern, text):
    """The number that a text has in this place, None where it does not say it."""
    found = re.search(pattern, text or "")
    return int(found[1].replace(",", "")) if found else None


def total(table, column):
    return sum(row[column] for row in table.select(column).collect())


def of_dead_letters(case, answer):
    by_reason, findings = answer.figures["by_reason"], [one for one in answer.findings if one.code in LETTERS]
    if not by_reason:
        return
    desk = letters.counts(letters.letters_of(case))
    [bars, *_] = draw.drawn(answer) or [draw.reasons_figure(pd.DataFrame(by_reason))]
    of = {row["reason_name"]: row["messages"] for row in by_reason}
    tables = [answer.tables[name] for name in ("Messages by reason", "By reason, destination and application")]
    again = number(r"came back (\d+) time", answer.headline) or 0
    bare = number(r"and (\d+) ha(?:s|ve) no valid MQDLH", answer.headline)
    in_all = number(r"In all, (\d+) message", answer.headline)
    first = number(r"^(\d+) message", answer.headline)
    yield "messages", {
        "headline": again + (first if in_all is None else in_all + (bare or 0)), "figure": sum(of.values()),
        "picture": sum(map(int, re.findall(r": (\d+)[;.]", style.words(bars).partition(". ")[2]))),
        **{f"table {nth}": total(table, "messages") for nth, table in enumerate(tables)},
        "ages": total(answer.tables["Age"], "messages") + again,
        "findings": sum(number(r"^(\d+) message", one.statement) for one in findings) + sum(
            number(r"(\d+) more with this reason", one.statement) or 0 for one in answer.findings),
        "desk": sum(row["messages"] for row in desk.reasons) + again,
    }  # fmt: skip
    yield "reasons", {
        "headline": number(r"dead-lettered for (\d+) reasons?\b", answer.headline), "figure": len(of) - (bare is not None),
        "findings": len({one.reason for one in findings} - {None}),
    }  # fmt: skip
    yield "without MQDLH", {"headline": bare, "figure": of.get(NO_HEADER) if len(of) > 1 else None}
    named = {name: count for name, count in of.items() if name != NO_HEADER} or of
    yield "commonest", {"headline": first if in_all else None, "figure": max(named.values())}


def of_refused(case, answer):
    gates, table = answer.figures["gates"], next(iter(answer.tables.values()), None)
    if table is None:
        return
    yield "refusals", {
        "headline": number(r"In all, (\d+) refusals", answer.headline), "figure": sum(one["count"] for one in gates),
        "table": total(table, "count"), "picture": sum(map(int, re.findall(r": (\d+)", refused.words(gates)))),
    }  # fmt: skip
    yield "kinds", {"headline": number(r" in (\d+) kinds", answer.headline),
                    "table": table.count()}  # fmt: skip


def of_handler(case, answer):
    for file, flow in answer.figures.get("flow", {}).items():
        if not flow:
            continue
        picture = handler.headline(pd.DataFrame(flow), answer.figures["queue"].get(file, ()))
        said = answer.headline[answer.headline.index(f"With {file}") :] if f"With {file}" in answer.headline else ""
        table = next(one for name, one in answer.tables.items() if file in name)
        yield f"{file}: messages", {
            "headline": number(r"\d+ of (\d+) messages? would", said), "figure": sum(row["count"] for row in flow),
            "table": total(table, "count"), "picture": number(r"\d+ of (\d+) messages", picture),
        }  # fmt: skip
        for key, pattern in (("leave", r"(\d+) of \d+ messages? would"), ("stay", r"(\d+) would stay")):
            yield f"{file}: {key}", {"headline": number(pattern, said), "picture": number(pattern, picture)}


def of_delivery(case, answer):
    lost = [one for one in answer.findings if one.code == "CAN_LOSE_MESSAGES"]
    yield "channels that can lose", {
        "headline": number(r"(\d+) of \d+ channels? can lose", answer.headline), "findings": len(lost),
    }  # fmt: skip
    for table in answer.tables.values():
        yield "ends that can lose", {"figure": answer.figures["codes"]["CAN_LOSE_MESSAGES"],
                                     "table": table.where("code = 'CAN_LOSE_MESSAGES'").count()}  # fmt: skip


def of_changes(case, answer):
    changed = [row for row in answer.figures["changes"] if row["kind"] != CONTRADICTS]
    yield "changes", {"headline": number(r"^(\d+) things? changed", answer.headline), "figure": len(changed)}


def of_timeline(case, answer):
    lanes = answer.figures["lanes"]
    pictures = timeline.drawn(answer)
    drawn = pictures[0].axes[0].get_title(loc="left") if pictures else ""
    yield "happenings", {"picture": number(r"^(\d+) \w+ from", drawn), "figure": sum(row["count"] for row in lanes)}


NUMBERS = {
    "dead_letters": of_dead_letters, "refused": of_refused, "handler": of_handler, "delivery": of_delivery,
    "changes": of_changes, "timeline": of_timeline,
}  # fmt: skip


def test_every_number_is_the_same_wherever_it_is_said(asked):
    case, made = asked
    differ = {}
    for name, numbers in NUMBERS.items():
        for key, told in numbers(case, made[name]) if name in made and not made[name].error else ():
            said = {value for value in told.values() if value is not None}
            if len(said) > 1:
                differ[f"{name}: {key}"] = told
    assert differ == {}
