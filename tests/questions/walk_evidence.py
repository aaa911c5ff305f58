"""A case of evidence files as the pure walk sees it, without Spark."""

import json

import pyarrow as pa

from mqforensics import formats, source
from mqforensics.formats.stretch import Stretch
from mqforensics.questions.walk import core
from mqforensics.questions.walk.diary import Entry
from mqforensics.questions.walk.letters import Letter, Mail
from mqforensics.questions.walk.world import World

HEADER = 172


def rows_of(name, data):
    """(table, rows) of one file."""
    found = formats.identify(data[: formats.HEAD])
    if not found:
        return None, []
    module = formats.named(found)
    rows = []
    for row in source.rows(module, Stretch(data, name)):
        rows += row.to_pylist() if isinstance(row, pa.RecordBatch) else [row]
    return module.TABLE, rows


def letter(row, msg_id=None):
    dlh, md = row.get("dlh"), row.get("md") or {}
    broken = any(gap["offset"] < HEADER for gap in row.get("gaps") or [])
    dlh = None if broken else dlh
    ids = {key: (md.get(key) or b"").hex().upper() for key in ("MsgId", "CorrelId")}
    same = next((key for key in ("MsgId", "CorrelId") if msg_id and ids[key] == msg_id), "")
    if not dlh and not same:
        return None
    dlh = dlh or {}
    return Letter(
        row["file"], (row["number"],), row.get("queue"), dlh.get("DestQName"), dlh.get("DestQMgrName"), dlh.get("Reason"),
        dlh.get("ByteOrder"), md.get("Persistence"), 1, same, md.get("MsgType"), md.get("Feedback"),
        md.get("Format") == "MQXMIT",
    )  # fmt: skip


def entry(row):
    inserts = dict(row.get("inserts") or {})
    return Entry(
        row["message"], inserts.get("channel"), row.get("queue_manager"), inserts.get("host"), 1, row.get("time"),
        row.get("text") or "", row["file"], row["line"],
    )  # fmt: skip


def gather(files):
    """The walks of a case given as {file name: bytes}; `case.json` is its settings."""
    tables = {"objects": [], "messages": [], "log": []}
    for name, data in files.items():
        if name in ("case.json", "TRUTH.md"):
            continue
        table, rows = rows_of(name, data)
        tables.setdefault(table, []).extend(rows)
    try:
        asked = json.loads(files.get("case.json", b"{}")).get("walk", [])
    except ValueError:
        asked = []
    world = World(tables["objects"])
    log = [entry(row) for row in tables["log"] if row.get("message")]
    walks = []
    for request in core.requests(world, asked):
        letters = [found for row in tables["messages"] if (found := letter(row, request.msg_id))]
        dumped = {}
        for row in tables["messages"]:
            if row.get("queue"):
                dumped[row["queue"]] = dumped.get(row["queue"], 0) + 1
        walks.append(core.follow(world, request, Mail(letters, dumped), log))
    return walks
