//! How a query is read. Clauses are written back in a notation of the tests: `a`, `a*`, `"a b"`, `"a b"~3`, `heading(x)`, `not x`,
//! `any(x, y)`, `all(x, y)`.

use lagrum_words::{Clause, MAX_CHARACTERS, MAX_DEPTH, MAX_WORDS, ParsedQuery, QueryError};
use proptest::prelude::*;

fn written(clause: &Clause) -> String {
    let list = |clauses: &[Clause]| clauses.iter().map(written).collect::<Vec<_>>().join(", ");
    match clause {
        Clause::Word { word, prefix, .. } => format!("{word}{}", if *prefix { "*" } else { "" }),
        Clause::Phrase { words, .. } => format!("\"{}\"", words.join(" ")),
        Clause::Near { words, between, .. } => format!("\"{}\"~{between}", words.join(" ")),
        Clause::In { field, clause, .. } => {
            format!("{}({})", format!("{field:?}").to_lowercase(), written(clause))
        }
        Clause::Not(clause) => format!("not {}", written(clause)),
        Clause::Any(clauses) => format!("any({})", list(clauses)),
        Clause::All(clauses) => format!("all({})", list(clauses)),
    }
}

fn read(text: &str) -> (String, bool) {
    let query = ParsedQuery::parse(text).unwrap();
    (query.clauses.iter().map(written).collect::<Vec<_>>().join(", "), query.boolean)
}

fn plain(text: &str, expected: &str) {
    assert_eq!(read(text), (expected.to_owned(), false), "of {text:?}");
}

fn boolean(text: &str, expected: &str) {
    assert_eq!(read(text), (expected.to_owned(), true), "of {text:?}");
}

#[test]
fn words() {
    plain("", "");
    plain("  Rätt till   semester? ", "rätt, till, semester");
    plain("T 3-08 1999:175 12 kap. 3 §", "t, 3-08, 1999:175, 12, kap, 3, §");
    plain("EU-rätt radio- och tv-lagen", "eu, rätt, radio, och, tv, lagen");
}

#[test]
fn prefixes() {
    plain("upphovsr*", "upphovsr*");
    plain("bil** sjö*, (eu*", "bil*, sjö*, eu*");
    plain("EU-rätt*", "eu, rätt*");
    plain("bil*ar", "bil, ar");
    plain("* bil *", "bil");
}

#[test]
fn phrases() {
    plain("\"allmän domstol\" tvist", "\"allmän domstol\", tvist");
    plain("”allmän domstol” „tvist“ «part»", "\"allmän domstol\", \"tvist\", \"part\"");
    plain("\"EU-rätt*\"", "\"eu rätt\"");
    plain("a\"b\"c", "a, \"b\", c");
    plain("\"(a | b) -c\"", "\"a b c\"");
}

#[test]
fn quotations_as_they_are_copied() {
    plain("\"[d]en som\"", "\"den som\"");
    plain("\"den … ska dömas\"", "\"den\", \"ska dömas\"");
    plain("\"den [...] ska ... dömas\" lön", "\"den\", \"ska\", \"dömas\", lön");
    plain("[d]en lön [sic]", "den, lön, sic");
    plain("\"… [ … ]\"", "");
    plain("lön -\"två … tre\"", "lön, not all(\"två\", \"tre\")");
    boolean("\"en … två\" | tre", "any(all(\"en\", \"två\"), tre)");
    plain("högst 25 000 kronor \"25.000 kronor\"", "högst, 25000, kronor, \"25000 kronor\"");
}

#[test]
fn exclusions() {
    plain("lön -semester", "lön, not semester");
    plain("lön -\"fasta priser\" -bil*", "lön, not \"fasta priser\", not bil*");
    plain("lön --semester", "lön, not semester");
    plain("lön -EU-rätt", "lön, not \"eu rätt\"");
    plain("-lön", "not lön");
    boolean("lön -(semester | avdrag)", "lön, not any(semester, avdrag)");
    plain("lön -(semester avdrag)", "lön, not all(semester, avdrag)");
    // A hyphen before a conjunction belongs to the word before.
    plain("kost -och logi -eller lön", "kost, och, logi, eller, lön");
    plain("kost -ochra", "kost, not ochra");
}

