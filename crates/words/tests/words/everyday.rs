//! Everyday expressions found in queries.

use lagrum_words::{everyday, tokens};

/// What the everyday expressions of a query are and what each is called first.
fn check(query: &str, expected: &[(&str, &str)]) {
    let words: Vec<String> = tokens(query).map(|token| token.word.into_owned()).collect();
    let words: Vec<&str> = words.iter().map(|word| &**word).collect();
    let found = everyday(&words);
    let read: Vec<(String, &str)> =
        found.iter().map(|found| (words[found.words.clone()].join(" "), found.called[0])).collect();
    let expected: Vec<(String, &str)> =
        expected.iter().map(|(words, called)| ((*words).to_owned(), *called)).collect();
    assert_eq!(read, expected, "of {query:?}");
}

#[test]
fn expressions_are_found_among_the_words() {
    check("vab regler", &[("vab", "tillfällig föräldrapenning")]);
    check("bygga attefallshus", &[("attefallshus", "komplementbyggnad")]);
    check(
        "moms på rotavdrag",
        &[("moms", "mervärdesskatt"), ("rotavdrag", "skattereduktion för hushållsarbete")],
    );
    check("ersättning från A-kassan", &[("a kassan", "arbetslöshetsersättning")]);
}

#[test]
fn the_longest_expression_wins() {
    check("jobba", &[("jobba", "arbeta")]);
    check("får man jobba kvar", &[("jobba kvar", "kvarstå i anställningen")]);
}

#[test]
fn inflection_and_missing_diacritics_are_no_matter() {
    check("hyreskontraktets", &[("hyreskontraktets", "hyresavtal")]);
    check("hyreshojningar", &[("hyreshojningar", "ändring av hyresvillkor")]);
    check("polisen slog, bli vräkta", &[("polisen", "polisman"), ("bli vräkta", "avhysning")]);
}

#[test]
fn what_is_no_everyday_expression() {
    for query in ["", "semesterlagen", "äga", "1999:175", "kassa", "kvar jobba"] {
        let words: Vec<String> = tokens(query).map(|token| token.word.into_owned()).collect();
        let words: Vec<&str> = words.iter().map(|word| &**word).collect();
        let found = everyday(&words);
        assert!(found.iter().all(|found| words[found.words.clone()] == ["jobba"]), "of {query:?}: {found:?}");
    }
}
