//! How texts fall into tokens.

use lagrum_words::{MAX_LETTERS, folded, tokens};
use proptest::prelude::*;

/// The words of a text, with blanks between them.
fn words(text: &str) -> String {
    tokens(text).map(|token| token.word.into_owned()).collect::<Vec<_>>().join(" ")
}

fn check(text: &str, expected: &str) {
    assert_eq!(words(text), expected, "of {text:?}");
}

#[test]
fn words_are_lower_case_without_accents_and_keep_the_letters_of_swedish() {
    check("Den som, i onödan, stör ÅKLAGAREN!", "den som i onödan stör åklagaren");
    check("idé à la carte, Müller; Łódź", "ide a la carte muller lodz");
    check("Ærø straße þing", "ärö strasse thing");
    // Written with marks of their own: a + ring, o + diaeresis, e + acute, u + diaeresis.
    check("a\u{30a}r O\u{308}ver ide\u{301} u\u{308}ber", "år över ide uber");
    // A letter with two accents, one of them of Swedish.
    check("\u{1fb}", "å");
    check("ﬁnans oﬃciell", "finans officiell");
    check("ord\u{ad}del fot\u{ad}\u{ad}not", "orddel fotnot");
    check("Περὶ Москва", "περι москва");
}

#[test]
fn marks_part_words() {
    check("EU-rätt och/eller EU:s", "eu rätt och eller eu s");
    check("radio- och tv-lagen", "radio och tv lagen");
    check("a.k.a. (t.ex.) i–j l'homme", "a k a t ex i j l homme");
    check("m² not¹ ½", "m not");
    check("", "");
    check("… — ’ \u{ad} \u{301} 😀", "");
}

#[test]
fn numbers_that_are_names_stay_whole() {
    check("lag (1999:175)", "lag 1999:175");
    check("förordning (EU) 2016/679.", "förordning eu 2016/679");
    check("direktiv 2011/83/EU", "direktiv 2011/83 eu");
    check("prop. 2015/16:99 s. 12", "prop 2015/16:99 s 12");
    check("bet. 2015/16:KU20, rskr. 2015/16:7", "bet 2015/16:ku20 rskr 2015/16:7");
    check("mål nr T 3-08 och 4659-11", "mål nr t 3-08 och 4659-11");
    check("den 2009-11-03 kl. 9.30", "den 2009-11-03 kl 9.30");
    check("C-311/18, T‑1/20 P", "c-311/18 t-1/20 p");
    check("ECLI:EU:C:2020:559", "ecli eu c 2020:559");
    check("artikel 6.1 a och 12.3.2", "artikel 6.1 a och 12.3.2");
    check("12 kap. 3 a §, 4–5 §§", "12 kap 3 a § 4 5 § §");
    check("19a § K12P5a", "19a § k12p5a");
    check("§12", "§ 12");
}

#[test]
fn not_everything_with_a_mark_is_a_number() {
    check("12-åring 15-årsgränsen", "12 åring 15 årsgränsen");
    check("1,5 procent", "1 5 procent");
    check("covid-19 a4-ark", "covid 19 a4 ark");
    check("c-kort c-12 c-/12 c-12/x x-1/20", "c kort c 12 c 12 c 12 x x 1/20");
    check("1999: 2000 /18 18/ 18.", "1999 2000 18 18 18");
    check("2015:KU20 2015/16:abcdefg1 2015/16:KU", "2015 ku20 2015/16 abcdefg1 2015/16 ku");
}

#[test]
fn figures_in_groups_of_three_are_one_number() {
    for number in ["25 000", "25\u{a0}000", "25\u{202f}000", "25.000", "25000"] {
        check(&format!("högst {number} kronor"), "högst 25000 kronor");
    }
    check("1 250 000 kr, 50 000-100 000", "1250000 kr 50000 100000");
    check("12 500, 3 kap. 10 §", "12500 3 kap 10 §");
    // No group of three, or no first group.
    check("25 0000 1999 100 0 100 12 50", "25 0000 1999 100 0 100 12 50");
    check("6.100.2 1.200/300 25 000a", "6.100.2 1.200/300 25 000a");
}

#[test]
fn long_tokens_are_cut_and_the_rest_is_none() {
    let long = "a".repeat(MAX_LETTERS + 1);
    check(&long, &long[..MAX_LETTERS]);
    check(&format!("{long} b"), &format!("{} b", &long[..MAX_LETTERS]));
    check(&"ö".repeat(1_000), &"ö".repeat(MAX_LETTERS));
    check(&"1.".repeat(1_000), &"1.".repeat(MAX_LETTERS / 2));
    // One character that stands for many.
    check(&"\u{fdfa}".repeat(10), &words(&"\u{fdfa}".repeat(40)));
}

#[test]
fn folding_takes_the_last_diacritics_off() {
    for (word, expected) in
        [("åklagare", "aklagare"), ("ärende", "arende"), ("öre", "ore"), ("lag", "lag"), ("", "")]
    {
        assert_eq!(folded(word), expected);
    }
}

proptest! {
    #[test]
    fn ranges_are_in_order_and_hold_what_the_word_was_read_from(text in any_text()) {
        let mut end = 0;
        for token in tokens(&text) {
            prop_assert!(token.bytes.start >= end && token.bytes.start < token.bytes.end);
            end = token.bytes.end;
            let there = text.get(token.bytes.clone());
            prop_assert!(there.is_some(), "{:?} is not on character boundaries", token.bytes);
            prop_assert_eq!(words(there.unwrap()), token.word.to_string());
        }
        prop_assert!(end <= text.len());
    }

    #[test]
    fn a_word_read_again_is_the_same_word(text in any_text()) {
        for token in tokens(&text) {
            let count = token.word.chars().count();
            prop_assert!((1..=MAX_LETTERS).contains(&count));
            prop_assert_eq!(words(&token.word), token.word.to_string());
        }
    }

    #[test]
    fn nothing_written_is_lost(text in "[a-zA-Z0-9 åäöÅÄÖ:/.§-]{0,60}") {
        let kept = |text: &str| -> String {
            text.chars().filter(|char| char.is_alphanumeric() || *char == '§').collect::<String>().to_lowercase()
        };
        prop_assert_eq!(kept(&words(&text)), kept(&text));
    }
}

/// Texts of any characters, and texts of the characters that the rules speak of.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof!["\\PC{0,40}", "[a-cA-C0-9åÖéü\u{ad}\u{301}\u{308}\u{2011}:/. §-]{0,90}", ".{0,20}"]
}
