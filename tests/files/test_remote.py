"""Evidence elsewhere: object stores, web servers and what else fsspec reads say what the same evidence says on disk."""

import base64
import json
import shutil
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar
from urllib.parse import unquote, urlsplit

import fsspec
import pyarrow as pa
import pytest
import s3fs
from moto.server import ThreadedMotoServer

from mqforensics import open_case, register, source
from mqforensics.__main__ import main
from mqforensics.errors import CaseNotFound, FileRefused, SchemeExpected
from mqforensics.files import files, remote
from mqforensics.formats import amqsbcg
from mqforensics.source import UNSEEN
from tests.clusters import ask
from tests.writers.cases import SAMPLES

CASE = "walk_dlq_2051"
SECRET = "geheim4711"
AS_MARIA = "Basic " + base64.b64encode(f"maria:{SECRET}".encode()).decode()


class Web(SimpleHTTPRequestHandler):
    """A web server that knows no ranges; below `closed` it asks for a password and a token."""

    def send_head(self):
        is_known = self.headers["Authorization"] == AS_MARIA and SECRET in urlsplit(self.path).query
        if "/closed/" in self.path and not is_known:
            return self.send_error(403)
        return super().send_head()

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    """A server of the sample cases; gives its host."""
    folder = tmp_path_factory.mktemp("web")
    shutil.copytree(SAMPLES, folder / "open")
    (folder / "closed").mkdir()
    shutil.make_archive(folder / "closed" / "walk", "zip", SAMPLES / "walk_dlq_2051")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Web, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()


class Leading(SimpleHTTPRequestHandler):
    """A web server whose page and redirects lead out of the folder `case`, and to another server."""

    asked: ClassVar[list] = []
    elsewhere = ""

    def do_GET(self):
        self.asked.append((self.server.server_port, self.path))
        body, path = b"     1 : DISPLAY QMGR ALL\n", self.path
        if path.startswith("/case/") and path.endswith("/"):
            links = ("a.txt", "../up.txt", "%2e%2e/up2.txt", "%252e%252e/up3.txt", "..%2fup4.txt", "..\\up5.txt", "..;/up6.txt", "..%00/up7.txt", "/etc/passwd", "file:///etc/passwd",
                     f"http://{self.elsewhere}/s.txt", f"//{self.elsewhere}/case/s2.txt", f"http://{self.headers['Host']}@{self.elsewhere}/case/u.txt",
                     "redirected.txt", "to_file.txt", "within.txt", "/case/b.txt", "/casework/c.txt")  # fmt: skip
            body = "".join(f'<a href="{link}">x</a>' for link in links).encode()
        to = {"/case/redirected.txt": f"http://{self.elsewhere}/secret.txt", "/case/to_file.txt": "file:///etc/passwd",
              "/case/within.txt": "a.txt", "/case/one.txt": "/other/one.txt"}.get(path)  # fmt: skip
        self.send_response(302 if to else 200)
        self.send_header("Location", to) if to else self.send_header(
            "Content-Type", "text/html" if path.endswith("/") else "text/plain"
        )
        self.send_header("Content-Length", str(0 if to else len(body)))
        self.end_headers()
        if self.command == "GET" and not to:
            self.wfile.write(body)

    do_HEAD = do_GET

    def log_message(self, *_):
        pass


@pytest.fixture
def leading():
    """The URL of a case on a server whose links and redirects lead elsewhere; what was asked of both servers."""
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), Leading) for _ in range(2)]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    Leading.elsewhere, Leading.asked = f"127.0.0.1:{servers[1].server_port}", []
    yield f"http://127.0.0.1:{servers[0].server_port}/case/", Leading.asked
    for server in servers:
        server.shutdown()


def test_what_is_on_a_web_server_leads_to_no_other_folder_or_server(leading):
    url, asked = leading
    found = {file.name: (file.problem or file.digest().problem or "") for file in files(url)}
    assert {name for name, problem in found.items() if not problem} == {
        "a.txt",
        "b.txt",
        "within.txt",
        "file:///etc/passwd",
    }  # the last as a name in the folder
    assert {name for name, problem in found.items() if "not in the folder" in problem} == {
        "redirected.txt",
        "to_file.txt",
    }
    for place, said in ((f"{url}redirected.txt", "secret.txt"), (f"{url}one.txt", "/other/one.txt")):
        with pytest.raises((FileRefused, CaseNotFound), match=said):
            files(place)
    own = int(urlsplit(url).port)
    assert asked and all(
        port == own and path.startswith("/case/") and ".." not in unquote(unquote(path)) for port, path in asked
    )


@pytest.fixture(scope="module")
def bucket(spark):
    """An object store that stands on this machine, with the sample cases; gives the URL of the bucket."""
    server = ThreadedMotoServer(port=0, verbose=False)
    server.start()
    told = {
        "AWS_ENDPOINT_URL": "http://{}:{}".format(*server.get_host_and_port()), "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": SECRET, "AWS_EC2_METADATA_DISABLED": "true",
    }  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        for name, value in told.items():
            patch.setenv(name, value)
            patch.setitem(spark.sparkContext.environment, name, value)
        register(spark)  # what plans the tasks gets the environment that was there then
        store = s3fs.S3FileSystem(skip_instance_cache=True)
        store.mkdir("evidence")
        for name in (CASE, "everything"):
            store.put(f"{SAMPLES / name}/", f"evidence/cases/{name}/", recursive=True)
        yield "s3://evidence"
    register(spark)
    server.stop()


