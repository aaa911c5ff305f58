"""The command line: `mqforensics report CASE -o DIR` and its other verbs. Exit 0: done, 2: cannot be used."""

import argparse
import io
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import mqforensics
from mqforensics.case import settings
from mqforensics.errors import CaseEmpty, MQForensicsError, require_file, require_folder
from mqforensics.files.remote import masked
from mqforensics.plaintext import shown

MESSAGE = re.compile(r"(?i)(AMQ|CSQ)\w*\d{3}")
ALONE = re.compile(rf"(?i)[0-9]{{1,3}}|[1-9][0-9]{{3}}|0x[0-9a-f]{{3,8}}|MQ(?:RC|FB|RCCF)_\w+|{MESSAGE.pattern[4:]}\w?")
"""The number of a message of the product; what is a reason by itself (`0308` is of a dump's bytes) or such a number."""
MODES = ("payload", "identity", "all")
PLATFORMS = ("distributed", "zos", "ibmi")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb; gives the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # what a terminal has no letter for is no reason to fail
    given = _parser().parse_args(arguments)
    try:
        return given.run(given) or 0
    except KeyboardInterrupt:
        print("mqforensics: cancelled", file=sys.stderr)
        return 130
    except BrokenPipeError:  # whoever reads what is printed has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (MQForensicsError, OSError, ValueError) as problem:
        print(f"mqforensics: {shown(problem)}", file=sys.stderr)
        return getattr(problem, "exit_code", 2)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="mqforensics", description="Where is the message, why, and what to run next.")
    parser.add_argument("--version", action="version", version=f"mqforensics {mqforensics.__version__}")
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    verb = verbs.add_parser("report", help="read a case and write report.html, report.ipynb and findings.json")
    verb.add_argument("case", metavar="CASE", help="a folder, a file, a glob, a zip or a URL of evidence")
    verb.add_argument("-o", "--output", metavar="DIR", default="report", help="where to write (default: report)")
    verb.add_argument("--redact", choices=MODES, default="", help="hide what messages carry, names, or both")
    verb.add_argument("--previews", action="store_true", help="show the first characters of messages")
    verb.add_argument("--notes", metavar="FILE", default="", help="the notes of an investigation for the report")
    _add_request(verb)
    verb.set_defaults(run=_report)
    verb = verbs.add_parser("verify", help="say whether a report is of a case: exit 0, or 1 and what differs")
    verb.add_argument("folder", metavar="DIR", help="the folder of the report")
    verb.add_argument("case", metavar="CASE", help="a folder, a file, a glob, a zip or a URL of evidence")
    verb.set_defaults(run=_verify)
    verb = verbs.add_parser("lab", help="open the desk in JupyterLab: look, choose, open messages, take notes")
    verb.add_argument("case", metavar="CASE", nargs="?", default="", help="the case to begin with")
    verb.add_argument("-o", "--output", metavar="DIR", default="investigation", help="for the notebook and the notes")
    verb.set_defaults(run=_lab)
    verb = verbs.add_parser("collect", help="write scripts, one a queue manager, that gather what a case lacks")
    verb.add_argument("case", metavar="CASE", nargs="?", help="a folder, a file, a glob, a zip or a URL of evidence")
    verb.add_argument("-o", "--output", metavar="DIR", default="collect", help="where to write (default: collect)")
    verb.add_argument("--queue", metavar="Q", help="without a case: the queue that a message was put to")
    verb.add_argument("--queue-manager", metavar="QM", help="without a case: where it was put")
    verb.add_argument("--zos", action="store_true", help="without a case: the queue manager is on z/OS")
    verb.set_defaults(run=_collect)
    verb = verbs.add_parser("explain", help="say what a pasted text is, what it says, and what to ask next")
    verb.add_argument("text", nargs="*", metavar="TEXT", help="the text; without it, standard input is read")
    verb.set_defaults(run=_explain)
    verb = verbs.add_parser("decode", help="print the messages of a dump, one JSON object a line")
    verb.add_argument("case", metavar="CASE", help="a folder, a file, a glob, a zip or a URL of evidence")
    verb.add_argument("-n", "--number", type=int, metavar="N", help="only the message with this number")
    verb.add_argument("--redact", choices=MODES, default="", help="hide what messages carry, names, or both")
    verb.set_defaults(run=_decode)
    verb = verbs.add_parser("mqrc", help="look up reasons by number, hex, bytes of a dump or name, and AMQ numbers")
    verb.add_argument("reason", nargs="+", metavar="REASON", help="2035, 0x7F3, \"0308 0000\", MQRC_NOT_AUTHORIZED")
    verb.set_defaults(run=_mqrc)
    verb = verbs.add_parser("prepare", help="once: keep what Java loads of Spark, so that every later start is quicker")
    verb.set_defaults(run=_prepare)
    _add_rules(verbs.add_parser("rules", help="check, try or propose a dead-letter handler's rules table"))
    return parser


def _add_request(verb: argparse.ArgumentParser) -> None:
    asks = verb.add_argument_group("the message that is asked about, in place of what case.json says")
    for name, asked in settings.REQUEST.items():
        kind = int if asked.kind == "N" else str
        asks.add_argument(f"--{name.replace('_', '-')}", dest=name, type=kind, metavar=asked.kind, help=asked.what)


