//! `lagrum vectors`, and builds and searches by the word table and by a model.

use lagrum_test_support::{ModelFamily, write_model};

use crate::corpora::statutes;
use crate::support::Home;

#[test]
fn a_folder_that_is_no_model_is_refused_with_the_reason() {
    let home = Home::new();
    let folder = home.path("model");
    std::fs::create_dir(&folder).unwrap();
    let failure = home.failed(&["vectors", "check", folder.to_str().unwrap()]);
    assert!(failure.contains("config.json"), "{failure}");
}

#[test]
fn a_snapshot_has_vectors_by_the_word_table_and_by_a_model() {
    let home = Home::new();
    let folder = home.path("model");
    write_model(&folder, ModelFamily::Bert).unwrap();
    let model = folder.to_str().unwrap();
    home.publish(&[("sfs", &statutes(1..4, "om vallning"))]);
    let status = home.done(&["status"]).stdout;
    assert!(status.contains("by words-"), "{status}");
    assert!(!status.contains("by model-"), "{status}");
    let built = home.done(&["build", "--vectors", model]).stdout;
    assert!(built.contains("by words-") && built.contains("by model-"), "{built}");
}
