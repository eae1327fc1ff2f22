//! The two texts of a comparison.

use lagrum_artifact::{ActFamily, DocumentUri, LydelseId, StoredId};

use crate::AsOf;

/// One side of a comparison: a stored artifact, and which lydelse it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedLydelse {
    pub(super) stored: StoredId,
    pub(super) uri: String,
    /// None for a current lydelse that does not say which it is.
    pub(super) version: Option<LydelseId>,
    /// Whether it is the current lydelse.
    pub(super) current: bool,
    /// Why it is the lydelse of a day; None where the question names it otherwise.
    pub(super) as_of: Option<AsOf>,
    /// The day whose text is compared: that of the question, else the first day of an archived lydelse, or today for
    /// the document itself. None where no first day is known.
    pub(super) day: Option<String>,
}

impl ComparedLydelse {
    /// The uri under which a document question finds it.
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// What readers call it.
    pub fn reader_name(&self) -> String {
        match &self.version {
            Some(version) if !self.current => version.reader_form(),
            _ => "gällande lydelse".to_owned(),
        }
    }
}

/// Two stored lydelser of one document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LydelsePair {
    pub(super) document: DocumentUri,
    pub(super) family: ActFamily,
    /// The older one.
    pub older: ComparedLydelse,
    /// The newer lydelse.
    pub newer: ComparedLydelse,
}

impl LydelsePair {
    /// The uri of the document.
    pub fn document(&self) -> &str {
        self.document.as_str()
    }
}
