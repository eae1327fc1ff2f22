"""The client against a server of the demo corpus, whose address is LAGRUM_ADDRESS."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import os
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import httpx
import pytest

from lagrum import AsyncLagrum, DumpError, Lagrum, LagrumError, Retry

ADDRESS = os.environ["LAGRUM_ADDRESS"]
BASE = "https://lag.demo.example"
ACT = f"{BASE}/1931:47"


@pytest.fixture
def law() -> Iterator[Lagrum]:
    with Lagrum(ADDRESS) as law:
        yield law


def served(handler: httpx.MockTransport, retry: Retry | None = None) -> Lagrum:
    return Lagrum("http://lag.example", http=httpx.Client(transport=handler), retry=retry or Retry(first=0.001))


def test_every_question_has_an_answer(law: Lagrum) -> None:
    assert law.resolve("3 kap. 3 § fårlagen").results[0].pin
    assert len(law.resolve_many(["fårlagen", "NJA 2031 s. 5"]).answers) == 2
    assert law.document(ACT).markdown.startswith("# Fårlag")
    assert law.document(ACT, as_of=date(1940, 1, 1)).as_of
    assert law.artifact(ACT).artifact
    provision = law.provision(f"{ACT}#K3P3", as_of=date(2033, 1, 1))
    assert provision.markdown and provision.label == "3 kap. 3 §"
    assert law.versions(ACT).versions
    assert law.diff(ACT, "1931:47", "2004:310").units
    assert law.diff(ACT, date(1940, 1, 1), date(2010, 1, 1)).summary
    assert law.outbound(f"{BASE}/dom/nja/2031s5")
    assert law.path(f"{BASE}/dom/nja/2031s5", ACT).distance == 1
    assert {source.source for source in law.sources()} >= {"sfs", "dv"}


def test_all_pages_have_every_row_once(law: Lagrum) -> None:
    documents = [document.uri for document in law.documents_all(include_expired=True)]
    assert len(documents) == len(set(documents)) == law.documents(include_expired=True, limit=1).total > 100
    inbound = list(law.inbound_all(ACT))
    assert len(inbound) == law.inbound(ACT, limit=1).total > 5
    hits = [hit.uri for hit in law.search_all("lag")]
    assert len(hits) == len(set(hits)) == law.search("lag").total > 10
    assert [hit.uri for hit in law.search_all("lag", most=7)] == hits[:7]


def test_changes_are_followed(law: Lagrum) -> None:
    yesterday = date.today() - timedelta(days=1)
    changes = list(law.changes_all(yesterday))
    page = law.changes(yesterday, limit=1)
    assert len(changes) == page.total > 100
    assert {change.change for change in changes} == {"added"}
    assert list(law.changes_all(page.snapshot)) == []


def test_citations_of_a_text(law: Lagrum) -> None:
    found = law.citations.check("Se 3 kap. 3 § fårlagen och 3 kap. 999 § fårlagen.")
    assert [one.targets[0].status for one in found.occurrences] == ["held", "impossible"]


def test_a_failure_says_what_the_server_says(law: Lagrum) -> None:
    with pytest.raises(LagrumError, match="no document with uri") as failed:
        law.document(f"{BASE}/1900:1")
    assert failed.value.status == 404
    with pytest.raises(LagrumError, match="limit: ") as failed:
        law.search("får", limit=1000)
    assert failed.value.status == 422


def test_a_busy_server_is_asked_again() -> None:
    statuses = iter([503, 429, 200])
    asked = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.path)
        return httpx.Response(next(statuses), headers={"retry-after": "0"}, json=[])

    assert served(httpx.MockTransport(answer)).sources() == []
    assert len(asked) == 3


def test_waiting_has_an_end() -> None:
    for response, attempts in [
        (httpx.Response(503, headers={"retry-after": "0"}, json={"detail": "busy"}), 4),
        (httpx.Response(503, headers={"retry-after": "3600"}, json={"detail": "busy"}), 1),
        (httpx.Response(503, json={"detail": "nothing has been built yet"}), 1),
        (httpx.Response(500, json={"detail": "Internal Server Error"}), 1),
    ]:
        asked: list[int] = []

        def answer(_: httpx.Request, response: httpx.Response = response, asked: list[int] = asked) -> httpx.Response:
            asked.append(1)
            return httpx.Response(response.status_code, headers=response.headers, content=response.content)

        with pytest.raises(LagrumError):
            served(httpx.MockTransport(answer)).sources()
        assert len(asked) == attempts


def test_a_dump_is_whole_and_verified(law: Lagrum, tmp_path: Path) -> None:
    target = law.download_dump("sfs", tmp_path / "sfs.ndjson.gz")
    dump = next(dump for dump in law.dumps() if dump.source == "sfs")
    assert hashlib.sha256(target.read_bytes()).hexdigest() == dump.sha256
    assert len(gzip.decompress(target.read_bytes()).splitlines()) == dump.lines
    written = target.stat().st_mtime_ns
    assert law.download_dump("sfs", target).stat().st_mtime_ns == written, "what is there is left"
    assert law.download_dump("sfs", tmp_path / "versions.gz", part="versions").exists()
    with pytest.raises(DumpError, match="there is no dump of x"):
        law.download_dump("x", tmp_path / "x")
    with pytest.raises(DumpError, match="has no status"):
        law.download_dump("sfs", tmp_path / "x", part="status")


def test_a_download_that_broke_off_is_continued(law: Lagrum, tmp_path: Path) -> None:
    dump = next(dump for dump in law.dumps() if dump.source == "sfs")
    whole = law.download_dump("sfs", tmp_path / "whole").read_bytes()
    ranges = []

    class Seen(httpx.HTTPTransport):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            if request.url.path.startswith("/dumps/"):
                ranges.append(request.headers.get("range"))
            return super().handle_request(request)

    (tmp_path / f"again.{dump.sha256[:16]}.part").write_bytes(whole[:1000])
    with Lagrum(ADDRESS, http=httpx.Client(transport=Seen())) as again:
        assert again.download_dump("sfs", tmp_path / "again").read_bytes() == whole
        assert ranges == ["bytes=1000-"]
        # What was kept may be damaged; then nothing is put in place.
        (tmp_path / f"bad.{dump.sha256[:16]}.part").write_bytes(b"x" * 1000)
        with pytest.raises(DumpError, match="not what the server said"):
            again.download_dump("sfs", tmp_path / "bad")
        assert not (tmp_path / "bad").exists()
        assert again.download_dump("sfs", tmp_path / "bad").read_bytes() == whole


def test_the_async_client_answers_the_same(law: Lagrum) -> None:
    async def ask() -> None:
        async with AsyncLagrum(ADDRESS) as client:
            assert await client.resolve("3 kap. 3 § fårlagen") == law.resolve("3 kap. 3 § fårlagen")
            hits = [hit.uri async for hit in client.search_all("lag", most=20)]
            assert hits == [hit.uri for hit in law.search_all("lag", most=20)]
            found = await client.citations.check("3 kap. 3 § fårlagen")
            assert found.occurrences[0].targets[0].status == "held"

    asyncio.run(ask())
