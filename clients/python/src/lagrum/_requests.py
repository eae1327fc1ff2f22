"""Requests as values: what both clients send, and how the answer is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Generic, Literal, TypeVar

from pydantic import TypeAdapter

from lagrum import models

Answer = TypeVar("Answer")

API = "/api/v1"

Sort = Literal["relevance", "citations"]
Value = str | int | bool | date | None


@dataclass(frozen=True)
class Request(Generic[Answer]):
    """A request and the type of its answer."""

    path: str
    answer: TypeAdapter[Answer]
    params: Mapping[str, str] = field(default_factory=dict)
    body: Any = None

    @property
    def method(self) -> str:
        return "GET" if self.body is None else "POST"

    def read(self, body: bytes) -> Answer:
        return self.answer.validate_json(body)


def params(**given: Value) -> dict[str, str]:
    """The parameters that are given, as a query has them."""
    text: dict[str, str] = {}
    for name, value in given.items():
        if value is not None:
            text[name] = str(value).lower() if isinstance(value, bool) else str(value)
    return text


SEARCH = TypeAdapter(models.SearchResponse)
RESOLVE = TypeAdapter(models.ResolveResponse)
RESOLVE_MANY = TypeAdapter(models.ResolveManyResponse)
DOCUMENT = TypeAdapter(models.MarkdownDocument)
ARTIFACT = TypeAdapter(models.Document)
PROVISION = TypeAdapter(models.Provision)
VERSIONS = TypeAdapter(models.VersionList)
DIFF = TypeAdapter(models.DiffResponse)
DOCUMENTS = TypeAdapter(models.DocumentList)
INBOUND = TypeAdapter(models.InboundCitations)
OUTBOUND = TypeAdapter(list[models.Citation])
SOURCES = TypeAdapter(list[models.SourceInfo])
DUMPS = TypeAdapter(list[models.DumpInfo])
PATH = TypeAdapter(models.PathResponse)
CHANGES = TypeAdapter(models.ChangeList)
EXTRACT = TypeAdapter(models.ExtractResponse)


def search(
    query: str,
    source: str | None,
    kind: str | None,
    year: int | str | None,
    date: str | None,
    limit: int,
    cursor: str | None,
    sort: Sort,
) -> Request[models.SearchResponse]:
    given = params(
        q=query, source=source, kind=kind, year=year, date=date, limit=limit, cursor=cursor, sort=sort
    )
    return Request(f"{API}/search", SEARCH, given)


def resolve(text: str) -> Request[models.ResolveResponse]:
    return Request(f"{API}/resolve", RESOLVE, params(q=text))


def resolve_many(texts: Sequence[str], as_of: date | None) -> Request[models.ResolveManyResponse]:
    body: dict[str, Any] = {"queries": list(texts)}
    if as_of is not None:
        body["as_of"] = as_of.isoformat()
    return Request(f"{API}/resolve", RESOLVE_MANY, body=body)


def document(uri: str, as_of: date | None) -> Request[models.MarkdownDocument]:
    return Request(f"{API}/document", DOCUMENT, params(uri=uri, format="md", as_of=as_of))


def artifact(uri: str, as_of: date | None) -> Request[models.Document]:
    return Request(f"{API}/document", ARTIFACT, params(uri=uri, format="json", as_of=as_of))


def provision(
    uri: str, as_of: date | None, format: Literal["json", "md", "text"], context: int
) -> Request[models.Provision]:
    given = params(uri=uri, as_of=as_of, format=format, context=context)
    return Request(f"{API}/provision", PROVISION, given)


def versions(uri: str) -> Request[models.VersionList]:
    return Request(f"{API}/document/versions", VERSIONS, params(uri=uri))


def diff(
    uri: str, before: str | date, after: str | date | None, whole: bool
) -> Request[models.DiffResponse]:
    given = params(uri=uri, format="json", whole=whole)
    for name, side in (("from", before), ("to", after)):
        if side is not None:
            given[f"{name}_date" if isinstance(side, date) else name] = str(side)
    return Request(f"{API}/document/diff", DIFF, given)


def documents(
    source: str | None, kind: str | None, include_expired: bool, limit: int, offset: int
) -> Request[models.DocumentList]:
    given = params(source=source, kind=kind, include_expired=include_expired, limit=limit, offset=offset)
    return Request(f"{API}/documents", DOCUMENTS, given)


def inbound(uri: str, source: str | None, limit: int, offset: int) -> Request[models.InboundCitations]:
    given = params(uri=uri, source=source, limit=limit, offset=offset)
    return Request(f"{API}/document/inbound", INBOUND, given)


def outbound(uri: str) -> Request[list[models.Citation]]:
    return Request(f"{API}/document/outbound", OUTBOUND, params(uri=uri))


def path(start: str, end: str, paths: int) -> Request[models.PathResponse]:
    given = params(to=end, paths=paths)
    return Request(f"{API}/path", PATH, {"from": start, **given})


def sources() -> Request[list[models.SourceInfo]]:
    return Request(f"{API}/sources", SOURCES)


def dumps() -> Request[list[models.DumpInfo]]:
    return Request(f"{API}/dumps", DUMPS)


def changes(
    since: str | date | None, source: str | None, versions: bool, limit: int, cursor: str | None
) -> Request[models.ChangeList]:
    given = params(since=since, source=source, versions=versions, limit=limit, cursor=cursor)
    return Request(f"{API}/changes", CHANGES, given)


def check(
    text: str, context: str | None, as_of: date | None, kinds: Sequence[str] | None
) -> Request[models.ExtractResponse]:
    body: dict[str, Any] = {"text": text}
    if context is not None:
        body["context"] = context
    if as_of is not None:
        body["as_of"] = as_of.isoformat()
    if kinds is not None:
        body["kinds"] = list(kinds)
    return Request(f"{API}/citations/extract", EXTRACT, body=body)
