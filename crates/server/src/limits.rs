//! The limits of what a client can hold.

use std::time::Duration;

/// The timeout of the request head of a connection that is not admitted.
pub(crate) const REJECTED_HEAD_TIMEOUT: Duration = Duration::from_secs(1);

/// File handles that are left to the rest of the program.
const OTHER_HANDLES: u64 = 128;

/// The limits of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Admitted connections: open at once, and not silent or being rejected.
    pub connections: usize,
    /// Silent connections open at once: those that have not sent anything.
    pub silent: usize,
    /// Connections beyond the limit that get an error response at once. Further ones are closed without a response.
    pub rejected: usize,
    /// Concurrent requests of one client.
    pub per_client: usize,
    /// The timeout of a request head, from when the connection is ready for it. On a new connection it is the timeout of the
    /// first byte, and again of the rest.
    pub head: Duration,
    /// The maximum size of a request head, in bytes; at least 8192.
    pub head_bytes: usize,
    /// The minimum rate at which a client reads its response.
    pub write_timeout: WriteTimeout,
    /// The time that running requests have to finish on shutdown.
    pub drain: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 1024,
            silent: 8192,
            rejected: 1024,
            per_client: 256,
            head: Duration::from_secs(10),
            head_bytes: 32 * 1024,
            write_timeout: WriteTimeout::default(),
            drain: Duration::from_secs(30),
        }
    }
}

impl Limits {
    /// The same limits with this number of connections. A client may have a quarter as many concurrent requests.
    #[must_use]
    pub fn with_connections(self, connections: usize) -> Self {
        Self { connections, per_client: connections.div_ceil(4), ..self }
    }

    /// These limits, reduced to this number of file handles. An admitted connection needs two: for itself, and for a file it
    /// sends.
    #[must_use]
    pub fn within(self, handles: u64) -> Self {
        let handles = usize::try_from(handles.saturating_sub(OTHER_HANDLES)).unwrap_or(usize::MAX);
        let part = (handles / 4).max(1);
        let (connections, rejected) = (self.connections.min(part), self.rejected.min(part));
        let rest = handles.saturating_sub(2 * connections + rejected);
        Self {
            connections,
            rejected,
            silent: self.silent.min(rest.max(1)),
            per_client: self.per_client.min(connections),
            ..self
        }
    }
}

/// The minimum rate at which a client reads a response: this number of bytes in each period.
///
/// A period begins when the socket accepts no more data. The default closes clients that read nothing for a minute, or less
/// than half a KiB per second. It allows the slowest phone: one that reads 2 KiB per second, or loses its network for half
/// a minute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WriteTimeout {
    /// The length of a period.
    pub period: Duration,
    /// The bytes to be read in a period.
    pub bytes: u64,
}

impl Default for WriteTimeout {
    fn default() -> Self {
        Self { period: Duration::from_mins(1), bytes: 32 * 1024 }
    }
}
