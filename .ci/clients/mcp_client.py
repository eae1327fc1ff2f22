"""Calls the tools of a running server and of `lagrum mcp` with the Python SDK of the protocol.

usage: mcp_client.py ADDRESS PROGRAM DATA, of a server and a data folder with the demo corpus
"""

import asyncio
import json
import sys
from collections.abc import Callable
from typing import Any

import anyio
from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

ADDRESS, PROGRAM, DATA = sys.argv[1:4]
BASE = "https://lag.demo.example"
# Of one call, in seconds.
PATIENCE = 60


async def call(client: Client, tool: str, **arguments: Any) -> Any:
    result = await client.call_tool(tool, arguments, read_timeout_seconds=PATIENCE)
    assert not result.is_error, (tool, result.content)
    assert json.loads(result.content[0].text) == result.structured_content
    return result.structured_content


async def failure(client: Client, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments, read_timeout_seconds=PATIENCE)
    assert result.is_error, (tool, arguments)
    return result.content[0].text


async def rejected(work: Callable[[], Any]) -> str:
    try:
        await work()
    except Exception as error:  # noqa: BLE001 - the SDK has several kinds
        return str(error)
    raise AssertionError("nothing was rejected")


async def check(client: Client) -> None:
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert len(tools) >= 12, list(tools)
    assert all(tool.output_schema and "Example: " in tool.description for tool in tools.values())

    found = await call(client, "search", query="tillsyn över får", limit=3)
    assert found["results"], found
    fetched = await call(client, "fetch", id=found["results"][0]["id"])
    assert fetched["text"], fetched
    resolved = await call(client, "resolve_citation", citation="3 kap. 3 § fårlagen")
    provision = resolved["results"][0]["pin"]["uri"]
    assert provision == f"{BASE}/1931:47#K3P3"
    read = await call(client, "get_provision", uri=provision, as_of="2033-01-01")
    assert read["wording"]["in_force"] is True and read["content"]["truncated"] is False, read
    past = await call(client, "get_document", uri=f"{BASE}/1931:47", as_of="1940-01-01", max_chars=200)
    assert past["wording"]["version"] == "1931:47" and past["truncated"] is True, past
    checked = await call(client, "check_citations", text="Se 3 kap. 3 § fårlagen och 3 kap. 999 § fårlagen.")
    assert checked["counts"] == {"held": 1, "impossible": 1}, checked
    changed = await call(client, "compare_versions", uri=f"{BASE}/1931:47", from_date="1940-01-01")
    assert changed["content"]["text"], changed

    assert "no document with uri" in await failure(client, "get_document", uri=f"{BASE}/1900:1")
    # What models write loosely is read, and what was not taken as it stood is noted.
    assert "limit: above the maximum" in (await call(client, "search", query="får", limit=1000))["note"]
    assert "unknown" in (await call(client, "search", query="får", unknown=1, limit="2"))["note"]
    assert "limit: must be" in await failure(client, "search", query="får", limit=0)
    parts = (await call(client, "outline", uri=f"{BASE}/1931:47"))["parts"]
    assert f"{BASE}/1931:47#K3" in [part["uri"] for part in parts], parts
    places = (await call(client, "search_in_document", uri=f"{BASE}/1931:47", query="märke"))["places"]
    assert places and all(place["uri"].startswith(f"{BASE}/1931:47#") for place in places), places
    assert "get_provision" in await rejected(lambda: client.call_tool("delete_law", {}))

    resource = await client.read_resource(f"lagrum://document/{BASE}/1931:47")
    assert "Denna lag gäller får" in resource.contents[0].text
    prompt = (await client.list_prompts()).prompts[0]
    asked = await client.get_prompt(prompt.name, {"question": "Vad är ett får?"})
    assert "Vad är ett får?" in asked.messages[0].content.text

    # Two hundred calls at once: each is answered, or told that the server is busy.
    calls = [client.call_tool("get_provision", {"uri": provision}, read_timeout_seconds=PATIENCE) for _ in range(200)]
    answers = await asyncio.gather(*calls)
    answered = sum(not answer.is_error for answer in answers)
    assert all(not answer.is_error or "again in a moment" in answer.content[0].text for answer in answers)
    assert answered >= 50, answered

    # Calls that are given up end their work, and leave the server ready for others.
    long_text = "Se 3 kap. 3 § fårlagen och NJA 2031 s. 5. " * 1100
    for _ in range(20):
        with anyio.move_on_after(0.005):
            await client.call_tool("check_citations", {"text": long_text})
    for _ in range(30):
        result = await client.call_tool("list_sources", {})
        if not result.is_error:
            break
        await anyio.sleep(1)
    assert not result.is_error, result


async def over_http() -> None:
    async with Client(streamable_http_client(f"{ADDRESS}/mcp")) as client:
        await check(client)

    async def ten_megabytes() -> None:
        async with Client(streamable_http_client(f"{ADDRESS}/mcp")) as client:
            await client.call_tool("check_citations", {"text": "x" * 10_000_000})

    await rejected(ten_megabytes)
    async with Client(streamable_http_client(f"{ADDRESS}/mcp")) as client:
        assert (await call(client, "list_sources"))["sources"]


async def over_stdio() -> None:
    parameters = StdioServerParameters(command=PROGRAM, args=["mcp", "--data", DATA, "--log", "warn"])
    async with Client(stdio_client(parameters)) as client:
        await check(client)
        # A line beyond the limit is dropped, so the call is never answered; the next one is.
        huge = {"text": "x" * 10_000_000}
        await rejected(lambda: client.call_tool("check_citations", huge, read_timeout_seconds=2))
        assert (await call(client, "list_sources"))["sources"]


async def main() -> None:
    await over_http()
    print("tools over HTTP, by the Python SDK: as they should be")
    await over_stdio()
    print("tools over standard input and output, by the Python SDK: as they should be")


asyncio.run(main())
