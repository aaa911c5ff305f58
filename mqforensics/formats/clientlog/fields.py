"""What the text of one error names: its message id, completion and reason code, and MQ's names where they stand."""

import re

from mqforensics import codes
from mqforensics.formats.clientlog import failure_patterns

_ID = re.compile(
    r"(?<![\w.])(?P<id>(?:JMS(?:WMQ|CMQ|FMQ|MQ|CC|CS)|MQJMS|XMS(?:WMQ|CC)?|CWSMQ|CWSJY|CWW[A-Z]{2}|MQWB|WMSG|BIP|CTGSK)\d{4}|MQJE\d{3}|AMQ\d{4,5})"
    r"(?P<letter>[IWESTCA])?(?=: |\b)"
)
RANKS = (
    "JMSWMQ", "JMSFMQ", "XMSWMQ", "JMSMQ", "MQJMS", "WMSG", "JMSCC", "XMS", "JMSCS", "CWSMQ", "JMSCMQ", "MQJE", "CWSJY",
    "MQWB", "BIP", "AMQ", "CWW", "CTGSK",
)  # fmt: skip
"""Which of the ids in a chain names the error: what failed before the call that failed in it."""
_COMP = r"(?i:\bcomp(?:letion)?\.? ?(?:code)?)\s{0,2}[:=]?\s{0,2}(?:of )?'?"
REASONS = (
    ("mqrc", r"MQRC ?= ?(?:MQRC_\w{1,60} ?)?\[(\d{1,5})\]"),
    (";rc=", r"CC=\d;RC=(\d{1,5})"),
    ("reason", _COMP + r"\d'?(?: \('MQCC_\w{2,10}'\))?[,;.]?(?: and)?\s{1,2}"
     r"(?i:reason)(?: code)?\s{0,2}[:=]?\s{0,2}(?:of )?'?(\d{1,5})(?!\d|\.\d)"),
    (" with reason", r"MQ[A-Z0-9]{2,8} (?:call )?(?:ended|failed|returned) with reason(?: code)?:? (\d{1,5})(?!\d)"),
    ('"mqrc"', r"\"mqrc\": ?(\d{1,5})(?!\d)"),
    ("errorcode=", r"errorCode=(\d{4}), ?reason=MQRC"),
    ("mqrc_", r"MQRC_[A-Z_0-9]{3,40}['\")]?[ :=,]{0,3}[\[(]?(\d{4})\b"),
    ("mqrc", r"\bMQRC[ :=]{1,2}(\d{4})\b"),
    ("mqrc_", r"(?<![\d.])(\d{4})(?:[ :=,]{0,3}| ?- ?)[\[(]?['\"]?MQRC_[A-Z]"),
    ("reason", r"[Rr]eason(?: ?[Cc]ode)?(?: of| is| was| returned was)?[ :='\"(\[]{1,4}(\d{4})(?!\d|\.\d)"),
)  # fmt: skip
"""What stands in the text in small letters wherever the pattern does, and the pattern."""
_NAMED_REASON = re.compile(r"\bMQRC_[A-Z][A-Z_0-9]{2,60}")
COMP_CODES = (
    ("mqcc", r"MQCC ?= ?(?:MQCC_\w{1,20} ?)?\[?(\d)\b"),
    (";rc=", r"\bCC=(\d);RC"),
    ('"mqcc"', r"\"mqcc\": ?(\d)\b"),
    ("comp", _COMP + r"(\d)'?(?!\d|\.\d)"),
    (" with comp", r"MQ[A-Z0-9]{2,8} (?:call )?(?:ended|failed|returned) with completion(?: code)?:? (\d)(?!\d)"),
)  # fmt: skip
_OBJECT = r"[A-Za-z0-9._%/]"
_VALUE = rf"(?: ?= ?|: )['\"]?([A-Za-z0-9]{_OBJECT}{{0,47}})(?=['\",;\s)\]}}]|$)"
NAMES = (
    ("queue_manager", "manager", r"(?i:queue ?manager)(?: name)?:? '([^'\n]{1,48}?)(?: on )?'"),
    ("queue_manager", "manager", r"(?i:connect(?:ed|ing|ion)? (?:to|with) (?:the )?queue ?manager):? "
     rf"([A-Z0-9]{_OBJECT}{{0,47}})(?=[:\s,;\"]|$)"),
    ("queue_manager", "queue manager", rf"^(?i:queue manager) ({_OBJECT}{{1,48}}) (?:is|was) not"),
    ("queue_manager", "manager", rf"\b[qQ]ueueManager{_VALUE}"),
    ("queue_manager", "qm", rf"\b(?:qMgr|qmgr|qmname|QMGR){_VALUE}"),
    ("queue_manager", "mqqueuemanager for", r"MQQueueManager for '[^':\n]{0,200}:([^':\n]{1,48})'"),
    ("connection", "host", r"(?i:host(?: ?name)?) '([^'\n]{1,264})'"),
    ("connection", "conn", r"\b(?i:conn(?:ection)?_?name(?:list)?)(?: ?= ?|: )['\"]?"
     r"([\w.\-:]{1,200}(?:\(\d{1,5}\))?(?:,[\w.\-:]{1,200}\(\d{1,5}\)){0,20})"),
    ("connection", "connect", r"(?i:\bconnect(?:ing|ion)? to) "
     r"([\w.\-:]{1,200}\(\d{1,5}\)(?:,[\w.\-:]{1,200}\(\d{1,5}\)){0,20})"),
    ("connection", " on '", r"'[\w.%/]{1,48} on '([\w.\-:]{1,200}\(\d{1,5}\))''"),
    ("channel", "channel", r"(?i:\bchannel)(?: name)?[ :=]{1,2}['\"]([^'\"\n]{1,20})['\"]"),
    ("channel", "channel", r"\b(?:Channel|channel|CHANNEL)(?:: | ?= ?)([A-Z0-9][A-Z0-9._/%]{1,19})(?=[,;\s\"')]|$)"),
    ("channel", "channel", r"\b(?:Channel|channel|CHANNEL) "  # in words: what has a dot or an underscore is a name
     r"([A-Z0-9](?=[A-Z0-9_%/]{0,18}[._][A-Z0-9])[A-Z0-9._/%]{1,18}[A-Z0-9_/%])(?=\.?(?:[,;:\s\"')]|$))"),
    ("queue", "queue", r"(?i:\bqueue(?: name)?)[ :=]{1,2}'([^'\n]{1,200})'"),
    ("queue", "target queue is", rf"\btarget queue is ({_OBJECT}{{1,48}})(?=\s|$)"),
    ("queue", "queue:///", rf"\bqueue:///({_OBJECT}{{1,48}})"),
    ("queue", " for ", rf"(?i:\bqueue)(?: [a-z]{{1,12}}){{0,3}} for ([A-Z0-9]{_OBJECT}{{0,47}})(?=:|\s|$)"),
    ("destination", "destination", r"(?i:\bdestination)(?: name)?[ :=]{1,2}'([^'\n]{1,200})'"),
    ("user", "user", r"(?i:\buser(?: ?id| ?name)?)[ :=]{1,2}'([^'\n]{1,64})'"),
    ("mode", "connection mode", r"connection mode '(\w{1,20})'"),
    ("verb", "mqcc", r"\b(?:MQ)?(CONNX?|DISC|OPEN|CLOSE|PUT1?|GET|INQ|SET|SUB|SUBRQ|BEGIN|CMIT|BACK|CTL|CB)\b: ?MQCC"),
    ("verb", " with ", r"\bMQ([A-Z0-9]{2,8}) (?:call )?(?:ended|failed|returned) with (?:reason|completion)"),
    ("verb", "attempted to perform", r"attempted to perform an MQ([A-Z0-9]{2,8})\b"),
    ("program", "sample amq", r"\bSample (AMQ\w{2,10}(?:\.JS)?) start"),
    ("retries", "ount of", r"[Cc]ount of (\d{1,9}) reached"),
    ("listener", "istener port", r"[Ll]istener [Pp]ort ([\w.$-]{1,100}?)\.?(?:\s|$)"),
    ("message_id", "", r"(?<![0-9A-Fa-f])(?:ID:)?([0-9A-Fa-f]{48})(?![0-9A-Fa-f])"),
)  # fmt: skip
"""Key of `inserts`, what stands there in small letters, and the text around the name; the first found counts."""
_REASONS = tuple((word, re.compile(pattern)) for word, pattern in REASONS)
_COMP_CODES = tuple((word, re.compile(pattern)) for word, pattern in COMP_CODES)
_NAMES = tuple((key, word, re.compile(pattern, re.M)) for key, word, pattern in NAMES)
_FRAMES = re.compile(r"^[ \t]{0,40}(?:at [^\n]*|\.{3} \d+ (?:more|common)[^\n]*)\n?", re.M)
"""Where a stack was: it names classes, and nothing of MQ."""
_COMMAND = re.compile(
    rf"\bamqs(?:put|get|bcg|gbr)c?(?:\.js|\.exe)?[ \t]{{1,9}}({_OBJECT}{{1,48}})"
    rf"(?:[ \t]{{1,9}}({_OBJECT}{{1,48}}))?[ \t]{{0,9}}$",
    re.M,
)
"""The sample programs take the queue first and the queue manager second."""
_JMQI = re.compile(r"JmqiExcep ?tion:? ?\[?")
_JMQI_ID = re.compile(r"CC=\d;RC=\d{1,5};(AMQ\d{4,5}): ")
_JMQI_HOST = re.compile(r"3=([^\[\]\n]{1,264}?)(?=,[45]=|\])")
_JMQI_CALL = re.compile(r",5=(\w[\w.]{1,120}(?:\([^()]{0,80}\))?)\]")
_REMOTE = re.compile(r"(?<!\w)(AMQ\d{4,5})[IWEST]: ?([^\n\[\]]{0,400})")
_THROWN_INSIDE = re.compile(
    r"\b((?:javax?|sun|com\.sun|org)\.[\w.$]{1,120}(?:Exception|Error)(?:\[[^\[\]\n]{1,400}\]|: [^\n\[\]]{1,300}))"
)
LEVEL = re.compile(r"\b(TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|SEVERE)\b|level=(\w+)|\b(FATA|ERRO|WARN)\b ?\[")


