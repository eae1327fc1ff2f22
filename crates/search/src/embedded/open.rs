//! An index opened for searching: its segments, and columns of numbers for all documents.
//!
//! A search reads some numbers of very many documents, so these are held in memory as plain columns by document number,
//! some thirty bytes a document. Everything else is read from the files, which the operating system caches.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use lagrum_numbers::DocumentNumber;
use lagrum_words::{Analyser, Compounds, Vocabulary};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use tantivy::columnar::Column;
use tantivy::schema::{Field, Value};
use tantivy::store::StoreReader;
use tantivy::{
    DocAddress, DocId, Index, InvertedIndexReader, SegmentOrdinal, SegmentReader, TantivyDocument,
};

use super::batches::{BATCH, Batch, batches};
use super::columns::{Columns, DocumentFacts, Slot};
use super::contexts::ContextIndex;
use super::files::{COMPOUNDS, CONTENTS, DOCUMENTS, FORMAT, IndexContents, TEXTS, VOCABULARY, mapped};
use super::passage_ranking::DocumentPassages;
use super::schema::{DocumentFields, TextFields};
use super::segments::segments;
use crate::text_layout::{PackedProvision, PassageTable};
use crate::{HitFields, IndexError, NameKind, SearchError, UriPosition};

/// No day of expiry, or a number that does not fit.
pub(super) const NONE: u32 = u32::MAX;

/// No document.
pub(super) const NO_DOCUMENT: DocumentNumber = DocumentNumber(u32::MAX);

/// Blocks of stored text that are kept decompressed, for each segment.
const STORE_BLOCKS: usize = 512;

/// How many documents have their passages cached, about, and the most bytes that the cached passages take together.
const CACHED_PASSAGES: usize = 1000;
const CACHED_PASSAGES_BYTES: u64 = 32 << 20;

#[derive(Clone)]
struct PassagesWeight;

impl Weighter<DocumentNumber, Arc<DocumentPassages>> for PassagesWeight {
    fn weight(&self, _: &DocumentNumber, passages: &Arc<DocumentPassages>) -> u64 {
        passages.bytes() as u64 + 64
    }
}

/// An open index.
pub(super) struct OpenIndex {
    pub(super) contents: IndexContents,
    pub(super) vocabulary: Vocabulary,
    pub(super) compounds: Compounds,
    pub(super) analyser: Analyser,
    pub(super) texts: Vec<TextSegment>,
    pub(super) names: NameSegment,
    pub(super) columns: Columns,
    pub(super) batches: Vec<Batch>,
    /// How many provisions a search goes through at once.
    pub(super) provisions_at_once: usize,
    pub(super) contexts: ContextIndex,
    passages: Cache<DocumentNumber, Arc<DocumentPassages>, PassagesWeight>,
    pub(super) text_fields: TextFields,
    pub(super) document_fields: DocumentFields,
}

/// A segment of the index of texts.
pub(super) struct TextSegment {
    pub(super) reader: SegmentReader,
    pub(super) words: Arc<InvertedIndexReader>,
    pub(super) forms: Arc<InvertedIndexReader>,
    pub(super) store: StoreReader,
    /// For each row the slot of the document whose text begins there, or [`Slot::NONE`].
    pub(super) slots: Vec<Slot>,
    /// The rows of passages.
    pub(super) provisions: ProvisionRows,
}

/// The rows of passages in a segment of the index of texts.
pub(super) struct ProvisionRows {
    /// The forms of their words.
    pub(super) words: Arc<InvertedIndexReader>,
    /// The forms of the words of the headings over them.
    pub(super) headings: Arc<InvertedIndexReader>,
    /// For each first row of a text: how many rows of passages stand before it.
    pub(super) counts: Column<u64>,
    /// For each row of a passage: the number of its words.
    pub(super) lengths: Column<u64>,
}

/// The one segment of the index of documents.
pub(super) struct NameSegment {
    pub(super) reader: SegmentReader,
    pub(super) words: Arc<InvertedIndexReader>,
    pub(super) forms: Arc<InvertedIndexReader>,
    pub(super) store: StoreReader,
    /// For each row the document it is a name of, or [`NO_DOCUMENT`].
    pub(super) documents: Vec<DocumentNumber>,
    /// For each row the weight of all words of the name.
    pub(super) weights: Vec<f32>,
    /// For each row what kind of name it is.
    pub(super) kinds: Vec<NameKind>,
    /// For each document its first row.
    pub(super) first_rows: Vec<DocId>,
}

