"""refused over generated configurations in the layouts of several levels, whole and with one file or line taken away."""

import re
from datetime import timedelta

import pytest
from pyspark.sql import Row

from mqforensics import open_case, refused
from mqforensics.clock.offsets import Zone
from mqforensics.codes import refusals
from mqforensics.formats import amqerr, clientlog, mqsc
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.tables import LOG
from mqforensics.objects import gates
from mqforensics.objects.estate import Estate
from mqforensics.objects.security import by_queue_manager
from mqforensics.questions.errors import errors
from mqforensics.questions.poison.log import signs as signs_of_poison
from mqforensics.questions.refused import explanation, refusal_rows, sign_matching, signs
from mqforensics.questions.refused.findings import _finding, _instances
from mqforensics.questions.timeline import case_stories
from tests.grammar.shell import shell
from tests.questions.refused_variants import TAKEN, Variant, by_variant, lay, one_line_of, wrong
from tests.writers.amqsbcg import dump
from tests.writers.cases import dlh, letter
from tests.writers.refused_cases import (
    AUTHINFO,
    FILES,
    LAYOUTS,
    NOACCESS,
    QUEUE,
    SAMPLE,
    SAMPLES,
    SCENES,
    START,
    files,
    logged,
)
from tests.writers.refused_generated import layout as layout_of
from tests.writers.refused_show import DEFAULTS, definitions, grant, record, runmqsc

TELLS = {"AMQERR01.LOG", "events.json"}
"""What tells a failure with its queue manager: one that only clients tell is counted with others alike."""
GENERATED = 40
VARIANTS = [Variant(name, layout, taken) for name in SCENES for layout in LAYOUTS for taken in TAKEN
            if taken is None or (layout == "text" and taken != "events.json")]  # fmt: skip
VARIANTS += [Variant(number, layout_of(number), taken) for number in range(GENERATED) for taken in TAKEN]
VARIANTS += [one_line_of(number) for number in range(GENERATED)]
VARIANTS += [Variant(case, "text") for case in SAMPLE]
PLACES = {"-".join(str(part) for part in one if part is not None): place for place, one in enumerate(VARIANTS)}


@pytest.fixture(scope="module")
def rows(spark, tmp_path_factory):
    """The rows of each configuration by its place: all of them lie in one case."""
    folder = tmp_path_factory.mktemp("refused")
    lay(folder, VARIANTS)
    return by_variant(refused(open_case(spark, folder)).collect())


@pytest.mark.parametrize("case", PLACES)
def test_gate_record_and_user_are_right_or_unknown(rows, case):
    place, variant = PLACES[case], VARIANTS[PLACES[case]]
    (left, truth), found = variant.made(place), rows[place]
    assert [(row, wrong(row, truth)) for row in found if wrong(row, truth)] == []
    if variant.taken is not None:
        assert found or variant.line is not None or variant.layout == "container" or not TELLS & set(left)
    elif variant.name in SAMPLE:
        (row,) = found
        assert {key: row[key] for key in truth} == truth
    elif isinstance(variant.name, int):
        assert any(
            row.gate == truth["gate"] and (row.user == truth["user"] or variant.layout == "old") for row in found
        )
    elif variant.layout in ("text", "json"):
        (row,) = found
        assert {key: row[key] for key in truth} == truth
        # Of TLS and the network only the client's text has a reason, and nothing but the time ties it to the entry.
        reason = None if row.gate in ("TLS", "NETWORK") else SCENES[variant.name]["client"][0]
        assert row["count"] == 1 and row.reason == reason
        assert {at.file.split("/")[-1] for at in row.evidence} >= {"AMQERR01.LOG", "client.log"}
    elif variant.layout == "container":
        (row,) = found
        assert row.gate == truth["gate"] and row.user == truth.get("user", row.user)


@pytest.mark.parametrize("case", SAMPLE)
def test_a_sample_case_is_answered_as_its_truth_says(rows, case):
    (row,), text = rows[VARIANTS.index(Variant(case, "text"))], (SAMPLES / case / "TRUTH.md").read_text()
    told = [
        tuple(line.strip("| ").split(" | ", 1))
        for line in text.splitlines()
        if line.startswith("| ") and line != "| | |"
    ]
    said, changes = (
        {key: value for key, value in told if key != "change"},
        [value for key, value in told if key == "change"],
    )
    assert {key: str(row[key]) for key in said} == said
    assert [one.command.split('"')[1] for one in row["next"] if one.effect == "changes"] == changes
    if case == "refused_idle_firewall":
        assert "Breaks come every 900 seconds" in row.likely and "HBINT(300) SHARECNV(0)" in row.likely


def test_the_record_is_told_of_most_configurations(rows):
    """Right or unknown would be met by what is always unknown."""
    whole = [(place, one.made(place)[1]["record"]) for place, one in enumerate(VARIANTS)
             if isinstance(one.name, int) and one.taken is None]  # fmt: skip
    decided_by = [(place, record) for place, record in whole if record]
    told = [place for place, _ in decided_by if any(row.record for row in rows[place])]
    assert len(told) > len(decided_by) // 2


def read(module, text):
    for row in module.read(FileSlice(text.encode(), file="a")):
        yield {**dict.fromkeys(LOG.names), **row}


def without_a_line(text):
    lines = text.splitlines(keepends=True)
    for place in range(len(lines)):
        yield "".join(lines[:place] + lines[place + 1 :])


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", SCENES)
def test_a_line_that_is_lost_makes_no_sign_wrong(name, layout):
    truth = SCENES[name]["truth"]
    for module, file in ((amqerr, "AMQERR01.LOG"), (clientlog, "client.log")):
        for text in without_a_line(files(name, layout)[file]):
            for row in read(module, text):
                sign = signs.of_log(row)
                if sign is None or sign.role in ("closing", "companion"):
                    continue
                assert sign.gate in (truth["gate"], None) or sign.code == "USER_NOT_SET", (sign, text)
                assert sign.user in (truth.get("user"), None), (sign, text)
                if module is amqerr:
                    assert sign.channel in (truth.get("channel", sign.channel), None), (sign, text)


def known_of(name, **told):
    """The definitions of a scene, with arguments of `definitions` in place of its own."""
    text = definitions("QM1", **{**SCENES[name]["definitions"], **told})
    return by_queue_manager(mqsc.read(FileSlice(text.encode(), file="a")))


def said_of(name, definitions=None, **row):
    """What is decided of a scene's failure, and the changes that are proposed."""
    said = explanation.decide({**decided_row(name), **row}, known_of(name, **(definitions or {})))
    return said, [one.command.split('"')[1] for one in said.next if one.effect == "changes"]


def decided_row(name):
    """The failure of a scene as it comes to be decided."""
    row = dict.fromkeys(("time", "wanted", *sign_matching.IDENTITY))
    entries = [signs.of_log(one) for one in read(amqerr, files(name)["AMQERR01.LOG"])]
    for sign in entries:
        row |= {key: value for key, value in sign._asdict().items() if key in row and row[key] is None}
    return row | {"queue_manager": "QM1", "time": START}


@pytest.mark.parametrize("name", SCENES)
def test_a_definition_that_is_lost_names_no_other_record(name):
    truth, row = SCENES[name]["truth"], decided_row(name)
    for text in without_a_line(files(name)["definitions.txt"]):
        known = by_queue_manager(mqsc.read(FileSlice(text.encode(), file="a")))
        assert explanation.decide(row, known).record in (truth.get("record"), None), text


@pytest.mark.parametrize(("id_", "where", "asked"), [
    ("AMQ9519E", "is defined here", "DISPLAY CHANNEL(*) CHLTYPE"),
    ("AMQ9520E", "is defined at the other end", "DISPLAY CHANNEL('QM1.QM2') CHLTYPE CONNAME"),
    ("AMQ9633E", "did not accept the certificate of the other end", "DISPLAY QMGR SSLKEYR CERTVPOL"),
    ("AMQ9643E", "certificate of this end does not match SSLPEER", "DISPLAY CHANNEL('QM1.QM2') SSLPEER"),
])  # fmt: skip
def test_of_messages_of_one_code_each_says_what_it_means(id_, where, asked):
    text = logged("text", "QM1", [(START, 7, id_, "It did not start.", ["See."], {"C1": "QM1.QM2"})])
    row = dict.fromkeys(("time", *sign_matching.IDENTITY)) | signs.of_log(*read(amqerr, text))._asdict()
    said = explanation.decide(row | {"queue_manager": "QM1"}, {})
    assert where in said.cause and asked in [one.command.split('"')[1] for one in said.next]


