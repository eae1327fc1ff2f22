//! The holdings of a corpus, read from the catalog while the state of citations is determined.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use lagrum_artifact::{Anchor, Base};
use lagrum_citation::{Holdings, series_number};

use crate::error::CatalogProblem;
use crate::reader::CatalogReader;
use crate::{AnchorList, ArchivedLydelse, CatalogDocument, ChangingAct, PartText, PlaceHistory};

/// The maximum number of pages that are read of one number: the state only depends on whether there is more than one.
const PAGES: usize = 2;

/// The holdings of a catalog, for determining the state of one citation or of the citations of one text. Look-ups are
/// cached; a citation has at most three hundred characters and a text 250,000, so the cache is bounded.
///
/// The methods of [`Holdings`] return no errors, so the first error is kept for [`CatalogHoldings::failure`].
pub struct CatalogHoldings<'a> {
    catalog: &'a CatalogReader<'a>,
    base: &'a Base,
    documents: RefCell<HashMap<String, Option<Rc<LookedUpDocument>>>>,
    failure: RefCell<Option<CatalogProblem>>,
}

struct LookedUpDocument {
    document: CatalogDocument,
    anchors: RefCell<Option<Rc<AnchorList>>>,
    history: RefCell<Option<Rc<PlaceHistory>>>,
    changes: RefCell<Option<Rc<Vec<ChangingAct>>>>,
    archived: RefCell<Option<Rc<Vec<ArchivedAnchors>>>>,
}

/// An archived lydelse with its anchors.
pub struct ArchivedAnchors {
    /// The lydelse.
    pub lydelse: ArchivedLydelse,
    /// Its anchors; empty where it could not be read.
    pub anchors: AnchorList,
}

impl<'a> CatalogHoldings<'a> {
    /// The holdings of the corpus at `base`.
    pub fn new(catalog: &'a CatalogReader<'a>, base: &'a Base) -> Self {
        Self { catalog, base, documents: RefCell::default(), failure: RefCell::default() }
    }

    /// A held document by its local id.
    pub fn document(&self, local_id: &str) -> Option<CatalogDocument> {
        Some(self.held(local_id)?.document.clone())
    }

    /// What is shown of a part of a held document.
    pub fn part_text(&self, local_id: &str, anchor: &Anchor) -> Option<PartText> {
        let list = self.anchors(local_id)?;
        self.keep_error(self.catalog.part_text(&list, anchor)).flatten()
    }

    /// The anchors of a held document; empty when its text is not held.
    pub fn anchors(&self, local_id: &str) -> Option<Rc<AnchorList>> {
        let held = self.held(local_id)?;
        if let Some(anchors) = &*held.anchors.borrow() {
            return Some(anchors.clone());
        }
        let anchors = match held.document.stored {
            Some(stored) => self.keep_error(self.catalog.anchors_of(stored))?,
            None => AnchorList::default(),
        };
        let anchors = Rc::new(anchors);
        *held.anchors.borrow_mut() = Some(anchors.clone());
        Some(anchors)
    }

    /// The history of the provisions of a held Swedish act; empty for other documents.
    pub fn history(&self, local_id: &str) -> Option<Rc<PlaceHistory>> {
        let held = self.held(local_id)?;
        if let Some(history) = &*held.history.borrow() {
            return Some(history.clone());
        }
        let history = self.keep_error(self.catalog.place_history(&held.document.uri))?;
        let history = Rc::new(history.unwrap_or_default());
        *held.history.borrow_mut() = Some(history.clone());
        Some(history)
    }

    /// The changes in the register of a held Swedish act; empty for other documents.
    pub fn changes(&self, local_id: &str) -> Option<Rc<Vec<ChangingAct>>> {
        let held = self.held(local_id)?;
        if let Some(changes) = &*held.changes.borrow() {
            return Some(changes.clone());
        }
        let changes = Rc::new(self.keep_error(self.catalog.changing_acts(&held.document.uri))?);
        *held.changes.borrow_mut() = Some(changes.clone());
        Some(changes)
    }

