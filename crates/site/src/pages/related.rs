//! The section "Äldre och nyare rätt": what texts say that a place followed, carries out or was issued under, and the other way.

use lagrum_answers::{AnswerError, RelatedAs, RelatedMethod, RelatedPlace, RelatedQuestion, related};
use lagrum_artifact::{ActFamily, Anchor, AnchorGrammar, Base, DocumentUri, Location};
use lagrum_pages::PageRequest;

use crate::href::Href;
use crate::ord::related as ord;
use crate::parts::Subject;

/// Rows of the section. The API has all.
const LIMIT: u64 = 50;

/// The section of a place of which texts say something.
pub(super) struct RelatedSection {
    pub(super) rows: Vec<RelatedRow>,
    /// How many more rows there are, in words; empty for none.
    pub(super) more: String,
    /// All rows, as data.
    pub(super) data: Href,
}

/// A place, and what says that it is related.
pub(super) struct RelatedRow {
    /// What it is, and for a part of the subject of which part.
    pub(super) relation: String,
    /// The page of the place; None where it is not held, and for a former number.
    pub(super) href: Option<Href>,
    pub(super) label: String,
    pub(super) days: String,
    /// Who cites an earlier place, apart from who cites the subject.
    pub(super) citing: Option<Href>,
    /// What says it; empty for a record.
    pub(super) words: String,
    /// Where it stands.
    pub(super) stands: Option<Href>,
    pub(super) method: &'static str,
}

/// The section of a place; None where no text says anything of it, or its document is not held.
pub(super) fn section(
    request: &PageRequest,
    subject: &Subject,
) -> Result<Option<RelatedSection>, AnswerError> {
    if !subject.is_held {
        return Ok(None);
    }
    let question = RelatedQuestion { uri: subject.uri.clone(), limit: LIMIT, cursor: None };
    let found = match related(&request.snapshot, &question) {
        // An archived lydelse has no statements of its own.
        Err(AnswerError::NotFound(_)) => return Ok(None),
        found => found?,
    };
    let base = &request.snapshot.manifest().base;
    let more = found.total.saturating_sub(found.related.len() as u64);
    let rows: Vec<RelatedRow> = found.related.into_iter().map(|place| row(base, subject, place)).collect();
    Ok((!rows.is_empty()).then(|| RelatedSection {
        rows,
        more: if more > 0 { ord::more(more) } else { String::new() },
        data: Href::page("/api/v1/provision/related").with("uri", &subject.uri),
    }))
}

fn row(base: &Base, subject: &Subject, place: RelatedPlace) -> RelatedRow {
    // Within one act a former number may be another provision's today, so only the new number is a link.
    let is_same = Location::split(&place.uri).0 == Location::split(&subject.uri).0;
    let is_link = match place.relation {
        RelatedAs::Successor => !is_same || place.until.is_none(),
        _ => !is_same,
    };
    let is_earlier = place.relation == RelatedAs::Predecessor && !is_same;
    let part = (place.of != subject.uri).then(|| place_name(base, &place.of)).flatten();
    let stands = match &place.evidence.anchor {
        Some(anchor) => format!("{}#{anchor}", place.evidence.uri),
        None => place.evidence.uri.clone(),
    };
    RelatedRow {
        relation: ord::relation(place.relation, part.as_deref()),
        href: Href::document(base, &place.uri).filter(|_| place.held && is_link),
        days: ord::days(place.from.as_deref(), place.until.as_deref()),
        citing: is_earlier.then(|| citing(base, &place.uri)).flatten(),
        label: place.label,
        // A record has no words of its own for readers.
        words: if place.method == RelatedMethod::Record { String::new() } else { place.evidence.text },
        stands: Href::document(base, &stands),
        method: ord::method(place.method),
    }
}

/// The page of the documents that cite a place.
fn citing(base: &Base, uri: &str) -> Option<Href> {
    let (document, anchor) = Location::split(uri);
    let path = base.strip(document)?;
    Some(Href::page(&format!("/hanvisningar/{path}")).with("plats", anchor.unwrap_or_default()))
}

/// How a reader cites a place within its act.
fn place_name(base: &Base, uri: &str) -> Option<String> {
    let (document, anchor) = Location::split(uri);
    let family = DocumentUri::new(document).and_then(|uri| ActFamily::of(&uri, base));
    let grammar = family.map_or(AnchorGrammar::Statute, ActFamily::grammar);
    let anchor = Anchor::new(anchor?)?;
    Some(grammar.label(&anchor).unwrap_or_else(|| anchor.to_string()))
}
