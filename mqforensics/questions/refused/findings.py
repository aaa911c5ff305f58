"""The answer to "why was I refused": refusals by gate, the most urgent first, and an audit of the doors."""

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import partial

from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as F

from mqforensics.clock.offsets import Zone
from mqforensics.codes.refusals import CLIENT, EVENT, OWN_LOG, causes
from mqforensics.objects import case_evidence, channel_log
from mqforensics.objects.case_clocks import zones_of
from mqforensics.objects.channel_causes import ANSWERED, Entry, is_over
from mqforensics.objects.check import Check
from mqforensics.objects.checks import RUNNING
from mqforensics.objects.commands import Command
from mqforensics.objects.estate import RECEIVERS, SENDERS, Estate
from mqforensics.questions.answer import Answer, Later
from mqforensics.questions.finding import PAST, Evidence, Finding
from mqforensics.questions.refused import access_audit
from mqforensics.questions.refused.refusal_rows import refused
from mqforensics.questions.refused.who_may import securities
from mqforensics.spark_compat import rows_of, seconds
from mqforensics.words import refused as said_of
from mqforensics.words.grammar import capital, count, impact, in_series, of_manager

QUESTION = "refused"
GATES = ("NETWORK", "TLS", "LIMIT", "CHLAUTH", "CONNAUTH", "AUTHORITY", "MCA")
"""In the order in which a connection comes to them; MCA for what a channel puts."""
OF_MESSAGES = GATES[-1]
TOLD = 50
"""So many kinds of refusal become findings; the table has them all."""
BREAKS = ("NETWORK",)
CALLED = ("PARTNER_NOT_AVAILABLE", "HOST_NOT_AVAILABLE", "HOST_NAME_WRONG")
"""Of these the address is the one that was called."""
STARTS, FEW, NOTHING = "AMQ9002", 3, Check(None)
CLIENTS = ("SVRCONN", "CLNTCONN")
NOUNS = {
    "MCA": ("message",), "NETWORK": (said_of.BROKEN_CONNECTION,), "TLS": (said_of.FAILED_CONNECTION,),
    None: ("refusal",),
}  # fmt: skip
BOTH = (said_of.REFUSAL_OR_BREAK, said_of.REFUSALS_OR_BREAKS)
"""What is counted, by the gate: of puts of channels messages; where gates differ, both."""
EITHER = ("NETWORK", "TLS")
"""At these gates either end may have called; what comes to the others came from its address."""
_OWN_LOGS = {one for one in causes() if one[1].startswith(OWN_LOG)}
_TOLD_BY_MANAGERS = frozenset(told.cause for one, told in causes().items() if one not in _OWN_LOGS)
TOLD_BY_CLIENTS = frozenset(told.cause for one, told in causes().items() if one[0] == CLIENT) | (
    frozenset(causes()[one].cause for one in _OWN_LOGS) - _TOLD_BY_MANAGERS
)
"""What only clients say: the host and the queue manager that they name are those that they called."""
TOLD_BY_EVENTS = frozenset(one.cause for (id_, _), one in causes().items() if id_ == EVENT)
"""What only events say: the permissions that they name are all that were asked for, of which one or more is missing."""
OPENED, SENT = (causes()[CLIENT, f"2035 {where}"].cause for where in ("open", "destination"))
"""What a call says that was refused its queue: its permissions, too, are those that were asked for."""
NAMED = {OPENED: said_of.QUEUE, SENT: said_of.DESTINATION}
"""How the object that was refused is named after its cause."""
NO_CHANNEL, NAMES_OF_SCAN, HOUR = "CHANNEL_NOT_DEFINED", 5, 3600
"""So many names of channels that are not defined are no misspelling: somebody tries them."""
INSTANCES = ("MAXINST_REACHED", "MAXINSTC_REACHED")
ORDER = "time", "code", "user", "queue_manager", "channel", "address", "object", "application"
"""Of rows as common as each other: engines give what is alike in all that it is ordered by in any order."""


