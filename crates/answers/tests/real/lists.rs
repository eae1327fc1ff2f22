//! Lists of laws of the real corpus: what the registers have is told once, and nothing else; texts are those of the provisions.
//!
//! Takes the data folder named by `LAGRUM_TEST_DATA`. Nine lists of 112 acts are drawn, always the same, and asked about 24 months.
//! The registers are counted here by rules of this file, from the words as the catalog has them.

#![expect(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

use std::collections::{BTreeMap, BTreeSet};

use jiff::ToSpan;
use jiff::civil::Date;
use lagrum_answers::{
    ListQuestion, ListedChange, ListedKind, ListedProvisionChange, PlaceStatus, ProvisionContext,
    ProvisionForm, ProvisionQuestion, RunSign, list_changes, provision,
};
use lagrum_catalog::{CatalogDocument, RECENT_DAYS};
use lagrum_snapshot::{Snapshot, Snapshots};

/// The lists, and the acts of each.
const LISTS: usize = 9;
const ACTS: usize = 112;

/// The most provisions of a list whose texts are asked for again.
const COMPARED: usize = 150;

struct Real {
    snapshot: Snapshot,
    today: Date,
    since: Date,
    acts: Vec<CatalogDocument>,
}

/// The real corpus; None without one, and for a snapshot of an earlier version of the program, which has no events of years ago.
fn real() -> Option<Real> {
    let Some(data) = lagrum_test_support::built_corpus() else {
        lagrum_test_support::skipped("LAGRUM_TEST_DATA names no data folder");
        return None;
    };
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    let today: Date = snapshot.manifest().day.parse().unwrap();
    let recent = today.saturating_sub(jiff::Span::new().days(i64::from(RECENT_DAYS) + 2)).to_string();
    let older = snapshot.catalog().with(|catalog| catalog.coming("0", &recent)).unwrap();
    if older.is_empty() {
        lagrum_test_support::skipped(
            "the snapshot of LAGRUM_TEST_DATA has no events of years ago: build it again",
        );
        return None;
    }
    let documents = snapshot.catalog().all_documents().map(Result::unwrap);
    let acts: Vec<CatalogDocument> = documents.filter(|document| document.source == "sfs").collect();
    assert!(acts.len() > 4_000, "{}", acts.len());
    let since = today.saturating_sub(24.months());
    Some(Real { snapshot, today, since, acts })
}

impl Real {
    /// The acts of a list: every so many in the order of a digest of their uris.
    fn list(&self, number: usize) -> Vec<&CatalogDocument> {
        let mut acts: Vec<&CatalogDocument> = self.acts.iter().collect();
        let digest = |uri: &str| {
            uri.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            })
        };
        acts.sort_by_key(|act| digest(&act.uri));
        acts.into_iter().skip(number * ACTS).take(ACTS).collect()
    }

    fn rows(&self, uris: Vec<String>) -> Vec<ListedChange> {
        let mut question =
            ListQuestion { uris, since: self.since, diff: true, limit: 200, ..ListQuestion::default() };
        let mut rows = Vec::new();
        loop {
            let found = list_changes(&self.snapshot, self.today, &question).unwrap();
            assert!(found.not_found.is_empty(), "{:?}", found.not_found);
            rows.extend(found.changes);
            question.cursor = found.next_cursor;
            if question.cursor.is_none() {
                return rows;
            }
        }
    }

    /// The amendments that the register of an act has from the first day on, each with its day, read by its words alone.
    fn registered(&self, act: &CatalogDocument) -> BTreeMap<String, String> {
        let record =
            self.snapshot.catalog().with(|catalog| catalog.act(&act.uri)).unwrap().unwrap_or_default();
        let first = self.since.to_string();
        let entries = record.register.iter().filter(|entry| entry.uri != act.uri);
        entries
            .filter(|entry| {
                let words = entry.andrar.as_deref().unwrap_or_default().trim().to_lowercase();
                let is_of_parts = words.contains('§') || words.contains("kap") || words.contains("bil");
                let is_none = words.starts_with("utgår") || words == "upph." || words.starts_with("ikrafttr");
                !is_none || is_of_parts && !words.starts_with("utgår")
            })
            .filter_map(|entry| Some((entry.uri.clone(), entry.ikraft.clone()?)))
            .filter(|(_, day)| *day >= first && act.expired.as_ref().is_none_or(|end| day < end))
            .collect()
    }

    fn text(&self, of: &str, day: Date) -> Option<String> {
        let question = ProvisionQuestion {
            uri: of.to_owned(),
            form: ProvisionForm::Text,
            as_of: Some(day),
            context: ProvisionContext::None,
        };
        provision(&self.snapshot, self.today, &question).ok().and_then(|found| found.text)
    }
}

