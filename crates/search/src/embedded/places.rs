//! Which places of a document answer best.
//!
//! A place is worth what it holds of the query: its own words, those of the headings over it, and the names of concepts
//! that it explains. What a heading announces is mostly said at once, so a heading that names what is asked for speaks
//! for the provision it stands over, and for the first of many. Of places inside one another the smallest stands.

use std::ops::Range;

use super::inside::{Query, within};
use crate::Tuning;
use crate::extract::Mark;
use crate::plan::Plan;
use crate::text::{PackedProvision, PlaceKind, PlaceTable};

/// Places that are looked at closely.
const BEST: usize = 6;

/// Words of a place of middling length.
const PLACE_LENGTH: f32 = 80.0;

/// How near two coverages are that are alike.
const ALIKE: f32 = 0.97;

/// What is known of the places of a document before anything is asked.
#[derive(Debug)]
pub(super) struct Places {
    pub(super) table: PlaceTable,
    /// For each place the logarithm of its citations.
    cited: Vec<f32>,
    /// Concepts with the place that explains each: the forms of the concept's words.
    concepts: Vec<(usize, Vec<String>)>,
}

impl Places {
    pub(super) fn new(table: PlaceTable, provisions: Vec<PackedProvision>) -> Self {
        let mut by_anchor: Vec<usize> = (0..table.places.len()).collect();
        by_anchor.sort_by_key(|at| table.anchor(*at));
        let mut cited = vec![0.0; table.places.len()];
        let mut concepts = Vec::new();
        for provision in provisions {
            let anchor = provision.anchor.as_str();
            let first = by_anchor.partition_point(|at| table.anchor(*at) < anchor);
            let places = by_anchor[first..].iter().take_while(|at| table.anchor(**at) == anchor);
            for at in places.clone() {
                cited[*at] = (1.0 + provision.cited as f32).ln();
            }
            if let Some(at) = places.min() {
                concepts.extend(provision.concepts.into_iter().map(|concept| (*at, concept)));
            }
        }
        Self { table, cited, concepts }
    }

    /// Bytes it takes in memory, about.
    pub(super) fn bytes(&self) -> usize {
        let concepts = self.concepts.iter().flat_map(|(_, forms)| forms).map(|form| form.len() + 24);
        self.table.bytes() + self.cited.len() * 4 + self.concepts.len() * 32 + concepts.sum::<usize>()
    }

    /// The places that answer best, best first.
    pub(super) fn best(&self, tuning: &Tuning, plan: &Plan, query: &Query<'_>, marks: &[Mark]) -> Vec<usize> {
        let places = &self.table.places;
        let mut tally = Tally::new(places.len(), query.weights.len());
        // The places around the mark reached.
        let mut around: Vec<usize> = Vec::new();
        let mut next = 0;
        for mark in marks {
            while places.get(next).is_some_and(|place| place.words.start <= mark.position) {
                around.push(next);
                next += 1;
            }
            around.retain(|place| places[*place].words.end > mark.position);
            for place in &around {
                tally.add(*place, mark.word, mark.nearness, mark.nearness);
            }
        }
        self.add_headings(tuning, query, marks, &mut tally);
        for (at, concept) in &self.concepts {
            for (word, nearness) in explained(concept, plan, query) {
                tally.add(*at, word, nearness, tuning.concept);
            }
        }
        let mut scored: Vec<(f32, f32, usize)> = (0..tally.places.len())
            .map(|slot| {
                let at = tally.places[slot];
                let place = &places[at];
                let factor = match place.kind {
                    PlaceKind::Provision => 1.0,
                    PlaceKind::Page => tuning.page,
                    PlaceKind::Reason => tuning.reason,
                };
                let factor = factor * (1.0 + tuning.passage_citations * self.cited[at]);
                let (score, coverage) = tally.score(slot, query, tuning, place.words.len());
                (factor * score, coverage, at)
            })
            .collect();
        let order = |a: &(f32, f32, usize), b: &(f32, f32, usize)| b.0.total_cmp(&a.0).then(a.2.cmp(&b.2));
        if scored.len() > BEST * 3 {
            scored.select_nth_unstable_by(BEST * 3, order);
            scored.truncate(BEST * 3);
        }
        scored.sort_unstable_by(order);
        let outer = |a: &Range<u32>, b: &Range<u32>| a.start <= b.start && a.end >= b.end && a != b;
        let kept = scored.iter().filter(|(_, coverage, at)| {
            !scored.iter().any(|(_, inner, other)| {
                outer(&places[*at].words, &places[*other].words) && *inner >= coverage * ALIKE
            })
        });
        kept.take(BEST).map(|(_, _, at)| *at).collect()
    }

