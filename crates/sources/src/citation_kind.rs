//! Kinds of citations, by which a scan can be restricted.

use crate::source_of_local_id;

/// A kind of citation, by the document that is cited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CitationKind {
    /// A statute.
    Sfs,
    /// A regulation of an agency.
    Foreskrift,
    /// An act or treaty of the EU.
    EuAct,
    /// A case of the courts of the EU.
    EuCase,
    /// A decision of a Swedish court.
    Case,
    /// A case under the European Convention on Human Rights.
    Echr,
    /// A preparatory work.
    Preparatory,
    /// An international treaty.
    Treaty,
    /// A record of an international court.
    InternationalCase,
    /// A decision or position of an authority.
    Decision,
    /// Guidance of the European data protection board.
    Guidance,
}

/// All kinds, with their names on the wire.
pub const CITATION_KINDS: [(&str, CitationKind); 11] = [
    ("sfs", CitationKind::Sfs),
    ("foreskrift", CitationKind::Foreskrift),
    ("eu-act", CitationKind::EuAct),
    ("eu-case", CitationKind::EuCase),
    ("case", CitationKind::Case),
    ("echr", CitationKind::Echr),
    ("preparatory", CitationKind::Preparatory),
    ("treaty", CitationKind::Treaty),
    ("international-case", CitationKind::InternationalCase),
    ("decision", CitationKind::Decision),
    ("guidance", CitationKind::Guidance),
];

impl CitationKind {
    /// The kinds with a name, which is the name of a kind or of a source. A source may have two kinds.
    pub fn named(name: &str) -> Vec<Self> {
        if let Some((_, kind)) = CITATION_KINDS.iter().find(|(kind, _)| *kind == name) {
            return vec![*kind];
        }
        match crate::current_name(name) {
            "eurlex" => vec![Self::EuAct, Self::EuCase],
            source => Self::of_source(source).into_iter().collect(),
        }
    }

    /// The kind of a citation of the document with this local id.
    pub fn of(local_id: &str) -> Option<Self> {
        if local_id.starts_with("celex/6") {
            return Some(Self::EuCase);
        }
        Self::of_source(source_of_local_id(local_id)?.name)
    }

    fn of_source(name: &str) -> Option<Self> {
        Some(match name {
            "sfs" => Self::Sfs,
            "foreskrift" => Self::Foreskrift,
            "eurlex" => Self::EuAct,
            "dv" => Self::Case,
            "hudoc" => Self::Echr,
            "forarbete" => Self::Preparatory,
            "coe" | "untc" | "icrc" => Self::Treaty,
            "icc" | "icj" => Self::InternationalCase,
            "avg" | "rs" => Self::Decision,
            "edpb" => Self::Guidance,
            _ => return None,
        })
    }

    /// Whether it is a citation of an act, of which a provision could be named.
    pub fn is_act(self) -> bool {
        matches!(self, Self::Sfs | Self::Foreskrift | Self::EuAct | Self::Treaty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_by_local_id_and_by_name() {
        for (local_id, kind) in [
            ("1931:47", Some(CitationKind::Sfs)),
            ("fffs/2014:1", Some(CitationKind::Foreskrift)),
            ("celex/32016R0679", Some(CitationKind::EuAct)),
            ("celex/62018CJ0311", Some(CitationKind::EuCase)),
            ("dom/nja/2015s180", Some(CitationKind::Case)),
            ("dom/echr/001-58257", Some(CitationKind::Echr)),
            ("prop/2017/18:105", Some(CitationKind::Preparatory)),
            ("coe/005", Some(CitationKind::Treaty)),
            ("avg/jo/3940-2006", Some(CitationKind::Decision)),
            ("begrepp/Löfte", None),
        ] {
            assert_eq!(CitationKind::of(local_id), kind, "{local_id}");
        }
        assert_eq!(CitationKind::named("eurlex"), [CitationKind::EuAct, CitationKind::EuCase]);
        assert_eq!(CitationKind::named("guidance"), [CitationKind::Guidance]);
        assert_eq!(CitationKind::named("dv"), [CitationKind::Case]);
        assert!(CitationKind::named("allt").is_empty());
    }
}
