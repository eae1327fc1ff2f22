//! What imports have to know of the meaning of documents: the sources know it.

use lagrum_artifact::{Artifact, Base};
use lagrum_corpus::DocumentNames;
use lagrum_corpus::import::{DescribedDocument, DocumentMeaning};
use lagrum_snapshot::today;
use lagrum_sources::{Description, source, status_expiry};
use serde_json::Value;

/// Reads documents by the rules of their sources.
#[derive(Debug)]
pub(crate) struct SourceMeaning;

impl DocumentMeaning for SourceMeaning {
    fn describe(&self, source_name: &str, artifact: &Artifact, base: &Base) -> DescribedDocument {
        let Description { kind, label, title, expired, .. } = source(source_name).describe(artifact, base);
        let present = |text: String| Some(text).filter(|text| !text.is_empty());
        DescribedDocument {
            names: DocumentNames { kind, label: present(label), title: present(title) },
            is_expired: expired.is_some_and(|day| day <= today()),
        }
    }

    fn is_expired(&self, entry: &Value) -> bool {
        status_expiry(entry).is_some_and(|day| day <= today())
    }
}
