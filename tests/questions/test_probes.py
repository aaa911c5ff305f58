"""Questions whose truth was written from the documentation before the kit was asked: a line each of `probes.jsonl`."""

import json
from pathlib import Path

import pytest

from mqforensics import mqrc
from mqforensics.flow.delivery.fate import fate_at, of_inputs
from mqforensics.flow.delivery.inputs import assumptions
from mqforensics.formats.dlqrules import parse_rules
from mqforensics.objects import gates
from mqforensics.objects.chlauth import Peer
from mqforensics.objects.estate import Estate
from mqforensics.objects.missing_queues import no_such_queue
from mqforensics.objects.security import by_queue_manager
from mqforensics.objects.worlds import Connection
from mqforensics.questions.delivery.ams_table import AMS_ASSUMED, AMS_FACTS, AMS_INPUTS, AMS_STAGES
from mqforensics.questions.handler.batches import DryRun
from mqforensics.questions.handler.target_queues import definitions as defined
from mqforensics.questions.handler.targets import targets_of
from mqforensics.questions.poison.outcome import Settings, outcome
from mqforensics.tools.explain import explain
from tests.objects.evidence import rows
from tests.questions.handler_model import batch
from tests.questions.test_handler import letter
from tests.writers.refused_show import DEFAULTS, definitions, grant, record

PROBES = [
    json.loads(line) for line in Path(__file__).with_name("probes.jsonl").read_text(encoding="utf-8").splitlines()
]


def asked_delivery(given):
    told = fate_at(
        given["message"], given["channel"], given["queue_manager"], partner=given["partner"], assume=given["assume"]
    )
    return told._asdict()


def asked_ams(given):
    return of_inputs(assumptions({}, AMS_INPUTS, AMS_ASSUMED) | given, AMS_STAGES, AMS_FACTS)._asdict()


def asked_who_may(given):
    told = [record(profile, kind, **more) for profile, kind, more in given.get("records", ())]
    text = definitions(
        records=(*DEFAULTS, *told), grants=[grant(*one) for one in given.get("grants", ())], channel=given.get("channel"),
        authinfo=given.get("authinfo"), queues=[{"QUEUE": "ORDERS", "TYPE": "QLOCAL"}],
    )  # fmt: skip
    known = rows(text)
    queue, options = given.get("queue"), tuple(given.get("options", ()))
    missing = no_such_queue(Estate(known), "QM1", queue, own="PUT" not in options) if queue else None
    groups = tuple(given["groups"]) if "groups" in given else None
    peer = Peer(
        "APP.SVRCONN",
        given.get("address", "10.1.2.3"),
        None,
        given.get("user", "app1"),
        given.get("certificate", ""),
        None,
        None,
    )
    connection = Connection(
        peer, given.get("user", "app1"), given.get("password"), None, queue, None, options, groups, missing
    )
    return gates.decide(by_queue_manager(known)["QM1"], connection)._asdict()


def asked_dry_run(given):
    table = parse_rules(given["rules"], platform=given.get("platform", "distributed"))
    failing = {name: tuple(told) if isinstance(told, list) else told for name, told in given.get("failing", {}).items()}
    run = DryRun(table, targets_of(table, defined(()), failing), given.get("rounds"))
    [row] = [row for made in run([batch([letter(**given["message"])])]) for row in made.to_pylist()]
    return row


ASK = {
    "mqrc": lambda text: vars(mqrc(text)), "explain": lambda text: {"says": str(explain(text))}, "delivery": asked_delivery,
    "ams": asked_ams, "who_may": asked_who_may, "dry_run": asked_dry_run, "poison": lambda given: outcome(Settings(**given))._asdict(),
}  # fmt: skip


@pytest.mark.parametrize("probe", PROBES, ids=[f"{one['question']} {n}" for n, one in enumerate(PROBES)])
def test_a_probe_is_answered_as_the_documentation_has_it(probe):
    told = ASK[probe["question"]](probe["given"])
    for name, expected in probe["expected"].items():
        right = expected in told[name] if name == "says" else told[name] == expected
        assert right, f"{probe['given']}: {name} is {told[name]!r}, not {expected!r} ({probe['source']})"


def test_there_are_two_hundred_of_them_over_every_question_that_needs_no_spark():
    assert len(PROBES) >= 200 and {one["question"] for one in PROBES} == set(ASK)
    assert all(one["source"] and one["expected"] for one in PROBES)
