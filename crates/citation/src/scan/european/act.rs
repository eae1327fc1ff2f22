//! Acts by themselves: by number, by CELEX number, by name.

use std::ops::Range;

use crate::cursor::Cursor;
use crate::eu::{act_by_name, celex, celex_of_act, fragment};
use crate::normalise::in_word;
use crate::scan::ScanType;
use crate::scan::numbered_act::numbered_act;
use crate::scan::pass::{Misnamed, Pass};
use crate::target::CitedLocation;
use crate::treaty;

/// The beginnings of words that may name an act by number. Only after them is a number looked for.
const ACT_BEGINNINGS: [&str; 27] = [
    "gemensam",
    "joint action",
    "common position",
    "europaparlament",
    "europeiska parlament",
    "europeiska centralbank",
    "kommissionens",
    "rådets",
    "ecb:s",
    "förordning",
    "direktiv",
    "beslut",
    "rambeslut",
    "ramdirektiv",
    "rekommendation",
    "genomförande",
    "tillämpningsförordning",
    "delegerad",
    "regulation",
    "directive",
    "decision",
    "framework",
    "council",
    "commission",
    "implementing",
    "delegated",
    "recommendation",
];

impl Pass<'_> {
    /// An act by its number: `rådets direktiv 85/337/EEG`, `(EU) 2019/1020`.
    pub(in crate::scan) fn eu_act(&mut self, at: Cursor<'_>) -> Option<usize> {
        let first = at.peek()?;
        let begins = first == '(' || first.is_ascii_digit() || at.begins_with_any(&ACT_BEGINNINGS);
        if !begins
            || !self.finds_eu()
            || (first.is_ascii_digit() && at.before().ends_with(['/', ':', '-', '.']))
        {
            return None;
        }
        let (near, offset) = self.text.near(at.at());
        let act = numbered_act(near)?;
        let document = act.documents.first()?.clone();
        let end = act.end.at() + offset;
        // The act itself is not linked beside its article: `direktiv 2000/31/EG, särskilt artikel 5`.
        let text = self.text;
        let start = at.at() + noun_before_number(near);
        let before = self.found.len();
        if let Some(stop) = self.article_after(text.cursor().to(end), &act.documents, false, Some(start)) {
            return Some(stop);
        }
        self.push(start, end, CitedLocation::document(document.clone()));
        self.state.name_eu_act(&document);
        // `direktiv (EU) 2016/680 (GDPR)`
        let mut name = text.cursor().to(end);
        if name.eat(" (")
            && let Some(named) =
                act_by_name(name, self.lookup()).filter(|named| named.end.rest().starts_with(')'))
        {
            let at = name.at()..named.end.at();
            if self.note_misnamed(before, &named.documents, at, &document) {
                return Some(named.end.at() + 1);
            }
        }
        Some(end)
    }

    /// Marks the citation at `index` if the name beside its number is that of another act. Returns whether it was marked. An older act of
    /// the same kind that has no name in the tables is not marked, since it may have had the name before.
    fn note_misnamed(&mut self, index: usize, named: &[String], at: Range<usize>, document: &str) -> bool {
        let kind_and_year = |document: &str| {
            let celex = document.strip_prefix("celex/3")?;
            Some((celex.get(4..5)?.to_owned(), celex.get(..4)?.to_owned()))
        };
        let (Some((kind, year)), Some([of_name])) = (kind_and_year(document), named.first_chunk::<1>())
        else {
            return false;
        };
        let Some((named_kind, named_year)) = kind_and_year(of_name) else { return false };
        let may_be_older = kind == named_kind && year < named_year && !self.names.is_named_eu_act(document);
        if named.iter().any(|named| named == document) || may_be_older {
            return false;
        }
        if let Some(found) = self.found.get_mut(index) {
            found.misnamed = Some(Misnamed { start: at.start, end: at.end });
        }
        true
    }

    /// A CELEX number of an act: `392L0100`, `32002L0019`.
    pub(in crate::scan) fn celex(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !(self.finds_eu() || self.finds(ScanType::PreparatoryWorks)) {
            return None;
        }
        let (near, offset) = self.text.near(at.at());
        let (document, end) = celex_of_act(near).or_else(|| celex(near))?;
        let end = end.at() + offset;
        let text = self.text;
        if let Some(stop) =
            self.article_after(text.cursor().to(end), std::slice::from_ref(&document), false, Some(at.at()))
        {
            return Some(stop);
        }
        self.state.name_eu_act(&document);
        let (anchor, end) = match fragment(text.cursor().to(end)) {
            Some((anchor, after)) => (Some(anchor), after.at()),
            None => (None, end),
        };
        self.push(at.at(), end, CitedLocation::at(document, anchor));
        Some(end)
    }

    /// An act by name: `dataskyddsförordningen`, `den allmänna dataskyddsförordningen`; a treaty with its article.
    pub(in crate::scan) fn eu_name(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !self.finds(ScanType::EuActs) || !self.may_begin_act_name(at) {
            return None;
        }
        let (near, offset) = self.text.near(at.at());
        let act = act_by_name(near, self.lookup())?;
        let end = act.end.at() + offset;
        let text = self.text;
        if !act.treaty
            && let Some(stop) = self.number_after_name(at, text.cursor().to(end), &act.documents)
        {
            return Some(stop);
        }
        if let Some(stop) =
            self.article_after(text.cursor().to(end), &act.documents, act.treaty, Some(at.at()))
        {
            return Some(stop);
        }
        if act.treaty {
            self.state.name_treaty(act.documents.iter().any(|document| document == treaty::CONVENTION));
        }
        if act.treaty || !self.finds(ScanType::EuActNames) {
            return Some(end);
        }
        for document in &act.documents {
            self.push(at.at(), end, CitedLocation::document(document.clone()));
            self.state.name_eu_act(document);
        }
        Some(end)
    }

    /// `dataskyddsförordningen (EU) 2016/679`, `NIS 2-direktivet (direktiv (EU) 2022/2555)`: the number decides.
    fn number_after_name(&mut self, at: Cursor<'_>, end: Cursor<'_>, named: &[String]) -> Option<usize> {
        let mut number = end;
        number.eat(",");
        if !number.blank() {
            return None;
        }
        let mut inner = number;
        let within = inner.eat("(");
        let act = numbered_act(number).or_else(|| numbered_act(inner).filter(|_| within));
        let document = act?.documents.into_iter().next()?;
        if named.contains(&document) {
            return None;
        }
        let before = self.found.len();
        let stop = self.eu_act(number).or_else(|| self.eu_act(inner))?;
        self.note_misnamed(before, named, at.at()..end.at(), &document);
        Some(stop)
    }

    fn may_begin_act_name(&self, at: Cursor<'_>) -> bool {
        let mut next = at;
        for words in [&["eu:s", "fn:s", "den", "det"][..], &["allmänna", "allmän"][..]] {
            if next.words_without_stop(words) {
                next.blank();
            }
        }
        let begins = |at: Cursor<'_>| self.names.begins_eu_name(first_word(at.rest()));
        begins(at) || next.at() != at.at() && begins(next)
    }
}

/// The length of the noun before a number that is not part of the link: that of an act without an issuer, unless `i` is before it.
fn noun_before_number(at: Cursor<'_>) -> usize {
    let before = at.before();
    let word = before.trim_end_matches(' ').rsplit(' ').next().unwrap_or_default();
    if matches!(word, "" | "i" | "genom") {
        return 0;
    }
    let mut next = at;
    let noun = next.words_without_stop(&["förordning", "direktiv", "beslut", "rekommendation"]);
    if noun && next.blank() { next.at() - at.at() } else { 0 }
}

fn first_word(text: &str) -> &str {
    const MAX_CHARS: usize = 60;
    let mut chars = text.char_indices().take(MAX_CHARS);
    let end = chars.find(|(_, c)| !in_word(*c) && *c != '-').map(|(end, _)| end);
    let short = text.len() <= MAX_CHARS;
    &text[..end.unwrap_or(if short { text.len() } else { 0 })]
}
