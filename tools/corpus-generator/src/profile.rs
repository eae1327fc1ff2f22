//! The profile of each source: how many of the corpus's documents it has, how large they are and what they cite.
//!
//! The figures were taken from real documents and then set so that a corpus of 300,000 has some 12 million citations,
//! two fifths of them inside the citing document, and 2.6 million pairs of citing and cited documents.

use crate::random::floor;

/// A source of documents. The order is that of their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Source {
    Avg,
    Begrepp,
    Coe,
    Dv,
    Edpb,
    Eurlex,
    Forarbete,
    Foreskrift,
    Hudoc,
    Icc,
    Icj,
    Icrc,
    Kommentar,
    Rs,
    Sfs,
    Untc,
}

/// How many sources there are.
pub(crate) const SOURCES: usize = PROFILES.len();

/// The profile of a source.
pub(crate) struct Profile {
    pub(crate) source: Source,
    /// The name of the source, and of its dump file.
    pub(crate) name: &'static str,
    /// Documents of this source in a corpus of a thousand.
    share: f64,
    /// The minimum number of documents, however small the corpus.
    least: usize,
    /// Mean size of an artifact with all its text, bytes.
    pub(crate) bytes: f64,
    /// Mean number of other documents that one cites.
    pub(crate) cited: f64,
    /// Mean number of citations inside the document itself, where it has provisions to cite.
    pub(crate) own: f64,
    /// The share of its citing documents that cite the most cited document of this source.
    pub(crate) top: f64,
    /// How often the most cited document of this source is cited in a document that cites it; others are cited less often.
    pub(crate) repeats: f64,
    /// The sources that are cited, with weights.
    pub(crate) targets: &'static [(Source, usize)],
}

use Source::{
    Avg, Begrepp, Coe, Dv, Edpb, Eurlex, Forarbete, Foreskrift, Hudoc, Icc, Icj, Icrc, Kommentar, Rs, Sfs,
    Untc,
};

