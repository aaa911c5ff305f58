"""The questions a person asks of a case, one module each, and the findings of all of them."""

from functools import reduce
from importlib import import_module

from pyspark.sql import DataFrame

from mqforensics.questions.finding import frame

NAMES = ("dead_letters", "walk", "delivery", "handler", "poison", "browse")


def findings(case) -> DataFrame:
    """The findings of every question that the case has evidence for, as rows of `finding.SCHEMA`."""
    answers = [answer for name in NAMES if (answer := asked(name, case)) is not None]
    return reduce(DataFrame.unionByName, answers) if answers else frame(case.spark, [])


def asked(name: str, case) -> DataFrame | None:
    """The findings of one question; None when the case has no evidence for it."""
    return import_module(f"{__name__}.{name}").findings(case)
