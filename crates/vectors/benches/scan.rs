//! How long the exact scan takes: `cargo bench -p lagrum-vectors --bench scan`. The shortest of many runs is printed, which other
//! work on the machine disturbs least.

#![expect(clippy::unwrap_used, reason = "a broken measurement should end")]

use std::time::{Duration, Instant};

use lagrum_numbers::DocumentNumber;
use lagrum_vectors::{EncoderId, QuantizedVector, VectorTable, VectorTableWriter};

const ROWS: u32 = 100_000;
const ROWS_PER_DOCUMENT: u32 = 8;
const RUNS: usize = 50;

fn main() {
    for dimensions in [64, 384] {
        let table = table(dimensions);
        let query = vector(u64::MAX, dimensions);
        let shortest = |work: &dyn Fn() -> usize| {
            let run = |_| {
                let start = Instant::now();
                std::hint::black_box(work());
                start.elapsed()
            };
            (0..RUNS).map(run).min().unwrap_or_default()
        };
        let scan = shortest(&|| table.scan(&query).unwrap().documents().len());
        let documents = table.scan(&query).unwrap().documents().len();
        let shown = |time: Duration| time.as_secs_f64() * 1e3;
        println!("{ROWS} rows of {dimensions} numbers, {documents} documents: {:.2} ms", shown(scan));
    }
}

fn table(dimensions: usize) -> VectorTable {
    let path = std::env::temp_dir().join(format!("lagrum-scan-{}", std::process::id()));
    let mut writer =
        VectorTableWriter::create(&path, &EncoderId::parse("bench").unwrap(), dimensions).unwrap();
    for row in 0..ROWS {
        let document = DocumentNumber(row / ROWS_PER_DOCUMENT);
        writer.push(document, "P1", &vector(u64::from(row), dimensions)).unwrap();
    }
    writer.finish().unwrap();
    let table = VectorTable::open(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    table
}

/// A vector made of a seed (xorshift).
fn vector(seed: u64, dimensions: usize) -> QuantizedVector {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1 << 23) as f32 - 1.0
    };
    let numbers: Vec<f32> = (0..dimensions).map(|_| next()).collect();
    QuantizedVector::new(&numbers).unwrap()
}
