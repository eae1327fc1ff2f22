//! Data of acts over time in the catalog: records, lydelser, histories of provisions, digests of texts, coming events,
//! and names.

use lagrum_artifact::{PlaceNotes, StoredId};
use lagrum_catalog::{
    ActRecord, AmendingAct, ArchivedLydelse, CatalogWriter, ChangingAct, ComingBasis, ComingEvent,
    ComingKind, DocumentNumber, GivenAct, NamedAmendments, NewLydelse, PlaceHistory, ProvisionText,
    RegisterEntry,
};
use lagrum_citation::{HeldName, NameRole};

use crate::world::{base, plain, small, uri};

fn lydelse(act: u32, id: &str, ikraft: Option<&str>) -> ArchivedLydelse {
    let texts = |text: &str| (0..act).map(|number| format!("{text} {number}")).collect();
    ArchivedLydelse {
        uri: format!("{}/konsolidering/{id}", uri(act)),
        document: uri(act),
        lydelse_id: id.to_owned(),
        source: "sfs".to_owned(),
        stored: StoredId(100 + i64::from(act)),
        ikraft: ikraft.map(str::to_owned),
        forarbeten: texts("Prop."),
        node_dates: texts("2031-01-0"),
        named: NamedAmendments { worked_in: texts("ändring"), unregistered: act == 2 },
    }
}

/// Lydelser that are not in the order of their uris.
fn lydelser() -> Vec<ArchivedLydelse> {
    vec![
        lydelse(2, "2030:9", Some("2030-07-01")),
        lydelse(1, "2030:8", None),
        lydelse(1, "2029:7", Some("2029-01-01")),
        lydelse(0, "2031:1", Some("2031-01-01")),
    ]
}

fn write_lydelser(writer: &mut CatalogWriter) {
    for lydelse in &lydelser() {
        let new = NewLydelse {
            uri: &lydelse.uri,
            document: &lydelse.document,
            lydelse_id: &lydelse.lydelse_id,
            source: &lydelse.source,
            stored: lydelse.stored,
            updated: 5,
            ikraft: lydelse.ikraft.as_deref(),
            forarbeten: &lydelse.forarbeten,
            node_dates: &lydelse.node_dates,
            named: &lydelse.named,
        };
        writer.lydelse(&new).unwrap();
    }
}

#[test]
fn lydelser_are_found_by_uri_by_act_and_all() {
    let small = small(&[], write_lydelser);
    let mut all = lydelser();
    all.sort_by(|a, b| a.uri.cmp(&b.uri));
    assert_eq!(small.catalog.with(|reader| reader.all_lydelser()).unwrap(), all);
    for act in 0..4 {
        let of_act: Vec<_> = all.iter().filter(|lydelse| lydelse.document == uri(act)).cloned().collect();
        assert_eq!(small.catalog.with(|reader| reader.lydelser(&uri(act))).unwrap(), of_act, "{act}");
    }
    for lydelse in &all {
        let found = small.catalog.with(|reader| reader.lydelse(&lydelse.uri)).unwrap();
        assert_eq!(found.as_ref(), Some(lydelse));
    }
    for other in ["", &uri(1), &format!("{}/konsolidering/2029", uri(1))] {
        assert_eq!(small.catalog.with(|reader| reader.lydelse(other)).unwrap(), None, "{other}");
    }
}

#[test]
fn a_damaged_lydelse_is_an_error() {
    for column in ["forarbeten", "node_dates", "named"] {
        for value in ["''", "'{'", "'5'"] {
            let small = small(&[], write_lydelser);
            let act = uri(2);
            let damage = format!("UPDATE lydelse SET {column} = {value} WHERE document = '{act}'");
            let catalog = small.damaged(&damage);
            let error = catalog.with(|reader| reader.lydelser(&uri(2))).expect_err(&damage);
            assert!(error.to_string().contains("catalog.db"), "{error}");
            assert!(catalog.with(|reader| reader.all_lydelser()).is_err(), "{damage}");
            assert_eq!(catalog.with(|reader| reader.lydelser(&uri(1))).unwrap().len(), 2, "others are read");
        }
    }
}

