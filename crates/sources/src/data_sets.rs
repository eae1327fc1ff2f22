//! The data sets of older services for the same corpus: their names in addresses of feeds, and their filters.

use crate::{Source, slug, source};

/// The data sets, each with its source.
const DATA_SETS: [(&str, &str); 7] = [
    ("sfs", "sfs"),
    ("dv", "dv"),
    ("forarbeten", "forarbete"),
    ("myndfs", "foreskrift"),
    ("myndprax", "avg"),
    ("keyword", "begrepp"),
    ("eurlex", "eurlex"),
];

/// The source of a data set; None for an unknown name.
pub fn data_set(name: &str) -> Option<&'static Source> {
    DATA_SETS.iter().find(|(alias, _)| *alias == name).map(|(_, of)| source(of))
}

/// The key that a filter of a data set selects: the last part of a uri or a path (`lag` of `type/lag`). An empty filter gives `-`,
/// which no document has.
pub fn data_set_filter(value: &str) -> String {
    slug(value.trim_end_matches('/').rsplit(['/', '#']).next().unwrap_or_default())
}

/// The series of reports that a local id of a decision is in: `nja` of `dom/nja/2031s5`.
pub fn report_series(local_id: &str) -> Option<&str> {
    local_id.strip_prefix("dom/")?.split('/').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_filters_mean() {
        for (value, expected) in [
            ("type/lag", "lag"),
            ("nja", "nja"),
            ("https://lag.example/ns/publ#Lag", "lag"),
            ("publisher/fårverket", "fårverket"),
            ("Fårverket", "fårverket"),
            ("publisher/", "publisher"),
            ("", "-"),
        ] {
            assert_eq!(data_set_filter(value), expected, "{value}");
        }
    }

    #[test]
    fn data_sets_and_series() {
        assert_eq!(data_set("forarbeten").map(|source| source.name), Some("forarbete"));
        assert!(data_set("forarbete").is_none() && data_set("").is_none());
        assert_eq!(report_series("dom/nja/2031s5"), Some("nja"));
        assert_eq!(report_series("1931:47"), None);
    }
}
