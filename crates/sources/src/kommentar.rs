//! Commentaries (lagkommentarer): pages of our own, section by section, on an act or a judgment.

use crate::names::Names;
use crate::reading::Reading;
use crate::{Group, Kind, Source};

pub(crate) static SOURCE: Source = Source {
    name: "kommentar",
    label: "Lagkommentarer",
    artifact_dir: "kommentar",
    kinds: || &KINDS,
    group: |_| Group::Lagkommentarer,
    names,
    year: |_| None,
    owns: |local_id| local_id.starts_with("kommentar/"),
    ..Source::GENERIC
};

static KINDS: [Kind; 1] = [Kind::counted("kommentar", "Lagkommentarer", "Lagkommentar")];

const NAME: &str = "Kommentar";

fn names(reading: &Reading) -> Names {
    Names {
        kind: "kommentar".to_owned(),
        label: NAME.to_owned(),
        title: reading.str("author").unwrap_or(NAME).to_owned(),
        short_id: NAME.to_owned(),
        descriptive: NAME.to_owned(),
        ..Names::default()
    }
}
