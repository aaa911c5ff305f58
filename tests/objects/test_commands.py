import pytest

from mqforensics.objects.commands import CHANGES, LOOKS, browse, for_platform, in_order, mqsc, why_unfit, without_shell
from mqforensics.validation import is_name

STRANGE = ["$(touch x)", 'Q")', "Q\nALTER", "a b", "", "Q'", "*)", "`id`", "Ä", "x" * 49, "-rf"]


@pytest.mark.parametrize("name", STRANGE)
def test_a_name_that_mq_does_not_allow_gives_no_command(name):
    assert not is_name(name)
    assert (
        mqsc("DISPLAY QLOCAL({}) CURDEPTH", name, on="QM1") == [] == mqsc("DISPLAY QMGR", on=name) == browse(name, "QM")
    )
    assert (repr(name) in why_unfit(name)) == bool(name)


def test_a_name_is_quoted_and_the_command_says_where_and_whether_it_looks():
    [look] = mqsc("DISPLAY QLOCAL({}) CURDEPTH", "pay.In%", on="QM1")
    assert look == ("echo \"DISPLAY QLOCAL('pay.In%') CURDEPTH\" | runmqsc QM1", "QM1", LOOKS)
    [change] = mqsc("ALTER QLOCAL({}) PUT(ENABLED)", "Q", on="QM1")
    assert change.effect == CHANGES and in_order([change, look, look]) == [look, change]


def test_zos_has_a_console_and_no_runmqsc():
    [look] = mqsc("DISPLAY QLOCAL({}) CURDEPTH", "Q", on="MQ1A", zos=True)
    assert look.command == "+cpf DISPLAY QLOCAL('Q') CURDEPTH" and "console" in look.on


PLATFORMS = {"QM1": "windows", "Q%M": "windows", "MQ1A": "zos", "QMI": "ibmi"}


def on_its_host(*commands):
    return for_platform(commands, lambda manager: PLATFORMS.get(manager, ""))


def test_windows_gets_what_cmd_and_powershell_take():
    [look] = mqsc("DISPLAY QLOCAL({}) CURDEPTH", "pay.In", on="QM1")
    made = look._replace(command="cmd /c \"echo DISPLAY QLOCAL('pay.In') CURDEPTH | runmqsc QM1\"")
    assert on_its_host(look) == [made] == on_its_host(made)
    for name, at in (("A%B%", "QM1"), ("A", "Q%M")):
        assert on_its_host(*mqsc("DISPLAY QLOCAL({})", name, on=at), *browse(name, at)) == []
    assert on_its_host(*browse("A", "QM1")) == browse("A", "QM1")


def test_every_host_gets_what_it_has():
    looks = [*mqsc("DISPLAY QLOCAL({}) CURDEPTH", "Q", on="MQ1A"), *browse("Q", "MQ1A")]
    made = on_its_host(*looks)
    assert made[:1] == mqsc("DISPLAY QLOCAL({}) CURDEPTH", "Q", on="MQ1A", zos=True) and made == on_its_host(*made)
    assert made[1].command.startswith("+cpf DISPLAY QSTATUS('Q') TYPE(QUEUE)") and made[1].effect == LOOKS
    look, browsed = on_its_host(*mqsc("ALTER QLOCAL({}) PUT(ENABLED)", "Q", on="QMI"), *browse("Q", "QMI"))
    assert look == ("ALTER QLOCAL('Q') PUT(ENABLED)", "QMI", CHANGES)
    assert browsed.command == "CALL PGM(QMQM/AMQSBCG4) PARM('Q' 'QMI')" and on_its_host(look, browsed) == [
        look,
        browsed,
    ]
    assert on_its_host(*browse("Q", "QM2"), *browse("Q", "QM2")) == browse("Q", "QM2")


@pytest.mark.parametrize("host", ["QM0", "QM1", "MQ1A", "QMI"])
def test_what_hands_a_command_to_its_host_is_no_part_of_it(host):
    [made] = on_its_host(*mqsc("DISPLAY QLOCAL({}) CURDEPTH", "pay.In", on=host))
    assert without_shell(made) == "DISPLAY QLOCAL('pay.In') CURDEPTH"
    assert [without_shell(one) for one in on_its_host(*browse("Q", "QM1"))] == ["amqsbcg Q QM1"]


def test_zos_is_never_asked_for_authority_records():
    for text, name in (("DISPLAY AUTHREC PROFILE({}) OBJTYPE(QUEUE)", "Q"), ("DISPLAY ENTAUTH PRINCIPAL({})", "A")):
        [made] = on_its_host(*mqsc(text, name, on="MQ1A"))
        assert made.command == "+cpf DISPLAY SECURITY ALL" and made.effect == LOOKS
        assert on_its_host(made) == [made] == mqsc(text, name, on="MQ1A", zos=True)


def test_a_pattern_stands_for_itself():
    assert mqsc("DISPLAY CHSTATUS({}) ALL", "*", on="QM1")[0].command == 'echo "DISPLAY CHSTATUS(*) ALL" | runmqsc QM1'


def test_nothing_is_changed_at_a_queue_manager_that_is_not_known():
    assert mqsc("ALTER QLOCAL({}) PUT(ENABLED)", "Q") == []
    assert [one.effect for one in mqsc("DISPLAY QLOCAL({})", "Q")] == ["looks"]
    assert [one.effect for one in mqsc("ALTER QLOCAL({}) PUT(ENABLED)", "Q", on="QM1")] == ["changes"]