def _add_rules(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    verb = verbs.add_parser("check", help="print each error as file:line, AMQ number and words; exit 1 with any")
    verb.add_argument("table", metavar="TABLE", help="a rules table of runmqdlq")
    verb.add_argument("--platform", choices=PLATFORMS, default=PLATFORMS[0], help="whose handler it is for")
    verb.set_defaults(run=_check)
    verb = verbs.add_parser("dry-run", help="say of each message of a case what the rules would do with it")
    verb.add_argument("table", metavar="TABLE", help="a rules table of runmqdlq")
    verb.add_argument("case", metavar="CASE", help="a case with the dump of the dead-letter queue")
    verb.add_argument("-o", "--output", metavar="FILE.csv", required=True, help="where to write, a row a message")
    verb.add_argument("--redact", choices=MODES, default="", help="hide what messages carry, names, or both")
    verb.set_defaults(run=_dry_run)
    verb = verbs.add_parser("propose", help="write a rules table that empties the dead-letter queue of a case")
    verb.add_argument("case", metavar="CASE", help="a case with the dump of the dead-letter queue")
    verb.add_argument("-o", "--output", metavar="TABLE", required=True, help="where to write")
    verb.set_defaults(run=_propose)


def _report(given: argparse.Namespace) -> None:
    from mqforensics.questions.walk.request import checked
    from mqforensics.record import Record
    from mqforensics.report import report
    from mqforensics.session import require_java

    require_folder(given.output)
    if given.notes and not Path(given.notes).is_file():
        raise ValueError(f"expected the file of an investigation's notes, got {given.notes}")
    if given.notes:
        Record(given.notes)  # raises where it is none
    more = {"notes": str(Path(given.notes).resolve())} if given.notes else {}
    asked = {name: getattr(given, name) for name in settings.REQUEST if getattr(given, name) is not None}
    if asked and "queue" not in asked:
        raise ValueError("expected --queue, the queue that the message was put to, with what else is known of it")
    if asked:
        checked(asked)
        more["walk"] = settings.given(walk=asked)["walk"]
    require_java()
    print(report(given.case, given.output, redact=given.redact, previews=given.previews, **more))


def _verify(given: argparse.Namespace) -> int:
    from mqforensics.report import verify

    differs = verify(given.folder, given.case)
    of = f"the report in {given.folder} is of {masked(given.case)} by its findings.json; report.html is not covered"
    print(shown(differs) if differs else of)
    return 1 if differs else 0


def _lab(given: argparse.Namespace) -> int:
    from mqforensics.lab import lab

    require_folder(given.output)
    return lab(given.case, given.output)


def _collect(given: argparse.Namespace) -> None:
    from mqforensics import open_case, session
    from mqforensics.tools.collect import collect, collect_for

    require_folder(given.output)
    if given.case:
        paths = collect(open_case(session(), given.case), given.output)
    elif given.queue and given.queue_manager:
        paths = collect_for(given.queue, given.queue_manager, given.output, given.zos)
    else:
        raise ValueError("expected a case, or --queue and --queue-manager")
    print(*paths, sep="\n")


def _explain(given: argparse.Namespace) -> int:
    from mqforensics.tools.explain import explain

    # An argument that is no text of the locale holds its bytes as surrogates.
    if not given.text and sys.stdin is None:
        raise ValueError("expected a text as an argument or on standard input, which is closed")
    told = explain(" ".join(given.text).encode("utf-8", "surrogateescape") if given.text else sys.stdin.buffer.read())
    print(shown(told, keep="\n"))
    return 0 if told.known else 1


def _decode(given: argparse.Namespace) -> None:
    from mqforensics import open_case, session
    from mqforensics.privacy.names_of_case import redaction_of
    from mqforensics.views.export import json_lines

    case = open_case(None, given.case)
    if not case.has("messages"):  # known before Spark is started
        raise CaseEmpty(f"expected a dump of messages at {masked(given.case)}, found none")
    case.spark = session()
    messages = case.messages
    if given.number is not None:
        messages = messages.where(f"number = {given.number}")
    line = None
    for line in json_lines(messages.orderBy("file", "offset"), redaction_of(case, given.redact)):
        print(line)
    if line is None and given.number is not None:
        raise CaseEmpty(f"expected the number of a message at {masked(given.case)}, found none that is {given.number}")


def _prepare(given: argparse.Namespace) -> None:
    from mqforensics.prepare import prepare

    print(prepare())


def _check(given: argparse.Namespace) -> int:
    from mqforensics.questions import handler

    text = Path(given.table).read_bytes()
    lines = handler.check_lines(text, given.table, given.platform)
    for line in (*lines, *handler.note_lines(text, given.table, given.platform)):
        print(shown(line))
    return 1 if lines else 0


def _dry_run(given: argparse.Namespace) -> None:
    from mqforensics import open_case, session
    from mqforensics.privacy.names_of_case import redaction_of
    from mqforensics.questions import handler

    require_file(given.output)
    text = Path(given.table).read_bytes()
    case = open_case(session(), given.case)
    told = redaction_of(case, given.redact).value
    remarks = handler.dry_run_to_csv(case, text, given.output, file=given.table, told=told)
    print(*map(shown, remarks), given.output, sep="\n")


def _propose(given: argparse.Namespace) -> None:
    from mqforensics import open_case, session
    from mqforensics.questions import handler

    require_file(given.output)
    handler.propose_to(open_case(session(), given.case), given.output)
    print(given.output)


def _mqrc(given: argparse.Namespace) -> int:
    from mqforensics import codes

    several = len(given.reason) > 1 and all(map(ALONE.fullmatch, given.reason))
    known = []
    for text in given.reason if several else [" ".join(given.reason)]:
        told = codes.explain(text) if MESSAGE.match(text) else codes.mqrc(text)
        known.append(told.meaning if MESSAGE.match(text) else told.code is not None)
        print(told)
    return 0 if all(known) else 1


if __name__ == "__main__":
    sys.exit(main())
