//! EU law (EUR-Lex): acts, treaties, judgments, opinions and orders.
//!
//! The formal id of a document is its CELEX number, which nobody cites. An act goes by its designation and name,
//! `(EU) 2031/77 Getförordningen (GETF)`; a ruling by its case number, `C-12/31 (Getfallet)`; a treaty by the
//! Swedish name in `data/eu-fordrag.txt`.

mod celex;
mod issuer;
mod twins;

use std::collections::HashMap;
use std::sync::LazyLock;

use lagrum_artifact::Artifact;

use crate::facets::{BucketOrder, Level, year_key};
use crate::names::{Names, with_acronym};
use crate::reading::Reading;
use crate::snippet::{cap_words, cut, first_node, prose_of_its_own};
use crate::{Extras, Group, Kind, LeafOrder, Row, Scheme, Source, table};
use celex::Celex;

pub(crate) static SOURCE: Source = Source {
    name: "eurlex",
    label: "EU-rättsakter",
    artifact_dir: "eurlex",
    versioned: true,
    scheme: Some(&Scheme {
        levels: &[
            Level { name: "Typ", key: browse_type, order: BucketOrder::Listed(|| &KINDS) },
            Level { name: "År", key: second_level, order: BucketOrder::ListedOrYear(|| &celex::FAMILIES) },
        ],
        leaf_order: LeafOrder::NewestFirst,
    }),
    kinds: || &KINDS,
    group: |kind| match kind {
        JUDGMENT | OPINION | ORDER => Group::EuDomar,
        TREATY => Group::EuFordrag,
        _ => Group::EuRattsakter,
    },
    names,
    snippet,
    year: |row| Celex::of(row.local_id).year(),
    fold: twins::fold,
    extras,
    owns: |local_id| local_id.starts_with("celex/"),
    ..Source::GENERIC
};

const TREATY: &str = "treaty";
const JUDGMENT: &str = "judgment";
const OPINION: &str = "opinion";
const ORDER: &str = "order";

/// Orders are filed with judgments and have no bucket of their own.
static KINDS: [Kind; 7] = [
    Kind::new(TREATY, "Fördrag"),
    Kind::new("directive", "Direktiv"),
    Kind::counted("regulation", "Förordningar", "Förordning"),
    Kind::new("decision", "Beslut"),
    Kind::counted(JUDGMENT, "Avgöranden", "Avgörande"),
    Kind::new(OPINION, "Generaladvokatens förslag"),
    Kind::new("act", "Övriga rättsakter"),
];

static TREATY_NAMES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    table::rows(include_str!("../data/eu-fordrag.txt")).map(|[celex, name]| (celex, name)).collect()
});

/// The Swedish name of a treaty, whichever printing or correction of it.
fn treaty_name(celex: Celex) -> Option<&'static str> {
    TREATY_NAMES.get(celex.without_printing()).copied()
}

fn names(reading: &Reading) -> Names {
    let celex = Celex(reading.str("celex").unwrap_or(Celex::of(reading.local_id).0));
    let kind = reading.str("doctype").unwrap_or_default();
    let names = match kind {
        TREATY => treaty_names(reading, celex),
        JUDGMENT => judgment_names(reading, celex),
        OPINION => numbered_names(reading, celex, "Förslag till avgörande i mål"),
        ORDER => numbered_names(reading, celex, "Beslut i mål"),
        _ => act_names(reading, celex),
    };
    let display = match reading.str("shortname") {
        _ if kind == TREATY => names.display,
        Some(name) => with_acronym(name, reading.str("abbr").unwrap_or_default()),
        None => with_acronym(&names.title, reading.str("abbr").unwrap_or_default()),
    };
    Names { kind: kind.to_owned(), label: celex.0.to_owned(), display, ..names }
}

fn treaty_names(reading: &Reading, celex: Celex) -> Names {
    let curated = treaty_name(celex);
    let title = reading.str("title").unwrap_or(celex.0);
    let official = curated.unwrap_or(title);
    Names {
        title: title.to_owned(),
        display: official.to_owned(),
        short_title: curated.unwrap_or_default().to_owned(),
        descriptive: official.to_owned(),
        ..Names::default()
    }
}

fn judgment_names(reading: &Reading, celex: Celex) -> Names {
    let cited = reading.str("label").unwrap_or(celex.0);
    let short_id = match cited.split_once('(') {
        Some((number, _)) if cited.ends_with(')') => number.trim(),
        _ => cited,
    };
    let named = named(reading);
    Names {
        title: cited.to_owned(),
        short_id: short_id.to_owned(),
        short_title: if named == short_id { String::new() } else { named },
        descriptive: reading.str("label").unwrap_or(short_id).to_owned(),
        ..Names::default()
    }
}

fn numbered_names(reading: &Reading, celex: Celex, what: &str) -> Names {
    let number = celex.case_number();
    Names {
        title: reading.str("title").unwrap_or(celex.0).to_owned(),
        descriptive: format!("{what} {number}"),
        short_id: number,
        ..Names::default()
    }
}

