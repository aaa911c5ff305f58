"""The dead-letter queue handler without running it: a dry run of a rules table, advice on it, a proposal for one."""

from mqforensics.questions.handler.dry_run import dry_run

__all__ = ["dry_run"]
