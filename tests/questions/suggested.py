"""What a finding suggests, as one text."""


def suggested(row):
    """The commands of `row.next`, a line each."""
    given = row["next"] if isinstance(row, dict) else row.next
    return "\n".join(one["command"] for one in given)
