//! Why there is no print.

use crate::PrintRejection;

/// Why there is no print.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrintError {
    /// The worker rejected the job.
    #[error(transparent)]
    Rejected(#[from] PrintRejection),
    /// No worker could be started.
    #[error("the worker process cannot be started: {0}")]
    NotStarted(String),
    /// The worker ended without a result: it crashed, or exceeded a limit.
    #[error("the worker process failed: {0}")]
    WorkerFailed(String),
    /// The worker exceeded its timeout and was killed.
    #[error("the worker process timed out")]
    TimedOut,
    /// Too many jobs wait, or this one has waited too long.
    #[error("the print pool is busy")]
    Busy,
    /// Too many requests of this client are in progress.
    #[error("this client has too many print requests in progress")]
    TooManyRequests,
}
