//! The HTML of every document of every source: its words are those of the markdown, its ids the anchors, and no running head
//! stands in a sentence.

use std::io::BufRead as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use lagrum_artifact::{Artifact, FullText};
use lagrum_render::RunningHead;

use crate::corpus::{dumps, folder, lines};
use crate::page::{Everything, check};

/// Failures that are shown.
const SHOWN: usize = 20;

#[test]
fn the_html_of_any_document_has_its_words_and_anchors() {
    let Some(folder) = folder() else { return };
    let dumps: Vec<_> = dumps(&folder).into_iter().chain(dumps(&folder.join("versions"))).collect();
    let all = Mutex::new(dumps.iter().flat_map(|dump| lines(dump).lines()));
    let (documents, bytes) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let (stored, shown) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let failures = Mutex::new(Vec::new());
    let work = || {
        loop {
            let line = all.lock().unwrap().next();
            let Some(line) = line else { return };
            let artifact = Artifact::parse(line.unwrap().as_bytes()).unwrap();
            documents.fetch_add(1, Ordering::Relaxed);
            match check(&artifact, &Everything) {
                Ok(text) => {
                    bytes.fetch_add(text.html.len(), Ordering::Relaxed);
                    if let RunningHead::Name(head) = RunningHead::of(&artifact) {
                        let times = |text: &str| text.matches(head).count();
                        let pieces = FullText::of(&artifact).pieces;
                        stored.fetch_add(pieces.iter().map(|piece| times(piece)).sum(), Ordering::Relaxed);
                        shown.fetch_add(times(&text.html), Ordering::Relaxed);
                    }
                }
                Err(failure) => failures.lock().unwrap().push(format!("{}: {failure}", artifact.uri())),
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    let (documents, failures) = (documents.into_inner(), failures.into_inner().unwrap());
    println!("{documents} documents, {} MB of HTML", bytes.into_inner() / 1_000_000);
    assert!(
        failures.is_empty(),
        "{} of {documents} documents:\n{}",
        failures.len(),
        failures[..failures.len().min(SHOWN)].join("\n")
    );
    assert!(documents > 7000, "{documents} documents");
    // The running heads that are still shown stand alone or cite a page.
    let (stored, shown) = (stored.into_inner(), shown.into_inner());
    println!("{shown} of {stored} running heads are shown");
    assert!(stored > 1000 && shown * 50 < stored, "{shown} of {stored} running heads are shown");
}
