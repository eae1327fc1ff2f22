//! The table of sources, and what is found by looking through all of them.

use crate::group::FlowGroup;
use crate::kind_words::KindWords;
use crate::source::Source;
use crate::{
    avg, begrepp, coe, dv, edpb, eurlex, forarbete, foreskrift, hudoc, icc, icj, icrc, kommentar, rs, sfs,
    untc,
};

/// The source of documents whose source is not in the table. They are named by their identifier, and their year is that of their date.
static UNKNOWN: Source = Source::GENERIC;

/// Every source of the table. The order only decides which source is tried first for a local id.
pub fn all() -> &'static [&'static Source] {
    static ALL: [&Source; 16] = [
        &sfs::SOURCE,
        &hudoc::SOURCE,
        &dv::SOURCE,
        &forarbete::SOURCE,
        &avg::SOURCE,
        &rs::SOURCE,
        &edpb::SOURCE,
        &begrepp::SOURCE,
        &kommentar::SOURCE,
        &eurlex::SOURCE,
        &coe::SOURCE,
        &icrc::SOURCE,
        &untc::SOURCE,
        &icc::SOURCE,
        &icj::SOURCE,
        &foreskrift::SOURCE,
    ];
    &ALL
}

/// The source of legal concepts. A concept that is cited and has no artifact is in the catalog as a stub.
pub fn concept_source() -> &'static Source {
    &begrepp::SOURCE
}

/// The current name of a source. One source has been renamed by the publisher of the corpus.
pub fn current_name(name: &str) -> &str {
    all().iter().find(|source| source.other_name == Some(name)).map_or(name, |source| source.name)
}

/// The source of the table with this name; None for an unknown name.
pub fn known(name: &str) -> Option<&'static Source> {
    let name = current_name(name);
    all().iter().copied().find(|source| source.name == name)
}

/// The source with this name; for an unknown name the generic source.
pub fn source(name: &str) -> &'static Source {
    known(name).unwrap_or(&UNKNOWN)
}

/// The label of a source; for an unknown source its name.
pub fn source_label(name: &str) -> &str {
    known(name).map_or(name, |source| source.label)
}

/// The source that a document with this local id would belong to, whether it is held or not.
pub fn source_of_local_id(local_id: &str) -> Option<&'static Source> {
    all().iter().copied().find(|source| (source.owns)(local_id))
}

/// The source that a segment of a path stands for. The segment is its name, the directory of its artifacts, or the first segment of the
/// local ids of its documents (`prop`, `celex`). None for a segment that is the local id of a document (`1931:47`).
pub fn source_of_segment(segment: &str) -> Option<&'static Source> {
    if source_of_local_id(segment).is_some() {
        return None;
    }
    let named = |source: &&Source| {
        [source.name, source.artifact_dir].contains(&segment) || source.other_name == Some(segment)
    };
    all().iter().copied().find(named).or_else(|| source_of_local_id(&format!("{segment}/2000:1")))
}

/// The group of a document, by the name of its source and its kind (empty when it has none).
pub fn flow_group(source_name: &str, kind: &str) -> FlowGroup {
    source(source_name).group(kind)
}

