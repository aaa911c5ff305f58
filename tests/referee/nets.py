"""Small nets with what is shown of them: as text of runmqsc for the kit, as facts for the laws in `laws.lp`.

At most three queue managers, the message that is asked for and another one that may be on its way too. Every clock is
UTC and right, and every display has a stamp from after the put: how times are compared is no matter of the referee.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field

PUT, CAPTURED = "2026-03-02T12:00:00Z", "2026-03-02T14:00:00Z"
BEFORE, AFTER = ("2026-03-02", "10.00.00"), ("2026-03-02", "13.00.00")
LONG_AGO = ("2026-01-05", "08.00.00")
NAMES = ("QM1", "QM2", "QM3")
ASSUMPTIONS = (
    "PUT_OK", "COMMITTED", "NO_DOUBT", "NOT_LOST", "NO_EXIT", "NO_AMS", "NO_REPORT_OPTIONS", "NOT_SWITCHED", "FITS",
    "AUTHORISED", "NOT_RESOLVED", "NO_RESTORE", "NO_EXPIRY", "SETTLED", "ROOM", "UNALTERED", "STANDS", "NO_RESTART",
    "NOT_CLEARED", "NOT_MOVED", "NO_DELAY", "NOT_BACKED_OUT",
)  # fmt: skip
"""What the laws speak of, one by one."""
GIVEN = (
    "OPENED_SINCE",
    "SAME_ESTATE",
    "AFTER",
    "CLOCKS",
    "IDENTITY",
    "LAST_PUT",
    "OWNER",
    "PUT_TIME",
    "FIFO",
    "DEFAULT",
    "DEFAULT_WAY",
    "NO_CLUSTER",
    "NOTHING_SINCE",
    "WHEN",
    "ZONE",
    "NOT_ADMIN",
    "NOT_XMITQ",
    "CAME_BEFORE",
    "NOT_THERE",
)
"""What the referee takes for shown always: names, times and identity are no matter of it."""
WITHHELD = 0.06
"""How often each assumption of the laws is not shown."""


@dataclass
class Net:
    """A net: the case for the kit, the facts for the laws, and which assumptions are shown."""

    seed: int
    files: dict[str, bytes]
    facts: list[str]
    shown: list[str]
    names: dict[str, tuple] = field(default_factory=dict)
    """(queue manager, object) of each constant of the facts."""


def net(seed: int, attempt: int = 0) -> Net:
    """The net of a seed; another attempt is another net of the same seed."""
    return _Maker(seed, attempt).net()


class _Maker:
    def __init__(self, seed: int, attempt: int):
        self.seed, self.dice = seed, random.Random(f"net {seed} {attempt}")
        self.managers = NAMES[: self.dice.choice((1, 2, 2, 2, 3))]
        self.facts: list[str] = []
        self.names: dict[str, tuple] = {}
        self.blocks: dict[str, list[tuple[str, list[str]]]] = {name: [] for name in self.managers}
        self.last_puts: dict[str, dict[str, bool]] = {name: {} for name in self.managers}
        """By queue manager each queue of which a status is shown, and whether that has a last put."""

    def net(self) -> Net:
        dice, last = self.dice, self.managers[-1]
        shown = [key for key in ASSUMPTIONS if dice.random() >= WITHHELD]
        hops = list(zip(self.managers, self.managers[1:], strict=False))
        persistence = dice.choice((0, 1, None))
        for nth, (here, there) in enumerate(hops):
            self._queue(here, f"x{nth}", there, usage="XMITQ")
            end = "t" if there == last else f"x{nth + 1}"
            self.facts.append(f"hop(k{nth},x{nth},{end}).")
            self._channel(nth, here, there)
        self._queue(last, "t", "TARGET", readers=True)
        self.facts += ["target(t).", f"first({'x0' if hops else 't'})."]
        if hops:
            self._block(self.managers[0], "DISPLAY QREMOTE(TARGET) ALL", [
                ("AMQ8409I: Display Queue details.", f"QUEUE(TARGET) TYPE(QREMOTE) ALTDATE({LONG_AGO[0]}) ALTTIME({LONG_AGO[1]}) "
                 f"CLUSNL( ) CLUSTER( ) CRDATE({LONG_AGO[0]}) CRTIME({LONG_AGO[1]}) DEFBIND(OPEN) DEFPSIST(NO) DESCR( ) "
                 f"PUT(ENABLED) RNAME(TARGET) RQMNAME({last}) XMITQ({self.managers[1]})")])  # fmt: skip
        each = [found for found in self.last_puts.values() if any(found.values())]
        self.facts += [f"watched({key})." for found in each for key in found]  # the times of puts are kept there
        self.facts += {0: ["said_fleeting."], 1: ["said_persistent."], None: []}[persistence]
        self.facts += [f"shown({key.lower()})." for key in shown]
        request = {"queue": "TARGET", "queue_manager": self.managers[0], "put_time": PUT}
        request |= {} if persistence is None else {"persistence": persistence}
        said = {"walk": [request], "zone": dict.fromkeys(self.managers, "UTC"),
                "assume": [f"{key}={'shown' if key in shown or key in GIVEN else 'open'}" for key in (*ASSUMPTIONS, *GIVEN)]}  # fmt: skip
        files = {f"{name.lower()}.txt": self._session(name) for name in self.managers}
        return Net(
            self.seed, {"case.json": json.dumps(said).encode(), **files}, self.facts, [*shown, *GIVEN], self.names
        )

    def _block(self, manager: str, command: str, found: list[tuple[str, str]]) -> None:
        lines = []
        for title, cells in found:
            lines += [title, *(f"   {cell}" for cell in _cells(cells))]
        self.blocks[manager].append(
            (command, lines or [f"AMQ8147E: IBM MQ object {command.split('(')[1].split(')')[0]} not found."])
        )

    def _session(self, manager: str) -> bytes:
        out = [CAPTURED, f"Starting MQSC for queue manager {manager}.", "", ""]
        for nth, (command, lines) in enumerate(self.blocks[manager], 1):
            out += [f"{nth:6} : {command}", *lines]
        count = len(self.blocks[manager])
        return "\n".join([*out, f"{count} MQSC commands read.", "No commands have a syntax error.",
                          "All valid MQSC commands were processed.", ""]).encode()  # fmt: skip

    def _queue(self, manager: str, key: str, name: str, usage: str = "NORMAL", readers: bool = False) -> None:
        """A local queue: its definition is shown, its status perhaps."""
        dice = self.dice
        self.names[key] = (manager, name)
        depth, put_on, before = dice.choice((0, 0, 0, 1, 2)), dice.random() < 0.75, dice.random() < 0.8
        put, got = (dice.choice((BEFORE, BEFORE, AFTER, AFTER, None)) for _ in range(2))
        if put == AFTER and not put_on:
            before = False  # else a program had switched it
        altered = LONG_AGO if before else AFTER
        self.facts += [
            f"{'put_on' if put_on else 'put_off'}({key}).",
            f"{'altered_before' if before else 'altered_after'}({key}).",
        ]
        reader = readers and dice.random() < 0.5
        self._block(manager, f"DISPLAY QLOCAL({name}) ALL", [("AMQ8409I: Display Queue details.", (
            f"QUEUE({name}) TYPE(QLOCAL) ALTDATE({altered[0]}) ALTTIME({altered[1]}) BOQNAME( ) BOTHRESH(0) CLUSNL( ) CLUSTER( ) "
            f"CRDATE({LONG_AGO[0]}) CRTIME({LONG_AGO[1]}) CURDEPTH({depth}) CUSTOM( ) DEFBIND(OPEN) DEFPSIST(NO) DESCR( ) GET(ENABLED) "
            f"INITQ( ) IPPROCS({int(reader)}) MAXDEPTH(5000) MAXMSGL(4194304) MONQ(QMGR) MSGDLVSQ(PRIORITY) NOTRIGGER "
            f"NPMCLASS(NORMAL) OPPROCS(0) PUT({'ENABLED' if put_on else 'DISABLED'}) STREAMQ( ) STRMQOS(BESTEF) "
            f"TRIGDATA( ) USAGE({usage})"))])  # fmt: skip
        self.facts += [f"zero({key})."] if not depth else []
        if not reader and readers:
            self.facts.append(f"no_reader({key}).")
        if dice.random() < 0.25:
            return
        unit = dice.random() < 0.15
        self.facts.append(f"{'unit' if unit else 'no_unit'}({key}).")
        age = dice.choice((7500, 7500, 60)) if depth else 0
        self.facts += [f"{'older' if age > 7200 else 'younger'}({key})."] if depth else []
        self.facts += [f"one({key})."] if depth == 1 else []
        self.facts.append(f"last_put_{'before' if put == BEFORE else 'after' if put else 'none'}({key}).")
        self.last_puts[manager][key] = put is not None
        self.facts.append(f"last_get_{'before' if got == BEFORE else 'after' if got else 'none'}({key}).")
        self._block(manager, f"DISPLAY QSTATUS({name}) TYPE(QUEUE) ALL", [("AMQ8450I: Display queue status details.", (
            f"QUEUE({name}) TYPE(QUEUE) CURDEPTH({depth}) IPPROCS({int(reader)}) {_stamp('LGET', got)} {_stamp('LPUT', put)} "
            f"MEDIALOG( ) MONQ(MEDIUM) MSGAGE({age}) OPPROCS(0) QTIME( , ) UNCOM({'1' if unit else 'NO'})"))])  # fmt: skip

    def _channel(self, nth: int, here: str, there: str) -> None:
        """Both ends of a channel, the status of the sending one, and the dead-letter queue of the other."""
        dice, name, key = self.dice, f"{here}.{there}", f"k{nth}"
        self.names[key] = (here, name)
        speeds = [dice.choice(("FAST", "FAST", "NORMAL")) for _ in range(2)]
        self.facts.append(f"speed_{'normal' if 'NORMAL' in speeds else 'fast'}({key}).")
        exits = [dice.choice((" ", " ", " ", "LOGX")) for _ in range(2)]
        self.facts += [f"no_exit({key})."] if exits == [" ", " "] else []
        common = f"ALTDATE({LONG_AGO[0]}) ALTTIME({LONG_AGO[1]}) BATCHSZ(50) DESCR( ) MAXMSGL(4194304) MCAUSER( ) MONCHL(QMGR)"
        self._block(here, f"DISPLAY CHANNEL({name}) ALL", [("AMQ8414I: Display Channel details.", (
            f"CHANNEL({name}) CHLTYPE(SDR) {common} CONNAME(h{nth}(1414)) CONVERT(NO) DISCINT(6000) LONGRTY(999999999) "
            f"MSGEXIT({exits[0]}) NPMSPEED({speeds[0]}) SCYEXIT( ) SENDEXIT( ) SHORTRTY(10) SHORTTMR(60) SSLCIPH( ) TRPTYPE(TCP) USEDLQ(YES) "
            f"XMITQ({there})"))])  # fmt: skip
        usedlq, retries = dice.random() < 0.8, dice.choice((0, 10))
        self._block(there, f"DISPLAY CHANNEL({name}) ALL", [("AMQ8414I: Display Channel details.", (
            f"CHANNEL({name}) CHLTYPE(RCVR) {common} MREXIT( ) MRRTY({retries}) MRTMR(1000) MSGEXIT({exits[1]}) NPMSPEED({speeds[1]}) "
            f"RCVEXIT( ) SCYEXIT( ) SSLCIPH( ) TRPTYPE(TCP) USEDLQ({'YES' if usedlq else 'NO'})"))])  # fmt: skip
        self.facts += [] if retries else [f"no_retry({key})."]
        self._status(key, here, name, there)
        self._dead_letters(nth, there, usedlq)

    def _status(self, key: str, here: str, name: str, there: str) -> None:
        dice = self.dice
        status = dice.choice(("RUNNING", "STOPPED", "RETRYING", "STOPPED"))
        doubt, last = status != "RUNNING" and dice.random() < 0.15, dice.choice((BEFORE, AFTER))
        self.facts += [f"stopped({key})."] if status != "RUNNING" and last == BEFORE else []
        self.facts.append(f"{'in_doubt' if doubt else 'not_in_doubt'}({key}).")
        self.facts += [f"last_sent_before({key})."] if last == BEFORE else []
        since = BEFORE if last == AFTER or dice.random() < 0.5 else ("2026-03-02", "09.00.00")
        self._block(here, f"DISPLAY CHSTATUS({name}) ALL", [("AMQ8417I: Display Channel Status details.", (
            f"CHANNEL({name}) CHLTYPE(SDR) BATCHES(3) {_stamp('CHSTA', since, 'DA', 'TI')} CONNAME(h(1414)) CURLUWID(0000000010000003) "
            f"CURMSGS({int(doubt)}) CURRENT CURSEQNO({3 + doubt}) INDOUBT({'YES' if doubt else 'NO'}) LSTLUWID(0000000010000002) "
            f"{_stamp('LSTMSG', last, 'DA', 'TI')} LSTSEQNO(3) MONCHL(MEDIUM) MSGS(3) NPMSPEED(FAST) RQMNAME({there}) STATUS({status}) "
            f"STOPREQ(NO) SUBSTATE({'MQGET' if status == 'RUNNING' else ' '}) XMITQ({there})"))])  # fmt: skip

    def _dead_letters(self, nth: int, manager: str, usedlq: bool) -> None:
        key, named = f"d{nth}", self.dice.random() < 0.75
        queue = "DLQ" if named else " "
        self._block(manager, "DISPLAY QMGR ALL", [("AMQ8408I: Display Queue Manager details.", (
            f"QMNAME({manager}) ALTDATE({LONG_AGO[0]}) ALTTIME({LONG_AGO[1]}) CCSID(1208) CMDLEVEL(930) DEADQ({queue}) DEFCLXQ(SCTQ) "
            f"DEFXMITQ( ) DESCR( ) MAXMSGL(4194304) MONCHL(MEDIUM) MONQ(MEDIUM) PLATFORM(UNIX) QMID({manager}_1) REPOS( ) REPOSNL( )"))])  # fmt: skip
        self.facts.append(f"{'dlq_on' if usedlq and named else 'dlq_off'}(k{nth}).")
        if named:
            self._queue(manager, key, "DLQ")
            self.facts.append(f"dead(k{nth},{key}).")
        # What sends on from there has the same dead-letter queue.
        self.facts.append(f"own_dead(k{nth + 1},{key})." if named else f"own_none(k{nth + 1}).")


def _stamp(stem: str, at: tuple[str, str] | None, date: str = "DATE", time: str = "TIME") -> str:
    day, clock = at or (" ", " ")
    return f"{stem}{date}({day}) {stem}{time}({clock})"


def _cells(text: str) -> list[str]:
    """The cells of a row, two a line as the product prints them."""
    cells, depth, cell = [], 0, ""
    for one in text:
        depth += (one == "(") - (one == ")")
        if one == " " and not depth:
            cells, cell = [*cells, cell] if cell else cells, ""
        else:
            cell += one
    cells.append(cell)
    lines = []
    for left, right in zip(cells[::2], [*cells[1::2], ""], strict=False):
        lines.append(left.ljust(40) + right if len(left) < 40 else f"{left}\n   {right}")
    return lines