    /// The archived lydelser of a held document with their anchors, by the day they began to apply; those without a day first.
    pub fn archived(&self, local_id: &str) -> Option<Rc<Vec<ArchivedAnchors>>> {
        let held = self.held(local_id)?;
        if let Some(archived) = &*held.archived.borrow() {
            return Some(archived.clone());
        }
        let lydelser = self.keep_error(self.catalog.lydelser(&held.document.uri))?;
        let with_anchors = |lydelse: ArchivedLydelse| {
            let anchors = self.keep_error(self.catalog.anchors_of(lydelse.stored))?;
            Some(ArchivedAnchors { lydelse, anchors })
        };
        let mut archived: Vec<ArchivedAnchors> = lydelser.into_iter().filter_map(with_anchors).collect();
        archived.sort_by(|a, b| a.lydelse.ikraft.cmp(&b.lydelse.ikraft));
        let archived = Rc::new(archived);
        *held.archived.borrow_mut() = Some(archived.clone());
        Some(archived)
    }

    /// The base of the corpus.
    pub fn base(&self) -> &Base {
        self.base
    }

    /// Whether a document has a higher number than the last one of a year of its series that is held whole.
    pub fn exceeds_complete_year(&self, local_id: &str) -> bool {
        let Some(number) = series_number(local_id) else { return false };
        self.keep_error(self.catalog.exceeds_complete_year(&number)).unwrap_or_default()
    }

    /// The evidence of the operator that the year of a document's series is held whole; None without a statement.
    pub fn evidence(&self, local_id: &str) -> Option<String> {
        let number = series_number(local_id)?;
        self.keep_error(self.catalog.evidence(&number)).flatten()
    }

    /// The first error, if there was one. Answers given after it are not valid.
    pub fn failure(self) -> Option<CatalogProblem> {
        self.failure.into_inner()
    }

    /// Keeps an error that came while something else of the same answer was read, as if the holdings had met it.
    pub fn fail(&self, problem: CatalogProblem) {
        self.failure.borrow_mut().get_or_insert(problem);
    }

    fn held(&self, local_id: &str) -> Option<Rc<LookedUpDocument>> {
        if let Some(known) = self.documents.borrow().get(local_id) {
            return known.clone();
        }
        // A text may name hundreds of documents, and SQLite finds each in fewer steps than it makes between two checks
        // for cancellation.
        self.keep_error(lagrum_cancel::check().map_err(CatalogProblem::from))?;
        let uri = self.base.document(local_id);
        let found = uri.and_then(|uri| self.keep_error(self.catalog.document(uri.as_str()))?);
        let held = found.map(|document| {
            Rc::new(LookedUpDocument {
                document,
                anchors: RefCell::default(),
                history: RefCell::default(),
                changes: RefCell::default(),
                archived: RefCell::default(),
            })
        });
        self.documents.borrow_mut().insert(local_id.to_owned(), held.clone());
        held
    }

    fn keep_error<T>(&self, answer: Result<T, CatalogProblem>) -> Option<T> {
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

    fn has_anchor(&self, document: &str, anchor: &Anchor) -> bool {
        self.anchors(document).is_some_and(|anchors| anchors.position(anchor).is_some())
    }

    fn encloses(&self, document: &str, outer: &Anchor, inner: &Anchor) -> bool {
        self.anchors(document).is_some_and(|anchors| anchors.encloses(outer, inner))
    }

    fn page_numbered(&self, number: &str) -> Vec<String> {
        let Some(uri) = self.base.document(number) else { return Vec::new() };
        let found =
            self.keep_error(self.catalog.uris_beginning(&format!("{uri}_s."), PAGES)).unwrap_or_default();
        found.iter().filter_map(|uri| self.base.strip(uri)).map(str::to_owned).collect()
    }
}
