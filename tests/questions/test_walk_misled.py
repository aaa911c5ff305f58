"""A remote definition that names a queue manager to which no way leads is what the verdict is about."""

from tests.simulated.ask import ask
from tests.writers.cases import SAMPLES


def evidence(name, **changed):
    found = {path.name: path.read_bytes() for path in (SAMPLES / name).iterdir() if path.suffix in (".txt", ".json")}
    return found | changed


def test_the_definition_is_named_quoted_and_corrected():
    [said] = ask(evidence("walk_wrong_rqmname"))
    assert (said.code, said.queue_manager, said.object) == ("REMOTE_DEFINITION_WRONG", "QMLON01", "CLAIMS.PARIS")
    assert "names RQMNAME(QMPAR10)" in said.statement and "Was QMPAR01 meant?" in said.statement
    commands = [command for command, _ in said.next]
    assert any("ALTER QREMOTE('CLAIMS.PARIS') RQMNAME('QMPAR01')" in one for one in commands), commands
    assert not any("DISPLAY QREMOTE('CLAIMS.PARIS')" in one for one in commands), "the case shows it"


def test_without_a_name_that_is_nearly_the_same_no_change_is_offered():
    files = {name: text.replace(b"QMPAR10", b"QM.ELSEWHERE") for name, text in evidence("walk_wrong_rqmname").items()}
    [said] = ask(files)
    assert said.code in ("REMOTE_DEFINITION_WRONG", "UNKNOWN") and "meant?" not in said.statement
    assert not any("ALTER QREMOTE" in command for command, _ in said.next)
