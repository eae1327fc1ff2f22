//! Reads the texts of several provisions, so that a text of an act is parsed once for those of one act.

use std::collections::VecDeque;

use lagrum_artifact::{Anchor, StoredId};
use lagrum_snapshot::Snapshot;

use super::text::ProvisionText;
use crate::AnswerError;
use crate::as_of::TextSource;

/// The most whole texts that are kept. A change has a text before and one after it.
const MAX_WHOLE: usize = 2;

/// What a text is kept by: the stored artifact, and the day on which it is read.
type TextKey = (StoredId, Option<String>);

/// Reads provisions of texts.
pub(crate) struct ProvisionReader<'s> {
    snapshot: &'s Snapshot,
    whole: VecDeque<(TextKey, ProvisionText)>,
}

impl<'s> ProvisionReader<'s> {
    pub(crate) fn new(snapshot: &'s Snapshot) -> Self {
        Self { snapshot, whole: VecDeque::new() }
    }

    /// The text of a provision as `/provision?format=text` gives it; None where the text does not have it. `root` names the
    /// document in a failure.
    pub(crate) fn text(
        &mut self,
        source: &TextSource,
        root: &str,
        anchor: &Anchor,
    ) -> Result<Option<String>, AnswerError> {
        let Some(stored) = source.stored else { return Ok(None) };
        if let Some(excerpt) = ProvisionText::excerpt_of_words(self.snapshot, stored, root, anchor)? {
            return excerpt.words(anchor);
        }
        let key: TextKey = (stored, source.day().map(str::to_owned));
        let at = self.whole.iter().position(|(known, _)| *known == key);
        let text = match at.and_then(|at| self.whole.remove(at)) {
            Some((_, text)) => text,
            None => ProvisionText::whole(self.snapshot, source, stored, root, None)?,
        };
        self.whole.truncate(MAX_WHOLE - 1);
        self.whole.push_front((key, text));
        self.whole[0].1.words(anchor)
    }
}
