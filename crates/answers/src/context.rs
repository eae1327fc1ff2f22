//! The citations that are printed under provisions.
//!
//! Readers ask for kinds of context by slug. Most slugs name a source and stand for the citations from it; some name a
//! relation. A citation is printed once, in the first group it belongs to. Slugs of what this corpus has no data for are
//! known and print nothing.

use std::collections::BTreeMap;

use lagrum_artifact::{Anchor, Place};
use lagrum_catalog::inbound::{InboundQuery, InboundRow, joined};
use lagrum_catalog::{Connected, Document, Page, Problem};
use lagrum_render::manuscript::{Context, ContextGroup, Reference};
use lagrum_sources::{pinpoint, source};

use crate::AnswerError;

/// Citing spots read for one document.
const MOST_READ: u64 = 200_000;

/// Citing spots read at a time.
const AT_A_TIME: u64 = 10_000;

/// References printed in one group.
const MOST_PRINTED: usize = 25;

/// Characters of a name.
const NAME_CHARACTERS: usize = 120;

/// A kind of context.
#[derive(Debug)]
pub struct ContextKind {
    name: &'static str,
    heading: &'static str,
    contents: Contents,
}

/// Which citations belong to a kind of context.
#[derive(Debug)]
enum Contents {
    /// Those of this relation.
    Relation(&'static str),
    /// Those from documents of these kinds of a source.
    Kinds(&'static str, &'static [&'static str]),
    /// Those from a source.
    Source(&'static str),
    /// None: there are no data of that kind.
    Nothing,
}

const fn kind(name: &'static str, heading: &'static str, contents: Contents) -> ContextKind {
    ContextKind { name, heading, contents }
}

/// Every slug, in the order groups are printed: relations, which say more, before sources.
static KINDS: [ContextKind; 31] = [
    kind("bemyndigande", "Meddelat med stöd av", Contents::Relation("rpubl:bemyndigande")),
    kind("genomfor", "Genomförs av", Contents::Relation("rpubl:genomforDirektiv")),
    kind("andringar", "Ändras av", Contents::Relation("rpubl:andrar")),
    kind("kommentar", "Kommentar", Contents::Source("kommentar")),
    kind("dv", "Rättsfall", Contents::Source("dv")),
    kind("hudoc", "Europadomstolen", Contents::Source("hudoc")),
    kind("eu-caselaw", "EU-domstolen", Contents::Kinds("eurlex", &["judgment", "opinion", "order"])),
    kind("icc", "Internationella brottmålsdomstolen", Contents::Source("icc")),
    kind("icj", "Internationella domstolen", Contents::Source("icj")),
    kind("avg", "Myndighetsavgöranden", Contents::Source("avg")),
    kind("rs", "Ställningstaganden", Contents::Source("rs")),
    kind("sfs", "Författningar", Contents::Source("sfs")),
    kind("foreskrift", "Föreskrifter", Contents::Source("foreskrift")),
    kind("forarbete", "Förarbeten", Contents::Source("forarbete")),
    kind("eurlex", "EU-rättsakter", Contents::Source("eurlex")),
    kind("guidance", "EU-vägledning", Contents::Source("edpb")),
    kind("coe", "Europarådets konventioner", Contents::Source("coe")),
    kind("icrc", "Humanitärrättsliga traktater", Contents::Source("icrc")),
    kind("untc", "FN-traktater", Contents::Source("untc")),
    kind("begrepp", "Begrepp", Contents::Source("begrepp")),
    kind("fk", "Författningskommentar", Contents::Nothing),
    kind("eu-forslag", "EU-förslag", Contents::Nothing),
    kind("aldre-rattsfall", "Äldre rättsfall", Contents::Nothing),
    kind("lawreview", "Artiklar", Contents::Nothing),
    kind("regleringshierarki", "Regleringshierarki", Contents::Nothing),
    kind("fyller-ut", "Fylls ut av", Contents::Nothing),
    kind("remiss", "Remissvar", Contents::Nothing),
    kind("vagledning", "Vägledning", Contents::Nothing),
    kind("skal", "Skäl", Contents::Nothing),
    kind("tidigare-beteckning", "Tidigare beteckning", Contents::Nothing),
    kind("motsvarighet", "Motsvarighet", Contents::Nothing),
];

/// The kinds of context that a list names, separated by commas, in the order they are printed. `alla` is all of them. Fails
/// with the first name that is unknown.
pub fn context_kinds(list: &str) -> Result<Vec<&'static ContextKind>, AnswerError> {
    let named: Vec<&str> = list.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    let slug = |name: &str| if name == "edpb" { "guidance".to_owned() } else { name.to_owned() };
    let is_known = |name: &&str| *name == "alla" || KINDS.iter().any(|kind| kind.name == slug(name));
    if let Some(unknown) = named.iter().find(|name| !is_known(name)) {
        return Err(AnswerError::Invalid {
            parameter: "kontext",
            input: Some(list.to_owned()),
            message: format!("{unknown} is no kind of context"),
        });
    }
    let wanted = |kind: &&ContextKind| named.iter().any(|name| *name == "alla" || slug(name) == kind.name);
    Ok(KINDS.iter().filter(wanted).collect())
}

impl ContextKind {
    fn contains(&self, row: &InboundRow) -> bool {
        match self.contents {
            Contents::Relation(predicate) => &*row.predicate == predicate,
            Contents::Kinds(source, kinds) => {
                row.citing.source == source
                    && row.citing.kind.as_deref().is_some_and(|kind| kinds.contains(&kind))
            }
            Contents::Source(source) => row.citing.source == source,
            Contents::Nothing => false,
        }
    }
}

/// The context of a document and its provisions, those asked for only.
pub(crate) fn citing_context(
    catalog: &Connected<'_>,
    document: &Document,
    kinds: &[&'static ContextKind],
) -> Result<Vec<Context>, Problem> {
    let Some(place) = Place::parse(&document.uri).filter(|_| !kinds.is_empty()) else {
        return Ok(Vec::new());
    };
    let mut gathered = Gathered { document, kinds, provisions: BTreeMap::new() };
    for offset in (0..MOST_READ).step_by(AT_A_TIME as usize) {
        let page = Page { limit: AT_A_TIME, offset };
        let query = InboundQuery { place: &place, exact: false, source: None, by_citations: false, page };
        let rows = catalog.inbound(&query)?.rows;
        for row in &rows {
            gathered.add(row);
        }
        if (rows.len() as u64) < AT_A_TIME {
            break;
        }
    }
    Ok(gathered.finish())
}

struct Gathered<'a> {
    document: &'a Document,
    kinds: &'a [&'static ContextKind],
    /// For each provision, a group for each slug.
    provisions: BTreeMap<Option<String>, Vec<ContextGroup>>,
}

impl Gathered<'_> {
    fn add(&mut self, row: &InboundRow) {
        let Some(group) = self.kinds.iter().position(|kind| kind.contains(row)) else { return };
        let grammar = source(&self.document.source).grammar;
        let cited = row.target_anchor.as_deref().and_then(Anchor::new);
        let provision = cited.map(|anchor| grammar.unit(&anchor).as_str().to_owned());
        let empty = |kind: &&'static ContextKind| ContextGroup {
            heading: kind.heading.to_owned(),
            references: Vec::new(),
            more: 0,
        };
        let groups =
            self.provisions.entry(provision).or_insert_with(|| self.kinds.iter().map(empty).collect());
        let uri = joined(&row.citing.uri, row.anchor.as_deref());
        let group = &mut groups[group];
        // Citing spots stand in the order of their documents, so the same spot comes again at once.
        if group.references.last().is_some_and(|last| last.uri == uri) {
            return;
        }
        if group.references.len() == MOST_PRINTED {
            group.more += 1;
        } else {
            group.references.push(Reference { name: name(row), uri });
        }
    }

