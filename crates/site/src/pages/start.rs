//! `/`: the search box, everyday questions, an entry for each source, the age of the snapshot.

use askama::Template;
use lagrum_answers::{self as answers, AnswerError, DocumentsQuestion, ListOrder, SourceName};
use lagrum_artifact::Anchor;
use lagrum_pages::{PageAnswer, PageRequest};
use lagrum_sources::{TextExtent, flow_group};

use crate::frame::Frame;
use crate::href::Href;
use crate::markup::draw;
use crate::ord;
use crate::parts::{Door, source_doors};
use crate::questions::{QuestionDoor, Questions};

/// Maximum number of statutes on the page.
const MOST_CITED: u64 = 12;

/// Number of the most cited documents of a source from which an example is chosen.
const CANDIDATES: u64 = 50;

/// Maximum number of characters of an example. Nobody would type a longer name.
const MAX_EXAMPLE: usize = 40;

#[derive(Template)]
#[template(path = "start.html")]
struct StartPage {
    frame: Frame,
    /// Queries to try.
    examples: Vec<String>,
    /// Everyday questions, grouped by door.
    everyday: Vec<QuestionDoor>,
    doors: Vec<Door>,
    /// The most cited statutes: their pages and names.
    cited: Vec<(Href, String)>,
    /// When the snapshot was built.
    age: String,
}

/// Draws the page.
pub(super) fn page(request: &PageRequest, questions: &Questions) -> Result<PageAnswer, AnswerError> {
    let snapshot = &request.snapshot;
    let manifest = snapshot.manifest();
    let mut sources = answers::sources(snapshot)?;
    sources.sort_by_key(|source| flow_group(&source.source, ""));
    let statutes = lagrum_sources::all().iter().find(|source| source.holds_statutes);
    let cited = statutes.map(|source| most_cited(request, source.name, MOST_CITED)).transpose()?;
    let cited = cited.unwrap_or_default();
    let names = cited.iter().map(|(uri, title)| {
        let known = cited_as(request, uri)?.map_or_else(|| title.clone(), |(name, _)| name);
        Ok((Href::document(&manifest.base, uri), lagrum_artifact::raise_first_letter(&known)))
    });
    let names = names.collect::<Result<Vec<_>, AnswerError>>()?;
    let examples = examples(request, &sources, cited.first().map(|(uri, _)| uri.as_str()))?;
    let frame = Frame::new(ord::START_TITLE)
        .canonical(&manifest.base, "/")
        .data(Href::page("/api/v1/sources"))
        .feed(Href::page("/feeds/all.atom"));
    let page = StartPage {
        frame: Frame { description: ord::START_DESCRIPTION.to_owned(), has_own_search: true, ..frame },
        examples,
        everyday: questions.doors(snapshot, request.day)?,
        doors: source_doors(snapshot)?,
        cited: names.into_iter().filter_map(|(href, name)| Some((href?, name))).collect(),
        age: ord::built(&manifest.built),
    };
    draw(&page).map(PageAnswer::Html)
}

/// The most cited documents of a source: uris and names.
fn most_cited(request: &PageRequest, source: &str, limit: u64) -> Result<Vec<(String, String)>, AnswerError> {
    let question = DocumentsQuestion {
        source: Some(SourceName::from(source.to_owned())),
        kind: None,
        include_expired: false,
        changed_since: None,
        order: ListOrder::Citations,
        limit,
        offset: 0,
    };
    let list = answers::documents(&request.snapshot, request.day, question)?.to_json()?;
    let list: serde_json::Value = serde_json::from_slice(&list).unwrap_or_default();
    let rows = list["documents"].as_array().map(Vec::as_slice).unwrap_or_default();
    let row = |row: &serde_json::Value| {
        let name = row["title"].as_str().or(row["label"].as_str())?;
        Some((row["uri"].as_str()?.to_owned(), name.to_owned()))
    };
    Ok(rows.iter().filter_map(row).collect())
}

/// Example queries, from the documents of the corpus: the most cited provision of the most cited statute, the most cited
/// documents of two other sources, and the name of a concept.
fn examples(
    request: &PageRequest,
    sources: &[answers::SourceInfo],
    statute: Option<&str>,
) -> Result<Vec<String>, AnswerError> {
    let mut examples = Vec::new();
    if let Some(uri) = statute {
        let place = most_cited_place(request, uri)?;
        examples.extend(cited_as(request, &place)?.map(|(name, _)| name));
    }
    let concepts = lagrum_sources::concept_source().name;
    let mut others = Vec::new();
    for source in sources {
        if source.source == concepts || lagrum_sources::source(&source.source).holds_statutes {
            continue;
        }
        let Some(uri) = most_cited_text(request, &source.source)? else { continue };
        others.extend(cited_as(request, &uri)?.filter(|(name, _)| name.chars().count() <= MAX_EXAMPLE));
    }
    others.sort_by_key(|(_, cited)| std::cmp::Reverse(*cited));
    examples.extend(others.into_iter().take(2).map(|(name, _)| name));
    examples.extend(most_cited(request, concepts, 1)?.pop().map(|(_, name)| name));
    Ok(examples)
}

/// The uri of the most cited document of a source that has a full text: a document with only a summary is no good example.
fn most_cited_text(request: &PageRequest, source: &str) -> Result<Option<String>, AnswerError> {
    for (uri, _) in most_cited(request, source, CANDIDATES)? {
        if answers::extent(&request.snapshot, &uri)? == Some(TextExtent::Text) {
            return Ok(Some(uri));
        }
    }
    Ok(None)
}

/// The most cited provision of a document; the document where none is cited.
fn most_cited_place(request: &PageRequest, uri: &str) -> Result<String, AnswerError> {
    let notes = answers::beside(&request.snapshot, uri)?.notes;
    // Among provisions that are cited equally often, the first in the text is taken.
    // A kapitel holds provisions that have notes themselves.
    let holds_others = |note: &&answers::BesideNote| {
        let outer = Anchor::new(&note.anchor);
        notes.iter().filter(|other| other.anchor != note.anchor).any(|other| {
            Anchor::new(&other.anchor)
                .zip(outer.as_ref())
                .is_some_and(|(inner, outer)| inner.is_within(outer))
        })
    };
    let cited = notes.iter().rev().filter(|note| !holds_others(note)).max_by_key(|note| note.documents);
    Ok(cited.map_or_else(|| uri.to_owned(), |note| format!("{uri}#{}", note.anchor)))
}

/// The most cited provision of the most cited statute, with the uri of the statute; None for a corpus without statutes.
pub(crate) fn example(request: &PageRequest) -> Result<Option<(String, String)>, AnswerError> {
    let Some(statutes) = lagrum_sources::all().iter().find(|source| source.holds_statutes) else {
        return Ok(None);
    };
    let Some((uri, _)) = most_cited(request, statutes.name, 1)?.pop() else { return Ok(None) };
    let place = most_cited_place(request, &uri)?;
    Ok(Some((place, uri)))
}

/// The shortest form in which a place is cited, and how many documents cite its document.
fn cited_as(request: &PageRequest, uri: &str) -> Result<Option<(String, u64)>, AnswerError> {
    match answers::card(&request.snapshot, request.day, uri, None) {
        Ok(card) => {
            let cited = card.inbound_count.unwrap_or_default();
            Ok(card.forms.into_iter().next().map(|form| (form.citation, cited)))
        }
        Err(AnswerError::NotFound(_)) => Ok(None),
        Err(error) => Err(error),
    }
}
