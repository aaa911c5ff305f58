"""What a file is that no format reads: context that a support archive brings along, or unknown.

A file is recognised by its first bytes; by its name only where the product gives the name and the bytes have no mark.
"""

import re

MARKS = (
    (re.compile(rb"\x7fELF[\x01\x02][\x01\x02].{10}(?:\x04\0|\0\x04)", re.S), "a core dump of a process"),
    (re.compile(rb"\x7fELF|MZ.{58}|\xca\xfe\xba\xbe|\xcf\xfa\xed\xfe", re.S), "a program or a library"),
    (re.compile(rb"MDMP"), "a minidump of a process"),
    (re.compile(rb"0SECTION {1,20}TITLE"), "a javacore: the threads of a Java process"),
    (re.compile(rb".{0,4}portable heap dump|JAVA PROFILE ", re.S), "a heap dump of a Java process"),
    (re.compile(rb"\xd4\xc3\xb2\xa1|\xa1\xb2[\xc3\x3c]\xd4|\x0a\x0d\x0d\x0a"), "a trace of a network"),
    (re.compile(rb"%PDF-"), "a document (PDF)"),
    (re.compile(rb"\x89PNG|\xff\xd8\xff|GIF8"), "a picture"),
    (re.compile(rb"-----BEGIN [A-Z ]{0,40}PRIVATE KEY"), "a private key: it should be in no case"),
    (re.compile(rb"-----BEGIN "), "a certificate"),
    (re.compile(rb"7z\xbc\xaf|Rar!|BZh|\xfd7zXZ|\x28\xb5\x2f\xfd"), "an archive of a kind that is not opened"),
    (re.compile(rb"SQLite format 3\0"), "a database"),
)  # fmt: skip
LINES = ((re.compile(rb"^# (?:HELP|TYPE) \w|^\w{1,99}\{\w{1,99}=\"", re.M), "figures of a monitor (Prometheus)"),)
"""What a line within the first bytes has."""
NAMES = (
    (re.compile(r"AMQ\w*\.\d+(?:\.\d+)*\.TR[CS]$", re.I), "a trace of the product: dspmqtrc formats it"),
    (re.compile(r"AMQ\w*\.\d+(?:\.\d+)*\.FMT$", re.I), "a formatted trace of the product"),
    (re.compile(r"(?:S\d{7}\.LOG|amqhlctl\.lfh)$", re.I), "a recovery log: dmpmqlog formats it"),
    (re.compile(r"\.(?:kdb|sth|rdb|crl|p12|pfx|jks)$", re.I), "a key repository: it should be in no case"),
    (re.compile(r"(?:^|[./])core(?:\.\d+)?$", re.I), "by its name a core dump"),
)  # fmt: skip
LOOKED_AT = 4096
UNKNOWN = "unknown"


def context(head: bytes, name: str) -> str:
    """What a file with these first bytes and this name is, in words; `head` belongs to a file that no format reads."""
    if not head:
        return "an empty file"
    for mark, words in MARKS:
        if mark.match(head):
            return words
    for marks, where in ((LINES, head[:LOOKED_AT]), (NAMES, name)):
        for mark, words in marks:
            if mark.search(where):
                return words
    is_binary = b"\0" in head[:LOOKED_AT] and not head.startswith((b"\xff\xfe", b"\xfe\xff"))
    return f"{UNKNOWN}: binary" if is_binary else f"{UNKNOWN}: text that no format knows"


OWN = "left out: mqforensics wrote it, so it is not evidence"
"""The problem of a file that the kit itself wrote."""
WRITTEN = (
    re.compile(rb"<!DOCTYPE html>.{0,99}<meta (?:content=\"mqforensics\" )?name=\"(?:generator\"/|mqforensics-)", re.S),
    re.compile(rb"\{\s*\"(?:schema|kit)\": .{1,200}\"inputs\": \[", re.S),  # findings.json
    re.compile(rb"# [^\n]{1,999}\n\n## (?:Critical|Warning|Info): [A-Z\\_]{3,99}\b"),  # a report as Markdown, as text
    re.compile(rb"[^\n]{1,999}\n\n(?:CRITICAL|WARNING|INFO) [A-Z_]{3,99}\b[^\n]*\n  "),
    re.compile(rb"\{\s*\"mqforensics_signature\": "),
    re.compile(rb"mqforensics-digest-key [0-9a-f]{64}\s*\Z"),
    re.compile(rb"\{\s*\"cells\": \[.*mqforensics", re.S),  # a report's notebook, the desk's
    re.compile(rb"\{\s*\"version\": \d+,\s*\"case\": \".{0,999}\",\s*\"notes\": \["),
    re.compile(rb"(?:#!/bin/sh\s+# |# |\* |//MQLOOK[^\n]*\n//\* )Gathers evidence of the queue manager .{1,48}\. It"),
    re.compile(rb"\* DMPMQMSG Version:8\.0 Created:by mqforensics"),
    re.compile(rb"\* Rules for [\d,]+ dead letters?, [\d,]+ reasons?\.\n\* Messages without a valid MQDLH"),
    re.compile(rb"file,number,rule_line,action,queue,queue_manager,header,outcome,attempts\r?\n"),
    re.compile(rb"file,offset,length,(?:number,queue|line),"),  # a table as CSV
    re.compile(rb"\[\s*\{\"file\": \"[^\n]{0,999}?\", \"offset\": \d+, \"length\": \d+, "),  # a table as JSON
)
"""How what the kit writes begins: reports, notes, scripts, messages that were written back, rules, tables."""


def is_written_by_us(head: bytes) -> bool:
    """Whether the kit wrote the file with these first bytes: in a case it would be read as evidence of itself."""
    return any(mark.match(head) for mark in WRITTEN)
