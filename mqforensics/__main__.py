"""The command line: `mqforensics report CASE -o DIR` and its other verbs. Exit 0: done, 2: cannot be used."""

import argparse
import atexit
import gc
import io
import json
import logging
import os
import re
import signal
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO

import mqforensics
from mqforensics.case import settings
from mqforensics.case.given import as_texts
from mqforensics.codes.platforms import PLATFORMS
from mqforensics.errors import CaseEmpty, MQForensicsError
from mqforensics.files.isolation import interruptible, scratch_folder, without
from mqforensics.files.output import make_folder, require_file, require_folder, write_file
from mqforensics.files.remote import mask_urls
from mqforensics.plaintext import escape_controls
from mqforensics.privacy import MODES
from mqforensics.session import ENGINE, ENGINES

MESSAGE = re.compile(r"(?i)(AMQ|CSQ)\w*\d{3}")
ALONE = re.compile(rf"(?i)[0-9]{{1,3}}|[1-9][0-9]{{3}}|0x[0-9a-f]{{3,8}}|MQ(?:RC|FB|RCCF)_\w+|{MESSAGE.pattern[4:]}\w?")
"""The number of a message of the product; what is a reason by itself (`0308` belongs to a dump's bytes) or such a
number."""
UNSIGNED = "It is not signed: who can write the folder can write all of it."
UNCHECKED = "It has a signature, which was not checked: name the key that must have signed with --key."
PASTED, TABLE = 4 << 20, 16 << 20
"""Bytes that a pasted text and a rules table may have."""
SELDOM = (100_000, 20, 20)
"""When Python looks for garbage in cycles: most of what a verb makes is what it loads, and that stays."""
OUT_OF_MEMORY = ("can't start new thread", "failed to map segment", "annot allocate memory", "OutOfMemoryError")
"""What Python, the system's loader and Java say where memory is short."""
GIVEN = (
    ("zone", "ZONE or QM_OR_FILE=ZONE", "the time zone of all hosts, or of one: Europe/Berlin, +02:00 or UTC"),
    ("captured", "TIME or QM_OR_FILE=TIME", "when it was captured, in ISO 8601; without a zone by the host's clock"),
    ("assume", "KEY=shown|open|VALUE", "that an assumption holds, or is not made: NO_EXIT=shown; ZONE has a value"),
)
FORMATS = ("html", "md", "txt", "json")
CASE = "a folder, a file, a glob, a zip or a URL of evidence"
EXITS = """exit codes:
  0    success
  1    verify: the report differs. explain, mqrc: not recognised. rules check: errors. report: incomplete
  2    the arguments or the evidence cannot be used, and one line says why
  130  cancelled"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb; gives the exit code."""
    _heed_interrupts()
    _log_what_is_news()
    gc.set_threshold(*SELDOM)
    atexit.register(gc.freeze)  # what is left goes with the process: Python would look through all of it once more
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # what a terminal has no letter for is no reason to fail
    told = list(sys.argv[1:] if arguments is None else arguments)
    own = told.index("--") if told[:1] == ["lab"] and "--" in told else len(told)
    try:
        with interruptible():
            given = _parser().parse_args(told[:own])
            given.options = told[own + 1 :]
            if getattr(given, "engine", None):
                os.environ[ENGINE] = given.engine  # for the kernel of a notebook, too
            return given.run(given) or 0
    except KeyboardInterrupt:
        eval("0")  # CPython, interrupted in code made of a string, would end by the signal if it made no more of it
        print("mqforensics: cancelled", file=sys.stderr)
        return 130
    except BrokenPipeError:  # whoever reads what is printed has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (MQForensicsError, OSError, ValueError) as problem:
        print(f"mqforensics: {escape_controls(problem)}", file=sys.stderr)
        return getattr(problem, "exit_code", 2)
    except Exception as problem:
        said = _of_the_machine(problem)
        if not said:
            raise
        print(f"mqforensics: {escape_controls(said)}", file=sys.stderr)
        return 2


def _heed_interrupts() -> None:
    """From here on Ctrl-C is an error like others; while the package was loaded it ended the process."""
    is_main = threading.current_thread() is threading.main_thread()
    if is_main and signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _log_what_is_news() -> None:
    """Libraries log warnings to the terminal, as without this; what Spark's bridge logs as it breaks is raised, too."""
    handler = logging.StreamHandler()
    handler.addFilter(lambda record: "while sending command" not in record.getMessage())
    if not logging.getLogger().handlers:
        logging.getLogger().addHandler(handler)


