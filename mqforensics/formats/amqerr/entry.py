"""One entry of an error log in its text or line forms as a row."""

import re

from mqforensics.formats.amqerr import inserts, when

CODE_PAGES = ("utf-8", "cp1252", "cp932", "latin-1")
"""Tried in this order for each entry: one log mixes the code pages of all who write to it."""
ID = re.compile(r"(?<!\w)((?:AMQ[A-Z]{0,2}|JMSWMQ|WMSG)\d{4,5})([A-Z])?: ?")
_BRACKETS = r"([^()\n]*(?:\([^()\n]*\)[^()\n]*)*)"
FIELD = re.compile(rf"\b(Process|User|Program|Host|QMgr|Time)\({_BRACKETS}\)")
_INSERT = r"(?:RemoteHost|ArithInsert[12]|CommentInsert[123])"
# An insert holds brackets of its own, balanced or not: it ends where the next one, the id or the line does.
INSERT = re.compile(rf"\b({_INSERT})\((.*?)\)(?=\s*(?:{_INSERT}\(|AMQ\d{{4,5}}[A-Z]?:)|[ \t]*$)", re.M | re.S)
PROCESS = re.compile(r"(\d+)(?:\.(\d+))?")
TRAILER = re.compile(r"------*(?:[ \t]+(\S+)[ \t]+:[ \t]+(\d+)[ \t]+-+|(?<=-{40}))")
TRAILER_LINE = re.compile(rb"^-----[^\n]{0,200}---[ \t]*(?:\n|\Z)", re.M)
WORDS = {"EXPLANATION": "explanation", "ERKLÄRUNG": "explanation", "ACTION": "action", "AKTION": "action"}
_ALONE = re.compile(r"^[ \t]*(\S[^\n:\uff1a]{0,30}?)[ \t]?[:\uff1a][ \t]*$", re.M)
"""A heading on its own line, in whatever language; its colon may be the wide one."""
_KNOWN = re.compile(rf"(?<!\S)({'|'.join(WORDS)})[ \t]?:")
_CAPITALS = re.compile(r"(?<!\S)([^\W\d_]{5,})[ \t]?: ")
_LISTED = re.compile(r"[ \t]*\[((?:Arith|Comment)Insert[123]\(.*\))\][ \t]*$", re.S)
_ITEM = re.compile(r"((?:Arith|Comment)Insert[123])\((.*?)\)(?=, (?:Arith|Comment)Insert[123]\(|$)", re.S)
_STAMP = re.compile(r"\[?([^\[\]]*)")
_LEVEL = re.compile(r"(?:\[[^\]\n]*\]){2}\[([^\]\n]*)\]")


def decode(data: bytes) -> str:
    """The text of one entry in the first code page that it is valid in."""
    for page in CODE_PAGES:
        try:
            return data.decode(page)
        except UnicodeDecodeError:
            continue
    raise AssertionError("latin-1 takes every byte")


def text_row(data: bytes, printed: bytes) -> dict:
    """The row of a text entry: header fields, inserts, summary, explanation, action and source."""
    entry = decode(data)
    header, id_, body = _parts(entry)
    fields = dict(reversed(FIELD.findall(header)))
    process = PROCESS.match(fields.get("Process", ""))
    listed = {name: " ".join(value.split()) for name, value in INSERT.findall(header)}
    body, source, spare = _without_trailer(body)
    row = {
        **when.columns(fields.get("Time"), decode(printed).strip()),
        "queue_manager": fields.get("QMgr") or None, "host": fields.get("Host"), "program": fields.get("Program"),
        "user": fields.get("User"), "pid": _long(process and process[1]), "tid": _long(process and process[2]),
        "source": source, **sections(body), **_identity(id_), "error": _damage(id_, body + spare),
    }  # fmt: skip
    return _with_inserts(row, listed)


def line_row(data: bytes, printed: bytes) -> dict:
    """The row of a one-line entry: container, appliance, `runmqdlq`, a client's log."""
    line = data.split(b"\n", 1)[0]
    header, id_, body = _parts(decode(line[line.find(printed) + len(printed) :]))
    body, listed = _listed(body)
    level = _LEVEL.search(header)
    stamp = _STAMP.match(decode(printed))[1].strip() or None
    row = {**when.columns(stamp, stamp), **_identity(id_), "text": _joined(body) or None}
    row["severity"] = row.get("severity") or (level and level[1])
    return _with_inserts(row, listed)


