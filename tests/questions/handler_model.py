"""A slow, plain model of the dead-letter queue handler, and random rules tables and messages to try it on.

Message by message, pass by pass, with a counter that is really kept; patterns are compared character by character on
padded fields. It shares no code with the dry run but the reading of the rules table.
"""

import random

import pyarrow as pa
from hypothesis import strategies as st

LENGTHS = {
    "APPLIDAT": 32, "DESTQ": 48, "DESTQM": 48, "FORMAT": 8, "APPLNAME": 28, "REPLYQ": 48, "REPLYQM": 48, "USERID": 12,
}  # fmt: skip
FIELDS = {
    "APPLIDAT": ("md", "ApplIdentityData"), "DESTQ": ("dlh", "DestQName"), "DESTQM": ("dlh", "DestQMgrName"),
    "FORMAT": ("dlh", "Format"), "APPLNAME": ("md", "PutApplName"), "REPLYQ": ("md", "ReplyToQ"),
    "REPLYQM": ("md", "ReplyToQMgr"), "USERID": ("md", "UserIdentifier"), "APPLTYPE": ("md", "PutApplType"),
    "FEEDBACK": ("md", "Feedback"), "MSGTYPE": ("md", "MsgType"), "REASON": ("dlh", "Reason"),
    "PERSIST": ("md", "Persistence"),
}  # fmt: skip
DONE = {"DISCARD": "DISCARDED", "RETRY": "RETRIED", "FWD": "FORWARDED"}


def matches(pattern, text):
    """`text` is padded; a `*` is tried against every rest of it."""
    if not pattern:
        return not text.strip(" ")
    if pattern[0] == "*":
        return any(matches(pattern[1:], text[at:]) for at in range(len(text) + 1))
    if not text:
        return False
    if pattern[0] == "?":
        return bool(text.strip(" ")) and matches(pattern[1:], text[1:])
    return pattern[0] == text[0] and matches(pattern[1:], text[1:])


def first_mismatch(rule, message):
    for keyword, (struct, field) in FIELDS.items():
        pattern = rule.patterns.get(keyword)
        value = message[struct][field]
        if pattern is None:
            continue
        if keyword in LENGTHS and not matches(pattern.rstrip(" "), value.ljust(LENGTHS[keyword])):
            return keyword
        if keyword not in LENGTHS and value != pattern:
            return keyword
    return None


def target(rule, message):
    dlh, md = message["dlh"], message["md"]
    if rule.action == "RETRY":
        return dlh["DestQName"], dlh["DestQMgrName"]
    taken = {
        "&DESTQ": dlh["DestQName"], "&DESTQM": dlh["DestQMgrName"],
        "&REPLYQ": md["ReplyToQ"], "&REPLYQM": md["ReplyToQMgr"],
    }  # fmt: skip
    return taken.get(rule.fwdq, rule.fwdq), taken.get(rule.fwdqm, rule.fwdqm)


def put(place, length, failing, passed, queues):
    """Reason of a failed put, None when it works, in this pass; one that works is committed and lies on its queue."""
    name, manager = place
    if name in failing or "*" in failing:
        reason, passes = failing.get(name) or failing["*"]
        return reason if passes < 0 or passed <= passes else None
    if not name:
        return 2085
    queue = queues.get(name) if manager in ("", "QM1") else None
    if queue is None:
        return None
    if length > queue["MAXMSGL"]:
        return 2030
    if queue["CURDEPTH"] >= queue["MAXDEPTH"]:
        return 2053
    queue["CURDEPTH"] += 1
    return None


def choose(rules, message, tries):
    total = 0
    for rule in rules:
        if first_mismatch(rule, message) is None:
            if rule.action == "IGNORE":
                return rule
            total += rule.retry
            if tries < total:
                return rule
    return None


