//! Reads the texts of several provisions, so that a text of an act is parsed once for those of one act.

use std::collections::VecDeque;

use lagrum_artifact::{Anchor, AnchorGrammar, Artifact, MAX_NODE_DATES, NodeIndex, StoredId};
use lagrum_cancel::whole;
use lagrum_render::indexed_text;
use lagrum_snapshot::Snapshot;
use lagrum_sources::parse_date;

use super::text::ProvisionText;
use crate::AnswerError;
use crate::artifacts::load_fields;
use crate::as_of::TextSource;

/// The most whole texts that are kept. A change has a text before and one after it.
const MAX_WHOLE: usize = 2;

/// Reads provisions of texts.
pub(crate) struct ProvisionReader<'s> {
    snapshot: &'s Snapshot,
    whole: VecDeque<WholeText>,
}

/// A whole text as it is read on a day.
struct WholeText {
    stored: StoredId,
    day: Option<String>,
    /// The days that its nodes state: between two of them the text of each day is the same. None where it states too many.
    dates: Option<Vec<String>>,
    text: ProvisionText,
    /// Its nodes by their anchors.
    index: NodeIndex,
}

impl WholeText {
    fn load(
        snapshot: &Snapshot,
        stored: StoredId,
        root: &str,
        day: Option<&str>,
    ) -> Result<Self, AnswerError> {
        let artifact = load_fields(snapshot, stored, root, &Artifact::PRESENTED)?;
        let mut dates = artifact.node_dates();
        let is_cut = dates.len() >= MAX_NODE_DATES;
        dates.retain(|date| parse_date(date).is_some());
        let artifact = artifact.on_day(day);
        let index = artifact.presented().node_index();
        let text = ProvisionText::of_whole(artifact);
        let dates = Some(dates).filter(|_| !is_cut);
        Ok(Self { stored, day: day.map(str::to_owned), dates, text, index })
    }

    /// The words of the part that an anchor names; None if the text has none.
    fn words(&self, anchor: &Anchor) -> Result<Option<String>, AnswerError> {
        match whole(indexed_text(self.text.artifact(), &self.index, anchor.as_str()))? {
            Some(words) => Ok(Some(words)),
            // What is named otherwise than by an anchor of a node: an article of an EU act, a printed page.
            None => self.text.words(anchor),
        }
    }

    /// Whether it is the text of a stored artifact on a day.
    fn is_of(&self, stored: StoredId, day: Option<&str>) -> bool {
        let begun = |dates: &[String], day: &str| dates.partition_point(|date| date.as_str() <= day);
        let is_same = match (self.day.as_deref(), day, &self.dates) {
            (Some(own), Some(day), Some(dates)) => begun(dates, own) == begun(dates, day),
            (own, day, _) => own == day,
        };
        self.stored == stored && is_same
    }
}

impl<'s> ProvisionReader<'s> {
    pub(crate) fn new(snapshot: &'s Snapshot) -> Self {
        Self { snapshot, whole: VecDeque::new() }
    }

    /// The text of a provision as `/provision?format=text` gives it; None where the text does not have it. `root` names the
    /// document in a failure, and `grammar` is that of its anchors.
    pub(crate) fn text(
        &mut self,
        source: &TextSource,
        root: &str,
        anchor: &Anchor,
        grammar: AnchorGrammar,
    ) -> Result<Option<String>, AnswerError> {
        let Some(stored) = source.stored else { return Ok(None) };
        let day = source.day();
        if let Some(excerpt) =
            ProvisionText::excerpt_of_words(self.snapshot, stored, root, anchor, grammar, day)?
        {
            return excerpt.words(anchor);
        }
        let at = self.whole.iter().position(|known| known.is_of(stored, day));
        let text = match at.and_then(|at| self.whole.remove(at)) {
            Some(text) => text,
            None => WholeText::load(self.snapshot, stored, root, day)?,
        };
        self.whole.truncate(MAX_WHOLE - 1);
        self.whole.push_front(text);
        self.whole[0].words(anchor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::artifacts::parse_artifact;

    #[test]
    fn a_text_is_that_of_all_days_between_two_that_it_states() {
        let json =
            br#"{"uri":"x:1","structure":[{"type":"paragraf","id":"P1","ordinal":"1","upphor":"2031-07-01"},
            {"type":"paragraf","ordinal":"1","ikrafttrader":"2031-07-01"}]}"#;
        let text = WholeText {
            stored: StoredId(7),
            day: Some("2031-06-30".to_owned()),
            dates: Some(vec!["2030-01-01".to_owned(), "2031-07-01".to_owned()]),
            text: ProvisionText::of_whole(parse_artifact(json, None, "x:1").unwrap()),
            index: NodeIndex::default(),
        };
        for (day, expected) in [
            (Some("2030-01-01"), true),
            (Some("2029-12-31"), false),
            (Some("2031-07-01"), false),
            (None, false),
        ] {
            assert_eq!(text.is_of(StoredId(7), day), expected, "{day:?}");
        }
        assert!(!text.is_of(StoredId(8), Some("2030-01-01")));
    }
}