_HEXADECIMAL = re.compile(r"AMQ8101[A-Z]?: [^\n(]{1,60}\(([0-9A-F]{2,4})\)")
"""A reason as the control commands print it ("IBM MQ error (893) has occurred")."""


def columns(text: str) -> dict:
    """`message`, `severity`, `comp_code`, `reason` and `inserts` of an error; null is what is not printed."""
    failed = failure_patterns.failure_of(text)  # before the stack is left out, in which a class may be named
    text = _FRAMES.sub("", text)
    joined = " ".join(text.split())
    small = joined.lower()
    ids = list(dict.fromkeys((hit["id"], hit["letter"]) for hit in _ID.finditer(joined)))
    first = min(ids, key=lambda pair: _rank(pair[0]), default=(None, None))
    level = LEVEL.search(text[:400])
    found = _reasons(joined, small)
    inserts = _inserts(text, joined, small) | failed
    if not found and (printed := _HEXADECIMAL.search(joined)):
        found = [int(printed[1], 16)]
    others = [str(reason) for reason in dict.fromkeys(found) if reason != found[0]]
    if others:
        inserts["other_reasons"] = " ".join(others)
    chain = [id_ for id_, _ in ids if id_ != first[0]]
    if chain:
        inserts["chain"] = " ".join(dict.fromkeys(chain))
    return {
        "message": first[0], "severity": first[1] or (next(filter(None, level.groups()), None) if level else None),
        "comp_code": _comp_code(joined, small), "reason": found[0] if found else _by_name(joined),
        "queue_manager": inserts.get("queue_manager"), "inserts": inserts or None,
    }  # fmt: skip


