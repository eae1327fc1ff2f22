//! Making the index of a snapshot.
//!
//! 1. [`TextWriter::begin`] links the segments of the snapshot before into the new folder. A segment never changes, so
//!    nothing is copied. Without such a snapshot it begins empty, with compounds learnt from the texts.
//! 2. [`TextWriter::add`] takes texts from any number of threads. The writer's budget bounds the words that are indexed in
//!    memory, and a [`TextQueue`] the texts that wait to be indexed.
//! 3. [`TextWriter::finish`] removes the texts that no document has any more, merges segments, and returns a
//!    [`DocumentWriter`].
//! 4. [`DocumentWriter::finish`] writes all documents, their citation contexts, and the vocabulary.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use lagrum_artifact::{AnchorGrammar, FullText};
use lagrum_numbers::DocumentNumber;
use lagrum_retry::{doubling, retry};
use lagrum_words::{Analyser, Compounds, Token, Vocabulary, is_function_word, tokens};
use tantivy::directory::error::LockError;
use tantivy::indexer::{NoMergePolicy, UserOperation};
use tantivy::schema::OwnedValue;
use tantivy::tokenizer::TokenizerManager;
use tantivy::{Index, IndexWriter, TantivyDocument, TantivyError, Term};

use super::contexts::ContextWriter;
use super::files::{
    COMPOUNDS, CONTENTS, DOCUMENTS, FORMAT, IndexContents, TEXTS, VOCABULARY, damaged_files, write_file,
};
use super::row_writer::RowWriter;
use super::schema::{DocumentFields, TextFields, case_number_term, settings};
use super::text_queue::{QueuedRow, TextQueue};
use super::tokenize::{self, FieldValues};
use super::vocabulary::{forms, vocabulary};
use crate::text_layout::{PackedProvision, ProvisionWords, TextLayout};
use crate::word_position::word_count;
use crate::{DocumentColumns, DocumentRows, DocumentToIndex, IndexError, NameKind, ProvisionToIndex, Tuning};

/// The least memory that tantivy takes for each thread, in bytes.
const MIN_THREAD_MEMORY: usize = 16 << 20;

/// The most memory that is worth giving to tantivy, in bytes. It rejects more than 4 GiB for each thread.
const MAX_MEMORY: usize = 1 << 30;

/// Texts that wait to be indexed take, in addition to the memory for words, at most one part in `QUEUE_SHARE` of it.
const QUEUE_SHARE: usize = 4;

/// The most bytes that a row of a text takes beside its strings.
const ROW_BYTES: usize = 128;

/// The most segments of the index of texts. More are merged: a search looks each term up in every segment.
const MAX_SEGMENTS: usize = 6;

/// Writes the index of texts.
pub struct TextWriter {
    folder: PathBuf,
    memory: usize,
    fields: TextFields,
    index: Index,
    writer: IndexWriter<QueuedRow>,
    queue: Arc<TextQueue>,
    compounds: Vec<u8>,
    analyser: Arc<Analyser>,
    /// The keys of the texts that were taken over from the previous index.
    taken_over: HashSet<i64>,
}

impl std::fmt::Debug for TextWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TextWriter").field("folder", &self.folder).finish_non_exhaustive()
    }
}

impl TextWriter {
    /// Begins an index in an empty folder, with the texts of the previous index if there is one that can be used. If there
    /// is none, `learn` is called for the compounds of the corpus. `memory` bounds the words that are held in memory, in
    /// bytes; tantivy takes 16 MiB at least and 1 GiB at most. A quarter more is for texts that wait.
    pub fn begin(
        folder: &Path,
        previous: Option<&Path>,
        memory: usize,
        learn: impl FnOnce() -> Compounds,
    ) -> Result<Self, IndexError> {
        let texts = folder.join(TEXTS);
        fs::create_dir_all(&texts).map_err(|error| IndexError::io(&texts, error))?;
        let fields = TextFields::new();
        let linked = previous.and_then(|previous| link_previous(previous, folder));
        let (index, compounds) = if let Some(compounds) = linked {
            (Index::open_in_dir(&texts)?, compounds)
        } else {
            let index =
                Index::builder().schema(fields.schema.clone()).settings(settings()).create_in_dir(&texts)?;
            (index, learn())
        };
        let taken_over = super::open::keys(&index)?;
        let packed = compounds.to_bytes();
        let analyser = Arc::new(Analyser::new(compounds));
        tokenize::register(index.tokenizers(), FieldValues::Texts, &analyser);
        let memory = memory.clamp(MIN_THREAD_MEMORY, MAX_MEMORY);
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(8);
        let writer = index.writer_with_num_threads(threads.min(memory / MIN_THREAD_MEMORY), memory)?;
        let queue = TextQueue::new(memory / QUEUE_SHARE);
        Ok(Self {
            folder: folder.to_owned(),
            memory,
            fields,
            index,
            writer,
            queue,
            compounds: packed,
            analyser,
            taken_over,
        })
    }

