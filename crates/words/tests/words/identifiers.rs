//! Which case numbers stand in a text.

use lagrum_words::{CaseNumberCourt, case_numbers};
use proptest::prelude::*;

fn check(text: &str, court: CaseNumberCourt, expected: &[(&str, &str)]) {
    let found = case_numbers(text);
    let read: Vec<(&str, &str)> =
        found.iter().map(|found| (&*found.number, &text[found.bytes.clone()])).collect();
    assert_eq!(read, expected, "in {text:?}");
    assert!(found.iter().all(|found| found.court == court), "{found:?}");
}

#[test]
fn numbers_of_swedish_courts() {
    let swedish = |text, expected: &[_]| check(text, CaseNumberCourt::Swedish, expected);
    swedish("T 3-08", &[("T 3-08", "T 3-08")]);
    swedish("mål nr T 3-08", &[("T 3-08", "T 3-08")]);
    swedish("b 1234-20 och ÖÄ 1-20", &[("B 1234-20", "b 1234-20"), ("ÖÄ 1-20", "ÖÄ 1-20")]);
    swedish("hovrätten um 123-19", &[("UM 123-19", "um 123-19")]);
    swedish("T3-08 T-3-08", &[("T 3-08", "T3-08"), ("T 3-08", "T-3-08")]);
    swedish("M 4567-2018", &[("M 4567-18", "M 4567-2018")]);
    swedish("Ö 1234/98", &[("Ö 1234-98", "Ö 1234/98")]);
    swedish("PMT\u{a0}7262-18", &[("PMT 7262-18", "PMT\u{a0}7262-18")]);
    swedish("mål nr 4659-11", &[("4659-11", "4659-11")]);
    swedish("4659-11", &[("4659-11", "4659-11")]);
    swedish("mål 12-15", &[("12-15", "12-15")]);
    swedish("mål nr 1914-18", &[("1914-18", "1914-18")]);
}

#[test]
fn numbers_of_courts_of_the_eu() {
    let eu = |text, expected: &[_]| check(text, CaseNumberCourt::Eu, expected);
    eu("C-311/18", &[("C-311/18", "C-311/18")]);
    eu("mål c 311/18 P", &[("C-311/18", "c 311/18")]);
    eu("C311/18", &[("C-311/18", "C311/18")]);
    eu("T‑1/20", &[("T-1/20", "T‑1/20")]);
    eu("förenade målen C-203/15 och C-698/15", &[("C-203/15", "C-203/15"), ("C-698/15", "C-698/15")]);
    eu("case 26/62", &[("26/62", "26/62")]);
}

#[test]
fn what_is_no_case_number() {
    for text in [
        "",
        "lag 1999:175",
        "prop. 1997/98:45",
        "prop 2015/16:99",
        "2016/679",
        "direktiv 95/46/EG",
        "26/62",
        "2009-11-03",
        "1914-18",
        "2015-16",
        "sidorna 12-15",
        "kap 3-08",
        "T 3",
        "T 0-08",
        "T 3-8",
        "T, 3-08x",
        "T 1234567-08",
        "T 3-1808",
        "covid-19",
        "070-1234567",
        "§ 3 6.1",
    ] {
        assert_eq!(case_numbers(text), [], "in {text:?}");
    }
}

#[test]
fn few_are_enough() {
    assert_eq!(case_numbers(&"T 3-08 ".repeat(1_000)).len(), 8);
}

proptest! {
    #[test]
    fn any_text_will_do(text in prop_oneof!["\\PC{0,40}", "[TcÖ 0-9/:-]{0,40}"]) {
        let mut end = 0;
        for found in case_numbers(&text) {
            prop_assert!(found.bytes.start >= end);
            end = found.bytes.end;
            prop_assert!(text.get(found.bytes).is_some());
        }
    }

    #[test]
    fn a_number_read_again_is_the_same(text in "(mål )?(T|B|ÖÄ|C|)[ -]?[1-9][0-9]{0,4}[-/][0-9]{2}") {
        for found in case_numbers(&text) {
            let again = case_numbers(&format!("mål {}", found.number));
            prop_assert_eq!(again.len(), 1, "{}", found.number);
            prop_assert_eq!(&again[0].number, &found.number);
            prop_assert_eq!(again[0].court, found.court);
        }
    }
}
