"""Sentences with parts that may be left out: `[ on {queue_manager}]` is there only where the queue manager is known."""

from __future__ import annotations

import re
from collections.abc import Mapping

FIELD = re.compile(r"\{(\w+)(?::(\w+))?\}")
OPTION = re.compile(r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]")
"""A part of a template in brackets: left out where a field in it is null, or replaced by what follows its bar."""
NAMELESS = {"queue_manager": "the queue manager", "object": "the queue", "attribute": "an attribute"}


def without_options(template: str, told: Mapping[str, str | None]) -> str:
    """The template without the parts in brackets whose fields are null."""

    def chosen(found: re.Match) -> str:
        first, _, other = found[1].partition("|")
        needs = FIELD.findall(OPTION.sub("", first))
        return without_options(first, told) if all(told[name] for name, _ in needs) else other

    return OPTION.sub(chosen, template)


def fill_sentence(template: str, told: Mapping[str, str | None]) -> str:
    """The sentence that a template makes of these values; what lacks a name is called by its kind."""
    template = without_options(template, told)
    made = FIELD.sub(lambda found: told[found[1]] or NAMELESS.get(found[1], "unknown"), template)
    return made[:1].upper() + made[1:] if made.startswith(("the ", "an ")) else made
