//! Learning compounds from the words of a corpus.
//!
//! Every cut of a word into a beginning and an end that are known words is a hint. Most hints are right and many are
//! chance (*tjän-sten*). A true beginning has many different ends after it, and a true end many different beginnings
//! before it, which chance does not give. So each is weighed by how many it is next to and by its own frequency. Then every
//! word gets its best cut, and the weights are computed again from these cuts alone.

use std::collections::HashMap;

use fst::{Map, MapBuilder};

use super::stem_at_end::stem_at_end;
use super::{Beginning, Compounds, lists};
use crate::{Language, stem};

/// How often a word must occur to be a part of others.
const MIN_FREQUENCY: u32 = 5;

/// How often a word must occur to be learnt from.
const MIN_LEARNT: u32 = 2;

/// A beginning from this number of letters on, with a linking letter, need not be a word: several ends after it are
/// enough, as for *trafikskade-*.
const LONG_BEGINNING: usize = 8;

/// How often the weights are computed.
const ROUNDS: usize = 3;

impl Compounds {
    /// Learns from the words of a corpus and how often each occurs. They should be words of Swedish texts: another
    /// language adds chance.
    pub fn learn(counts: &HashMap<String, u32>) -> Self {
        let words = Words::of(counts);
        let cuts = words.cuts();
        let mut weights = Weights::of(&words, cuts.iter().flatten());
        for _ in 1..ROUNDS {
            let best = cuts.iter().filter_map(|cuts| cuts.iter().max_by_key(|cut| weights.of_cut(cut)));
            weights = Weights::of(&words, best);
        }
        weights.compounds()
    }
}

/// The words learnt from.
struct Words<'a> {
    counts: &'a HashMap<String, u32>,
    /// How often each stem occurs, in all its forms.
    stems: HashMap<String, u32>,
}

/// One way to cut a word.
struct Cut {
    beginning: String,
    linking: usize,
    /// The stem of the beginning as a word of its own.
    base: String,
    end: String,
}

impl<'a> Words<'a> {
    fn of(counts: &'a HashMap<String, u32>) -> Self {
        let mut stems: HashMap<String, u32> = HashMap::new();
        let mut add = |stem: String, count: u32| {
            let sum = stems.entry(stem).or_default();
            *sum = sum.saturating_add(count);
        };
        for (word, count) in counts {
            if (2..=40).contains(&word.chars().count()) && word.chars().all(char::is_alphabetic) {
                let (stem, end) = (stem(word, Language::Swedish), stem_at_end(word));
                if end != stem {
                    add(end, *count);
                }
                add(stem, *count);
            }
        }
        Self { counts, stems }
    }

    fn count(&self, word: &str) -> u32 {
        self.counts.get(word).copied().unwrap_or(0)
    }

    fn frequency(&self, stem: &str) -> u32 {
        self.stems.get(stem).copied().unwrap_or(0)
    }

    /// Every cut of every word, word by word in the order of their stems.
    fn cuts(&self) -> Vec<Vec<Cut>> {
        let mut learnt: Vec<&String> =
            self.stems.iter().filter(|(_, count)| **count >= MIN_LEARNT).map(|(stem, _)| stem).collect();
        learnt.sort_unstable();
        learnt.into_iter().filter(|stem| !lists::is_whole(stem)).map(|stem| self.cuts_of(stem)).collect()
    }

    fn cuts_of(&self, word: &str) -> Vec<Cut> {
        let cut = |(at, _): (usize, char)| {
            let (beginning, end) = word.split_at(at);
            if !self.is_part(end) || lists::is_no_end(end) {
                return None;
            }
            let (base, linking) = self.base(beginning)?;
            Some(Cut { beginning: beginning.to_owned(), linking, base, end: end.to_owned() })
        };
        word.char_indices().skip(3).filter_map(cut).collect()
    }

    fn is_part(&self, stem: &str) -> bool {
        self.frequency(stem) >= MIN_FREQUENCY && (stem.chars().count() > 3 || lists::is_short_part(stem))
    }

