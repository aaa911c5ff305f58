"""Word documents that evidence was pasted into: a line a paragraph, as they are shown, and nothing else of them."""

import io
import re
import zipfile
from xml.sax.saxutils import escape

import pytest

from mqforensics import open_case
from mqforensics.errors import FileRefused
from mqforensics.files import files, word_documents
from mqforensics.objects.quotes import quoted_lines
from tests.formats.test_amqerr import entry
from tests.linear import assert_in_line

SPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
HEAD = f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<w:document {SPACE}><w:body>'


def shown(text: str) -> str:
    parts = "<w:tab/>".join(f'<w:t xml:space="preserve">{escape(part)}</w:t>' for part in text.split("\t"))
    return f'<w:r w:rsidRPr="00A1"><w:rPr><w:rFonts w:ascii="Consolas"/></w:rPr>{parts}</w:r>'


def paragraph(line: str) -> str:
    """A line as Word keeps it: its style, and its text in pieces."""
    if not line:
        return '<w:p w:rsidR="00B2"/>'
    style = '<w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr>'
    return f'<w:p w:rsidR="00B1">{style}{shown(line[:9])}{shown(line[9:])}</w:p>'


def xml(text: str) -> bytes:
    lines = "".join(map(paragraph, text.split("\n")[:-1]))
    return f"{HEAD}{lines}<w:sectPr/></w:body></w:document>".encode()


def document(text: str, **more: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as out:
        for name in ("[Content_Types].xml", "_rels/.rels", "docProps/core.xml", "word/styles.xml"):
            out.writestr(name, "<?xml version='1.0'?><w:styles/>")
        out.writestr("word/document.xml", xml(text))
        for name, data in more.items():
            out.writestr(name, data)
    return packed.getvalue()


def read(data: bytes) -> str:
    return word_documents.text(io.BytesIO(data)).decode()


def test_a_paragraph_is_a_line():
    text = "AMQ9999E: 'A' <b> & \"c\"\tend\n\n   indented – „x“\n"
    assert read(xml(text)) == text


def test_what_is_not_shown_is_left_out_and_what_is_there_twice_is_read_once():
    body = (
        "<w:p><w:r><w:delText>gone</w:delText></w:r><w:r><w:instrText>PAGE</w:instrText></w:r>"
        f'{shown("a")}<w:br/>{shown("b")}<w:noBreakHyphen/><mc:AlternateContent><mc:Choice Requires="wps">{shown("c")}'
        f"</mc:Choice><mc:Fallback>{shown('c')}</mc:Fallback></mc:AlternateContent>{shown('d')}</w:p>"
    )
    assert read((HEAD + body).encode()) == "a\nb-cd\n"
    assert read((HEAD + body).encode("utf-16")) == "a\nb-cd\n"


def test_no_entity_is_expanded():
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY f SYSTEM "file:///etc/passwd">]>' + HEAD
    assert read((bomb + "<w:p><w:r><w:t>&a;&f;&#65;&#x42;&lt;</w:t></w:r></w:p>").encode()) == "&a;&f;AB<\n"


def test_a_part_that_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(word_documents, "MOST", 100)
    with pytest.raises(FileRefused, match="more than 100 bytes"):
        read(xml("long\n" * 100))


def test_its_text_is_a_file_and_its_scaffold_none(tmp_path):
    note = {
        "word/comments.xml": xml("AMQ9001: one\n"),
        "word/media/image1.png": b"\x89PNG",
        "word/embeddings/a.txt": b"x",
    }
    (tmp_path / "ticket.docx").write_bytes(document("AMQ9001: two\n", **note))
    found = {file.name.removeprefix("ticket.docx!/"): file for file in files(tmp_path)}
    assert {name for name, file in found.items() if not file.problem} == {"word/document.xml", *note}
    assert {file.problem for file in found.values() if file.problem} == {
        "left out: its name shows that it is not evidence"
    }
    with found["word/comments.xml"].mapped() as data:
        assert bytes(data) == b"AMQ9001: one\n"
    assert found["word/document.xml"].digest().size == len(b"AMQ9001: two\n")


def test_another_zip_with_such_names_is_one(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as out:
        out.writestr("word/document.xml", "<w:t>x</w:t>")
        out.writestr("other/styles.xml", "x")
    found = list(files(tmp_path))
    assert [file.problem for file in found] == [None, None]
    with found[1].mapped() as data:
        assert bytes(data) == b"<w:t>x</w:t>"


def test_what_was_pasted_into_it_is_read_and_cited_by_its_paragraphs(spark, tmp_path):
    text = "Dear all,\n\n" + re.sub("'([^']*)'", r"‘\1’", entry())
    with zipfile.ZipFile(tmp_path / "mails.zip", "w") as out:
        out.writestr("ticket.docx", document(text))
    with open_case(spark, tmp_path) as case:
        (row,) = case.log.collect()
        assert (row.message, row.line, row.queue_manager) == ("AMQ9999", 3, "QM1")
        assert row.inserts["channel"] == "TO.QM2"
        place = (row.file, row.line, None)
        assert quoted_lines(case, [place])[place] == text.split("\n")[2]
        assert row.file == "mails.zip!/ticket.docx!/word/document.xml"


def test_a_damaged_document_says_so(tmp_path):
    data = bytearray(document("AMQ9001: two\n" * 300))
    at = data.find(b"word/document.xml") + len("word/document.xml") + 40
    data[at : at + 20] = bytes(20)
    (tmp_path / "ticket.docx").write_bytes(data)
    (file,) = (file for file in files(tmp_path) if file.name.endswith("document.xml"))
    assert file.problem or file.digest().problem


def test_hostile_xml_costs_what_its_length_is():
    for piece in (b"<w:t ", b"<w:t>", b"<w:p ", b"<mc:Fallback>", b"<w:br "):
        assert_in_line(lambda data: word_documents.text(io.BytesIO(data)), piece * 20_000, piece * 80_000)
