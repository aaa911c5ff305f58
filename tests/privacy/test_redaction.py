import json
import re
import time
import unicodedata

import pandas as pd
import pyarrow.parquet as pq
import pytest

from mqforensics import open_case
from mqforensics.__main__ import main
from mqforensics.formats.tables import SCHEMAS
from mqforensics.investigation_record import Note, Record
from mqforensics.privacy.mask import STARS, masked
from mqforensics.privacy.redaction import ModeExpected, Redaction
from mqforensics.privacy.secrets import is_secret
from mqforensics.report import verify
from mqforensics.tools.names_of_case import redaction_of
from mqforensics.views.export import export
from mqforensics.views.notes import note_of, notes
from tests.writers.planted_case import IN_PAYLOAD, PASSWORD, PLANTED, files, write

NAMES = ["ORDERS.IN", "QMA", "alice", "host1(1414)", r"C:\app\Billing.exe"]


@pytest.mark.parametrize("text, secret", [
    ("DEFINE AUTHINFO(X) LDAPPWD('geh eim') DESCR(y)", "geh eim"), ("ALTER CHANNEL(C) PASSWORD(geheim)", "geheim"),
    ("SSLCRYP('GSK_PKCS11=/x;geheim", "geheim"), ("user=a;password=geheim;x=1", "geheim"),
    ('{"token": "geheim", "a": 1}', "geheim"), ("Authorization: Bearer geheim.abc123", "geheim"),
    ("<usr><password dt='s'>geheim</password></usr>", "geheim"), ("Authenticator : geheim", "geheim"),
    ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJnZWhlaW0ifQ.c2ln", "eyJzdWIi"), ("pay 4111 1111 1111 1111 now", "1111"),
    ("pay 378282246310005", "378282246310005"), ("my.api_key='geheim'", "geheim"),
    (r'{"password":"b\"geheim"}', "geheim"), (r'{\"password\":\"geheim\"}', "geheim"), ("LDAPPWD('a''geheim')", "geheim"),
    (r'{\"password\":\"a\\\"geheim\", \"b\":1}', "geheim"), ('{"password": ["geheim"]}', "geheim"),
    ("LDAPPWD('ab+\n  geheim')", "geheim"), ("password=a;geheim", "geheim"), ("password=a,geheim", "geheim"),
    ("p=a&password=a&geheim", "geheim"), ("userPassword:: geheim", "geheim"), ("PASSWORD ===> geheim", "geheim"),
    ("password => geheim", "geheim"), ("amqp://bob:geheim@host:5671", "geheim"), ("password='a''geheim'", "geheim"),
    ('<property name="password" value="geheim"/>', "geheim"), ('{"name":"MQ_ADMIN_PASSWORD","value":"geheim"}', "geheim"),
    ("- name: MQ_APP_PASSWORD\n  value: geheim", "geheim"), ("<entry key='keystore.password'>geheim</entry>", "geheim"),
    ('<prop key="x.password"><![CDATA[geheim]]></prop>', "geheim"), ("<password>\n  geheim\n</password>", "geheim"),
    ("CryptoHardware=GSK_PKCS11=/x.so;tok;geheim;ALL;", "geheim"), ("runmqakm -keydb -pw geheim -stash", "geheim"),
    ("runmqckm -pw 'ge heim'", "ge heim"), ("Cookie: LtpaToken2_35=geheim; x=1", "geheim"), ("Kennwort=geheim", "geheim"),
    ("Passwort: geheim", "geheim"), ("aws_secret_access_key = geheim", "geheim"), ("pay 30569309025904", "30569309025904"),
    ("pay 3530111333300000", "3530111333300000"), ("pay 6200000000000005", "6200000000000005"),
    ("face4111111111111111", "4111111111111111"), ("user=a;pass=geheim", "geheim"), ("PIN: 4711", "4711"),
    ("connect -pass geheim", "geheim"), ('{"dbPass": "geheim", "card_pin": 4711}', "geheim"), ("card_pin=4711", "4711"),
    ("-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIgeheim+/ab==\n-----END RSA PRIVATE KEY-----", "geheim"),
    (r'{"key": "-----BEGIN PRIVATE KEY-----\nMIIgeheim', "geheim"), ("Proxy-Authorization: Digest geheim", "geheim"),
    ("password: |\n  geheim\nuser: a", "geheim"), ("password1=geheim", "geheim"), ("ldap://h?bindpw=geheim", "geheim"),
    ("secretKey=geheim", "geheim"), ("private_key=geheim", "geheim"), ("SharedAccessKey=geheim", "geheim"),
    ("AccountKey=geheim;", "geheim"), ("credential=geheim", "geheim"), ("password%3Dgeheim%26x", "geheim"),
    ('"pass\\u0077ord":"geheim"', "geheim"), ('"p\\u0061ssword":"geheim"', "geheim"), ("password&#61;geheim", "geheim"),
    ("&quot;password&quot;:&quot;geheim&quot;", "geheim"), ("curl -k -u app:geheim https://h/x", "geheim"),
    ("pay 4111\xa01111\xa01111\xa01111", "1111"),
])  # fmt: skip
def test_a_secret_in_a_text_is_masked(text, secret):
    assert secret not in masked(text) and STARS in masked(text)


