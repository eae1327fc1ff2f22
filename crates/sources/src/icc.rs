//! Decisions of the International Criminal Court.

use crate::facets::{kind_level, year_key, year_level};
use crate::icj::ruling_prose;
use crate::names::Names;
use crate::reading::Reading;
use crate::{Group, Kind, LeafOrder, Scheme, Source, stated_names, year};

pub(crate) static SOURCE: Source = Source {
    name: "icc",
    label: "Internationella brottmålsdomstolen",
    artifact_dir: "icc",
    scheme: Some(&Scheme {
        levels: &[kind_level("Typ", kinds), year_level(|row| year_key(year::of_date(row)))],
        leaf_order: LeafOrder::Subject,
    }),
    kinds,
    group: |_| Group::FolkrattsligPraxis,
    names,
    stated_names: stated_names::of_recorded_case,
    snippet: |artifact, _| ruling_prose(artifact),
    owns: |local_id| local_id.starts_with("icc/"),
    ..Source::GENERIC
};

static KINDS: [Kind; 12] = [
    Kind::new("judgment", "Domar"),
    Kind::counted("sentence", "Straffmätning", "Straffmätningsbeslut"),
    Kind::new("confirmation", "Åtalsbekräftelse"),
    Kind::new("arrest-warrant", "Häktning"),
    Kind::new("appeal-judgment", "Överklagandedomar"),
    Kind::new("appeal-interlocutory", "Interimistiska överklaganden"),
    Kind::new("appeal-reparations", "Överklaganden (gottgörelse)"),
    Kind::counted("reparations", "Gottgörelse", "Gottgörelsebeslut"),
    Kind::new("investigation", "Utredningstillstånd"),
    Kind::new("admissibility", "Tillåtlighet"),
    Kind::new("prosecutor-review", "Åklagaromprövning"),
    Kind::new("sentence-review", "Straffomprövning"),
];

fn kinds() -> &'static [Kind] {
    &KINDS
}

fn names(reading: &Reading) -> Names {
    let label = reading.str("docnumber").unwrap_or(reading.local_id);
    let short_id = reading.meta("caseNumber").unwrap_or(label);
    let title = reading.str("title");
    Names {
        kind: reading.str("doctype").unwrap_or("judgment").to_owned(),
        label: label.to_owned(),
        title: title.unwrap_or(label).to_owned(),
        short_id: short_id.to_owned(),
        short_title: title.unwrap_or(short_id).to_owned(),
        descriptive: reading.meta("documentNumber").unwrap_or(short_id).to_owned(),
        ..Names::default()
    }
}
