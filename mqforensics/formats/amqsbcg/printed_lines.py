"""The text that amqsbcg prints around a message's data, with the places of the values in it.

`{name:d}` is a decimal number, `{name:c}` a name in quotes, `{name:x}` hexadecimal digits; `{~}` any number of blank
lines, `{_}` of blanks, `{?}…{/}` text that may be absent, which its first characters tell, `{…}` the rest of a line.
"""

import re
from collections.abc import Iterator

from mqforensics import structures

WIDTHS = {name: size for shape in (structures.MQDLH, structures.MQMD2) for name, (_, size) in shape.places.items()}

HEAD = """\
{_}MQGET of message number {number:d}{?}, CompCode:{CompCode:d} Reason:{Reason:d}{/}{_}
****Message descriptor****
{~}  StrucId  : {StrucId:c}  Version : {Version:d}
  Report   : {Report:d}  MsgType : {MsgType:d}
  Expiry   : {Expiry:d}  Feedback : {Feedback:d}
  Encoding : {Encoding:d}  CodedCharSetId : {CodedCharSetId:d}
  Format : {Format:c}
  Priority : {Priority:d}  Persistence : {Persistence:d}
  MsgId : {MsgId:x}
  CorrelId : {CorrelId:x}
  BackoutCount : {BackoutCount:d}
  ReplyToQ       : {ReplyToQ:c}
  ReplyToQMgr    : {ReplyToQMgr:c}
  ** Identity Context
  UserIdentifier : {UserIdentifier:c}
  AccountingToken :{_}
   {AccountingToken:x}
  ApplIdentityData : {ApplIdentityData:c}
  ** Origin Context
  PutApplType    : '{PutApplType:d}'
  PutApplName    : {PutApplName:c}
  PutDate  : {PutDate:c}    PutTime  : {PutTime:c}
  ApplOriginData : {ApplOriginData:c}
{~}  GroupId : {GroupId:x}
  MsgSeqNumber   : '{MsgSeqNumber:d}'
  Offset         : '{Offset:d}'
  MsgFlags       : '{MsgFlags:d}'
  OriginalLength : '{OriginalLength:d}'
{~}"""
DEAD_TITLE = "****Dead Letter Header****\n"
DEAD = """\
****Dead Letter Header****
{~}  StrucId  : {StrucId:c}  Version : {Version:d}
  Reason   : {Reason:d} [{…}]
  DestQName      : {DestQName:c}
  DestQMgrName   : {DestQMgrName:c}
  Encoding : {Encoding:d}  CodedCharSetId : {CodedCharSetId:d}
  Format : {Format:c}
  PutApplType    : '{PutApplType:d}'
  PutApplName    : {PutApplName:c}
  PutDate  : {PutDate:c}    PutTime  : {PutTime:c}
{~}"""
PROPERTIES_TITLE = "****Message properties****\n"
LENGTH = "****{_}Message{_}****\n{~} length - {shown:d}{?} of {declared:d}{/} bytes\n{~}"

TOKEN = re.compile(r"\{(\w+):([dcx])\}|\{(~|_|\?|/|…)\}")
QUOTES = {"d": ("", ""), "c": ("'", "'"), "x": ("X'", "'")}
Tokens = list[tuple[str, object]]
"""Kinds: `=` literal bytes, `d`, `c`, `x` a value's name, `~`, `_`, `…`; and `?`, what may be absent."""


def tokens(template: str) -> Tokens:
    """A template as what is to be followed, piece by piece."""
    return _nested(iter(list(_flat(template))))


def _flat(template: str) -> Iterator[tuple[str, str]]:
    text, at = "", 0
    for mark in TOKEN.finditer(template):
        text, at = text + template[at : mark.start()], mark.end()
        opening, closing = QUOTES[mark[2]] if mark[2] else ("", "")
        if text + opening:
            yield "=", text + opening
        yield mark[2] or mark[3], mark[1] or ""
        text = closing
    if text + template[at:]:
        yield "=", text + template[at:]


def _nested(flat: Iterator[tuple[str, str]]) -> Tokens:
    found: Tokens = []
    for kind, value in flat:
        if kind == "/":
            break
        if kind == "=":
            value = value.encode()
        found.append((kind, _nested(flat) if kind == "?" else value))
    return found
