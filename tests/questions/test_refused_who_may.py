"""who_may over a case: what it answers, what it cites, and the caller's mistakes."""

import pytest

from mqforensics import open_case, who_may
from mqforensics.questions import refused
from tests.grammar.mqsc import parse
from tests.writers.refused_show import DEFAULTS, definitions, grant, record

GRANTS = (grant("SELF", "app1", "QMGR", "CONNECT,INQ"), grant("ORDERS", "app1", words="PUT,INQ"))
RECORDS = (*DEFAULTS, record("APP.*", "ADDRESSMAP", ADDRESS="10.1.*", USERSRC="CHANNEL"),
           record("APP.*", "ADDRESSMAP", ADDRESS="*", USERSRC="NOACCESS"))  # fmt: skip


@pytest.fixture
def case(spark, tmp_path):
    text = definitions(records=RECORDS, grants=GRANTS, queues=[{"QUEUE": "ORDERS", "TYPE": "QLOCAL"}])
    (tmp_path / "definitions.txt").write_text(text)
    return open_case(spark, tmp_path)


def test_it_answers_with_the_record_its_line_and_what_to_run(case):
    said = who_may(case, channel="APP.SVRCONN", address="10.1.2.3", user="app1", queue="ORDERS", options="put,inq")
    assert (said.allowed, said.gate, said.user, said.next) == (True, None, "app1", ())
    said = who_may(case, channel="APP.SVRCONN", address="192.0.2.1", user="app1", queue_manager="QM1")
    assert (said.allowed, said.gate) == (False, "CHLAUTH")
    assert said.record == "CHLAUTH(APP.*) TYPE(ADDRESSMAP) ADDRESS(*) USERSRC(NOACCESS)"
    assert [one.text.split()[0] for one in said.evidence] == ["AMQ8878I:"] or "CHLAUTH(APP.*)" in said.evidence[0].text
    assert all(one.effect == "looks" for one in said.next)
    assert "MATCH(RUNCHECK) ALL ADDRESS('192.0.2.1') CLNTUSER('app1')" in said.next[0].command
    lacking = who_may(
        case, channel="APP.SVRCONN", address="10.1.2.3", user="app1", queue="ORDERS", options=["MQOO_BROWSE"]
    )
    assert (lacking.allowed, lacking.gate, lacking.record) == (
        False, "AUTHORITY", "AUTHREC PROFILE(ORDERS) OBJTYPE(QUEUE)",
    )  # fmt: skip


def test_of_two_queue_managers_of_one_name_nothing_is_joined(spark, tmp_path):
    shown = "AMQ8408I: Display Queue Manager details.\n   QMNAME(QM1)   QMID({})\n"
    (tmp_path / "a.txt").write_text(definitions(records=RECORDS, grants=GRANTS) + shown.format("QM1_A"))
    (tmp_path / "b.txt").write_text("Starting MQSC for queue manager QM1.\n" + shown.format("QM1_B"))
    said = who_may(open_case(spark, tmp_path), channel="APP.SVRCONN", address="192.0.2.1", user="app1")
    assert said.allowed is None and "captures belong to 2 queue managers named QM1" in said.because
    assert {one.file for one in said.evidence} == {"a.txt", "b.txt"} and "QMGR QMID" in said.next[0].command


def _of(spark, folder, **told):
    folder.mkdir()
    (folder / "definitions.txt").write_text(definitions(**told))
    return open_case(spark, folder)


def test_a_queue_that_is_not_there_is_2085_before_authority(spark, tmp_path):
    queues = [{"QUEUE": "ORDERS", "TYPE": "QLOCAL"}]
    case = _of(spark, tmp_path / "a", grants=GRANTS, queues=queues)
    asked = {"channel": "APP.SVRCONN", "address": "10.1.2.3", "user": "app1"}
    for options in ("put", "get", "browse", "inq,put"):
        said = who_may(case, **asked, queue="NOT.THERE", options=options)
        assert (said.allowed, said.gate, said.record) == (False, "OBJECT", None), said
        assert "NOT.THERE is not defined at QM1" in said.because and "2085 MQRC_UNKNOWN_OBJECT_NAME" in said.because
        assert said.evidence and "DISPLAY QUEUE('NOT.THERE')" in said.next[0].command
    # Who may not even connect gets 2035, and a queue that is there is a matter of authority.
    assert (
        who_may(case, **asked | {"user": "app9", "groups": "staff"}, queue="NOT.THERE", options="get").gate
        == "AUTHORITY"
    )
    assert who_may(case, **asked, queue="ORDERS", options="get").gate == "AUTHORITY"
    # A member of a cluster may find a name there that it has no definition of: a put alone.
    member = _of(spark, tmp_path / "b", grants=GRANTS, queues=queues, qmgr={"REPOS": "SALES"})
    put, get = (who_may(member, **asked, queue="NOT.THERE", options=one) for one in ("put", "get"))
    assert (put.allowed, put.gate) == (None, "OBJECT") and "may be a cluster queue" in put.because
    assert (get.allowed, get.gate) == (False, "OBJECT")


