"""The names of somebody or something that a case has, and the redaction that looks for them."""

from collections.abc import Iterator, Mapping

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F
from pyspark.sql.types import ArrayType, BinaryType, DataType, MapType, StringType, StructType

from mqforensics.objects.owners import maker
from mqforensics.privacy.identity_columns import HOSTS, IDENTITY, MAPS, PLACES, WRITTEN, is_name, plain
from mqforensics.privacy.public_names import PLAIN, harmless_keys, is_own
from mqforensics.privacy.redaction import Redaction
from mqforensics.questions.refused.refusal_rows import signs
from mqforensics.spark_compat import SPACE, first_bytes, rows_of

ASKED = IDENTITY | {"object_queue_manager", "client", "listener"}
"""Settings that hold such a name."""
MOST = 100_000
"""So many different names of one column or key are looked for."""
TABLES = ("messages", "objects", "log", "events", "calls", "rules")
DIGITS = PLAIN.pattern.replace(r"\d", "[0-9]")
"""The same for every engine: to some the digits of all scripts are digits."""
MADE = "made by"
"""The key of the beginning of an identifier that a queue manager made."""
PAIRS = "array<struct<key:string,value:string>>"
"""What pieces are cast to: Sail concatenates arrays of one type alone, and one without a null is of another."""
MAKERS = "^(414D51|435351|C1D4D8|C3E2D8)"


def redaction_of(case, mode: str, key: bytes | None = None) -> Redaction:
    """The redaction of what leaves `case` by another way than a report; the case is asked for names to be hidden."""
    hidden = Redaction(mode, key)
    return Redaction(mode, hidden.key, names_of(case), places=[case.name]) if hidden.identity else hidden


def _is_name(key: Column, value: Column) -> Column:
    """The same, as far as Spark can tell."""
    last = F.regexp_replace(key, r"(?s)\[.*|^[^\[]*\.", "")
    is_text = F.split_part(key, F.lit("["), F.lit(1)).isin(*WRITTEN)
    is_told = last.isin(*harmless_keys()) | last.startswith("MQIA")
    return ~is_text & ~is_told & ~value.rlike(f"^(?:{DIGITS}|{SPACE}*)$")


def names_of(case) -> list[str]:
    """Every name of somebody or something that a case has, each once: what `identity` looks for in texts."""
    found = dict.fromkeys(name for name in (file.name for file in case.files) if not is_own(name))
    found |= dict.fromkeys(_asked(case.settings))
    for frame in _tables(case):
        for key, name in _held(frame):
            found |= dict.fromkeys(written(name, plain(key)))
    return list(found)


def written(name: str, column: str) -> Iterator[str]:
    """A name as it may be written: those of places and people in small letters too, a host without its domain."""
    if column in PLACES:
        yield from (name, name.casefold())
        if column in HOSTS:
            yield name.casefold().partition(".")[0]
    elif not is_own(name):
        yield name


def _asked(settings: object, name: str = "") -> Iterator[str]:
    """The names in settings: those of a request need not be in any evidence."""
    if isinstance(settings, Mapping):
        for key, one in settings.items():
            yield from [key] if name == "failing" else _asked(one, key)
    elif isinstance(settings, list):
        for one in settings:
            yield from [one] if name == "failing" else _asked(one, name)
    elif isinstance(settings, str) and name in ASKED:
        yield settings


def _tables(case) -> Iterator[DataFrame]:
    """The tables of a case, and what a question takes out of texts."""
    yield from (getattr(case, table) for table in TABLES if case.has(table))
    if (told := signs(case)) is not None:
        yield told


def _held(frame: DataFrame) -> Iterator[tuple[str, str]]:
    """The columns or keys of a table and the names that they hold, up to `MOST` of each."""
    pieces = [piece for one in frame.schema for piece in _pieces(one.name, one.dataType, F.col(one.name))]
    if not pieces:
        return
    held = frame.select(F.explode(F.concat(*pieces)).alias("held")).select("held.*").distinct()
    order = Window.partitionBy("key").orderBy("value")
    nth = held.withColumn("nth", F.row_number().over(order)).where(f"nth <= {MOST}")
    for key, value in rows_of(nth.select("key", "value")):
        if key == MADE:
            yield "queue_manager", maker(bytes.fromhex(value)) or ""
        elif key in IDENTITY or is_name(key, value):
            yield key, value


def _pieces(name: str, kind: DataType, value: Column) -> list[Column]:
    """Arrays of keys and values out of a column, however deep they are in it."""
    if isinstance(kind, StringType) and name in IDENTITY and name != "file":
        return [_pair(F.lit(name), value, F.length(value) > 0)]
    if isinstance(kind, BinaryType) and name in IDENTITY:
        begin = first_bytes(value, 16)
        return [_pair(F.lit(MADE), begin, begin.rlike(MAKERS))]
    if isinstance(kind, MapType) and name in MAPS:
        return [F.coalesce(F.map_entries(F.map_filter(value, _is_name)), _none())]
    if isinstance(kind, StructType):
        return [piece for one in kind for piece in _pieces(one.name, one.dataType, value[one.name])]
    if isinstance(kind, ArrayType) and _pieces(name, kind.elementType, value):
        held = F.transform(value, lambda one: F.concat(*_pieces(name, kind.elementType, one)))
        return [F.coalesce(F.flatten(held), _none())]
    return []


def _pair(key: Column, value: Column, is_held: Column) -> Column:
    return F.when(is_held, F.array(F.struct(key.alias("key"), value.alias("value"))).cast(PAIRS)).otherwise(_none())


def _none() -> Column:
    return F.array().cast(PAIRS)
