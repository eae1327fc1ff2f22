//! The repeals that statutes state, against the entries of the register for the repealed acts.

use crate::corpus::corpus;

#[test]
fn a_stated_repeal_is_that_of_the_register_where_it_has_one() {
    let Some(corpus) = corpus() else { return };
    let (mut same, mut new, mut wrong) = (0, 0, Vec::new());
    for (local_id, document) in corpus.documents.iter().filter(|(_, document)| document.source == "sfs") {
        for repeal in &document.repeals {
            let Some(repealed) = corpus.documents.get(&repeal.number) else { continue };
            match repealed.description.expired {
                None => new += 1,
                Some(day) if day == repeal.day => same += 1,
                Some(day) => {
                    wrong.push(format!("{local_id} repeals {} on {}, not {day}", repeal.number, repeal.day));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(same > 40 && new > 20, "{same} the same, {new} known by them alone");
}
