//! What the program prints, on the demo: pictures of pages and whole documents, each from a process of its own.

use std::process::{Command, Stdio};

use crate::support::{Home, Server};

const DEMO: &str = "https://lag.demo.example";
const OWN: [(&str, &str); 1] = [("sec-fetch-site", "same-origin")];

/// Width and height of a PNG.
fn size(png: &[u8]) -> (u32, u32) {
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn pages_and_graphics_are_drawn_to_size() {
    let home = Home::new();
    let server = Server::start(&home, &["--demo"]);
    let table = [
        ("facsimile?uri={}/sou/2029:3&sid=11", (1240, 1755)),
        ("facsimile?uri={}/sou/2029:3&sid=11&bbox=0,0,72,36", (150, 75)),
        ("facsimile?uri={}/sou/2029:3&sid=11&bbox=10.1,0,72.2,36.3", (130, 76)),
        ("facsimile?uri={}/sou/2029:3&sid=11&bbox=500,800,596,843", (200, 90)),
        ("sfs-graphic?uri={}/2030:78&node=G1", (1000, 500)),
        ("sfs-graphic?uri={}/2030:78&node=G1&stor=true", (2000, 1000)),
        ("sfs-graphic?uri={}/2030:78&node=G2&stor=true", (1240, 1755)),
    ];
    for (path, expected) in table {
        let path = format!("/api/v1/{}", path.replace("{}", DEMO));
        assert_eq!(server.get(&path).status, 403, "{path}");
        let drawn = server.get_with(&path, &OWN);
        assert_eq!(drawn.status, 200, "{path}: {}", drawn.text());
        assert_eq!(size(&drawn.body), expected, "{path}");
        assert!(server.get(&path).body == drawn.body, "{path}");
    }
    let refused = [("sid=999", 404), ("sid=11&bbox=0,0,597,10", 400), ("sid=11&bbox=0,0,10,844", 400)];
    for (rest, expected) in refused {
        let path = format!("/api/v1/facsimile?uri={DEMO}/sou/2029:3&{rest}");
        assert_eq!(server.get_with(&path, &OWN).status, expected, "{rest}");
    }
}

#[test]
fn a_document_of_every_source_is_typeset() {
    let home = Home::new();
    let folder = home.path("demo").display().to_string();
    let server = Server::start(&home, &["--demo", "--data", &folder]);
    let sources = server.json("/api/v1/sources");
    let names: Vec<&str> =
        sources.as_array().unwrap().iter().filter_map(|row| row["source"].as_str()).collect();
    assert!(names.len() > 12, "{names:?}");
    for source in names {
        let list = server.json(&format!("/api/v1/documents?source={source}&limit=1&include_expired=true"));
        let uri = list["documents"][0]["uri"].as_str().unwrap();
        let path = uri.strip_prefix(DEMO).unwrap();
        let pdf = server.get(&format!("/api/v1/pdf?path={path}&kontext=alla&toc=true"));
        assert_eq!(pdf.status, 200, "{source} {path}: {}", pdf.text());
        sound(&pdf.body, source);
    }
    let figures = server.get("/api/v1/pdf?path=/2030:78");
    sound(&figures.body, "2030:78");

    // Without the cache, the same bytes again.
    std::fs::remove_dir_all(home.path("demo/cache")).unwrap();
    assert!(server.get("/api/v1/pdf?path=/2030:78").body == figures.body);
}

/// Checks a PDF, with qpdf where that is installed.
fn sound(pdf: &[u8], name: &str) {
    assert!(pdf.starts_with(b"%PDF-") && pdf.trim_ascii_end().ends_with(b"%%EOF"), "{name}");
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), pdf).unwrap();
    let checked = Command::new("qpdf").arg("--check").arg(file.path()).stdin(Stdio::null()).output();
    match checked {
        Ok(checked) => {
            assert!(checked.status.success(), "{name}: {}", String::from_utf8_lossy(&checked.stderr));
        }
        Err(error) => lagrum_test_support::skipped(format_args!("qpdf cannot check {name}: {error}")),
    }
}

#[test]
fn attachments_are_imported_checked_and_served_after_a_build() {
    let home = Home::new();
    lagrum_demo::unpack(&home.path("demo")).unwrap();
    let demo = home.path("demo").display().to_string();
    home.done(&["import", &format!("{demo}/corpus")]);
    home.done(&["build"]);
    let server = Server::start(&home, &[]);
    let path = format!("/api/v1/facsimile?uri={DEMO}/sou/2029:3&sid=11");
    assert_eq!(server.get_with(&path, &OWN).status, 404);

    let said = home.done(&["import", "--attachments", &demo]).stdout;
    assert!(said.contains("pdf (pdf): read 6, stored 6, unchanged 0"), "{said}");
    let said = home.done(&["import", "--attachments", &demo]).stdout;
    assert!(said.contains("total: read 8, stored 0, unchanged 8"), "{said}");
    // Only what was built is served.
    assert_eq!(server.get_with(&path, &OWN).status, 404);
    home.done(&["build"]);
    crate::support::eventually("the new snapshot is served", || {
        (server.get_with(&path, &OWN).status == 200).then_some(())
    });
    let checked = home.done(&["check"]).stdout;
    assert!(
        checked.contains("6 PDFs") && checked.contains("1 verdicts") && checked.contains("2 graphics"),
        "{checked}"
    );

    // `check` finds damage.
    let folder = home.data().join("corpus/attachments");
    let inner = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    let file = std::fs::read_dir(inner).unwrap().next().unwrap().unwrap().path();
    std::fs::write(file, "%PDF-1.7 nothing").unwrap();
    let found = home.run(&["check"]);
    assert_eq!(found.code, Some(1));
    assert!(found.stdout.contains("damaged"), "{}", found.stdout);
}

#[test]
fn pdfs_that_cannot_be_read_are_named_by_the_import() {
    let home = Home::new();
    home.write("a/pdf/broken.pdf", "%PDF-1.7\nnothing that is a PDF");
    home.write("a/pdf/index.json", r#"[{"file":"broken.pdf","uri":"https://lag.example/1:1"}]"#);
    let folder = home.path("a").display().to_string();
    let ended = home.run(&["import", "--attachments", &folder, "--base", "https://lag.example"]);
    assert!(ended.stdout.contains("read 1, stored 0") && ended.stdout.contains("unreadable 1"), "{ended:?}");
    assert!(ended.stderr.contains("broken.pdf"), "{ended:?}");
}
