//! The contexts of all documents on disk.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use lagrum_corpus::Documents;
use lagrum_files::TextTable;
use lagrum_sources::FlowGroup;
use serde::{Deserialize, Serialize};

use super::{CONTEXT_GROUPS, ContextWords, DocumentContexts};
use crate::cited::{CitedDocuments, number};
use crate::error::BuildError;
use crate::positions::{CitedNumber, ReadPosition};
use crate::spill::{RowWriter, SpilledRows};

/// The contexts of documents being written, each under its position among the documents that could be read.
pub(crate) struct ContextWriter<'a> {
    rows: RowWriter<SpilledRow>,
    said: BufWriter<File>,
    written: u64,
    texts: CitedTexts<'a>,
    count: u32,
}

/// The contexts of documents, in the order in which they were written.
pub(crate) struct SpilledContexts<'a> {
    pub(super) rows: SpilledRows<SpilledRow>,
    said: File,
    pub(super) texts: CitedTexts<'a>,
    /// The number of documents that have contexts.
    pub(super) count: u32,
}

/// The texts of locations, each once.
pub(super) struct CitedTexts<'a> {
    pub(super) documents: CitedDocuments<'a>,
    pub(super) anchors: TextTable,
}

/// The contexts of a document.
#[derive(Serialize, Deserialize)]
pub(super) struct SpilledRow {
    pub(super) position: ReadPosition,
    /// The position of its group in [`CONTEXT_GROUPS`].
    pub(super) group: u32,
    /// The documents and anchors that it cites, as numbers into [`CitedTexts`].
    pub(super) cited: Vec<(CitedNumber, u32)>,
    pub(super) said: ContextPlace,
}

/// Where the packed words of a document are in the file, in bytes.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct ContextPlace {
    offset: u64,
    length: u32,
}

impl<'a> ContextWriter<'a> {
    /// Begins files without a name in a folder, for documents of a corpus.
    pub(crate) fn new(folder: &Path, documents: &'a Documents) -> io::Result<Self> {
        Ok(Self {
            rows: RowWriter::new(folder)?,
            said: BufWriter::with_capacity(1 << 20, tempfile::tempfile_in(folder)?),
            written: 0,
            texts: CitedTexts { documents: CitedDocuments::new(documents), anchors: TextTable::new() },
            count: 0,
        })
    }

    /// Appends the contexts of the document at a position, which belongs to `group`. Positions must ascend. Nothing is
    /// written for a document without contexts that count.
    pub(crate) fn push(
        &mut self,
        position: ReadPosition,
        group: FlowGroup,
        contexts: &DocumentContexts,
    ) -> Result<(), BuildError> {
        let group = CONTEXT_GROUPS.iter().zip(0..).find(|((known, _), _)| *known == group);
        let Some((_, group)) = group.filter(|_| !contexts.is_empty()) else { return Ok(()) };
        let CitedTexts { documents, anchors } = &mut self.texts;
        let numbered = contexts.documents.iter().map(|uri| documents.number(uri));
        let documents: Vec<CitedNumber> = numbered.collect::<Result<_, _>>()?;
        let numbered = contexts.anchors.iter().map(|anchor| number(anchors, anchor));
        let anchors: Vec<u32> = numbered.collect::<Result<_, _>>()?;
        let cited = contexts.cited.iter();
        let cited =
            cited.map(|(document, anchor)| (documents[*document as usize], anchors[*anchor as usize]));
        let length = u32::try_from(contexts.said.len()).map_err(|_| BuildError::TooMany)?;
        self.rows.push(&SpilledRow {
            position,
            group,
            cited: cited.collect(),
            said: ContextPlace { offset: self.written, length },
        })?;
        self.said.write_all(&contexts.said)?;
        self.written += u64::from(length);
        self.count += 1;
        Ok(())
    }

    pub(crate) fn finish(self) -> io::Result<SpilledContexts<'a>> {
        let said = self.said.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok(SpilledContexts { rows: self.rows.finish()?, said, texts: self.texts, count: self.count })
    }
}

impl SpilledContexts<'_> {
    /// The words of a document.
    pub(super) fn words(&self, place: ContextPlace) -> io::Result<ContextWords> {
        let mut packed = vec![0; place.length as usize];
        let mut file = &self.said;
        file.seek(SeekFrom::Start(place.offset))?;
        file.read_exact(&mut packed)?;
        let said: ContextWords = postcard::from_bytes(&packed).map_err(io::Error::other)?;
        let is_sound = said.of.iter().flatten().all(|word| (*word as usize) < said.words.len());
        is_sound.then_some(said).ok_or_else(|| io::Error::other("the kept words of a document are damaged"))
    }
}
