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
    "PASSWRD", "PSWD", "PA55WORD", "P4SSW0RD", "P@SSWORD", "P@SSW0RD", "PASS_KEY", "PUK", "CVV", "CVC", "SECRET",
    "SECRET_KEY", "PRIVATE_KEY", "CREDENTIAL", "CREDENTIALS", "SECURITY_CREDENTIALS", "AUTHORIZATION", "TOKEN",
    "API_KEY", "ACCESS_KEY", "ACCOUNT_KEY", "SHAREDACCESSSIGNATURE", "AMZ-SIGNATURE", "GOOG-SIGNATURE",
    "SUBSCRIPTION_KEY", "SIGNING_KEY", "AUTH_KEY", "HMAC_KEY", "FUNCTIONS_KEY", "ENCRYPTION_KEY", "MASTER_KEY",
    "SAMLRESPONSE", "COOKIE", "SESSION_KEY", "SESSIONID", "SESSION_ID", "SESSION-ID", "SESSID", "OTP",
)  # fmt: skip
ABROAD = (
    "KENNWORT", "MOTDEPASSE", "MOT_DE_PASSE", "CONTRASEÑA", "CONTRASENA", "CONTRASENYA", "CLAVE", "SENHA",
    "PALAVRA_PASSE", "WACHTWOORD", "PAROLA", "ADGANGSKODE", "ADGANGSORD", "PASSORD", "LÖSENORD", "LOSENORD",
    "SALASANA", "PAROOL", "HASŁO", "HASLO", "HESLO", "JELSZÓ", "JELSZO", "ŞIFRE", "SIFRE", "ΚΩΔΙΚΌΣ", "ПАРОЛЬ",
    "パスワード", "暗証番号", "密码", "密碼", "口令", "비밀번호", "암호",
)  # fmt: skip
"""The word for a password in other languages."""
NAMES = (*OF_MQ, *OF_OTHERS, *ABROAD)
"""Attributes, fields, keys and properties whose value nobody sees."""
NOT_AFTER = {
    "TOKEN": ("MSG", "MSG_", "ACCOUNTING", "ACCOUNTING_", "ACCOUNTING "), "PASS": ("BY", "COM", "TRES", "SUR"),
    "PIN": ("[A-Z]",), "PW": ("[A-Z]",), "OTP": ("[A-Z]",), "PUK": ("[A-Z]",), "CVV": ("[A-Z]",), "CVC": ("[A-Z]",),
    "CLAVE": ("[A-Z]",), "PAROLA": ("[A-Z]",),
}  # fmt: skip
"""What stands before the end of a name, MQ's own or a word, that ends like one and is none."""
HUMPS = r"(?-i:(?<=[a-z])(?:Pin|Pw)\b)|(?:(?<=BIND)|(?<=ROOT)|(?<=USER)|(?<=STORE)|(?<=DB))PW"
"""Short names that stand at the end of a longer one all the same."""
STEMS = (
    "pw", "pass", "pin", "private", "secret", "token", "api", "authenticator", "authoriz", "credential", "sslcryp",
    "initkey", "initial_key", "crypto", "scydata", "senddata", "rcvdata", "msgdata", "mrdata", "exit_user",
    "securityuser", "senduser", "receiveuser", "msguser",
    *dict.fromkeys(name.lower().split("_")[0] for name in ABROAD), "mot de passe", "pswd", "pa55", "p4ss", "p@ss",
    "puk", "cvv", "cvc", "security_cred", "auth_key", "auth-key", "authkey", "auth.key", "auth key", "hmac",
    "functions", "samlresponse", "access", "account", "sharedaccess", "amz-sig", "goog-sig", "subscription",
    "signing", "encryption", "master", "session", "sessid", "cookie", "otp",
)  # fmt: skip
"""How a name, or one of `NAMES` that it ends in, begins in small letters: where none is in a text, no name is."""
ABOUT = "|".join((
    "AGE", "ALG(?:ORITHM)?", "ATTEMPT", "BYTE", "CACHE", "CALLBACK", "CHANGE", "CHECK", "COUNT", "DIR", "DOMAIN",
    "ENABLE", "ENCRYPTION", "ENDPOINT", "ERROR", "EXCEPTION", "EXIST", "EXPIR(?:E|Y|ATION)", "FILE(?:NAME)?",
    "FOLDER", "FORMAT", "HINT", "ID", "IS(?:SUER)?", "KEY_?REF", "LAST", "LEN(?:GTH)?", "LEVEL", "LIFETIME", "LIMIT",
    "LIST", "LOCATION", "MANAGER", "MAX", "MIN", "NAME", "NOT", "OFFSET", "OPTIONAL", "PATH", "POLICY", "PROTECTION",
    "PROVIDER", "REF", "REFUSE", "REQUIRE", "RESET", "RULE", "SCOPE", "SERVICE", "SIZE", "SOURCE", "STATE", "STATUS",
    "STORE", "STRENGTH", "SUPPORT", "TIME(?:OUT|STAMP)?", "TTL", "TYPE", "UPDATE", "UR[IL]",
    "VALID(?:ATE|ATION|ITY)?", "VERSION", "WARNING",
))  # fmt: skip
"""Words after a secret's name with which it names no secret: `password_file`, `token_type`."""
FILES = "java|kt|scala|groovy|py|[jt]s|cs?|cpp|h|go|class|so|jar|exe|txt|log|xml|json|ya?ml|properties|conf|cfg|ini"
"""Endings of files that are called like a secret."""
FORMS = "value|text|string|plain(?:text)?|clear(?:text)?|raw|hash|enc(?:oded|rypted)?|b(?:ase)?64|old|new|current"
WHOSE = (
    rf"(?<!PASS)(?<!TION)_(?!(?:{ABOUT})(?:S|E?D)?(?![A-Z]))\w{{1,40}}"
    rf"|(?-i:(?<=[a-z])[.-](?!(?i:{ABOUT})(?:s|e?d)?(?![a-z])|(?:{FILES})\b)[a-z]\w{{0,40}}"
    r"|(?<=[a-z])(?:New|Old|Again|Repeat|Confirm|Verify|Hash|Ptr|Prod|Test|Dev|(?:For|Of|App|Qm|Mq|User|Admin)[A-Z0-9]?\w{0,40}))"
)
"""Whose or which one it is: `PASSWORD_APP1`, `mq.password.app1`, `passwordConfirm`."""
SUFFIX = rf"(?:\[\d{{0,4}}\]|\{{\d{{1,4}}\}}|\d{{1,2}}(?:_\w{{1,32}})?|[._-](?:{FORMS})|(?-i:(?<=[a-z])Value)|{WHOSE})?"
"""What a name may have after it: a number, what form the secret has, or whose it is."""
APART = re.compile("_(?=KEY|PHRASE|WORD|DE|PASSE)")
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