fn record() -> ActRecord {
    let text = |text: &str| Some(text.to_owned());
    let entry = |number: &str, day: Option<&str>| RegisterEntry {
        uri: format!("https://lag.example/{number}"),
        identifier: Some(format!("SFS {number}")),
        andrar: text("ändr. 3 §"),
        ikraft: day.map(str::to_owned),
        anchors: vec!["P3".to_owned()],
        beslutad: text("2030-05-05"),
        forarbeten: vec!["Prop. 2029/30:4".to_owned(), "bet. 2029/30:XU1".to_owned()],
    };
    ActRecord {
        own_id: text("2030:8"),
        consolidated: true,
        time_limit: text("2035-12-31"),
        node_dates: vec!["2031-01-01".to_owned()],
        named: NamedAmendments { worked_in: vec![uri(7)], unregistered: true },
        // The order of the register is not that of days or numbers.
        register: vec![entry("2030:8", None), entry("2031:2", Some("2031-01-01")), entry("2029:7", None)],
    }
}

#[test]
fn the_record_of_an_act_is_read_as_it_was_written() {
    let small = small(&[], |writer| {
        writer.act(&uri(1), &record()).unwrap();
        writer.act(&uri(2), &ActRecord::default()).unwrap();
    });
    for (act, expected) in [(1, Some(record())), (2, Some(ActRecord::default())), (3, None)] {
        assert_eq!(small.catalog.with(|reader| reader.act(&uri(act))).unwrap(), expected, "{act}");
    }
    let catalog = small.damaged("UPDATE act SET record = substr(record, 1, length(record) - 1)");
    for act in [1, 2] {
        assert!(catalog.with(|reader| reader.act(&uri(act))).is_err(), "{act}");
    }
    assert_eq!(catalog.with(|reader| reader.act(&uri(3))).unwrap(), None);
}

#[test]
fn amending_acts_come_by_day_and_once() {
    let amending = |number: u32, day: Option<&str>| AmendingAct {
        uri: uri(number),
        identifier: format!("Nr {number}"),
        day: day.map(str::to_owned),
    };
    let small = small(&[], |writer| {
        for (act, number, day) in [
            (1, 9, Some("2030-01-01")),
            (1, 5, Some("2031-01-01")),
            (1, 4, Some("2030-01-01")),
            (1, 6, None),
            (2, 9, Some("2030-01-01")),
            (1, 9, Some("2029-01-01")),
        ] {
            writer.amending_act(&uri(act), &amending(number, day)).unwrap();
        }
    });
    let expected = vec![
        amending(6, None),
        amending(4, Some("2030-01-01")),
        amending(9, Some("2030-01-01")),
        amending(5, Some("2031-01-01")),
    ];
    assert_eq!(small.catalog.with(|reader| reader.amending_acts(&uri(1))).unwrap(), expected);
    assert_eq!(small.catalog.with(|reader| reader.amending_acts(&uri(2))).unwrap().len(), 1);
    assert!(small.catalog.with(|reader| reader.amending_acts(&uri(3))).unwrap().is_empty());
    for (act, amended) in [(9, vec![uri(1), uri(2)]), (5, vec![uri(1)]), (1, Vec::new())] {
        assert_eq!(small.catalog.with(|reader| reader.acts_amended_by(&uri(act))).unwrap(), amended, "{act}");
    }
}

#[test]
fn acts_of_a_work_come_by_uri_and_once() {
    let given = |act: u32, changed: u32| GivenAct { uri: uri(act), changed: uri(changed) };
    let small = small(&[], |writer| {
        for (work, act, changed) in [(1, 5, 9), (1, 4, 4), (1, 5, 8), (2, 5, 9), (1, 5, 9)] {
            writer.given_act(&uri(work), &given(act, changed)).unwrap();
        }
    });
    for (work, expected) in
        [(1, vec![given(4, 4), given(5, 8), given(5, 9)]), (2, vec![given(5, 9)]), (3, Vec::new())]
    {
        assert_eq!(
            small.catalog.with(|reader| reader.acts_given_by(&uri(work))).unwrap(),
            expected,
            "{work}"
        );
    }
}

