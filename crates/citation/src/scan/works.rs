//! Preparatory works in running text: each page of a list is a link of its own.

use lagrum_artifact::Anchor;

use super::pass::Pass;
use super::settings::ScanType;
use crate::cursor::Cursor;
use crate::forarbete::{document, pages, sections};
use crate::target::CitedLocation;

/// The beginnings of words that name a work, in lower case, for a fast test before the words are read.
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

    /// ` s. 445 och 454`, ` avsnitt 5.2`: the first is linked with the work before it. None without pages or sections.
    fn with_pages(&mut self, start: usize, at: Cursor<'_>, work: &str) -> Option<usize> {
        let mut next = at;
        next.eat(",");
        if !next.blank() {
            return None;
        }
        let section = || if self.settings.pinpoints { sections(next) } else { None };
        let (parts, _) = pages(next).or_else(section)?;
        Some(self.push_parts(start, work, &parts))
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
        let (sections, after) = sections(at)?;
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
