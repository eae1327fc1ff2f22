//! Derives what depends on all documents together: concepts, transpositions, final numbers.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use jiff::civil::Date;
use lagrum_catalog::{AnchorNumber, ComingEvent, DocumentNumber, MeaningNumber, Statement};
use lagrum_corpus::CorpusState;
use lagrum_sources::{
    Description, ObservedConcepts, RailKey, concept_name, concept_source, concept_uri, fold_concepts,
    is_sound_concept, parse_date,
};

use crate::cited::CitedDocument;
use crate::derivations::DerivationReader;
use crate::derive::StatedLaw;
use crate::error::BuildError;
use crate::gather::{Gathered, Statute};
use crate::input::BuildInput;
use crate::links::{PLAIN, RawLink, Texts};
use crate::meanings;
use crate::meanings::meant::{GatheredMeaning, GatheredMeanings};
use crate::positions::{CitedNumber, EntryIndex, GatheredPlace, ReadPosition, RelationNumber, SurfaceNumber};
use crate::rail_order::{RailKeys, RailOrder};
use crate::resolved::{
    AddedLinks, CommentaryHost, DocumentOrigin, FinalNumbers, LawComment, LawComments, ResolvedCorpus,
    ResolvedLinks, ResolvedMeaning, Stub, UNREADABLE,
};
use crate::spill::SpilledLinks;
use crate::successors::Successors;
use crate::transposed;

/// The maximum number of relations that a catalog can number, from 1 on.
const MAX_RELATIONS: usize = u16::MAX as usize - 1;

/// The number of commented documents whose names are looked up together.
const HOSTS: usize = 1000;

/// Derives what depends on all documents together. Also returns the links and the rail order of documents.
pub(crate) fn resolve<'a>(
    input: &BuildInput<'a>,
    mut gathered: Gathered<'a>,
    links: SpilledLinks,
    kept: &mut DerivationReader,
) -> Result<(ResolvedCorpus<'a>, ResolvedLinks, RailOrder), BuildError> {
    let statutes = std::mem::take(&mut gathered.statutes);
    let laws = StatuteIndex::new(&statutes, |position| {
        input.base.strip(&uri(input, &gathered, position)).unwrap_or_default().to_owned()
    });
    add_statements(input, &laws, &mut gathered);
    let added = add_transpositions(&laws, &mut gathered)?;
    let meanings = meanings::decide(input, &mut gathered, &links)?;
    let section_comments = section_comments(&laws, &gathered);
    let concepts = settle_concepts(input, &mut gathered)?;
    let hosts = commentary_hosts(input, &gathered, kept);
    let successors = Successors::new(
        &gathered.succeeded,
        |uri| position_of(input, &gathered, uri),
        |position| uri(input, &gathered, position),
    );
    let stubs = stubs(input, &gathered, &concepts);
    let repeals = std::mem::take(&mut gathered.repeals);
    let coming = std::mem::take(&mut gathered.coming);
    let statements = std::mem::take(&mut gathered.statements);
    let unnumbered = Unnumbered {
        links,
        added,
        meanings,
        concepts,
        hosts,
        section_comments,
        repeals,
        coming,
        statements,
        successors,
        stubs,
    };
    give_final_numbers(input, gathered, unnumbered)
}

/// Resolved data that have no final numbers yet.
struct Unnumbered {
    links: SpilledLinks,
    added: AddedLinks,
    meanings: GatheredMeanings,
    concepts: Concepts,
    hosts: HashMap<ReadPosition, CommentaryHost>,
    section_comments: Vec<LawComments>,
    repeals: HashMap<String, (Date, String)>,
    coming: HashMap<String, Vec<ComingEvent>>,
    statements: Vec<Statement>,
    successors: Successors,
    stubs: Vec<Stub>,
}

fn uri(input: &BuildInput<'_>, gathered: &Gathered<'_>, position: ReadPosition) -> String {
    input.state.documents.uri(gathered.entries[position.index()].index())
}

