//! Every held preparatory work that a register of the real corpus names gives back the act of that entry.
//!
//! Takes the data folder named by `LAGRUM_TEST_DATA`.

use std::collections::BTreeMap;

use lagrum_answers::acts_of_work;
use lagrum_snapshot::Snapshots;
use lagrum_sources::local_id_of_own_work;

#[test]
fn works_give_the_acts_whose_registers_name_them() {
    let Some(data) = lagrum_test_support::built_corpus() else {
        lagrum_test_support::skipped("LAGRUM_TEST_DATA names no data folder");
        return;
    };
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    let base = &snapshot.manifest().base;
    let mut given = BTreeMap::new();
    let mut names = 0;
    for document in snapshot.catalog().all_documents() {
        let act = document.unwrap().uri;
        let Some(record) = snapshot.catalog().with(|catalog| catalog.act(&act)).unwrap() else { continue };
        for entry in record.register {
            for id in entry.forarbeten.iter().filter_map(|name| local_id_of_own_work(name)) {
                let work = format!("{base}/{id}");
                if snapshot.catalog().with(|catalog| catalog.document(&work)).unwrap().is_none() {
                    continue;
                }
                let acts = given
                    .entry(work.clone())
                    .or_insert_with_key(|work| acts_of_work(&snapshot, work).unwrap());
                let is_change = entry.uri != act;
                let back = acts.iter().find(|given| given.uri == entry.uri);
                let back = back.unwrap_or_else(|| panic!("{work} does not give {}", entry.uri));
                assert!(!is_change || back.changed.contains(&act), "{work}: {} changed {act}", entry.uri);
                names += 1;
            }
        }
    }
    eprintln!("{names} names of {} held works", given.len());
    assert!(names > 0);
}
