"""How a client fails before MQ can give a reason: its library, a class or a structure is not what the program needs.

Each kind is a row: the code, what a plain search finds, the text around it. The words are those of
`codes/client_failures`. Source: the texts of the loaders of Linux, macOS and Windows, of the JVM and of pymqi; "IBM MQ
redistributable clients".
"""

import re

_LIBRARY = rb"\b(?:lib)?mq(?:ic|m|icxa|mxa|e)(?:_r|32|64|xa)?\w{0,4}\.(?:so|dylib|dll|sl|a)\b[\w.]{0,12}"
_LOST = rb"(?:cannot open shared|[Nn]o such file|(?:was |could )?not (?:be )?found|missing)"
_UNLOADED = rb"(?:[Ll]ibrary not loaded|[Uu]nable to (?:load|find)|could not (?:load|find)|cannot find|Image not found)"
_OTHER_KIND = rb"(?:wrong ELF class|incompatible architecture|%1 is not a valid Win32|BadImageFormat)"
_JAVA = rb"(?:(?:javax|jakarta)[./]jms[./]|com[./]ibm[./](?:mq|msg)[./])"
KINDS = (
    ("WRONG_ARCHITECTURE", (b"wrong ELF class", b"incompatible architecture", b"%1 is not a valid", b"BadImageFormat"),
     rb"(?i:mq)[^\n]{0,160}" + _OTHER_KIND + rb"|" + _OTHER_KIND + rb"[^\n]{0,160}(?i:mq)"),
    ("NO_NATIVE_CLIENT", (b"mqic", b"mqm", b"libmqe", b"pymqe"),
     _LIBRARY + rb"[^\n]{0,80}" + _LOST + rb"|" + _UNLOADED + rb"[^\n]{0,80}" + _LIBRARY
     + rb"|cannot find -lmq|DLL load failed[^\n]{0,60}pymqe"),
    ("STRUCTURE_SIZE", (b"wrong size",), rb"\bMQ[A-Z]{2,4}\b[^\n]{0,20}wrong size"),
    ("NO_JAVA_CLASS", (b"NoClassDefFound", b"ClassNotFound"),
     rb"(?:NoClassDefFoundError|ClassNotFoundException): " + _JAVA + rb"\w"),
    ("NATIVE_IMAGE", (b"JmsFactoryFactoryImpl",), rb"jms\.internal\.JmsFactoryFactoryImpl\.getInstance\("),
    ("NO_LICENCE", (b"LICENSE=accept", b"icense not accepted"),
     rb"environment variable LICENSE=accept|\b[Ll]icense not accepted"),
    ("NO_JAVA_BINDINGS", (b"mqjbnd",),
     rb"UnsatisfiedLinkError[^\n]{0,120}mqjbnd|no mqjbnd\w{0,8} in java\.library\.path"),
)  # fmt: skip
"""(code, what a plain search finds, the text around it), the surest first."""
SIGNS = b"|".join(b"(?:" + text + b")" for _, _, text in KINDS)
LITERALS = tuple(literal for _, literals, _ in KINDS for literal in literals)
THROWN = {"NATIVE_IMAGE": "NullPointerException"}
"""What must stand in the error, too: the same method is in the stacks of others."""
_PATTERNS = tuple((code, re.compile(text.decode())) for code, _, text in KINDS)
_NAMED = re.compile(
    _LIBRARY.decode() + r"|(?:(?<=Error: )|(?<=Exception: ))" + _JAVA.decode() + r"[\w./$]+"
    r"|mqjbnd\w*|MQ[A-Z]{2,4}(?= wrong size)"
)


def failure_of(text: str) -> dict[str, str]:
    """`failure` and what is missing, for the inserts of an error; nothing for an error of another kind."""
    found = (code for code, pattern in _PATTERNS if pattern.search(text))
    code = next((code for code in found if THROWN.get(code, "") in text), None)
    if not code:
        return {}
    named = _NAMED.search(text)
    return {"failure": code, **({"missing": named[0]} if named else {})}