/// The document that each commentary is about, if it is held, by the position of the commentary.
fn commentary_hosts(
    input: &BuildInput<'_>,
    gathered: &Gathered<'_>,
    kept: &mut DerivationReader,
) -> HashMap<ReadPosition, CommentaryHost> {
    let documents = &input.state.documents;
    let mut hosts: Vec<(usize, ReadPosition)> = gathered
        .commentaries
        .iter()
        .filter(|(position, about)| uri(input, gathered, *position) != **about)
        .filter_map(|(position, about)| {
            let host = documents.position(about)?;
            // A document that could not be read has no name.
            gathered.entries.binary_search(&EntryIndex(host as u32)).ok()?;
            Some((host, *position))
        })
        .collect();
    hosts.sort_unstable();
    let mut found = HashMap::new();
    for batch in hosts.chunks(HOSTS) {
        let loaded = kept.load(batch.iter().filter_map(|(host, _)| documents.stored(*host)));
        for (host, position) in batch {
            let Some(entry) = documents.get(*host) else { continue };
            if let Some(facts) = loaded.facts((&entry).into()) {
                let Description { in_text: name, expired, .. } = facts.description;
                found.insert(*position, CommentaryHost { source: entry.source, name, expired });
            }
        }
    }
    found
}

/// The links from laws to the directives that they are stated to transpose.
fn add_transpositions(
    laws: &StatuteIndex<'_>,
    gathered: &mut Gathered<'_>,
) -> Result<AddedLinks, BuildError> {
    let mut added = BTreeMap::new();
    for statement in &gathered.transpositions {
        let Some(law) = laws.find(&statement.law) else { continue };
        for article in &statement.articles {
            let link = RawLink {
                to: article.clone(),
                from_anchor: Some(statement.anchor.clone()),
                from_page: None,
                predicate: "rpubl:genomforDirektiv".to_owned(),
                text: statement.stated_in.clone(),
            };
            let numbered = gathered.texts.link(&link, SurfaceNumber::NONE)?;
            gathered.relation_uses.resize(gathered.texts.predicates.len(), 0);
            gathered.relation_uses[numbered.predicate.index()] += 1;
            let of_law: &mut Vec<_> = added.entry(law).or_default();
            of_law.push((numbered, (!link.text.is_empty()).then(|| link.text.into())));
        }
    }
    Ok(added)
}

/// What preparatory works state of articles that the provisions of laws carry out.
fn add_statements(input: &BuildInput<'_>, laws: &StatuteIndex<'_>, gathered: &mut Gathered<'_>) {
    let mut statements = Vec::new();
    for stated in &gathered.transpositions {
        let Some(law) = laws.find(&stated.law) else { continue };
        statements.extend(transposed::statements(stated, &uri(input, gathered, law)));
    }
    let mut told = HashSet::new();
    for stated in std::mem::take(&mut gathered.proposal_statements) {
        let held = laws.find_proposed(&stated.law).map(|law| uri(input, gathered, law));
        // A law with a number need not be held.
        let numbered = || stated.law.number.as_ref().map(|number| input.base.swedish_act(number));
        let Some(law) = held.or_else(numbered) else { continue };
        let held = transposed::HeldActs {
            law: &law,
            numbers_by_kapitel: &gathered.numbers_by_kapitel,
            repeals: &gathered.repeals,
        };
        let statement = transposed::of_proposal(&stated.statement, &held);
        statements.extend(statement.filter(|statement| {
            told.insert((statement.relation, statement.subject.clone(), statement.object.clone()))
        }));
    }
    gathered.statements.append(&mut statements);
}

/// The comments of preparatory works on provisions of the laws that were proposed in them, by law.
fn section_comments(laws: &StatuteIndex<'_>, gathered: &Gathered<'_>) -> Vec<LawComments> {
    let mut by_law: BTreeMap<ReadPosition, Vec<LawComment>> = BTreeMap::new();
    for (position, comments) in &gathered.section_comments {
        let Some(law) = laws.find(&comments.law) else { continue };
        by_law.entry(law).or_default().extend(comments.provisions.iter().map(|(anchor, page)| LawComment {
            anchor: anchor.clone(),
            document: gathered.entries[position.index()],
            date: comments.law.stated.clone(),
            page: *page,
        }));
    }
    let of_law = |(law, comments)| LawComments { law: gathered.entries[ReadPosition::index(law)], comments };
    by_law.into_iter().map(of_law).collect()
}

