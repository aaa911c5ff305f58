"""What the IBM MQ classes for JMS trace of given calls: the plain writer that the reader is tested against."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from tests.writers.traces import Call, at

APIS = {"MQGET": "jmqiGet", "MQPUT": "jmqiPutMessageWithProps"}
"""MQI calls that the client makes by a call of its own interface."""
METHODS = {
    "jmqiGet": "getMessage(JmqiEnvironment,JmqiImplementation,Hconn,Hobj,MQMD,MQGMO,int,Pint)",
    "jmqiPutMessageWithProps": "jmqiPutMessageWithProps(Hconn,Hobj,MQOD,MQMD,MQPMO,int,ByteBuffer,ByteBuffer [ ],int)",
    "MQGET": "MQGET(Hconn,Hobj,MQMD,MQGMO,int,ByteBuffer,Pint,Pint,Pint)",
    "MQOPEN": "MQOPEN(Hconn,MQOD,int,Phobj,Pint,Pint)",
    "spiOpen": "spiOpen(Hconn,MQOD,final SpiOpenOptions,Phobj,final Pint,final Pint)",
    "MQCLOSE": "MQCLOSE(Hconn,Phobj,int,Pint,Pint)",
    "MQCMIT": "MQCMIT(Hconn,Pint,Pint)",
    "MQBACK": "MQBACK(Hconn,Pint,Pint)",
}
CLASS = "c.i.m.j.remote.api.RemoteFAP"
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Made:
    """A call, the thread that makes it, and how its blocks are traced."""

    call: Call
    thread: int = 1
    connection: bytes = b"AMQCQM1         " + bytes.fromhex("BEB3BD6800A90040")
    nested: bool = False
    """The layer below traces the same call again."""
    silent: bool = False
    """No block on return, only the exit of the method."""
    lost: bool = False
    """Neither."""


def header(zone: str | None, process: int = 9916, command: str = "OrderConsumer") -> str:
    date = f"Date: Tue Mar 05 11:00:00 {'UTC' if zone == 'UTC' else 'CET'} 2024\n\n" if zone else ""
    shown = f"|   user.timezone                        :-  {zone}\n" if zone else ""
    return (
        f"{date}Process ID:{process}\n\nSystem properties (list may be incomplete due to security policy):\n"
        "|   com.ibm.msg.client.commonservices.trace.status  :-  ON\n"
        f"|   sun.java.command                     :-  {command} -q IN\n{shown}\n"
        "Version information in main body of trace\n"
        f"TimeStamp                   TID       ObjectId   Class{' ' * 86}Data\n{'=' * 170}\n"
    )


class Writer:
    """Lines of a trace, each with the counter of the lines within its millisecond."""

    def __init__(self, zone: str = "UTC", server: str | None = None):
        self.zone, self.server, self.last, self.count = ZoneInfo(zone), server, None, 0

    def line(self, time: datetime, thread: int, kind: str, text: str, depth: int = 6, obj: str = "static") -> str:
        local = time.astimezone(self.zone)
        if self.server:
            clock = f"{local.month}/{local.day}/{local:%y} {local.hour}:{local:%M:%S}:{local.microsecond // 1000:03}"
            return (
                f"[{clock} {self.server}] {thread:08x} JmqiTools     3   com.ibm.mq.jmqi.remote.api.RemoteFAP {text}\n"
            )
        stamp = f"{local:%d/%m/%y %H:%M:%S}.{local.microsecond // 1000:03}"
        self.count = self.count + 1 if stamp == self.last else 0
        self.last = stamp
        counter = DIGITS[self.count // 36 % 36] + DIGITS[self.count % 36]
        shown = "".join("+" if n % 5 == 4 else "-" for n in range(depth))
        return f"[{stamp}.{counter}]  {thread:08}  {obj:>9}  {CLASS:70} {shown}  {kind}  {text}\n"

    def block(self, time, made: Made, api: str, back: bool, depth: int) -> list[str]:
        method = METHODS[api]

        def one(text):
            return self.line(time, made.thread, "d", text, depth)

        out = [one(f" {method} [__________]"), one(f" {method} [{api} {'<<' if back else '>>'}]")]
        out += [one(f"{method} {label} [{value}]") for label, value in arguments(made, api, back)]
        return [*out, one(f" {method} [__________]")]

    def call(self, made: Made) -> list[tuple[datetime, int, list[str]]]:
        """The call's lines in groups, each with its time."""
        call = made.call
        api = APIS.get(call.verb, call.verb)
        if made.silent and call.verb == "MQOPEN":
            api = "spiOpen"
        begin, end = at(call.at), at(call.at + call.duration)
        entry = self.line(begin, made.thread, "{", f"{METHODS[api]} [com.ibm.mq.jmqi.remote.impl.RemoteSession]", 5)
        first = [entry, *self.block(begin, made, api, False, 6)]
        inner = made.nested and api == "jmqiGet"
        if inner:
            first += self.block(begin, made, "MQGET", False, 8)
        last = self.block(end, made, "MQGET", True, 8) if inner else []
        last += [] if made.silent or made.lost else self.block(end, made, api, True, 6)
        if made.silent and call.verb == "MQOPEN":
            setter = f"setHobj(Hobj) setter [{hobj(call)}]"
            last.append(self.line(end, made.thread, "d", setter, 9, obj="@f80945f"))
        if not made.lost:
            last.append(self.line(end, made.thread, "}", METHODS[api], 5))
        return [(begin, made.thread, first), (end, made.thread, last)]


