//! The surroundings of the text of a page: targets of its links, citing documents of its provisions, marked words.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use askama::Template;
use lagrum_answers::{
    AnswerError, BesideComment, BesideDecision, BesideNote, BesideNotes, LinkTarget, MeantByCitation,
    QueryInText, ThenBasis,
};
use lagrum_artifact::{
    Anchor, Artifact, Location, displaced_lists, lists_behind_articles, raise_first_letter,
};
use lagrum_corpus::attachments::BoundingBox;
use lagrum_render::html::{HtmlLink, HtmlPicture, LinkMark, Surroundings, TextAnchors, amendment_id};
use lagrum_sources::{local_id_of_work, source};

use super::changed::MissingChanges;
use super::shown::Document;
use crate::href::Href;
use crate::markup;
use crate::ord;
use crate::pages::hanvisningar::EARLIER;

/// The notes at lists that are displaced in the text, by the anchors of their paragrafer and articles.
fn displaced(artifact: &Artifact) -> HashMap<String, &'static str> {
    let of_sentences = displaced_lists(artifact).into_iter().map(|anchor| (anchor, ord::DISPLACED_LIST));
    let of_articles = lists_behind_articles(artifact).into_iter().map(|anchor| (anchor, ord::LISTS_BEHIND));
    of_sentences.chain(of_articles).collect()
}

/// The surroundings of the text of a document.
pub(super) struct PageSurroundings<'d> {
    document: &'d Document<'d>,
    anchors: &'d TextAnchors,
    /// Notes as HTML, by anchor.
    notes: HashMap<&'d str, String>,
    /// The place whose citations are marked, and how many were.
    about: Option<Location>,
    marked_links: Cell<u32>,
    /// The query that the page is opened for.
    query: Option<&'d QueryInText<'d>>,
    /// The amendments that the text lacks.
    missing: MissingChanges,
    /// The notes at paragrafer and articles whose list is displaced in the text.
    displaced: HashMap<String, &'static str>,
}

#[derive(Template)]
#[template(path = "note.html")]
struct NotePart {
    /// The name for screen readers: the provision that the note is about.
    label: String,
    /// The provision, where the note of one inside it, or around it, stands near: `Artikel 6.1`.
    place: Option<String>,
    /// Documents by flow group: the address of their list, and the words.
    groups: Vec<(Href, String)>,
    /// The history of the provision; None if it is no provision of an act.
    history: Option<Href>,
    decisions: Vec<(Href, String)>,
    /// The section of a commentary.
    commentary: Option<Href>,
    /// Författningskommentarer in preparatory works, with the printed page.
    comments: Vec<(Href, String)>,
    /// The documents that have the number and mean another provision: the address of their list, and the words.
    earlier: Option<(Href, String)>,
}

impl<'d> PageSurroundings<'d> {
    pub(super) fn new(
        document: &'d Document<'d>,
        notes: &'d BesideNotes,
        query: Option<&'d QueryInText<'d>>,
    ) -> Result<Self, AnswerError> {
        let base = document.base();
        let about =
            document.request.parameter("om").and_then(|path| Location::parse(&format!("{base}{path}")));
        let nested = nested_notes(&notes.notes);
        let drawn = notes.notes.iter().map(|note| {
            let html = draw_note(document, note, nested.get(note.anchor.as_str()))?;
            Ok((note.anchor.as_str(), html))
        });
        Ok(Self {
            document,
            anchors: document.text.anchors(),
            notes: drawn.collect::<Result<_, AnswerError>>()?,
            about,
            marked_links: Cell::new(0),
            query,
            missing: MissingChanges::new(document.missing(), base),
            displaced: document.text.artifact().map(displaced).unwrap_or_default(),
        })
    }

    /// How many citations of the place that the page is opened about are marked.
    pub(super) fn marked_links(&self) -> u32 {
        self.marked_links.get()
    }

    /// Whether the text has an anchor.
    pub(super) fn has_anchor(&self, anchor: &str) -> bool {
        self.anchors.contains(anchor)
    }

    /// An id for a citation of the place that the page is opened about.
    fn link_id(&self, uri: &str) -> Option<String> {
        let about = self.about.as_ref()?;
        let is_inside = Location::parse(uri)?.is_within(about);
        let id = format!("h{}", self.marked_links.get() + 1);
        if !is_inside || self.anchors.contains(&id) {
            return None;
        }
        self.marked_links.set(self.marked_links.get() + 1);
        Some(id)
    }

