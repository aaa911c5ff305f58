import pytest

from mqforensics.objects.commands import CHANGES, LOOKS, browse, in_order, is_name, mqsc, on_windows, unfit

STRANGE = ["$(touch x)", 'Q")', "Q\nALTER", "a b", "", "Q'", "*)", "`id`", "Ä", "x" * 49, "-rf"]


@pytest.mark.parametrize("name", STRANGE)
def test_a_name_that_mq_does_not_allow_gives_no_command(name):
    assert not is_name(name)
    assert mqsc("DISPLAY QLOCAL({}) CURDEPTH", name, on="QM1") == [] == mqsc("DISPLAY QMGR", on=name) == browse(name, "QM")
    assert (repr(name) in unfit(name)) == bool(name)


def test_a_name_is_quoted_and_the_command_says_where_and_whether_it_looks():
    [look] = mqsc("DISPLAY QLOCAL({}) CURDEPTH", "pay.In%", on="QM1")
    assert look == ("echo \"DISPLAY QLOCAL('pay.In%') CURDEPTH\" | runmqsc QM1", "QM1", LOOKS)
    [change] = mqsc("ALTER QLOCAL({}) PUT(ENABLED)", "Q", on="QM1")
    assert change.effect == CHANGES and in_order([change, look, look]) == [look, change]


def test_zos_has_a_console_and_no_runmqsc():
    [look] = mqsc("DISPLAY QLOCAL({}) CURDEPTH", "Q", on="MQ1A", zos=True)
    assert look.command == "+cpf DISPLAY QLOCAL('Q') CURDEPTH" and "console" in look.on


def test_windows_gets_what_cmd_and_powershell_take():
    [look] = mqsc("DISPLAY QLOCAL({}) CURDEPTH", "pay.In", on="QM1")
    assert on_windows(look) == [look._replace(command="cmd /c \"echo DISPLAY QLOCAL('pay.In') CURDEPTH | runmqsc QM1\"")]
    for name, at in (("A%B%", "QM1"), ("A", "Q%M")):
        assert on_windows(*mqsc("DISPLAY QLOCAL({})", name, on=at)) == on_windows(*browse(name, at)) == []
    assert on_windows(*browse("A", "QM1")) == browse("A", "QM1")


def test_a_pattern_stands_for_itself():
    assert mqsc("DISPLAY CHSTATUS({}) ALL", "*", on="QM1")[0].command == 'echo "DISPLAY CHSTATUS(*) ALL" | runmqsc QM1'
