"""AMS on z/OS from a case: what becomes of dead letters under the policies that the evidence shows."""

from mqforensics.questions.delivery.ams_case import ams, policy
from mqforensics.questions.delivery.channel_audit import _unusable, ends, too_small
from tests.formats.mqsc_printer import two_columns
from tests.objects.evidence import estate


def unusable(deadq, *queues):
    known = estate(("QMB", None,
        shown("DISPLAY QMGR ALL", "QMGR", [{"QMNAME": "QMB", "DEADQ": deadq}]),
        shown("DISPLAY QUEUE(*) ALL", "QLOCAL", [{"QUEUE": one, "TYPE": "QLOCAL", "PUT": "ENABLED"} for one in queues]),
    ))  # fmt: skip
    return list(_unusable(known, [], lambda: ()))


def test_a_deadq_that_is_not_defined_is_defined_like_the_system_s_own_or_spelt_as_it_is():
    [found] = unusable("CARGO.DLQ", "OTHER")
    assert "crtmqm -u, only names the queue" in found.statement and "copies every attribute" in found.statement
    assert [one.effect for one in found.next][-1] == "changes"
    assert "DEFINE QLOCAL('CARGO.DLQ') LIKE('SYSTEM.DEAD.LETTER.QUEUE')" in found.next[-1].command
    [near] = unusable("cargo.dlq", "CARGO.DLQ")
    assert "CARGO.DLQ is defined: names differ by capitals." in near.statement
    assert "ALTER QMGR DEADQ('CARGO.DLQ')" in near.next[-1].command


def test_a_system_queue_that_takes_nothing_is_said_to_be_hidden_in_the_explorer():
    known = estate(("QMB", None,
        shown("DISPLAY QMGR ALL", "QMGR", [{"QMNAME": "QMB", "DEADQ": "SYSTEM.DEAD.LETTER.QUEUE"}]),
        shown("DISPLAY QUEUE(*) ALL", "QLOCAL", [{"QUEUE": "SYSTEM.DEAD.LETTER.QUEUE", "TYPE": "QLOCAL", "PUT": "DISABLED"}]),
    ))  # fmt: skip
    [found] = _unusable(known, [], lambda: ())
    assert "MQ Explorer hides SYSTEM queues" in found.statement


HEADS = {"QMGR": "AMQ8408I", "CHANNEL": "AMQ8414I", "POLICY": "AMQ9089I", "QLOCAL": "AMQ8409I"}
SENDER = {
    "CHANNEL": "QMZ.TO.QMB",
    "CHLTYPE": "SDR",
    "XMITQ": "QMB",
    "NPMSPEED": "FAST",
    "USEDLQ": "YES",
    "SPLPROT": "REMOVE",
}
RECEIVER = {"CHANNEL": "QMB.TO.QMZ", "CHLTYPE": "RCVR", "NPMSPEED": "FAST", "USEDLQ": "YES", "SPLPROT": "PASSTHRU"}


def shown(command, kind, objects):
    """The answer to a DISPLAY."""
    return command, [[f"{HEADS[kind]}: Display details.", *two_columns(list(one.items()))] for one in objects]


def said(deadq, channel, policies, asked="POLICY(*) ALL"):
    """The findings of AMS on one channel of a queue manager with this dead-letter queue and these policies."""
    known = estate(("QMZ", None,
                    shown("DISPLAY QMGR ALL", "QMGR", [{"QMNAME": "QMZ", "DEADQ": deadq, "PLATFORM": "MVS"}]),
                    shown("DISPLAY CHANNEL(*) ALL", "CHANNEL", [channel]),
                    shown(f"DISPLAY {asked}", "POLICY", policies)))  # fmt: skip
    return {one.code: one for one in ams(known, ends(known))}


def own(name, tolerate="YES", **more):
    return {"POLICY": name, "SIGNALG": "SHA256", "ENCALG": "AES256", "TOLERATE": tolerate, **more}


def test_a_sender_that_unprotects_leaves_dead_letters_in_clear_on_a_system_queue_and_on_one_without_a_policy():
    for deadq, policies, why in (
        ("SYSTEM.DEAD.LETTER.QUEUE", [own("OTHER")], "is a system queue"),
        ("SYSTEM.DEAD.LETTER.QUEUE", [own("SYSTEM.DEAD.LETTER.QUEUE")], "is a system queue"),
        ("CARGO.DLQ", [own("OTHER")], "no policy has the name CARGO.DLQ"),
        ("CARGO.DLQ", [own("CARGO.DLQ", SIGNALG="NONE", ENCALG="NONE")], "the policy of CARGO.DLQ protects nothing"),
    ):
        found = said(deadq, SENDER, policies)
        assert list(found) == ["AMS_DEAD_LETTER_IN_CLEAR"] and why in found["AMS_DEAD_LETTER_IN_CLEAR"].statement
        assert found["AMS_DEAD_LETTER_IN_CLEAR"].evidence
    assert said("CARGO.DLQ", SENDER, [own("CARGO.DLQ")]) == {}, "its own policy protects it again"
    assert said("CARGO.DLQ", SENDER | {"SPLPROT": "PASSTHRU"}, [own("OTHER")]) == {}, (
        "what is not unprotected stays protected"
    )
    assert said("", SENDER, [own("OTHER")]) == {}


