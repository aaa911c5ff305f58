"""What a channel does with a message that it cannot deliver, as plain nested questions: slow, and by another hand.

It shares no code and no table with the kit. Inputs: see `VALUES`.
`python -m tests.questions.delivery_model` compares every one of their combinations with the kit, the suite some.
"""

import itertools
import sys
from functools import cache

FULL_DATA, DISCARD, PASS = 0x07000000, 0x08000000, 0x00004000
VALUES = {
    "MSGEXIT": ("", "EXIT1"),
    "end": ("receiving", "sending"),
    "MREXIT": ("", "EXIT2"),
    "reason": (2053, 2085),
    "MRRTY": (3, 0),
    "clears_after": (None, 2500),
    "report": (0, FULL_DATA | DISCARD, FULL_DATA | DISCARD | PASS, DISCARD, FULL_DATA),
    "reply": (("", ""), ("RQ", "QM2"), ("RQ", "QM1")),
    "return_put": (True, False),
    "persistence": (0, 1),
    "discard_persistent": (False, True),
    "USEDLQ": ("YES", "NO"),
    "DEADQ": ("DLQ", ""),
    "dead_letter_put": (True, False),
    "NPMSPEED": ("FAST", "NORMAL"),
    "discard_normal": (False, True),
    "SPLPROT": ("PASSTHRU", "REMOVE"),
    "PARTNER_DEADQ": ("", "DLQ1"),
    "PARTNER_CMDLEVEL": (943, 600),
}
MRTMR = 1000
FATES = (
    "RETRIED_AND_DELIVERED", "RETURNED_TO_SENDER", "ON_DLQ", "ON_SENDER_DLQ", "DISCARDED",
    "ON_XMITQ_CHANNEL_ENDS", "ON_XMITQ_CHANNEL_RETRYING", "UNKNOWN",
)  # fmt: skip


def fate(values: dict) -> str:
    """The one fate of a message whose circumstances are all known."""
    if values["MSGEXIT"]:
        return "UNKNOWN"
    return _received(values) if values["end"] == "receiving" else _sent(values)


def _sent(v: dict) -> str:
    if _dead_letter_queue_takes_it(v):
        return "ON_SENDER_DLQ"
    if _lost(v):
        return "DISCARDED"
    return "ON_XMITQ_CHANNEL_RETRYING" if v["SPLPROT"] != "PASSTHRU" else "ON_XMITQ_CHANNEL_ENDS"


def _received(v: dict) -> str:
    if v["MREXIT"]:
        return "UNKNOWN"
    if v["reason"] in (2051, 2053, 2192) and v["clears_after"] is not None:
        for retry in range(1, v["MRRTY"] + 1):
            if retry * MRTMR >= v["clears_after"]:
                return "RETRIED_AND_DELIVERED"
    full_data, discard = v["report"] & FULL_DATA == FULL_DATA, bool(v["report"] & DISCARD)
    asked = full_data and discard and v["reply"][0] != ""
    if asked and v["return_put"]:
        return "RETURNED_TO_SENDER"
    if asked and v["report"] & PASS:
        return "DISCARDED"
    if discard and not asked and (v["persistence"] == 0 or v["discard_persistent"]):
        return "DISCARDED"
    if _dead_letter_queue_takes_it(v):
        return "ON_DLQ"
    return "DISCARDED" if _lost(v) else _rolled_back(v)


def _dead_letter_queue_takes_it(v: dict) -> bool:
    return v["USEDLQ"] == "YES" and v["DEADQ"] != "" and v["dead_letter_put"]


def _lost(v: dict) -> bool:
    if v["persistence"] == 1:
        return False
    return v["NPMSPEED"] == "FAST" or (v["discard_normal"] and v["DEADQ"] == "")


