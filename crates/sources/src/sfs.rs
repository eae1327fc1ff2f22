//! Statutes (Svensk författningssamling).
//!
//! A statute is called by its established name if the table `data/lagar.txt` has one, else by its title without the
//! number. It is a *lag* if its title has the ending of laws and codes; a few constitutional acts are laws with other
//! titles.

use std::collections::HashMap;
use std::sync::LazyLock;

use lagrum_artifact::{AnchorGrammar, raise_first_letter, shown_title};

use crate::facets::{BucketOrder, FacetLevel};
use crate::names::{DocumentNames, collapse, lower_first_letter, with_acronym};
use crate::reading::ArtifactFields;
use crate::subject::{Subject, without_insertions};
use crate::{
    ActForm, BrowseExtras, DocumentKind, FacetScheme, FlowGroup, LeafOrder, ListingRow, NameForm, Source,
    snippet, table, year,
};

pub(crate) static SOURCE: Source = Source {
    name: "sfs",
    label: "Författningar",
    acronym_in_name: false,
    artifact_dir: "sfs",
    grammar: AnchorGrammar::Statute,
    has_lydelser: true,
    act_form: Some(ActForm::SwedishAct),
    holds_statutes: true,
    scheme: Some(&FacetScheme {
        levels: &[FacetLevel {
            name: "Bokstav",
            key: |row| Some(Subject::of(row.title).initial().to_string()),
            order: BucketOrder::Letter,
        }],
        leaf_order: LeafOrder::Subject,
    }),
    kinds: || &KINDS,
    group: |_| FlowGroup::Forfattningar,
    names,
    english_names,
    successor,
    stated_names: |artifact, _| {
        let title = artifact.str(&["metadata", "properties", "dcterms:title"]);
        Vec::from_iter(NameForm::Title.of(title))
    },
    snippet: snippet::first_paragraf,
    year: |row| year::leading_before(row.local_id, &[':']),
    extras,
    owns: |local_id| year::leading_before(local_id, &[':']).is_some(),
    ..Source::GENERIC
};

const LAG: &str = "lag";

static KINDS: [DocumentKind; 2] = [
    DocumentKind::counted(LAG, "Lagar", "Lag"),
    DocumentKind::counted("forordning", "Förordningar m.m.", "Förordning"),
];

/// Laws whose titles do not have the ending of laws.
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

/// The English names of statutes, by number.
static ENGLISH: LazyLock<HashMap<&str, Vec<&'static str>>> = LazyLock::new(|| {
    table::rows(include_str!("../data/lagar-engelska.txt"))
        .map(|[id, names]| (id, names.split(',').map(str::trim).collect()))
        .collect()
});

/// The established name of a statute by its number, or its abbreviation; None where it has neither.
pub(crate) fn established_name(number: &str) -> Option<&'static str> {
    let LawName { name, abbr } = LAWS.get(number)?;
    [*name, *abbr].into_iter().find(|name| !name.is_empty())
}

/// The statutes that have English names: their local ids, and the usual name.
pub fn acts_named_in_english() -> Vec<(&'static str, &'static str)> {
    ENGLISH.iter().filter_map(|(id, names)| Some((*id, *names.first()?))).collect()
}

/// The names of a statute in English, the usual one first.
fn english_names(local_id: &str) -> &'static [&'static str] {
    ENGLISH.get(local_id).map_or(&[], Vec::as_slice)
}

fn names(reading: &ArtifactFields) -> DocumentNames {
    let short_id = format!("SFS {}", reading.local_id);
    let title = reading.property("dcterms:title").unwrap_or(&short_id).to_owned();
    let law = LAWS.get(reading.local_id);
    let name = law.map(|law| law.name).unwrap_or_default();
    let abbr = law.map(|law| law.abbr).unwrap_or_default();
    let (short_title, descriptive, display, in_text) = if name.is_empty() {
        let shown = shown_title(&title);
        let short = without_number(&shown);
        let in_text = definite(&shown);
        (short.clone(), short, shown, in_text)
    } else {
        let raised = raise_first_letter(name);
        let display = with_acronym(&raised, abbr);
        (raised, name.to_owned(), display, name.to_owned())
    };
    DocumentNames {
        kind: if is_lag(reading.local_id, &title) { LAG } else { "forordning" }.to_owned(),
        label: short_id.clone(),
        title: shown_title(&title),
        filed_title: title,
        display,
        in_text,
        short_id,
        short_title,
        descriptive,
        abbr: abbr.to_owned(),
    }
}

