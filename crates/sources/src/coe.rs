//! Treaties of the Council of Europe.

use lagrum_artifact::AnchorGrammar;

use crate::facets::{kind_level, year_key, year_level};
use crate::names::{DocumentNames, raised};
use crate::reading::ArtifactFields;
use crate::treaty::{PROTOCOL, TREATY, TreatyName};
use crate::{ActForm, DocumentKind, FacetScheme, FlowGroup, LeafOrder, Source, stated_names, year};

pub(crate) static SOURCE: Source = Source {
    name: "coe",
    numbered_by_year: false,
    label: "Europarådets fördrag",
    artifact_dir: "coe",
    language: "en",
    grammar: AnchorGrammar::Treaty,
    act_form: Some(ActForm::Treaty),
    has_article_parts: true,
    scheme: Some(&FacetScheme {
        levels: &[kind_level("Typ", kinds), year_level(|row| year_key(year::of_date(row)))],
        leaf_order: LeafOrder::Subject,
    }),
    kinds,
    group: |_| FlowGroup::Konventioner,
    names,
    stated_names: stated_names::of_treaty,
    owns: |local_id| local_id.starts_with("coe/"),
    ..Source::GENERIC
};

static KINDS: [DocumentKind; 2] = [TREATY, PROTOCOL];

fn kinds() -> &'static [DocumentKind] {
    &KINDS
}

fn names(reading: &ArtifactFields) -> DocumentNames {
    let number = reading.str("number").unwrap_or(reading.last_segment());
    let id = reading.str("identifier").map_or_else(|| format!("CETS {number}"), str::to_owned);
    let treaty = TreatyName::of(reading.local_id);
    let name = treaty.full();
    DocumentNames {
        kind: reading.str("doctype").unwrap_or(TREATY.key).to_owned(),
        title: reading.str("title").unwrap_or(&id).to_owned(),
        descriptive: if name.is_empty() { id.clone() } else { name.clone() },
        display: raised(&name),
        in_text: treaty.name.to_owned(),
        short_title: name,
        short_id: id.clone(),
        label: id,
        ..DocumentNames::default()
    }
}
