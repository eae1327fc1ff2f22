//! `lagrum vectors`, and builds and searches by the word table and by a model.

use lagrum_test_support::{ModelFamily, write_model};

use crate::corpora::statutes;
use crate::support::{Home, Server, eventually};

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

#[test]
fn a_server_with_another_model_does_not_confirm_what_it_would_not_answer() {
    let home = Home::new();
    let folder = home.path("model");
    write_model(&folder, ModelFamily::XlmRoberta).unwrap();
    let model = folder.to_str().unwrap();
    home.publish(&[("sfs", &statutes(1..4, "om vallning"))]);
    home.done(&["build", "--vectors", model]);
    let tag = |arguments: &[&str]| {
        let server = Server::start(&home, arguments);
        let ready = || Some(server.get("/readyz")).filter(|answer| answer.status == 200);
        eventually("the server is ready", ready);
        let answer = server.get("/api/v1/search?q=vallning");
        assert_eq!(answer.status, 200);
        answer.header("etag").unwrap().to_owned()
    };
    let (with, without) = (tag(&["--vectors", model]), tag(&[]));
    assert_ne!(with, without);
    assert_eq!(with, tag(&["--vectors", model]));
}
