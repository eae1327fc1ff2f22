//! EU acts and treaties in running text: articles and recitals with the act beside them, acts alone, back references.

use std::ops::Range;

use super::ScanType;
use super::numbered_act::numbered_act;
use super::pass::{Found, Misnamed, Pass};
use crate::article::{EuProvision, ListedArticle, article_word, articles, recital_word, recitals};
use crate::cursor::Cursor;
use crate::eu::{act_by_name, celex, celex_of_act, fragment};
use crate::separators::after_separator;
use crate::target::CitedLocation;
use crate::treaty;

/// An act that articles belong to.
struct ActBeside {
    documents: Vec<String>,
    treaty: bool,
    start: usize,
    end: usize,
    /// Whether it is meant by a noun alone (`förordningen`), so that the act in focus stays.
    back_reference: bool,
    /// Whether it is only the one that the text named last.
    inferred: bool,
}

/// Nouns that mean an act named before, with the letters of their CELEX numbers.
const NOUNS: [(&[&str], Option<char>); 4] = [
    (&["förordningen", "regulation"], Some('R')),
    (&["direktivet", "directive"], Some('L')),
    (&["rättsakten", "act"], None),
    (&["förordning", "direktiv"], None),
];

/// What the words that name an act by number begin with, after which the number is looked for.
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
    fn finds_eu(&self) -> bool {
        self.finds(ScanType::EuActs) || self.finds(ScanType::EnglishEuActs)
    }

    /// Articles or recitals, with the act before or after them.
    pub(super) fn eu_articles(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !self.finds_eu() || !matches!(at.peek(), Some('a' | 's' | 'b' | 'r')) {
            return None;
        }
        if let Some(first) = recital_word(at) {
            return self.recitals(at, first);
        }
        let first = article_word(at)?;
        let shortened = !at.rest().starts_with("artik");
        let (articles, end) = articles(first)?;
        let act = self.act_after(end);
        // `art. 5` alone is too short to be an article of the act in focus.
        if act.is_none() && shortened && !at.rest().starts_with("article") {
            return None;
        }
        Some(self.link_articles(at, &articles, end, act))
    }

    /// Links articles. One is linked together with its act; several by their numbers.
    fn link_articles(
        &mut self,
        at: Cursor<'_>,
        articles: &[ListedArticle],
        end: Cursor<'_>,
        act: Option<ActBeside>,
    ) -> usize {
        // "Article 8" of an English text is as often one of a convention.
        let english = at.rest().starts_with("article");
        let focused = !english
            || self.finds(ScanType::EnglishEuActs)
            || self.context.eu_act.is_some()
            || self.context.convention
            || self.state.convention_last;
        let in_focus = || if focused { self.act_in_focus(end) } else { None };
        let Some(act) = act.or_else(in_focus) else {
            if !followed_by_unknown(end) {
                self.push_relative(at.at(), end.at());
            }
            return end.at();
        };
        let stop = act.end.max(end.at());
        if let [only] = articles
            && only.is_whole
        {
            self.push_all(at.at(), stop, &only.member.provision, &act);
        } else {
            for article in articles {
                self.push_all(article.member.start, article.member.end, &article.member.provision, &act);
            }
        }
        self.focus(&act);
        stop
    }

    fn recitals(&mut self, at: Cursor<'_>, first: Cursor<'_>) -> Option<usize> {
        let (recitals, end) = recitals(first)?;
        let joined = after_separator(end, |next| Some((next, article_word(next)?)));
        let (articles, act, stop) = if let Some((next, first)) = joined {
            let (articles, stop) = articles(first)?;
            let act = self.act_after(stop)?;
            (Some((next, articles)), act, stop)
        } else {
            (None, self.act_after(end)?, end)
        };
        if act.treaty {
            return None;
        }
        let single = recitals.len() == 1;
        for recital in &recitals {
            let start = if single { at.at() } else { recital.start };
            self.push_all(start, recital.end, &recital.provision, &act);
        }
        if let Some((start, articles)) = articles {
            return Some(self.link_articles(start, &articles, stop, Some(act)));
        }
        for document in &act.documents {
            self.push(act.start, act.end, CitedLocation::document(document.clone()));
        }
        self.focus(&act);
        Some(act.end)
    }

    fn push_all(&mut self, start: usize, end: usize, provision: &EuProvision, act: &ActBeside) {
        for document in &act.documents {
            let anchor = match self.names.treaty(document) {
                Some(treaty) => provision.treaty_anchor(treaty),
                None if act.treaty => provision.plain_treaty_anchor(document),
                None => provision.eu_anchor(),
            };
            let targets = vec![CitedLocation::at(document.clone(), anchor)];
            self.found.push(Found { start, end, targets, inferred: act.inferred, ..Found::default() });
        }
    }

    fn focus(&mut self, act: &ActBeside) {
        if act.treaty {
            self.state.name_treaty(act.documents.iter().any(|document| document == treaty::CONVENTION));
        }
        if !act.treaty && !act.back_reference {
            act.documents.iter().for_each(|document| self.state.name_eu_act(document));
        }
    }

    /// The act after articles: ` i dataskyddsförordningen`, ` GDPR`, ` i förordningen`, ` of Directive 71/305/EEC`.
    fn act_after(&mut self, at: Cursor<'_>) -> Option<ActBeside> {
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
        if next.words_without_stop(&["eu:s", "den", "det", "samma", "nämnda"]) {
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
            Some(letter) => self.state.last_of_letter.get(&letter),
            None => self.state.last_eu_act.as_ref(),
        }?;
        let (start, end) = (at.at() + offset, next.at() + offset);
        // `förordningen om värdepapperisering`: that it is the one named last is a guess.
        let titled = next.rest().strip_prefix(" om ").is_some_and(|title| {
            !["det", "den", "de", "inte", "en", "ett"].contains(&title.split(' ').next().unwrap_or_default())
        });
        let act = beside(vec![document.clone()], false, start, end);
        Some(ActBeside { back_reference: true, inferred: titled, ..act })
    }

    /// The act that a bare article belongs to: the document's own, else the one named last.
    fn act_in_focus(&self, at: Cursor<'_>) -> Option<ActBeside> {
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

    /// An act by its number: `rådets direktiv 85/337/EEG`, `(EU) 2019/1020`.
    pub(super) fn eu_act(&mut self, at: Cursor<'_>) -> Option<usize> {
        let first = at.peek()?;
        let begins = first == '('
            || first.is_ascii_digit()
            || ACT_BEGINNINGS.iter().any(|word| at.rest().starts_with(word));
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
            if self.tell_misnamed(before, &named.documents, at, &document) {
                return Some(named.end.at() + 1);
            }
        }
        Some(end)
    }

    /// Tells of the citation at `index` that the name beside its number is that of another act. An older act may have had the
    /// name before, if the tables do not name it.
    /// Returns whether it told.
    fn tell_misnamed(&mut self, index: usize, named: &[String], at: Range<usize>, document: &str) -> bool {
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

    /// `, särskilt artikel 16`, ` artikel 6` after the name of an act or treaty.
    fn article_after(
        &mut self,
        end: Cursor<'_>,
        documents: &[String],
        treaty: bool,
        start: Option<usize>,
    ) -> Option<usize> {
        let mut next = end;
        next.eat(",");
        if !next.blank() {
            return None;
        }
        let apart = next.words_without_stop(&["särskilt", "in particular", "especially"]) && next.blank();
        if !apart && start.is_none() {
            return None;
        }
        let begins = next;
        if let Some(first) = recital_word(next).filter(|_| !treaty) {
            return self.recitals_after(first, documents, if apart { begins.at() } else { start? });
        }
        let (articles, stop) = articles(article_word(next)?)?;
        // The articles may have an act of their own: `GDPR, artikel 5 i direktiv 95/46/EG`.
        if self.act_after(stop).is_some() {
            return None;
        }
        let from = if apart { begins.at() } else { start? };
        let act = beside(documents.to_vec(), treaty, end.at(), stop.at());
        if let [only] = articles.as_slice()
            && only.is_whole
        {
            self.push_all(from, stop.at(), &only.member.provision, &act);
        } else {
            for article in &articles {
                self.push_all(article.member.start, article.member.end, &article.member.provision, &act);
            }
        }
        self.focus(&act);
        Some(stop.at())
    }

    /// `GDPR skäl 83`.
    fn recitals_after(&mut self, first: Cursor<'_>, documents: &[String], start: usize) -> Option<usize> {
        let (recitals, stop) = recitals(first)?;
        let act = beside(documents.to_vec(), false, start, stop.at());
        for (index, recital) in recitals.iter().enumerate() {
            let start = if index == 0 { start } else { recital.start };
            self.push_all(start, recital.end, &recital.provision, &act);
        }
        self.focus(&act);
        Some(stop.at())
    }

    /// A CELEX number of an act: `392L0100`, `32002L0019`.
    pub(super) fn celex(&mut self, at: Cursor<'_>) -> Option<usize> {
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
    pub(super) fn eu_name(&mut self, at: Cursor<'_>) -> Option<usize> {
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
        self.tell_misnamed(before, named, at.at()..end.at(), &document);
        Some(stop)
    }

    fn may_begin_act_name(&self, at: Cursor<'_>) -> bool {
        let mut next = at;
        for words in [&["eu:s", "fn:s", "den", "det"][..], &["allmänna", "allmän"][..]] {
            if next.words_without_stop(words) {
                next.blank();
            }
        }
        self.names.begins_eu_name(first_word(next.rest())) || self.names.begins_eu_name(first_word(at.rest()))
    }
}

/// The length of a noun that is not part of the link: that of an act without an issuer, unless `i` is before it.
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
    let end = chars.find(|(_, c)| !c.is_alphanumeric() && *c != '-').map(|(end, _)| end);
    let short = text.len() <= MAX_CHARS;
    &text[..end.unwrap_or(if short { text.len() } else { 0 })]
}

fn beside(documents: Vec<String>, treaty: bool, start: usize, end: usize) -> ActBeside {
    ActBeside { documents, treaty, start, end, back_reference: false, inferred: false }
}

/// Whether an article belongs to something that was not read: a further number, ` i …`, or the noun for an act.
fn followed_by_unknown(at: Cursor<'_>) -> bool {
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
