//! Sentences of all statutes that have lost the place of their list.

use lagrum_artifact::displaced_lists;

use crate::corpus::{artifacts, folder};

#[test]
fn sentences_that_have_lost_the_place_of_their_list_are_found() {
    let Some(folder) = folder() else { return };
    let mut paragrafer = Vec::new();
    for artifact in artifacts(&folder.join("sfs.ndjson.gz")) {
        let found = displaced_lists(&artifact);
        paragrafer.extend(found.into_iter().map(|anchor| format!("{}#{anchor}", artifact.uri())));
    }
    println!("{} paragrafer", paragrafer.len());
    // All were read: each is one. The narcotics act begins with the best known of them.
    let ends: Vec<&str> = paragrafer.iter().filter_map(|uri| uri.rsplit('/').next()).collect();
    for known in ["1968:64#P1", "1962:700#K9P6", "2009:400#K39P5c"] {
        assert!(ends.contains(&known), "{known}");
    }
    assert!((100..130).contains(&ends.len()), "{ends:#?}");
}
