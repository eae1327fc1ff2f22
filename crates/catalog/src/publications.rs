//! When generations of the corpus were first served: by the snapshots that were published before this one, and by this one.

use lagrum_artifact::Generation;

use crate::change_log::PublishedBefore;

/// The publication of a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Publication {
    /// The generation of the corpus.
    pub generation: Generation,
    /// The time of publication, in seconds since 1970.
    pub at: i64,
}

/// When the generations of a corpus were first served.
#[derive(Clone, Debug)]
pub struct Publications {
    /// Generations and times, both ascending. The last one is of the snapshot that answers.
    published: Vec<(Generation, i64)>,
}

impl Publications {
    /// The publications up to `own`, that of the snapshot that answers. `before` are earlier ones.
    pub fn new(before: &[PublishedBefore], own: Publication) -> Self {
        let Publication { generation, at } = own;
        let known = before.iter().map(|snapshot| (snapshot.generation, snapshot.at));
        let known = known.filter(|(before, _)| *before <= generation);
        let mut latest = i64::MIN;
        let ascending = known.chain([(generation, at)]).map(|(generation, at)| {
            // A clock that was set back does not change the order.
            latest = latest.max(at);
            (generation, latest)
        });
        Self { published: ascending.collect() }
    }

    /// When a generation was first served, in seconds since 1970.
    pub fn at(&self, generation: Generation) -> i64 {
        let first = self.published.partition_point(|(served, _)| *served < generation);
        self.published.get(first).or(self.published.last()).map_or(0, |(_, at)| *at)
    }

    /// The generation that was served at a time; None before the first.
    pub fn served_at(&self, second: i64) -> Option<Generation> {
        let after = self.published.partition_point(|(_, at)| *at <= second);
        Some(self.published[..after].last()?.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generation_is_served_from_the_first_snapshot_that_has_it() {
        let published = [(2, 100), (5, 200), (5, 300), (9, 400)];
        let published = published.map(|(generation, at)| (Generation(generation), at)).to_vec();
        let publications = Publications { published };
        assert_eq!(
            [1, 2, 3, 5, 6, 9].map(|generation| publications.at(Generation(generation))),
            [100, 100, 200, 200, 400, 400]
        );
        assert_eq!(
            [99, 100, 250, 400].map(|at| publications.served_at(at).map(|generation| generation.0)),
            [None, Some(2), Some(5), Some(9)]
        );
    }
}
