import pandas as pd
import pytest

from mqforensics.errors import MQForensicsError
from mqforensics.questions.browse import remedies, simulate_browse, traffic

ASF, FIFO = {}, {"msgdlvsq": "FIFO"}
MARK, NON_ASF = {"mode": "browse_with_mark"}, {"mode": "non_asf"}
WAYS = (ASF, {"eoq_timeout": 3000}, {"eoq_timeout": 1000}, FIFO, MARK, NON_ASF)


def urgent(arrivals, **way):
    delays = simulate_browse(arrivals, until=400_000, **way).delays
    return round(delays.loc[delays["name"] == "urgent 1", "total"].iloc[0], 3)


@pytest.mark.parametrize(
    ("arrivals", "expected"),
    [
        (traffic(backlog=60, every=200), (27.4, 27.4, 27.4, 11.8, 0.2, 0)),
        (traffic(every=1500), (30.2, 0.2, 0, 0, 0, 0)),
        (traffic(backlog=1000), (27.4, 27.4, 27.4, 197, 0.2, 0)),
        (traffic(backlog=60), (13.8, 11.8, 9.8, 9, 0.2, 0)),
    ],
    ids=["steady stream, backlog 60", "trickle", "backlog 1000", "backlog 60, then idle"],
)
def test_the_delay_of_one_urgent_message(arrivals, expected):
    """The reference's table, but for its 27.6: there the first delivery, at clock 0, did not start the sweep timer."""
    assert tuple(urgent(arrivals, **way) for way in WAYS) == expected


@pytest.mark.parametrize(("eoq", "worst"), [(-1, 31.45), (10_000, 8.95), (3000, 1.45), (1000, 0.75)])
def test_the_worst_moment_to_arrive_in_a_trickle(eoq, worst):
    moments = range(3250, 39_000, 250)
    together = [urgent(traffic(every=1500, lasting=75_000, urgent=[at]), eoq_timeout=eoq) for at in moments]
    assert max(together) == worst


def test_the_agents_calls_are_those_of_seed_5():
    arrivals = [{"name": n, "put": p, "priority": q} for n, p, q in
                (("A", -3, 4), ("B", -2, 4), ("C", -1, 3), ("D", 100, 5))]  # fmt: skip
    run = simulate_browse(arrivals, service_time=200, threads=1)
    browses = run.calls[(run.calls["verb"] == "MQGET") & (run.calls["thread"] == "7")]
    named = dict(zip(run.delays["msg_id"], run.delays["name"], strict=True))
    told = [
        (int(row["options_value"]) & 0x31, named.get(row["msg_id"], row["reason"])) for _, row in browses.iterrows()
    ]
    assert told[:6] == [(0x10, "A"), (0x20, "B"), (0x20, "C"), (0x20, 2033), (0x21, 2033), (0x10, "D")]
    late = run.delays.set_index("name").loc["D"]
    assert (late["reason"], late["delay"]) == ("CURSOR_SKIP", pytest.approx(0.4 + 5 - 0.1))


def test_the_delay_is_bounded_by_the_sweep_timeout_however_long_the_backlog():
    for backlog in (300, 600, 900):
        assert urgent(traffic(backlog=backlog, urgent=[350])) <= 30 + 0.2 + 0.2


def test_more_listeners_find_a_message_sooner_on_average():
    moments = range(3100, 33_000, 1900)
    mean = [
        sum(urgent(traffic(every=1500, lasting=70_000, urgent=[at]), listeners=n) for at in moments) for n in (1, 2)
    ]
    assert mean[1] < mean[0]


def test_seed_5s_three_remedies_remove_or_bound_the_delay():
    table = remedies(traffic(backlog=60), queue="ORDERS").set_index("remedy")
    assert table.loc["as it is", ["followed", "skipped"]].tolist() == [13.8, 1]
    assert table.loc["MSGDLVSQ(FIFO)", ["followed", "skipped"]].tolist() == [9.0, 0]  # waits for the backlog instead
    assert table.loc["non-ASF", ["followed", "skipped"]].tolist() == [0.0, 0]
    assert table.loc["eoqTimeout 1000", "followed"] == 9.8  # the end of the queue is reached only after the backlog
    assert table.loc["MSGDLVSQ(FIFO)", "how"] == "ALTER QLOCAL('ORDERS') MSGDLVSQ(FIFO)"
    assert table.loc["eoqTimeout 1000", "how"] == "-Dcom.ibm.mq.jms.tuning.eoqTimeout=1000"
    assert (table["cost"].iloc[1:] != "").all()


