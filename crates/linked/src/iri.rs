//! Identifiers of things (IRIs, RFC 3987), checked and written so that every form can hold them.

use std::fmt;

/// The identifier of a thing, with a scheme. Has no character that a form would have to escape.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Iri(String);

impl Iri {
    /// Reads an identifier. Characters that no IRI has are percent-encoded. None for a text without a scheme, or with a host and a port that
    /// are none.
    pub fn new(text: &str) -> Option<Self> {
        let (scheme, rest) = text.split_once(':')?;
        let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b));
        if !is_scheme || rest.is_empty() {
            return None;
        }
        let mut iri = format!("{scheme}:");
        let path = match rest.strip_prefix("//") {
            Some(rest) => {
                let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
                let (authority, path) = rest.split_at(end);
                if !is_authority(authority) {
                    return None;
                }
                iri.push_str("//");
                iri.push_str(authority);
                path
            }
            None => rest,
        };
        let (path, fragment) = path.split_once('#').map_or((path, None), |(path, after)| (path, Some(after)));
        encode(path, &mut iri);
        if let Some(fragment) = fragment {
            iri.push('#');
            encode(fragment, &mut iri);
        }
        Some(Self(iri))
    }

    /// The identifier as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Iri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a text is a host with an optional port. Names of users are refused: no identifier of a law has one.
fn is_authority(text: &str) -> bool {
    let (host, port) = match text.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, port),
        _ => (text, ""),
    };
    let is_address = |inside: &str| inside.parse::<std::net::Ipv6Addr>().is_ok();
    let is_host = match host.strip_prefix('[') {
        Some(inside) => inside.strip_suffix(']').is_some_and(is_address),
        None => !host.is_empty() && host.chars().all(|c| c.is_alphanumeric() || ".-_".contains(c)),
    };
    is_host && port.len() <= 5 && port.bytes().all(|b| b.is_ascii_digit())
}

/// Appends a part behind the host, with what no IRI has percent-encoded.
fn encode(part: &str, iri: &mut String) {
    for (at, c) in part.char_indices() {
        let is_allowed = match c {
            '%' => {
                part.as_bytes().get(at + 1..at + 3).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit))
            }
            c if c.is_ascii() => c.is_ascii_alphanumeric() || "-._~/?:@!$&'()*+,;=".contains(c),
            '\u{a0}'..='\u{d7ff}' | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{ffef}' => !is_unseen(c),
            _ => false,
        };
        if is_allowed {
            iri.push(c);
        } else {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                iri.push_str(&format!("%{byte:02X}"));
            }
        }
    }
}

/// Whether a character is a blank or a mark of direction, which nobody sees in an identifier.
fn is_unseen(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_read_or_refused() {
        for (text, iri) in [
            ("https://lag.example/1931:47#K3P3", Some("https://lag.example/1931:47#K3P3")),
            (
                "https://lag.example/a b<c>\"{}|\\^`",
                Some("https://lag.example/a%20b%3Cc%3E%22%7B%7D%7C%5C%5E%60"),
            ),
            ("https://lag.example/begrepp/får", Some("https://lag.example/begrepp/får")),
            ("https://lag.example/100%", Some("https://lag.example/100%25")),
            ("https://lag.example/%c3%a5", Some("https://lag.example/%c3%a5")),
            ("https://lag.example/a#b#c[1]", Some("https://lag.example/a#b%23c%5B1%5D")),
            ("http://[::1]:80/x", Some("http://[::1]:80/x")),
            ("http://127.0.0.1:8080", Some("http://127.0.0.1:8080")),
            ("mailto:lag@example.org", Some("mailto:lag@example.org")),
            ("x:\u{1}\u{e000}\u{2028}😀", Some("x:%01%EE%80%80%E2%80%A8%F0%9F%98%80")),
            ("https:///x", None),
            ("http://a:b/x", None),
            ("http://a b/x", None),
            ("http://me@a/x", None),
            ("1931:47", None),
            ("/1931:47", None),
            ("https:", None),
            ("", None),
        ] {
            assert_eq!(Iri::new(text).as_ref().map(Iri::as_str), iri, "{text}");
        }
    }
}
