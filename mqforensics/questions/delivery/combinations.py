"""Every combination of circumstances, to see which of them lose a message."""

from itertools import product

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from mqforensics.questions.delivery.inputs import DISCARD_MSG, EXCEPTION_WITH_FULL_DATA
from mqforensics.questions.delivery.messages import delivery

RETURN = {"report": EXCEPTION_WITH_FULL_DATA | DISCARD_MSG, "reply_to_q": "REPLY"}
CIRCUMSTANCES = {
    "end": {"sending": {"reason": 2218}, "receiving": {"reason": 2085}},
    "message": {"nonpersistent": {"persistence": 0}, "persistent": {"persistence": 1}},
    "speed": {"FAST": {"NPMSPEED": "FAST"}, "NORMAL": {"NPMSPEED": "NORMAL"}},
    "dead_letter_queue": {
        "USEDLQ(NO)": {"USEDLQ": "NO", "DEADQ": "DLQ"},
        "DEADQ is blank": {"USEDLQ": "YES", "DEADQ": ""},
        "the put to it fails": {"USEDLQ": "YES", "DEADQ": "DLQ", "dead_letter_put": False},
        "takes the message": {"USEDLQ": "YES", "DEADQ": "DLQ"},
    },
    "asked": {
        "nothing": {"report": 0},
        "return to sender": RETURN,
        "return to sender, which fails": RETURN | {"return_put": False},
        "MQRO_DISCARD_MSG alone": {"report": DISCARD_MSG},
    },
}
"""Circumstance to its cases to the inputs they stand for; a destination that is tried again comes to the same."""
SCHEMA = (
    "`end` string, message string, speed string, dead_letter_queue string, asked string, reason int, "
    "persistence int, NPMSPEED string, USEDLQ string, DEADQ string, dead_letter_put boolean, report int, "
    "reply_to_q string, return_put boolean"
)
REST = {"PARTNER_DEADQ": "", "CMDLEVEL": 943, "reply_to_qmgr": "QM1", "QMNAME": "QM2", "reply_to_q": ""}


def combinations(spark: SparkSession) -> DataFrame:
    """One row for each combination of `CIRCUMSTANCES`: what it is called, and the inputs of a decision."""
    names = [column.split()[0].strip("`") for column in SCHEMA.split(", ")]
    rows = []
    for cases in product(*CIRCUMSTANCES.values()):
        row = dict(zip(CIRCUMSTANCES, cases, strict=True))
        for circumstance, case in zip(CIRCUMSTANCES, cases, strict=True):
            row |= CIRCUMSTANCES[circumstance][case]
        rows.append(tuple(row.get(name) for name in names))
    return spark.createDataFrame(rows, SCHEMA)


def losing(spark: SparkSession, **assume: object) -> DataFrame:
    """The combinations that lose a message, with the columns of `delivery`; `assume` as there."""
    decided = delivery(combinations(spark), assume=REST | assume)
    shown = [*CIRCUMSTANCES, "fate", "lost", "because", F.element_at("actions", -1)["source"].alias("source")]
    return decided.where("lost IS NOT NULL").select(*shown).orderBy(*CIRCUMSTANCES)
