//! The words of a real corpus: how many, how fast, and what becomes of them. Figures are printed, see them with
//! `cargo test --release -p lagrum-words --test real_corpus -- --nocapture`.
//!
//! Takes the folder named by `LAGRUM_TEST_CORPUS`: every document of `corpus/<source>.ndjson.gz`.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use flate2::read::MultiGzDecoder;
use lagrum_artifact::Artifact;
use lagrum_words::{Analyser, Compounds, Language, Vocabulary, stem, tokens};

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

/// The words of Swedish texts: how often each occurs, and in how many of the texts.
fn counted(texts: &[String]) -> HashMap<String, (u32, u64)> {
    let mut counts: HashMap<String, (u32, u64)> = HashMap::new();
    let mut last_text: HashMap<String, usize> = HashMap::new();
    for (number, text) in texts.iter().enumerate() {
        for token in tokens(text) {
            if let Some((count, documents)) = counts.get_mut(&*token.word) {
                *count += 1;
                if let Some(last) = last_text.get_mut(&*token.word)
                    && *last != number
                {
                    (*last, *documents) = (number, *documents + 1);
                }
            } else {
                last_text.insert(token.word.to_string(), number);
                counts.insert(token.word.into_owned(), (1, 1));
            }
        }
    }
    counts
}

/// How the vocabulary answers for words with a letter dropped.
fn misspell(words: &HashMap<String, (u32, u64)>) {
    let sorted: BTreeMap<String, u64> =
        words.iter().map(|(word, (_, texts))| (word.clone(), *texts)).collect();
    let mut stems: BTreeMap<String, u64> = BTreeMap::new();
    for (word, documents) in &sorted {
        *stems.entry(stem(word, Language::Swedish)).or_default() += documents;
    }
    let words: Vec<(&String, &u64)> =
        sorted.iter().filter(|(word, texts)| **texts > 50 && word.len() > 6).collect();
    let vocabulary = Vocabulary::build(1, sorted.clone(), stems).unwrap();
    let bytes = vocabulary.to_bytes();
    println!("{} words, vocabulary of {} bytes", sorted.len(), bytes.len());
    let (mut asked, mut first, mut longest, mut spent) = (0_u32, 0_u32, Duration::ZERO, Duration::ZERO);
    for (number, (word, _)) in words.iter().step_by(words.len() / 500).enumerate() {
        let mut letters: Vec<char> = word.chars().collect();
        letters.remove(1 + number % (letters.len() - 2));
        let wrong: String = letters.into_iter().collect();
        if vocabulary.word(&wrong) > 0 || wrong.bytes().any(|byte| byte.is_ascii_digit()) {
            continue;
        }
        let started = Instant::now();
        let found = vocabulary.nearest(&wrong);
        let took = started.elapsed();
        (asked, spent, longest) = (asked + 1, spent + took, longest.max(took));
        assert!(found.iter().any(|found| found.word == **word), "{wrong}: {found:?}");
        first += u32::from(found[0].word == **word);
    }
    println!(
        "{asked} words with a letter dropped: {first} found first, {:?} each, {longest:?} at most",
        spent / asked
    );
    let started = Instant::now();
    let found = vocabulary.forms_with_prefix("s", 50, 4_000).forms;
    println!("prefix of one letter: {} forms in {:?}", found.len(), started.elapsed());
    let started = Instant::now();
    let found = vocabulary.forms_folding_to("skadestand");
    println!("folding: {found:?} in {:?}", started.elapsed());
}

#[test]
fn words_of_a_real_corpus() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
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

    let (english, swedish): (Vec<String>, Vec<String>) =
        texts.iter().cloned().partition(|text| Language::detect(text) == Language::English);
    let counted = counted(&swedish);
    println!("{} texts are English; {} words in the others", english.len(), counted.len());
    let counts: HashMap<String, u32> =
        counted.iter().map(|(word, (count, _))| (word.clone(), *count)).collect();
    misspell(&counted);

    let started = Instant::now();
    let compounds = Compounds::learn(&counts);
    println!("compounds learnt in {:?}, {} bytes", started.elapsed(), compounds.to_bytes().len());
    let started = Instant::now();
    let cut = counts.keys().filter(|word| !compounds.parts(word).is_empty()).count();
    println!("{cut} words are compounds, told in {:?}", started.elapsed());
    assert!(cut > counts.len() / 10 && cut < counts.len() / 2, "a fifth to a third of Swedish words");

    let analyser = Analyser::new(compounds.clone());
    let started = Instant::now();
    let mut parts = 0;
    for text in &texts {
        for token in tokens(text) {
            parts += analyser.forms(&token.word, Language::Swedish).parts.len();
        }
    }
    let rate = size as f64 / 1e6 / started.elapsed().as_secs_f64();
    println!("all texts analysed in {:?}, {rate:.0} MB/s, {parts} parts", started.elapsed());

    let table = include_str!("tables/compounds.tsv");
    let mut rows = 0;
    let mut wrong = Vec::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (word, expected) = line.split_once('\t').unwrap();
        let parts = compounds.parts(word).join(" ");
        rows += 1;
        if parts != expected.trim_start_matches('-') {
            wrong.push(format!("{word} → {parts}, not {expected}"));
        }
    }
    println!(
        "{} of {rows} words of the table are cut as a lawyer would; not: {wrong:#?}",
        rows - wrong.len()
    );
    assert!(wrong.len() * 20 < rows, "one in twenty, at most: {wrong:#?}");
    assert!(count > size / 20, "a word in twenty bytes, at least");
}
