//! One provision with what a reader wants beside it: headings, neighbours, citations in both directions, and the acts that
//! amended it.
//!
//! It is read from an excerpt of a long document, or else from the whole artifact without register and metadata, and only the
//! part is rendered.

mod amended_by;
mod answer;
mod citations;
mod permalink;
mod text;

use std::collections::HashSet;

use jiff::civil::Date;
use lagrum_artifact::{
    AdjacentParts, Anchor, AnchorTarget, Location, PartAnchors, fragment_label, holds_displaced_list,
};
use lagrum_catalog::CatalogDocument;
use lagrum_render::RenderedPart;
use lagrum_snapshot::Snapshot;
use lagrum_sources::{are_placed_by_page, source};
use serde_json::Value;

use self::amended_by::{NamedProvision, amended_by, may_be_older};
pub use self::answer::{
    CitationCounts, NeighbourText, NeighbourTexts, Permalink, PrintedPage, ProvisionInForce,
    ProvisionResponse,
};
use self::citations::{cited_by, cites};
use self::text::ProvisionText;
use crate::as_of::{TextSource, find_text};
use crate::documents::DocumentSummary;
use crate::facsimile::facsimile_page;
use crate::lookup::{local_id, query_catalog};
use crate::place_state::place_on;
use crate::reader_day::reader_day;
use crate::{AnswerError, AsOf, AsOfBasis, OutboundLink, RegisteredAct};

/// The form of a provision's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProvisionForm {
    /// The artifact's own nodes.
    Node,
    /// Markdown, a piece of the document's.
    Markdown,
    /// Plain text, one line for each block.
    Text,
}

/// What is shown with a provision's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProvisionContext {
    /// Nothing.
    None,
    /// The headings above it.
    Headings,
    /// The headings, and the provisions before and after it.
    Neighbours,
}

/// Which provision, in which form.
#[derive(Clone, Debug)]
pub struct ProvisionQuestion {
    /// A document's uri with an anchor.
    pub uri: String,
    /// The form of the text.
    pub form: ProvisionForm,
    /// The day whose text is wanted; without it that of today.
    pub as_of: Option<Date>,
    /// What is shown with the text.
    pub context: ProvisionContext,
}

/// One provision of a document, of any source and any kind of anchor.
pub fn provision(
    snapshot: &Snapshot,
    today: Date,
    question: &ProvisionQuestion,
) -> Result<ProvisionResponse, AnswerError> {
    with_part((snapshot, today), &question.uri, question.as_of, |found| found.answer(question))
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
    /// What it is: `paragraf`, `page`.
    pub(crate) unit_type: String,
    /// Its node, or one with all of its nodes.
    pub(crate) node: Value,
    pub(crate) markdown: String,
    pub(crate) as_of: Option<AsOf>,
}

/// The part of a document that a uri with an anchor names.
pub(crate) fn document_part(
    at: (&Snapshot, Date),
    uri: &str,
    as_of: Option<Date>,
) -> Result<DocumentPart, AnswerError> {
    with_part(at, uri, as_of, |found| Ok(found.as_document()))
}

