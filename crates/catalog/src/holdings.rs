//! What settling a citation asks of a corpus, answered from the catalog.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use lagrum_artifact::{Anchor, Base};
use lagrum_citation::Holdings;

use crate::pool::{Connected, Problem};
use crate::{Document, PlaceList, PlaceShown};

/// Settling asks whether one number has more than one page; how many more does not matter.
const PAGES: usize = 2;

/// The holdings of a catalog, as one citation asks for them: what was looked up once is kept until it is settled. A
/// citation has some three hundred characters, so what is kept is bounded.
///
/// A question cannot fail, so the first failure is kept too and told at the end.
pub struct CatalogHoldings<'a> {
    catalog: &'a Connected<'a>,
    base: &'a Base,
    documents: RefCell<HashMap<String, Option<Rc<HeldPlaces>>>>,
    failure: RefCell<Option<Problem>>,
}

struct HeldPlaces {
    document: Document,
    places: RefCell<Option<Rc<PlaceList>>>,
}

impl<'a> CatalogHoldings<'a> {
    /// The holdings of the corpus at `base`.
    pub fn new(catalog: &'a Connected<'a>, base: &'a Base) -> Self {
        Self { catalog, base, documents: RefCell::default(), failure: RefCell::default() }
    }

    /// A held document by its local id.
    pub fn document(&self, local_id: &str) -> Option<Document> {
        Some(self.held(local_id)?.document.clone())
    }

    /// What is shown of a place in a held document.
    pub fn place(&self, local_id: &str, anchor: &Anchor) -> Option<PlaceShown> {
        let list = self.places(local_id)?;
        self.told(self.catalog.place(&list, anchor)).flatten()
    }

    /// The first question that failed, if one did; what was answered after it means nothing.
    pub fn failure(self) -> Option<Problem> {
        self.failure.into_inner()
    }

    fn held(&self, local_id: &str) -> Option<Rc<HeldPlaces>> {
        if let Some(known) = self.documents.borrow().get(local_id) {
            return known.clone();
        }
        // A text may name hundreds of documents, each of which SQLite finds in fewer steps than it takes to notice.
        self.told(lagrum_cancel::check().map_err(Problem::from))?;
        let uri = self.base.document(local_id);
        let found = uri.and_then(|uri| self.told(self.catalog.document(uri.as_str()))?);
        let held = found.map(|document| Rc::new(HeldPlaces { document, places: RefCell::default() }));
        self.documents.borrow_mut().insert(local_id.to_owned(), held.clone());
        held
    }

    fn places(&self, local_id: &str) -> Option<Rc<PlaceList>> {
        let held = self.held(local_id)?;
        if let Some(places) = &*held.places.borrow() {
            return Some(places.clone());
        }
        let places = Rc::new(self.told(self.catalog.places(held.document.stored?))?);
        *held.places.borrow_mut() = Some(places.clone());
        Some(places)
    }

    fn told<T>(&self, answer: Result<T, Problem>) -> Option<T> {
        answer
            .map_err(|problem| {
                self.failure.borrow_mut().get_or_insert(problem);
            })
            .ok()
    }
}

impl Holdings for CatalogHoldings<'_> {
    fn holds(&self, document: &str) -> bool {
        self.held(document).is_some()
    }

    fn has_place(&self, document: &str, anchor: &Anchor) -> bool {
        self.places(document).is_some_and(|places| places.position(anchor).is_some())
    }

    fn encloses(&self, document: &str, outer: &Anchor, inner: &Anchor) -> bool {
        self.places(document).is_some_and(|places| places.encloses(outer, inner))
    }

    fn page_numbered(&self, number: &str) -> Vec<String> {
        let Some(uri) = self.base.document(number) else { return Vec::new() };
        let found = self.told(self.catalog.uris_beginning(&format!("{uri}_s."), PAGES)).unwrap_or_default();
        found.iter().filter_map(|uri| self.base.strip(uri)).map(str::to_owned).collect()
    }
}
