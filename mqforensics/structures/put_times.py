"""MQ's own date and time fields."""

from datetime import datetime

UNSET = "00000000"
"""A PutTime that was not set."""
LEAP = ("60", "61")
"""Seconds that the documentation of PutTime allows and no clock of Python has."""


def put_time(date: str | None, time: str | None) -> datetime | None:
    """PutDate (YYYYMMDD) and PutTime (HHMMSSTH) as a time in UTC; None when they are no date and time, or not set.

    The seconds 60 and 61 are the last instant of their minute: no other time of it or of the next changes its order.
    """
    if not date or not time:
        return None
    digits = date + time
    if len(digits) != 16 or len(date) != 8 or not (digits.isascii() and digits.isdigit()):
        return None
    if time == UNSET:
        return None
    time = f"{time[:4]}5999" if time[4:6] in LEAP else time
    try:
        return datetime.fromisoformat(f"{date}T{time[:6]}.{time[6:]}Z")
    except ValueError:
        return None
