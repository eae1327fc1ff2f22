//! The language that the words of the site are in. The address alone decides (`lang=en`), never what a browser says that it accepts.
//! The law stays in its own language.

use lagrum_pages::PageRequest;

use crate::href::Href;

/// The parameter of an address.
pub(crate) const PARAMETER: &str = "lang";

/// The language of the words of the site on a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Language {
    /// Swedish; also where another language is asked for than there is.
    #[default]
    Swedish,
    /// English, for pages of documents, searches and the way in.
    English,
}

impl Language {
    /// The language of a page.
    pub(crate) fn of(request: &PageRequest) -> Self {
        match request.parameter(PARAMETER) {
            Some("en") => Self::English,
            _ => Self::Swedish,
        }
    }

    pub(crate) fn is_english(self) -> bool {
        self == Self::English
    }

    /// The value of the parameter; empty for Swedish.
    pub(crate) fn value(self) -> &'static str {
        if self.is_english() { "en" } else { "" }
    }

    /// A link that keeps the language. A fragment is added after it.
    pub(crate) fn kept(self, href: Href) -> Href {
        href.with(PARAMETER, self.value())
    }
}