#[rustfmt::skip]
const PROFILES: [Profile; 16] = [
    Profile { source: Avg, name: "avg", share: 50.0, least: 10, bytes: 15e3, cited: 3.0, own: 0.0, top: 0.01, repeats: 2.0,
        targets: &[(Sfs, 70), (Begrepp, 15), (Avg, 8), (Forarbete, 5), (Dv, 2)] },
    Profile { source: Begrepp, name: "begrepp", share: 40.0, least: 10, bytes: 2.3e3, cited: 4.0, own: 0.0, top: 0.02, repeats: 2.0,
        targets: &[(Begrepp, 65), (Sfs, 28), (Dv, 5), (Eurlex, 2)] },
    Profile { source: Coe, name: "coe", share: 1.5, least: 10, bytes: 33e3, cited: 0.05, own: 0.0, top: 0.75, repeats: 3.0,
        targets: &[(Sfs, 1)] },
    Profile { source: Dv, name: "dv", share: 150.0, least: 20, bytes: 28e3, cited: 9.0, own: 0.0, top: 0.004, repeats: 4.0,
        targets: &[(Sfs, 45), (Dv, 22), (Begrepp, 15), (Forarbete, 11), (Eurlex, 5), (Coe, 1), (Hudoc, 1)] },
    Profile { source: Edpb, name: "edpb", share: 1.0, least: 4, bytes: 60e3, cited: 6.0, own: 0.0, top: 0.05, repeats: 2.0,
        targets: &[(Eurlex, 85), (Edpb, 15)] },
    Profile { source: Eurlex, name: "eurlex", share: 250.0, least: 30, bytes: 60e3, cited: 8.0, own: 84.0, top: 0.012, repeats: 6.0,
        targets: &[(Eurlex, 94), (Begrepp, 4), (Hudoc, 2)] },
    Profile { source: Forarbete, name: "forarbete", share: 250.0, least: 30, bytes: 135e3, cited: 15.5, own: 5.0, top: 0.003, repeats: 4.0,
        targets: &[(Sfs, 55), (Forarbete, 22), (Eurlex, 16), (Dv, 5), (Coe, 1), (Hudoc, 1)] },
    Profile { source: Foreskrift, name: "foreskrift", share: 50.0, least: 10, bytes: 30e3, cited: 5.0, own: 5.0, top: 0.01, repeats: 3.0,
        targets: &[(Sfs, 65), (Eurlex, 20), (Foreskrift, 15)] },
    Profile { source: Hudoc, name: "hudoc", share: 120.0, least: 20, bytes: 105e3, cited: 1.3, own: 0.0, top: 0.01, repeats: 1.5,
        targets: &[(Coe, 1)] },
    Profile { source: Icc, name: "icc", share: 1.5, least: 3, bytes: 80e3, cited: 0.0, own: 0.0, top: 0.05, repeats: 1.0,
        targets: &[(Untc, 1)] },
    Profile { source: Icj, name: "icj", share: 1.5, least: 3, bytes: 60e3, cited: 0.5, own: 0.0, top: 0.05, repeats: 1.0,
        targets: &[(Untc, 1)] },
    Profile { source: Icrc, name: "icrc", share: 0.5, least: 3, bytes: 59e3, cited: 0.0, own: 0.0, top: 0.1, repeats: 1.0,
        targets: &[(Sfs, 1)] },
    Profile { source: Kommentar, name: "kommentar", share: 10.0, least: 3, bytes: 10e3, cited: 14.0, own: 0.0, top: 0.05, repeats: 1.0,
        targets: &[(Sfs, 60), (Begrepp, 22), (Dv, 12), (Forarbete, 5), (Eurlex, 1)] },
    Profile { source: Rs, name: "rs", share: 20.0, least: 5, bytes: 12e3, cited: 3.0, own: 0.0, top: 0.01, repeats: 1.5,
        targets: &[(Sfs, 70), (Begrepp, 15), (Rs, 8), (Dv, 7)] },
    Profile { source: Sfs, name: "sfs", share: 50.0, least: 10, bytes: 28e3, cited: 10.0, own: 80.0, top: 0.0126, repeats: 13.7,
        targets: &[(Sfs, 70), (Eurlex, 14), (Begrepp, 15), (Coe, 1)] },
    Profile { source: Untc, name: "untc", share: 4.0, least: 5, bytes: 80e3, cited: 0.0, own: 0.0, top: 0.1, repeats: 1.0,
        targets: &[(Sfs, 1)] },
];

impl Source {
    /// All sources, by name.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        PROFILES.iter().map(|profile| profile.source)
    }

    /// What is typical of the source.
    pub(crate) fn profile(self) -> &'static Profile {
        &PROFILES[self as usize]
    }

    /// The name of the source, and of its dump file.
    pub(crate) fn name(self) -> &'static str {
        self.profile().name
    }

    /// How many of a corpus's documents are of this source. The shares add up to the whole corpus; a very small
    /// corpus is a little larger than requested, since every source has its minimum.
    pub(crate) fn documents(self, of: usize) -> usize {
        let profile = self.profile();
        let share = of as f64 * profile.share / 1_000.0;
        // The largest source takes the rounding error, so that tiny sources do not fill a tiny corpus.
        floor(share + 0.5).max(profile.least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order_and_adds_up() {
        for (index, source) in Source::all().enumerate() {
            assert_eq!(source as usize, index);
            assert!(source.profile().targets.iter().map(|(_, weight)| weight).sum::<usize>() > 0);
        }
        assert!(Source::all().map(Source::name).is_sorted());
        let shares: f64 = PROFILES.iter().map(|profile| profile.share).sum();
        assert!((shares - 1_000.0).abs() < 2.0, "{shares}");
        assert!(Source::Sfs.documents(300_000) >= 4_000);
    }
}
