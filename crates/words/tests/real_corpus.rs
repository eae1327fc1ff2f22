//! The words of a real corpus: how many, how fast, and what becomes of them. Figures are printed, see them with
//! `cargo test --release -p lagrum-words --test real_corpus -- --nocapture`.
//!
//! Takes the folder named by `LAGRUM_TEST_CORPUS`: every document of `corpus/<source>.ndjson.gz`.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use flate2::read::MultiGzDecoder;
use lagrum_artifact::Artifact;
use lagrum_words::{Language, tokens};

/// The texts of all documents.
fn texts(folder: &Path) -> Vec<String> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder.join("corpus"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().ends_with(".ndjson.gz"))
        .collect();
    files.sort();
    let lines =
        files.iter().flat_map(|file| BufReader::new(MultiGzDecoder::new(File::open(file).unwrap())).lines());
    lines
        .filter_map(|line| Some(Artifact::parse(line.unwrap().as_bytes()).ok()?.presented().plain_text()))
        .collect()
}

#[test]
fn words_of_a_real_corpus() {
    let Some(folder) = std::env::var_os("LAGRUM_TEST_CORPUS").map(PathBuf::from) else {
        return println!("skipped: LAGRUM_TEST_CORPUS does not name a corpus");
    };
    let texts = texts(&folder);
    let size: usize = texts.iter().map(String::len).sum();

    let started = Instant::now();
    let (mut count, mut owned) = (0_usize, 0_usize);
    for text in &texts {
        for token in tokens(text) {
            count += 1;
            owned += usize::from(matches!(token.word, std::borrow::Cow::Owned(_)));
        }
    }
    let took = started.elapsed();
    let rate = size as f64 / 1e6 / took.as_secs_f64();
    println!(
        "{} texts, {size} bytes, {count} tokens, {owned} of them owned: {took:?}, {rate:.0} MB/s",
        texts.len()
    );

    let mut counts: HashMap<String, u32> = HashMap::new();
    let mut english = 0;
    for text in &texts {
        if Language::of(text) == Language::English {
            english += 1;
            continue;
        }
        for token in tokens(text) {
            if let Some(known) = counts.get_mut(&*token.word) {
                *known += 1;
            } else {
                counts.insert(token.word.into_owned(), 1);
            }
        }
    }
    println!("{english} texts are English; {} words in the others", counts.len());
    if let Some(file) = std::env::var_os("DUMP_WORDS") {
        let lines: Vec<String> = counts.iter().map(|(word, count)| format!("{word}\t{count}\n")).collect();
        std::fs::write(file, lines.concat()).unwrap();
    }
    assert!(took < Duration::from_secs(600));
    assert!(count > size / 20, "a word in twenty bytes, at least");
}
