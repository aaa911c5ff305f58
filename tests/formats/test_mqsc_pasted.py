"""Displays and definitions as they reach a ticket: without their first lines, of rdqmstatus and setmqaut, in Markdown."""

import pytest

from mqforensics import source
from mqforensics.formats import mqsc
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.paste.clean_text import clean_text
from mqforensics.formats.recognition import parts, recognise


def objects(text: str) -> list[dict]:
    data = text.encode()
    found = recognise(data)
    assert found.format == "mqsc" and len(parts(data, found)) == 1
    clean = clean_text(data)
    return [row for rows in source.rows(mqsc, FileSlice(clean.data if clean else data, "f", clean=clean))
            for row in (rows.to_pylist(maps_as_pydicts="lossy") if hasattr(rows, "to_pylist") else [rows])]  # fmt: skip


def shown(text: str) -> list[tuple]:
    rows = objects(text)
    assert all(row["error"] is None for row in rows), [row["error"] for row in rows]
    return [(row["type"], row["name"], row["queue_manager"], row["attributes"] or {}) for row in rows]


@pytest.mark.parametrize(("text", "expected"), [
    ("SET AUTHREC PRINCIPAL('web') OBJTYPE(QMGR) AUTHADD(CONNECT)\n",
     [("AUTHREC", "SELF", None, {"PRINCIPAL": "web", "OBJTYPE": "QMGR", "AUTHADD": "CONNECT"})]),
    ("* Queue manager name: SHOP1\nSET AUTHREC GROUP('clerks') OBJTYPE(QMGR) AUTHADD(NONE)\nDEFINE QLOCAL(A) REPLACE\n",
     [("AUTHREC", "SELF", "SHOP1", {"GROUP": "clerks", "OBJTYPE": "QMGR", "AUTHADD": "NONE"}),
      ("QLOCAL", "A", "SHOP1", {"REPLACE": ""})]),
    ("setmqaut -m SHOP1 -t qmgr -g clerks +connect\n",
     [("AUTHREC", "SELF", "SHOP1", {"OBJTYPE": "qmgr", "GROUP": "clerks", "AUTHADD": "CONNECT"})]),
    ("DEFINE QLOCAL(SHOP.IN)\nDEF QL('shop.out')\nDEFINE TOPIC(NEWS) TOPICSTR('news')\n",
     [("QLOCAL", "SHOP.IN", None, {}), ("QLOCAL", "shop.out", None, {}), ("TOPIC", "NEWS", None, {"TOPICSTR": "news"})]),
    ("DEFINE LISTENER(L2) TRPTYPE(TCP)\nDEFINE NAMELIST(N)\n", [("LISTENER", "L2", None, {"TRPTYPE": "TCP"}), ("NAMELIST", "N", None, {})]),
    ("define process(starter)\ndefine qlocal(b)\n", [("PROCESS", "STARTER", None, {}), ("QLOCAL", "B", None, {})]),
])  # fmt: skip
def test_what_is_valid_is_not_called_broken(text, expected):
    assert shown(text) == expected


@pytest.mark.parametrize(("text", "expected"), [
    ("dis ql(SHOP.IN) curdepth\n Display Queue details.\n   QUEUE(SHOP.IN)                          TYPE(QLOCAL)\n   CURDEPTH(12)\n",
     [("QLOCAL", "SHOP.IN", None, {"QUEUE": "SHOP.IN", "TYPE": "QLOCAL", "CURDEPTH": "12"})]),
    ("CHANNEL(TO.B)                           CHLTYPE(SDR)\nCONNAME(10.1.1.1(1414))                 STATUS(RETRYING)\n",
     [("CHSTATUS", "TO.B", None, {"CHANNEL": "TO.B", "CHLTYPE": "SDR", "CONNAME": "10.1.1.1(1414)", "STATUS": "RETRYING"})]),
    ("this is what I see:\n\nQUEUE(A)   TYPE(QUEUE)\nIPPROCS(0)   OPPROCS(3)\n\nQUEUE(B)   TYPE(QUEUE)\nIPPROCS(1)   OPPROCS(0)\n",
     [("QSTATUS", "A", None, {"QUEUE": "A", "TYPE": "QUEUE", "IPPROCS": "0", "OPPROCS": "3"}),
      ("QSTATUS", "B", None, {"QUEUE": "B", "TYPE": "QUEUE", "IPPROCS": "1", "OPPROCS": "0"})]),
])  # fmt: skip
def test_a_display_that_lost_the_number_above_it_is_one(text, expected):
    assert shown(text) == expected


