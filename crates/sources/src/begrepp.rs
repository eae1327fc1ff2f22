//! Legal concepts (begrepp): pages of our own, and concepts that are only cited.

use crate::facets::{BucketOrder, Level};
use crate::names::Names;
use crate::reading::Reading;
use crate::{Group, Kind, LeafOrder, Scheme, Source, subject};

pub(crate) static SOURCE: Source = Source {
    name: "begrepp",
    label: "Begrepp",
    artifact_dir: "begrepp",
    scheme: Some(&Scheme {
        levels: &[Level {
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
    group: |_| Group::Begrepp,
    names,
    year: |_| None,
    owns: |local_id| local_id.starts_with("begrepp/"),
    ..Source::GENERIC
};

/// The one kind of concepts.
pub(crate) const KIND: &str = "begrepp";

static KINDS: [Kind; 1] = [Kind::new(KIND, "Begrepp")];

fn names(reading: &Reading) -> Names {
    let name = reading.str("title").map_or_else(|| reading.last_segment().replace('_', " "), str::to_owned);
    Names {
        kind: KIND.to_owned(),
        label: name.clone(),
        title: name.clone(),
        short_id: name.clone(),
        short_title: name.clone(),
        descriptive: name,
        ..Names::default()
    }
}