    /// The mark of a link to a provision that has changed since the day of the document. It leads to the lydelse of that day if
    /// it is known, else to the history of the provision.
    fn mark(&self, uri: &str) -> Option<LinkMark> {
        let then = self.document.text.then(uri).filter(|then| then.changed_since == Some(true))?;
        let base = self.document.base();
        let (document, anchor) = uri.split_once('#')?;
        let path = format!("/{}", base.strip(document)?);
        let history = || Href::page(&format!("/historia{path}")).with("plats", anchor);
        let (href, words) = match &then.version {
            _ if then.basis != ThenBasis::Dated => (history(), ord::PROVISION_CHANGED_UNCERTAIN),
            Some(version) => {
                let lydelse = format!("{path}/konsolidering/{version}#{anchor}");
                (self.document.page_at(&lydelse), ord::PROVISION_CHANGED)
            }
            None => (history(), ord::PROVISION_CHANGED),
        };
        Some(LinkMark { href: href.to_string(), words })
    }

    /// A link to the place that is meant, where another one bears the name or number today. What is gone is shown in the history of its
    /// number. None where it is not known which act is meant.
    fn meant_place(&self, written: &str, meant: &MeantByCitation) -> Option<HtmlLink> {
        let Some(uri) = &meant.uri else {
            let base = self.document.base();
            let (document, anchor) = written.split_once('#')?;
            meant.repealed.as_ref()?;
            let history = Href::page(&format!("/historia/{}", base.strip(document)?)).with("plats", anchor);
            let remark = ord::repealed_since(meant.repealed.as_ref().and_then(|act| act.from.as_deref()));
            let mark = self.mark(written);
            return Some(HtmlLink {
                href: history.to_string(),
                remark: Some(remark.into()),
                mark,
                ..HtmlLink::default()
            });
        };
        let (document, _) = uri.split_once('#').unwrap_or((uri, ""));
        let label = meant.label.as_deref().unwrap_or(uri);
        let (target, remark) = match self.document.text.target(uri) {
            Some(LinkTarget::Held) if same_document(written, uri) => (uri.as_str(), ord::now_numbered(label)),
            Some(LinkTarget::Held) => (uri.as_str(), label.to_owned()),
            Some(LinkTarget::PlaceMissing) => (document, label.to_owned()),
            _ => (document, ord::meant_not_held(label)),
        };
        let href = self.page_of(uri, target)?;
        let mark = self.mark(if same_document(written, uri) { written } else { uri });
        let id = self.link_id(uri);
        Some(HtmlLink { href, is_outside: false, id, remark: Some(remark.into()), mark })
    }

    /// The address of a target of the text, in the language of the page: that of what is not held has one language.
    fn page_of(&self, uri: &str, target: &str) -> Option<String> {
        let text = &self.document.text;
        let is_held = target == text.document.uri
            || matches!(text.target(uri), Some(LinkTarget::Held | LinkTarget::PlaceMissing));
        let href = if is_held {
            self.document.page_of(target)
        } else {
            Href::document(self.document.base(), target)
        };
        href.map(|href| href.to_string())
    }

    /// A link to a place in this text; None if the text lacks it.
    fn own_place(&self, anchor: &str) -> Option<HtmlLink> {
        let href = if anchor.is_empty() {
            self.document.page_at(&self.document.request.path)
        } else if self.anchors.contains(anchor) {
            Href::fragment(anchor)
        } else {
            // An amending act without transitional provisions has only its entry in the register.
            let entry = amendment_id(anchor.strip_prefix('L')?);
            self.anchors.contains(&entry).then(|| Href::fragment(&entry))?
        };
        Some(HtmlLink { href: href.to_string(), ..HtmlLink::default() })
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
        if let Some(meant) = self.document.text.meant(uri) {
            return self.meant_place(uri, meant);
        }
        let (document, anchor) = uri.split_once('#').unwrap_or((uri, ""));
        if document == self.document.text.document.uri {
            return self.own_place(anchor);
        }
        let (target, remark) = match self.document.text.target(uri) {
            Some(LinkTarget::Held) => (uri, None),
            Some(LinkTarget::Unexplained) => return None,
            Some(LinkTarget::PlaceMissing) => (document, Some(ord::PLACE_MISSING.into())),
            _ => (document, Some(ord::NOT_HELD.into())),
        };
        let href = self.page_of(uri, target)?;
        let id = self.link_id(uri);
        Some(HtmlLink { href, is_outside: false, id, remark, mark: self.mark(uri) })
    }