def run(rules, messages, failing, queues=(), most=10_000):
    """(rule_line, action, queue, queue_manager, header, outcome, attempts, reason) of each message, by its number."""
    queues = {name: dict(limits) for name, limits in dict(queues).items()}
    stories = {m["number"]: {"rule": None, "attempts": 0, "reason": None, "outcome": None} for m in messages}
    queue, counters = [m for m in messages if m["dlh"]], {}
    for passed in range(1, most):
        changed = False
        for message in list(queue):
            story, key = stories[message["number"]], (message["md"]["MsgId"], message["md"]["CorrelId"])
            tries = counters.get(key, 0)
            if key in counters:
                counters[key] += 1
            rule = choose(rules, message, tries)
            if rule is not None:
                story["rule"] = rule
            done = False
            if rule is not None and rule.action != "IGNORE":
                changed = True
                story["attempts"] += 1
                kept = rule.action == "FWD" and rule.header == "YES"
                length = message["data_length"] - (0 if kept else 172)
                discard = rule.action == "DISCARD"
                reason = None if discard else put(target(rule, message), length, failing, passed, queues)
                done = reason is None
                story["reason"] = reason or story["reason"]
            if done:
                story["outcome"] = DONE[rule.action]
                counters.pop(key, None)
                queue.remove(message)
            elif tries == 0:
                counters[key] = 1
        if not changed:
            break
    return {m["number"]: told(rules, m, stories[m["number"]]) for m in messages}


def told(rules, message, story):
    if not message["dlh"]:
        return None, None, None, None, None, "NOT_A_DEAD_LETTER", 0, None
    rule = story["rule"]
    some = any(first_mismatch(one, message) is None for one in rules)
    outcome = story["outcome"] or ("IGNORED" if some else "NO_RULE")
    if rule is None:
        return None, "IGNORE", None, None, None, outcome, story["attempts"], story["reason"]
    place = target(rule, message) if rule.action in ("RETRY", "FWD") else (None, None)
    header = {"FWD": rule.header, "RETRY": "NO"}.get(rule.action)
    return rule.line, rule.action, *place, header, outcome, story["attempts"], story["reason"]


QUEUES = ["A", "B", "AB", "A B", "ABC", "", "X" * 48]
SHORT = ["A", "AB", "A B", "", "BA", "X" * 8]
PATTERNS = ["A", "B", "A*", "*B", "?*", "*", "A?", "?", "*A*", "A *", "*B*?", "? B", "' '", "A?*C", "X*X", "**"]


def quoted(value):
    return value if value.startswith("'") or " " not in value else f"'{value}'"


text_patterns = st.sampled_from(PATTERNS).map(quoted)
numbers = {
    "APPLTYPE": ["6", "MQAT_UNIX", "11", "*"], "FEEDBACK": ["0", "MQFB_COA", "'*'"],
    "MSGTYPE": ["MQMT_REQUEST", "8"], "REASON": ["2051", "mqrc_q_full", "2085", "*"], "PERSIST": ["0", "MQPER_PERSISTENT"],
}  # fmt: skip


@st.composite
def rule_lines(draw):
    keywords = draw(st.lists(st.sampled_from(list(FIELDS)), max_size=2, unique=True))
    parts = [f"{k}({draw(text_patterns if k in LENGTHS else st.sampled_from(numbers[k]))})" for k in keywords]
    action = draw(st.sampled_from(["RETRY", "RETRY", "RETRY", "FWD", "FWD", "FWD", "DISCARD", "IGNORE"]))
    parts.append(f"ACTION({action})")
    if action == "FWD":
        parts.append(f"FWDQ({draw(st.sampled_from(['Q7', 'Q8', '&DESTQ', '&REPLYQ']))})")
        parts += draw(st.sampled_from([[], ["FWDQM(QM2)"], ["FWDQM(&DESTQM)"], ["FWDQM(&REPLYQM)"], ["FWDQM(' ')"]]))
        parts += draw(st.sampled_from([[], ["HEADER(NO)"], ["HEADER(YES)"]]))
    parts += draw(st.sampled_from([[], [], ["PUTAUT(CTX)"]]))
    parts += draw(st.sampled_from([[], ["RETRY(2)"], ["RETRY(3)"], ["RETRY(5)"]]))
    return draw(st.sampled_from([" ", ", ", " +\n  "])).join(parts)


