//! Hostile artifacts of any length.

use lagrum_artifact::Base;
use serde_json::{Value, json};

/// Makes an artifact of about this many bytes.
pub type Shape = fn(usize) -> String;

pub fn base() -> Base {
    Base::parse("https://lag.example").unwrap()
}

/// A unit repeated to this many bytes.
pub fn long(unit: &str, bytes: usize) -> String {
    unit.repeat(bytes / unit.len())
}

fn artifact(fields: Value) -> String {
    let Value::Object(mut all) = fields else { return String::new() };
    all.insert("uri".to_owned(), "https://lag.example/1931:47".into());
    all.insert("lang".to_owned(), "swe".into());
    Value::Object(all).to_string()
}

fn body(nodes: Vec<Value>) -> String {
    artifact(json!({"structure": Value::Array(nodes)}))
}

/// As many nodes as make this many bytes.
fn nodes(bytes: usize, node: impl Fn(usize) -> Value) -> Vec<Value> {
    let length = node(100).to_string().len() + 1;
    (0..bytes / length).map(node).collect()
}

/// Texts whose repetition could make a reader slow.
pub const TEXTS: [&str; 32] = [
    "&",
    "&a",
    "&#",
    "[",
    "](",
    "*",
    "_a",
    "<a",
    "\\",
    "`",
    "1. ",
    "#",
    "- ",
    " ",
    "§ ",
    "\u{301}",
    "(",
    "(a) ",
    "|",
    "!",
    "ord ",
    "å",
    "2031:47 ",
    "(2031:47) ",
    "A",
    "\n",
    "a (AB) ",
    "ord,Ord",
    "ord;(a)",
    "or(b)",
    "| ",
    "|---",
];

/// Makes an artifact with a text in it.
pub type Around = fn(&str) -> String;

