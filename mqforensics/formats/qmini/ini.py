"""Stanzas of qm.ini, mqs.ini, mqclient.ini and mqat.ini: `Name:` on a line, `Key=Value` under it, comments."""

import re

from mqforensics.codes import code_pages
from mqforensics.formats import qmgr_directory
from mqforensics.formats.qmini.stanza import Stanza

OF = {
    "MQSINI": ("AllQueueManagers", "QueueManager", "DefaultQueueManager", "LogDefaults", "ClientExitPath",
               "ApiExitCommon", "ApiExitTemplate", "DiagnosticSystemMessages", "ExitProperties", "ACPool"),
    "CLIENTINI": ("ClientExitPath", "MessageBuffer", "PreConnect", "Application", "Trace", "Connection"),
    "QMINI": ("Log", "Service", "ServiceComponent", "ExitPath", "ApiExitLocal", "TuningParameters", "QMErrorLog",
              "DiagnosticMessages", "AccessMode", "Filesystem", "XAResourceManager", "RestrictedMode", "AutoConfig",
              "AutoCluster", "Variables", "NativeHALocalInstance", "NativeHAInstance", "NativeHARecoveryGroup", "RDQM",
              "Subpool", "Broker", "PluggableService", "LU62", "NETBIOS"),
    "MQATINI": ("AllActivityTrace", "ApplicationTrace"),
}  # fmt: skip
"""Stanzas by the file that they tell of; a name in two lists tells of neither."""
SHARED = ("Channels", "TCP", "SSL", "Security")
KEYS = {
    "channels": {
        "CLIENTINI": ("channeldefinitiondirectory", "channeldefinitionfile", "recondelay", "defrecon",
                      "mqreconnecttimeout", "serverconnectionparms", "put1defaultalwayssync", "ccsid"),
        "QMINI": ("maxchannels", "maxactivechannels", "maxinitiators", "mqibindtype", "pipelinelength", "adoptnewmca",
                  "adoptnewmcatimeout", "adoptnewmcacheck", "chlauthearlyadopt", "chlauthignoreusercase"),
    },
}  # fmt: skip
"""Keys that tell of a file, by the stanza that both files have."""
NAMES = {name.lower(): name for names in (*OF.values(), SHARED) for name in names}
FILES = {"qm.ini": "QMINI", "mqs.ini": "MQSINI", "mqclient.ini": "CLIENTINI", "mqat.ini": "MQATINI"}
STANZA = re.compile(r"[ \t]*([A-Za-z]\w{0,63})[ \t]*:(?!\S)[ \t]*(.*)")
BEGUN = re.compile(
    rb"(?mi)^[ \t]*(?:" + "|".join(sorted(NAMES)).encode() + rb"):[ \t]*\r?\n"
    rb"(?:[ \t]*[#;][^\n]*\n){0,9}[ \t]+[a-z]\w{1,63}[ \t]*=[ \t]*\S"
)
"""A stanza that the product has, with its first key under it."""
ITEM = re.compile(r"[ \t]*([A-Za-z][\w.]{0,63})[ \t]*=[ \t]*(.*)")
BLANK = " \t\r\n\f\v"
"""No others: a byte of UTF-8 is not a blank."""
COMMENT = re.compile(rf"(?:^|[{BLANK}])[#;]")
SEVERAL = re.compile(r"[ \t](?=[A-Za-z]\w{0,63}[ \t]{0,9}=)")
END = re.compile(r"\r\n|\n|\r")
FOLDER = re.compile(r"(?:^|[/\\])qmgrs[/\\]([^/\\]{1,64})[/\\]", re.I)
ENOUGH = 0.8
UNKNOWN = "whether this is qm.ini, mqs.ini, mqclient.ini or mqat.ini cannot be told from it"


def sniff(data: bytes) -> int:
    """How sure the first bytes are stanzas with keys, at least one of them MQ's."""
    known = stanzas = items = other = 0
    for line in END.split(data.decode("latin-1")):
        words = _bare(line)
        stanza = STANZA.match(words)
        if stanza and (not stanza[2] or ITEM.match(stanza[2])):
            stanzas, known = stanzas + 1, known + (stanza[1].lower() in NAMES)
        elif ITEM.match(words):
            items += 1
        elif words:
            other += 1
    sure = known and items and stanzas + items >= ENOUGH * (stanzas + items + other) and known * 2 > stanzas
    return 90 if sure else 0


def stanzas(source: str, first: int, file: str) -> list[Stanza]:
    """Every stanza; what stands before the first belongs to its row, what is not an item is reported of."""
    found: list[Stanza] = []
    at = 0
    for number, line in enumerate(_lines(source), first):
        words = _bare(line)
        stanza, item = STANZA.match(words), ITEM.match(words)
        if stanza and not item:
            found.append(Stanza(at, number, NAMES.get(stanza[1].lower(), code_pages.of_bytes(stanza[1]))))
            for part in SEVERAL.split(stanza[2]) if stanza[2] else ():
                _take(found[-1], part, number)
        elif found and words:
            _take(found[-1], words, number)
        at += len(line)
    _tell(found, file)
    return found


def _lines(source: str) -> list[str]:
    return re.findall(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+", source)


def _bare(line: str) -> str:
    # A value may hold `;` between paths: only behind a blank does it begin a comment.
    comment = COMMENT.search(line)
    return (line[: comment.start()] if comment else line).strip(BLANK)


def _take(stanza: Stanza, words: str, number: int) -> None:
    item = ITEM.match(words)
    if item:
        stanza.add(item[1], item[2].strip(BLANK), number)
    elif words.strip(BLANK):
        stanza.errors.append(f"line {number} is not an item of a stanza")


def _tell(found: list[Stanza], file: str) -> None:
    kind, folder = _kind(found, file), FOLDER.search(file)
    for stanza in found:
        stanza.type = kind
        if kind is None:
            stanza.errors.append(UNKNOWN)
        if kind in ("QMINI", "MQATINI") and folder:
            stanza.queue_manager = qmgr_directory.queue_manager_of(folder[1])
        if kind == "MQSINI" and stanza.name == "QueueManager":
            stanza.queue_manager = next((v for k, v in stanza.attributes.items() if k.lower() == "name"), None)


def _kind(found: list[Stanza], file: str) -> str | None:
    own = FILES.get(re.split(r"[/\\]", file)[-1].lower())
    if own:
        return own
    told = dict.fromkeys(OF, 0)
    for stanza in found:
        of = [kind for kind, names in OF.items() if stanza.name in names]
        if len(of) == 1:
            told[of[0]] += 1
        for kind, keys in KEYS.get((stanza.name or "").lower(), {}).items():
            told[kind] += sum(key.lower() in keys for key in stanza.attributes)
    best = max(told, key=told.get)
    return best if told[best] > sum(told.values()) - told[best] else None
