//! `lagrum cite` checks the citations of files.

use std::fs;

use crate::corpora::{BASE, statutes};
use crate::support::Home;

#[test]
fn the_citations_of_files() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "om vallning"))]);
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let right = write("right.md", "# Om vallning\n\nSe 1 § lagen (1931:2)\nom vallning.\n");
    let found = home.done(&["cite", &right]);
    assert!(
        found.stdout.contains(&format!("right.md:3: held       1 § lagen (1931:2)  {BASE}/1931:2#P1")),
        "{}",
        found.stdout
    );

    let unheld = write("unheld.txt", "Se lagen (1999:999).\n");
    assert!(home.failed(&["cite", &unheld]).contains("1 citations are of nothing that is held"));
    home.done(&["cite", &unheld, "--allow", "not-held"]);

    let invented = write("invented.html", "<p>Se\n<b>99</b>&nbsp;&sect; lagen (1931:2)</p>\n");
    home.failed(&["cite", &invented, "--allow", "not-held"]);

    let linked = home.done(&["cite", &right, "--format", "md"]);
    assert!(
        linked.stdout.contains(&format!("Se [1 § lagen (1931:2)]({BASE}/1931:2#P1)")),
        "{}",
        linked.stdout
    );
    let json: serde_json::Value =
        serde_json::from_str(&home.done(&["cite", "--json", &right]).stdout).unwrap();
    assert_eq!(json[0]["occurrences"][0]["targets"][0]["status"], "held");
    assert_eq!(json[0]["occurrences"][0]["locations"][0]["block_id"], "3");

    let binary = write("brief.pdf", "%PDF");
    assert!(home.failed_with(2, &["cite", &binary]).contains("pdf files are not read"));
    let latin = folder.path().join("latin.txt");
    fs::write(&latin, b"3 \xa7").unwrap();
    assert!(home.failed_with(2, &["cite", &latin.display().to_string()]).contains("not UTF-8 from byte 2"));
}

#[test]
fn no_text_is_cut_and_none_that_was_not_read_is_without_citations() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "om vallning"))]);
    // A paragraph longer than the limit of printed lines, with a citation in its second half.
    let long = format!("{} Se 1 § lagen (1931:2). {}", "får ".repeat(20_000), "lamm ".repeat(10_000));
    let file = home.path("long.txt");
    fs::write(&file, &long).unwrap();
    for (format, link) in [("md", "[1 § lagen (1931:2)]("), ("html", ">1 § lagen (1931:2)</a>")] {
        let printed = home.done(&["cite", file.to_str().unwrap(), "--format", format]).stdout;
        assert!(printed.contains(link), "{format}");
        assert_eq!(printed.matches("lamm").count(), 10_000, "{format}");
    }
    for device in ["/dev/zero", "/dev/random"] {
        assert!(home.failed_with(2, &["cite", device]).contains("no regular file"), "{device}");
    }
}

#[test]
fn quotations_and_what_has_changed() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "om vallning"))]);
    let file = home.path("quoted.md");
    let write = |text: &str| {
        fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let right = write("Se 1 § lagen (1931:2) om vallning.\n");
    home.done(&["cite", "--quotes", &right]);
    let wrong = write("Enligt 1 § lagen (1931:2) gäller ”samtliga kaniner måste vaccineras före mars”.\n");
    let failed = home.failed(&["cite", "--quotes", &wrong]);
    assert!(failed.contains("1 quotations do not stand where they are cited to"), "{failed}");
    // Nothing has changed, and for documents that are not held nothing is known.
    let since = home.done(&["cite", "--since", "2020-01-01", &right]);
    assert_eq!(since.stdout, "");
    let unheld = write("Se lagen (1999:999).\n");
    home.done(&["cite", "--since", "2020-01-01", "--diff", &unheld]);
    let missing = home.run(&["cite", "--since", "2020-01-01", "no-such-file.md"]);
    assert_eq!(missing.code, Some(2), "{}", missing.stderr);
}
