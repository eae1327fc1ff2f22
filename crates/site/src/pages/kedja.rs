//! `/graf?from=&to=`: how two documents are connected by citations. The documents are given by names, citations, page paths or
//! uris. A name that no document has gets suggestions.

use askama::Template;
use lagrum_answers::{
    self as answers, AnswerError, LinkDirection, PathQuestion, PathStep, ResolveQuestion, SuggestQuestion,
};
use lagrum_artifact::{Base, raise_first_letter};
use lagrum_pages::{PageAnswer, PageRequest};

use crate::frame::Frame;
use crate::href::Href;
use crate::markup::draw;
use crate::ord::{besked, lists as ord};

/// Maximum number of chains that are shown.
const CHAINS: usize = 5;

/// Maximum number of documents that are suggested for a name.
const SUGGESTED: usize = 5;

#[derive(Template)]
#[template(path = "kedja.html")]
struct ChainPage {
    frame: Frame,
    from: String,
    to: String,
    /// Notes about names that no document has, or several have.
    notes: Vec<ChainNote>,
    /// The length of the shortest chain, or that there is none; empty if nothing was asked.
    result: String,
    chains: Vec<Vec<StepRow>>,
}

/// A note about a name, with links to the chains of other documents.
struct ChainNote {
    words: String,
    links: Vec<(Href, String)>,
}

struct StepRow {
    href: Option<Href>,
    name: String,
    title: String,
    group: String,
    /// The connection with the next document; empty for the last.
    link: String,
}

/// An end of a chain: the text that was typed for it, and the held documents that it may mean as uris and names, the likeliest
/// first.
struct ChainEnd<'r> {
    parameter: &'static str,
    typed: &'r str,
    documents: Vec<(String, String)>,
    /// Whether the text names the first document; otherwise the documents are suggestions.
    is_named: bool,
}

/// Draws the page.
pub(super) fn page(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let base = &request.snapshot.manifest().base;
    let typed = |name| request.parameter(name).unwrap_or_default();
    let (from, to) = (typed("from"), typed("to"));
    let mut page = ChainPage {
        frame: Frame::unlisted(ord::CHAIN),
        from: from.to_owned(),
        to: to.to_owned(),
        notes: Vec::new(),
        result: String::new(),
        chains: Vec::new(),
    };
    if !from.is_empty() && !to.is_empty() {
        let ends = [ChainEnd::find(request, "from", from)?, ChainEnd::find(request, "to", to)?];
        for (at, end) in ends.iter().enumerate() {
            page.notes.extend(end.note(base, &ends[1 - at]));
        }
        if let [Some(from), Some(to)] = ends.each_ref().map(ChainEnd::uri) {
            let data = Href::page("/api/v1/path").with("from", from).with("to", to);
            let question = PathQuestion {
                from: from.to_owned(),
                to: to.to_owned(),
                direction: LinkDirection::Both,
                groups: None,
                paths: CHAINS,
            };
            let found = answers::path(&request.snapshot, &question)?;
            page.frame = page.frame.data(data);
            page.result = found
                .distance
                .map_or_else(|| ord::NO_CHAIN.to_owned(), |steps| ord::chain_steps(steps as u64));
            let chains =
                std::iter::once(&found.path).chain(found.alternatives.iter().map(|chain| &chain.path));
            let chains = chains.filter(|chain| !chain.is_empty());
            page.chains =
                chains.map(|chain| chain.iter().map(|step| step_row(base, step)).collect()).collect();
        }
    }
    draw(&page).map(PageAnswer::Html)
}

impl<'r> ChainEnd<'r> {
    /// The documents that a text may mean.
    fn find(request: &PageRequest, parameter: &'static str, typed: &'r str) -> Result<Self, AnswerError> {
        let snapshot = &request.snapshot;
        let base = &snapshot.manifest().base;
        let uri = if typed.contains("://") {
            typed.to_owned()
        } else {
            format!("{base}/{}", typed.trim_start_matches('/'))
        };
        let uri = uri.split('#').next().unwrap_or_default();
        match answers::card(snapshot, request.day, uri, None) {
            Ok(card) => {
                return Ok(Self {
                    parameter,
                    typed,
                    documents: vec![(card.root, card.citation)],
                    is_named: true,
                });
            }
            Err(AnswerError::NotFound(_)) => {}
            Err(error) => return Err(error),
        }
        let question = ResolveQuestion { text: typed.to_owned(), source: None, kind: None };
        let named = match answers::resolve(snapshot, request.day, question) {
            Ok(answer) => answer.results,
            // Suggestions are used instead.
            Err(AnswerError::Loading { .. }) => Vec::new(),
            Err(error) => return Err(error),
        };
        let mut documents: Vec<(String, String)> = Vec::new();
        for result in named {
            if documents.iter().all(|(uri, _)| *uri != result.uri) {
                let name = result.display.or(result.title).unwrap_or_else(|| result.uri.clone());
                documents.push((result.uri, name));
            }
        }
        if !documents.is_empty() {
            return Ok(Self { parameter, typed, documents, is_named: true });
        }
        let question = SuggestQuestion { text: typed.to_owned(), limit: SUGGESTED };
        let suggested = match answers::suggest(snapshot, request.day, question) {
            Ok(answer) => answer.suggestions,
            Err(AnswerError::Loading { .. }) => Vec::new(),
            Err(error) => return Err(error),
        };
        let document = |uri: &str| uri.split('#').next().unwrap_or_default().to_owned();
        let documents = suggested.into_iter().map(|found| (document(&found.uri), found.display)).collect();
        Ok(Self { parameter, typed, documents, is_named: false })
    }

    /// The document that the text names.
    fn uri(&self) -> Option<&str> {
        self.documents.first().filter(|_| self.is_named).map(|(uri, _)| uri.as_str())
    }

    /// The note for a text that names no document or several; None if it names one. `other` is the other end of the chain.
    fn note(&self, base: &Base, other: &ChainEnd<'_>) -> Option<ChainNote> {
        let others = &self.documents[usize::from(self.is_named).min(self.documents.len())..];
        if self.is_named && others.is_empty() {
            return None;
        }
        let link = |(uri, name): &(String, String)| {
            let path = format!("/{}", base.strip(uri)?);
            let href = Href::page("/graf").with(self.parameter, &path).with(other.parameter, other.typed);
            Some((href, name.clone()))
        };
        let words = match (self.is_named, others.is_empty()) {
            (true, _) => format!("{} ({})?", ord::DID_YOU_MEAN, self.typed),
            (false, true) => besked::no_document_named(self.typed),
            (false, false) => format!("{} {}", besked::no_document_named(self.typed), ord::DID_YOU_MEAN),
        };
        Some(ChainNote { words, links: others.iter().take(SUGGESTED).filter_map(link).collect() })
    }
}

fn step_row(base: &Base, step: &PathStep) -> StepRow {
    let name = short_name(step.descriptive.as_ref(), step.label.as_ref(), &step.uri);
    StepRow {
        href: Href::document(base, &step.uri),
        title: step.title.clone().filter(|title| *title != name).unwrap_or_default(),
        name,
        group: step.group.clone(),
        link: match (step.links, step.forward) {
            (Some(links), Some(forward)) => ord::step(links.into(), forward),
            _ => String::new(),
        },
    }
}

/// A short name of a document, for lists of many documents.
pub(super) fn short_name(descriptive: Option<&String>, label: Option<&String>, uri: &str) -> String {
    let name = descriptive.or(label).map(|name| raise_first_letter(name));
    name.unwrap_or_else(|| uri.rsplit('/').next().unwrap_or(uri).to_owned())
}
