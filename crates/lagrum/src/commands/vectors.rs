//! `lagrum vectors`: checks whether a model can be used, and makes the word table.

use std::collections::HashMap;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use lagrum_builder::{Progress as _, tally_words};
use lagrum_encoder::SentenceEncoder;
use lagrum_vectors::{WordTable, choose_words, make_word_table};
use lagrum_words::Compounds;

use crate::cli::{VectorsArguments, VectorsTask, WordTableArguments};
use crate::failure::Failure;
use crate::progress::ProgressReporter;

/// The texts that a model is tried on: a question, a passage that answers it in other words, and one that does not.
const QUESTION: &str = "får jag låta fåren gå lösa på grannens mark";
const ANSWER: &str = "Den som håller får ska se till att djuren är stängslade eller vaktas, så att de inte kommer in på annans \
    bete. Har de gjort det ändå, ska ägaren ersätta skadan på gröda och stängsel.";
const OTHER: &str =
    "Avgift för brygga betalas för helt kalenderår senast den 15 mars. Avgiften är lika för alla bryggor.";

/// How often each text is tried; the shortest time counts.
const TRIALS: usize = 5;

/// Words that are embedded between two reports of progress.
const STEP: usize = 512;

pub(crate) fn run(data: &Path, arguments: &VectorsArguments) -> Result<ExitCode, Failure> {
    match &arguments.task {
        VectorsTask::Check { model } => check(model),
        VectorsTask::Words(arguments) => words(data, arguments),
    }
}

/// Prints the properties and the cost of a model, and whether it puts a question near its answer.
fn check(folder: &Path) -> Result<ExitCode, Failure> {
    let start = Instant::now();
    let encoder = SentenceEncoder::open(folder)?;
    let opened = start.elapsed();
    let (question, question_ms) = quickest(|| Ok(encoder.query(QUESTION)?))?;
    let (answers, answer_ms) = quickest(|| Ok(encoder.passages(&[ANSWER])?))?;
    let others = encoder.passages(&[OTHER])?;
    let cosine = |passages: &[Vec<f32>]| -> f32 {
        passages.iter().flatten().zip(&question).map(|(one, other)| one * other).sum()
    };
    print_line!("{} can be used", folder.display())?;
    print_line!("  id         {}", encoder.id())?;
    print_line!("  network    {} layers, {} numbers for a text", encoder.layers(), encoder.dimensions())?;
    print_line!("  pieces     {}, at most {} of a text", encoder.pieces(), encoder.max_pieces())?;
    print_line!("  opened in  {:.1} s", opened.as_secs_f64())?;
    print_line!(
        "  a question of {} pieces takes {question_ms:.1} ms",
        encoder.piece_numbers(QUESTION).len()
    )?;
    print_line!("  a passage of {} pieces takes {answer_ms:.1} ms", encoder.piece_numbers(ANSWER).len())?;
    let (near, far) = (cosine(&answers), cosine(&others));
    print_line!("  a question and its answer have the cosine {near:.3}, and with another passage {far:.3}")?;
    if near <= far {
        print_line!("  so it does not tell them apart: take another model")?;
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// The result of some work, and the milliseconds of the fastest trial.
fn quickest<T>(work: impl Fn() -> Result<T, Failure>) -> Result<(T, f64), Failure> {
    let mut quickest = f64::INFINITY;
    for _ in 1..TRIALS {
        let start = Instant::now();
        work()?;
        quickest = quickest.min(start.elapsed().as_secs_f64() * 1e3);
    }
    Ok((work()?, quickest))
}

/// Makes a word table of the words of the corpus.
fn words(data: &Path, arguments: &WordTableArguments) -> Result<ExitCode, Failure> {
    let encoder = SentenceEncoder::open(&arguments.model)?;
    let progress = ProgressReporter::new();
    let tallies = tally_words(data, &progress)?;
    let counts: HashMap<String, u32> = tallies
        .words
        .iter()
        .map(|(word, tally)| (word.clone(), u32::try_from(tally.occurrences).unwrap_or(u32::MAX)))
        .collect();
    let chosen = choose_words(&tallies.words, arguments.words);
    let mut vectors = Vec::with_capacity(chosen.len());
    progress.begin("embed words", Some(chosen.len() as u64));
    for step in chosen.chunks(STEP) {
        let words: Vec<&str> = step.iter().map(|word| word.word.as_str()).collect();
        vectors.extend(encoder.queries(&words)?);
        progress.advance(step.len() as u64);
    }
    progress.end();
    let bytes = make_word_table(
        encoder.id(),
        &chosen,
        &vectors,
        tallies.occurrences,
        &Compounds::learn(&counts),
        arguments.numbers,
    )?;
    let table = WordTable::from_bytes(&bytes)?;
    std::fs::write(&arguments.output, &bytes)
        .map_err(|error| format!("{}: {error}", arguments.output.display()))?;
    let megabytes = bytes.len() as f64 / 1e6;
    print_line!("{} words of {} numbers, {megabytes:.1} MB", table.words(), arguments.numbers)?;
    Ok(ExitCode::SUCCESS)
}
