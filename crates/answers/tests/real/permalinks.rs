//! A permalink of a provision of the real corpus shows the text that it was made for; the table of provisions has every provision.
//!
//! Takes the data folder named by `LAGRUM_TEST_DATA`.

#![expect(clippy::unwrap_used, reason = "a failed question should end the test")]

use std::collections::BTreeSet;

use lagrum_answers::{ProvisionContext, ProvisionForm, ProvisionQuestion, provision, provision_rows};
use lagrum_artifact::{ActFamily, DocumentUri, StoredId};
use lagrum_snapshot::{Snapshot, Snapshots, today};

/// Acts whose provisions are looked at.
const ACTS: usize = 50;

/// Statutes and EU acts with their stored artifacts, spread over the corpus.
fn acts(snapshot: &Snapshot, count: usize) -> Vec<(String, StoredId, ActFamily)> {
    let base = &snapshot.manifest().base;
    let documents = snapshot.catalog().all_documents().map(Result::unwrap);
    let acts: Vec<_> = documents
        .filter_map(|document| {
            let family = ActFamily::of(&DocumentUri::new(&document.uri)?, base)?;
            Some((document.uri, document.stored?, family))
        })
        .collect();
    let step = (acts.len() / count).max(1);
    acts.into_iter().step_by(step).collect()
}

fn asked(uri: &str, as_of: Option<&str>) -> ProvisionQuestion {
    ProvisionQuestion {
        uri: uri.to_owned(),
        form: ProvisionForm::Text,
        as_of: as_of.map(|day| day.parse().unwrap()),
        context: ProvisionContext::None,
    }
}

#[test]
fn permalinks_keep_the_text_and_the_table_has_every_provision() {
    let Some(data) = lagrum_test_support::built_corpus() else {
        lagrum_test_support::skipped("LAGRUM_TEST_DATA names no data folder");
        return;
    };
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    let today = today();
    let tomorrow = today.tomorrow().unwrap();
    let (mut rows_total, mut permalinks) = (0, 0);
    for (act, stored, family) in acts(&snapshot, ACTS) {
        let rows = provision_rows(&snapshot, today, &act).unwrap();
        rows_total += rows.len();
        let uris: BTreeSet<&str> = rows.iter().map(|row| row.uri.as_str()).collect();
        assert_eq!(uris.len(), rows.len(), "{act}");
        let states_days = {
            let record = snapshot.catalog().with(|catalog| catalog.act(&act)).unwrap();
            record.is_some_and(|record| !record.node_dates.is_empty())
        };
        if !states_days {
            let list = snapshot.catalog().with(|catalog| catalog.anchors_of(stored)).unwrap();
            let whole = list
                .iter()
                .filter(|anchor| family.grammar().whole_provision(anchor).as_ref() == Some(*anchor));
            let expected: BTreeSet<String> = whole.map(|anchor| format!("{act}#{anchor}")).collect();
            assert_eq!(uris, expected.iter().map(String::as_str).collect(), "{act}");
        }
        for row in &rows {
            let found = provision(&snapshot, today, &asked(&row.uri, None)).unwrap();
            assert_eq!(found.text.as_ref(), Some(&row.text), "{}", row.uri);
            let Some(permalink) = found.permalink else { continue };
            permalinks += 1;
            let kept =
                provision(&snapshot, tomorrow, &asked(&permalink.uri, permalink.as_of.as_deref())).unwrap();
            assert_eq!(kept.sha256, found.sha256, "{}", row.uri);
        }
    }
    println!("{rows_total} provisions, {permalinks} permalinks");
    assert!(rows_total > 500 && permalinks > 100, "{rows_total} {permalinks}");
}
