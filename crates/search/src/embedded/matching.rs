//! The first step: which documents match, and in which order.
//!
//! A plain query is matched by coverage: a document matches when the words it holds weigh at least a share of all. So
//! the heaviest words suffice to find every match: what holds only words that together weigh less than the floor cannot
//! match. The lists of these few words are read whole; in those of the others, which are the long ones, only the
//! documents found so far are looked up. Function words are thereby never read through.
//!
//! Scores are sums over words, so they do not depend on the order in which words are taken, save for rounding; words
//! are therefore always taken in the order of their weights.

use super::open::{Facts, NONE, Opened};
use super::postings::Work;
use super::scratch::Scratch;
use crate::plan::{Condition, Form, Plan, Word};
use crate::{Bucket, Candidate, Facets, Found, Request, SearchError, Sort, Tuning};

/// Scores are on a scale where a document that holds the whole query has about ten, however long the query is.
const SCALE: f32 = 10.0;

/// What a share may fall short of a bound by rounding.
const ROUNDING: f32 = 1e-4;

/// Values of a facet that are told.
const BUCKETS: usize = 1000;

/// Years are counted up to this one.
const YEARS: usize = 4096;

/// A set of documents.
type Set = Vec<u64>;

pub(super) fn find(
    opened: &Opened,
    tuning: &Tuning,
    plan: &Plan,
    request: &Request,
    scratch: &mut Scratch,
) -> Result<Found, SearchError> {
    let mut search = Search { opened, tuning, plan, scratch, work: Work::default(), in_row_order: false };
    search.run(request)
}

struct Search<'a> {
    opened: &'a Opened,
    tuning: &'a Tuning,
    plan: &'a Plan,
    scratch: &'a mut Scratch,
    work: Work,
    /// Whether the candidates lie in the order of their rows.
    in_row_order: bool,
}

