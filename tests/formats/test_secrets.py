"""Passwords inside headers stay inside unless they are asked for, whatever the messages came in."""

import pyarrow as pa
import pytest

from mqforensics import structures
from mqforensics.case.embedded_messages import _masked
from mqforensics.formats import amqsbcg, dmpmqmsg, mqmessage
from mqforensics.formats.event import event
from mqforensics.formats.file_slice import SECRETS, FileSlice
from mqforensics.formats.tables import MESSAGES
from mqforensics.privacy import mask, secrets
from mqforensics.tools.rescue import verdicts
from tests.structures.test_pcf import GROUP, TEXT, TEXTS, Parameter, codes, command
from tests.writers.amqsbcg import dump
from tests.writers.cases import dlh
from tests.writers.qload import unload
from tests.writers.shown import java, saved

PASSWORD = "HUNTER42"
HEADERS = {
    "MQIIH": ("IIH", "MQIMS", "Authenticator", 1), "MQCIH1": ("CIH", "MQCICS", "Authenticator", 1),
    "MQCIH2": ("CIH", "MQCICS", "Authenticator", 2), "MQSAPH": ("SAPH", "MQHSAP", "Password", 1),
}  # fmt: skip
WRITERS = {
    "amqsbcg": (amqsbcg, lambda message: dump([message]).encode()),
    "amqsbcg, quoted": (amqsbcg, lambda message: dump([message]).replace("\n", "\n> ").encode()),
    "amqsbcg, printed DLH": (amqsbcg, lambda message: dump([behind(message)], level="p944").encode()),
    "dmpmqmsg": (dmpmqmsg, lambda message: unload([message])),
    "dmpmqmsg, cut": (dmpmqmsg, lambda message: unload([message])[:-1]),
    "dmpmqmsg, many": (dmpmqmsg, lambda message: unload([message] * 70)),
    "raw": (mqmessage, lambda message: saved([message])),
    "data alone": (mqmessage, lambda message: message["data"]),
    "java": (mqmessage, lambda message: java([message]).encode()),
}  # fmt: skip


def message(name: str = "MQIIH", password: str = PASSWORD, codec: str = "latin-1", order: str = "little") -> dict:
    eye, format, field, version = HEADERS[name]
    encoding, ccsid = (546 if order == "little" else 785), (819 if codec == "latin-1" else 500)
    fields = {
        "StrucId": eye, "Version": version, "StrucLength": structures.layout(name).length, "Encoding": encoding,
        "CodedCharSetId": ccsid, "Format": "MQSTR", field: password,
    }  # fmt: skip
    data = structures.pack(name, fields, order, codec) + "transaction".encode(codec)
    return {"Format": format, "Encoding": encoding, "CodedCharSetId": ccsid, "MsgId": bytes(range(24)), "data": data}


def behind(message: dict) -> dict:
    encoding, ccsid = message["Encoding"], message["CodedCharSetId"]
    _, fields = dlh(2053, "IMS.IN", "QM1", encoding, ccsid, "2026010112000000", format=message["Format"])
    return {**message, "Format": "MQDEAD", "dlh": fields}


def rows(module, data: bytes, **context: str) -> list[dict]:
    found = []
    for row in module.read(FileSlice(data, "evidence", context=context)):
        found += row.to_pylist() if isinstance(row, pa.RecordBatch) else [row]
    return pa.Table.from_pylist(found, MESSAGES).to_pylist(maps_as_pydicts="strict")


@pytest.mark.parametrize("name", HEADERS)
@pytest.mark.parametrize("kind", WRITERS)
def test_a_password_leaves_only_when_it_is_asked_for(kind, name):
    module, write = WRITERS[kind]
    evidence = write(message(name))
    found, asked = rows(module, evidence), rows(module, evidence, **{SECRETS: "true"})
    for row in found:
        assert PASSWORD not in str(row) and row["data"] is None
        assert (row["body"], row["headers"][-1]["fields"][HEADERS[name][2]]) == (b"transaction", None)
        assert row["data_length"] == asked[0]["data_length"] and not row["gaps"]
    for row in asked:
        assert (
            row["data"].endswith(message(name)["data"]) and row["headers"][-1]["fields"][HEADERS[name][2]] == PASSWORD
        )
    hidden = {key: value for key, value in found[0].items() if key not in ("data", "headers")}
    assert hidden == {key: asked[0][key] for key in hidden}


