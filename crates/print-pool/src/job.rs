//! Print jobs, their inputs and their limits.

use std::path::PathBuf;

use bytes::Bytes;
use serde::{Deserialize, Serialize};

/// The job of a worker, without its input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PrintJob {
    /// Counts the pages of a PDF. The result is a decimal number.
    Count,
    /// Draws a page of a PDF. The result is a PNG.
    Page(PageJob),
    /// Typesets a manuscript, given as JSON. The result is a PDF.
    Paper,
    /// Reads the words of a PDF with their places. The result is a `lagrum_parse::PdfText` as JSON.
    Text,
    /// Checks what the sandbox prevents. The input is empty, the result a [`SandboxReport`] as JSON.
    Sandbox,
}

/// What the sandbox of a worker process prevents, by means of the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SandboxReport {
    /// Opening files.
    pub files: bool,
    /// Opening sockets.
    pub network: bool,
    /// Starting programs.
    pub programs: bool,
    /// Taking processor time from other processes.
    pub priority: bool,
}

impl SandboxReport {
    /// The names of everything that it does not prevent; empty for a complete sandbox.
    pub fn missing(self) -> Vec<&'static str> {
        let all = [
            (self.files, "files"),
            (self.network, "network"),
            (self.programs, "programs"),
            (self.priority, "priority"),
        ];
        all.into_iter().filter_map(|(prevented, name)| (!prevented).then_some(name)).collect()
    }
}

/// A page to draw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PageJob {
    /// Its number in the PDF; the first is 1.
    pub number: u32,
    /// Dots per inch. The picture's size in pixels is the size in points times this, divided by 72 and rounded up.
    pub dpi: u32,
    /// The part to draw, in points from the page's top left corner: left, top, right, bottom. None for all of it.
    pub crop: Option<[f64; 4]>,
}

/// The limits of a job. A process that exceeds one is killed or fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobLimits {
    /// Bytes of address space.
    pub memory: u64,
    /// Seconds from start to result.
    pub seconds: u64,
    /// Pixels of a picture.
    pub pixels: u64,
    /// Bytes of the result.
    pub output: u64,
}

const GIB: u64 = 1 << 30;

impl PageJob {
    /// The limits of drawing a page. The largest picture takes 160 MB of memory, and a decoded scanned page as much again.
    pub const LIMITS: JobLimits = JobLimits { memory: GIB, seconds: 20, pixels: 40_000_000, output: GIB / 8 };
}

impl PrintJob {
    /// The limits of the job.
    pub fn limits(&self) -> JobLimits {
        match self {
            Self::Count => JobLimits { memory: GIB, seconds: 20, pixels: 0, output: 64 },
            Self::Sandbox => JobLimits { memory: GIB, seconds: 20, pixels: 0, output: 1024 },
            Self::Page(_) => PageJob::LIMITS,
            // A page of words takes some 10 kB of JSON.
            Self::Text => JobLimits { memory: GIB, seconds: 20, pixels: 0, output: GIB / 8 },
            // A typeset page takes one or two megabytes, and the longest public report has some two thousand pages.
            Self::Paper => JobLimits { memory: 4 * GIB, seconds: 50, pixels: 0, output: GIB / 8 },
        }
    }
}

/// The input of a job.
#[derive(Clone, Debug)]
pub enum PrintInput {
    /// The content of a file.
    File(PathBuf),
    /// These bytes.
    Bytes(Bytes),
}

/// A job with its input.
#[derive(Clone, Debug)]
pub struct PrintRequest {
    /// The job.
    pub job: PrintJob,
    /// Its input.
    pub input: PrintInput,
}

/// Why a worker rejects a job. The cause is the job or its input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum PrintRejection {
    /// The PDF has no page of that number.
    #[error("there is no such page")]
    NoSuchPage,
    /// The part to draw reaches beyond the page.
    #[error("the part reaches beyond the page")]
    BeyondPage,
    /// The picture would have too many pixels.
    #[error("the page is too large to be drawn")]
    TooLarge,
    /// The PDF has more pages or letters than are read.
    #[error("it is too long: {0}")]
    TooLong(String),
    /// The program cannot typeset.
    #[error("this program was built without the typesetter: `cargo build --release` makes one that has it")]
    NoTypesetter,
    /// The input cannot be read.
    #[error("the input cannot be read: {0}")]
    Unreadable(String),
}
