"""How many changes of the code the tests notice: `python -m tests.mutation codes --mutants 500`.

Of a room's places that can be changed a fixed seed chooses some. For each, a process of its own runs, over the package
with that one change, the tests that run the changed statement, of the room and of those that import it, without an
engine. A first run over the code as it is tells which tests run what, and leaves out those that fail or take longer
than `LONG`. A change inside of a function needs no import: the process has the functions' code exchanged and begins
with collected tests. What runs at an import is imported anew. Who deletes tests compares the score before and after.
"""

import argparse
import ast
import contextlib
import copy
import gc
import json
import os
import random
import re
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.abc import Loader, MetaPathFinder
from importlib.util import spec_from_loader
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
SWAPPED = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
"""What each operator is exchanged for."""
KILLED, SURVIVED, TIMED_OUT = "killed", "survived", "timed out"
LONG = 5.0
"""Processor seconds of a test that is left out."""
PATIENCE = 30.0
"""Seconds on the wall of one that is left out: it starts programs, which do not have the change."""
BUDGET = 20.0
"""Processor seconds of tests a change, the shortest first."""
OPTIONS = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--spark-free", "-m", "not slow")


class Mutant(NamedTuple):
    """One change: of the nth node of a module's tree. `lines` are the changed statement's, none outside of functions."""

    path: Path
    node: int
    line: int
    told: str
    lines: range = range(0)


def mutants(path: Path) -> Iterator[Mutant]:
    """Every change that a module can have."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    left_out = {id(part) for part in _no_code(tree)}
    lines = dict(_lines(tree, range(0), False))
    for number, node in enumerate(ast.walk(tree)):
        if id(node) not in left_out and (told := _changed(copy.deepcopy(node))):
            yield Mutant(path, number, getattr(node, "lineno", 0), told, lines.get(id(node), range(0)))


def _lines(node: ast.AST, lines: range, inside: bool) -> Iterator[tuple[int, range]]:
    """The lines of the statement that each node inside of a function is part of."""
    yield id(node), lines
    function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
    for name, value in ast.iter_fields(node):
        for part in value if isinstance(value, list) else [value]:
            if not isinstance(part, ast.AST):
                continue
            within = inside or (function and name == "body")
            own = isinstance(part, ast.stmt) or (function and name == "body")
            yield from _lines(part, _statement(part) if own and within else lines, within)


def _statement(node: ast.AST) -> range:
    """The lines of a statement, of a compound one those of its head."""
    body = getattr(node, "body", None)
    end = body[0].lineno - 1 if isinstance(body, list) and body else node.end_lineno
    return range(node.lineno, max(end, node.lineno) + 1)


def _no_code(tree: ast.AST) -> Iterator[ast.AST]:
    """What no test can notice: texts that stand alone, annotations, and what is inside of f-strings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        for part in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            yield from ast.walk(part) if part else ()
        if isinstance(node, ast.JoinedStr):
            yield from node.values


