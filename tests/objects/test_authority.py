"""What a user may do by the profiles that cover an object, and what is open where not all records are shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqforensics.objects.authority import (
    GROUPED,
    Grant,
    fits,
    grant_of,
    hidden_by_exact,
    missing_permissions,
    permissions_of_words,
    priority,
)
from mqforensics.objects.fact import Row


def grant(profile, entity, words="PUT", is_group=False, **more):
    return Grant(profile, more.pop("kind", "QUEUE"), entity, is_group, frozenset(words.split()), **more)


def lacks(*grants, groups=(), needed=("put", "get"), whole=True):
    return missing_permissions(grants, "app", groups, "QUEUE", "PAY.IN", needed, whole)


@pytest.mark.parametrize(("told", "has"), [
    ({"OBJTYPE": "QUEUE", "PROFILE": "Q", "ENTITY": "app", "ENTTYPE": "PRINCIPAL", "AUTHLIST": "put, get"},
     Grant("Q", "QUEUE", "app", False, frozenset(("PUT", "GET")), False, ("a", 1))),
    ({"OBJTYPE": "QUEUE", "OBJNAME": "Q", "ENTITY": "app", "ENTTYPE": "GROUP", "AUTHLIST": "NONE"},
     Grant("Q", "QUEUE", "app", True, frozenset(), True, ("a", 1))),
    ({"OBJTYPE": "QUEUE", "PROFILE": "Q", "GROUP": "app", "AUTHADD": "PUT"},
     Grant("Q", "QUEUE", "app", True, frozenset(("PUT",)), False, ("a", 1))),
    ({"OBJTYPE": "QUEUE", "PROFILE": "Q", "PRINCIPAL": "app", "AUTHADD": "PUT"},
     Grant("Q", "QUEUE", "app", False, frozenset(("PUT",)), False, ("a", 1))),
    ({"OBJTYPE": "QUEUE", "PROFILE": "Q", "ENTITY": "app"}, None), ({"OBJTYPE": "QUEUE", "ENTITY": "app", "AUTHLIST": "PUT"}, None),
    ({"PROFILE": "Q", "ENTITY": "app", "AUTHLIST": "PUT"}, None), ({"OBJTYPE": "QUEUE", "PROFILE": "Q", "AUTHLIST": "PUT"}, None),
])  # fmt: skip
def test_what_a_record_grants(told, has):
    assert grant_of(Row("a", 1, "QM1", "AUTHREC", None, told)) == has
    assert grant_of(Row("a", 1, "QM1", "AUTHREC", None, told, error="cut")) is None
    if has:
        assert grant_of(Row("a", 1, "QM1", "AUTHREC", None, told, lines={"PROFILE": 3})).place == ("a", 3)


@pytest.mark.parametrize(("one", "said"), [
    (grant("Q.*", "app", "PUT GET"), "AUTHREC PROFILE(Q.*) OBJTYPE(QUEUE) PRINCIPAL(app) AUTHLIST(GET,PUT)"),
    (grant("Q.*", "app", "", True), "AUTHREC PROFILE(Q.*) OBJTYPE(QUEUE) GROUP(app) AUTHLIST(NONE)"),
])  # fmt: skip
def test_a_record_is_said_as_a_display_prints_it(one, said):
    assert one.said == said


def test_the_group_words_stand_for_the_permissions_of_a_kind_of_object():
    every = set(GROUPED["ALLMQI"]["QUEUE"].split()) | set(GROUPED["ALLADM"]["QUEUE"].split())
    assert permissions_of_words(["ALL"], "QUEUE") == every | {"CTRL", "CTRLX"}
    assert permissions_of_words(["ALLMQI", "CHG"], "QMGR") == {
        "ALTUSR",
        "CONNECT",
        "INQ",
        "SET",
        "SETALL",
        "SETID",
        "CHG",
    }
    assert permissions_of_words(["ALLADM"], "TOPIC") == {"CHG", "CLR", "CRT", "CTRL", "DLT", "DSP"}
    assert permissions_of_words(["NONE"], "QUEUE") == permissions_of_words(["ALLMQI"], "LISTENER") == frozenset()


@pytest.mark.parametrize(("profile", "covers"), [
    ("PAY.IN", True), ("PAY.I", False), ("PAY.I?", True), ("PAY.IN?", False), ("PAY.*", True), ("*.IN", True), ("*", False),
    ("P*.I*", True), ("**", True), ("PAY.**", True), ("PAY.IN.**", True), ("**.IN", True), ("PAY.*.IN", False), ("PAY.**.IN", True),
    ("pay.in", False),
])  # fmt: skip
def test_which_profiles_cover_a_name(profile, covers):
    assert fits(profile, "PAY.IN") is covers


def test_the_most_specific_profile_comes_first():
    given_ = ["**", "P*.IN", "PAY.**", "PAY.IN", "P?Y.IN", "PAY.?N", "PAY.*"]
    assert sorted(given_, key=priority) == ["PAY.IN", "PAY.?N", "PAY.*", "PAY.**", "P?Y.IN", "P*.IN", "**"]


@pytest.mark.parametrize(("grants", "known", "missing", "open_"), [
    ([], {}, ("PUT", "GET"), ()),
    ([grant("PAY.IN", "app")], {}, ("GET",), ()),
    ([grant("PAY.IN", "app", kind="TOPIC")], {}, ("PUT", "GET"), ()),
    ([grant("PAY.*", "app", "PUT GET")], {}, (), ()),
    ([grant("PAY.*", "app", "PUT GET")], {"whole": False}, (), ("PUT", "GET")),  # a nearer profile may not be shown
    ([grant("PAY.IN", "app")], {"whole": False}, (), ("GET",)),
    ([grant("PAY.*", "app", "GET"), grant("PAY.IN", "app")], {}, ("GET",), ()),  # only the nearest profile counts
    ([grant("PAY.*", "app", "GET"), grant("PAY.IN", "web")], {}, ("PUT",), ("GET",)),  # of whom, nobody documents
    ([grant("PAY.IN", "app"), grant("PAY.IN", "staff", "GET", True)], {"groups": ("staff",)}, (), ()),
    ([grant("PAY.IN", "app"), grant("PAY.IN", "staff", "GET", True)], {"groups": ()}, ("GET",), ()),
    ([grant("PAY.IN", "app"), grant("PAY.IN", "staff", "GET", True)], {"groups": None}, (), ("GET",)),
    ([grant("PAY.IN", "app", is_group=True)], {}, ("PUT", "GET"), ()),
    ([grant("PAY.IN", "app", "GET", effective=True), grant("PAY.IN", "app")], {}, ("PUT",), ()),
    ([grant("PAY.IN", "app", "GET", effective=True)], {"whole": False}, ("PUT",), ()),  # what the product computed counts alone
    ([grant("PAY.OUT", "app", "GET", effective=True)], {"whole": False}, (), ("PUT", "GET")),
])  # fmt: skip
def test_what_a_user_lacks_and_what_is_open(grants, known, missing, open_):
    found = lacks(*grants, **known)
    assert (found.missing, found.open) == (missing, open_)


@given(st.lists(st.builds(
    grant, st.sampled_from(["PAY.IN", "PAY.*", "PAY.?N", "**", "OUT"]), st.sampled_from(["app", "web", "staff"]),
    st.sampled_from(["PUT", "GET", "PUT GET", ""]), st.booleans(),
), max_size=6))  # fmt: skip
def test_a_permission_is_missing_or_open_or_there_and_less_evidence_denies_nothing(grants):
    found, less = lacks(*grants), lacks(*grants, whole=False)
    assert not set(found.missing) & set(found.open) and not less.missing
    assert set(found.open) <= set(less.open)
    assert {"PUT", "GET"} - {*found.missing, *found.open} <= {word for one in found.grants for word in one.words}


@pytest.mark.parametrize(("grants", "own", "others"), [
    ([], None, []),
    ([grant("PAY.*", "app", "GET")], "PAY.*", []),
    ([grant("PAY.*", "app", "GET"), grant("PAY.IN", "app")], None, []),  # who has the profile already loses nothing
    ([grant("PAY.*", "app", "GET"), grant("PAY.*", "web", "GET")], "PAY.*", ["web"]),
    ([grant("PAY.*", "app", "GET"), grant("PAY.*", "web", "GET"), grant("PAY.IN", "web")], "PAY.*", []),
    ([grant("PAY.*", "app", ""), grant("PAY.*", "web", "")], None, []),
    ([grant("PAY.*", "app", "GET"), grant("PAY.*", "app", "PUT")], None, ["app", "app"]),  # two records that differ: which counts is not sure
    ([grant("PAY.*", "app", "GET"), grant("**", "app", "PUT")], "PAY.*", []),
    ([grant("PAY.*", "app", "GET", effective=True)], None, []),
    ([grant("PAY.*", "app", "GET", kind="TOPIC")], None, []),
    ([grant("PAY.*", "app", "GET", True)], None, ["app"]),
])  # fmt: skip
def test_what_a_grant_by_the_name_itself_would_hide(grants, own, others):
    mine, losing = hidden_by_exact(grants, "app", "QUEUE", "PAY.IN")
    assert (mine and mine.profile, [one.entity for one in losing]) == (own, others)
