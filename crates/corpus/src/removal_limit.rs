//! The limit of what may go missing: a run or a build that would leave much less than what is published stops.
//!
//! A publisher that fails, a lost database, or a parser that understands nothing looks like a thousand withdrawals. So what would be left
//! is compared with what snapshots published ([`PublishedCounts`]): the last one, and those of the last seven days, so that small steps
//! add up. More than a tenth of the documents with a text that a source had, or all of them, may not go; neither may more than a tenth
//! of those of all sources together, or of the archived lydelser of a source. A few always may ([`FEW`]).
//!
//! What an operator has removed on purpose counts no more ([`AllowedRemoval`]): what `raw purge` and `import --prune` removed, and what
//! a run removed that was allowed to.
//!
//! Imports, mirrors, parsing and builds share this rule.

use std::collections::BTreeMap;
use std::fmt;

use lagrum_artifact::Generation;
use serde::{Deserialize, Serialize};

/// One in so many may go.
const PART: u64 = 10;

/// So many may go, whatever the number is of which they are a part.
const FEW: u64 = 3;

/// How much there is of each source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceCounts {
    /// Documents with a text.
    pub documents: BTreeMap<String, u64>,
    /// Archived lydelser.
    pub lydelser: BTreeMap<String, u64>,
}

impl SourceCounts {
    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty() && self.lydelser.is_empty()
    }

    /// These counts less others, nothing below 0.
    pub(crate) fn less(mut self, others: &Self) -> Self {
        let take = |from: &mut BTreeMap<String, u64>, others: &BTreeMap<String, u64>| {
            for (source, count) in from {
                *count = count.saturating_sub(others.get(source).copied().unwrap_or_default());
            }
        };
        take(&mut self.documents, &others.documents);
        take(&mut self.lydelser, &others.lydelser);
        self
    }

    /// Adds other counts.
    pub(crate) fn add(&mut self, others: &Self) {
        for (source, count) in &others.documents {
            *self.documents.entry(source.clone()).or_default() += count;
        }
        for (source, count) in &others.lydelser {
            *self.lydelser.entry(source.clone()).or_default() += count;
        }
    }

    /// The number of all documents and lydelser.
    pub(crate) fn all(&self) -> u64 {
        self.documents.values().chain(self.lydelser.values()).sum()
    }
}

/// What a published snapshot had.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishedCounts {
    /// The generation of the corpus from which it was built.
    pub generation: Generation,
    /// When it was published, in seconds since 1970.
    pub at: i64,
    /// What it had.
    pub counts: SourceCounts,
}

/// What was removed on purpose in a generation of the corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedRemoval {
    /// The generation.
    pub generation: Generation,
    /// What was removed.
    pub counts: SourceCounts,
}

/// More would go than may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooMuchRemoved {
    /// What would go, as phrases.
    pub losses: Vec<String>,
}

impl fmt::Display for TooMuchRemoved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.losses.join("; "))
    }
}

/// Fails where `left` is much less than what one of the snapshots had, beside what was removed on purpose. Only sources of `affected`
/// are judged, and all sources together; with None every source is.
pub fn check_removals(
    published: &[PublishedCounts],
    left: &SourceCounts,
    allowed: &[AllowedRemoval],
    affected: Option<&SourceCounts>,
) -> Result<(), TooMuchRemoved> {
    for snapshot in published {
        let mut had = snapshot.counts.clone();
        let mut on_purpose = SourceCounts::default();
        for removal in allowed.iter().filter(|removal| removal.generation > snapshot.generation) {
            on_purpose.add(&removal.counts);
        }
        had = had.less(&on_purpose);
        let losses = losses(&had, left, affected);
        if !losses.is_empty() {
            return Err(TooMuchRemoved { losses });
        }
    }
    Ok(())
}

