//! What changed in the laws of a list, on the demo.

use std::collections::{BTreeMap, BTreeSet};

use jiff::ToSpan;
use jiff::civil::{Date, date};
use lagrum_answers::{
    AnswerError, ComingQuestion, ListChanges, ListQuestion, ListedChange, ListedKind, ListedProvisionChange,
    MAX_LISTED, PlaceStatus, ProvisionContext, ProvisionForm, ProvisionQuestion, coming, followed,
    list_changes, provision, read_list_names,
};
use lagrum_sources::source;

use crate::fixture::{DEMO_DAY, TODAY, loaded, uri};
use crate::reader::Reader;

/// Every act of the demo.
fn acts() -> Vec<String> {
    let documents = Reader::demo().all_documents();
    let is_act =
        |document: &&serde_json::Value| source(document["source"].as_str().unwrap()).act_form.is_some();
    documents.iter().filter(is_act).map(|document| document["uri"].as_str().unwrap().to_owned()).collect()
}

fn question(uris: &[String], since: Date) -> ListQuestion {
    ListQuestion { uris: uris.to_vec(), since, diff: true, limit: 200, ..ListQuestion::default() }
}

/// All changes of a list, page by page.
fn all(uris: &[String], since: Date, today: Date, limit: usize) -> Vec<ListedChange> {
    let mut asked = ListQuestion { limit, ..question(uris, since) };
    let mut rows = Vec::new();
    loop {
        let ListChanges { changes, next_cursor, total, .. } = list_changes(loaded(), today, &asked).unwrap();
        assert!(changes.len() <= limit && !changes.is_empty() || total == 0);
        rows.extend(changes);
        asked.cursor = next_cursor;
        if asked.cursor.is_none() {
            assert_eq!(rows.len(), total);
            return rows;
        }
    }
}

#[test]
fn every_change_is_told_once_on_whatever_pages() {
    let acts = acts();
    let rows = all(&acts, date(1700, 1, 1), DEMO_DAY, 200);
    assert!(rows.len() > 20, "{}", rows.len());
    let ids: BTreeSet<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(ids.len(), rows.len());
    let kinds: BTreeSet<&str> = rows.iter().map(|row| row.kind.name()).collect();
    for kind in ["in_force", "amended", "repealed"] {
        assert!(kinds.contains(kind), "{kinds:?}");
    }
    for limit in [1, 3, 7] {
        let paged: Vec<String> =
            all(&acts, date(1700, 1, 1), DEMO_DAY, limit).into_iter().map(|row| row.id).collect();
        let whole: Vec<String> = rows.iter().map(|row| row.id.clone()).collect();
        assert_eq!(paged, whole, "{limit}");
    }
    let days: Vec<&Option<String>> = rows.iter().map(|row| &row.date).collect();
    let undated = days.iter().take_while(|day| day.is_none()).count();
    assert!(days[undated..].windows(2).all(|two| two[0] >= two[1] && two[1].is_some()), "{days:?}");
}

#[test]
fn a_change_keeps_its_id_when_its_day_comes() {
    let acts = acts();
    let told = |today: Date| -> BTreeMap<String, bool> {
        all(&acts, date(1700, 1, 1), today, 200).into_iter().map(|row| (row.id, row.coming)).collect()
    };
    let (early, late) = (told(TODAY), told(date(2099, 1, 1)));
    let changed = early.iter().filter(|(id, is_coming)| **is_coming && late.get(*id) == Some(&false)).count();
    assert!(changed > 3, "{changed}");
    for id in early.keys().filter(|id| !late.contains_key(*id)) {
        // The limit of a time that went by without an end was prolonged.
        assert!(id.contains("handelse=expires"), "{id}");
    }
}

