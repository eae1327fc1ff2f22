//! What the text of a page has around it: where its links lead, who cites its provisions, which words are marked.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use askama::Template;
use lagrum_answers::{AnswerError, BesideNote, BesideNotes, LinkTarget};
use lagrum_artifact::{Artifact, Location};
use lagrum_render::html::{HtmlLink, Surroundings, anchors};

use super::Document;
use crate::href::Href;
use crate::marks::MarkedWords;
use crate::markup;
use crate::ord;

/// The surroundings of the text of a document.
pub(super) struct PageSurroundings<'d> {
    document: &'d Document<'d>,
    anchors: HashSet<String>,
    /// Notes as HTML, by anchor.
    notes: HashMap<&'d str, String>,
    /// The place whose links are marked, and how many were.
    about: Option<Location>,
    marked_links: Cell<u32>,
    marked_words: MarkedWords,
}

#[derive(Template)]
#[template(path = "note.html")]
struct NotePart {
    /// Documents by group: the list of them, and the words.
    groups: Vec<(Href, String)>,
    decisions: Vec<(Href, String)>,
}

impl<'d> PageSurroundings<'d> {
    pub(super) fn new(
        document: &'d Document<'d>,
        artifact: &Artifact,
        notes: &'d BesideNotes,
    ) -> Result<Self, AnswerError> {
        let base = document.base();
        let about =
            document.request.parameter("om").and_then(|path| Location::parse(&format!("{base}{path}")));
        let drawn = notes.notes.iter().map(|note| Ok((note.anchor.as_str(), draw_note(document, note)?)));
        Ok(Self {
            document,
            anchors: anchors(artifact),
            notes: drawn.collect::<Result<_, AnswerError>>()?,
            about,
            marked_links: Cell::new(0),
            marked_words: MarkedWords::new(document.request.parameter("q").unwrap_or_default()),
        })
    }

    /// How many links lead into the place that the page is opened about.
    pub(super) fn marked_links(&self) -> u32 {
        self.marked_links.get()
    }

    /// An id for a link into the place that the page is opened about.
    fn link_id(&self, uri: &str) -> Option<String> {
        let about = self.about.as_ref()?;
        let target = Location::parse(uri)?;
        let is_inside = target.document() == about.document()
            && match (about.anchor(), target.anchor()) {
                (None, _) => true,
                (Some(outer), Some(inner)) => inner.is_within(outer),
                (Some(_), None) => false,
            };
        let id = format!("h{}", self.marked_links.get() + 1);
        if !is_inside || self.anchors.contains(&id) {
            return None;
        }
        self.marked_links.set(self.marked_links.get() + 1);
        Some(id)
    }

    /// A link to a place in the same text; None where the text lacks it.
    fn own_place(&self, anchor: &str) -> Option<HtmlLink> {
        let known = anchor.is_empty() || self.anchors.contains(anchor);
        let href =
            if anchor.is_empty() { Href::page(&self.document.request.path) } else { Href::fragment(anchor) };
        known.then(|| HtmlLink { href: href.to_string(), ..HtmlLink::default() })
    }
}

impl Surroundings for PageSurroundings<'_> {
    fn link(&self, uri: &str) -> Option<HtmlLink> {
        if let Some(anchor) = uri.strip_prefix('#') {
            return self.own_place(anchor);
        }
        let base = self.document.base();
        if base.strip(uri).is_none() {
            let href = Href::outside(uri)?.to_string();
            return Some(HtmlLink { href, is_outside: true, ..HtmlLink::default() });
        }
        let (document, anchor) = uri.split_once('#').unwrap_or((uri, ""));
        if document == self.document.text.document.uri {
            return self.own_place(anchor);
        }
        let (target, remark) = match self.document.text.target(uri) {
            Some(LinkTarget::Held) => (uri, None),
            Some(LinkTarget::PlaceMissing) => (document, Some(ord::PLACE_MISSING)),
            _ => (document, Some(ord::NOT_HELD)),
        };
        let href = Href::document(base, target)?.to_string();
        Some(HtmlLink { href, is_outside: false, id: self.link_id(uri), remark })
    }

    fn has_note(&self, anchor: &str) -> bool {
        self.notes.contains_key(anchor)
    }

    fn beside(&self, anchor: &str) -> Option<String> {
        self.notes.get(anchor).cloned()
    }

    fn printed_page(&self, page: u32) -> Option<String> {
        let path = self.document.path();
        self.document
            .text
            .has_facsimile(page)
            .then(|| Href::page(&format!("/faksimil{path}/sid{page}")).to_string())
    }

    fn marks(&self, text: &str) -> Vec<Range<usize>> {
        self.marked_words.find(text)
    }
}

/// The note of a provision.
fn draw_note(document: &Document<'_>, note: &BesideNote) -> Result<String, AnswerError> {
    let list = Href::page(&format!("/hanvisningar{}", document.path())).with("plats", &note.anchor);
    let place = format!("{}#{}", document.path(), note.anchor);
    let groups = note.groups.iter().map(|count| {
        let href = list.clone().with("groups", &count.group);
        (href, ord::group_count(&count.group, count.documents))
    });
    let decisions = note.leading.iter().chain(&note.newest).map(|decision| {
        let name = decision.label.clone().or_else(|| decision.title.clone());
        let href = Href::page(&decision.url).with("om", &place).at("h1");
        (href, name.unwrap_or_else(|| decision.url.clone()))
    });
    let part = NotePart { groups: groups.collect(), decisions: decisions.collect() };
    markup::draw(&part)
}