@pytest.mark.parametrize("text", [
    "MsgId 414D5120514D41202020202020202020411111111111111100000000", "4111111111111112", "Passwords are hidden.",
    "AMQ9999E: Channel 'A.B' to host '10.0.0.1' ended.", "2026-11-21 12:30:05.123456", "CURDEPTH(4111) MAXDEPTH(5000)",
    "the token expired", "CHLAUTH(ENABLED) PASSWORDS", "see https://example.com:8080/a@b", "LDAP-Passwort falsch",
    "docker run -u 1000:1000", "credentials expired", "MSGTOKEN(1) ACCOUNTINGTOKEN=2", "at com.example.Auth.checkPassword(Auth.java:12)", "<token/>\nnext", "a -> password", "Accounting Token :\n  X'00'",
    "30569309025905", "414D41113059 30569309025904AB", "name: password was value", "20261121123005", "MQ -put 4 -pwx 5",
    "bypass=yes compass: north", "spin: 4 PING: ok", "shipping = 3", "USERID( ) PASSWORD( ) TPNAME( )", "-----BEGIN PUBLIC KEY-----\nMIIB", "PASSALL=1 PASSED: 3",
])  # fmt: skip
def test_what_is_no_secret_stays(text):
    assert masked(text) == text


@pytest.mark.parametrize("text, shown", [
    ("user=a;password=b;x=1", "user=a;password=********;x=1"), ("password=b, user=c", "password=********, user=c"),
    ("p=a&password=b&x=1", "p=a&password=********&x=1"), ("say password=b. End", "say password=******** End"),
    ('<a password="b" c="d"/>', '<a password=******** c="d"/>'), ("(password=b) c", "(password=********) c"),
    ("amqp://u:b@host/x", "amqp://u:********@host/x"), ("-pw b -stash", "-pw ******** -stash"),
    ("a\n-----BEGIN PRIVATE KEY-----\nMII=\n-----END PRIVATE KEY-----\nb",
     "a\n-----BEGIN PRIVATE KEY-----********-----END PRIVATE KEY-----\nb"),
    ("LDAPPWD('b') DESCR('c')", "LDAPPWD('********') DESCR('c')"), ('["passage","b"] c: d', '["passage","b"] c: d'),
    ("a:\n  password: |\n    b\n    c\n  user: d", "a:\n  password: ********\n  user: d"), ("curl -u a:b https://h", "curl -u a:******** https://h"),
    ("Authorization: Digest b\nHost: c", "Authorization: ********\nHost: c"),
    ('{"\\u0074own": "K\\u00f6ln"}', '{"\\u0074own": "K\\u00f6ln"}'),
])  # fmt: skip
def test_what_stands_beside_a_secret_stays(text, shown):
    assert masked(text) == shown


