//! `/{id}` and `/{id}/konsolidering/{v}`: a document, or an archived lydelse of it; with `form=bibtex` or `form=ris` its
//! reference.

mod banners;
mod changed;
mod concept;
mod english;
mod given;
mod head;
mod metadata;
mod names;
mod of_day;
mod reference;
mod shown;
mod surroundings;
mod treaties;

use askama::Template;
use lagrum_answers::{self as answers, AnswerError, DocumentText, QueryInText};
use lagrum_pages::{PageAnswer, PageRequest};
use lagrum_render::html::{self, ContentsEntry, HtmlText};
use lagrum_render::is_said_in_text;
use lagrum_sources::{TRANSLATION, TextExtent, Translation, source};

use self::banners::Banner;
use self::concept::ConceptPart;
use self::english::EnglishFacts;
use self::given::ActsOfWork;
use self::head::Head;
use self::of_day::TextOfDay;
use self::reference::ReferenceForm;
use self::shown::{Document, first_words};
use self::surroundings::PageSurroundings;
use crate::frame::Frame;
use crate::href::Href;
use crate::language::Language;
use crate::markup::{Markup, draw};
use crate::ord::{self, besked};
use crate::pages::missing;

/// A text with at least this number of headings has headings in its contents, not numbers of provisions.
const FEW_HEADINGS: usize = 3;

/// The deepest level of headings in the contents.
const CONTENTS_LEVEL: u8 = 4;

/// Maximum number of lines of the contents. For a longer text the deepest levels are left out.
const MAX_CONTENTS: usize = 600;

/// Maximum number of places with marked words that the page lists.
const MAX_MARKED: usize = 40;

#[derive(Template)]
#[template(path = "document.html")]
struct DocumentPage {
    frame: Frame,
    head: Head,
    banners: Vec<Banner>,
    /// The acts that a preparatory work led to.
    given: Option<ActsOfWork>,
    /// What it is, for readers of English.
    english: Option<EnglishFacts>,
    /// The lines under the title in a print of the page, with its address and the day.
    printed: Vec<String>,
    contents: Contents,
    /// Places with words of the query that the page was opened for, and their number in words.
    marked: Option<(String, Vec<(Href, String)>)>,
    text: Markup,
    /// Whether the PDF takes so long to make that the page says so.
    pdf_takes_time: bool,
    /// The language of the text, if it is not Swedish.
    language: Option<&'static str>,
    /// The message on a page without a text, and links to texts elsewhere.
    no_text: Option<(&'static str, Vec<(Href, String)>)>,
    /// What is known of a concept.
    concept: Option<ConceptPart>,
    is_expired: bool,
    /// Whether the reader is led to the head, because no link in the text is about the place.
    is_target: bool,
}

/// A PDF of a text with more bytes of HTML than this takes a second or more: the longest statute has 1.7 million, and takes 2.4
/// s.
const LONG_PDF: usize = 700_000;

/// The contents of the text.
#[derive(Default)]
struct Contents {
    /// The number of lines, in words.
    summary: String,
    headings: Vec<ContentsEntry>,
    /// Numbers of provisions, for a text with few headings.
    numbers: Vec<ContentsEntry>,
}

impl Contents {
    fn new(text: &HtmlText) -> Self {
        if text.contents.len() < FEW_HEADINGS && text.provisions.len() >= FEW_HEADINGS {
            let named = |entry: &&ContentsEntry| !entry.text.is_empty();
            let numbers: Vec<_> = text.provisions.iter().filter(named).cloned().collect();
            if numbers.len() >= FEW_HEADINGS {
                let summary = ord::provisions(numbers.len() as u64);
                return Self { summary, headings: Vec::new(), numbers };
            }
        }
        let up_to = |level| text.contents.iter().filter(move |entry| entry.level <= level);
        let level =
            (2..=CONTENTS_LEVEL).rev().find(|level| up_to(*level).count() <= MAX_CONTENTS).unwrap_or(2);
        let headings: Vec<_> = up_to(level).cloned().collect();
        if headings.len() < 2 {
            return Self::default();
        }
        Self { summary: ord::headings(headings.len() as u64), headings, numbers: Vec::new() }
    }

