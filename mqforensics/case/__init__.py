"""A folder, a file or an archive as the tables of a case; settings that come with it are checked.

To read: `settings` and `given` (what `case.json` and the caller say), `case`, `embedded_messages`, `plain_rows` (the
same without an engine).
"""

from mqforensics.case.case import CASE, NOTES, Case, evidence, open_case

__all__ = ["CASE", "NOTES", "Case", "evidence", "open_case"]