def answer(case) -> Answer | None:
    """Refusals and breaks as findings, the most urgent first, and what the definitions let in or leave behind."""
    known = securities(case)
    audited = [one for name in sorted(known, key=str) for one in access_audit.audit(known[name])]
    if not any(case.has(table) for table in ("log", "events", "messages", "calls")) and not audited:
        return None
    rows = case.keep(refused(case))
    timed = rows.withColumns({"seconds": seconds("time"), "last_seconds": seconds("last")})
    common = rows_of(timed.orderBy(F.desc("count"), *ORDER).limit(TOLD))
    if not common and not audited:
        return None
    gates = common if len(common) < TOLD else rows_of(rows.groupBy("gate").agg(F.sum("count").alias("count")))
    over = _over(case, common)
    newest = max((row.last_seconds for row in common if row.last_seconds is not None), default=0) - PAST.total_seconds()
    told = sorted(zip(common, over, strict=True), key=lambda one: _urgency(*one, newest))
    estate = case_evidence.estate(case)
    status = (_status(row, estate, zones_of(case).get(row.queue_manager)) for row, _ in told)
    scans = _scans([row for row, _ in told])
    tried = {id(row) for rows in scans for row in rows}
    each = (_finding(*one, shown) for one, shown in zip(told, status, strict=True) if id(one[0]) not in tried)
    findings = (*map(_scan, scans), *each, *audited)
    tables = Later({said_of.TABLE: partial(_table, rows)} if gates else {})
    headline = _headline(gates, [row for row, _ in told], audited)
    hurt = _impact(gates, [row for row, _ in told])
    return Answer(QUESTION, headline, findings, tables, {"gates": figure(gates, common)}, hurt)


def _urgency(row: Row, over: str | None, newest: float) -> tuple:
    """Sorts first what is not a past fault, is grave, and did not happen days before the others; the most common
    first."""
    is_past = row.last_seconds is not None and row.last_seconds < newest
    return over is not None, is_past, severity(row.gate) != "critical"


def _table(rows: DataFrame) -> DataFrame:
    told = rows.drop("evidence", "next").orderBy(F.desc("count"), *ORDER)
    return told.select("count", *(name for name in told.columns if name != "count"))


def _headline(gates: Iterable[Row], told: list[Row], audited: list[Finding]) -> str:
    """Who was refused where, by the most urgent kind of refusal, why, and how many refusals there are in all."""
    total = sum(row["count"] for row in gates)
    if not total:
        return said_of.none_but_weak(len(audited))
    first = told[0]
    return f"{_subject(first)} {_cause(first)}".rstrip() + said_of.total(total, len(told))


def _impact(gates: Iterable[Row], told: list[Row]) -> str:
    """Whom the refusals and broken connections concern; blank without any."""
    refused = sum(row["count"] for row in gates)
    first = min((row.seconds for row in told if row.seconds is not None), default=None)
    names = dict.fromkeys(row.application or (row.user and said_of.USER.format(user=row.user)) for row in told)
    of = {row.gate if row.gate in NOUNS else None for row in told}
    nouns = NOUNS[of.pop()] if len(of) == 1 else BOTH
    return impact(count(refused, *nouns), first, list(filter(None, names))) if refused else ""


def _subject(row: Row) -> str:
    # An address is of what a queue manager shows of a client that came.
    called = row.code in CALLED or (row.cause in TOLD_BY_CLIENTS and row.host is not None and row.address is None)
    return said_of.subject(row, called, row.gate in (*EITHER, None))


def severity(gate: str | None) -> str:
    """How grave it is that a gate refused: a broken network and a gate that is not known are warnings."""
    return "critical" if gate and gate not in BREAKS else "warning"


def _over(case, rows: list[Row]) -> list[str | None]:
    """Why each of these is not a present fault, in words; None where the evidence does not show it."""
    estate = case_evidence.estate(case)
    channels = [_message_channel(row, estate) for row in rows]
    entries = channel_log.of_channels(case, filter(None, channels))
    return [channel and _is_over(row, channel, entries, estate) for row, channel in zip(rows, channels, strict=True)]