def parameter(name: str, kind: int, value) -> Parameter:
    return Parameter(name, codes.code(name), kind, value)


QUEUE = parameter("MQCA_Q_NAME", TEXT, "ORDERS.IN")
SECRET = {
    "text": parameter("MQCACH_PASSWORD", TEXT, PASSWORD),
    "texts": parameter("MQCA_LDAP_PASSWORD", TEXTS, ["", PASSWORD]),
    "key": parameter("MQCA_INITIAL_KEY", TEXT, PASSWORD),
    "twice": parameter("MQGACF_COMMAND_DATA", GROUP, [parameter("MQCA_SSL_CRYPTO_HARDWARE", TEXT, one) for one in
                                                       ("GSK_PKCS11", PASSWORD)]),
}  # fmt: skip


def administration(secret: Parameter, order: str = "little", cut: int = 0) -> dict:
    data = command([QUEUE, secret], order, Command=8, Type=1)
    return {"Format": "MQADMIN", "Encoding": 546 if order == "little" else 785, "CodedCharSetId": 819,
            "MsgId": bytes(range(24)), "data": data[: len(data) - cut]}  # fmt: skip


@pytest.mark.parametrize("secret", SECRET)
@pytest.mark.parametrize("order", ["little", "big"])
@pytest.mark.parametrize("kind", WRITERS)
def test_a_password_among_parameters_leaves_only_when_it_is_asked_for(kind, order, secret):
    module, write = WRITERS[kind]
    given = administration(SECRET[secret], order)
    evidence = write(given)
    found, asked = rows(module, evidence), rows(module, evidence, **{SECRETS: "true"})
    for row in found:
        whole = str(row) + str(bytes(row["body"]))
        assert PASSWORD not in whole and PASSWORD.encode().hex().upper() not in whole and row["data"] is None
        assert b"********" in row["body"] and len(row["body"]) == len(asked[0]["body"])
        assert row["properties"]["MQCA_Q_NAME"] == "ORDERS.IN" and "********" in row["properties"].values()
        at, length = structures.secrets(row["headers"], row["data_length"])[-1]
        assert at + length == row["data_length"] and length == len(row["body"])
    for row in asked:
        assert row["data"].endswith(given["data"]) and PASSWORD.encode() in row["body"]
        assert PASSWORD in str(row["properties"])


@pytest.mark.parametrize("cut", range(1, 12))
def test_a_parameter_that_is_cut_shows_no_part_of_a_password(cut):
    given = administration(parameter("MQCACH_PASSWORD", TEXT, "HUNTER42HUNTER42"), cut=cut)
    for row in (rows(dmpmqmsg, unload([given]))[0], rows(amqsbcg, dump([given]).encode())[0]):
        assert b"HUN" not in row["body"] and row["data"] is None and row["error"]


@pytest.mark.parametrize("lost", [48, 64])
def test_bytes_that_are_missing_show_no_password(lost):
    lines = dump([administration(SECRET["text"])]).splitlines(keepends=True)
    kept = "".join(line for line in lines if not line.startswith(f"{lost:08X}:"))
    assert len(kept) < len("".join(lines))
    [row] = rows(amqsbcg, kept.encode())
    assert row["gaps"] and PASSWORD.encode() not in row["body"] and b"********" in row["body"]
    assert "because passwords may be in it" in row["error"]
    [asked] = rows(amqsbcg, kept.encode(), **{SECRETS: "true"})
    assert PASSWORD.encode() in asked["body"] and len(asked["body"]) == len(row["body"])


