//! A worker process. `lagrum_print_pool::WorkerProcess` describes its arguments, input and output.

use std::io::{self, Read, Write};
use std::process::ExitCode;

use lagrum_print_pool::{PrintJob, PrintRejection, WorkerProcess};
use rustix::process::{Resource, Rlimit, setrlimit};

use crate::{page, paper, sandbox};

/// Why a worker process failed.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// The argument is not a job.
    #[error("the argument is not a print job: {0}")]
    PrintJob(#[from] serde_json::Error),
    /// The limits of the process cannot be set. It does nothing without them.
    #[error("the limits of the process cannot be set: {0}")]
    Limits(#[from] rustix::io::Errno),
    /// The input cannot be read, or the result cannot be written.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// Does a job with the input from standard input, and writes the result to standard output. First sets the limits and the
/// sandbox of the whole process, which cannot be removed: call it in a process that does nothing else.
pub fn work(job: &str) -> Result<ExitCode, WorkerError> {
    let job: PrintJob = serde_json::from_str(job)?;
    set_limits(&job)?;
    sandbox::apply();
    let mut input = Vec::new();
    io::stdin().lock().read_to_end(&mut input)?;
    let mut output = io::stdout().lock();
    let code = match run(&job, input) {
        Ok(result) => {
            output.write_all(&result)?;
            ExitCode::SUCCESS
        }
        Err(rejection) => {
            serde_json::to_writer(&mut output, &rejection)?;
            ExitCode::from(WorkerProcess::REJECTED)
        }
    };
    output.flush()?;
    Ok(code)
}

fn run(job: &PrintJob, input: Vec<u8>) -> Result<Vec<u8>, PrintRejection> {
    match job {
        PrintJob::Count => page::count(input).map(|pages| pages.to_string().into_bytes()),
        PrintJob::Page(drawn) => page::draw(input, drawn, job.limits().pixels),
        PrintJob::Paper => paper::typeset(&input),
        PrintJob::Sandbox => serde_json::to_vec(&sandbox::report())
            .map_err(|error| PrintRejection::Unreadable(error.to_string())),
    }
}

/// Sets the limits of the process: memory, processor time, no files written, no core dump. The parent process enforces the
/// timeout; the limit of processor time is for the case that the parent has ended.
fn set_limits(job: &PrintJob) -> Result<(), rustix::io::Errno> {
    let limits = job.limits();
    let resources = [
        (Resource::As, limits.memory),
        (Resource::Cpu, limits.seconds * 4),
        (Resource::Fsize, 0),
        (Resource::Core, 0),
    ];
    resources.into_iter().try_for_each(|(resource, limit)| {
        setrlimit(resource, Rlimit { current: Some(limit), maximum: Some(limit) })
    })
}