    /// The stem of the word that a compound begins with, and how many bytes only link it to what follows.
    fn base(&self, beginning: &str) -> Option<(String, usize)> {
        if lists::is_no_beginning(beginning) {
            return None;
        }
        let long = beginning.chars().count() >= LONG_BEGINNING && beginning.ends_with(['s', 'e']);
        let known = |base: String, linking| (long || self.is_part(&base)).then_some((base, linking));
        let inflected =
            || ["en", "et", "er"].iter().any(|ending| self.count(&format!("{beginning}{ending}")) > 0);
        let (at, last) = beginning.char_indices().next_back()?;
        let short = &beginning[..at];
        match last {
            // gatu-, kyrko-: the word itself ends in a.
            'u' | 'o' if self.count(&format!("{short}a")) >= MIN_FREQUENCY => known(short.to_owned(), 1),
            // The s belongs to the word itself when the word is inflected behind it: platsen, but not skyddsen.
            's' if !short.ends_with('s') && !inflected() => known(stem(short, Language::Swedish), 1),
            'e' if self.count(short) > self.count(beginning) => known(stem(short, Language::Swedish), 1),
            _ => known(stem(beginning, Language::Swedish), 0),
        }
    }
}

/// The weight of each beginning and each end, in hundredths of a natural logarithm.
struct Weights {
    beginnings: HashMap<String, Beginning>,
    ends: HashMap<String, u64>,
}

impl Weights {
    fn of<'a>(words: &Words<'_>, cuts: impl Iterator<Item = &'a Cut>) -> Self {
        let mut beginnings: HashMap<&str, (u32, &Cut)> = HashMap::new();
        let mut ends: HashMap<&str, u32> = HashMap::new();
        for cut in cuts {
            beginnings.entry(&cut.beginning).or_insert((0, cut)).0 += 1;
            *ends.entry(&cut.end).or_default() += 1;
        }
        #[expect(clippy::cast_sign_loss, reason = "a logarithm of a number from one on")]
        let weight = |met: u32, stem: &str| {
            let met = f64::from(met + 1).ln();
            let frequent = f64::from(words.frequency(stem)).max(1.0).ln();
            ((met + frequent * FREQUENCY_COUNTS) * 100.0).max(1.0) as u64
        };
        let is_known = |(met, cut): &(u32, &Cut)| *met > 1 || words.frequency(&cut.base) >= MIN_FREQUENCY;
        Self {
            beginnings: beginnings
                .into_iter()
                .filter(|(_, hint)| is_known(hint))
                .map(|(beginning, (met, cut))| {
                    let weight = weight(met, &cut.base);
                    (beginning.to_owned(), Beginning { weight, linking: cut.linking })
                })
                .collect(),
            ends: ends.into_iter().map(|(end, met)| (end.to_owned(), weight(met, end))).collect(),
        }
    }

    fn of_cut(&self, cut: &Cut) -> u64 {
        let beginning = self.beginnings.get(&cut.beginning).map_or(0, |beginning| beginning.weight);
        beginning + self.ends.get(&cut.end).copied().unwrap_or(0)
    }

    fn compounds(self) -> Compounds {
        let beginnings =
            self.beginnings.into_iter().map(|(word, beginning)| (word.into_bytes(), beginning.packed()));
        let ends = self.ends.into_iter().map(|(stem, weight)| (stem.bytes().rev().collect(), weight));
        Compounds { beginnings: map(beginnings), ends: map(ends) }
    }
}

/// The factor of the frequency of a word, beside the number of words it is next to.
const FREQUENCY_COUNTS: f64 = 0.3;

fn map(entries: impl Iterator<Item = (Vec<u8>, u64)>) -> Map<Vec<u8>> {
    let mut entries: Vec<_> = entries.collect();
    entries.sort_unstable();
    let mut builder = MapBuilder::memory();
    for (key, value) in entries {
        // Keys are sorted and unique, so none is rejected.
        let _ = builder.insert(key, value);
    }
    builder.into_map()
}
