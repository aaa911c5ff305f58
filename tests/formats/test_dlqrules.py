"""Rules tables: what the handler's scanner and grammar accept, line by line, and every mistake by its number."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mqforensics.formats import dlqrules, identify
from mqforensics.formats.dlqrules import PlatformExpected, RulesTable, parse_rules
from mqforensics.formats.dlqrules.keywords import FEEDBACK_SYMBOLS, symbols
from mqforensics.formats.file_slice import FileSlice

RULE = "ACTION(FWD) FWDQ(A)\n"
SEED_1 = "INPUTQM(' ') INPUTQ(' ')\nDESTQ(Q6) ACTION(FWD) FWDQ(Q7) FWDQM('') HEADER(NO)\n"


def only(text, **options):
    """The one rule of a table without errors."""
    table = parse_rules(text, **options)
    assert table.errors == []
    (rule,) = table.rules
    return rule


def numbers(text, **options):
    return [(error.number, error.line) for error in parse_rules(text, **options).errors]


def rows_of(data, file="t.rules"):
    return list(dlqrules.read(FileSlice(data, file)))


# Lexis


def test_comment_is_an_asterisk_in_column_1():
    assert only("* DESTQ(B) ACTION(DISCARD)\n" + RULE).line == 2


def test_comment_between_a_line_and_its_continuation_is_dropped():
    assert only("DESTQ(B) +\n* why not\n  ACTION(DISCARD)\n").patterns == {"DESTQ": "B"}


@pytest.mark.parametrize("comment", ["* -----", "* to be continued +"])
def test_comment_does_not_continue(comment):
    assert only(f"{comment}\n{RULE}").action == "FWD"


def test_indented_comment_is_a_syntax_error_told_once():
    table = parse_rules("  * DESTQ(B) ACTION(DISCARD)\n" + RULE)
    assert numbers("  * note to self\n" + RULE) == [(8758, 1)]
    assert [error.line for error in table.errors] == [1]
    assert "column 1" in table.errors[0].words


def test_blank_lines_are_dropped_even_inside_a_continuation():
    assert only(" \t\r\nDESTQ(B) +\n\n   \nACTION(DISCARD)\n").patterns == {"DESTQ": "B"}


def test_plus_joins_at_the_first_character_that_is_not_blank():
    assert only("APPLNAME('ABC+\n  D') ACTION(IGNORE)\n").patterns == {"APPLNAME": "ABCD"}


def test_minus_joins_at_column_1():
    assert only("APPLNAME('ABC-\n D') ACTION(IGNORE)\n").patterns == {"APPLNAME": "ABC D"}


def test_continuation_works_inside_a_keyword():
    assert only("DES+\n   TQ(B) ACT-\nION(DISCARD)\n").patterns == {"DESTQ": "B"}


def test_value_that_ends_in_minus_at_the_end_of_a_line_is_eaten():
    assert only("APPLNAME('A--\n B') ACTION(IGNORE)\n").patterns == {"APPLNAME": "A- B"}


@pytest.mark.parametrize("between", [" ", ",", "\t", "\r", " , ,\t "])
def test_separators(between):
    assert only(f"DESTQ(B){between}ACTION(DISCARD)\n").patterns == {"DESTQ": "B"}


@pytest.mark.parametrize("space", ["\u00a0", "\f", "\v", "\u2003", "\u00a0 \u00a0", "\x1c"])
@pytest.mark.parametrize("text", ["DESTQ(B){}ACTION(DISCARD)\n", "{}DESTQ(B) ACTION(DISCARD)\n", "DESTQ({}B) ACTION(DISCARD)\n",
                                  "DESTQ{}(B) ACTION(DISCARD)\n", "DESTQ(B) ACTION(DISCARD)\n{}\n"])  # fmt: skip
def test_what_only_looks_like_a_blank_is_a_syntax_error_told_once(space, text):
    (error,) = parse_rules(text.format(space)).errors
    assert error.number == 8758 and f"U+{ord(space[0]):04X}" in error.words and "save the table as ASCII" in error.words
    assert only(f"APPLNAME('a{space}b') ACTION(DISCARD)\n").patterns == {"APPLNAME": f"a{space}b"}


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", [RULE, "* note\r\n\r\n" + RULE, SEED_1])
def test_a_table_that_is_no_plain_text_is_not_accepted(encoding, text):
    data = text.encode(encoding)
    (error,) = parse_rules(data).errors
    assert (error.number, error.line) == (8758, 1) and "save the table as ASCII" in error.words
    assert parse_rules(data).rules == parse_rules(text).rules
    assert str(error) in rows_of(data)[0]["error"] and RulesTable.of_rows(rows_of(data)).errors == [error]
    assert parse_rules(data, platform="zos").errors == [] == parse_rules(text.encode()).errors


def test_keywords_in_any_case_and_blanks_around_brackets():
    assert only("destq ( b )  Action( fwd ) fwdq (c)\n").fwdq == "C"


def test_last_line_without_newline_is_not_accepted():
    table = parse_rules(SEED_1.rstrip("\n"))
    assert [(error.number, error.line, error.topic) for error in table.errors] == [(8758, 2, "newline")]
    assert table.verdict.number == 8758


def test_continuation_of_nothing_is_not_accepted():
    assert numbers("ACTION(DISCARD) +\n") == [(8758, 1)]


@pytest.mark.parametrize("platform", ["zos", "ibmi"])
def test_records_need_no_newline(platform):
    assert only(RULE.rstrip("\n"), platform=platform).fwdq == "A"


def test_72_columns_are_a_warning_only():
    table = parse_rules("DESTQ(B)" + " " * 60 + "ACTION(DISCARD)\n* " + "x" * 90 + "\n")
    assert table.errors == []
    assert [note.line for note in table.warnings] == [1]


@pytest.mark.parametrize(
    "data", [b"ACTION(DISCARD)\r", b"ACTION(DISCARD)\rACTION(RETRY)\r", b"ACTION(RETRY)\nACTION(DISCARD)\r"]
)
def test_a_carriage_return_alone_ends_no_line(data):
    (error,) = parse_rules(data).errors
    assert (error.number, error.topic) == (8758, "newline")
    assert parse_rules(data, platform="zos").errors == []


# Grammar


def test_control_data_stands_on_the_first_line():
    table = parse_rules("* note\ninputq(dlq) INPUTQM('qm1') retryint(30) Wait(no)\n" + RULE)
    assert table.errors == []
    assert table.control == {"INPUTQ": "DLQ", "INPUTQM": "qm1", "RETRYINT": "30", "WAIT": "NO"}


def test_control_data_later_is_out_of_place():
    table = parse_rules(RULE + "INPUTQ(DLQ)\n")
    assert [(error.number, error.line, error.topic) for error in table.errors] == [(8758, 2, "control")]
    assert table.control["INPUTQ"] == ""


def test_control_data_and_a_rule_on_one_line():
    assert numbers("INPUTQ(DLQ) ACTION(DISCARD)\n" + RULE) == [(8758, 1)]


def test_table_needs_a_rule():
    assert numbers("INPUTQ(DLQ)\n* nothing else\n") == [(8750, 2)]
    assert numbers("") == [(8750, 1)]


def test_keywords_in_any_order():
    assert only("HEADER(NO) FWDQ(A) ACTION(FWD) DESTQ(B)\n").header == "NO"


def test_keyword_twice():
    assert numbers("DESTQ(A) DESTQ(B) ACTION(DISCARD)\n") == [(8753, 1)]


@pytest.mark.parametrize(("wait", "number"), [("999999", None), ("1000000", 8747), ("YES", None), ("1000000000", 8757)])
def test_range_of_wait(wait, number):
    assert [n for n, _ in numbers(f"WAIT({wait})\n{RULE}")] == ([number] if number else [])


@pytest.mark.parametrize(("retry", "number"), [("1", None), ("999999999", None), ("0", 8747), ("1000000000", 8757)])
def test_range_of_retry(retry, number):
    assert [n for n, _ in numbers(f"ACTION(RETRY) RETRY({retry})\n")] == ([number] if number else [])


@pytest.mark.parametrize(("keyword", "number"), [("INPUTQ", 8752), ("INPUTQM", 8752), ("RETRYINT", 8757)])
def test_limits_of_control_data(keyword, number):
    largest, larger = ("9" * 9, "1" + "0" * 9) if keyword == "RETRYINT" else ("A" * 48, "A" * 49)
    assert numbers(f"{keyword}({largest})\n{RULE}") == []
    assert numbers(f"{keyword}({larger})\n{RULE}") == [(number, 1)]


@pytest.mark.parametrize("wrong", ["ACTION(MOVE)", "ACTION('FWD')", "HEADER(MAYBE)", "PUTAUT(ME)", "RETRY(OFTEN)"])
def test_words_that_a_keyword_does_not_know(wrong):
    other = "" if wrong.startswith("ACTION") else "ACTION(FWD) FWDQ(A) "
    assert numbers(f"{other}{wrong}\n") == [(8758, 1)]


def test_wait_for_so_many_seconds():
    assert parse_rules("WAIT(30)\n" + RULE).control["WAIT"] == "30"
    assert numbers("WAIT(SOON)\n" + RULE) == [(8758, 1)]


def test_largest_integer_of_a_pattern():
    assert only("FEEDBACK(999999999) ACTION(IGNORE)\n").patterns == {"FEEDBACK": 999999999}
    assert numbers("FEEDBACK(1000000000) ACTION(IGNORE)\n") == [(8757, 1)]


def test_unquoted_text_is_folded_and_quoted_text_is_kept():
    rule = only("DESTQ(q6*) APPLNAME('a?b c') ACTION(FWD) FWDQ('q7')\n")
    assert rule.patterns == {"DESTQ": "Q6*", "APPLNAME": "a?b c"}
    assert rule.fwdq == "q7"


def test_doubled_quotation_mark_is_not_collapsed():
    assert only("APPLNAME('o''brien') ACTION(IGNORE)\n").patterns == {"APPLNAME": "o''brien"}


@pytest.mark.parametrize("value", ["A-B", "$qname", "A@B", "'never closed", "A B", ""])
def test_values_that_no_pattern_can_have(value):
    assert [n for n, _ in numbers(f"DESTQ({value}) ACTION(DISCARD)\n")][:1] == [8758]


@pytest.mark.parametrize("value", ["A*", "A?", "'A*'", "'a-b'"])
def test_names_take_no_wildcards(value):
    assert numbers(f"ACTION(FWD) FWDQ({value})\n") == [(8758, 1)]


def test_names_from_the_message():
    assert only("ACTION(FWD) FWDQ(&destq) FWDQM(&DestQM)\n").fwdqm == "&DESTQM"
    assert only("ACTION(FWD) FWDQ(&REPLYQ) FWDQM(&REPLYQM)\n").fwdq == "&REPLYQ"
    assert numbers("ACTION(FWD) FWDQ(&REPLYQM)\n") == [(8758, 1)]


@pytest.mark.parametrize("any_value", ["*", "'*'"])
def test_any_number(any_value):
    assert only(f"REASON({any_value}) ACTION(DISCARD)\n").patterns == {}


@pytest.mark.parametrize("value", ["20*", "2?51", "2051,2053", "!2051", "0x803", "-1"])
def test_no_wildcards_lists_negation_or_hex_in_numbers(value):
    assert {n for n, _ in numbers(f"REASON({value}) ACTION(DISCARD)\n")} == {8758}


@pytest.mark.parametrize(("symbol", "code"), [("mqrc_q_full", 2053), ("MQFB_TM_ERROR", 266), ("MQMT_REQUEST", 1)])
def test_one_table_of_symbols_for_all_numbers(symbol, code):
    assert only(f"REASON({symbol}) ACTION(DISCARD)\n").patterns == {"REASON": code}


def test_feedback_symbols_are_these_23_only():
    known = {name for name in symbols() if name.startswith("MQFB_")}
    assert len(known) == 23 == len(FEEDBACK_SYMBOLS.split())
    assert numbers("FEEDBACK(MQFB_PAN) ACTION(DISCARD)\n") == [(8758, 1)]


@pytest.mark.parametrize("symbol", ["MQAT_JAVA", "MQAT_CICS_BRIDGE"])
def test_application_types_that_need_their_number(symbol):
    assert numbers(f"APPLTYPE({symbol}) ACTION(DISCARD)\n") == [(8758, 1)]


def test_application_type_that_the_handler_may_not_know():
    table = parse_rules("APPLTYPE(MQAT_AMQP) ACTION(DISCARD)\n")
    assert table.errors == []
    assert "37" in table.warnings[0].words


def test_symbols_of_message_type_and_persistence():
    assert sum(name.startswith("MQMT_") for name in symbols()) == 8
    assert sum(name.startswith("MQPER_") for name in symbols()) == 3


LENGTHS = {
    "APPLIDAT": 32, "DESTQ": 48, "DESTQM": 48, "FORMAT": 8, "APPLNAME": 28, "REPLYQ": 48, "REPLYQM": 48, "USERID": 12,
}  # fmt: skip


@pytest.mark.parametrize(("keyword", "length"), LENGTHS.items())
def test_length_of_patterns_without_their_asterisks(keyword, length):
    fits = "*".join("A" * length) + "*"
    assert only(f"{keyword}({fits}) ACTION(DISCARD)\n").patterns == {keyword: fits}
    assert numbers(f"{keyword}({'A' * length}?) ACTION(DISCARD)\n") == [(8752, 1)]


@pytest.mark.parametrize("keyword", ["FWDQ", "FWDQM"])
def test_length_of_names(keyword):
    other = " FWDQ(A)" if keyword == "FWDQM" else ""
    assert numbers(f"ACTION(FWD) {keyword}({'A' * 48}){other}\n") == []
    assert numbers(f"ACTION(FWD) {keyword}({'A' * 49}){other}\n") == [(8752, 1)]


@pytest.mark.parametrize(
    "rule",
    ["DESTQ(A)", "ACTION(FWD)", "ACTION(FWD) FWDQ(' ')", "ACTION(RETRY) HEADER(NO)", "ACTION(DISCARD) FWDQM(QM2)"],
)
def test_combinations_that_are_refused(rule):
    assert numbers(rule + "\n") == [(8759, 1)]


def test_fwdq_with_another_action_is_tolerated():
    table = parse_rules("ACTION(DISCARD) FWDQ(A)\n")
    assert table.errors == []
    assert "no effect" in table.warnings[0].words


def test_any_error_and_nothing_is_processed():
    table = parse_rules(RULE + "DESTQ(A) DESTQ(B)\n" + RULE)
    assert [error.number for error in table.errors] == [8753, 8759]
    assert table.verdict.number == 8758 and "2 errors" in table.verdict.words and "nothing" in table.verdict.words


def test_all_errors_are_told_not_only_the_first():
    text = "DESTQ A\nREASON(2085) DISCARD\nFOO(1) ACTION(DISCARD)\nACTION(WHATEVER)\nDESTQ(A ACTION(DISCARD)\n"
    assert numbers(text) == [(8758, 1), (8758, 2), (8758, 3), (8758, 4), (8758, 5)]


def test_error_in_a_continued_line_has_the_line_it_stands_on():
    assert numbers("DESTQ(A) +\n* between\n   REASON(NO_SUCH) +\n ACTION(DISCARD)\n") == [(8758, 3)]


def test_defaults():
    table = parse_rules("ACTION(FWD) FWDQ(A)\n")
    assert (table.retry_interval, table.rescan_interval, table.control["WAIT"]) == (60, 600, "YES")
    rule = table.rules[0]
    assert (rule.retry, rule.header, rule.putaut, rule.fwdqm, rule.patterns) == (1, "YES", "DEF", "", {})


def test_names_of_the_command_override_the_table():
    table = parse_rules("INPUTQ(A) INPUTQM(QM1)\n" + RULE)
    assert table.input() == ("A", "QM1")
    assert table.input("B", "QM2") == ("B", "QM2")
    assert table.input(" ", None) == ("", "QM1")


def test_first_line_is_a_password_when_the_handler_is_started_with_a_user():
    assert parse_rules("s3cret(\n" + RULE).errors
    assert only("s3cret(\n" + RULE, password_first=True).line == 2


# Platforms


def test_convert_is_said_to_exist_on_zos():
    text = "ACTION(FWD) FWDQ(A) CONVERT(NO)\n"
    assert [number for number, _ in numbers(text)] == [8758]
    table = parse_rules(text, platform="zos")
    assert table.errors == [] and "not confirmed" in table.warnings[0].words


def test_names_of_the_command_on_ibm_i():
    table = parse_rules("INPUTQ(A) INPUTQM(QM1)\n" + RULE, platform="ibmi")
    assert table.input("*NONE", "*NONE") == ("A", "QM1")
    assert table.input("*DFT") == ("", "QM1")


def test_unknown_platform():
    with pytest.raises(PlatformExpected, match="distributed, zos, ibmi"):
        parse_rules(RULE, platform="vms")


# Seeds


def test_seed_1_rules_table():
    table = parse_rules(SEED_1)
    assert table.errors == []
    (rule,) = table.rules
    assert (rule.line, rule.patterns, rule.action, rule.fwdq, rule.fwdqm, rule.header) == (
        2, {"DESTQ": "Q6"}, "FWD", "Q7", "", "NO",
    )  # fmt: skip


def test_seed_3_note_2_a_rule_may_be_an_action_only():
    assert only("ACTION(DISCARD)\n").patterns == {}


def test_seed_3_note_3_errors_are_flagged_when_the_table_is_read():
    assert [error.line for error in parse_rules("ACTION(FWD)\nACTION(RETRY) RETRY(0)\n").errors] == [1, 2]


def test_seed_3_note_5_consecutive_syntax_errors_the_handler_may_not_recognise():
    table = parse_rules("DESTQ A\nDESTQ B\nACTION(DISCARD)\nDESTQ C\n")
    assert [error.line for error in table.errors] == [1, 2, 4]
    assert [note.line for note in table.warnings] == [2]
    assert "may not flag" in table.warnings[0].words


# The format


def table_bytes(text, encoding="utf-8", newline="\n"):
    return text.replace("\n", newline).encode(encoding)


TEXT = "* übung\n\n" + SEED_1 + "* after\nDESTQ A\nACTION(DISCARD)\n* end\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_rows_cover_the_file_and_build_the_table_again(encoding, newline):
    data = table_bytes(TEXT, encoding, newline)
    rows = rows_of(data)
    assert [row["offset"] for row in rows] == [sum(r["length"] for r in rows[:at]) for at in range(len(rows))]
    assert sum(row["length"] for row in rows) == len(data)
    assert [(row["kind"], row["line"], row["number"]) for row in rows] == [
        ("control", 3, None), ("rule", 4, 1), ("rule", 6, None), ("rule", 7, 2),
    ]  # fmt: skip
    whole, again = parse_rules(data), RulesTable.of_rows(reversed(rows))
    assert (again.rules, again.errors, again.file) == (whole.rules, whole.errors, "t.rules")


@pytest.mark.parametrize("newline", ["\x15", "\x25", ""])
def test_ebcdic_with_newlines_or_in_records_of_80(newline):
    text = "* Tafel\n" + SEED_1 + "DESTQ(A) +\n ACTION(DISCARD)\n"
    cards = [line.ljust(80 if not newline else 60) for line in text.splitlines()]
    data = b"".join(card.encode("cp1047") + newline.encode("latin-1") for card in cards)
    assert identify(data) == "dlqrules"
    rows = rows_of(data)
    assert sum(row["length"] for row in rows) == len(data)
    assert [(row["kind"], row["line"]) for row in rows] == [("control", 2), ("rule", 3), ("rule", 4)]
    whole = parse_rules(data, platform="zos")
    assert whole.errors == [] and RulesTable.of_rows(rows, "zos").rules == whole.rules
    (error,) = parse_rules(data).errors
    assert error.line == 1 and "in EBCDIC, which runmqdlq does not read" in error.words
    assert not any("EBCDIC" in row["error"] for row in rows if row.get("error"))  # whose table it is nobody says here


def test_records_without_newlines_are_no_table_of_runmqdlq():
    data = b"".join(line.ljust(80).encode() for line in (SEED_1 + "DESTQ(A) +\n ACTION(DISCARD)\n").splitlines())
    (error,) = parse_rules(data).errors
    assert "in records of 80 bytes without newlines" in error.words
    assert [parse_rules(data, platform=one).errors for one in ("zos", "ibmi")] == [[], []]


def test_lone_carriage_returns_end_lines_and_are_told():
    table = parse_rules(table_bytes(TEXT, newline="\r"))
    assert [rule.line for rule in table.rules] == [4, 7]
    assert [(error.line, error.topic) for error in table.errors] == [(6, ""), (7, "newline")]
    assert "single line" in table.warnings[0].words


def test_row_of_an_entry():
    row = rows_of(b"destq(q6) +\n action(fwd) fwdq(q7)")[0]
    assert row["keywords"] == {"DESTQ": "Q6", "ACTION": "FWD", "FWDQ": "Q7"}
    assert row["errors"] == ["line 2: AMQ8758 the last line has no newline at its end, so its entry is not accepted"]
    assert row["error"] == row["errors"][0]


def test_file_without_any_entry_is_one_row_that_says_so():
    (row,) = rows_of(b"* nothing\n\n")
    assert row["length"] == 11 and "AMQ8750" in row["error"] and row.get("kind") is None
    assert rows_of(b"") == []


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.binary(max_size=80), st.text("ACTION(FWD)'*+-\n\r ,Q&", max_size=80).map(str.encode)))
def test_anything_can_be_read(data):
    rows = rows_of(data)
    assert sum(row["length"] for row in rows) == len(data)
    assert all(row["length"] > 0 for row in rows)
    RulesTable.of_rows(rows)


@settings(max_examples=200, deadline=None)
@given(st.text("ACTION(FWD)'*+-\n ,Qq&1", max_size=120))
def test_rows_build_the_same_table(text):
    table, again = parse_rules(text), RulesTable.of_rows(rows_of(text.encode()))
    assert (again.rules, again.problems) == (table.rules, table.problems) or not text


# Outside evidence

EXPECTED = {
    "gsa_setup_script.rul": (3, 0), "heredoc_indented_retry.rul": (1, 2), "ibm_docs_multiplatform_excerpt.rul": (2, 0),
    "ibm_docs_zos_excerpt.rul": (2, 0), "invalid_invented_syntax.rul": (0, 4), "zh_comments_utf8.rul": (2, 0),
}  # fmt: skip


@pytest.mark.parametrize(("name", "expected"), EXPECTED.items())
def test_samples(samples, name, expected):
    data = (samples / "rules" / name).read_bytes()
    table = parse_rules(data)
    assert (len(table.rules), len(table.errors)) == expected
    assert identify(data) == "dlqrules"


def test_other_samples_are_no_rules_tables(samples):
    others = [path for path in samples.rglob("*") if path.is_file() and path.parent.name not in ("rules", "pasted2")]
    assert len(others) > 100
    assert [path.name for path in others if dlqrules.sniff(path.read_bytes()[:65536])] == []


@pytest.mark.parametrize("text", [
    "SET CHLAUTH('A') TYPE(BLOCKUSER) USERLIST('x') ACTION(REPLACE)\n",
    'echo "SET CHLAUTH(A) TYPE(ADDRESSMAP) ADDRESS(*) USERSRC(NOACCESS) ACTION(ADD)" | runmqsc QM1\n',
    '{"data": {"a.mqsc": "DEFINE QLOCAL(A)\\nSET CHLAUTH(A) TYPE(USERMAP) ACTION(REPLACE)\\n"}}',
    '{"command": "DEFINE CHANNEL(A) CHLTYPE(SDR) USERID(x)"}\n',
    "SET CHLAUTH(A) TYPE(BLOCKUSER)\n    ACTION(REPLACE)\n",
    "Please add ACTION(RETRY) to the rule.\n",
    "//H EXEC PGM=CSQUDLQH\n//SYSIN DD *\nREASON(2053) ACTION(RETRY)\nACTION(FWD) FWDQ(A)\n/*\n",
])  # fmt: skip
def test_a_keyword_of_the_handler_in_another_text_makes_it_no_rules_table(text):
    assert dlqrules.sniff(text.encode()) == 0


@pytest.mark.parametrize("text", [
    "DESTQUEUE(A) ACTION(RETRY)\nACTION(FWD) FWDQ('A)\n", "  * why\nREASON(2053) ACTION(RETRY)\n",
    "REASON(2053) ACTION(FORWARD)\n", "INPUTQ('A')\n",
])  # fmt: skip
def test_a_rules_table_with_mistakes_is_one(text):
    assert dlqrules.sniff(text.encode()) >= 40


SEQUENCED = "".join(f"{line:72}{n:08}\n" for n, line in enumerate(["INPUTQ(D) RETRYINT(30)", "* why", RULE.strip()], 1))


def test_sequence_numbers_are_left_out_and_told():
    table = parse_rules(SEQUENCED, platform="zos")
    assert not table.errors and [rule.action for rule in table.rules] == ["FWD"]
    (told,) = table.warnings
    assert "columns 73 to 80" in told.words and "not known" in told.words
    assert parse_rules(SEQUENCED.replace("00000003", "")).errors


def test_sequence_numbers_of_a_long_table_are_left_out():
    text = SEQUENCED + "".join(f"{f'REASON({n}) ACTION(RETRY)':72}{n:08}\n" for n in range(4, 104))
    found = rows_of(text.encode())
    assert not any(row["errors"] for row in found) and [row["number"] for row in found][-1] == 101
    assert len(RulesTable.of_rows(found).rules) == 101


@pytest.mark.parametrize("script", [
    "#!/bin/sh\ncat > /tmp/shop.rules <<-EOT\n{}EOT\nrunmqdlq SHOP.DLQ SHOP1 < /tmp/shop.rules\n", "runmqdlq SHOP.DLQ SHOP1 <<'END'\n{}END\n",
    "cat <<EOF\nhello\nEOF\nsudo -u mqm tee /tmp/r << \"R\"\n{}R\n",
])  # fmt: skip
def test_a_table_in_a_script_is_read_without_the_script(script):
    from mqforensics.formats.paste.clean_text import clean_text

    table = "* defaults\nRETRYINT(60) WAIT(60)\nREASON(MQRC_Q_FULL) ACTION(RETRY) RETRY(5)\nACTION(FWD) FWDQ(SHOP.OLD) HEADER(YES)\n"
    data = script.format(table).encode()
    clean = clean_text(data, is_as_found=True)
    rows = list(dlqrules.read(FileSlice(clean.data, "r", clean=clean)))
    assert [row["kind"] for row in rows if row["kind"]] == ["control", "rule", "rule"] and not any(
        row.get("error") for row in rows
    )
    assert identify(data) == "dlqrules"