@pytest.mark.parametrize(("hosts", "address"), [
    (("192.0.2.7", "x"), "192.0.2.7"), (("????", "pc7 (192.0.2.8)"), "192.0.2.8"), (("????", "????"), None),
])  # fmt: skip
def test_the_other_end_is_told_by_whichever_insert_has_it(hosts, address):
    inserts = {"C1": "QM1.QM2", "C2": hosts[0], "C3": hosts[1]}
    text = logged("text", "QM1", [(START, 7, "AMQ9637E", "Channel is lacking a certificate.", ["See."], inserts)])
    assert signs.of_log(*read(amqerr, text)).address == address


def test_a_channel_whose_name_is_nearly_the_one_asked_for_is_told():
    shown = definitions("QM1", **SCENES["maxinst"]["definitions"])
    known = by_queue_manager(mqsc.read(FileSlice(shown.encode(), file="a")))
    for id_, channel, told in (("AMQ9519E", "app.svrconn", True), ("AMQ9519E", "APP.SVRCON", True),
                               ("AMQ9519E", "OTHER", False), ("AMQ9520E", "app.svrconn", False)):  # fmt: skip
        text = logged("text", "QM1", [(START, 7, id_, "It did not start.", ["See."], {"C1": channel})])
        row = dict.fromkeys(("time", *sign_matching.IDENTITY)) | signs.of_log(*read(amqerr, text))._asdict()
        said = explanation.decide(row | {"queue_manager": "QM1"}, known)
        assert ("There is a channel APP.SVRCONN." in (said.likely or "")) is told, (id_, channel)


ENTRY = """04/18/2026 10:00:02 AM - Process(62.3) User(u) Program({program})
                    Host(h1) Installation(Installation1)
                    VRMF(9.3.0.5){manager}
                    Time(2026-04-18T08:00:02.000Z)
                    CommentInsert1(far.example (192.0.2.9) (1414))
                    CommentInsert2(TCP/IP)
                    CommentInsert3({channel})

AMQ9202E: Remote host 'far.example (192.0.2.9) (1414)' not available, retry later.
----- amqrccca.c : 938 --------------------------------------------------------
"""


@pytest.mark.parametrize(("program", "manager", "channel", "code", "looks"), [
    ("runmqchl", "QM1", "QM1.QM2", "PARTNER_NOT_AVAILABLE",
     ["DISPLAY CHANNEL('QM1.QM2') CONNAME", "DISPLAY CHSTATUS(*) STATUS CONNAME"]),
    ("orders", None, "APP.SVRCONN", "HOST_NOT_AVAILABLE", ["DISPLAY LSSTATUS(*) ALL"]),
])  # fmt: skip
def test_a_connection_that_was_not_accepted_was_one_to_that_address(program, manager, channel, code, looks):
    name = f" QMgr({manager})" if manager else ""
    [entry] = read(amqerr, ENTRY.format(program=program, manager=name, channel=channel))
    sign = signs.of_log(entry)._asdict()
    row = {
        **dict.fromkeys(("time", *sign_matching.IDENTITY)),
        **{key: sign[key] for key in sign_matching.IDENTITY if key in sign},
    }
    row["queue_manager"] = manager
    said = explanation.decide(row, {})
    assert row["code"] == code and [one.command.split('"')[1] for one in said.next] == looks
    told = {
        "cause": said.cause,
        "likely": said.likely,
        "note": said.note,
        "permission": None,
        "object": None,
        "record": None,
        "against": None,
        "local_time": None,
        "count": 1,
        "evidence": [],
        "next": [],
        "seconds": None,
        "last_seconds": None,
    }
    told = _finding(Row(**row | told)).statement
    assert f"to {row['address'] or row['host']} on channel {channel}" in told


@pytest.mark.parametrize("program", ["runmqchl", "orders"])
def test_a_connection_that_nobody_answered_is_not_one_that_a_listener_refused(program):
    for number, silent in (("111", False), ("110", True), ("113", True), ("10060", True), ("10061", False)):
        name = " QMgr(QM1)" if program == "runmqchl" else ""
        told = ENTRY.format(program=program, manager=name, channel="QM1.QM2")
        [entry] = read(amqerr, told.replace("CommentInsert1", f"ArithInsert1({number})\n{' ' * 20}CommentInsert1", 1))
        said = refusals.said_by(signs.of_log(entry).words)
        assert (
            said.cause.startswith("No answer came from") == silent == ("listener that is down refuses" in said.likely)
        ), number


@pytest.mark.parametrize(("words", "row", "said"), [
    ("client 2035", {"host": "mq1"}, "The connection to mq1 at QM1 failed."),
    ("AMQ9777", {"host": "pc7", "channel": "APP"}, "from pc7 was refused on channel APP of QM1."),
    ("AMQ9535", {"gate": None, "host": "mq2", "channel": "A.B"}, "The connection with mq2 on channel A.B of QM1 failed."),
])  # fmt: skip
def test_the_host_that_a_client_or_a_channel_called_is_not_where_a_refusal_came_from(words, row, said):
    cause = refusals.said_by(words)
    told = {"gate": cause.gate or None, "code": cause.code, "cause": cause.cause, "queue_manager": "QM1", "count": 1,
            "likely": None, "note": None, "evidence": [], "next": [], "seconds": None, "last_seconds": None}  # fmt: skip
    assert said in _finding(Row(**{**dict.fromkeys(refusal_rows.COLUMNS), **told, **row})).statement


def test_who_has_the_instances_of_a_channel_is_counted():
    shown = "".join(
        f"AMQ8417I: Display Channel Status details.\n   CHANNEL(APP)   CHLTYPE(SVRCONN)\n   CONNAME({at})   CURRENT\n"
        f"   STATUS(RUNNING)   RAPPLTAG({name})\n" for at, name in [("192.0.2.7", "leak.jar")] * 3 + [("192.0.2.8", "b")]
    )  # fmt: skip
    text = f"Starting MQSC for queue manager QM1.\n     1 : DISPLAY CHSTATUS(APP) ALL\n{shown}"
    estate = Estate(mqsc.read(FileSlice(text.encode(), file="a")))
    row = {**dict.fromkeys(refusal_rows.COLUMNS), "queue_manager": "QM1", "channel": "APP", "code": "MAXINST_REACHED"}
    found = _instances(Row(**row), estate)
    assert (
        found.said == " Its status has 4 instances: 3 from 192.0.2.7 leak.jar and 1 from 192.0.2.8 b."
        and len(found.places) == 3
    )
    assert not _instances(Row(**{**row, "code": "DISCINT_EXPIRED"}), estate).holds


@pytest.mark.parametrize(("shown", "told"), [("CONNAME(far.example(1414))", True), ("XMITQ(FAR)", False)])
def test_the_address_of_a_channel_is_told_where_it_is_shown_and_asked_for_where_not(shown, told):
    text = "Starting MQSC for queue manager QM1.\n     1 : DISPLAY CHANNEL(A.B) ALL\nAMQ8414I: Display Channel details.\n" \
        f"   CHANNEL(A.B)   CHLTYPE(SDR)\n   {shown}\n"  # fmt: skip
    row = {
        **decided_row("chlauth_address"),
        "words": "AMQ9202",
        "code": "PARTNER_NOT_AVAILABLE",
        "channel": "A.B",
        "gate": "NETWORK",
    }
    said = explanation.decide(row, by_queue_manager(mqsc.read(FileSlice(text.encode(), file="a"))))
    assert ("CHANNEL(A.B) has CONNAME(far.example(1414))." in (said.likely or "")) == told, said
    assert any("DISPLAY CHANNEL('A.B') CONNAME" in one.command for one in said.next) != told
    assert (("a", 5) in said.places) == told


def test_a_record_that_was_altered_after_the_refusal_is_only_told_as_such():
    row = decided_row("chlauth_address")
    text = files("chlauth_address")["definitions.txt"].replace("ALTDATE(2025-01-07)", "ALTDATE(2026-03-05)")
    said = explanation.decide(row, by_queue_manager(mqsc.read(FileSlice(text.encode(), file="a"))))
    assert said.record is None and "does not show that it already did so then" in said.likely and len(said.places) == 1


