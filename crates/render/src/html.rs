//! The HTML writer.
//!
//! The text becomes blocks of provisions and headings for a page of a reader. Every anchor of the document is an id, once. What
//! the writer cannot know comes from [`Surroundings`]: where a link leads, what stands beside a provision, which words are
//! marked. The words are those of the markdown, in the same order, but for what is mended ([`crate::shown`]); everything else (printed pages, signs of
//! graphics) is in attributes.
//!
//! A long text is cut into blocks that a browser lays out when they are near the window, each with a class that estimates its
//! height. They begin at provisions, headings and printed pages outside any provision, and between paragraphs where there are
//! none of these for long.

mod blocks;
mod contents;
mod ids;
mod inline;
mod marker;
mod provisions;
mod table;
mod writer;

use std::borrow::Cow;
use std::collections::HashSet;

use lagrum_artifact::{Artifact, FurtherAnchors, Presented};

use self::writer::HtmlWriter;
use crate::event::{Event, LinkedText, PartEvent};

/// What a page knows beyond the document; by default nothing.
pub trait Surroundings {
    /// Where a link to a uri leads; None for one that is shown as text.
    fn link(&self, _uri: &str) -> Option<HtmlLink> {
        None
    }

    /// Whether something stands beside the part with an anchor.
    fn has_note(&self, _anchor: &str) -> bool {
        false
    }

    /// What stands beside the part with an anchor, as finished HTML.
    fn beside(&self, _anchor: &str) -> Option<String> {
        None
    }

    /// What must be known before the words of the provision with an anchor, as finished HTML.
    fn told(&self, _anchor: &str) -> Option<String> {
        None
    }

    /// The address of the picture of a printed page.
    fn printed_page(&self, _page: u32) -> Option<String> {
        None
    }

    /// The picture of a graphic that the text leaves out, by the anchor of its gap.
    fn graphic(&self, _anchor: &str) -> Option<HtmlPicture> {
        None
    }

    /// What stands in place of a graphic without a picture.
    fn graphic_words(&self) -> &'static str {
        ""
    }

    /// The stretches of a text, in bytes, that are marked; in order, without overlap.
    fn marks(&self, _text: &str) -> Vec<std::ops::Range<usize>> {
        Vec::new()
    }
}

/// A link of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HtmlLink {
    /// Its address, percent-encoded.
    pub href: String,
    /// Whether it leads to another site.
    pub is_outside: bool,
    /// An id for it, where a reader is led to the link itself.
    pub id: Option<String>,
    /// What a reader should know of the target: that it is not held, or lacks the place.
    pub remark: Option<&'static str>,
    /// A mark behind it with an address of its own: what has become of the target since.
    pub mark: Option<LinkMark>,
}

/// A mark behind a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkMark {
    /// Its address, percent-encoded.
    pub href: String,
    /// Its words.
    pub words: &'static str,
}

/// A picture of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HtmlPicture {
    /// Its address, percent-encoded.
    pub src: String,
    /// What it shows, for those who do not see it.
    pub words: &'static str,
    /// Its size in pixels, before it is scaled to the column.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
}

/// Surroundings of a document alone: its links lead nowhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSurroundings;

impl Surroundings for NoSurroundings {}

/// The text of a document as HTML.
#[derive(Clone, Debug, Default)]
pub struct HtmlText {
    /// The text: blocks of class `b`.
    pub html: String,
    /// The headings, in reading order.
    pub contents: Vec<ContentsEntry>,
    /// The provisions that are no part of another one, in reading order.
    pub provisions: Vec<ContentsEntry>,
    /// The places with marked words, in reading order: provisions, and headings and pages outside provisions.
    pub marked: Vec<MarkedPlace>,
}

/// A place with marked words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedPlace {
    /// Its id; empty for what stands before the first id.
    pub anchor: String,
    /// How many stretches of its text are marked.
    pub marks: u32,
}

