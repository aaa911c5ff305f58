"""`mqforensics verify`: a report belongs to its case, or one line says what differs; whoever wrote the files."""

import json
import os
import re
import shutil

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519

from mqforensics.__main__ import main
from mqforensics.case import evidence
from mqforensics.files import signature
from mqforensics.files.context_kinds import OWN
from mqforensics.files.output import new_files
from mqforensics.files.signature import KeyExpected, private_key, public_key
from mqforensics.privacy import digest_key
from mqforensics.report import EXECUTED, FINDINGS, OUTPUTS, PAGE, SIGNATURE, ReportExpected, _written_together, verify
from tests.dependencies import ROOT
from tests.writers.cases import SAMPLES

PAGE_TEXT = (
    '<!DOCTYPE html>\n<html><head>\n<meta content="mqforensics" name="generator"/></head><body>Found.</body></html>'
)
NOTEBOOK = '{\n "cells": [{"source": "import mqforensics"}]}'


@pytest.fixture
def case(tmp_path):
    shutil.copytree(SAMPLES / "dlq_put_inhibited", tmp_path / "case")
    return tmp_path / "case"


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    """The files of two pairs of keys, `one` and `two`."""
    folder = tmp_path_factory.mktemp("keys")
    for name in ("one", "two"):
        key = ed25519.Ed25519PrivateKey.generate()
        (folder / name).write_bytes(pem(key))
        (folder / f"{name}.pem").write_bytes(pem(key.public_key()))
    return folder


def pem(key):
    kinds = serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    if hasattr(key, "private_bytes"):
        return key.private_bytes(kinds[0], serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return key.public_bytes(*kinds)


def made(case, folder, sign=""):
    """The files of a report, as they are written when its notebook has run."""
    rows = [(file.name, *file.digest()) for file in evidence(case)]
    found = {
        "kit": "1", "parameters": {"case": "case"},
        "inputs": [{"file": name, "sha256": sha, "bytes": size, "problem": why} for name, sha, size, why in rows],
        "findings": [{"code": "A", "assumes": [{"key": "NO_EXIT", "value": "none"}]}, {"code": "B"}],
    }  # fmt: skip
    with new_files(folder, *OUTPUTS) as built:
        (built / EXECUTED).write_text(NOTEBOOK)
        _written_together(built, found, PAGE_TEXT, private_key(sign) if sign else None)
    return folder


def changed(path, at):
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)


def test_a_report_that_nobody_changed_is_of_its_case(case, tmp_path, capsys):
    folder = made(case, tmp_path / "out")
    assert main(["verify", str(folder), str(case)]) == 0
    assert "not signed" in capsys.readouterr().out


def test_any_changed_byte_is_seen(case, tmp_path):
    folder = made(case, tmp_path / "out")
    for name in (PAGE, EXECUTED, FINDINGS):
        whole = (folder / name).read_bytes()
        for at in {*range(0, len(whole), 7), len(whole) - 1}:
            changed(folder / name, at)
            assert verify(folder, case), (name, at)
            (folder / name).write_bytes(whole)
        (folder / name).write_bytes(whole + b"\n")
        assert verify(folder, case), name
        (folder / name).write_bytes(whole)
    assert verify(folder, case) is None


def test_an_altered_body_of_the_page_or_the_notebook_is_named(case, tmp_path):
    for name in (PAGE, EXECUTED):
        folder = made(case, tmp_path / name)
        (folder / name).write_bytes((folder / name).read_bytes().replace(b"o", b"0", 1))
        assert verify(folder, case) == f"{name} changed after it was written with this {FINDINGS}"


ODD = (
    "", "null", "[]", "1", '"a"', "{}", "[" * 100_000, '{"inputs": [1]}', "9" * 5000, "\ud800".encode("utf-8", "replace").decode(),
    *(json.dumps({"kit": "1", "inputs": inputs, "parameters": parameters, "findings": found, "outputs": outputs})
      for inputs, parameters, found, outputs in [
          ({}, {}, [], {}), ([{}], {}, [], {PAGE: "", EXECUTED: ""}), ([{"file": 1}, {"file": "a"}], {}, [], {PAGE: "", EXECUTED: ""}),
          ([{"file": "a", "sha256": []}], {}, [], {PAGE: "", EXECUTED: ""}), ([{"file": "a", "bytes": "1"}], {}, [], {PAGE: "", EXECUTED: ""}),
          ([{"file": "a"}] * 2, {}, [], {PAGE: "", EXECUTED: ""}), ([], {"redact": {}}, [], {PAGE: "", EXECUTED: ""}),
          ([], {}, [1], {PAGE: "", EXECUTED: ""}), ([], {}, [], {PAGE: None, EXECUTED: 1}), ([], {}, [], {}), ([], [], [], {}),
          ([], {}, [{"assumes": 1}], {PAGE: "", EXECUTED: ""}), ([{"file": ["a"]}], {}, [], {PAGE: "", EXECUTED: ""}),
      ]),
)  # fmt: skip


@pytest.mark.parametrize("text", ODD, ids=range(len(ODD)))
def test_findings_that_anybody_may_have_written_are_said_to_differ(text, case, tmp_path, capsys):
    folder = made(case, tmp_path / "out")
    (folder / FINDINGS).write_text(text)
    assert main(["verify", str(folder), str(case)]) == 1
    assert capsys.readouterr().out.count("\n") == 1


