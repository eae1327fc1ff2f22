//! The addresses that pages link to: pages of this site, and pages of publishers.

use std::fmt::{self, Write as _};

use lagrum_artifact::Base;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

/// Characters that are percent-encoded in a path: all but those that RFC 3986 allows, and `%`.
const PATH: AsciiSet = CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');
const QUERY: AsciiSet = PATH.add(b'&').add(b'+').add(b'\'').add(b'=');

/// An address in a link. It is a path of this site, an http address or a calendar of this site, never another scheme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Href(String);

impl Href {
    /// A path of this site, which begins with a slash and is not percent-encoded.
    pub(crate) fn page(path: &str) -> Self {
        // Two slashes at the beginning would name another host.
        let path = path.trim_start_matches('/');
        Self(format!("/{}", utf8_percent_encode(path, &PATH)))
    }

    /// The page of a document, or of a place in it; the address itself for a uri of another base.
    pub(crate) fn document(base: &Base, uri: &str) -> Option<Self> {
        let Some(local) = base.strip(uri) else { return Self::outside(uri) };
        let (id, anchor) = local.split_once('#').unwrap_or((local, ""));
        Some(Self::page(id).at(anchor))
    }

    /// The feed of the events of a document or of a place in it.
    pub(crate) fn feed(uri: &str) -> Self {
        Self::page("/feeds/uri.atom").with("uri", uri)
    }

    /// The page that tells how to follow a document or a place in it.
    pub(crate) fn follow(uri: &str) -> Self {
        Self::page("/folj").with("uri", uri)
    }

    /// A place on the page itself.
    pub(crate) fn fragment(anchor: &str) -> Self {
        Self(String::new()).at(anchor)
    }

    /// A page of a publisher; None if the text is no http address.
    pub(crate) fn outside(address: &str) -> Option<Self> {
        let is_web = address.starts_with("https://") || address.starts_with("http://");
        let is_odd = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '"' | '<' | '>' | '\\');
        (is_web && !address.contains(is_odd)).then(|| Self(address.to_owned()))
    }

    /// A calendar of this site as programs for calendars subscribe to it (`webcal:`). None where the service's address is no web address.
    pub(crate) fn subscription(service: &str, calendar: &Self) -> Option<Self> {
        let Self(address) = Self::outside(service.trim_end_matches('/'))?;
        let (_, host) = address.split_once(':')?;
        Some(Self(format!("webcal:{host}{calendar}")))
    }

    /// The address with another parameter. An empty value is left out.
    #[must_use]
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        if !value.is_empty() {
            let separator = if self.0.contains('?') { '&' } else { '?' };
            let _ = write!(self.0, "{separator}{name}={}", utf8_percent_encode(value, &QUERY));
        }
        self
    }

    /// The address with a fragment; unchanged if the fragment is empty.
    #[must_use]
    pub(crate) fn at(mut self, anchor: &str) -> Self {
        if !anchor.is_empty() {
            let _ = write!(self.0, "#{}", utf8_percent_encode(anchor, &PATH));
        }
        self
    }
}

impl fmt::Display for Href {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_stay_on_the_web_and_on_this_host() {
        assert_eq!(Href::page("/begrepp/Å b?c#d").to_string(), "/begrepp/%C3%85%20b%3Fc%23d");
        assert_eq!(Href::page("//elsewhere.example/x").to_string(), "/elsewhere.example/x");
        assert_eq!(
            Href::page("/sok").with("q", "a&b=c d").with("kind", "").to_string(),
            "/sok?q=a%26b%3Dc%20d"
        );
        assert_eq!(Href::page("/1931:47").at("K1P1").to_string(), "/1931:47#K1P1");
        for odd in ["javascript:alert(1)", "data:text/html,x", "//x", "https://a\"b", "https://a b", "x"] {
            assert_eq!(Href::outside(odd), None, "{odd}");
        }
        let calendar = Href::page("/feeds/kommande.ics").with("source", "x");
        let subscription =
            |service: &str| Href::subscription(service, &calendar).map(|href| href.to_string());
        assert_eq!(
            subscription("https://lag.example/").unwrap(),
            "webcal://lag.example/feeds/kommande.ics?source=x"
        );
        assert_eq!(subscription("javascript:alert(1)"), None);
        let base = Base::parse("https://lag.example").unwrap();
        assert_eq!(Href::document(&base, "https://lag.example/1:2#P3").unwrap().to_string(), "/1:2#P3");
        assert_eq!(Href::document(&base, "javascript:x"), None);
    }
}
