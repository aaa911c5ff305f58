"""How many changes of the code the tests notice: `python -m tests.mutation codes --mutants 500`.

Of a room's places that can be changed a fixed seed chooses some. For each, a process of its own runs the tests of the
room that need no engine, over the package with that one change. Who deletes tests compares the score before and after.
"""

import argparse
import ast
import copy
import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from importlib.abc import Loader, MetaPathFinder
from importlib.util import spec_from_loader
from pathlib import Path
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


class Mutant(NamedTuple):
    """One change: of the nth node of a module's tree."""

    path: Path
    node: int
    line: int
    told: str


def mutants(path: Path) -> Iterator[Mutant]:
    """Every change that a module can have."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    left_out = {id(part) for part in _no_code(tree)}
    for number, node in enumerate(ast.walk(tree)):
        if id(node) not in left_out and (told := _changed(copy.deepcopy(node))):
            yield Mutant(path, number, getattr(node, "lineno", 0), told)


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


def tried(mutant: Mutant | None, tests: list[str], limit: float) -> str:
    """What became of a change; `None` tries the code as it is."""
    begun = time.monotonic()
    child = os.fork()
    if not child:
        os.setpgid(0, 0)
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        if mutant:
            sys.meta_path.insert(0, Planted(mutant))
        try:
            import pytest

            options = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--spark-free", "-m", "not slow")
            code = pytest.main([*options, *tests])
        except BaseException:  # a change may break the import of the tests' own settings
            code = 1
        os._exit(int(code))
    while time.monotonic() - begun < limit:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return SURVIVED if os.waitstatus_to_exitcode(status) == 0 else KILLED
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return TIMED_OUT


def main() -> int:
    """Try the mutants of one room."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__.split("\n")[0])
    parser.add_argument("room", help="codes, clock, formats/fdc, …")
    parser.add_argument("tests", nargs="*", help="their tests, tests/ROOM where none are given")
    parser.add_argument("--mutants", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    os.chdir(ROOT)
    import hypothesis  # noqa: F401  what each child needs is there before it parts
    import pandas  # noqa: F401
    import pyspark.sql  # noqa: F401
    import pytest  # noqa: F401

    paths = sorted((ROOT / "mqforensics" / given.room).rglob("*.py"))
    tests = given.tests or [f"tests/{given.room}"]
    every = [one for path in paths for one in mutants(path)]
    chosen = random.Random(given.seed).sample(every, min(given.mutants, len(every)))
    begun = time.monotonic()
    if tried(None, tests, 3600) != SURVIVED:
        print(f"expected tests that pass over the code as it is: {' '.join(tests)}", file=sys.stderr)
        return 1
    limit = 10 + 5 * (time.monotonic() - begun)
    told = {KILLED: 0, TIMED_OUT: 0, SURVIVED: 0}
    for one in chosen:
        what = tried(one, tests, limit)
        told[what] += 1
        if what == SURVIVED:
            print(f"{one.path.relative_to(ROOT)}:{one.line}: {one.told}", flush=True)
    noticed = told[KILLED] + told[TIMED_OUT]
    print(f"{given.room}: {noticed} of {len(chosen)} mutants noticed ({noticed / max(len(chosen), 1):.1%}), {told}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
