"""What of a case comes to the driver once for all questions: its estate, from the table `objects`, and its dumps."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from threading import RLock
from typing import NamedTuple

from pyspark.sql import Column
from pyspark.sql import functions as F

from mqforensics.case.given import Captured
from mqforensics.clock.zone_names import WEST
from mqforensics.formats.amqsbcg.dump_rows import EMPTY
from mqforensics.objects import host_zones, security, sentences
from mqforensics.objects.estate import Estate
from mqforensics.objects.fact import OTHER_HOST, Row, in_utc, instant
from mqforensics.objects.owners import CHANNELS, JOB, JOBS, PLATFORMS
from mqforensics.spark_compat import group_by, rows_of, run_concurrently
from mqforensics.structures import MQDLH
from mqforensics.validation import NameExpected

TYPES = (
    "QMGR", "QMSTATUS", "QLOCAL", "QREMOTE", "QALIAS", "QMODEL", "QCLUSTER", "QUEUE", "QSTATUS", "HANDLE", "CONN",
    "CHANNEL", "CHSTATUS", "CLUSQMGR", "CHINIT", "LSSTATUS", "CHLAUTH", "TOPIC",
    "TCLUSTER", "TPSTATUS", "SUB", "SBSTATUS", "CFSTATUS", "INSTANCE", "POLICY", "TRAN", "ERROR", "DONE",
)  # fmt: skip
"""Types of the rows that an estate is made of."""
WANTED = (*TYPES, *security.TYPES)
QUEUE_MANAGER = 7
"""PutApplType of what a queue manager puts itself (MQAT_QMGR)."""
PUTTERS = CHANNEL, MANAGER, PROGRAM = "channel", "queue manager", "program"
"""What puts messages on a dead-letter queue; the first two by the clock of the queue manager."""
ANSWERS = ("MsgType", "Feedback", "CorrelId")
"""What shows whether a message answers another one."""


class Dump(NamedTuple):
    """The dump of a queue in a file: the queue manager that its command line names, and how many messages it shows."""

    file: str
    queue: str | None
    queue_manager: str | None
    captured: datetime | None
    """When it was made, by the clock of its host, where a date is before it."""
    zone: str | None
    """That of `captured`, where the evidence shows it."""
    is_empty: bool
    """Whether it shows that the queue had no message."""
    messages: int
    is_unread: bool
    """Whether of some of them it is not known whether they answer another one."""
    dead_letters: int = 0
    """How many of them have an MQDLH."""
    error: str | None = None
    """Why it shows no message, where it shows none."""
    last: int | None = None
    """When the last of its messages came to the queue, in microseconds of Unix time; None where one lacks that."""
    meant: int = 0
    """How many of them have an MQDLH, or a Format that names one."""
    refused: int = 0
    """How many of them have an MQDLH with MQRC_NOT_AUTHORIZED."""
    rolled_back: int = 0
    """How many of them have a BackoutCount."""
    poison: int = 0
    """How many of them a Java client dead-lettered, or anybody with MQRC_BACKOUT_THRESHOLD_REACHED."""
    onward: int = 0
    """How many of them have an MQXQH: they are on their way through a transmission queue."""
    initiated: int = 0
    """How many of them the channel initiator of a queue manager on z/OS dead-lettered."""
    putter: str | None = None
    """The queue manager that put messages there itself, or whose channel initiator did, as the MQDLH names it."""
    channel_type: int | None = None
    """What kind of application (MQAT_*) the channels are that put messages there."""
    is_unnamed: bool = False
    """Whether of some of them the MsgId cannot be read; on a transmission queue that is their CorrelId."""
    is_cut: bool = False
    """Whether one of its messages is not whole: others may have been there, too."""
    begin: int = 0
    """Where its first message begins in the file."""
    put: int | None = None
    """When the last of its messages was put, in microseconds of Unix time."""
    given: Captured | None = None
    """When it was made, where a person says this and the evidence shows no date."""

    @property
    def key(self) -> tuple:
        """What tells it from the other dumps of a case."""
        return self[:6]

    @property
    def _is_of_before(self) -> bool:
        """Whether its date is from before a message in it was put: then it is of something else."""
        if self.put is None:
            return False
        captured, zone = self._made
        latest = in_utc(captured, zone) if zone else (captured - WEST).replace(tzinfo=UTC)
        return latest + OTHER_HOST < instant(self.put)

    @property
    def _made(self) -> tuple[datetime | None, str | None]:
        """When it was made, and by the clock of which zone."""
        return (self.captured, self.zone) if self.captured or not self.given else self.given

    def row(self, manager: str | None = None) -> Row | None:
        """It as a display of its queue, which others can be ordered with; None where no date is in the evidence of it.

        `manager`: whose queue it is, where the dump does not name that.
        """
        captured, zone = self._made
        if captured is None or self._is_of_before:
            return None
        owner, run = self.queue_manager or manager, -1 - self.begin  # a run of its own, which no line begins
        return Row(self.file, None, owner, "DUMP", self.queue, run=run, captured=captured, zone=zone)


def once(make: Callable) -> Callable:
    """A function of a case, and of names, that many ask, and that works once for each; the case keeps what it made.

    Of two threads that ask at once, one makes it and the other waits.
    """

    @wraps(make)
    def kept(case, *names):
        key = (make, *names)
        if key not in case.made:
            with case.made.setdefault((RLock, *key), RLock()):
                if key not in case.made:
                    case.made[key] = make(case, *names)
        return case.made[key]

    return kept


@once
def displayed_rows(case) -> list[Row]:
    """The definitions, authorities, status and failed searches of a case, in the order of files and lines."""
    if not case.has("objects"):
        return []
    ordered = case.objects.where(f"type in {WANTED}").orderBy("file", "line", "offset")
    return [Row.of(row.asDict(recursive=True)) for row in rows_of(ordered.select(*Row.__slots__))]


def rows(case) -> list[Row]:
    """What an estate is made of."""
    return [row for row in displayed_rows(case) if row.type in TYPES]


@once
def estate(case) -> Estate:
    """The estate of a case, with the clocks that its logs show.

    The channels that put messages on a dump's queue show what its queue manager runs on.
    """
    # Each is a table of its own, and the first that is asked of it: all wait for these.
    _, dumped, logged = run_concurrently(case.spark, lambda make: make(case), (displayed_rows, dumps, zones_of_log))
    told = {one.queue_manager: PLATFORMS.get(one.channel_type, ("",))[0] for one in dumped if one.queue_manager}
    made = Estate(rows(case), host_zones.last_of(logged), told, case.given)
    if case.given.names:
        _require_known(case, made)
    return made


def _require_known(case, made: Estate) -> None:
    """Raise `NameExpected` where the caller's word is about a queue manager or file that the case does not have."""
    files = {file.name for file in case.files}
    unknown = case.given.names - {*made.managers, *files, *(name.rpartition("/")[2] for name in files)}
    if unknown:
        got, has = ", ".join(sorted(map(repr, unknown))), ", ".join(made.managers) or sentences.NO_MANAGER
        raise NameExpected(f"expected a queue manager or file of the case, which has {has}, got {got}")


