//! Attachments are imported whole or not at all, are read as of a generation, and are deleted when nothing refers to
//! them.

#![expect(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

use std::path::Path;

use crate::support::{BASE, Place};
use lagrum_artifact::{Base, Generation};
use lagrum_corpus::Silent;
use lagrum_corpus::attachments::{AttachmentOptions, import_attachments};
use lagrum_corpus::import::{ImportCounts, ImportError, ImportReport};

const RECORD: &str = "0123abcd-4567-89ef-0123-456789abcdef";

/// A "PDF" whose pages the counter below reads from its first line.
fn pdf(pages: u32, text: &str) -> String {
    format!("%PDF-1.7 {pages}\n{text}")
}

fn count(path: &Path) -> Result<u32, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let line = text.lines().next().unwrap_or_default();
    line.trim_start_matches("%PDF-1.7 ").parse().map_err(|_| "no pages".to_owned())
}

fn import(place: &Place) -> Result<ImportReport, ImportError> {
    let options = AttachmentOptions { base: Some(Base::parse(BASE).unwrap()), pages: &count };
    import_attachments(&place.corpus(), Path::new(&place.origin("")), &options, &Silent)
}

fn total(place: &Place) -> ImportCounts {
    import(place).unwrap().total()
}

fn index(place: &Place, entries: &str) {
    place.write("pdf/index.json", entries.replace("BASE", BASE));
}

/// First page and pages of each part, as of now.
fn parts(place: &Place, local_id: &str, generation: Generation) -> Vec<(u32, u32)> {
    let reader = place.corpus().reader().unwrap();
    let parts = reader.attached(generation).pdfs(&format!("{BASE}/{local_id}")).unwrap();
    parts.iter().map(|part| (part.first_page, part.pages)).collect()
}

