"""Asks a running server for the page of every document, and measures the kinds of pages that docs/site.md has budgets for.

    .ci/site/pages.py ADDRESS [--every N]

Every page must be 200, close its elements, have each id once and lead to no fragment that it lacks. Prints a table of bytes with
brotli, and of the time until the last byte: the first time, and the median when the page is kept. Fails on a fault, and on a page
that is larger than its budget.
"""

import argparse
import collections
import concurrent.futures
import http.client
import json
import re
import statistics
import sys
import time
import urllib.parse

VOID = {"meta", "link", "input", "img", "hr", "br", "path", "rect"}
TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)((?:[^>\"]|\"[^\"]*\")*)>")
ID = re.compile(r"<[a-z][^>]*? id=\"([^\"]*)\"")
FRAGMENT = re.compile(r" href=\"#([^\"]*)\"")
KEPT = 15

# The most kB with brotli of the kinds of pages.
BUDGETS = {"start": 12, "search": 12, "browse": 12, "about": 12, "usual act": 14, "largest statute": 320,
           "largest preparatory work": 850}


class Server:
    """A connection to the server."""

    def __init__(self, address):
        self.host = urllib.parse.urlsplit(address).netloc
        self.connection = http.client.HTTPConnection(self.host, timeout=120)

    def get(self, path, coding="identity"):
        """Status, body and seconds."""
        begun = time.perf_counter()
        self.connection.request("GET", path, headers={"accept-encoding": coding})
        answer = self.connection.getresponse()
        body = answer.read()
        return answer.status, body, time.perf_counter() - begun

    def json(self, path):
        return json.loads(self.get(path)[1])


def page_path(uri, base):
    return urllib.parse.quote(uri[len(base):], safe="/:()!$&'*+,;=@~._-")


def documents(server):
    """The page paths of all documents, with their sources."""
    found, offset, base = [], 0, ""
    while True:
        page = server.json(f"/api/v1/documents?limit=1000&offset={offset}&include_expired=true")
        rows = page["documents"]
        if not rows:
            return found
        base = base or "/".join(rows[0]["uri"].split("/")[:3])
        found += [(page_path(row["uri"], base), row["source"]) for row in rows]
        offset += len(rows)


def faults(path, html):
    """What is wrong with a page."""
    found, open_tags = [], []
    for close, name, rest in TAG.findall(re.sub(r"<script[^>]*>[^<]*", "<script>", html)):
        if close:
            if not open_tags or open_tags.pop() != name:
                found.append(f"{path}: </{name}> closes another element")
                break
        elif name not in VOID and not rest.endswith("/"):
            open_tags.append(name)
    ids = collections.Counter(ID.findall(html))
    found += [f"{path}: the id {name} {count} times" for name, count in ids.items() if count > 1]
    wanted = {urllib.parse.unquote(fragment.replace("&amp;", "&").replace("&#38;", "&")) for fragment in FRAGMENT.findall(html)}
    known = {name.replace("&amp;", "&").replace("&#38;", "&") for name in ids}
    found += [f"{path}: no id {fragment}" for fragment in sorted(wanted - known)[:3]]
    return found


def check(address, paths):
    """Sizes of the pages and their faults."""
    server, sizes, found = Server(address), {}, []
    for path in paths:
        status, body, _ = server.get(path)
        if status != 200:
            found.append(f"{path}: {status}")
            continue
        sizes[path] = len(body)
        found += faults(path, body.decode())
    return sizes, found


def measure(address, path):
    """Bytes with brotli, bytes without, the first time and the median of the next ones, in milliseconds."""
    server = Server(address)
    _, body, first = server.get(path, "br")
    kept = statistics.median(server.get(path, "br")[2] for _ in range(KEPT))
    return len(body), len(server.get(path)[1]), first * 1000, kept * 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("address")
    parser.add_argument("--every", type=int, default=1, help="of so many documents one")
    options = parser.parse_args()
    address = options.address.rstrip("/")
    server = Server(address)
    listed = documents(server)
    paths = [path for path, _ in listed][::options.every]
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        parts = list(pool.map(check, [address] * 2, [paths[::2], paths[1::2]]))
    sizes = {path: size for part, _ in parts for path, size in part.items()}
    found = [fault for _, part in parts for fault in part]
    print(f"{len(paths)} documents, {sum(sizes.values()) / 1e6:.0f} MB of HTML, {len(found)} faults")
    for fault in found[:20]:
        print(f"  {fault}")

    source = dict(listed)
    def by_size(name):
        return sorted((path for path in sizes if source[path] == name), key=sizes.get)
    acts, preparatory = by_size("sfs"), by_size("forarbete")
    kinds = [("start", "/"), ("search", "/sok?q=upps%C3%A4gning+sjukdom"), ("browse", "/bladdra/sfs"), ("about", "/om/tackning")]
    if acts:
        kinds += [("usual act", acts[len(acts) // 2]), ("largest statute", acts[-1])]
    if preparatory:
        kinds.append(("largest preparatory work", preparatory[-1]))
    print("\n| page | address | kB br (raw) | budget, kB | first, ms | kept, ms |\n|---|---|---|---|---|---|")
    large = []
    for name, path in kinds:
        sent, raw, first, kept = measure(address, path + ("&" if "?" in path else "?") + f"ny={time.time_ns()}")
        print(f"| {name} | `{path}` | {sent / 1024:.1f} ({raw / 1024:.0f}) | {BUDGETS[name]} | {first:.1f} | {kept:.1f} |")
        large += [name] if sent > BUDGETS[name] * 1024 else []
    if large:
        print(f"larger than their budget: {', '.join(large)}")
    sys.exit(1 if found or large else 0)


if __name__ == "__main__":
    main()
