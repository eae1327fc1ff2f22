//! What a document that is not held is called, and a place in one.

use lagrum_artifact::Anchor;
use lagrum_citation::CitationNames;
use lagrum_sources::{CitedNames, hanvisning, name_of_local_id, source_of_local_id};

/// The name of a document from its local id alone. An act without an established name to show has the name by which it
/// is cited.
pub fn name_of_unheld(local_id: &str) -> String {
    let name = name_of_local_id(local_id);
    match CitationNames::name(local_id) {
        Some(cited) if name.strip_prefix("SFS ") == Some(local_id) => format!("{cited} ({name})"),
        _ => name,
    }
}

/// A document or a place in one as a Swedish text cites it, from its local id alone: `24 § SFS 1982:80`, `prop. 2030/31:5 s. 3`.
pub fn name_of_unheld_place(local: &str) -> String {
    let (document, anchor) = local.split_once('#').unwrap_or((local, ""));
    let name = name_of_unheld(document);
    let Some(source) = source_of_local_id(document) else { return name };
    let names = CitedNames {
        source: source.name,
        local_id: document,
        label: Some(&name),
        short_id: Some(&name),
        ..CitedNames::default()
    };
    let forms = hanvisning(&names, Anchor::new(anchor).as_ref(), |_| true);
    forms.into_iter().next().map_or_else(|| name.clone(), |(_, citation)| citation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_act_has_the_name_that_it_is_cited_by() {
        for (local_id, name) in [
            // Only the names of citations know it.
            ("2026:408", "vapenlagen (SFS 2026:408)"),
            ("1974:981", "studieledighetslagen (SFS 1974:981)"),
            ("1942:740", "rättegångsbalken (SFS 1942:740)"),
            ("1931:47", "SFS 1931:47"),
            ("prop/2030/31:5", "prop. 2030/31:5"),
        ] {
            assert_eq!(name_of_unheld(local_id), name);
        }
    }

    #[test]
    fn a_place_stands_where_a_swedish_text_has_it() {
        for (local_id, name) in [
            ("2026:408#K2P1S1", "2 kap. 1 § första stycket vapenlagen (SFS 2026:408)"),
            ("1931:47#P24", "24 § SFS 1931:47"),
            ("1931:47", "SFS 1931:47"),
            ("prop/2030/31:5#sid3", "prop. 2030/31:5 s. 3"),
            ("dom/nja/2031s5", "NJA 2031 s. 5"),
            ("utan/källa", "UTAN källa"),
        ] {
            assert_eq!(name_of_unheld_place(local_id), name);
        }
    }
}
