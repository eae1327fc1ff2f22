//! Articles as they are typed, on both sides of the name of their act.

use super::*;
use crate::normalise::CleanQuery;

fn after(text: &str) -> Option<String> {
    let query = CleanQuery::new(&format!("x {text}")).unwrap();
    Some(after_act(Cursor::new(&query).to(2))?.0.eu_anchor()?.to_string())
}

fn before(text: &str) -> Option<(String, String)> {
    let query = CleanQuery::new(text).unwrap();
    let (locus, end) = before_act(Cursor::new(&query))?;
    Some((locus.eu_anchor()?.to_string(), end.rest().to_owned()))
}

#[test]
fn after_the_act() {
    for (text, anchor) in [
        ("art 32", "32"),
        ("artikel 6.1", "6.1"),
        ("6:1", "6.1"),
        ("6 1", "6.1"),
        ("art. 6.1 c", "6.1.c"),
        ("art 6.1c", "6.1.c"),
        ("art 32(1)(a)", "32.1.a"),
        ("artikel 6.1 andra stycket", "6.1.S2"),
        ("artikel 6.1 första stycket led f", "6.1.f"),
        ("artikel 6 punkt 1 led c", "6.1.c"),
        ("artikel 5a", "5a"),
        ("artikel 6.1 i", "6.1"),
        ("artikel II", "2"),
        ("article 49(3)(a)(iv)", "49.3.a.iv"),
        ("article 4(1)(14)", "4.1.14"),
        ("article 129(1a)", "129.1a"),
        ("article 1(2)(cc)", "1.2.cc"),
        ("article 3(h)", "3.h"),
        ("artikel 4.1.14", "4.1.14"),
        ("article 6 § 1", "6.1"),
        ("article 6 § 3 (c)", "6.3.c"),
        ("articles 34 to 36", "34"),
        ("skäl 26", "recital-26"),
        ("(83)", "recital-83"),
        ("(83", "recital-83"),
        ("recital (83)", "recital-83"),
        ("artikel 6 och lite till", "6"),
    ] {
        assert_eq!(after(text).as_deref(), Some(anchor), "{text}");
    }
    for text in
        ["2016 update", "(83 och lite till", "6 och lite till", "artikel", "skäl", "artikel 29-gruppen x"]
    {
        assert!(!matches!(after(text).as_deref(), Some("2016" | "recital-83" | "6")), "{text}");
    }
}

#[test]
fn before_the_act() {
    for (text, anchor, left) in [
        ("artikel 6.1 c i gdpr", "6.1.c", " i gdpr"),
        ("art 6.1 i gdpr", "6.1", " i gdpr"),
        ("artikel 3 a i x", "3.a", " i x"),
        ("article 6(1)(f) gdpr", "6.1.f", " gdpr"),
        ("artiklarna 6 och 7 i gdpr", "6", " i gdpr"),
        ("artikel 9.2 andra stycket i direktiv", "9.2.S2", " i direktiv"),
        ("skäl 26 i gdpr", "recital-26", " i gdpr"),
        ("articles 34 to 36 tfeu", "34", " tfeu"),
        ("articles 7, 8 and 47 of the charter", "7", " of the charter"),
    ] {
        assert_eq!(before(text), Some((anchor.into(), left.into())), "{text}");
    }
}
