"""Texts that look like messages and show none: what each is instead."""

import re

OTHER_BANNER = (re.compile(rb"Sample AMQSBCG"), "not the output of amqsbcg: its banner is not the program's")
FAKES = (
    OTHER_BANNER,
    (
        re.compile(rb"SAMPLE QUEUE REPORT +PAGE"),
        "a report of the z/OS browse sample: the first 80 characters of each message as text, no bytes",
    ),
)


def kind_of_fake(data: bytes) -> str:
    """What bytes without any message are."""
    for sign, meaning in FAKES:
        if sign.search(data[:65536]):
            return meaning
    is_text = data.strip() and not data[:4096].translate(None, bytes(range(7, 14)) + bytes(range(32, 127))).strip(b"\0")
    if not data.strip():
        return "no text"
    return "text without any MQ message" if is_text else "no MQMD and no MQ header in these bytes"
