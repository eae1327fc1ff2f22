//! The excerpts of long artifacts, of documents and of archived lydelser.

use std::io;

use lagrum_artifact::Artifact;
use lagrum_catalog::PackedExcerpts;
use lagrum_render::excerpt::{Excerpts, excerpts};

/// The packed excerpts of an artifact. `bytes` is the length of the artifact.
pub(crate) fn packed_excerpts(artifact: &Artifact, bytes: usize) -> io::Result<PackedExcerpts> {
    let Excerpts { changing, excerpts } = excerpts(artifact, bytes);
    let adjoining: Vec<Vec<u8>> =
        excerpts.iter().map(|excerpt| serde_json::to_vec(&excerpt.adjoining)).collect::<Result<_, _>>()?;
    let parts = excerpts.iter().zip(&adjoining);
    PackedExcerpts::pack(
        parts.map(|(excerpt, around)| (&*excerpt.anchors, around.as_slice(), &*excerpt.artifact)),
        |anchor| changing.contains(anchor),
    )
}