impl std::fmt::Debug for OpenIndex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpenIndex").field("documents", &self.columns.len()).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for TextSegment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TextSegment").field("rows", &self.slots.len()).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for NameSegment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NameSegment").field("rows", &self.documents.len()).finish_non_exhaustive()
    }
}

impl OpenIndex {
    pub(super) fn open(folder: &Path) -> Result<Self, IndexError> {
        let read = |name: &str| {
            let path = folder.join(name);
            std::fs::read(&path).map_err(|error| IndexError::io(&path, error))
        };
        let contents: IndexContents = serde_json::from_slice(&read(CONTENTS)?)?;
        if contents.format != FORMAT {
            return Err(IndexError::Format { found: contents.format, expected: FORMAT });
        }
        let vocabulary = Vocabulary::from_bytes(mapped(folder, VOCABULARY)?)?;
        let compounds = Compounds::from_bytes(&read(COMPOUNDS)?)?;
        let analyser = Analyser::new(compounds.clone());
        let (text_fields, document_fields) = (TextFields::new(), DocumentFields::new());

        let documents = Index::open_in_dir(folder.join(DOCUMENTS))?;
        let readers = segments(&documents)?;
        let [segment] = readers.as_slice() else {
            return Err(IndexError::Damaged("the index of documents is not one segment".to_owned()));
        };
        let (mut columns, keys, names) = read_documents(segment, &document_fields)?;

        let index = Index::open_in_dir(folder.join(TEXTS))?;
        let mut texts = Vec::new();
        let mut lengths = vec![0; columns.len()];
        for (segment, at) in segments(&index)?.iter().zip(0..) {
            let mut found =
                FoundTexts { keys: &keys, addresses: &mut columns.addresses, lengths: &mut lengths };
            texts.push(read_texts(segment, at, &text_fields, &mut found)?);
        }
        columns.set_texts(&lengths);
        for (text, slot) in columns.texts.iter().zip((0..).map(Slot)) {
            texts[text.segment_ord as usize].slots[text.doc_id as usize] = slot;
        }
        let context_index = ContextIndex::open(folder, columns.len())?;
        let index = Self {
            contents,
            vocabulary,
            compounds,
            analyser,
            texts,
            names,
            columns,
            batches: Vec::new(),
            provisions_at_once: 0,
            contexts: context_index,
            passages: Cache::with_weighter(CACHED_PASSAGES, CACHED_PASSAGES_BYTES, PassagesWeight),
            text_fields,
            document_fields,
        };
        Ok(index.with_batches(BATCH))
    }

    /// This index with batches of `length` documents or provisions.
    pub(super) fn with_batches(self, length: u32) -> Self {
        let rows: Vec<DocId> = self.texts.iter().map(|text| text.reader.max_doc()).collect();
        let provisions_at_once = self.contexts.len().min(length as usize);
        Self { batches: batches(&self.columns, &rows, length), provisions_at_once, ..self }
    }
}

impl OpenIndex {
    /// The number of slots of every batch but the last.
    pub(super) fn batch_length(&self) -> u32 {
        self.batches.first().map_or(1, |batch| batch.len() as u32)
    }

    /// The position of a document in its batch.
    pub(super) fn position_in(&self, batch: usize, document: DocumentNumber) -> usize {
        self.batches[batch].position(self.columns.slots[document.index()])
    }
}

fn column(segment: &SegmentReader, name: &str) -> Result<Column<u64>, IndexError> {
    Ok(segment.fast_fields().u64(name)?)
}

fn inverted(segment: &SegmentReader, field: Field) -> Result<Arc<InvertedIndexReader>, IndexError> {
    Ok(segment.inverted_index(field)?)
}

fn narrow(value: Option<u64>) -> u32 {
    value.map_or(NONE, |value| u32::try_from(value).unwrap_or(NONE))
}

/// Document numbers by the keys of their texts.
type DocumentsByKey = HashMap<u64, DocumentNumber>;

