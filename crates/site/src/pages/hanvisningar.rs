//! `/hanvisningar/{id}?plats=&groups=&year=&sort=&offset=`: the documents that cite a document or a place in it.

use askama::Template;
use lagrum_answers::{
    self as answers, AnswerError, CitedAs, CitingDocumentEntry, CitingDocuments, CitingQuestion, InboundOrder,
};
use lagrum_artifact::{Anchor, Base, Location};
use lagrum_pages::{PageAnswer, PageRequest};
use lagrum_sources::source;

use super::related::{self, RelatedSection};
use crate::frame::Frame;
use crate::href::Href;
use crate::markup::{Markup, draw};
use crate::ord::bad_year;
use crate::ord::lists as ord;
use crate::parts::{Choice, Choices, Crumb, Paging, Subject, groups, listed_names, offset};

/// Maximum number of documents on a page.
const LIMIT: u64 = 50;

/// Maximum number of places that are listed of a citing document. The page of the document marks all.
const MAX_PLACES: usize = 8;

/// The id of the list of earlier citations.
pub(super) const EARLIER: &str = "aldre";

#[derive(Template)]
#[template(path = "hanvisningar.html")]
struct CitingPage {
    frame: Frame,
    crumbs: Vec<Crumb>,
    subject: Subject,
    total: String,
    /// None where the document is not held.
    follow: Option<Href>,
    /// Whether no document cites the subject, without any filters.
    is_uncited: bool,
    orders: Vec<Choice>,
    lists: Vec<Choices>,
    /// The documents that cite the subject by its name and number of today.
    rows: Vec<CitingRow>,
    /// The others, by the number that they cite it under.
    by_number: Vec<FormerRows>,
    paging: Paging,
    /// The documents that have the name or number and mean something else; the heading in words.
    earlier: Option<FormerRows>,
    /// What texts say of older and newer law; on the first page only.
    related: Option<RelatedSection>,
}

/// Citing documents under a heading.
struct FormerRows {
    heading: String,
    rows: Vec<CitingRow>,
}

/// A citing document.
struct CitingRow {
    href: Href,
    name: String,
    /// Its title, if it differs from the name.
    title: String,
    facts: String,
    places: Vec<PlaceLink>,
    /// How many more places there are, in words; empty for none.
    more: String,
    /// What is meant instead, in words; empty where the subject is meant.
    meant: String,
    /// The citing sentence, if there is one.
    sentence: Option<Markup>,
}

/// A place that has a citation of the subject.
struct PlaceLink {
    href: Href,
    label: String,
}

/// The parameters of the page.
struct Asked<'r> {
    path: String,
    plats: &'r str,
    groups: &'r str,
    year: Option<u16>,
    by_citations: bool,
}

impl Asked<'_> {
    /// The address of the page with other filters.
    fn href(&self, groups: &str, year: Option<u16>, by_citations: bool) -> Href {
        let year = year.map(|year| year.to_string()).unwrap_or_default();
        Href::page(&format!("/hanvisningar{}", self.path))
            .with("plats", self.plats)
            .with("groups", groups)
            .with("year", &year)
            .with("sort", if by_citations { "citations" } else { "" })
    }
}