/// The positions of one long text in an artifact.
pub fn places_of_text() -> [(&'static str, Around); 4] {
    [
        ("a paragraph", |text| body(vec![json!({"type": "stycke", "id": "P1", "text": [text]})])),
        ("a cell", |text| body(vec![json!({"type": "rad", "cells": [text]})])),
        ("a link", |text| {
            let link = json!({"uri": format!("https://lag.example/{text}"), "text": text, "predicate": text});
            body(vec![json!({"type": "rubrik", "id": text, "num": text, "text": [link]})])
        }),
        ("metadata", |text| {
            artifact(json!({
                "title": text, "label": text, "identifier": text, "doctype": text, "date": text, "shortname": text,
                "court": text, "fs": text, "celex": text, "malnummer": [text], "referat": [text], "aliases": [text],
                "metadata": {"title": text, "sammanfattning": text, "nyckelord": [text], "caseName": text,
                    "properties": {"dcterms:title": text, "dcterms:identifier": text}},
                "implements": [{"law": text, "paragraf": text, "uris": [text], "sentence": text}],
                "amendments": [{"uri": text, "forarbeten": [text], "properties": {"rpubl:andrar": text}}],
            }))
        }),
    ]
}

fn row(text: &str) -> Value {
    json!({"type": "row", "text": [text]})
}

pub const SHAPES: [(&str, Shape); 28] = [
    ("a list that runs on", |bytes| {
        let text = long("1. ord 2. ord 3. 1. 12. ", bytes);
        let node = json!({"type": "stycke", "id": "S1", "text": [text]});
        artifact(json!({"fs": "fårfs", "structure": [node]}))
    }),
    ("running heads and divided words", |bytes| {
        let text = long("Prop. 1/2:3 s. 1 ord- ord Prop. 1/2:3 ord- och Prop. 1/2:34 ", bytes);
        let node = json!({"type": "stycke", "id": "S1", "text": [text]});
        artifact(json!({"identifier": "Prop. 1/2:3", "structure": [node]}))
    }),
    ("many paragraphs", |bytes| {
        body(nodes(bytes, |at| json!({"type": "stycke", "id": format!("P{at}"), "text": ["ord"]})))
    }),
    ("many empty texts under one long id", |bytes| {
        let id = long("P1", bytes / 2);
        let children = nodes(bytes / 2, |_| json!({"type": "stycke", "text": ["ord"]}));
        body(vec![json!({"type": "paragraf", "id": id, "children": children})])
    }),
    ("links under one long id", |bytes| {
        let id = long("P1", bytes / 2);
        let runs = nodes(bytes / 2, |_| json!({"uri": "https://lag.example/1890:2", "text": "ord"}));
        body(vec![json!({"type": "paragraf", "id": id, "text": runs})])
    }),
    ("articles with one long number", |bytes| {
        let points = nodes(bytes / 2, |at| json!({"type": "point", "num": at.to_string(), "text": ["ord"]}));
        body(vec![
            json!({"type": "article", "num": long("1", bytes / 2), "text": ["ord"], "children": points}),
        ])
    }),
    ("paragraphs whose numbers hold one another", |bytes| {
        let mut nodes = vec![json!({"type": "article", "num": "1"})];
        let mut number = "1".to_owned();
        let mut length = 0;
        while length < bytes {
            number.push_str(".1");
            length += number.len() + 40;
            nodes.push(json!({"type": "paragraph", "num": number, "text": ["ord"]}));
        }
        body(nodes)
    }),
    ("headings of rising level", |bytes| {
        body(nodes(
            bytes,
            |at| json!({"type": "rubrik", "level": at, "id": format!("R{at}"), "text": ["ord"]}),
        ))
    }),
    ("headings of falling level", |bytes| {
        body(nodes(bytes, |at| json!({"type": "rubrik", "level": 1_000_000 - at, "text": ["ord"]})))
    }),
    ("nodes inside one another", |bytes| {
        let text = long("ord ", bytes / 40);
        let mut node = json!({"type": "stycke", "ordinal": "1", "text": [text]});
        for at in 0..39 {
            node = json!({"type": "stycke", "ordinal": at.to_string(), "id": format!("P{at}"), "text": [text],
                "children": [node]});
        }
        body(vec![node])
    }),
    ("one long text deep inside", |bytes| {
        let mut node = json!({"type": "stycke", "text": [long("ord ", bytes)]});
        for at in 0..39 {
            node = json!({"type": "avsnitt", "id": format!("P{at}"), "children": [node]});
        }
        body(vec![node])
    }),
    ("many runs", |bytes| {
        body(vec![json!({"type": "stycke", "id": "P1", "text": nodes(bytes, |_| "ord".into())})])
    }),
    ("many links", |bytes| {
        let runs = nodes(
            bytes,
            |at| json!({"uri": format!("https://lag.example/{at}:1#P{at}"), "text": "ord", "predicate": format!("x:{at}")}),
        );
        body(vec![json!({"type": "stycke", "id": "P1", "text": runs})])
    }),
    ("a row of many cells", |bytes| {
        body(vec![json!({"type": "rad", "cells": nodes(bytes, |_| "ord".into())})])
    }),
    ("a table of many rows", |bytes| {
        let rows = nodes(bytes, |_| json!({"type": "rad", "cells": ["ord", ""]}));
        body(vec![json!({"type": "tabell", "children": rows})])
    }),
    ("a wide row over many short ones", |bytes| {
        let mut rows = vec![json!({"type": "rad", "cells": nodes(bytes / 2, |_| "".into())})];
        rows.extend(nodes(bytes / 2, |_| json!({"type": "rad", "cells": ["ord"]})));
        body(vec![json!({"type": "tabell", "children": rows})])
    }),
    ("a wide and tall row over many short ones", |bytes| {
        let cells = nodes(bytes / 6, |_| "".into());
        let (wide, tall): (Vec<_>, Vec<_>) = (vec![64; cells.len()], vec![1024; cells.len()]);
        let mut rows = vec![json!({"type": "rad", "cells": cells, "colspan": wide, "rowspan": tall})];
        rows.extend(nodes(bytes / 2, |_| json!({"type": "rad", "cells": ["ord"]})));
        body(vec![json!({"type": "tabell", "children": rows})])
    }),
    ("a register of many amendments", |bytes| {
        artifact(json!({"amendments": nodes(bytes, |at| {
            json!({"uri": format!("https://lag.example/1931:{at}"), "content": [{"type": "stycke", "text": ["ord"]}]})
        })}))
    }),
    ("many concepts", |bytes| {
        let words = nodes(bytes / 2, |at| json!(format!("ord {at}")));
        let terms = nodes(bytes / 2, |at| json!({"type": "stycke", "defines": format!("ord {at}")}));
        artifact(json!({"metadata": {"nyckelord": words}, "structure": terms}))
    }),
    ("many pages", |bytes| {
        body(nodes(bytes, |at| json!({"type": "stycke", "page": at % 700, "text": ["ord"]})))
    }),
    ("many numbered grounds", |bytes| {
        let nodes = nodes(bytes, |at| json!({"type": "stycke", "ordinal": at.to_string(), "text": ["ord"]}));
        body(vec![json!({"type": "instans", "children": [{"type": "domskal", "children": nodes}]})])
    }),
    ("many language versions", |bytes| {
        let versions = nodes(bytes, |_| json!({"language": "sv", "text": ["ord"]}));
        body(vec![json!({"type": "konventionsartikel", "ordinal": "6", "versions": versions})])
    }),
    ("many flattened rows", |bytes| body(nodes(bytes, |_| row("(a) | ord | ord")))),
    ("a flattened row of many cells before one of half as many", |bytes| {
        let tail = long("ord | ", bytes / 3);
        body(vec![row(&long("ord | ", bytes / 3 * 2)), row(&format!("{tail}annat"))])
    }),
    ("a flattened row that holds many", |bytes| {
        let rows = nodes(bytes / 3, |at| row(&format!("({at}) | ord")));
        let cells: Vec<&str> = rows.iter().filter_map(|row| row["text"][0].as_str()).collect();
        let words: Vec<String> = cells.iter().map(|words| words.replace(" |", "")).collect();
        let mut all = vec![row(&format!("1. | {} | {}", words.join(" "), cells.join(" | ")))];
        all.extend(rows);
        body(all)
    }),
    ("flattened rows that hold one another", |bytes| {
        let (mut rows, mut words, mut cells, mut length) =
            (vec![row("a | ord")], "a ord".to_owned(), "a | ord".to_owned(), 0);
        while length < bytes {
            cells = format!("a | ord {words} | {cells}");
            words = format!("a ord {words}");
            length += cells.len() + 40;
            rows.push(row(&cells));
        }
        rows.reverse();
        body(rows)
    }),
    ("a table written with bars", |bytes| {
        body(vec![
            json!({"type": "stycke", "text": [format!("|---|---| |{}", long("ord | ord | | ", bytes))]}),
        ])
    }),
    ("many consolidations", |bytes| {
        artifact(json!({"consolidations": nodes(bytes, |at| {
            json!({"konsolideradTom": format!("https://lag.example/fffs/2030:{at}"), "structure": [{"text": "ord"}]})
        })}))
    }),
];
