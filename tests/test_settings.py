import json

import pytest

from mqforensics.settings import settings


def test_what_can_be_used_is_used():
    said = {"walk": {"queue": "Q", "persistence": 1}, "poison": [{"queue": "Q", "retries": 5}], "browse": {"late": 0.5},
            "handler": {"failing": {"Q6": [2053, 3], "*": None}, "platform": "zos"}}  # fmt: skip
    assert settings(json.dumps(said).encode()) == (said, None)


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
    assert told == {} and problem.startswith("it is no JSON")
