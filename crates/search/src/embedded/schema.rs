//! What the two indexes of a snapshot hold.
//!
//! The index of **texts** has for every text one row with its words and the table of its places, and after it one row for
//! each block of it, with nothing but stored text. A text is known by the number of its stored artifact and never
//! changes, so the segments that hold it are shared between snapshots.
//!
//! The index of **documents** is made anew for every snapshot, since names and counts of a document change when others
//! do. For every document, in the order of their numbers, it has one row with what a hit shows, and after it one row for
//! each of its names.

use super::tokenize::{FORMS, WORDS};
use tantivy::schema::{
    BytesOptions, FAST, Field, INDEXED, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions,
};

/// Fields of the index of texts.
#[derive(Clone, Debug)]
pub(crate) struct TextFields {
    pub(crate) schema: Schema,
    /// The number of the stored artifact, on every row of a text.
    pub(crate) key: Field,
    /// How many words the text has; on its first row only.
    pub(crate) length: Field,
    /// Words as they stand, with positions.
    pub(crate) word: Field,
    /// Stems, and `~` with the stems of a compound's parts, at the position of the word.
    pub(crate) form: Field,
    /// The table of places, on the first row.
    pub(crate) places: Field,
    /// A block of the text, on the others.
    pub(crate) block: Field,
}

/// Fields of the index of documents.
#[derive(Clone, Debug)]
pub(crate) struct DocumentFields {
    pub(crate) schema: Schema,
    /// What a hit shows, as JSON; on the first row of a document.
    pub(crate) shown: Field,
    /// What others say of the document's provisions; on its first row, where there is something.
    pub(crate) provisions: Field,
    /// On the first row: the number of the stored artifact and one, 0 for none.
    pub(crate) key: Field,
    pub(crate) source: Field,
    pub(crate) kind: Field,
    /// 0 for none.
    pub(crate) year: Field,
    /// The day it ends as `20310131`; 0 for one that ended long ago, absent for one that has no end.
    pub(crate) expired: Field,
    pub(crate) inbound: Field,
    /// 1 for a preparatory work.
    pub(crate) preparatory: Field,
    /// On the row of a name: how much its words weigh together.
    pub(crate) weight: Field,
    /// On the row of a name: 1 for a keyword.
    pub(crate) keyword: Field,
    /// On the row of a name: the number of its document.
    pub(crate) document: Field,
    pub(crate) word: Field,
    pub(crate) form: Field,
}

fn positions(tokenizer: &str) -> TextOptions {
    let indexing = TextFieldIndexing::default()
        .set_tokenizer(tokenizer)
        .set_fieldnorms(false)
        .set_index_option(IndexRecordOption::WithFreqsAndPositions);
    TextOptions::default().set_indexing_options(indexing)
}

impl TextFields {
    pub(crate) fn new() -> Self {
        let mut schema = Schema::builder();
        Self {
            key: schema.add_u64_field("key", FAST | INDEXED),
            length: schema.add_u64_field("length", FAST),
            word: schema.add_text_field("word", positions(WORDS)),
            form: schema.add_text_field("form", positions(FORMS)),
            places: schema.add_bytes_field("places", BytesOptions::from(STORED)),
            block: schema.add_text_field("block", STORED),
            schema: schema.build(),
        }
    }
}

impl DocumentFields {
    pub(crate) fn new() -> Self {
        let mut schema = Schema::builder();
        Self {
            provisions: schema.add_bytes_field("provisions", BytesOptions::from(STORED)),
            shown: schema.add_bytes_field("shown", BytesOptions::from(STORED)),
            key: schema.add_u64_field("key", FAST),
            source: schema.add_u64_field("source", FAST),
            kind: schema.add_u64_field("kind", FAST),
            year: schema.add_u64_field("year", FAST),
            expired: schema.add_u64_field("expired", FAST),
            inbound: schema.add_u64_field("inbound", FAST),
            preparatory: schema.add_u64_field("preparatory", FAST),
            keyword: schema.add_u64_field("keyword", FAST),
            weight: schema.add_f64_field("weight", FAST),
            document: schema.add_u64_field("document", FAST),
            word: schema.add_text_field("word", positions(WORDS)),
            form: schema.add_text_field("form", positions(FORMS)),
            schema: schema.build(),
        }
    }
}