@pytest.mark.parametrize(("hours", "ahead", "decided_by"), [
    (-2, 0, True), (2, 0, False), (-2, -10800, False), (2, 10800, True), (-2, None, False), (-2000, None, True),
])  # fmt: skip
def test_a_record_that_was_altered_before_the_refusal_by_the_clock_of_its_host_decided(hours, ahead, decided_by):
    at = (START + timedelta(hours=hours)).replace(tzinfo=None)
    text = files("chlauth_address")["definitions.txt"].replace("ALTDATE(2025-01-07)", f"ALTDATE({at:%Y-%m-%d})")
    text = re.sub(r"ALTTIME\(.*?\)", f"ALTTIME({at:%H.%M.%S})", text)
    start = START.replace(tzinfo=None)
    zones = {} if ahead is None else {"QM1": Zone(ahead, start, start)}
    said = explanation.decide(
        decided_row("chlauth_address"), by_queue_manager(mqsc.read(FileSlice(text.encode(), file="a")), zones)
    )
    assert (said.record is not None) == decided_by


@pytest.mark.parametrize(("hours", "asked"), [(1, False), (-1, True), (None, True)])
def test_records_that_were_displayed_after_the_refusal_are_not_asked_for_again(hours, asked):
    stamp = f"{START + timedelta(hours=hours):%Y-%m-%dT%H:%M:%SZ}\n" if hours else ""
    text = stamp + files("chlauth_address")["definitions.txt"]
    said = explanation.decide(
        decided_row("chlauth_address"), by_queue_manager(mqsc.read(FileSlice(text.encode(), file="a")))
    )
    commands = [one.command for one in said.next]
    assert any("DISPLAY CHLAUTH(*) ALL" in one for one in commands) == asked and "RUNCHECK" in commands[0]


@pytest.mark.parametrize(("other", "open_"), [("QM1_2026-01-01_10.00.00", False), ("QM1_2019-05-05_05.05.05", True)])
def test_the_definitions_of_two_queue_managers_of_one_name_are_not_joined(other, open_):
    shown = "AMQ8408I: Display Queue Manager details.\n   QMNAME(QM1)   QMID({})\n"
    texts = definitions("QM1", **SCENES["chlauth_address"]["definitions"]), "Starting MQSC for queue manager QM1.\n"
    texts = [text + shown.format(own) for text, own in zip(texts, ("QM1_2026-01-01_10.00.00", other), strict=True)]
    known = by_queue_manager(
        row for nth, text in enumerate(texts) for row in mqsc.read(FileSlice(text.encode(), file=f"{nth}"))
    )
    said = explanation.decide(decided_row("chlauth_address"), known)
    assert (said.record is None, "captures belong to 2 queue managers named QM1" in (said.note or "")) == (open_, open_)
    assert any("DISPLAY QMGR QMID" in one.command for one in said.next) == open_
    assert not open_ or ({("0", said.places[0][1]), ("1", 3)} == {*said.places} and not known["QM1"].rows)


@pytest.mark.parametrize(("more", "named"), [("MSGEXIT('/opt/x(Enc)') SCYEXIT(' ')", True), ("MSGEXIT(' ')", False)])
def test_the_exits_of_a_channel_that_is_shown_are_named_and_not_asked_for(more, named):
    shown = f"DEFINE CHANNEL('QM1.QM2') CHLTYPE(SDR) {more}\n"
    known = by_queue_manager(row | {"queue_manager": "QM1"} for row in mqsc.read(FileSlice(shown.encode(), file="a")))
    text = logged("text", "QM1", [(START, 7, "AMQ9536E", "Ended by an exit.", ["See."], {"C1": "QM1.QM2"})])
    row = dict.fromkeys(("time", *sign_matching.IDENTITY)) | signs.of_log(*read(amqerr, text))._asdict()
    said = explanation.decide(row | {"queue_manager": "QM1"}, known)
    assert ("CHANNEL(QM1.QM2) has MSGEXIT(/opt/x(Enc))." in said.likely) == named and bool(said.next) != named


@pytest.mark.parametrize(("looked_up", "hidden"), [("DISABLED", True), ("ENABLED", False)])
def test_why_a_record_with_a_host_name_matches_nobody_is_told(looked_up, hidden):
    text = "".join(
        (
            f"DEFINE CHANNEL('APP.SVRCONN') CHLTYPE(SVRCONN)\nALTER QMGR REVDNS({looked_up})\n",
            "SET CHLAUTH('APP.SVRCONN') TYPE(ADDRESSMAP) ADDRESS('web.example') USERSRC(CHANNEL)\n",
            "SET CHLAUTH('*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)\n",
        )
    )
    known = by_queue_manager(row | {"queue_manager": "QM1"} for row in mqsc.read(FileSlice(text.encode(), file="a")))
    assert known["QM1"].reverse_lookup is (looked_up == "ENABLED")
    row = dict.fromkeys(("time", *sign_matching.IDENTITY)) | {
        "code": "CHLAUTH_NOACCESS",
        "queue_manager": "QM1",
        "channel": "APP.SVRCONN",
        "address": "192.0.2.7",
        "words": "AMQ9777",
    }
    said = explanation.decide(row, known)
    assert ("REVDNS(DISABLED): no host name is looked up, so CHLAUTH(APP.SVRCONN)" in (said.likely or "")) == hidden
    assert len(said.places) == hidden


@pytest.mark.parametrize(("name", "kind", "likely"), [
    ("APP.SVRCONN", "SVRCONN", "ended without MQDISC"), ("QM1.QM2", "SDR", "Read its log of that time"),
    ("QM1.QM2", None, "For a message channel"), ("????", None, "balancer"),
])  # fmt: skip
def test_who_closed_a_connection_depends_on_whose_channel_it_is(name, kind, likely):
    shown = f"DEFINE CHANNEL('{name}') CHLTYPE({kind})\n" if kind else ""
    known = by_queue_manager(row | {"queue_manager": "QM1"} for row in mqsc.read(FileSlice(shown.encode(), file="a")))
    text = logged(
        "text", "QM1", [(START, 7, "AMQ9209E", "Closed.", ["See."], {"C1": "10.0.0.9", "C2": "TCP/IP", "C3": name})]
    )
    row = dict.fromkeys(("time", *sign_matching.IDENTITY)) | signs.of_log(*read(amqerr, text))._asdict()
    said = explanation.decide(row | {"queue_manager": "QM1"}, known)
    assert likely in said.likely and (name == "????") != bool(said.next)
    assert ("without MQDISC" in said.likely) == (name != "????" and kind != "SDR")


@pytest.mark.parametrize(("name", "told", "row", "said"), [
    ("maxinst", {"channel": {"MAXINSTC": "50"}}, {}, "CHANNEL(APP.SVRCONN) MAXINSTC(50) is displayed"),
    ("maxinst", {}, {}, None), ("tls_cipher", {"channel": {"SSLCIPH": ""}}, {}, "CHANNEL(APP.SVRCONN) SSLCIPH() is displayed"),
    ("tls_cipher", {"channel": {"SSLCIPH": "ANY_TLS12"}}, {}, None),
    ("tls_cipher", {"channel": {"SSLCIPH": ""}}, {"code": "TLS_CIPHER_MISSING", "record": None},
     "CHANNEL(APP.SVRCONN) SSLCIPH() is displayed"),
    ("tls_cipher", {"channel": {"SSLCIPH": ""}}, {"record": None}, None),
])  # fmt: skip
def test_what_decided_and_is_shown_otherwise_was_altered(name, told, row, said):
    likely = said_of(name, told, **row)[0].likely or ""
    assert ("it was altered in between" in likely) is (said is not None) and (said or "") in likely


@pytest.mark.parametrize("name", SCENES)
def test_no_change_opens_a_door(name):
    row = {**decided_row(name), "wanted": "SHARED.IN"}
    known = by_queue_manager(mqsc.read(FileSlice(files(name)["definitions.txt"].encode(), file="a")))
    for one in explanation.decide(row, known).next:
        assert one.effect == "looks" or safe(one.command), one


def safe(command):
    lower = command.lower()
    forbidden = ("chlauth(disabled)", "mcauser('mqm')", "authadd(all", "alladm", "nobody", "chckclnt(none)", "'**'",
                 "sslcauth(optional)", "address(*)", "address('*')", "profile('system.cluster", "maxinst")  # fmt: skip
    return not any(word in lower for word in forbidden)


