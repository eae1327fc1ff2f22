//! Inbound lists of the model: the row set and the orders of contract 9.1.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::model::{Document, Model};

const SECTIONS: [&str; 19] = [
    "dv",
    "avg",
    "rs",
    "hudoc",
    "icc",
    "icj",
    "eu-caselaw",
    "eu-forslag",
    "sfs",
    "forarbete",
    "foreskrift",
    "eurlex",
    "edpb",
    "guidance",
    "lawreview",
    "coe",
    "icrc",
    "untc",
    "begrepp",
];

/// One row of an inbound answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub uri: String,
    pub target: String,
    pub anchor: Option<String>,
    pub page: Option<i64>,
    pub predicate: String,
}

/// Citing document, citing anchor and target: the key of a row.
type Spot<'a> = (&'a str, Option<&'a str>, &'a str);

/// Whether a place is the other or lies inside it.
pub fn lies_within(inner: &str, outer: &str) -> bool {
    if inner == outer {
        return true;
    }
    let Some(rest) = inner.strip_prefix(outer) else { return false };
    // A document contains all its anchors.
    if !outer.contains('#') {
        return rest.starts_with('#');
    }
    rest.starts_with(|next: char| next.is_ascii_uppercase() || next == '.')
}

impl Model {
    /// The rows of citations of a place, in rail order.
    pub fn inbound(&self, place: &str, exact: bool) -> Vec<Row> {
        let mut merged: BTreeMap<Spot<'_>, Vec<(&str, Option<i64>)>> = BTreeMap::new();
        for document in self.documents.values() {
            for link in &document.links {
                let in_scope = if exact { link.to == place } else { lies_within(&link.to, place) };
                if in_scope && link.root() != document.uri {
                    let spot = (document.uri.as_str(), link.anchor.as_deref(), link.to.as_str());
                    merged.entry(spot).or_default().push((&link.predicate, link.page));
                }
            }
        }
        let mut rows: Vec<Row> = merged
            .into_iter()
            .map(|((uri, anchor, target), links)| Row {
                uri: uri.to_owned(),
                target: target.to_owned(),
                anchor: anchor.map(str::to_owned),
                page: links.iter().filter_map(|(_, page)| *page).min(),
                predicate: shown(links.iter().map(|(predicate, _)| *predicate)).to_owned(),
            })
            .collect();
        rows.sort_by(|a, b| self.rail_order(a, b));
        rows
    }

    /// The rows of a source among rows in rail order; with `by_citations`, the most cited citing document first.
    pub fn narrowed(&self, rows: &[Row], source: Option<&str>, by_citations: bool) -> Vec<Row> {
        let mut rows = rows.to_vec();
        rows.retain(|row| source.is_none_or(|source| self.documents[&row.uri].source == source));
        if by_citations {
            rows.sort_by(|a, b| {
                let counts = self.inbound_count(&b.uri).cmp(&self.inbound_count(&a.uri));
                counts.then_with(|| self.rail_order(a, b))
            });
        }
        rows
    }

    fn rail_order(&self, a: &Row, b: &Row) -> Ordering {
        documents_in_rail_order(&self.documents[&a.uri], &self.documents[&b.uri])
            .then_with(|| a.uri.cmp(&b.uri))
            .then_with(|| a.target.cmp(&b.target))
            .then_with(|| a.anchor.clone().unwrap_or_default().cmp(&b.anchor.clone().unwrap_or_default()))
    }
}

fn documents_in_rail_order(a: &Document, b: &Document) -> Ordering {
    let section = section(a);
    let by_label = || a.description.label.cmp(&b.description.label);
    let (a_date, b_date) = (a.description.date.as_deref(), b.description.date.as_deref());
    rank(section).cmp(&rank(self::section(b))).then_with(|| match section {
        "dv" | "eu-caselaw" | "eu-forslag" => undated_last(a_date, b_date, true).then_with(by_label),
        "forarbete" => weight(a.kind())
            .cmp(&weight(b.kind()))
            .then_with(|| undated_last(a_date, b_date, false))
            .then_with(by_label),
        _ => by_label(),
    })
}

/// Of the relations that share a row, the one shown.
fn shown<'a>(predicates: impl Iterator<Item = &'a str>) -> &'a str {
    let mut predicates: Vec<&str> = predicates.collect();
    predicates.sort_unstable();
    predicates.iter().find(|name| **name != "dcterms:references").copied().unwrap_or("dcterms:references")
}

fn section(document: &Document) -> &str {
    match (document.source.as_str(), document.kind()) {
        ("eurlex", "judgment") => "eu-caselaw",
        ("eurlex", "opinion") => "eu-forslag",
        (source, _) => source,
    }
}

fn rank(section: &str) -> usize {
    SECTIONS.iter().position(|name| *name == section).unwrap_or(SECTIONS.len())
}

fn weight(kind: &str) -> usize {
    let weights: [&[&str]; 5] = [&["prop"], &["sou"], &["ds", "pm"], &["lr"], &["bet"]];
    weights.iter().position(|kinds| kinds.contains(&kind)).unwrap_or(weights.len())
}

fn undated_last(a: Option<&str>, b: Option<&str>, newest_first: bool) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) if newest_first => b.cmp(a),
        (Some(a), Some(b)) => a.cmp(b),
        (a, b) => a.is_none().cmp(&b.is_none()),
    }
}

#[test]
fn what_lies_within_what() {
    let table = [
        ("x:1#K3P1S2", "x:1#K3P1", true),
        ("x:1#K3P1", "x:1#K3P1", true),
        ("x:1#K3P10", "x:1#K3P1", false),
        ("x:1#K3P1a", "x:1#K3P1", false),
        ("x:1#9.2.a", "x:1#9.2", true),
        ("x:1#9", "x:1", true),
        ("x:10#9", "x:1", false),
        ("x:1#", "x:1", true),
        ("x:1", "x:1#9", false),
    ];
    for (inner, outer, within) in table {
        assert_eq!(lies_within(inner, outer), within, "{inner} in {outer}");
    }
}