/// Finds the part that a uri names, and answers from it.
fn with_part<T>(
    (snapshot, today): (&Snapshot, Date),
    uri: &str,
    as_of: Option<Date>,
    answer: impl FnOnce(&FoundPart<'_>) -> Result<T, AnswerError>,
) -> Result<T, AnswerError> {
    let place = Location::parse(uri).ok_or_else(|| AnswerError::no_document(uri))?;
    let root = place.document().as_str();
    let (document, text) = find_text(snapshot, root, as_of)?;
    let asked = place.anchor().ok_or_else(|| AnswerError::Invalid {
        parameter: "uri",
        input: Some(uri.to_owned()),
        message: "Input should name a provision: the uri of a document, '#' and an anchor".to_owned(),
    })?;
    let missing = |nearest: &[String]| {
        no_provision(snapshot, &document, (root, asked), as_of.unwrap_or(today), nearest)
    };
    let stored = text.stored.ok_or_else(|| missing(&[]))?;
    let mut anchor = asked.clone();
    let mut excerpt = ProvisionText::excerpt(snapshot, (stored, root), asked)?;
    if excerpt.is_none() {
        anchor = find_in_list(snapshot, (stored, root), asked, missing)?;
        if anchor != *asked {
            excerpt = ProvisionText::excerpt(snapshot, (stored, root), &anchor)?;
        }
    }
    let provision_text = if let Some(excerpt) = excerpt {
        excerpt
    } else {
        let reader_day = reader_day(snapshot, root, today)?;
        ProvisionText::whole(snapshot, &text, (stored, root), reader_day.as_deref())?
    };
    let part = provision_text.part(&anchor).ok_or_else(|| {
        let parts = provision_text.artifact().presented().anchored_parts();
        missing(&nearest(parts.iter().map(|part| &part.anchor), asked))
    })?;
    let rendered = provision_text.render(&part)?;
    answer(&FoundPart {
        snapshot,
        today,
        document: &document,
        text: &text,
        stored,
        root,
        provision_text: &provision_text,
        anchor: &anchor,
        part,
        rendered,
    })
}

/// An anchor as the list of the anchors of a stored artifact has it. Fails if the list lacks it. A text that
/// states days has anchors on some of them that it does not store.
fn find_in_list(
    snapshot: &Snapshot,
    (stored, root): (i64, &str),
    anchor: &Anchor,
    missing: impl Fn(&[String]) -> AnswerError,
) -> Result<Anchor, AnswerError> {
    let list = query_catalog(snapshot, |catalog| catalog.anchors_of(stored))?;
    let is_empty = list.iter().next().is_none();
    if is_empty || list.position(anchor).is_some() {
        return Ok(anchor.clone());
    }
    if let Some(spelt) = spelt_as(list.iter(), anchor) {
        return Ok(spelt);
    }
    let act = query_catalog(snapshot, |catalog| catalog.act(root))?;
    if act.is_some_and(|act| !act.node_dates.is_empty()) {
        return Ok(anchor.clone());
    }
    Err(missing(&nearest(list.iter(), anchor)))
}

/// The anchor of a document that is another in other spelling: with other capitals, or a page number without its leading zeros. None
/// where several are.
fn spelt_as<'a>(anchors: impl Iterator<Item = &'a Anchor>, anchor: &Anchor) -> Option<Anchor> {
    let is_same = |other: &&Anchor| {
        other.as_str().eq_ignore_ascii_case(anchor.as_str())
            || (anchor.page().is_some() && other.page() == anchor.page())
    };
    let mut same = anchors.filter(is_same);
    let found = same.next()?;
    same.next().is_none().then(|| found.clone())
}

/// A provision that has been found.
struct FoundPart<'a> {
    snapshot: &'a Snapshot,
    today: Date,
    document: &'a CatalogDocument,
    text: &'a TextSource,
    /// The number of the stored artifact that has the text.
    stored: i64,
    /// The uri of the question without its anchor.
    root: &'a str,
    provision_text: &'a ProvisionText,
    anchor: &'a Anchor,
    part: AnchorTarget<'a>,
    rendered: RenderedPart,
}

