//! The text that a provision is in: an excerpt of its document, or the whole of it.

use lagrum_artifact::{AdjacentParts, Anchor, AnchorGrammar, AnchorTarget, Artifact, StoredId};
use lagrum_cancel::whole;
use lagrum_render::excerpt::Adjoining;
use lagrum_render::{RenderedPart, part_text, render_part};
use lagrum_snapshot::Snapshot;

use crate::AnswerError;
use crate::artifacts::{ParsedArtifact, load_excerpt, load_excerpt_of_words, load_fields};
use crate::as_of::TextSource;

/// A text that has a provision.
pub(crate) struct ProvisionText {
    artifact: ParsedArtifact,
    /// What an excerpt does not have in its text; None for a whole document.
    adjoining: Option<Adjoining>,
}

impl ProvisionText {
    /// The excerpt of a text that answers for a provision, if there is one. `root` names the text in a failure.
    pub(crate) fn excerpt(
        snapshot: &Snapshot,
        stored: StoredId,
        root: &str,
        anchor: &Anchor,
    ) -> Result<Option<Self>, AnswerError> {
        let excerpt = load_excerpt(snapshot, stored, root, anchor)?;
        Ok(excerpt.map(|(artifact, adjoining)| Self { artifact, adjoining: Some(adjoining) }))
    }

    /// The excerpt of a text that has the words of a provision on a day, if there is one: what is around them is not asked for.
    pub(super) fn excerpt_of_words(
        snapshot: &Snapshot,
        stored: StoredId,
        root: &str,
        anchor: &Anchor,
        grammar: AnchorGrammar,
        day: Option<&str>,
    ) -> Result<Option<Self>, AnswerError> {
        let excerpt = load_excerpt_of_words(snapshot, stored, root, anchor, grammar, day)?;
        Ok(excerpt.map(|artifact| Self { artifact, adjoining: None }))
    }

    /// The whole text, as it is read on a day where the question is for none.
    pub(super) fn whole(
        snapshot: &Snapshot,
        text: &TextSource,
        stored: StoredId,
        root: &str,
        reader_day: Option<&str>,
    ) -> Result<Self, AnswerError> {
        let artifact = load_fields(snapshot, stored, root, &Artifact::PRESENTED)?;
        Ok(Self::of_whole(artifact.for_reader(text.day(), reader_day)))
    }

    /// A whole text.
    pub(super) fn of_whole(artifact: ParsedArtifact) -> Self {
        Self { artifact, adjoining: None }
    }

    /// Whether it is the whole text, which has every provision.
    pub(super) fn is_whole(&self) -> bool {
        self.adjoining.is_none()
    }

    pub(super) fn artifact(&self) -> &Artifact {
        &self.artifact
    }

    /// The part that an anchor names; None if the text has none.
    pub(crate) fn part(&self, anchor: &Anchor) -> Option<AnchorTarget<'_>> {
        self.artifact.presented().part(anchor)
    }

    /// The words of the part that an anchor names; None if the text has none.
    pub(super) fn words(&self, anchor: &Anchor) -> Result<Option<String>, AnswerError> {
        let part = self.part(anchor);
        Ok(part.map(|part| whole(part_text(&self.artifact, &part))).transpose()?)
    }

    /// Renders a part.
    pub(super) fn render(&self, part: &AnchorTarget<'_>) -> Result<RenderedPart, AnswerError> {
        let mut rendered = whole(render_part(&self.artifact, part))?;
        let page = self.adjoining.as_ref().and_then(Adjoining::page);
        rendered.page = rendered.page.or(page);
        Ok(rendered)
    }

    /// The parts before and after a part.
    pub(super) fn neighbours(&self, anchor: &Anchor, part: &AnchorTarget<'_>) -> AdjacentParts {
        let elsewhere = self.adjoining.as_ref().and_then(|adjoining| adjoining.beside(anchor));
        elsewhere.unwrap_or_else(|| self.artifact.presented().neighbours(anchor, part))
    }
}
