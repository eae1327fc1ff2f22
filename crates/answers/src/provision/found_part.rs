//! A part that has been found, and the answers that are made of it.

use jiff::civil::Date;
use lagrum_artifact::{AdjacentParts, Anchor, AnchorTarget, StoredId, fragment_label, holds_displaced_list};
use lagrum_catalog::CatalogDocument;
use lagrum_render::RenderedPart;
use lagrum_snapshot::Snapshot;
use lagrum_sources::{are_placed_by_page, source};
use serde_json::Value;

use super::answer::{NeighbourText, NeighbourTexts, PrintedPage, ProvisionInForce, ProvisionResponse};
use super::citations::{cited_by, cites};
use super::content::{ProvisionContent, content, nodes};
use super::in_time::ProvisionInTime;
use super::question::{ProvisionContext, ProvisionForm, ProvisionQuestion};
use super::text::ProvisionText;
use crate::as_of::TextSource;
use crate::documents::DocumentSummary;
use crate::facsimile::facsimile_page;
use crate::text_language::text_language;
use crate::{AnswerError, AsOf, OutboundLink, RegisteredAct};

/// A provision that has been found.
pub(super) struct FoundPart<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) today: Date,
    pub(super) document: &'a CatalogDocument,
    pub(super) text: &'a TextSource,
    /// The provision on the day of the question, or today; None for what is no provision of an act, and in an archived lydelse.
    pub(super) in_time: Option<&'a ProvisionInTime>,
    /// The number of the stored artifact that has the text.
    pub(super) stored: StoredId,
    /// The uri of the question without its anchor.
    pub(super) root: &'a str,
    pub(super) provision_text: &'a ProvisionText,
    pub(super) anchor: &'a Anchor,
    pub(super) part: AnchorTarget<'a>,
    pub(super) rendered: RenderedPart,
}

/// A part of a document as a document: what `/document` answers for a uri with an anchor.
pub(crate) struct DocumentPart {
    /// The document.
    pub(crate) document: CatalogDocument,
    /// The uri of the part, with the anchor as the text has it.
    pub(crate) uri: String,
    pub(crate) anchor: String,
    /// How a reader names it.
    pub(crate) label: Option<String>,
    /// The language of the text.
    pub(crate) language: &'static str,
    /// What it is: `paragraf`, `page`.
    pub(crate) unit_type: String,
    /// Its node, or one with all of its nodes.
    pub(crate) node: Value,
    pub(crate) markdown: String,
    pub(crate) as_of: Option<AsOf>,
}

