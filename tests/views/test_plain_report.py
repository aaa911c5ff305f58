from hypothesis import given
from hypothesis import strategies as st

from mqforensics.views.plain_report import markdown, text


def whole(statement="1 message waits.", quoted="CURDEPTH(1)", command="DISPLAY QLOCAL('Q')", headline="Q waits."):
    one = {
        "severity": "critical", "code": "CODE", "statement": statement, "queue_manager": "QM1", "object": "Q",
        "evidence": [{"file": "a.txt", "line": 3, "number": None, "text": quoted}],
        "next": [{"command": command, "on": "QM1", "effect": "looks"}],
    }  # fmt: skip
    return {"kit": "1", "inputs": [1, 2], "findings": [one], "headline": headline}


def test_the_headline_comes_first_then_each_finding_with_its_line_and_command():
    lines = markdown(whole()).splitlines()
    assert lines[0] == "# Q waits." and "- a.txt line 3: ` CURDEPTH(1) `" in lines
    assert "Check (read-only), on QM1:" in lines and "    DISPLAY QLOCAL('Q')" in lines
    plain = text(whole()).splitlines()
    assert plain[0] == "Q waits." and "  Check (read-only), on QM1: DISPLAY QLOCAL('Q')" in plain


def test_each_assumption_is_there_with_its_key():
    told = whole()
    told["findings"][0]["assumes"] = [
        {"key": "AFTER", "class": "B", "text": "a.txt was captured after the put."},
        {"key": "NO_EXIT", "class": "A", "text": "No exit."}, {"key": "NO_EXIT", "class": "A", "text": "No other."},
    ]  # fmt: skip
    plain = text(told).splitlines()
    assert "  Taken as usual: NO_EXIT." in plain and "  Assumption AFTER: a.txt was captured after the put." in plain
    assert "- Taken as usual: NO\\_EXIT." in markdown(told).splitlines()


def test_without_findings_there_is_no_all_clear_but_what_was_looked_at():
    made = markdown({"kit": "1", "inputs": [], "findings": []})
    assert made.startswith("# No question found anything wrong in what it looked at.") and "0 files read" in made


@given(st.text(alphabet="`*_[]<>#|\\\n abc", max_size=40))
def test_a_strangers_text_is_no_markup(said):
    made = markdown(whole(statement=said, quoted=said, headline="H"))
    body = [
        line for line in made.splitlines() if not line.startswith(("# ", "## Critical", "- a.txt", "Check", "    "))
    ]
    for line in body[:-1]:
        bare = line.replace("\\\\", "")
        assert all(bare[at - 1 : at] == "\\" for at, one in enumerate(bare) if one in "`*_[]<>#|"), line
    [quoted] = [line for line in made.splitlines() if line.startswith("- a.txt")]
    fence = quoted.split(": ", 1)[1].split(" ")[0] if said.strip() else ""
    assert not fence or (quoted.count(fence) >= 2 and set(fence) == {"`"})
