//! The process that does one job: see the press crate for how it is talked to.

use std::io::{self, Read, Write};
use std::process::ExitCode;

use lagrum_print_pool::{ChildPrinter, Job, Refusal};
use rustix::process::{Resource, Rlimit, setrlimit};

use crate::{page, paper, sandbox};

/// Why a job was not done.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// The argument is no job.
    #[error("no job: {0}")]
    Job(#[from] serde_json::Error),
    /// The process cannot be bounded; without bounds it does nothing.
    #[error("the process cannot be bounded: {0}")]
    Bounds(#[from] rustix::io::Errno),
    /// The material cannot be read, or nobody takes the result.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// Does the job on the material from standard input and writes the result to standard output. Bounds and confines the
/// whole process first, for good: call it in a process that does nothing else.
pub fn work(job: &str) -> Result<ExitCode, WorkerError> {
    let job: Job = serde_json::from_str(job)?;
    bound(&job)?;
    sandbox::confine();
    let mut material = Vec::new();
    io::stdin().lock().read_to_end(&mut material)?;
    let mut output = io::stdout().lock();
    let code = match done(&job, material) {
        Ok(result) => {
            output.write_all(&result)?;
            ExitCode::SUCCESS
        }
        Err(refusal) => {
            serde_json::to_writer(&mut output, &refusal)?;
            ExitCode::from(ChildPrinter::REFUSED)
        }
    };
    output.flush()?;
    Ok(code)
}

fn done(job: &Job, material: Vec<u8>) -> Result<Vec<u8>, Refusal> {
    match job {
        Job::Count => page::count(material).map(|pages| pages.to_string().into_bytes()),
        Job::Page(drawn) => page::draw(material, drawn, job.bounds().pixels),
        Job::Paper => paper::typeset(&material),
        Job::Confinement => serde_json::to_vec(&sandbox::confinement())
            .map_err(|error| Refusal::Unreadable(error.to_string())),
    }
}

/// Bounds the process: memory, processor time, no files written, no core dump. The clock is watched from outside;
/// processor time is bounded for the case that nobody is there any more to watch.
fn bound(job: &Job) -> Result<(), rustix::io::Errno> {
    let bounds = job.bounds();
    let bounded = [
        (Resource::As, bounds.memory),
        (Resource::Cpu, bounds.seconds * 4),
        (Resource::Fsize, 0),
        (Resource::Core, 0),
    ];
    bounded.into_iter().try_for_each(|(resource, most)| {
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })
    })
}
