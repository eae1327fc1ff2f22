//! Invented words with the statistics of real ones.
//!
//! The size of a search index depends on its vocabulary. So there are many words, with frequencies as in a language: a stem's
//! frequency falls with its rank by Zipf's law, flattened at the head, where the common words are. Swedish stems take endings
//! and form new compounds. Every other word is from a short list of common words. The stems are strings of syllables; only the
//! common words are real.

use std::collections::HashSet;

use lagrum_artifact::raise_first_letter;

use crate::popularity::Popularity;
use crate::random::{Purpose, Random, floor};

/// The words of a language.
pub(crate) struct Vocabulary {
    common: &'static [&'static str],
    endings: &'static [&'static str],
    stems: Vec<String>,
    frequency: Popularity,
    /// The share of compounds of two stems among words, 0 to 1.
    compounds: f64,
}

#[rustfmt::skip]
const SWEDISH_COMMON: [&str; 64] = [
    "och", "i", "att", "som", "en", "av", "för", "är", "den", "det", "ska", "till", "på", "om", "enligt",
    "eller", "får", "med", "inte", "vid", "lagen", "har", "ett", "de", "första", "stycket", "paragrafen",
    "beslut", "bestämmelser", "regeringen", "myndigheten", "rätt", "från", "kan", "domstolen", "andra",
    "mål", "den som", "såvitt", "dock", "skäl", "avser", "ansökan", "senast", "inom", "ändå",
    "föreskrifter", "tillämpas", "särskilda", "talan", "när", "även", "gäller", "utan", "vara", "därför",
    "sådan", "part", "yrkande", "grund", "frågan", "ersättning", "villkor", "tid",
];
#[rustfmt::skip]
const ENGLISH_COMMON: [&str; 48] = [
    "the", "of", "to", "and", "in", "that", "a", "for", "is", "on", "it", "by", "was", "had", "as", "not",
    "court", "with", "be", "which", "under", "applicant", "case", "article", "or", "this", "from", "an",
    "at", "has", "been", "right", "law", "shall", "were", "proceedings", "domestic", "decision", "member",
    "state", "their", "party", "no", "paragraph", "within", "convention", "however", "any",
];
const SWEDISH_ENDINGS: [&str; 12] =
    ["en", "et", "ar", "er", "erna", "arna", "ens", "ning", "ningen", "ade", "lig", "liga"];
#[rustfmt::skip]
const ENGLISH_ENDINGS: [&str; 7] = [
    "s", "ing", "ed", "tion", "ment", "al", "ly",
];
const SWEDISH_SYLLABLES: Syllables = Syllables {
    onsets: &[
        "b", "br", "d", "f", "fl", "fr", "g", "gr", "h", "j", "k", "kl", "kn", "l", "m", "n", "p", "r", "s",
        "sk", "sp", "st", "str", "sv", "t", "tr", "v", "vr", "",
    ],
    vowels: &["a", "e", "i", "o", "u", "y", "å", "ä", "ö", "a", "e", "i", "o"],
    codas: &["", "", "", "l", "n", "r", "s", "t", "d", "m", "ll", "nd", "ng", "rk", "st", "v", "lt", "rd"],
};
const ENGLISH_SYLLABLES: Syllables = Syllables {
    onsets: &[
        "b", "bl", "c", "ch", "cl", "d", "f", "g", "h", "j", "l", "m", "n", "p", "pl", "qu", "r", "s", "sh",
        "st", "t", "th", "tr", "v", "w", "",
    ],
    vowels: &["a", "e", "i", "o", "u", "ea", "ou", "e", "i", "a"],
    codas: &["", "", "", "ck", "d", "ll", "n", "nt", "r", "s", "st", "t", "rm", "nce"],
};

struct Syllables {
    onsets: &'static [&'static str],
    vowels: &'static [&'static str],
    codas: &'static [&'static str],
}

impl Vocabulary {
    /// Swedish-looking words: 24,000 stems.
    pub(crate) fn swedish(seed: u64) -> Self {
        let random = Random::new(seed, Purpose::Vocabulary, &[0]);
        let stems = stems(random, &SWEDISH_SYLLABLES, 24_000);
        Self {
            common: &SWEDISH_COMMON,
            endings: &SWEDISH_ENDINGS,
            frequency: Popularity::new(stems.len(), COMMONEST),
            stems,
            compounds: 0.15,
        }
    }