def _changed(node: ast.AST) -> str | None:
    """Change a node; says how, or None where it is left as it is."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPPED:
        node.ops[0] = SWAPPED[type(node.ops[0])]()
        return "compared otherwise"
    if isinstance(node, ast.BoolOp | ast.BinOp) and type(node.op) in SWAPPED:
        node.op = SWAPPED[type(node.op)]()
        return f"became {type(node.op).__name__}"
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        node.test = ast.UnaryOp(ast.Not(), node.test)
        return "condition negated"
    if isinstance(node, ast.Return) and node.value and not _is_none(node.value):
        node.value = ast.Constant(None)
        return "returns None"
    if isinstance(node, ast.Constant) and isinstance(node.value, bool | int):
        node.value = not node.value if isinstance(node.value, bool) else node.value + 1
        return f"is {node.value}"
    if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes) and node.value:
        node.value += "x" if isinstance(node.value, str) else b"x"
        return "has an x behind it"
    return None


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


class Planted(MetaPathFinder, Loader):
    """Imports one module with a change in it."""

    def __init__(self, mutant: Mutant):
        parts = mutant.path.relative_to(ROOT).with_suffix("").parts
        self.name, self.mutant = ".".join(parts).removesuffix(".__init__"), mutant
        self.is_package = parts[-1] == "__init__"

    def find_spec(self, name, path=None, target=None):
        """The module with the change, and no other."""
        if name != self.name:
            return None
        spec = spec_from_loader(name, self, origin=str(self.mutant.path), is_package=self.is_package)
        if self.is_package:
            spec.submodule_search_locations = [str(self.mutant.path.parent)]
        spec.has_location = True
        return spec

    def tree(self) -> ast.AST:
        """The changed code."""
        tree = ast.parse(self.mutant.path.read_text(encoding="utf-8"))
        _changed(next(node for number, node in enumerate(ast.walk(tree)) if number == self.mutant.node))
        return ast.fix_missing_locations(tree)

    def exec_module(self, module):
        """Run the changed code."""
        exec(compile(self.tree(), str(self.mutant.path), "exec"), module.__dict__)


def plant(mutant: Mutant) -> None:
    """Exchange the code of the functions that are there for that of the changed module, and empty what they remember."""
    changed: dict[tuple, list] = {}
    codes = [compile(Planted(mutant).tree(), str(mutant.path), "exec")]
    for code in codes:
        inner = [part for part in code.co_consts if isinstance(part, CodeType)]
        codes += inner
        for part in inner:
            changed.setdefault((part.co_qualname, part.co_firstlineno), []).append(part)
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename == str(mutant.path):
            found = changed.get((one.__code__.co_qualname, one.__code__.co_firstlineno), [])
            same = [code for code in found if code.co_freevars == one.__code__.co_freevars]
            if len(same) == 1:
                one.__code__ = same[0]
    forget()


def forget() -> None:
    """Empty what functions of the package remember."""
    for name, module in list(sys.modules.items()):
        if name.startswith("mqforensics"):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_info"):
                    value.cache_clear()


TIMERS = ((signal.SIGALRM, signal.ITIMER_REAL, PATIENCE), (signal.SIGPROF, signal.ITIMER_PROF, LONG))


class Watch:
    """Notes which tests run which lines, how long each takes, and which fail or take too long."""

    def __init__(self, lines):
        self.lines, self.seconds, self.bad, self.begun = lines, {}, set(), 0.0

    def pytest_runtest_setup(self, item):
        """What a fixture runs, it runs for all the tests of the file."""
        self.begun = time.process_time()
        self.lines.switch_context(_file(item.nodeid))
        forget()

    def pytest_runtest_call(self, item):
        """What the test itself runs, for at most `LONG`."""
        for kind, timer, seconds in TIMERS:
            signal.signal(kind, self._too_long)
            signal.setitimer(timer, seconds)
        self.lines.switch_context(item.nodeid)

    def pytest_runtest_teardown(self, item):
        """No longer the test."""
        for _, timer, _ in TIMERS:
            signal.setitimer(timer, 0)
        self.lines.switch_context(_file(item.nodeid))

    def _too_long(self, *_):
        raise TimeoutError(f"longer than {LONG} s, or {PATIENCE} s on the wall")

    def pytest_runtest_logreport(self, report):
        """What became of the test."""
        self.seconds[report.nodeid] = time.process_time() - self.begun
        if report.failed:
            self.bad.add(report.nodeid)


def _file(test: str) -> str:
    return test.partition("::")[0]


class Host:
    """Collects the tests once; for each change a process parts from here and runs the tests that are chosen for it."""

    def __init__(self, room: Path, chosen: list[Mutant], notes: Path, say):
        import coverage

        self.lines = coverage.Coverage(data_file=str(notes / "lines"), source=[str(room)], config_file=False)
        self.chosen, self.notes, self.say = chosen, notes, say
        self.lines.start()  # what an import runs, too

    def pytest_runtestloop(self, session):
        """In place of the run of all tests."""
        seconds = self._measured(session)
        ran = self._contexts()
        for number, mutant in enumerate(self.chosen):
            names = {name for line in mutant.lines for name in ran.get(str(mutant.path), {}).get(line, ())}
            chosen = _shortest({name: took for name, took in seconds.items() if {name, _file(name)} & names})
            what = SURVIVED if not chosen else tried(partial(self._run, session, mutant, chosen), _limit(chosen))
            self.say(number=number, what=what, again=what == SURVIVED and (not mutant.lines or "" in names))
        return True

    def _measured(self, session) -> dict[str, float]:
        def run():
            watch = Watch(self.lines)
            session.config.pluginmanager.register(watch)
            loop(session, session.items, 0)
            self.lines.stop()
            self.lines.save()
            good = {name: took for name, took in watch.seconds.items() if name not in watch.bad}
            self.say(good=good, bad=len(watch.bad))
            (self.notes / "tests.json").write_text(json.dumps(good))
            return 0

        tried(run, 3600)
        self.lines.stop()
        return json.loads((self.notes / "tests.json").read_text())

    def _contexts(self) -> dict[str, dict[int, list[str]]]:
        import coverage

        data = coverage.CoverageData(str(self.notes / "lines"))
        data.read()
        return {path: data.contexts_by_lineno(path) for path in data.measured_files()}

    def _run(self, session, mutant: Mutant, chosen: dict[str, float]) -> int:
        plant(mutant)
        return loop(session, _in_order(session.items, chosen), 1)


def loop(session, items: list, maxfail: int) -> int:
    """Run some of the collected tests; how many failed."""
    from _pytest.main import pytest_runtestloop

    session.items[:] = items
    session.testsfailed, session.config.option.maxfail = 0, maxfail
    with contextlib.suppress(session.Failed):
        pytest_runtestloop(session)
    return session.testsfailed


def _shortest(tests: dict[str, float]) -> dict[str, float]:
    """As many of the shortest as `BUDGET` allows."""
    kept, spent = {}, 0.0
    for name, seconds in sorted(tests.items(), key=lambda one: one[1]):
        if spent + seconds <= BUDGET:
            kept[name], spent = seconds, spent + seconds
    return kept


def _in_order(items: list, chosen: dict[str, float]) -> list:
    """The files that take the least time come first, and the shortest tests of each."""
    kept = [item for item in items if item.nodeid in chosen]
    files: dict[str, float] = {}
    for item in kept:
        files[_file(item.nodeid)] = files.get(_file(item.nodeid), 0) + chosen[item.nodeid]
    return sorted(kept, key=lambda item: (files[_file(item.nodeid)], _file(item.nodeid), chosen[item.nodeid]))


def _limit(tests: dict[str, float]) -> float:
    return 15 + 5 * sum(tests.values())


def tried(run: Callable[[], int], limit: float) -> str:
    """What became of a process of its own that runs tests and says how many failed; `limit` of the processor's seconds."""
    begun = time.monotonic()
    child = os.fork()
    if not child:
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 9))
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        try:
            failed = run()
        except BaseException:  # a change may break the import of the tests' own settings
            failed = 1
        os._exit(int(bool(failed)))
    while time.monotonic() - begun < PATIENCE + 10 * limit:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            code = os.waitstatus_to_exitcode(status)
            return SURVIVED if code == 0 else TIMED_OUT if code == -signal.SIGXCPU else KILLED
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return TIMED_OUT


