"""What hides passwords in columns hides what is hidden row by row, and nothing else."""

import random
import sys

import pyarrow as pa
import pytest

from mqforensics.formats.tables import EVENTS, LOG, RULES, decoded
from mqforensics.privacy.mask import SIGNS, may_hold, row_without_secrets
from mqforensics.privacy.mask_columns import _suspects, columns_without_secrets

TEXTS = (
    "password=hunter2, user=joe", "Bearer abcdefgh1234", "a capital rapid api", "no sign", "", None, "LDAPPWD('x y')",
    "card 4111 1111 1111 1111", "card 4111 1111 1111 1111 and a token", "PASSWD\n=\nx", "apİkey: 77", "ä passwort ö",
    "TOKEN: \u212aelvin", "eyJhbGciOi.abcdefgh.xyz", "<password>secret</password>", "AccountingToken=414D",
    "stopping", r'"p\u0061ss": "x"', "PIN: 4711", "-----BEGIN PRIVATE KEY-----\nMII",
)  # fmt: skip
KEYS = (
    "user",
    "password",
    "db.TOKEN",
    "MsgToken",
    "file",
    "apikey",
    "SSLKEYRPWD[2]",
    "channel",
    "PIN",
    "mapping",
    "bypass",
)


LIKE_ASCII = {
    letter: small
    for code in range(128, sys.maxunicode)
    if any(map(str.isascii, small := set((letter := chr(code)).lower())))
}
"""Letters that Python holds for one of ASCII in small."""


def made(schema: pa.Schema, dice: random.Random) -> dict:
    row = {}
    for field in schema:
        if field.type == pa.string():
            row[field.name] = dice.choice(TEXTS)
        elif pa.types.is_map(field.type):
            pairs = {key: dice.choice(TEXTS) for key in dice.sample(KEYS, dice.randrange(4))}
            row[field.name] = dice.choice([pairs, pairs, {}, None])
        elif pa.types.is_list(field.type):
            row[field.name] = dice.choice([None, [], [dice.choice(TEXTS) for _ in range(3)]])
    return row


@pytest.mark.parametrize("schema", [LOG, EVENTS, RULES], ids=["log", "events", "rules"])
@pytest.mark.parametrize("seed", range(8))
def test_columns_hide_what_rows_hide(schema, seed):
    dice = random.Random(seed)
    rows = [made(schema, dice) for _ in range(200)]
    expected = pa.RecordBatch.from_pylist([row_without_secrets(row) for row in rows], schema)
    batch = pa.RecordBatch.from_pylist(rows, schema)
    assert columns_without_secrets(batch).to_pylist() == expected.to_pylist()
    for begin, length in ((0, 1), (3, 0), (50, 120), (199, 1)):
        piece = columns_without_secrets(batch.slice(begin, length))
        assert piece.to_pylist() == expected.slice(begin, length).to_pylist()


@pytest.mark.parametrize("schema", [LOG, EVENTS, RULES], ids=["log", "events", "rules"])
def test_of_an_encoded_column_its_different_values_are_hidden(schema):
    dice = random.Random(9)
    rows = [made(schema, dice) for _ in range(50)]
    which = pa.array([dice.choice([None, *range(50)]) for _ in range(300)], pa.int32())
    batch = pa.RecordBatch.from_pylist(rows, schema)
    encoded = [pa.DictionaryArray.from_arrays(which, column) for column in batch.columns]
    found = columns_without_secrets(pa.RecordBatch.from_arrays(encoded, schema.names))
    expected = columns_without_secrets(batch.take(which)).to_pylist()
    assert [row for part in decoded(found, 70) for row in part.to_pylist()] == expected


def test_a_column_without_a_sign_is_the_column_itself():
    batch = pa.RecordBatch.from_pylist([{"text": "nothing here", "inserts": {"host": "h"}}], LOG)
    for before, after in zip(batch.columns, columns_without_secrets(batch).columns, strict=True):
        assert before.equals(after) and before.buffers() == after.buffers()


@pytest.mark.parametrize("sign", SIGNS)
def test_whatever_python_holds_for_a_letter_of_a_sign_is_suspected(sign):
    letters = {letter for letter, small in LIKE_ASCII.items() if small & set(sign)}
    for letter in letters:
        for at in range(len(sign)):
            text = sign[:at].upper() + letter + sign[at + 1 :]
            assert not may_hold(text) or _suspects(pa.array(["", text])) == [1]
