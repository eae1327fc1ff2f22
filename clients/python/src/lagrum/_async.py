"""The client for asyncio. `_sync.py` is made of this file by `.ci/clients/generate`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import Literal, TypeVar

import httpx

from lagrum import _requests as requests
from lagrum import models
from lagrum._dumps import CHUNK, DumpFile, Part, choose
from lagrum._errors import error_of
from lagrum._requests import Request, Sort
from lagrum._retry import Retry

Answer = TypeVar("Answer")


class AsyncLagrum:
    """A server, by its address: `https://lag.example`."""

    def __init__(
        self, address: str, *, timeout: float = 60.0, retry: Retry | None = None, http: httpx.AsyncClient | None = None
    ) -> None:
        self._http = http or httpx.AsyncClient(timeout=timeout, follow_redirects=True)
        self._address = address.rstrip("/")
        self._retry = retry or Retry()
        self.citations = AsyncCitations(self)
        """What is asked of the citations of a text."""

    async def __aenter__(self) -> AsyncLagrum:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def _send(self, request: Request[Answer]) -> Answer:
        attempt = 0
        while True:
            attempt += 1
            response: httpx.Response | None = None
            try:
                response = await self._http.request(
                    request.method, self._address + request.path, params=dict(request.params), json=request.body
                )
            except httpx.TransportError:
                if (wait := self._retry.wait(attempt, None)) is None:
                    raise
            else:
                if response.is_success:
                    return request.read(response.content)
                if (wait := self._retry.wait(attempt, response)) is None:
                    raise error_of(response)
            await asyncio.sleep(wait)

    async def search(
        self,
        query: str,
        *,
        source: str | None = None,
        kind: str | None = None,
        year: int | str | None = None,
        date: str | None = None,
        limit: int = 10,
        cursor: str | None = None,
        sort: Sort = "relevance",
    ) -> models.SearchResponse:
        """A page of the documents that match words, with the passages that answer."""
        return await self._send(requests.search(query, source, kind, year, date, limit, cursor, sort))

    async def search_all(
        self,
        query: str,
        *,
        source: str | None = None,
        kind: str | None = None,
        year: int | str | None = None,
        date: str | None = None,
        sort: Sort = "relevance",
        most: int | None = None,
    ) -> AsyncIterator[models.SearchResult]:
        """The documents that match words, over as many pages as it takes; at most `most` of them."""
        cursor: str | None = None
        given = 0
        while most is None or given < most:
            limit = 100 if most is None else min(100, most - given)
            page = await self._send(requests.search(query, source, kind, year, date, limit, cursor, sort))
            for result in page.results[:limit]:
                yield result
            given += len(page.results)
            cursor = page.next_cursor
            if cursor is None:
                return

    async def resolve(self, citation: str) -> models.ResolveResponse:
        """The documents and provisions that a citation names."""
        return await self._send(requests.resolve(citation))

    async def resolve_many(self, citations: Sequence[str], *, as_of: date | None = None) -> models.ResolveManyResponse:
        """The same for up to 200 citations at once."""
        return await self._send(requests.resolve_many(citations, as_of))

    async def document(self, uri: str, *, as_of: date | None = None) -> models.MarkdownDocument:
        """A document as markdown, or the text of it that applied on a day."""
        return await self._send(requests.document(uri, as_of))

    async def artifact(self, uri: str, *, as_of: date | None = None) -> models.Document:
        """A document as it is stored."""
        return await self._send(requests.artifact(uri, as_of))

    async def provision(
        self,
        uri: str,
        *,
        as_of: date | None = None,
        format: Literal["json", "md", "text"] = "md",
        context: Literal[0, 1, 2] = 1,
    ) -> models.Provision:
        """One provision, by its uri with `#` and an anchor."""
        return await self._send(requests.provision(uri, as_of, format, context))

    async def versions(self, uri: str) -> models.VersionList:
        """The archived lydelser of a statute or an EU act."""
        return await self._send(requests.versions(uri))

    async def diff(
        self, uri: str, before: str | date, after: str | date | None = None, *, whole: bool = False
    ) -> models.DiffResponse:
        """What differs between two lydelser, both named by ids or both by days."""
        return await self._send(requests.diff(uri, before, after, whole))

    async def documents(
        self,
        *,
        source: str | None = None,
        kind: str | None = None,
        include_expired: bool = False,
        limit: int = 100,
        offset: int = 0,
    ) -> models.DocumentList:
        """A page of the list of documents."""
        return await self._send(requests.documents(source, kind, include_expired, limit, offset))

    async def documents_all(
        self, *, source: str | None = None, kind: str | None = None, include_expired: bool = False
    ) -> AsyncIterator[models.DocumentSummary]:
        """The list of documents, over all pages."""
        offset = 0
        while True:
            page = await self._send(requests.documents(source, kind, include_expired, 1000, offset))
            for document in page.documents:
                yield document
            offset += len(page.documents)
            if not page.documents or offset >= page.total:
                return

    async def inbound(
        self, uri: str, *, source: str | None = None, limit: int = 100, offset: int = 0
    ) -> models.InboundCitations:
        """A page of the places that cite a document or a provision."""
        return await self._send(requests.inbound(uri, source, limit, offset))

    async def inbound_all(self, uri: str, *, source: str | None = None) -> AsyncIterator[models.InboundCitation]:
        """The places that cite a document or a provision, over all pages."""
        offset = 0
        while True:
            page = await self._send(requests.inbound(uri, source, 1000, offset))
            for citation in page.citations:
                yield citation
            offset += len(page.citations)
            if not page.citations or offset >= page.total:
                return

    async def outbound(self, uri: str) -> list[models.Citation]:
        """What a document cites."""
        return await self._send(requests.outbound(uri))

    async def path(self, start: str, end: str, *, paths: int = 1) -> models.PathResponse:
        """The shortest chains of citations between two documents."""
        return await self._send(requests.path(start, end, paths))

    async def sources(self) -> list[models.SourceInfo]:
        """The sources of the corpus."""
        return await self._send(requests.sources())

    async def changes(
        self,
        since: str | date | None = None,
        *,
        source: str | None = None,
        versions: bool = False,
        limit: int = 100,
        cursor: str | None = None,
    ) -> models.ChangeList:
        """A page of what changed since a snapshot or a time; `snapshot` of the answer is what to ask with the next time."""
        return await self._send(requests.changes(since, source, versions, limit, cursor))

    async def changes_all(
        self, since: str | date, *, source: str | None = None, versions: bool = False
    ) -> AsyncIterator[models.DocumentChange]:
        """What changed since a snapshot or a time, over all pages."""
        cursor: str | None = None
        while True:
            start = since if cursor is None else None
            page = await self._send(requests.changes(start, source, versions, 1000, cursor))
            for change in page.changes:
                yield change
            cursor = page.next_cursor
            if cursor is None:
                return

    async def dumps(self) -> list[models.DumpInfo]:
        """The dump files."""
        return await self._send(requests.dumps())

    async def download_dump(self, source: str, target: str | Path, *, part: Part = "documents") -> Path:
        """Downloads the dump of a source. A download that broke off is continued; the file appears when it is whole and its
        SHA-256 is the one that the server names. A file that is there already is left."""
        file = DumpFile(choose(await self.dumps(), source, part), Path(target))
        if file.is_there:
            return file.target
        attempt = 0
        while file.received < file.bytes:
            attempt += 1
            before = file.received
            wait: float | None = None
            try:
                async with self._http.stream("GET", self._address + file.path, headers=file.headers()) as response:
                    wait = self._retry.wait(attempt, response)
                    if wait is None:
                        file.begin(response)
                        async for chunk in response.aiter_raw(CHUNK):
                            file.append(chunk)
            except httpx.TransportError:
                # What arrived is kept, so an attempt that brought something does not count.
                attempt = 0 if file.received > before else attempt
                if (wait := self._retry.wait(attempt or 1, None)) is None:
                    raise
            if wait is not None:
                await asyncio.sleep(wait)
        return file.finish()


class AsyncCitations:
    """The citations of a text."""

    def __init__(self, client: AsyncLagrum) -> None:
        self._client = client

    async def check(
        self,
        text: str,
        *,
        context: str | None = None,
        as_of: date | None = None,
        kinds: Sequence[str] | None = None,
    ) -> models.ExtractResponse:
        """Every citation of a text of up to 250,000 characters: what it names, and whether that exists."""
        return await self._client._send(requests.check(text, context, as_of, kinds))
