import subprocess
import sys
from pathlib import Path

import pytest

from mqforensics.prepare import prepare
from mqforensics.session import KEPT

KEEPS = """
import sys
from importlib import import_module
from pathlib import Path
kept = Path(sys.argv[1])
import_module("mqforensics.session").KEPT = kept
preparing = import_module("mqforensics.prepare")
preparing.KEPT = kept
assert preparing.prepare() == kept
assert [one.name for one in kept.parent.iterdir()] == [kept.name]
"""
USES = """
import sys
from importlib import import_module
from pathlib import Path
kept = Path(sys.argv[1])
import_module("mqforensics.session").KEPT = kept
spark = import_module("mqforensics").session()
java = spark._jvm.java.lang.ProcessHandle.current().pid()
print(str(kept) in Path(f"/proc/{java}/maps").read_text(), spark.range(10).count())
"""


def said(code, path):
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, timeout=300)
    assert not done.returncode, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """What is kept in this environment; without that, kept anew elsewhere."""
    if KEPT.is_file():
        return KEPT
    made = tmp_path_factory.mktemp("a folder") / "kept" / "spark.jsa"
    assert said(KEEPS, made) == ""
    return made


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="what a process has mapped is told by /proc alone")
def test_java_has_the_classes_that_are_kept_and_heeds_no_others(kept, tmp_path):
    assert said(USES, kept).split() == ["True", "10"]
    other = tmp_path / "spark.jsa"
    other.write_text("of another Java")
    assert said(USES, other).split() == ["False", "10"]


def test_not_beside_a_session(spark):
    with pytest.raises(ValueError, match="expected a process without a session"):
        prepare()
