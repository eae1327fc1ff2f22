//! The names and the numbering of acts that parsers make links with: those of a data folder, or those that the program
//! includes.

use std::path::Path;

use lagrum_citation::CitationNames;
use lagrum_parse::Numbering;
use lagrum_snapshot::{SharedResolver, Snapshots, today};
use lagrum_sources::source;

use crate::failure::{Failure, no_snapshot};

/// Names and numbering.
pub(crate) struct ParseTables {
    names: Names,
    pub(crate) numbering: Numbering,
}

enum Names {
    Shipped(Box<CitationNames>),
    Held(SharedResolver),
}

impl ParseTables {
    /// The tables that the program includes.
    pub(crate) fn shipped() -> Self {
        let names = Names::Shipped(Box::new(CitationNames::shipped()));
        Self { names, numbering: Numbering::default() }
    }

    /// The tables of the published snapshot of a data folder.
    pub(crate) fn of(data: &Path) -> Result<Self, Failure> {
        let snapshot = Snapshots::new(data).open_current()?.ok_or_else(|| no_snapshot(data))?;
        let resolver = snapshot.load_resolver(today())?;
        let base = snapshot.manifest().base.clone();
        let mut numbering = Numbering::default();
        for document in snapshot.catalog().all_documents() {
            let document = document?;
            let holds_statutes = source(&document.source).holds_statutes;
            let local = base.strip(&document.uri);
            if let (true, Some(stored), Some(local)) = (holds_statutes, document.stored, local) {
                let anchors = snapshot.catalog().with(|catalog| catalog.anchors_of(stored))?;
                numbering.insert(local, anchors.iter().map(|anchor| anchor.as_str().to_owned()));
            }
        }
        Ok(Self { names: Names::Held(resolver), numbering })
    }

    pub(crate) fn names(&self) -> &CitationNames {
        match &self.names {
            Names::Shipped(names) => names,
            Names::Held(resolver) => resolver.names(),
        }
    }
}
