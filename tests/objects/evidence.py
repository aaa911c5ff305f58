"""Small captures for the tests of `objects`, read as any capture is."""

from mqforensics.formats import mqsc
from mqforensics.formats.file_slice import FileSlice
from mqforensics.objects.estate import Estate
from tests.questions.walk_cases import session


def rows(text, file="a.txt"):
    return list(mqsc.read(FileSlice(text.encode(), file)))


def estate(*captures, **known):
    """An estate of captures; each is (queue manager, stamp or None, answers as `session` takes them)."""
    every = [
        row for number, (manager, time, *answers) in enumerate(captures)
        for row in rows(session(manager, *answers, time=time), f"{number}.txt")
    ]  # fmt: skip
    return Estate(every, **known)
