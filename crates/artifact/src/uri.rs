//! Uris of documents and of parts of documents.
//!
//! A uri is compared byte for byte and never rewritten: no trimming, no case folding, no percent-coding. The types here
//! only say what a string names: a [`DocumentUri`] has no fragment, a [`FragmentUri`] always has one, and a
//! [`Location`] is either.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Anchor;
use crate::bounds::MAX_URI_BYTES;

/// Whether a uri that an artifact names may become a link: it is a web address, as all uris of a corpus are. Anything
/// else, such as `javascript:` and `data:`, is shown as text, and so is an address over the limit for uris.
pub fn is_web_address(uri: &str) -> bool {
    let after = |scheme: &str| {
        let start = uri.get(..scheme.len()).filter(|start| start.eq_ignore_ascii_case(scheme))?;
        uri.get(start.len()..)
    };
    let host = after("https://").or_else(|| after("http://"));
    uri.len() <= MAX_URI_BYTES
        && !uri.contains(|c: char| c.is_ascii_control())
        && host.is_some_and(|host| host.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '[' | '_')))
}

/// The address all uris of a corpus begin with, such as `https://lag.example`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Base {
    /// With the trailing slash, so that stripping it leaves a local id.
    with_slash: String,
}

/// A text that cannot be the base address of a corpus.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a base address: use http:// or https:// and a host, without blanks, ? and #")]
pub struct BaseError(String);

impl Base {
    /// Parses a base address, with or without its trailing slash.
    pub fn parse(text: &str) -> Result<Self, BaseError> {
        let trimmed = text.trim_end_matches('/');
        let host = trimmed.strip_prefix("https://").or_else(|| trimmed.strip_prefix("http://"));
        let odd = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '#' | '?' | '"' | '<' | '>');
        if host.is_none_or(|host| host.is_empty() || host.starts_with('/')) || trimmed.contains(odd) {
            return Err(BaseError(text.to_owned()));
        }
        Ok(Self { with_slash: format!("{trimmed}/") })
    }

    /// The scheme and host of an absolute uri: the base of a corpus where none is configured.
    pub fn detect(uri: &str) -> Option<Self> {
        let host_at = uri.find("://")? + 3;
        let host = uri.get(host_at..)?.split('/').next()?;
        Self::parse(uri.get(..host_at + host.len())?).ok()
    }

    /// The address without a trailing slash.
    pub fn as_str(&self) -> &str {
        self.with_slash.trim_end_matches('/')
    }

    /// The part of `uri` after the base: the local id, with its fragment if it has one. None for another base.
    pub fn strip<'a>(&self, uri: &'a str) -> Option<&'a str> {
        uri.strip_prefix(&self.with_slash).filter(|rest| !rest.is_empty())
    }

    /// The local id of a document of this corpus (`1931:47`); the whole uri for a document of another base.
    pub fn local_id<'a>(&self, document: &'a DocumentUri) -> &'a str {
        self.strip(document.as_str()).unwrap_or(document.as_str())
    }

    /// The uri of the document with a local id; None for a local id with a fragment.
    pub fn document(&self, local_id: &str) -> Option<DocumentUri> {
        DocumentUri::new(&format!("{}{local_id}", self.with_slash))
    }

    /// The uri of the Swedish act with a printed number (`2010:900`, `1736:0123 s. 1`).
    pub fn swedish_act(&self, printed_number: &str) -> String {
        format!("{}{}", self.with_slash, printed_number.replace(" s. ", "_s.").replace(' ', "_"))
    }

    /// The printed number of the Swedish act with this uri; None for a uri of another base.
    pub fn printed_number(&self, act: &str) -> Option<String> {
        self.strip(act).map(|number| number.replace("_s.", " s. ").replace('_', " "))
    }

    /// The page path of a document: `/` and its local id, without percent-coding.
    pub fn page_path(&self, document: &DocumentUri) -> String {
        format!("/{}", self.local_id(document))
    }
}

impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl TryFrom<String> for Base {
    type Error = BaseError;
    fn try_from(text: String) -> Result<Self, BaseError> {
        Self::parse(&text)
    }
}

impl From<Base> for String {
    fn from(base: Base) -> Self {
        base.as_str().to_owned()
    }
}

/// The uri of a document: not empty, no fragment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct DocumentUri(String);

impl DocumentUri {
    /// The uri as a type; None when the text is empty or has a fragment.
    pub fn new(text: &str) -> Option<Self> {
        (!text.is_empty() && !text.contains('#')).then(|| Self(text.to_owned()))
    }

    /// The uri as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The uri of the part with an anchor.
    pub fn at(&self, anchor: Anchor) -> FragmentUri {
        FragmentUri { document: self.clone(), anchor }
    }
}

impl fmt::Display for DocumentUri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The uri of a part of a document: `document#anchor`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FragmentUri {
    document: DocumentUri,
    anchor: Anchor,
}

impl FragmentUri {
    /// The document.
    pub fn document(&self) -> &DocumentUri {
        &self.document
    }

    /// The anchor.
    pub fn anchor(&self) -> &Anchor {
        &self.anchor
    }
}

impl fmt::Display for FragmentUri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.document, self.anchor)
    }
}

/// What a uri names: a document, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Location {
    /// A whole document.
    Document(DocumentUri),
    /// A part of a document.
    Fragment(FragmentUri),
}

