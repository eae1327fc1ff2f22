//! The anchors of the texts of an act, each list unpacked once for a question: a question may ask about thousands of numbers.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use lagrum_artifact::StoredId;
use lagrum_catalog::{AnchorList, CatalogProblem, CatalogReader};

/// Anchors that are kept of one act, in all of its texts. Lists beyond are unpacked each time.
const MAX_ANCHORS: usize = 200_000;

/// The lists that were unpacked so far.
#[derive(Default)]
pub(super) struct TextAnchors {
    lists: RefCell<HashMap<StoredId, Rc<AnchorList>>>,
    anchors: Cell<usize>,
}

impl TextAnchors {
    /// The anchors of a stored text.
    pub(super) fn of(
        &self,
        catalog: &CatalogReader<'_>,
        stored: StoredId,
    ) -> Result<Rc<AnchorList>, CatalogProblem> {
        if let Some(known) = self.lists.borrow().get(&stored) {
            return Ok(known.clone());
        }
        let list = Rc::new(catalog.anchors_of(stored)?);
        let anchors = self.anchors.get() + list.iter().count();
        if anchors <= MAX_ANCHORS {
            self.anchors.set(anchors);
            self.lists.borrow_mut().insert(stored, list.clone());
        }
        Ok(list)
    }
}
