"""Whatever of a row is lost or masked, no question fails over it: each that can be asked without Spark is asked."""

import random
from copy import deepcopy
from types import SimpleNamespace

import pytest

from mqforensics.case.settings import settings, walks_asked
from mqforensics.clock.offsets import Apart
from mqforensics.objects import owners, security
from mqforensics.objects.estate import Estate
from mqforensics.objects.fact import Row
from mqforensics.questions.browse.findings import delivery_orders
from mqforensics.questions.dead_letters import failure_places
from mqforensics.questions.delivery import channel_audit
from mqforensics.questions.poison.definitions import World
from mqforensics.questions.poison.poison_policy import places, policies
from mqforensics.questions.refused.access_audit import audit as weak_places
from mqforensics.questions.timeline import case_stories
from mqforensics.questions.walk.broken_channels import broken
from tests.questions.plain_rows import log_entries, walk_rows
from tests.questions.walk_evidence import NO_EVIDENCE, rows_of
from tests.questions.walked import files_of

ODD = (None, "", "***", "²", "9" * 5000, "-1", "A*", "(", "1.2.3")
"""What damage leaves of a value: nothing, a mask, what looks like a number and is none."""
TIMES = ("time", "put_time", "dlq_time", "captured")
KEPT = "file", "zone", "time_text", "verb", "filters", "word"
COUNTS = "offset", "length", "number"
CASES = ("walk_two_hops", "walk_full_queue", "delivery_channels", "walk_retrying_channel", "refused_cluster_put",
         "poison_loop", "everything")  # fmt: skip
TRIALS = 100


class Group(SimpleNamespace):
    """A group of dead letters, of which the rest is not known."""

    def __getattr__(self, name):
        return None


def read(name):
    """The rows of a sample case, by their table, and the walks that it asks for."""
    files, tables = files_of(name), {}
    for file, data in files.items():
        if file not in NO_EVIDENCE:
            table, rows = rows_of(file, data)
            tables.setdefault(table, []).extend(rows)
    asked = walks_asked(settings(files.get("case.json", b"{}"))[0])
    return tables, asked or [{"queue": "Q1", "queue_manager": None}]


def damaged(dice, rows):
    """The rows with some of their values lost or masked."""
    rows = deepcopy(rows)
    for row in dice.sample(rows, min(len(rows), 1 + len(rows) // 4)):
        for values in (
            row,
            *(row[name] for name in ("attributes", "asked", "inserts", "md", "dlh") if isinstance(row.get(name), dict)),
        ):
            name = dice.choice([*values, None])
            value, is_column = values.get(name), any(values is one for one in (row, row.get("md"), row.get("dlh")))
            if name is None or name in KEPT:
                continue
            if isinstance(value, str) and values is not row.get("asked"):
                values[name] = dice.choice(ODD)
            elif name in TIMES or values is row.get("asked") or (isinstance(value, int) and name not in COUNTS):
                values[name] = None
            if values[name] is None and not is_column and values is not row.get("asked"):
                del values[name]
        if isinstance(row.get("attributes"), list):
            row["attributes"] = [
                (key, dice.choice((value, value, value, *ODD[1:]))) for key, value in row["attributes"]
            ]
    return rows


def ask(tables, asked):
    """Every question that needs no Spark."""
    objects, log = tables.get("objects", []), tables.get("log", [])
    estate, entries = Estate(objects), log_entries(log)
    audited = channel_audit.ends(estate)
    assert all(
        one.row for one in (*channel_audit.audit(audited), *channel_audit._unusable(estate, audited, list))
    ) and channel_audit._headline(audited)
    assert all(one.row for one in broken(estate, entries))
    walk_rows(objects, tables.get("messages", ()), log, tables.get("calls", ()), asked, tables.get("rules", ()))
    rows = [Row.of(row) for row in objects]
    for known in security.by_queue_manager(rows).values():
        assert all(one.row for one in weak_places(known))
    world = World(estate)
    places(world, policies(world, {}, None, "at least"))
    delivery_orders(estate)
    letters, kinds = [], []
    for row in tables.get("messages", []):
        dead = row.get("dlh") or {}
        at = row.get("dlq_time") and row["dlq_time"].timestamp()
        name, queue, manager = dead.get("DestQName"), row["queue"], dead.get("DestQMgrName")
        letters.append(case_stories.Letters(row.get("dump_queue_manager"), queue, dead.get("Reason") or 2053, name, manager or "", 1, at,
                                     row["file"], row["file"], 1))  # fmt: skip
        owners.of_dump(estate, queue, 1)
        group = Group(messages=1, copies=1, kind="queue manager", queue=queue, owner=row.get("dump_queue_manager"), destination=name, reason=dead.get("Reason") or 2085,
                                destination_queue_manager=manager)  # fmt: skip
        failure_places.state(group, failure_places.by_name(group, estate), estate)
    for row in log:
        inserts = dict(row.get("inserts") or {})
        at = row.get("time") and row["time"].timestamp()
        kinds.append(case_stories.Kind(row["queue_manager"], row["message"], row.get("reason"), inserts.get("channel"),
                                inserts.get("queue"), 1, at, at, row["file"], row["line"], None))  # fmt: skip
    apart = Apart(tuple(estate.managers), ())
    for one in case_stories.stories_of_rows(estate, [], letters, kinds, {}, apart):
        assert "None" not in case_stories.in_words(one) and case_stories.finding("timeline", one).row


@pytest.mark.parametrize("name", CASES)
def test_no_question_fails_over_a_value_that_is_lost_or_masked(name):
    tables, asked = read(name)
    ask(tables, asked)
    for seed in range(TRIALS):
        dice = random.Random(seed)
        ask({table: damaged(dice, rows) for table, rows in tables.items()}, asked)
