"""A mask over the secrets in a text: what stands under a secret's name, and what looks like one.

One grammar for every format and table. A name (`secrets.NAMES`) has its value after a sign (`password :- X`), in
brackets (`PASSWORD('X')`), in an element (`<password>X</password>`), as the value of a field that the name is the value
of (`name="password" value="X"`), or after an option (`-pw X`). The other secrets are recognised by their looks
(`LOOKS`).

A mask is put over a value alone, never over the name of its neighbour, and masking twice is masking once.
"""

import re
from base64 import b64decode
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mqforensics.codes.code_pages import ASCII, EBCDIC
from mqforensics.privacy.secrets import NAMED, OF_MQ, STEMS, SUFFIX, is_secret

STARS = "********"
TEXTS = (str, dict, list)
"""What has texts in it."""
Span = tuple[int, int]
"""Where a secret begins and ends in a text."""

NAME = rf"{NAMED}{SUFFIX}"
QUOTE = r"""(?:\\{0,8}["']|&quot;)?"""
SIGN = (
    r"(?:[. ]{0,40}(?:={1,4}(?:>|&gt;){0,2}|:-{1,2}>?|:[:=]?=?|-{1,2}>|<[-=<]{1,2}|&gt;|%3[AD]|&\#(?:61|58|x3[AD]);"
    r"|[\u2190-\u21ff\ufe55])|\.{4,40})"
)
"""What stands between a name and its value: `:-` in FDCs and traces of JMS, `=>` in programs, `===>` on panels."""
GAP = r"[^\S\n]{0,80}"
NEXT = rf"[|>*\s-]{{0,8}}{QUOTE}[\w.-]{{1,64}}{QUOTE}[ \t]{{0,8}}[=:(]"
"""A name of something else with its sign."""
TAG = re.compile(r"(?:(?:Bearer|Basic|Digest|Negotiate|NTLM|!\w{1,20})\s{1,8})?")
"""What says which kind of secret follows: the scheme of HTTP, the tag of YAML."""
MASKED = r"\*{8}"
STRICT = r"""[\w+/@$%^~#!*-]"""
"""What goes on after closing quotes, as the shell has it."""
QUOTED = (
    r"""(?P<quote>\\{1,8}["'])(?:(?!(?<!\\)(?P=quote))[^\n])*(?:(?P=quote))?"""
    r"""|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.|'')*'?|&quot;(?:(?!&quot;)[^\n])*(?:&quot;)?"""
)
"""A value in quotes, those of a text in a text too: as many backslashes before its last one as before its first."""
BLOCK = r"[|>][+-]?[ \t]{0,8}\n(?P<indent>[ \t]{1,40})(?=\S)[^\n]*(?:\n(?P=indent)[^\n]*)*"
"""A value of YAML on its own lines."""
OBJECT = r"\{[^{}]{0,2000}(?:\{[^{}]{0,2000}\}[^{}]{0,2000}){0,20}\}"
LIST = r"(?:\[[^\[\]]{0,2000}\]|\[[^\]\n]*\]?)"
WHOLE = re.compile(rf"{BLOCK}|(?:{OBJECT}|{LIST}|{MASKED}|{QUOTED}){STRICT}*")
BARE = re.compile(
    r"""[^\s,;&<>"')\]}](?:[^\s,;&<>"')\]}\\=:]|[=:](?:"[^"\n]*"|'[^'\n]*')?|\\\r?\n[ \t]*(?=\S)|\\(?!["'\r\n])"""
    r"""|[,;](?!\s|\Z|[\w.-]{0,64}[ \t]{0,2}[=:(])|&(?!\s|\Z|(?:lt|gt|quot|amp|apos|\#\d{1,6});|[\w.-]{0,64}=)"""
    r"""|["'](?![\s,;:.)\]}>/]|\Z)|[)\]}](?=\w))*"""
)
"""A value without quotes: what separates it from the next is part of it where no next one follows."""
REST = re.compile(
    rf"""(?:(?!(?:[,;&]\s{{0,8}}|\s{{1,8}}){QUOTE}[\w.-]{{1,64}}{QUOTE}\s?[=:(]|[,;)\]}}>.]{{0,3}}\s{{0,20}}(?:\n|\Z))[^\n"'<>])+"""
)
"""The value of a name that its line begins with, blanks and all."""
MADE = re.compile(r"(?:new\s{1,4}\w{1,40}|\[\]byte)\s{0,2}\(\s{0,4}(?=[\"']|\*{8})")
ALONE = re.compile(rf"""(?!{NEXT}|</)(?:"[^"\n]*"|'[^'\n]*'|[^\s"']+)[^\S\n]*[,;]?[^\S\n]*(?:\n|\Z)""")
CONTINUED = re.compile(r"[\\^`]\r?\n\s{0,80}")
BROKEN = re.compile(r"\r?\n\s{0,80}")
PARAMETERS = re.compile(
    r"(?:Digest|AWS4-HMAC-SHA256|OAuth|Hawk|SharedKey(?:Lite)?)\s+(?:(?:username|realm|nonce|uri|response|opaque|qop|nc|"
    r"cnonce|algorithm|Credential|SignedHeaders|Signature|oauth_\w+|id|ts|mac|ext|hash)\*?=(?:\"[^\"\n]*\"|[^\s,\"]*)"
    r"(?:[ \t]*,[ \t]*|[ \t]+|(?=[\s\"')}\]]|\Z)))+",
    re.I,
)
"""What authorizes a request in parts."""
COOKIES = re.compile(r"(?P<name>[\w.$-]{1,80})=(?P<value>\"[^\";\n]*\"|[^\s;,\"'<>]*)")
JAR = re.compile(r"""["'\[]?(?P<cookies>(?:="[^"\n]*"|[^\n"'\]}])*?)(?=,\s{0,8}[\w-]{1,64}[=:]|["'\]}\n]|\Z)""")
NOTHING = re.compile(r"""(?:null|None|nil|"[ \t]*"|'[ \t]*'|&quot;&quot;)(?=[\s,;)\]}<>/]|\Z)""")
"""A value that is none."""
OF_COOKIES = frozenset(("path", "domain", "expires", "max-age", "samesite", "version", "$path", "$domain", "$version"))