/// The statutes by number and by name, as positions.
struct StatuteIndex<'a> {
    by_number: HashMap<String, ReadPosition>,
    by_name: HashMap<&'a str, Vec<&'a Statute>>,
}

impl<'a> StatuteIndex<'a> {
    fn new(statutes: &'a [Statute], local_id: impl Fn(ReadPosition) -> String) -> Self {
        let (mut by_number, mut by_name) = (HashMap::new(), HashMap::<_, Vec<_>>::new());
        for statute in statutes {
            by_number.insert(local_id(statute.position), statute.position);
            by_name.entry(statute.name.as_str()).or_default().push(statute);
        }
        Self { by_number, by_name }
    }

    /// The law that a preparatory work names. Of several laws with one name, the first that came into force after the
    /// preparatory work.
    fn find(&self, law: &StatedLaw) -> Option<ReadPosition> {
        if let Some(number) = &law.number {
            return self.by_number.get(number.as_str()).copied();
        }
        let candidates = self.by_name.get(law.name.as_str())?;
        if let [only] = candidates.as_slice() {
            return Some(only.position);
        }
        let stated = parse_date(law.stated.as_deref()?)?;
        candidates
            .iter()
            .filter_map(|statute| Some((statute.in_force_from?, statute.position)))
            .filter(|(from, _)| *from > stated)
            .min()
            .map(|(_, position)| position)
    }
}

impl StatuteIndex<'_> {
    /// The law that a bill proposes or amends. A law that it proposes came into force after it.
    fn find_proposed(&self, law: &StatedLaw) -> Option<ReadPosition> {
        let found = self.find(law)?;
        if law.number.is_some() {
            return Some(found);
        }
        let stated = parse_date(law.stated.as_deref()?)?;
        let named = self.by_name.get(law.name.as_str())?;
        let statute = named.iter().find(|statute| statute.position == found)?;
        statute.in_force_from.is_some_and(|from| from > stated).then_some(found)
    }
}

/// The concepts of a corpus after folding.
struct Concepts {
    /// Cited concepts that are replaced by another one, both by number.
    moved: HashMap<CitedNumber, CitedNumber>,
    /// The uris of concepts that are cited and have no page of their own.
    stubs: HashSet<String>,
}

/// Decides which names stand for one concept. A concept has one uri: that of its page, or else the one made from its
/// name. A page keeps its uri.
fn settle_concepts(input: &BuildInput<'_>, gathered: &mut Gathered<'_>) -> Result<Concepts, BuildError> {
    let base = input.base;
    let mut observed = ObservedConcepts::default();
    let mut pages: HashMap<String, EntryIndex> = HashMap::new();
    for entry in &gathered.entries {
        let uri = input.state.documents.uri(entry.index());
        if let Some(name) = concept_name(base, &uri) {
            observed.authored.entry(name.clone()).or_default();
            pages.insert(name, *entry);
        }
    }
    for (uri, former) in &gathered.aliases {
        if let Some(name) = concept_name(base, uri) {
            let former = former.iter().filter_map(|uri| concept_name(base, uri));
            observed.authored.entry(name).or_default().extend(former);
        }
    }
    // Of several pages with one name, the last is the page of the concept.
    let held: HashSet<EntryIndex> = pages.values().copied().collect();
    let is_page = |cited: &CitedDocument| matches!(cited, CitedDocument::Held(entry) if held.contains(entry));
    let documents = &gathered.texts.documents;
    let cited: Vec<(String, CitedNumber)> = (0..)
        .map(CitedNumber)
        .zip(documents.all())
        .filter(|(_, cited)| !is_page(cited))
        .filter_map(|(id, cited)| Some((concept_name(base, &documents.uri(*cited))?, id)))
        .collect();
    observed.cited = cited.iter().map(|(name, _)| name.clone()).collect();
    let settled = fold_concepts(&observed);
    let mut moved = HashMap::new();
    for (name, id) in &cited {
        let name = settled.folded.get(name).unwrap_or(name);
        let uri = match pages.get(name) {
            Some(page) => input.state.documents.uri(page.index()),
            None if settled.stubs.contains(name) => concept_uri(base, name),
            // The name is a mistake in the citing text and not a concept.
            None => continue,
        };
        moved.insert(*id, gathered.texts.documents.number(&uri)?);
    }
    let stubs = settled.stubs.iter().map(|name| concept_uri(base, name)).collect();
    Ok(Concepts { moved, stubs })
}