def test_a_trickle_is_cured_by_a_short_eoq_timeout_alone():
    table = remedies(traffic(every=1500)).set_index("remedy")["followed"]
    assert table["as it is"] == 30.2 and table["eoqTimeout 1000"] == 0 and table["2 sessions"] == 30.0


def test_remedies_of_punctual_messages_follow_them_all():
    table = remedies([{"put": 0, "priority": 4}])
    assert table["followed"].max() == 0 and table["waiting"].max() == 0


@pytest.mark.parametrize(
    ("extra", "way", "reason"),
    [
        ({"commit_after": 8000}, ASF, "UNCOMMITTED"),
        ({"rollbacks": 1}, ASF, "REDELIVERY"),
        ({"rollbacks": 1}, {**NON_ASF, "service_time": 1500}, "REDELIVERY"),
        ({"lost": 1}, ASF, "REDELIVERY"),
        ({"lost": 1}, MARK, "MARKED"),
    ],
)
def test_reasons_that_are_no_cursors_fault(extra, way, reason):
    run = simulate_browse([{"name": "only", "put": 500, "priority": 4, **extra}], **way)
    assert run.delays["reason"].tolist() == [reason]
    assert run.delays["total"].notna().all()


def test_a_message_that_was_browsed_and_not_taken_is_handed_out_again_after_a_minute():
    run = simulate_browse([{"put": 0, "priority": 4, "lost": 1}])
    assert 60 <= run.delays["total"].iloc[0] <= 65 + 5


def test_a_message_committed_behind_the_cursor():
    arrivals = [{"name": "late", "put": 1000, "priority": 4, "commit_after": 1500}]
    arrivals += [{"name": str(at), "put": at, "priority": 4} for at in range(1200, 40_000, 700)]
    run = simulate_browse(arrivals, service_time=10)
    late = run.delays.set_index("name").loc["late"]
    assert late["reason"] == "LATE_COMMIT_SKIP" and late["delay"] > 20
    fifo = simulate_browse(arrivals, service_time=10, msgdlvsq="FIFO").delays.set_index("name").loc["late"]
    assert fifo["reason"] == "LATE_COMMIT_SKIP"  # priority has no part in it


def test_a_busy_consumer_and_a_backlog_are_told_apart():
    busy = [{"name": "first", "put": 0, "priority": 4, "service_time": 5000}]
    run = simulate_browse([*busy, {"name": "second", "put": 100, "priority": 4}], mode="non_asf")
    assert run.delays["reason"].tolist()[1] == "DISPATCH"
    run = simulate_browse([*busy, *[{"name": str(at), "put": at, "priority": 4} for at in (100, 200, 300)]])
    assert run.delays["reason"].tolist()[3] == "BACKLOG"


def test_the_calls_have_the_columns_of_the_calls_table():
    from mqforensics.formats.tables import CALLS

    calls = simulate_browse(traffic(backlog=2)).calls
    assert set(calls.columns) <= set(CALLS.names)
    assert calls["number"].is_unique and (calls["duration"] >= 0).all()


def test_no_arrivals_are_a_simulation_too():
    run = simulate_browse([])
    assert isinstance(run.calls, pd.DataFrame) and run.delays.empty


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"mode": "jms"}, "a mode of asf"),
        ({"msgdlvsq": "X"}, "PRIORITY or FIFO"),
        *(
            ({name: value}, f"as {name}, got")
            for name, value in {
                "threads": 0,
                "listeners": -1,
                "service_time": -1000,
                "call_time": -5,
                "defprty": 11,
                "late": "x",
            }.items()
        ),
    ],
)
def test_a_callers_mistake_is_named(wrong, said):
    with pytest.raises(ValueError, match=said):
        simulate_browse(traffic(), **wrong)
    with pytest.raises(ValueError, match="when it is `put`"):
        simulate_browse([{"priority": 4}])
    for arrivals in ([{"put": "x"}], [{"put": 0, "priority": 12}], None, "abc"):
        with pytest.raises(MQForensicsError, match=r"^expected "):
            simulate_browse(arrivals)
