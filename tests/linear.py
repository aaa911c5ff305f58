"""Time that grows in line with the input: measured without the garbage of a whole test session, and again when in doubt."""

import gc
import time
from collections.abc import Callable

QUICK = 0.4
"""Seconds of processor time below which a clock says little."""
SLOWER = 10
"""Four times the input may take so many times as long on a busy machine; sixteen would be quadratic."""
MOST = 3
TRIES = 4


def processor_time(work: Callable[[bytes], object], data: bytes) -> float:
    """Seconds of processor time that `work(data)` takes, without what collecting the garbage of others takes."""
    gc.disable()
    try:
        begin = time.process_time()
        work(data)
        return time.process_time() - begin
    finally:
        gc.enable()


def assert_in_line(work: Callable[[bytes], object], small: bytes, large: bytes, quick: float = QUICK) -> None:
    """`large` is four times `small`: it takes under `quick` seconds, or at most `SLOWER` times as long and under `MOST` seconds."""
    slow, few = processor_time(work, large), 0.0
    for _ in range(TRIES):
        if slow < max(quick, SLOWER * few) and slow < MOST:
            return
        few = min(few or MOST, processor_time(work, small))
        slow = min(slow, processor_time(work, large))
    assert slow < max(quick, SLOWER * few) and slow < MOST, (few, slow)
