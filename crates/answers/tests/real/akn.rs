//! The periods of provisions in Akoma Ntoso are the days that their histories have.
//!
//! Takes the data folder named by `LAGRUM_TEST_DATA`.

use lagrum_answers::{FormalQuestion, HistoryBasis, HistoryQuestion, akn_document, provision_history};
use lagrum_artifact::{ActFamily, Anchor, DocumentUri};
use lagrum_render::akn::anchor_of;
use lagrum_snapshot::{Snapshots, today};
use lagrum_sources::ActForm;

/// Acts whose provisions are looked at.
const ACTS: usize = 200;

/// The days of a part, as `temporalData` has them, and `lagrum:basis`.
fn stated(
    tree: &roxmltree::Document<'_>,
    part: roxmltree::Node<'_, '_>,
) -> (Vec<Option<String>>, Option<String>) {
    let of_eid = |reference: &str| {
        tree.descendants().find(|node| node.attribute("eId") == reference.strip_prefix('#'))
    };
    let group = part.attribute("period").and_then(|period| of_eid(period)?.first_element_child());
    let day = |end: &str| Some(of_eid(group?.attribute(end)?)?.attribute("date")?.to_owned());
    let basis = part.attributes().find(|attribute| attribute.name() == "basis");
    (vec![day("start"), day("end")], basis.map(|basis| basis.value().to_owned()))
}

#[test]
fn periods_are_the_days_of_histories() {
    let Some(data) = lagrum_test_support::built_corpus() else {
        lagrum_test_support::skipped("LAGRUM_TEST_DATA names no data folder");
        return;
    };
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    let (base, day) = (snapshot.manifest().base.clone(), today());
    let acts: Vec<(String, ActFamily)> = snapshot
        .catalog()
        .all_documents()
        .map(Result::unwrap)
        .filter(|document| document.stored.is_some())
        .filter_map(|document| {
            let family = ActFamily::of(&DocumentUri::new(&document.uri)?, &base)?;
            Some((document.uri, family))
        })
        .collect();
    let (mut compared, mut dated, mut faults) = (0, 0, Vec::new());
    for (act, family) in acts.iter().step_by((acts.len() / ACTS).max(1)) {
        let question = FormalQuestion { uri: act.clone(), as_of: None, address: None };
        let Ok(text) = akn_document(&snapshot, day, &question) else { continue };
        let tree = roxmltree::Document::parse(&text.xml).unwrap();
        let form = if *family == ActFamily::Statute { ActForm::SwedishAct } else { ActForm::EuAct };
        for part in tree.descendants().filter(|node| node.attribute("eId").is_some()) {
            let Some(anchor) = anchor_of(form, part.attribute("eId").unwrap()) else { continue };
            let Some(anchor) = Anchor::new(&anchor) else { continue };
            if family.grammar().whole_provision(&anchor).as_ref() != Some(&anchor) {
                continue;
            }
            let question = HistoryQuestion { uri: format!("{act}#{anchor}"), text: false, diff: false };
            let Ok(history) = provision_history(&snapshot, day, &question) else { continue };
            let has_begun = |from: &Option<String>| from.as_ref().is_none_or(|from| *from <= day.to_string());
            let entries = &history.entries;
            let at = entries.iter().position(|entry| entry.text_sha256.is_some() && has_begun(&entry.from));
            let Some(at) = at else { continue };
            let (entry, before) = (&entries[at], entries.get(at + 1));
            // A text that is certain from the day on which the act was read may be older.
            let may_be_older = entry.acts.is_empty()
                && before.is_some_and(|before| {
                    before.text_sha256 == entry.text_sha256 && before.basis != HistoryBasis::Dated
                });
            let is_dated = entry.basis == HistoryBasis::Dated && !may_be_older;
            let basis = if may_be_older { "undated" } else { entry.basis.name() };
            let basis = (!is_dated).then(|| basis.to_owned());
            let wanted = (vec![entry.from.clone().filter(|_| is_dated), entry.until.clone()], basis);
            let found = stated(&tree, part);
            if found != wanted {
                faults.push(format!("{act}#{anchor}: {found:?}, and its history has {wanted:?}"));
            }
            compared += 1;
            dated += usize::from(is_dated);
        }
    }
    println!("{compared} provisions of {ACTS} acts compared, {dated} of them with certain days");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults[..faults.len().min(20)].join("\n"));
    assert!(compared > 1000 && dated > 100, "{compared} {dated}");
}
