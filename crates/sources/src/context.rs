//! The kinds of citations that can be printed under the provisions of a document.
//!
//! A reader names them by slug. Most slugs name a source and select the citations from it; some name a relation. Slugs
//! of collections that no source holds yet are known and select nothing.

use crate::known;

/// The slug that selects every kind.
const ALL: &str = "alla";

/// A kind of citing documents, with the heading it is printed under.
#[derive(Debug)]
pub struct ContextKind {
    /// Its name in requests.
    pub slug: &'static str,
    /// The heading over its citations.
    pub heading: &'static str,
    selection: Selection,
}

/// Which citations belong to a kind.
#[derive(Debug)]
enum Selection {
    /// Citations with this relation.
    Relation(&'static str),
    /// Citations from documents of these kinds of a source.
    Kinds(&'static str, &'static [&'static str]),
    /// Citations from documents of a source.
    Source(&'static str),
    /// No citations: the corpus has no data of the kind.
    Nothing,
}

const fn kind(slug: &'static str, heading: &'static str, selection: Selection) -> ContextKind {
    ContextKind { slug, heading, selection }
}

/// The choices of context that readers have for a PDF: the slug, and its Swedish name.
pub const CONTEXT_CHOICES: [(&str, &str); 4] =
    [("", "inget"), ("dv", "rättsfall"), ("forarbete", "förarbeten"), ("alla", "alla som hänvisar dit")];

/// Every kind, in the order in which they are printed: relations, which are more specific, before sources.
static KINDS: [ContextKind; 31] = [
    kind("bemyndigande", "Meddelat med stöd av", Selection::Relation("rpubl:bemyndigande")),
    kind("genomfor", "Genomförs av", Selection::Relation("rpubl:genomforDirektiv")),
    kind("andringar", "Ändras av", Selection::Relation("rpubl:andrar")),
    kind("kommentar", "Kommentar", Selection::Source("kommentar")),
    kind("dv", "Rättsfall", Selection::Source("dv")),
    kind("hudoc", "Europadomstolen", Selection::Source("hudoc")),
    kind("eu-caselaw", "EU-domstolen", Selection::Kinds("eurlex", &["judgment", "opinion", "order"])),
    kind("icc", "Internationella brottmålsdomstolen", Selection::Source("icc")),
    kind("icj", "Internationella domstolen", Selection::Source("icj")),
    kind("avg", "Myndighetsavgöranden", Selection::Source("avg")),
    kind("rs", "Ställningstaganden", Selection::Source("rs")),
    kind("sfs", "Författningar", Selection::Source("sfs")),
    kind("foreskrift", "Föreskrifter", Selection::Source("foreskrift")),
    kind("forarbete", "Förarbeten", Selection::Source("forarbete")),
    kind("eurlex", "EU-rättsakter", Selection::Source("eurlex")),
    kind("guidance", "EU-vägledning", Selection::Source("edpb")),
    kind("coe", "Europarådets konventioner", Selection::Source("coe")),
    kind("icrc", "Humanitärrättsliga traktater", Selection::Source("icrc")),
    kind("untc", "FN-traktater", Selection::Source("untc")),
    kind("begrepp", "Begrepp", Selection::Source("begrepp")),
    kind("fk", "Författningskommentar", Selection::Nothing),
    kind("eu-forslag", "EU-förslag", Selection::Nothing),
    kind("aldre-rattsfall", "Äldre rättsfall", Selection::Nothing),
    kind("lawreview", "Artiklar", Selection::Nothing),
    kind("regleringshierarki", "Regleringshierarki", Selection::Nothing),
    kind("fyller-ut", "Fylls ut av", Selection::Nothing),
    kind("remiss", "Remissvar", Selection::Nothing),
    kind("vagledning", "Vägledning", Selection::Nothing),
    kind("skal", "Skäl", Selection::Nothing),
    kind("tidigare-beteckning", "Tidigare beteckning", Selection::Nothing),
    kind("motsvarighet", "Motsvarighet", Selection::Nothing),
];

/// The kinds that a comma-separated list of slugs names, in the order they are printed. Fails with the first slug that
/// is unknown.
pub fn context_kinds(list: &str) -> Result<Vec<&'static ContextKind>, &str> {
    let named: Vec<&str> = list.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    let is_known = |name: &&str| *name == ALL || KINDS.iter().any(|kind| kind.is_named(name));
    if let Some(unknown) = named.iter().find(|name| !is_known(name)) {
        return Err(unknown);
    }
    let wanted = |kind: &&ContextKind| named.iter().any(|name| *name == ALL || kind.is_named(name));
    Ok(KINDS.iter().filter(wanted).collect())
}

impl ContextKind {
    /// Whether this is a name of the kind in requests: its slug, or the current name of the source that the slug names.
    fn is_named(&self, name: &str) -> bool {
        self.slug == name || known(self.slug).is_some_and(|source| source.name == name)
    }

    /// Whether a citation belongs to the kind, by its relation and the source and kind of the citing document.
    pub fn includes(&self, source: &str, kind: Option<&str>, relation: &str) -> bool {
        match self.selection {
            Selection::Relation(wanted) => relation == wanted,
            Selection::Kinds(wanted, kinds) => {
                source == wanted && kind.is_some_and(|kind| kinds.contains(&kind))
            }
            Selection::Source(wanted) => source == wanted,
            Selection::Nothing => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_readers_choose_from_is_known() {
        for (name, words) in CONTEXT_CHOICES {
            assert_eq!(context_kinds(name).unwrap().is_empty(), name.is_empty(), "{words}");
        }
    }

    #[test]
    fn lists_of_slugs() {
        let slugs = |list: &'static str| -> Result<Vec<&str>, &str> {
            Ok(context_kinds(list)?.into_iter().map(|context| context.slug).collect())
        };
        let table = [
            ("", Ok(vec![])),
            (",, ,", Ok(vec![])),
            ("dv", Ok(vec!["dv"])),
            ("sfs,dv, sfs", Ok(vec!["dv", "sfs"])),
            ("edpb", Ok(vec!["guidance"])),
            ("guidance", Ok(vec!["guidance"])),
            ("remiss", Ok(vec!["remiss"])),
            ("dv,domar", Err("domar")),
            ("DV", Err("DV")),
            ("alla,domar", Err("domar")),
        ];
        for (list, expected) in table {
            assert_eq!(slugs(list), expected, "{list}");
        }
        assert_eq!(slugs("alla").map(|all| all.len()), Ok(KINDS.len()));
    }

    #[test]
    fn what_a_kind_includes() {
        let includes = |slug: &'static str, source, kind, predicate| {
            context_kinds(slug).unwrap()[0].includes(source, kind, predicate)
        };
        assert!(includes("andringar", "sfs", None, "rpubl:andrar"));
        assert!(!includes("andringar", "sfs", None, "dcterms:references"));
        assert!(includes("eu-caselaw", "eurlex", Some("order"), "dcterms:references"));
        assert!(!includes("eu-caselaw", "eurlex", Some("regulation"), "dcterms:references"));
        assert!(includes("edpb", "edpb", None, "dcterms:references"));
        assert!(!includes("remiss", "remiss", None, "dcterms:references"));
    }

    #[test]
    fn selected_sources_are_described() {
        for context in &KINDS {
            if let Selection::Source(name) | Selection::Kinds(name, _) = context.selection {
                assert_eq!(known(name).map(|source| source.name), Some(name), "{}", context.slug);
            }
        }
    }
}
