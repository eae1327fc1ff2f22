//! The shortest chain between two documents, and of several the smallest.
//!
//! The search goes from both ends at once, a whole level at a time, and always on the side whose next level has
//! fewer citations to look at. That is what keeps hubs cheap: the hundred thousand documents around a much cited
//! statute are only walked through when there is no narrower way.
//!
//! Say that `a` levels are whole from the start and `b` from the end when a step between the two is found. Then
//! every shortest chain has `a + 1 + b` steps and crosses from the one level to the other in step `a + 1`. The level
//! in hand is looked through to its end, so that all *gates* are known, the documents of level `a` with such a
//! step. Chains of one length are compared document by document, so the smallest is found in two passes: from the
//! start, trying smaller ordinals first and nothing twice, to the first gate that is reached; from there, always to
//! the smallest document one level nearer to the end. Neither pass looks at more than the search did, but for one
//! row at each step of the second.

use lagrum_cancel::{Cancelled, Meter};

use crate::{
    direction::{Ascending, Direction},
    graph::{Graph, Ordinal},
    groups::Groups,
    labels::{Label, Labels},
};

/// Which chains are looked for: those that begin with `prefix` and do not go on to a document of `closed`.
#[derive(Clone, Copy)]
pub(crate) struct Branch<'b> {
    pub(crate) prefix: &'b [Ordinal],
    pub(crate) closed: &'b [Ordinal],
    /// The most documents in a chain, both ends included.
    pub(crate) longest: usize,
}

impl Branch<'_> {
    /// Whether the chain may go from the one document to the other, as far as `closed` is concerned.
    fn allows(&self, document: Ordinal, next: Ordinal) -> bool {
        self.prefix.last() != Some(&document) || !self.closed.contains(&next)
    }
}

/// Searches for chains to one document, one search after the other on the same memory.
pub(crate) struct Search<'a> {
    graph: &'a Graph,
    to: Ordinal,
    direction: Direction,
    groups: Groups,
    /// All unseen between two searches, but for what is closed.
    labels: Labels,
    meter: Meter,
}

impl<'a> Search<'a> {
    pub(crate) fn new(graph: &'a Graph, to: Ordinal, direction: Direction, groups: Groups) -> Self {
        let (labels, meter) = (Labels::new(graph.document_count()), Meter::default());
        Self { graph, to, direction, groups, labels, meter }
    }

    /// Keeps chains from entering these documents until they are opened again.
    pub(crate) fn close(&mut self, documents: &[Ordinal]) {
        for &document in documents {
            self.labels.set(document, Label::CLOSED);
        }
    }

    /// Undoes [`Self::close`].
    pub(crate) fn open(&mut self, documents: &[Ordinal]) {
        self.labels.forget(documents);
    }

    /// The shortest chain of the branch, and of several the smallest. The caller has closed the prefix, all but its
    /// last document; both ends are documents of the graph, and open. A search that was cancelled is not to be used
    /// again.
    pub(crate) fn smallest(&mut self, branch: &Branch<'_>) -> Result<Option<Vec<Ordinal>>, Cancelled> {
        let Some((&start, fixed)) = branch.prefix.split_last() else { return Ok(None) };
        let mut forward = self.front(start, true);
        let mut backward = self.front(self.to, false);

        let mut chain = None;
        while fixed.len() + 2 + forward.level + backward.level <= branch.longest
            && !forward.is_exhausted()
            && !backward.is_exhausted()
        {
            let touched = if forward.cost <= backward.cost {
                self.advance(branch, &mut forward, &backward)?
            } else {
                self.advance(branch, &mut backward, &forward)?
            };
            if touched {
                chain = self.read_off(branch, start, &forward, &backward)?;
                break;
            }
        }

        self.labels.forget(&forward.met);
        self.labels.forget(&backward.met);
        Ok(chain.map(|rest| [fixed, &rest].concat()))
    }

    fn front(&mut self, document: Ordinal, forwards: bool) -> Front {
        let direction = if forwards { self.direction } else { self.direction.reversed() };
        let cost = self.graph.step_count(document, direction);
        let front = Front { forwards, direction, met: vec![document], level: 0, level_start: 0, cost };
        self.labels.set(document, front.label(0));
        front
    }

    /// Takes one front a level further, unless it touches the other: then both levels stay and the gates are marked.
    fn advance(&mut self, branch: &Branch<'_>, own: &mut Front, other: &Front) -> Result<bool, Cancelled> {
        let next = own.label(own.level + 1);
        let across = other.label(other.level);
        let level = own.level_start..own.met.len();
        let mut touched = false;
        let mut cost = 0;
        for position in level.clone() {
            let document = own.met[position];
            for row in self.graph.steps(document, own.direction) {
                self.meter.spend(row.len())?;
                for &step in row {
                    let (before, after) = if own.forwards { (document, step) } else { (step, document) };
                    let label = self.labels.get(step);
                    if label == across && branch.allows(before, after) {
                        self.labels.set(before, Label::GATE);
                        touched = true;
                    } else if label == Label::UNSEEN
                        && !touched
                        && branch.allows(before, after)
                        && self.graph.belongs(step, &self.groups)
                    {
                        self.labels.set(step, next);
                        own.met.push(step);
                        cost += self.graph.step_count(step, own.direction);
                    }
                }
            }
        }
        if !touched {
            own.level += 1;
            own.level_start = level.end;
            own.cost = cost;
        }
        Ok(touched)
    }

    /// The smallest chain through a gate. There is one once the fronts have touched.
    fn read_off(
        &mut self,
        branch: &Branch<'_>,
        start: Ordinal,
        forward: &Front,
        backward: &Front,
    ) -> Result<Option<Vec<Ordinal>>, Cancelled> {
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
        let mut chain: Vec<Ordinal> = walk.into_iter().map(|(document, _)| document).collect();
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

    fn ascending(&mut self, document: Ordinal) -> Result<Ascending<'a>, Cancelled> {
        self.meter.spend(self.graph.step_count(document, self.direction))?;
        Ok(Ascending(self.graph.steps(document, self.direction)))
    }
}

/// One of the two sides of a search.
struct Front {
    /// Whether it comes from the start of the chain.
    forwards: bool,
    direction: Direction,
    /// The documents met, level by level.
    met: Vec<Ordinal>,
    /// The last whole level, counted in steps.
    level: usize,
    /// Where that level begins in `met`.
    level_start: usize,
    /// The entries to look at for the next level.
    cost: usize,
}

impl Front {
    fn label(&self, level: usize) -> Label {
        if self.forwards { Label::forward(level) } else { Label::backward(level) }
    }

    fn is_exhausted(&self) -> bool {
        self.level_start == self.met.len()
    }
}
