//! The frame of every page: head, header and footer.

use crate::assets;
use crate::href::Href;
use crate::language::Language;
use crate::markup::Markup;
use crate::ord::FrameWords;

/// The frame of a page. Every template has it as `frame` and extends `frame.html`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frame {
    /// The name of the page, as in the tab.
    pub(crate) title: String,
    /// One or two sentences about it, for search engines.
    pub(crate) description: String,
    /// The address under which search engines list the page: its path after the base of the corpus.
    pub(crate) canonical: Option<String>,
    /// Whether search engines must not list the page.
    pub(crate) noindex: bool,
    /// The text in the search box of the header.
    pub(crate) query: String,
    /// Whether the page has a search box of its own, so that the header has none.
    pub(crate) has_own_search: bool,
    /// The page path of the document that short citations in the search box are read from.
    pub(crate) from: Option<String>,
    /// The name by which suggestions find that document.
    pub(crate) from_name: Option<String>,
    /// A script that only this kind of page loads.
    pub(crate) script: Option<&'static str>,
    /// The call of the API that returns the data of the page.
    pub(crate) data: Option<Href>,
    /// The feed of what the page lists or shows.
    pub(crate) feed: Option<Href>,
    /// Seconds after which the page loads itself again.
    pub(crate) refresh: Option<u32>,
    /// The language of the words around the page.
    pub(crate) language: Language,
    /// Whether the whole page is in English.
    pub(crate) is_in_english: bool,
    /// The same page in the other language, if it has one.
    pub(crate) other_language: Option<Href>,
    /// More of the head: metadata and other forms of the page.
    pub(crate) head: Markup,
}

impl Frame {
    /// The frame of a page with this title.
    pub(crate) fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// The frame of a page that search engines must not list.
    pub(crate) fn unlisted(title: impl Into<String>) -> Self {
        Self { noindex: true, ..Self::new(title) }
    }

    /// Adds the address under which search engines list the page.
    #[must_use]
    pub(crate) fn canonical(self, base: &lagrum_artifact::Base, path: &str) -> Self {
        let path = Href::page(path);
        Self { canonical: Some(format!("{base}{path}")), ..self }
    }

    /// Adds the call of the API that returns the data of the page.
    #[must_use]
    pub(crate) fn data(self, call: Href) -> Self {
        Self { data: Some(call), ..self }
    }

    /// Adds the feed of what the page lists or shows.
    #[must_use]
    pub(crate) fn feed(self, feed: Href) -> Self {
        Self { feed: Some(feed), ..self }
    }

    /// The frame with words in a language, and the way to the page in the other one. Search engines list the Swedish page.
    #[must_use]
    pub(crate) fn in_language(self, language: Language, path: &str) -> Self {
        let other = if language.is_english() { Language::Swedish } else { Language::English };
        Self {
            language,
            noindex: self.noindex || language.is_english(),
            other_language: Some(other.kept(Href::page(path))),
            ..self
        }
    }

    /// The words around the page.
    pub(crate) fn words(&self) -> &'static FrameWords {
        FrameWords::of(self.language)
    }

    /// The address of a file that the page loads.
    #[expect(clippy::unused_self, reason = "templates ask the frame for it")]
    pub(crate) fn file(&self, name: &str) -> String {
        assets::address(name)
    }
}