def test_changes_name_one_record_one_user_one_object():
    def changes(name, **told):
        known = by_queue_manager(mqsc.read(FileSlice(files(name)["definitions.txt"].encode(), file="a")))
        found = explanation.decide({**decided_row(name), **told}, known).next
        return [one.command.split('"')[1] for one in found if one.effect == "changes"]

    assert changes("queue_put") == ["SET AUTHREC PROFILE('ORDERS.IN') OBJTYPE(QUEUE) PRINCIPAL('orders') AUTHADD(PUT)"]
    assert changes("connect") == ["SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('web') AUTHADD(CONNECT)"]
    assert changes("chlauth_address") == [
        "SET CHLAUTH('APP.SVRCONN') TYPE(USERMAP) CLNTUSER('orders') ADDRESS('192.0.2.7') USERSRC(MAP) "
        "MCAUSER('orders') CHCKCLNT(REQUIRED) ACTION(ADD)"
    ]
    assert changes("chlauth_address", asserted="mqm") == changes("chlauth_address", asserted="stranger") == []
    assert changes("chlauth_address", channel="SYSTEM.X") == changes("chlauth_address", address="10.20.1.1") == []
    assert changes("cluster_put", wanted="SHARED.IN") == [
        "DEFINE QALIAS('SHARED.IN.ALIAS') TARGET('SHARED.IN')",
        "SET AUTHREC PROFILE('SHARED.IN.ALIAS') OBJTYPE(QUEUE) PRINCIPAL('orders') AUTHADD(PUT)",
    ]
    assert changes("queue_put", user="x'; rm -rf") == [] and changes("queue_put", permission="all") == []
    assert changes("mqadmin") == changes("maxinst") == changes("tls_cipher") == []


PUT = "SET AUTHREC PROFILE('ORDERS.IN') OBJTYPE(QUEUE) PRINCIPAL('orders') AUTHADD({})".format
READS = grant("ORDERS.*", "orders", words="BROWSE,GET")


@pytest.mark.parametrize(("grants", "change", "why"), [
    ([READS, grant("**", "orders")], PUT("PUT,BROWSE,GET"), "repeats what profile ORDERS.* gives orders"),
    ([READS, grant("ORDERS.IN", "mqm", entity_type="GROUP")], PUT("PUT,BROWSE,GET"), "primary group"),
    ([grant("ORDERS.IN", "orders", words="GET"), READS, grant("**", "ops", entity_type="GROUP")], PUT("PUT"), "primary group"),
    ([grant("ORDERS.IN", "ops", words="GET"), grant("OTHER", "x")], PUT("PUT"), "primary group"),
    ([grant("ORDERS.*", "ops", words="GET", entity_type="GROUP")], None, "could hide what profile ORDERS.* gives ops"),
    ([READS, grant("ORDERS.**", "batch", words="GET")], None, "could hide what profile ORDERS.** gives batch"),
    ([READS, grant("ORDERS.*", "orders", words="INQ")], None, "could hide what profile ORDERS.* gives orders"),
    ([grant("ORDERS.IN", "orders", words="PUT")], None, "The displayed authority records give it"),
    ([], None, "could hide generic profiles that the evidence lacks"),
])  # fmt: skip
def test_a_grant_takes_nothing_away(grants, change, why):
    said, changes = said_of("queue_put", {"grants": grants})
    assert changes == ([change] if change else []) and why in said.note
    assert (said.note.count("No grant is offered") == 1) is ("could" in why or "not all" in why)


def test_a_record_of_the_very_queue_gives_it_also_where_not_all_are_shown():
    text = definitions("QM1", queues=[QUEUE], grants=[grant("ORDERS.IN", "orders", words="PUT")])
    some = text.replace("DISPLAY AUTHREC\n", "DISPLAY AUTHREC PROFILE(ORDERS.IN) OBJTYPE(QUEUE)\n")
    known = by_queue_manager(mqsc.read(FileSlice(some.encode(), file="a")))
    said = explanation.decide(decided_row("queue_put"), known)
    assert some != text and not known["QM1"].grants_whole
    assert "The displayed authority records give it" in said.note


@pytest.mark.parametrize(("base", "granted", "told"), [
    ("ORDERS.BASE", "PUT,INQ", True), ("ORDERS.BASE", "GET", False), ("OTHER.BASE", "PUT", False),
])  # fmt: skip
def test_a_grant_on_the_base_of_an_alias_is_told_as_one_that_does_not_count(base, granted, told):
    alias = {"QUEUE": "ORDERS.IN", "TYPE": "QALIAS", "TARGET": base}
    said, _ = said_of("queue_put", {"queues": [alias], "grants": [grant("ORDERS.BASE", "orders", words=granted)]})
    assert ("where AUTHREC PROFILE(ORDERS.BASE) gives orders that" in (said.note or "")) is told


def test_of_two_displays_of_the_authority_records_the_later_one_counts():
    def shown(hour, grants):
        return f"2026-03-05T{hour}:00:00Z\n" + definitions("QM1", queues=[QUEUE], grants=grants)

    texts = {"new": shown("09", [grant("ORDERS.*", "orders", words="INQ")]), "old": shown("08", [READS])}
    known = by_queue_manager(
        row for file, text in texts.items() for row in mqsc.read(FileSlice(text.encode(), file=file))
    )
    said = explanation.decide(decided_row("queue_put"), known)
    assert [PUT("PUT,INQ") in one.command for one in said.next if one.effect == "changes"] == [True]


@pytest.mark.parametrize(("name", "row", "definitions", "why"), [
    ("queue_put", {}, {"queues": [{**QUEUE, "USAGE": "XMITQ"}]}, "opens every queue behind it"),
    ("queue_put", {}, {"queues": []}, "the evidence lacks USAGE"),
    ("queue_put", {"object": "SYSTEM.ADMIN.COMMAND.QUEUE"}, {}, "queue of the product"),
    ("queue_put", {"keys": ["event 4"]}, {}, None), ("queue_put", {"queue_manager": None}, {}, None),
    ("cluster_put", {"wanted": "SYSTEM.CLUSTER.TRANSMIT.QUEUE"}, {}, None),
    ("cluster_put", {"wanted": "SHARED.IN"}, {"queues": [{"QUEUE": "SHARED.IN.ALIAS", "TYPE": "QALIAS"}]}, None),
    ("chlauth_address", {}, {"authinfo": {"CHCKCLNT": "NONE"}}, None),
    ("chlauth_address", {}, {"qmgr": {"CHLAUTH": "DISABLED"}}, None),
    ("chlauth_address", {}, {"records": (record("APP.*", "ADDRESSMAP", ADDRESS="192.0.2.*", USERSRC="NOACCESS"),)},
     "may refuse on purpose"),
])  # fmt: skip
def test_no_change_opens_more_than_is_meant_or_rests_on_what_is_not_shown(name, row, definitions, why):
    said, changes = said_of(name, definitions, **row)
    assert changes == [] and (why or "") in (said.note or "")


def test_a_certificate_is_mapped_with_its_issuer_and_a_password():
    certificate = {"certificate": "CN=app1,O=Example", "issuer": "CN=CA,O=Example"}
    _, (change,) = said_of("chlauth_address", **certificate)
    assert change == (
        "SET CHLAUTH('APP.SVRCONN') TYPE(SSLPEERMAP) SSLPEER('CN=app1,O=Example') SSLCERTI('CN=CA,O=Example') "
        "ADDRESS('192.0.2.7') USERSRC(MAP) MCAUSER('orders') CHCKCLNT(REQUIRED) ACTION(ADD)"
    )


def test_an_address_is_taken_off_a_list_that_names_it_alone_and_a_stopped_channel_is_asked_about():
    listed = {"code": "CHLAUTH_BLOCKED_ADDRESS"}
    said, changes = said_of(
        "chlauth_address", {"records": (record("*", "BLOCKADDR", ADDRLIST="10.1.1.1,192.0.2.7"),)}, **listed
    )
    assert (
        changes == ["SET CHLAUTH(*) TYPE(BLOCKADDR) ADDRLIST('192.0.2.7') ACTION(REMOVE)"] and "by mistake" in said.note
    )
    both = (record("*", "BLOCKADDR", ADDRLIST="192.0.2.*,192.0.2.7"),)
    assert said_of("chlauth_address", {"records": both}, **listed)[1] == []
    said, changes = said_of("chlauth_address", code="CHANNEL_STOPPED")
    assert changes == ["START CHANNEL('APP.SVRCONN')"] and "Ask why" in said.note
    zos = explanation.decide({**decided_row("chlauth_address"), "code": "CHANNEL_STOPPED", "keys": ["z/OS"]}, {})
    assert [one.command for one in zos.next if one.effect == "changes"] == ["+cpf START CHANNEL('APP.SVRCONN')"]