    /// Whether the index has the text with a key already.
    pub fn holds(&self, key: i64) -> bool {
        self.taken_over.contains(&key)
    }

    /// Adds a text under its key, the number of its stored artifact.
    pub fn add(&self, key: i64, text: &FullText, grammar: AnchorGrammar) -> Result<(), IndexError> {
        let layout = TextLayout::new(text, grammar);
        let key = stored_key(key);
        let fields = &self.fields;
        let words = tokenize::text_value(layout.language, &layout.blocks.concat());
        let passages = postcard::to_allocvec(&layout.passages)?;
        // A row without a stated size allocates a kilobyte, and most blocks are shorter.
        let first_bytes = 2 * words.len() + passages.len() + ROW_BYTES;
        let block_bytes = |block: &String| block.len() + ROW_BYTES;
        let provision_bytes =
            |provision: &ProvisionWords| provision.text.len() + provision.headings.len() + ROW_BYTES;
        let bytes = first_bytes
            + layout.blocks.iter().map(block_bytes).sum::<usize>()
            + layout.provisions.iter().map(provision_bytes).sum::<usize>();
        let queued = Arc::new(self.queue.enter(bytes));
        let mut first = TantivyDocument::with_capacity(first_bytes);
        first.add_u64(fields.key, key);
        first.add_u64(fields.length, u64::from(layout.words));
        first.add_text(fields.word, &words);
        first.add_text(fields.form, words);
        first.add_field_value(fields.passages, &OwnedValue::Bytes(passages));
        let mut rows = Vec::with_capacity(layout.provisions.len() + 1 + layout.blocks.len());
        first.add_u64(fields.provisions, layout.provisions.len() as u64);
        for (provision, passage) in layout.provisions.iter().zip(&layout.passages.passages) {
            let mut row = TantivyDocument::with_capacity(provision_bytes(provision));
            row.add_u64(fields.key, key);
            row.add_u64(fields.provision_words, word_count(&passage.words) as u64);
            row.add_text(fields.provision, tokenize::text_value(layout.language, &provision.text));
            if !provision.headings.is_empty() {
                row.add_text(fields.over, tokenize::text_value(layout.language, &provision.headings));
            }
            rows.push(row);
        }
        rows.push(first);
        for block in layout.blocks {
            let mut row = TantivyDocument::with_capacity(block_bytes(&block));
            row.add_u64(fields.key, key);
            row.add_text(fields.block, block);
            rows.push(row);
        }
        let queued = |row| UserOperation::Add(QueuedRow::new(row, &queued));
        self.writer.run(rows.into_iter().map(queued))?;
        Ok(())
    }

    /// Removes every text whose key is not among those to keep, and makes the others ready to be searched.
    pub fn finish(mut self, keep: impl IntoIterator<Item = i64>) -> Result<DocumentWriter, IndexError> {
        let is_new = self.taken_over.is_empty();
        let mut gone = self.taken_over;
        for key in keep {
            gone.remove(&key);
        }
        for key in gone {
            self.writer.delete_term(Term::from_field_u64(self.fields.key, stored_key(key)));
        }
        self.writer.commit()?;
        self.writer.wait_merging_threads()?;
        merge(&self.index, is_new, self.memory)?;
        write_file(&self.folder.join(COMPOUNDS), &self.compounds)?;
        Ok(DocumentWriter {
            folder: self.folder,
            texts: self.index,
            text_fields: self.fields,
            analyser: self.analyser,
        })
    }
}

