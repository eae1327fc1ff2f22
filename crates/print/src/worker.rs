//! A worker process. `lagrum_print_pool::WorkerProcess` describes its arguments, input and output.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::process::ExitCode;

use lagrum_print_pool::{
    JobLimits, PageJob, PageRequests, PrintJob, PrintRejection, WorkerProcess, read_file,
};
use rustix::process::{Resource, Rlimit, setrlimit};

use crate::page::{self, OpenPdf};
#[cfg(feature = "typesetter")]
use crate::paper::typeset;
use crate::{sandbox, text};

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

/// Does the work that the argument of a worker process states: one job, or pages of a PDF one after another. It first
/// sets the limits and the sandbox of the whole process, which cannot be removed: call it in a process that does
/// nothing else.
pub fn work(argument: &str) -> Result<ExitCode, WorkerError> {
    if argument == WorkerProcess::PAGES { draw_pages() } else { do_job(&serde_json::from_str(argument)?) }
}

/// Does a job with the input from standard input, and writes the result to standard output.
fn do_job(job: &PrintJob) -> Result<ExitCode, WorkerError> {
    set_limits(job.limits())?;
    sandbox::lower_priority();
    sandbox::apply();
    let mut input = Vec::new();
    io::stdin().lock().read_to_end(&mut input)?;
    let mut output = io::stdout().lock();
    let code = match run(job, input) {
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

/// Draws pages of one PDF for the requests that come over a socket (standard input), until the socket is closed. The
/// priority is not changed here; the parent process lowers it when a page takes long.
fn draw_pages() -> Result<ExitCode, WorkerError> {
    let limits = PageJob::LIMITS;
    set_limits(limits)?;
    sandbox::apply();
    let mut requests = PageRequests::new(io::stdin().as_fd().try_clone_to_owned()?);
    let mut pdf = None;
    while let Some((job, file)) = requests.receive()? {
        match (file, pdf.is_some()) {
            (Some(file), false) => match OpenPdf::open(read_file(file)?) {
                Ok(opened) => pdf = Some(opened),
                Err(rejection) => {
                    requests.answer(&Err(rejection))?;
                    continue;
                }
            },
            (None, true) => {}
            // A PDF that has compromised this process must not affect the pictures of another PDF.
            _ => return Err(io::Error::other("a page worker draws pages of one PDF").into()),
        }
        let drawn = pdf.as_ref().map_or(Err(PrintRejection::NoSuchPage), |pdf| pdf.draw(&job, limits.pixels));
        requests.answer(&drawn)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn run(job: &PrintJob, input: Vec<u8>) -> Result<Vec<u8>, PrintRejection> {
    match job {
        PrintJob::Count => page::count(input).map(|pages| pages.to_string().into_bytes()),
        PrintJob::Page(drawn) => page::draw(input, drawn, job.limits().pixels),
        PrintJob::Paper => typeset(&input),
        PrintJob::Text => text::read(input).and_then(|text| json(&text)),
        PrintJob::Sandbox => json(&sandbox::report()),
    }
}

fn json(result: &impl serde::Serialize) -> Result<Vec<u8>, PrintRejection> {
    serde_json::to_vec(result).map_err(|error| PrintRejection::Unreadable(error.to_string()))
}

#[cfg(not(feature = "typesetter"))]
fn typeset(_: &[u8]) -> Result<Vec<u8>, PrintRejection> {
    Err(PrintRejection::NoTypesetter)
}

/// Sets the limits of the process: memory, processor time, no files written, no core dump. The parent process enforces the
/// timeout; the limit of processor time is for the case that the parent has ended.
fn set_limits(limits: JobLimits) -> Result<(), rustix::io::Errno> {
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
