"""Asks a running server by a client that openapi-python-client made from its description.

usage: generated.py ADDRESS, with the folder of the generated package as PYTHONPATH
"""

import sys

from lagrum_client import Client
from lagrum_client.api.document import document, graph
from lagrum_client.api.search import resolve, search
from lagrum_client.models import GraphResponse, ResolveResponse, SearchResponse

client = Client(base_url=sys.argv[1])
found = search.sync(client=client, q="lag", limit=3)
assert isinstance(found, SearchResponse) and found.results, found
for result in found.results:
    asked = resolve.sync(client=client, q=result.uri)
    assert isinstance(asked, ResolveResponse) and asked.results[0].uri == result.uri, asked
    assert document.sync(client=client, uri=result.uri).uri == result.uri
# The edges are tuples.
linked = graph.sync(client=client, uri=found.results[0].uri, internal=True, depth=2)
assert isinstance(linked, GraphResponse) and all(len(edge) == 3 for edge in linked.expansion.edges), linked
print(f"a generated Python client: {found.total} documents found, {len(linked.expansion.edges)} edges")
