//! `lagrum check --golden FILE`: texts that must not change unnoticed.

use crate::corpora::{BASE, statute, statutes};
use crate::support::{Home, Server};

const FILE: &str = "golden.txt";

#[test]
fn a_text_that_differs_or_is_gone_is_named() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "x"))]);
    let provision = format!("{BASE}/1931:1#P1");
    let (second, third) = (format!("{BASE}/1931:2"), format!("{BASE}/1931:3#P1"));
    home.done(&["check", "--golden", FILE, "--write", &provision, &second, &third]);
    let written = std::fs::read_to_string(home.path(FILE)).unwrap();
    // An act is written with its provisions.
    for uri in [&provision, &second, &format!("{second}#P1"), &third] {
        assert!(written.lines().any(|line| line.ends_with(&format!("  {uri}"))), "{uri} in\n{written}");
    }
    // The digest is that of the API.
    let server = Server::start(&home, &[]);
    let told = server.json(&format!("/api/v1/provision?uri={}", provision.replace('#', "%23")));
    assert!(written.contains(&format!("{}  {provision}\n", told["sha256"].as_str().unwrap())), "{written}");
    drop(server);

    let same = home.done(&["check", "--golden", FILE]);
    assert!(same.stdout.contains("all is well") && same.stdout.contains("4 of 4 texts"), "{same:?}");

    // Another title does not change the text.
    let titled = statute(1, "x").replace("Lag (1931:1) x", "Lag (1931:1) om x");
    home.publish(&[("sfs", &[titled.clone(), statute(2, "x"), statute(3, "x")])]);
    home.done(&["check", "--golden", FILE]);

    home.publish(&[("sfs", &[titled, statute(2, "y")])]);
    let changed = home.run(&["check", "--golden", FILE]);
    assert_eq!(changed.code, Some(1), "{changed:?}");
    let named = |uri: &str, words: &str| {
        changed.stdout.lines().any(|line| line.starts_with(&format!("{uri}: ")) && line.contains(words))
    };
    assert!(named(&second, "another text") && named(&format!("{second}#P1"), "another text"), "{changed:?}");
    assert!(named(&third, "not held") && !named(&provision, ""), "{changed:?}");
    assert!(changed.stdout.contains("1 of 4 texts"), "{changed:?}");
}

#[test]
fn a_file_that_says_nothing_is_a_failure() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "x"))]);
    let empty = home.write("empty.txt", "# nothing\n");
    let wrong = home.write("wrong.txt", "abc  https://lag.example/1931:1#P1\n");
    for (file, word) in [(empty.as_str(), "no text"), (&wrong, "line 1"), ("nowhere.txt", "nowhere.txt")] {
        assert!(home.run(&["check", "--golden", file]).stderr.contains(word), "{file}");
        assert_eq!(home.run(&["check", "--golden", file]).code, Some(1), "{file}");
    }
    let absent = home.failed(&["check", "--golden", FILE, "--write", &format!("{BASE}/1931:9#P1")]);
    assert!(absent.contains("1931:9"), "{absent}");
    assert!(!home.path(FILE).exists());
}
