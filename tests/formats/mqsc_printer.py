"""An independent printer of runmqsc output: what the reader is tested against."""

HEADERS = {
    "QMGR": "AMQ8408I: Display Queue Manager details.",
    "QLOCAL": "AMQ8409I: Display Queue details.",
    "QREMOTE": "AMQ8409I: Display Queue details.",
    "CHANNEL": "AMQ8414I: Display Channel details.",
    "CHSTATUS": "AMQ8417I: Display Channel Status details.",
    "QSTATUS": "AMQ8450I: Display queue status details.",
    "LISTENER": "AMQ8630I: Display listener information details.",
}


def cell(key, value):
    if value is None:
        return key
    return f"{key}({value or ' '})"


def two_columns(attributes):
    """Cells in two columns, the second at offset 43; a cell of 38 or more characters alone."""
    lines, left = [], None
    for key, value in attributes:
        text = cell(key, value)
        if len(text) > 37:
            if left is not None:
                lines.append("   " + left.ljust(40))
            lines.append("   " + text)
            left = None
        elif left is None:
            left = text
        else:
            lines.append("   " + left.ljust(40) + text)
            left = None
    if left is not None:
        lines.append("   " + left.ljust(40))
    return lines


def session(objects, manager="QM1", end="\n"):
    """A whole session: `objects` are (type, [(key, value or None for a bare word)])."""
    lines = ["5724-H72 (C) Copyright IBM Corp. 1994, 2025.", f"Starting MQSC for queue manager {manager}.", "", ""]
    for number, (kind, attributes) in enumerate(objects, 1):
        lines += [f"{number:6} : display {kind.lower()}(*)", HEADERS[kind], *two_columns(attributes)]
    lines += [f"{len(objects)} MQSC commands read.", "No commands have a syntax error."]
    lines += ["All valid MQSC commands were processed."]
    return end.join(lines) + end