/// The expressions of all sources, with the name of the source of each.
pub fn kind_words() -> impl Iterator<Item = (&'static str, &'static KindWords)> {
    all().iter().flat_map(|source| source.kind_words.iter().map(|words| (source.name, words)))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_and_directories_are_told_apart() {
        for (at, source) in all().iter().enumerate() {
            assert!(!source.name.is_empty() && !source.label.is_empty() && !source.artifact_dir.is_empty());
            for other in &all()[at + 1..] {
                assert_ne!(source.name, other.name);
                assert_ne!(source.artifact_dir, other.artifact_dir);
                assert_ne!(source.label, other.label);
            }
        }
        assert_eq!(source("dv").artifact_dir, "dom");
    }

    #[test]
    fn a_source_may_have_another_name() {
        assert_eq!((current_name("guidance"), current_name("edpb")), ("edpb", "edpb"));
        assert_eq!(current_name("lawreview"), "lawreview");
        assert_eq!(known("guidance").map(|source| source.name), Some("edpb"));
        for source in all().iter().filter_map(|source| source.other_name) {
            assert!(all().iter().all(|other| other.name != source && other.artifact_dir != source));
        }
    }

    #[test]
    fn an_unknown_source_goes_by_its_own_name() {
        assert_eq!(source_label("lawreview"), "lawreview");
        assert_eq!(source_label("coe"), "Europarådets fördrag");
        assert!(known("lawreview").is_none());
        assert_eq!(source("lawreview").group("x"), FlowGroup::Ovrigt);
    }

    #[test]
    fn which_source_a_segment_stands_for() {
        let table = [
            ("sfs", Some("sfs")),
            ("dv", Some("dv")),
            ("dom", Some("dv")),
            ("forarbete", Some("forarbete")),
            ("prop", Some("forarbete")),
            ("bet", Some("forarbete")),
            ("celex", Some("eurlex")),
            ("begrepp", Some("begrepp")),
            ("guidance", Some("edpb")),
            ("fffs", Some("foreskrift")),
            ("avg", Some("avg")),
            ("hudoc", Some("hudoc")),
            ("1931:47", None),
            ("propx", None),
            ("lawreview", None),
            ("", None),
        ];
        for (segment, expected) in table {
            assert_eq!(source_of_segment(segment).map(|source| source.name), expected, "{segment}");
        }
    }

    #[test]
    fn which_source_a_local_id_belongs_to() {
        let table = [
            ("1931:47", Some("sfs")),
            ("1736:0123_1", Some("sfs")),
            ("dom/echr/001-77", Some("hudoc")),
            ("dom/nja/2031s5", Some("dv")),
            ("celex/32031R0077", Some("eurlex")),
            ("prop/2030/31:9", Some("forarbete")),
            ("propx/2030/31:9", None),
            ("fffs/2030:4", Some("foreskrift")),
            ("fffs/2030:4/grund", Some("foreskrift")),
            ("bfnar/2030:4", Some("foreskrift")),
            ("rams/2030:4", Some("foreskrift")),
            ("strålfa/2030:4", Some("foreskrift")),
            ("fffs/x", None),
            ("avg/jo/1-2031", Some("avg")),
            ("rs/skv/1", Some("rs")),
            ("edpb/wp/1", Some("edpb")),
            ("guidance/edpb/05-2030", Some("edpb")),
            ("begrepp/Vall", Some("begrepp")),
            ("kommentar/1931:47", Some("kommentar")),
            ("coe/005", Some("coe")),
            ("icrc/375", Some("icrc")),
            ("untc/I-1", Some("untc")),
            ("icc/x", Some("icc")),
            ("icj/x", Some("icj")),
            ("lawreview/x", None),
            ("", None),
        ];
        for (local_id, expected) in table {
            assert_eq!(source_of_local_id(local_id).map(|source| source.name), expected, "{local_id}");
        }
    }

    #[test]
    fn groups_by_source_and_kind() {
        let table = [
            ("sfs", "lag", FlowGroup::Forfattningar),
            ("eurlex", "judgment", FlowGroup::EuDomar),
            ("eurlex", "order", FlowGroup::EuDomar),
            ("eurlex", "opinion", FlowGroup::EuDomar),
            ("eurlex", "treaty", FlowGroup::EuFordrag),
            ("eurlex", "regulation", FlowGroup::EuRattsakter),
            ("eurlex", "", FlowGroup::EuRattsakter),
            ("hudoc", "judgment", FlowGroup::FolkrattsligPraxis),
            ("nobody-knows", "judgment", FlowGroup::Ovrigt),
        ];
        for (source, kind, group) in table {
            assert_eq!(flow_group(source, kind), group, "{source} {kind}");
        }
    }

    #[test]
    fn every_described_source_has_a_group_of_its_own_choice() {
        for source in all() {
            assert_ne!(source.group(""), FlowGroup::Ovrigt, "{}", source.name);
        }
    }

    #[test]
    fn every_expression_names_kinds_that_its_source_has() {
        let mut seen = HashSet::new();
        for (name, words) in kind_words() {
            assert!(seen.insert((name, words.expression)), "{name}: {} stands twice", words.expression);
            assert_eq!(words.expression.to_lowercase(), words.expression);
            assert!(!words.expression.is_empty());
            let kinds = known(name).unwrap().kinds();
            for kind in words.kinds {
                assert!(kinds.iter().any(|known| known.key == *kind), "{name} has no kind {kind}");
            }
        }
    }
}