tables = st.lists(rule_lines(), min_size=1, max_size=6).map(lambda lines: "\n* next\n\n".join(lines) + "\n")
outages = st.dictionaries(
    st.sampled_from(["A", "B", "AB", "Q7", "Q8", "*"]),
    st.tuples(st.sampled_from([2051, 2053, 2030]), st.sampled_from([-1, -1, 1, 3, 6])),
    min_size=1, max_size=4,
)  # fmt: skip

limits = st.dictionaries(
    st.sampled_from(["A", "B", "AB", "Q7", "Q8", "REPLY"]),
    st.builds(
        lambda depth, room, longest: {"CURDEPTH": depth, "MAXDEPTH": depth + room, "MAXMSGL": longest},
        st.integers(0, 9), st.integers(0, 3), st.sampled_from([27, 28, 128, 200, 300, 4194304, 4194304, 4194304]),
    ),
    min_size=1,
)  # fmt: skip
"""Depth, room and longest message of the queues that there are."""


def message(number, file, dice):
    """A message of few different values, so that rules match and ids are shared."""
    pick = dice.choice
    md = {
        "StrucId": "MD", "Version": 2, "MsgType": pick([1, 8]), "Feedback": pick([0, 259]), "Format": "MQDEAD",
        "Encoding": 546, "CodedCharSetId": 437, "Persistence": pick([0, 1]), "MsgId": bytes([pick([1, 2, number + 9])] * 24),
        "CorrelId": bytes([pick([0, 0, 0, 7])] * 24), "ReplyToQ": pick(["", "A", "REPLY"]), "ReplyToQMgr": pick(["", "QM3"]),
        "UserIdentifier": pick(SHORT), "ApplIdentityData": pick(SHORT), "PutApplType": pick([6, 11]),
        "PutApplName": pick(SHORT),
    }  # fmt: skip
    dlh = {
        "StrucId": "DLH", "Version": 1, "Reason": pick([2051, 2053, 2085]), "DestQName": pick(QUEUES),
        "DestQMgrName": pick(["", "QM1"]), "Encoding": 273, "CodedCharSetId": 819, "Format": pick(["MQSTR", "A", "X" * 8]),
    }  # fmt: skip
    dlh = pick([dlh] * 9 + [None])
    return {
        "file": file,
        "number": number,
        "offset": 200 * number,
        "md": md,
        "dlh": dlh,
        "data_length": pick([200, 200, 300, 472]),
    }


def queue(seed, count, file="dump"):
    """A queue of so many messages, always the same for a seed."""
    dice = random.Random(seed)
    return [message(number, file, dice) for number in range(1, count + 1)]


queues = st.builds(queue, st.integers(0, 1 << 32), st.integers(1, 7))


TEXTS = (
    "file", "ReplyToQ", "ReplyToQMgr", "UserIdentifier", "ApplIdentityData", "PutApplName", "DestQName", "DestQMgrName",
    "Format", "md_Format",
)  # fmt: skip
NUMBERS = (
    "number", "MsgType", "Feedback", "Persistence", "PutApplType", "Reason", "Encoding", "CodedCharSetId", "md_Encoding",
    "md_CodedCharSetId", "Expiry",
)  # fmt: skip
COLUMNS = pa.schema(
    [(name, pa.string()) for name in TEXTS] + [(name, pa.int32()) for name in NUMBERS]
    + [("offset", pa.int64()), ("length", pa.int64()), ("MsgId", pa.binary()), ("CorrelId", pa.binary()), ("dead_letter", pa.bool_()),
       ("elsewhere", pa.bool_())]
)  # fmt: skip


def batch(messages):
    """The columns that Spark hands to the dry run, sorted as Spark sorts them."""
    rows = []
    for message in sorted(messages, key=lambda m: (m["file"], m["md"]["MsgId"], m["md"]["CorrelId"], m["number"])):
        md, dlh = message["md"], message["dlh"] or {"Format": None, "Encoding": None, "CodedCharSetId": None}
        own = {f"md_{name}": md[name] for name in ("Format", "Encoding", "CodedCharSetId")}
        more = {"length": message.get("data_length"), "dead_letter": message["dlh"] is not None, "elsewhere": False}
        rows.append({"Expiry": -1, **message, **md, **dlh, **own, **more})
    return pa.RecordBatch.from_pylist(rows, COLUMNS)