    fn add_headings(&self, tuning: &Tuning, query: &Query<'_>, marks: &[Mark], tally: &mut Tally) {
        let headings: Vec<Heading> =
            self.table.headings.iter().map(|range| Heading::of(within(marks, range), range, query)).collect();
        if headings.iter().all(|heading| heading.words.is_empty()) {
            return;
        }
        let mut begun = vec![false; headings.len()];
        // What the list of headings at hand holds in all.
        let mut list: Option<&Range<u32>> = None;
        let mut held: Vec<(u16, f32, f32)> = Vec::new();
        for (place, at) in self.table.places.iter().zip(0..) {
            let over = self.table.headings_over(place);
            let mut title = 0.0_f32;
            if list == Some(&place.headings) {
                let nearest = over.last().and_then(|heading| headings.get(usize::from(*heading)));
                title = nearest.map_or(0.0, |heading| heading.title * tuning.under_title);
            } else {
                list = Some(&place.headings);
                held.clear();
                for (number, above) in over.iter().rev().zip(0..) {
                    let Some(heading) = headings.get(usize::from(*number)) else { continue };
                    let first = !std::mem::replace(&mut begun[usize::from(*number)], true);
                    if first {
                        title = title.max(heading.title);
                    } else if above == 0 {
                        title = title.max(heading.title * tuning.under_title);
                    }
                    for (word, near, times) in &heading.words {
                        match held.iter_mut().find(|(other, ..)| other == word) {
                            Some((_, nearest, all)) => {
                                *nearest = nearest.max(*near);
                                *all += times;
                            }
                            None => held.push((*word, *near, *times)),
                        }
                    }
                }
            }
            for (word, near, times) in &held {
                tally.add(at, *word, *near, tuning.heading * times);
            }
            if title > 0.0 {
                tally.name(at, title * tuning.title * query.weight);
            }
        }
    }
}

/// What of the query a heading holds.
struct Heading {
    /// For each word of the query that it holds how near its nearest form is, and the nearness of all together.
    words: Vec<(u16, f32, f32)>,
    /// How well it names what is asked for: 1 when the query is the heading.
    title: f32,
}

impl Heading {
    fn of(marks: &[Mark], range: &Range<u32>, query: &Query<'_>) -> Self {
        let mut words: Vec<(u16, f32, f32)> = Vec::new();
        for mark in marks {
            match words.iter_mut().find(|(word, ..)| *word == mark.word) {
                Some((_, near, times)) => {
                    *near = near.max(mark.nearness);
                    *times += mark.nearness;
                }
                None => words.push((mark.word, mark.nearness, mark.nearness)),
            }
        }
        let covered: f32 = words.iter().map(|(word, near, _)| query.weights[usize::from(*word)] * near).sum();
        let matched: f32 = words.iter().map(|(.., times)| times).sum();
        let share = (matched / range.len().max(1) as f32).min(1.0);
        Self { words, title: covered / query.weight * share.sqrt() }
    }
}

/// What of the query places hold. Only those that hold something take room.
struct Tally {
    words: usize,
    /// For each place its slot.
    slots: Vec<u32>,
    /// For each slot its place, and what its headings count as names of what is asked for.
    places: Vec<usize>,
    named: Vec<f32>,
    /// For each slot and word how near the nearest form is, and how often it occurs, headings included.
    held: Vec<(f32, f32)>,
}

impl Tally {
    const NONE: u32 = u32::MAX;

    fn new(places: usize, words: usize) -> Self {
        let slots = vec![Self::NONE; places];
        Self { words, slots, places: Vec::new(), named: Vec::new(), held: Vec::new() }
    }

    fn slot(&mut self, place: usize) -> usize {
        if self.slots[place] == Self::NONE {
            self.slots[place] = self.places.len() as u32;
            self.places.push(place);
            self.named.push(0.0);
            self.held.resize(self.places.len() * self.words, (0.0, 0.0));
        }
        self.slots[place] as usize
    }

    fn add(&mut self, place: usize, word: u16, nearness: f32, times: f32) {
        let at = self.slot(place) * self.words + usize::from(word);
        let (near, all) = &mut self.held[at];
        *near = near.max(nearness);
        *all += times;
    }

    fn name(&mut self, place: usize, worth: f32) {
        let slot = self.slot(place);
        self.named[slot] = worth;
    }

    /// What a place is worth before its citations count, and how much of the query it covers.
    fn score(&self, slot: usize, query: &Query<'_>, tuning: &Tuning, length: usize) -> (f32, f32) {
        let damping = 1.0 - tuning.passage_length + tuning.passage_length * length as f32 / PLACE_LENGTH;
        let held = &self.held[slot * self.words..][..self.words];
        let (mut value, mut covered) = (0.0, 0.0);
        for ((near, times), weight) in held.iter().zip(&query.weights) {
            if *times > 0.0 {
                value += weight * near * times / (times + damping);
                covered += weight * near;
            }
        }
        let coverage = covered / query.weight;
        let share = tuning.passage_coverage;
        (value * (1.0 - share + share * coverage) + self.named[slot], coverage)
    }
}

/// The words of the query that a concept's name holds, with how near.
fn explained(concept: &[String], plan: &Plan, query: &Query<'_>) -> Vec<(u16, f32)> {
    let mut explained = Vec::new();
    for (number, word) in query.words.iter().zip(0..) {
        let forms = plan.words[*number].forms.iter();
        let near = forms.filter(|form| form.terms.iter().flatten().any(|term| concept.contains(term)));
        if let Some(nearness) = near.map(|form| form.nearness).reduce(f32::max) {
            explained.push((word, nearness));
        }
    }
    explained
}
