//! The errors of calling a cluster and of making its indexes.

use lagrum_search::SearchError;
use serde_json::Value;

/// The most characters of the cluster's own message in an error.
pub(crate) const MAX_REASON: usize = 300;

/// Why a call to a cluster failed.
///
/// The text is for the operator's log. It names addresses and indexes but no credentials. [`ClusterError::missing`] is the
/// text for readers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClusterError {
    /// No check of the index has ended yet.
    #[error("the cluster has not been contacted yet")]
    NotAsked,
    /// No node can be reached.
    #[error("no node of the cluster can be reached; {0}")]
    NoConnection(String),
    /// No answer came in time.
    #[error("the cluster did not answer in time: {0}")]
    TooSlow(String),
    /// A node has no certificate that is trusted, or does not speak TLS. Nothing was sent to it.
    #[error("no secure connection to {address}: {problem}")]
    Insecure {
        /// The node.
        address: String,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// The credentials are wrong.
    #[error("the cluster rejects the credentials (status 401): check user and password")]
    Unknown,
    /// The user has no right to make the call.
    #[error("the cluster denies the request (status 403): check the rights of the user; its reason: {0}")]
    Forbidden(String),
    /// The cluster is overloaded.
    #[error("the cluster is overloaded (status 429)")]
    Busy,
    /// The index of the snapshot is not there.
    #[error(
        "the cluster has no index {0}: build with --search, or wait until the snapshot that has one arrives"
    )]
    NoIndex(String),
    /// The index with this name is not the one of the snapshot.
    #[error("the index {index} is not the one of this snapshot ({problem}): build again with --search")]
    Foreign {
        /// The index.
        index: String,
        /// What differs.
        problem: String,
    },
    /// A shard of the index is on no node.
    #[error("a part of the index {0} is on no node (the cluster is red)")]
    Red(String),
    /// Only some shards of the index answered in time.
    #[error("only a part of the index answered")]
    Partial,
    /// The cluster failed, or rejected the call.
    #[error("the cluster answered {status}: {reason}")]
    Failed {
        /// The HTTP status.
        status: u16,
        /// The beginning of its message.
        reason: String,
    },
    /// The response ended early, is too large, or is not what the call returns.
    #[error("the answer of the cluster cannot be read: {0}")]
    Unreadable(String),
    /// The query is larger than the cluster allows.
    #[error("the cluster rejects the query as too large")]
    TooMuchWork,
    /// The search was cancelled, since its request has ended.
    #[error(transparent)]
    Cancelled(#[from] lagrum_cancel::Cancelled),
}

impl ClusterError {
    /// What is missing, in words that may be shown to anybody.
    pub fn missing(&self) -> &'static str {
        match self {
            Self::NotAsked => "the search cluster has not been contacted yet",
            Self::NoConnection(_) => "the search cluster cannot be reached",
            Self::TooSlow(_) => "the search cluster does not answer in time",
            Self::Insecure { .. } => "the search cluster cannot be reached securely",
            Self::Unknown | Self::Forbidden(_) => "the search cluster rejects the credentials",
            Self::Busy => "the search cluster is overloaded",
            Self::NoIndex(_) => "the search cluster has no index of this snapshot",
            Self::Foreign { .. } => "the search cluster has another index than that of this snapshot",
            Self::Red(_) | Self::Partial => "a part of the search index is on no node of the cluster",
            Self::Failed { .. } | Self::Unreadable(_) => "the search cluster fails",
            Self::TooMuchWork => "the search cluster rejects the query as too large",
            Self::Cancelled(_) => "nobody waits for the answer",
        }
    }
}

impl ClusterError {
    /// The failure of a status that means the same for every call, with the message of the cluster.
    pub(crate) fn from_status(status: u16, error: &Value) -> Option<Self> {
        match status {
            401 => Some(Self::Unknown),
            403 => {
                let reason = error["reason"].as_str().unwrap_or("nothing");
                Some(Self::Forbidden(reason.chars().take(MAX_REASON).collect()))
            }
            429 => Some(Self::Busy),
            _ => None,
        }
    }

    /// Whether the same call may succeed a little later.
    pub(crate) fn is_transient(&self) -> bool {
        matches!(
            self,
            Self::Busy
                | Self::TooSlow(_)
                | Self::NoConnection(_)
                | Self::Unreadable(_)
                | Self::Failed { status: 502..=504, .. }
        )
    }
}

impl From<ClusterError> for SearchError {
    fn from(error: ClusterError) -> Self {
        match error {
            ClusterError::TooMuchWork => Self::TooMuchWork,
            ClusterError::Cancelled(cancelled) => cancelled.into(),
            other => Self::Unavailable(other.to_string()),
        }
    }
}

/// Why an index could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ClusterIndexError {
    /// The cluster failed.
    #[error(transparent)]
    Cluster(#[from] ClusterError),
    /// The snapshot's embedded index cannot be read.
    #[error(transparent)]
    Index(#[from] lagrum_search::IndexError),
    /// A file of the data folder cannot be read or written.
    #[error("{path}: {problem}")]
    File {
        /// The file.
        path: String,
        /// What is wrong.
        problem: String,
    },
    /// A text that was indexed cannot be read again.
    #[error(
        "the text of {0} could not be read again: run the build again, and `lagrum check` if that does not help"
    )]
    Text(String),
    /// The cluster rejected a document.
    #[error("the cluster rejected {uri}: {reason}")]
    Document {
        /// Its uri.
        uri: String,
        /// The message of the cluster.
        reason: String,
    },
    /// The prefix cannot begin the name of an index.
    #[error("{0:?} cannot begin the name of an index: small letters, digits and hyphens, a letter first")]
    Prefix(String),
    /// The index manifest cannot be made.
    #[error("the index manifest cannot be made: {0}")]
    Manifest(String),
    /// The index has another number of documents than were sent.
    #[error("the index {index} holds {found} documents and should hold {expected}")]
    Count {
        /// The index.
        index: String,
        /// How many it has.
        found: u64,
        /// How many it should have.
        expected: u64,
    },
}