#[test]
fn alternatives_and_groups() {
    boolean("lön | avdrag", "any(lön, avdrag)");
    boolean("semester lön|avdrag|arvode skatt", "semester, any(lön, avdrag, arvode), skatt");
    boolean("(lön | avdrag) skatt", "any(lön, avdrag), skatt");
    boolean("(lön avdrag) | skatt", "any(all(lön, avdrag), skatt)");
    boolean("EU-rätt | folkrätt", "any(all(eu, rätt), folkrätt)");
    boolean("lön | -avdrag", "any(lön, not avdrag)");
    plain("((lön))", "lön");
    plain("(lön avdrag) (skatt)", "lön, avdrag, skatt");
    boolean("\"en sak\" | (två | tre)", "any(\"en sak\", any(två, tre))");
    boolean("(a | b) | c", "any(a, b, c)");
    plain("lag (1999:175)", "lag, 1999:175");
    boolean("lag (1999:175) | skatt", "lag, any(1999:175, skatt)");
}

#[test]
fn nearness() {
    plain("\"uppsägning grund\"~3 lön", "\"uppsägning grund\"~3, lön");
    plain("-”fasta priser”~0", "not \"fasta priser\"~0");
    plain("\"en … två\"~12", "\"en två\"~12");
    plain("\"en två\"~99999999999", "\"en två\"~4294967295");
    boolean("\"en två\"~1|tre", "any(\"en två\"~1, tre)");
    // What has no number is no nearness, and so is what follows no phrase.
    plain("\"en två\"~ tre", "\"en två\", tre");
    plain("\"en två\" ~3 fyra~2", "\"en två\", 3, fyra, 2");
    plain("\"\"~3 lön", "lön");
}

#[test]
fn fields() {
    plain("rubrik:uppsägning lön", "heading(uppsägning), lön");
    plain(
        "Heading:\"två ord\" name:lag* text:EU-rätt",
        "heading(\"två ord\"), name(lag*), text(\"eu rätt\")",
    );
    plain("lön -namn:skatt", "lön, not name(skatt)");
    plain("lön -rubrik:(skatt avdrag)", "lön, not heading(all(skatt, avdrag))");
    boolean("rubrik:(lön | \"fast pris\"~2)", "heading(any(lön, \"fast pris\"~2))");
    boolean("(rubrik:lön | text:skatt) avdrag", "any(heading(lön), text(skatt)), avdrag");
    // The outer field counts, and a field has one clause.
    plain("rubrik:(namn:lön text:(a b))", "heading(all(lön, all(a, b)))");
    plain("rubrik:text:lön", "heading(lön)");
    plain("rubrik: lön kl:12 rubrik:", "rubrik, lön, kl, 12, rubrik");
    plain("\"rubrik:lön\"", "\"rubrik lön\"");
    plain("rubrik:() lön", "lön");
}

#[test]
fn what_has_nothing_to_work_on_is_ignored() {
    for stray in
        ["|", "-", "*", "\"", "(", ")", "()", "\"\"", "-\"\"", "-()", ")(", "(|)", "| |", "”", "-(-)", "- -"]
    {
        plain(stray, "");
        plain(&format!("lön {stray}"), "lön");
    }
    plain("| lön", "lön");
    plain("lön |", "lön");
    plain("\" lön", "lön");
    plain("lön) avdrag", "lön, avdrag");
    plain("(lön avdrag", "lön, avdrag");
    boolean("lön || avdrag", "any(lön, avdrag)");
    plain("(lön avdrag) \"", "lön, avdrag");
    // A hyphen that stands alone, or is followed by what cannot be excluded, excludes nothing.
    plain("lön - semester - -", "lön, semester");
    boolean("lön -| semester", "any(lön, semester)");
}