#[test]
fn the_history_of_provisions_is_read_as_it_was_written() {
    let history = PlaceHistory {
        notes: PlaceNotes { by_kapitel: true, ..PlaceNotes::default() },
        text_from: Some("2030-01-01".to_owned()),
        worked_in: vec!["2031-01-01".to_owned()],
        newest_change: Some("2031-02-02".to_owned()),
        begins: Some("1931-07-01".to_owned()),
    };
    let change = |number: u32, day: Option<&str>| ChangingAct {
        uri: uri(number),
        ikraft: day.map(str::to_owned),
        changes: Vec::new(),
    };
    let changes = vec![change(8, Some("2031-01-01")), change(7, None)];
    let json = [serde_json::to_string(&history).unwrap(), serde_json::to_string(&changes).unwrap()];
    let small = small(&[], |writer| writer.place_history(&uri(1), &json[0], &json[1]).unwrap());
    let read = |act: u32| {
        let found = small
            .catalog
            .with(|reader| Ok((reader.place_history(&uri(act))?, reader.changing_acts(&uri(act))?)));
        found.unwrap()
    };
    assert_eq!(read(1), (Some(history.clone()), changes));
    assert_eq!(read(2), (None, Vec::new()));
    // Each column is read by itself.
    let catalog = small.damaged("UPDATE place_history SET changes = '['");
    assert_eq!(catalog.with(|reader| reader.place_history(&uri(1))).unwrap(), Some(history));
    assert!(catalog.with(|reader| reader.changing_acts(&uri(1))).is_err());
    let catalog = small.damaged("UPDATE place_history SET history = '[]]'");
    assert!(catalog.with(|reader| reader.place_history(&uri(1))).is_err());
}

fn text(anchor: &str, begins: &str, digest: Option<u8>) -> ProvisionText {
    ProvisionText {
        anchor: anchor.to_owned(),
        begins: begins.to_owned(),
        digest: digest.map(|byte| [byte; 32]),
        signed: digest.filter(|byte| *byte > 1).map(|byte| format!("2030:{byte}")),
    }
}

#[test]
fn texts_of_provisions_come_by_the_day_they_begin() {
    let texts = [
        text("P2", "2031-01-01", Some(3)),
        text("P2", "2032-01-01", None),
        text("P2", "", Some(1)),
        text("P10", "", Some(1)),
        text("P1", "", Some(2)),
    ];
    let small = small(&[], |writer| {
        writer.provision_texts(StoredId(7), &texts).unwrap();
        writer.provision_texts(StoredId(8), &texts[4..]).unwrap();
        // Two documents may have the same bytes.
        writer.provision_texts(StoredId(7), &texts[..3]).unwrap();
    });
    let of = |stored, anchor: &str| {
        small.catalog.with(|reader| reader.provision_texts(StoredId(stored), anchor)).unwrap()
    };
    assert_eq!(of(7, "P2"), [2, 0, 1].map(|index: usize| texts[index].clone()));
    assert_eq!(of(7, "P1"), texts[4..]);
    assert_eq!(of(8, "P1"), texts[4..]);
    assert_eq!((of(8, "P2"), of(9, "P1"), of(7, "P")), (vec![], vec![], vec![]));
    for (stored, digest, expected) in
        [(7, 1, vec!["P10", "P2"]), (7, 2, vec!["P1"]), (7, 3, vec!["P2"]), (8, 1, vec![]), (7, 0, vec![])]
    {
        let found = small.catalog.with(|reader| reader.provisions_with_text(StoredId(stored), &[digest; 32]));
        assert_eq!(found.unwrap(), expected, "{stored} {digest}");
    }
    let catalog = small.damaged("UPDATE provision_text SET digest = x'0102' WHERE anchor = 'P1'");
    assert!(catalog.with(|reader| reader.provision_texts(StoredId(7), "P1")).is_err());
    assert_eq!(catalog.with(|reader| reader.provision_texts(StoredId(7), "P2")).unwrap().len(), 3);
}

fn event(day: Option<&str>, kind: ComingKind) -> ComingEvent {
    ComingEvent {
        day: day.map(str::to_owned),
        kind,
        anchors: vec!["P1".to_owned()],
        act: Some(uri(50)),
        act_label: None,
        basis: ComingBasis::Both,
        learned: None,
        is_whole: false,
        is_partly: false,
        stated: None,
    }
}