def _rank(id_: str) -> int:
    return next((at for at, prefix in enumerate(RANKS) if id_.startswith(prefix)), len(RANKS))


def _reasons(text: str, small: str) -> list[int]:
    patterns = [pattern for word, pattern in _REASONS if word in small]
    hits = {(hit.start(1), int(hit[1])) for pattern in patterns for hit in pattern.finditer(text)}
    return [reason for _, reason in sorted(hits)]


def _by_name(text: str) -> int | None:
    names = {hit[0] for hit in _NAMED_REASON.finditer(text)}
    found = codes.code(names.pop()) if len(names) == 1 else None
    return found if isinstance(found, int) else None


def _comp_code(text: str, small: str) -> int | None:
    found = (pattern.search(text) for word, pattern in _COMP_CODES if word in small)
    hits = [(hit.start(1), int(hit[1])) for hit in found if hit]
    return min(hits)[1] if hits else None


def _inserts(text: str, joined: str, small: str) -> dict[str, str]:
    out: dict[str, str] = {}
    for key, word, pattern in _NAMES:
        if word in small and key not in out and (hit := pattern.search(text) or pattern.search(joined)):
            out[key] = hit[1].strip()
    if "verb" in out:
        out["verb"] = "MQ" + out["verb"]
    if "amqs" in small and (command := _COMMAND.search(text)):
        out.setdefault("queue", command[1])
        if command[2]:
            out.setdefault("queue_manager", command[2])
    out = _jmqi(joined) | out
    if "amq" in small and (remote := _REMOTE.search(joined)):
        out["remote"] = remote[1]
        out["remote_text"] = remote[2].strip()
    return {key: value for key, value in out.items() if value}


def _jmqi(text: str) -> dict[str, str]:
    """Host, call and what was thrown inside, out of the numbered inserts of the classes for Java."""
    if not _JMQI.search(text):
        return {}
    out = {}
    if inner := _JMQI_ID.findall(text):
        out["inner"] = inner[-1]
    if host := _JMQI_HOST.search(text):
        out["connection"] = host[1]
    if calls := _JMQI_CALL.findall(text):
        out["call"] = calls[-1]
    if thrown := _THROWN_INSIDE.search(text):
        out["exception"] = thrown[1]
    return out
