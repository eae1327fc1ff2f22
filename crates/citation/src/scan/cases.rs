//! Decisions of courts in running text: reports, cases of the EU courts, case numbers, Strasbourg.

use lagrum_artifact::Anchor;

use super::ScanType;
use super::pass::{Found, Pass};
use crate::case_numbers::held_in_text;
use crate::cursor::{Cursor, without_zeros};
use crate::eu_court::number_and_year;
use crate::names::{NamedCase, documents};
use crate::reports::{is_series, report_in_text};
use crate::strasbourg::{application, parties_in_text};
use crate::target::CitedLocation;

/// Characters of a name in quotation marks.
const MAX_CASE_NAME: usize = 80;

/// Cases of one list.
const MAX_CASES: usize = 50;

impl Pass<'_> {
    /// A Swedish report: `NJA 2015 s. 180`, `AD 1998 nr 80`.
    pub(super) fn report(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !self.finds(ScanType::Reports) || !at.rest_as_written().starts_with(char::is_uppercase) {
            return None;
        }
        let word =
            at.rest_as_written().split(|c: char| !c.is_alphabetic()).next().filter(|word| is_series(word))?;
        let (near, offset) = self.text.near(at.at());
        if let Some((document, end)) = report_in_text(near) {
            let end = at.to(end.at() + offset);
            return Some(self.with_pinpoint(at.at(), end, document));
        }
        // `NJA 2015:17` is read when a held decision carries it.
        let mut next = near;
        next.eat(&word.to_lowercase());
        next.blank();
        next.year()?;
        if !next.eat(":") {
            return None;
        }
        next.digits(4)?;
        if !next.at_boundary() {
            return None;
        }
        let held = self.names.held.identifier(next.written_since(near));
        let mut held: Vec<&str> = documents(&held).collect();
        held.dedup();
        let [only] = held.as_slice() else { return None };
        let (document, end) = ((*only).to_owned(), at.to(next.at() + offset));
        Some(self.with_pinpoint(at.at(), end, document))
    }

    /// Links a case, with the numbered paragraph of it that follows: ` p. 9`, `, punkt 9`, `, § 44`.
    fn with_pinpoint(&mut self, start: usize, end: Cursor<'_>, document: String) -> usize {
        let mut next = end;
        next.eat(",");
        let named = self.settings.pinpoints
            && next.blank()
            && (next.word(&["punkterna", "punkten", "punkt", "para", "p"])
                || next.eat("§§")
                || next.eat("§"));
        next.blank();
        let number = if named { next.digits(4).filter(|_| next.at_boundary()) } else { None };
        let Some(number) = number else {
            self.push(start, end.at(), CitedLocation::document(document));
            return end.at();
        };
        let anchor = Anchor::new(&format!("P{}", without_zeros(number)));
        self.push(start, next.at(), CitedLocation::at(document, anchor));
        next.at()
    }

    /// Cases of the courts of the EU: `C-311/18`, `mål 26/62`, `de förenade målen C-92/09 och C-93/09`.
    pub(super) fn eu_case(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !self.finds(ScanType::EuCases) || !matches!(at.peek(), Some('c' | 't' | 'f' | 'm')) {
            return None;
        }
        let mut next = at;
        let named = next.words_without_stop(&["målen", "målet", "mål", "cases", "case"]);
        if named {
            if !next.blank() {
                return None;
            }
            if next.word(&["nr", "no"]) {
                next.blank();
            }
        }
        let (document, mut end) = lettered_case(next).or_else(|| {
            let (number, year, end) = number_and_year(next).filter(|_| named)?;
            (1954..=1989).contains(&year).then(|| (format!("celex/6{year}CJ{number:0>4}"), end))
        })?;
        let mut stop = self.with_pinpoint(at.at(), end, document);
        for _ in 0..MAX_CASES {
            let mut next = end;
            if ![", ", " och ", " and ", " samt "].iter().any(|separator| next.eat(separator)) {
                break;
            }
            let Some((document, after)) = lettered_case(next) else { break };
            stop = self.with_pinpoint(next.at(), after, document);
            end = after;
        }
        Some(stop)
    }

    /// The name of a case in quotation marks: `”Instagrambilden”`. Beside a report it belongs to the report.
    pub(super) fn case_name(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !self.settings.bare_case_names || !self.finds(ScanType::Reports) {
            return None;
        }
        let mark = at.peek()?;
        let inner = at.to(at.at() + mark.len_utf8());
        let mut chars = inner.rest().char_indices().take(MAX_CASE_NAME);
        let length =
            chars.find(|(_, c)| matches!(c, '"' | '”' | '“' | '»' | '«' | '\n')).map(|(end, _)| end)?;
        let name = inner.rest().get(..length).filter(|name| !name.is_empty())?;
        let mut documents: Vec<&String> = Vec::new();
        for case in self.names.case(name) {
            match case {
                NamedCase::Document(document) => documents.push(document),
                _ => return None,
            }
        }
        documents.dedup();
        let [only] = documents.as_slice() else { return None };
        let end = inner.at() + length;
        let after = at.to(end).rest_as_written();
        let after = after.trim_start_matches(['"', '”', '“', '»', '«', ' ', ',', '(']);
        let word = after.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        if !is_series(word) {
            self.push(inner.at(), end, CitedLocation::document((*only).clone()));
        }
        Some(end)
    }

    /// A held decision by its case number, beside the name of its court.
    pub(super) fn case_number(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !self.finds(ScanType::CaseNumbers) {
            return None;
        }
        // Letters of a case number are few capitals.
        let letters = at.rest_as_written().chars().take_while(|c| c.is_alphabetic()).take(6);
        let capitals = letters.clone().count() <= 5 && letters.clone().all(char::is_uppercase);
        let follows = at.rest().chars().skip(letters.count()).take(2).any(|c| c.is_ascii_digit());
        if !capitals || !follows {
            return None;
        }
        let (near, offset) = self.text.near(at.at());
        let (document, end) = held_in_text(near, self.names)?;
        let end = end + offset;
        self.push(at.at(), end, CitedLocation::document(document));
        Some(end)
    }

    /// A case of the European Court of Human Rights by its application number.
    pub(super) fn strasbourg(&mut self, at: Cursor<'_>) -> Option<usize> {
        let begins =
            ["ansök", "klagomål", "applic", "no", "nr"].iter().any(|word| at.rest().starts_with(word));
        if !self.finds(ScanType::Strasbourg) || !begins {
            return None;
        }
        let (near, offset) = self.text.near(at.at());
        let found = application(near, self.names)?;
        let document = found.targets.into_iter().next()?.document;
        let end = at.to(found.end + offset);
        Some(self.with_pinpoint(at.at(), end, document))
    }

    /// Adds cases of the European Court of Human Rights by their parties, where nothing stronger was read.
    pub(super) fn add_parties(&mut self) {
        if !self.finds(ScanType::Strasbourg) {
            return;
        }
        let whole = self.text.cursor();
        let text = whole.whole();
        let mut joints: Vec<usize> = [" mot ", " v. ", " v "]
            .iter()
            .flat_map(|joint| text.match_indices(joint).map(|(at, joint)| at + joint.len()))
            .collect();
        joints.sort_unstable();
        let mut read = std::mem::take(&mut self.found);
        for joint in joints {
            let (near, offset) = self.text.near(joint);
            let Some((document, start, end)) = parties_in_text(near, self.names) else { continue };
            let (start, end) = (start + offset, end + offset);
            // What was read before is in order and does not overlap, and so are the cases.
            let next = read.partition_point(|found| found.end <= start);
            let overlaps = read.get(next).is_some_and(|found| found.start < end)
                || self.found.last().is_some_and(|last| start < last.end);
            if overlaps {
                continue;
            }
            // `Allan v. the United Kingdom, no. 48539/99, § 44`: the number after the parties names the same case.
            let mut number = whole.to(end);
            number.eat(" [gc]");
            let numbered = number.eat(", ").then(|| read.get_mut(next)).flatten();
            match numbered.filter(|found| found.start == number.at()) {
                Some(found) if found.targets.iter().all(|target| target.document == document) => {
                    found.start = start;
                }
                _ => {
                    self.with_pinpoint(start, whole.to(end), document);
                }
            }
        }
        self.found.extend(read);
        self.found.sort_by_key(|found: &Found| (found.start, found.end));
    }
}

/// `C-311/18`, in capitals.
fn lettered_case(at: Cursor<'_>) -> Option<(String, Cursor<'_>)> {
    let court = at.rest_as_written().chars().next().filter(|court| matches!(court, 'C' | 'T' | 'F'))?;
    let mut next = at.to(at.at() + 1);
    if !next.eat("-") {
        return None;
    }
    let (number, year, mut end) = number_and_year(next)?;
    // A mark after the number says that the case is an appeal.
    let mut marked = end;
    if marked.blank()
        && marked.words_without_stop(&["p", "ppu", "rx"])
        && end.rest_as_written().starts_with([' '])
        && marked.written_since(end).trim() == marked.written_since(end).trim().to_uppercase()
    {
        end = marked;
    }
    Some((format!("celex/6{year}{court}J{number:0>4}"), end))
}
