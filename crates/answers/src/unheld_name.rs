//! What a document that is not held is called.

use lagrum_citation::CitationNames;
use lagrum_sources::name_of_local_id;

/// The name of a document from its local id alone. An act without an established name to show has the name by which it
/// is cited.
pub fn name_of_unheld(local_id: &str) -> String {
    let name = name_of_local_id(local_id);
    match CitationNames::name(local_id) {
        Some(cited) if name.strip_prefix("SFS ") == Some(local_id) => format!("{cited} ({name})"),
        _ => name,
    }
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
}