def sections(body: str) -> dict:
    """`text`, `explanation` and `action`: cut at headings, known or standing alone, whatever the language."""
    marks = _headings(body)
    explanation, action = marks.get("explanation"), marks.get("action")
    ends = [*sorted(begin for begin, _ in marks.values()), len(body)]
    out = {"text": _joined(body[: ends[0]]) or None}
    for name, mark in (("explanation", explanation), ("action", action)):
        if mark:
            out[name] = _joined(body[mark[1] : next((end for end in ends if end > mark[0]), len(body))]) or None
    return out


def _headings(body: str) -> dict[str, tuple[int, int]]:
    """Where the headings of explanation and action begin and end; the first of each counts."""
    known = {WORDS[hit[1]]: hit.span() for hit in reversed(list(_KNOWN.finditer(body)))}
    if "explanation" in known:
        return known
    other = [hit for hit in _ALONE.finditer(body) if "\n" in body[: hit.start() + 1]]
    other = other or [hit for hit in _CAPITALS.finditer(body) if hit[1].isupper()]
    if not other or other[0].end() == known.get("action", (0, 0))[1]:
        return known
    alike = [hit for hit in other if _shape(hit[1]) == _shape(other[0][1])]
    return dict(zip(("explanation", "action"), (hit.span() for hit in alike[:2]), strict=False))


def _shape(heading: str) -> tuple[bool, bool]:
    return heading.isupper(), " " in heading


def _parts(entry: str) -> tuple[str, re.Match | None, str]:
    """Header, message id and what follows it; an insert that quotes a message id is part of the header."""
    id_ = ID.search(entry)
    for insert in INSERT.finditer(entry):
        if not id_ or insert.start() > id_.start():
            break
        id_ = ID.search(entry, insert.end())
    return (entry[: id_.start()], id_, entry[id_.end() :]) if id_ else (entry, None, "")


def _without_trailer(body: str) -> tuple[str, str | None, str]:
    """The body without its dashed line, the source named there, and what comes after it."""
    end = TRAILER.search(body)
    if not end:
        return body, None, ""
    return body[: end.start()], f"{end[1]} : {end[2]}" if end[1] else None, body[end.end() :]


def _damage(id_: re.Match | None, body: str) -> str | None:
    """What is wrong with an entry that was written only in part, or into which another was written."""
    if not id_:
        return "the entry has no message id: it was written in part"
    others = [hit[1] for hit in ID.finditer(body) if body[: hit.start()].rstrip(" \t>#|*").endswith("\n")]
    if others:
        return f"entries were written into one another: {id_[1]} and {', '.join(others)}"
    words = [WORDS[hit[1]] for hit in _KNOWN.finditer(body)]
    if len(words) > len(set(words)):
        return "entries were written into one another: a heading comes twice"
    return None


def _identity(id_: re.Match | None) -> dict:
    return {"message": id_ and id_[1], "severity": id_ and id_[2]}


def _with_inserts(row: dict, listed: dict[str, str]) -> dict:
    text = " ".join(row.get(part) or "" for part in ("text", "explanation", "action"))
    row["inserts"] = inserts.named(row["message"], " ".join(text.split()), listed) or None
    return row


def _listed(body: str) -> tuple[str, dict[str, str]]:
    """The body of a container's line and the inserts listed in brackets at its end."""
    listed = _LISTED.search(body)
    return (body[: listed.start()], dict(_ITEM.findall(listed[1]))) if listed else (body, {})


def _joined(text: str) -> str:
    """Wrapped lines joined, paragraphs apart."""
    paragraphs = re.split(r"\n[ \t>#|*]*\n", text.strip())
    return "\n\n".join(" ".join(p.split()) for p in paragraphs if p.strip())


def _long(digits: str | None) -> int | None:
    return int(digits) if digits and len(digits) < 19 else None
