//! Addresses: a full uri of the corpus, one of lagen.nu, or a page path.

use lagrum_artifact::{Anchor, Base};
use percent_encoding::percent_decode_str;

use crate::target::{CitationMatch, CitedBy, CitedLocation, Spelling, source_of};

/// Addresses of lagen.nu, whose uris have the same local ids and have long been used to cite Swedish law.
const ANCESTOR: [&str; 5] =
    ["https://lagen.nu/", "http://lagen.nu/", "https://www.lagen.nu/", "www.lagen.nu/", "lagen.nu/"];

/// Reads an address. Its local id must have the form of a known source; nothing else is checked.
pub(crate) fn address(text: &str, base: &Base) -> Option<CitationMatch> {
    if text.contains(char::is_whitespace) {
        return None;
    }
    let own = base.strip(text).or_else(|| ANCESTOR.iter().find_map(|ancestor| text.strip_prefix(ancestor)));
    let path = own.or_else(|| text.strip_prefix('/')).or_else(|| bare_path(text))?;
    // Addresses that are copied from browsers are percent-encoded.
    let path = &*percent_decode_str(path).decode_utf8().ok()?;
    let (document, anchor) = lagrum_artifact::Location::split(path);
    // The query string is not part of the uri of a document.
    let document = document.split('?').next().unwrap_or_default();
    let slashes = document.trim_end_matches('/');
    source_of(slashes)?;
    Some(CitationMatch {
        targets: vec![CitedLocation::at(slashes, anchor.and_then(Anchor::new))],
        end: text.len(),
        how: CitedBy::Uri,
        spelling: Spelling::AsWritten,
    })
}

/// The first address in a text that has one, and where it begins. Punctuation at its end may be the text's or its own, as in
/// `begrepp/Hyra_(lös_sak)`: the targets are those with all of it first, then with less, and the last has none.
pub(crate) fn address_amid_words(text: &str, base: &Base) -> Option<(usize, CitationMatch)> {
    let word = text.split(' ').find(|word| word.contains("://"))?;
    let start = text.find(word)?;
    let bare = word.trim_end_matches(END_PUNCTUATION);
    let mut found = address(bare, base)?;
    let ends = word[bare.len()..].char_indices().map(|(at, sign)| bare.len() + at + sign.len_utf8());
    let longer = ends.take(MAX_END_PUNCTUATION).filter_map(|end| address(&word[..end], base)?.targets.pop());
    for target in longer {
        found.targets.insert(0, target);
    }
    Some((start, CitationMatch { end: start + found.end, ..found }))
}

/// Punctuation that may follow an address.
const END_PUNCTUATION: [char; 6] = [',', '.', ';', ')', '?', '!'];

/// Signs at the end of an address that are tried as its own.
const MAX_END_PUNCTUATION: usize = 4;

/// A local id: it has a slash and the namespace of a source, or an SFS number and an anchor. `2018:218` alone is left
/// to the grammar.
fn bare_path(text: &str) -> Option<&str> {
    let (document, anchor) = lagrum_artifact::Location::split(text);
    let known = source_of(document)?;
    let lower_start = document.starts_with(|c: char| c.is_ascii_lowercase());
    ((known.holds_statutes && anchor.is_some()) || (document.contains('/') && lower_start)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn punctuation_at_the_end_may_be_the_addresses_own() {
        let base = Base::parse("https://lag.example").unwrap();
        for (text, expected) in [
            ("https://lag.example/begrepp/Hyra_(lös_sak)", "begrepp/Hyra_(lös_sak) begrepp/Hyra_(lös_sak"),
            ("se https://lag.example/1962:700.", "1962:700. 1962:700"),
            ("(https://lag.example/begrepp/A.)", "begrepp/A.) begrepp/A. begrepp/A"),
            ("https://lag.example/1962:700", "1962:700"),
        ] {
            let found =
                address_amid_words(text.trim_start_matches('('), &base).map(|(_, found)| found.targets);
            let targets: Vec<String> = found.unwrap().iter().map(ToString::to_string).collect();
            assert_eq!(targets.join(" "), expected, "{text}");
        }
    }

    #[test]
    fn addresses() {
        let base = Base::parse("https://lag.example").unwrap();
        for (text, expected) in [
            ("https://lag.example/1962:700#K3P1", Some("1962:700#K3P1")),
            ("https://lag.example/dom/nja/2020s273", Some("dom/nja/2020s273")),
            ("https://lagen.nu/1962:700", Some("1962:700")),
            ("/prop/2017/18:105#sid45", Some("prop/2017/18:105#sid45")),
            ("celex/32016R0679#6.1", Some("celex/32016R0679#6.1")),
            ("1962:700#K3P1", Some("1962:700#K3P1")),
            ("/begrepp/L%C3%B6fte", Some("begrepp/Löfte")),
            ("https://lag.example/1962:700#", Some("1962:700")),
            ("https://lag.example/1962:700?from=mail#P1", Some("1962:700#P1")),
            ("https://lag.example/ext/celex/32016R0679", None),
            ("https://other.example/1962:700", None),
            ("https://lag.example/", None),
            ("1962:700", None),
            ("/", None),
            ("och/eller", None),
        ] {
            assert_eq!(
                address(text, &base).map(|found| found.targets[0].to_string()).as_deref(),
                expected,
                "{text}"
            );
        }
    }
}