/// Whether each cited document is still cited after concepts were folded. Before, every one was cited by a link, except
/// those that others were moved to.
fn still_cited(texts: &Texts<'_>, concepts: &Concepts) -> Vec<bool> {
    let mut cited = vec![true; texts.documents.len()];
    for from in concepts.moved.keys() {
        cited[from.index()] = false;
    }
    for to in concepts.moved.values() {
        cited[to.index()] = true;
    }
    cited
}

/// A document for each concept that is cited and has no page of its own, in the order of uris.
fn stubs(input: &BuildInput<'_>, gathered: &Gathered<'_>, concepts: &Concepts) -> Vec<Stub> {
    let is_read = |cited: &CitedDocument| match cited {
        CitedDocument::Held(entry) => gathered.entries.binary_search(entry).is_ok(),
        CitedDocument::Unheld(_) => false,
    };
    let documents = &gathered.texts.documents;
    let mut stubs: Vec<Stub> = documents
        .all()
        .iter()
        .zip(still_cited(&gathered.texts, concepts))
        .filter(|(cited, is_cited)| *is_cited && !is_read(cited))
        .map(|(cited, _)| documents.uri(*cited).into_owned())
        .filter(|uri| concepts.stubs.contains(uri))
        .filter_map(|uri| {
            let name = concept_name(input.base, &uri).filter(|name| is_sound_concept(name))?;
            Some(Stub { uri, name })
        })
        .collect();
    stubs.sort_unstable_by(|a, b| a.uri.cmp(&b.uri));
    stubs
}

/// The position of the document with a uri, if it could be read.
fn position_of(input: &BuildInput<'_>, gathered: &Gathered<'_>, uri: &str) -> Option<ReadPosition> {
    let entry = input.state.documents.position(uri)?;
    let found = gathered.entries.binary_search(&EntryIndex(entry as u32));
    found.ok().map(|position| ReadPosition(position as u32))
}