    /// English-looking words: 16,000 stems, no compounds.
    pub(crate) fn english(seed: u64) -> Self {
        let random = Random::new(seed, Purpose::Vocabulary, &[1]);
        let stems = stems(random, &ENGLISH_SYLLABLES, 16_000);
        Self {
            common: &ENGLISH_COMMON,
            endings: &ENGLISH_ENDINGS,
            frequency: Popularity::new(stems.len(), COMMONEST),
            stems,
            compounds: 0.0,
        }
    }

    /// Writes one word of running text.
    pub(crate) fn push_word(&self, random: &mut Random, text: &mut String) {
        if random.chance(0.45) {
            text.push_str(self.common[zipf(random, self.common.len())]);
            return;
        }
        self.push_content_word(random, text);
    }

    /// Writes a word that is about the topic of a text, as in titles.
    pub(crate) fn push_content_word(&self, random: &mut Random, text: &mut String) {
        text.push_str(self.stem(random));
        if random.chance(self.compounds) {
            text.push('s');
            text.push_str(&self.stems[random.below(HEADS.min(self.stems.len()))]);
        }
        if random.chance(0.5) {
            text.push_str(self.endings[zipf(random, self.endings.len())]);
        }
    }

    /// A stem, with its frequency in running text.
    fn stem(&self, random: &mut Random) -> &str {
        &self.stems[self.frequency.draw(random)]
    }

    /// `count` different names of concepts, each one or two words. Some are an inflected form of another, as in texts that
    /// mention a concept without being about it.
    pub(crate) fn concepts(&self, seed: u64, count: usize) -> Vec<String> {
        let mut random = Random::new(seed, Purpose::Vocabulary, &[2]);
        let mut names: Vec<String> = Vec::with_capacity(count);
        let mut known = HashSet::new();
        while names.len() < count {
            let mut name = raise_first_letter(&self.stems[random.below(self.stems.len())]);
            if names.len() % 12 == 11 {
                name = format!("{}en", names[random.below(names.len())]);
            } else if random.chance(0.6) {
                name.push_str(if random.chance(0.3) { " " } else { "s" });
                name.push_str(&self.stems[random.below(self.stems.len())]);
            }
            if name.chars().count() > 3 && name.chars().count() < 50 && known.insert(name.clone()) {
                names.push(name);
            }
        }
        names
    }
}

/// Number of stems that compounds end in, as Swedish ones end in -lag, -avgift, -skyldighet.
const HEADS: usize = 200;
/// The share of the commonest stem among all content words.
const COMMONEST: f64 = 0.005;

/// A rank below `ranks`, with a probability by Zipf's law.
fn zipf(random: &mut Random, ranks: usize) -> usize {
    floor(((ranks as f64 + 1.0).ln() * random.unit()).exp() - 1.0).min(ranks - 1)
}

fn stems(mut random: Random, syllables: &Syllables, count: usize) -> Vec<String> {
    let mut stems = Vec::with_capacity(count);
    let mut known = HashSet::new();
    while stems.len() < count {
        // Frequent words are short.
        let longest = if stems.len() < 300 { 1 } else { 3 };
        let mut stem = String::new();
        for _ in 0..=random.below(longest) {
            stem.push_str(random.pick::<&str>(syllables.onsets));
            stem.push_str(random.pick::<&str>(syllables.vowels));
            stem.push_str(random.pick::<&str>(syllables.codas));
        }
        if stem.len() > 2 && known.insert(stem.clone()) {
            stems.push(stem);
        }
    }
    stems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_few_and_often_or_many_and_rare() {
        let vocabulary = Vocabulary::swedish(3);
        let mut random = Random::new(3, Purpose::Text, &[]);
        let mut times = std::collections::HashMap::new();
        for _ in 0..200_000 {
            let mut word = String::new();
            vocabulary.push_word(&mut random, &mut word);
            *times.entry(word).or_insert(0_usize) += 1;
        }
        let once = times.values().filter(|times| **times == 1).count();
        let most = times.values().max().copied().unwrap_or_default();
        assert!(times.len() > 30_000, "{}", times.len());
        assert!(once * 2 > times.len(), "{once} of {}", times.len());
        assert!((10_000..40_000).contains(&most), "{most}");
    }

    #[test]
    fn concepts_have_names_of_their_own() {
        let names = Vocabulary::swedish(3).concepts(3, 5_000);
        let different: HashSet<&String> = names.iter().collect();
        assert_eq!(different.len(), 5_000);
        assert!(names.iter().all(|name| name.starts_with(char::is_uppercase) && name.chars().count() <= 60));
    }
}