    fn finish(self) -> Vec<Context> {
        let grammar = source(&self.document.source).grammar;
        let contexts = self.provisions.into_iter().map(|(anchor, mut groups)| {
            groups.retain(|group| !group.references.is_empty());
            let name = anchor.as_deref().and_then(Anchor::new).map(|anchor| pinpoint(grammar, &anchor));
            Context { anchor, name: name.unwrap_or_default(), groups }
        });
        contexts.collect()
    }
}

/// How a citing spot is called: its document, and the place in it.
fn name(row: &InboundRow) -> String {
    let citing = &row.citing;
    let name = citing.label.as_ref().or(citing.title.as_ref()).unwrap_or(&citing.uri);
    let mut name: String = name.chars().take(NAME_CHARACTERS).collect();
    let grammar = source(&citing.source).grammar;
    let place = row.anchor.as_deref().and_then(Anchor::new).and_then(|anchor| grammar.label(&anchor));
    let place = place.or_else(|| row.page.map(|page| format!("s. {page}")));
    if let Some(place) = place {
        name.push_str(", ");
        name.push_str(&place);
    }
    name
}

#[cfg(test)]
mod tests {
    use super::{KINDS, context_kinds};

    #[test]
    fn a_list_names_kinds_in_print_order() {
        let names = |list: &str| -> Result<Vec<&str>, String> {
            let kinds = context_kinds(list).map_err(|error| error.to_string())?;
            Ok(kinds.into_iter().map(|kind| kind.name).collect())
        };
        let table = [
            ("", Ok(vec![])),
            (",, ,", Ok(vec![])),
            ("dv", Ok(vec!["dv"])),
            ("sfs,dv, sfs", Ok(vec!["dv", "sfs"])),
            ("edpb", Ok(vec!["guidance"])),
            ("remiss", Ok(vec!["remiss"])),
            ("dv,domar", Err("kontext: domar is no kind of context".to_owned())),
            ("DV", Err("kontext: DV is no kind of context".to_owned())),
            ("alla,domar", Err("kontext: domar is no kind of context".to_owned())),
        ];
        for (list, expected) in table {
            assert_eq!(names(list), expected, "{list}");
        }
        assert_eq!(names("alla").map(|all| all.len()), Ok(KINDS.len()));
    }
}
