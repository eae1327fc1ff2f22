//! The first step: which documents match, and in which order.
//!
//! A plain query is matched by coverage: a document matches when the words it holds weigh at least a share of all. So
//! the heaviest words suffice to find every match: what holds only words that together weigh less than the floor cannot
//! match. The lists of these few words are read whole; in those of the others, which are the long ones, only the
//! documents found so far are looked up. Function words are thereby never read through.
//!
//! Two kinds of documents need not hold any word: those that the query names, which match come what may, and those that
//! cite what it names and is not held, which match unless something else speaks against them.
//!
//! Scores are sums over words, so they do not depend on the order in which words are taken, save for rounding; words
//! are therefore always taken in the order of their weights.

use super::open::{NONE, Opened};
use super::postings::Work;
use super::scratch::{Partly, Scratch};
use crate::plan::{Condition, Coverage, Form, Plan, Word};
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
    let is_linear = (tuning.coverage - 1.0).abs() < f32::EPSILON;
    let documents = opened.columns.len();
    let mut search = Search {
        opened,
        tuning,
        plan,
        scratch,
        work: Work::new(documents),
        in_row_order: false,
        is_linear,
        coverage: plan.coverage(tuning),
        weight: plan.words.iter().map(|word| word.weight).sum::<f32>().max(f32::MIN_POSITIVE),
        citing: set_among(documents, &plan.citing),
        named: set_among(documents, &request.named),
    };
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
    /// Whether coverage counts as it is: a power is dear where it is asked of every match.
    is_linear: bool,
    /// How much a document must hold.
    coverage: Coverage,
    /// What all words weigh.
    weight: f32,
    /// The documents that cite what the query names and is not held.
    citing: Set,
    /// The documents that the query names.
    named: Set,
}

