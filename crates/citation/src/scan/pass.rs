//! One pass over a text: tries the forms of citations at each word, in a fixed order.

use std::ops::Range;

use super::dated::FormerAct;
use super::settings::{ScanContext, ScanSettings, ScanType};
use super::state::ScanState;
use super::text::ScanText;
use crate::cursor::Cursor;
use crate::following::FollowingUnits;
use crate::lookup::NameLookup;
use crate::names::CitationNames;
use crate::normalise::in_word;
use crate::provision::{CitedProvision, Member};
use crate::target::{CitedLocation, Spelling};

/// A citation found, by offsets in the clean text.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub(super) start: usize,
    pub(super) end: usize,
    /// The cited locations; empty for a citation that has no uri, and for a relative one.
    pub(super) targets: Vec<CitedLocation>,
    /// Whether its document is named neither in the citation nor in the text or its context.
    pub(super) relative: bool,
    /// Whether the document is a guess: the one that the text named last.
    pub(super) inferred: bool,
    /// Further locations to try when the targets do not have the provision.
    pub(super) otherwise: Vec<CitedLocation>,
    /// Whether it is relative to the location of its own text (`2 §`, `första stycket`), and the context does not state the kapitel.
    pub(super) counts_from_here: bool,
    /// The acts that had the name before.
    pub(super) formerly: Vec<FormerAct>,
    /// A name beside the citation that is the name of another document.
    pub(super) misnamed: Option<Misnamed>,
    /// Whether those that follow it are cited with it.
    pub(super) following: Option<FollowingUnits>,
}

/// The bytes of a name that stands beside the number of a document without that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Misnamed {
    pub(super) start: usize,
    pub(super) end: usize,
}

pub(super) struct Pass<'s> {
    pub(super) names: &'s CitationNames,
    pub(super) settings: &'s ScanSettings,
    pub(super) state: &'s mut ScanState,
    pub(super) context: &'s ScanContext,
    pub(super) text: &'s ScanText,
    pub(super) found: Vec<Found>,
    /// The end of a list of numbers that has no paragraph sign, so that it is not read again from each of its numbers.
    pub(super) unmarked_until: usize,
    /// The end of a list of numbers with colons that has no law, as [`Pass::unmarked_until`].
    pub(super) colons_until: usize,
    /// Expressions that look like citations and could not be read.
    pub(super) unread: Vec<(usize, usize)>,
}

impl<'s> Pass<'s> {
    /// Whether the forms of a type are looked for.
    pub(super) fn finds(&self, kind: ScanType) -> bool {
        self.settings.types.contains(kind)
    }

    pub(super) fn finds_statutes(&self) -> bool {
        self.finds(ScanType::Statutes) || self.finds(ScanType::NamedStatutes)
    }

    pub(super) fn finds_abbreviations(&self) -> bool {
        self.finds(ScanType::Abbreviations)
    }

    /// The day on which the text was written (`YYYY-MM-DD`).
    pub(super) fn written(&self) -> Option<&str> {
        self.settings.written.as_deref()
    }

