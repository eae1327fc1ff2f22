//! The log of the process: one event, one line, on standard error.
//!
//! The text of an event may come from outside: a path, a uri, a file's name, an error that quotes one of them. It is escaped
//! when its line is written, so that no event can forge another line or control a terminal ([`lagrum_escape`]).

use std::fmt;
use std::io::{self, IsTerminal, Write};

use jiff::Timestamp;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::time::FormatTime;
use tracing_subscriber::fmt::writer::BoxMakeWriter;
use tracing_subscriber::fmt::{MakeWriter, format};

use super::fields::TextFields;
use super::queue::{LineQueue, LogGuard};

/// Why logging could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The filter is malformed.
    #[error("the log filter is malformed: {0}")]
    Filter(#[from] tracing_subscriber::filter::ParseError),
    /// Another logger is installed.
    #[error("logging is already set up")]
    Installed,
    /// The thread that writes lines cannot be started.
    #[error("the thread that writes the log cannot be started: {0}")]
    Thread(#[from] io::Error),
}

/// Which thread writes log lines to standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogWriter {
    /// The thread that logs the event, before it goes on. For commands, whose log is read beside their results.
    Caller,
    /// A thread for the log, some milliseconds later. For servers, whose requests must not wait for standard error.
    Thread,
}

/// How a log line looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// For a person at a terminal.
    Text,
    /// One JSON object per line.
    Json,
}

/// Begins logging to standard error, for the whole process. Keep the guard until the end: it waits for the last lines.
///
/// The filter is a level (`info`) or a list such as `warn,lagrum_api=debug`.
pub fn start_logging(
    filter: &str,
    format: LogFormat,
    writer: LogWriter,
) -> Result<Option<LogGuard>, LogError> {
    let (output, guard) = match writer {
        LogWriter::Caller => (BoxMakeWriter::new(io::stderr), None),
        LogWriter::Thread => {
            let (queue, guard) = LineQueue::start(io::stderr())?;
            (BoxMakeWriter::new(queue), Some(guard))
        }
    };
    let lines = tracing_subscriber::fmt()
        .with_timer(Microseconds)
        // Colours would be noise in a file or a journal.
        .with_ansi(io::stderr().is_terminal())
        // Reporting a failed write to standard error would panic, because that write fails too.
        .log_internal_errors(false)
        .with_env_filter(EnvFilter::try_new(filter)?);
    match format {
        // Values are escaped one by one, since the line itself may have colours.
        LogFormat::Text => lines.fmt_fields(TextFields).with_writer(output).try_init(),
        LogFormat::Json => lines.json().flatten_event(true).with_writer(JsonLines(output)).try_init(),
    }
    .map_err(|_| LogError::Installed)?;
    Ok(guard)
}

/// The time in UTC, as `2026-11-25T16:08:33.534120Z`. The subscriber's own timer takes three times as long.
struct Microseconds;

impl FormatTime for Microseconds {
    fn format_time(&self, line: &mut format::Writer<'_>) -> fmt::Result {
        write!(line, "{:.6}", Timestamp::now())
    }
}

/// Escapes finished lines of JSON on their way to a writer.
struct JsonLines<M>(M);

impl<'a, M: MakeWriter<'a>> MakeWriter<'a> for JsonLines<M> {
    type Writer = JsonLines<M::Writer>;

    fn make_writer(&'a self) -> Self::Writer {
        JsonLines(self.0.make_writer())
    }
}

impl<W: Write> Write for JsonLines<W> {
    /// Takes a whole line: the subscriber writes each line in one call.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(line);
        self.0.write_all(lagrum_escape::json(&text).as_bytes())?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