def test_where_the_user_in_mqcsp_is_not_adopted_both_are_told_and_nothing_is_granted():
    not_adopted = {"authinfo": {"ADOPTCTX": "NO"}}
    said, changes = said_of("connect", not_adopted, mqcsp="svcorders")
    assert changes == [] and "sent user svcorders in MQCSP, but its process's user web was authorized" in said.note
    assert f"AUTHINFO({AUTHINFO}) has ADOPTCTX(NO)" in said.note and len(said.places) == 1
    assert any("DISPLAY AUTHINFO(*) ALL" in one.command for one in said.next)
    for same in ({}, {"mqcsp": "WEB"}, {"mqcsp": "uid=web,o=x"}, {"mqcsp": "svcorders", "asserted": None}):
        assert len(said_of("connect", not_adopted, **same)[1]) == 1
    assert "user of the client's process" in said_of("connect", not_adopted)[0].note


def test_a_message_channel_is_asked_about_with_its_queue_manager():
    row = {"partner": "LON", "asserted": None, "user": None, "channel": "LON.QM1"}
    said, changes = said_of("chlauth_address", **row)
    (asked,) = [one.command for one in said.next if "RUNCHECK" in one.command]
    assert "ADDRESS('192.0.2.7') QMNAME('LON')" in asked and "CLNTUSER" not in asked and changes == []


def test_records_that_do_not_refuse_any_more_are_told():
    opened = {**record("APP.SVRCONN", "ADDRESSMAP", ADDRESS="192.0.2.*", USERSRC="CHANNEL"), "ALTDATE": "2026-03-02",
              "ALTTIME": "11.30.00"}  # fmt: skip
    said, changes = said_of("chlauth_address", {"records": (*NOACCESS, opened)})
    assert said.record is None and changes == [] and len(said.places) == 1
    assert "Now CHLAUTH(APP.SVRCONN) TYPE(ADDRESSMAP) ADDRESS(192.0.2.*) USERSRC(CHANNEL) decides" in said.likely
    assert "No displayed record refuses it now" in said_of("chlauth_address", {"records": DEFAULTS})[0].likely
    asked = SCENES["wrong_password"]["definitions"] | {"authinfo": {"ALTDATE": "2026-03-05", "ALTTIME": "08.00.00"}}
    said = said_of("wrong_password", asked, record=None)[0]
    assert said.record is None and "decides now" in said.likely


def test_a_put_of_a_receiving_channel_is_not_refused_for_put_alone():
    assert "+put or +setall on the queue" in refusals.causes()["AMQ9511", "2035"].cause


def test_a_certificate_that_has_expired_is_told_to_have():
    told = {"CommentInsert1": "A.B", "CommentInsert2": "[Subject=]CN=far[Error=]GSKVAL_ERROR_CERTIFICATE_EXPIRED"}
    row = {
        "message": "AMQ9633",
        "text": None,
        "explanation": None,
        "reason": None,
        "program": "amqrmppa",
        "queue_manager": "QM1",
    }
    assert signs.of_log(row | {"inserts": told}).code == "TLS_CERTIFICATE_EXPIRED"
    told["CommentInsert2"] = "[Subject=]CN=far"
    assert signs.of_log(row | {"inserts": told}).code == "TLS_CERTIFICATE_BAD"


@pytest.mark.parametrize(("message", "inserts", "says"), [
    ("AMQ9633", {"CommentInsert1": "APP", "CommentInsert3": "mq1 (192.0.2.1)(1414)"},
     "The client did not accept the certificate of the queue manager."),
    ("AMQ9660", {}, "The password of the client's key repository is wrong or its stash file cannot be used."),
    ("AMQ9645", {"CommentInsert1": "APP"}, "The key repository of the client has no certificate with the label that is needed."),
])  # fmt: skip
def test_what_a_client_s_own_log_tells_of_tls_is_of_the_client_and_no_queue_manager_is_asked(message, inserts, says):
    told = {"message": message, "text": None, "explanation": None, "reason": None, "inserts": inserts}
    own = signs.of_log(told | {"program": "orders", "queue_manager": None})
    said = explanation.decide(dict.fromkeys(("time", *sign_matching.IDENTITY)) | own._asdict(), {})
    assert (said.cause, said.next, own.refused_by) == (says, [], refusals.CLIENT)
    here = signs.of_log(told | {"program": "amqrmppa", "queue_manager": "QM1"})
    assert "this end" in refusals.said_by(here.words).cause.lower() and here.refused_by == refusals.MANAGER


def test_the_end_that_closed_a_handshake_is_the_other_one_and_its_address_is_told():
    told = {"message": "AMQ9665", "text": None, "explanation": None, "reason": None, "program": "amqrmppa",
            "queue_manager": "QM1", "inserts": {"CommentInsert1": "????", "CommentInsert2": "192.0.2.9"}}  # fmt: skip
    assert (signs.of_log(told).refused_by, signs.of_log(told).address) == (refusals.CLIENT, "192.0.2.9")


@pytest.mark.parametrize(("message", "inserts", "code", "channel", "user"), [
    ("AMQ5653", {"CommentInsert1": "ghost"}, "USER_UNKNOWN", None, "ghost"),
    ("AMQ9675", {"CommentInsert1": "a label"}, "TLS_NO_CERTIFICATE", None, None),
    ("AMQ9502", {"CommentInsert1": "QM2.QM1"}, "CHANNEL_TYPE", "QM2.QM1", None),
])  # fmt: skip
def test_a_user_a_label_and_a_type_that_are_not_there_refuse(message, inserts, code, channel, user):
    told = {"message": message, "text": None, "explanation": None, "reason": None, "program": "amqrmppa",
            "queue_manager": "QM1", "inserts": inserts}  # fmt: skip
    sign = signs.of_log(told)
    assert (sign.code, sign.channel, sign.user) == (code, channel, user)


def test_a_queue_manager_that_was_not_reached_may_run():
    told = refusals.causes()["client", "2059"]
    assert told.cause == "The queue manager could not be reached." and "ended early" in told.likely


def test_the_queue_of_a_refused_put_is_the_one_that_the_log_names():
    told = {"CommentInsert1": "TO.BANK", "CommentInsert2": "PAY.IN", "CommentInsert3": "QM.BANK", "queue": "PAY.IN",
            "queue_manager": "QM.BANK", "reason": "2035"}  # fmt: skip
    row = {"message": "AMQ9511", "text": None, "explanation": None, "reason": 2035, "program": "amqrmppa"}
    sign = signs.of_log(row | {"inserts": told, "queue_manager": "QM.BANK"})
    assert (sign.object, sign.reason) == ("PAY.IN", 2035)


def test_a_list_that_does_not_block_the_user_any_more_is_told():
    row = {"code": "CHLAUTH_BLOCKED_USER", "channel": "APP.SVRCONN", "user": "mqm", "record": None}
    lists = {"records": (*DEFAULTS, record("APP.SVRCONN", "BLOCKUSER", USERLIST="nobody"))}
    said, changes = said_of("chlauth_address", lists, **row)
    assert said.record is None and changes == [] and len(said.places) == 1
    assert (
        "Now CHLAUTH(APP.SVRCONN) TYPE(BLOCKUSER) USERLIST(nobody) counts for this channel, and does not block mqm"
        in said.likely
    )
    assert "may have been altered since" in said.likely
    altered = {**record("APP.SVRCONN", "BLOCKUSER", USERLIST="nobody"), "ALTDATE": "2026-03-03", "ALTTIME": "09.30.00"}
    later = {"records": (*DEFAULTS, altered)}
    assert "it was altered since, at 2026-03-03 09:30:00" in said_of("chlauth_address", later, **row)[0].likely
    assert (
        "No displayed list of blocked users" in said_of("chlauth_address", {"records": NOACCESS[:1]}, **row)[0].likely
    )
    assert not said_of("chlauth_address", {"records": DEFAULTS}, **row)[0].likely


