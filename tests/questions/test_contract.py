"""The contract of findings: what a verdict assumes, every place on the way, and what would contradict it.

Ten invariants, each over the walk's made cases, the sample cases and, where they are present, cases of others.
"""

import json
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import jsonschema
import pytest

from mqforensics import report
from mqforensics.case.given import from_arguments
from mqforensics.flow.answer import GENERAL
from mqforensics.flow.assumptions import rules
from mqforensics.flow.possible import kinds
from mqforensics.objects.estate import Estate
from mqforensics.privacy.redaction import Redaction
from mqforensics.questions.finding import DEGREES, SCHEMA, SENTENCE
from mqforensics.questions.walk.verdicts import UNKNOWN
from tests.conftest import SHARED
from tests.questions.test_walk_commands import check
from tests.questions.test_walk_production import INCIDENTS, walk_of
from tests.questions.walk_cases import CASES
from tests.questions.walk_evidence import gather, rows_of
from tests.questions.walked import SAMPLES, walked
from tests.simulated.incidents import incident
from tests.simulated.wide import WIDE

OTHERS = SHARED / "cases"
SCHEMA_FILE = Path(__file__).parents[2] / "docs" / "findings.schema.json"


def _folders():
    yield from sorted(path for path in SAMPLES.iterdir() if (path / "case.json").is_file())
    yield from sorted(path for path in OTHERS.iterdir() if path.is_dir()) if OTHERS.is_dir() else ()


@cache
def findings():
    """Every finding of a walk of the made cases and the folders, by name."""
    made = {f"made {name}": walked(one) for name, one in CASES.items()}
    made |= {name: walk_of(one) for name, one in INCIDENTS.items()}
    for folder in _folders():
        files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        for walk in gather(files):
            made[f"{folder.name}: {walk.name}"] = walk
    return {name: (walk, walk.finding) for name, walk in made.items()}


def each(test):
    """Runs a test on every finding and names those that it fails for."""

    def all_of_them():
        failed = {}
        assert len(findings()) > 200
        for name, (walk, one) in findings().items():
            try:
                test(walk, one)
            except AssertionError as problem:
                failed[name] = f"{one.code} {one.degree}: {problem}"
        assert not failed, "\n".join(f"{name}: {said}" for name, said in failed.items())

    all_of_them.__name__, all_of_them.__doc__ = test.__name__, test.__doc__
    return all_of_them


def left(one, number=None):
    """The places that are left, also without one of the assumptions if nothing else is taken in its stead."""
    return [place for place in one.possible if place.open or number in place.rests_on]


def general(code):
    return GENERAL.get(code, code)


@each
def test_a_verdict_is_what_the_places_that_are_left_join_to(walk, one):
    if one.code != UNKNOWN:
        assert {(general(place.code), place.queue_manager, place.object) for place in left(one)} == {
            (general(one.code), one.queue_manager, one.object)
        }


@each
def test_an_open_answer_leaves_two_places_or_says_why_none(walk, one):
    if one.code == UNKNOWN:
        assert len(left(one)) >= 2 or (not left(one) and one.degree == "nothing_normal")


@each
def test_what_struck_a_place_out_is_shown(walk, one):
    assert all(place.open or place.evidence or place.rests_on for place in one.possible)


@each
def test_what_the_places_rest_on_is_what_is_assumed(walk, one):
    assert {number for place in one.possible for number in place.rests_on} == set(range(len(one.assumes)))


@each
def test_only_what_assumes_nothing_is_certain(walk, one):
    assert one.degree in DEGREES
    assert one.code == UNKNOWN or (one.degree == "certain") == (not one.assumes)
    worst = max((assumed.class_ for assumed in one.assumes), default="")
    assert one.code == UNKNOWN or one.degree == {"": "certain", "A": "normal", "B": "usual", "C": "probable"}[worst]
    assert (one.degree == "probable") == one.statement.startswith("Probably")


@each
def test_without_any_of_the_assumptions_another_place_is_left(walk, one):
    for number in range(len(one.assumes)):
        assert len(left(one, number)) > len(left(one)), one.assumes[number]


@each
def test_a_place_opens_without_what_it_rests_on(walk, one):
    for place in one.possible:
        assert not (place.open and place.opens_without)
        every = [set(some) for some in place.opens_without]
        assert all(some <= set(range(len(one.assumes))) for some in every)
        assert not any(some < other for some in every for other in every)


@each
def test_a_verdict_has_a_sign_of_its_place(walk, one):
    if one.code != UNKNOWN:
        [own] = left(one)
        assert own.evidence and all(at.line or at.number for at in own.evidence)


@each
def test_the_id_is_that_of_question_request_and_place(walk, one):
    assert len(one.id) == 16 and int(one.id, 16) >= 0
    other = one._replace(statement="", severity="info", evidence=[], assumes=(), possible=(), degree=None, as_of=None)
    assert other.id == one.id and one._replace(message="another").id != one.id
    assert one._replace(object="another").id != one.id and one._replace(code="another").id != one.id