impl Search<'_> {
    fn run(&mut self, request: &Request) -> Result<Found, SearchError> {
        let required = self.required()?;
        let mut words: Vec<&Word> = self.plan.words.iter().collect();
        words.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let weight: f32 = words.iter().map(|word| word.weight).sum();
        let floor = if self.plan.is_plain && !self.plan.all_words { self.tuning.floor * weight } else { 0.0 };
        let content = words.iter().filter(|word| !word.is_function).count();
        let counts = |word: &Word| content == 0 || !word.is_function;

        if let Some(required) = &required {
            for document in members(required) {
                self.scratch.add_candidate(document);
            }
            self.in_row_order = false;
        }
        let mut left = weight;
        for word in &words {
            // What has only this word and lighter ones falls short of the floor.
            let finds = required.is_none() && left >= floor - ROUNDING;
            self.take(word, finds, counts(word))?;
            left -= word.weight;
        }
        self.score_names(weight);

        let excluded = self.excluded()?;
        let wanted = if content == 0 { words.len() } else { content };
        let mut matches = Vec::with_capacity(self.scratch.candidates.len());
        let mut full = false;
        for document in &self.scratch.candidates {
            let held = &self.scratch.held[*document as usize];
            if excluded.as_ref().is_some_and(|set| has(set, *document)) || self.is_over(*document, request) {
                continue;
            }
            if held.covered + ROUNDING * weight < floor {
                continue;
            }
            let holds_all = usize::from(held.words) >= wanted;
            full |= holds_all;
            if self.plan.all_words && !holds_all {
                continue;
            }
            matches.push((*document, holds_all));
        }
        let none_holds_all = self.plan.is_plain && !words.is_empty() && !full;
        if request.sort == Sort::Citations && full && self.plan.is_plain {
            matches.retain(|(_, holds_all)| *holds_all);
        }
        let mut found = self.choose(&matches, weight, request);
        found.none_holds_all = none_holds_all;
        Ok(found)
    }

    fn is_over(&self, document: u32, request: &Request) -> bool {
        let expired = self.opened.columns.facts[document as usize].expired;
        expired != NONE && expired <= request.filters.today
    }

    /// Takes a word into account: of all documents that hold it, or only of the candidates.
    fn take(&mut self, word: &Word, finds: bool, counts: bool) -> Result<(), SearchError> {
        let among = self.among(finds);
        for form in &word.forms {
            self.take_form(form, among.as_deref())?;
        }
        if counts {
            self.take_names(word, finds)?;
        }
        let Scratch { held, touched, candidates, .. } = &mut *self.scratch;
        for document in touched.drain(..) {
            let held = &mut held[document as usize];
            let (near, best) = (std::mem::take(&mut held.near), std::mem::take(&mut held.best));
            if !held.is_candidate {
                if !finds {
                    continue;
                }
                held.is_candidate = true;
                candidates.push(document);
                self.in_row_order = false;
            }
            held.text += word.weight * best;
            held.covered += word.weight * near.sqrt();
            held.words += u16::from(counts);
        }
        Ok(())
    }

    fn take_form(&mut self, form: &Form, among: Option<&[u32]>) -> Result<(), SearchError> {
        let Self { opened, tuning, scratch, work, .. } = self;
        let average = opened.columns.average_length.max(1.0);
        let value = |times: u32, length: u32| {
            let times = times as f32;
            let damping = tuning.repetition * (1.0 - tuning.length + tuning.length * length as f32 / average);
            form.nearness * times * (tuning.repetition + 1.0) / (times + damping)
        };
        if let [any] = form.terms.as_slice() {
            for term in any {
                opened.texts_with(term, among, work, |document, times, length| {
                    scratch.raise(document, form.nearness, value(times, length));
                })?;
            }
            return Ok(());
        }
        // Several lists: a document must be in each, and has the whole as often as the rarest of its parts.
        let mut touched = Vec::new();
        for (any, list) in form.terms.iter().zip(0_u8..) {
            for term in any {
                opened.texts_with(term, among, work, |document, times, length| {
                    let held = &mut scratch.held[document as usize];
                    if held.lists == list {
                        held.lists += 1;
                        held.before = if list == 0 { u32::MAX } else { held.before.min(held.here) };
                        held.here = times;
                        if list == 0 {
                            touched.push((document, length));
                        }
                    } else if held.lists == list + 1 {
                        held.here += times;
                    }
                })?;
            }
        }
        for (document, length) in touched {
            let held = &mut scratch.held[document as usize];
            let (lists, times) = (std::mem::take(&mut held.lists), held.before.min(held.here));
            if usize::from(lists) == form.terms.len() {
                scratch.raise(document, form.nearness, value(times, length));
            }
        }
        Ok(())
    }

    /// The candidates in the order of their rows, for a word that finds no more.
    fn among(&mut self, finds: bool) -> Option<Vec<u32>> {
        if finds {
            return None;
        }
        if !self.in_row_order {
            let rows = &self.opened.columns.row;
            self.scratch.candidates.sort_unstable_by_key(|document| rows[*document as usize]);
            self.in_row_order = true;
        }
        Some(self.scratch.candidates.clone())
    }

    /// What the names of documents have of a word.
    fn take_names(&mut self, word: &Word, finds: bool) -> Result<(), SearchError> {
        let Self { opened, scratch, work, .. } = self;
        for form in &word.forms {
            // A name is short: of a form in several lists, any of them is a sign of the whole.
            let [any] = form.terms.as_slice() else { continue };
            for term in any {
                opened.names_with(term, work, |row, document| {
                    if finds || scratch.held[document as usize].is_candidate {
                        scratch.name_near.raise(row, form.nearness);
                        scratch.raise(document, form.nearness, 0.0);
                    }
                })?;
            }
        }
        let Scratch { name_near, name_total, .. } = &mut **scratch;
        for row in &name_near.touched {
            name_total.add(*row, word.weight * name_near.values[*row as usize]);
        }
        name_near.clear();
        Ok(())
    }

    /// Gives every document the best of its names.
    fn score_names(&mut self, weight: f32) {
        let Scratch { name_total, held, .. } = &mut *self.scratch;
        for row in &name_total.touched {
            let matched = name_total.values[*row as usize];
            let whole = self.opened.names.weights[*row as usize].max(matched).max(f32::MIN_POSITIVE);
            let document = self.opened.names.documents[*row as usize] as usize;
            let mut score = SCALE * matched * (matched / whole).sqrt() / weight.max(f32::MIN_POSITIVE);
            if self.opened.names.keywords[*row as usize] {
                score *= self.tuning.keyword;
            } else if matched >= whole * 0.98 && matched >= weight * 0.98 {
                score += self.tuning.exact_name;
            }
            let name = &mut held[document].name;
            *name = name.max(score);
        }
        name_total.clear();
    }

    fn score(&self, document: u32, weight: f32) -> f32 {
        let at = document as usize;
        let (facts, held, tuning) = (&self.opened.columns.facts[at], &self.scratch.held[at], self.tuning);
        let weight = weight.max(f32::MIN_POSITIVE);
        let coverage = if self.plan.words.is_empty() { 1.0 } else { (held.covered / weight).min(1.0) };
        let text = SCALE * held.text / weight;
        let cited = (1.0 + facts.inbound as f32).ln();
        let mut score = tuning.text * text + tuning.name * held.name + tuning.citations * cited;
        score *= coverage.powf(tuning.coverage);
        if facts.preparatory && !self.plan.wants_preparatory {
            score *= tuning.preparatory;
        }
        if !facts.has_text && held.name < SCALE {
            score *= tuning.stub;
        }
        if self.plan.required.iter().any(|condition| matches!(condition, Condition::CaseNumber(_))) {
            score += tuning.case_number;
        }
        score
    }

    /// Counts what matches and takes the candidates of the page.
    fn choose(&self, matches: &[(u32, bool)], weight: f32, request: &Request) -> Found {
        let opened = self.opened;
        let filters = &request.filters;
        let number = |names: &[String], name: &Option<String>| {
            name.as_ref().map(|name| names.iter().position(|known| known == name).map(|at| at as u16))
        };
        // A filter for what nothing is gets a number that nothing has.
        let source = number(&opened.contents.sources, &filters.source).map(|at| at.unwrap_or(u16::MAX));
        let kind = number(&opened.contents.kinds, &filters.kind).map(|at| at.map_or(u16::MAX, |at| at + 1));
        let mut by_source = vec![0_u64; opened.contents.sources.len()];
        let mut by_kind = vec![0_u64; opened.contents.kinds.len() + 1];
        let mut by_year = vec![0_u64; YEARS];
        let mut found = Found::default();
        let mut passing = Vec::with_capacity(matches.len());
        for (document, _) in matches {
            let Facts { source: of_source, kind: of_kind, year: of_year, inbound, .. } =
                opened.columns.facts[*document as usize];
            let in_source = source.is_none_or(|wanted| wanted == of_source);
            let in_kind = kind.is_none_or(|wanted| wanted == of_kind);
            let in_year = filters.year.is_none_or(|wanted| wanted == of_year);
            if in_kind
                && in_year
                && let Some(count) = by_source.get_mut(usize::from(of_source))
            {
                *count += 1;
            }
            if in_source
                && in_year
                && let Some(count) = by_kind.get_mut(usize::from(of_kind))
            {
                *count += 1;
            }
            if in_source
                && in_kind
                && let Some(count) = by_year.get_mut(usize::from(of_year))
            {
                *count += 1;
            }
            if in_source && in_kind && in_year {
                found.total += 1;
                if request.except.contains(document) {
                    found.matching.push(*document);
                } else {
                    let score = self.score(*document, weight);
                    passing.push(Candidate { document: *document, score, inbound });
                }
            }
        }
        let named = |names: &[String], counts: &[u64]| {
            buckets(names.iter().zip(counts).map(|(name, count)| (name.clone(), *count)))
        };
        found.facets = Facets {
            source: named(&opened.contents.sources, &by_source),
            kind: named(&opened.contents.kinds, by_kind.get(1..).unwrap_or_default()),
            year: buckets(
                (0..)
                    .zip(by_year)
                    .filter(|(year, count): &(usize, u64)| *year > 0 && *count > 0)
                    .map(|(year, count)| (format!("{year:04}"), count)),
            ),
        };
        page(passing, request, &mut found);
        found
    }

    fn required(&mut self) -> Result<Option<Set>, SearchError> {
        let mut all: Option<Set> = None;
        for condition in &self.plan.required {
            let set = self.set_of(condition)?;
            match &mut all {
                None => all = Some(set),
                Some(all) => intersect(all, &set),
            }
        }
        Ok(all)
    }

    fn excluded(&mut self) -> Result<Option<Set>, SearchError> {
        let mut all: Option<Set> = None;
        for condition in &self.plan.excluded {
            let set = self.set_of(condition)?;
            match &mut all {
                None => all = Some(set),
                Some(all) => unite(all, &set),
            }
        }
        Ok(all)
    }

    fn set_of(&mut self, condition: &Condition) -> Result<Set, SearchError> {
        let documents = self.opened.columns.len();
        let mut set = vec![0_u64; documents.div_ceil(64)];
        match condition {
            Condition::Word(word) => {
                for form in &word.forms {
                    let mut of_form: Option<Set> = None;
                    for any in &form.terms {
                        let mut list = vec![0_u64; set.len()];
                        for term in any {
                            self.opened.texts_with(term, None, &mut self.work, |document, _, _| {
                                add(&mut list, document);
                            })?;
                            self.opened
                                .names_with(term, &mut self.work, |_, document| add(&mut list, document))?;
                        }
                        match &mut of_form {
                            None => of_form = Some(list),
                            Some(all) => intersect(all, &list),
                        }
                    }
                    unite(&mut set, &of_form.unwrap_or_default());
                }
            }
            Condition::Phrase(words) => {
                self.opened.with_phrase(words, &mut self.work, |document| add(&mut set, document))?;
            }
            Condition::CaseNumber(number) => {
                self.opened.names_with(&format!("#{number}"), &mut self.work, |_, document| {
                    add(&mut set, document);
                })?;
            }
            Condition::Any(conditions) => {
                for condition in conditions {
                    unite(&mut set, &self.set_of(condition)?);
                }
            }
            Condition::All(conditions) => {
                for (condition, at) in conditions.iter().zip(0..) {
                    let other = self.set_of(condition)?;
                    if at == 0 {
                        set = other;
                    } else {
                        intersect(&mut set, &other);
                    }
                }
            }
            Condition::Not(inner) => {
                let other = self.set_of(inner)?;
                for document in 0..documents as u32 {
                    if !has(&other, document) {
                        add(&mut set, document);
                    }
                }
            }
        }
        self.work.add(set.len() as u64)?;
        Ok(set)
    }
}