def _of_the_machine(problem: Exception) -> str | None:
    """What the machine lacks, where that is what went wrong; None for a fault of the kit."""
    if isinstance(problem, MemoryError) or any(one in str(problem) for one in OUT_OF_MEMORY):
        return f"expected more memory than this process may have (ulimit -v): {type(problem).__name__}: {problem}"
    if type(problem).__module__.startswith(("pyspark.", "py4j.")):
        return f"Spark failed: {str(problem).strip().partition(chr(10))[0]}"
    return None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="mqforensics", description="Where is the message, why, and what to run next.",
                                     epilog=EXITS, formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("--version", action="version", version=f"mqforensics {mqforensics.__version__}")
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    verb = _verb(
        verbs,
        "report",
        "read a case and write report.html, report.ipynb and findings.json",
        "mqforensics report incident/ -o report\nmqforensics report incident.zip --format md -o - | less",
    )
    verb.add_argument("case", metavar="CASE", help=CASE)
    verb.add_argument("-o", "--output", metavar="DIR", default="report",
                      help="the folder to write to (default: report); - writes the page, or what --format names, "
                           "to standard output")  # fmt: skip
    verb.add_argument(
        "--format",
        choices=FORMATS,
        default="html",
        help="html: page, notebook and findings (default); md, txt, json: the findings alone",
    )
    verb.add_argument("--open", action="store_true", help="open the page in the browser when it is written")
    verb.add_argument("--redact", choices=MODES, default="", help="hide what messages carry, names, or both")
    verb.add_argument("--digest-key", metavar="FILE", help="the key of digests with --redact all (default: DIR.key)")
    verb.add_argument("--previews", action="store_true", help="show the first characters of messages")
    verb.add_argument("--notes", metavar="FILE", default="", help="the notes of an investigation for the report")
    verb.add_argument("--compare", metavar="OLD", default="", help="say on the page what changed since this report")
    verb.add_argument("--sign", metavar="KEY", default="", help="sign the report with this ed25519 key (PEM)")
    _add_request(verb)
    _add_given(verb)
    _add_engine(verb)
    verb.set_defaults(run=_report)
    verb = _verb(
        verbs,
        "verify",
        "check that a report was made from this case, or list what differs (exit 1)",
        "mqforensics verify report incident/",
    )
    verb.add_argument("folder", metavar="DIR", help="the folder of the report")
    verb.add_argument("case", metavar="CASE", help=CASE)
    verb.add_argument("--key", metavar="PUBLIC.pem", default="", help="the key that must have signed the report")
    verb.add_argument("--digest-key", metavar="FILE", help="the key of the digests of a report with --redact all")
    verb.set_defaults(run=_verify)
    verb = _verb(
        verbs,
        "compare",
        "list which findings of a report are new, gone or changed since an older one",
        "mqforensics compare report-monday report-tuesday",
    )
    verb.add_argument("old", metavar="OLD", help="the folder of the older report")
    verb.add_argument("new", metavar="NEW", help="the folder of the newer report")
    verb.set_defaults(run=_compare)
    verb = _verb(
        verbs,
        "lab",
        "open the desk in JupyterLab: look, choose, open messages, take notes",
        "mqforensics lab incident/\nmqforensics lab incident/ -- --no-browser --port 9000",
    )
    verb.add_argument("case", metavar="CASE", nargs="?", default="", help="the case to begin with")
    verb.add_argument(
        "-o",
        "--output",
        metavar="DIR",
        default="investigation",
        help="the folder for the notebook and the notes (default: investigation)",
    )
    _add_given(verb)
    _add_engine(verb)
    verb.set_defaults(run=_lab)
    verb = _verb(
        verbs,
        "collect",
        "write one script per queue manager that collects the missing evidence",
        "mqforensics collect incident/ -o scripts\nmqforensics collect --queue ORDERS.IN --queue-manager QM1",
    )
    verb.add_argument("case", metavar="CASE", nargs="?", help=CASE)
    verb.add_argument("-o", "--output", metavar="DIR", default="collect", help="where to write (default: collect)")
    verb.add_argument("--queue", metavar="Q", help="without a case: the queue that a message was put to")
    verb.add_argument("--queue-manager", metavar="QM", help="without a case: where it was put")
    verb.add_argument("--zos", action="store_true", help="without a case: the queue manager is on z/OS")
    _add_engine(verb)
    verb.set_defaults(run=_collect)
    verb = _verb(
        verbs,
        "explain",
        "say what a pasted text is, what it says, and what to ask next",
        "mqforensics explain < message.txt\nmqforensics explain AMQ9777\nmqforensics explain ON_DLQ",
    )
    verb.add_argument("text", nargs="*", metavar="TEXT", help="the text; without it, standard input is read")
    _add_given(verb)
    verb.set_defaults(run=_explain)
    verb = _verb(
        verbs,
        "decode",
        "print the messages of a dump, one JSON object a line",
        "mqforensics decode dlq.txt\nmqforensics decode dlq.txt -n 3 --redact payload",
    )
    verb.add_argument("case", metavar="CASE", help=CASE)
    verb.add_argument("-n", "--number", type=int, metavar="N", help="only the message with this number")
    verb.add_argument("--redact", choices=MODES, default="", help="hide what messages carry, names, or both")
    _add_engine(verb)
    verb.set_defaults(run=_decode)
    verb = _verb(
        verbs,
        "mqrc",
        "look up reasons by number, hex, bytes of a dump or name, and AMQ numbers",
        "mqforensics mqrc 2035\nmqforensics mqrc 0308 0000",
    )
    verb.add_argument("reason", nargs="+", metavar="REASON", help='2035, 0x7F3, "0308 0000", MQRC_NOT_AUTHORIZED')
    verb.set_defaults(run=_mqrc)
    verb = _verb(
        verbs,
        "sample",
        "list the sample cases, or copy one to try the kit on",
        "mqforensics sample\nmqforensics sample dlq_mixed -o .",
    )
    verb.add_argument("name", metavar="NAME", nargs="?", help="the sample case to copy; without it they are listed")
    verb.add_argument("-o", "--output", metavar="DIR", default=".", help="the folder to copy it into (default: .)")
    verb.set_defaults(run=_sample)
    says = "run once after installation: cache Spark's Java classes so that later starts are faster"
    verb = _verb(verbs, "prepare", says, "mqforensics prepare")
    verb.set_defaults(run=_prepare)
    _add_rules(
        _verb(
            verbs,
            "rules",
            "check, try or propose a rules table of the dead-letter queue handler",
            "mqforensics rules check table.rules",
        )
    )
    return parser


