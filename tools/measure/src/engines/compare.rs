//! Compares the results of two engines: matches, totals and facets must be the same, the first ten alike.

use std::collections::BTreeSet;
use std::fmt;

use lagrum_search::{
    DocumentNumber, Engine, Facets, FindRequest, FoundDocuments, QueryPlanner, SearchRequest,
};

/// Maximum number of matches of one search that are compared.
const MATCHES: usize = 9_000;

/// The result of a comparison.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    /// Searches compared.
    pub(crate) searches: usize,
    /// Searches that the first engine rejects for their cost, which are skipped.
    pub(crate) left_out: usize,
    /// How the engines differ, a line for each search.
    pub(crate) different: Vec<String>,
    /// The mean share of the first engine's first ten hits that are among the other's first ten.
    pub(crate) overlap: f64,
    /// Searches whose first hit is the same.
    pub(crate) same_first: usize,
    /// Searches that find something.
    pub(crate) finding: usize,
}

/// Runs the same searches on both engines.
pub(crate) fn compare(one: &dyn Engine, other: &dyn Engine, searches: &[SearchRequest]) -> Comparison {
    let mut comparison = Comparison::default();
    let planner =
        QueryPlanner { vocabulary: one.vocabulary(), compounds: one.compounds(), tuning: one.tuning() };
    for asked in searches {
        let Ok(plan) = planner.plan_knowing(&asked.query, &[]) else { continue };
        let request = FindRequest {
            filters: asked.filters.clone(),
            sort: asked.sort,
            limit: MATCHES,
            ..FindRequest::default()
        };
        let Ok(first) = one.find(&plan, &request) else {
            comparison.left_out += 1;
            continue;
        };
        comparison.searches += 1;
        match other.find(&plan, &request) {
            Err(error) => comparison.different.push(format!("{:?}: {error}", asked.query.text())),
            Ok(second) => {
                if let Some(difference) = difference(&first, &second) {
                    comparison.different.push(format!(
                        "{:?} {:?} {:?}: {difference}",
                        asked.query.text(),
                        asked.filters,
                        asked.sort
                    ));
                }
                comparison.count(&first, &second);
            }
        }
    }
    comparison.overlap /= comparison.finding.max(1) as f64;
    comparison
}

impl Comparison {
    fn count(&mut self, first: &FoundDocuments, second: &FoundDocuments) {
        let ten = |found: &FoundDocuments| -> Vec<DocumentNumber> {
            found.candidates.iter().take(10).map(|candidate| candidate.document).collect()
        };
        let (first, second) = (ten(first), ten(second));
        if first.is_empty() {
            return;
        }
        self.finding += 1;
        self.same_first += usize::from(first.first() == second.first());
        let shared = first.iter().filter(|document| second.contains(document)).count();
        self.overlap += shared as f64 / first.len() as f64;
    }
}

fn difference(one: &FoundDocuments, other: &FoundDocuments) -> Option<String> {
    let set = |found: &FoundDocuments| -> BTreeSet<DocumentNumber> {
        found.candidates.iter().map(|candidate| candidate.document).collect()
    };
    if one.total != other.total {
        let (a, b) = (set(one), set(other));
        let only: Vec<_> = a.symmetric_difference(&b).take(5).collect();
        return Some(format!("{} and {} match, as {only:?}", one.total, other.total));
    }
    if one.total <= MATCHES as u64 && set(one) != set(other) {
        return Some("others match".to_owned());
    }
    if one.none_holds_all != other.none_holds_all {
        return Some(format!("none holds all: {} and {}", one.none_holds_all, other.none_holds_all));
    }
    let told = |facets: &Facets| [facets.source.clone(), facets.kind.clone(), facets.year.clone()];
    (told(&one.facets) != told(&other.facets))
        .then(|| format!("facets {:?} and {:?}", one.facets, other.facets))
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} searches compared, {} left out; {} differ in what matches, how much, or facets",
            self.searches,
            self.left_out,
            self.different.len()
        )?;
        writeln!(
            f,
            "of {} that find something: first hit the same {}, first ten shared {:.1} %",
            self.finding,
            self.same_first,
            100.0 * self.overlap
        )?;
        self.different.iter().take(20).try_for_each(|line| writeln!(f, "  {line}"))
    }
}
