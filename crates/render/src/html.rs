//! The HTML writer.
//!
//! The text becomes blocks of provisions and headings for a page of a reader. Every anchor of the document is an id, once.
//! [`Surroundings`] state what the artifact does not contain: where a link leads, what stands beside a provision, which
//! words are marked. The words are those of the markdown, in the same order, except where a text is mended
//! ([`crate::shown`]). Everything else (printed pages, signs of graphics) is in attributes.
//!
//! A long text is cut into blocks that a browser lays out when they are near the window, each with a class that estimates its
//! height. They begin at provisions, headings and printed pages outside any provision, and between paragraphs where there are
//! none of these for long.

mod anchors;
mod blocks;
mod contents;
mod extract;
mod ids;
mod inline;
mod list_links;
mod marker;
mod note_links;
mod provisions;
mod register;
mod surroundings;
mod table;
mod text;
mod writer;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use lagrum_artifact::{Artifact, FurtherAnchors, Presented};

pub use self::anchors::{PAGE_IDS, amendment_id};
use self::anchors::{is_id, note_id};
use self::list_links::ListLinks;
use self::note_links::NoteLinks;
pub use self::surroundings::{HtmlLink, HtmlPicture, LinkMark, NoSurroundings, Surroundings};
pub use self::text::{ContentsEntry, HtmlText, MarkedPart};
use self::writer::HtmlWriter;
use crate::event::{Event, LinkedText, PartEvent};
use crate::shown::RunningHead;

/// The ids that a text will have, collected before it is written as HTML.
#[derive(Clone, Debug, Default)]
pub struct TextAnchors {
    further: FurtherAnchors,
    /// All ids, apart from those of headings without an anchor.
    ids: HashSet<String>,
}

impl TextAnchors {
    /// Collects the ids of the text, the notes and the register of a document. Calls `link` with every address that the text
    /// links to.
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
                let anchor = part.anchor;
                add(if part.kind == PartEvent::AMENDMENT {
                    anchor.map(|uri| Cow::Owned(amendment_id(&uri)))
                } else {
                    anchor
                });
            }
            Event::Block(block) => {
                links_of(&block.text);
                if notes {
                    add(note_id(&block).map(Cow::Owned));
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
    let (lists, notes) = (ListLinks::of(artifact), NoteLinks::of(artifact));
    crate::shown::read_text(artifact, &mut |event| writer.write(&notes.write(lists.write(event))));
    let mut text = writer.finish();
    if matches!(RunningHead::of(artifact), RunningHead::Regulation(_)) {
        leave_out_repeated(&mut text.contents);
    }
    text
}

/// How often a heading of a regulation stands in it that leads nowhere: `Allmänna råd` below many of its provisions.
const REPEATED: usize = 5;

/// Leaves the headings out of the contents that stand often. They have no number, and no one finds a place by them.
fn leave_out_repeated(contents: &mut Vec<ContentsEntry>) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for entry in contents.iter() {
        *counts.entry(entry.text.clone()).or_default() += 1;
    }
    contents.retain(|entry| counts.get(&entry.text).is_none_or(|count| *count < REPEATED));
}

/// Every anchor of a document that a page has as an id: those of parts with a text.
pub fn expected_anchors(presented: &Presented<'_>) -> Vec<String> {
    let parts = presented.anchored_parts().into_iter();
    let with_text = parts.filter(|part| !part.text.is_empty() || part.heading.is_some());
    with_text.map(|part| part.anchor.to_string()).filter(|anchor| is_id(anchor)).collect()
}
