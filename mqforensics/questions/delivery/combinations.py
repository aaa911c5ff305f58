"""Every combination of circumstances: which of them lose a message, and where AMS on z/OS leaves one."""

from collections.abc import Mapping
from itertools import product

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from mqforensics.flow.delivery.inputs import DISCARD_MSG, RETURN
from mqforensics.questions.delivery.ams_table import AMS_INPUTS
from mqforensics.questions.delivery.message_fates import ams_delivery, delivery

SENT_BACK = {"report": RETURN, "reply_to_q": "REPLY"}
MESSAGE = {"nonpersistent": {"persistence": 0}, "persistent": {"persistence": 1}}
SPEED = {"FAST": {"NPMSPEED": "FAST"}, "NORMAL": {"NPMSPEED": "NORMAL"}}
CIRCUMSTANCES = {
    "end": {"sending": {"reason": 2218}, "receiving": {"reason": 2085}},
    "message": MESSAGE,
    "speed": SPEED,
    "dead_letter_queue": {
        "USEDLQ(NO)": {"USEDLQ": "NO", "DEADQ": "DLQ"},
        "DEADQ is blank": {"USEDLQ": "YES", "DEADQ": ""},
        "the put to it fails": {"USEDLQ": "YES", "DEADQ": "DLQ", "dead_letter_put": False},
        "takes the message": {"USEDLQ": "YES", "DEADQ": "DLQ"},
    },
    "asked": {
        "nothing": {"report": 0},
        "return to sender": SENT_BACK,
        "return to sender, which fails": SENT_BACK | {"return_put": False},
        "MQRO_DISCARD_MSG alone": {"report": DISCARD_MSG},
    },
}
"""Circumstance to its cases to the inputs they stand for; a destination that is tried again comes to the same."""
REST = {"PARTNER_DEADQ": "", "CMDLEVEL": 943, "reply_to_qmgr": "QM1", "QMNAME": "QM2", "reply_to_q": ""}
POLICY = {"DEADQ": "MY.DLQ", "dlq_policy": True, "toleration": True, "may_protect": True, "USEDLQ": "YES"}
AMS_CIRCUMSTANCES = {
    "mca": {
        f"{kind} SPLPROT({value})": {"CHLTYPE": kind, "SPLPROT": value}
        for kind, value in (("SDR", "REMOVE"), ("SDR", "PASSTHRU"), ("RCVR", "PASSTHRU"), ("RCVR", "ASPOLICY"))
    },
    "came": {"protected": {"pdmq": True}, "unprotected": {"pdmq": False}},
    "dead_letter_queue": {
        "SYSTEM.DEAD.LETTER.QUEUE": POLICY | {"DEADQ": "SYSTEM.DEAD.LETTER.QUEUE"},
        "named, no policy": POLICY | {"dlq_policy": False},
        "named, policy": POLICY,
        "named, policy with toleration off": POLICY | {"toleration": False},
        "named, policy the user may not apply": POLICY | {"may_protect": False},
        "none": POLICY | {"DEADQ": ""},
        "USEDLQ(NO)": POLICY | {"USEDLQ": "NO"},
    },
    "message": MESSAGE,
    "speed": SPEED,
}  # fmt: skip


def combinations(spark: SparkSession, circumstances: Mapping[str, Mapping[str, Mapping]]) -> DataFrame:
    """One row for each combination: what each circumstance is called, and the inputs that they stand for."""
    inputs = dict.fromkeys(n for cases in circumstances.values() for values in cases.values() for n in values)
    rows = []
    for chosen in product(*(cases.items() for cases in circumstances.values())):
        known = {name: value for _, values in chosen for name, value in values.items()}
        rows.append((*(case for case, _ in chosen), *(known.get(name) for name in inputs)))
    columns = [f"`{name}` string" for name in circumstances] + [f"`{n}` {AMS_INPUTS[n]}" for n in inputs]
    return spark.createDataFrame(rows, ", ".join(columns))


def losing_combinations(spark: SparkSession, **assume: object) -> DataFrame:
    """The combinations that lose a message, and the sentence that says this; `assume` as in `delivery`."""
    decided = delivery(combinations(spark, CIRCUMSTANCES), assume=REST | assume)
    shown = [*CIRCUMSTANCES, "fate", "lost", "because", F.element_at("actions", -1)["source"].alias("source")]
    return decided.where("lost IS NOT NULL").select(*shown).orderBy(*CIRCUMSTANCES)


def ams_places(spark: SparkSession, **assume: object) -> DataFrame:
    """Where each combination of AMS on z/OS leaves the message, protected or not; `assume` as in `ams_delivery`.

    The destination queue has a policy where `target_policy` is not assumed otherwise.
    """
    decided = ams_delivery(combinations(spark, AMS_CIRCUMSTANCES), assume={"target_policy": True} | assume)
    shown = [*AMS_CIRCUMSTANCES, "fate", "protected", "channel_state", "because"]
    return decided.select(*shown).orderBy(*AMS_CIRCUMSTANCES)
