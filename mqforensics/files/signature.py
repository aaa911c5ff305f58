"""A signature over a report: a chain of digests of what was read and what was written, signed with an ed25519 key.

Each link of the chain is the SHA-256 of the link before it and of one entry as canonical JSON: the kit, each file of
evidence, the parameters, the assumptions, each file of the report. The last link is what is signed, so no entry can be
changed, added, moved or taken out without the key. Keys are PEM files, as `openssl genpkey -algorithm ed25519` makes.
"""

import base64
import json
import os
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from mqforensics.errors import MQForensicsError

VERSION = 1
ALGORITHM = "ed25519"
START = sha256(b"mqforensics report").hexdigest()
NEEDS = "expected what signs and checks signatures: pip install 'mqforensics[sign]'"


class KeyExpected(MQForensicsError, ValueError):
    """A file that is not the PEM of an ed25519 key, or the package that reads it is not installed."""


def private_key(path: str | os.PathLike):
    """The private key in a PEM file without a password. Raises `KeyExpected`."""
    return _key(path, "private")


def public_key(path: str | os.PathLike):
    """The public key in a PEM file. Raises `KeyExpected`."""
    return _key(path, "public")


def _key(path: str | os.PathLike, which: str):
    try:
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ed25519
    except ImportError:
        raise KeyExpected(NEEDS) from None
    try:
        pem = Path(path).read_bytes()
    except OSError as problem:
        raise KeyExpected(f"expected the file of a {which} key at {path}: {problem.strerror}") from None
    try:
        if which == "private":
            key, kind = serialization.load_pem_private_key(pem, None), ed25519.Ed25519PrivateKey
        else:
            key, kind = serialization.load_pem_public_key(pem), ed25519.Ed25519PublicKey
    except (ValueError, TypeError) as problem:  # TypeError: it has a password
        raise KeyExpected(f"expected a {which} ed25519 key in PEM, without a password, in {path}: {problem}") from None
    except Exception as problem:  # UnsupportedAlgorithm is no ValueError
        raise KeyExpected(f"expected a {which} ed25519 key in PEM in {path}: {problem}") from None
    if not isinstance(key, kind):
        raise KeyExpected(f"expected a {which} ed25519 key in PEM in {path}, got {type(key).__name__}")
    return key


def entries(found: Mapping[str, Any], outputs: Mapping[str, str]) -> list[dict[str, Any]]:
    """What is signed of a report: of its findings the kit, the evidence, the parameters and the assumptions; `outputs`
    has the SHA-256 of each file of it.
    """
    assumed = {_canonical(one): one for row in found["findings"] for one in row.get("assumes") or ()}
    evidence = sorted(found["inputs"], key=lambda one: one["file"])
    return [
        {"kit": found["kit"]},
        *({"evidence": one["file"], "sha256": one.get("sha256"), "bytes": one.get("bytes")} for one in evidence),
        {"parameters": found["parameters"]},
        {"assumptions": [assumed[text] for text in sorted(assumed)]},
        *({"output": name, "sha256": outputs[name]} for name in sorted(outputs)),
    ]


def chain(entries: Iterable[Mapping[str, Any]]) -> list[str]:
    """The link after each entry, in hexadecimal."""
    links, link = [], START
    for entry in entries:
        link = sha256(f"{link} {_canonical(entry)}".encode()).hexdigest()
        links.append(link)
    return links


def signature(entries: list[dict[str, Any]], key) -> str:
    """The text of `signature.json` for these entries."""
    from cryptography.hazmat.primitives import serialization

    links = chain(entries)
    raw = key.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
    return _text({
        "mqforensics_signature": VERSION, "algorithm": ALGORITHM, "public_key": base64.b64encode(raw).decode(),
        "chain": [{**entry, "link": link} for entry, link in zip(entries, links, strict=True)],
        "signature": base64.b64encode(key.sign(links[-1].encode())).decode(),
    })  # fmt: skip


def differs(text: bytes, entries: list[dict[str, Any]], key=None) -> str | None:
    """Why `text`, of a `signature.json`, is not the signature of these entries; None where it is.

    `key`: the public key that must have signed; without it only the chain is compared.
    """
    try:
        whole = json.loads(text)
        links = chain(entries)
        signed = [{**entry, "link": link} for entry, link in zip(entries, links, strict=True)]
        raw, mark = base64.b64decode(whole["public_key"]), base64.b64decode(whole["signature"])
        is_whole = text == _text(whole).encode() and whole["chain"] == signed and whole["algorithm"] == ALGORITHM
    except (ValueError, KeyError, TypeError, RecursionError):
        return "signature.json is not a signature of the kit"
    if not is_whole:
        return "signature.json was made for other evidence, parameters or outputs"
    if key is None:
        return None
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import serialization

    if raw != key.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw):
        return "signature.json was made with another key"
    try:
        key.verify(mark, links[-1].encode())
    except InvalidSignature:
        return "the signature in signature.json is not valid"
    return None


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), default=str)


def _text(whole: Mapping[str, Any]) -> str:
    return json.dumps(whole, indent=1) + "\n"
