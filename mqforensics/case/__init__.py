"""A folder, a file or an archive as the tables of a case; settings that come with it are checked."""

from mqforensics.case.case import CASE, NOTES, Case, evidence, open_case

__all__ = ["CASE", "NOTES", "Case", "evidence", "open_case"]
