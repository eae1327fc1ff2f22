//! The page of a document that is not held: its citing documents, and other meanings of the address. A path that is the
//! beginning of many documents' paths redirects to their list, and that of a held document with the ending of an older
//! service to that form of it.

use askama::Template;
use lagrum_answers::{
    self as answers, AnswerError, CitingQuestion, DocumentForm, DocumentQuestion, InboundOrder,
    ResolveQuestion,
};
use lagrum_artifact::DocumentUri;
use lagrum_pages::{PageAnswer, PageRequest};
use lagrum_sources::{publisher_page, source_of_local_id};

use crate::frame::Frame;
use crate::href::Href;
use crate::markup::{Markup, draw};
use crate::ord::{self, besked};
use crate::pages::bladdra;
use crate::pages::hanvisningar::citing_sentence;
use crate::parts::listed_names;

/// Maximum number of citing documents that the page names.
const MAX_CITING: u64 = 10;

#[derive(Template)]
#[template(path = "missing.html")]
struct MissingPage {
    frame: Frame,
    heading: String,
    /// Documents that cite it: pages, names, titles beside the names, and citing sentences.
    citing: Vec<(Href, String, String, Option<Markup>)>,
    /// The list of all citing documents, with their number.
    all: Option<(Href, String)>,
    /// Other meanings of the address.
    readings: Vec<(Href, String)>,
    search: Href,
    /// The words of an address that cannot be a document's, for a search box.
    words: Option<String>,
    /// The publisher's page.
    publisher: Option<(Href, String)>,
    /// The documents of its source that are held.
    others: Option<(Href, String)>,
    /// Whether the address is that of a document.
    is_known: bool,
}

/// Draws the page.
pub(super) fn page(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    if let Some(listing) = bladdra::listing_of(request)? {
        return Ok(PageAnswer::Moved(listing.to_string()));
    }
    let snapshot = &request.snapshot;
    let base = &snapshot.manifest().base;
    let local = request.path.trim_start_matches('/');
    if let Some(document) = without_source(local) {
        return Ok(PageAnswer::Moved(Href::page(document).to_string()));
    }
    if let Some(form) = old_form(request, local)? {
        return Ok(PageAnswer::Moved(form.to_string()));
    }
    let uri = base.document(local);
    let citing = uri.as_ref().map(|uri| citing(request, uri)).transpose()?;
    let total = citing.as_ref().map_or(0, |found| found.total);
    let is_known = total > 0 || source_of_local_id(local).is_some();
    let words = local.replace(['/', '_'], " ");
    let readings = match answers::resolve(
        snapshot,
        request.day,
        ResolveQuestion { text: words.clone(), source: None, kind: None },
    ) {
        Ok(answer) => answer.results,
        // The page works without them.
        Err(AnswerError::Loading { .. }) => Vec::new(),
        Err(error) => return Err(error),
    };
    let readings = readings.into_iter().filter_map(|result| {
        let name = result.display.or(result.title).or(result.identifier)?;
        Some((Href::page(&result.url?), name))
    });
    let heading =
        if is_known { ord::not_held(&answers::name_of_unheld(local)) } else { ord::NOT_FOUND.to_owned() };
    let page = MissingPage {
        frame: Frame::unlisted(heading.clone()),
        heading,
        citing: citing
            .into_iter()
            .flat_map(|found| found.documents)
            .map(|document| {
                let sentence = citing_sentence(&document);
                let names = listed_names(document.label, document.title);
                let (name, title) = names.unwrap_or_else(|| (document.url.clone(), String::new()));
                (Href::page(&document.url), name, title, sentence)
            })
            .collect(),
        all: (total > 0).then(|| (Href::page(&format!("/hanvisningar/{local}")), ord::references(total))),
        readings: readings.take(5).collect(),
        search: Href::page("/sok").with("q", &words),
        words: (!is_known).then_some(words),
        publisher: publisher_page(local)
            .and_then(|page| Some((Href::outside(&page.url)?, besked::at_publisher(&page)))),
        others: source_of_local_id(local)
            .map(|source| (Href::page(&format!("/bladdra/{}", source.name)), besked::all_of(source.label))),
        is_known,
    };
    draw(&page).map(PageAnswer::Missing)
}

/// The local id in an address that has the name of its source before it: `sfs/2020:1` is `2020:1`.
fn without_source(local: &str) -> Option<&str> {
    let (segment, rest) = local.split_once('/')?;
    let source = source_of_local_id(rest)?;
    [source.name, source.artifact_dir].contains(&segment).then_some(rest)
}

/// The form of a held document that an older service had at its address with an ending: what `Accept` gives at the address itself.
/// Of RDF that is Turtle; XHTML 2 is the page.
fn old_form(request: &PageRequest, local: &str) -> Result<Option<Href>, AnswerError> {
    let Some((local, ending)) = local.rsplit_once('.') else { return Ok(None) };
    let Some(uri) = request.snapshot.manifest().base.document(local) else { return Ok(None) };
    let uri = uri.to_string();
    let document = Href::page("/api/v1/document").with("uri", &uri);
    let form = match ending {
        "json" => document,
        "rdf" => document.with("format", "ttl"),
        "xht2" => Href::page(local),
        _ => return Ok(None),
    };
    let question = DocumentQuestion { uri, form: DocumentForm::Artifact, as_of: None };
    match answers::document(&request.snapshot, request.day, &question) {
        Ok(_) => Ok(Some(form)),
        Err(AnswerError::NotFound(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

fn citing(request: &PageRequest, uri: &DocumentUri) -> Result<answers::CitingDocuments, AnswerError> {
    let question = CitingQuestion {
        uri: uri.to_string(),
        source: None,
        groups: None,
        year: None,
        order: InboundOrder::Citations,
        limit: MAX_CITING,
        offset: 0,
        earlier_offset: 0,
        context: true,
    };
    answers::citing(&request.snapshot, question)
}

#[cfg(test)]
mod tests {
    use super::without_source;

    #[test]
    fn the_name_of_a_source_before_a_local_id_is_left_out() {
        for (path, expected) in [
            ("sfs/2020:1", Some("2020:1")),
            ("eurlex/celex/32031R0077", Some("celex/32031R0077")),
            ("kommentar/1931:47", None),
            ("nfs/2029:6", None),
            ("dom/nja/2031s5", None),
            ("sfs/nonsens", None),
            ("2020:1", None),
        ] {
            assert_eq!(without_source(path), expected, "{path}");
        }
    }
}
