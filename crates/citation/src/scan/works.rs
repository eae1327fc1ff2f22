//! Preparatory works in running text: each page of a list is a link of its own.

use lagrum_artifact::Anchor;

use super::pass::{Found, Pass};
use super::settings::ScanType;
use crate::cursor::Cursor;
use crate::forarbete::{WorkPart, document, further_document, pages, sections};
use crate::separators::after_separator;
use crate::target::CitedLocation;

/// The greatest number of works of one list.
const MAX_WORKS: usize = 50;

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
        if !at.begins_with_any(&BEGINNINGS) {
            return None;
        }
        if at.rest().starts_with("avsnitt") {
            return self.own_section(at);
        }
        let mut next = at;
        if next.eat("a. prop.") || next.eat("a. prop") {
            let work = self.state.last_proposition.clone()?;
            return Some(self.with_pages(at.at(), next, &work)?.at());
        }
        self.work(at)
    }

    /// `2017/18:KU21`: the committee in a number is enough.
    pub(super) fn committee_report(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !self.finds(ScanType::PreparatoryWorks) {
            return None;
        }
        self.work(at)
    }

    /// A work, and the further ones of a list.
    fn work(&mut self, at: Cursor<'_>) -> Option<usize> {
        let (near, offset) = self.text.near(at.at());
        let (mut work, end) = document(near)?;
        let (mut start, mut end) = (at.at(), at.to(end.at() + offset));
        for _ in 0..MAX_WORKS {
            if work.starts_with("prop/") {
                self.state.last_proposition = Some(work.clone());
            }
            match self.with_pages(start, end, &work) {
                Some(after) => end = after,
                None => self.push(start, end.at(), CitedLocation::document(&work)),
            }
            let further = after_separator(end, |next| Some((next.at(), further_document(next, &work)?)));
            let Some((begins, (next, after))) = further else { break };
            (work, start, end) = (next, begins, after);
        }
        Some(end.at())
    }

    /// ` s. 445 och 454`, ` avsnitt 5.2`: the first is linked with the work before it. None without pages or sections.
    fn with_pages<'q>(&mut self, start: usize, at: Cursor<'q>, work: &str) -> Option<Cursor<'q>> {
        let mut next = at;
        next.eat(",");
        if !next.blank() {
            return None;
        }
        let section = || if self.settings.pinpoints { sections(next) } else { None };
        let (parts, end) = pages(next).or_else(section)?;
        self.push_parts(start, work, &parts);
        Some(end)
    }

    fn push_parts(&mut self, start: usize, work: &str, parts: &[WorkPart]) {
        for (index, part) in parts.iter().enumerate() {
            let start = if index == 0 { start } else { part.start };
            let targets = vec![CitedLocation::at(work, Anchor::new(&part.anchor))];
            let following = part.following;
            self.found.push(Found { start, end: part.end, targets, following, ..Found::default() });
        }
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
        self.push_parts(at.at(), &document, &sections);
        Some(after.at())
    }
}
