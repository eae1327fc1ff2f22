//! Kinds of EU documents that have rules of their own in this source, and the names of treaties.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::celex::Celex;
use crate::table;

pub(super) const TREATY: &str = "treaty";
pub(super) const JUDGMENT: &str = "judgment";
pub(super) const OPINION: &str = "opinion";
pub(super) const ORDER: &str = "order";

static TREATY_NAMES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    table::rows(include_str!("../../data/eu-fordrag.txt")).map(|[celex, name]| (celex, name)).collect()
});

/// The Swedish name of a treaty, for all its printings and corrections.
pub(super) fn treaty_name(celex: Celex) -> Option<&'static str> {
    TREATY_NAMES.get(celex.without_printing()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_treaties_is_sound() {
        assert!(!TREATY_NAMES.is_empty());
        for (celex, name) in TREATY_NAMES.iter() {
            assert!(celex.starts_with('1') && Celex(celex).year().is_some(), "{celex}");
            assert!(!name.is_empty(), "{celex}");
        }
    }
}