@once
def zones_of_log(case) -> list[host_zones.ShownOffset]:
    """What the logs of a case show of the zones of its hosts."""
    return host_zones.of_log(case)


IS_DEAD_LETTER = f"rtrim(dlh.StrucId) = 'DLH' and dlh.Version = 1 and coalesce(data_length >= {MQDLH.length}, true)"
"""As SQL: whether a row of `messages` has a whole MQDLH of version 1, as the dead-letter queue handler takes it."""


def put_by(program: str = "dlh.PutApplName", kind: str = "dlh.PutApplType") -> Column:
    """What put a message on its dead-letter queue, one of `PUTTERS`, as its MQDLH says; null where the evidence does
    not show it."""
    return F.expr(_put_by(program, kind))


def _put_by(program: str, kind: str) -> str:
    channel = f"when {program} rlike r\"{CHANNELS}\" then '{CHANNEL}'"
    return f"case when {kind} = {QUEUE_MANAGER} then '{MANAGER}' {channel} when {program} != '' then '{PROGRAM}' end"


def by_product(program: str = "dlh.PutApplName", kind: str = "dlh.PutApplType") -> Column:
    """Whether a channel or the queue manager wrote an MQDLH: its time is by the clock of the queue manager then.

    JMS clients and applications write the time of their own host.
    """
    return F.expr(_by_product(program, kind))


