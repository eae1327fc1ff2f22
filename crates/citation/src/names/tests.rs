//! The index against a plain walk over all names.

use std::sync::LazyLock;

use proptest::prelude::*;

use super::*;
use crate::normalise::CleanQuery;

static NAMES: LazyLock<CitationNames> = LazyLock::new(CitationNames::shipped);

const ALL: [ActForm; 3] = [ActForm::SwedishAct, ActForm::EuAct, ActForm::Treaty];

/// The length of the longest name that begins the text and ends a word, found by trying every row.
fn naive(text: &str) -> Option<usize> {
    let lengths = NAMES.rows.iter().filter(|row| row.kind != NameKind::Generic).filter_map(|row| {
        let rest = text.strip_prefix(&*row.lower)?;
        let end = row.lower.len();
        // In lower case an abbreviation shows no genitive.
        let genitive =
            rest.starts_with('s') && ends_name(text, end + 1) && row.kind != NameKind::Abbreviation;
        if ends_name(text, end) { Some(end) } else { genitive.then_some(end + 1) }
    });
    lengths.max()
}

fn found(text: &str) -> Option<usize> {
    let query = CleanQuery::new(text)?;
    NAMES.longest(Cursor::new(&query), &ALL, Spelling::AsWritten).map(|hit| hit.end)
}

proptest! {
    #[test]
    fn the_longest_name_is_found(
        row in 0..NAMES.rows.len(),
        tail in "( ?[a-zåäö0-9§-]{0,6}){0,2}",
        second in 0..NAMES.rows.len(),
        joined in any::<bool>(),
    ) {
        let mut text = format!("{}{tail}", NAMES.rows[row].lower);
        if joined {
            text += &NAMES.rows[second].lower;
        }
        let Some(query) = CleanQuery::new(&text) else { return Ok(()) };
        prop_assert_eq!(found(query.lower()), naive(query.lower()), "{}", text);
    }
}

#[test]
fn every_name_is_found_in_any_case() {
    for row in NAMES.rows.iter().filter(|row| row.kind != NameKind::Generic) {
        for text in [row.written.to_string(), row.written.to_uppercase(), row.lower.to_string()] {
            let expected = CleanQuery::new(&text).map(|query| query.lower().len());
            assert_eq!(found(&text), expected, "{text}");
        }
    }
}

#[test]
fn what_ends_a_name() {
    for (text, end, expected) in [
        ("köplagen", "köplagen".len(), true),
        ("köplagen 36", "köplagen".len(), true),
        ("köplagens", "köplagen".len(), false),
        ("lou-direktivet", 3, false),
        ("lou-", 3, true),
        ("lou - x", 3, true),
        ("brb12:1", 3, true),
        ("nis22", 4, false),
        ("108+", 4, true),
        ("köp lagen", 4, true),
        ("köp lagen", 5, false),
    ] {
        assert_eq!(ends_name(text, end), expected, "{text} {end}");
    }
}

#[test]
fn two_abbreviations_that_differ_in_case() {
    let document = |text: &str| {
        let query = CleanQuery::new(text).unwrap();
        let hit = NAMES.longest(Cursor::new(&query), &[ActForm::SwedishAct], Spelling::AsWritten).unwrap();
        hit.row().unwrap().document.to_string()
    };
    assert_eq!(document("BFL"), "1999:1078");
    assert_eq!(document("BfL"), "1990:746");
    assert_eq!(document("bfl"), "1999:1078");
}