@each
def test_every_command_can_be_run(walk, one):
    commands = [made.command for made in one.assumes if made.command] + [
        at.settles for at in one.possible if at.settles
    ]
    assert all(any(word in command for word in ("DIS", "amqsbcg", "mqforensics", "date")) for command in commands)
    for made in one.row[-1]:
        check(made)


@each
def test_what_is_beyond_the_evidence_is_a_place(walk, one):
    assert [place.code for place in one.possible].count(UNKNOWN) == 1
    assert {place.code for place in one.possible} <= set(kinds()) and {made.key for made in one.assumes} <= set(rules())


@each
def test_what_would_contradict_it_is_said_where_something_is_claimed(walk, one):
    assert bool(one.against) == (one.code != UNKNOWN)
    assert "taken that" not in one.statement and "contradicted" not in one.statement


@each
def test_a_quoted_line_is_shown_with_what_decides_in_it(walk, one):
    for at in one.row[7]:
        assert at.shows is None or (at.shows.strip() and "\n" not in at.shows)


@each
def test_a_statement_has_three_sentences_and_nothing_of_the_verdict_is_lost(walk, one):
    assert len(SENTENCE.split(one.statement)) <= 3
    told = " ".join([one.statement, *(place.text for place in one.possible)])
    assert all(word in told for word in walk.verdict.statement.split()[2:])


def test_most_lines_say_what_decides_in_them():
    shown = [at.shows for _, one in findings().values() for at in one.row[7]]
    assert sum(map(bool, shown)) > 0.8 * len(shown)


def test_the_place_of_the_asked_for_message_is_one_id_however_it_is_asked():
    ids = {
        walked(CASES["stopped"], put_time=time).finding.id
        for time in ("2026-03-02T14:30:00Z", "2026-03-02T15:30:00+01:00")
    }
    assert len(ids) == 1


def test_an_id_under_redaction_is_made_of_tokens(monkeypatch):
    one = walked(CASES["stopped"]).finding
    plain = one.id
    seen = set()
    for key in ("11" * 16, "22" * 16):
        monkeypatch.setenv("MQFORENSICS_REDACT", "identity")
        monkeypatch.setenv("MQFORENSICS_REDACT_KEY", key)
        seen.add(one.id)
        assert one.id == one.id
    assert len(seen) == 2 and plain not in seen


def test_a_row_can_be_written_as_json():
    rows = [one.row for _, one in findings().values()]
    assert json.loads(json.dumps(rows))


def test_what_is_written_fits_its_schema():
    schema = json.loads(SCHEMA_FILE.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    found = [_named(SCHEMA, one.row) for _, one in findings().values()]
    whole = {
        "schema": report.SCHEMA,
        "kit": "0",
        "inputs": [],
        "parameters": {},
        "findings": json.loads(json.dumps(found)),
    }
    jsonschema.validate(whole, schema)
    assert set(schema["$defs"]["finding"]["required"]) == {name for name, _ in _fields(SCHEMA)}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**whole, "findings": [{**whole["findings"][0], "degree": "sure"}]}, schema)


def _fields(ddl):
    """(name, type) of each column of a schema, without the JVM that Spark reads one with."""
    depth, parts = 0, [""]
    for letter in ddl:
        depth += {"<": 1, ">": -1}.get(letter, 0)
        parts += [""] if letter == "," and not depth else []
        parts[-1] += letter if letter != "," or depth else ""
    return [tuple(part.strip().replace(":", " ", 1).split(None, 1)) for part in parts]


def _named(ddl, value):
    """A row as Spark gives it back: by the names of its columns."""
    fields = _fields(ddl)
    assert len(fields) == len(value)
    return {name.strip("`"): _typed(kind, part) for (name, kind), part in zip(fields, value, strict=True)}


def _typed(kind, value):
    if kind.startswith("array<"):
        return [_typed(kind[6:-1], one) for one in value]
    return _named(kind[7:-1], value) if kind.startswith("struct<") else value


@pytest.mark.parametrize("mode", ["identity", "all"])
def test_what_a_finding_says_in_the_kit_s_own_words_is_redacted_name_by_name(mode):
    one = walked(CASES["stopped"]).finding
    told = _named(SCHEMA, one.row)
    hidden = Redaction(mode, b"k" * 16, ["QM.A", "QM.B", "QM.B.XMIT", "A.TO.B"]).value(told)
    assert not any(name in json.dumps(hidden) for name in ("QM.A", "QM.B", "A.TO.B"))
    assert hidden["assumes"][0]["text"] == told["assumes"][0]["text"]
    assert any(at["text"].startswith("It waits on R-") for at in hidden["possible"]) and hidden["id"] == told["id"]
    assert all("runmqsc R-" in at["settles"] for at in hidden["possible"] if at["settles"])


# What is asked once


def stopped(**said):
    return walked(CASES["stopped"], given=from_arguments(**said)).finding