    fn amending_act(&self, uri: &str) -> Option<HtmlLink> {
        let href = self.page_of(uri, uri)?;
        Some(HtmlLink { href, ..HtmlLink::default() })
    }

    fn preparatory_work(&self, name: &str) -> Option<HtmlLink> {
        let href = Href::page(&local_id_of_work(name)?).to_string();
        Some(HtmlLink { href, ..HtmlLink::default() })
    }

    fn has_note(&self, anchor: &str) -> bool {
        self.notes.contains_key(anchor)
    }

    fn beside(&self, anchor: &str) -> Option<String> {
        self.notes.get(anchor).cloned()
    }

    fn notice(&self, anchor: &str) -> Option<String> {
        let displaced = self.displaced.get(anchor).map(|words| format!("<p class=\"when\">{words}</p>\n"));
        let told = self.missing.at(anchor).into_iter().chain(displaced).collect::<String>();
        (!told.is_empty()).then_some(told)
    }

    fn printed_page(&self, page: u32) -> Option<String> {
        let path = self.document.path();
        self.document
            .text
            .has_facsimile(page)
            .then(|| Href::page(&format!("/faksimil{path}/sid{page}")).to_string())
    }

    fn graphic(&self, anchor: &str) -> Option<HtmlPicture> {
        let entry = self.document.text.graphic(anchor)?;
        // A graphic without a box is a whole page, in the size A4.
        let [left, top, right, bottom] = entry.bbox.map_or([0.0, 0.0, 595.0, 842.0], BoundingBox::sides);
        let src = Href::page("/api/v1/sfs-graphic").with("uri", &entry.statute).with("node", anchor);
        Some(HtmlPicture {
            src: src.to_string(),
            words: ord::GRAPHIC,
            width: pixels(right - left),
            height: pixels(bottom - top),
        })
    }

    fn graphic_words(&self) -> &'static str {
        ord::GRAPHIC_MISSING
    }

    fn marks(&self, text: &str) -> Vec<Range<usize>> {
        self.query.map_or_else(Vec::new, |query| query.marks(text))
    }
}

/// Whether two uris name places in one document.
fn same_document(one: &str, other: &str) -> bool {
    Location::split(one).0 == Location::split(other).0
}

/// The pixels of a length in points, limited to those of a large sheet of paper.
fn pixels(points: f64) -> u32 {
    #[expect(clippy::cast_sign_loss, clippy::cast_possible_truncation, reason = "the length is bounded")]
    let pixels = (points * 4.0 / 3.0).clamp(1.0, 4000.0).round() as u32;
    pixels
}

/// The name of a decision in a line that may be cut: the identifying part comes first.
pub(super) fn decision_name(decision: &BesideDecision) -> String {
    // A label of one word is a number for machines, for example an ECLI.
    let label = decision.label.as_deref().filter(|label| label.contains(' '));
    let name = label.or(decision.title.as_deref()).or(decision.label.as_deref()).unwrap_or(&decision.url);
    match name.strip_suffix(')').and_then(|name| name.rsplit_once(" (")) {
        Some((known_as, report)) => format!("{report} – {known_as}"),
        None => name.to_owned(),
    }
}

/// The decisions of a note.
fn decisions(note: &BesideNote) -> impl Iterator<Item = &BesideDecision> {
    note.leading.iter().chain(&note.newest)
}

/// The notes of articles and of the paragraphs inside them (`6` and `6.1`), by anchor, where both have one: the decisions that the notes
/// inside name. A reader of an article sees them there, so the note of the article does not name them again.
fn nested_notes(notes: &[BesideNote]) -> HashMap<&str, HashSet<&str>> {
    let anchors: HashSet<&str> = notes.iter().map(|note| &*note.anchor).collect();
    let mut nested: HashMap<&str, HashSet<&str>> = HashMap::new();
    for inner in notes {
        let articles = inner.anchor.match_indices('.').map(|(dot, _)| &inner.anchor[..dot]);
        for article in articles.filter(|article| anchors.contains(article)) {
            nested.entry(&inner.anchor).or_default();
            nested.entry(article).or_default().extend(decisions(inner).map(|decision| &*decision.uri));
        }
    }
    nested
}

