//! Treaties registered with the United Nations.

use lagrum_artifact::{AnchorGrammar, raise_first_letter};

use crate::facets::{kind_level, year_key, year_level};
use crate::names::Names;
use crate::reading::Reading;
use crate::treaty::{PROTOCOL, TREATY, TreatyName};
use crate::{Group, Kind, LeafOrder, Scheme, Source, year};

pub(crate) static SOURCE: Source = Source {
    name: "untc",
    label: "FN-fördrag",
    artifact_dir: "untc",
    grammar: AnchorGrammar::Treaty,
    scheme: Some(&Scheme {
        levels: &[kind_level("Typ", kinds), year_level(|row| year_key(year::of_date(row)))],
        leaf_order: LeafOrder::Subject,
    }),
    kinds,
    group: |_| Group::Konventioner,
    names,
    owns: |local_id| local_id.starts_with("untc/"),
    ..Source::GENERIC
};

static KINDS: [Kind; 2] = [TREATY, PROTOCOL];

fn kinds() -> &'static [Kind] {
    &KINDS
}

fn names(reading: &Reading) -> Names {
    let number = reading.str("number").unwrap_or(reading.last_segment());
    let identifier = reading.str("identifier").map(str::to_owned);
    let treaty = TreatyName::of(reading.local_id);
    let short_id = match treaty.abbr {
        "" => identifier.clone().unwrap_or_else(|| format!("UNTS {number}")),
        abbr => abbr.to_owned(),
    };
    let label = identifier.unwrap_or_else(|| format!("MTDSG {number}"));
    let name = treaty.full();
    Names {
        kind: reading.str("doctype").unwrap_or(TREATY.key).to_owned(),
        title: reading.str("title").unwrap_or(&label).to_owned(),
        short_title: raise_first_letter(&name),
        descriptive: if name.is_empty() { short_id.clone() } else { name },
        short_id,
        label,
        ..Names::default()
    }
}
