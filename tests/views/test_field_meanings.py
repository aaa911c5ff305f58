import pytest

from mqforensics.views.field_meanings import duration, meaning
from tests.views.made import MD


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("Report", 0, "no report; to the dead-letter queue when it cannot be delivered"),
        ("Report", 0x01000000, "report when it cannot be delivered"),
        ("Report", 0x07000000, "report when it cannot be delivered with all its data"),
        ("Report", 0x03000000 | 0x08000000,
         "report when it cannot be delivered with its first 100 bytes; discard it when it cannot be delivered"),
        ("Report", 0x00002000 | 0x100, "report when it arrives; 0x00002000"),
        ("MsgDesc.Report", "256", "report when it arrives"),
        ("Expiry", -1, "never expires"),
        ("Expiry", 36_050, "1 h 5 s left when it was read"),
        ("Persistence", 1, "persistent: survives a restart of the queue manager"),
        ("Feedback", 0, "none"),
        ("Reason", "2051", None),
        ("Feedback", 2053, None),
        ("Encoding", 546, "little-endian integers (MQENC_REVERSED)"),
        ("Encoding", 273, "big-endian integers (MQENC_NORMAL)"),
        ("CodedCharSetId", "500", "cp500 (EBCDIC)"),
        ("CodedCharSetId", -2, "as in the structure before"),
        ("MsgId", MD["MsgId"], "made by a queue manager whose name begins QM_VER75"),
        ("CorrelId", bytes(24), "none"),
        ("CorrelId", "not hexadecimal", ""),
        ("PutApplType", 11, "MQAT_WINDOWS_NT"),
        ("MsgFlags", 8, "in a group"),
        ("BackoutCount", 2, "rolled back 2 times"),
        ("ReplyToQ", "Q1", ""),
        ("Report", None, "not known"),
    ],
)  # fmt: skip
def test_what_a_value_says(field, value, said):
    if said is None:
        name, _, words = meaning(field, value).partition(": ")
        assert name == {"2051": "MQRC_PUT_INHIBITED", 2053: "MQRC_Q_FULL"}[value] and words
    else:
        assert meaning(field, value) == said


def test_a_put_time_is_told_in_utc():
    assert meaning("PutTime", "09140742", MD) == "2026-03-02 09:14:07.42 UTC"
    assert meaning("PutTime", "ab", MD) == ""


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0, "0 s"), (0.5, "0.5 s"), (60, "1 min"), (7384, "2 h 3 min"), (86_400, "1 d"), (90_061, "1 d 1 h")],
)
def test_a_duration_has_two_units_at_most(seconds, said):
    assert duration(seconds) == said
