//! How long a model takes for questions and for passages: `LAGRUM_TEST_MODEL=DIR cargo bench -p lagrum-encoder --bench encode`.
//! Without a model folder it says so and ends.

#![expect(clippy::unwrap_used, reason = "a broken measurement should end")]

use std::time::Instant;

use lagrum_encoder::SentenceEncoder;

const QUESTION: &str = "hur länge får min granne bygga på sitt stängsel utan att fråga någon annan om lov";
const RUNS: usize = 200;

/// A text of the length that passages have on average, some 70 pieces.
const PASSAGE: &str = "Den som håller får ska se till att djuren har tillgång till bete, vatten och skydd mot väder. \
    Om djuren hålls inom ett område som gränsar till en annan fastighet ska området vara inhägnat, om inte ägarna har kommit \
    överens om något annat. Överenskommelsen ska vara skriftlig och gälla i högst fem år.";
const PASSAGES: usize = 500;

fn main() {
    let Some(folder) = std::env::var_os("LAGRUM_TEST_MODEL") else {
        println!("skipped: LAGRUM_TEST_MODEL is not set");
        return;
    };
    let encoder = SentenceEncoder::open(folder.as_ref()).unwrap();
    let mut times: Vec<f64> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            encoder.query(QUESTION).unwrap();
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let pieces = encoder.piece_numbers(QUESTION).len();
    println!(
        "a question of {pieces} pieces: p50 {:.2} ms, p95 {:.2} ms",
        times[RUNS / 2],
        times[RUNS * 95 / 100]
    );
    let start = Instant::now();
    encoder.passages(&[PASSAGE; PASSAGES]).unwrap();
    let each = start.elapsed().as_secs_f64() * 1e3 / PASSAGES as f64;
    let pieces = encoder.piece_numbers(PASSAGE).len();
    println!("a passage of {pieces} pieces, {} threads: {each:.2} ms", rayon::current_num_threads());
}
