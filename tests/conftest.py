from pathlib import Path

import pytest
from hypothesis import settings

from tests import jvm

# A clock on the wall says little on a busy machine; `pytest --hypothesis-profile=anew` tries examples never tried.
settings.register_profile("anew", deadline=None)
settings.register_profile("suite", deadline=None, derandomize=True)
settings.load_profile("suite")
SHARED = Path(__file__).resolve().parents[2] / "shared"
SAMPLES = SHARED / "samples"


def pytest_configure():
    jvm.quick()
    jvm.Kernels()


@pytest.fixture(scope="session")
def spark():
    """The one Spark session of a test run."""
    from mqforensics import session

    spark = session()
    yield spark
    spark.stop()


@pytest.fixture(scope="session")
def samples():
    """Outside evidence, where it lies beside the checkout."""
    if not SAMPLES.is_dir():
        pytest.skip("no samples beside this checkout")
    return SAMPLES
