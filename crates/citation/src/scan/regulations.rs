//! Agency regulations in running text, and provisions of them.

use super::pass::Pass;
use super::settings::ScanType;
use super::statutes::colon_after;
use crate::cursor::Cursor;
use crate::provision::Member;
use crate::regulation::{designated, further_regulation, issued};
use crate::separators::after_separator;
use crate::target::CitedLocation;

/// The greatest number of regulations of one list.
const MAX_REGULATIONS: usize = 50;

impl Pass<'_> {
    /// A regulation, `FFFS 2014:1`.
    pub(super) fn regulation(&mut self, at: Cursor<'_>) -> Option<usize> {
        let mut word = at;
        let begins = at.rest_as_written().starts_with(char::is_uppercase)
            || word.letters().is_some_and(|letters| letters.ends_with("fs"))
            || word.rest().starts_with("-fs");
        if !self.finds(ScanType::Regulations) || !begins {
            return None;
        }
        let (near, offset) = self.text.near(at.at());
        let (document, end) = designated(near, self.names)?;
        if !is_designation(near, end) {
            return None;
        }
        let (mut document, mut end) = (document, at.to(end.at() + offset));
        let mut start = at.at();
        for _ in 0..MAX_REGULATIONS {
            let further =
                after_separator(end, |next| Some((next.at(), further_regulation(next, &document)?)));
            let Some((begins, (next, after))) = further else { break };
            self.push(start, end.at(), CitedLocation::document(&document));
            (document, start, end) = (next, begins, after);
        }
        self.state.law_of_node = Some(document.clone());
        self.state.law_until = Some(end.at());
        // `FFFS 2020:1 12:1`
        if let Some((members, end)) = colon_after(end) {
            self.push_first_from(start, &members, &document);
            return Some(end.at());
        }
        self.push(start, end.at(), CitedLocation::document(document));
        Some(end.at())
    }

    /// Provisions of the regulation after them: `12 kap. 1 § FFFS 2020:1`, `3 § Vägverkets föreskrifter (VVFS 1996:200)`.
    pub(super) fn of_regulation(&mut self, members: &[Member], end: Cursor<'_>) -> Option<usize> {
        if !self.finds(ScanType::Regulations) || !end.rest().starts_with(' ') {
            return None;
        }
        let (near, offset) = self.text.near(end.at());
        let mut next = near;
        next.blank();
        if next.words_without_stop(&["i"]) {
            next.blank();
        }
        let starts_upper = next.rest_as_written().starts_with(char::is_uppercase);
        if !starts_upper {
            return None;
        }
        let (document, stop) = designated(next, self.names)
            .filter(|(_, end)| is_designation(next, *end))
            .or_else(|| issued(next, self.names))?;
        let stop = stop.at() + offset;
        if let [only] = members {
            self.push_provision(only.start, stop, &document, &only.provision);
        } else {
            self.push_members(members, &document);
            self.push(next.at() + offset, stop, CitedLocation::document(document.clone()));
        }
        self.state.law_of_node = Some(document);
        Some(stop)
    }
}

/// Whether the designation of a regulation cannot be another word: in capitals, or with `FS` at its end.
fn is_designation(at: Cursor<'_>, end: Cursor<'_>) -> bool {
    let letters = end.written_since(at);
    let designation = letters.split(|c: char| c.is_ascii_digit()).next().unwrap_or_default();
    designation.trim_end().to_lowercase().ends_with("fs") || !designation.chars().any(char::is_lowercase)
}
