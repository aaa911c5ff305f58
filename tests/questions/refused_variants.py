"""Configurations that refuse a connection, whole and with a file or a line taken away, laid out as one case.

`python -m tests.questions.refused_variants 40` takes every line of so many generated configurations away, one at a time;
the suite takes one of each.
"""

import random
import sys
import tempfile
from collections import defaultdict
from datetime import UTC, timedelta
from pathlib import Path
from typing import NamedTuple

from tests.writers.refused_cases import SAMPLE, SCENES, START, files, sample
from tests.writers.refused_generated import configuration, layout

TOLD = ("AMQERR01.LOG", "events.json", "client.log")
TAKEN = (None, *TOLD, "definitions.txt")


class Variant(NamedTuple):
    """A scene or a sample case by its name or a generated configuration by its number, and what is taken away of it."""

    name: str | int
    layout: str
    taken: str | None = None
    line: int | None = None

    def made(self, place=0):
        """The files by name, and what is true."""
        manager, start = f"QM{place}", START + timedelta(minutes=place)
        if isinstance(self.name, int):
            found, truth = configuration(self.name, manager, start)
        elif self.name in SAMPLE:
            found, truth = sample(self.name, manager, start), SCENES[SAMPLE[self.name][0]]["truth"]
            found.pop("TRUTH.md")
        else:
            found, truth = files(self.name, self.layout, manager, start), SCENES[self.name]["truth"]
        if self.taken and self.line is None:
            found.pop(self.taken, None)
        elif self.taken:
            lines = found[self.taken].splitlines(keepends=True)
            found[self.taken] = "".join(lines[: self.line] + lines[self.line + 1 :])
        return found, truth


def lines_of(number, names=(*TOLD, "definitions.txt")):
    """A variant for each line of a generated configuration."""
    for name, text in configuration(number)[0].items():
        if name in names:
            yield from (Variant(number, layout(number), name, line) for line in range(text.count("\n")))


def one_line_of(number):
    """A line of the log, the event or the client's text of a configuration, always the same one."""
    return random.Random(number).choice(list(lines_of(number, TOLD)))


def lay(folder, variants):
    """The files of all of them: each has a queue manager and a minute of its own, and a file for what lost a line."""
    texts = defaultdict(str)
    for place, variant in enumerate(variants):
        for file, text in variant.made(place)[0].items():
            own = f"only{place}/" if variant.line is not None and variant.taken == file else ""
            texts[own + (f"{variant.layout}/" if file == "AMQERR01.LOG" and not own else "") + file] += text
    for file, text in texts.items():
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).write_text(text)


def by_variant(rows):
    """Rows of `refused` by the place of the variant that they are of; what tells neither time nor manager is left out."""
    found = defaultdict(list)
    for row in rows:
        own = [at.file for at in row["evidence"] if at.file.startswith("only")]
        if own:
            place = own[0].split("/")[0][4:]
        elif row["time"]:
            place = (row["time"].astimezone(UTC) - START).total_seconds() / 60
        else:
            place = (row["queue_manager"] or "QM-1")[2:]
        found[round(float(place))].append(row)
    return found


def wrong(row, truth):
    """What of gate, record and user is told and not true; what is not told is not wrong."""
    said = [key for key in ("gate", "record", "user") if key in truth and row[key] not in (truth[key], None)]
    if truth.get("record") == "AUTHREC" and (row["record"] or "").startswith("AUTHREC"):
        said.remove("record")
    changes = [one for one in row["next"] if one["effect"] == "changes"]
    return said + (["next"] if changes and not row["gate"] else [])


def main() -> None:
    from mqforensics import open_case, refused, session
    from mqforensics.formats import mqsc
    from mqforensics.formats.file_slice import FileSlice
    from mqforensics.objects.security import by_queue_manager
    from mqforensics.questions.refused import explanation

    numbers, differing, told = range(int(sys.argv[1])), [], 0
    for first in range(0, len(numbers), 10):
        variants = [one for number in numbers[first : first + 10] for one in (
            Variant(number, layout(number)), *lines_of(number, TOLD),
        )]  # fmt: skip
        with tempfile.TemporaryDirectory() as folder:
            lay(Path(folder), variants)
            found = by_variant(row.asDict() | {"next": [one.asDict() for one in row["next"]]}
                               for row in refused(open_case(session(), folder)).collect())  # fmt: skip
        for place, variant in enumerate(variants):
            told += any(row["gate"] for row in found[place])
            differing += [(variant, wrong(row, variant.made()[1]), row) for row in found[place]
                          if wrong(row, variant.made()[1])]  # fmt: skip
        whole = {variant.name: found[place] for place, variant in enumerate(variants) if variant.taken is None}
        definitions = [one for number in whole for one in lines_of(number, ("definitions.txt",))]
        for variant in definitions:
            text, truth = variant.made()
            known = by_queue_manager(mqsc.read(FileSlice(text["definitions.txt"].encode(), file="a")))
            for row in whole[variant.name]:
                bare = {
                    **dict.fromkeys(("asserted", "mqcsp", "issuer", "partner", "wanted", "words")),
                    **row,
                    "record": None,
                }
                bare |= {"queue_manager": "QM1", "asserted": row["user"]}
                record = explanation.decide(bare, known).record
                if record is not None and wrong({**row, "record": record}, truth):
                    differing.append((variant, ["record"], record))
        print(f"{first + len(whole)} configurations, {len(variants) + len(definitions)} variants more, "
              f"{len(differing)} wrong so far", flush=True)  # fmt: skip
    print(
        f"of those with a line of the log, event or client's text taken, {told} tell a gate", *differing[:10], sep="\n"
    )


if __name__ == "__main__":
    main()