def test_the_profile_of_a_group_is_the_one_that_lacks_it():
    grants = (
        grant("ORDERS.*", "apps", words="PUT,GET", entity_type="GROUP"),
        grant("ORDERS.I*", "apps", words="GET", entity_type="GROUP"),
    )
    row = {"code": "NO_AUTHORITY", "user": "bob", "object": "ORDERS.IN", "permission": "put", "record": None}
    assert (
        said_of("chlauth_address", {"grants": grants}, **row)[0].record == "AUTHREC PROFILE(ORDERS.I*) OBJTYPE(QUEUE)"
    )


def test_a_list_of_addresses_may_have_closed_a_connection_that_no_log_tells_of():
    broken = {"code": "CONNECTION_BROKEN", "address": None, "channel": None}
    lists = {"records": (record("*", "BLOCKADDR", ADDRLIST="192.0.2.*"),)}
    said, _ = said_of("idle_firewall", lists, **broken)
    assert "CHLAUTH(*) TYPE(BLOCKADDR) ADDRLIST(192.0.2.*) may have closed it" in said.likely and said.record is None
    assert any("TYPE(BLOCKADDR)" in one.command for one in said.next) and len(said.places) == 1
    assert "may have closed it" not in said_of("idle_firewall", **broken)[0].likely


def test_each_cause_has_a_gate_a_sentence_and_a_code():
    gates = {"NETWORK", "LIMIT", "TLS", "CHLAUTH", "CONNAUTH", "AUTHORITY", "MCA", ""}
    for one in refusals.causes().values():
        assert one.gate in gates and one.role in ("cause", "companion", "consequence", "closing"), one
        assert one.role == "closing" or (one.code and one.cause.endswith(".")), one
        assert one.qualifier or one.id.startswith(("AMQ", "CSQX")), one


def test_the_sample_cases_are_as_their_writer_makes_them():
    for name, text in FILES.items():
        assert (SAMPLES / name).read_text() == text


@pytest.mark.parametrize(("text", "host", "address"), [
    ("pc7.example (192.0.2.7)(1414)", "pc7.example", "192.0.2.7"), ("192.0.2.7", None, "192.0.2.7"),
    ("192.0.2.7(1414)", None, "192.0.2.7"), ("????", None, None), ("mq/192.0.2.7:1414 (mq)", "mq", "192.0.2.7"),
    ("::ffff:192.0.2.7", None, "192.0.2.7"), ("mqhost(1414)", "mqhost", None), (None, None, None),
])  # fmt: skip
def test_hosts_as_they_are_printed(text, host, address):
    assert signs.peer(text) == (host, address)


def test_active_values_hold_brackets_commas_and_blanks():
    text = "MCAUSER(a) SSLPEER(CN=x (y),OU=Test Group,O=A) SSLCERTI(CN=CA) ADDRESS(h)"
    assert signs.values_in_brackets(text) == {
        "MCAUSER": "a", "SSLPEER": "CN=x (y),OU=Test Group,O=A", "SSLCERTI": "CN=CA", "ADDRESS": "h",
    }  # fmt: skip


def test_the_columns_are_those_that_are_documented(spark, tmp_path):
    (tmp_path / "note.txt").write_text("nothing\n")
    frame = refused(open_case(spark, tmp_path))
    assert tuple(frame.columns) == refusal_rows.COLUMNS and frame.count() == 0


@pytest.mark.parametrize("code", sorted({one.code for one in refusals.causes().values() if one.code}))
def test_every_command_is_one_that_the_product_takes(code):
    row = {**dict.fromkeys(("time", *sign_matching.IDENTITY)), "code": code, "queue_manager": "QM1", "channel": "APP.SVRCONN",
           "address": "192.0.2.7", "user": "web", "asserted": "orders", "object": "ORDERS.IN", "permission": "put inq",
           "wanted": "SHARED.IN"}  # fmt: skip
    known = by_queue_manager(mqsc.read(FileSlice(files("chlauth_address")["definitions.txt"].encode(), file="a")))
    for certificate in (None, "CN=app1,O=Example Inc,C=GB"):
        for one in explanation.decide({**row, "certificate": certificate}, known).next:
            assert one.effect == "looks" or safe(one.command), one
            shell(one.command)


@pytest.mark.parametrize("who", sorted(gates.ADMINISTRATORS))
def test_no_cause_gives_an_administrator_or_everything_a_way_in(who):
    known = by_queue_manager(mqsc.read(FileSlice(files("chlauth_address")["definitions.txt"].encode(), file="a")))
    for code in {one.code for one in refusals.causes().values()}:
        row = {**dict.fromkeys(("time", *sign_matching.IDENTITY)), "code": code, "queue_manager": "QM1", "channel": "APP.SVRCONN",
               "address": "192.0.2.7", "object": "ORDERS.IN", "wanted": "SHARED.IN", "permission": "put"}  # fmt: skip
        for named in ({"user": who, "asserted": who}, {"user": who.upper(), "asserted": f"{who}@domain"},
                      {"user": "orders", "asserted": "orders", "permission": "all"}):  # fmt: skip
            changes = [
                one.command for one in explanation.decide({**row, **named}, known).next if one.effect == "changes"
            ]
            assert not [one for one in changes if who in one.lower() or "ALL" in one], (code, changes)


@pytest.mark.parametrize("field", ["channel", "address", "user", "asserted", "object", "certificate", "wanted"])
@pytest.mark.parametrize(
    "text", ["x' ; STOP QMGR", 'a"; rm -rf ~; "', "$(id)", "`id`", "a\nb", "CN=a'b", "10.1.1.1) ALL", "é"]
)
def test_a_stranger_s_text_is_in_no_command(field, text):
    for name in SCENES:
        row = {**decided_row(name), "wanted": "SHARED.IN", field: text}
        known = by_queue_manager(mqsc.read(FileSlice(files(name)["definitions.txt"].encode(), file="a")))
        for one in explanation.decide(row, known).next:
            assert text not in one.command
            shell(one.command)


JOB_LOG = """\
 +CSQX777E +CSQ1 CSQXRESP Channel APP.SVRCONN from 192.0.2.7 has been blocked due to USERSRC(NOACCESS), Detail: CLNTUSER(orders) ADDRESS(pc7.example)
 +CSQX776E +CSQ1 CSQXRESP Channel APP.SVRCONN from 192.0.2.7 has been blocked due to userid, Detail: CLNTUSER(orders) MCAUSER(ops)
 +CSQX519E +CSQ1 CSQXRESP Channel APP.SVRCON not defined, connection 192.0.2.7
 +CSQX007E +CSQ1 CSQXADPI Unable to connect to queue manager CSQ1, 730
  MQCC=2 MQRC=2035 (MQRC_NOT_AUTHORIZED)
ICH408I USER(ORDERS  ) GROUP(USERS   ) NAME(ORDER SERVICE       )
          CSQ1.ORDERS.IN CL(MQQUEUE )
          INSUFFICIENT ACCESS AUTHORITY
          ACCESS INTENT(UPDATE )  ACCESS ALLOWED(READ   )
ICH408I JOB(CSQ1MSTR) STEP(CSQ1MSTR)
          CSQ1.CONTEXT.ORDERS.IN CL(MXADMIN )
          PROFILE NOT FOUND - REQUIRED FOR AUTHORITY CHECKING
          ACCESS INTENT(CONTROL)  ACCESS ALLOWED(NONE   )
ICH408I USER(NOBODY  ) GROUP(        ) NAME(???                 )
  LOGON/JOB INITIATION - USER AT TERMINAL          NOT RACF-DEFINED
ICH408I USER(ORDERS  ) GROUP(USERS   ) NAME(ORDER SERVICE       )
          SYS1.PARMLIB CL(DATASET ) VOL(SYSRES)
          INSUFFICIENT ACCESS AUTHORITY
          ACCESS INTENT(READ   )  ACCESS ALLOWED(NONE   )
"""


