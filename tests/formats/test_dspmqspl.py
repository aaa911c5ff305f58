"""Policies of Advanced Message Security, in each of the ways in which people save them."""

import pytest

from mqforensics.formats import identify, mqsc
from mqforensics.formats.file_slice import FileSlice
from tests.linear import assert_in_line

PRINTED = """$ dspmqspl -m QMZ
Policy Details:
Policy name: CARGO.DLQ
Quality of protection: PRIVACY
Signature algorithm: SHA256
Encryption algorithm: AES256
Signer DNs:
  CN=alice,O=Example,C=GB
Recipient DNs:
  CN=chin,O=Example,C=GB
  CN=bob,O=Example,C=GB
Key reuse count: 0
Toleration: 0

Policy Details:
Policy name: CARGO.IN
Quality of protection: INTEGRITY
Signature algorithm: SHA256
Encryption algorithm: NONE
Signer DNs: -
Recipient DNs: -
Key reuse count: 0
Toleration: 1
"""
EXPORTED = """setmqspl -m QMZ -p CARGO.DLQ -s SHA256 -e AES256 -a "CN=alice,O=Example,C=GB" -r "CN=chin,O=Example,C=GB"
setmqspl -m QMZ -p CARGO.IN -s SHA256 -e NONE -t 1
"""
DISPLAYED = """Starting MQSC for queue manager QMZ.

     1 : DISPLAY POLICY(*) ALL
AMQ9089I: Display policy details.
   POLICY(CARGO.DLQ)                       SIGNALG(SHA256)
   ENCALG(AES256)                          SIGNER(CN=alice,O=Example,C=GB)
   RECIP(CN=chin,O=Example,C=GB)           TOLERATE(NO)
AMQ9089I: Display policy details.
   POLICY(CARGO.IN)                        SIGNALG(SHA256)
   ENCALG(NONE)                            TOLERATE(YES)
One MQSC command read.
"""
SCRIPT = """* Script generated on 2026-03-01   at 10.00.00
* Queue manager name: QMZ
SET POLICY('CARGO.DLQ') +
   SIGNALG(SHA256) +
   ENCALG(AES256) +
   SIGNER('CN=alice,O=Example,C=GB') +
   TOLERATE(NO) +
   ACTION(REPLACE)
SET POLICY('CARGO.IN') +
   SIGNALG(SHA256) +
   ENCALG(NONE) +
   TOLERATE(YES) +
   ACTION(REPLACE)
"""


def read(text):
    return [row for row in mqsc.read(FileSlice(text.encode(), "policies.txt")) if row["type"] == "POLICY"]


@pytest.mark.parametrize(
    "text", [PRINTED, EXPORTED, DISPLAYED, SCRIPT], ids=["dspmqspl", "-export", "DISPLAY", "dmpmqcfg"]
)
def test_a_policy_is_the_same_however_it_is_shown(text):
    assert identify(text.encode()) == "mqsc"
    dead, other = read(text)
    assert [(one["queue_manager"], one["name"], one["error"]) for one in (dead, other)] == [
        ("QMZ", "CARGO.DLQ", None), ("QMZ", "CARGO.IN", None)]  # fmt: skip
    told = [{key: one["attributes"].get(key) for key in ("SIGNALG", "ENCALG", "TOLERATE")} for one in (dead, other)]
    assert told == [{"SIGNALG": "SHA256", "ENCALG": "AES256", "TOLERATE": "NO"},
                    {"SIGNALG": "SHA256", "ENCALG": "NONE", "TOLERATE": "YES"}]  # fmt: skip
    assert dead["attributes"]["SIGNER"] == "CN=alice,O=Example,C=GB" and not other["attributes"].get("SIGNER")


def test_each_byte_is_in_one_row_and_names_stand_under_their_field():
    rows = list(mqsc.read(FileSlice(PRINTED.encode(), "policies.txt")))
    assert [(one["offset"], one["length"]) for one in rows] == [
        (0, rows[1]["offset"]),
        (rows[0]["length"], len(PRINTED) - rows[0]["length"]),
    ]
    assert rows[0]["attributes"]["RECIP"] == "CN=chin,O=Example,C=GB; CN=bob,O=Example,C=GB"
    assert rows[0]["lines"]["TOLERATE"] == 13


def test_a_removed_policy_and_odd_options_are_none():
    assert read("setmqspl -m QMZ -p CARGO.IN -remove\n") == [] and read("setmqspl -m QMZ -p 'A B' -t 1\n") == []
    assert read(PRINTED.replace("CARGO.DLQ", "no name at all")) != [] and read("Toleration: 0\n") == []


def test_it_takes_its_time_in_line():
    for part in ("setmqspl -m Q " + '-a "CN=x" ', "  CN=x,O=y\n", "Policy name: X\nQuality of protection: NONE\n"):
        assert_in_line(
            lambda text: list(mqsc.read(FileSlice(text.encode(), "x"))), PRINTED + part * 200, PRINTED + part * 800
        )
