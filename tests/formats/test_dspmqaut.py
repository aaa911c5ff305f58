"""Authorities as dspmqaut prints them."""

from mqforensics.formats import identify, mqsc
from mqforensics.formats.file_slice import FileSlice
from mqforensics.objects.security import by_queue_manager

CAPTURE = """\
$ dspmqaut -m QM1 -t queue -n ORDERS.IN -p app1
Entity app1 has the following authorizations for object ORDERS.IN:
        get
        browse
$ /opt/mqm/bin/dspmqaut -m QM1 -t q -n ORDERS.OUT -g apps
Entity apps has the following authorizations for object ORDERS.OUT:
$ dspmqaut -m QM1 -t qmgr -p app1
Entity app1 has the following authorizations for object QM1:
        connect
"""
SESSION = """\
Starting MQSC for queue manager QM2.

     1 : display qlocal(A)
AMQ8409I: Display Queue details.
   QUEUE(A)                                TYPE(QLOCAL)
One MQSC command read.
No commands have a syntax error.
All valid MQSC commands were processed.
"""


def rows(text):
    return list(mqsc.read(FileSlice(text.encode())))


def test_each_is_a_record_of_what_the_entity_may_do_groups_counted_in():
    assert identify(CAPTURE.encode()) == "mqsc"
    own, group, connect = rows(CAPTURE)
    assert (own["type"], own["queue_manager"], own["line"]) == ("AUTHREC", "QM1", 2)
    assert own["attributes"] == {
        "OBJNAME": "ORDERS.IN", "ENTITY": "app1", "ENTTYPE": "PRINCIPAL", "OBJTYPE": "QUEUE", "AUTHLIST": "GET,BROWSE",
    }  # fmt: skip
    assert group["attributes"]["ENTTYPE"] == "GROUP" and group["attributes"]["AUTHLIST"] == "NONE", "the next follows"
    assert connect["attributes"]["OBJTYPE"] == "QMGR"
    grants = by_queue_manager(rows(CAPTURE))["QM1"].grants
    assert [(one.entity, one.effective, sorted(one.words)) for one in grants] == [
        ("app1", True, ["BROWSE", "GET"]), ("apps", True, []), ("app1", True, ["CONNECT"]),
    ]  # fmt: skip


def test_without_its_command_line_neither_type_nor_queue_manager_are_known():
    (row,) = rows(CAPTURE.split("\n", 1)[1].split("$")[0])
    assert row["queue_manager"] is None and set(row["attributes"]) == {"OBJNAME", "ENTITY", "AUTHLIST"}
    other = "$ dspmqaut -m QM1 -t q -n OTHER -p app1\n" + CAPTURE.split("\n", 1)[1].split("$")[0]
    assert "OBJTYPE" not in rows(other)[0]["attributes"], "that is of another object"


def test_what_ends_without_a_word_may_be_cut():
    (row,) = rows(CAPTURE.split("\n        get")[0] + "\n")
    assert "AUTHLIST" not in row["attributes"]


def test_a_session_below_is_its_own():
    found = rows(CAPTURE + SESSION)
    assert [(row["queue_manager"], row["type"]) for row in found[2:]] == [("QM1", "AUTHREC"), ("QM2", "QLOCAL")]
    assert found[-1]["attributes"] == {"QUEUE": "A", "TYPE": "QLOCAL"}
    assert rows(SESSION + CAPTURE)[0]["queue_manager"] == "QM2" and rows(SESSION + CAPTURE)[1]["queue_manager"] == "QM1"