@pytest.mark.parametrize(("entry", "code", "record"), [
    ("+CSQX513E +CSQ1 CSQXRESP Current channel limit exceeded channel APP.SVRCONN connection 192.0.2.7", "MAXCHANNELS_REACHED", None),
    ("+CSQX513E +CSQ1 CSQXRESP Current channel limit exceeded channel APP2.SVRCONN connection pc7.example", "MAXCHANNELS_REACHED", None),
    ("+CSQX573E +CSQ1 CSQXRESP Channel limit exceeded, connection 7", "MAXACTIVECHANNELS_REACHED", None),
    ("+CSQX489E +CSQ1 CSQXRESP Maximum instance limit 20 exceeded, channel APP.SVRCONN connection 192.0.2.7", "MAXINST_REACHED",
     "CHANNEL(APP.SVRCONN) MAXINST(20)"),
    ("+CSQX490E +CSQ1 CSQXRESP Maximum client instance limit 5 exceeded, channel APP.SVRCONN connection 192.0.2.7",
     "MAXINSTC_REACHED", "CHANNEL(APP.SVRCONN) MAXINSTC(5)"),
    ("AMQ9513E: Maximum number of channels reached. The maximum is 200.", "MAXCHANNELS_REACHED", "MaxChannels=200"),
])  # fmt: skip
def test_a_limit_is_a_number_that_is_printed_as_one(entry, code, record):
    (row,) = read(amqerr, f" {entry}\n".replace(" AMQ", "AMQ"))
    found = signs.of_log(row)
    assert (found.gate, found.code, found.record) == ("LIMIT", code, record)


def test_racf_names_the_generic_profile_that_decided():
    log = JOB_LOG.replace("AUTHORITY\n", "AUTHORITY\n          FROM CSQ1.ORDERS.** (G)\n", 1)
    found = signs.of_log(list(read(amqerr, log))[4])
    assert (found.record, found.object, found.permission) == (
        "MQQUEUE CSQ1.ORDERS.** ACCESS ALLOWED(READ)", "ORDERS.IN", "UPDATE",
    )  # fmt: skip


@pytest.mark.parametrize("shown", ["CSQ1", "CSQ2"])
def test_the_queue_manager_of_a_resource_of_racf_is_told_where_one_of_its_name_is_shown(spark, tmp_path, shown):
    (tmp_path / "job.txt").write_text(JOB_LOG[JOB_LOG.index("ICH408I") : JOB_LOG.index("ICH408I JOB")])
    (tmp_path / "shown.txt").write_text(
        runmqsc(shown, ("DISPLAY QMGR DEADQ", "QMGR", [{"QMNAME": shown, "DEADQ": "DLQ"}]))
    )
    (row,) = refused(open_case(spark, tmp_path)).collect()
    assert (row.code, row.queue_manager) == ("RACF_QUEUE", "CSQ1" if shown == "CSQ1" else None)


@pytest.mark.parametrize(("queue", "rows"), [("ORDERS.IN", 1), ("OTHER.IN", 2)])
def test_what_racf_refused_and_its_dead_letter_are_one_row(spark, tmp_path, queue, rows):
    (tmp_path / "job.txt").write_text(JOB_LOG[JOB_LOG.index("ICH408I") : JOB_LOG.index("ICH408I JOB")])
    (tmp_path / "shown.txt").write_text(
        runmqsc("CSQ1", ("DISPLAY QMGR DEADQ", "QMGR", [{"QMNAME": "CSQ1", "DEADQ": "CSQ1.DLQ"}]))
    )
    one = letter(2035, queue, "CSQ1", 546, 1208, "pay", START, START, 1, "payfeed", "batch7", "QM2")
    (tmp_path / "dlq.txt").write_text(dump([one], "CSQ1.DLQ", "v7"))
    found = {row.code: row for row in refused(open_case(spark, tmp_path)).collect()}
    row = found["RACF_QUEUE"]
    assert len(found) == rows and (row.user, row.permission, row.object) == ("ORDERS", "UPDATE", "ORDERS.IN")
    assert (row.gate, row.application) == (("MCA", "amqrmppa") if rows == 1 else ("AUTHORITY", None))
    assert ({"job.txt", "dlq.txt"} <= {at.file for at in row.evidence}) == (rows == 1)


def test_messages_of_z_os_and_of_racf():
    found = [signs.of_log(row) for row in read(amqerr, JOB_LOG)]
    assert [one and (one.gate, one.code, one.user, one.channel, one.object) for one in found] == [
        ("CHLAUTH", "CHLAUTH_NOACCESS", "orders", "APP.SVRCONN", None),
        ("CHLAUTH", "CHLAUTH_BLOCKED_USER", "ops", "APP.SVRCONN", None),
        ("NETWORK", "CHANNEL_NOT_DEFINED", None, "APP.SVRCON", None),
        ("AUTHORITY", "CHANNEL_INITIATOR_REFUSED", None, None, None),
        ("AUTHORITY", "RACF_QUEUE", "ORDERS", None, "ORDERS.IN"),
        ("AUTHORITY", "RACF_CONTEXT", None, None, "CONTEXT.ORDERS.IN"),
        ("AUTHORITY", "USER_UNKNOWN", "NOBODY", None, None),
        None,
    ]  # fmt: skip
    row = {**dict.fromkeys(("time", *sign_matching.IDENTITY)), **found[0]._asdict()}
    assert [one.command for one in explanation.decide(row, {}).next] == [
        "+cpf DISPLAY CHLAUTH('APP.SVRCONN') MATCH(RUNCHECK) ALL ADDRESS('192.0.2.7') CLNTUSER('orders')",
        "+cpf DISPLAY CHLAUTH(*) ALL",
    ]  # fmt: skip
    assert (found[0].address, found[0].host, found[4].permission, found[4].record) == (
        "192.0.2.7", "pc7.example", "UPDATE", "MQQUEUE CSQ1.ORDERS.IN ACCESS ALLOWED(READ)",
    )  # fmt: skip


@pytest.mark.parametrize(("called", "manager", "told"), [
    ("mq1(1415)", None, "Port 1415 was called, on which the evidence has no listener: TCP.1 of QM1 has PORT(1414)."),
    ("mq1(1414)", None, None), ("mq1", None, None), ("mq1(1415)", "QM2", None), ("mq1(1415),mq2(1416)", None, None),
])  # fmt: skip
def test_a_port_that_no_listener_is_shown_to_have_is_told_and_listeners_are_not_asked_for_again(called, manager, told):
    shown = "     1 : DISPLAY LSSTATUS(*) ALL\nAMQ8631I: Display listener status details.\n   LISTENER(TCP.1)    STATUS(RUNNING)\n" \
            "   TRPTYPE(TCP)    PORT(1414)\n"  # fmt: skip
    text = f"Starting MQSC for queue manager QM1.\n{shown}One MQSC command read.\n"
    known = by_queue_manager(mqsc.read(FileSlice(text.encode(), file="a")))
    log = (
        f"2026-03-02T14:30:00.120Z ERROR mqrc 2538 MQRC_HOST_NOT_AVAILABLE connecting to {called} channel APP.SVRCONN\n"
    )
    sign = next(filter(None, map(signs.of_log, read(clientlog, log))))
    row = {**dict.fromkeys(("time", *sign_matching.IDENTITY)), **sign._asdict(), "queue_manager": manager}
    found = explanation.decide(row, known)
    assert (told in found.likely if told else "was called" not in found.likely) and (found.next == []) == bool(told)
    assert (("a", 5) in found.places) == bool(told)


@pytest.mark.parametrize(("seconds", "period"), [
    ((0, 900, 1801, 2700), "900"), ((0, 0.4, 900, 900.3, 1800, 2702), "901"), ((0, 900, 1800), None),
    ((0, 300, 1800, 2000), None), ((0, 5, 10, 15, 20), None), ((), None),
])  # fmt: skip
def test_breaks_at_one_interval_are_told_with_the_period_and_no_other(seconds, period):
    row = {**decided_row("idle_firewall"), "code": "CONNECTION_RESET", "channel": "APP.SVRCONN",
           "times": [START + timedelta(seconds=one) for one in seconds]}  # fmt: skip
    known = by_queue_manager(mqsc.read(FileSlice(files("idle_firewall")["definitions.txt"].encode(), file="a")))
    likely = explanation.decide(row, known).likely
    closed = explanation.decide({**row, "code": "CONNECTION_CLOSED"}, known).likely
    assert "idle" not in closed and ("from a probe or a scheduled job" in closed) is (period is not None)
    assert (f"every {period} seconds" in likely) is (period is not None) and (
        "HBINT(300) SHARECNV(0)" in likely
    ) is bool(period)


def test_a_copy_of_a_log_refuses_nothing_anew(spark, tmp_path):
    name = next(iter(SCENES))
    log = files(name)["AMQERR01.LOG"]
    alone, twice = tmp_path / "alone", tmp_path / "twice"
    for folder, names in ((alone, ["AMQERR01.LOG"]), (twice, ["AMQERR01.LOG", "saved.LOG"])):
        folder.mkdir()
        for one in names:
            (folder / one).write_text(log)
    told = [
        [(row.code, row["count"]) for row in refused(open_case(spark, folder)).collect()] for folder in (alone, twice)
    ]
    assert told[0] == told[1] != []
    counted = [
        [(kind.message, kind.count) for kind in case_stories._of_log(open_case(spark, folder), {})]
        for folder in (alone, twice)
    ]
    assert counted[0] == counted[1] != []


