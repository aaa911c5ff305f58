"""What is called a secret: the one list of names, for every format, table and text.

A name ends in one of `NAMES`, in any case, and may have what `SUFFIX` says after it: `userPassword`, `usr.token[2]`,
`MQ_ADMIN_PASSWORD`, `password.value`. Sources: "MQSC commands" and "Channel attributes in MQSC keyword order" of the
documentation (LDAPPWD to MSGDATA), its constants of PCF, the keys of its configuration files, and what the programs
around MQ call theirs (Java, LDAP, HTTP, Kubernetes, clouds).
"""

import re
from functools import lru_cache

OF_MQ = (
    "LDAPPWD", "PASSWORD", "SSLCRYP", "SSLKEYRPWD", "KEYRPWD", "INITKEY", "SCYDATA", "SENDDATA", "RCVDATA", "MSGDATA",
    "MRDATA", "AUTHENTICATOR", "CRYPTO_HARDWARE", "CRYPTOHARDWARE", "INITIAL_KEY", "EXIT_USER_DATA", "SECURITYUSERDATA",
    "SENDUSERDATA", "RECEIVEUSERDATA", "MSGUSERDATA",
)  # fmt: skip
"""MQ's own: attributes, constants, keys of ini files, fields of headers. An exit often takes a password as its data."""
OF_OTHERS = (
    "PASSWD", "PASSW0RD", "PWD", "PW", "PASS", "PIN", "PASS_PHRASE", "PASS_WORD", "PASSWORDS", "PASSCODE", "PASSWORT",
    "KENNWORT", "MOTDEPASSE", "MOT_DE_PASSE", "CONTRASEÑA", "CONTRASENA", "SENHA", "WACHTWOORD", "SECRET", "SECRET_KEY",
    "PRIVATE_KEY", "CREDENTIAL", "CREDENTIALS", "AUTHORIZATION", "TOKEN",
    "API_KEY", "ACCESS_KEY", "ACCOUNT_KEY",
    "SHAREDACCESSSIGNATURE", "AMZ-SIGNATURE", "GOOG-SIGNATURE", "SUBSCRIPTION_KEY", "SIGNING_KEY",
    "ENCRYPTION_KEY", "MASTER_KEY", "COOKIE", "SESSION_KEY", "SESSIONID", "SESSION_ID", "SESSION-ID", "SESSID", "OTP",
)  # fmt: skip
NAMES = (*OF_MQ, *OF_OTHERS)
"""Attributes, fields, keys and properties whose value nobody is shown."""
NOT_AFTER = {
    "TOKEN": ("MSG", "MSG_", "ACCOUNTING", "ACCOUNTING_", "ACCOUNTING "), "PASS": ("BY", "COM", "TRES", "SUR"),
    "PIN": ("[A-Z]",), "PW": ("[A-Z]",), "OTP": ("[A-Z]",),
}  # fmt: skip
"""What stands before the end of a name, MQ's own or a word, that ends like one and is none."""
HUMPS = r"(?-i:(?<=[a-z])(?:Pin|Pw)\b)|(?:(?<=BIND)|(?<=ROOT)|(?<=USER)|(?<=STORE)|(?<=DB))PW"
"""Short names that stand at the end of a longer one all the same."""
STEMS = (
    "pw", "pass", "pin", "private", "secret", "token", "api", "authenticator", "authoriz", "credential", "sslcryp",
    "initkey", "initial_key", "crypto", "scydata", "senddata", "rcvdata", "msgdata", "mrdata", "exit_user",
    "securityuser", "senduser", "receiveuser", "msguser", "kennwort", "motdepasse", "mot_de_passe", "contrase", "senha",
    "wachtwoord", "access", "account", "sharedaccess", "amz-sig", "goog-sig", "subscription", "signing", "encryption",
    "master", "session", "sessid", "cookie", "otp",
)  # fmt: skip
"""How a name, or one of `NAMES` that it ends in, begins in small letters: where none is in a text, no name is."""
FORMS = "value|text|string|plain(?:text)?|clear(?:text)?|raw|hash|enc(?:oded|rypted)?|b(?:ase)?64|old|new|current"
SUFFIX = rf"(?:\[\d{{1,4}}\]|\d{{1,2}}(?:_\w{{1,32}})?|[._-](?:{FORMS})|(?-i:(?<=[a-z])Value))?"
"""What a name may have after it: a number, or what form the secret has."""
APART = re.compile("_(?=KEY|PHRASE|WORD)")
"""Where the words of a name are written together or apart, as each likes."""
NAMED = "|".join(
    "".join(f"(?<!{before})" for before in NOT_AFTER.get(name, ())) + APART.sub("[ _.-]?", re.escape(name))
    for name in sorted(NAMES, key=len, reverse=True)
)
NAMED = f"(?:{HUMPS}|{NAMED})"
"""The end of a name, as a pattern for letters of any size."""
ENDS = re.compile(rf"{NAMED}{SUFFIX}\Z", re.I)


@lru_cache(maxsize=4096)
def is_secret(name: str) -> bool:
    """Whether what has this name, an attribute, a field, a key or a property, is a secret."""
    return ENDS.search(name) is not None
