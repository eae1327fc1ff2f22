//! Statutes and agency regulations in running text: provisions with the law beside them, laws alone, change notes.

use lagrum_artifact::Anchor;

use super::ScanType;
use super::law::{
    NamedLaw, abbreviated, after_provisions, law_number, law_word, learn_abbreviation, named,
    number_in_parentheses,
};
use super::members::{Member, colon, end_of_numbers, provisions, relative};
use super::pass::{Found, Pass};
use crate::cursor::Cursor;
use crate::provision::CitedProvision;
use crate::regulation::{designated, issued};
use crate::target::CitedLocation;

impl Pass<'_> {
    /// Provisions, with the law after them if there is one.
    pub(super) fn provisions(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !(self.finds_statutes() || self.finds(ScanType::Regulations)) || follows_number(at) {
            return None;
        }
        if at.at() < self.unmarked_until {
            return None;
        }
        let Some((members, end)) = provisions(at) else {
            self.unmarked_until = end_of_numbers(at);
            return None;
        };
        if let Some(end) = self.of_regulation(&members, end) {
            return Some(end);
        }
        if !self.finds_statutes() {
            return None;
        }
        Some(self.with_law(&members, end))
    }

    /// Links provisions to the law after them, or to that of the context. Returns where the words for them end.
    fn with_law(&mut self, members: &[Member], end: Cursor<'_>) -> usize {
        let (Some(first), Some(last)) = (members.first(), members.last()) else { return end.at() };
        let Some(found) = after_provisions(self, end) else {
            if !self.finds(ScanType::NamedStatutes) {
                for member in members {
                    self.push_in_context(member);
                }
            }
            return end.at();
        };
        let single = members.len() == 1
            && (!first.is_kapitel()
                || self.finds(ScanType::NamedStatutes) && !self.finds(ScanType::Statutes));
        let whole = |document: &str| {
            let target = CitedLocation::at(document, last.provision.anchor());
            (first.start, found.end.at(), target)
        };
        match found.law {
            NamedLaw::Unknown | NamedLaw::Same(None) => self.unread.push((first.start, found.end.at())),
            NamedLaw::Same(Some(document)) => {
                if members.len() == 1 {
                    let (start, end, target) = whole(&document);
                    self.push(start, end, target);
                } else {
                    self.push_members(members, &document);
                }
                self.state.name_law(&document);
            }
            NamedLaw::Abbreviated(document) => {
                self.push_members(members, &document);
                self.state.name_law(&document);
            }
            NamedLaw::Act { document, start, end } => {
                if single {
                    let (start, end, target) = whole(&document);
                    self.push(start, end, target);
                } else {
                    self.push_members(members, &document);
                    self.push(start, end, CitedLocation::document(document.clone()));
                }
                self.state.name_law(&document);
                learn_abbreviation(self, found.end, &document);
            }
        }
        found.end.at()
    }

    /// Links a provision without a law: its missing parts are those of the place that the text stands in, down to the
    /// first part that it names.
    fn push_in_context(&mut self, member: &Member) {
        let context = self.context;
        let mut provision = member.provision.clone();
        let (document, inferred) = match (&context.law, &self.state.law_of_node) {
            (Some(law), _) => {
                complete(&mut provision, context);
                (law.clone(), false)
            }
            (None, Some(law)) if provision.paragraf.is_some() || provision.kapitel.is_some() => {
                (law.clone(), true)
            }
            _ => return self.push_relative(member.start, member.end),
        };
        let targets = vec![CitedLocation::at(document, provision.anchor())];
        self.found.push(Found { start: member.start, end: member.end, targets, inferred });
    }

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
        if self.finds(ScanType::Statutes)
            && let Some((members, end)) = relative(at)
        {
            for member in &members {
                self.push_in_context(member);
            }
            return Some(end.at());
        }
        self.abbreviation_first(at).or_else(|| self.law_alone(at))
    }

    fn law_alone(&mut self, at: Cursor<'_>) -> Option<usize> {
        if let Some(end) = self.change_note(at) {
            return Some(end);
        }
        let found = named(self, at)?;
        if let NamedLaw::Act { document, start, end } = found.law {
            self.push(start, end, CitedLocation::document(document.clone()));
            self.state.name_law(&document);
            learn_abbreviation(self, found.end, &document);
            return Some(self.english_pinpoint(found.end, &document));
        }
        Some(found.end.at())
    }

    /// `Lag (2001:1016).` at the end of a provision: the act that gave it its wording.
    fn change_note(&mut self, at: Cursor<'_>) -> Option<usize> {
        let law = self.context.law.clone()?;
        let (word, after) = law_word(at)?;
        if !matches!(word.as_str(), "lag" | "förordning" | "kungörelse" | "balk" | "reglemente" | "stadga")
        {
            return None;
        }
        let (number, _, _, mut end) = number_in_parentheses(self, after)?;
        let number = number?;
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
        let (document, start, end, after) = number_in_parentheses(self, at)?;
        let document = document?;
        self.push(start, end, CitedLocation::document(document.clone()));
        self.state.name_law(&document);
        Some(after.at())
    }

    /// `BrB 12:1 andra stycket`, `BrB 3 §`.
    fn abbreviation_first(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !at.rest_as_written().starts_with(char::is_uppercase) {
            return None;
        }
        let found = abbreviated(self, at)?;
        let NamedLaw::Abbreviated(document) = found.law else { return None };
        let mut next = found.end;
        if !next.blank() {
            return None;
        }
        if let Some((members, end)) = colon(next) {
            let target = CitedLocation::at(document.clone(), members.provision.anchor());
            self.push(at.at(), end.at(), target);
            self.state.name_law(&document);
            return Some(end.at());
        }
        let (members, end) = provisions(next)?;
        // `HFD 5 § brottsbalken`: the law after the provisions is theirs.
        if let Some(named) = after_provisions(self, end).filter(|named| named.law != NamedLaw::Unknown) {
            drop(named);
            return Some(self.with_law(&members, end));
        }
        self.push_members(&members, &document);
        self.state.name_law(&document);
        Some(end.at())
    }

    /// `29:5 BrB`.
    pub(super) fn colon_before_abbreviation(&mut self, at: Cursor<'_>) -> Option<usize> {
        if follows_number(at) {
            return None;
        }
        let (member, mut next) = colon(at)?;
        if !next.blank() || !next.rest_as_written().starts_with(char::is_uppercase) {
            return None;
        }
        let found = abbreviated(self, next)?;
        let NamedLaw::Abbreviated(document) = found.law else { return None };
        self.push(at.at(), found.end.at(), CitedLocation::at(document.clone(), member.provision.anchor()));
        self.state.name_law(&document);
        Some(found.end.at())
    }

    /// `SFS 1979:429`.
    fn sfs_number(&mut self, at: Cursor<'_>) -> Option<usize> {
        let mut next = at;
        if !next.eat("sfs") || !at.rest_as_written().starts_with("SFS") {
            return None;
        }
        next.blank();
        if next.word(&["nr", "no"]) {
            next.blank();
        }
        let (document, end) = law_number(self, next)?;
        let document = document?;
        self.push(at.at(), end.at(), CitedLocation::document(document.clone()));
        self.state.name_law(&document);
        Some(self.english_pinpoint(end, &document))
    }

    /// `chapter 5, section 2` directly after a law.
    fn english_pinpoint(&mut self, at: Cursor<'_>, document: &str) -> usize {
        const BETWEEN: usize = 6;
        if !self.finds(ScanType::English) {
            return at.at();
        }
        let gap = at.rest().bytes().take(BETWEEN).take_while(|b| matches!(b, b' ' | b',' | b')')).count();
        let start = at.to(at.at() + gap);
        match english_provision(start) {
            Some((provision, end)) => {
                self.push(start.at(), end.at(), CitedLocation::at(document, provision.anchor()));
                end.at()
            }
            None => at.at(),
        }
    }

    /// A regulation, `FFFS 2014:1`.
    pub(super) fn regulation(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !self.finds(ScanType::Regulations) || !at.rest_as_written().starts_with(char::is_uppercase) {
            return None;
        }
        let (near, offset) = self.text.near(at.at());
        let (document, end) = designated(near, self.names)?;
        if !in_capitals(near, end) {
            return None;
        }
        self.push(at.at(), end.at() + offset, CitedLocation::document(document.clone()));
        self.state.law_of_node = Some(document);
        Some(end.at() + offset)
    }

    /// Provisions of the regulation after them: `12 kap. 1 § FFFS 2020:1`, `3 § Vägverkets föreskrifter (VVFS 1996:200)`.
    fn of_regulation(&mut self, members: &[Member], end: Cursor<'_>) -> Option<usize> {
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
            .filter(|(_, end)| in_capitals(next, *end))
            .or_else(|| issued(next, self.names))?;
        let stop = stop.at() + offset;
        if let [only] = members {
            self.push(only.start, stop, CitedLocation::at(document.clone(), only.provision.anchor()));
        } else {
            self.push_members(members, &document);
            self.push(next.at() + offset, stop, CitedLocation::document(document.clone()));
        }
        self.state.law_of_node = Some(document);
        Some(stop)
    }
}