#[test]
fn what_is_to_come_is_what_coming_tells() {
    let acts = acts();
    let rows = all(&acts, TODAY, TODAY, 200);
    let found = coming(loaded(), TODAY, &ComingQuestion::default()).unwrap();
    let key = |date: &str, uri: &str, kind: &str, act: Option<&str>| {
        format!("{date} {uri} {kind} {}", act.unwrap_or_default())
    };
    let listed: BTreeSet<String> = rows
        .iter()
        .filter_map(|row| {
            let act = row.act.as_ref().map(|act| act.uri.as_str()).filter(|act| *act != row.uri);
            Some(key(row.date.as_deref()?, &row.uri, row.kind.name(), act))
        })
        .collect();
    for day in &found.days {
        for event in &day.events {
            let told = key(&day.date, &event.uri, event.kind.name(), event.act.as_deref());
            assert!(listed.contains(&told), "{told}");
        }
    }
}

#[test]
fn texts_are_those_of_the_provision_on_both_days() {
    let text = |of: &str, day: Date| {
        let question = ProvisionQuestion {
            uri: of.to_owned(),
            form: ProvisionForm::Text,
            as_of: Some(day),
            context: ProvisionContext::None,
        };
        provision(loaded(), DEMO_DAY, &question).ok().and_then(|found| found.text)
    };
    let mut compared = 0;
    for row in all(&acts(), date(1700, 1, 1), DEMO_DAY, 200) {
        let Some(day) = row.date.as_deref().and_then(|day| day.parse::<Date>().ok()) else { continue };
        for provision in &row.provisions {
            let of = format!("{}#{}", row.uri, provision.anchor);
            let old = provision.from_anchor.as_ref().map_or(of.clone(), |from| format!("{}#{from}", row.uri));
            if provision.change != ListedProvisionChange::New {
                let before = text(&old, day.saturating_sub(1.days()));
                assert_eq!(provision.before.text, before, "{}: before {of}", row.id);
            }
            if provision.after.status != PlaceStatus::Expired {
                assert_eq!(provision.after.text, text(&of, day), "{}: after {of}", row.id);
                compared += 1;
            }
            if let (Some(runs), Some(after)) = (&provision.runs, &provision.after.text) {
                let new: String = runs
                    .iter()
                    .filter(|(sign, _)| *sign != lagrum_answers::RunSign::Removed)
                    .map(|(_, text)| text.as_str())
                    .collect();
                assert_eq!(new, *after, "{of}");
            }
        }
    }
    assert!(compared > 5, "{compared}");
}

#[test]
fn what_an_amendment_did() {
    let of = [uri("2026:40")];
    let rows = all(&of, date(2000, 1, 1), DEMO_DAY, 200);
    let amended: Vec<&ListedChange> = rows.iter().filter(|row| row.kind == ListedKind::Amended).collect();
    assert!(!amended.is_empty());
    for row in &amended {
        assert!(row.act.is_some(), "{}", row.id);
        assert!(row.scope.is_none() || row.scope_words.as_ref().is_some_and(|words| !words.is_empty()));
    }
    let changes: BTreeSet<&str> =
        amended.iter().flat_map(|row| &row.provisions).map(|provision| provision.change.words()).collect();
    for change in ["ändrad", "nytt nummer", "upphävd"] {
        assert!(changes.contains(change), "{changes:?}");
    }
    let moved =
        amended.iter().flat_map(|row| &row.provisions).find(|provision| provision.from_anchor.is_some());
    assert_ne!(moved.unwrap().from_anchor.as_ref(), Some(&moved.unwrap().anchor));
}

#[test]
fn a_part_is_told_of_what_names_it() {
    let whole = all(&[uri("2026:40")], date(2000, 1, 1), DEMO_DAY, 200);
    let named =
        whole.iter().flat_map(|row| &row.provisions).find(|provision| provision.from_anchor.is_none());
    let anchor = &named.unwrap().anchor;
    let part = all(&[format!("{}#{anchor}", uri("2026:40"))], date(2000, 1, 1), DEMO_DAY, 200);
    assert!(!part.is_empty() && part.len() < whole.len(), "{} of {}", part.len(), whole.len());
    for row in &part {
        assert!(row.provisions.iter().all(|provision| provision.anchor == *anchor), "{row:?}");
        assert!(whole.iter().any(|other| other.id == row.id));
    }
    // A list with the act and a part of it tells each change once.
    let both = all(&[uri("2026:40"), format!("2026:40#{anchor}")], date(2000, 1, 1), DEMO_DAY, 200);
    assert_eq!(both.len(), whole.len());
}

