"""A small fuzzing in the suite; the long one is `python -m tests.fuzz.run`."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.checks import CHECKS, SLOW
from tests.fuzz.mutator import TOKENS, mutated
from tests.fuzz.run import CORPUS, samples
from tests.linear import processor_time

SEEDS = samples()
PIECES = st.lists(
    st.one_of(st.sampled_from(TOKENS), st.binary(max_size=12), st.sampled_from([b" ", b"\n", b"9", b"x"])), max_size=40
)


@pytest.mark.parametrize("name", CHECKS)
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(seed=st.integers(0, 10**9), pieces=PIECES)
def test_nothing_raises_and_the_rows_partition_the_bytes(name, seed, pieces):
    data = mutated(random.Random(seed), SEEDS)[:9000]
    at = seed % (len(data) + 1)
    CHECKS[name](data[:at] + b"".join(pieces) + data[at:])


@pytest.mark.parametrize("name", CHECKS)
def test_what_once_broke_a_reader_breaks_none(name):
    for path in sorted(CORPUS.iterdir()):
        assert processor_time(CHECKS[name], path.read_bytes()) < SLOW, path.name