/// Writes the index of documents, that of contexts, the vocabulary and the contents.
#[derive(Debug)]
pub struct DocumentWriter {
    folder: PathBuf,
    texts: Index,
    text_fields: TextFields,
    analyser: Arc<Analyser>,
}

impl DocumentWriter {
    /// Writes all documents, in the order of their numbers, and in parallel their citation contexts.
    pub fn finish(&self, documents: &dyn DocumentRows) -> Result<(), IndexError> {
        let contents = std::thread::scope(|scope| {
            let (sender, names) = sync_channel(1);
            let said = scope.spawn(move || self.write_contexts(documents, &names));
            let written = self.write_documents(documents, &sender);
            // If no names were sent, this ends the other thread.
            drop(sender);
            let said = said.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            written.and_then(|contents| said.map(|()| contents))
        })?;
        write_file(&self.folder.join(CONTENTS), &serde_json::to_vec(&contents)?)
    }

    /// Writes the vocabulary and the index of documents. Sends the names of their provisions.
    fn write_documents(
        &self,
        documents: &dyn DocumentRows,
        sender: &SyncSender<ProvisionNames>,
    ) -> Result<IndexContents, IndexError> {
        let vocabulary = vocabulary(&self.texts, &self.text_fields, documents, &self.analyser)?;
        write_file(&self.folder.join(VOCABULARY), &vocabulary.to_bytes())?;

        let fields = DocumentFields::new();
        let tokenizers = TokenizerManager::default();
        tokenize::register(&tokenizers, FieldValues::Names, &self.analyser);
        let mut writer = RowWriter::create(&self.folder, DOCUMENTS, &fields.schema, &tokenizers)?;
        let mut contents = IndexContents { format: FORMAT, sources: Vec::new(), kinds: Vec::new() };
        let mut weights = NameWeights::new(&vocabulary);
        let mut explained = ProvisionNames::new();
        let mut at = 0;
        documents.visit(DocumentColumns::All, &mut |document| {
            let mut first = first_row(&document, &fields, &mut contents)?;
            if !document.provisions.is_empty() || !document.defined.is_empty() {
                let provisions = postcard::to_allocvec(&self.packed(&document))?;
                first.add_field_value(fields.provisions, &OwnedValue::Bytes(provisions));
            }
            writer.add(first)?;
            for (name, kind) in document.names_and_kinds() {
                if let Some(row) = name_row(name, kind, at, &fields, &mut weights) {
                    writer.add(row)?;
                }
            }
            for case_number in &document.case_numbers {
                let mut row = TantivyDocument::new();
                row.add_u64(fields.document, at);
                row.add_pre_tokenized_text(fields.form, tokenize::term_value(case_number_term(case_number)));
                writer.add(row)?;
            }
            let provisions = document.provisions.into_iter().filter(|provision| !provision.names.is_empty());
            explained.extend(provisions.map(|provision| (DocumentNumber(at as u32), provision)));
            at += 1;
            Ok(())
        })?;
        // It fails when the contexts have failed, whose error is returned then.
        let _ = sender.send(explained);
        writer.finish()?;
        Ok(contents)
    }

    /// Writes the citation contexts of provisions, and then the names of concepts, which come through the channel.
    fn write_contexts(
        &self,
        documents: &dyn DocumentRows,
        names: &Receiver<ProvisionNames>,
    ) -> Result<(), IndexError> {
        let mut writer = ContextWriter::create(&self.folder, &self.analyser)?;
        documents.contexts(&mut |provision| writer.add_contexts(provision))?;
        let Ok(names) = names.recv() else { return Ok(()) };
        for (document, provision) in names {
            writer.add_names(document, &provision)?;
        }
        writer.finish()
    }

