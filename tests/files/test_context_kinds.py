"""What no format reads is named by what it is."""

import struct

import pytest

from mqforensics.files.context_kinds import context, is_written_by_us
from mqforensics.formats import HEAD, dmpmqmsg
from mqforensics.questions.handler.verbs import COLUMNS
from mqforensics.report import notebook_path
from mqforensics.tools.collect import EVERYTHING, IBM_I, ZOS, scripts_for
from mqforensics.views.plain_report import markdown, text
from mqforensics.views.webpage import html
from tests.writers.cases import SAMPLES

CORE = b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<H", 4) + bytes(40)
PROGRAM = b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<H", 3) + bytes(40)


@pytest.mark.parametrize("head, name, said", [
    (b"", "a", "empty"), (CORE, "x", "core dump"), (CORE[:5] + b"\x02" + CORE[6:16] + b"\0\4" + bytes(40), "x", "core dump"),
    (PROGRAM, "lib/core.1", "program"), (b"MDMP\x93\xa7", "a.dmp", "minidump"), (b"0SECTION       TITLE subcomponent", "javacore.txt", "javacore"),
    (b"\xd4\xc3\xb2\xa1\x02\0", "net.pcap", "network"), (b"-----BEGIN RSA PRIVATE KEY-----", "k", "private key"),
    (b"-----BEGIN CERTIFICATE-----", "k", "certificate"), (b"\0\1\2", "trace/AMQ20533.0.TRC", "dspmqtrc"),
    (b"\0\1\2", "log/S0000001.LOG", "dmpmqlog"), (b"\0\1\2", "ssl/key.kdb", "key repository"), (b"\0\1", "var/core.4711", "core dump"),
    (b"\0\1\2", "score", "unknown: binary"), (b"hello", "notes.txt", "unknown: text"), ("hällo".encode("utf-16"), "n", "unknown: text"),
    (b'mq_queue_depth{qmgr="QM1",queue="Q"} 7\n', "m", "monitor"), (b"the HA role: none", "n", "unknown: text"),
])  # fmt: skip
def test_it_is_named(head, name, said):
    assert said in context(head, name)


@pytest.mark.parametrize(
    "head",
    [
        b'{ "cells": [' + b"mqforensic" * 6000,
        b'{"version": 1, "case": "' + b'"' * 60_000,
        b"-----BEGIN " + b"A" * 60_000,
        b" " * 60_000,
        b"\x7fELF" + b"\1" * 60_000,
        b"\0" * 60_000,
        b"a" * 60_000,
        b"a{" * 30_000,
    ],
)
def test_no_bytes_take_long(head):
    assert context(head, "S" * 60_000) and not is_written_by_us(head)


def test_what_the_kit_wrote_is_known_by_its_first_bytes():
    head = '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    scripts = [
        script
        for platform in ("distributed", ZOS, IBM_I)
        for script in scripts_for("QM1", EVERYTHING, platform).values()
    ]
    record = '{"version": 1, "case": "c", "notes": []}'
    for one in (*scripts, html(notebook_path("incident_report.ipynb")), record, dmpmqmsg.header("QM1", "Q"),
                 '{\n  "kit": "0.1.0",\n  "inputs": [\n', '{\n "schema": 2,\n "kit": "1",\n "inputs": [', ",".join(COLUMNS) + "\r\n"):  # fmt: skip
        assert is_written_by_us(one.encode()), one[:200]
    whole = {"kit": "1", "inputs": [], "findings": [
        {"severity": "warning", "code": "DEAD_LETTER", "statement": "A.", "evidence": [], "next": [], "object": None, "queue_manager": None}]}  # fmt: skip
    assert is_written_by_us(markdown(whole).encode()) and is_written_by_us(text(whole).encode())
    for name in ("incident_report.ipynb", "investigate.ipynb"):
        assert is_written_by_us(notebook_path(name).read_bytes()[:HEAD])
    for one in ("AMQ8408I: Display Queue Manager details.", head, '{"cells": []}', "#!/bin/sh\nrunmqsc QM1 < in", "file,offset",
                 "* DMPMQMSG Version:8.0 Created:Thu Jan  1 12:00:00 2026", '{"kit": 1}', "* Rules for the night shift"):  # fmt: skip
        assert not is_written_by_us(one.encode()), one


def test_no_sample_of_evidence_is_taken_for_what_the_kit_wrote():
    assert not [path for path in SAMPLES.rglob("*") if path.is_file() and is_written_by_us(path.read_bytes()[:HEAD])]
