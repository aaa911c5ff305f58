"""What commands that were carried out make of the records of who comes in and who may do what.

Many of these records have one name: of a channel authentication record its type and whom it matches show which it is,
of an authority record the profile, the kind of object and the entity.
"""

from collections.abc import Iterable
from dataclasses import replace

from mqforensics.objects.authority import SELF, fits, permissions_of_words
from mqforensics.objects.fact import Row

RECORDS = ("CHLAUTH", "AUTHREC")
MATCHED = ("ADDRESS", "CLNTUSER", "QMNAME", "SSLPEER", "SSLCERTI")
"""What tells records of one channel's name and one type apart."""
LISTS = ("USERLIST", "ADDRLIST")
ADD, REPLACE, REMOVE_ALL = "ADD", "REPLACE", "REMOVEALL"


def is_answer(row: Row) -> bool:
    """Whether a row is the record that MATCH(RUNCHECK) found, and none of a list of records."""
    return dict((row.asked or {}).get("filters") or {}).get("MATCH", "").upper() == "RUNCHECK"


def is_made(row: Row) -> bool:
    """Whether a record is what a command that was carried out added, and no display."""
    return row.message is not None and (row.asked or {}).get("verb") == "SET"


def profile(row: Row) -> str | None:
    """The profile that a record or a command is of; None for what is computed from several."""
    told = row.attributes
    if "CHLAUTH" in told:
        return row.name
    return None if "OBJNAME" in told else SELF if told.get("OBJTYPE") == "QMGR" else told.get("PROFILE")


def record_after_set(done: Row, row: Row) -> list[Row] | None:
    """What SET or DELETE makes of a record displayed before it; None where it stays."""
    return _channel(done, row) if row.type == "CHLAUTH" else _authority(done, row)


def records_after_set(done: Row, rows: Iterable[Row]) -> list[Row]:
    """The records that SET adds to `rows`, those of its type as they are after it."""
    shown = [row for row in rows if row.type == done.asked["word"] and not is_answer(row)]
    if done.asked["word"] == "CHLAUTH":
        adds = _action(done) in (ADD, REPLACE) and not any(_key(row) == _key(done) for row in shown)
        return [replace(done, type="CHLAUTH")] if adds else []
    there = {key for row in shown for key in _keys(row)}
    added = _words(done, "AUTHADD") - _words(done, "AUTHRMV")
    return [
        _grant(replace(done, type="AUTHREC", name=name), added,
               {"PROFILE": name, "OBJTYPE": kind, "ENTITY": who, "ENTTYPE": "GROUP" if is_group else "PRINCIPAL"})
        for name, kind, who, is_group in sorted(_keys(done) - there) if added
    ]  # fmt: skip


def _action(done: Row) -> str:
    return done.attributes.get("ACTION", ADD).upper()


def _key(row: Row, names: Iterable[str] = ("CHLAUTH", "TYPE", *MATCHED)) -> list[str]:
    told = {name: row.attributes.get(name, "").strip() for name in names}
    return ["" if value == "*" and name == "ADDRESS" else value.upper() if name == "TYPE" else value
            for name, value in told.items()]  # fmt: skip


def _channel(done: Row, row: Row) -> list[Row] | None:
    if is_answer(row):
        return None
    names = ("CHLAUTH", "TYPE") if _action(done) == REMOVE_ALL else ("CHLAUTH", "TYPE", *MATCHED)
    if _key(row, names) != _key(done, names):
        return None
    lists = row.attributes.keys() & {*LISTS}
    if not lists or _action(done) in (REPLACE, REMOVE_ALL):
        return []
    # What is left of a list that was added to or taken from, its next display shows.
    return [replace(row, attributes={key: value for key, value in row.attributes.items() if key not in lists})]


def _keys(row: Row) -> set[tuple[str, str, str, bool]]:
    """Which records of authority a row or a command is of; what is computed from several of them is of none."""
    told = row.attributes
    who = [(told.get("ENTITY", ""), told.get("ENTTYPE") == "GROUP")]
    who += [(one.strip(" '"), key == "GROUP") for key in ("PRINCIPAL", "GROUP") for one in told.get(key, "").split(",")]
    of = profile(row) or "", told.get("OBJTYPE", "")
    return {(*of, name, is_group) for name, is_group in who if name and "OBJNAME" not in told}


def _authority(done: Row, row: Row) -> list[Row] | None:
    if "OBJNAME" in row.attributes:
        of = profile(done) or ""
        covers = of == SELF or fits(of, row.attributes["OBJNAME"])
        return [] if covers and row.attributes.get("OBJTYPE") == done.attributes.get("OBJTYPE") else None
    if not _keys(row) & _keys(done):
        return None
    if done.asked["verb"] == "DELETE":
        return []
    words = (_words(row, "AUTHLIST") | _words(done, "AUTHADD")) - _words(done, "AUTHRMV")
    told = replace(row, line=done.lines.get("AUTHREC", done.line), lines={})
    return [_grant(told, words, row.attributes)]


def _words(row: Row, key: str) -> frozenset[str]:
    listed = (word.strip().upper() for word in row.attributes.get(key, "").split(","))
    return permissions_of_words(filter(None, listed), row.attributes.get("OBJTYPE", ""))


def _grant(row: Row, words: Iterable[str], told: dict[str, str]) -> Row:
    return replace(row, attributes={**told, "AUTHLIST": ",".join(sorted(words)) or "NONE"})