impl FoundPart<'_> {
    fn answer(&self, question: &ProvisionQuestion) -> Result<ProvisionResponse, AnswerError> {
        let anchors = self.provision_text.artifact().presented().part_anchors(&self.part);
        let AdjacentParts { previous, next } = self.provision_text.neighbours(self.anchor, &self.part);
        let fragment = |anchor: &str| format!("{}#{anchor}", self.root);
        let with_headings = question.context >= ProvisionContext::Headings;
        let content = content(&self.part, &self.rendered, question.form, with_headings);
        let ProvisionContent { node, markdown, text } = content;
        let amended_by = self.amended_by(&anchors)?;
        let permalink = self.permalink(&anchors, &amended_by)?;
        Ok(ProvisionResponse {
            uri: fragment(self.anchor.as_str()),
            document: DocumentSummary::from(self.document.clone()),
            anchor: self.anchor.to_string(),
            label: self.label(),
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
            as_of: self.as_of(self.text, &anchors, &amended_by),
            amended_by,
            headings: self.rendered.headings.clone(),
        })
    }

    fn as_document(&self) -> DocumentPart {
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
        DocumentPart {
            document: self.document.clone(),
            uri: format!("{}#{}", self.root, self.anchor),
            anchor: self.anchor.to_string(),
            label: self.reader_form().or_else(|| self.part.heading()),
            unit_type,
            node,
            markdown: self.rendered.markdown.clone(),
            as_of: self.text.as_of.clone(),
        }
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
            let cut = ProvisionText::excerpt(self.snapshot, (self.stored, self.root), &anchor)?;
            other = match cut {
                Some(cut) => cut,
                // A text that is cut states no days.
                None => ProvisionText::whole(self.snapshot, self.text, (self.stored, self.root), None)?,
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
            let whole = ProvisionText::whole(self.snapshot, self.text, (self.stored, self.root), None)?;
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
            from: day(from),
            to: day(until).or_else(|| self.document.expired.clone()),
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

    /// The acts that changed the provision.
    fn amended_by(&self, anchors: &PartAnchors) -> Result<Vec<RegisteredAct>, AnswerError> {
        let record = query_catalog(self.snapshot, |catalog| catalog.act(&self.document.uri))?;
        let Some(record) = record else { return Ok(Vec::new()) };
        let text = &self.rendered.text;
        let provision = NamedProvision { anchor: self.anchor, anchors, text };
        Ok(amended_by(&record.register, &provision, &self.snapshot.manifest().base))
    }

    /// Which text of the document answers. A provision that an amendment changed later than what signs it is not known to be that
    /// of the day, whatever is known of the rest.
    fn as_of(&self, text: &TextSource, anchors: &PartAnchors, amended_by: &[RegisteredAct]) -> Option<AsOf> {
        let as_of = text.as_of.clone()?;
        let provision = NamedProvision { anchor: self.anchor, anchors, text: &self.rendered.text };
        let is_doubted = as_of.basis == AsOfBasis::Dated
            && may_be_older(&provision, amended_by, &self.snapshot.manifest().base, &as_of.date);
        Some(if is_doubted { AsOf { basis: AsOfBasis::Undated, ..as_of } } else { as_of })
    }
}

/// The text of a provision in one form.
#[derive(Default)]
struct ProvisionContent {
    node: Option<Value>,
    markdown: Option<String>,
    text: Option<String>,
}

/// The text of a part in one form, with the headings above it where they are wanted.
fn content(
    part: &AnchorTarget<'_>,
    rendered: &RenderedPart,
    form: ProvisionForm,
    with_headings: bool,
) -> ProvisionContent {
    let headings = if with_headings { rendered.headings.as_slice() } else { &[] };
    match form {
        ProvisionForm::Node => ProvisionContent { node: Some(nodes(part)), ..ProvisionContent::default() },
        ProvisionForm::Text => {
            let lines = headings.iter().map(String::as_str).chain([rendered.text.as_str()]);
            let text = lines.collect::<Vec<_>>().join("\n");
            ProvisionContent { text: Some(text), ..ProvisionContent::default() }
        }
        ProvisionForm::Markdown => {
            // Depth 1 is the name of the document.
            let heading = |(depth, text): (usize, &String)| lagrum_render::heading_of(depth + 2, text);
            let headings = headings.iter().enumerate().map(heading);
            let blocks: Vec<String> = headings.chain([rendered.markdown.clone()]).collect();
            ProvisionContent { markdown: Some(blocks.join("\n\n")), ..ProvisionContent::default() }
        }
    }
}

/// The nodes of a part as JSON, without those that are inside another of them: one by itself, several as a list.
fn nodes(part: &AnchorTarget<'_>) -> Value {
    let mut nodes: Vec<Value> = Vec::new();
    let mut covered = HashSet::new();
    for node in part.nodes() {
        if covered.insert(node.address()) {
            node.addresses_below(&mut covered);
            nodes.push(node.to_value());
        }
    }
    match <[Value; 1]>::try_from(nodes) {
        Ok([node]) if !matches!(part, AnchorTarget::Page(_)) => node,
        Ok([node]) => Value::Array(vec![node]),
        Err(nodes) => Value::Array(nodes),
    }
}

/// Provisions that are named where one is missing.
const MAX_NEAREST: usize = 3;

/// The anchors of a document that are spelt most like one it does not have.
pub(crate) fn nearest<'a>(anchors: impl Iterator<Item = &'a Anchor>, anchor: &Anchor) -> Vec<String> {
    let wanted = anchor.as_str();
    let shared = |other: &str| wanted.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let number = |text: &str| -> i64 {
        let digits: String = text.chars().filter(char::is_ascii_digit).take(9).collect();
        digits.parse().unwrap_or_default()
    };
    let mut anchors: Vec<&str> = anchors.map(Anchor::as_str).collect();
    anchors.sort_by_cached_key(|other| {
        let at = shared(other);
        let rest = |text: &str| number(text.get(at..).unwrap_or_default());
        (std::cmp::Reverse(at), (rest(other) - rest(wanted)).abs(), other.len())
    });
    anchors.into_iter().take(MAX_NEAREST).map(str::to_owned).collect()
}

