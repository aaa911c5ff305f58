"""What nobody is shown unless it is asked for: passwords, tokens, the numbers of cards; by names and by looks."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

STARS = "********"
PASSWORDS = (
    "LDAPPWD", "PASSWORD", "PASSWD", "PWD", "SSLCRYP", "SSLKEYRPWD", "KEYRPWD", "INITKEY", "AUTHENTICATOR", "SECRET",
    "TOKEN", "APIKEY", "API_KEY", "API-KEY", "AUTHORIZATION", "CREDENTIALS", "PASSPHRASE", "CRYPTO_HARDWARE",
    "INITIAL_KEY", "_PWD",
)  # fmt: skip
"""Attributes, fields and properties whose value nobody is shown."""
HARMLESS = ("ACCOUNTINGTOKEN", "ACCOUNTING_TOKEN", "MSGTOKEN", "MSG_TOKEN")
"""Names of MQ's own that end like one and are none."""
SIGNS = ("pwd", "passw", "sslcryp", "initkey", "authenticator", "secret", "token", "api", "authoriz", "credential",
         "passphrase", "bearer", "eyj", "crypto_hardware", "initial_key")  # fmt: skip
"""Where none of these is in a text, in small letters, no name of `PASSWORDS` and no token is."""
REPEATED = re.compile(r"\[\d+\]\Z")
"""What follows the name of a parameter that is there more than once."""

NOT_AFTER = "(?<!MSG)(?<!MSG_)(?<!ACCOUNTING)(?<!ACCOUNTING_)"
NAMED = "|".join(NOT_AFTER + name if name == "TOKEN" else re.escape(name) for name in PASSWORDS)
IN_BRACKETS = re.compile(rf"\b({NAMED})(\s{{0,8}}\(\s{{0,8}})(?:'[^'\n]*'?|[^)\n]*)", re.I)
AFTER_SIGN = re.compile(
    rf"""((?:{NAMED})["']?\s{{0,8}}(?:[:=]|&gt;)\s{{0,8}})(?:(?:Bearer|Basic)\s)?"""
    r"""(?:"[^"\n]*"?|'[^'\n]*'?|&quot;.*?&quot;|[^\s,;<>"'&)\]}]+)""",
    re.I,
)
IN_ELEMENT = re.compile(rf"(<[\w.-]{{0,40}}?(?:{NAMED})[^<>]{{0,80}}>)[^<>\n]+", re.I)
BEARER = re.compile(r"\b(Bearer\s+)[\w.~+/=-]{6,}|\beyJ[\w-]{6,}\.[\w-]{4,}(?:\.[\w-]*)?")
CARD = re.compile(r"(?<![0-9A-Fa-f.])(?:4|5[1-5]|2[2-7]|3[47]|6[045])(?:[ -]?\d){11,17}(?![0-9A-Fa-f])")


def may_hold(text: str) -> bool:
    """Whether a password or a token may be in a text: quickly."""
    lower = text.lower()
    for sign in SIGNS:  # noqa: SIM110 (this is asked of every row: any() takes twice as long)
        if sign in lower:
            return True
    return False


def without_passwords(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """A row of a table whose texts, and values by their names, have a mask over every password."""
    texts = [str(value) for value in row.values() if isinstance(value, (str, dict, list))]
    if not may_hold("\n".join(texts)):  # nor can one of its keys be the name of a password: each has a sign in it
        return row
    return {name: hidden(name, value) for name, value in row.items()}


def hidden(name: str, value: Any) -> Any:
    """The value of a column or of a key in it, with a mask over every password in its texts."""
    if isinstance(value, str):
        return masked(value) if name != "file" and may_hold(value) else value
    if isinstance(value, Mapping):
        return {key: STARS if one and is_password(key) else hidden(key, one) for key, one in value.items()}
    return [hidden(name, one) for one in value] if isinstance(value, list) else value


def masked(text: str) -> str:
    """`text` without passwords, tokens and the numbers of cards; nothing else changes."""
    if not may_hold(text) and not CARD.search(text):
        return text
    text = IN_BRACKETS.sub(lambda found: f"{found[1]}{found[2]}'{STARS}'", text)
    text = IN_ELEMENT.sub(lambda found: found[1] + STARS, text)
    text = AFTER_SIGN.sub(lambda found: found[1] + STARS, text)
    text = BEARER.sub(lambda found: (found[1] or "") + STARS, text)
    return CARD.sub(lambda found: STARS if _is_card(found[0]) else found[0], text)


def _is_card(text: str) -> bool:
    digits = [int(digit) for digit in text if digit.isdigit()]
    doubled = [digit * 2 - 9 * (digit > 4) for digit in digits[-2::-2]]
    return len(digits) in (13, 15, 16, 19) and (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0


@lru_cache(maxsize=4096)
def is_password(name: str) -> bool:
    """Whether an attribute, field or property of this name holds a password."""
    last = REPEATED.sub("", name.upper().rpartition(".")[2])
    if last.endswith(HARMLESS):
        return False
    return any(last == one or (len(one) > 3 and last.endswith(one)) for one in PASSWORDS)