    /// What is said of the provisions of a document, and the terms that they define.
    fn packed(&self, document: &DocumentToIndex) -> Vec<PackedProvision> {
        let forms_of = |concept: &String| {
            let words = tokens(concept).filter(|token| !is_function_word(&token.word));
            words.flat_map(|token| forms(&token.word, &self.analyser)).collect()
        };
        let packed = |provision: &ProvisionToIndex| PackedProvision {
            anchor: provision.anchor.clone(),
            cited: provision.cited,
            concepts: provision.concepts.iter().map(forms_of).collect(),
        };
        let mut provisions: Vec<PackedProvision> = document.provisions.iter().map(packed).collect();
        for (anchor, term) in &document.defined {
            let concepts = vec![forms_of(term)];
            match provisions.iter_mut().find(|provision| provision.anchor == *anchor) {
                Some(provision) if provision.concepts.contains(&concepts[0]) => {}
                Some(provision) => provision.concepts.extend(concepts),
                None => provisions.push(PackedProvision { anchor: anchor.clone(), cited: 0, concepts }),
            }
        }
        provisions
    }
}

/// Provisions that have names, with the numbers of their documents.
type ProvisionNames = Vec<(DocumentNumber, ProvisionToIndex)>;

/// The most words whose weights are kept.
const MAX_KEPT_WEIGHTS: usize = 200_000;

/// The weights of names. Those of words are kept, up to a limit: most words are in many names.
struct NameWeights<'a> {
    vocabulary: &'a Vocabulary,
    tuning: Tuning,
    words: HashMap<String, f32>,
}

impl<'a> NameWeights<'a> {
    fn new(vocabulary: &'a Vocabulary) -> Self {
        Self { vocabulary, tuning: Tuning::default(), words: HashMap::new() }
    }

    /// The weight of all words of a name, as [`name_weight`](crate::terms::name_weight) has it.
    fn of(&mut self, name: &str) -> f32 {
        let weight = |token: Token<'_>| {
            if let Some(known) = self.words.get(token.word.as_ref()) {
                return *known;
            }
            let weight = crate::plan::weight(self.vocabulary, &token.word, &self.tuning);
            if self.words.len() < MAX_KEPT_WEIGHTS {
                self.words.insert(token.word.into_owned(), weight);
            }
            weight
        };
        tokens(name).map(weight).sum()
    }
}

fn name_row(
    name: &str,
    kind: NameKind,
    document: u64,
    fields: &DocumentFields,
    weights: &mut NameWeights<'_>,
) -> Option<TantivyDocument> {
    let weight = weights.of(name);
    if weight == 0.0 {
        return None;
    }
    let mut row = TantivyDocument::new();
    row.add_u64(fields.document, document);
    row.add_f64(fields.weight, f64::from(weight));
    row.add_u64(fields.name_kind, kind as u64);
    row.add_text(fields.form, name);
    // A phrase is looked for in names, and a topic is none.
    if kind != NameKind::Topic {
        row.add_text(fields.word, name);
    }
    Some(row)
}

fn first_row(
    document: &DocumentToIndex,
    fields: &DocumentFields,
    contents: &mut IndexContents,
) -> Result<TantivyDocument, IndexError> {
    let mut row = TantivyDocument::new();
    row.add_field_value(fields.hit, &OwnedValue::Bytes(serde_json::to_vec(&document.hit)?));
    row.add_u64(fields.key, document.key.map_or(0, stored_key));
    row.add_u64(fields.source, position(&mut contents.sources, &document.hit.source));
    row.add_u64(
        fields.kind,
        document.hit.kind.as_ref().map_or(0, |kind| position(&mut contents.kinds, kind) + 1),
    );
    row.add_u64(fields.year, document.year.map_or(0, u64::from));
    if let Some(expired) = document.expired {
        row.add_u64(fields.expired, u64::from(expired.get()));
    }
    row.add_u64(fields.inbound, document.hit.inbound_count);
    row.add_u64(fields.preparatory, u64::from(document.preparatory));
    row.add_u64(fields.amending, u64::from(document.amending));
    Ok(row)
}

/// The position of a name in a list, which gets the name if it has it not.
fn position(names: &mut Vec<String>, name: &str) -> u64 {
    let at = names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    });
    at as u64
}

