//! What imports have to know about the meaning of documents; the rules are those of the sources.

use lagrum_artifact::{ActFamily, Artifact, Base, DocumentUri};
use lagrum_corpus::import::{DescribedDocument, DocumentMeaning};
use lagrum_corpus::{DocumentNames, ProvisionDigests};
use lagrum_render::diff::provision_words;
use lagrum_snapshot::today;
use lagrum_sources::{Description, source, status_expiry};
use serde_json::Value;

/// Reads documents by the rules of their sources.
#[derive(Debug)]
pub(crate) struct SourceMeaning;

impl DocumentMeaning for SourceMeaning {
    fn describe(&self, source_name: &str, artifact: &Artifact, base: &Base) -> DescribedDocument {
        let today = today();
        let description = source(source_name).describe_on(artifact, base, &today.to_string());
        let Description { kind, label, title, expired, .. } = description;
        let present = |text: String| Some(text).filter(|text| !text.is_empty());
        DescribedDocument {
            names: DocumentNames { kind, label: present(label), title: present(title) },
            is_expired: expired.is_some_and(|day| day <= today),
        }
    }

    fn provisions(&self, artifact: &Artifact, base: &Base) -> Option<ProvisionDigests> {
        let family = ActFamily::of(&DocumentUri::new(artifact.uri())?, base)?;
        let words = provision_words(artifact, family.grammar());
        Some(words.into_iter().map(|(anchor, words)| (anchor, words.digest)).collect())
    }

    fn is_expired(&self, entry: &Value) -> bool {
        status_expiry(entry).is_some_and(|day| day <= today())
    }
}