impl Location {
    /// Parses a uri, cutting it at its first `#`. An empty fragment (`…#`) counts as none. None for a uri that begins
    /// with `#`, and for an empty one.
    pub fn parse(uri: &str) -> Option<Self> {
        let (document, anchor) = Self::split(uri);
        let document = DocumentUri::new(document)?;
        Some(match anchor.and_then(Anchor::new) {
            Some(anchor) => Self::Fragment(FragmentUri { document, anchor }),
            None => Self::Document(document),
        })
    }

    /// The uri before its first `#`, and the fragment after it.
    pub fn split(uri: &str) -> (&str, Option<&str>) {
        match uri.split_once('#') {
            Some((document, anchor)) => (document, Some(anchor).filter(|anchor| !anchor.is_empty())),
            None => (uri, None),
        }
    }

    /// The document, or the one that the part belongs to.
    pub fn document(&self) -> &DocumentUri {
        match self {
            Self::Document(document) => document,
            Self::Fragment(fragment) => fragment.document(),
        }
    }

    /// The anchor; None for a document.
    pub fn anchor(&self) -> Option<&Anchor> {
        match self {
            Self::Document(_) => None,
            Self::Fragment(fragment) => Some(fragment.anchor()),
        }
    }

    /// Whether this is `outer` or a place inside it, by their anchors.
    pub fn is_within(&self, outer: &Self) -> bool {
        self.document() == outer.document()
            && match (outer.anchor(), self.anchor()) {
                (None, _) => true,
                (Some(outer), Some(inner)) => inner.is_within(outer),
                (Some(_), None) => false,
            }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document(document) => document.fmt(f),
            Self::Fragment(fragment) => fragment.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_is_the_same_with_and_without_its_slash() {
        let base = Base::parse("https://lag.example/").unwrap();
        assert_eq!(base, Base::parse("https://lag.example").unwrap());
        assert_eq!(base.as_str(), "https://lag.example");
        assert_eq!(base.strip("https://lag.example/1931:47#P1"), Some("1931:47#P1"));
        assert_eq!(base.strip("https://lag.example.evil/1931:47"), None);
        assert_eq!(Base::detect("https://lag.example/celex/12016E/TXT"), Some(base));
    }

    #[test]
    fn a_place_is_within_its_document_and_the_parts_around_it() {
        let place = |local_id: &str| Location::parse(&format!("https://lag.example/{local_id}")).unwrap();
        for (inner, outer, expected) in [
            ("1931:47", "1931:47", true),
            ("1931:47#K1P2", "1931:47", true),
            ("1931:47#K1P2", "1931:47#K1", true),
            ("1931:47#K1P2", "1931:47#K1P2", true),
            ("1931:47#K1P21", "1931:47#K1P2", false),
            ("1931:47", "1931:47#K1", false),
            ("1931:48#K1", "1931:47", false),
        ] {
            assert_eq!(place(inner).is_within(&place(outer)), expected, "{inner} in {outer}");
        }
    }

    #[test]
    fn a_swedish_act_is_named_by_its_printed_number() {
        let base = Base::parse("https://lag.example/").unwrap();
        for (printed, local_id) in [
            ("2010:900", "2010:900"),
            ("1891:35 s. 1", "1891:35_s.1"),
            ("N2031:4", "N2031:4"),
            ("1736:0123 2", "1736:0123_2"),
        ] {
            let uri = base.swedish_act(printed);
            assert_eq!(base.strip(&uri), Some(local_id));
            assert_eq!(base.printed_number(&uri).as_deref(), Some(printed));
        }
        assert_eq!(base.printed_number("https://other.example/2010:900"), None);
    }

    #[test]
    fn what_a_reader_may_be_led_to() {
        for uri in [
            "https://lag.example/1931:47#P1",
            "http://a",
            "HTTPS://A/",
            "https://[::1]/x",
            "https://å.example/b c",
        ] {
            assert!(is_web_address(uri), "{uri}");
        }
        let long = format!("https://lag.example/{}", "a".repeat(MAX_URI_BYTES));
        let others = [
            "javascript:alert(1)",
            "JavaScript:alert(1)",
            "data:text/html,x",
            " javascript:x",
            "vbscript:x",
            "file:///etc",
            "java\nscript:x",
            "//lag.example",
            "/1931:47",
            "https:",
            "https://",
            "https:///x",
            "https://\\x",
            "http:x",
            " https://lag.example",
            "mailto:a@b",
            "1931:47",
            "#P1",
            "",
            "åäö",
            "https://a\nb",
            &long,
        ];
        for uri in others {
            assert!(!is_web_address(uri), "{uri}");
        }
    }

    #[test]
    fn what_is_no_base() {
        for text in [
            "",
            "lag.example",
            "https://",
            "https:///x",
            "ftp://lag.example",
            "https://lag.example/#x",
            "https://a b",
        ] {
            assert!(Base::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_uri_is_cut_at_its_first_hash() {
        let place = Location::parse("https://lag.example/1931:47#P1#P2").unwrap();
        assert_eq!(place.document().as_str(), "https://lag.example/1931:47");
        assert_eq!(place.anchor().map(Anchor::as_str), Some("P1#P2"));
        assert_eq!(place.to_string(), "https://lag.example/1931:47#P1#P2");
        assert_eq!(Location::parse("https://lag.example/1931:47#").unwrap().anchor(), None);
        assert_eq!(Location::parse("#P1"), None);
    }
}
