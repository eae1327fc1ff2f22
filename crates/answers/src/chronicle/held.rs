//! The acts that one question is about, each loaded once.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use lagrum_catalog::{CatalogProblem, CatalogReader};
use lagrum_snapshot::Manifest;

use super::act::ActInTime;

/// Acts that are kept for one question. One may name hundreds.
const MAX_KEPT: usize = 64;

/// The acts that one question is about, each loaded once as long as there are not too many.
pub struct HeldActs<'a> {
    catalog: &'a CatalogReader<'a>,
    manifest: &'a Manifest,
    acts: RefCell<HashMap<String, Option<Rc<ActInTime>>>>,
}

impl<'a> HeldActs<'a> {
    /// The acts of a catalog.
    pub fn new(catalog: &'a CatalogReader<'a>, manifest: &'a Manifest) -> Self {
        Self { catalog, manifest, acts: RefCell::default() }
    }

    /// The catalog that they are read from.
    pub(crate) fn catalog(&self) -> &'a CatalogReader<'a> {
        self.catalog
    }

    /// The act with a uri; None for what is not held, and for what is neither a statute, an EU act nor a regulation.
    pub(crate) fn get(&self, uri: &str) -> Result<Option<Rc<ActInTime>>, CatalogProblem> {
        if let Some(known) = self.acts.borrow().get(uri) {
            return Ok(known.clone());
        }
        lagrum_cancel::check().map_err(CatalogProblem::from)?;
        let act = match self.catalog.document(uri)? {
            Some(document) => ActInTime::load(self.catalog, self.manifest, &document)?,
            None => None,
        };
        let mut acts = self.acts.borrow_mut();
        if acts.len() >= MAX_KEPT {
            acts.clear();
        }
        acts.insert(uri.to_owned(), act.clone());
        Ok(act)
    }
}