/// Gives documents, cited documents that are not held, and anchors their final numbers.
fn give_final_numbers<'a>(
    input: &BuildInput<'a>,
    gathered: Gathered<'a>,
    unnumbered: Unnumbered,
) -> Result<(ResolvedCorpus<'a>, ResolvedLinks, RailOrder), BuildError> {
    let Unnumbered {
        links,
        added,
        meanings,
        concepts,
        hosts,
        section_comments,
        repeals,
        coming,
        statements,
        successors,
        stubs,
    } = unnumbered;
    let documents = in_order(input.state, &gathered.entries, &stubs);
    let rail = rail_order(&documents, gathered.rail, &stubs);
    let first_unheld = u32::try_from(documents.len()).map_err(|_| BuildError::TooMany)?;
    let (mut entry_numbers, mut stub_numbers) =
        (vec![UNREADABLE; input.state.documents.len()], vec![DocumentNumber(0); stubs.len()]);
    for (number, origin) in (0_u32..).map(DocumentNumber).zip(&documents) {
        match *origin {
            DocumentOrigin::Held { entry, .. } => entry_numbers[entry.index()] = number,
            DocumentOrigin::Stub(stub) => stub_numbers[stub as usize] = number,
        }
    }
    let is_cited = still_cited(&gathered.texts, &concepts);
    let Gathered { texts, relation_uses, unreadable, concepts: pages, .. } = gathered;
    // The final number of a held document or a stub.
    let held = |cited: CitedDocument, uri: &str| match cited {
        CitedDocument::Held(entry) if entry_numbers[entry.index()] != UNREADABLE => {
            Some(entry_numbers[entry.index()])
        }
        _ => {
            let stub = stubs.binary_search_by(|stub| stub.uri.as_str().cmp(uri)).ok();
            stub.map(|stub| stub_numbers[stub])
        }
    };
    let mut unheld: Vec<(Box<str>, usize)> = Vec::new();
    let mut final_ids = vec![DocumentNumber(0); texts.documents.len()];
    for (index, cited) in texts.documents.all().iter().enumerate() {
        let uri = texts.documents.uri(*cited);
        match held(*cited, &uri) {
            Some(number) => final_ids[index] = number,
            // A concept whose links were all moved to another is no longer cited.
            None if is_cited[index] => unheld.push((uri.into(), index)),
            None => {}
        }
    }
    unheld.sort_unstable();
    for (id, (_, index)) in (first_unheld..).map(DocumentNumber).zip(&unheld) {
        final_ids[*index] = id;
    }
    let moved: Vec<(CitedNumber, DocumentNumber)> =
        concepts.moved.iter().map(|(from, to)| (*from, final_ids[to.index()])).collect();
    for (from, to) in moved {
        final_ids[from.index()] = to;
    }
    let (anchors, anchor_ids) = sorted(texts.anchors.iter().map(Box::from));
    let (predicates, predicate_ids) = most_used(texts.predicates.iter().map(Box::from), &relation_uses);
    let anchor_numbers = anchor_ids.into_iter().map(|index| AnchorNumber(index + 1)).collect();
    let numbers = FinalNumbers {
        documents: final_ids,
        anchors: anchor_numbers,
        predicates: predicate_ids.into_iter().map(RelationNumber).collect(),
    };
    let citing: HashMap<ReadPosition, DocumentNumber> = documents
        .iter()
        .zip((0..).map(DocumentNumber))
        .filter_map(|(origin, number)| Some((origin.position()?, number)))
        .filter(|(position, _)| meanings.contains_key(position))
        .collect();
    let meanings = final_meanings(meanings, &citing, &numbers)?;
    let links = ResolvedLinks::new(links, added, &meanings, numbers);
    let resolved = ResolvedCorpus {
        state: input.state,
        documents,
        entry_numbers,
        stubs,
        stub_numbers,
        hosts,
        section_comments,
        repeals,
        coming,
        statements,
        successors,
        concepts: pages,
        meanings,
        unreadable: unreadable.len() as u64,
        unheld: unheld.into_iter().map(|(uri, _)| uri).collect(),
        anchors,
        predicates,
    };
    Ok((resolved, links, rail))
}

/// The meanings of what documents cite, by final numbers, in the order of the citing documents.
fn final_meanings(
    meanings: GatheredMeanings,
    citing: &HashMap<ReadPosition, DocumentNumber>,
    numbers: &FinalNumbers,
) -> Result<Vec<ResolvedMeaning>, BuildError> {
    let mut all = Vec::new();
    for (position, of_document) in meanings {
        let Some(citing) = citing.get(&position) else { continue };
        for meaning in of_document {
            let GatheredMeaning { written, cited_as, meant, around, taken, ended } = meaning;
            let place = |place: GatheredPlace| numbers.place(place);
            all.push(ResolvedMeaning {
                position,
                citing: *citing,
                written: place(written),
                cited_as,
                meant: meant.map(place),
                around: around.map(place),
                taken,
                ended,
            });
        }
    }
    if u32::try_from(all.len()).is_ok_and(|count| count <= MeaningNumber::MAX) {
        Ok(all)
    } else {
        Err(BuildError::TooMany)
    }
}

