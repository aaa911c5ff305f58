"""Messages for the viewer, packed here from layouts, as rows of the messages table."""

from mqforensics.structures import message as message_data
from mqforensics.structures import pack

MD = {
    "StrucId": "MD", "Version": 2, "Report": 0x01800000 | 0x08000000, "MsgType": 8, "Expiry": 36_050, "Feedback": 0,
    "Encoding": 546, "CodedCharSetId": 1208, "Format": "MQDEAD", "Priority": 5, "Persistence": 1,
    "MsgId": b"AMQ QM_VER75    \x01\x02\x03\x04\x05\x06\x07\x08", "CorrelId": bytes(24), "BackoutCount": 2,
    "ReplyToQ": "", "ReplyToQMgr": "QM_ANG75", "PutApplType": 11, "PutApplName": "amqsput",
    "PutDate": "20260302", "PutTime": "09140742",
}  # fmt: skip


def row(data: bytes, md: dict | None = None, **more) -> dict:
    """A row of the messages table."""
    md = {**MD, **(md or {})}
    told = message_data(md, data)
    notes = told.pop("notes")
    return {"file": "made.txt", "number": 7, "md": md, "data": data, "data_length": len(data), "missing": None,
            "gaps": None, "error": "; ".join(notes) or None, **told, **more}  # fmt: skip


def dead(
    payload: bytes = b"order 1001", reason: int = 2053, order: str = "little", ccsid: int = 1208, **fields
) -> bytes:
    """An MQDLH and what follows it."""
    codec = "cp500" if ccsid == 500 else "latin-1"
    head = {
        "StrucId": "DLH ", "Version": 1, "Reason": reason, "DestQName": "Q6", "DestQMgrName": "QM_VER75",
        "Encoding": 546 if order == "little" else 273, "CodedCharSetId": ccsid, "Format": "MQSTR", "PutApplType": 6,
        "PutApplName": "amqrmppa", "PutDate": "20260302", "PutTime": "09141742", **fields,
    }  # fmt: skip
    return pack("MQDLH", head, order, codec) + payload


def ims(payload: bytes = b"\0\x10\0\0TRAN") -> bytes:
    """An MQIIH with a password in it, and what follows it."""
    head = {
        "StrucId": "IIH ", "Version": 1, "StrucLength": 84, "Encoding": 546, "CodedCharSetId": 1208, "Format": "MQIMSVS",
        "Authenticator": "S3CRETPW", "TranState": " ", "CommitMode": "0", "SecurityScope": "C",
    }  # fmt: skip
    return pack("MQIIH", head, "little") + payload