    /// The names, for citations amid other words.
    pub(super) fn lookup(&self) -> NameLookup<'s> {
        NameLookup { names: self.names, spelling: Spelling::AsWritten, amid_words: true }
    }

    pub(super) fn push(&mut self, start: usize, end: usize, target: CitedLocation) {
        self.found.push(Found { start, end, targets: vec![target], ..Found::default() });
    }

    /// Adds a citation whose document neither the text nor its context names.
    pub(super) fn push_relative(&mut self, start: usize, end: usize) {
        self.found.push(Found { start, end, relative: true, ..Found::default() });
    }

    /// Adds a citation that has no uri.
    pub(super) fn push_unsettled(&mut self, start: usize, end: usize) {
        self.found.push(Found { start, end, ..Found::default() });
    }

    /// The bytes of the name beside the number of a statute, if other statutes have the name and this one has not.
    pub(super) fn misnamed(&self, name: &str, at: Range<usize>, document: &str) -> Option<Misnamed> {
        let other = self.names.bears(document, name) == Some(false);
        other.then_some(Misnamed { start: at.start, end: at.end })
    }

    /// Adds one provision of a document, with the words from `start` to `end`.
    pub(super) fn push_provision(
        &mut self,
        start: usize,
        end: usize,
        document: &str,
        provision: &CitedProvision,
    ) {
        let targets = vec![CitedLocation::at(document, provision.anchor())];
        let following = provision.following;
        self.found.push(Found { start, end, targets, following, ..Found::default() });
    }

    /// Adds members of a list as provisions of one document.
    pub(super) fn push_members(&mut self, members: &[Member], document: &str) {
        for member in members {
            let targets = vec![CitedLocation::at(document, member.provision.anchor())];
            let otherwise = member.provision.in_kapitel_before(document).into_iter().collect();
            self.found.push(Found {
                start: member.start,
                end: member.end,
                targets,
                otherwise,
                following: member.provision.following,
                ..Found::default()
            });
        }
    }

    /// Reads the whole text.
    pub(super) fn run(&mut self) -> Result<(), lagrum_cancel::Cancelled> {
        const WORDS_BETWEEN_CHECKS: u32 = 1_000;
        let text = self.text;
        let whole = text.cursor();
        let mut at = 0;
        let mut words = 0;
        while at < text.len() {
            words += 1;
            if words % WORDS_BETWEEN_CHECKS == 0 {
                lagrum_cancel::check()?;
            }
            let here = whole.to(at);
            let end = if here.at_word_start() { self.citation(here) } else { None };
            at = match end {
                Some(end) if end > at => end,
                _ => next_start(here),
            };
        }
        Ok(())
    }

    /// Reads the citation that begins here. Returns where the words that were read end, also when they gave no citation.
    fn citation(&mut self, at: Cursor<'_>) -> Option<usize> {
        let first = at.peek()?;
        if first.is_ascii_digit() {
            return self
                .provisions(at)
                .or_else(|| self.colon_before_abbreviation(at))
                .or_else(|| self.former_act(at))
                .or_else(|| self.eu_act(at))
                .or_else(|| self.celex(at))
                .or_else(|| self.committee_report(at))
                .or_else(|| self.identifier(at))
                .or_else(|| self.case_number(at));
        }
        if first == '(' {
            return self.bare_number(at).or_else(|| self.eu_act(at));
        }
        if matches!(first, '"' | '”' | '“' | '„' | '»' | '«') {
            return self.case_name(at);
        }
        if first == '§' {
            return self.worded_provisions(at);
        }
        if first == '[' {
            self.note_mark(at);
            return None;
        }
        if !first.is_alphabetic() {
            return None;
        }
        if let Some(end) = self.address(at) {
            return Some(end);
        }
        self.preparatory_work(at)
            .or_else(|| self.eu_articles(at))
            .or_else(|| self.eu_act(at))
            .or_else(|| self.report(at))
            .or_else(|| self.eu_case(at))
            .or_else(|| self.identifier(at))
            .or_else(|| self.agency_decision(at))
            .or_else(|| self.regulation(at))
            .or_else(|| self.statute(at))
            .or_else(|| self.eu_name(at))
            .or_else(|| self.strasbourg(at))
            .or_else(|| self.case_number(at))
            .or_else(|| self.english_provision(at))
            .or_else(|| self.bare_case_name(at))
    }
}

/// Where the next citation may begin: after this word, or after this character.
fn next_start(at: Cursor<'_>) -> usize {
    let mut chars = at.rest().char_indices();
    let first = chars.next().map_or(' ', |(_, c)| c);
    let after = at.at() + first.len_utf8();
    if !in_word(first) {
        return after;
    }
    chars.find(|(_, c)| !in_word(*c)).map_or(at.at() + at.rest().len(), |(end, _)| at.at() + end)
}