def _verb(verbs, name: str, says: str, example: str) -> argparse.ArgumentParser:
    """A verb with a sentence and examples in its help."""
    shown = "example:\n" + "\n".join(f"  {line}" for line in example.splitlines())
    return verbs.add_parser(name, help=says, description=f"{says[:1].upper()}{says[1:]}.", epilog=shown,
                            formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip


def _add_engine(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--engine", choices=ENGINES,
                      help="what answers: spark, or sail, which needs no Java. The default is MQFORENSICS_ENGINE, else "
                           "sail where it is installed, for up to 64 MiB or without Java, else spark.")  # fmt: skip


def _add_request(verb: argparse.ArgumentParser) -> None:
    asks = verb.add_argument_group("the message that is asked about, in place of what case.json says")
    for name, asked in settings.REQUEST.items():
        kind = int if asked.kind == "N" else str
        asks.add_argument(f"--{name.replace('_', '-')}", dest=name, type=kind, metavar=asked.kind, help=asked.what)


def _add_given(verb: argparse.ArgumentParser) -> None:
    knows = verb.add_argument_group("what you know and the evidence does not show; each may be repeated")
    for word, metavar, what in GIVEN:
        knows.add_argument(f"--{word}", action="append", default=[], metavar=metavar, help=what)


def _given(given: argparse.Namespace) -> dict[str, list[str]]:
    """What was given of zones, capture times and assumptions, each in its one form; raises where it cannot be used."""
    return as_texts(given.zone, given.captured, given.assume)


def _add_rules(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    verb = _verb(
        verbs,
        "check",
        "print each error as file:line, AMQ number and words (exit 1 with any)",
        "mqforensics rules check table.rules --platform zos",
    )
    verb.add_argument("table", metavar="TABLE", help="a rules table of runmqdlq")
    verb.add_argument("--platform", choices=PLATFORMS, default=PLATFORMS[0], help="whose handler it is for")
    verb.set_defaults(run=_check)
    verb = _verb(
        verbs,
        "dry-run",
        "list what the rules would do with each message of a case",
        "mqforensics rules dry-run table.rules incident/ -o result.csv",
    )
    verb.add_argument("table", metavar="TABLE", help="a rules table of runmqdlq")
    verb.add_argument("case", metavar="CASE", help="a case with the dump of the dead-letter queue")
    verb.add_argument("-o", "--output", metavar="FILE.csv", required=True, help="where to write, a row a message")
    verb.add_argument("--redact", choices=MODES, default="", help="hide what messages carry, names, or both")
    _add_given(verb)
    _add_engine(verb)
    verb.set_defaults(run=_dry_run)
    verb = _verb(
        verbs,
        "propose",
        "write a rules table that empties the dead-letter queue of a case",
        "mqforensics rules propose incident/ -o proposed.rules",
    )
    verb.add_argument("case", metavar="CASE", help="a case with the dump of the dead-letter queue")
    verb.add_argument("-o", "--output", metavar="TABLE", required=True, help="where to write")
    _add_engine(verb)
    verb.set_defaults(run=_propose)


def _report(given: argparse.Namespace) -> None:
    from mqforensics.report import report
    from mqforensics.session import require_engine

    if given.output != "-":
        require_folder(given.output)
    if given.notes and not Path(given.notes).is_file():
        raise ValueError(f"expected the file of an investigation's notes, got {given.notes}")
    if given.notes:
        from mqforensics.investigation_record import Record

        Record(given.notes)  # raises where it is none
    more = {"notes": str(Path(given.notes).resolve())} if given.notes else {}
    asked = {name: getattr(given, name) for name in settings.REQUEST if getattr(given, name) is not None}
    if asked and "queue" not in asked:
        raise ValueError("expected --queue, the queue that the message was put to, with what else is known of it")
    if asked:
        from mqforensics.questions.walk.request import check_request

        check_request(asked)
        more["walk"] = settings.of_questions(walk=asked)["walk"]
    more |= {"compare": given.compare} if given.compare else {}
    more |= _given(given)
    require_engine()
    hides, progress = _hidden(given), _to_errors()
    if given.format == "html" and given.output != "-":
        page = report(given.case, given.output, sign=given.sign, told=progress, **hides, **more)
        print(page)
        print(escape_controls(_headline(page.parent)))
        if given.open:
            webbrowser.open(page.absolute().as_uri())
        return
    if given.sign:
        raise ValueError("expected -o DIR and the format html with --sign: the files of that folder are what is signed")
    with scratch_folder() as folder:
        page = report(given.case, folder / "report", told=progress, **hides, **more)
        _put_out(given, page)


def _to_errors() -> Callable[[str], None]:
    """What prints on standard error as it is now, also while the error output of a kernel goes elsewhere."""
    try:
        kept = os.dup(2) if sys.stderr.fileno() == 2 else None
    except (OSError, ValueError, AttributeError):  # it is closed, or no file
        kept = None

    def told(said: str) -> None:
        if kept is None:
            print(said, file=sys.stderr, flush=True)
        else:
            os.write(kept, f"{said}\n".encode(errors="backslashreplace"))

    return told


def _hidden(given: argparse.Namespace) -> dict[str, object]:
    """What a report is asked to hide; the key of its digests is beside what is written, in whatever format."""
    from mqforensics.privacy import digest_key

    if given.digest_key and given.redact != "all":
        raise ValueError("expected --redact all with --digest-key: nothing else keys digests")
    key = given.digest_key
    if given.redact == "all" and not key and given.output != "-":
        digest_key.for_report(given.output, None)
        key = digest_key.key_beside(given.output)
    return {"redact": given.redact, "previews": given.previews, "digest_key": key}


def _put_out(given: argparse.Namespace, page: Path) -> None:
    """Write a report in another format than HTML, or any to standard output."""
    from mqforensics.views import plain_report

    findings = page.with_name("findings.json").read_bytes()
    made = {
        "html": page.read_bytes, "json": lambda: findings,
        "md": lambda: plain_report.markdown(json.loads(findings)).encode(errors="backslashreplace"),
        "txt": lambda: escape_controls(plain_report.text(json.loads(findings)), keep="\n").encode(
            errors="backslashreplace"
        ),
    }[given.format]()  # fmt: skip
    if given.output == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(made)
        return
    target = write_file(make_folder(given.output) / f"report.{given.format}", made)
    print(target)
    print(escape_controls(_headline(page.parent)))


def _headline(folder: Path) -> str:
    """The headline of the report, for the last line on the terminal."""
    from mqforensics.views.plain_report import NOTHING

    return json.loads((folder / "findings.json").read_bytes()).get("headline") or NOTHING


def _compare(given: argparse.Namespace) -> None:
    from mqforensics.tools.compare import compare

    for line in compare(given.old, given.new).lines():
        print(escape_controls(line))


def _sample(given: argparse.Namespace) -> None:
    from mqforensics.tools.sample import copy_sample, samples

    if given.name:
        print(copy_sample(given.name, given.output))
        return
    for name, says in samples().items():
        print(f"{name:26}{says}")


def _verify(given: argparse.Namespace) -> int:
    from mqforensics.report import is_signed, verify

    differs = verify(given.folder, given.case, given.key, given.digest_key)
    signed = f"It is signed with {given.key}." if given.key else UNCHECKED if is_signed(given.folder) else UNSIGNED
    of = f"OK: the report in {given.folder} belongs to {mask_urls(given.case)}, and its files are as written. {signed}"
    print(escape_controls(differs or of))
    return 1 if differs else 0


def _lab(given: argparse.Namespace) -> int:
    from mqforensics.lab import lab

    require_folder(given.output)
    return lab(given.case, given.output, given.options, **_given(given))


def _collect(given: argparse.Namespace) -> None:
    from mqforensics import open_case, session
    from mqforensics.tools.collect import collect, collect_for

    require_folder(given.output)
    if given.case:
        paths = collect(open_case(session(evidence=given.case), given.case), given.output)
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
    known = _given(given)
    text = " ".join(given.text).encode("utf-8", "surrogateescape") if given.text else _all_of(sys.stdin.buffer, PASTED)
    told = explain(text, **known)
    print(escape_controls(told, keep="\n"))
    return 0 if told.known else 1


def _all_of(stream: BinaryIO, most: int) -> bytes:
    """What a stream holds. Raises ValueError beyond `most` bytes: it would be held in memory many times over."""
    text = stream.read(most + 1)
    if len(text) > most:
        raise ValueError(f"expected at most {most} bytes: put larger evidence into a folder and run mqforensics report")
    return text


def _decode(given: argparse.Namespace) -> None:
    from mqforensics.case import open_case
    from mqforensics.case.plain_rows import json_line, message_rows, redacted_row
    from mqforensics.privacy.redaction import Redaction

    case = open_case(None, given.case)
    if not case.has("messages"):
        raise CaseEmpty(f"expected a dump of messages at {mask_urls(given.case)}, found none")
    hidden = Redaction(given.redact)
    if hidden.identity:  # an engine looks for names in all tables of the case
        from mqforensics import session
        from mqforensics.tools.names_of_case import redaction_of

        case.spark = session(evidence=given.case)
        hidden = redaction_of(case, given.redact)
    rows = (row for row in message_rows(case) if given.number in (None, row["number"]))
    line = None
    with without("pandas"):  # which pyarrow would load to see that none of its tables is given
        for row in rows:
            line = json_line(redacted_row(row, row["headers"] or [], hidden))
            print(line)
    if line is None and given.number is not None:
        raise CaseEmpty(
            f"expected the number of a message at {mask_urls(given.case)}, found none that is {given.number}"
        )


def _prepare(given: argparse.Namespace) -> None:
    from mqforensics.prepare import prepare

    print(prepare())


def _check(given: argparse.Namespace) -> int:
    from mqforensics.questions import handler

    with open(given.table, "rb") as file:
        text = _all_of(file, TABLE)
    lines = handler.check_lines(text, given.table, given.platform)
    for line in (*lines, *handler.note_lines(text, given.table, given.platform)):
        print(escape_controls(line))
    return 1 if lines else 0


def _dry_run(given: argparse.Namespace) -> None:
    from mqforensics import open_case, session
    from mqforensics.questions import handler
    from mqforensics.tools.names_of_case import redaction_of

    require_file(given.output)
    with open(given.table, "rb") as file:
        text = _all_of(file, TABLE)
    known = _given(given)
    case = open_case(session(evidence=given.case), given.case, **known)
    told = redaction_of(case, given.redact).value
    remarks = handler.dry_run_to_csv(case, text, given.output, file=given.table, told=told)
    print(*map(escape_controls, remarks), given.output, sep="\n")


def _propose(given: argparse.Namespace) -> None:
    from mqforensics import open_case, session
    from mqforensics.questions import handler

    require_file(given.output)
    handler.propose_to(open_case(session(evidence=given.case), given.case), given.output)
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
