"""The sample case of channels, made anew by `python -m tests.writers.delivery_case`.

What runmqsc 9.4 prints of four queue managers, some of whose channels can lose messages.
"""

from pathlib import Path

from tests.writers.handler_cases import show

FOLDER = Path(__file__).parents[2] / "sample_dumps" / "delivery_channels"
CHANNELS = "display channel(*) npmspeed usedlq msgexit mrexit mrrty mrtmr xmitq"
QMGR = "display qmgr deadq cmdlevel"


def qmgr(name: str, deadq: str) -> tuple:
    return "QMGR", list({"QMNAME": name, "CMDLEVEL": "943", "DEADQ": deadq}.items())


def receiver(name: str, speed: str = "FAST", use: str = "YES", exit: str = "", retries: int = 10) -> tuple:
    return "CHANNEL", list({
        "CHANNEL": name, "CHLTYPE": "RCVR", "MREXIT": "", "MRRTY": str(retries), "MRTMR": "1000",
        "MSGEXIT": exit, "NPMSPEED": speed, "USEDLQ": use,
    }.items())  # fmt: skip


def sender(name: str, queue: str, speed: str = "FAST", use: str = "YES") -> tuple:
    shown = {"MSGEXIT": "", "NPMSPEED": speed, "USEDLQ": use, "XMITQ": queue}
    return "CHANNEL", list(({"CHANNEL": name, "CHLTYPE": "SDR"} | shown).items())


def local(name: str, put: str, depth: int) -> tuple:
    shown = {"TYPE": "QLOCAL", "CURDEPTH": str(depth), "MAXDEPTH": "5000", "PUT": put}
    return "QLOCAL", [("QUEUE", name), *shown.items()]


ESTATE = {
    "QM.HARBOUR": [
        (QMGR, [qmgr("QM.HARBOUR", "HARBOUR.DLQ")]),
        ("display qlocal(HARBOUR.DLQ) curdepth maxdepth put", [local("HARBOUR.DLQ", "ENABLED", 14)]),
        (CHANNELS, [
            sender("HARBOUR.TO.DEPOT", "QM.DEPOT"), sender("HARBOUR.TO.NIGHT", "QM.NIGHT"),
            receiver("DEPOT.TO.HARBOUR"), receiver("SHOP.ORDERS", use="NO"), receiver("SHOP.STOCK"),
            ("CHANNEL", [("CHANNEL", "TILLS"), ("CHLTYPE", "SVRCONN")]),
        ]),
    ],
    "QM.DEPOT": [
        (QMGR, [qmgr("QM.DEPOT", "")]),
        (CHANNELS, [receiver("HARBOUR.TO.DEPOT"), sender("DEPOT.TO.HARBOUR", "QM.HARBOUR", "NORMAL")]),
    ],
    "QM.NIGHT": [
        (QMGR, [qmgr("QM.NIGHT", "NIGHT.DLQ")]),
        ("display qlocal(NIGHT.DLQ) curdepth maxdepth put", [local("NIGHT.DLQ", "DISABLED", 0)]),
        (CHANNELS, [
            receiver("HARBOUR.TO.NIGHT", retries=0), receiver("NIGHT.AUDIT", "NORMAL", "NO"),
            receiver("NIGHT.BILLS", "NORMAL", exit="/var/mqm/exits64/bills(Check)"),
        ]),
    ],
    "QM.SHIP": [(CHANNELS, [receiver("PIER.TO.SHIP")])],
}  # fmt: skip
COUNTS = ("\n1 MQSC commands read.", "\nOne MQSC command read.")
FILES = {f"{name}.txt": show(name, *commands).replace(*COUNTS) for name, commands in ESTATE.items()}


def write() -> None:
    """Write the case anew."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in FILES.items():
        (FOLDER / name).write_text(text)


if __name__ == "__main__":
    write()