ASSIGNED = re.compile(
    rf"{NAME}{QUOTE}(?:[ \t](?:for|of|für)(?:[ \t][\w.@\\/-]{{1,40}}){{1,4}})?\s{{0,8}}{SIGN}{GAP}", re.I
)
FIELD = re.compile(
    rf"{NAME}(?:{QUOTE}[\s,]{{0,80}}{QUOTE}v(?:al(?:ue)?)?{QUOTE}\s{{0,8}}[:=]\s{{0,8}}"
    r"|</(?:[\w.]{1,20}:)?(?:key|(?:\w{1,20}-)?name)>\s{0,80}<(?:string|(?:[\w.]{1,20}:)?(?:\w{1,20}-)?value)\b[^<>/]{0,40}>"
    r"|[\"']\s{0,8},\s{0,80}(?=[\"'])|(?<=[A-Z])\s{0,4},\s{0,8}(?=\"))",
    re.I,
)
"""Where the name is a value itself: `name="password" value="…"`, `put("password", "…")`."""
TOLD = re.compile(
    r"""(?:PASSWOR[DT]|PASSPHRASE|KENNWORT|PASSWD|PWD|PW)(?:[ \t]{0,40}[|~;,/][ \t]{0,40}|[ \t]{1,40})"""
    r"""(?:(?:\w{1,12}[ \t]{1,4}){0,3}(?:is|was|ist|war|lautet|given|entered|used)[ \t,:]{1,8})?"""
    rf"""(?P<value>"[^"\n]{{1,200}}"|'[^'\n]{{1,200}}'|(?!AMQ\d|{MASKED})(?=[^\s]*\d)(?=[^\s]*[A-Za-z])[^\s"'(),;:=<>]{{6,}}+)"""
    r"(?![=:(])",
    re.I,
)
"""Where somebody says it in a sentence; a word without a digit says something else of the password."""
OPTION = re.compile(rf"{NAME}[ \t]{{1,8}}(?:\\\r?\n[ \t]*)?(?!-)", re.I)
OPTION_BEFORE = re.compile(r"(?<![\w-])--?[\w.-]{0,40}\Z")
IN_BRACKETS = re.compile(
    rf"{NAME}\s{{0,8}}\\{{0,2}}\((?!\s{{0,64}}\))\s{{0,8}}"
    r"(?:'(?P<quoted>(?:[^'\n]|''|(?<=[+-])\n)*(?:'(?!\s{0,8}\))[^)'\n]*)*)|(?P<bare>(?:[^)'\n]|(?<=[+-])\n)(?:[^)\n]|(?<=[+-])\n)*))",
    re.I,
)
"""A parameter of MQSC, over the lines that it is continued on; a blank one hides nothing."""
CALLED = re.compile(
    rf"""{NAME}(?:\s?\(\s{{0,8}}(?P<value>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')\s{{0,8}}\)"""
    r"""|\[(?!\d{0,4}\])(?P<shown>[^\]\n]{1,400})\])""",
    re.I,
)
"""An argument of a call in a program, or what it prints in brackets."""
ELEMENT = re.compile(
    rf"""{NAME}(?P<quote_after>["'])?[^<>]{{0,300}}(?<![/=-])>\s{{0,80}}(?:<(?:value|string|str)\b[^<>/]{{0,40}}>\s{{0,80}})?"""
    r"(?:<!\[CDATA\[)?(?P<value>[^<>\s](?:[^<>]{0,4000}?(?=\s{0,80}(?:\]\]>|</))|[^<>\n]*))",
    re.I,
)
WORD, WORD_BEFORE = re.compile(r"\w{0,40}"), re.compile(r"\w*\Z")
ELEMENT_BEFORE = re.compile(r"<[\w.:-]{0,40}\Z")
LINE_BEFORE = re.compile(
    r"""(?:\A|\n)[ \t>]{0,40}(?:[|*#-][ \t]{0,8})?(?:\w{1,40}[ \t]{0,20}:-[ \t]{1,8})?"""
    r"""(?:(?:export|set|setx|setenv|ENV|ARG|declare[ \t]-x)[ \t]{1,8})?"""
    r"""[\w.$-]{0,80}\Z""",
    re.I,
)
QUOTED_BEFORE = re.compile(r"""(["'])[\w.$-]{0,80}\Z""")
FOLDER = re.compile(r"(?:OLD)?PWD=/")
"""The shell's own folder in an environment, which is not a password."""
REVERSED = re.compile(
    rf""""value"\s{{0,8}}:\s{{0,8}}(?P<value>"(?:[^"\\\n]|\\.)*")\s{{0,8}},\s{{0,80}}"(?:name|key)"\s{{0,8}}:\s{{0,8}}"[\w.-]{{0,80}}{NAME}\"""",
    re.I,
)
REVERSED_XML = re.compile(
    rf"""\bvalue=(?P<value>"[^"<>]*"|'[^'<>]*')\s{{1,80}}(?:name|key)=["'][\w.-]{{0,80}}{NAME}["']""", re.I
)
HARDWARE = re.compile(rf"CRYPTOHARDWARE{QUOTE}\s{{0,8}}[:=]\s{{0,8}}(?P<value>{QUOTED}|[^\n<>\"']+)", re.I)
"""A string of parts with `;` between them, one of which is the password of the token."""

