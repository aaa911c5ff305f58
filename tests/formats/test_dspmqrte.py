"""The route of a trace-route message: each operation a row, whatever was printed of it."""

import pytest

from mqforensics import source
from mqforensics.formats import activity, identify
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.recognition import parts, recognise
from mqforensics.tools.explain import explain

FRAME = """AMQ8653I: DSPMQRTE command started with options '-m SHOP1 -q ORDERS -rq REPLIES -v outline'.
AMQ8659I: DSPMQRTE command successfully put a message on queue 'DEPOT1', queue
          manager 'SHOP1'.
AMQ8674I: DSPMQRTE command is now waiting for information to display.
"""
RULE = "-" * 80 + "\n"
PUT = """Activity:
 ApplName: 'dspmqrte                    '

 Operation:
  OperationType: Put
  QMgrName: 'SHOP1                                           '
  QName: 'ORDERS                                          '
  ResolvedQName: 'DEPOT1                                          '
  RemoteQName: 'ORDERS                                          '
  RemoteQMgrName: 'DEPOT1                                          '
"""
SENT = """Activity:
 ApplName: 'runmqchl                    '

 Operation:
  OperationType: Get
  QMgrName: 'SHOP1                                           '
  QName: 'DEPOT1                                          '
  ResolvedQName: 'DEPOT1                                          '

 Operation:
  OperationType: Send
  QMgrName: 'SHOP1                                           '
  RemoteQMgrName: 'DEPOT1                                          '
  ChannelName: 'SHOP1.DEPOT1        '
  ChannelType: Sender
  XmitQName: 'DEPOT1                                          '
"""
DISCARDED = """Activity:
 ApplName: 'amqrmppa                    '

 Operation:
  OperationType: Receive
  QMgrName: 'DEPOT1                                          '
  ChannelName: 'SHOP1.DEPOT1        '
  ChannelType: Receiver

 Operation:
  OperationType: Discard
  QMgrName: 'DEPOT1                                          '
  QName: 'ORDERS                                          '
  Feedback: MQRC_Q_FULL
"""
SUMMARY = FRAME.replace("outline", "summary") + (
    "AMQ8666I: Queue 'DEPOT1' on queue manager 'SHOP1'.\nAMQ8666I: Queue 'ORDERS' on queue manager 'DEPOT1'.\n"
    "AMQ8652I: DSPMQRTE command has finished.\n"
)
KEYS = "verb", "queue", "queue_manager", "application", "channel", "reason"
ROUTES = {
    "a route to the other side": (FRAME + RULE + PUT + RULE + SENT, [
        ("MQPUT", "DEPOT1", "SHOP1", "dspmqrte", None, None), ("MQGET", "DEPOT1", "SHOP1", "runmqchl", "SHOP1.DEPOT1", None),
        ("SEND", "DEPOT1", "SHOP1", "runmqchl", "SHOP1.DEPOT1", None),
    ]),
    "a message that was discarded": (RULE + DISCARDED, [
        ("RECEIVE", None, "DEPOT1", "amqrmppa", "SHOP1.DEPOT1", None), ("DISCARD", "ORDERS", "DEPOT1", "amqrmppa", "SHOP1.DEPOT1", 2053),
    ]),
    "a summary": (SUMMARY, [("ROUTE", "DEPOT1", "SHOP1", None, None, None), ("ROUTE", "ORDERS", "DEPOT1", None, None, None)]),
    "nothing came back": (FRAME + "AMQ8652I: DSPMQRTE command has finished.\n", [(None,) * 6]),
}  # fmt: skip


@pytest.mark.parametrize("name", ROUTES)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_each_operation_is_a_row(name, ends):
    text, expected = ROUTES[name]
    data = text.replace("\n", ends).encode()
    assert identify(data) == "activity"
    rows = []
    for row in source.rows(activity, FileSlice(data, "r")):
        rows += row.to_pylist(maps_as_pydicts="strict") if not isinstance(row, dict) else [row]
    assert [tuple(row.get(key) for key in KEYS) for row in rows] == expected
    assert sum(row["length"] for row in rows) == len(data)


def test_a_route_below_a_session_is_a_part_of_its_own():
    session = "DEFINE QREMOTE(ORDERS) RNAME(ORDERS) RQMNAME(DEPOT1)\n\n"
    data = (session + ROUTES["a route to the other side"][0]).encode()
    assert [part.format for part in parts(data, recognise(data))] == ["mqsc", "activity"]


def test_a_route_of_which_nothing_came_back_says_where_its_message_was_put():
    told = str(explain(ROUTES["nothing came back"][0]))
    assert "A trace-route message was put on DEPOT1 at SHOP1, and no activity came back." in told


def test_a_route_is_told():
    told = str(explain(RULE + DISCARDED))
    assert "DISCARD on ORDERS at DEPOT1 over channel SHOP1.DEPOT1" in told and "2053 MQRC_Q_FULL" in told
    assert "came through ORDERS at DEPOT1" in str(explain(SUMMARY))