#[test]
fn what_is_to_come_is_asked_by_days_and_by_document() {
    use ComingKind::{Amended, Decided, Expires, InForce, Repealed, Starts};
    let events = [
        (
            3,
            vec![event(Some("2031-01-02"), Amended), event(None, InForce), event(Some("2031-01-01"), Starts)],
        ),
        (1, vec![event(Some("2031-01-02"), Expires), event(Some("2031-01-02"), Repealed)]),
        (2, vec![event(None, Decided)]),
    ];
    let small = small(&[], |writer| {
        for (document, events) in &events {
            writer.coming(&uri(*document), events).unwrap();
        }
    });
    let flat: Vec<(u32, &ComingEvent)> =
        events.iter().flat_map(|(document, events)| events.iter().map(|event| (*document, event))).collect();
    let days = ["2030-12-31", "2031-01-01", "2031-01-02", "2031-01-03"];
    for from in days {
        for until in days {
            let within =
                |event: &ComingEvent| event.day.as_deref().is_some_and(|day| from <= day && day <= until);
            let mut expected: Vec<_> = flat.iter().filter(|(_, event)| within(event)).copied().collect();
            expected.sort_by_key(|(document, event)| (event.day.clone(), *document));
            let expected: Vec<_> =
                expected.into_iter().map(|(number, event)| (uri(number), event.clone())).collect();
            let found = small.catalog.with(|reader| reader.coming(from, until)).unwrap();
            let found: Vec<_> = found.into_iter().map(|found| (found.document, found.event)).collect();
            assert_eq!(found, expected, "{from} {until}");
        }
    }
    let undated = small.catalog.with(|reader| reader.coming_without_day()).unwrap();
    let undated: Vec<_> = undated.into_iter().map(|found| (found.document, found.event.kind)).collect();
    assert_eq!(undated, [(uri(2), Decided), (uri(3), InForce)]);
    for (document, kinds) in
        [(3, vec![InForce, Starts, Amended]), (1, vec![Expires, Repealed]), (2, vec![Decided]), (4, vec![])]
    {
        let found = small.catalog.with(|reader| reader.coming_of(&uri(document))).unwrap();
        assert_eq!(found.iter().map(|found| found.event.kind).collect::<Vec<_>>(), kinds, "{document}");
        assert!(found.iter().all(|found| found.document == uri(document)));
    }
    let catalog = small.damaged("UPDATE coming SET event = replace(event, 'starts', 'soars')");
    assert!(catalog.with(|reader| reader.coming_of(&uri(3))).is_err());
    assert!(catalog.with(|reader| reader.coming("2031-01-01", "2031-01-01")).is_err());
    assert_eq!(catalog.with(|reader| reader.coming_of(&uri(1))).unwrap().len(), 2);
}

#[test]
fn names_of_documents_are_read_in_their_order_and_know_what_is_in_force() {
    let mut documents: Vec<_> = (0..3).map(|number| plain(number, "sfs")).collect();
    documents[1].expired = Some("2031-01-05".to_owned());
    let name = |document: u32, name: &str, role: NameRole| HeldName {
        document: format!("a/{document:03}"),
        name: name.to_owned(),
        role,
        in_force: true,
    };
    let caption = NameRole::EchrCaption { judgment: true, date: "2030-02-03".to_owned() };
    let names = [
        vec![name(0, "zonlagen", NameRole::Name), name(0, "ZonL", NameRole::Abbreviation)],
        vec![name(1, "Lag (2030:1) om \"påhitt\"", NameRole::Title)],
        vec![name(2, "CASE OF NOBODY v. NOWHERE", caption)],
    ];
    let small = small(&documents, |writer| {
        for (names, number) in names.iter().zip((0..).map(DocumentNumber)) {
            writer.held_names(number, names).unwrap();
        }
    });
    for (day, in_force) in [("2031-01-04", true), ("2031-01-05", false), ("2031-01-06", false)] {
        let mut expected = names.concat();
        expected[2].in_force = in_force;
        let found = small.catalog.with(|reader| reader.held_names(&base(), day)).unwrap();
        assert_eq!(found, expected, "{day}");
    }
    // The index of names has those of the rows as well.
    let index = small.catalog.with(|reader| reader.name_index(&base(), "2031-01-05", &[])).unwrap();
    for (typed, numbers) in [("zonl", vec![0]), ("nr 1", vec![1]), ("case of", vec![2]), ("okänt", vec![])] {
        let mut found: Vec<u32> = index.find(typed, 10).iter().map(|found| found.document.0).collect();
        found.dedup();
        assert_eq!(found, numbers, "{typed}");
    }
    let catalog = small.damaged("UPDATE held_name SET role = '\"nickname\"' WHERE document = 2");
    assert!(catalog.with(|reader| reader.held_names(&base(), "2031-01-05")).is_err());
}
