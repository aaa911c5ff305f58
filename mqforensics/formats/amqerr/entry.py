"""One entry of an error log in its text or line forms as a row."""

import re
from collections.abc import Mapping

from mqforensics.clock import timestamps
from mqforensics.codes import code_pages
from mqforensics.formats.amqerr import inserts

CODE_PAGES = ("cp1252", "cp932", "latin-1")
"""Tried in this order for each entry: one log mixes the code pages of all who write to it."""
ID = re.compile(r"(?P<id>A(?<!\w.)MQ[A-Z]{0,2}\d{4,5})(?P<letter>[A-Z])?: ?")
"""It looks back behind its first letter, so that a search can skip to one."""
_ID_LINE = re.compile(r"^[ \t>#|*]{0,40}(?P<id>AMQ[A-Z]{0,2}\d{4,5})(?P<letter>[A-Z])?: ?", re.M)
_BRACKETS = r"([^()\n]{0,400}(?:\([^()\n]{0,400}\)[^()\n]{0,400}){0,9})"
FIELD = re.compile(rf"\b(Process|User|Program|Host|QMgr|Time)\({_BRACKETS}\)")
_INSERT = r"(?:RemoteHost|ArithInsert[12]|CommentInsert[123])"
_INSERTS = re.compile(r"(R(?<!\w.)emoteHost|A(?<!\w.)rithInsert[12]|C(?<!\w.)ommentInsert[123])\(")
_VALUE = r"([^()\n]{0,400})\)\s{1,60}"
_USUAL = re.compile(
    rf"[^\n(]{{3,90}}- Process\({_VALUE}User\({_VALUE}Program\({_VALUE}Host\({_VALUE}"
    rf"(?:Installation\([^()\n]{{0,400}}\)\s{{1,60}})?(?:VRMF\([^()\n]{{0,400}}\)\s{{1,60}})?"
    rf"QMgr\({_VALUE}Time\({_VALUE}((?:{_INSERT}\([^\n]{{0,4000}}\n\s{{0,60}})*)(?=AMQ)"
)
"""The header as the product prints it, every field in its place."""
_NAMES = ("Process", "User", "Program", "Host", "QMgr", "Time")
_MANAGER = r"([A-Za-z0-9][\w.%/]{0,47})"
SCRIPT = tuple((key, re.compile(pattern)) for key, pattern in (
    ("queue_manager", rf"^Using queue manager name: {_MANAGER}"),
    ("queue_manager", rf"^(?:Creating|Created|Detected existing) (?:\w+ )?queue manager {_MANAGER}$"),
    ("exit_code", r"^Error (\d{1,4}) \w+ing "), ("command", r"the '(\w{1,20})' command returned with code: "),
    ("exit_code", r"command returned with code: (\d{1,4})"), ("exit_code", r"exit status (\d{1,4})\b"),
    ("version", r"^MQ version: ([\d.]{1,20})$"),
))  # fmt: skip
PROCESS = re.compile(r"(\d+)(?:\.(\d+))?")
TRAILER = re.compile(r"------*(?:[ \t]+(\S+)[ \t]+:[ \t]+(\d+)[ \t]+-+|(?<=-{40}))")
TRAILER_LINE = re.compile(rb"^-----[^\n]{0,200}---[ \t]*(?:\n|\Z)", re.M)
WORDS = {"EXPLANATION": "explanation", "ERKLÄRUNG": "explanation", "ACTION": "action", "AKTION": "action"}
_ALONE = re.compile(r"^[ \t]*(\S[^\n:\uff1a]{0,30}?)[ \t]?[:\uff1a][ \t]*$", re.M)
"""A heading on its own line, in whatever language; its colon may be the wide one."""
_KNOWN = re.compile(r"(E(?<!\S.)(?:XPLANATION|RKLÄRUNG)|A(?<!\S.)(?:CTION|KTION))[ \t]?:")
_CAPITALS = re.compile(r"(?<!\S)([^\W\d_]{5,})[ \t]?: ")
_LISTED = ("[ArithInsert", "[CommentInsert")
_ITEM = re.compile(r"(?:^|, )((?:Arith|Comment)Insert[123])\(")
_GAP = re.compile(r"\n[ \t>#|*]{0,200}\n")
_LEVEL = re.compile(r"(?:\[[^\]\n]*\]){2}\[([^\]\n]*)\]")


def decode(data: bytes) -> str:
    """The text of one entry in the first code page that it is valid in."""
    return code_pages.text(data, *CODE_PAGES)


