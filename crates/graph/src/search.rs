//! The shortest chain between two documents, and of several the smallest.
//!
//! The search runs from both ends, a whole level at a time, always on the side whose next level has fewer citations
//! to read. That keeps hubs cheap: the hundred thousand documents around a much cited statute are read only when there
//! is no narrower way.
//!
//! Let `a` be the number of complete levels from the start and `b` from the end when a step between the two is found.
//! Then every shortest chain has `a + 1 + b` steps and crosses from one level to the other in step `a + 1`. The current
//! level is read to its end, so that all *gates* are known: the documents of level `a` with such a step. Chains of one
//! length are compared document by document, so the smallest is found in two passes. The first goes from the start to
//! the first gate it reaches, trying smaller document numbers first and no document twice. The second goes from that
//! gate always to the smallest document one level nearer to the end. Together they read no more than the search did,
//! except for one row at each step of the second pass.

use lagrum_cancel::{Cancelled, Meter};

use crate::{
    direction::Direction,
    document::DocumentNumber,
    graph::Graph,
    groups::Groups,
    labels::{Label, Labels},
    steps::Ascending,
};

/// The chains to search: those that begin with `prefix` and do not continue from there to a document of `closed`.
#[derive(Clone, Copy)]
pub(crate) struct Branch<'b> {
    pub(crate) prefix: &'b [DocumentNumber],
    pub(crate) closed: &'b [DocumentNumber],
    /// The maximum number of documents in a chain, both ends included.
    pub(crate) max_documents: usize,
}

impl Branch<'_> {
    /// Whether `closed` allows the step from `document` to `next`.
    fn allows(&self, document: DocumentNumber, next: DocumentNumber) -> bool {
        self.prefix.last() != Some(&document) || !self.closed.contains(&next)
    }
}

/// Searches for chains to one document. The searches run one after the other and share memory.
pub(crate) struct ChainSearch<'a> {
    graph: &'a Graph,
    to: DocumentNumber,
    direction: Direction,
    groups: Groups,
    /// Between two searches all documents are unseen, except those that are closed.
    labels: Labels,
    meter: Meter,
}

impl<'a> ChainSearch<'a> {
    pub(crate) fn new(graph: &'a Graph, to: DocumentNumber, direction: Direction, groups: Groups) -> Self {
        let (labels, meter) = (Labels::new(graph.document_count()), Meter::default());
        Self { graph, to, direction, groups, labels, meter }
    }

    /// Excludes these documents from chains until they are opened again.
    pub(crate) fn close(&mut self, documents: &[DocumentNumber]) {
        for &document in documents {
            self.labels.set(document, Label::CLOSED);
        }
    }

    /// Undoes [`Self::close`].
    pub(crate) fn open(&mut self, documents: &[DocumentNumber]) {
        self.labels.forget(documents);
    }

    /// The shortest chain of the branch, and of several the smallest. The caller has closed the prefix except its last
    /// document; both ends are documents of the graph, and open. A cancelled search must not be used again.
    pub(crate) fn smallest(&mut self, branch: &Branch<'_>) -> Result<Option<Vec<DocumentNumber>>, Cancelled> {
        let Some((&start, fixed)) = branch.prefix.split_last() else { return Ok(None) };
        let mut forward = self.front(start, true);
        let mut backward = self.front(self.to, false);

        let mut chain = None;
        while fixed.len() + 2 + forward.level + backward.level <= branch.max_documents
            && !forward.is_exhausted()
            && !backward.is_exhausted()
        {
            let has_met = if forward.cost <= backward.cost {
                self.advance(branch, &mut forward, &backward)?
            } else {
                self.advance(branch, &mut backward, &forward)?
            };
            if has_met {
                chain = self.read_off(branch, start, &forward, &backward)?;
                break;
            }
        }

        self.labels.forget(&forward.seen);
        self.labels.forget(&backward.seen);
        Ok(chain.map(|rest| [fixed, &rest].concat()))
    }