fn read_documents(
    segment: &SegmentReader,
    fields: &DocumentFields,
) -> Result<(Columns, DocumentsByKey, NameSegment), IndexError> {
    let rows = segment.max_doc();
    let number = |name: &str| column(segment, name);
    let (key, source, kind, year) = (number("key")?, number("source")?, number("kind")?, number("year")?);
    let (expired, inbound, document) = (number("expired")?, number("inbound")?, number("document")?);
    let (preparatory, amending) = (number("preparatory")?, number("amending")?);
    let (weight, kind_of_name) = (segment.fast_fields().f64("weight")?, number("name_kind")?);
    let mut columns = Columns::default();
    let mut keys = DocumentsByKey::new();
    let mut names = NameSegment {
        reader: segment.clone(),
        words: inverted(segment, fields.word)?,
        forms: inverted(segment, fields.form)?,
        store: segment
            .get_store_reader(STORE_BLOCKS)
            .map_err(|error| IndexError::Damaged(error.to_string()))?,
        documents: vec![NO_DOCUMENT; rows as usize],
        weights: vec![0.0; rows as usize],
        kinds: vec![NameKind::Own; rows as usize],
        first_rows: Vec::new(),
    };
    for row in 0..rows {
        if let Some(of) = document.first(row) {
            names.documents[row as usize] = DocumentNumber(narrow(Some(of)));
            names.kinds[row as usize] = NameKind::of_number(kind_of_name.first(row).unwrap_or_default());
            names.weights[row as usize] = weight.first(row).unwrap_or_default() as f32;
            continue;
        }
        let number = DocumentNumber(names.first_rows.len() as u32);
        names.first_rows.push(row);
        if let Some(key) = key.first(row).filter(|key| *key > 0) {
            keys.insert(key, number);
        }
        let inbound = narrow(inbound.first(row));
        columns.facts.push(DocumentFacts {
            source: narrow(source.first(row)) as u16,
            kind: narrow(kind.first(row)) as u16,
            year: narrow(year.first(row)) as u16,
            preparatory: preparatory.first(row) == Some(1),
            amending: amending.first(row) == Some(1),
            has_text: false,
            expired: narrow(expired.first(row)),
            inbound,
            cited: (1.0 + inbound as f32).ln(),
            relative_length: 0.0,
        });
        columns.addresses.push(Columns::NO_TEXT);
    }
    let is_known = |of: &DocumentNumber| *of == NO_DOCUMENT || of.index() < columns.len();
    if !names.documents.iter().all(is_known) {
        return Err(IndexError::Damaged("a name belongs to no document".to_owned()));
    }
    Ok((columns, keys, names))
}

/// Where the text of each document is, and how many words it has.
struct FoundTexts<'a> {
    keys: &'a DocumentsByKey,
    addresses: &'a mut [DocAddress],
    lengths: &'a mut [u32],
}

fn read_texts(
    segment: &SegmentReader,
    segment_ord: SegmentOrdinal,
    fields: &TextFields,
    found: &mut FoundTexts<'_>,
) -> Result<TextSegment, IndexError> {
    let (key, length) = (column(segment, "key")?, column(segment, "length")?);
    for row in segment.doc_ids_alive() {
        let (Some(length), Some(key)) = (length.first(row), key.first(row)) else { continue };
        let Some(document) = found.keys.get(&key).copied() else { continue };
        found.lengths[document.index()] = narrow(Some(length));
        found.addresses[document.index()] = DocAddress { segment_ord, doc_id: row };
    }
    Ok(TextSegment {
        reader: segment.clone(),
        words: inverted(segment, fields.word)?,
        forms: inverted(segment, fields.form)?,
        store: segment
            .get_store_reader(STORE_BLOCKS)
            .map_err(|error| IndexError::Damaged(error.to_string()))?,
        slots: vec![Slot::NONE; segment.max_doc() as usize],
        provisions: ProvisionRows {
            words: inverted(segment, fields.provision)?,
            headings: inverted(segment, fields.over)?,
            counts: column(segment, TextFields::PROVISIONS)?,
            lengths: column(segment, TextFields::PROVISION_WORDS)?,
        },
    })
}

/// The keys of the texts in an index.
pub(super) fn keys(index: &Index) -> Result<HashSet<i64>, IndexError> {
    let mut keys = HashSet::new();
    for segment in segments(index)? {
        let (key, length) = (column(&segment, "key")?, column(&segment, "length")?);
        for row in segment.doc_ids_alive().filter(|row| length.first(*row).is_some()) {
            keys.extend(key.first(row).and_then(|key| i64::try_from(key).ok()).map(|key| key - 1));
        }
    }
    Ok(keys)
}

