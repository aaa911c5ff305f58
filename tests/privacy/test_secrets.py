"""What a key is called whose value is a secret, in every way of writing, and what only looks like one."""

import pytest

from mqforensics.privacy.mask import STARS, masked
from mqforensics.privacy.secrets import is_secret

SECRET = "Gx7geheim41"
KEYS = (
    "api",
    "access",
    "account",
    "subscription",
    "signing",
    "auth",
    "hmac",
    "functions",
    "encryption",
    "master",
    "session",
    "secret",
    "private",
)
"""What stands before `key` in the names that clouds and programs around MQ have for a secret."""


@pytest.mark.parametrize("word", KEYS)
@pytest.mark.parametrize("form", ["{}_key", "{}Key", "{}-key", "{}.key", "{}_KEY_APP1"])
def test_a_key_is_a_secret_however_it_is_written(word, form):
    name = form.format(word.upper() if form.isupper() else word)
    assert is_secret(name) and is_secret(f"mq.{name}")
    assert masked(f"{name}={SECRET}") == f"{name}={STARS}" == masked(f"{name}={STARS}")


@pytest.mark.parametrize("word", [
    "passphrase", "pass_phrase", "passWord", "pass-word", "passwords", "passcode", "Passwort", "passwrd", "pswd", "pa55word", "p4ssw0rd", "p@ssword",
    "passkey", "puk", "cvv", "cvc", "otp", "pin", "sessionId", "session_id", "SESSID", "SAMLResponse", "securityCredentials", "credentials",
    "sslkeyrpwd", "keyrpwd", "initkey", "ldappwd", "sslcryp", "scydata", "senddata", "rcvdata", "msgdata", "mrdata", "cryptoHardware", "motDePasse",
])  # fmt: skip
def test_what_is_called_a_secret_is_one(word):
    assert is_secret(word) and is_secret(word.upper()) and masked(f"{word}: {SECRET}") == f"{word}: {STARS}"


@pytest.mark.parametrize("about", [
    "age", "alg", "algorithm", "attempts", "bytes", "cache", "callback", "changed", "check", "count", "dir", "domain", "enabled", "encryption", "endpoint",
    "error", "exception", "exists", "expire", "expiry", "expiration", "file", "filename", "folder", "format", "hint", "id", "issuer", "keyref", "last",
    "len", "length", "level", "lifetime", "limit", "list", "location", "manager", "max", "min", "name", "not", "offset", "optional", "path", "policy",
    "protection", "provider", "ref", "refused", "required", "reset", "rules", "scope", "service", "size", "source", "state", "status", "store", "strength",
    "support", "time", "timeout", "timestamp", "ttl", "type", "updated", "uri", "url", "valid", "validation", "validity", "version", "warning",
])  # fmt: skip
def test_what_says_something_of_a_secret_is_none(about):
    for name in (f"password_{about}", f"PASSWORD_{about.upper()}", f"password.{about}"):
        assert not is_secret(name) and masked(f"{name}=Value1") == f"{name}=Value1", name


@pytest.mark.parametrize(
    "name",
    [
        "bypass",
        "compass",
        "trespass",
        "surpass",
        "MsgToken",
        "ACCOUNTING_TOKEN",
        "mapping",
        "spin",
        "clavesita",
        "stop",
    ],
)
def test_a_word_that_ends_like_one_is_none(name):
    assert not is_secret(name) and masked(f"{name}=Value1") == f"{name}=Value1"
