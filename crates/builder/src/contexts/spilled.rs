//! The contexts of all documents on disk.

use std::io;
use std::path::Path;

use lagrum_sources::FlowGroup;

use super::{DocumentContexts, SPEAKING};
use crate::spill::{RowWriter, SpilledRows};

/// The contexts of documents being written, each under its position among the documents that could be read.
pub(crate) struct ContextWriter {
    rows: RowWriter<SpilledRow>,
    count: u32,
}

/// The contexts of documents, in the order in which they were written.
pub(crate) struct SpilledContexts {
    pub(super) rows: SpilledRows<SpilledRow>,
    /// How many documents have any.
    pub(super) count: u32,
}

/// The position of a document, that of its group in [`SPEAKING`], and what it says.
type SpilledRow = (u32, u32, DocumentContexts);

impl ContextWriter {
    /// Begins a file without a name in a folder.
    pub(crate) fn new(folder: &Path) -> io::Result<Self> {
        Ok(Self { rows: RowWriter::new(folder)?, count: 0 })
    }

    /// Appends what the document at a position says, which is of this group. Positions ascend.
    pub(crate) fn push(
        &mut self,
        position: u32,
        group: FlowGroup,
        contexts: DocumentContexts,
    ) -> io::Result<()> {
        let group = SPEAKING.iter().zip(0..).find(|((known, _), _)| *known == group);
        match group {
            Some((_, group)) if !contexts.is_empty() => {
                self.count += 1;
                self.rows.push(&(position, group, contexts))
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn finish(self) -> io::Result<SpilledContexts> {
        Ok(SpilledContexts { rows: self.rows.finish()?, count: self.count })
    }
}

impl SpilledContexts {
    /// How far progress advances while the contexts are gathered: every document is read twice.
    pub(crate) fn steps(&self) -> u64 {
        2 * u64::from(self.count)
    }
}