/// The uri of a stored hit.
#[derive(serde::Deserialize)]
struct HitUri<'a> {
    #[serde(borrow)]
    uri: Cow<'a, str>,
}

impl OpenIndex {
    /// The fields that a hit shows of a document.
    pub(super) fn hit(&self, document: DocumentNumber) -> Result<HitFields, SearchError> {
        serde_json::from_slice(&self.stored_hit(document)?)
            .map_err(|error| SearchError::Index(error.to_string()))
    }

    fn stored_hit(&self, document: DocumentNumber) -> Result<Vec<u8>, SearchError> {
        let row = self.names.first_rows.get(document.index());
        let row = *row.ok_or_else(|| SearchError::Index(format!("there is no document {document}")))?;
        stored(&self.names.store, row, self.document_fields.hit)
    }

    /// The position of a uri in the order of documents. Of each document that is compared, only the uri is decoded.
    pub(super) fn position(&self, uri: &str) -> Result<UriPosition, SearchError> {
        let (mut low, mut high) = (0, self.columns.len() as u32);
        while low < high {
            let middle = low + (high - low) / 2;
            let bytes = self.stored_hit(DocumentNumber(middle))?;
            let hit: HitUri<'_> =
                serde_json::from_slice(&bytes).map_err(|error| SearchError::Index(error.to_string()))?;
            match (*hit.uri).cmp(uri) {
                Ordering::Equal => return Ok(UriPosition::Document(DocumentNumber(middle))),
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
            }
        }
        Ok(UriPosition::Before(DocumentNumber(low)))
    }

    /// The passages of the document whose text begins at an address. Those of documents often shown are cached.
    pub(super) fn passages(
        &self,
        document: DocumentNumber,
        text: DocAddress,
    ) -> Result<Arc<DocumentPassages>, SearchError> {
        self.passages.get_or_insert_with(&document, || {
            let table = self.stored_table(text)?;
            Ok(Arc::new(DocumentPassages::new(table, self.provisions(document)?)))
        })
    }

    /// Calls `read` with the table of passages of a document, for a search that reads very many. Those that are not cached stay so.
    pub(super) fn with_table<T>(
        &self,
        document: DocumentNumber,
        text: DocAddress,
        read: impl FnOnce(&PassageTable) -> T,
    ) -> Result<T, SearchError> {
        match self.passages.get(&document) {
            Some(passages) => Ok(read(&passages.table)),
            None => Ok(read(&self.stored_table(text)?)),
        }
    }

    /// The table of passages of the text that begins at an address.
    fn stored_table(&self, text: DocAddress) -> Result<PassageTable, SearchError> {
        let store = &self.texts[text.segment_ord as usize].store;
        let bytes = stored(store, text.doc_id, self.text_fields.passages)?;
        postcard::from_bytes(&bytes).map_err(|error| SearchError::Index(error.to_string()))
    }

    /// The provisions of a document that other documents cite, with their citation counts and concepts.
    fn provisions(&self, document: DocumentNumber) -> Result<Vec<PackedProvision>, SearchError> {
        let Some(row) = self.names.first_rows.get(document.index()) else { return Ok(Vec::new()) };
        let stored: TantivyDocument = self.names.store.get(*row)?;
        let Some(value) = stored.get_first(self.document_fields.provisions) else { return Ok(Vec::new()) };
        let bytes = value.as_bytes().unwrap_or_default();
        postcard::from_bytes(bytes).map_err(|error| SearchError::Index(error.to_string()))
    }
}

/// The stored bytes of a field of a row.
pub(super) fn stored(store: &StoreReader, row: DocId, field: Field) -> Result<Vec<u8>, SearchError> {
    let stored: TantivyDocument = store.get(row)?;
    let bytes = stored.get_first(field).and_then(|value| value.as_bytes()).map(<[u8]>::to_vec);
    bytes.ok_or_else(|| SearchError::Index(format!("row {row} has no stored value")))
}

/// The stored text of a field of a row.
pub(super) fn stored_text(store: &StoreReader, row: DocId, field: Field) -> Result<String, SearchError> {
    let stored: TantivyDocument = store.get(row)?;
    let text = stored.get_first(field).and_then(|value| value.as_str()).map(str::to_owned);
    text.ok_or_else(|| SearchError::Index(format!("row {row} has no stored text")))
}
