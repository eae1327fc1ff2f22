//! `lagrum provision` and `lagrum diff` give the same answers as the server.

use serde_json::{Value, json};

use crate::corpora::{BASE, statutes};
use crate::support::{Home, Server};

#[test]
fn a_provision_on_the_command_line() {
    let home = Home::new();
    assert!(home.failed(&["provision", "1931:2 1 §"]).contains("no snapshot is published"));
    home.publish(&[("sfs", &statutes(1..4, "om vallning"))]);
    let uri = format!("{BASE}/1931:2#P1");
    let by_citation = home.done(&["provision", "1931:2", "1", "§"]);
    let by_uri = home.done(&["provision", &uri]);
    assert_eq!(by_citation.stdout, by_uri.stdout);
    assert!(by_uri.stdout.contains(&format!("\n{uri}\n")), "{}", by_uri.stdout);
    assert!(home.failed(&["provision", "blomkål"]).contains("no provision that is held"));
    assert!(home.failed(&["provision", &format!("{BASE}/1931:2#P99")]).contains("the nearest are"));

    let server = Server::start(&home, &[]);
    let printed: Value = serde_json::from_str(&home.done(&["provision", "--json", &uri]).stdout).unwrap();
    assert_eq!(server.json(&format!("/api/v1/provision?context=1&uri={}", uri.replace('#', "%23"))), printed);
}

#[test]
fn a_difference_on_the_command_line() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "om vallning"))]);
    let act = format!("{BASE}/1931:2");
    assert!(home.failed(&["diff", &act, "--from", "1900:1"]).contains("has no lydelse 1900:1"));
    assert!(home.failed(&["diff", &act]).contains("--from"));
    let act = json!({"uri": format!("{BASE}/1931:9"),
        "metadata": {"uri": format!("{BASE}/1931:9/konsolidering/1932:1")},
        "structure": [{"type": "paragraf", "id": "P1", "text": ["Får räknas."]}]});
    home.publish(&[("sfs", &[act.to_string()])]);
    let same = home.done(&["diff", &format!("{BASE}/1931:9"), "--from", "1932:1"]);
    assert_eq!(same.stdout, "Får räknas.\n");
}