@pytest.mark.parametrize(("text", "expected"), [
    ("$ rdqmstatus -m SHOP7\nNode:                                   n1.example\nQueue manager status:                   Running\n"
     "CPU:                                    0.00%\nHA role:                                Primary\nHA status:                              Mixed\n\n"
     "Node:                                   n2\nHA status:                              Remote unavailable\nHA out of sync data:                    10KB\n",
     [("RDQM", "n1.example", "SHOP7", {"NODE": "n1.example", "STATUS": "Running", "CPU": "0.00%", "HAROLE": "Primary", "HASTATUS": "Mixed"}),
      ("RDQM", "n2", "SHOP7", {"NODE": "n2", "HASTATUS": "Remote unavailable", "HAOUTOFSYNCDATA": "10KB"})]),
    ("Queue manager name:                     A\nQueue manager status:                   Running\nHA role:    Primary\nHA status:  Normal\n\n"
     "Queue manager name:                     B\nQueue manager status:                   Running elsewhere\nHA current location: n2\n",
     [("RDQM", "A", "A", {"QMNAME": "A", "STATUS": "Running", "HAROLE": "Primary", "HASTATUS": "Normal"}),
      ("RDQM", "B", "B", {"QMNAME": "B", "STATUS": "Running elsewhere", "HACURRENTLOCATION": "n2"})]),
    ("Node:                                   n1\nOS kernel version:                      4.18.0-513\nDRBD kernel module status:              Partially loaded\n\n"
     "Queue manager name:                     A\nQueue manager status:                   Running elsewhere\nHA current location:                    n2\n",
     [("RDQM", "n1", None, {"NODE": "n1", "OSKERNELVERSION": "4.18.0-513", "DRBDKERNELMODULESTATUS": "Partially loaded"}),
      ("RDQM", "A", "A", {"QMNAME": "A", "STATUS": "Running elsewhere", "HACURRENTLOCATION": "n2"})]),
    ("$ rdqmstatus -m SHOP7\nQueue manager status:                   Ended immediately\nDR role:                                Secondary\n",
     [("RDQM", "SHOP7", "SHOP7", {"STATUS": "Ended immediately", "DRROLE": "Secondary"})]),
    ("Node n1 is online\nNode n2 is offline\n",
     [("RDQM", "n1", None, {"NODE": "n1", "NODESTATUS": "online"}), ("RDQM", "n2", None, {"NODE": "n2", "NODESTATUS": "offline"})]),
])  # fmt: skip
def test_rdqmstatus_is_read(text, expected):
    assert [(kind, name, at or None, values) for kind, name, at, values in shown(text)] == expected


@pytest.mark.parametrize(("text", "expected"), [
    ("[mqm@h1 ~]$ setmqaut -m SHOP1 -t queue -n 'SHOP.**' -p web +get +browse\nThe setmqaut command completed successfully.\n",
     [("AUTHREC", "SHOP.**", "SHOP1", {"OBJTYPE": "queue", "PROFILE": "SHOP.**", "PRINCIPAL": "web", "AUTHADD": "GET,BROWSE"})]),
    ("C:\\> setmqaut.exe -m SHOP1 -n A -t q -g clerks -put\n",
     [("AUTHREC", "A", "SHOP1", {"PROFILE": "A", "OBJTYPE": "q", "GROUP": "clerks", "AUTHRMV": "PUT"})]),
    ("setmqaut -m SHOP1 -n A -t topic -p web +sub\nThe setmqaut command completed successfully.\nsetmqaut -m SHOP1 -n B -t topic -p web +pub\n",
     [("AUTHREC", name, "SHOP1", {"PROFILE": name, "OBJTYPE": "topic", "PRINCIPAL": "web", "AUTHADD": word}) for name, word in (("A", "SUB"), ("B", "PUB"))]),
])  # fmt: skip
def test_what_setmqaut_was_given_is_read(text, expected):
    assert shown(text) == expected


def test_what_setmqaut_was_refused_is_no_authority():
    refused = "$ setmqaut -m SHOP1 -n A -t queue -p web +put\nAMQ7026E: A principal or group name was invalid.\n"
    given = "$ setmqaut -m SHOP1 -n B -t queue -p app +get\nThe setmqaut command completed successfully.\n"
    wrong, right = objects(refused + given)
    assert (wrong["type"], wrong["error"]) == ("ERROR", "AMQ7026E: A principal or group name was invalid. Command: "
                                               "setmqaut -m SHOP1 -n A -t queue -p web +put")  # fmt: skip
    assert (right["type"], right["name"], right["queue_manager"]) == ("AUTHREC", "B", "SHOP1")
    assert right["attributes"]["AUTHADD"] == "GET" and right["attributes"]["PRINCIPAL"] == "app"


@pytest.mark.parametrize(("text", "kind", "error"), [
    ("DEFINE SRVCONN(A.B) TRPTYPE(TCP)\nDEFINE CHANNEL(C.D) CHLTYPE(SVRCONN)\n", "ERROR", "SRVCONN is not an object type (near: CHANNEL(…) CHLTYPE(SVRCONN))"),
    ("DEFINE CHANNEL(A.B) CHLTYPE(SRVCONN)\nDEFINE CHANNEL(C.D) CHLTYPE(SVRCONN)\n", "CHANNEL", "CHLTYPE(SRVCONN) is not a channel type (near: SVRCONN)"),
    ("DEFINE QLOCL(A.B)\nDEFINE CHANNEL(C.D) CHLTYPE(SVRCONN)\n", "ERROR", "QLOCL is not an object type (near: QLOCAL)"),
])  # fmt: skip
def test_a_misspelt_type_beside_the_right_one_is_told(text, kind, error):
    wrong, right = objects(text)
    assert (wrong["type"], wrong["name"], wrong["error"]) == (kind, "A.B", error)
    assert (right["type"], right["name"], right["error"]) == ("CHANNEL", "C.D", None)
