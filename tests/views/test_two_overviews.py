"""Two cases side by side: the overview of another case beside that of the first."""

from mqforensics.views.answers import OverviewTab, TwoOverviews


def test_another_case_is_asked_when_it_is_chosen_and_goes_again():
    ran, opened = [], []

    def opener(path):
        opened.append(path)
        return None if path == "bad" else path

    two = TwoOverviews(OverviewTab(lambda *_: None, None), lambda *work: ran.append(work[0]),
                       [("A", "a"), ("Bad", "bad")], opener)  # fmt: skip
    assert two.other.layout.display == "none" and two.value == ""
    two.which.value = "a"
    assert (two.other.case, two.other.layout.display, opened, ran) == ("a", None, ["a"], ["Asking every question"])
    two.which.value = "bad"
    assert two.other.layout.display == "none" and len(ran) == 1
    two.which.value = ""
    assert opened == ["a", "bad"]
