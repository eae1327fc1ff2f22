//! Legal concepts (begrepp): pages of the publisher, and concepts that are only cited.

use crate::facets::{BucketOrder, FacetLevel};
use crate::names::DocumentNames;
use crate::reading::ArtifactFields;
use crate::{DocumentKind, FacetScheme, FlowGroup, LeafOrder, Source, subject};

pub(crate) static SOURCE: Source = Source {
    name: "begrepp",
    numbered_by_year: false,
    label: "Begrepp",
    artifact_dir: "begrepp",
    scheme: Some(&FacetScheme {
        levels: &[FacetLevel {
            name: "Bokstav",
            key: |row| {
                let name = if row.title.is_empty() { row.label } else { row.title };
                Some(subject::initial(name).to_string())
            },
            order: BucketOrder::Letter,
        }],
        leaf_order: LeafOrder::Subject,
    }),
    kinds: || &KINDS,
    group: |_| FlowGroup::Begrepp,
    names,
    year: |_| None,
    owns: |local_id| local_id.starts_with("begrepp/"),
    ..Source::GENERIC
};

/// The one kind of concepts.
pub(crate) const KIND: &str = "begrepp";

static KINDS: [DocumentKind; 1] = [DocumentKind::new(KIND, "Begrepp")];

fn names(reading: &ArtifactFields) -> DocumentNames {
    let name = reading.str("title").map_or_else(|| reading.last_segment().replace('_', " "), str::to_owned);
    DocumentNames {
        kind: KIND.to_owned(),
        label: name.clone(),
        title: name.clone(),
        short_id: name.clone(),
        short_title: name.clone(),
        descriptive: name,
        ..DocumentNames::default()
    }
}