impl FoundPart<'_> {
    pub(super) fn answer(&self, question: &ProvisionQuestion) -> Result<ProvisionResponse, AnswerError> {
        let AdjacentParts { previous, next } = self.provision_text.neighbours(self.anchor, &self.part);
        let fragment = |anchor: &str| format!("{}#{anchor}", self.root);
        let with_headings = question.context >= ProvisionContext::Headings;
        let content = content(&self.part, &self.rendered, question.form, with_headings);
        let ProvisionContent { node, markdown, text } = content;
        let amended_by = self.amended_by();
        let permalink = self.permalink()?;
        Ok(ProvisionResponse {
            uri: fragment(self.anchor.as_str()),
            document: DocumentSummary::from(self.document.clone()),
            anchor: self.anchor.to_string(),
            label: self.label(),
            language: self.language()?,
            node,
            markdown,
            text,
            displaced_list: matches!(self.part, AnchorTarget::Node(node) if holds_displaced_list(node)),
            sha256: self.sha256(),
            permalink,
            in_force: self.in_force(),
            version: self.version(),
            cites: self.cites()?,
            cited_by: cited_by(self.snapshot, self.document, self.anchor)?,
            neighbours: match question.context {
                ProvisionContext::Neighbours => Some(NeighbourTexts {
                    before: self.neighbour(previous.as_deref(), question.form)?,
                    after: self.neighbour(next.as_deref(), question.form)?,
                }),
                ProvisionContext::None | ProvisionContext::Headings => None,
            },
            previous: previous.as_deref().map(fragment),
            next: next.as_deref().map(fragment),
            page: self.page()?,
            as_of: self.text.as_of.clone(),
            amended_by,
            headings: self.rendered.headings.clone(),
        })
    }

    /// The language of the text.
    fn language(&self) -> Result<&'static str, AnswerError> {
        text_language(self.snapshot, &self.document.source, self.stored, self.root)
    }

    pub(super) fn as_document(&self) -> Result<DocumentPart, AnswerError> {
        let unit_type = match self.part.unit_type() {
            // The article of a treaty, and of one that is printed in a statute.
            "artikel" | "konventionsartikel" => "article".to_owned(),
            other => other.to_owned(),
        };
        let node = match nodes(&self.part) {
            // Several nodes that make the part together.
            Value::Array(nodes) => serde_json::json!({"type": &unit_type, "children": nodes}),
            node => node,
        };
        Ok(DocumentPart {
            document: self.document.clone(),
            uri: format!("{}#{}", self.root, self.anchor),
            anchor: self.anchor.to_string(),
            label: self.reader_form().or_else(|| self.part.heading()),
            language: self.language()?,
            unit_type,
            node,
            markdown: self.rendered.markdown.clone(),
            as_of: self.text.as_of.clone(),
        })
    }

    /// How a reader names the part.
    fn reader_form(&self) -> Option<String> {
        self.part.reader_form().or_else(|| source(&self.document.source).grammar.label(self.anchor))
    }

    fn label(&self) -> Option<String> {
        fragment_label(self.reader_form().as_deref(), self.part.heading().as_deref())
    }

    fn neighbour(
        &self,
        anchor: Option<&str>,
        form: ProvisionForm,
    ) -> Result<Option<NeighbourText>, AnswerError> {
        let Some(anchor) = anchor.and_then(Anchor::new) else { return Ok(None) };
        // An excerpt may show a neighbour without its text, as something that is around the provision.
        let other;
        let text = if self.provision_text.is_whole() {
            self.provision_text
        } else {
            let cut = ProvisionText::excerpt(self.snapshot, self.stored, self.root, &anchor)?;
            other = match cut {
                Some(cut) => cut,
                // A text that is cut states no days.
                None => ProvisionText::whole(self.snapshot, self.text, self.stored, self.root, None)?,
            };
            &other
        };
        let Some(part) = text.part(&anchor) else { return Ok(None) };
        let ProvisionContent { node, markdown, text } = content(&part, &text.render(&part)?, form, false);
        Ok(Some(NeighbourText { uri: format!("{}#{anchor}", self.root), node, markdown, text }))
    }

    fn cites(&self) -> Result<Vec<OutboundLink>, AnswerError> {
        let source = source(&self.document.source);
        let artifact = self.provision_text.artifact();
        // Whether the links of a document are placed by page follows from the whole of it.
        if !self.provision_text.is_whole() && are_placed_by_page(artifact, source) {
            // A text that is cut states no days.
            let whole = ProvisionText::whole(self.snapshot, self.text, self.stored, self.root, None)?;
            if let Some(part) = whole.part(self.anchor) {
                return cites(self.snapshot, whole.artifact(), &part, source);
            }
        }
        cites(self.snapshot, artifact, &self.part, source)
    }

    fn version(&self) -> Option<String> {
        let lydelse = self.root.split_once("/konsolidering/").map(|(_, id)| id.to_owned());
        lydelse.or_else(|| self.text.as_of.as_ref()?.version.clone())
    }

    fn in_force(&self) -> ProvisionInForce {
        let (from, until) = (&self.rendered.applies_from, &self.rendered.applies_until);
        let day = |text: &Option<String>| text.clone().filter(|text| lagrum_artifact::is_date(text));
        let phrases = [("träder i kraft", from), ("upphör att gälla", until)];
        let notes = phrases.into_iter().filter_map(|(words, stated)| {
            let phrase = stated.as_ref().filter(|stated| !lagrum_artifact::is_date(stated))?;
            Some(format!("{words} {phrase}"))
        });
        let notes: Vec<String> = notes.collect();
        ProvisionInForce {
            from: self.since().or_else(|| day(from)),
            to: self.ends().or_else(|| day(until)).or_else(|| self.document.expired.clone()),
            applies_from: self.in_time.and_then(|in_time| Some(in_time.applies_from?.to_string())),
            note: (!notes.is_empty()).then(|| notes.join(", ")),
        }
    }

    fn page(&self) -> Result<Option<PrintedPage>, AnswerError> {
        let page = self.anchor.page().map(i64::from).or(self.rendered.page);
        let Some(number) = page.and_then(|page| u64::try_from(page).ok()) else { return Ok(None) };
        let has_facsimile = match facsimile_page(self.snapshot, &self.document.uri, number) {
            Ok(_) => true,
            Err(AnswerError::NotFound(_)) => false,
            Err(other) => return Err(other),
        };
        Ok(Some(PrintedPage { number, has_facsimile, facsimile_url: None }))
    }

    /// The acts that changed the provision, the newest first.
    fn amended_by(&self) -> Vec<RegisteredAct> {
        self.in_time.map(|in_time| in_time.amended_by.clone()).unwrap_or_default()
    }

    /// The first day of the text that applies on the day of the question; of what is to come its first day.
    fn since(&self) -> Option<String> {
        Some(self.in_time?.found.since?.to_string())
    }

    /// The day from which it has another text or none.
    fn ends(&self) -> Option<String> {
        Some(self.in_time?.found.until?.to_string())
    }
}
