import os
from pathlib import Path

import pytest
from hypothesis import settings

from mqforensics.questions import RAISES
from mqforensics.session import SAIL, asked_for
from tests import jvm

# A clock on the wall says little on a busy machine; `pytest --hypothesis-profile=anew` tries examples never tried.
settings.register_profile("anew", deadline=None)
settings.register_profile("suite", deadline=None, derandomize=True)
settings.load_profile("suite")
os.environ[RAISES] = "1"  # in kernels and programs that tests start as well: no test passes over a failing question
SHARED = Path(__file__).resolve().parents[2] / "shared"
SAMPLES = SHARED / "samples"


LONGEST = Path(__file__).with_name("longest.txt").read_text().split()
"""What takes longest comes first: the last files are short, and no process waits long for another."""


def pytest_addoption(parser):
    parser.addoption("--spark-free", action="store_true", help="leave out what needs an engine, notebooks included")


def pytest_configure(config):
    config.option.loadscopereorder = False  # xdist would put those with the fewest tests last: just the longest
    jvm.quick()
    if asked_for() != SAIL:
        config.add_cleanup(jvm.Kernels().close)


def pytest_collection_modifyitems(config, items):
    if config.option.spark_free:
        kept = [item for item in items if "spark" not in getattr(item, "fixturenames", ("spark",))]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
        items[:] = kept
    place = {name: number for number, name in enumerate(LONGEST)}
    items.sort(key=lambda item: place.get(item.nodeid.partition("::")[0], len(LONGEST)))


@pytest.fixture(scope="session")
def spark():
    """The one session of a test run: on Spark, or with MQFORENSICS_ENGINE=sail on Sail, which is there in a second."""
    from mqforensics import session

    # What tests keep of their cases, which few of them close, stays until the end.
    spark = session() if asked_for() == SAIL else session(spark_driver_memory="6g")
    yield spark
    spark.stop()


@pytest.fixture(scope="session")
def samples():
    """Outside evidence, where it lies beside the checkout."""
    if not SAMPLES.is_dir():
        pytest.skip("no samples beside this checkout")
    return SAMPLES
