"""What findings about a rules table speak of: the table, the queue it is for, and what is known of its targets."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_

from pyspark.sql import Column
from pyspark.sql import functions as F

from mqforensics.codes.platforms import ZOS
from mqforensics.formats.dlqrules import RulesTable
from mqforensics.objects import commands, new_queue
from mqforensics.objects.commands import Command
from mqforensics.objects.missing_queues import spelt_otherwise
from mqforensics.questions.finding import Evidence
from mqforensics.questions.handler.start_arguments import HandlerStart
from mqforensics.questions.handler.target_queues import Definitions
from mqforensics.questions.handler.targets import Targets, targets_of
from mqforensics.words import handler as words

QUESTION = "handler"


@dataclass(frozen=True)
class Subject:
    """One rules table in its case; `queue` is the dead-letter queue it works on, blank when nothing names it."""

    table: RulesTable
    targets: Targets
    queue: str = ""
    told_queue: str = ""
    """INPUTQ, as the case's own settings, the handler's command or the table give it; blank for the queue manager's
    dead-letter queue."""
    told_manager: str = ""
    """INPUTQM likewise; blank for the default queue manager."""
    holders: frozenset[str | None] = frozenset()
    """The queues of which a dump of the case has dead-lettered messages; None among them for a dump that names no
    queue."""
    unowned: frozenset[str] = frozenset()
    """The dumps of dead-lettered messages that are not known to be of the handler's queue manager, and may be of
    another."""
    is_open: bool = False
    """Whether the case has several queue managers, and no evidence shows to which the handler connects."""
    starts: tuple[HandlerStart, ...] = ()
    """The commands of the case that start a handler with this table and its own arguments."""

    @property
    def file(self) -> str:
        """The table's file as the case names it."""
        return self.table.file or "the rules table"

    @property
    def line(self) -> int:
        """The line of the table's control data, or where they would be."""
        return self.table.entries[0].line if self.table.entries else 1

    @cached_property
    def names(self) -> frozenset[str]:
        """The names by which a put comes to the queue that the handler reads: its own, and aliases of the same."""
        if not self.queue:
            return frozenset()
        known, own = self.targets.known, self.targets.queue_manager
        behind = known.queue_behind(own, self.queue)
        same = (name for name in known.names.get(own, ()) if known.queue_behind(own, name) == behind)
        return frozenset({self.queue, behind, *same})

    @property
    def manager(self) -> str | None:
        """The handler's queue manager; None where nothing names it."""
        return self.targets.queue_manager or None

    def doubts(self, files: Collection[str]) -> list[str]:
        """What the evidence does not show of the messages of these dumps: that a handler with this table reads them."""
        said = {
            words.WHOSE.format(manager=self.manager):
                bool(self.unowned & set(files)),
            words.DEFAULT: self.is_open,
            words.STARTED_DIFFERENTLY: not all(one.is_told and one[:2] == self.starts[0][:2] for one in self.starts),
        }  # fmt: skip
        return [one for one, holds in said.items() if holds]

    def at(self, *lines: int) -> list[Evidence]:
        """Lines of the table as evidence."""
        return [Evidence(self.table.file, line=line) for line in lines]

    def mqsc(self, text: str, *names: str, on: str | None = None) -> list[Command]:
        """An MQSC command for the handler's queue manager, or for another one."""
        return commands.mqsc(text, *names, on=on or self.manager, zos=self.table.platform == ZOS)

    def define(self, queue: str) -> list[Command]:
        """What defines a queue to put messages aside on: with the dead-letter queue's limits, so that they fit."""
        if not self.manager:  # at whatever queue manager is the default one, nothing is changed
            return self.mqsc("DISPLAY QMGR QMNAME DEADQ")
        if self.spelt_otherwise(queue):
            return []
        if not self.queue:
            return self.mqsc("DISPLAY QMGR DEADQ") + self.mqsc("DEFINE QLOCAL({}) MAXDEPTH(999999999)", queue)
        look = self.mqsc("DISPLAY QLOCAL({}) ALL", self.queue)
        zos = self.table.platform == ZOS
        return look + new_queue.define(self.targets.known.estate, self.manager, queue, self.queue, zos)

    def spelt_otherwise(self, queue: str) -> str | None:
        """A queue of the handler's queue manager whose name differs in nothing but capitals."""
        near = spelt_otherwise(self.targets.known.estate, self.manager, queue)
        return near[0].name if near else None

    @property
    def check(self) -> list[Command]:
        """The command that shows every mistake of the table."""
        return commands.shell("mqforensics rules check {}", self.table.file or "dlq.rules")

    @property
    def propose(self) -> list[Command]:
        """The command that writes a rules table for the case."""
        return commands.propose()


def subject(table: RulesTable, known: Definitions, given: dict) -> Subject:
    """A table in its case; `given`: the question's parameters (`failing`, `queue_manager`, `dead_letter_queue`)."""
    targets = targets_of(table, known, given.get("failing"), given.get("queue_manager"), given.get("user") or "")
    told_queue, told_manager = table.input(given.get("dead_letter_queue"), given.get("queue_manager"))
    default = known.dead_letter_queues.get(targets.queue_manager, "")
    return Subject(table, targets, told_queue or default, told_queue, told_manager)


def is_of_another_queue(about: Subject) -> Column:
    """Whether a dump is known to be of another queue, or of another queue manager, than the handler reads.

    DEADQ names a queue only for its own queue manager, INPUTQ for any on which the handler may run.
    """
    queue, manager = F.col("queue"), F.col("dump_queue_manager")
    signs = [manager != about.told_manager] if about.told_manager else []
    if about.queue:
        other = ~queue.isin(*about.names)
        signs.append(other if about.told_queue else other & (manager == about.manager))
    return reduce(or_, [F.coalesce(one, F.lit(False)) for one in signs], F.lit(False))