/// Draws the page.
pub(super) fn page(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let path = request.path.strip_prefix("/hanvisningar").unwrap_or_default();
    let asked = Asked {
        path: path.to_owned(),
        plats: request.parameter("plats").unwrap_or_default(),
        groups: groups(request)?,
        year: year(request)?,
        by_citations: request.parameter("sort") == Some("citations"),
    };
    let subject = Subject::find(request, path, asked.plats)?;
    let offset = offset(request)?;
    let question = |filtered: bool| CitingQuestion {
        uri: subject.uri.clone(),
        source: None,
        groups: Some(asked.groups.to_owned()).filter(|_| filtered),
        year: asked.year.filter(|_| filtered),
        order: if asked.by_citations { InboundOrder::Citations } else { InboundOrder::Rail },
        limit: if filtered { LIMIT } else { 1 },
        offset: if filtered { offset } else { 0 },
        earlier_offset: 0,
        context: filtered,
    };
    let found = answers::citing(&request.snapshot, question(true))?;
    let is_uncited = found.total + found.earlier_total == 0
        && answers::citing(&request.snapshot, question(false))?.total == 0;
    if is_uncited && !subject.is_held {
        return Err(AnswerError::not_found(format!("no document {} and nothing that cites it", subject.uri)));
    }
    let base = &request.snapshot.manifest().base;
    let uris = found.documents.iter().map(|entry| entry.uri.as_str());
    let ends = answers::ends(&request.snapshot, request.day, uris)?;
    let end =
        |entry: &CitingDocumentEntry| ends.get(&entry.uri).map(|day| ord::repealed_mark(day.as_deref()));
    let shown = found.documents.len() as u64;
    let (mut rows, mut by_number) = (Vec::new(), Vec::<FormerRows>::new());
    for entry in &found.documents {
        let row = row(base, &subject, entry, end(entry));
        let Some(heading) = former_number(entry) else {
            rows.push(row);
            continue;
        };
        match by_number.iter_mut().find(|former| former.heading == heading) {
            Some(former) => former.rows.push(row),
            None => by_number.push(FormerRows { heading, rows: vec![row] }),
        }
    }
    let earlier = (found.earlier_total > 0).then(|| FormerRows {
        heading: ord::earlier_total(found.earlier_total),
        rows: found.earlier.iter().map(|entry| earlier_row(base, &subject, entry)).collect(),
    });
    let data = Href::page("/api/v1/document/citing").with("uri", &subject.uri).with("groups", asked.groups);
    let paging = Paging::new(offset, shown, found.total, LIMIT, |offset| {
        asked.href(asked.groups, asked.year, asked.by_citations).with("offset", &offset.to_string())
    });
    let frame = Frame::unlisted(ord::citing_title(&subject.name)).data(data);
    let page = CitingPage {
        frame: Frame { from: Some(subject.path.clone()).filter(|_| subject.is_held), ..frame },
        crumbs: subject.crumbs(),
        total: ord::citing_total(found.total),
        follow: subject.is_held.then(|| Href::follow(&subject.uri)),
        is_uncited,
        orders: orders(&asked),
        lists: lists(&asked, &found),
        rows,
        by_number,
        earlier,
        related: if offset == 0 { related::section(request, &subject)? } else { None },
        paging,
        subject,
    };
    draw(&page).map(PageAnswer::Html)
}

fn year(request: &PageRequest) -> Result<Option<u16>, AnswerError> {
    let Some(text) = request.parameter("year") else { return Ok(None) };
    let year = text.parse().map_err(|_| AnswerError::Invalid {
        parameter: "year",
        input: Some(text.to_owned()),
        message: bad_year(text),
    });
    year.map(Some)
}

fn orders(asked: &Asked<'_>) -> Vec<Choice> {
    let order = |by_citations: bool, label: &str| {
        let href = asked.href(asked.groups, asked.year, by_citations);
        Choice::new(label, href, asked.by_citations == by_citations)
    };
    vec![order(false, ord::RAIL_ORDER), order(true, ord::CITED_ORDER)]
}

fn lists(asked: &Asked<'_>, found: &CitingDocuments) -> Vec<Choices> {
    let group = |counted: &answers::GroupCount| {
        let chosen = counted.group == asked.groups;
        let target = if chosen { "" } else { &counted.group };
        let href = asked.href(target, asked.year, asked.by_citations);
        Choice::new(counted.group.clone(), href, chosen).counted(counted.documents)
    };
    vec![
        Choices::new(ord::GROUP, found.by_group.iter().map(group).collect()),
        Choices::years(&found.by_year, asked.year, |year| asked.href(asked.groups, year, asked.by_citations)),
    ]
}

