//! Puts a text together of the provisions of the held texts.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use lagrum_artifact::{AddedProvision, Anchor, Artifact, ProvisionEdit, TextEdits};
use lagrum_chronicle::Borne;
use lagrum_render::diff::provision_words;
use lagrum_snapshot::Snapshot;
use serde_json::{Value, json};

use super::known::ProvisionCounts;
use super::lines;
use crate::AnswerError;
use crate::artifacts::{ParsedArtifact, load_artifact};
use crate::chronicle::{ActInTime, ProvisionOnDay, ShownBy};

/// A text of an act that is put together for a day.
pub(super) struct ComposedText<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) act: &'a ActInTime,
    pub(super) day: Date,
    /// The held text of the whole act on the day; None where none is.
    pub(super) base: Option<usize>,
    pub(super) counts: ProvisionCounts,
}

impl ComposedText<'_> {
    /// The text as an artifact; None where the held text of the whole act has every provision as it was.
    pub(super) fn bytes(&self, provisions: &[ProvisionOnDay]) -> Result<Option<Vec<u8>>, AnswerError> {
        // The headings are those of the nearest text: the oldest, for a day before it.
        let base = self.base.unwrap_or_default();
        let artifact = self.load(ShownBy { text: base, on: self.day })?;
        let Some(edits) = self.edits(&artifact, provisions)? else { return Ok(None) };
        let acts = self.later_acts();
        let later: BTreeSet<&str> = acts.iter().map(|act| self.act.uri_of(*act)).collect();
        let edits = TextEdits {
            later_acts: later.iter().map(|uri| self.number(uri)).collect(),
            headings: self.headings(base, &acts),
            ..edits
        };
        let composed = artifact.map(|artifact| {
            let artifact = artifact.with_amendments(|uri| !later.contains(uri)).with_edits(edits);
            artifact.with_first_line(Self::line(None, &self.head(base)))
        });
        let bytes = serde_json::to_vec(composed.value()).map_err(|error| AnswerError::internal(&error))?;
        Ok(Some(bytes))
    }

    /// A held text on a day.
    fn load(&self, shown: ShownBy) -> Result<ParsedArtifact, AnswerError> {
        let text = &self.act.texts.texts[shown.text];
        let artifact = load_artifact(self.snapshot, text.stored, &text.uri)?;
        Ok(artifact.on_day(Some(&shown.on.to_string())))
    }

    /// What is to be done with the provisions of a text; None where it has every one as it was on the day.
    fn edits(
        &self,
        artifact: &Artifact,
        provisions: &[ProvisionOnDay],
    ) -> Result<Option<TextEdits>, AnswerError> {
        let words = provision_words(artifact, self.act.grammar);
        let mut edits = TextEdits::default();
        let put = |anchor: &Anchor, node: Value, edits: &mut TextEdits| {
            if artifact.provision_node(anchor.as_str()).is_some() {
                edits.edits.insert(anchor.to_string(), ProvisionEdit::Replaced(node));
            } else {
                edits.added.push(AddedProvision { anchor: anchor.clone(), node });
            }
        };
        let mut wanted: BTreeMap<ShownBy, Vec<&Anchor>> = BTreeMap::new();
        for provision in provisions {
            let anchor = &provision.anchor;
            let shown = words.get(anchor.as_str()).map(|words| words.digest);
            match &provision.borne {
                Borne::Text { digest, .. } if shown == Some(*digest) => {}
                Borne::Text { .. } => {
                    if let Some(by) = provision.shown {
                        wanted.entry(by).or_default().push(anchor);
                    }
                }
                Borne::NotHeld { .. } => {
                    let line = lines::lost(self.act, provision, self.day);
                    put(anchor, Self::line(Some(anchor), &line), &mut edits);
                }
                _ if shown.is_some() => {
                    edits.edits.insert(anchor.to_string(), ProvisionEdit::Removed);
                }
                _ => {}
            }
            if let Some(line) = lines::gap(self.act, provision) {
                edits.behind.insert(anchor.to_string(), Self::line(None, &line));
            }
        }
        for (by, anchors) in wanted {
            let text = self.load(by)?;
            for anchor in anchors {
                if let Some(node) = text.provision_node(anchor.as_str()) {
                    put(anchor, node.clone(), &mut edits);
                }
            }
        }
        let is_same = edits.edits.is_empty() && edits.added.is_empty();
        Ok((self.base.is_none() || !is_same).then_some(edits))
    }

    /// The amendments that had not entered into force.
    fn later_acts(&self) -> Vec<usize> {
        let facts = self.act.facts();
        let acts = facts.amendments.iter().enumerate().filter(|(at, amendment)| {
            let is_later = amendment.day.known().is_some_and(|on| on > self.day)
                || amendment.not_before.is_some_and(|first| first > self.day);
            facts.base != Some(*at) && is_later
        });
        acts.map(|(at, _)| at).collect()
    }

    /// The lines behind headings that later acts name which a text has worked in, by the provisions that follow.
    fn headings(&self, base: usize, later: &[usize]) -> BTreeMap<String, Value> {
        let mut named: BTreeMap<Anchor, Vec<usize>> = BTreeMap::new();
        let worked_in = &self.act.texts.texts[base].worked_in;
        for act in later.iter().filter(|act| worked_in.binary_search(act).is_ok()) {
            for anchor in self.act.headings_of(*act) {
                named.entry(anchor).or_default().push(*act);
            }
        }
        let line = |(anchor, acts): (Anchor, Vec<usize>)| {
            (anchor.to_string(), Self::line(None, &lines::heading(self.act, &acts)))
        };
        named.into_iter().map(line).collect()
    }

    fn number(&self, uri: &str) -> String {
        self.act.base.printed_number(uri).unwrap_or_default()
    }

    /// What stands above the text.
    fn head(&self, base: usize) -> String {
        let text = &self.act.texts.texts[base];
        let name = match &text.version {
            Some(version) => format!("lydelsen enligt {version}"),
            None => "den senaste lydelse som finns här".to_owned(),
        };
        lines::head(self.day, self.counts, self.base.is_none().then_some(name.as_str()))
    }

    /// A line that is no text of the act.
    fn line(anchor: Option<&Anchor>, text: &str) -> Value {
        match anchor {
            Some(anchor) => json!({"type": "ruta", "id": anchor.as_str(), "text": [text]}),
            None => json!({"type": "ruta", "text": [text]}),
        }
    }
}
