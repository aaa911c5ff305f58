"""The dictionary of finding codes has every code that a room can make, and no other; its sentences are short."""

import ast
import csv
from collections import Counter, defaultdict
from importlib import import_module
from pathlib import Path

import pytest

from mqforensics import questions
from mqforensics.codes.refusals import by_code
from mqforensics.flow.answer import GENERAL
from mqforensics.flow.model import laws
from mqforensics.questions.causes import CAUSE
from mqforensics.questions.errors import TELLING
from mqforensics.questions.finding import SEVERITIES as GRAVE
from mqforensics.questions.handler.advice import NAMED
from mqforensics.questions.handler.result_groups import SAYS
from mqforensics.questions.meanings import EVERY, SEVERITIES, meanings, meanings_of
from mqforensics.questions.poison.findings import CODES
from mqforensics.questions.walk.verdicts import DEAD, FEEDBACK
from mqforensics.words import changes as said
from mqforensics.words.browse import SAID

ROOMS = Path(questions.__file__).parent
LONGEST = 25
MAKERS = {"Finding": 1, "Verdict": 0}
"""What carries a code, and at which place."""
COMPUTED = {
    ("walk/plain_walk.py", "finding"): (),  # of a Verdict
    ("walk/verdict_details.py", "_place_verdict"): {law.code for law in laws().values() if law.code} | {*GENERAL},
    ("walk/dead_letter_candidates.py", "dead_lettered"): DEAD,
    ("walk/replies.py", "_verdict_of_report"): [code for code, _ in FEEDBACK.values()],
    ("refused/findings.py", "_finding"): by_code(),
    ("poison/findings.py", "_of_messages"): CODES.values(),
    ("browse/findings.py", "_finding"): SAID,
    ("handler/result_groups.py", "finding"): SAYS,
    ("handler/advice.py", "_errors"): NAMED.values(),
    ("errors/__init__.py", "_cause"): {code for code, *_ in TELLING.values()},
    ("timeline/case_stories.py", "finding"): [CAUSE],
    ("changes/__init__.py", "_finding"): [kind.upper() for kind in (
        said.DEFINITION, said.PERSON, said.ALTERED, said.APPEARED, said.VANISHED, said.CONTRADICTS)]
    + ["DEFINED_ANEW", "OTHER_QUEUE_MANAGER", "OTHER_OBJECT"],
}  # fmt: skip
"""Where a code is no literal: the data that it comes from."""


def test_every_code_that_a_room_can_make_is_in_the_dictionary_and_no_other():
    made = defaultdict(set)
    for path in ROOMS.rglob("*.py"):
        file = path.relative_to(ROOMS)
        made[file.with_suffix("").parts[0]].update(codes_of(file, ast.parse(path.read_text())))
    made[EVERY] = made.pop("__init__")
    told = {name: {one.code for one in meanings() if one.question == name} for name in (*questions.NAMES, EVERY)}
    assert {name: codes for name, codes in made.items() if codes} == told


def codes_of(file, tree):
    """The codes that a module gives to what carries one; a function that passes its `code` on is a maker, too."""
    module = import_module(".".join((questions.__name__, *file.with_suffix("").parts)).removesuffix(".__init__"))
    functions = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)]
    makers = MAKERS | {
        one.name: names(one).index("code") for one in functions if "code" in names(one) and calls(one, MAKERS)
    }
    inside = [(call, one) for one in functions for call in calls(one, makers)]
    seen = {call for call, _ in inside}
    outside = [(call, None) for call in calls(tree, makers) if call not in seen]
    for call, function in inside + outside:
        given = next((word.value for word in call.keywords if word.arg == "code"), None)
        yield from values(given or call.args[makers[call.func.id]], file, function, vars(module))


def names(function):
    return [one.arg for one in function.args.args]


def calls(tree, makers):
    return [one for one in ast.walk(tree) if isinstance(one, ast.Call) and getattr(one.func, "id", None) in makers]


def values(given, file, function, module):
    """What an expression can be, where it is literals; else what `COMPUTED` says of its function."""
    if isinstance(given, ast.Constant):
        return {given.value}
    if isinstance(given, ast.IfExp):
        return values(given.body, file, function, module) | values(given.orelse, file, function, module)
    if isinstance(given, ast.Name) and given.id in names(function):
        return set()
    if isinstance(given, ast.Name) and isinstance(module.get(given.id), str):
        return {module[given.id]}
    sets = [one.value for one in ast.walk(function) if isinstance(one, ast.Assign)
            and isinstance(given, ast.Name) and given.id in [getattr(to, "id", None) for to in one.targets]]  # fmt: skip
    if sets:
        return set().union(*(values(one, file, function, module) for one in sets))
    return set(COMPUTED[file.as_posix(), function.name])


@pytest.mark.parametrize("one", meanings(), ids=lambda one: f"{one.question} {one.code}")
def test_it_says_short_sentences(one):
    assert one.severity in (*GRAVE, "varies")
    for text in (one.says, one.then):
        assert 0 < len(text.split()) <= LONGEST and text[-1] in ".?" and not set(text) & set("|`<*\n")


def test_a_fact_stands_in_one_place():
    rows = list(csv.DictReader((ROOMS / "codes.csv").read_text().splitlines()))
    assert max(Counter((row["question"], row["code"]) for row in rows).values()) == 1
    for row in rows:
        assert bool(row["severity"]) != (row["code"] in SEVERITIES.get(row["question"], ())), row
        assert bool(row["says"]) != (row["question"] == "refused" and row["code"] in by_code()), row


def test_one_code_may_mean_something_to_several_questions():
    assert [one.question for one in meanings_of("UNKNOWN")] == ["walk", "refused", "poison", "browse"]
    assert meanings_of("NO_SUCH_CODE") == ()