/// The failure of a question for a provision that the text does not have: what became of it on the day, or today, where that is known, and
/// which ones are near.
pub(crate) fn no_provision(
    snapshot: &Snapshot,
    document: &CatalogDocument,
    (root, anchor): (&str, &Anchor),
    day: Date,
    nearest: &[String],
) -> AnswerError {
    let near = if nearest.is_empty() {
        format!("{root} has no provisions")
    } else {
        format!("{root} has no {anchor}; the nearest are {}", nearest.join(", "))
    };
    match explanation(snapshot, document, anchor, day) {
        Ok(Some(known)) => AnswerError::NotFound(format!("{near}. Of {anchor}: {known}")),
        Ok(None) => AnswerError::NotFound(near),
        Err(error) => error,
    }
}

/// What became of a provision that a document does not have.
fn explanation(
    snapshot: &Snapshot,
    document: &CatalogDocument,
    anchor: &Anchor,
    day: Date,
) -> Result<Option<String>, AnswerError> {
    let base = &snapshot.manifest().base;
    let Some(place) = Location::parse(&format!("{}#{anchor}", document.uri)) else { return Ok(None) };
    let name = |act: &str| local_id(base, act).replace('_', " ");
    Ok(place_on(snapshot, &place, day)?.explanation(|act| format!("SFS {}", name(act))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_in_another_spelling() {
        let anchors: Vec<Anchor> = ["K3P3", "sid5", "6.1.f", "A6P1", "P26", "p26", "AI", "Ai"]
            .iter()
            .filter_map(|a| Anchor::new(a))
            .collect();
        for (asked, expected) in [
            ("k3p3", Some("K3P3")),
            ("sid05", Some("sid5")),
            ("SID5", Some("sid5")),
            ("6.1.F", Some("6.1.f")),
            ("a6p1", Some("A6P1")),
            // Two have the spelling.
            ("aI", None),
            ("K3P4", None),
            ("sid", None),
        ] {
            let found = spelt_as(anchors.iter(), &Anchor::new(asked).unwrap());
            assert_eq!(found.as_ref().map(Anchor::as_str), expected, "{asked}");
        }
    }
}