    fn is_empty(&self) -> bool {
        self.headings.is_empty() && self.numbers.is_empty()
    }
}

/// Draws the page of a document.
pub(super) fn page(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let snapshot = &request.snapshot;
    let base = &snapshot.manifest().base;
    let local = request.path.trim_start_matches('/');
    let Some(uri) = base.document(local) else { return missing::page(request) };
    if let Some(act) = answers::act_of_its_own_lydelse(snapshot, uri.as_str())? {
        return Ok(PageAnswer::Found(Href::page(base.strip(&act).unwrap_or_default()).to_string()));
    }
    if let Some(day) = request.parameter("datum") {
        return match of_day::find(request, uri.as_str(), day)? {
            TextOfDay::Composed(text) => page_of(request, uri.as_str(), *text),
            TextOfDay::Elsewhere(answer) => Ok(answer),
        };
    }
    let text = match answers::document_text(snapshot, request.day, uri.as_str()) {
        Ok(text) => text,
        Err(AnswerError::NotFound(_)) => return missing::page(request),
        Err(error) => return Err(error),
    };
    if let Some(translated) = translated(request, &text)? {
        return Ok(PageAnswer::Moved(translated.to_string()));
    }
    page_of(request, uri.as_str(), text)
}

/// The page of the held document that a document translates, where that is all that the document says: it is an action of that page.
fn translated(request: &PageRequest, text: &DocumentText) -> Result<Option<Href>, AnswerError> {
    let is_translation = text.document.kind.as_deref() == Some(TRANSLATION);
    let Some(artifact) = text.artifact().filter(|_| is_translation) else { return Ok(None) };
    let base = &request.snapshot.manifest().base;
    let rules = source(&text.document.source);
    let Some(original) = rules.document_commented_on(artifact, base) else { return Ok(None) };
    let is_held = answers::extent(&request.snapshot, &original)?.is_some();
    Ok(base.strip(&original).filter(|_| is_held).map(Href::page))
}

/// Draws the page of a document with a text.
fn page_of(request: &PageRequest, uri: &str, text: DocumentText) -> Result<PageAnswer, AnswerError> {
    let snapshot = &request.snapshot;
    let local = request.path.trim_start_matches('/');
    let lydelser = match answers::versions(snapshot, &text.document.uri) {
        Ok(list) => Some(list),
        Err(AnswerError::NotFound(_)) => None,
        Err(error) => return Err(error),
    };
    let lydelse = (text.document.uri != uri).then(|| local.rsplit('/').next().unwrap_or_default().to_owned());
    let (periods, today) = match lydelser {
        Some(_) => (
            answers::lydelse_periods(snapshot, &text.document.uri)?,
            of_day::text_of_today(request, &text.document.uri)?,
        ),
        None => (Vec::new(), None),
    };
    let document = Document { request, text, lydelser, uri: uri.to_string(), lydelse, periods, today };
    if let Some(form) = request.parameter("form") {
        return Ok(reference::page(&document, ReferenceForm::parse(form)?));
    }
    let html = view(&document)?;
    let forms = metadata::other_forms(&document).into_iter();
    let alternates = forms.map(|(address, media_type)| (address.to_string(), media_type)).collect();
    Ok(PageAnswer::Document { html, is_provisional: document.lacks_search(), alternates })
}

fn view(document: &Document<'_>) -> Result<String, AnswerError> {
    let notes = answers::beside(&document.request.snapshot, &document.text.document.uri)?;
    // A decision may cite a place only in its metadata: then the reader is led to the top of the page.
    let is_about = document.request.parameter("om").is_some();
    let mut is_target = is_about;
    let mut marked_links = 0;
    let artifact = document.text.artifact();
    let query = artifact.map(|artifact| document.query(artifact)).transpose()?.flatten();
    let text = match artifact {
        Some(artifact) => {
            let around = PageSurroundings::new(document, &notes, query.as_ref())?;
            let text = lagrum_cancel::whole(html::html_with(artifact, document.text.anchors(), &around))?;
            marked_links = around.marked_links();
            is_target &= marked_links == 0 && !around.has_anchor("h1");
            text
        }
        None => HtmlText::default(),
    };
    let has_text = !text.html.trim().is_empty();
    let name = names::name(document);
    let mut head = Head::new(document, notes.inbound_count, name.clone());
    // A summary that the text repeats is not shown twice.
    let is_said = |summary: &str| artifact.is_some_and(|artifact| is_said_in_text(artifact, summary));
    head.summary = head.summary.filter(|summary| !is_said(summary) && !begins_with(&text.html, summary));
    head.pdf_path = head.pdf_path.filter(|_| has_text);
    let found = answers::translation(&document.request.snapshot, &document.text.document.uri)?;
    head.translation = found.as_ref().and_then(translation);
    let in_english = Language::of(document.request).is_english();
    let frame = Frame::new(name.clone()).canonical(document.base(), &document.request.path);
    let frame = Frame {
        from: Some(document.path()),
        from_name: document.text.document.label.clone().or_else(|| document.text.document.short_id.clone()),
        script: Some("dokument.js"),
        description: names::summary(document).unwrap_or_default(),
        noindex: document.lydelse.is_some()
            || document.composed().is_some()
            || document.request.parameter("q").is_some(),
        head: metadata::draw(document)?,
        ..frame
            .data(Href::page("/api/v1/document").with("uri", &document.uri))
            .feed(Href::feed(&document.text.document.uri))
    };
    let frame = frame.in_language(Language::of(document.request), &document.request.path);
    let language = document.language().filter(|language| *language != "sv" && has_text);
    let concept = ConceptPart::new(document)?;
    let explains = concept.as_ref().is_some_and(ConceptPart::explains);
    let about = is_about.then(|| about(marked_links));
    let page = DocumentPage {
        frame,
        banners: banners::banners(document, language)?,
        given: ActsOfWork::find(document)?,
        printed: printed(document)?,
        contents: Contents::new(&text),
        marked: marked(document, query.as_ref(), &text).or(about.flatten()),
        language,
        no_text: (!has_text && !explains).then(|| no_text(document)),
        concept,
        english: in_english.then(|| EnglishFacts::new(document, &head, found.as_ref())),
        pdf_takes_time: text.html.len() > LONG_PDF,
        text: Markup::text(text),
        is_expired: document.is_another_text(),
        is_target,
        head,
    };
    draw(&page)
}

/// The way to a translation of the document.
fn translation(found: &Translation) -> Option<(Href, String)> {
    Some((Href::outside(&found.url)?, ord::translation(found)))
}

/// The lines under the title in a print of the page, as in a PDF of the document.
fn printed(document: &Document<'_>) -> Result<Vec<String>, AnswerError> {
    let PageRequest { snapshot, day, .. } = document.request;
    let text = &document.text;
    let status = answers::reader_status(
        snapshot,
        &text.document,
        &document.uri,
        text.artifact(),
        document.composed(),
        *day,
    )?;
    let mut lines = status.lines;
    lines.push(ord::printed(&document.uri, &day.to_string()));
    Ok(lines)
}

/// The places with marked words, for a page that is opened for a query: those with an anchor in the document, and headings
/// without one.
fn marked(
    document: &Document<'_>,
    query: Option<&QueryInText<'_>>,
    text: &HtmlText,
) -> Option<(String, Vec<(Href, String)>)> {
    let asked = document.request.parameter("q")?;
    let artifact = document.text.artifact();
    let named = query.zip(artifact).map(|(query, artifact)| query.places(artifact, &text.marked));
    let named = named.unwrap_or_default();
    let name = |anchor: &str| {
        let label = named.iter().find(|place| place.anchor == anchor).and_then(|place| place.label.clone());
        let heading =
            || text.contents.iter().find(|entry| entry.anchor == anchor).map(|entry| entry.text.clone());
        label.or_else(heading)
    };
    let places =
        text.marked.iter().filter_map(|place| Some((Href::fragment(&place.anchor), name(&place.anchor)?)));
    let places: Vec<_> = places.take(MAX_MARKED).collect();
    // Some places have no name and are not listed; the list counts as complete all the same.
    let all = text.marked.len();
    let listed = if all > MAX_MARKED { places.len() } else { all };
    Some((ord::places_with(all as u64, listed as u64, asked), places))
}

/// Whether the first words of a text are those of its summary.
fn begins_with(html: &str, summary: &str) -> bool {
    // The length covers the summary, the tags around it and some links.
    let shown = first_words(html, summary.len() * 2 + 2000);
    let mut shown = shown.split_whitespace();
    summary.split_whitespace().all(|word| shown.next() == Some(word))
}

/// Links to the citations of the place that the page is opened about, to step through them.
fn about(links: u32) -> Option<(String, Vec<(Href, String)>)> {
    // A single link is where the reader is led already.
    (links > 1).then(|| {
        let shown = (1..=links).take(MAX_MARKED);
        let steps = shown.map(|link| (Href::fragment(&format!("h{link}")), link.to_string()));
        (besked::citing_places(links.into()), steps.collect())
    })
}

/// The message for a document whose text is not held, and links to texts elsewhere: its printed pages, and its publisher.
fn no_text(document: &Document<'_>) -> (&'static str, Vec<(Href, String)>) {
    if document.text.document.source == lagrum_sources::concept_source().name {
        return (ord::CONCEPT_WITHOUT_TEXT, Vec::new());
    }
    let sheet = document.text.first_facsimile().map(|page| {
        (Href::page(&format!("/faksimil{}/sid{page}", document.path())), besked::PRINTED_PAGE.to_owned())
    });
    (TextExtent::NO_TEXT, sheet.into_iter().chain(banners::publisher_link(document)).collect())
}

#[cfg(test)]
mod tests {
    use super::begins_with;

    #[test]
    fn a_summary_that_the_text_begins_with_is_found() {
        let html = "<div class=\"b k1\">\n<p>Fråga om <a href=\"/1931:47\">tillsyn</a> av får &amp; lamm. Mer.</p></div>";
        assert!(begins_with(html, "Fråga om tillsyn av"));
        assert!(!begins_with(html, "Fråga om getter"));
        assert!(!begins_with("", "Fråga"));
    }
}
