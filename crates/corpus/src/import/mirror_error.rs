//! Why a service cannot be mirrored.

use std::io;
use std::path::PathBuf;

/// Why a service cannot be mirrored.
#[derive(Debug, thiserror::Error)]
pub enum MirrorError {
    /// The address cannot be used.
    #[error("{address}: {problem}")]
    Address {
        /// The address as it was given.
        address: String,
        /// Its problem.
        problem: String,
    },
    /// The manifest cannot be fetched or read.
    #[error("{address}: no list of dumps: {problem}")]
    Manifest {
        /// The address of the manifest.
        address: String,
        /// The failure.
        problem: String,
    },
    /// A dump cannot be fetched.
    #[error("{address}: {problem}; run the import again to go on from where it ended")]
    Download {
        /// The address of the dump.
        address: String,
        /// The failure.
        problem: String,
    },
    /// The downloaded file is not the one that the manifest describes.
    #[error("{address}: {problem}; the service may have been rebuilt meanwhile, run the import again")]
    Mismatch {
        /// The address of the dump.
        address: String,
        /// The difference.
        problem: String,
    },
    /// A document is not the one that the list of changes states.
    #[error(
        "{address}: {uri} was refused: {problem}. Nothing of it was stored; ask the operator of the service, or import its \
         dumps into another --data folder"
    )]
    Document {
        /// The address of the service.
        address: String,
        /// The document.
        uri: String,
        /// The difference.
        problem: String,
    },
    /// There is not enough space for a dump.
    #[error("{path}: {needed} bytes are needed to fetch and import {file}, {free} are free")]
    NoSpace {
        /// The folder for downloads.
        path: PathBuf,
        /// The dump.
        file: String,
        /// Bytes needed for the rest of the download and for the documents in it.
        needed: u64,
        /// Free bytes.
        free: u64,
    },
    /// The download cannot be written.
    #[error("{path}: {source}")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}
