"""Incidents of ordinary production, each with what is true of it: no wrong verdict, no sentence that misleads, no idle command."""

import json

import pytest

from tests.questions import production, production_rules
from tests.questions.test_walk_commands import check
from tests.questions.walk_evidence import gather

INCIDENTS = {
    f"{family}: {name}": one
    for module in (production, production_rules)
    for family, table in vars(module).items() if isinstance(table, dict) and family.isupper()
    for name, one in table.items() if isinstance(one, production.Incident)
}  # fmt: skip


def walk_of(one):
    files = {name: text.encode() for name, text in one.files.items()}
    asked = {"queue": "R", "queue_manager": production.A, **one.asked}
    return gather({**files, "case.json": json.dumps({"walk": [asked]}).encode()})[0]


@pytest.mark.parametrize("name", INCIDENTS)
def test_what_is_said_of_an_incident_is_true(name):
    one = INCIDENTS[name]
    walk = walk_of(one)
    verdict = walk.verdict
    assert verdict.code in {*one.right.split(), "UNKNOWN"}, (verdict.at, verdict.statement)
    if verdict.code != "UNKNOWN" and one.at:
        assert verdict.at == one.at, verdict.statement
    for words in one.never:
        assert words not in verdict.statement
    for words in one.said:
        assert words in verdict.statement, verdict.statement


@pytest.mark.parametrize("name", INCIDENTS)
def test_what_is_suggested_for_an_incident_can_be_run_and_looks_first(name):
    walk = walk_of(INCIDENTS[name])
    next_ = walk.finding.row[-1]
    assert walk.verdict.code != "UNKNOWN" or next_
    for command in next_:
        check(command)
    effects = [one.effect for one in next_]
    assert effects == sorted(effects, reverse=True) and (walk.verdict.code != "UNKNOWN" or "changes" not in effects)


def known_to(estate):
    """The queue managers that evidence names: that it is of, that a definition or a status leads to, that a cluster has."""
    told = {
        row.attributes.get(key)
        for one in estate.managers
        for row in estate.of(one, ("QREMOTE", "CHSTATUS", "QCLUSTER"))
        for key in ("RQMNAME", "CLUSQMGR")
    }
    return {*estate.managers, *told, *(row.name for one in estate.managers for row in estate.of(one, ("CLUSQMGR",)))}


@pytest.mark.parametrize("name", INCIDENTS)
def test_what_is_suggested_is_asked_of_a_queue_manager_that_can_answer(name):
    walk = walk_of(INCIDENTS[name])
    estate = walk.trail.estate
    for command in walk.finding.row[-1]:
        on = (command.on or "").partition(" (")[0]
        assert on in known_to(estate), command
        words = command.command.split()
        assert estate.platform(on) != "ibmi" or ("runmqsc" not in words and words[0] != "amqsbcg"), command
        if words[0] == "amqsbcg":
            kinds = {row.type for row in estate.of(on, ("QLOCAL", "QREMOTE", "QALIAS", "QCLUSTER"), words[1])}
            assert "QLOCAL" in kinds or not kinds, command
            assert not estate.zos(on), command
        asked = command.command.partition("DISPLAY CHANNEL('")[2].partition("'")[0]
        made = [row for row in estate.of(on, ("CLUSQMGR",)) if row.attributes.get("CHANNEL") == asked]
        assert not asked or not made or estate.of(on, ("CHANNEL",), asked), command
        assert not any(verb in command.command for verb in ("PING", "RESET", "RESOLVE", "CLEAR", "FORCE", "REFRESH")), (
            command
        )
