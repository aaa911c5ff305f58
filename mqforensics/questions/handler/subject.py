"""What findings about a rules table speak of: the table, the queue it is for, and what is known of its targets."""

from dataclasses import dataclass

from mqforensics.formats.dlqrules import RulesTable
from mqforensics.questions.finding import Evidence
from mqforensics.questions.handler.definitions import Definitions
from mqforensics.questions.handler.dry_run import targets_of
from mqforensics.questions.handler.targets import Targets

QUESTION = "handler"
UNKNOWN_QUEUE, UNKNOWN_MANAGER = "DEAD.LETTER.QUEUE", "QMGR"
"""Placeholders in a command whose queue or queue manager the evidence does not name."""


@dataclass(frozen=True)
class Subject:
    """One rules table in its case; `queue` is the dead-letter queue it works on, blank when nothing names it."""

    table: RulesTable
    targets: Targets
    queue: str = ""
    case: str = "CASE"
    """Where the case lies, for commands that read it."""

    @property
    def file(self) -> str:
        """The table's file as the case names it."""
        return self.table.file or "the rules table"

    def at(self, *lines: int) -> list[Evidence]:
        """Lines of the table as evidence."""
        return [Evidence(self.table.file, line=line) for line in lines]

    def mqsc(self, command: str) -> str:
        """A command for the handler's queue manager."""
        return f'echo "{command}" | runmqsc {self.targets.queue_manager or UNKNOWN_MANAGER}'

    @property
    def check(self) -> str:
        """The command that shows every mistake of the table."""
        return f"mqforensics rules check {self.file}"

    @property
    def propose(self) -> str:
        """The command that writes a rules table for the case."""
        return f"mqforensics rules propose {self.case} -o proposed.rules"

    @property
    def start(self) -> str:
        """The command that starts the handler with this table."""
        if self.table.platform == "ibmi":
            return f"STRMQMDLQ UDLMSGQ('{self.queue or '*DFT'}') SRCMBR(RULES)"
        if self.table.platform == "zos":
            return f"//DLQH EXEC PGM=CSQUDLQH,PARM='{self.queue or UNKNOWN_QUEUE} {self._manager}'"
        return f"runmqdlq {self.queue or UNKNOWN_QUEUE} {self._manager} < {self.file}"

    @property
    def _manager(self) -> str:
        return self.targets.queue_manager or UNKNOWN_MANAGER


def subject(table: RulesTable, known: Definitions, given: dict, case: str = "CASE") -> Subject:
    """A table in its case; `given`: the question's parameters (`failing`, `queue_manager`, `dead_letter_queue`)."""
    targets = targets_of(table, known, given.get("failing"), given.get("queue_manager"))
    own = known.dead_letter_queues
    default = own.get(targets.queue_manager) or (next(iter(own.values())) if len(own) == 1 else "")
    return Subject(table, targets, table.input(given.get("dead_letter_queue"))[0] or default, case)
