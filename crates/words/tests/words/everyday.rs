//! Everyday expressions found in queries.

use lagrum_words::{english_terms, everyday, places_of_legal_terms, tokens};

/// What the everyday expressions of a query are and what each is called first.
fn check(query: &str, expected: &[(&str, &str)]) {
    let words: Vec<String> = tokens(query).map(|token| token.word.into_owned()).collect();
    let words: Vec<&str> = words.iter().map(|word| &**word).collect();
    let found = everyday(&words);
    let read: Vec<(String, &str)> = found.iter().map(|found| (found.of(&words), found.called[0])).collect();
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
    for query in ["", "semesterlagen", "äga", "1999:175", "kassa"] {
        let words: Vec<String> = tokens(query).map(|token| token.word.into_owned()).collect();
        let words: Vec<&str> = words.iter().map(|word| &**word).collect();
        let found = everyday(&words);
        assert!(found.iter().all(|found| found.of(&words) == "jobba"), "of {query:?}: {found:?}");
    }
}

#[test]
fn other_words_stand_between_and_content_words_in_any_order() {
    check("får jag ångra mitt köp", &[("ångra … köp", "ångerrätt")]);
    check("får jag ångra ett alldeles för dyrt köp", &[("ångra … köp", "ångerrätt")]);
    check("ett köp som jag ångrar", &[("köp … ångrar", "ångerrätt")]);
    check("barn som är sjukt och behöver vård", &[("barn … sjukt … vård", "tillfällig föräldrapenning")]);
    // A verb and its particle stand in order, with function words between.
    check("hyra den ut", &[("hyra … ut", "upplåta")]);
    check("hyra båten ut", &[]);
    check("ut hyra", &[]);
    // Too far from each other.
    check("ångra ansökan, beslut och tillstånd vid köp", &[]);
}

#[test]
fn an_expression_says_where_the_answer_stands() {
    let found = everyday(&["fartböter"]);
    let place = found[0].places[0];
    assert_eq!((place.document, place.anchor), ("1942:740", Some("K48P13")));
    let of_term = places_of_legal_terms(&["en", "ordningsbot"]);
    assert!(of_term.iter().any(|found| found.words == [1] && found.places.contains(&place)), "{of_term:?}");
    assert!(places_of_legal_terms(&["ordning"]).is_empty());
}

#[test]
fn what_only_looks_like_an_inflection_is_none() {
    check("pappas", &[("pappas", "förälder")]);
    check("papper", &[]);
}

#[test]
fn the_expression_with_the_most_content_words_is_taken() {
    check("vem ärver min sambo", &[("ärver … sambo", "samboegendom")]);
}

#[test]
fn english_terms_have_swedish_ones() {
    for (query, expected) in [
        ("unfair contract terms", &["oskäliga avtalsvillkor"][..]),
        ("punishment for murders", &["straff", "mord"]),
        ("can my landlord terminate the lease agreement", &["hyresvärd", "hyresavtal"]),
        ("fårlagen om tillsyn av hagar", &[]),
    ] {
        let words: Vec<String> = tokens(query).map(|token| token.word.into_owned()).collect();
        let words: Vec<&str> = words.iter().map(|word| &**word).collect();
        let called: Vec<&str> = english_terms(&words).iter().map(|found| found.called[0]).collect();
        assert_eq!(called, expected, "{query}");
    }
}
