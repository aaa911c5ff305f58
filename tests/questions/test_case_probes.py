"""Questions about small cases whose truth was written from the documentation first: a line each of `case_probes.jsonl`."""

import json
from datetime import datetime
from functools import cache
from pathlib import Path

import pytest

from mqforensics import biography, changes, coverage, open_case, timeline
from mqforensics.questions.browse import Queue
from tests.simulated.ask import ask, forget

HERE = Path(__file__).parent
CASES = HERE / "probe_cases"
PROBES = [json.loads(line) for line in (HERE / "case_probes.jsonl").read_text(encoding="utf-8").splitlines()]
IN_MEMORY = ("walk", "browse")


@cache
def opened(spark, case):
    return open_case(spark, CASES / case)


@cache
def rows(question, spark, *given):
    """The rows of a question, asked once of each case."""
    return {
        "changes": lambda before, after, everything: changes(opened(spark, before), opened(spark, after), everything),
        "timeline": lambda case: timeline(opened(spark, case)), "coverage": lambda case: coverage(opened(spark, case)),
    }[question](*given).collect()  # fmt: skip


def asked_walk(given, _):
    files = {one.name: one.read_text() for one in (CASES / given["case"]).iterdir()}
    [(name, text)] = files.items()
    for anchor, before, after in given["change"]:
        at = text.index(before, text.index(anchor))
        text = text[:at] + after + text[at + len(before) :]
    forget()
    [said] = ask({name: text.encode(), "case.json": json.dumps({"walk": [given["ask"]]}).encode()})
    return {"code": said.code, "object": said.object, "statement": said.statement}


def asked_browse(given, _):
    queue = Queue(**given["queue"])
    cursor, replies, there = queue.open(), [], {}
    for step, *of in given["steps"]:
        if step.startswith("put"):
            there[of[0]] = queue.put(*of, committed=step == "put")
        elif step in ("commit", "back"):
            getattr(queue, step)(there[of[0]])
        elif step == "alter":
            queue.alter(of[0])
        else:
            told = {
                "first": cursor.browse_first, "next": cursor.browse_next, "get": queue.get,
                "get syncpoint": lambda: queue.get(syncpoint=True), "get id": lambda of=of: queue.get(of[0]),
            }[step]()  # fmt: skip
            replies.append(told.message.msg_id if told.message else told.reason)
    return {"replies": replies}


def asked_changes(given, spark):
    found = [row.asDict() for row in rows("changes", spark, given["before"], given["after"], given["everything"])]
    mine = [row for row in found if given["row"].items() <= row.items()]
    return {**(mine[0] if mine else {}), "rows": len(mine)}


def asked_timeline(given, spark):
    found = rows("timeline", spark, given["case"])

    def those(wanted):
        return [
            row for row in found
            if wanted.get("what", "") in row.what and row.kind == wanted.get("kind", row.kind)
            and (wanted.get("number") in (None, *(at.number for at in row.evidence)))
        ]  # fmt: skip

    if order := given["row"].get("order"):
        places = [found.index(those(one)[0]) for one in order]
        return {"ordered": places == sorted(places)}
    mine = [row for row in those(given["row"]) if row.time]
    return {**(mine[0].asDict() if mine else {}), "rows": len(mine)}


def asked_biography(given, spark):
    try:
        found = biography(opened(spark, given["case"]), given["msg_id"]).collect()
    except ValueError as error:
        return {"raises": type(error).__name__}
    numbers = [at.number for row in found for at in row.evidence]
    mine = [row for row in found if given.get("row") in {at.number for at in row.evidence}]
    return {"numbers": sorted(set(numbers)), "stretch": mine[0].stretch if mine else None}


def asked_coverage(given, spark):
    wanted = {name: given["row"][name] for name in ("queue_manager", "question")}
    found = [row.asDict() for row in rows("coverage", spark, given["case"])]
    return next((row for row in found if wanted.items() <= row.items()), {})


ASK = {
    "walk": asked_walk, "browse": asked_browse, "changes": asked_changes, "timeline": asked_timeline,
    "biography": asked_biography, "coverage": asked_coverage,
}  # fmt: skip


def fits(told, expected, question):
    if isinstance(told, datetime):
        return told == datetime.fromisoformat(expected)
    if isinstance(expected, list):
        if question == "walk":
            return told in expected
        return set(expected) <= set(told) if question == "coverage" else told == expected
    return told == expected


def check(probe, spark=None):
    told = ASK[probe["question"]](probe["given"], spark)
    for name, expected in probe["expected"].items():
        assert fits(told.get(name), expected, probe["question"]), (name, expected, told, probe["source"])


def of(questions):
    mine = [(n, one) for n, one in enumerate(PROBES) if (one["question"] in IN_MEMORY) is questions]
    return pytest.mark.parametrize("probe", [one for _, one in mine], ids=[f"{one['question']} {n}" for n, one in mine])


@of(True)
def test_a_probe_that_needs_no_spark_is_answered_as_the_documentation_has_it(probe):
    check(probe)


@of(False)
def test_a_probe_of_a_case_is_answered_as_the_documentation_has_it(probe, spark):
    check(probe, spark)


def test_there_are_sixty_and_more_each_with_its_source():
    assert len(PROBES) >= 60 and {one["question"] for one in PROBES} == set(ASK)
    assert all(one["source"] and one["expected"] for one in PROBES)
