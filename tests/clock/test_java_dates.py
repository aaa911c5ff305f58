"""The dates of `mqjms.log`, by JDK and locale."""

from datetime import UTC, datetime

import pytest

from mqforensics.clock.java_dates import columns, parse_date
from mqforensics.formats import clientlog
from mqforensics.formats.file_slice import FileSlice


@pytest.mark.parametrize(("text", "local", "zone"), [
    ("May 7, 2020 11:05:07 AM EDT", (2020, 5, 7, 11, 5, 7), "EDT"), ("July 31, 2023 at 12:53:38 AM EEST", (2023, 7, 31, 0, 53, 38), "EEST"),
    ("July 20, 2024, 9:14:09\u202fPM WIB", (2024, 7, 20, 21, 14, 9), "WIB"), ("3 de marzo de 2024, 12:01:02 PET", (2024, 3, 3, 12, 1, 2), "PET"),
    ("8 de noviembre de 2023, 12:11:05 p.\u00a0m. COT", (2023, 11, 8, 12, 11, 5), "COT"), ("2. März 2024 um 09:21:14 MEZ", (2024, 3, 2, 9, 21, 14), "MEZ"),
    ("10 août 2023 à 19:21:14 CEST", (2023, 8, 10, 19, 21, 14), "CEST"), ("2024年3月2日 9:21:14 JST", (2024, 3, 2, 9, 21, 14), "JST"),
    ("2024年3月2日 GMT+8 下午9:21:14", (2024, 3, 2, 21, 21, 14), "GMT+8"), ("1 marzo 2024 alle ore 09:21:14 CET", (2024, 3, 1, 9, 21, 14), "CET"),
    ("12 de março de 2024 09:21:14 BRT", (2024, 3, 12, 9, 21, 14), "BRT"), ("1 stycznia 2024 09:21:14 CET", (2024, 1, 1, 9, 21, 14), "CET"),
])  # fmt: skip
def test_a_printed_date_is_read(text, local, zone):
    found = parse_date(text)
    assert (found.local, found.zone) == (datetime(*local), zone)


@pytest.mark.parametrize(("text", "utc", "note"), [
    ("July 31, 2023 at 2:53:38 PM EEST", datetime(2023, 7, 31, 11, 53, 38, tzinfo=UTC), "by the zone that is named (EEST)"),
    ("July 31, 2023 at 2:53:38 PM CST", None, "local time; more than one zone is called CST"),
    ("July 31, 2023 at 2:53:38 PM XYZ", None, "local time of a zone that is named (XYZ)"),
    ("July 31, 2023 at 2:53:38 PM", None, "local time without a zone"), ("31. Juli 2023 14:53:38 GMT-03:30", datetime(2023, 7, 31, 18, 23, 38, tzinfo=UTC), "by the zone that is named (GMT-03:30)"),
    ("tomorrow 14:53:38", None, "a date in a form that is not known"), ("Februar 30, 2023 14:53:38", None, "a date in a form that is not known"),
])  # fmt: skip
def test_what_the_named_zone_proves(text, utc, note):
    assert columns(text) == {"time": utc, "time_text": text, "time_note": note}


LOG = """{}[main] com.ibm.msg.client.wmq.internal.WMQConnection
Exception ignored as no exception listener is registered: '
                       Message : com.ibm.msg.client.jms.DetailedJMSException: JMSWMQ1107: A problem with this connection has occurred.
                         Class : class com.ibm.msg.client.jms.DetailedJMSException
                         Stack : com.ibm.msg.client.wmq.common.internal.Reason.reasonToException(Reason.java:595)
{}     Caused by [1] --> Message : com.ibm.mq.MQException: JMSCMQ0001: IBM MQ call failed with compcode '2' ('MQCC_FAILED') reason '2009' ('MQRC_CONNECTION_BROKEN').
                         Class : class com.ibm.mq.MQException
"""


@pytest.mark.parametrize(
    "date", ["March 2, 2024 at 9:21:14 AM JST", "2. März 2024, 09:21:14 MEZ", "2 de marzo de 2024, 9:21:14 CLST"]
)
@pytest.mark.parametrize("deep", [0, 3, 200])
def test_entries_of_mqjms_log_are_one_a_date_however_long_their_stack(date, deep):
    stack = "".join(
        f"                               : com.example.shop.Layer{n}.call(Layer{n}.java:{n})\n" for n in range(deep)
    )
    found = list(clientlog.read(FileSlice(2 * LOG.format(date, stack).encode(), "mqjms.log.0")))
    assert [(row["message"], row["reason"], row["time_text"]) for row in found] == 2 * [("JMSWMQ1107", 2009, date)]
