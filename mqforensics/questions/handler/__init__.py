"""The dead-letter queue handler without running it: a dry run of a rules table, advice on it, a proposal for one.

Sources: seeds 1 and 3, the handler's documentation, and the behaviour of the sample handler amqsdlq that MQ ships.
"""

from mqforensics.questions.handler.advice import advice
from mqforensics.questions.handler.case_findings import chosen, dry_run_of, findings, findings_of, subject_of, tables
from mqforensics.questions.handler.commands import check_lines, dry_run_to_csv, note_lines, propose_to
from mqforensics.questions.handler.dry_run import dry_run
from mqforensics.questions.handler.groups import flow, groups
from mqforensics.questions.handler.propose import propose_rules
from mqforensics.questions.handler.rising import rescued
from mqforensics.questions.handler.subject import Subject, subject

__all__ = [
    "Subject", "advice", "check_lines", "chosen", "dry_run", "dry_run_of", "dry_run_to_csv", "findings", "findings_of",
    "flow", "groups", "note_lines", "propose_rules", "propose_to", "rescued", "subject", "subject_of", "tables",
]  # fmt: skip