def text_row(data: bytes, printed: bytes) -> dict:
    """The row of a text entry: header fields, inserts, summary, explanation, action and source."""
    entry = decode(data)
    fields, listed, id_, body = _headed(entry)
    time = timestamps.time_columns(fields.get("Time"), decode(printed).strip())
    return {**time, **writer(fields), **saying(id_, body, listed)}


def writer(fields: Mapping[str, str]) -> dict:
    """The columns that the header's fields by their names tell of who wrote an entry."""
    process = PROCESS.match(fields.get("Process", ""))
    return {
        "queue_manager": fields.get("QMgr") or None, "host": fields.get("Host"), "program": fields.get("Program"),
        "user": fields.get("User"), "pid": _long(process and process[1]), "tid": _long(process and process[2]),
    }  # fmt: skip


def saying(id_: re.Match | None, body: str, listed: dict[str, str]) -> dict:
    """The columns that tell what an entry says: its id, what follows that, and the inserts listed before it."""
    body, source, spare = _without_trailer(body)
    told = sections(body)
    if "[" in (told["text"] or ""):
        told["text"], more = _listed(told["text"])
        listed = more | listed
    others = _others(id_, body + spare)
    row = {"source": source, **told, **_identity(id_), "error": _damage(id_, body + spare, others)}
    row = _with_inserts(row, listed)
    if others:
        row["inserts"] = {**(row["inserts"] or {}), WITHIN: " ".join(others)}
    return row


def line_row(data: bytes, printed: bytes) -> dict:
    """The row of a one-line entry: container, appliance, `runmqdlq`."""
    begin, end = data.find(printed) + len(printed), data.find(b"\n")
    line = decode(data[begin : end if end >= 0 else len(data)])
    id_ = ID.search(line)
    header, body = (line[: id_.start()], line[id_.end() :]) if id_ else (line, "")
    body, listed = _listed(body)
    level = _LEVEL.search(header) if "[" in header else None
    stamp = printed.decode("latin-1").strip().lstrip("[") or None
    row = {
        **timestamps.time_columns(stamp, stamp), "message": id_ and id_["id"], "severity": id_ and id_["letter"],
        "text": " ".join(body.split()) or None,
    }  # fmt: skip
    if level and not row["severity"]:
        row["severity"] = level[1]
    return _with_inserts(row, listed)


def script_row(data: bytes, printed: bytes) -> dict:
    """The row of a line that the start program of a container prints; an id in it is that of what it has called."""
    line = decode(data.split(b"\n", 1)[0])
    stamp = decode(printed)
    return {**timestamps.time_columns(stamp, stamp), **script_columns(line[line.find(stamp) + len(stamp) :])}


def script_columns(text: str) -> dict:
    """`text`, `message`, `severity`, `queue_manager` and `inserts` of what the start program says."""
    text = " ".join(text.split())
    id_ = ID.search(text)
    named = {key: hit[1] for key, pattern in SCRIPT if (hit := pattern.search(text))}
    manager = named.get("queue_manager")
    return {**_identity(id_), "text": text or None, "queue_manager": manager, "inserts": named or None}


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
    explanation, action = body.find("\nEXPLANATION:\n"), body.find("\nACTION:\n")
    if 0 <= explanation < action and _has_plain_headings(body):  # as the product prints them
        return {"explanation": (explanation + 1, explanation + 13), "action": (action + 1, action + 8)}
    known = {WORDS[hit[1]]: hit.span() for hit in reversed(list(_KNOWN.finditer(body)))}
    if "explanation" in known:
        return known
    first_line = body.find("\n")
    other = [hit for hit in _ALONE.finditer(body) if 0 <= first_line <= hit.start()]
    other = other or [hit for hit in _CAPITALS.finditer(body) if hit[1].isupper()]
    if not other or other[0].end() == known.get("action", (0, 0))[1]:
        return known
    alike = [hit for hit in other if _shape(hit[1]) == _shape(other[0][1])]
    return dict(zip(("explanation", "action"), (hit.span() for hit in alike[:2]), strict=False))


def _has_plain_headings(body: str) -> bool:
    """Whether each heading stands there once and in English."""
    return body.count("EXPLANATION") == 1 == body.count("ACTION") and "ERKL" not in body and "AKTION" not in body


def _shape(heading: str) -> tuple[bool, bool]:
    return heading.isupper(), " " in heading


