//! Identifiers in running text: addresses, ECLI, numbers of treaties and of records of international courts.

use super::pass::Pass;
use super::settings::ScanType;
use crate::cursor::{Cursor, starts_with};
use crate::international;
use crate::judgment::ecli;
use crate::names::documents;
use crate::target::{CitationMatch, CitedLocation};
use crate::uri;

/// The greatest length of an address that is read, in bytes.
const MAX_ADDRESS: usize = 500;

/// Designations as they are written in running text. Numbers without one of them are not read as identifiers.
const DESIGNATIONS: [&str; 9] = ["CETS", "ETS", "CoE", "ICRC", "UNTC", "UNTS", "HUDOC", "ICC-", "ICJ"];

impl Pass<'_> {
    /// An address. It is a citation if it is the uri of a document or has the number of one. No other citation is read inside it.
    pub(super) fn address(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !matches!(at.peek(), Some('h' | 'w' | 'l')) {
            return None;
        }
        if !at.begins_with_any(&["https://", "http://", "www.", "lagen.nu/"]) {
            return None;
        }
        let address = whole_address(at.rest_as_written());
        let found = if address.len() <= MAX_ADDRESS {
            uri::address(address, self.settings.base.as_ref())
        } else {
            None
        };
        if let Some(target) = found.and_then(|found| found.targets.into_iter().next()) {
            self.push(at.at(), at.at() + address.len(), target);
        }
        Some(at.at() + address.len().max(1))
    }

    /// `ECLI:EU:C:2017:712`, `CETS 210`, `HUDOC 001-57562`, `I.C.J. Reports 1986, p. 14`.
    pub(super) fn identifier(&mut self, at: Cursor<'_>) -> Option<usize> {
        if at.rest().starts_with("celex") {
            return self.celex(at);
        }
        let written = at.rest_as_written();
        if let Some(end) = ecli(at) {
            return self.finds(ScanType::EuCases).then(|| self.link_ecli(at, end));
        }
        let digits = written.bytes().take_while(u8::is_ascii_digit).count() == 3
            && written.as_bytes().get(3) == Some(&b'-')
            && !at.before().ends_with(['-', '/', ':', '.']);
        let reports =
            written.starts_with("I.C.J") || written.starts_with("I. C. J") || written.starts_with("ICJ Rep");
        if !self.finds(ScanType::EuActs)
            || !(digits || reports || DESIGNATIONS.iter().any(|word| starts_with(written, word)))
        {
            return None;
        }
        let (near, offset) = self.text.near(at.at());
        let found = if reports { international::icj_reports(near, self.names) } else { None };
        let found = found.or_else(|| international::identifier(near))?;
        if let [CitedLocation { document, anchor: None, .. }] = found.targets.as_slice()
            && document.starts_with("dom/echr/")
        {
            return Some(self.with_pinpoint(at.at(), at.to(found.end + offset), document.clone()));
        }
        Some(self.push_match(at.at(), offset, found))
    }

    /// Links a match of a reader of whole queries. `offset` is where the text that it read begins.
    pub(super) fn push_match(&mut self, start: usize, offset: usize, found: CitationMatch) -> usize {
        let end = found.end + offset;
        for target in found.targets {
            self.push(start, end, target);
        }
        end
    }

    fn link_ecli(&mut self, at: Cursor<'_>, end: Cursor<'_>) -> usize {
        let written = end.written_since(at);
        let prefixed =
            if at.rest().starts_with("ecli:") { written.to_owned() } else { format!("ECLI:{written}") };
        let held = self.names.held.identifier(&prefixed);
        let documents: Vec<String> = documents(&held).map(str::to_owned).collect();
        match documents.as_slice() {
            [] => {
                self.push_unsettled(at.at(), end.at());
                end.at()
            }
            [only] => self.with_pinpoint(at.at(), end, only.clone()),
            several => {
                for document in several {
                    self.push(at.at(), end.at(), CitedLocation::document(document));
                }
                end.at()
            }
        }
    }
}

/// The address at the beginning of a text, without the punctuation of the sentence after it. It ends before a closing parenthesis
/// that was not opened in it; one that was belongs to it, as in `begrepp/Hyra_(lös_sak)`.
fn whole_address(text: &str) -> &str {
    let mut open = 0_u32;
    let ends = |sign: char| match sign {
        '(' => {
            open += 1;
            false
        }
        ')' if open == 0 => true,
        ')' => {
            open -= 1;
            false
        }
        _ => sign.is_whitespace() || matches!(sign, '"' | '”' | '“' | '<' | '>' | '«' | '»'),
    };
    let end = text.find(ends).unwrap_or(text.len());
    text[..end].trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', ']'])
}

#[cfg(test)]
mod tests {
    use super::whole_address;

    #[test]
    fn what_ends_an_address() {
        for (written, expected) in [
            ("https://a/b.", "https://a/b"),
            ("https://a/b).", "https://a/b"),
            ("https://a/Hyra_(sak)", "https://a/Hyra_(sak)"),
            ("https://a/Hyra_(sak)),", "https://a/Hyra_(sak)"),
            ("https://a/Hyra_(sak).", "https://a/Hyra_(sak)"),
            ("https://a/b))", "https://a/b"),
            // A link of markdown, with another after it.
            ("https://a/b#N1)-[5](https://a/b#N5)", "https://a/b#N1"),
            ("https://a/b, och", "https://a/b"),
            ("", ""),
        ] {
            assert_eq!(whole_address(written), expected, "{written}");
        }
    }
}
