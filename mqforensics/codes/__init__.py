"""MQ's numbers and names: one CSV a family, and what the reasons mean.

To read: `families`, `reasons`, `reason_parser` (how people write a reason), `amq_messages`, `client_failures`,
`exit_codes`, `defaults`, `refusals`, `platforms`; `code_pages` (bytes as text).
"""

from mqforensics.codes.amq_messages import Message, explain
from mqforensics.codes.families import FamilyNotFound, code, family, flags, name
from mqforensics.codes.reason_parser import ReasonExpected, mqrc
from mqforensics.codes.reasons import Reason, cause, may_pass, meaning, numbered, reason_name, retried_by_mca

__all__ = [
    "FamilyNotFound", "Message", "Reason", "ReasonExpected", "cause", "code", "explain", "family", "flags", "may_pass",
    "meaning", "mqrc", "name", "numbered", "reason_name", "retried_by_mca",
]  # fmt: skip