PROMPT = "$ amqsbcg HUB.DLQ HUB\n"


@pytest.fixture(scope="module")
def copies(spark, tmp_path_factory):
    """Dead letters, failure reports and a rollback, in two files each; the second dump has one letter more."""
    folder = tmp_path_factory.mktemp("copies")
    (folder / "b").mkdir()
    letters = [letter(2035, "PAYROLL.IN", "FAR", 546, 1208, "pay", START, START + timedelta(seconds=n), n, "payfeed",
                      "batch7", "QM2") for n in (1, 2, 3)]  # fmt: skip
    report = (SAMPLES / "fdc_disk_full" / "AMQ8041.0.FDC").read_text()
    rolled = logged("text", "QM1", [(START, 7, "AMQ7469W", "Transactions rolled back", ["The log is full."], {})])
    for place, shown in (("", letters[:2]), ("b/", letters[1:])):
        (folder / f"{place}dlq.txt").write_text(PROMPT + dump(shown, "HUB.DLQ", "v7"))
        (folder / f"{place}AMQ8041.0.FDC").write_text(report)
        (folder / f"{place}AMQERR01.LOG").write_text(rolled)
    with open_case(spark, folder) as case:
        yield case


def test_what_failed_on_the_way_on_failed_where_it_lies_and_each_letter_once(copies):
    (row,) = refused(copies).collect()
    assert (row.code, row.queue_manager, row.object, row["count"]) == ("MCA_NOT_AUTHORIZED", "HUB", "FAR", 3)
    assert "on to another queue manager" in row.cause and all(one.on == "HUB" for one in row["next"])
    assert not any("PAYROLL" in one.command for one in row["next"])
    assert [(one.queue_manager, one.count) for one in case_stories._letters(copies, {})] == [("HUB", 3)]


def test_a_letter_of_a_queue_that_is_nobody_s_failed_where_it_was_meant_for(spark, tmp_path):
    one = letter(2035, "PAYROLL.IN", "FAR", 546, 1208, "pay", START, START, 1, "payfeed", "batch7", "QM2")
    (tmp_path / "dlq.txt").write_text(dump([one], "HUB.DLQ", "v7"))
    (row,) = refused(open_case(spark, tmp_path)).collect()
    assert (row.queue_manager, row.object) == ("FAR", "PAYROLL.IN")
    assert (
        row.cause.startswith("Probably") and "If an intermediate queue manager owns this dead-letter queue" in row.cause
    )


def test_only_what_a_channel_dead_lettered_was_refused_to_the_user_of_a_channel(spark, tmp_path):
    letters = []
    for n, (kind, program) in enumerate([(6, "amqrmppa"), (11, "C:\\mq\\bin\\amqrmppa.exe"), (6, "paybatch"),
                                         (28, "a JMS client"), (7, "HUB"), (6, "")]):  # fmt: skip
        header, fields = dlh(2035, "PAYROLL.IN", "HUB", 546, 1208, "2026030209140712", appl_type=kind, appl=program)
        letters.append(letter(2035, "PAYROLL.IN", "HUB", 546, 1208, "pay", START, START, n, "payfeed", "batch7", "QM2",
                              data=header + b"pay", dlh=fields))  # fmt: skip
    (tmp_path / "dlq.txt").write_text(PROMPT + dump(letters, "HUB.DLQ", "v7"))
    rows = refused(open_case(spark, tmp_path)).collect()
    by = {row.application: (row.gate, row.code, "receiving channel" in row.cause) for row in rows}
    channel, other = ("MCA", "MCA_NOT_AUTHORIZED", True), (None, "DEAD_LETTER_NOT_AUTHORIZED", False)
    assert by == {"amqrmppa": channel, "C:\\mq\\bin\\amqrmppa.exe": channel, "paybatch": other, "a JMS client": other,
                  "": other, "HUB": ("AUTHORITY", "REPORT_NOT_AUTHORIZED", False)}  # fmt: skip


@pytest.mark.parametrize(("kind", "program", "zos"), [(2, "CSQ1CHIN", True), (6, "amqrmppa", False)])
def test_of_what_a_channel_initiator_of_z_os_dead_lettered_no_authority_record_is_asked(
    spark, tmp_path, kind, program, zos
):
    header, _ = dlh(2035, "PAYROLL.IN", "CSQ1", 546, 1208, "2026030209140712", appl_type=kind, appl=program)
    one = letter(
        2035, "PAYROLL.IN", "CSQ1", 546, 1208, "pay", START, START, 1, "payfeed", "batch7", "QM2", data=header + b"pay"
    )
    (tmp_path / "dlq.txt").write_text(dump([one], "CSQ1.DLQ", "v7"))
    (row,) = refused(open_case(spark, tmp_path)).collect()
    commands = " ".join(each.command for each in row.next)
    assert row.code == "MCA_NOT_AUTHORIZED" and ("AUTHREC" in commands or "runmqsc" in commands) != zos, commands


@pytest.mark.parametrize(("channels", "words", "told"), [
    ([("HUB.QM1", "RCVR", "mqrcv")], "PUT,SETALL", "give it put and setall: they may have been altered since"),
    ([("HUB.QM1", "RCVR", "mqrcv")], "PUT", None),
    ([("HUB.QM1", "RCVR", "mqrcv"), ("X.QM1", "RQSTR", "mqx")], "PUT,SETALL", ""),
    ([("HUB.QM1", "RCVR", "")], "PUT,SETALL", ""), ([("QM1.HUB", "SDR", "mqrcv")], "PUT,SETALL", ""),
])  # fmt: skip
def test_as_whom_the_only_receiving_channel_puts_is_told_and_whether_records_let_it(channels, words, told):
    shown = [{"CHANNEL": name, "CHLTYPE": kind, "MCAUSER": user, "PUTAUT": "DEF"} for name, kind, user in channels]
    text = definitions("QM1", channel=shown, grants=[grant("ORDERS.IN", "mqrcv", words=words)])
    row = dict.fromkeys(("time", "wanted", *sign_matching.IDENTITY)) | {
        "code": "MCA_NOT_AUTHORIZED", "queue_manager": "QM1", "object": "ORDERS.IN", "words": "letter 2035", "time": START,
    }  # fmt: skip
    said = explanation.decide(row, by_queue_manager(mqsc.read(FileSlice(text.encode(), file="a"))))
    names_it = "HUB.QM1, the only receiving channel in the evidence, has MCAUSER(mqrcv)." in (said.likely or "")
    assert names_it is (told != "") and (told or "") in (said.likely or "")
    assert any("ENTAUTH PRINCIPAL('mqrcv')" in one.command for one in said.next) is names_it


def test_a_dead_letter_whose_header_is_cut_names_neither_channel_nor_program(spark, tmp_path):
    header, _ = dlh(2035, "PAYROLL.IN", "HUB", 546, 1208, "2026030209140712", appl_type=6, appl="amqrmppa")
    one = letter(
        2035, "PAYROLL.IN", "HUB", 546, 1208, "pay", START, START, 1, "payfeed", "batch7", "QM2", data=header + b"pay"
    )
    whole = PROMPT + dump([one], "HUB.DLQ", "v7")
    for cut, code in ((whole, "MCA_NOT_AUTHORIZED"), (whole[: whole.index("00000080:")], "PUT_NOT_AUTHORIZED")):
        (tmp_path / "dlq.txt").write_text(cut)
        (row,) = refused(open_case(spark, tmp_path)).collect()
        assert (row.code, row.object) == (code, "PAYROLL.IN")
    assert row.application is None and "so a channel or a program may have" in row.cause, row.cause


def test_copies_of_a_report_and_of_a_rollback_happened_once(spark, copies):
    with open_case(spark, SAMPLES / "fdc_disk_full" / "AMQ8041.0.FDC") as alone:
        once = [(row.message, row["count"]) for row in errors(alone).collect()]
    assert once == [(row.message, row["count"]) for row in errors(copies).collect() if row.message != "AMQ7469"] != []
    assert [(row.message, row.entries) for row in signs_of_poison(copies)] == [("AMQ7469", 1)]