fn row(base: &Base, subject: &Subject, entry: &CitingDocumentEntry, end: Option<String>) -> CitingRow {
    let own = || entry.url.trim_start_matches('/').to_owned();
    let (name, title) =
        listed_names(entry.label.clone(), entry.title.clone()).unwrap_or_else(|| (own(), String::new()));
    let grammar = source(&entry.source).grammar;
    let about = about(subject);
    let mut places: Vec<PlaceLink> = Vec::new();
    for place in &entry.places {
        let named = place.anchor.as_deref().and_then(Anchor::new).and_then(|anchor| grammar.label(&anchor));
        let label = match (named, place.page) {
            (Some(label), Some(page)) if !label.starts_with("s. ") => format!("{label} (s. {page})"),
            (Some(label), _) => label,
            (None, Some(page)) => format!("s. {page}"),
            (None, None) => continue,
        };
        let Some(href) = Href::document(base, &entry.uri) else { continue };
        // A section of a printed work may be long, so the link leads to the printed page of the citation.
        let at = place.page.map(|page| format!("sid{page}")).or_else(|| place.anchor.clone());
        let href = href.with("om", &about).at(&at.unwrap_or_default());
        if places.last().is_none_or(|last| last.label != label) {
            places.push(PlaceLink { href, label });
        }
    }
    let more = (places.len().saturating_sub(MAX_PLACES)) as u64 + entry.places_total
        - entry.places.len().min(entry.places_total as usize) as u64;
    places.truncate(MAX_PLACES);
    let mut facts: Vec<String> = end.into_iter().collect();
    facts.push(entry.group.clone());
    let kind = entry.kind.as_deref().unwrap_or_default();
    facts.extend(entry.date.as_deref().map(|day| ord::dated(&entry.source, kind, day)));
    facts.push(ord::times_citing(entry.links));
    if entry.inbound_count > 0 {
        facts.push(ord::cited_by(entry.inbound_count));
    }
    CitingRow {
        href: citing_href(base, subject, &entry.uri),
        name,
        title,
        facts: facts.join(" · "),
        more: if more > 0 { ord::more(more) } else { String::new() },
        meant: String::new(),
        sentence: citing_sentence(entry),
        places,
    }
}

/// The heading of the documents that cite the subject only under a number that it had before; None for one that cites it by its number of
/// today.
fn former_number(entry: &CitingDocumentEntry) -> Option<String> {
    let former = |place: &answers::CitingSpotEntry| {
        let cited = place.cited.as_ref().filter(|_| place.cited_as == Some(CitedAs::EarlierNumber))?;
        let from = place.meant.as_ref()?.number_taken.from.as_deref();
        Some(ord::former_number(&cited.label, from))
    };
    let mut numbers = entry.places.iter().map(former);
    let first = numbers.next().flatten()?;
    numbers.all(|number| number.is_some()).then_some(first)
}

/// A document that has the name or number of the subject and means something else.
fn earlier_row(base: &Base, subject: &Subject, entry: &CitingDocumentEntry) -> CitingRow {
    let meant = entry.places.iter().find_map(|place| place.meant.as_ref());
    let label = meant.and_then(|meant| meant.label.as_deref());
    let repealed = meant.and_then(|meant| meant.repealed.as_ref()).map(|act| act.from.as_deref());
    let row = row(base, subject, entry, None);
    // The page of the document has no link to the subject to lead to.
    let href = Href::document(base, &entry.uri).unwrap_or(row.href);
    CitingRow { href, meant: ord::meant(label, repealed), ..row }
}

/// The first citing sentence among the places of a citing document.
pub(super) fn citing_sentence(entry: &CitingDocumentEntry) -> Option<Markup> {
    let sentence = entry.places.iter().find_map(|place| place.context.as_ref()?.as_ref())?;
    Some(Markup::snippet(&sentence.html))
}

/// The page of a citing document, with its citations of the subject marked.
fn citing_href(base: &Base, subject: &Subject, uri: &str) -> Href {
    let document = Location::parse(uri).map_or_else(|| uri.to_owned(), |place| place.document().to_string());
    let href = Href::document(base, &document).unwrap_or_else(|| Href::page("/"));
    // It leads to the first citation, or to the head of a document that cites the subject only in its metadata.
    href.with("om", &about(subject)).at("h1")
}

/// The place that citing documents are opened about, as a parameter.
fn about(subject: &Subject) -> String {
    if subject.anchor.is_empty() {
        subject.path.clone()
    } else {
        format!("{}#{}", subject.path, subject.anchor)
    }
}
