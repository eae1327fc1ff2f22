//! The English names of sources and of kinds of documents.

use std::sync::LazyLock;

use crate::table;

/// The kind that stands for the source itself.
const SOURCE_ITSELF: &str = "*";

/// The kind that stands for those of a source that have no row.
const OTHERS: &str = "-";

/// A row of the table: source, kind, name.
static NAMES: LazyLock<Vec<[&str; 3]>> =
    LazyLock::new(|| table::rows(include_str!("../data/engelska-slag.txt")).collect());

fn name(source: &str, kind: &str) -> Option<&'static str> {
    NAMES.iter().find(|[of, known, _]| *of == source && *known == kind).map(|[.., name]| *name)
}

/// The English name of a source: `Statutes`.
pub fn english_source(source: &str) -> Option<&'static str> {
    name(source, SOURCE_ITSELF)
}

/// The English name of one document of a kind of a source: `Act of parliament`. A kind that only names a court, an authority or a series
/// has that of the documents of its source.
pub fn english_kind(source: &str, kind: &str) -> Option<&'static str> {
    name(source, kind).or_else(|| name(source, OTHERS))
}

/// The English name of one document of a kind, whichever source it is of.
pub fn english_kind_of_any(kind: &str) -> Option<&'static str> {
    NAMES.iter().find(|[_, known, _]| *known == kind).map(|[.., name]| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_and_every_kind_has_an_english_name() {
        for source in crate::all() {
            assert!(english_source(source.name).is_some(), "{}", source.name);
            for kind in source.kinds() {
                assert!(english_kind(source.name, kind.key).is_some(), "{} {}", source.name, kind.key);
            }
        }
        for [source, kind, english] in NAMES.iter() {
            let known = crate::known(source).unwrap();
            let is_kind = known.kinds().iter().any(|known| known.key == *kind);
            assert!(is_kind || [SOURCE_ITSELF, OTHERS].contains(kind), "{source} {kind}");
            assert!(!english.is_empty(), "{source} {kind}");
        }
    }
}