/// Merges the segments if they are many, or if much of them is deleted.
fn merge(index: &Index, is_new: bool, memory: usize) -> Result<(), IndexError> {
    let segments = index.searchable_segment_metas()?;
    let deleted: u64 = segments.iter().map(|segment| u64::from(segment.num_deleted_docs())).sum();
    let rows: u64 = segments.iter().map(|segment| u64::from(segment.max_doc())).sum();
    let ids: Vec<_> = segments.iter().map(|segment| segment.id()).collect();
    // A segment held here would keep its files from being removed.
    drop(segments);
    let max = if is_new { 1 } else { MAX_SEGMENTS };
    if ids.len() <= max && deleted * 4 <= rows {
        return Ok(());
    }
    let mut writer = next_writer(index, memory)?;
    writer.set_merge_policy(Box::new(NoMergePolicy));
    drop(writer.merge(&ids).wait()?);
    writer.garbage_collect_files().wait()?;
    writer.wait_merging_threads()?;
    Ok(())
}

/// A writer of an index after another, which has been dropped. A process that another thread starts meanwhile shares the
/// lock of that one until its own program runs.
fn next_writer(index: &Index, memory: usize) -> tantivy::Result<IndexWriter> {
    let is_busy = |error: &TantivyError| matches!(error, TantivyError::LockFailure(LockError::LockBusy, _));
    retry(doubling(Duration::from_millis(5), 8), is_busy, || index.writer_with_num_threads(1, memory))
}

/// Links the texts of the previous index into a new folder and returns its compounds. None when it cannot be used.
fn link_previous(previous: &Path, folder: &Path) -> Option<Compounds> {
    let contents: IndexContents = serde_json::from_slice(&fs::read(previous.join(CONTENTS)).ok()?).ok()?;
    if contents.format != FORMAT {
        return None;
    }
    let compounds = Compounds::from_bytes(&fs::read(previous.join(COMPOUNDS)).ok()?).ok()?;
    // A file that a failing disk damaged would otherwise be part of every later index.
    if !damaged_files(previous).is_ok_and(|files| files.is_empty()) {
        return None;
    }
    let linked = link_all(&previous.join(TEXTS), &folder.join(TEXTS));
    if linked.is_err() {
        // Some files may be linked and others not, as on a file system without links. Begin empty.
        let texts = folder.join(TEXTS);
        let _ = fs::remove_dir_all(&texts);
        fs::create_dir_all(&texts).ok()?;
        return None;
    }
    Some(compounds)
}

fn link_all(from: &Path, to: &Path) -> std::io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        let text = name.to_string_lossy();
        if text.ends_with(".lock") {
            continue;
        }
        // The writer replaces these files by renaming, which would leave a link as it is. They are copied all the same, so
        // that the old index does not depend on how tantivy writes.
        if text.ends_with(".json") {
            fs::copy(entry.path(), to.join(&name))?;
        } else {
            fs::hard_link(entry.path(), to.join(&name))?;
        }
    }
    Ok(())
}

/// The key of a text as the index has it; 0 stands for none.
fn stored_key(key: i64) -> u64 {
    u64::try_from(key).unwrap_or_default() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_that_is_held_a_little_longer_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let index = Index::builder().schema(TextFields::new().schema).create_in_dir(folder.path()).unwrap();
        let before: IndexWriter = index.writer_with_num_threads(1, MIN_THREAD_MEMORY).unwrap();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                std::thread::sleep(Duration::from_millis(50));
                drop(before);
            });
            next_writer(&index, MIN_THREAD_MEMORY).unwrap();
        });
    }

    #[test]
    fn texts_that_wait_do_not_hold_up_a_writer_that_fails() {
        let folder = tempfile::tempdir().unwrap();
        let learn = || Compounds::learn(&HashMap::new());
        let writer = TextWriter::begin(folder.path(), None, MIN_THREAD_MEMORY, learn).unwrap();
        // No segment can be written any more.
        fs::remove_dir_all(folder.path().join(TEXTS)).unwrap();
        let text = FullText { pieces: vec!["får lamm bagge ".repeat(20_000)], ..FullText::default() };
        let failed = (0..1000).any(|key| writer.add(key, &text, AnchorGrammar::Statute).is_err());
        assert!(failed, "300 MB of texts have no index");
    }
}
