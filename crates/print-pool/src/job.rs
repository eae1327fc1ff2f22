//! What can be ordered, and within what bounds it is done.

use std::path::PathBuf;

use bytes::Bytes;
use serde::{Deserialize, Serialize};

/// A piece of work for the printer. Its material comes apart from it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Job {
    /// Counts the pages of the PDF that is the material. Answers with a decimal number.
    Count,
    /// Draws a page of the PDF that is the material. Answers with a PNG.
    Page(PageJob),
    /// Typesets the document that is the material, as the print crate describes it. Answers with a PDF.
    Paper,
    /// Tries what a job is kept from, without material. Answers with a [`Confinement`] as JSON.
    Confinement,
}

/// What the process that does a job is kept from, by the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confinement {
    /// Whether it can open no file.
    pub files: bool,
    /// Whether it can open no socket.
    pub network: bool,
    /// Whether it can start no program.
    pub programs: bool,
    /// Whether it yields the processor to others.
    pub priority: bool,
}

impl Confinement {
    /// What the process is not kept from, in words; none where all holds.
    pub fn missing(self) -> Vec<&'static str> {
        let all = [
            (self.files, "files"),
            (self.network, "network"),
            (self.programs, "programs"),
            (self.priority, "priority"),
        ];
        all.into_iter().filter_map(|(holds, name)| (!holds).then_some(name)).collect()
    }
}

/// A page to draw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PageJob {
    /// Its place in the PDF; the first is 1.
    pub number: u32,
    /// Dots per inch. A picture is as many pixels wide and high as its points times this by 72, rounded up.
    pub dpi: u32,
    /// The part to cut out, in points from the page's top left corner: left, top, right, bottom. None for all of it.
    pub crop: Option<[f64; 4]>,
}

/// What a job may use up. The process that exceeds a bound is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Bytes of address space.
    pub memory: u64,
    /// Seconds from start to answer.
    pub seconds: u64,
    /// Pixels of a picture.
    pub pixels: u64,
    /// Bytes of the answer.
    pub answer: u64,
}

impl Job {
    /// The bounds of the job.
    pub fn bounds(&self) -> Bounds {
        const GIB: u64 = 1 << 30;
        match self {
            Self::Count => Bounds { memory: GIB, seconds: 20, pixels: 0, answer: 64 },
            Self::Confinement => Bounds { memory: GIB, seconds: 20, pixels: 0, answer: 1024 },
            // The largest picture is 160 MB of memory; a scanned page unpacks to as much again.
            Self::Page(_) => Bounds { memory: GIB, seconds: 20, pixels: 40_000_000, answer: GIB / 8 },
            // A page set takes a megabyte or two, and the longest public report has some two thousand.
            Self::Paper => Bounds { memory: 4 * GIB, seconds: 50, pixels: 0, answer: GIB / 8 },
        }
    }
}

/// What a job is done on.
#[derive(Clone, Debug)]
pub enum Material {
    /// The content of a file.
    File(PathBuf),
    /// These bytes.
    Bytes(Bytes),
}

/// A job with its material.
#[derive(Clone, Debug)]
pub struct Order {
    /// The work.
    pub job: Job,
    /// What it is done on.
    pub material: Material,
}

/// Why the printer does not do a job: the fault is in what was ordered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The PDF has no page of that number.
    #[error("there is no such page")]
    NoSuchPage,
    /// The part to cut out reaches beyond the page.
    #[error("the part reaches beyond the page")]
    OffThePage,
    /// The picture would have too many pixels.
    #[error("the page is too large to be drawn")]
    TooLarge,
    /// The material cannot be read as what it should be.
    #[error("the material cannot be read: {0}")]
    Unreadable(String),
}
