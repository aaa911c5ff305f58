"""Digests and sizes under `--redact all` let nobody without the key guess what a small file holds."""

import hashlib
import json
import stat

import pandas as pd
import pytest

from mqforensics.__main__ import main
from mqforensics.privacy import digest_key
from mqforensics.privacy.redaction import Redaction
from mqforensics.report import EXECUTED, FINDINGS, _told_of, _written_together, verify

SECRET = b"PIN 4711"


@pytest.fixture
def case(tmp_path):
    folder = tmp_path / "case"
    folder.mkdir()
    (folder / "pin.txt").write_bytes(SECRET)
    return folder


def written(folder, hidden):
    """What a report says of the case's one file, as it writes it."""
    folder.mkdir()
    one = {"file": "pin.txt", "sha256": hashlib.sha256(SECRET).hexdigest(), "bytes": len(SECRET)}
    whole = {"kit": "1", "inputs": [one], "parameters": _told_of(hidden), "findings": []}
    (folder / EXECUTED).write_text("{}")
    _written_together(folder, hidden.value(whole), "<head></head>", None)
    return folder


def test_nobody_without_the_key_can_guess_a_short_secret(tmp_path, case):
    hidden = Redaction("all", digest_key=digest_key.for_report(tmp_path / "report", None))
    told = (written(tmp_path / "report", hidden) / FINDINGS).read_text()
    for guess in range(10_000):
        plain = hashlib.sha256(b"PIN %04d" % guess).hexdigest()
        assert plain not in told and hashlib.sha256(plain.encode()).hexdigest() not in told
    assert str(len(SECRET)) != json.loads(told)["inputs"][0]["bytes"] and '"bytes": 8' not in told
    assert hidden.frame(pd.DataFrame({"sha256": ["ab"], "bytes": [8]})).to_numpy().tolist() == [
        [hidden.digest("ab"), hidden.digest(8)]
    ]
    for mode in ("", "payload", "identity"):
        assert Redaction(mode).value({"sha256": "ab", "bytes": 8}) == {"sha256": "ab", "bytes": 8}


def test_the_key_is_beside_the_report_for_its_user_alone_and_never_in_it(tmp_path):
    key = digest_key.for_report(tmp_path / "report", None)
    path = tmp_path / "report.key"
    assert (
        stat.S_IMODE(path.stat().st_mode) == 0o600 and len(key.split()[-1]) == 64 and not (tmp_path / "report").exists()
    )
    assert digest_key.for_report(tmp_path / "report", None) == key == digest_key.read(path)
    (tmp_path / "report").mkdir()
    (tmp_path / "report" / "in.key").write_bytes(key)
    with pytest.raises(digest_key.DigestKeyExpected, match="outside of the report's folder"):
        digest_key.for_report(tmp_path / "report", tmp_path / "report" / "in.key")
    (tmp_path / "short").write_bytes(b"0123456789")
    for wrong in ("short", "none"):
        with pytest.raises(digest_key.DigestKeyExpected):
            digest_key.for_report(tmp_path / "report", tmp_path / wrong)


def test_of_a_file_that_is_no_key_no_more_is_read_than_a_key_may_have(tmp_path):
    (tmp_path / "long").write_bytes(b"a" * digest_key.LEAST + b"b" * 5000)
    (tmp_path / "least").write_bytes(b" " + b"a" * digest_key.LEAST + b"\n")
    assert digest_key.read(tmp_path / "long") == b"a" * 16 + b"b" * 4080
    assert digest_key.read(tmp_path / "least") == b"a" * 16, "blanks around it are no part of it"
    (tmp_path / "least").write_bytes(b" " * 20 + b"a" * 15)
    with pytest.raises(digest_key.DigestKeyExpected, match=r"of at least 16 bytes in .*, got 15"):
        digest_key.read(tmp_path / "least")


def test_a_link_in_place_of_the_key_is_not_followed(tmp_path):
    (tmp_path / "victim").write_bytes(b"x" * 32)
    (tmp_path / "report.key").symlink_to(tmp_path / "victim")
    with pytest.raises(digest_key.DigestKeyExpected, match="link"):
        digest_key.for_report(tmp_path / "report", None)
    assert (tmp_path / "victim").read_bytes() == b"x" * 32


def test_verify_needs_the_key_and_says_so(tmp_path, case, capsys):
    hidden = Redaction("all", digest_key=digest_key.for_report(tmp_path / "report", None))
    folder = written(tmp_path / "report", hidden)
    assert main(["verify", str(folder), str(case)]) == 2 and "--digest-key" in capsys.readouterr().err
    (tmp_path / "other.key").write_text("0" * 64)
    assert main(["verify", str(folder), str(case), "--digest-key", str(tmp_path / "other.key")]) == 2
    assert "another key" in capsys.readouterr().err
    key = str(tmp_path / "report.key")
    assert main(["verify", str(folder), str(case), "--digest-key", key]) == 0
    (case / "pin.txt").write_bytes(b"PIN 4712")
    assert main(["verify", str(folder), str(case), "--digest-key", key]) == 1
    assert hashlib.sha256(b"PIN 4712").hexdigest() not in capsys.readouterr().out


def test_a_report_without_keyed_digests_needs_no_key(tmp_path, case):
    assert verify(written(tmp_path / "plain", Redaction()), case) is None


def test_a_key_without_anything_to_key_is_a_slip(tmp_path, case, capsys):
    assert main(["report", str(case), "-o", str(tmp_path / "r"), "--digest-key", "k"]) == 2
    assert "--redact all" in capsys.readouterr().err