def _by_product(program: str, kind: str) -> str:
    return f"coalesce({_put_by(program, kind)} in {PUTTERS[:2]}, false)"


_ITS_MQDLH = "dlh.PutApplName", "dlh.PutApplType"
_CUT = "coalesce(length(md.{}), 0) <> 24"
_PUTTER = f"if(dlh.PutApplType = {QUEUE_MANAGER}, dlh.PutApplName, regexp_extract(dlh.PutApplName, r'^{JOB}', 1))"
# Whoever names the fields of `md` and `dlh` one by one has only these read.
_EACH = {
    "is_empty": f"coalesce(md is null and startswith(error, {EMPTY!r}), false)",
    "error": "if(md is null, error, null)",
    "putter": f"if({_PUTTER} = '', null, {_PUTTER})",
    "channel_type": f"if({_put_by(*_ITS_MQDLH)} = '{CHANNEL}', dlh.PutApplType, null)",
    "messages": "md is not null",
    "is_unread": " or ".join(f"md.{name} is null" for name in ANSWERS),
    "dead_letters": "dlh is not null",
    "is_untimed": f"dlh is not null and (not {_by_product(*_ITS_MQDLH)} or dlq_time is null)",
    "last": "coalesce(dlq_time, put_time)",
    "meant": f"(dlh is not null and coalesce({IS_DEAD_LETTER}, true)) or rtrim(md.Format) <=> 'MQDEAD'",
    "refused": "dlh.Reason = 2035",
    "rolled_back": "md.BackoutCount > 0",
    "poison": "dlh.PutApplType = 28 or dlh.Reason = 2362",
    "onward": "get(headers, 0).StrucId = 'XQH'",
    "initiated": f"dlh.PutApplName rlike r'^{JOBS}'",
    "is_cut": "md is not null and error is not null",
    "is_unnamed": f"md is not null and ({_CUT.format('MsgId')} or "
                  f"(md.Format <=> 'MQXMIT' and {_CUT.format('CorrelId')}))",
    "begin": "offset",
    "put": "put_time",
}  # fmt: skip
"""What is known of one message."""
_KEYS = "file", "queue", "dump_queue_manager", "captured", "zone", "is_empty"
_TEXTS = "error", "putter", "channel_type"
"""Messages that have these alike are counted first, so that numbers are left: Spark adds these without sorting."""
_COUNTS = ("messages", "dead_letters", "meant", "refused", "rolled_back", "poison", "onward", "initiated")
_NUMBERS = {
    **{name: f"sum({name})" for name in _COUNTS},
    **{name: f"max({name})" for name in ("is_unread", "is_untimed", "last", "is_unnamed", "is_cut", "put")},
    "begin": "min(begin)",
}
_TOLD = {
    **_NUMBERS,
    "error": "if(sum(messages) = 0, min(error), null)",
    "last": "if(max(is_untimed), null, unix_micros(max(last)))",
    "put": "unix_micros(max(put))",
    **{name: f"if(min({name}) = max({name}), min({name}), null)" for name in ("putter", "channel_type")},
}
"""The fields of a `Dump` behind its keys."""


@once
def dumps(case) -> list[Dump]:
    """The dumps of a case, in the order of their files and queues."""
    if not case.has("messages"):
        return []
    told = {name: f"if({one}, 1, 0)" if name in _COUNTS else one for name, one in _EACH.items()}
    each = case.messages.selectExpr(*_KEYS[:-1], *(f"{one} AS {name}" for name, one in told.items()))
    counted = group_by(each, _KEYS + _TEXTS, *(f"{one} AS {name}" for name, one in _NUMBERS.items()))
    fields = (_TOLD[name] for name in Dump._fields[len(_KEYS) : -1])
    rows = rows_of(group_by(counted, _KEYS, f"struct({', '.join(fields)}) AS dump"))
    found = [Dump(*row[:-1], *row.dump) for row in rows]
    found = [one._replace(given=case.given.when(one.file, one.queue_manager)) for one in found]
    return sorted(found, key=lambda dump: [(one is not None, one) for one in dump.key])
