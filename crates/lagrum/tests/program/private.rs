//! Private lookups leave no trace of what is looked for.

use crate::corpora::statutes;
use crate::support::{Home, Server, eventually};

#[test]
fn no_prefix_of_a_lookup_is_written_down() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "om vallning"))]);
    home.done(&["build", "--private-lookups"]);
    let ledger = home.path("errors.ndjson");
    let server = Server::start(&home, &["--ledger", ledger.to_str().unwrap(), "--log", "debug"]);
    eventually("the snapshot is served", || (server.get("/readyz").status == 200).then_some(()));
    for (path, status) in [
        ("/api/v1/range/abc?bits=12", 200),
        ("/api/v1/range/abcde?bits=17", 422),
        ("/api/v1/range/abc/x", 404),
    ] {
        assert_eq!(server.get(path).status, status, "{path}");
    }
    server.signal("TERM");
    let (mut server, mut kept) = (server, String::new());
    server.wait();
    kept.push_str(&server.log());
    for entry in std::fs::read_dir(home.path(".")).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap().to_str().unwrap().starts_with("errors") {
            kept.push_str(&std::fs::read_to_string(path).unwrap());
        }
    }
    assert!(kept.contains("/api/v1/range/"), "the requests are told of: {kept}");
    assert!(!kept.contains("range/abc"), "{kept}");
}
