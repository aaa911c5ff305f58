"""Quoted lines: each as it stands in its file, but for secrets, those that begin on a line before among them."""

from types import SimpleNamespace

from mqforensics.files import files
from mqforensics.objects.quotes import LONGEST, lines_around, quoted_lines
from mqforensics.privacy.mask import STARS

LINES = [
    "2026-05-11 07:30:01,250 ERROR userID=app password=Zq48x80139", "-----BEGIN RSA PRIVATE KEY-----", *["MIIEZq48x80139MIIEabcd"] * 3,
    "-----END RSA PRIVATE KEY-----", "plain text", "password=\\", "  Zq48x80139", "| Comment1 :- password :- Zq48x80139", "x" * 600,
]  # fmt: skip


def case_of(folder, data: bytes):
    (folder / "client.log").write_bytes(data)
    return SimpleNamespace(
        made={}, lock=__import__("threading").RLock(), files=list(files(str(folder))), tables_of=lambda name: ()
    )


def test_no_quoted_line_has_a_secret_or_a_part_of_one(tmp_path):
    for codec in ("utf-8", "utf-16"):
        case = case_of(tmp_path, "\n".join(LINES).encode(codec))
        places = [("client.log", at, None) for at in range(1, len(LINES) + 1)]
        for at in range(len(places)):  # each alone, and not because its neighbours are asked for too
            [text] = quoted_lines(case, places[at : at + 1]).values()
            assert "Zq48x80139" not in text and (STARS in text) == ("Zq48" in LINES[at])
        shown = quoted_lines(case, places)
        assert shown[places[6]] == "plain text" and shown[places[1]] == LINES[1] and shown[places[7]] == LINES[7]
        assert shown[places[10]] == "x" * (LONGEST - 1) + "…"


def test_lines_around_a_quoted_one_have_no_secret_either(tmp_path):
    case = case_of(tmp_path, "\n".join(LINES).encode())
    [lines] = lines_around(case, [("client.log", 7, None)], 3).values()
    assert [number for number, _, _ in lines] == list(range(4, 11)) and "Zq48x80139" not in str(lines)
    assert [text for _, text, is_cited in lines if is_cited] == ["plain text"]
