//! `lagrum resolve` gives the same answers as the server.

use crate::corpora::{BASE, statutes};
use crate::support::{Home, Server};

#[test]
fn a_citation_on_the_command_line() {
    let home = Home::new();
    assert!(home.failed(&["resolve", "1931:2"]).contains("no snapshot is published"));
    home.publish(&[("sfs", &statutes(1..4, "om vallning"))]);
    let table: [(&[&str], &str); 4] = [
        (&["1931:2"], &format!("{BASE}/1931:2\n  /1931:2\n")),
        (&["SFS", "1931:2", "1", "§"], &format!("{BASE}/1931:2#P1\n  /1931:2#P1\n")),
        (&["Lag (1931:3) om vallning"], &format!("{BASE}/1931:3\n  /1931:3\n")),
        (&["1999:999"], &format!("not held\n  {BASE}/1999:999\n")),
    ];
    for (text, expected) in table {
        let found = home.done(&[&["resolve"], text].concat());
        assert!(found.stdout.ends_with(expected), "{text:?}: {}", found.stdout);
        assert_eq!(found.stderr, "");
    }
    let none = home.done(&["resolve", "blomkål"]);
    assert_eq!(none.stdout, "");
    assert!(none.stderr.contains("blomkål"));
}

#[test]
fn its_json_is_the_servers_answer() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "om vallning"))]);
    let server = Server::start(&home, &[]);
    let printed = home.done(&["resolve", "--json", "1931:2 1 §"]).stdout;
    let printed: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(server.json("/api/v1/resolve?q=1931:2+1+%C2%A7"), printed);
    assert_eq!(printed["results"][0]["pin"]["pinpoint"], "P1");
}
