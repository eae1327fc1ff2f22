//! The locations and documents that a reading gives when it is looked up in a corpus.

#![allow(clippy::unwrap_used, reason = "a broken fixture may end a test")]

use std::sync::LazyLock;

use lagrum_artifact::{Anchor, Base};
use lagrum_citation::{CitationNames, Holdings, Resolver};

/// A few documents with their places in order.
struct Shelf(&'static [(&'static str, &'static [&'static str])]);

const SHELF: Shelf = Shelf(&[
    ("1915:218", &["K1", "P1", "P2", "K2", "P10", "K3", "P28", "P36", "P36S1", "P36S2", "K4", "P39"]),
    ("1962:700", &["K3", "K3P1", "K3P1S1", "K3P1S1N2"]),
    ("1904:48_s.1", &["P1", "P3"]),
    ("1904:26_s.1", &["K1P1"]),
    ("1942:740", &["K35P1"]),
    ("celex/32016R0679", &["6", "6.1", "6.1.c", "6.1.S2", "3a", "recital-83"]),
    ("celex/62018CO0777", &[]),
    ("celex/62013CV0002", &[]),
    ("coe/005", &["A6", "A6P1", "A6P3", "A6P3Lc"]),
    ("prop/2017/18:105", &["sid44", "sid45", "a4", "a8", "a8.2"]),
    ("2031:1_s.4", &[]),
    ("2031:1_s.9", &[]),
]);

impl Shelf {
    fn places(&self, document: &str) -> Option<&'static [&'static str]> {
        self.0.iter().find(|(held, _)| *held == document).map(|(_, places)| *places)
    }
}

impl Holdings for Shelf {
    fn holds(&self, document: &str) -> bool {
        self.places(document).is_some()
    }

    fn has_anchor(&self, document: &str, anchor: &Anchor) -> bool {
        self.places(document).is_some_and(|places| places.contains(&anchor.as_str()))
    }

    fn encloses(&self, document: &str, outer: &Anchor, inner: &Anchor) -> bool {
        let places = self.places(document).unwrap_or_default();
        let before = places.iter().take_while(|place| **place != inner.as_str());
        before.filter(|place| place.starts_with('K')).last().is_some_and(|chapter| *chapter == outer.as_str())
    }

    fn page_numbered(&self, number: &str) -> Vec<String> {
        let prefix = format!("{number}_s.");
        self.0
            .iter()
            .filter(|(held, _)| held.starts_with(&prefix))
            .map(|(held, _)| (*held).to_owned())
            .collect()
    }
}

static RESOLVER: LazyLock<Resolver> =
    LazyLock::new(|| Resolver::new(CitationNames::shipped(), Base::parse("https://lag.example").unwrap()));

/// Results, then what was recognized with its source in parentheses.
fn settle(query: &str) -> String {
    let resolution = RESOLVER.resolve(query, &SHELF);
    let results = resolution.results.iter().map(|resolved| match &resolved.anchor {
        Some(pin) => format!("{}#{pin}", resolved.document),
        None => resolved.document.clone(),
    });
    let recognized =
        resolution.recognized.iter().map(|other| format!("({}) {}", other.source, other.document));
    results.chain(recognized).collect::<Vec<_>>().join(" ")
}

#[test]
fn places_are_checked_against_the_document() {
    let table = [
        ("avtalslagen 36", "1915:218#P36"),
        ("avtalslagen 36 § 2 st", "1915:218#P36S2"),
        // Parts that the document does not have: the provision around them is returned.
        ("avtalslagen 36 § 9 st", "1915:218#P36"),
        ("avtalslagen 36 § 2 st 7", "1915:218#P36"),
        ("avtalslagen 36 § 2 st tredje meningen", "1915:218#P36S2"),
        // A provision that the document does not have: the document alone is returned.
        ("avtalslagen 99", "1915:218"),
        ("BrB 99:1", "1962:700"),
        ("BrB 3:1 p 2", "1962:700#K3P1S1N2"),
        ("BrB 1", "1962:700"),
        // Sections that run on through the chapters.
        ("avtalslagen 3 kap. 36 §", "1915:218#P36"),
        ("avtalslagen 3 kap. 36 § 2 st", "1915:218#P36S2"),
        ("12 kap. 1 § avtalslagen", "1915:218"),
        ("4 kap. 36 § avtalslagen", "1915:218"),
        ("GDPR art 6.1 c", "celex/32016R0679#6.1.c"),
        ("GDPR art 6.1 z", "celex/32016R0679#6.1"),
        ("GDPR art 6.9", "celex/32016R0679#6"),
        ("GDPR art 77", "celex/32016R0679"),
        ("GDPR art 3 a", "celex/32016R0679#3a"),
        ("GDPR skäl 83", "celex/32016R0679#recital-83"),
        ("GDPR skäl 999", "celex/32016R0679"),
        ("EKMR 6.3 c", "coe/005#A6P3Lc"),
        ("EKMR 6.1 c", "coe/005#A6P1"),
        ("EKMR 6.9", "coe/005#A6"),
        ("prop. 2017/18:105 s. 45", "prop/2017/18:105#sid45"),
        ("prop. 2017/18:105 s. 46", "prop/2017/18:105"),
        ("prop. 2017/18:105 avsnitt 4", "prop/2017/18:105#a4"),
        ("avsnitt 8.2 i prop. 2017/18:105", "prop/2017/18:105#a8.2"),
        // The section around one that the document does not have may be about something else.
        ("prop. 2017/18:105 avsnitt 8.2.1", "prop/2017/18:105"),
        ("prop. 2017/18:105 avsnitt 9", "prop/2017/18:105"),
    ];
    for (query, expected) in table {
        assert_eq!(settle(query), expected, "{query}");
    }
}

#[test]
fn documents_held_under_another_form() {
    let table = [
        ("1904:48", "1904:48_s.1"),
        ("SFS 1904:48 3 §", "1904:48_s.1#P3"),
        ("samäganderättslagen 3 §", "1904:48_s.1#P3"),
        // Two statutes have the number, with different pages: neither is returned.
        ("2031:1", "(sfs) 2031:1"),
        // A numbered part that is held by its page.
        ("IÄL 1:1", "1904:26_s.1#K1P1"),
        ("C-777/18", "celex/62018CO0777"),
        ("C-2/13", "celex/62013CV0002"),
        ("Yttrande 2/13", "celex/62013CV0002"),
    ];
    for (query, expected) in table {
        assert_eq!(settle(query), expected, "{query}");
    }
}

#[test]
fn what_is_not_held_is_recognized_as_a_document() {
    let table = [
        ("C-912/31", "(eurlex) celex/62031CJ0912"),
        ("köplagen 27 §", "(sfs) 1990:931"),
        ("prop. 2031/32:1 s. 5", "(forarbete) prop/2031/32:1"),
        ("FFFS 2031:1", "(foreskrift) fffs/2031:1"),
        ("NJA 2031 s. 5", "(dv) dom/nja/2031s5"),
        ("001-999999", "(hudoc) dom/echr/001-999999"),
        ("JO 1-2031", "(avg) avg/jo/1-2031"),
        ("EKMR", "(sfs) 1994:1219"),
        ("Geneva Conventions article 3", "(icrc) icrc/365 (icrc) icrc/370 (icrc) icrc/375 (icrc) icrc/380"),
        ("T 99999-19", ""),
        ("blomkål", ""),
        ("https://lag.example/xyz/1", ""),
    ];
    for (query, expected) in table {
        assert_eq!(settle(query), expected, "{query}");
    }
}