@pytest.mark.parametrize("unit", [
    'password=', 'password:"', 'password:\\"', "-pw ", "-a", "<password>", "password' ", 'password" value=', "://a:", "LDAPPWD('",
    "LDAPPWD('+\n", "password=a;", "password=&quot;", "4111 ", "CryptoHardware=;", "\\", "password \n",
    "pass=", "pin:", "curl -u ", "curl ", "password: |\n ", "password=|\n  a\n", "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY----", "-----BEGIN ",
])  # fmt: skip
def test_passwords_are_looked_for_in_linear_time(unit):
    def took(size: int) -> float:
        begin = time.process_time()
        masked("password " + unit * (size // len(unit)))
        return time.process_time() - begin

    assert min(took(40_000) for _ in range(2)) < 20 * max(took(4_000), 0.005)


def test_a_name_is_the_same_token_everywhere_and_another_with_another_key():
    one, two = Redaction("identity", b"k", NAMES), Redaction("identity", b"other", NAMES)
    said = one.text("QMA/ORDERS.IN of alice. 10.1.2.3, host1(1414), Billing.exe; ORDERS.INS")
    assert not re.search(r"QMA|ORDERS\.IN\b|alice|10\.1|host1|Billing", said) and "ORDERS.INS" in said
    assert said.startswith(f"{one.token('QMA')}/{one.token('ORDERS.IN')} of {one.token('alice')}. ")
    assert one.token("QMA") != two.token("QMA")
    page = one.markup("<td class='alice'>alice &amp; co</td><img alt='queue ORDERS.IN'>")
    assert "class='alice'" in page and ">alice" not in page and "ORDERS" not in page and "&amp; co" in page


def test_a_row_of_a_hex_dump_is_a_token():
    text = "CorrelId: \n00000000:  414D 5143 514D 5345 4352 4554 2020 2020  'AMQCQMSECRET    '\nSeqNumber: 0"
    assert Redaction("", b"k").text(text) == text
    for mode in ("payload", "identity", "all"):
        shown = Redaction(mode, b"k").text(text)
        assert "SECRET" not in shown and "5345" not in shown and shown.startswith("CorrelId: \n00000000:  R-")
        assert shown.endswith("\nSeqNumber: 0")


def test_a_table_by_its_columns():
    frame = pd.DataFrame({"queue": ["Q1", "SYSTEM.DEAD.LETTER.QUEUE"], "preview": ["hello", "x"], "depth": [1, 2],
                          "attributes": [{"LDAPPWD": "x"}, {"DESCR": "free"}]})  # fmt: skip
    assert Redaction().frame(frame)["preview"].to_list() == ["hello", "x"]
    assert Redaction().frame(frame)["attributes"][0] == {"LDAPPWD": STARS}
    hidden = Redaction("all", b"k").frame(frame)
    assert hidden["depth"].to_list() == [1, 2] and hidden["queue"][1] == "SYSTEM.DEAD.LETTER.QUEUE"
    assert not {"Q1", "hello", "free"} & set(map(str, hidden.to_numpy().ravel()))
    assert Redaction("payload", b"k").frame(frame)["queue"][0] == "Q1"
    assert is_secret("mqrfh2.usr.userPassword") and not is_secret("PASSAGES_ARE_FUN")


@pytest.mark.parametrize(
    "name", ["MQPROD1", "MQPA", "MQPAYQ.IN", "AMQPAY", "runmqpay", "SYSTEM.CUSTOMER.SECRET", "MQADMIN"]
)
def test_a_name_that_looks_like_the_products_own_is_hidden(name):
    hidden = Redaction("identity", b"k", [name])
    for column in ("queue_manager", "queue", "application", "user"):
        assert hidden.value(name, column) == hidden.token(name)
    assert hidden.text(f"It is {name}.") == f"It is {hidden.token(name)}."


def test_the_products_own_names_stay_but_where_somebody_else_is_meant():
    hidden = Redaction("identity", b"k", ["AMQERR01.LOG of amqsput", "bin/amqrmppa"])
    for name in ("SYSTEM.DEAD.LETTER.QUEUE", "amqsput", "amqsput.exe", "AMQERR01.LOG", "AMQ9999E"):
        assert hidden.value(name, "object") == hidden.text(name) == name
    assert hidden.value("amqsput", "user") == hidden.token("amqsput")
    assert Redaction("identity", b"k", ["amqsput"]).text("amqsput") == hidden.token("amqsput")


@pytest.mark.parametrize("column", ["data", "body"])
def test_bytes_are_a_token_where_names_are_hidden(column):
    said = "of jsmith".encode("cp037")
    hidden = Redaction("identity", b"k", ["jsmith"])
    assert hidden.value(said, column) == hidden.value(said.hex().upper(), column) == hidden.token(said)
    assert Redaction("", b"k").value(said, column) == said and hidden.value(None, column) is None


def test_what_a_log_says_and_what_a_note_is_called_are_hidden_with_all_that_people_wrote(tmp_path, monkeypatch):
    hidden = Redaction("all", b"k")
    for column in ("what", "action", "text"):
        assert hidden.value("Ask Jane Roe.", column) == hidden.token("Ask Jane Roe.")
        assert Redaction("identity", b"k").value("Ask Jane Roe.", column) == "Ask Jane Roe."
    assert hidden.value("RETRY", "action") == "RETRY" and hidden.value("RETRY", "queue") != "RETRY"
    kept = Record(tmp_path / "notes.json", "case")
    kept.add(Note("Letter of Jane Roe", "She asked."))
    for name, value in hidden.environment().items():
        monkeypatch.setenv(name, value)
    assert hidden.token("Letter of Jane Roe") in notes(kept).data and "Jane" not in notes(kept).data


@pytest.mark.parametrize("column, key", [(column, key) for column, keys in {
    "attributes": "CLNTUSER ADDRESS BASEDNU SSLKEYR CERTLABL REPOS ServerConnectionParms ADDRLIST REPOSNL STREAMQ OBJNAME "
    "DEST DESTQMGR SUBUSER IGQUSER PROFILE SSLCERTU TPNAME STARTCMD STARTARG ENTITY CONNAME[2] NO.SUCH.ATTRIBUTE",
    "inserts": "CommentInsert1 RemoteHost certificate path mqcsp_user", "filters": "WHERE",
    "fields": "MQGACF_COMMAND_DATA.MQCA_Q_DESC HostName", "properties": "usr.customer",
}.items() for key in keys.split()])  # fmt: skip
def test_what_no_list_calls_harmless_is_taken_for_a_name(column, key):
    hidden = Redaction("identity", b"k")
    assert hidden.value({key: "jane.roe"}, column) == {key: hidden.token("jane.roe")}
    assert Redaction("", b"k").value({key: "jane.roe"}, column) == {key: "jane.roe"}


def test_a_suggested_command_keeps_its_words_and_any_other_is_hidden():
    hidden = Redaction("all", b"k", ("PAY.IN", "QMP"))
    told = hidden.value(
        {"next": [{"command": "DISPLAY QUEUE('PAY.IN')", "on": "QMP", "effect": "looks"}], "command": "rm PAY"}
    )
    assert told["next"][0]["command"] == f"DISPLAY QUEUE('{hidden.token('PAY.IN')}')" and told[
        "command"
    ] == hidden.token("rm PAY")


def test_numbers_times_and_the_words_of_the_product_stay():
    rows = {"attributes": {"CURDEPTH": "5", "STATUS": "RETRYING", "SSLCIPH": "ANY_TLS12", "ALTDATE": "2026-01-05", "X": "",
                           "LSTMSGTI": "10.11.12", "NEW": "YES", "AUTHINFO": "SYSTEM.DEFAULT.AUTHINFO.IDPWOS", "NAME": "*"},
            "inserts": {"reason": "2035", "ArithInsert1": "111", "component": "hlgExtendLog"},
            "fields": {"MQGACF_A.MQIA_INHIBIT_PUT": "Put Inhibited", "Format": "MQSTR", "other": "MQRC_Q_FULL"}}  # fmt: skip
    assert Redaction("identity", b"k").value(rows) == rows
    assert Redaction("all", b"k").value({"pwd": "x", "USERDATA": "Jane"}, "attributes")["pwd"] == STARS
    assert Redaction("identity", b"k").value({"DESCR": "by jane"}, "attributes") == {"DESCR": "by jane"}


@pytest.mark.parametrize("name, text", [
    ("müller", "user müller failed"), ("müller", "of mu\u0308ller."), ("山田", "ユーザー山田が失敗"), ("jsmith", "ユーザーjsmithが"),
    ("o'hara", "by O'Hara, 'o'hara'"), ("Büro App", "started Büro App"), ("payhost.corp", "at PAYHOST.Corp:1414"),
    ("jsmith", "JSMITH and Jsmith"), ("Łódź1", "at ŁÓDŹ1."), ("QM1", "host'QM1' and QM1's"),
])  # fmt: skip
def test_a_name_is_found_in_any_script_and_size(name, text):
    said = Redaction("identity", b"k", [name]).text(text)
    for word in re.findall(r"\w+", name):
        assert word.casefold() not in unicodedata.normalize("NFC", said).casefold()


@pytest.mark.parametrize("address", ["2001:db8::1", "::1", "::ffff:10.1.2.3", "fe80::1", "2001:db8:0:0:0:0:0:1", "10.1.2.3",
                                     "00:1A:2B:3C:4D:5E"])  # fmt: skip
@pytest.mark.parametrize("around", ["{}", "from {}.", "[{}]:1414", "host:{}(1414)", "'{}'"])
def test_addresses_are_hidden(address, around):
    hidden = Redaction("identity", b"k")
    assert hidden.text(around.format(address)) == around.format(hidden.token(address))


@pytest.mark.parametrize("address", ["fe80::", "2001:db8::"])
@pytest.mark.parametrize("around", ["{}", "from {}.", "[{}]:1414", "{}, then"])
def test_an_address_that_ends_with_colons_is_hidden_with_them(address, around):
    hidden = Redaction("identity", b"k")
    assert hidden.text(around.format(address)) == around.format(hidden.token(address))


@pytest.mark.parametrize(("text", "is_there"), [
    ("山田", True), ("山田が", True), ("が山田", True), ("が山田が", True), ("山田x", True), ("山", False), ("jsmithが", True), ("xjsmithが", False),
    ("がjsmithx", False), ("がjsmith", True),
])  # fmt: skip
def test_a_name_between_letters_without_blanks_stands_apart_from_plain_letters(text, is_there):
    assert ("R-" in Redaction("identity", b"k", ["山田", "jsmith"]).text(text)) is is_there


@pytest.mark.parametrize("text", ["at 12:30:05, 1:2", "std::string A::foo Ada::Base ::", "queue ORDERSX of myORDERS", "orders",
                                  "10:11", "ab: cd", "müllerx"])  # fmt: skip
def test_what_is_no_name_stays(text):
    assert Redaction("identity", b"k", ["ORDERS", "müller"]).text(text) == text


@pytest.mark.parametrize("code", ["ascii", "cp500"])
@pytest.mark.parametrize("said", ["{}", "msg_{}", "EXTCONN({})", "ID:{}0", "x'{}'", "00{}", "a{}"])
@pytest.mark.parametrize("id", ["AMQ QM7", "CSQ QM7", "AMQCQM7         "])
def test_an_identifier_that_a_queue_manager_made_is_hidden_wherever_it_stands(code, said, id):
    digits = id.encode(code).hex()
    for shown in (digits, digits.upper()):
        text = Redaction("identity", b"k").text(said.format(shown))
        assert "QM7".encode(code).hex() not in text.lower() and "R-" in text
    assert Redaction("", b"k").text(said.format(digits)) == said.format(digits)


@pytest.mark.parametrize("width", [2, 4, 8])
def test_an_identifier_in_groups_of_digits_is_hidden_and_what_follows_stays(width):
    for code in ("ascii", "cp500"):
        digits = "AMQ QM7     ".encode(code).hex().upper()
        groups = " ".join(digits[at : at + width] for at in range(0, len(digits), width))
        shown = Redaction("identity", b"k").text(f"id {groups} of 7 messages")
        assert re.fullmatch(r"id R-\w+ of 7 messages", shown)


def test_digits_in_which_a_known_name_stands_are_a_token():
    hidden = Redaction("identity", b"k", ["QMPAY"])
    for code in ("ascii", "cp500"):
        digits = b"\1\2" + "QMPAY ".encode(code) + bytes(4)
        assert hidden.text(f"UOW {digits.hex()}.") == f"UOW {hidden.token(digits.hex().upper())}."
    assert hidden.text("12345678 deadbeef 0102030405") == "12345678 deadbeef 0102030405"


@pytest.mark.parametrize("name", ["ORDERS.IN [queue]", "WebSphere MQ JMS", "PUT", "mq", "Queue Manager of it"])
def test_words_of_mqsc_and_of_the_kit_are_no_names(name):
    said = "No queue of it tells. REALLY.DEAD.QUEUE: DISPLAY QUEUE('X') PUT. The MQ message."
    assert Redaction("identity", b"k", [name]).text(said) == said
    hidden = Redaction("identity", b"k", [name, "chris", "DEAD"])
    assert hidden.text("chris CHRIS ORDERS.IN DEAD").count("R-") >= 2


def test_a_name_in_small_letters_hides_no_keyword():
    hidden = Redaction("identity", b"k", ["owner", "descr"])
    assert hidden.text("DISPLAY QLOCAL(X) DESCR of descr") == f"DISPLAY QLOCAL(X) DESCR of {hidden.token('descr')}"


def test_a_rules_table_and_what_is_told_of_a_refusal_are_hidden_by_their_columns():
    hidden = Redaction("identity", b"k")
    told = {"FWDQ": "A.B", "FWDQM": "QM7", "APPLNAME": "/opt/x", "REASON": "MQRC_Q_FULL", "ACTION": "FWD", "WAIT": "YES",
            "FORMAT": "MQSTR", "RETRYINT": "30", "DESTQ": "*"}  # fmt: skip
    shown = hidden.value(told, "keywords")
    assert {key for key, value in told.items() if shown[key] != value} == {"FWDQ", "FWDQM", "APPLNAME"}
    for column in ("certificate", "user", "host", "address"):
        assert hidden.value("CN=Jane", column) == hidden.token("CN=Jane")


def test_no_such_mode():
    with pytest.raises(ModeExpected, match="payload, identity, all"):
        Redaction("some")


CASE = "acme bank-PROD3"
"""The name of the folder tells whose evidence it is."""


def test_the_name_of_the_case_is_one_token_wherever_it_stands():
    for name in (CASE, "acme-bank-QM1", "bank (acme)", "acme_bank.zip"):
        hidden = Redaction("identity", b"k", places=[name])
        token = hidden.token(name)
        told = hidden.text(f"case = 'evidence/{name}' and mqforensics collect {name} writes scripts.")
        assert told == f"case = 'evidence/{token}' and mqforensics collect {token} writes scripts."
        assert hidden.markup(f"<td>{name}</td>") == f"<td>{token}</td>"
        assert hidden.value({"parameters": {"case": name}}) == {"parameters": {"case": token}}
        assert Redaction("payload", b"k", places=[name]).text(name) == name
    assert Redaction("all", b"k", places=["*", "**"]).text("**bold** * 2") == "**bold** * 2"


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    folder = tmp_path_factory.mktemp("planted") / CASE
    return folder, write(folder)


ALL_NAMES = ("user", "application", "queue", "queue_manager", "host", "reply", "program", "channel")


@pytest.mark.parametrize(
    "mode, absent", [("", ("payload", "property")), ("identity", ALL_NAMES), ("all", tuple(PLANTED))]
)
def test_planted_secrets_are_in_no_report_that_must_not_have_them(planted, tmp_path, mode, absent):
    case, record = planted
    given = ["--redact", mode] if mode else []
    assert main(["report", str(case), "-o", str(tmp_path / "out"), "--notes", str(record), *given]) == 0
    for path in sorted((tmp_path / "out").iterdir()):
        text = path.read_text()
        for secret in [PASSWORD, *map(PLANTED.get, absent)]:
            assert secret not in text, (path.name, text[text.index(secret) - 200 :][:300])
        assert mode or path.suffix == ".json" or PLANTED["queue"] in text
        assert (CASE in text) is not bool(mode) and (mode == "" or not re.search("acme|PROD3", text)), path.name
    named = json.loads((tmp_path / "out/findings.json").read_text())["parameters"]["case"]
    for name in ("report.html", "report.ipynb"):
        assert named in (tmp_path / "out" / name).read_text()
    assert json.loads((tmp_path / "out/findings.json").read_text())["parameters"].get("redact", "") == mode
    digest_key = tmp_path / "out.key" if mode == "all" else None
    assert verify(tmp_path / "out", case, digest_key=digest_key) is None
    (tmp_path / "other").mkdir()
    assert verify(tmp_path / "out", tmp_path / "other", digest_key=digest_key)


def test_a_report_shows_what_messages_say_where_it_is_asked_for():
    frame = pd.DataFrame({"queue": ["Q1"], "preview": ["hello"]})
    assert list(Redaction().frame(frame).columns) == ["queue", "preview"]
    assert list(Redaction(previews=False).frame(frame).columns) == ["queue"]
    assert "left out" in Redaction(previews=False).environment().values()


def test_no_row_of_a_table_holds_a_password_unless_it_is_asked_for(spark, planted):
    case, _ = planted
    opened = open_case(spark, case)
    assert {row.file for row in opened.inventory.collect() if row.format} == {
        name for name in files() if name != "case.json"
    }
    for table in SCHEMAS:
        for row in getattr(opened, table).collect():
            said = str(row).replace(IN_PAYLOAD, "")
            assert PASSWORD not in said, (row.file, said[said.index(PASSWORD) - 200 :][:300])
            assert PASSWORD[:8].encode().hex().upper() not in said
    asked = spark.read.format("amqsbcg").option("secrets", "true").load(str(case / "browsed.txt")).collect()
    assert sum(PASSWORD[:8] in str(row) for row in asked) == 6
    asked = spark.read.format("amqerr").option("secrets", "true").load(str(case / "AMQERR01.LOG")).first()
    assert PASSWORD + "6" in asked.text


@pytest.mark.parametrize("mode, absent", [("", ()), ("all", tuple(PLANTED))])
def test_what_leaves_by_another_way_is_redacted_too(spark, planted, tmp_path, capsys, mode, absent):
    case, _ = planted
    given = ["--redact", mode] if mode else []
    assert main(["decode", str(case), *given]) == 0
    said = {"decode": capsys.readouterr().out}
    assert main(["rules", "dry-run", str(case / "dlq.rules"), str(case), "-o", str(tmp_path / "dry.csv"), *given]) == 0
    said |= {
        "dry-run": capsys.readouterr().out.replace(str(tmp_path), ""),
        "dry.csv": (tmp_path / "dry.csv").read_text(),
    }
    opened = open_case(spark, case)
    hidden = redaction_of(opened, mode, b"k")
    for table in ("messages", "log"):
        for kind in ("csv", "json", "parquet"):
            path = export(getattr(opened, table), tmp_path / f"{table}.{kind}", redaction=hidden)
            said[path.name] = str(pq.read_table(path).to_pylist()) if kind == "parquet" else path.read_text()
    for name, text in said.items():
        for secret in [PASSWORD, *map(PLANTED.get, absent)]:
            for form in (secret, secret.encode().hex().upper()):
                assert form not in text, (name, text[text.index(form) - 200 :][:300])
    assert mode or PLANTED["queue"] in said["dry.csv"]


def test_a_note_is_kept_without_passwords(tmp_path):
    note = note_of("Seen", pd.DataFrame({"text": [f"password={PASSWORD}"], "password": [PASSWORD]}))
    assert PASSWORD not in str(note) and STARS in str(note)