def test_mcauser_noaccess_lets_nobody_in(spark, tmp_path):
    case = _of(spark, tmp_path / "a", records=(*DEFAULTS, record("APP.*", "ADDRESSMAP", ADDRESS="10.*", MCAUSER="app1")),
               channel={"MCAUSER": "*NOACCESS"}, grants=GRANTS)  # fmt: skip
    asked = {"channel": "APP.SVRCONN", "user": "app1"}
    said = who_may(case, address="192.0.2.1", **asked)
    assert (said.allowed, said.gate, said.record) == (False, "AUTHORITY", "CHANNEL(APP.SVRCONN) MCAUSER(*NOACCESS)")
    assert said.evidence[0].line and "MCAUSER(*NOACCESS) lets nobody in" in said.because
    assert who_may(case, address="10.1.2.3", **asked).allowed is True  # a record maps it to a user that may


def test_after_user_every_argument_is_named(case):
    with pytest.raises(TypeError, match="positional"):
        who_may(case, "APP.SVRCONN", "10.1.2.3", "app1", "CN=app1")


def test_whom_runcheck_is_not_told_it_is_not_asked_for(case):
    said = who_may(case, channel="APP.SVRCONN", address="192.0.2.1")
    commands = [one.command.partition('"')[2].partition('"')[0] for one in said.next]
    assert "DISPLAY CHLAUTH(*) ALL" in commands and all(map(parse, commands))


def test_a_stranger_s_text_gives_no_command(case):
    said = who_may(case, channel="APP.SVRCONN", address="192.0.2.1", user='app1\'; echo "$(id)"')
    assert said.allowed is False and not [one for one in said.next if 'echo "$' in one.command or "id)" in one.command]


@pytest.mark.parametrize(("given", "error"), [
    ({"channel": "A B"}, refused.ChannelExpected), ({"channel": "A" * 21}, refused.ChannelExpected),
    ({"address": "10.1.2.3(1414)"}, refused.AddressExpected), ({"queue": "no queue"}, refused.QueueExpected),
    ({"options": "everything", "queue": "Q"}, refused.OptionExpected),
    ({"queue_manager": "QM9"}, refused.QueueManagerExpected),
])  # fmt: skip
def test_the_caller_s_mistakes_are_named_after_what_was_expected(case, given, error):
    with pytest.raises(error, match="expected"):
        who_may(case, **{"channel": "APP.SVRCONN", **given})


def test_a_case_without_definitions_knows_nothing(spark, tmp_path):
    (tmp_path / "note.txt").write_text("nothing\n")
    said = who_may(open_case(spark, tmp_path), channel="APP.SVRCONN", address="10.1.2.3", user="app1")
    assert said.allowed is None and said.next


def test_what_is_assumed_is_printed_with_the_command_that_shows_it(spark, tmp_path):
    table = (*DEFAULTS, record("APP.SVRCONN", "USERMAP", CLNTUSER="orders", USERSRC="CHANNEL"),
             record("APP.*", "ADDRESSMAP", ADDRESS="*", USERSRC="NOACCESS"))  # fmt: skip
    (tmp_path / "a.txt").write_text(definitions(records=table, grants=[grant("SELF", "apps", "QMGR", "CONNECT")]))
    said = who_may(open_case(spark, tmp_path), channel="APP.SVRCONN", address="10.1.2.3", user="orders")
    assert said.allowed is False and said.gate == "AUTHORITY" and [one.key for one in said.assumes] == ["NOT_ADMIN"]
    [one] = said.assumes
    assert (one.class_, one.queue_manager, one.value) == ("A", "QM1", "orders")
    assert one.text == "User orders is not an administrator of QM1." and "PRINCIPAL('orders')" in one.command