def test_what_a_caller_says_to_hold_is_no_longer_assumed():
    before, after = stopped(), stopped(assume={"NOT_CLEARED": "shown", "WHEN": "shown"})
    gone = {one.key for one in before.assumes} - {one.key for one in after.assumes}
    assert gone == {"NOT_CLEARED", "WHEN"} and (before.degree, after.degree) == ("probable", "normal")
    assert after.code == before.code and not after.statement.startswith("Probably") and after.id == before.id
    assert "CLEARED" not in {place.code for place in after.possible}


def test_what_a_caller_leaves_open_opens_its_place():
    after = stopped(assume=["NO_EXPIRY=open"])
    assert (after.code, after.degree) == (UNKNOWN, "open")
    assert {place.code for place in left(after)} >= {"WAITING_ON_XMITQ", "EXPIRED"}
    assert "left open: The message has no expiry. With it: CHANNEL_NOT_RUNNING." in after.statement
    assert stopped(assume=["NO_EXPIRY:QM.B=open"]).code != UNKNOWN, "of another queue manager"


def test_the_zone_of_a_host_makes_its_times_comparable():
    texts = (
        "DISPLAY QSTATUS(L) TYPE(QUEUE) CURDEPTH LPUTDATE LPUTTIME\nAMQ8450I: Display queue status details.\n"
        "   QUEUE(L)   TYPE(QUEUE)   CURDEPTH(1)   LPUTDATE(2026-03-02)   LPUTTIME(15.30.00)\n"
    )
    rows = [dict(row, queue_manager="QM1") for row in rows_of("a.txt", texts.encode())[1]]
    [row] = Estate(rows).of("QM1", ("QSTATUS",))
    utc = {zone: Estate(rows, given=from_arguments(zone)).moment(row, "LPUT") for zone in ("Europe/Berlin", "UTC")}
    assert utc["Europe/Berlin"].first == utc["Europe/Berlin"].last == datetime(2026, 3, 2, 14, 30, tzinfo=UTC)
    assert utc["UTC"].first == datetime(2026, 3, 2, 15, 30, tzinfo=UTC)
    other = Estate(rows, given=from_arguments({"QM2": "UTC"})).moment(row, "LPUT")
    assert other.last - other.first > timedelta(hours=20), "of another host"
    seen = Estate(rows, {"QM1": timedelta(hours=2)}, given=from_arguments("Europe/Berlin")).moment(row, "LPUT")
    assert seen.first == datetime(2026, 3, 2, 13, 30, tzinfo=UTC), "a log shows another zone, and what is shown counts"


def test_the_capture_time_that_is_given_is_that_of_a_display_without_one():
    texts = "DISPLAY QLOCAL(L) CURDEPTH\nAMQ8409I: Display Queue details.\n   QUEUE(L)   TYPE(QLOCAL)   CURDEPTH(1)\n"
    rows = [dict(row, queue_manager="QM1") for row in rows_of("a.txt", texts.encode())[1]]
    at = datetime(2026, 3, 2, 14, 0, tzinfo=UTC)
    for name in ({"QM1": at}, {"a.txt": at.isoformat()}, at):
        known = Estate(rows, given=from_arguments(captured=name))
        assert known.captured(known.of("QM1", ("QLOCAL",))[0]) == (at, at)
    local = Estate(rows, given=from_arguments("Europe/Berlin", "2026-03-02T15:00:00"))
    assert local.captured(local.of("QM1", ("QLOCAL",))[0]) == (at, at)
    none = Estate(rows, given=from_arguments(captured={"QM2": at}))
    assert none.captured(none.of("QM1", ("QLOCAL",))[0]) == (None, None)


PAIRS = sorted(path for path in OTHERS.glob("*__zone_shown")) if OTHERS.is_dir() else []


@pytest.mark.skipif(not PAIRS, reason="no cases beside this checkout")
def test_a_zone_that_is_given_says_what_one_that_is_shown_says():
    differ = {}
    for shown in PAIRS:
        folder = shown.with_name(shown.name.removesuffix("__zone_shown"))
        codes = []
        for path, own in ((shown, {}), (folder, {"zone": "UTC"})):
            files = {str(one.relative_to(path)): one.read_bytes() for one in path.rglob("*") if one.is_file()}
            files["case.json"] = json.dumps({**json.loads(files["case.json"]), **own}).encode()
            codes.append([walk.verdict.code for walk in gather(files)])
        # What no line shows, as in answers of REST, a person may know all the same.
        if any(told not in (UNKNOWN, known) for told, known in zip(*codes, strict=True)):
            differ[folder.name] = codes
    assert differ == {}


def test_what_a_full_queue_may_have_refused_is_not_said_to_wait_there():
    files = incident(31_100_054, WIDE).evidence
    [walk] = gather({name: data for name, data in files.items() if name != "qma_qmh.txt"})
    one = walk.finding
    assert one.code == "CHANNEL_NOT_RUNNING" and "is full" in one.statement
    [own] = left(one)
    assert " Or: The put to QMH on QMA failed" in own.text