fn losses(had: &SourceCounts, left: &SourceCounts, affected: Option<&SourceCounts>) -> Vec<String> {
    let mut losses = Vec::new();
    let (mut all_had, mut all_lost) = (0, 0);
    for (source, had) in &had.documents {
        let left = left.documents.get(source).copied().unwrap_or_default();
        let lost = had.saturating_sub(left);
        (all_had, all_lost) = (all_had + had, all_lost + lost);
        let is_affected = affected.is_none_or(|affected| affected.documents.contains_key(source));
        if is_affected && lost > 0 && (left == 0 || is_too_much(lost, *had)) {
            losses.push(format!("{lost} of the {had} documents of {source} that were published with a text"));
        }
    }
    if losses.is_empty()
        && affected.is_none_or(|affected| !affected.documents.is_empty())
        && is_too_much(all_lost, all_had)
    {
        losses.push(format!("{all_lost} of the {all_had} documents that were published with a text"));
    }
    for (source, had) in &had.lydelser {
        let lost = had.saturating_sub(left.lydelser.get(source).copied().unwrap_or_default());
        let is_affected = affected.is_none_or(|affected| affected.lydelser.contains_key(source));
        if is_affected && is_too_much(lost, *had) {
            losses.push(format!("{lost} of the {had} archived lydelser of {source} that were published"));
        }
    }
    losses
}

fn is_too_much(lost: u64, had: u64) -> bool {
    lost > FEW && lost.saturating_mul(PART) > had
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(documents: &[(&str, u64)], lydelser: &[(&str, u64)]) -> SourceCounts {
        let map = |pairs: &[(&str, u64)]| {
            pairs.iter().map(|(source, count)| ((*source).to_owned(), *count)).collect()
        };
        SourceCounts { documents: map(documents), lydelser: map(lydelser) }
    }

    fn published(generation: u32, counts: SourceCounts) -> PublishedCounts {
        PublishedCounts { generation: Generation(generation), at: 0, counts }
    }

    #[test]
    fn a_tenth_may_go_and_a_few_and_never_all() {
        for (had, left, is_refused) in [
            (300, 270, false),
            (300, 269, true),
            (300, 0, true),
            (300, 400, false),
            (20, 17, false),
            (20, 16, true),
            (4, 1, false),
            (3, 0, true),
            (1, 0, true),
            (1, 1, false),
            (0, 0, false),
        ] {
            let published = [published(1, counts(&[("sfs", had)], &[]))];
            let result = check_removals(&published, &counts(&[("sfs", left)], &[]), &[], None);
            assert_eq!(result.is_err(), is_refused, "{left} of {had}: {result:?}");
        }
        assert_eq!(check_removals(&[], &counts(&[], &[]), &[], None), Ok(()), "nothing is published");
    }

    #[test]
    fn all_sources_count_together_and_lydelser_by_themselves() {
        let had = published(1, counts(&[("dv", 100), ("sfs", 30), ("avg", 30)], &[("sfs", 50)]));
        let check = |left: SourceCounts| check_removals(std::slice::from_ref(&had), &left, &[], None);
        let of = |documents: [u64; 3], lydelser| {
            check(counts(
                &[("dv", documents[0]), ("sfs", documents[1]), ("avg", documents[2])],
                &[("sfs", lydelser)],
            ))
        };
        assert_eq!(of([90, 27, 27], 45), Ok(()));
        assert_eq!(of([100, 30, 0], 50).unwrap_err().losses.len(), 1);
        assert!(of([100, 30, 30], 44).unwrap_err().to_string().contains("lydelser of sfs"));
        let many = published(1, counts(&[("a", 20), ("b", 20), ("c", 20)], &[]));
        let left = counts(&[("a", 17), ("b", 17), ("c", 17)], &[]);
        let refused = check_removals(&[many], &left, &[], None).unwrap_err();
        assert_eq!(refused.to_string(), "9 of the 60 documents that were published with a text");
    }

    #[test]
    fn small_steps_add_up_and_what_was_meant_counts_no_more() {
        let week = published(4, counts(&[("sfs", 300)], &[]));
        let last = published(9, counts(&[("sfs", 280)], &[]));
        let left = counts(&[("sfs", 260)], &[]);
        let allowed = |generation| AllowedRemoval {
            generation: Generation(generation),
            counts: counts(&[("sfs", 15)], &[]),
        };
        assert_eq!(check_removals(std::slice::from_ref(&last), &left, &[], None), Ok(()));
        let both = [last, week];
        assert!(check_removals(&both, &left, &[], None).is_err());
        assert!(check_removals(&both, &left, &[allowed(4)], None).is_err(), "before that snapshot");
        assert_eq!(check_removals(&both, &left, &[allowed(5)], None), Ok(()));
        let empty = counts(&[], &[]);
        assert!(check_removals(&both, &empty, &[allowed(5)], None).is_err());
        assert_eq!(
            check_removals(&both, &empty, &[], Some(&counts(&[], &[("sfs", 1)]))),
            Ok(()),
            "not affected"
        );
    }
}
