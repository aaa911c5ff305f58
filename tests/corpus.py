"""Everything that the kit says of all cases, as sorted lines: `python -m tests.corpus [-o FILE] [FOLDER …]`.

Two such files show what a change makes the kit say otherwise: `diff before.txt after.txt`. A line is the case, the
question, what it is (`headline` or the code of a finding), queue manager, object and the sentence, parted by tabs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
SHARED = HERE.parent / "shared" / "cases"
"""Incidents beside the checkout, where there are any."""


def cases(folders: list[Path]) -> list[Path]:
    """The folders named, or every sample case and every incident beside the checkout."""
    roots = [HERE / "sample_dumps", SHARED]
    return folders or sorted(one for root in roots if root.is_dir() for one in root.iterdir() if one.is_dir())


def lines(spark, folder: Path) -> Iterator[str]:
    """What is said of one case. A question that fails is a line with its error."""
    from mqforensics import open_case
    from mqforensics.questions import answers

    with open_case(spark, str(folder)) as case:
        for name, answer in answers(case).items():
            yield _line(folder, name, "headline", "", "", answer.headline)
            for one in answer.findings:
                yield _line(folder, name, one.code, one.queue_manager, one.object, one.statement)


def _line(folder: Path, *cells: str | None) -> str:
    # A sentence may quote evidence with line ends of its own.
    return "\t".join([folder.name, *(" ".join((cell or "").split()) for cell in cells)])


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.corpus", description="Everything the kit says of all cases.")
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("-o", "--output", type=Path, help="the file to write; else it is printed")
    given = parser.parse_args(arguments)
    from mqforensics import session

    spark, said = session(), []
    for folder in cases(given.folders):
        try:
            said += lines(spark, folder)
        except Exception as error:
            said.append(_line(folder, "", type(error).__name__, "", "", str(error)))
        print(folder.name, len(said), file=sys.stderr, flush=True)
    text = "".join(f"{line}\n" for line in sorted(said))
    if given.output:
        given.output.write_text(text)
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
