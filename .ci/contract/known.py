"""Prints values that exist at a server, by path and parameter, as JSON: two cited documents, and one with
an archived lydelse."""

import json
import sys
import urllib.parse
import urllib.request


def ask(path, **query):
    address = f"{sys.argv[1]}/api/v1/{path}?{urllib.parse.urlencode(query)}"
    with urllib.request.urlopen(address) as answer:
        return json.load(answer)


def first(documents, wanted):
    return next((document for document in documents if wanted(document)), None)


statutes = [document["uri"] for document in ask("documents", source="sfs", limit=1000)["documents"]]
cited = first(statutes, lambda uri: ask("document/inbound", uri=uri, limit=1)["total"])
near = ask("graph", uri=cited, direction="in")["inbound"]["top"][-1]["uri"]
worded = first(statutes, lambda uri: ask("document/versions", uri=uri)["versions"])
known = {"uri": cited, "source": "sfs", "q": cited}
paths = ["resolve", "facets", "browse", "documents", "document", "document/versions", "document/inbound",
         "document/outbound", "graph", "card"]
values = {f"/api/v1/{path}": known for path in paths}
values["/api/v1/path"] = {"from": cited, "to": near}
values["/api/v1/search"] = {"q": "lag tillsyn", "source": "sfs"}
values["/api/v1/pdf"] = {"path": urllib.parse.urlsplit(cited).path, "kontext": "alla"}
if worded:
    version = ask("document/versions", uri=worded)["versions"][0]["version"]
    values["/api/v1/document/diff"] = {"uri": worded, "from": version, "to": ""}
print(json.dumps(values))
