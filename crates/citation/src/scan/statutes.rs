//! Statutes in running text that are named before their provisions or alone, and change notes.

use lagrum_artifact::Anchor;

use super::law::{NamedLaw, abbreviated, after_provisions, former, learn_abbreviation, named};
use super::pass::Pass;
use super::provisions::Standing;
use super::settings::ScanType;
use crate::cursor::Cursor;
use crate::foreign;
use crate::law_words::{self, law_word};
use crate::provision::{Member, colon_list, provisions, relative};
use crate::statute::is_former;
use crate::statute_number::{self, in_parentheses};
use crate::target::CitedLocation;

impl Pass<'_> {
    /// A law, an abbreviation with provisions, a change note, a stycke of the paragraf that the text stands in, or the
    /// number of an act after `SFS`.
    pub(super) fn statute(&mut self, at: Cursor<'_>) -> Option<usize> {
        if self.finds(ScanType::English)
            && let Some(end) = self.sfs_number(at)
        {
            return Some(end);
        }
        if !self.finds_statutes() {
            return None;
        }
        if let Some(end) = self.worded_provisions(at) {
            return Some(end);
        }
        if self.finds(ScanType::Statutes)
            && let Some((members, end)) = relative(at)
        {
            for member in &members {
                self.push_in_context(member, &Standing::default());
            }
            return Some(end.at());
        }
        self.standard_terms(at).or_else(|| self.abbreviation_first(at)).or_else(|| self.law_alone(at))
    }

    /// `ABM 07 kap. 5 § 1`, `AB 04, 5 §`: standard terms with a provision of them.
    fn standard_terms(&mut self, at: Cursor<'_>) -> Option<usize> {
        let terms = foreign::standard_terms(at)?;
        // `RB 35 kap. 1 §`: the number after a known act is its kapitel.
        let is_year =
            terms.written_since(at).rsplit([' ', '-']).next().is_some_and(|year| year.starts_with('0'));
        if !is_year && abbreviated(self, at).is_some() {
            return None;
        }
        let mut next = terms;
        next.eat(",");
        next.blank();
        // `MBL 38 §` is an act with its paragraf.
        let (members, end) = provisions(next)?;
        let stop = members.last().map_or(end.at(), |last| last.end.max(end.at()));
        self.unread.push((at.at(), stop));
        self.state.forget_law();
        Some(stop)
    }

    fn law_alone(&mut self, at: Cursor<'_>) -> Option<usize> {
        if let Some(end) = self.change_note(at) {
            return Some(end);
        }
        let found = named(self, at)?;
        match found.law {
            NamedLaw::Act(act) => {
                let before = self.found.len();
                // `brottsbalken 3:5`
                if let Some((members, end)) = colon_after(found.end) {
                    self.push_first_from(at.at(), &members, &act.document);
                    self.note(before, &act.formerly, act.misnamed.as_ref());
                    self.state.name_law(&act.document);
                    return Some(end.at());
                }
                self.push(act.start, act.end, CitedLocation::document(&act.document));
                self.note(before, &act.formerly, act.misnamed.as_ref());
                self.state.name_law(&act.document);
                self.state.law_until = Some(found.end.at());
                learn_abbreviation(self, found.end, &act.document);
                Some(self.english_pinpoint(found.end, &act.document))
            }
            NamedLaw::Part { act, first, .. } if !is_former(at) => {
                self.push(at.at(), found.end.at(), CitedLocation::at(act, Anchor::new(first)));
                self.state.name_law(act);
                let kapitel = first.strip_prefix('K').and_then(|rest| rest.split('P').next());
                self.state.kapitel_of_node = kapitel.map(str::to_owned);
                Some(found.end.at())
            }
            NamedLaw::Foreign => {
                self.state.foreign_until = Some(found.end.at());
                // It may be an EU act. The parts of a joined name are not names by themselves.
                let joined = found.end.written_since(at).contains(' ');
                joined.then(|| found.end.at())
            }
            _ => None,
        }
    }

    /// `Lag (2001:1016).` at the end of a provision: the act that gave it its wording.
    fn change_note(&mut self, at: Cursor<'_>) -> Option<usize> {
        let law = self.context.law.clone()?;
        let (word, after) = law_word(at)?;
        if !matches!(word.as_str(), "lag" | "förordning" | "kungörelse" | "balk" | "reglemente" | "stadga")
        {
            return None;
        }
        let found = in_parentheses(after, self.names)?;
        let (number, mut end) = (found.document?, found.end);
        let stop = end.eat(".");
        let open = end.at_end() || end.rest().starts_with([' ', ',', '\n']);
        if !stop && open {
            return None;
        }
        let target = CitedLocation::at(law, Anchor::new(&format!("L{number}")));
        self.push(at.at(), end.at(), target);
        Some(end.at())
    }

    /// `(1982:713)`.
    pub(super) fn bare_number(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !self.finds_statutes() {
            return None;
        }
        // With its designation the number is read as `SFS 1979:429`.
        if self.finds(ScanType::English) && at.rest().starts_with("(sfs") {
            return None;
        }
        let found = in_parentheses(at, self.names)?;
        let document = found.document?;
        self.state.name_law(&document);
        // `(2001:453) 11:1`
        if let Some((members, end)) = colon_after(found.end) {
            self.push_first_from(found.start, &members, &document);
            return Some(end.at());
        }
        self.push(found.start, found.stop, CitedLocation::document(document));
        Some(found.end.at())
    }

    /// `BrB 12:1 andra stycket`, `BrB 3 §`.
    fn abbreviation_first(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !at.rest_as_written().starts_with(char::is_uppercase) {
            return None;
        }
        let found = abbreviated(self, at)?;
        let (document, formerly, beside) = match found.law {
            NamedLaw::Abbreviated { document, formerly, beside } => (document, formerly, beside),
            // Without provisions after it the number is read by itself.
            NamedLaw::Act(act) if act.misnamed.is_none() => (act.document, act.formerly, Vec::new()),
            _ => return None,
        };
        let mut next = found.end;
        next.eat(",");
        if !next.blank() {
            return None;
        }
        let before = self.found.len();
        if let Some((members, end)) = colon_list(next) {
            self.push_first_from(at.at(), &members, &document);
            self.note(before, &formerly, None);
            self.add_beside(before, &beside);
            self.state.name_law(&document);
            return Some(end.at());
        }
        let (members, end) = provisions(next)?;
        if let [only] = members.as_slice()
            && !next.peek().is_some_and(|c| c.is_ascii_digit())
        {
            self.push(at.at(), end.at(), CitedLocation::at(document.clone(), only.provision.anchor()));
            self.note(before, &formerly, None);
            self.add_beside(before, &beside);
            self.state.name_law(&document);
            return Some(end.at());
        }
        // `HFD 5 § brottsbalken`: the provisions belong to the law after them.
        if after_provisions(self, end)
            .is_some_and(|named| !matches!(named.law, NamedLaw::Unknown | NamedLaw::Foreign))
        {
            return Some(self.with_law(&members, end));
        }
        self.push_members(&members, &document);
        self.note(before, &formerly, None);
        self.add_beside(before, &beside);
        self.state.name_law(&document);
        Some(end.at())
    }

    /// `29:5 BrB`, `12:45 och 12:46 JB`, `3:1 brottsbalken`.
    pub(super) fn colon_before_abbreviation(&mut self, at: Cursor<'_>) -> Option<usize> {
        if at.follows_number() || at.at() < self.colons_until {
            return None;
        }
        let (mut members, end) = colon_list(at)?;
        self.colons_until = end.at();
        let mut next = end;
        if !next.blank() {
            return None;
        }
        let definite = law_word(next).is_some_and(|(word, _)| !law_words::is_generic(&word));
        let found = if definite { named(self, next)? } else { abbreviated(self, next)? };
        let (document, formerly, beside) = match found.law {
            NamedLaw::Abbreviated { document, formerly, beside } => (document, formerly, beside),
            NamedLaw::Act(act) => (act.document, act.formerly, Vec::new()),
            _ => return None,
        };
        let before = self.found.len();
        if let Some(last) = members.last_mut() {
            last.end = found.end.at();
        }
        self.push_members(&members, &document);
        self.note(before, &formerly, None);
        self.add_beside(before, &beside);
        self.state.name_law(&document);
        Some(found.end.at())
    }

    /// Links provisions after their law, the first with the words from `start` on.
    pub(super) fn push_first_from(&mut self, start: usize, members: &[Member], document: &str) {
        let before = self.found.len();
        self.push_members(members, document);
        if let Some(first) = self.found.get_mut(before) {
            first.start = start;
        }
    }

    /// `1990 års köplag`.
    pub(super) fn former_act(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !self.finds_statutes() || at.follows_number() {
            return None;
        }
        let found = former(self, at)?;
        let NamedLaw::Act(act) = found.law else { return None };
        let before = self.found.len();
        self.push(act.start, act.end, CitedLocation::document(&act.document));
        self.note(before, &[], act.misnamed.as_ref());
        self.state.name_law(&act.document);
        self.state.law_until = Some(found.end.at());
        Some(found.end.at())
    }

    /// `SFS 1979:429`.
    fn sfs_number(&mut self, at: Cursor<'_>) -> Option<usize> {
        let (document, end) = statute_number::designated(at, self.names)?;
        self.push(at.at(), end.at(), CitedLocation::document(document.clone()));
        self.state.name_law(&document);
        Some(self.english_pinpoint(end, &document))
    }
}

/// `12:1`, `12:1 och 3` after a law: kapitel and paragraf.
pub(super) fn colon_after(law: Cursor<'_>) -> Option<(Vec<Member>, Cursor<'_>)> {
    let mut next = law;
    next.eat(",");
    if next.blank() { colon_list(next) } else { None }
}