#[test]
fn what_is_asked_for_is_checked() {
    let since = date(2000, 1, 1);
    let fails = |question: &ListQuestion| list_changes(loaded(), DEMO_DAY, question).unwrap_err();
    let act = uri("1931:47");
    for (uris, parameter) in
        [(vec![], "uri"), (vec![act.clone(); MAX_LISTED + 1], "uri"), (vec![uri("dom/nja/2031s5")], "uri")]
    {
        let failure = fails(&question(&uris, since));
        assert!(
            matches!(failure, AnswerError::Invalid { parameter: of, .. } if of == parameter),
            "{failure:?}"
        );
    }
    let early = ListQuestion { until: Some(since), ..question(std::slice::from_ref(&act), since) };
    assert!(matches!(fails(&early), AnswerError::Invalid { parameter: "until", .. }));
    for limit in [0, 201] {
        let failure = fails(&ListQuestion { limit, ..question(std::slice::from_ref(&act), since) });
        assert!(matches!(failure, AnswerError::Invalid { parameter: "limit", .. }), "{failure:?}");
    }
    let first = list_changes(
        loaded(),
        DEMO_DAY,
        &ListQuestion { limit: 1, ..question(std::slice::from_ref(&act), since) },
    );
    let cursor = first.unwrap().next_cursor;
    for cursor in [Some("x".to_owned()), cursor] {
        let other = ListQuestion { cursor, ..question(&[act.clone(), uri("2026:40")], since) };
        assert!(matches!(fails(&other), AnswerError::Invalid { parameter: "cursor", .. }));
    }
    let unknown = question(&[uri("2999:1")], since);
    let failure = fails(&unknown);
    assert!(
        matches!(&failure, AnswerError::NotFound(missing) if !missing.detail.contains("2999")),
        "{failure:?}"
    );
    let some = question(&["2999:1".to_owned(), act.clone(), format!("{act}#K99P99")], since);
    let found = list_changes(loaded(), DEMO_DAY, &some).unwrap();
    let not_found: Vec<&str> = found.not_found.iter().map(|item| item.uri.as_str()).collect();
    assert_eq!(not_found, ["2999:1"], "an act with a part that it lacks is listed whole");
    let part = question(&[format!("{act}#K99P99"), uri("2026:40")], since);
    let found = list_changes(loaded(), DEMO_DAY, &part).unwrap();
    assert!(!found.not_found[0].nearest.is_empty(), "{:?}", found.not_found);
}

#[test]
fn formal_changes_can_be_left_out() {
    let acts = acts();
    let every = list_changes(loaded(), DEMO_DAY, &question(&acts, date(1700, 1, 1))).unwrap();
    let left = ListQuestion { formal: false, ..question(&acts, date(1700, 1, 1)) };
    let left = list_changes(loaded(), DEMO_DAY, &left).unwrap();
    let expected: Vec<&str> =
        every.changes.iter().filter(|row| !row.formal).map(|row| row.id.as_str()).collect();
    let found: Vec<&str> = left.changes.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(found, expected);
    for row in every.changes.iter().filter(|row| row.formal) {
        assert!(row.provisions.iter().all(|provision| provision.formal), "{row:?}");
    }
}

#[test]
fn a_list_is_read_from_lines() {
    let lines = "Lag\tNummer\n\nfårlagen\n SFS 2026:40 \n\"1931:47\";Fårlag\nhttps://lag.demo.example/2028:410\ninget alls\n";
    let read = read_list_names(loaded(), DEMO_DAY, lines.lines()).unwrap();
    assert_eq!(read.ids, ["1931:47", "2026:40", "2028:410"]);
    assert_eq!(read.unread, [1, 7]);
}

