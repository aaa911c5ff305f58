"""No suggested command asks for a definition that the case shows, and each is one that its platform has."""

import pytest

from tests.grammar import mqsc
from tests.grammar.shell import shell
from tests.questions.test_walk import DEAD, message
from tests.questions.walk_cases import CASES, ID, UNKNOWN, Made, X, at_a, local, remote, sender, status
from tests.questions.walked import walked
from tests.simulated.ask import ask, forget
from tests.simulated.incidents import incident

SEEDS = range(400, 480)
DEFINED = {"QUEUE", "QLOCAL", "QREMOTE", "QALIAS", "CHANNEL", "QMGR"}


def asked(command):
    """(platform, what a command asks); None for what is no MQSC."""
    if command.startswith("+cpf "):
        return mqsc.parse(command, "zos")
    return next(iter(shell(command).commands), None)


def typed(data):
    """The commands that the sessions of a file echo, as far as they are whole, each as its grammar takes it."""
    for line in data.decode("utf-8", "replace").splitlines():
        _, _, text = line.partition(" : ")
        text = text if line[:6].strip().isdigit() else line
        if text.startswith("DISPLAY "):
            yield text.strip()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_question_whose_answer_is_in_the_case_is_not_put_again(seed):
    made = incident(seed)
    forget()
    [said] = ask(made.evidence)
    manager_of = {}
    for data in made.files.values():
        if b"Starting MQSC for queue manager " in data and data.count(b"Starting MQSC") == 1:
            name = data.split(b"Starting MQSC for queue manager ")[1].split(b".\n")[0].split(b".\r")[0].decode()
            manager_of.setdefault(name, set()).update(typed(data))
    put = made.request.get("put_time")
    for command, looks in said.next:
        question = asked(command) if looks else None
        if question is None or question.object not in DEFINED or put:
            continue
        on = command.rpartition("runmqsc ")[2]
        if question.object == "QMGR":
            assert "DISPLAY QMGR ALL" not in manager_of.get(on, ()), command
        elif question.name and "*" not in question.name:
            assert f"DISPLAY {question.object}({question.name}) ALL" not in manager_of.get(on, ()), command


@pytest.mark.parametrize("name", [*CASES, *UNKNOWN])
def test_every_unknown_one_still_has_a_command(name):
    made = CASES[name] if name in CASES else Made("UNKNOWN", UNKNOWN[name])
    found = walked(made).verdict
    assert found.code != "UNKNOWN" or found.next


def test_a_definition_that_is_shown_is_not_asked_for():
    whole = sender(more="DESCR=;SSLCIPH=;ALTDATE=2025-01-02;ALTTIME=09.00.00")
    shown = at_a(remote(), local(X, "CURDEPTH=5"), whole, status("STOPPED"))
    commands = [one.command for one in walked(Made("", shown)).verdict.next]
    assert commands and not any("DISPLAY CHANNEL(" in one for one in commands)


def test_a_queue_of_a_name_that_no_command_can_have_is_not_browsed():
    found = walked(Made("", at_a(remote(rname="it's.Q"), local(X), sender(), status()))).verdict
    assert found.code == "UNKNOWN"
    assert "it's" not in "".join(one.command for one in found.next)


def test_zos_has_no_amqsbcg():
    for seed in range(500, 620):
        made = incident(seed)
        if not any(b"Connected to queue manager MQ1A" in data and b"CSQ9022I" in data for data in made.files.values()):
            continue
        forget()
        [said] = ask(made.evidence)
        assert not any(one.startswith("amqsbcg") and one.endswith(" MQ1A") for one, _ in said.next), seed


@pytest.mark.parametrize("dumped", [1, 2])
def test_a_queue_of_which_a_dump_shows_all_is_not_browsed_again(dumped):
    other = {"MsgId": bytes(23) + b"\1"}
    found = walked(Made("", DEAD, messages=[message(number=n, **other) for n in range(1, dumped + 1)]), msg_id=ID).verdict
    assert found.code == "UNKNOWN", found.statement
    browses = [one.command for one in found.next if "amqsbcg DLQ" in one.command]
    assert bool(browses) == (dumped == 2), "the queue holds one message"
