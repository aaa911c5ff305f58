"""What is offered while a condition is typed, and what is said of one that cannot be used."""

import time

import pytest

from mqforensics.views.condition import LONGEST, Condition, completions
from mqforensics.views.progress_bar import ProgressBar, sentence

COLUMNS = ["reason", "reason_name", "destination", "md.Format"]
VALUES = {"reason": [2053, 2051], "destination": ["ORDERS.IN", "it's", "back\\slash", "x" * (LONGEST + 1), "bell\a"]}


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("", COLUMNS),
        ("REA", ["reason", "reason_name"]),
        ("md.", ["md.Format"]),
        ("reason = 2053 and des", ["reason = 2053 and destination"]),
        ("not (rea", ["not (reason", "not (reason_name"]),
        ("reason = ", ["reason = 2053", "reason = 2051"]),
        ("reason = 205", ["reason = 2053", "reason = 2051"]),
        ("destination in ('OR", ["destination in ('ORDERS.IN'"]),
        ("destination = 'nothing like it", []),
        (
            "Destination <> ",
            ["Destination <> 'ORDERS.IN'", "Destination <> 'it\\'s'", "Destination <> 'back\\\\slash'"],
        ),
        ("destination = 'ORDERS.IN' ", ["destination = 'ORDERS.IN' and ", "destination = 'ORDERS.IN' or "]),
        ("nothing = ", []),
    ],
)
def test_what_may_come_next(typed, offered):
    assert completions(typed, COLUMNS, VALUES) == offered


def test_a_column_is_followed_by_an_operator():
    offered = completions("reason ", COLUMNS, VALUES)
    assert "reason = " in offered and "reason is null" in offered and all(one.startswith("reason ") for one in offered)


@pytest.mark.parametrize("typed", ["a" * 200_000, "reason = '" * 20_000, "a." * 100_000 + "'", " " * 200_000])
def test_a_long_text_takes_no_time(typed):
    begun = time.process_time()
    completions(typed, COLUMNS, VALUES)
    assert time.process_time() - begun < 1


def test_it_is_asked_with_enter_alone():
    asked = []
    field = Condition("say")
    field.observe(lambda change: asked.append(change["new"]), "value")
    field.offer(COLUMNS, lambda: VALUES)
    field.field.value = "reason = 2053 "
    assert asked == [] and "reason = 2053 and " in field.field.options
    field.field._handle_custom_msg({"event": "submit"}, [])
    assert asked == [field.value] == ["reason = 2053"]


WRONG = {
    "reson = 1": "There is no column reson; some that there are: reason, destination.",
    "reason": '"reason" is "INT", not a condition.',
    "reason = ": "Spark SQL does not understand this from end of input on.",
    "destination = 'x": "Spark SQL does not understand this from ''' on.",
    "nothing_so(reason) = 1": "There is no function nothing_so.",
    "reason = 'abc'": "'abc' cannot be read as \"BIGINT\".",
    "count(*) > 1": "contains invalid expressions: count(1)",
    "1 / 0 = reason": "Division by zero",
    "reason = 1; drop table x": "Spark SQL does not understand this from ';' on.",
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_one_is_a_sentence(spark, wrong, capfd):
    ProgressBar(spark)
    frame = spark.createDataFrame([(2053, "Q")], "reason int, destination string")
    with pytest.raises(Exception) as raised:  # whatever Spark calls it
        frame.where(wrong).collect()
    said = sentence(raised.value)
    assert WRONG[wrong] in said and "SQLSTATE" not in said and "[" not in said and "\n" not in said
    assert "SQLQueryContextLogger" not in capfd.readouterr().err


def test_what_is_offered_can_be_asked(spark):
    frame = spark.createDataFrame([(2053, text) for text in VALUES["destination"]], "reason int, destination string")
    for text, offered in zip(VALUES["destination"], completions("destination = ", COLUMNS, VALUES), strict=False):
        assert [row.destination for row in frame.where(offered).collect()] == [text]