def _message_channel(row: Row, estate: Estate) -> str | None:
    """The message channel that a failure is of: the one named, or the only one of that queue manager to its host."""
    if row.gate not in EITHER or not row.queue_manager or row.application or row.user:
        return None
    rows = [one for one in estate.of(row.queue_manager, ("CHANNEL", "CHSTATUS")) if one.name]
    if row.channel:
        clients = [one for one in rows if one.name == row.channel and one.attributes.get("CHLTYPE") in CLIENTS]
        return None if clients else row.channel
    hosts = {one.lower() for one in (row.host, row.address) if one and row.code in CALLED}
    to_it = {one.name for one in rows if one.attributes.get("CHLTYPE") in SENDERS
             and one.attributes.get("CONNAME", "").split("(")[0].strip().lower() in hosts}  # fmt: skip
    return to_it.pop() if len(to_it) == 1 else None


def _is_over(row: Row, channel: str, entries: list[Entry], estate: Estate) -> str | None:
    at = row.queue_manager
    shown = estate.of(at, ("CHANNEL", "CHSTATUS"), channel)
    own = [one for one in entries if one.queue_manager == at and one.channel in (channel, None, "", "????")]
    # Of a client's channel one session that works shows nothing of another; only message channels are said to start.
    carries = any(one.attributes.get("CHLTYPE") in (*SENDERS, *RECEIVERS) for one in shown)
    if not carries and not any(one.channel == channel and one.message.startswith(STARTS) for one in own):
        return None
    if row.code == "DISCINT_EXPIRED":
        return said_of.ENDS_SO
    last = row.last_seconds and datetime.fromtimestamp(row.last_seconds, UTC)
    if last and is_over(last, own, estate, shown):
        return said_of.WORKED_SINCE.format(channel=channel)
    later = [one for one in own if last and one.last and one.last > last and one.channel == channel]
    answer = next((one for one in later if row.code in CALLED and one.number in ANSWERED), None)
    return answer and said_of.ANSWERED_SINCE.format(message=answer.message)


def _scans(rows: list[Row]) -> list[list[Row]]:
    """Failures that are one: from one address, or within an hour, many names of channels that are not defined."""
    groups: dict[tuple, list[Row]] = {}
    for row in rows:
        if row.code == NO_CHANNEL and row.channel:
            groups.setdefault((row.queue_manager, row.address or row.host), []).append(row)
    return [found for (_, peer), found in groups.items()
            if len({row.channel for row in found}) >= NAMES_OF_SCAN and (peer or _within_an_hour(found))]  # fmt: skip


def _within_an_hour(rows: list[Row]) -> bool:
    times = [time for row in rows for time in (row.seconds, row.last_seconds) if time is not None]
    return bool(times) and max(times) - min(times) <= HOUR


def _scan(rows: list[Row]) -> Finding:
    first = rows[0]
    names = sorted({row.channel for row in rows})
    said = said_of.SCAN.format(
        peer=first.address or first.host or said_of.UNKNOWN_ADDRESS,
        names=len(names),
        channels=in_series(names, FEW),
        of=of_manager(first.queue_manager),
    )
    evidence = [Evidence(one.file, one.line, one.number) for row in rows for one in row.evidence][:TOLD]
    next_ = [Command(*one) for one in first.next]
    begin = min((row.seconds for row in rows if row.seconds is not None), default=None)
    last = max((row.last_seconds for row in rows if row.last_seconds is not None), default=None)
    return Finding(QUESTION, "CHANNEL_NAMES_TRIED", "warning", said, evidence, next_, first.queue_manager,
                   first.address or first.host, _iso_time(begin), until=_iso_time(last))  # fmt: skip


def _status(row: Row, estate: Estate, zone: Zone | None) -> Check:
    """What the status of its channel shows of a failure."""
    return _instances(row, estate) if row.code in INSTANCES else _runs_since(row, estate, zone)


