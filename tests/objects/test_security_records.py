"""What commands that were carried out leave of the displayed records of authority and of channel authentication."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqforensics.objects.security import by_queue_manager
from tests.formats.mqsc_printer import two_columns
from tests.objects.evidence import rows
from tests.questions.walk_cases import B, session

NOW = "2026-03-02T14:00:00Z"
SET_AUTHORITY, SET_CHANNEL = (
    "AMQ8862I: IBM MQ authority record set.",
    "AMQ8877I: IBM MQ channel authentication record set.",
)
DELETED = "AMQ8864I: IBM MQ authority record deleted."
WORDS = ("BROWSE", "GET", "INQ", "PUT", "SET")


def authority(profile, who, kind, words, object_type="QUEUE"):
    cells = {
        "PROFILE": profile,
        "ENTITY": who,
        "ENTTYPE": kind,
        "OBJTYPE": object_type,
        "AUTHLIST": ",".join(sorted(words)) or "NONE",
    }
    return ["AMQ8864I: Display authority record details.", *two_columns(cells.items())]


def channel(**cells):
    return ["AMQ8878I: Display channel authentication record details.", *two_columns(cells.items())]


def known(*answers):
    return by_queue_manager(rows(session(B, *answers, time=NOW)))[B]


def granted(*answers):
    """What each user and group may do by each profile, once all answers were given."""
    return {
        (one.profile, one.entity, "GROUP" if one.is_group else "PRINCIPAL"): set(one.words)
        for one in known(*answers).grants
    }


records = st.tuples(
    st.sampled_from(["Q1", "Q.**"]), st.sampled_from(["app", "web"]), st.sampled_from(["PRINCIPAL", "GROUP"])
)
words = st.frozensets(st.sampled_from(WORDS))
changes = st.tuples(records, words, words)


@given(st.dictionaries(records, words), st.lists(changes, max_size=5))
def test_every_record_has_what_it_had_and_was_given_without_what_was_taken(shown, commands):
    answers = [("DISPLAY AUTHREC", [authority(*of, has) for of, has in shown.items()])] * bool(shown)
    have = {of: set(has) for of, has in shown.items()}
    for of, add, remove in commands:
        remove -= add
        profile, who, kind = of
        text = f"SET AUTHREC PROFILE({profile}) OBJTYPE(QUEUE) {kind}('{who}')"
        text += f" AUTHADD({','.join(sorted(add))})" * bool(add) + f" AUTHRMV({','.join(sorted(remove))})" * bool(
            remove
        )
        answers.append((text, SET_AUTHORITY))
        if of in have or add:
            have[of] = (have.get(of, set()) | add) - remove
    assert granted(*answers, ("DISPLAY QMGR DESCR", "AMQ8147E: Not found.")) == have


GIVEN = authority("Q1", "app", "PRINCIPAL", ["GET"])


@pytest.mark.parametrize(("command", "left"), [
    ("SET AUTHREC PROFILE(Q1) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(ALLMQI) AUTHRMV(SETALL,PASSALL)",
     {"BROWSE", "GET", "INQ", "PASSID", "PUT", "SET", "SETID"}),
    ("SET AUTHREC PROFILE(Q1) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHRMV(ALL)", set()),
    ("SET AUTHREC PROFILE(Q1) OBJTYPE(QUEUE) PRINCIPAL('app', 'web') AUTHADD(put)", {"GET", "PUT"}),
    ("SET AUTHREC PROFILE(Q1) OBJTYPE(TOPIC) PRINCIPAL('app') AUTHADD(PUB)", {"GET"}),
    ("SET AUTHREC PROFILE(Q1) OBJTYPE(QUEUE) GROUP('app') AUTHADD(PUT)", {"GET"}),
    ("DELETE AUTHREC PROFILE(Q1) OBJTYPE(QUEUE) PRINCIPAL('app')", None),
    ("DELETE AUTHREC PROFILE(Q1) OBJTYPE(QUEUE) GROUP('app')", {"GET"}),
])  # fmt: skip
def test_what_one_command_leaves_of_a_record(command, left):
    reply = DELETED if command.startswith("DELETE") else SET_AUTHORITY
    of_queues = [
        one for one in known(("DISPLAY AUTHREC", [GIVEN]), (command, reply)).grants if one.object_type == "QUEUE"
    ]
    found = [one.words for one in of_queues if (one.profile, one.entity, one.is_group) == ("Q1", "app", False)]
    assert found == ([] if left is None else [left])
    assert known(("DISPLAY AUTHREC", [GIVEN]), (command, "AMQ8135E: Not authorized.")).grants[0].words == {"GET"}


def computed(name, kind):
    cells = {"OBJNAME": name, "ENTITY": "app", "ENTTYPE": "PRINCIPAL", "OBJTYPE": kind, "AUTHLIST": "GET"}
    shown = ["AMQ8866I: Display entity authority details.", *two_columns(cells.items())]
    return f"DISPLAY ENTAUTH PRINCIPAL('app') OBJNAME({name}) OBJTYPE({kind})", [shown]


@pytest.mark.parametrize(("shown", "command", "left"), [
    (computed("Q1", "QUEUE"), "SET AUTHREC PROFILE('Q*') OBJTYPE(QUEUE) GROUP('web') AUTHADD(PUT)", [False]),
    (computed("Q1", "QUEUE"), "SET AUTHREC PROFILE(Q1) OBJTYPE(QUEUE) GROUP('web') AUTHADD(PUT)", [False]),
    (computed("Q1", "QUEUE"), "SET AUTHREC PROFILE('R*') OBJTYPE(QUEUE) GROUP('web') AUTHADD(PUT)", [True, False]),
    (computed("Q1", "QUEUE"), "SET AUTHREC PROFILE('Q*') OBJTYPE(TOPIC) GROUP('web') AUTHADD(PUB)", [True, False]),
    (computed(B, "QMGR"), "SET AUTHREC OBJTYPE(QMGR) GROUP('web') AUTHADD(CONNECT)", [False]),
    (computed("Q1", "QUEUE"), "DELETE AUTHREC PROFILE('Q*') OBJTYPE(QUEUE) GROUP('web')", []),
])  # fmt: skip
def test_what_was_computed_for_a_user_holds_until_a_record_that_covers_the_object_was_set(shown, command, left):
    assert [one.effective for one in known(shown, (command, SET_AUTHORITY)).grants] == left
    assert [one.effective for one in known(shown, (command, "AMQ8135E: Not authorized.")).grants] == [True]


MAPPED = {"CHLAUTH": "APP.*", "TYPE": "ADDRESSMAP", "ADDRESS": "192.0.2.7", "USERSRC": "NOACCESS"}
LISTED = {"CHLAUTH": "APP.*", "TYPE": "BLOCKUSER", "USERLIST": "bob"}


@pytest.mark.parametrize(("shown", "command", "left"), [
    (MAPPED, "TYPE(ADDRESSMAP) ADDRESS('192.0.2.7') USERSRC(CHANNEL) ACTION(REPLACE)", [("ADDRESSMAP", "192.0.2.7", "CHANNEL")]),
    (MAPPED, "TYPE(ADDRESSMAP) ADDRESS('192.0.2.8') USERSRC(CHANNEL)",
     [("ADDRESSMAP", "192.0.2.7", "NOACCESS"), ("ADDRESSMAP", "192.0.2.8", "CHANNEL")]),
    (MAPPED, "TYPE(ADDRESSMAP) ADDRESS('192.0.2.7') ACTION(REMOVE)", []),
    (MAPPED, "TYPE(ADDRESSMAP) ADDRESS('192.0.2.8') ACTION(REMOVE)", [("ADDRESSMAP", "192.0.2.7", "NOACCESS")]),
    (MAPPED, "TYPE(addressmap) ACTION(removeall)", []),
    (MAPPED, "TYPE(USERMAP) ACTION(REMOVEALL)", [("ADDRESSMAP", "192.0.2.7", "NOACCESS")]),
    ({**MAPPED, "ADDRESS": ""}, "TYPE(ADDRESSMAP) ADDRESS('*') ACTION(REMOVE)", []),
    (LISTED, "TYPE(BLOCKUSER) USERLIST('web') ACTION(REPLACE)", [("BLOCKUSER", "", "")]),
    (LISTED, "TYPE(BLOCKUSER) ACTION(REMOVEALL)", []),
])  # fmt: skip
def test_what_a_command_leaves_of_the_records_of_a_channel(shown, command, left):
    found = known(("DISPLAY CHLAUTH(*)", [channel(**shown)]), (f"SET CHLAUTH('APP.*') {command}", SET_CHANNEL)).records
    assert [(one.type, one.address, one.source) for one in found] == left
    assert all(one.users == ("web",) for one in found if one.type == "BLOCKUSER")
    elsewhere = known(
        ("DISPLAY CHLAUTH(*)", [channel(**shown)]), (f"SET CHLAUTH('APP') {command}", SET_CHANNEL)
    ).records
    assert "APP.*" in [one.profile for one in elsewhere]


def test_who_is_on_a_list_that_was_added_to_is_not_known():
    [found] = known(("DISPLAY CHLAUTH(*)", [channel(**LISTED)]),
                    ("SET CHLAUTH('APP.*') TYPE(BLOCKUSER) USERLIST('web') ACTION(ADD)", SET_CHANNEL)).records  # fmt: skip
    assert (found.type, found.users) == ("BLOCKUSER", ())


def test_the_record_that_runcheck_found_is_not_counted_with_those_of_a_list():
    shown = "DISPLAY CHLAUTH(APP.IN) MATCH(RUNCHECK) ADDRESS('192.0.2.7') CLNTUSER('app')", [channel(**MAPPED)]
    added = "SET CHLAUTH('APP.*') TYPE(ADDRESSMAP) ADDRESS('192.0.2.7') USERSRC(CHANNEL)", SET_CHANNEL
    assert known(shown).records == ()
    assert [one.source for one in known(shown, added).records] == ["CHANNEL"]
