//! Reads the output of a worker process.

use tokio::io::{AsyncRead, AsyncReadExt};

use crate::PrintError;

/// How much of a worker's standard error is read, in bytes. More is a failure.
pub(crate) const MAX_STDERR_BYTES: u64 = 4096;

/// Reads to the end. More than `limit` bytes are a failure.
pub(crate) async fn read(
    from: &mut Option<impl AsyncRead + Unpin>,
    limit: u64,
) -> Result<Vec<u8>, PrintError> {
    let mut bytes = Vec::new();
    if let Some(from) = from {
        from.take(limit + 1).read_to_end(&mut bytes).await.map_err(|error| failed(&error))?;
    }
    if bytes.len() as u64 > limit {
        return Err(PrintError::WorkerFailed(format!("the output is longer than {limit} bytes")));
    }
    Ok(bytes)
}

pub(crate) fn failed(error: &dyn std::error::Error) -> PrintError {
    PrintError::WorkerFailed(error.to_string())
}
