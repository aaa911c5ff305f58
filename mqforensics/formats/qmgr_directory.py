"""The names of queue managers as their folders have them: where a file system could not take a character."""

import re

UNIQUE = re.compile(r"\.\d{3}$")
"""Added where two folders would have the same name; a dot of the queue manager's own name is none there."""


def queue_manager_of(folder: str) -> str:
    """The queue manager that a folder is named after: `!` stands for `.` and `&` for `/`."""
    return plain_name(UNIQUE.sub("", folder))


def plain_name(printed: str) -> str:
    """A queue manager's name of a text that prints it as it is, or as its folder is called."""
    if "!" in printed:
        printed = UNIQUE.sub("", printed)
    return printed.replace("!", ".").replace("&", "/")
