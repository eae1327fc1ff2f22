//! Reads the corpus a line at a time: all of it in memory would be gigabytes.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use lagrum_artifact::Artifact;

/// The folder of the dump files, if there is a real corpus.
pub(crate) fn folder() -> Option<PathBuf> {
    lagrum_test_support::real_corpus().map(|folder| folder.join("corpus"))
}

/// A dump file, unpacked: a line for each artifact.
pub(crate) fn lines(path: &Path) -> BufReader<MultiGzDecoder<File>> {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    BufReader::with_capacity(1 << 16, MultiGzDecoder::new(file))
}

/// The artifacts of a dump file, in its order.
pub(crate) fn artifacts(path: &Path) -> impl Iterator<Item = Artifact> + use<> {
    lines(path).lines().map(|line| Artifact::parse(line.unwrap().as_bytes()).unwrap())
}

/// The dump files of a folder, by name.
pub(crate) fn dumps(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.to_string_lossy().ends_with(".ndjson.gz"));
    paths.sort();
    paths
}