/// Takes the candidates of the page.
fn page(mut passing: Vec<Candidate>, request: &Request, found: &mut Found) {
    if let Some(after) = request.after {
        passing.retain(|candidate| after.is_before(candidate.value(request.sort), candidate.document));
    }
    let wanted = request.skip.saturating_add(request.limit);
    let order = |a: &Candidate, b: &Candidate| {
        let value = |candidate: &Candidate| candidate.value(request.sort);
        value(b).total_cmp(&value(a)).then(a.document.cmp(&b.document))
    };
    found.more = passing.len() > wanted;
    if found.more && wanted > 0 {
        passing.select_nth_unstable_by(wanted - 1, order);
    }
    passing.truncate(wanted);
    passing.sort_unstable_by(order);
    passing.drain(..request.skip.min(passing.len()));
    found.candidates = passing;
}

/// The values that something has, the most frequent first.
fn buckets(counts: impl Iterator<Item = (String, u64)>) -> Vec<Bucket> {
    let mut buckets: Vec<_> =
        counts.filter(|(_, count)| *count > 0).map(|(value, count)| Bucket { value, count }).collect();
    buckets.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.value.cmp(&b.value)));
    buckets.truncate(BUCKETS);
    buckets
}

fn add(set: &mut Set, document: u32) {
    if let Some(word) = set.get_mut(document as usize / 64) {
        *word |= 1 << (document % 64);
    }
}

fn has(set: &Set, document: u32) -> bool {
    set.get(document as usize / 64).is_some_and(|word| word >> (document % 64) & 1 == 1)
}

fn intersect(set: &mut Set, other: &Set) {
    for (word, at) in set.iter_mut().zip(0..) {
        *word &= other.get(at).copied().unwrap_or_default();
    }
}

fn unite(set: &mut Set, other: &Set) {
    for (word, other) in set.iter_mut().zip(other) {
        *word |= other;
    }
}

fn members(set: &Set) -> impl Iterator<Item = u32> {
    set.iter().zip(0_u32..).flat_map(|(word, at)| {
        let mut rest = *word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros())?;
            rest &= rest - 1;
            Some(at * 64 + bit)
        })
    })
}
