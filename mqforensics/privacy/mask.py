"""What nobody is shown unless it is asked for: passwords, tokens, the numbers of cards; by names and by looks."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

STARS = "********"
PASSWORDS = (
    "LDAPPWD", "PASSWORD", "PASSWD", "PWD", "SSLCRYP", "SSLKEYRPWD", "KEYRPWD", "INITKEY", "AUTHENTICATOR", "SECRET",
    "TOKEN", "APIKEY", "API_KEY", "API-KEY", "AUTHORIZATION", "CREDENTIALS", "PASSPHRASE", "CRYPTO_HARDWARE",
    "INITIAL_KEY", "_PWD", "CRYPTOHARDWARE", "KENNWORT", "PASSWORT", "SECRET_ACCESS_KEY", "LTPATOKEN2", "PASS", "PIN",
    "_PIN", "BINDPW", "SECRETKEY", "SECRET_KEY", "PRIVATE_KEY", "PRIVATEKEY", "SHAREDACCESSKEY", "ACCOUNTKEY",
    "CREDENTIAL",
)  # fmt: skip
"""Attributes, fields and properties whose value nobody is shown."""
HARMLESS = {
    "TOKEN": ("MSG", "MSG_", "ACCOUNTING", "ACCOUNTING_", "ACCOUNTING "), "PASS": ("BY", "COM", "TRES", "SUR"),
    "PIN": ("[A-Z]",),
}  # fmt: skip
"""What stands before the end of a name, MQ's own or a word, that ends like one and is none."""
SIGNS = ("pw", "pass", "pin", "private", "sslcryp", "initkey", "authenticator", "secret", "token", "api",
         "authoriz", "credential", "bearer", "eyj", "crypto_hardware", "initial_key", "cryptohardware", "kennwort",
         "://", "accesskey", "accountkey", "curl", "\\u00")  # fmt: skip
"""Where none of these is in a text, in small letters, no name of `PASSWORDS` and no token is."""
REPEATED = re.compile(r"\[\d+\]\Z")
"""What follows the name of a parameter that is there more than once."""

