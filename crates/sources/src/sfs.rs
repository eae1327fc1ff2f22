//! Statutes (Svensk författningssamling).
//!
//! A statute goes by the name lawyers have for it, where the table `data/lagar.txt` knows one; else by its title
//! without the number. Only a name that ends as laws and codes do makes a *lag*; a few constitutional acts are laws
//! under another name.

use std::collections::HashMap;
use std::sync::LazyLock;

use lagrum_artifact::{AnchorGrammar, raise_first_letter};

use crate::facets::{BucketOrder, Level};
use crate::names::{Names, collapse, with_acronym};
use crate::reading::Reading;
use crate::subject::{Subject, without_insertions};
use crate::{Extras, Group, Kind, LeafOrder, Row, Scheme, Source, snippet, table, year};

pub(crate) static SOURCE: Source = Source {
    name: "sfs",
    label: "Författningar",
    artifact_dir: "sfs",
    grammar: AnchorGrammar::Statute,
    versioned: true,
    scheme: Some(&Scheme {
        levels: &[Level {
            name: "Bokstav",
            key: |row| Some(Subject::of(row.title).initial().to_string()),
            order: BucketOrder::Letter,
        }],
        leaf_order: LeafOrder::Subject,
    }),
    kinds: || &KINDS,
    group: |_| Group::Forfattningar,
    names,
    snippet: snippet::first_paragraf,
    year: |row| year::leading_before(row.local_id, &[':']),
    extras,
    owns: |local_id| year::leading_before(local_id, &[':']).is_some(),
    ..Source::GENERIC
};

const LAG: &str = "lag";

static KINDS: [Kind; 2] =
    [Kind::counted(LAG, "Lagar", "Lag"), Kind::counted("forordning", "Förordningar m.m.", "Förordning")];

/// Laws whose names do not say that they are.
const CONSTITUTIONAL: [&str; 5] = ["1974:152", "1949:105", "1991:1469", "1810:0926", "2014:801"];

struct LawName {
    /// Empty when the statute has only an abbreviation.
    name: &'static str,
    /// The usual one; empty when there is none.
    abbr: &'static str,
}

static LAWS: LazyLock<HashMap<&str, LawName>> = LazyLock::new(|| {
    table::rows(include_str!("../data/lagar.txt"))
        .map(|[id, name, abbrs]| {
            (id, LawName { name, abbr: abbrs.split(',').next().unwrap_or_default().trim() })
        })
        .collect()
});

fn names(reading: &Reading) -> Names {
    let short_id = format!("SFS {}", reading.local_id);
    let title = reading.property("dcterms:title").unwrap_or(&short_id).to_owned();
    let law = LAWS.get(reading.local_id);
    let name = law.map(|law| law.name).unwrap_or_default();
    let abbr = law.map(|law| law.abbr).unwrap_or_default();
    let (short_title, descriptive, display) = if name.is_empty() {
        let short = without_number(&title);
        (short.clone(), short, String::new())
    } else {
        let raised = raise_first_letter(name);
        let display = with_acronym(&raised, abbr);
        (raised, name.to_owned(), display)
    };
    Names {
        kind: if is_lag(reading.local_id, &title) { LAG } else { "forordning" }.to_owned(),
        label: short_id.clone(),
        title,
        display,
        short_id,
        short_title,
        descriptive,
        abbr: abbr.to_owned(),
    }
}

/// Whether a title, or the number of an act, is that of a law.
fn is_lag(local_id: &str, title: &str) -> bool {
    let title = collapse(&without_insertions(title)).to_lowercase();
    let designation = title.split('(').next().unwrap_or_default().trim_end();
    CONSTITUTIONAL.contains(&local_id)
        || ["lag", "lagen", "balk", "balken"].iter().any(|ending| designation.ends_with(ending))
}

/// A title without its `(1931:47)`.
fn without_number(title: &str) -> String {
    let mut kept = String::new();
    let mut rest = title;
    while let Some(open) = rest.find('(') {
        kept.push_str(&rest[..open]);
        rest = &rest[open..];
        let begins = year::leading_before(&rest[1..], &[':']).is_some();
        let number = if begins { rest.split_once(')') } else { None };
        if let Some((_, after)) = number {
            rest = after;
        } else if begins {
            // No parenthesis ends any more.
            break;
        } else {
            kept.push('(');
            rest = &rest[1..];
        }
    }
    kept.push_str(rest);
    collapse(&kept)
}

fn extras(row: &Row) -> Extras {
    let Subject { prefix, key } = Subject::of(row.title);
    Extras {
        pre: Some(prefix),
        key: Some(if key.is_empty() { row.display.to_owned() } else { key }),
        subdued: Some(row.kind != LAG),
        year: row.local_id.split_once(':').map(|(year, _)| year.to_owned()),
        ..Extras::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_makes_a_lag() {
        let table = [
            ("1931:47", "Lag (1931:47) om får", true),
            ("1931:47", "Fårlag (1931:47)", true),
            ("1931:47", "Fårbalken (1931:47) m.m.", true),
            ("1931:47", "/Rubriken upphör (2031-01-01)/ Fårlag (1931:47)", true),
            ("1931:47", "Lag om får", false),
            ("1931:47", "Förordning (1931:47) om lag", false),
            ("1974:152", "Kungörelse (1974:152) om beslutad ny regeringsform", true),
        ];
        for (id, title, lag) in table {
            assert_eq!(is_lag(id, title), lag, "{title}");
        }
    }

    #[test]
    fn titles_without_their_number() {
        for (title, expected) in [
            ("Fårlag (1931:47)", "Fårlag"),
            ("Lag (1931:47) om får (och getter)", "Lag om får (och getter)"),
            ("Lag (1931:47 s. 2) om (", "Lag om ("),
            ("Lag (åäö:1) om får", "Lag (åäö:1) om får"),
        ] {
            assert_eq!(without_number(title), expected);
        }
    }

    #[test]
    fn the_table_of_laws_is_sound() {
        assert!(!LAWS.is_empty());
        for (id, law) in LAWS.iter() {
            assert!((SOURCE.owns)(id), "{id}");
            assert!(!law.name.is_empty() || !law.abbr.is_empty(), "{id}");
        }
    }
}
