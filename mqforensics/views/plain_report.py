"""The findings of a report as Markdown or plain text, made of what findings.json says."""

from collections.abc import Iterator, Mapping

LABELS = {"looks": "Check (read-only)", "changes": "Fix (changes something)"}
USUAL = "A"
"""The class of the assumptions that are nearly always true."""
NOTHING = "No question found anything wrong in what it looked at."
SPECIAL = "\\`*_[]<>#|"
"""What Markdown would take for markup in a stranger's text."""


def markdown(whole: Mapping) -> str:
    """The findings as a Markdown document; a stranger's text in it is never markup."""
    return "\n".join(_markdown(whole)) + "\n"


def text(whole: Mapping) -> str:
    """The findings as plain text, a paragraph each."""
    return "\n".join(_text(whole)) + "\n"


def _markdown(whole: Mapping) -> Iterator[str]:
    yield f"# {_escaped(whole.get('headline') or NOTHING)}"
    for one in whole["findings"]:
        yield from ("", f"## {one['severity'].capitalize()}: {_escaped(one['code'])}{_about(one, _escaped)}", "")
        yield _escaped(one["statement"])
        for at in one["evidence"]:
            yield f"- {_escaped(_place(at))}: {_code(at.get('text') or '')}"
        yield from (f"- {_escaped(said)}" for said in _assumed(one))
        for command in one["next"]:
            yield from ("", f"{LABELS[command['effect']]}{_on(command, _escaped)}:", "", f"    {command['command']}")
    yield from ("", f"mqforensics {_escaped(whole['kit'])}, {len(whole['inputs'])} files read.")


def _text(whole: Mapping) -> Iterator[str]:
    yield whole.get("headline") or NOTHING
    for one in whole["findings"]:
        yield from ("", f"{one['severity'].upper()} {one['code']}{_about(one, str)}", f"  {one['statement']}")
        yield from (f"    {_place(at)}: {at.get('text') or ''}".rstrip() for at in one["evidence"])
        yield from (f"  {said}" for said in _assumed(one))
        for command in one["next"]:
            yield f"  {LABELS[command['effect']]}{_on(command, str)}: {command['command']}"
    yield from ("", f"mqforensics {whole['kit']}, {len(whole['inputs'])} files read.")


def _assumed(one: Mapping) -> Iterator[str]:
    """What a finding assumes, with the keys that `--assume` takes: the usual ones in one line."""
    assumes = one.get("assumes") or ()
    usual = dict.fromkeys(at["key"] for at in assumes if at["class"] == USUAL)
    if usual:
        yield f"Taken as usual: {', '.join(usual)}."
    yield from (f"Assumption {at['key']}: {at['text']}" for at in assumes if at["class"] != USUAL)


def _about(one: Mapping, shown) -> str:
    about = " ".join(filter(None, (one.get("object"), one.get("queue_manager") and f"on {one['queue_manager']}")))
    return f" ({shown(about)})" if about else ""


def _on(command: Mapping, shown) -> str:
    return f", on {shown(command['on'])}" if command.get("on") else ""


def _place(at: Mapping) -> str:
    where = f" line {at['line']}" if at.get("line") else f" message {at['number']}" if at.get("number") else ""
    return f"{at['file']}{where}"


def _escaped(said: str) -> str:
    return "".join(f"\\{one}" if one in SPECIAL else one for one in " ".join(said.split()))


def _code(said: str) -> str:
    """A line as code: within more back-ticks than it has in a row."""
    line = " ".join(said.splitlines())
    longest = max((len(run) for run in "".join(one if one == "`" else " " for one in line).split()), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {line} {fence}" if line.strip() else ""
