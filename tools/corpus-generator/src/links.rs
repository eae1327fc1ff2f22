//! What a document cites.
//!
//! Which documents, how often, and which provisions: this is decided here, before the text is written and independent of its
//! amount. The writer of the document then finds a slot for every citation.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::outline::{self, Outline};
use crate::plan::Plan;
use crate::profile::Source;
use crate::random::{Purpose, Random};

/// The share of citations of documents that the corpus does not hold.
const NOT_HELD: f64 = 0.03;
/// Maximum number of citations of other documents in a document, and of its own parts.
const MOST: usize = 8_000;

/// One citation.
#[derive(Clone, Debug)]
pub(crate) struct Citation {
    /// The source of the cited document.
    pub(crate) source: Source,
    /// The cited place or document, absolute.
    pub(crate) uri: String,
    /// The words of the citation.
    pub(crate) text: String,
    /// Whether the words define a term; then its concept is cited.
    pub(crate) term: bool,
}

impl Citation {
    /// The citation as a run of text, with this relation unless it defines a term.
    pub(crate) fn run(&self, predicate: &str) -> Value {
        if self.term {
            return json!({"kind": "term", "predicate": "dcterms:subject", "text": self.text, "uri": self.uri});
        }
        json!({"predicate": predicate, "text": self.text, "uri": self.uri})
    }

    /// The cited document, without its place.
    pub(crate) fn document(&self) -> &str {
        self.uri.split('#').next().unwrap_or_default()
    }

    /// Whether it is a directive that is cited: its CELEX has an L after sector and year.
    pub(crate) fn is_of_directive(&self) -> bool {
        let celex = self.document().rsplit("celex/").next().unwrap_or_default();
        self.source == Source::Eurlex && celex.as_bytes().get(5) == Some(&b'L')
    }

    /// The cited place in its document.
    pub(crate) fn anchor(&self) -> Option<&str> {
        self.uri.split_once('#').map(|(_, anchor)| anchor)
    }
}

/// All citations of a document.
#[derive(Clone, Debug, Default)]
pub(crate) struct Citations {
    /// Of other documents.
    pub(crate) outer: Vec<Citation>,
    /// Of places in the document itself.
    pub(crate) own: Vec<Citation>,
    /// Of the provisions that a commentary comments on, one for each.
    pub(crate) hosts: Vec<Citation>,
    /// The other documents, each once, with how often each is cited.
    pub(crate) cited: Vec<(Source, usize, usize)>,
}

impl Citations {
    /// What the document of this rank cites.
    pub(crate) fn of(plan: &Plan, source: Source, rank: usize) -> Self {
        let profile = source.profile();
        let heft = plan.heft(source, rank);
        let mut random = plan.random(Purpose::Links, source, rank);
        let mut citations = Self::default();

        let mut seen = HashSet::from([(source, rank)]);
        if source == Source::Kommentar && seen.insert((Source::Sfs, rank)) {
            citations.annotate(plan, rank);
        }
        for _ in 0..random.count(profile.cited * heft).min(MOST / 4) {
            if citations.outer.len() >= MOST {
                break;
            }
            // If a document was drawn already, another is drawn, at most this many times.
            for _ in 0..3 {
                let (target, number) = draw_target(plan, source, &mut random);
                if seen.insert((target, number)) {
                    citations.cite(plan, &mut random, source, target, number);
                    break;
                }
            }
        }

        let own = random.count(profile.own * heft).min(MOST);
        let outline = Outline::of(plan, source, rank);
        if own > 0 && !matches!(outline, Outline::Whole) {
            let document = plan.uri(source, rank);
            for _ in 0..own {
                let anchor = outline.inner_place(&mut random);
                let text = outline::label(source, &anchor).unwrap_or_else(|| anchor.clone());
                citations.own.push(Citation {
                    source,
                    uri: format!("{document}#{anchor}"),
                    text,
                    term: false,
                });
            }
        }
        citations
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.outer.len() + self.own.len() + self.hosts.len()
    }

    /// A commentary has a section for each paragraf of its statute's first kapitel, and links to it.
    fn annotate(&mut self, plan: &Plan, rank: usize) {
        const MOST_SECTIONS: usize = 40;
        let Outline::Provisions { kapitel, divided, .. } = Outline::of(plan, Source::Sfs, rank) else {
            return;
        };
        let statute = plan.uri(Source::Sfs, rank);
        for paragraf in 1..=kapitel.first().copied().unwrap_or_default().min(MOST_SECTIONS) {
            let anchor = Outline::paragraf(divided, 1, paragraf);
            let text = outline::label(Source::Sfs, &anchor).unwrap_or_default();
            self.hosts.push(Citation {
                source: Source::Sfs,
                uri: format!("{statute}#{anchor}"),
                text,
                term: false,
            });
        }
        self.cited.push((Source::Sfs, rank, self.hosts.len()));
    }

    fn cite(&mut self, plan: &Plan, random: &mut Random, citing: Source, target: Source, rank: usize) {
        let name = plan.name(target, rank);
        let document = plan.absolute(&name.local_id);
        let prominence = plan.popularity(target).prominence(rank);
        let least = if target == Source::Begrepp { 1.0 } else { 1.9 };
        let extra = (target.profile().repeats - least).max(0.0);
        let times = random.repeats(least + extra * prominence).min(600);
        let outline = Outline::of(plan, target, rank);
        let term = citing == Source::Sfs && target == Source::Begrepp;
        for _ in 0..times {
            let (uri, text) = match outline.place(random) {
                Some(anchor) => {
                    let place = outline::label(target, &anchor).unwrap_or_default();
                    (format!("{document}#{anchor}"), format!("{place} {}", name.printed))
                }
                None => (document.clone(), name.printed.clone()),
            };
            self.outer.push(Citation { source: target, uri, text, term });
        }
        self.cited.push((target, rank, times));
    }

    /// Takes out the citations for a field of the document's metadata: the first `most` citations of a source.
    pub(crate) fn take(&mut self, source: Source, most: usize) -> Vec<Citation> {
        self.take_those(most, |citation| citation.source == source)
    }

    /// Takes out the first citation of each of the first `most` cited documents of a source.
    pub(crate) fn take_distinct(&mut self, source: Source, most: usize) -> Vec<Citation> {
        let mut known = HashSet::new();
        self.take_those(most, |citation| {
            citation.source == source && known.insert(citation.document().to_owned())
        })
    }

    /// Takes out the first `most` citations that fulfil a condition.
    pub(crate) fn take_those(
        &mut self,
        most: usize,
        mut wanted: impl FnMut(&Citation) -> bool,
    ) -> Vec<Citation> {
        let mut left = most;
        let taken = self.outer.extract_if(.., |citation| {
            let take = left > 0 && wanted(citation);
            left -= usize::from(take);
            take
        });
        taken.collect()
    }
}

fn draw_target(plan: &Plan, source: Source, random: &mut Random) -> (Source, usize) {
    let targets = source.profile().targets;
    let mut left = random.below(targets.iter().map(|(_, weight)| weight).sum());
    let mut target = source;
    for (candidate, weight) in targets {
        if left < *weight {
            target = *candidate;
            break;
        }
        left -= weight;
    }
    // Drawn concepts include ones without a page.
    if target != Source::Begrepp && random.chance(NOT_HELD) {
        let held = plan.count(target);
        return (target, held + random.below(held / 5 + 1));
    }
    (target, plan.popularity(target).draw(random))
}