#[test]
fn parts_are_counted_through_in_their_order() {
    let place = Place::new();
    place.write("pdf/a.pdf", pdf(4, "a"));
    place.write("pdf/b.pdf", pdf(2, "b"));
    place.write("pdf/c.pdf", pdf(9, "c"));
    let table = [
        (r#"{"file":"a.pdf","uri":"BASE/x:1"},{"file":"b.pdf","uri":"BASE/x:1"}"#, vec![(1, 4), (5, 2)]),
        (
            r#"{"file":"b.pdf","uri":"BASE/x:1","part":2},{"file":"a.pdf","uri":"BASE/x:1","part":1}"#,
            vec![(1, 4), (5, 2)],
        ),
        (
            r#"{"file":"a.pdf","uri":"BASE/x:1","first_page":11},{"file":"c.pdf","uri":"BASE/x:1"}"#,
            vec![(11, 4), (15, 9)],
        ),
        (
            r#"{"file":"a.pdf","uri":"BASE/x:1"},{"file":"c.pdf","uri":"BASE/x:1","first_page":100}"#,
            vec![(1, 4), (100, 9)],
        ),
    ];
    for (n, (entries, expected)) in table.into_iter().enumerate() {
        let local_id = format!("x:{n}");
        index(&place, &format!("[{entries}]").replace("x:1", &local_id));
        assert_eq!(total(&place).stored, 2, "{entries}");
        assert_eq!(parts(&place, &local_id, Generation::MAX), expected, "{entries}");
        assert_eq!(total(&place).unchanged, 2, "{entries}: again");
    }
}

#[test]
fn what_cannot_be_taken_is_counted_and_named() {
    let place = Place::new();
    place.write("pdf/sound.pdf", pdf(1, ""));
    place.write("pdf/broken.pdf", "%PDF-1.7 many");
    place.write("pdf/text.pdf", "a text");
    place.write("outside.pdf", pdf(1, "outside"));
    let table = [
        (r#"{"file":"broken.pdf","uri":"BASE/x:1"}"#, "broken.pdf: no pages"),
        (r#"{"file":"text.pdf","uri":"BASE/x:1"}"#, "text.pdf: not a PDF"),
        (r#"{"file":"none.pdf","uri":"BASE/x:1"}"#, "none.pdf: No such file"),
        (r#"{"file":"../outside.pdf","uri":"BASE/x:1"}"#, "not the name of a file beside the index"),
        (r#"{"file":"/etc/passwd","uri":"BASE/x:1"}"#, "not the name of a file beside the index"),
        (r#"{"file":"..","uri":"BASE/x:1"}"#, "not the name of a file beside the index"),
        (r#"{"file":"sound.pdf","uri":"https://elsewhere.example/x:1"}"#, "is not a uri under"),
        (r#"{"file":"sound.pdf","uri":"BASE/x:1","first_page":0}"#, "first_page is at least 1"),
        (r#"{"file":"sound.pdf","uri":"BASE/x:1","first_page":-3}"#, "entry 1: "),
        (r#"{"file":"sound.pdf"}"#, "entry 1: missing field `uri`"),
        ("7", "entry 1: "),
    ];
    for (entry, expected) in table {
        index(&place, &format!("[{entry}]"));
        let report = import(&place).unwrap();
        let counts = report.total();
        assert_eq!((counts.read, counts.stored, counts.unreadable + counts.rejected), (1, 0, 1), "{entry}");
        let problem = &report.files[0].problems[0];
        assert!(problem.contains(expected), "{entry}: {problem}");
    }
    index(&place, "{");
    assert!(import(&place).unwrap().failed());
    assert_eq!(parts(&place, "x:1", Generation::MAX), []);
}

#[test]
fn one_bad_part_leaves_the_parts_that_were_there() {
    let place = Place::new();
    place.write("pdf/a.pdf", pdf(4, "a"));
    index(&place, r#"[{"file":"a.pdf","uri":"BASE/x:1"}]"#);
    import(&place).unwrap();
    index(
        &place,
        r#"[{"file":"a.pdf","uri":"BASE/x:1","first_page":3},{"file":"gone.pdf","uri":"BASE/x:1"}]"#,
    );
    assert_eq!(total(&place).unreadable, 2);
    assert_eq!(parts(&place, "x:1", Generation::MAX), [(1, 4)]);
}

#[test]
fn an_earlier_generation_sees_what_it_saw_until_it_is_swept() {
    let place = Place::new();
    place.write("pdf/a.pdf", pdf(4, "a"));
    index(&place, r#"[{"file":"a.pdf","uri":"BASE/x:1"}]"#);
    import(&place).unwrap();
    let before = place.state().generation;
    let old = place.corpus().reader().unwrap().attached(before).all_pdfs().unwrap();

    place.write("pdf/a.pdf", pdf(5, "another a"));
    import(&place).unwrap();
    let after = place.state().generation;
    assert!(after > before);
    assert_eq!(parts(&place, "x:1", before), [(1, 4)]);
    assert_eq!(parts(&place, "x:1", after), [(1, 5)]);

    let corpus = place.corpus();
    corpus.sweep(before).unwrap();
    assert_eq!(parts(&place, "x:1", before), [(1, 4)]);
    assert!(corpus.attachment(&old[0].digest).is_file());
    corpus.sweep(after).unwrap();
    assert_eq!(parts(&place, "x:1", before), []);
    assert!(!corpus.attachment(&old[0].digest).exists());
    let new = corpus.reader().unwrap().attached(after).all_pdfs().unwrap();
    assert!(corpus.reader().unwrap().attached(after).is_whole(&new[0].digest, new[0].size).unwrap());
}

#[test]
fn a_file_of_two_documents_stays_while_one_has_it() {
    let place = Place::new();
    place.write("pdf/a.pdf", pdf(4, "a"));
    place.write("pdf/b.pdf", pdf(2, "b"));
    index(&place, r#"[{"file":"a.pdf","uri":"BASE/x:1"},{"file":"a.pdf","uri":"BASE/x:2"}]"#);
    import(&place).unwrap();
    index(&place, r#"[{"file":"b.pdf","uri":"BASE/x:1"}]"#);
    import(&place).unwrap();
    let corpus = place.corpus();
    corpus.sweep(place.state().generation).unwrap();
    let held = corpus.reader().unwrap().attached(Generation::MAX).all_pdfs().unwrap();
    assert_eq!(held.len(), 2);
    assert!(held.iter().all(|part| corpus.attachment(&part.digest).is_file()));
}

#[test]
fn damage_to_a_file_is_seen() {
    let place = Place::new();
    place.write("pdf/a.pdf", pdf(4, "a"));
    index(&place, r#"[{"file":"a.pdf","uri":"BASE/x:1"}]"#);
    import(&place).unwrap();
    let corpus = place.corpus();
    let reader = corpus.reader().unwrap();
    let part = reader.attached(Generation::MAX).all_pdfs().unwrap().remove(0);
    std::fs::write(corpus.attachment(&part.digest), pdf(4, "b")).unwrap();
    assert!(!reader.attached(Generation::MAX).is_whole(&part.digest, part.size).unwrap());
    std::fs::remove_file(corpus.attachment(&part.digest)).unwrap();
    assert!(reader.attached(Generation::MAX).is_whole(&part.digest, part.size).is_err());
}

#[test]
fn verdicts_are_found_by_court_record_and_file() {
    let place = Place::new();
    place.write(&format!("verdicts/HDO/{RECORD}/Dom T 1.pdf"), pdf(1, "dom"));
    place.write(&format!("verdicts/HDO/{RECORD}/note.txt"), "a note");
    place.write("verdicts/HDO/no-uuid/Dom.pdf", pdf(1, "dom"));
    let counts = total(&place);
    assert_eq!((counts.read, counts.stored, counts.unreadable), (3, 1, 2));
    assert_eq!(total(&place).unchanged, 1);
    let reader = place.corpus().reader().unwrap();
    let attached = reader.attached(Generation::MAX);
    let verdict = attached.verdict("HDO", RECORD, "Dom T 1.pdf").unwrap().unwrap();
    assert!(attached.is_whole(&verdict.digest, verdict.size).unwrap());
    assert_eq!(attached.verdict("HDO", RECORD, "Dom T 2.pdf").unwrap(), None);
    assert_eq!(attached.verdict("HFD", RECORD, "Dom T 1.pdf").unwrap(), None);
}

#[test]
fn graphics_are_replaced_a_statute_at_a_time() {
    let place = Place::new();
    place.write(
        "graphics/2030:78.json",
        r#"[{"anchor":"g-1","act":"2030:78","page":2,"bbox":[10,20.5,30,40]},
        {"anchor":"g-2","act":"BASE/2031:4","page":1}]"#
            .replace("BASE", BASE),
    );
    place
        .write("graphics/2030:79.json", r#"[{"anchor":"g-1","act":"2030:79","page":2,"bbox":[10,20,5,40]}]"#);
    let counts = total(&place);
    assert_eq!((counts.read, counts.stored, counts.unreadable), (2, 1, 1));
    let statute = format!("{BASE}/2030:78");
    let of = |anchor: &str| {
        place.corpus().reader().unwrap().attached(Generation::MAX).grafik(&statute, anchor).unwrap()
    };
    let cut = of("g-1").unwrap();
    assert_eq!((cut.act.as_str(), cut.page), (statute.as_str(), 2));
    assert_eq!(cut.bbox.unwrap().to_string(), "10,20.5,30,40");
    assert_eq!(of("g-2").unwrap().act, format!("{BASE}/2031:4"));

    place.write("graphics/2030:78.json", r#"[{"anchor":"g-2","act":"2031:4","page":3}]"#);
    assert_eq!(total(&place).stored, 1);
    assert_eq!(of("g-1"), None);
    assert_eq!(of("g-2").unwrap().page, 3);
}

#[test]
fn an_import_needs_attachments_and_a_base() {
    let place = Place::new();
    place.write("other/file", "");
    assert!(matches!(import(&place), Err(ImportError::NoAttachments(_))));
    let options = AttachmentOptions { base: None, pages: &count };
    let other = Place::new();
    other.write("pdf/index.json", "[]");
    let refused = import_attachments(&other.corpus(), Path::new(&other.origin("")), &options, &Silent);
    assert!(matches!(refused, Err(ImportError::NoBase)));
}
