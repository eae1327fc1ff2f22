use lagrum_artifact::{UnitNumber, read_register_words};
use lagrum_catalog::RegisterEntry;

use super::*;

const BASE: &str = "https://lag.example";

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

/// An entry of a register and what it did: `2031:9 2033-01-01 ändr. 3 §`.
fn entry(line: &str) -> (RegisterEntry, ChangingAct) {
    let mut parts = line.splitn(3, ' ');
    let uri = format!("{BASE}/{}", parts.next().unwrap());
    let ikraft = parts.next().filter(|day| *day != "-").map(str::to_owned);
    let words = parts.next().map(str::to_owned);
    let changes = read_register_words(words.as_deref().unwrap_or_default()).changes;
    let change = ChangingAct { uri: uri.clone(), ikraft: ikraft.clone(), changes };
    (
        RegisterEntry {
            identifier: Some("x".to_owned()),
            uri,
            ikraft,
            andrar: words,
            ..RegisterEntry::default()
        },
        change,
    )
}

/// A text of a provision: `P3 2033-01-01`, `P3 2033-01-01 -` where it ends, `P3 2033-01-01 2031:9` with its signature.
fn text(line: &str) -> ProvisionText {
    let parts: Vec<&str> = line.split(' ').collect();
    let last = parts.get(2).copied();
    ProvisionText {
        anchor: parts[0].to_owned(),
        begins: parts.get(1).map(|day| (*day).to_owned()).unwrap_or_default(),
        digest: (last != Some("-")).then_some([0; 32]),
        signed: last.filter(|last| *last != "-").map(str::to_owned),
    }
}

fn shown(events: &[ComingEvent]) -> Vec<String> {
    let line = |event: &ComingEvent| {
        let act = event.act.as_deref().map_or("-", |act| act.strip_prefix("https://lag.example/").unwrap());
        let day = event.day.as_deref().unwrap_or("-");
        format!("{day} {:?} {} {act} {:?}", event.kind, event.anchors.join(","), event.basis)
    };
    events.iter().map(line).collect()
}

fn events(register: &[&str], texts: &[&str], notes: &PlaceNotes, description: &Description) -> Vec<String> {
    let base = Base::parse(BASE).unwrap();
    let (register, changes): (Vec<_>, Vec<_>) = register.iter().map(|line| entry(line)).unzip();
    let record = ActRecord { register, ..ActRecord::default() };
    let texts: Vec<ProvisionText> = texts.iter().map(|line| text(line)).collect();
    let stated = ComingSource {
        uri: "https://lag.example/2030:1",
        description,
        record: Some(&record),
        notes,
        changes: &changes,
        texts: &texts,
    };
    shown(&coming(&stated, &base, day("2032-01-01")))
}

#[test]
fn what_register_and_text_tell_together() {
    let cases: &[(&[&str], &[&str], &[&str])] = &[
        (&["2030:1 2031-01-01", "2031:9 2032-01-01 ändr. 3 §"], &["P3 2032-01-01"], &[]),
        (
            &["2030:1 2031-01-01", "2031:9 2033-01-01 ändr. 3, 4 §§; ny 5 a §, rubr. närmast före 6 §"],
            &["P3", "P4", "P6"],
            &["2033-01-01 Amended P3,P4,P5a 2031:9 Register"],
        ),
        (
            &["2030:1 2031-01-01", "2031:9 2033-01-01 ändr. 3 §"],
            &["P3", "P3 2033-01-01 2031:9"],
            &["2033-01-01 Amended P3 2031:9 Both"],
        ),
        (
            &["2030:1 2031-01-01", "2031:9 2033-01-01 ändr. 3 §"],
            &["P3", "P3 2033-01-01", "P7 2033-01-01 -"],
            &["2033-01-01 Amended P3 2031:9 Both", "2033-01-01 Expires P7 - Text"],
        ),
        (
            &["2030:1 2031-01-01", "2031:9 2032-06-01 ändr. 3 §"],
            &["P3 2033-01-01 2031:9"],
            &["2032-06-01 Amended P3 2031:9 Register", "2033-01-01 Starts P3 2031:9 Text"],
        ),
        (&["2030:1 2033-01-01"], &["P1"], &["2033-01-01 InForce  - Register"]),
        (
            &["2030:1 2031-01-01", "2031:9 2033-01-01 upph."],
            &["P1"],
            &["2033-01-01 Repealed  2031:9 Register"],
        ),
        (&["2030:1 2031-01-01", "2031:9 2033-01-01 utgår genom 2031:11"], &["P1"], &[]),
        (
            &["2030:1 2031-01-01", "2031:9 - ändr. 2 §", "2031:11 2033-01-01 ikrafttr. av 2031:9"],
            &["P2"],
            &["2033-01-01 Amended P2 2031:9 Register"],
        ),
    ];
    for (register, texts, expected) in cases {
        let found = events(register, texts, &PlaceNotes::default(), &Description::default());
        assert_eq!(found, *expected, "{register:?} {texts:?}");
    }
}

