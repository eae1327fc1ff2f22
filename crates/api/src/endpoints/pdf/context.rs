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
pub(super) struct Slug {
    name: &'static str,
    heading: &'static str,
    takes: Takes,
}

/// Which citations belong to a kind of context.
#[derive(Debug)]
enum Takes {
    /// Those of this relation.
    Relation(&'static str),
    /// Those from documents of these kinds of a source.
    Kinds(&'static str, &'static [&'static str]),
    /// Those from a source.
    Source(&'static str),
    /// None: there are no data of that kind.
    Nothing,
}

const fn slug(name: &'static str, heading: &'static str, takes: Takes) -> Slug {
    Slug { name, heading, takes }
}

/// Every slug, in the order groups are printed: relations, which say more, before sources.
static SLUGS: [Slug; 31] = [
    slug("bemyndigande", "Meddelat med stöd av", Takes::Relation("rpubl:bemyndigande")),
    slug("genomfor", "Genomförs av", Takes::Relation("rpubl:genomforDirektiv")),
    slug("andringar", "Ändras av", Takes::Relation("rpubl:andrar")),
    slug("kommentar", "Kommentar", Takes::Source("kommentar")),
    slug("dv", "Rättsfall", Takes::Source("dv")),
    slug("hudoc", "Europadomstolen", Takes::Source("hudoc")),
    slug("eu-caselaw", "EU-domstolen", Takes::Kinds("eurlex", &["judgment", "opinion", "order"])),
    slug("icc", "Internationella brottmålsdomstolen", Takes::Source("icc")),
    slug("icj", "Internationella domstolen", Takes::Source("icj")),
    slug("avg", "Myndighetsavgöranden", Takes::Source("avg")),
    slug("rs", "Ställningstaganden", Takes::Source("rs")),
    slug("sfs", "Författningar", Takes::Source("sfs")),
    slug("foreskrift", "Föreskrifter", Takes::Source("foreskrift")),
    slug("forarbete", "Förarbeten", Takes::Source("forarbete")),
    slug("eurlex", "EU-rättsakter", Takes::Source("eurlex")),
    slug("guidance", "EU-vägledning", Takes::Source("edpb")),
    slug("coe", "Europarådets konventioner", Takes::Source("coe")),
    slug("icrc", "Humanitärrättsliga traktater", Takes::Source("icrc")),
    slug("untc", "FN-traktater", Takes::Source("untc")),
    slug("begrepp", "Begrepp", Takes::Source("begrepp")),
    slug("fk", "Författningskommentar", Takes::Nothing),
    slug("eu-forslag", "EU-förslag", Takes::Nothing),
    slug("aldre-rattsfall", "Äldre rättsfall", Takes::Nothing),
    slug("lawreview", "Artiklar", Takes::Nothing),
    slug("regleringshierarki", "Regleringshierarki", Takes::Nothing),
    slug("fyller-ut", "Fylls ut av", Takes::Nothing),
    slug("remiss", "Remissvar", Takes::Nothing),
    slug("vagledning", "Vägledning", Takes::Nothing),
    slug("skal", "Skäl", Takes::Nothing),
    slug("tidigare-beteckning", "Tidigare beteckning", Takes::Nothing),
    slug("motsvarighet", "Motsvarighet", Takes::Nothing),
];

/// The kinds of context that a list of slugs names, in the order they are printed. Fails with the first that is unknown.
pub(super) fn slugs(list: &str) -> Result<Vec<&'static Slug>, &str> {
    let named: Vec<&str> = list.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    let slug_of = |name: &str| if name == "edpb" { "guidance".to_owned() } else { name.to_owned() };
    let is_known = |name: &&str| *name == "alla" || SLUGS.iter().any(|slug| slug.name == slug_of(name));
    if let Some(unknown) = named.iter().find(|name| !is_known(name)) {
        return Err(unknown);
    }
    let wanted = |slug: &&Slug| named.iter().any(|name| *name == "alla" || slug_of(name) == slug.name);
    Ok(SLUGS.iter().filter(wanted).collect())
}

impl Slug {
    fn takes(&self, row: &InboundRow) -> bool {
        match self.takes {
            Takes::Relation(predicate) => &*row.predicate == predicate,
            Takes::Kinds(source, kinds) => {
                row.citing.source == source
                    && row.citing.kind.as_deref().is_some_and(|kind| kinds.contains(&kind))
            }
            Takes::Source(source) => row.citing.source == source,
            Takes::Nothing => false,
        }
    }
}

/// The context of a document and its provisions, those asked for only.
pub(super) fn context(
    catalog: &Connected<'_>,
    document: &Document,
    slugs: &[&'static Slug],
) -> Result<Vec<Context>, Problem> {
    let Some(place) = Place::parse(&document.uri).filter(|_| !slugs.is_empty()) else {
        return Ok(Vec::new());
    };
    let mut gathered = Gathered { document, slugs, provisions: BTreeMap::new() };
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
    slugs: &'a [&'static Slug],
    /// For each provision, a group for each slug.
    provisions: BTreeMap<Option<String>, Vec<ContextGroup>>,
}

impl Gathered<'_> {
    fn add(&mut self, row: &InboundRow) {
        let Some(group) = self.slugs.iter().position(|slug| slug.takes(row)) else { return };
        let grammar = source(&self.document.source).grammar;
        let cited = row.target_anchor.as_deref().and_then(Anchor::new);
        let provision = cited.map(|anchor| grammar.unit(&anchor).as_str().to_owned());
        let empty = |slug: &&'static Slug| ContextGroup {
            heading: slug.heading.to_owned(),
            references: Vec::new(),
            more: 0,
        };
        let groups =
            self.provisions.entry(provision).or_insert_with(|| self.slugs.iter().map(empty).collect());
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
    use super::{SLUGS, slugs};

    #[test]
    fn lists_of_slugs() {
        let names = |list: &'static str| -> Result<Vec<&str>, &str> {
            Ok(slugs(list)?.into_iter().map(|slug| slug.name).collect())
        };
        let table = [
            ("", Ok(vec![])),
            (",, ,", Ok(vec![])),
            ("dv", Ok(vec!["dv"])),
            ("sfs,dv, sfs", Ok(vec!["dv", "sfs"])),
            ("edpb", Ok(vec!["guidance"])),
            ("remiss", Ok(vec!["remiss"])),
            ("dv,domar", Err("domar")),
            ("DV", Err("DV")),
            ("alla,domar", Err("domar")),
        ];
        for (list, expected) in table {
            assert_eq!(names(list), expected, "{list}");
        }
        assert_eq!(names("alla").map(|all| all.len()), Ok(SLUGS.len()));
    }
}