#[test]
fn what_the_registers_have_is_told_once_and_nothing_else() {
    let Some(real) = real() else { return };
    let (mut told, mut named, mut explained) = (0, 0, 0);
    for number in 0..LISTS {
        let list = real.list(number);
        let rows = real.rows(list.iter().map(|act| act.uri.clone()).collect());
        let ids: BTreeSet<&str> = rows.iter().map(|row| row.id.as_str()).collect();
        assert_eq!(ids.len(), rows.len(), "an id twice in list {number}");
        for act in list {
            let mut expected = real.registered(act);
            let own = rows.iter().filter(|row| row.uri == act.uri && row.kind == ListedKind::Amended);
            for row in own {
                let by = row.act.as_ref().unwrap_or_else(|| panic!("{}: no act", row.id));
                let day = expected.remove(&by.uri);
                assert_eq!(day, row.date, "{}: told twice, or not in the register", row.id);
                told += 1;
                let record = real.snapshot.catalog().with(|catalog| catalog.act(&act.uri)).unwrap().unwrap();
                let entry = record.register.iter().find(|entry| entry.uri == by.uri).unwrap();
                if entry.forarbeten.iter().any(|work| work.starts_with("Prop.")) {
                    named += 1;
                    explained += usize::from(
                        row.why.iter().any(|why| why.url.is_some() && why.label.starts_with("Prop.")),
                    );
                }
                assert_eq!(row.scope, entry.andrar, "{}", row.id);
                assert!(row.scope.is_none() || row.scope_words.is_some(), "{}: {:?}", row.id, row.scope);
            }
            assert!(expected.is_empty(), "{}: not told: {expected:?}", act.uri);
        }
    }
    println!("{told} amendments told; {explained} of {named} that name a bill lead to it");
    assert!(told > 200, "{told}");
    assert!(explained * 10 >= named * 9, "{explained} of {named}");
}

#[test]
fn texts_are_those_of_the_provisions_on_both_days() {
    let Some(real) = real() else { return };
    let (mut compared, mut both) = (0, 0);
    for number in 0..LISTS {
        let rows = real.rows(real.list(number).iter().map(|act| act.uri.clone()).collect());
        let mut left = COMPARED;
        for row in &rows {
            let Some(day) = row.date.as_deref().and_then(|day| day.parse::<Date>().ok()) else { continue };
            for provision in row.provisions.iter().take(left) {
                left = left.saturating_sub(1);
                let of = format!("{}#{}", row.uri, provision.anchor);
                let from = provision.from_anchor.as_ref().unwrap_or(&provision.anchor);
                let old = format!("{}#{from}", row.uri);
                // What had the number of a new provision the day before is no text of it.
                if provision.change != ListedProvisionChange::New {
                    assert_eq!(
                        provision.before.text,
                        real.text(&old, day.saturating_sub(1.days())),
                        "before {old} {day}"
                    );
                }
                if provision.after.status != PlaceStatus::Expired {
                    assert_eq!(provision.after.text, real.text(&of, day), "after {of} {day}");
                }
                compared += 1;
                if let (Some(before), Some(after)) = (&provision.before.text, &provision.after.text) {
                    both += 1;
                    let runs = provision.runs.as_ref().unwrap();
                    assert_eq!(side(runs, RunSign::Added), *before, "{of}");
                    assert_eq!(side(runs, RunSign::Removed), *after, "{of}");
                }
            }
        }
    }
    println!("{compared} provisions compared, {both} with both texts");
    assert!(compared > 200 && both > 50, "{compared} {both}");
}

/// One side of a difference.
fn side(runs: &[(RunSign, String)], left_out: RunSign) -> String {
    runs.iter().filter(|(sign, _)| *sign != left_out).map(|(_, text)| text.as_str()).collect()
}

/// Changes of provisions of real acts and whether they are formal, read by eye: the act, the provision, the amending act.
const READ: &str = include_str!("formal.tsv");

#[test]
fn formal_changes_are_those_that_were_read() {
    let Some(mut real) = real() else { return };
    // The first day of what was read.
    real.since = jiff::civil::date(2024, 11, 29);
    let mut by_eye: BTreeMap<(String, String, String), bool> = BTreeMap::new();
    for line in READ.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [act, anchor, by, formal] = cells[..] else { panic!("{line}") };
        by_eye.insert((act.to_owned(), anchor.to_owned(), by.to_owned()), formal == "formal");
    }
    let base = real.snapshot.manifest().base.to_string();
    let local = |uri: &str| uri.strip_prefix(&base).unwrap_or(uri).trim_start_matches('/').to_owned();
    let acts: BTreeSet<String> = by_eye.keys().map(|(act, ..)| act.clone()).collect();
    let acts: Vec<String> = acts.into_iter().collect();
    let (mut right, mut wrong, mut missed) = (0, Vec::new(), Vec::new());
    for part in acts.chunks(200) {
        for row in real.rows(part.to_vec()) {
            let by = row.act.as_ref().map(|act| local(&act.uri)).unwrap_or_default();
            for provision in &row.provisions {
                let key = (local(&row.uri), provision.anchor.clone(), by.clone());
                match (by_eye.remove(&key), provision.formal) {
                    (Some(true), true) | (Some(false), false) => right += 1,
                    (Some(false), true) => wrong.push(key),
                    (Some(true), false) => missed.push(key),
                    (None, _) => {}
                }
            }
        }
    }
    println!("{right} as read; {} missed; not told: {}", missed.len(), by_eye.len());
    assert!(wrong.is_empty(), "called formal and are not: {wrong:?}");
    assert!(right >= 250, "{right}");
    assert!(missed.len() * 20 <= right, "formal and not called so: {missed:?}");
    assert!(by_eye.len() * 10 <= right, "of another corpus? {by_eye:?}");
}
