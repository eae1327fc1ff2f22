//! What can go wrong with a cluster.

use lagrum_search::SearchError;
use serde_json::Value;

/// Letters of the cluster's own words that are kept of a failure.
pub(crate) const REASON: usize = 300;

/// Why a cluster did not do what it was asked.
///
/// The text is for the log of the operator; it names addresses and indexes but no credentials. What readers may be told
/// is [`ClusterError::missing`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClusterError {
    /// It has not been looked at yet.
    #[error("the cluster has not been contacted yet")]
    NotAsked,
    /// No node can be reached.
    #[error("no node of the cluster can be reached; {0}")]
    NoConnection(String),
    /// No answer came in time.
    #[error("the cluster did not answer in time: {0}")]
    TooSlow(String),
    /// A node does not prove that it is who it should be, or speaks in the open. Nothing was sent to it.
    #[error("no secure connection to {address}: {problem}")]
    Insecure {
        /// The node.
        address: String,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// It does not know us.
    #[error("the cluster rejects the credentials (status 401): check user and password")]
    Unknown,
    /// It knows us and does not let us.
    #[error("the cluster denies the request (status 403): check the rights of the user; its reason: {0}")]
    Forbidden(String),
    /// It has more to do than it can.
    #[error("the cluster is overloaded (status 429)")]
    Busy,
    /// The index of the snapshot is not there.
    #[error(
        "the cluster has no index {0}: build with --search, or wait until the snapshot that has one arrives"
    )]
    NoIndex(String),
    /// An index is there and is not the one of the snapshot.
    #[error("the index {index} is not the one of this snapshot ({problem}): build again with --search")]
    Foreign {
        /// The index.
        index: String,
        /// What is other than it should be.
        problem: String,
    },
    /// Some part of the index is on no node.
    #[error("a part of the index {0} is on no node (the cluster is red)")]
    Red(String),
    /// Only a part of the index answered, or not all of it in time.
    #[error("only a part of the index answered")]
    Partial,
    /// It failed, or did not understand us.
    #[error("the cluster answered {status}: {reason}")]
    Failed {
        /// The HTTP status.
        status: u16,
        /// The beginning of what it says.
        reason: String,
    },
    /// The answer ended early, or is too large, or is no answer to what was asked.
    #[error("the answer of the cluster cannot be read: {0}")]
    Unreadable(String),
    /// The query asks for more than the cluster does for one.
    #[error("the cluster rejects the query as too large")]
    TooMuchWork,
    /// Nobody waits for the answer any more.
    #[error(transparent)]
    Cancelled(#[from] lagrum_cancel::Cancelled),
}

impl ClusterError {
    /// What is missing, in words for anybody.
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
    /// The failure that a status tells of whatever was asked, with what the cluster says of it.
    pub(crate) fn of(status: u16, error: &Value) -> Option<Self> {
        match status {
            401 => Some(Self::Unknown),
            403 => {
                let reason = error["reason"].as_str().unwrap_or("nothing");
                Some(Self::Forbidden(reason.chars().take(REASON).collect()))
            }
            429 => Some(Self::Busy),
            _ => None,
        }
    }

    /// Whether it may be over when the same is asked again a little later.
    pub(crate) fn passes(&self) -> bool {
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

/// Why an index could not be filled, or the files beside it not be read.
#[derive(Debug, thiserror::Error)]
pub enum FillError {
    /// The cluster failed.
    #[error(transparent)]
    Cluster(#[from] ClusterError),
    /// The snapshot's own index cannot be read.
    #[error(transparent)]
    Index(#[from] lagrum_search::IndexError),
    /// A file of ours cannot be read or written.
    #[error("{path}: {problem}")]
    File {
        /// The file.
        path: String,
        /// What is wrong.
        problem: String,
    },
    /// A text that was read a moment ago cannot be read any more.
    #[error(
        "the text of {0} could not be read again: run the build again, and `lagrum check` if that does not help"
    )]
    Text(String),
    /// A document was not taken.
    #[error("the cluster rejected {uri}: {reason}")]
    Document {
        /// Its uri.
        uri: String,
        /// What the cluster says.
        reason: String,
    },
    /// Names of indexes cannot begin so.
    #[error("{0:?} cannot begin the name of an index: small letters, digits and hyphens, a letter first")]
    Prefix(String),
    /// The list of documents cannot be made.
    #[error("the list of documents: {0}")]
    Roster(String),
    /// The index holds another number of documents than were sent.
    #[error("the index {index} holds {found} documents and should hold {expected}")]
    Count {
        /// The index.
        index: String,
        /// How many it holds.
        found: u64,
        /// How many it should hold.
        expected: u64,
    },
}