/// All documents in the order of their uris: those of the corpus that could be read, by their positions in it, and stubs.
fn in_order(state: &CorpusState, entries: &[EntryIndex], stubs: &[Stub]) -> Vec<DocumentOrigin> {
    let mut documents = Vec::with_capacity(entries.len() + stubs.len());
    let mut rest = (0_u32..).zip(stubs).peekable();
    for (position, entry) in (0..).map(ReadPosition).zip(entries) {
        // There are few stubs, so most uris are compared with none.
        if rest.peek().is_some() {
            let uri = state.documents.uri(entry.index());
            while let Some((stub, _)) = rest.next_if(|(_, stub)| stub.uri < uri) {
                documents.push(DocumentOrigin::Stub(stub));
            }
        }
        documents.push(DocumentOrigin::Held { entry: *entry, position });
    }
    documents.extend(rest.map(|(stub, _)| DocumentOrigin::Stub(stub)));
    documents
}

/// The rail order of documents, by the keys of those that could be read.
fn rail_order(documents: &[DocumentOrigin], mut keys: RailKeys, stubs: &[Stub]) -> RailOrder {
    let read = documents.len() - stubs.len();
    for stub in stubs {
        let description = Description::stub(&stub.name);
        let kind = description.kind.as_deref().unwrap_or_default();
        keys.push(&RailKey::new(concept_source().name, kind, None, &description.label));
    }
    RailOrder::new(&keys, documents.len(), |number| match documents[number.index()] {
        DocumentOrigin::Held { position, .. } => position.index(),
        DocumentOrigin::Stub(stub) => read + stub as usize,
    })
}

/// The relations of the catalog, and the new number of each old one. If there are more than a catalog can number, those
/// that most documents use are kept, and the others become plain references.
fn most_used(names: impl Iterator<Item = Box<str>>, documents_with: &[u32]) -> (Vec<Box<str>>, Vec<u32>) {
    let names: Vec<Box<str>> = names.collect();
    if names.len() <= MAX_RELATIONS {
        let unchanged = (0..).take(names.len()).collect();
        return (names, unchanged);
    }
    let mut by_use: Vec<usize> = (0..names.len()).collect();
    by_use.sort_by_key(|name| Reverse(documents_with[*name]));
    let plain = 0;
    let mut ids = vec![plain; names.len()];
    let mut kept = vec![Box::from(PLAIN)];
    for name in by_use.into_iter().filter(|name| &*names[*name] != PLAIN).take(MAX_RELATIONS - 1) {
        ids[name] = kept.len() as u32;
        kept.push(names[name].clone());
    }
    (kept, ids)
}

/// The texts in order, and the new index of each old one.
fn sorted(texts: impl Iterator<Item = Box<str>>) -> (Vec<Box<str>>, Vec<u32>) {
    let mut pairs: Vec<(Box<str>, u32)> = texts.zip(0..).collect();
    pairs.sort_unstable();
    let mut indices = vec![0; pairs.len()];
    for (after, (_, before)) in (0..).zip(&pairs) {
        indices[*before as usize] = after;
    }
    (pairs.into_iter().map(|(text, _)| text).collect(), indices)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_too_many_relations_the_most_used_are_kept() {
        let many = 70_000_u32;
        let names = (0..many).map(|name| format!("x:{name}").into());
        let uses: Vec<u32> = (0..many).map(|name| if name < 69_990 { 1 } else { 2 }).collect();
        let (kept, ids) = most_used(names, &uses);
        assert_eq!(kept.len(), MAX_RELATIONS);
        assert_eq!(&*kept[0], PLAIN);
        for name in 69_990..many {
            assert_eq!(*kept[ids[name as usize] as usize], format!("x:{name}"), "it is used twice");
        }
        assert_eq!(ids.iter().filter(|id| **id == 0).count(), many as usize - (MAX_RELATIONS - 1));

        let (kept, ids) = most_used(["b", "a"].map(Box::from).into_iter(), &[1, 1]);
        assert_eq!((kept.len(), ids), (2, vec![0, 1]));
    }
}
