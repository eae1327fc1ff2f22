//! The fields of the two indexes of a snapshot.
//!
//! The index of **texts** has one row for every text, with its words and the table of its passages, and after it one row
//! for each block of stored text. Before it stands one row for each passage, in the order of the table, if the text is one whose
//! provisions are ranked by themselves. The key of a text is the number of its stored artifact. A text never changes, so the
//! segments that hold it are shared between snapshots.
//!
//! The index of **documents** is made anew for every snapshot, since the names and counts of a document change when other
//! documents do. It has one row for every document, in the order of document numbers, with the fields that a hit shows, and
//! after it one row for each name of the document.

use super::tokenize::{FORMS, WORDS};
use tantivy::IndexSettings;
use tantivy::schema::{
    BytesOptions, FAST, Field, INDEXED, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions,
};

/// The bytes of stored text that are compressed together. The number is small, since single blocks of text are read.
const STORE_BLOCK_BYTES: usize = 8 << 10;

/// The settings of both indexes.
pub(super) fn settings() -> IndexSettings {
    IndexSettings { docstore_blocksize: STORE_BLOCK_BYTES, ..IndexSettings::default() }
}

/// Fields of the index of texts.
#[derive(Clone, Debug)]
pub(crate) struct TextFields {
    pub(crate) schema: Schema,
    /// The number of the stored artifact, on every row of a text.
    pub(crate) key: Field,
    /// The number of words of the text, on its first row only.
    pub(crate) length: Field,
    /// Words as they stand, with positions.
    pub(crate) word: Field,
    /// Stems, and `~` with the stems of a compound's parts, at the position of the word.
    pub(crate) form: Field,
    /// The table of passages, on the first row.
    pub(crate) passages: Field,
    /// A block of the text, on the rows after the first.
    pub(crate) block: Field,
    /// On the first row: how many rows of passages stand before it.
    pub(crate) provisions: Field,
    /// On the row of a passage: the number of its words.
    pub(crate) provision_words: Field,
    /// On the row of a passage: the forms of its words, as in `form`, without positions.
    pub(crate) provision: Field,
    /// On the row of a passage: the forms of the words of the headings over it.
    pub(crate) over: Field,
}

/// Fields of the index of documents.
#[derive(Clone, Debug)]
pub(crate) struct DocumentFields {
    pub(crate) schema: Schema,
    /// The fields that a hit shows, as JSON, on the first row of a document.
    pub(crate) hit: Field,
    /// The provisions of the document that others cite ([`PackedProvision`](crate::text_layout::PackedProvision)), on its first row.
    /// Absent if there are none.
    pub(crate) provisions: Field,
    /// On the first row: one more than the number of the stored artifact, 0 for none.
    pub(crate) key: Field,
    pub(crate) source: Field,
    pub(crate) kind: Field,
    /// 0 for none.
    pub(crate) year: Field,
    /// The day it expires as `20310131`; 0 if it expired on an unknown day, absent if it does not expire.
    pub(crate) expired: Field,
    pub(crate) inbound: Field,
    /// 1 for a preparatory work.
    pub(crate) preparatory: Field,
    /// 1 for an act that only changes another.
    pub(crate) amending: Field,
    /// On the row of a name: the weight of all its words.
    pub(crate) weight: Field,
    /// On the row of a name: its kind ([`NameKind`](crate::NameKind)).
    pub(crate) name_kind: Field,
    /// On the row of a name: the number of its document.
    pub(crate) document: Field,
    pub(crate) word: Field,
    pub(crate) form: Field,
}

/// The term under which a name row has the number of a case that its document decides.
pub(super) fn case_number_term(number: &str) -> String {
    format!("#{number}")
}

fn positions(tokenizer: &str) -> TextOptions {
    let indexing = TextFieldIndexing::default()
        .set_tokenizer(tokenizer)
        .set_fieldnorms(false)
        .set_index_option(IndexRecordOption::WithFreqsAndPositions);
    TextOptions::default().set_indexing_options(indexing)
}

fn frequencies(tokenizer: &str) -> TextOptions {
    let indexing = TextFieldIndexing::default()
        .set_tokenizer(tokenizer)
        .set_fieldnorms(false)
        .set_index_option(IndexRecordOption::WithFreqs);
    TextOptions::default().set_indexing_options(indexing)
}

impl TextFields {
    /// The column of the number of rows of passages before the first row of a text.
    pub(crate) const PROVISIONS: &str = "provisions";
    /// The column of the number of words of a passage.
    pub(crate) const PROVISION_WORDS: &str = "provision_words";

    pub(crate) fn new() -> Self {
        let mut schema = Schema::builder();
        Self {
            key: schema.add_u64_field("key", FAST | INDEXED),
            length: schema.add_u64_field("length", FAST),
            word: schema.add_text_field("word", positions(WORDS)),
            form: schema.add_text_field("form", positions(FORMS)),
            passages: schema.add_bytes_field("places", BytesOptions::from(STORED)),
            block: schema.add_text_field("block", STORED),
            provisions: schema.add_u64_field(Self::PROVISIONS, FAST),
            provision_words: schema.add_u64_field(Self::PROVISION_WORDS, FAST),
            provision: schema.add_text_field("provision", frequencies(FORMS)),
            over: schema.add_text_field("over", frequencies(FORMS)),
            schema: schema.build(),
        }
    }
}

impl DocumentFields {
    pub(crate) fn new() -> Self {
        let mut schema = Schema::builder();
        Self {
            provisions: schema.add_bytes_field("provisions", BytesOptions::from(STORED)),
            hit: schema.add_bytes_field("shown", BytesOptions::from(STORED)),
            key: schema.add_u64_field("key", FAST),
            source: schema.add_u64_field("source", FAST),
            kind: schema.add_u64_field("kind", FAST),
            year: schema.add_u64_field("year", FAST),
            expired: schema.add_u64_field("expired", FAST),
            inbound: schema.add_u64_field("inbound", FAST),
            preparatory: schema.add_u64_field("preparatory", FAST),
            amending: schema.add_u64_field("amending", FAST),
            name_kind: schema.add_u64_field("name_kind", FAST),
            weight: schema.add_f64_field("weight", FAST),
            document: schema.add_u64_field("document", FAST),
            word: schema.add_text_field("word", positions(WORDS)),
            form: schema.add_text_field("form", positions(FORMS)),
            schema: schema.build(),
        }
    }
}