fn act_names(reading: &Reading, celex: Celex) -> Names {
    let label = reading.str("label").unwrap_or_default();
    let title = reading.str("title").unwrap_or(celex.0);
    let in_label = designation(label);
    let short_id = in_label.or_else(|| designation(title)).unwrap_or(celex.0);
    let named = named(reading);
    let rest_of_label = in_label.map_or("", |designation| label[designation.len()..].trim());
    let short_title = if named.is_empty() { rest_of_label.to_owned() } else { named.clone() };
    let descriptive = match in_label {
        Some(designation) if !named.is_empty() => format!("{designation} {named}"),
        _ if !label.is_empty() => label.to_owned(),
        _ if !short_title.is_empty() => short_title.clone(),
        _ => short_id.to_owned(),
    };
    Names {
        title: title.to_owned(),
        short_id: short_id.to_owned(),
        short_title,
        descriptive,
        ..Names::default()
    }
}

/// The short name with its acronym.
fn named(reading: &Reading) -> String {
    let name = reading.str("shortname").unwrap_or_default();
    if name.is_empty() { String::new() } else { with_acronym(name, reading.str("abbr").unwrap_or_default()) }
}

/// The designation a text begins with: `(EU) 2031/77`, `(EG) nr 12/2001`.
fn designation(text: &str) -> Option<&str> {
    let (community, after) = text.strip_prefix('(')?.split_once(')')?;
    if !matches!(community, "EU" | "EG" | "EEG" | "Euratom" | "EKSG") {
        return None;
    }
    let after = after.trim_start();
    let number = after.strip_prefix("nr").map_or(after, str::trim_start);
    let end = number.find(|c: char| !c.is_ascii_digit() && c != '/').unwrap_or(number.len());
    let digits = number[..end].trim_end_matches('/');
    let is_number = digits.contains('/') && digits.starts_with(|c: char| c.is_ascii_digit());
    is_number.then(|| &text[..text.len() - number.len() + digits.len()])
}

fn snippet(artifact: &Artifact, names: &Names) -> Option<String> {
    let own_text = |node: lagrum_artifact::Node| node.text().plain_text().trim().to_owned();
    let opening = if names.label.starts_with('6') {
        let ground = first_node(artifact, |node| {
            node.kind() == "paragraph"
                && node.str("num").is_some()
                && own_text(node).chars().count() >= GROUND_FROM
        });
        ground.map(|node| cap_words(&own_text(node)))
    } else {
        // The first that has a number: what stands before it is often no more than "Whereas:".
        let recital = first_node(artifact, |node| node.kind() == "recital" && node.str("num").is_some())
            .or_else(|| first_node(artifact, |node| node.kind() == "recital"));
        recital.map(|node| match node.str("num") {
            Some(number) => cut(&format!("({number}) {}", own_text(node))),
            None => cut(&own_text(node)),
        })
    };
    opening.filter(|text| !text.is_empty()).or_else(|| prose_of_its_own(artifact, names))
}

/// Characters the first numbered ground of a ruling must have to say something.
const GROUND_FROM: usize = 40;

fn browse_type(row: &Row) -> Option<String> {
    let kind = if row.kind == ORDER { JUDGMENT } else { row.kind };
    (!kind.is_empty()).then(|| kind.to_owned())
}

fn second_level(row: &Row) -> Option<String> {
    let celex = Celex::of(row.local_id);
    if row.kind == TREATY { Some(celex.family().key.to_owned()) } else { year_key(celex.year()) }
}

fn extras(row: &Row) -> Extras {
    let celex = Celex::of(row.local_id);
    match row.kind {
        TREATY => Extras {
            variant: Some(if celex.has_consolidations() { "current" } else { celex.family().key }),
            pre: Some(String::new()),
            key: Some(row.short_title.unwrap_or(row.display).to_owned()),
            ..Extras::default()
        },
        JUDGMENT | ORDER => Extras { variant: celex.court(), ..Extras::default() },
        "regulation" | "directive" | "decision" => {
            Extras { variant: Some(issuer::of(row.title, celex.0)), ..Extras::default() }
        }
        _ => Extras::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn designations() {
        let table = [
            ("(EU) 2031/77 Getförordningen", Some("(EU) 2031/77")),
            ("(EG) nr 12/2001", Some("(EG) nr 12/2001")),
            ("(Euratom) 2031/77/", Some("(Euratom) 2031/77")),
            ("(EU) No 12/2001 Goat Regulation", None),
            ("(EC) 12/2001", None),
            ("(EU) om getter", None),
            ("förordning (EU) 2031/77", None),
            ("(EU) 2031", None),
        ];
        for (text, expected) in table {
            assert_eq!(designation(text), expected, "{text}");
        }
    }

    #[test]
    fn the_table_of_treaties_is_sound() {
        assert!(!TREATY_NAMES.is_empty());
        for (celex, name) in TREATY_NAMES.iter() {
            assert!(celex.starts_with('1') && Celex(celex).year().is_some(), "{celex}");
            assert!(!name.is_empty(), "{celex}");
        }
    }
}
