//! What a page shows beyond the document.

use std::borrow::Cow;

/// What a page shows beyond the document; by default nothing.
pub trait Surroundings {
    /// Where a link to a uri leads; None for one that is shown as text.
    fn link(&self, _uri: &str) -> Option<HtmlLink> {
        None
    }

    /// Where the name of an act of the register leads, by the uri of the act.
    fn amending_act(&self, _uri: &str) -> Option<HtmlLink> {
        None
    }

    /// Where a preparatory work leads, by the name that the register has for it.
    fn preparatory_work(&self, _name: &str) -> Option<HtmlLink> {
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

    /// A remark before the words of the provision with an anchor, as finished HTML.
    fn notice(&self, _anchor: &str) -> Option<String> {
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
    /// An id of the link, where a reader is to reach the link itself.
    pub id: Option<String>,
    /// A remark on the target: that it is not held, or lacks the place, or that another place is meant than the words say.
    pub remark: Option<Cow<'static, str>>,
    /// A mark behind the link, with an address of its own: what has become of the target since.
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
    /// A description, for readers who do not see the picture.
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
