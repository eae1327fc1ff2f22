//! Decisions of the International Criminal Court.

use lagrum_artifact::AnchorGrammar;

use crate::facets::{kind_level, year_key, year_level};
use crate::icj::ruling_prose;
use crate::names::DocumentNames;
use crate::reading::ArtifactFields;
use crate::{DocumentKind, FacetScheme, FlowGroup, LeafOrder, Source, stated_names, year};

pub(crate) static SOURCE: Source = Source {
    name: "icc",
    language: "en",
    grammar: AnchorGrammar::Signs,
    numbered_by_year: false,
    label: "Internationella brottmålsdomstolen",
    artifact_dir: "icc",
    scheme: Some(&FacetScheme {
        levels: &[kind_level("Typ", kinds), year_level(|row| year_key(year::of_date(row)))],
        leaf_order: LeafOrder::Subject,
    }),
    kinds,
    group: |_| FlowGroup::FolkrattsligPraxis,
    names,
    stated_names: stated_names::of_recorded_case,
    snippet: |artifact, _| ruling_prose(artifact),
    owns: |local_id| local_id.starts_with("icc/"),
    ..Source::GENERIC
};

static KINDS: [DocumentKind; 12] = [
    DocumentKind::new("judgment", "Domar"),
    DocumentKind::counted("sentence", "Straffmätning", "Straffmätningsbeslut"),
    DocumentKind::new("confirmation", "Åtalsbekräftelse"),
    DocumentKind::new("arrest-warrant", "Häktning"),
    DocumentKind::new("appeal-judgment", "Överklagandedomar"),
    DocumentKind::new("appeal-interlocutory", "Interimistiska överklaganden"),
    DocumentKind::new("appeal-reparations", "Överklaganden (gottgörelse)"),
    DocumentKind::counted("reparations", "Gottgörelse", "Gottgörelsebeslut"),
    DocumentKind::new("investigation", "Utredningstillstånd"),
    DocumentKind::new("admissibility", "Tillåtlighet"),
    DocumentKind::new("prosecutor-review", "Åklagaromprövning"),
    DocumentKind::new("sentence-review", "Straffomprövning"),
];

fn kinds() -> &'static [DocumentKind] {
    &KINDS
}

fn names(reading: &ArtifactFields) -> DocumentNames {
    let label = reading.str("docnumber").unwrap_or(reading.local_id);
    let short_id = reading.meta("caseNumber").unwrap_or(label);
    let title = reading.str("title");
    DocumentNames {
        kind: reading.str("doctype").unwrap_or("judgment").to_owned(),
        label: label.to_owned(),
        title: title.unwrap_or(label).to_owned(),
        short_id: short_id.to_owned(),
        short_title: title.unwrap_or(short_id).to_owned(),
        descriptive: reading.meta("documentNumber").unwrap_or(short_id).to_owned(),
        ..DocumentNames::default()
    }
}
