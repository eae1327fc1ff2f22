//! The k smallest chains without repeated documents, by Yen's method in Lawler's form.
//!
//! All chains from the start form one *branch*. Without its smallest chain, a branch splits into smaller branches that
//! have no chain in common: for each document of that chain except the last, the chains that agree with it up to there
//! and then differ. The algorithm keeps the smallest chain of every branch. The smallest of those is the next result,
//! and only its branch has to be split. No chain is found twice, so none has to be compared with earlier results.
//!
//! Smaller means fewer documents, then the smaller sequence of document numbers. All chains of a branch begin with the
//! same documents, so the search for a shortest chain ([`ChainSearch::smallest`]) finds the smallest in this sense.

use lagrum_cancel::Cancelled;

use crate::{
    document::DocumentNumber,
    search::{Branch, ChainSearch},
};

/// The smallest chain of a branch that has not been split.
struct CandidateChain {
    chain: Vec<DocumentNumber>,
    /// The position in the chain of the last document of the branch's prefix.
    spur: usize,
    /// The documents that chains of the branch do not continue to from there.
    closed: Vec<DocumentNumber>,
}

impl CandidateChain {
    fn rank(&self) -> (usize, &[DocumentNumber]) {
        (self.chain.len(), &self.chain)
    }
}

/// The `limit` smallest chains from `from`, smallest first. Fewer when there are no more.
pub(crate) fn smallest_chains(
    search: &mut ChainSearch<'_>,
    from: DocumentNumber,
    limit: usize,
) -> Result<Vec<Vec<DocumentNumber>>, Cancelled> {
    let mut found = Vec::new();
    // Ascending, and no more than are still needed: later ones would never be reached.
    let mut candidates: Vec<CandidateChain> = Vec::new();
    if limit > 0
        && let Some(chain) =
            search.smallest(&Branch { prefix: &[from], closed: &[], max_documents: usize::MAX })?
    {
        candidates.push(CandidateChain { chain, spur: 0, closed: Vec::new() });
    }
    while found.len() < limit && !candidates.is_empty() {
        let smallest = candidates.remove(0);
        let needed = limit - found.len() - 1;
        if needed > 0 {
            split(search, &smallest, &mut candidates, needed)?;
        }
        found.push(smallest.chain);
    }
    Ok(found)
}

fn split(
    search: &mut ChainSearch<'_>,
    parent: &CandidateChain,
    candidates: &mut Vec<CandidateChain>,
    needed: usize,
) -> Result<(), Cancelled> {
    search.close(&parent.chain[..parent.spur]);
    for spur in parent.spur..parent.chain.len() - 1 {
        let mut closed = if spur == parent.spur { parent.closed.clone() } else { Vec::new() };
        closed.push(parent.chain[spur + 1]);
        let max_documents = match candidates.get(needed - 1) {
            Some(last) => last.chain.len(),
            None => usize::MAX,
        };
        let branch = Branch { prefix: &parent.chain[..=spur], closed: &closed, max_documents };
        if let Some(chain) = search.smallest(&branch)? {
            let candidate = CandidateChain { chain, spur, closed };
            let position = candidates.partition_point(|other| other.rank() < candidate.rank());
            candidates.insert(position, candidate);
            candidates.truncate(needed);
        }
        search.close(&parent.chain[spur..=spur]);
    }
    search.open(&parent.chain);
    Ok(())
}
