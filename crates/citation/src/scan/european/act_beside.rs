//! The act that articles belong to: the one that stands after them, or the one in focus.

use crate::cursor::Cursor;
use crate::eu::act_by_name;
use crate::scan::ScanType;
use crate::scan::numbered_act::numbered_act;
use crate::scan::pass::Pass;
use crate::treaty;

/// An act that articles belong to.
pub(super) struct ActBeside {
    pub(super) documents: Vec<String>,
    pub(super) treaty: bool,
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether it is named by a noun alone (`förordningen`) or not at all, so that the act in focus does not change.
    pub(super) back_reference: bool,
    /// Whether the act is a guess: the one that the text named last.
    pub(super) inferred: bool,
}

pub(super) fn beside(documents: Vec<String>, treaty: bool, start: usize, end: usize) -> ActBeside {
    ActBeside { documents, treaty, start, end, back_reference: false, inferred: false }
}

/// Nouns that mean an act named before, with the letters of their CELEX numbers.
const NOUNS: [(&[&str], Option<char>); 4] = [
    (&["förordningen", "regulation"], Some('R')),
    (&["direktivet", "directive"], Some('L')),
    (&["rättsakten", "act"], None),
    (&["förordning", "direktiv"], None),
];

impl Pass<'_> {
    /// The act after articles: ` i dataskyddsförordningen`, ` GDPR`, ` i förordningen`, ` of Directive 71/305/EEC`.
    pub(super) fn act_after(&mut self, at: Cursor<'_>) -> Option<ActBeside> {
        let (near, offset) = self.text.near(at.at());
        let mut next = near;
        next.eat(",");
        if !next.blank() {
            return None;
        }
        let mut joined = next;
        let preposition = joined.words_without_stop(&["i", "of", "in", "under", "enligt", "to"]);
        if preposition && joined.blank() {
            next = joined;
        }
        let start = next;
        if next.words_without_stop(&["the"]) {
            next.blank();
        }
        if let Some(act) = numbered_act(start).or_else(|| numbered_act(next)) {
            return Some(beside(act.documents, false, start.at() + offset, act.end.at() + offset));
        }
        if let Some(act) = preposition.then(|| self.by_noun(next, offset)).flatten() {
            return Some(ActBeside { start: start.at() + offset, ..act });
        }
        if let Some((document, end)) = preposition.then(|| self.of_convention(next)).flatten() {
            return Some(ActBeside {
                back_reference: true,
                inferred: !self.context.convention,
                ..beside(vec![document], true, start.at() + offset, end + offset)
            });
        }
        let lookup = self.lookup();
        let act = act_by_name(next, lookup).filter(|_| self.finds(ScanType::EuActs))?;
        if !act.treaty && !self.finds(ScanType::EuActNames) {
            return None;
        }
        Some(beside(act.documents, act.treaty, start.at() + offset, act.end.at() + offset))
    }

    /// `the Convention`, `Protocol No. 1` in a text of the court of the Convention, or one that named it.
    fn of_convention(&self, at: Cursor<'_>) -> Option<(String, usize)> {
        if !(self.context.convention || self.state.convention) {
            return None;
        }
        let mut next = at;
        if next.words_without_stop(&["convention", "konventionen"]) {
            // `the Convention on the Rights of the Child`
            let other = [" on ", " for ", " om ", " of ", " against "]
                .iter()
                .any(|word| next.rest().starts_with(word));
            return (!other).then(|| (treaty::CONVENTION.to_owned(), next.at()));
        }
        let (number, mut end) = treaty::protocol(at)?;
        for words in [" to the convention", " till konventionen"] {
            end.eat(words);
        }
        Some((self.names.echr_protocol(&number)?.to_owned(), end.at()))
    }

    /// `förordningen`, `samma direktiv`, `the directive`: the act of that kind named last.
    fn by_noun(&self, at: Cursor<'_>, offset: usize) -> Option<ActBeside> {
        let mut next = at;
        // `this Regulation` is the act that the text belongs to.
        let is_own = next.words_without_stop(&["this"]);
        if is_own || next.words_without_stop(&["eu:s", "den", "det", "samma", "nämnda", "that", "said"]) {
            next.blank();
        }
        let (_, letter) = NOUNS.iter().find(|(words, _)| next.words_without_stop(words))?;
        let same = at.rest().starts_with("samma") || at.rest().starts_with("nämnda");
        let written = &next.before()[at.at()..];
        let letter = match (letter, same) {
            (None, true) if written.ends_with("förordning") => Some('R'),
            (None, true) if written.ends_with("direktiv") => Some('L'),
            (None, _) if written.ends_with("förordning") || written.ends_with("direktiv") => return None,
            (letter, _) => *letter,
        };
        let mut after = next;
        after.blank();
        if after.rest().starts_with('(') || after.peek().is_some_and(|c| c.is_ascii_digit()) {
            return None;
        }
        let document = match letter {
            _ if is_own => self.context.eu_act.as_ref(),
            Some(letter) => self.state.last_of_letter.get(&letter),
            None => self.state.last_eu_act.as_ref(),
        }?;
        let (start, end) = (at.at() + offset, next.at() + offset);
        // `förordningen om värdepapperisering` may be another act than the one named last.
        let titled = next.rest().strip_prefix(" om ").is_some_and(|title| {
            !["det", "den", "de", "inte", "en", "ett"].contains(&title.split(' ').next().unwrap_or_default())
        });
        let act = beside(vec![document.clone()], false, start, end);
        Some(ActBeside { back_reference: true, inferred: titled, ..act })
    }

    /// The act that a bare article belongs to: that of the document, else the Convention if it was named last, else the EU act named last.
    pub(super) fn act_in_focus(&self, at: Cursor<'_>) -> Option<ActBeside> {
        if followed_by_unknown(at) {
            return None;
        }
        let own = self.context.eu_act.as_ref();
        let named_last = || self.state.last_eu_act.as_ref();
        let (document, treaty, inferred) = match (own, self.context.convention || self.state.convention_last)
        {
            (Some(own), _) => (own.clone(), false, false),
            (None, true) => (treaty::CONVENTION.to_owned(), true, !self.context.convention),
            (None, false) => (named_last()?.clone(), false, true),
        };
        let beside = beside(vec![document], treaty, at.at(), at.at());
        Some(ActBeside { back_reference: true, inferred, ..beside })
    }
}

/// Whether words follow an article that show that it belongs to an act that was not read: a further number, ` i …`, or the noun for
/// an act.
pub(super) fn followed_by_unknown(at: Cursor<'_>) -> bool {
    let mut next = at;
    // `Article 6 § 2 of the Convention`
    if next.eat(" §") {
        next.blank();
        next.digits(3);
    }
    let rest = next.rest();
    let listed = [", ", " och ", " eller ", " samt ", " and "].iter().any(|joint| next.eat(joint));
    if listed && next.peek().is_some_and(|c| c.is_ascii_digit()) {
        return true;
    }
    [" i ", " of ", " förordning", " direktiv", " in ", " regulation", " directive"]
        .iter()
        .any(|words| rest.starts_with(words))
}