/// A line of the contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentsEntry {
    /// Its level, from 2 on, as in `h2`.
    pub level: u8,
    /// The id it leads to.
    pub anchor: String,
    /// Its words.
    pub text: String,
}

/// What must be known of a text before it is written as HTML: which ids it will have.
#[derive(Clone, Debug, Default)]
pub struct TextAnchors {
    further: FurtherAnchors,
    /// All of them, apart from those of headings without an anchor.
    ids: HashSet<String>,
}

impl TextAnchors {
    /// Those of the text, the notes and the register of a document. On the way it tells of every address that the text links to.
    pub fn of(artifact: &Artifact, mut link: impl FnMut(&str)) -> Self {
        let further = artifact.presented().further_anchors();
        let mut ids: HashSet<String> =
            further.iter().filter(|anchor| is_id(anchor)).map(str::to_owned).collect();
        let mut add = |anchor: Option<Cow<'_, str>>| {
            ids.extend(anchor.filter(|anchor| is_id(anchor)).map(Cow::into_owned));
        };
        let mut notes = false;
        let mut links_of =
            |text: &LinkedText<'_>| text.pieces().filter_map(|(_, uri)| uri).for_each(&mut link);
        crate::read_text(artifact, &mut |event| match event {
            Event::Enter(part) => {
                notes |= part.kind == PartEvent::NOTES;
                add(part.anchor);
            }
            Event::Block(block) => {
                links_of(&block.text);
                if notes {
                    add(writer::note_id(&block).map(Cow::Owned));
                }
                add(block.anchor);
            }
            Event::Row(row) => row.cells.iter().for_each(|cell| links_of(&cell.text)),
            Event::Leave => {}
        });
        Self { further, ids }
    }

    /// Whether the text has an id.
    pub fn contains(&self, id: &str) -> bool {
        self.ids.contains(id)
    }

    /// All ids.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.ids.iter().map(String::as_str)
    }
}

/// A document's text, notes and register as HTML. Its name and summary are left out.
pub fn html(artifact: &Artifact, surroundings: &dyn Surroundings) -> HtmlText {
    write(artifact, &artifact.presented().further_anchors(), surroundings)
}

/// [`html`] for a text whose anchors are known.
pub fn html_with(artifact: &Artifact, anchors: &TextAnchors, surroundings: &dyn Surroundings) -> HtmlText {
    write(artifact, &anchors.further, surroundings)
}

fn write(artifact: &Artifact, further: &FurtherAnchors, surroundings: &dyn Surroundings) -> HtmlText {
    let mut writer = HtmlWriter::new(further, surroundings);
    crate::shown::read_text(artifact, &mut |event| writer.write(&event));
    writer.finish()
}

/// The id of an entry of the register, from the local id of its act.
pub fn amendment_id(local_id: &str) -> String {
    format!("andring-{}", local_id.rsplit('/').next().unwrap_or_default())
}

/// Ids that the page around the text gives to its own elements. No anchor of a document becomes one of them.
pub const PAGE_IDS: [&str; 9] =
    ["betyder", "citat", "citera", "kort", "lydelser", "main", "pdf", "tangenter", "val"];

/// Whether an anchor can be an id. Uris of amendments are none.
fn is_id(anchor: &str) -> bool {
    !anchor.is_empty()
        && !PAGE_IDS.contains(&anchor)
        && !anchor.contains("://")
        && !anchor.contains(|c: char| c.is_whitespace() || c.is_control())
}

/// Every anchor of a document that a page has as an id: those of parts with a text.
pub fn expected_anchors(presented: &Presented<'_>) -> Vec<String> {
    let parts = presented.anchored_parts().into_iter();
    let with_text = parts.filter(|part| !part.text.is_empty() || part.heading.is_some());
    with_text.map(|part| part.anchor.to_string()).filter(|anchor| is_id(anchor)).collect()
}
