//! Time and memory of the name index for an invented corpus of 300,000 documents: `cargo bench --package lagrum-suggest`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use lagrum_numbers::DocumentNumber;
use lagrum_suggest::{NameIndexBuilder, NamedDocument};

const DOCUMENTS: u32 = 300_000;

/// Words that titles are made of, some of them in many titles.
const WORDS: [&str; 24] = [
    "lag",
    "om",
    "ändring",
    "i",
    "förordning",
    "tillsyn",
    "över",
    "får",
    "getter",
    "betesmark",
    "vallning",
    "skyldigheter",
    "avgifter",
    "register",
    "upphandling",
    "offentlig",
    "domstolar",
    "skatt",
    "miljö",
    "handel",
    "arbete",
    "försäkring",
    "tillstånd",
    "utredning",
];

/// Pseudo-random numbers, equal in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// The given percentile of the times, in microseconds.
fn percentile(times: &[Duration], percent: usize) -> f64 {
    let index = (times.len() - 1) * percent / 100;
    times[index].as_secs_f64() * 1e6
}

fn main() {
    let mut numbers = Numbers(1);
    let begun = Instant::now();
    let mut builder = NameIndexBuilder::default();
    let mut typed = Vec::new();
    for number in 0..DOCUMENTS {
        let words: Vec<&str> =
            (0..4 + numbers.below(8)).map(|_| WORDS[numbers.below(WORDS.len() as u64) as usize]).collect();
        let id = format!("SOU {}:{}", 1900 + numbers.below(130), numbers.below(2000));
        let title = format!("{} ({}) {}", words[0], &id[4..], words[1..].join(" "));
        if number % 300 == 0 {
            for text in [&id, &title] {
                let length = 1 + numbers.below(text.chars().count().min(40) as u64) as usize;
                typed.push(text.chars().take(length).collect::<String>());
            }
            typed.push(format!("{} {}", words[2], words[0]));
            typed.push(words[1].chars().take(1).collect());
        }
        let document = NamedDocument {
            number: DocumentNumber(number),
            inbound_count: numbers.below(50),
            in_force: number % 9 > 0,
        };
        builder.add(document, [id.as_str(), title.as_str()]);
    }
    let index = builder.finish();
    println!(
        "{} names of {DOCUMENTS} documents: {:.1} s, {:.0} MB",
        index.len(),
        begun.elapsed().as_secs_f64(),
        index.heap_bytes() as f64 / 1e6
    );
    let once = |text: &str| {
        let begun = Instant::now();
        black_box(index.find(text, 8));
        begun.elapsed()
    };
    // The shortest of five, since other work of the machine interrupts some.
    let mut times: Vec<Duration> =
        typed.iter().map(|text| (0..5).map(|_| once(text)).min().unwrap_or_default()).collect();
    times.sort_unstable();
    println!(
        "{} typed texts, each the shortest of five: p50 {:.0} µs, p99 {:.0} µs, longest {:.0} µs",
        times.len(),
        percentile(&times, 50),
        percentile(&times, 99),
        percentile(&times, 100)
    );
}
