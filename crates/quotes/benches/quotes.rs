//! Time to find and compare the quotes of a text of 250,000 characters with 200 quotes: `cargo bench --package lagrum-quotes`.
//! Each is compared with a long provision, and half of them, which are altered, with a document of 2,000 provisions.

use std::hint::black_box;
use std::ops::Range;
use std::time::Instant;

use lagrum_quotes::{FoundQuote, Quote, QuoteComparison, SourceText, StepBudget, find_quotes};

const QUOTES: usize = 200;
const CHARACTERS: usize = 250_000;
const PROVISIONS: usize = 2_000;
const WORDS_OF_A_PROVISION: usize = 60;

const WORDS: [&str; 24] = [
    "fårhållaren",
    "ska",
    "får",
    "inte",
    "vallen",
    "räkna",
    "djuren",
    "varje",
    "morgon",
    "om",
    "tillstånd",
    "nämnden",
    "och",
    "märke",
    "ersättning",
    "dygn",
    "ull",
    "färja",
    "dimma",
    "enligt",
    "detta",
    "kapitel",
    "skada",
    "vite",
];

/// Pseudo-random numbers, equal in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % bound
    }

    fn sentence(&mut self) -> String {
        let words: Vec<&str> = (0..WORDS_OF_A_PROVISION).map(|_| WORDS[self.below(WORDS.len())]).collect();
        format!("{}.", words.join(" "))
    }
}

fn main() {
    let mut numbers = Numbers(7);
    let provisions: Vec<String> = (0..PROVISIONS).map(|_| numbers.sentence()).collect();
    let source = SourceText::new(&provisions.join("\n"));
    let tokens = WORDS_OF_A_PROVISION + 1;
    let range = |provision: usize| provision * tokens..(provision + 1) * tokens;
    let mut text = String::new();
    let mut citations: Vec<Range<usize>> = Vec::new();
    let mut cited = Vec::new();
    for quote in 0..QUOTES {
        let provision = numbers.below(PROVISIONS);
        let mut words = provisions[provision].trim_end_matches('.').to_owned();
        if quote % 2 == 1 {
            words = words.replacen(" ska ", " får ", 1).replacen(" inte ", " ", 1) + " kaniner";
        }
        let start = text.len();
        text.push_str("3 § fårlagen");
        citations.push(start..text.len());
        text.push_str(&format!(" säger ”{words}” i sak.\n"));
        while text.chars().count() < CHARACTERS * (quote + 1) / QUOTES {
            text.push_str("Något annat sägs om dimman. ");
        }
        text.push('\n');
        cited.push(provision);
    }
    let steps = StepBudget::default();
    let start = Instant::now();
    let Ok(found) = find_quotes(&text, &citations, &steps) else { return };
    let found: Vec<FoundQuote> = found.collect();
    let finding = start.elapsed();
    let start = Instant::now();
    let (mut exact, mut differing) = (0, 0);
    for (quote, provision) in found.iter().zip(cited) {
        let quote = Quote::new(&quote.text);
        let Ok(comparison) = QuoteComparison::new(&quote, &source, &steps) else { return };
        if matches!(comparison.find(&range(provision)), Ok(Some(_))) {
            exact += 1;
            continue;
        }
        black_box(comparison.find(&source.whole()).ok());
        differing += usize::from(matches!(comparison.difference(&[range(provision)]), Ok(Some(_))));
    }
    println!(
        "{} characters, {} quotes: {exact} exact, {differing} differing",
        text.chars().count(),
        found.len()
    );
    println!("found in {finding:?}, compared in {:?}, {} steps", start.elapsed(), steps.taken());
}
