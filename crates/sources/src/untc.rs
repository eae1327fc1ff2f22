//! Treaties registered with the United Nations.

use lagrum_artifact::AnchorGrammar;

use crate::facets::{kind_level, year_key, year_level};
use crate::names::DocumentNames;
use crate::reading::ArtifactFields;
use crate::treaty::{self, PROTOCOL, TREATY};
use crate::{ActForm, DocumentKind, FacetScheme, FlowGroup, LeafOrder, Source, stated_names, year};

pub(crate) static SOURCE: Source = Source {
    name: "untc",
    numbered_by_year: false,
    label: "FN-fördrag",
    artifact_dir: "untc",
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
    owns: |local_id| local_id.starts_with("untc/"),
    ..Source::GENERIC
};

static KINDS: [DocumentKind; 2] = [TREATY, PROTOCOL];

fn kinds() -> &'static [DocumentKind] {
    &KINDS
}

fn names(reading: &ArtifactFields) -> DocumentNames {
    treaty::names(reading, "UNTS", "MTDSG")
}