def _rolled_back(v: dict) -> str:
    if v["DEADQ"] != "" and v["USEDLQ"] == "YES":
        return "ON_XMITQ_CHANNEL_ENDS"
    if v["SPLPROT"] != "PASSTHRU":
        return "ON_XMITQ_CHANNEL_RETRYING"
    if v["PARTNER_DEADQ"] != "" or v["PARTNER_CMDLEVEL"] < 700:
        return "ON_XMITQ_CHANNEL_ENDS"
    return "ON_XMITQ_CHANNEL_RETRYING"


def fates(values: dict, unknown: set[str]) -> set[str]:
    """All that can be when the inputs `unknown` could have any value."""
    names = sorted(unknown)
    free = itertools.product(*[VALUES[name] for name in names])
    return {_fate(tuple((values | dict(zip(names, one, strict=True))).items())) for one in free}


@cache
def _fate(items: tuple) -> str:
    return fate(dict(items))


def holds(possible: set[str]) -> str:
    """What can be said when several fates are possible."""
    if len(possible) == 1:
        return next(iter(possible))
    if possible == {"ON_XMITQ_CHANNEL_ENDS", "ON_XMITQ_CHANNEL_RETRYING"}:
        return "ON_XMITQ_CHANNEL_ENDS"
    return "UNKNOWN"


EXCEPTION, WITH_DATA = 0x01000000, 0x03000000
OPTIONS = [
    report | discard | passed
    for report in (0, EXCEPTION, WITH_DATA, FULL_DATA) for discard in (0, DISCARD) for passed in (0, PASS)
]  # fmt: skip


def report(v: dict) -> tuple[str, str] | None:
    """What the exception report at the receiving end holds and where it ends, by nested questions; None for none."""
    kinds = {1: "none of the message's data", 3: "the first 100 bytes of the message", 7: "the whole message"}
    holds = kinds.get(v["report"] >> 24 & 7)
    if holds is None or v["reply"][0] == "" or fate(v) in FATES[5:7] or fate(v) == FATES[0]:
        return None
    if v["return_put"]:
        return holds, "transmission queue" if v["reply"][1] == "QM1" else "reply-to queue"
    if v["report"] & PASS and v["report"] & DISCARD:
        return holds, "nowhere"
    return holds, "dead-letter queue" if _dead_letter_queue_takes_it(v) else "not known"


def inputs(values: dict) -> dict:
    """The model's values under the kit's names."""
    plain = {k: v for k, v in values.items() if k != "reply"}
    reply = values.get("reply") or (None, None)
    return plain | {
        "reply_to_q": reply[0],
        "reply_to_qmgr": reply[1],
        "MRTMR": MRTMR,
        "QMNAME": "QM2",
        "exits_pass": False,
    }


def combinations(every: int = 1):
    """Every n-th combination of the values, n a prime so that each value meets each other."""
    for chosen in itertools.islice(itertools.product(*VALUES.values()), 0, None, every):
        yield dict(zip(VALUES, chosen, strict=True))


def differing(every: int = 1) -> tuple[int, set[str], list[dict]]:
    """How many combinations were compared, the fates that they have, and those of which the kit says another fate."""
    from mqforensics.flow.delivery.fate import of_inputs

    count, reached, wrong = 0, set(), []
    for values in combinations(every):
        count, expected = count + 1, fate(values)
        reached.add(expected)
        told, made = of_inputs(inputs(values)), expected
        copy = report(values) if values["end"] == "receiving" and expected != "UNKNOWN" else None
        right = told.fate == made and (copy is None or (told.report and told.report.holds == copy[0]
                                                        and copy[1] in told.report.where))  # fmt: skip
        lost = told.fate == "DISCARDED" and values["persistence"] == 1 and not values["report"] & DISCARD
        if not right or lost:
            wrong.append(values)
    return count, reached, wrong


if __name__ == "__main__":
    count, reached, wrong = differing(int(sys.argv[1]) if sys.argv[1:] else 1)
    print(f"{count} combinations, {len(reached)} fates, {len(wrong)} told differently", *wrong[:5], sep="\n")
