"""MQ's own date and time fields."""

from datetime import UTC, datetime


def put_time(date: str | None, time: str | None) -> datetime | None:
    """PutDate (YYYYMMDD) and PutTime (HHMMSSTH) as a time in UTC; None when they are no date and time."""
    if not date or not time:
        return None
    digits = date + time
    if len(date) != 8 or len(time) not in (6, 8) or not (digits.isascii() and digits.isdigit()):
        return None
    try:
        return datetime(
            int(date[:4]), int(date[4:6]), int(date[6:]),
            int(time[:2]), int(time[2:4]), int(time[4:6]), int(time[6:] or 0) * 10_000, UTC,
        )  # fmt: skip
    except ValueError:
        return None
