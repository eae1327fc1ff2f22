//! The plan of a corpus: what documents need to know of one another.
//!
//! It is small and never changes: how many documents each source has, how popular they are, and the words that they are written
//! in. Everything else about a document (its name, its size, its provisions) is computed from its source and rank when it is
//! needed. So a citation can name a provision of a document that has not been made yet.

use lagrum_artifact::Base;

use crate::popularity::Popularity;
use crate::profile::{SOURCES, Source};
use crate::random::{Purpose, Random};
use crate::vocabulary::Vocabulary;

/// What a corpus is made from.
pub(crate) struct Plan {
    seed: u64,
    /// With its trailing slash.
    base: String,
    /// The text factor: 1 for the real amount of text.
    pub(crate) text: f64,
    counts: [usize; SOURCES],
    popularity: Vec<Popularity>,
    pub(crate) swedish: Vocabulary,
    pub(crate) english: Vocabulary,
    concepts: Vec<String>,
}

impl Plan {
    /// A plan for about `documents` documents.
    pub(crate) fn new(documents: usize, text: f64, seed: u64, base: &Base) -> Self {
        let counts: Vec<usize> = Source::all().map(|source| source.documents(documents)).collect();
        let counts = std::array::from_fn(|index| counts.get(index).copied().unwrap_or_default());
        let swedish = Vocabulary::swedish(seed);
        // For every three concepts with a page, two are only named and become stubs.
        let concepts = swedish.concepts(seed, counts[Source::Begrepp as usize] * 5 / 3);
        let popularity = Source::all()
            .map(|source| {
                let documents =
                    if source == Source::Begrepp { concepts.len() } else { counts[source as usize] };
                Popularity::new(documents, source.profile().top)
            })
            .collect();
        let english = Vocabulary::english(seed);
        Self { seed, base: format!("{base}/"), text, counts, popularity, swedish, english, concepts }
    }

    /// How many documents of a source the corpus holds: those of the ranks below this.
    pub(crate) fn count(&self, source: Source) -> usize {
        self.counts[source as usize]
    }

    /// How many documents the corpus holds.
    pub(crate) fn documents(&self) -> usize {
        self.counts.iter().sum()
    }

    /// How the citations of a source's documents are spread over them.
    pub(crate) fn popularity(&self, source: Source) -> &Popularity {
        &self.popularity[source as usize]
    }

    /// The absolute uri of a local id, with its fragment.
    pub(crate) fn absolute(&self, local: &str) -> String {
        format!("{}{local}", self.base)
    }

    /// The uri of a document.
    pub(crate) fn uri(&self, source: Source, rank: usize) -> String {
        self.absolute(&self.name(source, rank).local_id)
    }

    /// The name of a concept. There are more names than concept pages.
    pub(crate) fn concept(&self, rank: usize) -> &str {
        self.concepts.get(rank % self.concepts.len().max(1)).map_or("Begrepp", String::as_str)
    }

    /// Random numbers for one purpose of one document.
    pub(crate) fn random(&self, purpose: Purpose, source: Source, rank: usize) -> Random {
        Random::new(self.seed, purpose, &[source as usize, rank])
    }

    /// Random numbers for one purpose of one part of a document.
    pub(crate) fn dice_for(&self, purpose: Purpose, source: Source, rank: usize, part: [usize; 2]) -> Random {
        Random::new(self.seed, purpose, &[source as usize, rank, part[0], part[1]])
    }

    /// The size of a document relative to the mean of its source, which is 1.
    pub(crate) fn heft(&self, source: Source, rank: usize) -> f64 {
        let drawn = self.random(Purpose::Heft, source, rank).heft();
        let kind = match source {
            // The most cited documents are long: the great codes.
            Source::Sfs if rank * 40 < self.count(source) => 3.0,
            Source::Sfs => 0.95,
            Source::Forarbete => match self.name(source, rank).kind {
                "prop" => 1.1,
                "sou" => 2.2,
                "rskr" => 0.02,
                "dir" => 0.2,
                "bet" => 0.8,
                _ => 0.9,
            },
            _ => 1.0,
        };
        drawn * kind
    }
}