/// Fills the parts before the first that a provision names from the place that its text stands in.
fn complete(provision: &mut CitedProvision, context: &super::ScanContext) {
    if provision.kapitel.is_some() {
        return;
    }
    provision.kapitel.clone_from(&context.kapitel);
    if provision.paragraf.is_some() {
        return;
    }
    provision.paragraf.clone_from(&context.paragraf);
    if provision.stycke.is_none() && provision.moment.is_none() {
        provision.stycke.clone_from(&context.stycke);
    }
}

/// Whether the digits here go on a number or a date: `1999:12`, `3.4`, `2019-05-12`.
fn follows_number(at: Cursor<'_>) -> bool {
    let mut before = at.before().bytes().rev();
    matches!(before.next(), Some(b':' | b'/' | b'.' | b','))
        && before.next().is_some_and(|b| b.is_ascii_digit())
}

/// Whether the designation of a regulation is written in capitals.
fn in_capitals(at: Cursor<'_>, end: Cursor<'_>) -> bool {
    let letters = end.written_since(at);
    let designation = letters.split(|c: char| c.is_ascii_digit()).next().unwrap_or_default();
    !designation.chars().any(char::is_lowercase)
}

/// `chapter 5, section 2`, `ch. 4 s. 2 para. 5`, `section 27 a`.
fn english_provision(at: Cursor<'_>) -> Option<(CitedProvision, Cursor<'_>)> {
    let mut provision = CitedProvision::default();
    let mut end = at;
    let mut next = at;
    if next.word(&["chapter", "ch"]) && next.blank() {
        provision.kapitel = Some(english_number(&mut next)?);
        end = next;
        next.eat(",");
        next.blank();
    }
    if next.word(&["section", "sec", "s"]) && next.blank() {
        provision.paragraf = Some(english_number(&mut next)?);
        end = next;
        next.eat(",");
        next.blank();
        if next.word(&["paragraph", "para"])
            && next.blank()
            && let Some(stycke) = english_number(&mut next)
        {
            provision.stycke = Some(stycke);
            end = next;
        }
    }
    (end.at() > at.at()).then_some((provision, end))
}

fn english_number(at: &mut Cursor<'_>) -> Option<String> {
    let mut number = crate::cursor::without_zeros(at.digits(3)?).to_owned();
    let mut lettered = *at;
    lettered.blank();
    // `ch. 16 s. 4`: the s begins the next word.
    if let Some(letter) = lettered.letter()
        && !lettered.rest().starts_with('.')
    {
        number.push(letter);
        *at = lettered;
    }
    at.at_boundary().then_some(number)
}
