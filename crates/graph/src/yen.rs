//! The k smallest chains without repeated documents, by Yen's method in Lawler's form.
//!
//! All chains from the start make up one *branch*. Take its smallest chain out, and what is left falls apart into
//! smaller branches that have no chain in common: for each document of that chain but the last, the chains that
//! agree with it up to there and then go elsewhere. So keep the smallest chain of every branch at hand; the smallest
//! of those is the next chain, and only its own branch has to be taken apart. A chain can never come up twice, and
//! nothing has to be compared with the chains found before.
//!
//! Smaller means fewer documents, then the smaller sequence of ordinals. All chains of a branch begin alike, so the
//! search for a shortest chain ([`Search::smallest`]) finds its smallest in the same sense.

use lagrum_cancel::Cancelled;

use crate::{
    graph::Ordinal,
    search::{Branch, Search},
};

/// The smallest chain of a branch that has not been taken apart.
struct Candidate {
    chain: Vec<Ordinal>,
    /// The position in the chain of the last document of the branch's prefix.
    spur: usize,
    /// The documents that the branch does not go on to from there.
    closed: Vec<Ordinal>,
}

impl Candidate {
    fn rank(&self) -> (usize, &[Ordinal]) {
        (self.chain.len(), &self.chain)
    }
}

/// The `most` smallest chains from `from`, smallest first. Fewer when there are no more.
pub(crate) fn smallest_chains(
    search: &mut Search<'_>,
    from: Ordinal,
    most: usize,
) -> Result<Vec<Vec<Ordinal>>, Cancelled> {
    let mut found = Vec::new();
    // Ascending, and never more than are still wanted: what lies behind those is never reached.
    let mut candidates: Vec<Candidate> = Vec::new();
    if most > 0
        && let Some(chain) = search.smallest(&Branch { prefix: &[from], closed: &[], longest: usize::MAX })?
    {
        candidates.push(Candidate { chain, spur: 0, closed: Vec::new() });
    }
    while found.len() < most && !candidates.is_empty() {
        let smallest = candidates.remove(0);
        let wanted = most - found.len() - 1;
        if wanted > 0 {
            take_apart(search, &smallest, &mut candidates, wanted)?;
        }
        found.push(smallest.chain);
    }
    Ok(found)
}

fn take_apart(
    search: &mut Search<'_>,
    taken: &Candidate,
    candidates: &mut Vec<Candidate>,
    wanted: usize,
) -> Result<(), Cancelled> {
    search.close(&taken.chain[..taken.spur]);
    for spur in taken.spur..taken.chain.len() - 1 {
        let mut closed = if spur == taken.spur { taken.closed.clone() } else { Vec::new() };
        closed.push(taken.chain[spur + 1]);
        let longest = match candidates.get(wanted - 1) {
            Some(last) => last.chain.len(),
            None => usize::MAX,
        };
        let branch = Branch { prefix: &taken.chain[..=spur], closed: &closed, longest };
        if let Some(chain) = search.smallest(&branch)? {
            let candidate = Candidate { chain, spur, closed };
            let position = candidates.partition_point(|other| other.rank() < candidate.rank());
            candidates.insert(position, candidate);
            candidates.truncate(wanted);
        }
        search.close(&taken.chain[spur..=spur]);
    }
    search.open(&taken.chain);
    Ok(())
}