def test_a_put_to_a_dead_letter_queue_with_toleration_off_fails():
    found = said("CARGO.DLQ", RECEIVER, [own("CARGO.DLQ", "NO")])["AMS_DEAD_LETTER_PUT_FAILS"]
    assert "arrived without protection" in found.statement and "a nonpersistent one is discarded" in found.statement
    assert "sentence on senders" not in found.statement and found.severity == "warning"
    sender = said("CARGO.DLQ", SENDER, [own("CARGO.DLQ", "NO")])["AMS_DEAD_LETTER_PUT_FAILS"]
    assert "it has unprotected" in sender.statement and "sentence on senders" in sender.statement, "both readings"
    assert said("CARGO.DLQ", RECEIVER, [own("CARGO.DLQ", "YES")]) == {}
    # Policies have no effect on a system queue.
    assert said("SYSTEM.DEAD.LETTER.QUEUE", RECEIVER, [own("SYSTEM.DEAD.LETTER.QUEUE", "NO")]) == {}


def test_a_policy_that_names_its_signers_may_not_let_the_initiator_s_user_protect():
    found = said("CARGO.DLQ", RECEIVER, [own("CARGO.DLQ", SIGNER="CN=alice,O=Example")])["AMS_USER_MAY_NOT_PROTECT"]
    assert "CN=alice,O=Example" in found.statement and found.next[0].command == "dspmqspl -m QMZ -p CARGO.DLQ"


def test_a_policy_that_is_not_shown_is_open():
    found = said("CARGO.DLQ", SENDER, [own("OTHER")], "POLICY(OTHER)")
    assert (
        list(found) == ["AMS_DEAD_LETTER_OPEN"]
        and "dspmqspl -m QMZ -p CARGO.DLQ" in found["AMS_DEAD_LETTER_OPEN"].next[0].command
    )


def test_a_queue_manager_without_interception_has_no_finding_of_ams():
    assert (
        said("CARGO.DLQ", {key: value for key, value in SENDER.items() if key != "SPLPROT"}, [own("CARGO.DLQ", "NO")])
        == {}
    )


def test_policies_are_known_by_their_listing():
    known = estate(("QMZ", None, shown("DISPLAY POLICY(*) ALL", "POLICY", [own("CARGO.DLQ", "NO")])))
    there, absent = policy(known, "QMZ", "CARGO.DLQ"), policy(known, "QMZ", "OTHER")
    assert (there.known, there.protects, there.tolerates) == (True, True, False)
    assert absent.known is False and policy(known, "QM9", "OTHER").known is None


def sized(channel="4194304", dead="4194304", manager="4194304", deadq="DLQ", **more):
    known = estate(("QMB", None,
        shown("DISPLAY QMGR ALL", "QMGR", [{"QMNAME": "QMB", "DEADQ": deadq, "MAXMSGL": manager}]),
        shown("DISPLAY CHANNEL(*) ALL", "CHANNEL", [{"CHANNEL": "A.B", "CHLTYPE": "RCVR", "NPMSPEED": "FAST", "USEDLQ": "YES", "MAXMSGL": channel} | more]),
        shown("DISPLAY QUEUE(*) ALL", "QLOCAL", [{"QUEUE": "DLQ", "TYPE": "QLOCAL", "MAXMSGL": dead}]),
    ))  # fmt: skip
    return list(too_small(known, ends(known)))


def test_maxmsgl_of_the_dead_letter_queue_counts_its_header():
    [found] = sized(channel="4194304", dead="1000000")
    assert found.severity == "warning" and "up to 1000000 bytes (MAXMSGL), 172 of them for the" in found.statement
    assert "A.B (4194304 bytes)" in found.statement and {one.text for one in found.evidence} <= {None}
    assert [one.command for one in found.next][-1] == "echo \"ALTER QLOCAL('DLQ') MAXMSGL(4194476)\" | runmqsc QMB"
    assert "ALTER QMGR MAXMSGL(4194476)" in found.next[-2].command, "no queue may exceed its queue manager"
    [header] = sized(dead="4194304")
    assert header.severity == "info", "only what the header adds"
    assert sized(dead="4194476") == [] == sized(channel="4194132") and sized(deadq="") == [] == sized(USEDLQ="NO")
    assert sized(channel="104857600", manager="1000", dead="2000") == [], "the queue manager takes no longer one"
    assert sized(channel="0", dead="1000", manager="5000")[0].severity == "warning", "MAXMSGL(0) is the queue manager's"
