"""MQ's own date and time fields."""

from datetime import datetime


def put_time(date: str | None, time: str | None) -> datetime | None:
    """PutDate (YYYYMMDD) and PutTime (HHMMSSTH) as a time in UTC; None when they are no date and time."""
    if not date or not time:
        return None
    digits = date + time
    if len(digits) != 16 or len(date) != 8 or not (digits.isascii() and digits.isdigit()):
        return None
    try:
        return datetime.fromisoformat(f"{date}T{time[:6]}.{time[6:]}Z")
    except ValueError:
        return None