#[test]
fn a_query_finds_what_is_new() {
    let told = |entry: &str, since: Date| {
        let asked = question(&[entry.to_owned()], since);
        list_changes(loaded(), DEMO_DAY, &asked).unwrap().changes
    };
    let rows = told("search:q=f%C3%A5r", date(1900, 1, 1));
    assert!(rows.len() > 3, "{}", rows.len());
    let uris: BTreeSet<&str> = rows.iter().map(|row| row.uri.as_str()).collect();
    assert_eq!(uris.len(), rows.len(), "each document once");
    assert!(rows.iter().all(|row| row.kind == ListedKind::New && row.id.contains("handelse=new")));
    assert!(rows.windows(2).all(|two| two[0].date >= two[1].date));
    let of_one = told("search:q=f%C3%A5r&source=sfs", date(1900, 1, 1));
    assert!(!of_one.is_empty() && of_one.len() < rows.len());
    assert!(of_one.iter().all(|row| row.source == "sfs"));
    let first = of_one.last().and_then(|row| row.date.clone()).unwrap();
    let later = told("search:q=f%C3%A5r&source=sfs", first.parse::<Date>().unwrap().saturating_add(1.days()));
    assert_eq!(
        later.len() + of_one.iter().filter(|row| row.date.as_ref() == Some(&first)).count(),
        of_one.len()
    );
    assert!(told("search:q=ordsominteskrivs", date(1900, 1, 1)).is_empty());
}

#[test]
fn new_decisions_that_cite_an_act_are_told_when_asked_for() {
    let asked = ListQuestion { cited: true, ..question(&[uri("1931:47")], date(1900, 1, 1)) };
    let every = list_changes(loaded(), DEMO_DAY, &asked).unwrap().changes;
    let cited: Vec<&ListedChange> = every.iter().filter(|row| row.kind == ListedKind::Cited).collect();
    assert!(!cited.is_empty());
    for row in &cited {
        let act = row.act.as_ref().unwrap();
        assert!(act.uri != row.uri && row.uri == uri("1931:47") && row.provisions.is_empty(), "{row:?}");
        assert!(row.id.starts_with(&uri("1931:47")) && row.id.contains("handelse=cited"), "{}", row.id);
        let group = loaded().catalog().with(|catalog| {
            let document = catalog.document(&act.uri)?.unwrap();
            Ok(catalog.flow_group(document.id)?.map(str::to_owned))
        });
        assert!(
            matches!(group.unwrap().as_deref(), Some("Rättsfall" | "Föreskrifter" | "EU-domar")),
            "{}",
            act.uri
        );
    }
    let without = ListQuestion { cited: false, ..asked.clone() };
    let without = list_changes(loaded(), DEMO_DAY, &without).unwrap().changes;
    assert_eq!(without.len() + cited.len(), every.len());
    // Of a part only what cites the part is told.
    let anchors: BTreeSet<&str> = cited.iter().filter_map(|row| row.scope_words.as_deref()).collect();
    assert!(!anchors.is_empty());
    let part = ListQuestion { uris: vec![format!("{}#K3", uri("1931:47"))], ..asked };
    let of_part = list_changes(loaded(), DEMO_DAY, &part).unwrap().changes;
    let of_part = of_part.iter().filter(|row| row.kind == ListedKind::Cited).count();
    assert!(of_part <= cited.len());
}

#[test]
fn what_is_followed_has_the_ids_of_lists() {
    let mut compared = 0;
    for act in acts() {
        let rows = all(std::slice::from_ref(&act), date(1700, 1, 1), TODAY, 200);
        let ids: BTreeSet<&str> = rows.iter().map(|row| row.id.as_str()).collect();
        let of_law = |event: &&lagrum_answers::FollowedEvent| {
            let name = event.what.name();
            matches!(name, "amended" | "repealed") || name.starts_with("coming_")
        };
        for event in followed(loaded(), TODAY, &act).unwrap().events.iter().filter(of_law) {
            assert!(ids.contains(event.id.as_str()), "{}: {ids:?}", event.id);
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}