def _headed(entry: str) -> tuple[dict[str, str], dict[str, str], re.Match | None, str]:
    """The fields and the inserts of the header, the message id and what follows it."""
    usual = _USUAL.match(entry)
    id_ = ID.match(entry, usual.end()) if usual and entry.find("AMQ") == usual.end() else None
    if id_:
        *values, inserts_ = usual.groups()
        fields = dict(zip(_NAMES, values, strict=True))
        return fields, printed_inserts(inserts_) if inserts_ else {}, id_, entry[id_.end() :]
    header, id_, body = _parts(entry)
    if id_ and not header.strip():
        return {}, {}, id_, body
    return dict(reversed(FIELD.findall(header))), printed_inserts(header), id_, body


def _parts(entry: str) -> tuple[str, re.Match | None, str]:
    """Header, message id and what follows it; an insert that quotes a message id is part of the header."""
    first = ID.search(entry)
    if first is None:
        return entry, None, ""
    id_ = first
    if _INSERTS.search(entry, 0, first.start()):
        id_ = _ID_LINE.search(entry, max(first.start() - 40, 0)) or next(
            (hit for hit in ID.finditer(entry, first.start()) if _is_free(entry, hit.start())), None
        )
    if id_ is None:
        return entry, None, ""
    return entry[: id_.start("id")], id_, entry[id_.end() :]


def _is_free(entry: str, at: int) -> bool:
    """Whether an id in a flattened header is not a part of an insert: what stands before it is closed."""
    return not _INSERTS.search(entry, max(at - 400, 0), at) or entry[max(at - 9, 0) : at].rstrip().endswith(")")


def printed_inserts(header: str) -> dict[str, str]:
    """The inserts of a header; each ends where the next one begins, for it may hold brackets, balanced or not."""
    _, *found = _INSERTS.split(header)
    out = {}
    for name, value in zip(found[::2], found[1::2], strict=True):
        out.setdefault(name, " ".join(value.rstrip().removesuffix(")").split()))
    return out


def _without_trailer(body: str) -> tuple[str, str | None, str]:
    """The body without its dashed line, the source named there, and what comes after it."""
    dashes = body.find("-----")
    end = TRAILER.search(body, dashes) if dashes >= 0 else None
    if not end:
        return body, None, ""
    return body[: end.start()], f"{end[1]} : {end[2]}" if end[1] else None, body[end.end() :]


MIXED = "entries were written into one another"


WITHIN = "within"
"""The insert that has the numbers of the messages that were written into an entry."""


def _others(id_: re.Match | None, body: str) -> list[str]:
    return [hit["id"] for hit in _ID_LINE.finditer(body) if hit.start("id")] if id_ and "AMQ" in body else []


def _damage(id_: re.Match | None, body: str, others: list[str]) -> str | None:
    """What is wrong with an entry that was written only in part, or into which another was written."""
    if not id_:
        return "the entry has no message id: it was written in part"
    if others:
        return f"{MIXED}: {id_['id']} and {', '.join(others)}"
    if "\0" in body:
        return "NUL bytes stand in the entry, where a part of it is missing"
    if _has_plain_headings(body):
        return None
    words = [WORDS[hit[1]] for hit in _KNOWN.finditer(body)]
    if len(words) > len(set(words)):
        return f"{MIXED}: a heading comes twice"
    return None


def _identity(id_: re.Match | None) -> dict:
    return {"message": id_ and id_["id"], "severity": id_ and id_["letter"]}


def _with_inserts(row: dict, listed: dict[str, str]) -> dict:
    named = inserts.inserts_by_name(
        row["message"], (row.get("text"), row.get("explanation"), row.get("action")), listed
    )
    row["inserts"] = named or None
    row["comp_code"], row["reason"] = inserts.codes(named)
    return row


def _listed(body: str) -> tuple[str, dict[str, str]]:
    """The body of a container's line and the inserts listed in brackets at its end, the last of which may be cut."""
    begin = min((at for word in _LISTED if (at := body.find(word)) >= 0), default=-1)
    if begin < 0:
        return body, {}
    inside = body[begin + 1 :].rstrip().removesuffix("]")
    marks = list(_ITEM.finditer(inside))
    ends = [mark.start() for mark in marks[1:]] + [len(inside)]
    values = {mark[1]: inside[mark.end() : end].removesuffix(")") for mark, end in zip(marks, ends, strict=False)}
    return body[:begin].rstrip(), values


def _joined(text: str) -> str:
    """Wrapped lines joined, paragraphs apart."""
    text = text.strip()
    if not _GAP.search(text):
        return " ".join(text.split())
    paragraphs = _GAP.split(text)
    return "\n\n".join(" ".join(p.split()) for p in paragraphs if p.strip())


def _long(digits: str | None) -> int | None:
    return int(digits) if digits and len(digits) < 19 else None
