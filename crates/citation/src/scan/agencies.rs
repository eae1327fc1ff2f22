//! Decisions of JO, JK and ARN, positions of Skatteverket and guidance of the data protection board in running text.

use super::pass::Pass;
use super::settings::ScanType;
use crate::agency::{arn_number, decision, guidance, jo_number, jo_report_page, position, three_part_number};
use crate::cursor::Cursor;
use crate::dates::day;
use crate::target::CitedLocation;

/// The greatest number of register numbers of one list.
const MAX_NUMBERS: usize = 50;

/// The greatest distance in bytes between the name of an authority and a register number of its decision.
const REACH: usize = 160;

impl Pass<'_> {
    /// A decision, position or guideline.
    pub(super) fn agency_decision(&mut self, at: Cursor<'_>) -> Option<usize> {
        match at.peek()? {
            'd' | 'ä' | 'a' => self.register_numbers(at),
            'j' => self.jo_report(at).or_else(|| self.short_decision(at)),
            'r' | 'w' => self.guidance(at),
            _ => None,
        }
    }

    /// Register numbers after the word for them: `dnr 3940-2006 och 3941-2006`.
    fn register_numbers(&mut self, at: Cursor<'_>) -> Option<usize> {
        let (decisions, positions) = (self.finds(ScanType::Decisions), self.finds(ScanType::Positions));
        if !(decisions || positions) {
            return None;
        }
        let mut next = at;
        let word =
            ["diarienummer", "diarienr", "dnr", "änr", "ärende nr", "ärendet nr", "ärendenr", "avgörande"]
                .iter()
                .find(|word| next.word(&[word]))?;
        next.eat(":");
        if !next.blank() {
            return None;
        }
        if *word == "avgörande" {
            // `avgörande 1999-01-12; 1998-3712`
            (_, next) = day(next)?;
            if !(next.eat(";") && next.blank()) {
                return None;
            }
        }
        let arn = matches!(*word, "änr" | "avgörande");
        let jo = !arn && mentions_jo(at);
        let mut end = None;
        for _ in 0..MAX_NUMBERS {
            let Some((document, stop)) = number(next, arn, jo) else { break };
            let wanted = if document.starts_with("rs/") { positions } else { decisions };
            if wanted {
                self.push(next.at(), stop, CitedLocation::document(document));
            }
            end = Some(stop);
            next = next.to(stop);
            if ![", ", " och ", " samt "].iter().any(|separator| next.eat(separator)) {
                break;
            }
            if next.word(&["dnr", "änr"]) {
                next.blank();
            }
        }
        end
    }

    /// `JO 2003/04 s. 450`, when one held decision is on that page and no register number follows.
    fn jo_report(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !self.finds(ScanType::Decisions) || !at.rest_as_written().starts_with("JO ") {
            return None;
        }
        let (near, offset) = self.text.near(at.at());
        let found = jo_report_page(near, self.names)?;
        let end = at.to(found.end + offset);
        if end.rest().starts_with(", dnr") {
            return None;
        }
        let document = found.targets.into_iter().next()?;
        self.push(at.at(), end.at(), document);
        Some(end.at())
    }

    /// `JO 3940-2006`, `JK 2551-80-21`.
    fn short_decision(&mut self, at: Cursor<'_>) -> Option<usize> {
        let number =
            at.rest_as_written().strip_prefix("JO ").or_else(|| at.rest_as_written().strip_prefix("JK "))?;
        if !self.finds(ScanType::Decisions) || !number.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let (near, offset) = self.text.near(at.at());
        let found = decision(near)?;
        Some(self.push_match(at.at(), offset, found))
    }

    fn guidance(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !self.finds(ScanType::Guidance) {
            return None;
        }
        let written = at.rest_as_written();
        let begins = written.starts_with("WP")
            || ["iktlinje", "ekommendation"].iter().any(|word| written[1..].starts_with(word));
        if !begins {
            return None;
        }
        let (near, offset) = self.text.near(at.at());
        let found = guidance(near)?;
        let target = found.targets.into_iter().next()?;
        self.push(at.at(), found.end + offset, target);
        Some(found.end + offset)
    }
}

/// Whether JO is named shortly before.
fn mentions_jo(at: Cursor<'_>) -> bool {
    let before = at.before_as_written();
    let mut start = before.len().saturating_sub(REACH);
    while !before.is_char_boundary(start) {
        start += 1;
    }
    let before = &before[start..];
    before.contains("ustitieombudsm") || before.split(|c: char| !c.is_alphanumeric()).any(|word| word == "JO")
}

/// A register number as the local id of its decision, and where it ends.
fn number(at: Cursor<'_>, arn: bool, jo: bool) -> Option<(String, usize)> {
    if arn {
        let (number, end) = arn_number(at)?;
        return Some((format!("avg/arn/{number}"), end));
    }
    if let Some((number, end)) = three_part_number(at) {
        return Some((format!("avg/jk/{number}"), end));
    }
    if jo && let Some((number, end)) = jo_number(at) {
        return Some((format!("avg/jo/{number}"), end));
    }
    let (number, end) = position(at)?;
    Some((format!("rs/skv/{number}"), end))
}
