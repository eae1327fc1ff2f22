//! Why a question has no answer.

use std::fmt;

use lagrum_cancel::Cancelled;
use lagrum_catalog::CatalogError;
use lagrum_private_lookup::LookupError;

use crate::KnownOfDay;

/// Why a question has no answer. A front door translates each variant into its own form: a status, an exit code, a message.
#[derive(Debug, thiserror::Error)]
pub enum AnswerError {
    /// The snapshot has nothing by the name that the question gives, or no text of the day.
    #[error("{}", .0.detail)]
    NotFound(Box<NotFound>),
    /// A field of the question breaks a rule.
    #[error("{parameter}: {message}")]
    Invalid {
        /// The field, by the name of its parameter.
        parameter: &'static str,
        /// The value of the field, where it was given as text.
        input: Option<String>,
        /// Which rule, and what the field should be.
        message: String,
    },
    /// A field of the question has the right type and cannot be read. The text names it.
    #[error("{0}")]
    Malformed(String),
    /// What the question is about was known once and is no longer. The text says what to do instead.
    #[error("{0}")]
    Gone(String),
    /// A part of the snapshot that the question needs is being loaded.
    #[error("{part}")]
    Loading {
        /// Which part.
        part: LoadingPart,
        /// Seconds after which it has usually been loaded.
        retry_after: u32,
    },
    /// The server does more work than it has memory for at the moment.
    #[error("the server is overloaded")]
    Overloaded,
    /// Something that the answer needs is missing or cannot be read.
    #[error("{message}")]
    Unavailable {
        /// What is missing.
        message: &'static str,
        /// The underlying error, for the operator.
        cause: Option<String>,
    },
    /// The request has ended, so its answer is no longer needed.
    #[error("the request ended before its answer")]
    Cancelled,
    /// A fault of the program or of its data.
    #[error("{}", .0.message)]
    Internal(Fault),
}

/// What a snapshot does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotFound {
    /// What it is, for a person.
    pub detail: String,
    /// Where the text of a day was asked for, what is known of that day all the same.
    pub known: Option<KnownOfDay>,
}

impl NotFound {
    /// Whether other forms of the answer have a text of the day that is put together.
    pub fn is_composed(&self) -> bool {
        matches!(self.known, Some(KnownOfDay::Act { composed: true, .. }))
    }
}

impl From<String> for NotFound {
    fn from(detail: String) -> Self {
        Self { detail, known: None }
    }
}

/// A part of a snapshot that is loaded after the server has started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadingPart {
    /// The graph of citations.
    Graph,
    /// The names of documents, for the resolver and the scanner.
    Names,
    /// The name index, for suggestions.
    Suggestions,
}

impl fmt::Display for LoadingPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Graph => "the citation graph is being loaded",
            Self::Names => "the names of the corpus are being loaded",
            Self::Suggestions => "the names for suggestions are being loaded",
        })
    }
}

/// A fault of the program or of its data, for the operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The kind of fault: the type of an error, `broken invariant`, or `panic`.
    pub kind: String,
    /// The fault's own message.
    pub message: String,
    /// The chain of causes, or the stack of a panic.
    pub trace: Option<String>,
}

/// Causes that are listed for one error.
const MAX_CAUSES: usize = 16;

impl Fault {
    /// The fault that an error stands for.
    pub fn from_error<E: std::error::Error>(error: &E) -> Self {
        Self { kind: std::any::type_name::<E>().to_owned(), message: error.to_string(), trace: causes(error) }
    }

    /// A rule of the program that does not hold.
    pub fn broken_invariant(message: impl Into<String>) -> Self {
        Self { kind: "broken invariant".to_owned(), message: message.into(), trace: None }
    }
}

/// The causes behind an error, one a line, or None when it has none.
fn causes(error: &dyn std::error::Error) -> Option<String> {
    let chain: Vec<_> = std::iter::successors(error.source(), |cause| cause.source())
        .take(MAX_CAUSES)
        .map(|cause| format!("caused by: {cause}"))
        .collect();
    (!chain.is_empty()).then(|| chain.join("\n"))
}

impl AnswerError {
    /// The failure for an error that no caller can do anything about.
    pub(crate) fn internal<E: std::error::Error>(error: &E) -> Self {
        Self::Internal(Fault::from_error(error))
    }

    /// The failure of a question for what the snapshot does not have.
    pub fn not_found(detail: impl Into<String>) -> Self {
        Self::NotFound(Box::new(detail.into().into()))
    }

    /// The failure of a question for the text of a day.
    pub(crate) fn no_text_of_day(detail: String, known: KnownOfDay) -> Self {
        Self::NotFound(Box::new(NotFound { detail, known: Some(known) }))
    }

    /// The failure of a question for a document that is not held.
    pub(crate) fn no_document(uri: &str) -> Self {
        Self::not_found(format!("no document with uri {uri}"))
    }

    /// The failure of a question that needs the citation graph while it is being loaded.
    pub(crate) fn no_graph() -> Self {
        Self::Loading { part: LoadingPart::Graph, retry_after: 30 }
    }
}

impl From<Cancelled> for AnswerError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl From<LookupError> for AnswerError {
    fn from(error: LookupError) -> Self {
        match error {
            LookupError::BucketTooLarge { .. } => {
                Self::Invalid { parameter: "bits", input: None, message: error.to_string() }
            }
            error => Self::Unavailable {
                message: "the private lookups cannot be read",
                cause: Some(error.to_string()),
            },
        }
    }
}

impl From<CatalogError> for AnswerError {
    fn from(error: CatalogError) -> Self {
        match error {
            CatalogError::Cancelled(_) => Self::Cancelled,
            error => {
                Self::Unavailable { message: "the catalog cannot be read", cause: Some(error.to_string()) }
            }
        }
    }
}