BREAK = r"""(?:\s|\\[rn]|["',|>+]){1,40}+"""
"""What stands between the lines of a key, in a text in a text too."""
KEY_LINES = (
    rf"(?:(?:{BREAK}(?:[A-Za-z-]{{1,40}}:[ ][^\n]{{0,200}})?)*+[A-Za-z0-9+/=]{{4,}}+"
    rf"(?:{BREAK}(?:[A-Za-z0-9+/=]{{8,}}+|[A-Za-z0-9+/]{{1,7}}={{1,2}}(?![\w=])))*+)?"
)
"""The lines of a key whose end is lost."""


class Look(NamedTuple):
    """What a secret looks like, whatever it is called; the group `value` is what is hidden.

    Where none of `signs` is in a text, in small letters, there is none.
    """

    signs: tuple[str, ...]
    pattern: re.Pattern
    holds: Callable[[str], bool] = bool


def _is_basic(text: str) -> bool:
    return b":" in _decoded(text)


def _is_key(text: str) -> bool:
    return b"PRIVATE KEY" in _decoded(text[:80])


def _decoded(text: str) -> bytes:
    try:
        return b64decode(text[: len(text) // 4 * 4])
    except ValueError:
        return b""


LOOKS = (
    Look(("://",), re.compile(r"""://[^\s/:@<>"']{0,128}:(?P<value>[^\s/<>"']{1,256})(?=@)""")),
    Look(("bearer",), re.compile(r"\bBearer\s+(?P<value>[\w.~+/=-]{6,}|\*{8})", re.I)),
    Look(("basic ",), re.compile(r"\bBasic (?P<value>[A-Za-z0-9+/]{4,}={0,2})"), _is_basic),
    Look(("sk-", "sg.", "dop_v1_", "pypi-", "dckr_", "sq0csp-", "shp", "lin_api_", "figd_", "gl", "atatt3",
          "age-secret-key-", "eaac"), re.compile(
        r"(?<![A-Za-z0-9])(?P<value>(?:sk-(?:proj-|ant-[\w-]{3,10}-)?|SG\.|do[opr]_v1_|pypi-|dckr_[po]at_|sq0csp-|shp(?:at|ss|ca)_|lin_api_"
        r"|figd_|gl(?:ptt|dt|rt|ft|oas|soat|cbt|imt|agent)-|ATATT3|AGE-SECRET-KEY-1|EAAC)(?=[\w.-]*\d)[\w.-]{16,})")),
    Look(("/webhook",), re.compile(r"/(?:webhooks/\d{1,24}|webhookb2)/(?P<value>[\w*-]{8,})")),
    Look(("curl",), re.compile(
        r"""\bcurl\b(?:(?!\bcurl\b)[^\n]){0,400}?[ \t](?:(?:-E|--(?:proxy-)?cert)[ \t=]{0,4}["']?[^\s:"']{1,128}:"""
        r"""|(?:-b|--cookie)[ \t=]{0,4}["']?[\w.-]{1,64}=)"""
        r"""(?P<value>[^\s"']+)""")),
    Look(("openssl",), re.compile(
        r"\bopenssl[ \t]+(?:enc|aes\S{0,20}|des\S{0,20})\b[^\n|;&]{0,200}?[ \t]-[kK][ \t]+(?P<value>\S{1,200})")),
    Look(("negotiate ", "ntlm "), re.compile(r"\b(?:Negotiate|NTLM)[ \t]+(?P<value>(?=[\w+/-]*\d)[\w+/-]{10,}={0,2})")),
    Look(("eyj",), re.compile(r"\b(?P<value>eyJ[\w-]{6,}\.[\w-]{4,}(?:\.[\w-]*){0,3})")),
    Look(("curl",), re.compile(
        r"""\bcurl\b(?:(?!\bcurl\b)[^\n]){0,400}?[ \t](?:-[A-Za-z]{0,8}?[uU]|--(?:proxy-)?user)[ \t=]{0,8}["']?"""
        r"""[^\s:"']{1,128}:(?P<value>[^\s"']+)""")),
    Look(("sshpass", "mysql", "mariadb", "login", "mongo", "ncftp", "psexec", "cred", "passwd"), re.compile(
        r"""\b(?:sshpass|mysql\w{0,8}|mariadb\w{0,8}|(?:docker|podman|skopeo|oc)[ \t]+login|mongo\w{0,8}|ncftp\w{0,4}"""
        r"""|psexec|passwd|run(?:mqi?|p11|ams)cred)\b"""
        r"""[^\n|;&]{0,200}?[ \t]-p[ \t=]{0,4}(?P<value>"[^"\n]*"|'[^'\n]*'|[^\s"'-][^\s"']*)""")),
    Look(("isql", "sqlcmd", "bcp"), re.compile(
        r"""\b(?:isql|sqlcmd|bcp)\b[^\n|;&]{0,200}?[ \t]-P[ \t]{0,4}"""
        r"""(?P<value>"[^"\n]*"|'[^'\n]*'|[^\s"'-][^\s"']*)""")),
    Look(("identified by", " using "), re.compile(
        r"""(?:\bidentified[ \t]+by|\bconnect[ \t]+to[ \t]+\S{1,64}[ \t]+user[ \t]+\S{1,64}[ \t]+using)[ \t]+"""
        r"""(?P<value>"[^"\n]*"|'[^'\n]*'|[^\s"';]{1,200})""", re.I)),
    Look(("passwd", "chpasswd", "-stdin", "sudo "), re.compile(
        r"""\becho[ \t]+(?:-n[ \t]+)?(?P<value>"[^"\n]*"|'[^'\n]*'|[^\s"'|]{1,200})[ \t]*\|[ \t]*"""
        r"""(?:(?:ch)?passwd\b|sudo[ \t][^\n|]{0,40}-S\b|[^\n|;]{0,120}--password-stdin)""")),
    Look(("smbclient", "smbget", "lftp", "http"), re.compile(
        r"""\b(?:(?:smbclient|lftp|smbget)\b[^\n|;&]{0,200}?[ \t]-[uU][ \t]*[^\s%,:"']{1,64}[%,:]"""
        r"""|https?[ \t]+(?:-a|--auth)[ \t=]+[^\s:"']{1,64}:)"""
        r"""(?P<value>[^\s"']{1,200})""")),
    Look(("htpasswd",), re.compile(
        r"\bhtpasswd[ \t]+-\w{0,6}b\w{0,6}(?:[ \t]+[^\s-]\S{0,200}){1,2}[ \t]+(?P<value>\S{1,200})")),
    Look(("login",), re.compile(r"\blogin\s{1,8}\S{1,128}\s{1,8}password\s{1,8}(?P<value>\S{1,256})")),
    Look(("jdbc:oracle", "sqlplus"), re.compile(
        r"(?:\bjdbc:oracle:\w{1,8}:|\bsqlplus[ \t][^\n]{0,40}?)[\w$#]{1,64}/(?P<value>[^\s/@\"']{1,128})(?=@)")),
    Look(("private",), re.compile(
        r"-{4,5} ?BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)? ?-{4,5}"
        rf"(?P<value>[*]{{8}}|(?:(?!-{{4}})[\s\S]){{0,20000}}(?=-{{4,5}} ?END )|{KEY_LINES})")),
    Look(("private",), re.compile(
        r"\bPrivate-Lines:[ \t]*\d{1,4}(?P<value>\s{0,4}[*]{8}|(?:(?:\s|\\[rn]){1,8}[A-Za-z0-9+/=]{4,}(?![\w:-]))*)")),
    Look(("private",), re.compile(r"\bPrivate-(?:MAC|Hash):[ \t]*(?P<value>[0-9A-Fa-f]{8,}|[*]{8})")),
    Look(("ls0tls1c",), re.compile(r"(?P<value>LS0tLS1CRUdJTi[A-Za-z0-9+/=]+)"), _is_key),
    Look(("akia", "asia"), re.compile(r"(?<![A-Za-z0-9])(?P<value>(?:AKIA|ASIA)[A-Z0-9]{16})(?![A-Za-z0-9])")),
    Look(("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "hvs.", "npm_", "xox", "xapp-", "sk_live_",
          "rk_live_", "aiza", "ya29."), re.compile(
        r"(?<![A-Za-z0-9])(?P<value>(?:(?:gh[pousr]_|github_pat_|glpat-|hvs\.|xox[a-z]-|xapp-|[sr]k_live_|ya29\.)[\w-]{8,}"
        r"|npm_[A-Za-z0-9]{36}|AIza[\w-]{35}))")),
    Look(("sig=", "sig%3d"), re.compile(r"(?<![\w.-])sig(?:=|%3D)(?P<value>(?!\d{1,3}\b)[\w%+/=*-]{6,})")),
    Look(("auth",), re.compile(
        r"""(?:"auth"\s{0,8}:\s{0,8}"|(?<![A-Za-z])_auth\s{0,8}=\s{0,8}"?)"""
        r"""(?P<value>[A-Za-z0-9+/]{4,}={0,2}|[*]{8})(?=["\s]|\Z)""")),
    Look(("{xor}", "{aes}", "<mqiptpw>", "enc("), re.compile(
        r"(?:\{(?:xor|aes)\}|<mqiptPW>|\bENC\()(?P<value>[\w+/=!$.-]{4,}|[*]{8})")),
    Look(("$1$", "$2a$", "$2b$", "$2y$", "$5$", "$6$", "$y$"), re.compile(
        r"(?<![\w$])(?P<value>\$(?:1|2[aby]|5|6|y)\$[\w./$=,]{16,})")),
    Look(("hooks.slack.com",), re.compile(r"hooks\.slack\.com/services/(?P<value>[\w/*]{8,})")),
    Look(("securestring",), re.compile(
        r"""\bConvertTo-SecureString\s+(?:-String\s+)?(?P<value>"[^"\n]*"|'[^'\n]*'|(?!-)\S{1,200})""", re.I)),
    Look(("<input",), re.compile(
        r"""<input\b[^<>]{0,200}type=["']?password\b[^<>]{0,200}?\bvalue="""
        r"""(?P<value>"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+)""", re.I)),
    Look(("form-data",), re.compile(
        rf"""form-data;[ \t]*name="[\w.-]{{0,60}}{NAME}"\s{{1,8}}(?P<value>[^\r\n]{{1,400}})""", re.I)),
    Look(("redis-cli",), re.compile(r"\bredis-cli\b[^\n|;&]{0,200}?[ \t]-a[ \t]+(?P<value>\S{1,128})")),
)  # fmt: skip
HEX = "0:  "
HEX_ROW = re.compile(r"\b[0-9A-Fa-f]{7}0:[ \t]{2,8}(?P<hex>(?:[0-9A-Fa-f]{2,8}[ \t]{1,3}){1,16})[^\n]*")
"""A row of a hex dump, which a text may quote. What is one holds no number of a card, so it takes too little."""
MAYBE_HEX_ROW = re.compile(r"\b([0-9A-Fa-f]{8}:[ \t]{1,8})((?:[0-9A-Fa-f]{2,4}[ \t]{1,8}){2,16}[^\n]*)")
"""What may be one: it is hidden whole, because a name goes on over two rows, so it takes too much."""
_EVERY_SIGN = dict.fromkeys((*STEMS, *(sign for look in LOOKS for sign in look.signs), "\\u00", HEX))
SIGNS = tuple(sign for sign in _EVERY_SIGN if not any(one in sign for one in _EVERY_SIGN if one != sign))
"""Where none of these is in a text, in small letters, no secret is that has a name or such a look."""
FOLDED = re.compile(
    r"\\u00(?:4[1-9a-fA-F]|5[0-9aA]|6[1-9a-fA-F]|7[0-9aA]|3[aAdD])|[\uff01-\uff5e\u200b-\u200d\u2060\ufeff\u00ad\u0130]"
)
"""Letters as JSON may write them, wide ones, and what nobody sees between letters: in the name of a secret too."""
CARD = re.compile(
    r"(?<![0-9.])(?<![0-9][A-Fa-f])(?<![0-9][A-Fa-f]{2})(?<![0-9][A-Fa-f]{3})"
    r"(?:4|5[1-5]|2[2-7]|3[04-9]|6[0245])(?:[ \xa0\u202f-]?\d){11,17}(?![0-9A-Fa-f])"
)
"""The number of a card, unless it stands in hexadecimal."""
LENGTHS = {"30": (14,), "36": (14,), "38": (14,), "39": (14,), "34": (15,), "37": (15,), "35": (16,),
           "62": (16, 17, 18, 19)}  # fmt: skip
"""Digits of a card by the first ones of its number."""


def may_hold(text: str, signs: Sequence[str] = SIGNS) -> bool:
    """Whether a secret may be in a text: quickly. `signs`: those that are in a text of which this one is a part."""
    lower = text.lower()
    for sign in signs:  # this is asked of every row: any() takes twice as long
        if sign in lower:
            return True
    return not text.isascii() and FOLDED.search(text) is not None


def row_without_secrets(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """A row of a table whose texts, and values by their names, have a mask over every secret."""
    text = "\n".join(map(_shown, row.values()))
    lower = text.lower()
    signs = tuple([sign for sign in SIGNS if sign in lower])
    if not signs and not may_hold(text, ()):  # nor is a key the name of a secret: each has a sign in it
        return row
    return {name: hidden(name, value, signs) for name, value in row.items()}


def _shown(value: Any) -> str:
    """All texts of a value, with the keys of them."""
    if not isinstance(value, TEXTS) or isinstance(value, str):
        return value if isinstance(value, str) else ""
    text = str(value)
    return "\n".join(_texts(value)) if "\\" in text else text  # what nobody sees between letters is shown as an escape


def _texts(value: Any) -> Iterator[str]:
    parts = (*value, *value.values()) if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in parts:
        yield from _texts(one)
    if isinstance(value, str):
        yield value


def hidden(name: str, value: Any, signs: Sequence[str] = SIGNS) -> Any:
    """The value of a column or of a key in it, with a mask over every secret in its texts."""
    if isinstance(value, str):
        return masked(value) if name != "file" and may_hold(value, signs) else value
    if isinstance(value, Mapping):
        return {
            key: (STARS if _is_said(one) and is_secret(key) else hidden(key, one, signs))
            if isinstance(one, TEXTS) else one
            for key, one in value.items()
        }  # fmt: skip
    return [hidden(name, one, signs) for one in value] if isinstance(value, list) else value


def _is_said(value: Any) -> bool:
    return isinstance(value, str) and value.strip(" *") != ""


def masked(text: str) -> str:
    """`text` without secrets and the numbers of cards; nothing else changes."""
    return _starred(text, spans(text))


def masked_lines(lines: Iterable[str]) -> list[str]:
    """Lines that follow each other, each without the part of a secret that stands on it."""
    lines = list(lines)
    out, found = [], spans("\n".join(lines))
    at = 0
    for line in lines:
        here = ((begin - at, end - at) for begin, end in found)
        own = [(max(begin, 0), min(end, len(line))) for begin, end in here if begin < len(line) and end > 0]
        told, done = [], 0
        for begin, end in own:
            told += [line[done:begin], STARS]
            done = end
        out.append("".join([*told, line[done:]]))
        at += len(line) + 1
    return out


def spans(text: str) -> list[Span]:
    """Where secrets stand in a text, in order, apart from each other.

    What a mask brings together may look like a secret again: no more is left to hide in what is given.
    """
    found = _found(text)
    while found:
        told = _starred(text, found)
        more = [(_back(begin, found), _back(end, found)) for begin, end in _found(told) if told[begin:end] != STARS]
        if not more:
            break
        found = _joined([*found, *more])
    return found


def byte_spans(data: bytes, text: str | None) -> list[Span]:
    """Where secrets stand in bytes whose `text` is known, or None: then in ASCII and in EBCDIC."""
    if text is None:
        return _joined(span for codec in (ASCII, EBCDIC) for span in spans(data.decode(codec)))
    found = spans(text)
    if not found or len(text) == len(data):
        return found
    if text.encode("utf-8", "replace") == data:
        return [(len(text[:begin].encode()), len(text[:end].encode())) for begin, end in found]
    return [(0, len(data))]  # where each letter is in them is not known


def _starred(text: str, found: list[Span]) -> str:
    out, at = [], 0
    for begin, end in found:
        out += [text[at:begin], STARS]
        at = end
    return "".join([*out, text[at:]]) if out else text


def _back(place: int, found: list[Span]) -> int:
    """Where a place of the masked text is in the text itself; one in a mask is at an end of what it hides."""
    moved = 0
    for begin, end in found:
        if place <= begin - moved:
            break
        if place < begin - moved + len(STARS):
            return end
        moved += end - begin - len(STARS)
    return place + moved


def _found(text: str) -> list[Span]:
    if not may_hold(text):
        return _cards(text)
    plain, places = _folded(text)
    lower = plain.lower()
    found = [span for span in (*_named(plain, lower), *_looking(plain, lower)) if span[0] < span[1]]
    if places:
        found = [(places[begin], places[end]) for begin, end in found]
    found += _cards(text)
    return _joined([*found, *_in_hex(text)] if HEX in text else found)


def _cards(text: str) -> list[Span]:
    """The numbers of cards; digits that are bytes of a hex dump are none, whatever they add up to."""
    found = [one.span() for one in CARD.finditer(text) if _is_card(one[0])]
    rows = [one.span("hex") for one in HEX_ROW.finditer(text)] if found and HEX in text else []
    begins = [begin for begin, _ in rows]
    before = [bisect_right(begins, begin) - 1 for begin, _ in found]
    return [span for span, at in zip(found, before, strict=True) if at < 0 or span[0] >= rows[at][1]]


def _in_hex(text: str) -> Iterator[Span]:
    """The rows of a hex dump, but for their offsets, in whose bytes a secret stands."""
    rows, data = [], bytearray()
    for one in HEX_ROW.finditer(text):
        digits = "".join(one["hex"].split())
        rows.append((one.start("hex"), one.end(), len(data)))
        data += bytes.fromhex(digits[: len(digits) // 2 * 2])
    secret = byte_spans(bytes(data), None) if rows else []
    for nth, (begin, end, at) in enumerate(rows):
        stop = rows[nth + 1][2] if nth + 1 < len(rows) else len(data)
        if any(first < stop and last > at for first, last in secret):
            yield begin, end


def _joined(found: Iterable[Span]) -> list[Span]:
    out: list[Span] = []
    for begin, end in sorted(found):
        if out and begin <= out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((begin, end))
    return out


def _folded(text: str) -> tuple[str, list[int] | None]:
    """A text with plain letters in place of what only looks otherwise, and where each of its letters stood."""
    if ("\\u00" not in text and text.isascii()) or not FOLDED.search(text):
        return text, None
    out, places, at = [], [], 0
    for found in FOLDED.finditer(text):
        instead = _plain(found[0])
        out += [text[at : found.start()], instead]
        places += [*range(at, found.start()), *([found.start()] if instead else ())]
        at = found.end()
    out.append(text[at:])
    return "".join(out), [*places, *range(at, len(text) + 1)]


def _plain(letter: str) -> str:
    if letter.startswith("\\"):
        return chr(int(letter[2:], 16))
    if letter == "\u0130":
        return "i"
    return chr(ord(letter) - 0xFEE0) if "\uff01" <= letter <= "\uff5e" else ""


def _looking(text: str, lower: str) -> Iterator[Span]:
    for look in LOOKS:
        if any(sign in lower for sign in look.signs):
            yield from (one.span("value") for one in look.pattern.finditer(text) if look.holds(one["value"]))


def _named(text: str, lower: str) -> Iterator[Span]:
    """What stands under the name of a secret."""
    done = 0
    for at in _hits(lower):
        if at < done:  # in a value that is hidden already
            continue
        for begin, end in _values(text, at):
            yield begin, end
            done = max(done, end)
    if '"value"' in lower:
        yield from (one.span("value") for one in REVERSED.finditer(text))
    if "value=" in lower:
        yield from (one.span("value") for one in REVERSED_XML.finditer(text))


def _hits(lower: str) -> list[int]:
    """Where a name of a secret may end: each place of a stem, in order."""
    found = set()
    for stem in STEMS:
        at = lower.find(stem)
        while at >= 0:
            found.add(at)
            at = lower.find(stem, at + 1)
    return sorted(found)


def _values(text: str, at: int) -> Iterable[Span]:
    """Where the values of a secret stand whose name, or the end of whose name, begins here."""
    if found := HARDWARE.match(text, at):
        return [found.span("value")]
    if found := ASSIGNED.match(text, at):
        return _assigned(text, at, found.end())
    if found := FIELD.match(text, at):
        return _value(text, found.end())
    if _is_keyword(text, at) and (found := IN_BRACKETS.match(text, at)):
        return [found.span("quoted" if found["quoted"] is not None else "bare")]
    if found := CALLED.match(text, at):
        return [found.span("value" if found["value"] is not None else "shown")]
    before = text[max(at - 82, 0) : at]
    if (found := ELEMENT.match(text, at)) and (found["quote_after"] or ELEMENT_BEFORE.search(before)):
        return [found.span("value")]
    if (found := OPTION.match(text, at)) and OPTION_BEFORE.search(before):
        return _value(text, found.end())
    found = TOLD.match(text, at)
    return [found.span("value")] if found else ()


def _is_keyword(text: str, at: int) -> bool:
    """Whether a name is its own keyword, not the end of what a program calls."""
    before = WORD_BEFORE.search(text[max(at - 20, 0) : at])[0]
    return not before or (before + WORD.match(text, at)[0]).upper() in OF_MQ


def _assigned(text: str, at: int, begin: int) -> Iterable[Span]:
    """The value after a sign, on the same line or alone on the next one."""
    before = text[max(at - 160, 0) : at]
    is_line = LINE_BEFORE.search(before) is not None
    if text.startswith("ookie", at + 1) or text.startswith("OOKIE", at + 1):
        return _of_cookies(text, begin)
    if is_line and FOLDER.match(text, at - 3 * (before[-3:] == "OLD")):
        return ()
    if found := CONTINUED.match(text, begin):
        begin = found.end()
    elif found := BROKEN.match(text, begin):
        if not ALONE.match(text, found.end()):
            return ()
        begin = found.end()
    if found := PARAMETERS.match(text, begin):
        return [found.span()]
    return _value(text, begin, is_line or QUOTED_BEFORE.search(before) is not None)


def _value(text: str, begin: int, is_rest: bool = False) -> Iterable[Span]:
    """The value that begins here; `is_rest`: all of the line up to the next name is of it."""
    at = TAG.match(text, begin).end()
    if found := MADE.match(text, at):
        begin = at = found.end()
    if NOTHING.match(text, at):
        return ()
    if found := WHOLE.match(text, at):
        return [(begin, found.end())]
    bare = BARE.match(text, at)
    if not bare:
        return ()
    rest = REST.match(text, at) if is_rest else None
    return [(begin, max(bare.end(), rest.end() if rest else 0))]


def _of_cookies(text: str, begin: int) -> Iterable[Span]:
    """The value of each cookie, and not what the server says of it."""
    begin, end = JAR.match(text, begin).span("cookies")
    pairs = [*COOKIES.finditer(text, begin, end)]
    if not pairs:
        return [(begin, end)]
    return [one.span("value") for one in pairs if one["name"].lower() not in OF_COOKIES]


def _is_card(text: str) -> bool:
    digits = [int(digit) for digit in text if digit.isdigit()]
    doubled = [digit * 2 - 9 * (digit > 4) for digit in digits[-2::-2]]
    return len(digits) in LENGTHS.get(text[:2], (13, 15, 16, 19)) and (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0
