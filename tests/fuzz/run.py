"""Fuzzing in one command: `python -m tests.fuzz.run --seconds 300` (`--inputs N`, `--only NAME`, `--seed N`).

Each reader in turn gets an input of its own: evidence, mostly of the kind that it reads, mutated. What breaks it is kept
in `--corpus`, named after what it broke. With `--engine
atheris` (pip install atheris) the mutation is guided by coverage, for the one reader of `--only`.
"""

import argparse
import gzip
import hashlib
import io
import random
import sys
import time
import traceback
import zipfile
from pathlib import Path

SAMPLES = Path(__file__).resolve().parents[2] / "sample_dumps"
CORPUS = Path(__file__).parent / "corpus"
"""Small inputs that once broke a reader; each is tried first."""
OWN = 0.75
"""How often an input is made of what the reader is for."""


def samples() -> list[bytes]:
    """What is mutated: the project's own samples and the corpus."""
    files = [path for path in sorted([*SAMPLES.glob("*/*"), *CORPUS.glob("*")]) if path.is_file()]
    return [path.read_bytes()[: 1 << 20] for path in files if path.suffix not in (".md", ".gz", ".zip")]


def own(name: str, seeds: list[bytes]) -> list[bytes]:
    """Those of `seeds`, or what is made of them, that the reader `name` reads to some depth; all where each is."""
    from mqforensics.formats import format_module, identify
    from mqforensics.formats.file_slice import FileSlice

    by_format = {data: identify(data[: 1 << 16]) for data in seeds}
    if name == "archives":
        return [gzip.compress(data[:9000]) for data in seeds[::9]] + [
            _packed(seeds[at : at + 3]) for at in range(0, 30, 3)
        ]
    if name == "structures":
        dumps = [data for data in seeds if by_format[data] in ("mqmessage", "dmpmqmsg")]
        rows = [row for data in dumps for row in format_module(by_format[data]).read(FileSlice(data, "f"))]
        return [row["data"] for row in rows if isinstance(row, dict) and row.get("data")] or seeds
    mine = "dlqrules" if name == "rules" else name
    return [data for data in seeds if by_format[data] == mine] or seeds


def _packed(members: list[bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, data in enumerate(members):
            archive.writestr(f"{number}.txt", data[:3000])
    return packed.getvalue()


def broke(check, data: bytes) -> str | None:
    """What is wrong when `check` gets `data`; None when nothing is."""
    from tests.fuzz.checks import SLOW
    from tests.linear import processor_time

    try:
        took = processor_time(check, data)
    except Exception as problem:
        last = traceback.extract_tb(problem.__traceback__)[-1]
        return f"{type(problem).__name__} in {Path(last.filename).name}:{last.lineno}: {str(problem)[:120]}"
    return f"{took:.1f} s for {len(data)} bytes" if took > SLOW else None


def kept(folder: Path, name: str, data: bytes) -> Path:
    """The input that broke `name`, as a file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{hashlib.sha256(data).hexdigest()[:12]}"
    path.write_bytes(data)
    return path


def fuzz(seconds: float, inputs: int, names: list[str], seed: int, folder: Path) -> int:
    """Tries inputs until the time or their number is over; gives how many different ways were found to break one."""
    from tests.fuzz.checks import CHECKS
    from tests.fuzz.mutator import mutated

    dice, seeds, seen, tried = random.Random(seed), samples(), {}, 0
    theirs = {name: own(name, seeds) for name in names}
    end, begun = time.monotonic() + seconds, time.process_time()
    slowest = dict.fromkeys(names, 0.0)
    while time.monotonic() < end and tried < inputs:
        name = names[tried % len(names)]
        data = mutated(dice, theirs[name] if dice.random() < OWN else seeds)
        at = time.process_time()
        wrong = broke(CHECKS[name], data)
        slowest[name] = max(slowest[name], time.process_time() - at)
        tried += 1
        what = wrong and (name, wrong.split(":")[0] if " in " in wrong else "slow")
        if wrong and (what not in seen or len(data) < len(seen[what])):
            first = what not in seen
            seen[what] = data
            if first:
                print(f"{name}: {wrong}: {kept(folder, name, data)}", flush=True)
    for (name, _), data in seen.items():
        kept(folder, f"{name}-smallest", data)
    spent = time.process_time() - begun
    print(f"{tried} inputs, {len(seen)} ways to break a reader, seed {seed}, {spent:.0f} s of processor time")
    print("slowest:", ", ".join(f"{name} {took:.2f} s" for name, took in slowest.items()))
    return len(seen)


def guided(seconds: float, name: str, folder: Path) -> None:
    """Coverage-guided: atheris ends the process at the first input that breaks the reader, and writes it down."""
    import atheris

    with atheris.instrument_imports(include=["mqforensics"]):
        from mqforensics.formats import NAMES, format_module
        from tests.fuzz.checks import CHECKS

        for format in NAMES:  # else each is imported, and not instrumented, at its first use
            format_module(format)
    begin = folder / "seeds" / name
    for data in own(name, samples()):
        kept(begin, name, data[:6000])

    def one(data: bytes) -> None:
        wrong = broke(CHECKS[name], data)
        if wrong:
            raise RuntimeError(wrong)

    limits = [f"-max_total_time={int(seconds)}", "-max_len=65536", "-timeout=10", f"-artifact_prefix={folder}/"]
    atheris.Setup([sys.argv[0], *limits, str(begin)], one)
    atheris.Fuzz()


def main() -> int:
    """The command line; exit 1 when a reader broke."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--inputs", type=int, default=10**9, help="at most so many")
    parser.add_argument("--only", action="append", default=[], help="the name of a reader")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--engine", choices=("own", "atheris"), default="own")
    parser.add_argument("--corpus", type=Path, default=Path("fuzz-found"), help="where inputs that broke one are kept")
    given = parser.parse_args()
    if given.engine == "atheris" and len(given.only) != 1:
        parser.error("expected --only NAME with --engine atheris")
    if given.engine == "atheris":
        guided(given.seconds, given.only[0], given.corpus)
    from tests.fuzz.checks import CHECKS

    return 1 if fuzz(given.seconds, given.inputs, given.only or list(CHECKS), given.seed, given.corpus) else 0


if __name__ == "__main__":
    sys.exit(main())