#[test]
fn places() {
    let text = "Rätt* -\"två ord\" EU-rätt »en sak«~2 rubrik:(lön)";
    let query = ParsedQuery::parse(text).unwrap();
    let place = |clause: &Clause| match clause {
        Clause::Word { bytes, .. } | Clause::Phrase { bytes, .. } | Clause::Near { bytes, .. } => {
            text[bytes.clone()].to_owned()
        }
        Clause::In { name, .. } => text[name.clone()].to_owned(),
        _ => String::new(),
    };
    let Clause::Not(phrase) = &query.clauses[1] else { panic!("{query:?}") };
    let places: Vec<String> = query.clauses.iter().map(place).collect();
    assert_eq!(places, ["Rätt", "", "EU", "rätt", "»en sak«~2", "rubrik:"]);
    assert_eq!(place(phrase), "\"två ord\"");
}

#[test]
fn size_is_limited() {
    let deep = |depth: usize| ParsedQuery::parse(&format!("{}a{}", "(b ".repeat(depth), ")".repeat(depth)));
    assert!(deep(MAX_DEPTH).is_ok());
    assert_eq!(deep(MAX_DEPTH + 1), Err(QueryError::TooDeep));
    assert!(ParsedQuery::parse(&"a ".repeat(MAX_WORDS)).is_ok());
    for many in
        ["a ".repeat(MAX_WORDS + 1), "a* OR ".repeat(200), format!("\"{}\"", "a ".repeat(MAX_WORDS + 1))]
    {
        assert_eq!(ParsedQuery::parse(&many), Err(QueryError::TooManyWords));
    }
    assert!(ParsedQuery::parse(&" ".repeat(MAX_CHARACTERS)).is_ok());
    assert!(ParsedQuery::parse(&"ö".repeat(MAX_CHARACTERS)).is_ok());
    assert_eq!(ParsedQuery::parse(&" ".repeat(MAX_CHARACTERS + 1)), Err(QueryError::TooLong));
}

#[test]
fn hostile_texts_are_read_or_refused() {
    for text in ["\"", "(", ")", "()", "|", "-", "*", "\"a", "(a", "a)", "(|", "-("] {
        for many in [100, 10_000] {
            let _ = ParsedQuery::parse(&text.repeat(many));
        }
    }
    // Unclosed parentheses are no depth, nor are pairs around pairs.
    assert_eq!(read(&format!("{}a{}", "(".repeat(1_000), ")".repeat(1_000))), ("a".to_owned(), false));
    assert_eq!(read(&format!("{}a", "(".repeat(1_000))), ("a".to_owned(), false));
}

fn count(clause: &Clause) -> usize {
    match clause {
        Clause::Word { word, .. } => usize::from(!word.is_empty()),
        Clause::Phrase { words, .. } => words.len(),
        Clause::Near { words, .. } => words.len(),
        Clause::In { clause, .. } | Clause::Not(clause) => count(clause),
        Clause::Any(clauses) | Clause::All(clauses) => {
            assert!(clauses.len() > 1, "a group of fewer than two");
            clauses.iter().map(count).sum()
        }
    }
}

proptest! {
    #[test]
    fn no_text_is_malformed_and_no_word_is_lost(text in prop_oneof!["\\PC{0,40}", "[ab ö\"”()|*-]{0,60}"]) {
        let query = ParsedQuery::parse(&text);
        // Brackets inside a word are no part of it.
        prop_assume!(!text.contains('['));
        prop_assume!(!matches!(query, Err(QueryError::TooManyWords | QueryError::TooDeep)));
        let words: usize = query.unwrap().clauses.iter().map(count).sum();
        prop_assert_eq!(words, lagrum_words::tokens(&text).count());
    }
}