NAMED = "|".join(re.escape(name) + "".join(f"(?<!{one}{name})" for one in HARMLESS.get(name, ())) for name in PASSWORDS)
NAMED += r"|LTPATOKEN2_\w{1,32}"
QUOTED = (
    r"""(?P<quote>\\{1,8}["'])(?:(?!(?<!\\)(?P=quote))[^\n])*(?:(?P=quote))?"""
    r"""|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.|'')*'?|&quot;(?:(?!&quot;)[^\n])*(?:&quot;)?"""
)
"""A value in quotes, those of a text in a text too: as many backslashes before its last one as before its first."""
BARE = (
    r"""[^\s,;&<>"')\]}](?:[^\s,;&<>"')\]}\\]|\\(?!["'])|[,;](?!\s|\Z|[\w.-]{0,64}[ \t]{0,2}[=:(])"""
    r"""|&(?!\s|\Z|(?:lt|gt|quot|amp|apos|\#\d{1,6});|[\w.-]{0,64}=)|["'](?![\s,;:.)\]}>/]|\Z)|[)\]}](?=\w))*"""
)
"""A value without quotes: what separates it from the next is part of it where no next one follows."""
BLOCK = r"[|>][+-]?[ \t]{0,8}\n(?P<indent>[ \t]{1,40})(?=\S)[^\n]*(?:\n(?P=indent)[^\n]*)*"
"""A value of YAML on lines of its own."""
VALUE = rf"(?:{BLOCK}|{QUOTED}|\[[^\]\n]*\]?|{BARE})"
QUOTE = r"""(?:\\{0,8}["']|&quot;)?"""
SIGN = r"(?:={1,4}(?:>|&gt;)?|::?|-{1,2}>|&gt;|%3D|&\#(?:61|x3D);)"
ESCAPED = re.compile(r"\\u00(4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])", re.I)
"""A letter as JSON may write it, in the name of a password too."""
SCHEME = r"(?:(?:Bearer|Basic|Digest|Negotiate|NTLM)\s)?"
IN_BRACKETS = re.compile(
    rf"\b({NAMED})(\s{{0,8}}\\{{0,2}}\((?!\s{{0,64}}\))\s{{0,8}})"
    r"(?:'(?:[^'\n]|''|(?<=[+-])\n)*'?|(?:[^)\n]|(?<=[+-])\n)*)",
    re.I,
)
"""A parameter of MQSC, over the lines that it is continued on; a blank one hides nothing."""
AFTER_SIGN = re.compile(rf"((?:{NAMED})\d{{0,2}}{QUOTE}\s{{0,8}}{SIGN}\s{{0,8}}){SCHEME}{VALUE}", re.I)
AFTER_NAME = re.compile(rf"((?:{NAMED}){QUOTE}[\s,]{{0,80}}{QUOTE}value{QUOTE}\s{{0,8}}[:=]\s{{0,8}}){VALUE}", re.I)
"""Where the name is a value of its own: `name="password" value="…"`."""
AFTER_OPTION = re.compile(rf"((?<![\w-])--?[\w.-]{{0,40}}?(?:pw|{NAMED})[ \t]{{1,8}})(?!-){VALUE}", re.I)
IN_HARDWARE = re.compile(rf"(CRYPTOHARDWARE{QUOTE}\s{{0,8}}[:=]\s{{0,8}})(?:{QUOTED}|[^\n<>\"']+)", re.I)
"""A string of parts with `;` between them, one of which is the password of the token."""
IN_ELEMENT = re.compile(
    rf"""((?:<[\w.:-]{{0,40}}?(?:{NAMED})|(?:{NAMED})["'])[^<>]{{0,80}}(?<![/=-])>\s{{0,80}}(?:<!\[CDATA\[)?)"""
    r"[^<>\s][^<>\n]*",
    re.I,
)
IN_URL = re.compile(r"""(://[^\s/:@<>"']{0,128}:)[^\s/@<>"']{1,256}(?=@)""")
OF_CURL = re.compile(
    r"""(\bcurl\b(?:(?!\bcurl\b)[^\n]){0,400}?[ \t](?:-u|--(?:proxy-)?user)[ \t=]{0,8}["']?[^\s:"']{1,128}:)[^\s"']+"""
)
"""User and password in one option."""
BEARER = re.compile(r"\b(Bearer\s+)[\w.~+/=-]{6,}|\beyJ[\w-]{6,}\.[\w-]{4,}(?:\.[\w-]*)?")
PRIVATE_KEY = re.compile(r"(-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----)(?:[\w+/=\\\s:,.]|-(?!----))*")
"""As PEM has it, of which the end may be missing."""
CARD = re.compile(
    r"(?<![0-9.])(?<![0-9][A-Fa-f])(?<![0-9][A-Fa-f]{2})(?<![0-9][A-Fa-f]{3})"
    r"(?:4|5[1-5]|2[2-7]|3[04-9]|6[0245])(?:[ \xa0\u202f-]?\d){11,17}(?![0-9A-Fa-f])"
)
"""The number of a card, unless it stands in hexadecimal."""
LENGTHS = {"30": (14,), "36": (14,), "38": (14,), "39": (14,), "34": (15,), "37": (15,), "35": (16,),
           "62": (16, 17, 18, 19)}  # fmt: skip
"""Digits of a card by the first ones of its number."""


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
    plain = ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
    told = _masked(plain)
    return text if told == plain else told


def _masked(text: str) -> str:
    text = IN_BRACKETS.sub(lambda found: f"{found[1]}{found[2]}'{STARS}'", text)
    for pattern in (IN_ELEMENT, AFTER_NAME, IN_HARDWARE, AFTER_SIGN, AFTER_OPTION, OF_CURL, IN_URL, PRIVATE_KEY):
        text = pattern.sub(lambda found: found[1] + STARS, text)
    text = BEARER.sub(lambda found: (found[1] or "") + STARS, text)
    return CARD.sub(lambda found: STARS if _is_card(found[0]) else found[0], text)


def _is_card(text: str) -> bool:
    digits = [int(digit) for digit in text if digit.isdigit()]
    doubled = [digit * 2 - 9 * (digit > 4) for digit in digits[-2::-2]]
    return len(digits) in LENGTHS.get(text[:2], (13, 15, 16, 19)) and (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0


@lru_cache(maxsize=4096)
def is_password(name: str) -> bool:
    """Whether an attribute, field or property of this name holds a password."""
    last = REPEATED.sub("", name.upper().rpartition(".")[2])
    last = last if last in PASSWORDS else last.rstrip("0123456789")
    ends = [one for one in PASSWORDS if last == one or (len(one) > 3 and last.endswith(one))]
    return any(not last.removesuffix(one).endswith(HARMLESS.get(one, ())) for one in ends)