@pytest.mark.parametrize("value", ["", "        ", "********"])
def test_a_parameter_that_is_blank_or_masked_already_is_no_secret(value):
    given = administration(parameter("MQCACH_PASSWORD", TEXT, value))
    [row] = rows(dmpmqmsg, unload([given]))
    assert row["data"] == given["data"] and structures.secrets(row["headers"], row["data_length"]) == []


def test_a_password_in_an_embedded_command_is_hidden():
    inside = command([SECRET["text"]], "little", Command=8, Type=1)
    size = structures.layout("MQEPH").length
    fixed = structures.pack("MQEPH", {
        "StrucId": "EPH", "Version": 1, "StrucLength": size - 36 + len(inside), "Encoding": 546, "CodedCharSetId": 819,
        "Format": "MQSTR"}, "little")  # fmt: skip
    data = fixed[: size - 36] + inside + b"the rest"
    given = {"Format": "MQHEPCF", "Encoding": 546, "CodedCharSetId": 819, "MsgId": bytes(24), "data": data}
    [row], [asked] = (rows(dmpmqmsg, unload([given]), **more) for more in ({}, {SECRETS: "true"}))
    assert PASSWORD not in str(row) and row["data"] is None and row["body"] == b"the rest"
    assert structures.secrets(row["headers"], row["data_length"]) == [(size, len(inside) - 36)]
    assert asked["data"] == data and PASSWORD in str(asked["properties"])


def test_an_event_with_a_password_is_an_event_all_the_same():
    given = {**administration(SECRET["text"]), "Format": "MQEVENT"}
    given["data"] = command([QUEUE, SECRET["text"]], "big")
    for row in rows(dmpmqmsg, unload([given])):
        head = dict(row["headers"][0]["fields"])
        told = event(_masked(head, row["body"]))
        assert told["category"] == "COMMAND" and told["fields"]["MQCA_Q_NAME"] == "ORDERS.IN"
        assert told["fields"]["MQCACH_PASSWORD"] == "********"


@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize(("codec", "order"), [("latin-1", "little"), ("cp500", "big")])
@pytest.mark.parametrize("blank", ["", "\0" * 8])
def test_a_blank_password_is_no_secret(kind, codec, order, blank):
    module, write = WRITERS[kind]
    given = message(password=blank, codec=codec, order=order)
    row = rows(module, write(given))[0]
    assert row["data"].endswith(given["data"]) and row["headers"][-1]["fields"]["Authenticator"] == ""
    assert structures.secrets(row["headers"]) == []


def test_signs_that_are_blank_in_another_script_are_a_password():
    [row] = rows(dmpmqmsg, unload([message(password="@" * 8)]))
    assert row["data"] is None and row["headers"][0]["fields"]["Authenticator"] is None


def test_what_is_written_out_says_how_to_have_it():
    evidence = unload([message(), message(password="")])
    (secret, blank), asked = rows(dmpmqmsg, evidence), rows(dmpmqmsg, evidence, **{SECRETS: "true"})
    told, written = verdicts([secret, blank])
    assert told.lines is None and "8 bytes at offset 56" in told.reason and '.option("secrets", "true")' in told.reason
    assert written.lines and next(verdicts(asked)).lines
    [again] = rows(dmpmqmsg, next(verdicts(asked)).lines.encode(), **{SECRETS: "true"})
    assert again["data"] == message()["data"]


def test_a_password_that_a_mask_hides_is_not_promised():
    text = unload([message()]).replace(PASSWORD.encode().hex().upper()[:8].encode(), b"********")
    [row] = rows(dmpmqmsg, text)
    assert "bytes are masked" in next(verdicts([row])).reason and row["data"] is None


def test_every_name_of_a_password_has_a_sign_that_is_looked_for():
    assert all(mask.may_hold(name) and "geheim" not in mask.masked(f"{name}=geheim") for name in secrets.NAMES)