@pytest.fixture
def memory():
    """A filesystem that this process has alone, with the sample cases."""
    store = fsspec.filesystem("memory")
    store.put(f"{SAMPLES}/", "/cases/", recursive=True)
    yield "memory://cases"
    store.rm("/cases", recursive=True)


def told(spark, path):
    with open_case(spark, path) as case:
        listed = [
            (row.file, row.sha256, row.bytes, row.format, row.records, row.problem) for row in case.inventory.collect()
        ]
        return case.name, listed, ask.tables(case), ask.found(case)


def listed(path):
    return [(file.name, file.problem, *file.digest()) for file in files(path)]


def test_a_case_in_an_object_store_says_what_it_says_on_disk(spark, bucket):
    here = told(spark, SAMPLES / CASE)
    assert told(spark, f"{bucket}/cases/{CASE}") == here
    assert len(here[1]) > 3 and any("ON_DLQ" in one for one in here[3])
    assert all(file.modified for file in files(f"{bucket}/cases/{CASE}"))
    assert listed(f"{bucket}/cases/everything") == listed(SAMPLES / "everything")


def test_a_format_reads_a_file_of_an_object_store_in_parts(spark, bucket):
    def rows(folder):
        return ask.by_file(spark.read.format("amqsbcg").option("splitSize", 4000).load(f"{folder}/dlq.txt"))

    assert rows(f"{bucket}/cases/everything") == rows(SAMPLES / "everything")


@pytest.mark.parametrize("name", ["handler_mixed", "trace_jms", "raw_messages", CASE])
def test_a_folder_on_a_web_server(web, name):
    assert listed(f"http://{web}/open/{name}/") == listed(SAMPLES / name)


def test_a_report_of_a_closed_archive_tells_nothing_that_opens_it(web, tmp_path, capsys):
    url = f"http://maria:{SECRET}@{web}/closed/walk.zip?token={SECRET}"
    assert main(["report", url, "-o", str(tmp_path / "out")]) == 0
    assert main(["verify", str(tmp_path / "out"), url]) == 0
    assert "http://***@127.0.0.1" in capsys.readouterr().out
    whole = json.loads((tmp_path / "out" / "findings.json").read_text())
    assert any(one["code"] == "ON_DLQ" for one in whole["findings"])
    assert [one["file"] for one in whole["inputs"]] == [file.name for file in files(url)]
    assert all(one["file"].startswith("walk.zip!/") and one["sha256"] for one in whole["inputs"])
    for path in (tmp_path / "out").iterdir():
        assert SECRET not in path.read_text() and web not in path.read_text(), path.name


def test_a_slash_in_what_is_asked_of_a_server_is_in_no_name(web):
    found = files(f"http://maria:{SECRET}@{web}/closed/walk.zip?sig={SECRET}/a/b")
    assert {file.name.partition("!/")[0] for file in found} == {"walk.zip"}


def test_what_opens_a_url_is_in_no_error(web, capsys):
    for place in ("closed/nothing.zip", "closed/walk.zip?token=wrong"):
        url = f"http://maria:{SECRET}@{web}/{place}"
        with pytest.raises((CaseNotFound, FileRefused)) as raised:
            files(url)
        problem = raised.value
        while problem:
            assert SECRET not in str(problem) and "wrong" not in str(problem)
            problem = problem.__cause__
        assert main(["verify", "nowhere", url]) in (1, 2)
        assert main(["report", url]) == 2
        said = capsys.readouterr()
        assert SECRET not in said.err + said.out and "wrong" not in said.err + said.out


@pytest.mark.parametrize(("text", "shown"), [
    ("s3://bucket/case", "s3://bucket/case"),
    ("https://h/a.txt?X-Amz-Signature=1f#x", "https://h/a.txt?***"),
    ("sftp://maria:p@ss@h/case", "sftp://***@h/case"),
    ("zip://*.txt::https://u:p@h/x.zip?sig=1", "zip://*.txt::https://***@h/x.zip?***"),
    ("403, message='Forbidden', url='http://u:p@h/a?t=1' and so on", "403, message='Forbidden', url='http://***@h/a?***' and so on"),
    ("is it? maria@h", "is it? maria@h"),
])  # fmt: skip
def test_masked(text, shown):
    assert remote.mask_urls(text) == shown


def test_masking_takes_linear_time():
    for hostile in ("://", "://a", "://?", "://@"):
        begin = time.process_time()
        remote.mask_urls(hostile * 200_000)
        assert time.process_time() - begin < 2