#[test]
fn a_range_is_the_provisions_of_the_text() {
    let found = events(
        &["2030:1 2031-01-01", "2031:9 2033-01-01 ändr. 2-4 §§"],
        &["P1", "P2", "P3", "P3a", "P5"],
        &PlaceNotes::default(),
        &Description::default(),
    );
    assert_eq!(found, ["2033-01-01 Amended P2,P3,P3a 2031:9 Register"]);
}

#[test]
fn a_phrase_stands_until_the_register_has_a_day() {
    let dated =
        |anchor: &str, from: Option<&str>, until: Option<&str>, signed: Option<&str>| DatedProvision {
            anchor: anchor.to_owned(),
            from: from.map(str::to_owned),
            until: until.map(str::to_owned),
            signed: signed.map(str::to_owned),
        };
    let phrase = Some("den dag regeringen bestämmer");
    let notes = PlaceNotes {
        dated: vec![
            dated("P3", None, phrase, None),
            dated("P3", phrase, None, Some("2031:9")),
            dated("P8", None, phrase, None),
        ],
        ..PlaceNotes::default()
    };
    for (day, expected) in [
        ("-", &["- Starts P3 2031:9 Text", "- Expires P8 - Text"][..]),
        ("2031-05-05", &["- Expires P8 - Text"]),
    ] {
        let line = format!("2031:9 {day} ändr. 3 §");
        let mut found = events(&["2030:1 2031-01-01", &line], &[], &notes, &Description::default());
        found.sort_by_key(|line| line.contains("Expires"));
        assert_eq!(found, expected, "{day}");
    }
}

#[test]
fn a_regulation_tells_by_its_metadata_and_its_text() {
    let base = Base::parse(BASE).unwrap();
    let number = |text: &str| UnitNumber::parse(text).unwrap();
    let place = RegisterPlace::Paragraf(None, number("3"), number("3"));
    let changes = [ChangingAct {
        uri: "https://lag.example/fvfs/2031:9".to_owned(),
        ikraft: Some("2033-01-01".to_owned()),
        changes: vec![with_place(&place)],
    }];
    let notes = PlaceNotes {
        dated: vec![DatedProvision {
            anchor: "P3".to_owned(),
            from: Some("2033-01-01".to_owned()),
            until: None,
            signed: None,
        }],
        ..PlaceNotes::default()
    };
    let description = Description {
        in_force_from: Some(day("2032-07-01")),
        time_limit: Some(day("2035-01-01")),
        ..Description::default()
    };
    let stated = ComingSource {
        uri: "https://lag.example/fvfs/2030:1",
        description: &description,
        record: None,
        notes: &notes,
        changes: &changes,
        texts: &[],
    };
    assert_eq!(
        shown(&coming(&stated, &base, day("2032-01-01"))),
        [
            "2032-07-01 InForce  - Register",
            "2033-01-01 Amended P3 fvfs/2031:9 Both",
            "2035-01-01 Expires  - Register"
        ]
    );
}
