"""The parts of a report page: the answer on top, sections that appear only when they have something to say."""

import html
from collections.abc import Mapping

import pandas as pd
from IPython.display import HTML, display
from matplotlib.figure import Figure
from pyspark.sql import DataFrame

from mqforensics.questions.browse.findings import LONGEST
from mqforensics.questions.walk.words import AGAINST
from mqforensics.views import style
from mqforensics.views.table import cell

RANK = {"critical": 0, "warning": 1, "info": 2}
ORDER = ("walk", "dead_letters", "poison", "browse", "handler", "delivery")
"""Which question answers first."""
SHOWN_EVIDENCE = 5
HEADLINES = 3


def section(title: str, *things: object, level: int = 2) -> None:
    """Show a heading and what belongs under it; nothing at all when there is nothing to show."""
    present = [thing for thing in things if thing is not None]
    if not present:
        return
    display(HTML(f"<h{level}>{html.escape(title)}</h{level}>"))
    for thing in present:
        style.show(thing) if isinstance(thing, Figure) else display(thing)


def headline(*sentences: str, critical: bool = True) -> HTML:
    """The answer, in large letters."""
    kind = "headline critical" if critical else "headline"
    return HTML(f"<div class='{kind}'>{'<br/>'.join(html.escape(s) for s in sentences)}</div>")


def answer(found: pd.DataFrame, dead_letters: str = "") -> HTML:
    """The headline of a case: the first verdicts of its findings, `dead_letters` standing for that question's."""
    if found.empty:
        return headline("Nothing in this evidence needs attention.", critical=False)
    sentences = {}
    for _, row in ranked(found).iterrows():
        sentences.setdefault(row["question"], brief(row["statement"]))
    if dead_letters and "dead_letters" in sentences:
        sentences["dead_letters"] = dead_letters
    return headline(*list(sentences.values())[:HEADLINES], critical="critical" in set(found["severity"]))


def brief(statement: str) -> str:
    """What a statement says, without the details that the table of findings has."""
    for details in (AGAINST, LONGEST):
        statement = statement.split(details)[0]
    return statement


def ranked(found: pd.DataFrame) -> pd.DataFrame:
    """Findings by severity, then in the order in which the questions matter."""
    keys = pd.DataFrame({
        "severity": found["severity"].map(RANK).fillna(len(RANK)),
        "question": found["question"].map({name: at for at, name in enumerate(ORDER)}).fillna(len(ORDER)),
    })  # fmt: skip
    return found.loc[keys.sort_values(["severity", "question"], kind="stable").index]


def collected(found: DataFrame) -> pd.DataFrame:
    """The findings of a case on the driver: a table that does not grow with the evidence."""
    return pd.DataFrame([row.asDict(recursive=True) for row in found.collect()], columns=found.columns)


def findings_table(found: pd.DataFrame) -> HTML | None:
    """Each finding with its severity in words, what it rests on, and the command to run next."""
    if found.empty:
        return None
    rows = "".join(_finding_row(row) for _, row in ranked(found).iterrows())
    head = "".join(f"<th>{name}</th>" for name in ("severity", "finding", "rests on", "run next"))
    return HTML(f"<table class='mqforensics'><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>")


def _finding_row(row: pd.Series) -> str:
    said = f"<b>{html.escape(row['code'])}</b> {html.escape(row['statement'])}"
    command = "<br/>".join(f"<code>{html.escape(one['command'])}</code>" for one in row["next"] or [])
    severity = f"<span class='severity-{row['severity']}'>{row['severity']}</span>"
    cells = (severity, said, html.escape(places(row["evidence"])), command)
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def places(evidence: list[Mapping]) -> str:
    """Evidence as text: `dlq.txt message 1, 2, 3; qm.txt line 14`."""
    cited: dict[tuple[str, str], list[int]] = {}
    for at in evidence or []:
        kind = "line" if at["line"] is not None else "message"
        cited.setdefault((at["file"], kind), []).append(at["line"] if kind == "line" else at["number"])
    return "; ".join(f"{file} {kind} {_numbers(numbers)}" for (file, kind), numbers in cited.items())


def _numbers(numbers: list[int | None]) -> str:
    shown = ", ".join(str(n) for n in numbers[:SHOWN_EVIDENCE])
    return shown + (f" and {len(numbers) - SHOWN_EVIDENCE} more" if len(numbers) > SHOWN_EVIDENCE else "")


def parameters(**values: object) -> HTML:
    """The parameters of a notebook as a small table, because the cell that sets them is not shown in a report."""
    rows = "".join(f"<tr><th>{name}</th><td>{html.escape(cell(value))}</td></tr>" for name, value in values.items())
    return HTML(f"<table class='mqforensics'>{rows}</table>")
