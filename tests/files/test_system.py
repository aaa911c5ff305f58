"""Where the system lacks what Unix has, the readers, `explain`, `decode` and `mqrc` import and read the same."""

import json
import os
import subprocess
import sys

from mqforensics.files import files
from mqforensics.files.system import read_at
from mqforensics.tools.explain import explain
from tests.dependencies import ROOT
from tests.writers.cases import SAMPLES

AS_ON_WINDOWS = """
import json, os, signal, sys
sys.modules["fcntl"] = None
for module, names in ((os, "pread O_NOFOLLOW fchmod killpg getpgrp mkfifo"), (signal, "SIGHUP SIGKILL")):
    for name in names.split():
        delattr(module, name)
import mqforensics, mqforensics.__main__, mqforensics.report, mqforensics.lab
from mqforensics.files import files, output
from mqforensics.tools.explain import explain
output.write_file(sys.argv[2] + "/out", "text")
with output.new_files(sys.argv[2] + "/folder") as built:
    output.write_file(built / "in", "text")
print(json.dumps([str(mqforensics.mqrc(2035)), str(explain("AMQ8077")), [file.digest().sha256 for file in files(sys.argv[1])]]))
"""


def test_without_what_unix_has_it_imports_reads_and_writes(tmp_path):
    asked = [sys.executable, "-c", AS_ON_WINDOWS, str(SAMPLES / "everything"), str(tmp_path)]
    done = subprocess.run(asked, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    meaning, said, hashes = json.loads(done.stdout)
    assert "MQRC_NOT_AUTHORIZED" in meaning and said == str(explain("AMQ8077"))
    assert hashes == [file.digest().sha256 for file in files(SAMPLES / "everything")]
    assert (tmp_path / "folder" / "in").read_text() == (tmp_path / "out").read_text() == "text"


def test_reading_at_a_place_moves_nobody_elses(tmp_path, monkeypatch):
    (tmp_path / "a").write_bytes(b"0123456789")
    for _ in range(2):
        handle = os.open(tmp_path / "a", os.O_RDONLY)
        assert (os.read(handle, 2), read_at(handle, 3, 5), os.read(handle, 2)) == (b"01", b"567", b"23")
        os.close(handle)
        monkeypatch.delattr(os, "pread", raising=False)