def test_names_archives_and_what_is_left_out(memory):
    store = fsspec.filesystem("memory")
    store.pipe("/cases/odd/.hidden", b"x")
    store.pipe("/cases/odd/__MACOSX/a.txt", b"x")
    store.pipe("/cases/odd/deep/a b.txt", b"text\n")
    store.pipe("/cases/odd/empty", b"")
    found = {file.name: file for file in files(f"{memory}/odd")}
    assert list(found) == [".hidden", "__MACOSX/a.txt", "deep/a b.txt", "empty"]
    assert found[".hidden"].problem and found["__MACOSX/a.txt"].problem
    assert found["deep/a b.txt"].digest().size == 5 and found["empty"].digest().size == 0
    with found["empty"].mapped() as data:
        assert len(data) == 0


@pytest.mark.parametrize("pattern", ["walk_*/*.txt", "dlq_mixed/dlq.txt", "poison_*"])
def test_a_pattern_and_a_file_are_named_as_on_disk(memory, pattern):
    assert listed(f"{memory}/{pattern}") == listed(SAMPLES / pattern)


def test_archives_elsewhere_are_read_through(memory, tmp_path):
    for kind in ("zip", "tar", "gztar"):
        path = shutil.make_archive(tmp_path / "walk", kind, SAMPLES / "walk_dlq_2051")
        fsspec.filesystem("memory").put(path, f"/cases/packed/{kind}/")
        [packed] = (tmp_path).glob("walk.*")
        assert listed(f"{memory}/packed/{kind}/{packed.name}") == listed(packed)
        packed.unlink()


@pytest.mark.parametrize("url", ["file://{}", "local://{}"])
def test_filesystems_on_this_machine(url):
    assert listed(url.format(SAMPLES / "walk_two_hops")) == listed(SAMPLES / "walk_two_hops")


def test_fsspecs_own_archives(tmp_path):
    path = shutil.make_archive(tmp_path / "walk", "zip", SAMPLES / "walk_two_hops")
    assert listed(f"zip://::file://{path}") == listed(SAMPLES / "walk_two_hops")


@pytest.mark.parametrize("split", [700, 5_000, 77_777])
def test_a_file_elsewhere_reads_the_same_however_it_is_split(memory, split, monkeypatch):
    monkeypatch.setattr("mqforensics.files.listing.BEYOND", 600)

    def read(path):
        [file] = files(path)
        parts = list(source.ranges(file, amqsbcg, split))
        rows = [
            row
            for part in parts
            for stretch in source.stretches(part, amqsbcg)
            for row in source.rows(amqsbcg, stretch)
        ]
        return len(parts), [
            one for row in rows for one in (row.to_pylist() if isinstance(row, pa.RecordBatch) else [row])
        ]

    whole = read(SAMPLES / "handler_mixed" / "dlq.txt")
    assert read(f"{memory}/handler_mixed/dlq.txt") == whole and len(whole[1]) == 21


def test_what_changed_or_went_is_told(memory):
    store = fsspec.filesystem("memory")
    [file] = files(f"{memory}/dlq_mixed/dlq.txt")
    store.pipe("/cases/dlq_mixed/dlq.txt", b"shorter")
    assert file.digest().problem == "it changed after the case was opened: rows and hash may be of different contents"
    with pytest.raises(FileRefused, match="bytes when it was listed"), file.mapped(100_000, 200_000):
        pass
    store.rm("/cases/dlq_mixed/dlq.txt")
    with pytest.raises(FileRefused), file.open():
        pass


def test_what_only_this_process_has_is_said_by_those_who_read(spark, memory):
    with open_case(spark, f"{memory}/dlq_put_inhibited") as case:
        [row] = case.messages.collect()
        assert row.md is None and row.error.endswith(UNSEEN)


def test_a_connection_that_breaks_is_an_error_and_not_the_end_of_the_file(memory, monkeypatch):
    class Breaking(fsspec.get_filesystem_class("memory")):
        def open(self, path, *args, **kwargs):
            stream = super().open(path, *args, **kwargs)
            read = stream.read
            stream.read = lambda size: (
                (_ for _ in ()).throw(ConnectionResetError(f"s3://u:{SECRET}@h")) if stream.tell() else read(100)
            )
            return stream

    monkeypatch.setattr(
        remote, "_filesystem", lambda url: (Breaking(skip_instance_cache=True), "/cases/dlq_mixed/dlq.txt")
    )
    [file] = files(f"{memory}/dlq_mixed/dlq.txt")
    with pytest.raises(FileRefused) as raised, file.mapped():
        pass
    assert SECRET not in str(raised.value)
    assert file.digest().sha256 is None and file.digest().problem


@pytest.mark.parametrize(("url", "said"), [
    ("nosuch://bucket/case", "expected a URL that fsspec reads, got nosuch://"),
    ("gs://bucket/case", "gcsfs"),
    ("memory://nothing/here", "found nothing at memory://nothing/here"),
])  # fmt: skip
def test_a_url_that_cannot_be_read_is_one_sentence(url, said, capsys):
    with pytest.raises((SchemeExpected, CaseNotFound), match=said):
        files(url)
    assert main(["report", url]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_without_fsspec_one_sentence_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "fsspec.core", None)
    with pytest.raises(SchemeExpected, match=r"pip install 'mqforensics\[remote\]'"):
        files("s3://bucket/case")