    fn front(&mut self, document: DocumentNumber, forwards: bool) -> Front {
        let direction = if forwards { self.direction } else { self.direction.reversed() };
        let cost = self.graph.step_count(document, direction);
        let front = Front { forwards, direction, seen: vec![document], level: 0, level_start: 0, cost };
        self.labels.set(document, front.label(0));
        front
    }

    /// Advances one front by a level, unless it meets the other: then both levels stay and the gates are marked.
    fn advance(&mut self, branch: &Branch<'_>, own: &mut Front, other: &Front) -> Result<bool, Cancelled> {
        let next = own.label(own.level + 1);
        let across = other.label(other.level);
        let level = own.level_start..own.seen.len();
        let mut has_met = false;
        let mut cost = 0;
        for position in level.clone() {
            let document = own.seen[position];
            for row in self.graph.steps(document, own.direction) {
                self.meter.spend(row.len())?;
                for &step in row {
                    let (before, after) = if own.forwards { (document, step) } else { (step, document) };
                    let label = self.labels.get(step);
                    if label == across && branch.allows(before, after) {
                        self.labels.set(before, Label::GATE);
                        has_met = true;
                    } else if label == Label::UNSEEN
                        && !has_met
                        && branch.allows(before, after)
                        && self.graph.belongs(step, &self.groups)
                    {
                        self.labels.set(step, next);
                        own.seen.push(step);
                        cost += self.graph.step_count(step, own.direction);
                    }
                }
            }
        }
        if !has_met {
            own.level += 1;
            own.level_start = level.end;
            own.cost = cost;
        }
        Ok(has_met)
    }

    /// The smallest chain through a gate. There is one when the fronts have met.
    fn read_off(
        &mut self,
        branch: &Branch<'_>,
        start: DocumentNumber,
        forward: &Front,
        backward: &Front,
    ) -> Result<Option<Vec<DocumentNumber>>, Cancelled> {
        let mut walk = vec![(start, self.ascending(start)?)];
        while walk.len() <= forward.level {
            let wanted = if walk.len() == forward.level { Label::GATE } else { forward.label(walk.len()) };
            let Some((document, untried)) = walk.last_mut() else { return Ok(None) };
            let labels = &self.labels;
            match untried.find(|&step| labels.get(step) == wanted && branch.allows(*document, step)) {
                Some(step) => {
                    self.labels.set(step, Label::CLOSED);
                    walk.push((step, self.ascending(step)?));
                }
                None => {
                    walk.pop();
                }
            }
        }
        let mut chain: Vec<DocumentNumber> = walk.into_iter().map(|(document, _)| document).collect();
        for level in (0..=backward.level).rev() {
            let wanted = backward.label(level);
            let Some(&document) = chain.last() else { return Ok(None) };
            let mut steps = self.ascending(document)?;
            let labels = &self.labels;
            match steps.find(|&step| labels.get(step) == wanted && branch.allows(document, step)) {
                Some(step) => chain.push(step),
                None => return Ok(None),
            }
        }
        Ok(Some(chain))
    }

    fn ascending(&mut self, document: DocumentNumber) -> Result<Ascending<'a>, Cancelled> {
        self.meter.spend(self.graph.step_count(document, self.direction))?;
        Ok(Ascending(self.graph.steps(document, self.direction)))
    }
}

/// One of the two sides of a search.
struct Front {
    /// Whether it starts from the start of the chain.
    forwards: bool,
    direction: Direction,
    /// The documents seen, level by level.
    seen: Vec<DocumentNumber>,
    /// The last complete level, counted in steps.
    level: usize,
    /// Where that level begins in `seen`.
    level_start: usize,
    /// The number of citations to read for the next level.
    cost: usize,
}

impl Front {
    fn label(&self, level: usize) -> Label {
        if self.forwards { Label::forward(level) } else { Label::backward(level) }
    }

    fn is_exhausted(&self) -> bool {
        self.level_start == self.seen.len()
    }
}
