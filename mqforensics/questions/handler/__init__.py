"""The dead-letter queue handler without running it: a dry run of a rules table, advice on it, a proposal for one.

Sources: the documents "Handling undelivered messages" and "DLQ handler rules table processing", the product
documentation of the handler, and the behaviour of the sample handler amqsdlq that MQ ships.

To read: `subject`, `handled_dumps`, `start_arguments`, `target_queues`, `targets`, `patterns`, `kinds`, `passes`,
`batches`, `result`, `dry_run`; then `advice`, `result_groups`, `handler_log`, `case_findings`, `propose`, `verbs`.
"""

from mqforensics.formats.dlqrules import RulesTable
from mqforensics.questions.answer import Question
from mqforensics.questions.handler.advice import advice
from mqforensics.questions.handler.case_findings import (
    answer,
    chosen_table,
    dry_run_of,
    findings_of,
    stays,
    subject_of,
    tables,
)
from mqforensics.questions.handler.dry_run import RulesNotFound, dry_run
from mqforensics.questions.handler.propose import propose_rules
from mqforensics.questions.handler.result_groups import flow, groups
from mqforensics.questions.handler.subject import Subject, subject
from mqforensics.questions.handler.verbs import check_lines, dry_run_to_csv, note_lines, propose_to
from mqforensics.validation import TEXT, a, either

__all__ = [
    "QUESTION", "RulesNotFound", "Subject", "advice", "answer", "check_lines", "chosen_table", "dry_run", "dry_run_of",
    "dry_run_to_csv", "findings_of", "flow", "groups", "note_lines", "propose_rules", "propose_to", "stays",
    "subject", "subject_of", "tables",
]  # fmt: skip

QUESTION = Question(
    "handler", "Rules", "What would the dead-letter queue handler do with these messages?",
    "a rules table beside the dump of the dead-letter queue: cp /var/mqm/dlq.rules case/", answer,
    {"rules": either(TEXT, a(RulesTable))},
    tables=("messages", "objects", "rules"),
)  # fmt: skip
