//! How much of a text one answer is about.
//!
//! A text of the greatest length can have thirty thousand citations, each of which is looked up, and followed from a day on. An answer
//! ends before the first citation that is too many. It is then the answer of the text up to there, and says from where to send the rest.

use std::collections::HashSet;
use std::ops::Range;

use super::answer::{ExtractQuestion, ExtractedTarget, TruncatedExtract};
use super::blocks::JoinedText;

/// Maximum number of citations of a bounded answer, with those that name no law.
pub const MAX_OCCURRENCES: usize = 10_000;

/// Maximum number of different places of a bounded answer that are followed from a day on. Each takes some hundreds of microseconds.
pub const MAX_FOLLOWED: usize = 1_000;

/// What an answer has of its bounds left.
pub(super) struct AnswerLimit {
    is_bounded: bool,
    follows: bool,
    occurrences: usize,
    followed: HashSet<String>,
}

impl AnswerLimit {
    pub(super) fn new(question: &ExtractQuestion) -> Self {
        let follows = question.is_bounded && question.since.is_some();
        Self { is_bounded: question.is_bounded, follows, occurrences: 0, followed: HashSet::new() }
    }

    /// Counts a citation before it is looked up; false when the answer has no room for it. One that turns out to name no law is as dear,
    /// and counts.
    pub(super) fn takes(&mut self) -> bool {
        self.occurrences += 1;
        !self.is_bounded || self.occurrences <= MAX_OCCURRENCES
    }

    /// Counts the targets of a citation; false when the answer has no room to follow them.
    pub(super) fn follows(&mut self, targets: &[ExtractedTarget]) -> bool {
        if !self.follows {
            return true;
        }
        let new = targets.iter().filter(|target| !self.followed.contains(&target.uri)).count();
        // One citation alone is never too many.
        if self.followed.len() + new > MAX_FOLLOWED && !self.followed.is_empty() {
            return false;
        }
        self.followed.extend(targets.iter().map(|target| target.uri.clone()));
        true
    }

    /// What an answer says that ends before a citation. `left_out` counts that one and those after it.
    pub(super) fn truncated(
        &self,
        first: &Range<usize>,
        left_out: usize,
        joined: &JoinedText<'_>,
    ) -> Option<TruncatedExtract> {
        let from = joined.locations(first).into_iter().next()?;
        let bound = if self.occurrences > MAX_OCCURRENCES {
            format!("{MAX_OCCURRENCES} citations")
        } else {
            format!("{MAX_FOLLOWED} different places that are followed from a day on")
        };
        let message = format!(
            "an answer has at most {bound}; send the text from offset {} of block {} on for the rest",
            from.start, from.block_id
        );
        Some(TruncatedExtract { left_out, block_id: from.block_id, start: from.start, message })
    }
}

/// Where the citations of an answer are in the text.
pub(super) struct FoundPlaces {
    /// Those of its occurrences.
    pub(super) places: Vec<Range<usize>>,
    /// The end of the text that the answer is about.
    pub(super) end: usize,
}
