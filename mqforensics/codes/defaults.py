"""The attributes that the product gives an object where its definition says nothing.

Source: the descriptions of the DEFINE commands, "MQSC commands reference"; a blank is a default of every attribute.
"""

from collections.abc import Mapping
from functools import cache

from mqforensics import csv_tables


@cache
def _defaults() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for row in csv_tables.rows(__package__, "defaults.csv"):
        found.setdefault(row["type"], {})[row["attribute"]] = row["value"]
    return found


def differing(kind: str, attributes: Mapping[str, str]) -> dict[str, str]:
    """The attributes of an object that are not the defaults of its type; a type of channel has its own defaults."""
    known = {**_defaults().get(kind, {}), **_defaults().get(attributes.get("CHLTYPE", ""), {})}
    return {key: value for key, value in attributes.items() if value.strip() != known.get(key, "")}
