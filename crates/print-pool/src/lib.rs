//! Print jobs: the worker processes that do them, the admission queue before these, and the print cache behind.
//!
//! Laying out a document and drawing a page of a foreign PDF may crash, hang or allocate all memory. So each [`PrintJob`] runs
//! in a process of its own, with limits, and is killed when it exceeds them; a failure costs only the requests for that
//! job. [`PrintPool`] limits how many jobs run at once, does each job once for all requests that wait for it, and stores the
//! results in a [`PrintCache`].
//!
//! This crate knows neither PDF nor HTTP. A [`PrintWorker`] does the work; [`WorkerProcess`] starts a process for each job.

mod cache;
mod error;
mod idle;
mod job;
mod output;
mod page_worker;
mod pool;
mod process;
mod protocol;
mod queue;
mod reading;

pub use cache::{PrintCache, PrintKey};
pub use error::PrintError;
pub use job::{JobLimits, PageJob, PrintInput, PrintJob, PrintRejection, PrintRequest, SandboxReport};
pub use pool::{PrintFuture, PrintPool, PrintWorker};
pub use process::WorkerProcess;
pub use protocol::{PageRequests, read_file};
pub use queue::{ClientKey, JobClass, PrintPermit};
