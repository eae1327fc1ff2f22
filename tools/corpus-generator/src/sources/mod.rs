//! One file per family of sources: the shape of its artifacts.

mod case_law;
mod courts;
mod decisions;
mod editorial;
pub(crate) mod eurlex;
mod forarbete;
mod foreskrift;
pub(crate) mod sfs;
mod treaties;

use serde_json::Value;

use super::draft::Draft;
use super::profile::Source;

/// Writes the artifact of a document. Every citation of the draft is in it.
pub(crate) fn compose(draft: Draft<'_>) -> Value {
    match draft.source {
        Source::Sfs => sfs::compose(draft, None),
        Source::Dv => case_law::compose(draft),
        Source::Forarbete => forarbete::compose(draft),
        Source::Foreskrift => foreskrift::compose(draft),
        Source::Avg | Source::Rs | Source::Edpb => decisions::compose(draft),
        Source::Begrepp | Source::Kommentar => editorial::compose(draft),
        Source::Eurlex => eurlex::compose(draft),
        Source::Hudoc | Source::Icc | Source::Icj => courts::compose(draft),
        Source::Coe | Source::Icrc | Source::Untc => treaties::compose(draft),
    }
}