impl Search<'_> {
    fn run(&mut self, request: &Request) -> Result<Found, SearchError> {
        let required = self.required()?;
        let mut words: Vec<&Word> = self.plan.words.iter().collect();
        words.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let content = words.iter().filter(|word| !word.is_function).count();
        let counts = |word: &Word| content == 0 || !word.is_function;
        let floor = self.coverage.floor - ROUNDING * self.coverage.weight;

        if let Some(required) = &required {
            for document in members(required) {
                self.scratch.add_candidate(document);
            }
        } else {
            for document in self.plan.citing.iter().filter(|document| has(&self.citing, **document)) {
                self.scratch.add_candidate(*document);
            }
        }
        for document in members(&self.named) {
            self.scratch.add_candidate(document);
        }
        self.in_row_order = false;
        let mut left: f32 = words.iter().map(|word| word.weight).sum();
        for word in &words {
            // What has only this word and lighter ones falls short of the floor.
            let finds = required.is_none() && left >= floor;
            self.take(word, finds, counts(word))?;
            left -= word.weight;
        }
        self.score_names();

        let excluded = self.excluded()?;
        let wanted = if content == 0 { words.len() } else { content };
        let mut matches = Vec::with_capacity(self.scratch.candidates.len());
        let mut full = false;
        for document in &self.scratch.candidates {
            let at = *document as usize;
            let holds_all = usize::from(self.scratch.held[at]) >= wanted;
            if !has(&self.named, *document) {
                if excluded.as_ref().is_some_and(|set| has(set, *document)) || self.is_over(at, request) {
                    continue;
                }
                let is_enough =
                    if self.plan.all_words { holds_all } else { self.scratch.covered[at] >= floor };
                // What is named may be a candidate only for that.
                let is_required = required.as_ref().is_none_or(|set| has(set, *document));
                if !is_required || !is_enough && !has(&self.citing, *document) {
                    continue;
                }
            }
            full |= holds_all;
            matches.push((*document, holds_all));
        }
        let none_holds_all = self.plan.is_plain && !words.is_empty() && !full;
        if request.sort == Sort::Citations && full && self.plan.is_plain {
            let leads = |document: u32| has(&self.named, document) || has(&self.citing, document);
            matches.retain(|(document, holds_all)| *holds_all || leads(*document));
        }
        let mut found = self.choose(&matches, request);
        found.none_holds_all = none_holds_all;
        found.work = self.work.done();
        Ok(found)
    }

    fn is_over(&self, document: usize, request: &Request) -> bool {
        let expired = self.opened.columns.expired[document];
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
        let is_covering = self.plan.counts(word);
        let Scratch { near, best, text, covered, held, is_candidate, candidates, .. } = &mut *self.scratch;
        for document in &near.touched {
            let at = *document as usize;
            if !is_candidate[at] {
                if !finds {
                    continue;
                }
                is_candidate[at] = true;
                candidates.push(*document);
                self.in_row_order = false;
            }
            text[at] += word.weight * best.values[at];
            if is_covering {
                covered[at] += word.weight * near.values[at].sqrt();
            }
            held[at] += u16::from(counts);
        }
        best.clear();
        near.clear();
        Ok(())
    }

    fn take_form(&mut self, form: &Form, among: Option<&[u32]>) -> Result<(), SearchError> {
        let Self { opened, tuning, scratch, work, .. } = self;
        let columns = &opened.columns;
        let Scratch { best, near, partly, .. } = &mut **scratch;
        let value = |document: u32, times: u32| {
            let length = columns.length[document as usize] as f32 / columns.average_length.max(1.0);
            let times = times as f32;
            let damping = tuning.repetition * (1.0 - tuning.length + tuning.length * length);
            form.nearness * times * (tuning.repetition + 1.0) / (times + damping)
        };
        if let [any] = form.terms.as_slice() {
            for term in any {
                opened.texts_with(term, among, work, |document, times| {
                    near.raise(document, form.nearness);
                    best.raise(document, value(document, times));
                })?;
            }
            return Ok(());
        }
        // Several lists: a document must be in each, and has the whole as often as the rarest of its parts.
        let mut touched = Vec::new();
        for (any, list) in form.terms.iter().zip(0_u8..) {
            for term in any {
                opened.texts_with(term, among, work, |document, times| {
                    let Partly { lists, before, here } = &mut partly[document as usize];
                    if *lists == list {
                        *lists += 1;
                        *before = if list == 0 { u32::MAX } else { (*before).min(*here) };
                        *here = times;
                        if list == 0 {
                            touched.push(document);
                        }
                    } else if *lists == list + 1 {
                        *here += times;
                    }
                })?;
            }
        }
        for document in touched {
            let Partly { lists, before, here } = std::mem::take(&mut partly[document as usize]);
            if usize::from(lists) == form.terms.len() {
                near.raise(document, form.nearness);
                best.raise(document, value(document, before.min(here)));
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
        let Scratch { name_near, name_total, near, is_candidate, .. } = &mut **scratch;
        for form in &word.forms {
            // A name is short: of a form in several lists, any of them is a sign of the whole.
            let [any] = form.terms.as_slice() else { continue };
            for term in any {
                opened.names_with(term, work, |row, document| {
                    if finds || is_candidate[document as usize] {
                        name_near.raise(row, form.nearness);
                        near.raise(document, form.nearness);
                    }
                })?;
            }
        }
        for row in &name_near.touched {
            name_total.add(*row, word.weight * name_near.values[*row as usize]);
        }
        name_near.clear();
        Ok(())
    }

    /// Gives every document the best of its names.
    fn score_names(&mut self) {
        let weight = self.weight;
        let Scratch { name_total, name, .. } = &mut *self.scratch;
        for row in &name_total.touched {
            let matched = name_total.values[*row as usize];
            let whole = self.opened.names.weights[*row as usize].max(matched).max(f32::MIN_POSITIVE);
            let document = self.opened.names.documents[*row as usize] as usize;
            let mut score = SCALE * matched * (matched / whole).sqrt() / weight;
            if self.opened.names.keywords[*row as usize] {
                score *= self.tuning.keyword;
            } else if matched >= whole * 0.98 && matched >= weight * 0.98 {
                score += self.tuning.exact_name;
            }
            if score > name[document] {
                name[document] = score;
            }
        }
        name_total.clear();
    }

    fn score(&self, document: u32) -> f32 {
        let at = document as usize;
        let (columns, tuning) = (&self.opened.columns, self.tuning);
        let whole = self.coverage.weight;
        let coverage = if whole > 0.0 { (self.scratch.covered[at] / whole).min(1.0) } else { 1.0 };
        let text = SCALE * self.scratch.text[at] / self.weight;
        let name = self.scratch.name[at];
        let cited = columns.cited[at];
        let mut score = tuning.text * text + tuning.name * name + tuning.citations * cited;
        score *= if self.is_linear { coverage } else { coverage.powf(tuning.coverage) };
        if columns.preparatory[at] && !self.plan.wants_preparatory {
            score *= tuning.preparatory;
        }
        if columns.row[at] == super::open::Columns::NO_TEXT && name < SCALE {
            score *= tuning.stub;
        }
        if self.plan.required.iter().any(|condition| matches!(condition, Condition::CaseNumber(_))) {
            score += tuning.case_number;
        }
        if has(&self.citing, document) {
            score += tuning.citing;
        }
        score
    }

    /// Counts what matches and takes the candidates of the page.
    fn choose(&self, matches: &[(u32, bool)], request: &Request) -> Found {
        let opened = self.opened;
        let columns = &opened.columns;
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
            let at = *document as usize;
            let (of_source, of_kind, of_year) = (columns.source[at], columns.kind[at], columns.year[at]);
            let in_source = source.is_none_or(|wanted| wanted == of_source);
            let in_kind = kind.is_none_or(|wanted| wanted == of_kind);
            // A document without a year has none that can be asked for.
            let in_year = filters.year.is_none_or(|wanted| wanted == of_year && wanted > 0);
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
                if !request.except.contains(document) {
                    let score = self.score(*document);
                    passing.push(Candidate { document: *document, score, inbound: columns.inbound[at] });
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
                        self.work.add(set.len() as u64)?;
                        for term in any {
                            self.opened.texts_with(term, None, &mut self.work, |document, _| {
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
            Condition::Citing => unite(&mut set, &self.citing),
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

/// The set of some of so many documents.
fn set_among(documents: usize, listed: &[u32]) -> Set {
    let mut set = if listed.is_empty() { Vec::new() } else { vec![0_u64; documents.div_ceil(64)] };
    for document in listed.iter().filter(|document| (**document as usize) < documents) {
        add(&mut set, *document);
    }
    set
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
