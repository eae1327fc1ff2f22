//! Provisions of Swedish statutes in English words: `SFS 1979:429, chapter 5, section 2`, `Chapter 29, section 7 of the Penal Code
//! (brottsbalken, 1962:700)`.

use super::law::{NamedLaw, named};
use super::pass::Pass;
use super::settings::ScanType;
use crate::cursor::Cursor;
use crate::provision::CitedProvision;
use crate::statute_number;
use crate::target::CitedLocation;

impl Pass<'_> {
    /// `chapter 5, section 2` directly after a law.
    pub(super) fn english_pinpoint(&mut self, at: Cursor<'_>, document: &str) -> usize {
        const BETWEEN: usize = 6;
        if !self.finds(ScanType::English) {
            return at.at();
        }
        let gap = at.rest().bytes().take(BETWEEN).take_while(|b| matches!(b, b' ' | b',' | b')')).count();
        let start = at.to(at.at() + gap);
        match provision(start) {
            Some((provision, end)) => {
                self.push(start.at(), end.at(), CitedLocation::at(document, provision.anchor()));
                end.at()
            }
            None => at.at(),
        }
    }

    /// `Section 2 of the Limitation Act (preskriptionslagen, 1981:130)`. A section of an act that is not read is reported.
    pub(super) fn english_provision(&mut self, at: Cursor<'_>) -> Option<usize> {
        let begins = at.begins_with_any(&["chapter ", "section ", "ch. "]);
        if !self.finds(ScanType::English) || !begins {
            return None;
        }
        let (provision, end) = provision(at)?;
        if let Some((document, stop)) = self.swedish_act_after(end) {
            self.push_provision(at.at(), stop, &document, &provision);
            self.state.name_law(&document);
            return Some(stop);
        }
        let of_act = end.begins_with_any(&[" of the ", " of "]) || ends_like_act(at.before());
        if of_act {
            self.unread.push((at.at(), end.at()));
        }
        of_act.then(|| end.at())
    }

    /// The Swedish act in brackets after its English name, and where its words end: ` of the Penal Code (brottsbalken, 1962:700)`.
    fn swedish_act_after(&mut self, at: Cursor<'_>) -> Option<(String, usize)> {
        const LONGEST: usize = 120;
        let mut next = at;
        if !next.eat(" of ") {
            return None;
        }
        let length =
            next.rest().bytes().take(LONGEST).position(|byte| matches!(byte, b'(' | b'.' | b';' | b'\n'))?;
        next = next.to(next.at() + length);
        if let Some(found) = statute_number::in_parentheses(next, self.names) {
            return Some((found.document?, found.stop));
        }
        if !next.eat("(") {
            return None;
        }
        let law = named(self, next)?;
        let NamedLaw::Act(act) = law.law else { return None };
        // `brottsbalken, 1962:700`: the number decides.
        let mut number = law.end;
        number.eat(",");
        let numbered = if number.blank() { statute_number::free(number, self.names) } else { None };
        Some(numbered.map_or((act.document, law.end.at()), |(document, end)| (document, end.at())))
    }
}

/// Whether the words before name an act in English: `the Sale of Goods Act 1979, `.
fn ends_like_act(before: &str) -> bool {
    let before = before.trim_end_matches([' ', ',']).trim_end_matches(|c: char| c.is_ascii_digit());
    [" act", " act ", " code", " code "].iter().any(|noun| before.ends_with(noun))
}

/// `chapter 5, section 2`, `ch. 4 s. 2 para. 5`, `section 27 a`.
fn provision(at: Cursor<'_>) -> Option<(CitedProvision, Cursor<'_>)> {
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
