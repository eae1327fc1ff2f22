//! No text is an error: whatever is typed, reading ends, in bounds, with targets that make sense.

#![allow(clippy::unwrap_used, reason = "a broken fixture may end a test")]

use std::sync::LazyLock;

use lagrum_artifact::Base;
use lagrum_citation::{CitationNames, Resolver};
use proptest::prelude::*;

static RESOLVER: LazyLock<Resolver> =
    LazyLock::new(|| Resolver::new(CitationNames::shipped(), Base::parse("https://lag.example").unwrap()));

/// What must hold of every reading.
fn check(query: &str) {
    let Some(reading) = RESOLVER.read(query) else { return };
    assert!(!reading.targets.is_empty(), "{query:?}");
    assert!(reading.query.get(reading.matched.clone()).is_some_and(|part| !part.is_empty()), "{query:?}");
    for target in &reading.targets {
        assert!(target.source().is_some(), "{query:?} gives {target}");
        assert!(!target.document.contains(['#', ' ']), "{query:?} gives {target}");
    }
    // Whole or not, the words read and the words beside make up the query.
    assert_eq!(reading.is_whole(), reading.beside().is_empty(), "{query:?}");
}

/// Pieces that citations are made of, to be thrown together at random.
const PIECES: [&str; 60] = [
    "avtalslagen",
    "BrB",
    "gdpr",
    "GDPR",
    "EKMR",
    "NJA",
    "HFD",
    "prop.",
    "SOU",
    "bet.",
    "JO",
    "JK",
    "ARN",
    "dnr",
    "FFFS",
    "HSLF-FS",
    "2017/18",
    "2017:39",
    "1962:700",
    "(1982:80)",
    "12:1",
    "36",
    "§",
    "§§",
    "kap.",
    "kap",
    "st.",
    "stycket",
    "andra",
    "p.",
    "artikel",
    "art",
    "skäl",
    "(83)",
    "6.1",
    "c",
    "i",
    "och",
    "-",
    "–",
    ",",
    ".",
    "s.",
    "45",
    "C-311/18",
    "mål",
    "direktiv",
    "(EU)",
    "nr",
    "2016/679",
    "95/46/EG",
    "32016R0679",
    "lagen",
    "om",
    "mot",
    "Sverige",
    "v.",
    "001-58257",
    "ECLI:EU:C",
    "2015",
];

proptest! {
    #[test]
    fn any_text_at_all(query in "\\PC{0,400}") {
        check(&query);
    }

    #[test]
    fn text_of_the_signs_citations_use(query in "[a-zåäöA-ZÅÄÖ0-9 §:./()#\u{a0}\u{2011}-]{0,80}") {
        check(&query);
    }

    #[test]
    fn pieces_of_citations_thrown_together(
        pieces in proptest::collection::vec((0..PIECES.len(), any::<bool>()), 1..24),
    ) {
        let joined = pieces.iter().map(|(piece, blank)| {
            let blank = if *blank { " " } else { "" };
            format!("{}{blank}", PIECES[*piece])
        });
        check(&joined.collect::<String>());
    }

    #[test]
    fn a_query_of_many_blanks_reads_as_one_of_few(words in proptest::collection::vec(0..PIECES.len(), 1..8)) {
        let words: Vec<&str> = words.iter().map(|piece| PIECES[*piece]).collect();
        let (tight, wide) = (words.join(" "), format!("  {}\t\n", words.join(" \u{a0} ")));
        prop_assert_eq!(RESOLVER.read(&tight), RESOLVER.read(&wide));
    }
}

#[test]
fn long_and_repetitive_texts() {
    for piece in [
        "12, ",
        "12 och ",
        "36 § ",
        "kap ",
        "avtalslagen ",
        "(",
        "((1982:80) ",
        "§",
        "artikel 6 i ",
        "plan- och ",
        "NJA 2015 s. ",
        "C-1/11, ",
        "2017/18:",
        "dnr ",
        "%C3",
        "a",
        "\u{301}",
        "e\u{301}",
        "mot ",
        "lagen om ",
        "1:1:1:",
    ] {
        for length in [40, 299, 300, 8 * 1024, 64 * 1024] {
            let query: String = piece.chars().cycle().take(length).collect();
            check(&query);
            if length > 300 && !piece.contains('\u{301}') {
                assert!(RESOLVER.read(&query).is_none(), "{piece:?} {length}");
            }
        }
    }
}
