import json
import re

import pandas as pd
import pytest

from mqforensics.__main__ import main
from mqforensics.redaction import STARS, ModeExpected, Redaction, is_password, masked
from mqforensics.report import verify
from tests.writers.amqsbcg import dump

NAMES = ["ORDERS.IN", "QMA", "alice", "host1(1414)", r"C:\app\Billing.exe"]


@pytest.mark.parametrize("text, secret", [
    ("DEFINE AUTHINFO(X) LDAPPWD('geh eim') DESCR(y)", "geh eim"), ("ALTER CHANNEL(C) PASSWORD(geheim)", "geheim"),
    ("SSLCRYP('GSK_PKCS11=/x;geheim", "geheim"), ("user=a;password=geheim;x=1", "geheim"),
    ('{"token": "geheim", "a": 1}', "geheim"), ("Authorization: Bearer geheim.abc123", "geheim"),
    ("<usr><password dt='s'>geheim</password></usr>", "geheim"), ("Authenticator : geheim", "geheim"),
    ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJnZWhlaW0ifQ.c2ln", "eyJzdWIi"), ("pay 4111 1111 1111 1111 now", "1111"),
    ("pay 378282246310005", "378282246310005"), ("my.api_key='geheim'", "geheim"),
])  # fmt: skip
def test_a_secret_in_a_text_is_masked(text, secret):
    assert secret not in masked(text) and STARS in masked(text)


@pytest.mark.parametrize("text", [
    "MsgId 414D5120514D41202020202020202020411111111111111100000000", "4111111111111112", "Passwords are hidden.",
    "AMQ9999E: Channel 'A.B' to host '10.0.0.1' ended.", "2026-11-21 12:30:05.123456", "CURDEPTH(4111) MAXDEPTH(5000)",
    "the token expired", "CHLAUTH(ENABLED) PASSWORDS",
])  # fmt: skip
def test_what_is_no_secret_stays(text):
    assert masked(text) == text


def test_a_name_is_the_same_token_everywhere_and_another_with_another_key():
    one, two = Redaction("identity", b"k", NAMES), Redaction("identity", b"other", NAMES)
    said = one.text("QMA/ORDERS.IN of alice. 10.1.2.3, host1(1414), Billing.exe; ORDERS.INS")
    assert not re.search(r"QMA|ORDERS\.IN\b|alice|10\.1|host1|Billing", said) and "ORDERS.INS" in said
    assert said.startswith(f"{one.token('QMA')}/{one.token('ORDERS.IN')} of {one.token('alice')}. ")
    assert one.token("QMA") != two.token("QMA")
    page = one.markup("<td class='alice'>alice &amp; co</td><img alt='queue ORDERS.IN'>")
    assert "class='alice'" in page and ">alice" not in page and "ORDERS" not in page and "&amp; co" in page


def test_a_table_by_its_columns():
    frame = pd.DataFrame({"queue": ["Q1", "SYSTEM.DEAD.LETTER.QUEUE"], "preview": ["hello", "x"], "depth": [1, 2],
                          "attributes": [{"LDAPPWD": "x"}, {"DESCR": "free"}]})  # fmt: skip
    assert Redaction().frame(frame)["preview"].to_list() == ["hello", "x"]
    assert Redaction().frame(frame)["attributes"][0] == {"LDAPPWD": STARS}
    hidden = Redaction("all", b"k").frame(frame)
    assert hidden["depth"].to_list() == [1, 2] and hidden["queue"][1] == "SYSTEM.DEAD.LETTER.QUEUE"
    assert not {"Q1", "hello", "free"} & set(map(str, hidden.to_numpy().ravel()))
    assert Redaction("payload", b"k").frame(frame)["queue"][0] == "Q1"
    assert is_password("mqrfh2.usr.userPassword") and not is_password("PASSWORDS_ARE_FUN")


def test_no_such_mode():
    with pytest.raises(ModeExpected, match="payload, identity, all"):
        Redaction("some")


PLANTED = {
    "payload": "PAYLOADSECRET", "user": "USERSECRET", "application": "APPSECRET", "queue": "QUEUESECRET",
    "queue_manager": "QMSECRET", "descr": "DESCRSECRET", "password": "PWDSECRET", "host": "hostsecret.example",
    "inserts": "INSERTSECRET", "reply": "REPLYSECRET", "note": "NOTESECRET",
}  # fmt: skip


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    folder = tmp_path_factory.mktemp("planted") / "case"
    folder.mkdir()
    letter = {
        "data": f"{PLANTED['payload']} password={PLANTED['password']} {PLANTED['user']}".encode(), "Format": "MQSTR",
        "UserIdentifier": PLANTED["user"], "PutApplName": PLANTED["application"], "ReplyToQ": PLANTED["reply"],
    }  # fmt: skip
    (folder / "dlq.txt").write_text(dump([letter] * 3, PLANTED["queue"]))
    (folder / "qm.txt").write_text(
        "5724-H72 (C) Copyright IBM Corp. 1994, 2024.\n"
        f"Starting MQSC for queue manager {PLANTED['queue_manager']}.\n\n\n"
        f"       : DISPLAY QLOCAL({PLANTED['queue']}) ALL\nAMQ8409I: Display Queue details.\n"
        f"   QUEUE({PLANTED['queue']})                 TYPE(QLOCAL)\n   DESCR({PLANTED['descr']})   PUT(DISABLED)\n"
        f"   CURDEPTH(5000)   MAXDEPTH(5000)\n"
        f"       : DISPLAY AUTHINFO(LDAP) ALL\nAMQ8566I: Display authentication information details.\n"
        f"   AUTHINFO(LDAP)   AUTHTYPE(IDPWLDAP)\n   LDAPPWD({PLANTED['password']})   CONNAME({PLANTED['host']}(389))\n"
    )
    return folder


@pytest.mark.parametrize("mode, absent", [
    ("", ("password",)), ("payload", ("password", "payload")),
    ("identity", ("password", "user", "application", "queue", "queue_manager", "host", "reply")),
    ("all", tuple(PLANTED)),
])  # fmt: skip
def test_planted_secrets_are_in_no_report_that_must_not_have_them(planted, tmp_path, mode, absent):
    given = ["--redact", mode] if mode else []
    assert main(["report", str(planted), "-o", str(tmp_path / "out"), *given]) == 0
    for path in sorted((tmp_path / "out").iterdir()):
        text = path.read_text()
        for kind in absent:
            assert PLANTED[kind] not in text, (path.name, kind, text[text.index(PLANTED[kind]) - 200 :][:300])
    assert json.loads((tmp_path / "out/findings.json").read_text())["parameters"].get("redact", "") == mode
    assert verify(tmp_path / "out", planted) is None
    (planted / "dlq.txt").write_text((planted / "dlq.txt").read_text() + " ")
    assert verify(tmp_path / "out", planted)
