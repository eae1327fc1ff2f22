//! The printer that starts a process for each job.
//!
//! The job is the one argument of the process, the material its standard input, the result its standard output. It ends
//! with 0 when it has printed, with [`ChildPrinter::REFUSED`] and a [`Refusal`] as JSON on standard output when there is
//! nothing to print, and in any other way when something broke. It gets an empty environment, and bounds itself before it
//! looks at the material; the clock and the length of its answer are watched from here.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};

use crate::press::{PrintError, Printed, Printer};
use crate::{Material, Order, Refusal};

/// Bytes of a dying process's last words that are kept.
const LAST_WORDS: u64 = 4096;

/// Starts a program for each job.
#[derive(Clone, Debug)]
pub struct ChildPrinter {
    program: PathBuf,
    arguments: Vec<OsString>,
    within: Option<Duration>,
}

impl ChildPrinter {
    /// The exit code of a process that refuses a job.
    pub const REFUSED: u8 = 3;

    /// A printer that starts this program with these arguments and, after them, the job as JSON.
    pub fn new(
        program: impl Into<PathBuf>,
        arguments: impl IntoIterator<Item = impl Into<OsString>>,
    ) -> Self {
        Self {
            program: program.into(),
            arguments: arguments.into_iter().map(Into::into).collect(),
            within: None,
        }
    }

    /// The same printer, which ends every job after this time instead of the job's own.
    #[must_use]
    pub fn within(self, time: Duration) -> Self {
        Self { within: Some(time), ..self }
    }

    async fn run(&self, order: Order) -> Result<Bytes, PrintError> {
        let bounds = order.job.bounds();
        let within = self.within.unwrap_or(Duration::from_secs(bounds.seconds));
        let mut child = self.start(&order)?;
        // Dropping the child, as the time limit does, ends its process.
        let work = async {
            let input = child.stdin.take();
            let (mut output, mut errors) = (child.stdout.take(), child.stderr.take());
            let feed = async {
                if let (Some(mut input), Material::Bytes(bytes)) = (input, &order.material) {
                    // A process that has read enough closes its end.
                    let _ = input.write_all(bytes).await;
                }
                Ok(())
            };
            let ((), answer, words) =
                tokio::try_join!(feed, read(&mut output, bounds.answer), read(&mut errors, LAST_WORDS))?;
            let status = child.wait().await.map_err(|error| died(&error))?;
            Ok::<_, PrintError>((status, answer, words))
        };
        let (status, answer, words) =
            tokio::time::timeout(within, work).await.map_err(|_| PrintError::TooSlow)??;
        told(status, answer, &words)
    }

    fn start(&self, order: &Order) -> Result<Child, PrintError> {
        let job = serde_json::to_string(&order.job).map_err(|error| died(&error))?;
        let input = match &order.material {
            Material::File(path) => std::fs::File::open(path)
                .map_err(|error| PrintError::Died(format!("the material cannot be opened: {error}")))?
                .into(),
            Material::Bytes(_) => Stdio::piped(),
        };
        Command::new(&self.program)
            .args(&self.arguments)
            .arg(job)
            .env_clear()
            .stdin(input)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| PrintError::Died(format!("the printer cannot be started: {error}")))
    }
}

impl Printer for ChildPrinter {
    fn print(&self, order: Order) -> Printed {
        let this = self.clone();
        Box::pin(async move { this.run(order).await })
    }
}

/// Reads to the end; what is longer than it may be is a failure.
async fn read(from: &mut Option<impl AsyncRead + Unpin>, most: u64) -> Result<Vec<u8>, PrintError> {
    let mut bytes = Vec::new();
    if let Some(from) = from {
        from.take(most + 1).read_to_end(&mut bytes).await.map_err(|error| died(&error))?;
    }
    if bytes.len() as u64 > most {
        return Err(PrintError::Died("the printer said more than it may".to_owned()));
    }
    Ok(bytes)
}

/// What the end of a process means.
fn told(status: ExitStatus, answer: Vec<u8>, words: &[u8]) -> Result<Bytes, PrintError> {
    if status.success() {
        return Ok(answer.into());
    }
    if status.code() == Some(i32::from(ChildPrinter::REFUSED))
        && let Ok(refusal) = serde_json::from_slice::<Refusal>(&answer)
    {
        return Err(PrintError::Refused(refusal));
    }
    Err(PrintError::Died(format!("{status}: {}", String::from_utf8_lossy(words).trim())))
}

fn died(error: &dyn std::error::Error) -> PrintError {
    PrintError::Died(error.to_string())
}