/// The act that repealed a statute; for an act on the introduction of another act, that other act: 1931:47 for `Lag (1931:48) om
/// införande av fårlagen (1931:47)`.
fn successor(reading: &ArtifactFields) -> Option<String> {
    let introduced = || {
        let (_, title) = reading.property("dcterms:title")?.split_once("införande av ")?;
        let (number, _) = title.split_once('(')?.1.split_once(')')?;
        year::leading_before(number, &[':'])?;
        Some(format!("{}/{number}", reading.base))
    };
    reading.property("rinfoex:upphavdAv").map(str::to_owned).or_else(introduced)
}

/// Whether a statute is a law, by its title or its number.
fn is_lag(local_id: &str, title: &str) -> bool {
    let title = collapse(&without_insertions(title)).to_lowercase();
    let designation = title.split('(').next().unwrap_or_default().trim_end();
    CONSTITUTIONAL.contains(&local_id)
        || ["lag", "lagen", "balk", "balken"].iter().any(|ending| designation.ends_with(ending))
}

/// Nouns for statutes, and the endings of their definite forms.
const DEFINITE: [(&str, &str); 10] = [
    ("lag", "en"),
    ("balk", "en"),
    ("ordning", "en"),
    ("instruktion", "en"),
    ("kungörelse", "n"),
    ("stadga", "n"),
    ("tillkännagivande", "t"),
    ("reglemente", "t"),
    ("cirkulär", "et"),
    ("brev", "et"),
];

/// A title inside a sentence: `lagen (1931:47) om får` for `Lag (1931:47) om får`. A title without a noun of the table
/// is unchanged, and so is a title whose noun follows a genitive: `Fårverkets kungörelse (1931:48) om ull`. The noun is the word before
/// the number; in a title without a number, the word before the first preposition.
pub(crate) fn definite(title: &str) -> String {
    let first_of = |words: &[&str]| words.iter().filter_map(|word| title.find(word)).min();
    let end = first_of(&[" ("]).or_else(|| first_of(&[" om ", " med ", " angående ", " av ", " för "]));
    let (before, after) = title.split_at(end.unwrap_or(title.len()));
    let lower = before.to_lowercase();
    let follows_genitive = lower.rsplit_once(' ').is_some_and(|(owner, _)| owner.ends_with('s'));
    let ending = DEFINITE.iter().find(|(word, _)| lower.ends_with(word));
    match ending {
        Some((_, ending)) if !follows_genitive => format!("{}{ending}{after}", lower_first_letter(before)),
        _ => title.to_owned(),
    }
}

/// A title without its `(1931:47)`.
pub(crate) fn without_number(title: &str) -> String {
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
            // The parenthesis is not closed.
            break;
        } else {
            kept.push('(');
            rest = &rest[1..];
        }
    }
    kept.push_str(rest);
    collapse(&kept)
}

fn extras(row: &ListingRow) -> BrowseExtras {
    let Subject { prefix, key } = Subject::of(row.title);
    BrowseExtras {
        pre: Some(prefix),
        key: Some(if key.is_empty() { row.display.to_owned() } else { key }),
        subdued: Some(row.kind != LAG),
        year: row.local_id.split_once(':').map(|(year, _)| year.to_owned()),
        ..BrowseExtras::default()
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
    fn titles_inside_a_sentence() {
        let table = [
            ("Lag (1931:47) om får", "lagen (1931:47) om får"),
            ("Radio- och fårlag (1931:47)", "radio- och fårlagen (1931:47)"),
            ("Fårkungörelse (1931:47)", "fårkungörelsen (1931:47)"),
            ("Förordning (1931:47) om lag", "förordningen (1931:47) om lag"),
            ("Kungl. Maj:ts brev (1931:47) om får", "Kungl. Maj:ts brev (1931:47) om får"),
            ("SFS 1931:47", "SFS 1931:47"),
        ];
        for (title, expected) in table {
            assert_eq!(definite(title), expected, "{title}");
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
    fn the_table_of_english_names_is_sound() {
        let mut seen = std::collections::HashSet::new();
        for (id, names) in ENGLISH.iter() {
            assert!((SOURCE.owns)(id), "{id}");
            for name in names {
                assert!(!name.is_empty() && seen.insert(name), "{id}: {name}");
            }
        }
        assert_eq!(english_names("1915:218"), ["Contracts Act"]);
        assert!(english_names("1931:47").is_empty());
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
