"""Reads a running server as clients of others do: what they do with the answers, without their code.

usage: shapes.py ADDRESS

* A client of tools that reads `text`, `truncated`, `title`, `id` and `url` as flat values.
* A citation checker that cuts every uri at its `#`, and joins the spans of a text by the gaps between them.
* A reader of cited units, one of every kind that there is.
* A checker that asks for parts of hashes only, over every held target of many texts.
"""

import collections
import hashlib
import json
import re
import struct
import sys
import urllib.error
import urllib.parse
import urllib.request
import zlib

ADDRESS = sys.argv[1]
API = f"{ADDRESS}/api/v1"
TEXTS = 50
# UTF-16 code units of a text that is checked.
LENGTH = 20_000


def ask(path: str, **query):
    with urllib.request.urlopen(f"{API}/{path}?{urllib.parse.urlencode(query)}") as answer:
        return json.load(answer)


def status(path: str, **query) -> tuple[int, str]:
    try:
        ask(path, **query)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)["detail"]
    return 200, ""


def post(address: str, body) -> dict:
    headers = {"content-type": "application/json", "accept": "application/json"}
    request = urllib.request.Request(address, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def tool(name: str, **arguments) -> dict:
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    result = post(f"{ADDRESS}/mcp", call)["result"]
    assert not result.get("isError"), (name, arguments, result["content"])
    # Such clients read the text of the answer as JSON, and not its structure.
    return json.loads(result["content"][0]["text"])


def sources() -> list[str]:
    return [source["source"] for source in ask("sources")]


def documents(source: str, limit: int) -> list[str]:
    found = ask("documents", source=source, limit=limit, include_expired="true", sort="citations")
    return [document["uri"] for document in found["documents"] if document["updated"]]


def client_of_tools() -> str:
    read = 0
    for query in ("lag", "tillsyn", "avtal"):
        for hit in tool("search", query=query, limit="5")["results"]:
            assert all(isinstance(hit[name], str) and hit[name] for name in ("id", "title", "uri", "url")), hit
            assert hit["url"].startswith("http") and hit["id"].split("#")[0] == hit["uri"], hit
            found = tool("get_document", uri=hit["id"], max_chars=2000.0, pinpoint="")
            assert isinstance(found["text"], str) and found["text"], hit
            assert isinstance(found["truncated"], bool) and isinstance(found["title"], str), hit
            is_part = found["truncated"] or found["extent"] in ("summary", "headnote", "record")
            assert is_part == (found["notice"] is not None), hit
            fetched = tool("fetch", id=hit["id"])
            assert fetched["text"] and fetched["url"].startswith("http") and "source" in fetched["metadata"], hit
            read += 1
    assert read, "nothing was found"
    return f"{read} results read"


def joined(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Neighbours with nothing but dashes, commas and conjunctions between them are one citation to such a client."""
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        assert not merged or start >= merged[-1][1], f"spans overlap: {text[start:end]!r}"
        gap = text[merged[-1][1] : start] if merged else None
        if gap is not None and re.fullmatch(r"[\s,–—-]*(och|samt|eller|respektive)?[\s,–—-]*", gap):
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged


def texts() -> list[tuple[str, str]]:
    of_each = max(1, TEXTS // len(sources())) + 4
    uris = [uri for source in sources() for uri in documents(source, of_each)]
    step = max(1, len(uris) // TEXTS)
    return [(uri, ask("document", uri=uri, format="md")["markdown"][:LENGTH]) for uri in uris[::step]]


def citation_checker(read: list[tuple[str, str]]) -> tuple[str, set[str]]:
    held: set[str] = set()
    citations = 0
    for uri, text in read:
        # Offsets count UTF-16 code units.
        units = text.encode("utf-16-le")
        answer = post(f"{API}/citations/extract", {"blocks": [{"id": "0", "text": text}], "context": uri})
        spans = []
        for occurrence in answer["occurrences"]:
            for place in occurrence["locations"]:
                said = units[2 * place["start"] : 2 * place["end"]].decode("utf-16-le")
                assert said, occurrence
            spans.append((occurrence["locations"][0]["start"], occurrence["locations"][-1]["end"]))
            for target in occurrence["targets"]:
                document, _, _ = target["uri"].partition("#")
                assert document.startswith("http"), target
                if target["status"] == "held":
                    held.add(target["uri"])
            citations += 1
        plain = text if len(units) == 2 * len(text) else None
        if plain is not None:
            joined(plain, sorted(set(spans)))
        assert all(isinstance(passage["text"], str) for passage in answer["relative"])
    assert citations > len(read), "the texts have citations"
    return f"{citations} citations of {len(read)} texts", held


def reader_of_units(held: set[str]) -> str:
    units: dict[tuple[str, str], str] = {}
    for uri in sorted(held):
        if "#" in uri:
            units.setdefault((uri.split("#")[0].rsplit("/", 1)[0], re.sub(r"\d+", "1", uri.split("#")[1])), uri)
    for source in sources():
        for uri in documents(source, 5):
            for part in tool("outline", uri=uri, limit=50)["parts"][:10]:
                anchor = part["uri"].split("#")[1]
                units.setdefault((source, re.sub(r"\d+", "1", anchor)), part["uri"])
    kinds: collections.Counter = collections.Counter()
    for uri in units.values():
        document, _, anchor = uri.partition("#")
        part = ask("document", uri=uri, format="md")
        assert part["uri"] == uri and part["pinpoint"] == anchor and isinstance(part["markdown"], str), part
        assert part["unit_type"] and part["markdown"] == ask("provision", uri=uri, format="md")["markdown"], part
        node = ask("document", uri=uri)["artifact"]
        assert isinstance(node, dict) and "type" in node, (uri, node)
        kinds[part["unit_type"]] += 1
        code, detail = status("document", uri=f"{document}#nonsens-{anchor}")
        assert code == 404 and not detail.startswith("no document with uri") and document in detail, detail
    code, detail = status("document", uri=f"{sorted(units.values())[0].split('#')[0]}-nonsens#K1")
    assert code == 404 and detail.startswith("no document with uri"), detail
    whole = ask("document", uri=next(iter(units.values())).split("#")[0])
    assert all(whole[name] is None for name in ("pinpoint", "pinpoint_label", "unit_type")), whole["uri"]
    assert len(kinds) >= 3, kinds
    return ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())


def bucket(prefix: str, known: dict[str, dict]) -> dict:
    if prefix[:3] not in known:
        with urllib.request.urlopen(f"{API}/range/{prefix}?bits=12") as answer:
            data = answer.read()
        assert data[:4] == b"LUR1" and data[4] == 12
        (count,), at, found = struct.unpack_from("<I", data, 5), 9, {}
        for _ in range(count):
            _, uri, text = struct.unpack_from("<IHI", data, at)
            at += 10
            name = data[at : at + uri].decode()
            at += uri
            words = None
            if text != 0xFFFFFFFF:
                words = zlib.decompress(data[at : at + text], -15).decode()
                at += text
            found[name] = words
        known[prefix[:3]] = found
    return known[prefix[:3]]


def private_checker(held: set[str]) -> str:
    known: dict[str, dict] = {}
    with_words = 0
    for uri in sorted(held):
        # One digit more than the bits need: what is beyond them is ignored.
        found = bucket(hashlib.sha256(uri.encode()).hexdigest()[:4], known)
        assert uri in found, f"{uri} is held, and not in the private lookups"
        with_words += found[uri] is not None
    assert held and with_words, held
    return f"{len(held)} held targets found, {with_words} with their words"


def main() -> None:
    print(f"tools: {client_of_tools()}")
    said, held = citation_checker(texts())
    print(f"citations: {said}")
    print(f"units: {reader_of_units(held)}")
    print(f"private lookups: {private_checker(held)}")


main()
