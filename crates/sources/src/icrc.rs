//! Treaties of humanitarian law, from the database of the International Committee of the Red Cross.

use lagrum_artifact::AnchorGrammar;

use crate::facets::{kind_level, year_key, year_level};
use crate::names::DocumentNames;
use crate::reading::ArtifactFields;
use crate::treaty::{self, PROTOCOL, TREATY};
use crate::{ActForm, DocumentKind, FacetScheme, FlowGroup, LeafOrder, Source, stated_names, year};

pub(crate) static SOURCE: Source = Source {
    name: "icrc",
    numbered_by_year: false,
    label: "Internationell humanitär rätt",
    artifact_dir: "icrc",
    language: "en",
    grammar: AnchorGrammar::Treaty,
    act_form: Some(ActForm::Treaty),
    scheme: Some(&FacetScheme {
        levels: &[kind_level("Typ", kinds), year_level(|row| year_key(year::of_date(row)))],
        leaf_order: LeafOrder::Subject,
    }),
    kinds,
    group: |_| FlowGroup::Konventioner,
    names,
    stated_names: stated_names::of_treaty,
    owns: |local_id| local_id.starts_with("icrc/"),
    ..Source::GENERIC
};

static KINDS: [DocumentKind; 3] =
    [TREATY, PROTOCOL, DocumentKind::counted("declaration", "Deklarationer", "Deklaration")];

fn kinds() -> &'static [DocumentKind] {
    &KINDS
}

fn names(reading: &ArtifactFields) -> DocumentNames {
    treaty::names(reading, "ICRC", "ICRC")
}