def hobj(call: Call) -> str:
    return (
        f"RemoteHobj@0x2dddc1b9 - 0x{call.hobj:x} - com.ibm.mq.jmqi.remote.api.RemoteHobj[objectType=1,"
        f"objectName={call.object},proxyQueue=<null>,Open Options 0x2004({{MQOO_INPUT_EXCLUSIVE}}),SPI Options null]"
    )


def arguments(made: Made, api: str, back: bool) -> Iterable[tuple[str, str]]:
    call = made.call
    session = "com.ibm.mq.jmqi.remote.impl.RemoteSession[:/67c277a0]"
    yield (
        "Hconn",
        f"{session}[connectionId={made.connection.hex().upper()},traceIdentifier=37,remoteTraceIdentifier=-1]",
    )
    if call.verb in ("MQOPEN", "MQCLOSE"):
        unusable = back == (call.verb == "MQCLOSE")
        gone = "MQHO_UNUSABLE_HOBJ" if call.verb == "MQCLOSE" else "MQHO_NONE"
        shown = f"Phobj@0x f80945f - {gone if unusable else hobj(call)}"
        name = f"[version:1(0x1) objectType:1(0x1) objectName:'{call.object:48}' dynamicQName:'AMQ.*' ]"
        if call.verb == "MQOPEN":
            yield ("MQOD" if api == "spiOpen" else "Objdesc"), name[1:-1]
        if api == "spiOpen":
            yield (
                "SpiOpenOptions",
                f"version:3(0x3) options:{call.options}(0x{call.options:x}) option flags:'' lpiOptions:32(0x20) ",
            )
        else:
            yield "Options", f"0x{call.options:x}"
        yield "Hobj", shown
    elif call.hobj is not None:
        yield "Hobj", hobj(call)
        label = {"MQGET": "MQGMO", "MQPUT": "MQPMO"}[call.verb]
        yield ("Msgdesc" if api == "MQGET" else "MQMD"), md(call, back)
        yield (
            "Getmsgops" if api == "MQGET" else label,
            f"version:4(0x4) options:{call.options}(0x{call.options:x}) option flags:'{{A}} | {{B}}' "
            f"waitInterval:{call.wait}(0x{call.wait:x}) resolvedQName:'' matchOptions:3(0x3) msgToken:{'0' * 32} ",
        )
        if back and call.verb == "MQGET":
            yield "Datalength", str(call.length or 0)
    yield "CompCode", str(call.comp if back else 0)
    yield "Reason", str(call.reason if back else 0)


def md(call: Call, back: bool) -> str:
    known = back and call.msg is not None
    put = at(call.at if call.put is None else call.put)
    date, time = (f"{put:%Y%m%d}", f"{put:%H%M%S}{put.microsecond // 10_000:02}") if known else ("<null>", "<null>")
    return (
        f"version:2(0x2) report:0(0x0) msgType:8(0x8) format:'MQSTR   ' priority:{call.priority if known else -1}(0x0) "
        f"persistence:{call.persistence if known else 0}(0x0) msgId:{(call.msg if known else bytes(24)).hex().upper()} "
        f"correlId:{'0' * 48} backoutCount:0(0x0) replyToQ:'{'':48}' putDate:'{date}' putTime:'{time}' "
        f"groupId:{'0' * 48} msgSeqNumber:1(0x1) "
    )


def trace(made: Iterable[Made], zone: str = "UTC", head: bool = True, server: str | None = None) -> str:
    """A whole trace: the header and the lines of all threads in the order of time."""
    writer = Writer(zone, server)
    groups = [group for one in made for group in writer.call(one)]
    groups.sort(key=lambda group: group[0])
    noise = writer.line(at(0), 99, "d", "getMaxThreadPoolSize() getter [-1(0xffffffffffffffff)]", 1)
    lines = [line for _, _, group in groups for line in [noise, *group]]
    return (header(zone) if head else "") + "".join(lines)


def agent(
    time: datetime, thread: int, said: Iterable[str], outcome: str | None, wait: int = 0, writer=None
) -> list[str]:
    """The plain lines of a queue agent's browse."""
    writer = writer or Writer()
    lines = [writer.line(time, thread, "d", f"browse {text} <null>") for text in ("About to browse message:", *said)]
    if outcome:
        lines.append(writer.line(time + timedelta(milliseconds=wait), thread, "d", f"browse {outcome} <null>"))
    return lines
