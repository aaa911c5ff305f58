"""Configuration files of one queue manager and its client: the case `config_channels` of sample_dumps.

Made anew by `python -m tests.writers.config_cases`. The queue manager lets 200 channels run at once and forgets AMQ9999.
"""

import json
from pathlib import Path

SAMPLES = Path(__file__).resolve().parents[2] / "sample_dumps"
FOLDER = SAMPLES / "config_channels"
QM_INI = """\
#* Module Name: qm.ini                                              *#
ExitPath:
   ExitsDefaultPath=/var/mqm/exits;/opt/exits
Log:
   LogPrimaryFiles = 3   ; as it was made
   LogSecondaryFiles = 2
   LogType=CIRCULAR
CHANNELS:
   MaxChannels=200   # one for each ship
   MaxActiveChannels=200
   AdoptNewMCA=ALL
TCP: KeepAlive=Yes Port=1414
QMErrorLog:
   ExcludeMessage=9999
SSL:
   SSLKeyRepositoryPassword=hunter42
"""
MQS_INI = """\
AllQueueManagers:
   DefaultPrefix=/var/mqm
QueueManager:
   Name=QM.SHIP
   Prefix=/var/mqm
   Directory=QM!SHIP
QueueManager:
   Name=QMDOCK
   Prefix=/var/mqm
   Directory=QMDOCK
"""
CLIENT_INI = """\
CHANNELS:
   DefRecon=YES
   ReconDelay=(1000,200)(2000,200)
   ChannelDefinitionFile=ships.json
TCP:
   KeepAlive=Yes
"""
CCDT = {
    "channel": [
        {
            "name": "SHIP.APP", "type": "clientConnection", "general": {"description": "ships, über all"},
            "clientConnection": {
                "connection": [{"host": "ship1", "port": 1414}, {"host": "ship2", "port": 1415}], "queueManager": "QM.SHIP",
            },
            "transmissionSecurity": {"cipherSpecification": "ANY_TLS12_OR_HIGHER"},
        },
        {"name": "DOCK.APP", "type": "clientConnection", "clientConnection": {"connection": [{"host": "dock", "port": 1414}]}},
    ]
}  # fmt: skip
TRUTH = """The configuration of the queue manager `QM.SHIP` and of a client of it.

- `qmgrs/QM!SHIP/qm.ini`: at most 200 channels; a new receiver takes the place of an old one (AdoptNewMCA); AMQ9999 is
  left out of the error log, so that its absence says nothing; the key repository's password is masked.
- `mqs.ini` names two queue managers, `QM.SHIP` and `QMDOCK`.
- `mqclient.ini` reconnects by itself and takes its channels from `ships.json`, which holds `SHIP.APP` to two hosts and
  `DOCK.APP` to one.
"""
FILES = {
    "qmgrs/QM!SHIP/qm.ini": QM_INI.encode, "mqs.ini": MQS_INI.encode, "mqclient.ini": CLIENT_INI.encode,
    "ships.json": lambda: (json.dumps(CCDT, indent=2, ensure_ascii=False) + "\n").encode(), "TRUTH.md": TRUTH.encode,
}  # fmt: skip


def write() -> None:
    """Write the case."""
    for name, made in FILES.items():
        (FOLDER / name).parent.mkdir(parents=True, exist_ok=True)
        (FOLDER / name).write_bytes(made())


if __name__ == "__main__":
    write()
