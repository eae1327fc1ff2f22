//! Judgments and opinions of the International Court of Justice.

use lagrum_artifact::{AnchorGrammar, Artifact};

use crate::facets::{kind_level, year_key, year_level};
use crate::names::DocumentNames;
use crate::reading::ArtifactFields;
use crate::snippet::{cut, first_prose};
use crate::{DocumentKind, FacetScheme, FlowGroup, LeafOrder, Source, stated_names, year};

pub(crate) static SOURCE: Source = Source {
    name: "icj",
    language: "en",
    grammar: AnchorGrammar::Signs,
    numbered_by_year: false,
    label: "Internationella domstolen",
    artifact_dir: "icj",
    scheme: Some(&FacetScheme {
        levels: &[kind_level("Typ", kinds), year_level(|row| year_key(year::of_date(row)))],
        leaf_order: LeafOrder::Subject,
    }),
    kinds,
    group: |_| FlowGroup::FolkrattsligPraxis,
    names,
    stated_names: stated_names::of_recorded_case,
    snippet: |artifact, _| ruling_prose(artifact),
    owns: |local_id| local_id.starts_with("icj/"),
    ..Source::GENERIC
};

static KINDS: [DocumentKind; 3] = [
    DocumentKind::new("dom", "Domar"),
    DocumentKind::new("rådgivande yttrande", "Rådgivande yttranden"),
    DocumentKind::new("beslut", "Interimistiska beslut"),
];

fn kinds() -> &'static [DocumentKind] {
    &KINDS
}

fn names(reading: &ArtifactFields) -> DocumentNames {
    let label = reading.identifier();
    let number = reading.meta("caseNumber");
    let short_id = number.map_or_else(|| reading.local_id.to_owned(), |number| format!("ICJ {number}"));
    // Records without a text have the name of the case in the metadata only.
    let title = reading.str("title").or_else(|| reading.meta("caseName"));
    DocumentNames {
        kind: reading.str("doctype").unwrap_or("dom").to_owned(),
        label: label.to_owned(),
        title: title.unwrap_or(label).to_owned(),
        short_title: title.unwrap_or(&short_id).to_owned(),
        descriptive: reading.str("identifier").unwrap_or(&short_id).to_owned(),
        short_id,
        ..DocumentNames::default()
    }
}

/// Beginnings of the paragraphs of the cover and the list of judges, which come before the ruling of an international court.
const COVER: [&str; 13] = [
    "Before:",
    "Before Judge",
    "Present:",
    "Present President",
    "Composed",
    "Composée",
    "The Court,",
    "The International Court of Justice,",
    "Decision to be notified",
    "Judgment to be notified",
    "To be notified",
    "SITUATION IN ",
    "IN THE CASE OF ",
];

/// The first prose of a ruling after its cover.
pub(crate) fn ruling_prose(artifact: &Artifact) -> Option<String> {
    first_prose(artifact, |text| !COVER.iter().any(|start| text.starts_with(start))).map(|text| cut(&text))
}
