"""Which columns, header fields and values hold a name: what is not known to say nothing of anybody is hidden."""

import csv
from pathlib import Path

import pytest

from mqforensics.formats.tables import SCHEMAS
from mqforensics.privacy.identity_columns import HOSTS, IDENTITY, PLACES, is_name
from mqforensics.privacy.public_names import is_not_identifying
from mqforensics.privacy.redaction import Redaction

LAYOUTS = Path(__file__).resolve().parents[2] / "mqforensics" / "structures" / "layouts.csv"
WORDS = {"zone", "type", "message", "time", "time_text", "severity", "category", "event", "qualifier", "object_type", "verb", "kind",
         "thread", "handle"}  # fmt: skip
"""Columns of what the product itself prints, and of numbers."""
TEXTS = {"body_text", "error", "command", "time_note", "text", "explanation", "action", "source"}
"""Columns of texts, in which only names that are known are looked for."""
SAYS_NOTHING = {"StrucId", "Format", "PutDate", "PutTime", "ApplOriginData"}
"""Fields of a message's header that are words or times, or belong to its payload."""
HIDDEN = Redaction("identity", b"k")


@pytest.mark.parametrize(
    ("table", "column"),
    [(name, field.name) for name, schema in SCHEMAS.items() for field in schema if str(field.type) == "string"],
)
def test_a_column_of_texts_holds_names_unless_it_is_known_to_hold_none(table, column):
    shown = HIDDEN.value("ABC.DEF", column)
    assert (shown == "ABC.DEF") is (column in WORDS | TEXTS), (table, column)


def fields(structure, kind):
    with LAYOUTS.open(encoding="utf-8", newline="") as file:
        return [row["field"] for row in csv.DictReader(file) if (row["structure"], row["type"]) == (structure, kind)]


@pytest.mark.parametrize(
    "field", sorted({*fields("MQMD1", "char"), *fields("MQMD2", "char"), *fields("MQDLH", "char")})
)
def test_a_text_in_a_header_of_a_message_is_a_name_unless_it_is_known_to_be_none(field):
    assert (HIDDEN.value("ABC.DEF", field) == "ABC.DEF") is (field in SAYS_NOTHING)
    assert Redaction("payload", b"k").value("ABC", field) == (
        Redaction("payload", b"k").token("ABC") if field == "ApplOriginData" else "ABC"
    )


@pytest.mark.parametrize("field", ["MsgId", "CorrelId", "GroupId", "AccountingToken"])
def test_an_identifier_of_a_message_is_hidden_but_one_of_nothing(field):
    assert (
        HIDDEN.value(b"\x01" * 24, field) == HIDDEN.token(b"\x01" * 24)
        and HIDDEN.value(b"\0" * 24, field) == b"\0" * 24
    )


@pytest.mark.parametrize(
    "key",
    [
        "CONNAME",
        "MCAUSER",
        "XMITQ",
        "RNAME",
        "RQMNAME",
        "DEADQ",
        "SSLPEER",
        "LOCLADDR",
        "queue[2]",
        "CONNAME[3]",
        "NOBODY.KNOWS",
    ],
)
def test_the_value_of_an_attribute_is_a_name_unless_the_key_is_harmless(key):
    assert HIDDEN.value({key: "ABC.DEF"}, "attributes") == {key: HIDDEN.token("ABC.DEF")}


@pytest.mark.parametrize("key", ["DESCR", "CURDEPTH", "STATUS", "CHLTYPE", "USERDATA[2]"])
def test_what_a_harmless_key_has_or_somebody_wrote_is_no_name(key):
    assert not is_name(key, "ABC.DEF") and HIDDEN.value({key: "ABC.DEF"}, "attributes") == {key: "ABC.DEF"}


@pytest.mark.parametrize("value", [
    "YES", "no", "TRUE", "FALSE", "ENABLED", "DISABLED", "ALL", "NONE", "5", "-1", "+0.5", "2026-03-02", "2026-03-02 10:00:00.123Z", "10.00.00",
    "0x1F", "MQRC_NONE", "MQRC_Q_FULL",
])  # fmt: skip
def test_a_number_a_time_and_a_word_of_the_product_name_nobody(value):
    assert is_not_identifying(value) and is_not_identifying(f" {value} ") and not is_name("NOBODY.KNOWS", value)


@pytest.mark.parametrize(
    "value", ["NOTHING", "MQRC_NO_SUCH_REASON", "MQNONE", "MQ_PAY", "5a", "2026-3-2", "10.1.2.3", "ENABLE", ""]
)
def test_what_only_looks_like_one_may_name_somebody(value):
    assert not is_not_identifying(value)


@pytest.mark.parametrize("column", [
    "preview", "body", "body_text", "data", "properties", "payload", "text_of_body", "ApplOriginData", "NameValueData", "NameValueString",
])  # fmt: skip
@pytest.mark.parametrize(("mode", "is_hidden"), [("payload", True), ("all", True), ("identity", False), ("", False)])
def test_what_messages_carry_is_hidden_by_its_column(column, mode, is_hidden):
    value = {"some": "order 7"} if column == "properties" else "order 7"
    assert ("order 7" not in str(Redaction(mode, b"k").value(value, column))) is (
        is_hidden or (mode == "identity" and column in ("body", "data", "properties"))
    )


def test_hosts_are_places_and_places_hold_names():
    assert HOSTS < PLACES < IDENTITY
    assert {"host", "connection", "address", "CONNAME"} <= HOSTS and {"queue_manager", "user"} <= PLACES
