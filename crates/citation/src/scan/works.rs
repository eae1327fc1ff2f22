//! Preparatory works in running text: each page of a list is a link of its own.

use lagrum_artifact::Anchor;

use super::ScanType;
use super::pass::Pass;
use crate::cursor::{Cursor, without_zeros};
use crate::forarbete::document;
use crate::target::CitedLocation;

/// Pages or sections of one list.
const MAX_LIST: usize = 50;

const SEPARATORS: [&str; 9] = [", och ", ", samt ", " och ", " eller ", " samt ", " - ", "- ", ", ", "-"];

/// What the words may begin with that name a work, in lower case: a fast test before they are read.
const BEGINNINGS: [&str; 14] = [
    "prop",
    "bet",
    "rskr",
    "riksdagsskr",
    "skr",
    "sou",
    "ds",
    "dir",
    "kommittédir",
    "sö",
    "förordningsmotiv",
    "fm",
    "a. prop",
    "avsnitt",
];

impl Pass<'_> {
    /// A preparatory work with its pages, the proposition cited last, or a section of the document itself.
    pub(super) fn preparatory_work(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !self.finds(ScanType::PreparatoryWorks) {
            return None;
        }
        if !BEGINNINGS.iter().any(|word| at.rest().starts_with(word)) {
            return None;
        }
        if at.rest().starts_with("avsnitt") {
            return self.own_section(at);
        }
        let mut next = at;
        if next.eat("a. prop.") || next.eat("a. prop") {
            let work = self.state.last_proposition.clone()?;
            let end = self.with_pages(at.at(), next, &work)?;
            return Some(end);
        }
        let (near, offset) = self.text.near(at.at());
        let (work, end) = document(near)?;
        let end = at.to(end.at() + offset);
        if work.starts_with("prop/") {
            self.state.last_proposition = Some(work.clone());
        }
        Some(self.with_pages(at.at(), end, &work).unwrap_or_else(|| {
            self.push(at.at(), end.at(), CitedLocation::document(work));
            end.at()
        }))
    }

    /// `2017/18:KU21`: the committee in a number is enough.
    pub(super) fn committee_report(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !self.finds(ScanType::PreparatoryWorks) {
            return None;
        }
        let (near, offset) = self.text.near(at.at());
        let (work, end) = document(near)?;
        let end = at.to(end.at() + offset);
        Some(self.with_pages(at.at(), end, &work).unwrap_or_else(|| {
            self.push(at.at(), end.at(), CitedLocation::document(work));
            end.at()
        }))
    }

    /// ` s. 445 och 454`: the first page is linked with the work before it. None without pages.
    fn with_pages(&mut self, start: usize, at: Cursor<'_>, work: &str) -> Option<usize> {
        let mut next = at;
        next.eat(",");
        if !(next.blank() && next.word(&["sidorna", "sidan", "sida", "sid", "s"])) {
            return self.with_section(start, at, work);
        }
        next.blank();
        let pages = listed(next, |at| {
            let mut end = *at;
            let page = without_zeros(end.digits(4)?).to_owned();
            let counts = [" kap", " §", "§", " mom"].iter().any(|word| end.rest().starts_with(word));
            let free = end.at_boundary() && !end.rest().starts_with([':', '/']) && !counts;
            free.then(|| {
                *at = end;
                format!("sid{page}")
            })
        })?;
        Some(self.push_parts(start, work, &pages))
    }

    /// ` avsnitt 5.2` after a work.
    fn with_section(&mut self, start: usize, at: Cursor<'_>, work: &str) -> Option<usize> {
        if !self.settings.pinpoints {
            return None;
        }
        let mut next = at;
        next.eat(",");
        if !(next.blank() && next.words_without_stop(&["avsnitt", "avsnittet"]) && next.blank()) {
            return None;
        }
        let sections = listed(next, section_number)?;
        Some(self.push_parts(start, work, &sections))
    }

    fn push_parts(&mut self, start: usize, work: &str, parts: &[(String, usize, usize)]) -> usize {
        let mut end = start;
        for (index, (anchor, begins, stop)) in parts.iter().enumerate() {
            let begins = if index == 0 { start } else { *begins };
            self.push(begins, *stop, CitedLocation::at(work, Anchor::new(anchor)));
            end = *stop;
        }
        end
    }

    /// `avsnitt 6.1` of the document that the text belongs to; `avsnitt 8.2 i kommitténs betänkande`.
    fn own_section(&mut self, at: Cursor<'_>) -> Option<usize> {
        let work = self.context.work.clone()?;
        let mut next = at;
        if !(next.words_without_stop(&["avsnitt", "avsnittet", "avsnitten"]) && next.blank()) {
            return None;
        }
        let sections = listed(next, section_number)?;
        let (_, _, stop) = *sections.last()?;
        let after = at.to(stop);
        let of_committee = [" i kommitténs betänkande", " i utredningens betänkande", " i betänkandet"]
            .iter()
            .any(|words| after.rest().starts_with(words));
        let document = match &self.context.committee_report {
            Some(report) if of_committee => report.clone(),
            _ => work,
        };
        Some(self.push_parts(at.at(), &document, &sections))
    }
}

/// A section number as anchor: `8.2.2` as `S8-2-2`.
fn section_number(at: &mut Cursor<'_>) -> Option<String> {
    let mut next = *at;
    let mut anchor = format!("S{}", next.digits(3)?);
    for _ in 0..8 {
        let mut deeper = next;
        let Some(number) = deeper.eat(".").then(|| deeper.digits(3)).flatten() else { break };
        anchor += &format!("-{number}");
        next = deeper;
    }
    next.at_boundary().then(|| {
        *at = next;
        anchor
    })
}

/// Parts of a list, each with where it is written.
fn listed(
    at: Cursor<'_>,
    member: impl Fn(&mut Cursor<'_>) -> Option<String>,
) -> Option<Vec<(String, usize, usize)>> {
    let mut parts = Vec::new();
    let mut next = at;
    while parts.len() < MAX_LIST {
        let start = next.at();
        let Some(anchor) = member(&mut next) else { break };
        parts.push((anchor, start, next.at()));
        if !next.rest().starts_with([' ', ',', '-'])
            || !SEPARATORS.iter().any(|separator| next.eat(separator))
        {
            break;
        }
    }
    (!parts.is_empty()).then_some(parts)
}
