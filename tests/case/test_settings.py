import json
from dataclasses import fields

import pytest

from mqforensics.case.settings import SETTINGS, settings
from mqforensics.questions.walk.request import Request, typed_values


def test_what_can_be_used_is_used():
    said = {"walk": {"queue": "Q", "persistence": 1}, "poison": [{"queue": "Q", "retries": 5}], "browse": {"late": 0.5},
            "handler": {"failing": {"Q6": [2053, 3], "*": None}, "platform": "zos"}}  # fmt: skip
    assert settings(json.dumps(said).encode()) == (said, None)


def test_a_request_may_say_in_case_json_all_that_a_walk_can_be_asked():
    said = {
        "queue": "Q", "queue_manager": "A", "object_queue_manager": "B", "msg_id": "41" * 24, "correl_id": "42" * 24,
        "put_time": "2026-03-02T14:30:00Z", "persistence": 0, "expiry": -1, "report": 0x0F000000,
    }  # fmt: skip
    assert {*said} == {field.name for field in fields(Request)} - {"apart"} == {*SETTINGS["walk"]}
    told, problem = settings(json.dumps({"walk": said}).encode())
    assert told == {"walk": said} and problem is None and typed_values(told["walk"])


@pytest.mark.parametrize("said, left", [
    ({"walk": 5}, {}), ({"walk": {"queue": 5, "msg_id": "zz"}}, {"walk": {}}), ({"poison": [5, {"retries": "x"}]}, {"poison": [{}]}),
    ({"handler": [{"platform": "zos"}]}, {}), ({"handler": {"failing": {"Q": {}}}}, {"handler": {}}),
    ({"browse": {"late": "x", "time_is": [], "msgdlvsq": {"Q": 5}}}, {"browse": {}}), ({"else": {}}, {}),
    ({"walk": {"queue": "a\nb", "persistence": []}}, {"walk": {}}),
])  # fmt: skip
def test_what_cannot_be_used_is_left_out_and_told(said, left):
    told, problem = settings(json.dumps(said).encode())
    assert told == left and (("left out" in problem) or said == {"poison": [5, {"retries": "x"}]})


@pytest.mark.parametrize("text", [b"", b"[" * 100_000, b"{", b"\xff\xfe", b"9" * 5000, b"[]", b"null", b'{"a":' * 5000])
def test_what_is_no_object_is_told(text):
    told, problem = settings(text)
    assert told == {} and problem.startswith("it is not ")


def test_of_a_key_that_stands_twice_neither_value_is_taken():
    told, problem = settings(
        b'{"walk": {"queue": "A", "queue": "B", "queue_manager": "QM1"}, "browse": {}, "browse": {}}'
    )
    assert told == {"walk": {"queue_manager": "QM1"}}
    assert problem == "left out, because it stands there more than once: 'queue', 'browse'"