/// The note of a provision. `inside` has the decisions that the notes of provisions inside it name, if there are such notes, or notes
/// around it.
fn draw_note(
    document: &Document<'_>,
    note: &BesideNote,
    inside: Option<&HashSet<&str>>,
) -> Result<String, AnswerError> {
    let list = Href::page(&format!("/hanvisningar{}", document.path())).with("plats", &note.anchor);
    let place = format!("{}#{}", document.path(), note.anchor);
    let groups = note.groups.iter().map(|count| {
        let href = list.clone().with("groups", &count.group);
        (href, ord::group_count(&count.group, count.documents))
    });
    let named_inside =
        |decision: &&BesideDecision| inside.is_some_and(|names| names.contains(&*decision.uri));
    let decisions = decisions(note).filter(|decision| !named_inside(decision)).map(|decision| {
        let page = document.page_at(&decision.url).with("om", &place);
        (page.at("h1"), decision_name(decision))
    });
    let grammar = source(&document.text.document.source).grammar;
    let label = Anchor::new(&note.anchor).and_then(|anchor| grammar.label(&anchor));
    let part = NotePart {
        label: ord::note_of(label.as_deref().unwrap_or(&note.anchor)),
        place: inside.and(label.as_deref()).map(raise_first_letter),
        history: document.history(&note.anchor),
        groups: groups.collect(),
        decisions: decisions.collect(),
        commentary: note
            .commentary
            .as_deref()
            .filter(|url| url.contains('#'))
            .map(|url| document.page_at(url)),
        comments: note
            .forfattningskommentarer
            .iter()
            .map(|comment| comment_link(document, comment))
            .collect(),
        earlier: (note.earlier > 0).then(|| {
            let number = label.as_deref().unwrap_or(&note.anchor);
            (list.clone().at(EARLIER), ord::earlier_citations(note.earlier.into(), number))
        }),
    };
    markup::draw(&part)
}

/// Where a preparatory work comments on a provision.
fn comment_link(document: &Document<'_>, comment: &BesideComment) -> (Href, String) {
    (document.page_at(&comment.url), ord::printed_place(&comment.label, comment.page))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(uri: &str) -> BesideDecision {
        BesideDecision {
            uri: uri.to_owned(),
            url: String::new(),
            label: None,
            title: None,
            source: String::new(),
            date: None,
            inbound_count: 0,
        }
    }

    #[test]
    fn the_note_of_an_article_does_not_name_the_decisions_of_its_paragraphs() {
        let note = |anchor: &str, leading: &[&str]| BesideNote {
            anchor: anchor.to_owned(),
            documents: 1,
            earlier: 0,
            groups: Vec::new(),
            leading: leading.iter().map(|uri| decision(uri)).collect(),
            newest: None,
            commentary: None,
            forfattningskommentarer: Vec::new(),
        };
        let notes = [note("6", &["x", "y"]), note("6.1", &["x"]), note("60", &["y"])];
        let nested = nested_notes(&notes);
        assert_eq!(nested["6"], HashSet::from(["x"]));
        assert!(nested["6.1"].is_empty(), "it is named with its place");
        assert!(!nested.contains_key("60"));
    }

    #[test]
    fn the_names_of_decisions_begin_with_what_identifies_them() {
        for (label, title, expected) in [
            (Some("Fårfallet (NJA 2031 s. 5)"), None, "NJA 2031 s. 5 – Fårfallet"),
            (Some("NJA 2031 s. 5"), Some("Fårfallet"), "NJA 2031 s. 5"),
            (Some("62031CJ0439"), Some("C-439/31"), "C-439/31"),
            (Some("ECLI:CE:ECHR:2031:1"), None, "ECLI:CE:ECHR:2031:1"),
            (None, None, "/dom/x"),
        ] {
            let decision = BesideDecision {
                url: "/dom/x".to_owned(),
                label: label.map(str::to_owned),
                title: title.map(str::to_owned),
                ..decision("")
            };
            assert_eq!(decision_name(&decision), expected);
        }
    }
}