def imported(mutant: Mutant, tests: list[str], seconds: dict[str, float], temporary: str) -> int:
    """Run the tests over a package that is imported with the change."""
    import pytest

    class Chosen:
        def pytest_collection_modifyitems(self, items):
            items[:] = _in_order(items, seconds)

    sys.meta_path.insert(0, Planted(mutant))
    return int(pytest.main([*OPTIONS, f"--basetemp={temporary}", "-x", *tests], plugins=[Chosen()]))


def hosted(room: Path, chosen: list[Mutant], tests: list[str], notes: Path) -> Iterator[dict]:
    """What the process says that has collected the tests."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        try:
            import pytest

            def say(**what):
                os.write(writer, json.dumps(what).encode() + b"\n")

            options = (f"--basetemp={notes / 'tmp'}", "--continue-on-collection-errors")
            pytest.main([*OPTIONS, *options, *tests], plugins=[Host(room, chosen, notes, say)])
        finally:
            os._exit(0)
    os.close(writer)
    with open(reader, encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
    os.waitpid(child, 0)


def tests_of(room: str) -> list[str]:
    """The tests of a room, and of other rooms those that import it."""
    imports = re.compile(
        rf"mqforensics\.{re.escape(room.replace('/', '.'))}\b|mqforensics import .*\b{Path(room).name}\b"
    )
    own = ROOT / "tests" / room
    others = (path for path in sorted((ROOT / "tests").rglob("test_*.py")) if own not in path.parents)
    found = [path for path in others if imports.search(path.read_text(encoding="utf-8"))]
    return [str(path.relative_to(ROOT)) for path in [*([own] if own.exists() else []), *found]]


def main() -> int:
    """Try the mutants of one room."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__.split("\n")[0])
    parser.add_argument("room", help="codes, clock, formats/fdc, …")
    parser.add_argument(
        "tests", nargs="*", help="their tests, where none are given the room's and those that import it"
    )
    parser.add_argument("--mutants", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    os.chdir(ROOT)
    import coverage  # noqa: F401  what each child needs is there before it parts
    import hypothesis  # noqa: F401
    import pandas  # noqa: F401
    import pyspark.sql  # noqa: F401
    import pytest  # noqa: F401

    room = ROOT / "mqforensics" / given.room
    every = [one for path in sorted(room.rglob("*.py")) for one in mutants(path)]
    chosen = random.Random(given.seed).sample(every, min(given.mutants, len(every)))
    begun = time.monotonic()
    told = {KILLED: 0, TIMED_OUT: 0, SURVIVED: 0}
    tests = given.tests or tests_of(given.room)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        seconds: dict[str, float] = {}
        for said in hosted(room, chosen, tests, Path(folder)):
            if "good" in said:
                seconds = _shortest(said["good"])
                print(
                    f"{len(said['good'])} tests, {said['bad']} left out, {time.monotonic() - begun:.0f} s", flush=True
                )
                continue
            one, what = chosen[said["number"]], said["what"]
            if said["again"]:
                files = sorted({_file(name) for name in seconds})
                again = partial(imported, one, files, seconds, f"{folder}/imported")
                what = tried(again, _limit(seconds))
            told[what] += 1
            if what == SURVIVED:
                print(f"{one.path.relative_to(ROOT)}:{one.line}: {one.told}", flush=True)
    noticed = told[KILLED] + told[TIMED_OUT]
    print(f"{given.room}: {noticed} of {len(chosen)} mutants noticed ({noticed / max(len(chosen), 1):.1%}), {told}")
    print(f"{time.monotonic() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