def test_where_no_report_is_it_is_said_and_it_is_no_difference(case, tmp_path, capsys):
    with pytest.raises(ReportExpected, match="expected the folder of a report"):
        verify(tmp_path / "none", case)
    assert main(["verify", str(case), str(case)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    for name in (PAGE, EXECUTED, FINDINGS):
        folder = made(case, tmp_path / f"without {name}")
        (folder / name).unlink()
        assert name in verify(folder, case)


def test_a_report_in_the_case_is_no_evidence_and_belongs_to_it(case, monkeypatch):
    before = [file.name for file in evidence(case)]
    for place in (case / "report", case, case / "deep" / "er"):
        made(case, place)
        assert [file.name for file in evidence(case) if file.problem != OWN] == before
        assert verify(place, case) is None
    monkeypatch.chdir(case)
    made(".", "report")
    assert main(["verify", "report", "."]) == 0
    os.rename("dlq.txt", "other.txt")
    assert "other.txt" in verify("report", ".") or "dlq.txt" in verify("report", ".")


def test_the_key_of_digests_beside_a_report_in_the_case_is_no_evidence(case):
    before = [file.name for file in evidence(case)]
    digest_key.for_report(case / "report", None)
    made(case, case / "report")
    assert [file.name for file in evidence(case) if file.problem != OWN] == before
    assert (case / "report.key").stat().st_mode & 0o777 == 0o600 and verify(case / "report", case) is None


def test_a_signature_is_of_all_that_is_named_and_of_one_key(case, tmp_path, keys, capsys):
    folder = made(case, tmp_path / "out", keys / "one")
    assert main(["verify", str(folder), str(case), "--key", str(keys / "one.pem")]) == 0
    assert "It is signed with" in capsys.readouterr().out
    assert main(["verify", str(folder), str(case)]) == 0
    assert "not checked" in capsys.readouterr().out
    assert main(["verify", str(folder), str(case), "--key", str(keys / "two.pem")]) == 1
    assert "another key" in capsys.readouterr().out
    for path in (*(folder / name for name in OUTPUTS), case / "dlq.txt"):
        whole = path.read_bytes()
        for at in {*range(0, len(whole), 1 + len(whole) // 40), len(whole) - 1}:
            changed(path, at)
            assert verify(folder, case, keys / "one.pem"), (path, at)
            path.write_bytes(whole)
    assert verify(folder, case, keys / "one.pem") is None
    (folder / SIGNATURE).unlink()
    assert "not signed" in verify(folder, case, keys / "one.pem") and verify(folder, case) is None


def test_who_writes_all_files_anew_has_not_signed_them(case, tmp_path, keys):
    folder = made(case, tmp_path / "out", keys / "one")
    signed = (folder / SIGNATURE).read_bytes()
    (case / "dlq.txt").write_bytes((case / "dlq.txt").read_bytes() + b"more\n")
    made(case, folder)
    assert not (folder / SIGNATURE).exists() and verify(folder, case) is None
    (folder / SIGNATURE).write_bytes(signed)
    assert "made for other" in verify(folder, case, keys / "one.pem") and "made for other" in verify(folder, case)
    made(case, folder, keys / "two")
    assert "another key" in verify(folder, case, keys / "one.pem")
    forged = json.loads((folder / SIGNATURE).read_text()) | {"public_key": json.loads(signed)["public_key"]}
    (folder / SIGNATURE).write_text(json.dumps(forged, indent=1) + "\n")
    assert "not valid" in verify(folder, case, keys / "one.pem")


def test_what_was_assumed_is_signed(case, tmp_path, keys):
    folder = made(case, tmp_path / "out", keys / "one")
    told = json.loads((folder / SIGNATURE).read_text())["chain"]
    assert [name for one in told for name in one if name in ("kit", "evidence", "parameters", "assumptions", "output")] == [
        "kit", *["evidence"] * len(evidence(case)), "parameters", "assumptions", *["output"] * 3]  # fmt: skip
    assert next(one["assumptions"] for one in told if "assumptions" in one) == [{"key": "NO_EXIT", "value": "none"}]


def test_a_key_of_another_kind_is_said_before_any_work(tmp_path, keys):
    (tmp_path / "ec").write_bytes(pem(ec.generate_private_key(ec.SECP256R1())))
    (tmp_path / "text").write_text("no key")
    for path in (tmp_path / "ec", tmp_path / "text", tmp_path / "none", keys / "one.pem"):
        with pytest.raises(KeyExpected, match="private"):
            private_key(path)
    for path in (keys / "one", tmp_path / "text"):
        with pytest.raises(KeyExpected, match="public"):
            public_key(path)


def test_each_link_of_the_chain_rests_on_all_before_it():
    one = signature.chain([{"a": 1}, {"b": 2}, {"c": 3}])
    assert one[:2] == signature.chain([{"a": 1}, {"b": 2}]) and len({*one}) == 3
    assert not {*one} & {*signature.chain([{"b": 2}, {"a": 1}, {"c": 3}])[1:]}


def test_each_attack_of_the_manual_has_the_test_that_it_names():
    table = (ROOT / "docs" / "security.md").read_text().split("| attack | what was seen | test |")[1].split("\n\n")[0]
    named = set(re.findall(r"`(test_\w+)`", table))
    there = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(), re.M)
    }
    assert len(named) > 15 and named <= there, named - there
