//! The variants of every number of a text, with the days on which they apply.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Bound;

use crate::date::is_date;
use crate::{Artifact, Step, change_notes};

/// A variant of a number, and the days on which it applies. Days that are not dates are phrases of the artifact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatedVariant {
    /// The anchor of its number.
    pub anchor: String,
    /// The first day, or the phrase; None if the variant applied before all days that the text states.
    pub from: Option<String>,
    /// The day, or the phrase, from which it no longer applies; None if no end is stated.
    pub until: Option<String>,
    /// Whether the node has the anchor as its own ([`Node::id`](crate::Node::id)).
    pub has_id: bool,
    /// The number of the last act that signs it: `2019:805`.
    pub signed: Option<String>,
}

impl Artifact {
    /// The variants of every number of which the text states a day, in reading order. A part inside a dated node
    /// applies on the days of that node.
    pub fn dated_variants(&self) -> Vec<DatedVariant> {
        let mut all: Vec<(DatedVariant, bool)> = Vec::new();
        let mut dated = HashSet::new();
        let mut around: Vec<(Option<&str>, Option<&str>)> = vec![(None, None)];
        // For each entered node, the index of its number in `all`.
        let mut numbers: Vec<Option<usize>> = Vec::new();
        self.presented().walk(&mut |step| match step {
            Step::Enter(node) => {
                let (from, until) = around.last().copied().unwrap_or_default();
                let days = (later(node.applies_from(), from), earlier(node.applies_until(), until));
                if let Some(anchor) = node.number_anchor() {
                    let is_dated = days != (None, None);
                    if is_dated {
                        dated.insert(anchor.to_owned());
                    }
                    let owned = |day: Option<&str>| day.map(str::to_owned);
                    let has_id = node.id().is_some();
                    let (from, until) = (owned(days.0), owned(days.1));
                    let anchor = anchor.to_owned();
                    all.push((DatedVariant { anchor, from, until, has_id, signed: None }, is_dated));
                    numbers.push(Some(all.len() - 1));
                } else {
                    numbers.push(None);
                }
                around.push(days);
            }
            Step::Leave(_) => {
                around.pop();
                numbers.pop();
            }
            Step::Text(text) => {
                if dated.is_empty() {
                    return;
                }
                if let Some(last) = change_notes(&text.plain_text()).last() {
                    for at in numbers.iter().flatten() {
                        all[*at].0.signed = Some(last.to_owned());
                    }
                }
            }
        });
        let mut variants: Vec<DatedVariant> =
            all.into_iter().map(|(variant, _)| variant).filter(|w| dated.contains(&w.anchor)).collect();
        end_where_the_next_begins(&mut variants);
        variants
    }
}

fn later<'a>(own: Option<&'a str>, around: Option<&'a str>) -> Option<&'a str> {
    match (own, around) {
        (Some(own), Some(around)) if is_date(own) && (!is_date(around) || around > own) => Some(around),
        (own, around) => own.or(around),
    }
}

fn earlier<'a>(own: Option<&'a str>, around: Option<&'a str>) -> Option<&'a str> {
    match (own, around) {
        (Some(own), Some(around)) if is_date(around) && (!is_date(own) || around < own) => Some(around),
        (own, around) => own.or(around),
    }
}

/// A variant ends when a later one of its number begins.
fn end_where_the_next_begins(variants: &mut [DatedVariant]) {
    let mut starts: HashMap<String, BTreeSet<String>> = HashMap::new();
    for variant in variants.iter() {
        if let Some(from) = variant.from.clone().filter(|from| is_date(from)) {
            starts.entry(variant.anchor.clone()).or_default().insert(from);
        }
    }
    for variant in variants {
        if variant.from.as_deref().is_some_and(|from| !is_date(from)) {
            continue;
        }
        let own = variant.from.clone().unwrap_or_default();
        let later = starts
            .get(&variant.anchor)
            .and_then(|starts| starts.range::<String, _>((Bound::Excluded(&own), Bound::Unbounded)).next());
        if let Some(next) = later
            && variant.until.as_deref().is_none_or(|until| !is_date(until) || until > next.as_str())
        {
            variant.until = Some(next.clone());
        }
    }
}