def _runs_since(row: Row, estate: Estate, zone: Zone | None) -> Check:
    """Whether a status shows the channel running from the same address since a failure; `said` is a sentence."""
    if not (row.channel and row.address and row.last_seconds and zone):
        return NOTHING
    last = datetime.fromtimestamp(row.last_seconds + zone.ahead, UTC).replace(tzinfo=None)
    for one in estate.newest(estate.of(row.queue_manager, ("CHSTATUS",), row.channel)):
        told, since = one.attributes, one.times.get("CHSTA")
        runs = told.get("STATUS") == RUNNING and told.get("CONNAME", "").split("(")[0].strip() == row.address
        if runs and since and zone.shows(since) and since > last:
            said = said_of.RUNS_SINCE.format(address=row.address, since=since)
            return Check(True, said, [one.place("CHSTATI")])
    return NOTHING


def _instances(row: Row, estate: Estate) -> Check:
    """Who has the instances of a channel of which as many run as may, as a status shows it; `said` is a sentence."""
    rows = estate.newest(estate.of(row.queue_manager, ("CHSTATUS",), row.channel)) if row.code in INSTANCES else []
    rows = [one for one in rows if one.attributes.get("STATUS") == RUNNING]
    if not rows:
        return Check(None)
    keys = ("CONNAME", "RAPPLTAG")
    each = Counter(
        " ".join(filter(None, (one.attributes.get(key) for key in keys))) or said_of.UNNAMED_ONE for one in rows
    )
    named = in_series([said_of.FROM.format(number=many, who=who) for who, many in each.most_common()], FEW)
    return Check(True, said_of.INSTANCES.format(number=len(rows), named=named), [one.place() for one in rows[:FEW]])


def _cause(row: Row) -> str:
    """Why it was refused: the permission that is missing, else the cause with the record that decided."""
    said = row.cause or ""
    words = (row.permission or "").split()
    if words and row.object and len(words) > 1 and row.cause in (*TOLD_BY_EVENTS, OPENED):
        return said_of.ASKED.format(permissions=in_series(words), object=row.object)
    if words and row.object:
        # Of a refused message the first sentence does not name the user.
        user = capital(said_of.USER.format(user=row.user)) if row.gate == OF_MESSAGES and row.user else said_of.THE_USER
        missing = said_of.MISSING.format(user=user, permission=in_series(words), object=row.object)
        return missing if row.code in said_of.LACKING else f"{said} {missing}".lstrip()
    if row.object and row.cause in NAMED:
        said = f"{said} {NAMED[row.cause].format(object=row.object)}"
    return said_of.cause_with_record(said, row.record) if row.record else said


def _finding(row: Row, past: str | None = None, now: Check = NOTHING) -> Finding:
    parts = (_subject(row), _cause(row), row.likely, row.note, (past or "").strip(), now.said.strip())
    said = " ".join(filter(None, parts))
    evidence = [Evidence(one.file, one.line, one.number) for one in row.evidence]
    evidence += [Evidence.of(place) for place in now.places]
    grave, next_ = "info" if past else severity(row.gate), [Command(*one) for one in row.next]
    return Finding(QUESTION, row.code, grave, said, evidence, next_, row.queue_manager,
                   row.channel or row.object, _iso_time(row.seconds), until=_iso_time(row.last_seconds),
                   against=(row.against,) if row.against else ())  # fmt: skip


def _iso_time(seconds: float | None) -> str | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")


def figure(gates: Iterable[Row], common: Iterable[Row]) -> list[dict]:
    """Each gate with how many it refused (`count`), and the most common `code`, `cause` and `record` there."""
    found = []
    rows = list(gates)
    for gate in (*GATES, None):
        count = sum(row["count"] for row in rows if row.gate == gate)
        first = next((row for row in common if row.gate == gate), None)
        told = {key: first[key] if first else None for key in ("code", "cause", "record", "channel", "user", "address")}
        if gate or count:
            found.append({"gate": gate, "count": count, **told})
    return found
