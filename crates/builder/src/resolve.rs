//! Derives what depends on all documents together: concepts, transpositions, final numbers.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use indexmap::IndexSet;
use lagrum_artifact::Base;
use lagrum_sources::{
    Description, ObservedConcepts, concept_name, concept_source, concept_uri, fold_concepts,
    is_sound_concept, law_name_key, parse_date, source,
};

use crate::error::BuildError;
use crate::gather::{Gathered, HeldDocument, PLAIN, RawLink, StatedTransposition, Texts, number};

/// How many relations a catalog can number, from 1 on.
const MAX_RELATIONS: usize = u16::MAX as usize - 1;

/// Everything that the catalog is written from. All numbers are final: documents are numbered in the order of their
/// uris, documents that are only cited after them, anchors in the order of their texts from 1 on.
pub(crate) struct ResolvedCorpus {
    pub(crate) documents: Vec<HeldDocument>,
    pub(crate) stubs: u64,
    pub(crate) unreadable: u64,
    pub(crate) unheld: Vec<Box<str>>,
    pub(crate) anchors: Vec<Box<str>>,
    pub(crate) predicates: Vec<Box<str>>,
    pub(crate) surfaces: Vec<Box<str>>,
}

impl ResolvedCorpus {
    /// The text of an anchor by its number.
    pub(crate) fn anchor(&self, id: u32) -> &str {
        (id as usize).checked_sub(1).and_then(|index| self.anchors.get(index)).map_or("", |anchor| anchor)
    }

    /// The text of a link by its number.
    pub(crate) fn surface(&self, id: u32) -> Option<&str> {
        (id as usize).checked_sub(1).and_then(|index| self.surfaces.get(index)).map(|text| &**text)
    }

    /// The uri of a cited document by its number.
    pub(crate) fn uri(&self, id: u32) -> &str {
        let index = id as usize;
        match self.documents.get(index) {
            Some(document) => &document.uri,
            None => self.unheld.get(index - self.documents.len()).map_or("", |uri| uri),
        }
    }
}

pub(crate) fn resolve(gathered: Gathered, base: &Base) -> Result<ResolvedCorpus, BuildError> {
    let Gathered { mut documents, mut texts, transpositions, aliases, unreadable, .. } = gathered;
    add_transpositions(&mut documents, &mut texts, &transpositions, base)?;
    let concepts = settle_concepts(&documents, &mut texts, &aliases, base)?;
    for link in documents.iter_mut().flat_map(|document| &mut document.links) {
        if let Some(to) = concepts.moved.get(&link.target) {
            link.target = *to;
        }
    }
    name_commentaries(&mut documents);
    let held_before = documents.len();
    add_stubs(&mut documents, &texts, &concepts.stubs, base);
    let stubs = (documents.len() - held_before) as u64;
    number_finally(documents, texts, stubs, unreadable)
}

/// Names each commentary after the document it is about, where that is held.
fn name_commentaries(documents: &mut [HeldDocument]) {
    let about = |document: &HeldDocument| document.description.about.clone();
    let commented: HashSet<String> = documents.iter().filter_map(about).collect();
    let held = documents.iter().filter(|document| commented.contains(&document.uri));
    let names: HashMap<String, String> =
        held.map(|host| (host.uri.clone(), host.description.in_text.clone())).collect();
    for document in documents {
        let host = document.description.about.as_ref().filter(|uri| **uri != document.uri);
        if let Some(host) = host.and_then(|uri| names.get(uri)) {
            document.description.name_after(host);
        }
    }
}

/// Adds to each law the links to the directives it is stated to transpose.
fn add_transpositions(
    documents: &mut [HeldDocument],
    texts: &mut Texts,
    stated: &[StatedTransposition],
    base: &Base,
) -> Result<(), BuildError> {
    if stated.is_empty() {
        return Ok(());
    }
    let laws = StatuteIndex::new(documents, base);
    for statement in stated {
        let Some(law) = laws.find(statement, documents) else { continue };
        for article in &statement.articles {
            let link = texts.link(&RawLink {
                to: article.clone(),
                from_anchor: Some(statement.anchor.clone()),
                from_page: None,
                predicate: "rpubl:genomforDirektiv".to_owned(),
                text: statement.stated_in.clone(),
            })?;
            documents[law].links.push(link);
        }
    }
    Ok(())
}

/// The statutes by number and by name.
struct StatuteIndex {
    by_number: HashMap<String, usize>,
    by_name: HashMap<String, Vec<usize>>,
}

impl StatuteIndex {
    fn new(documents: &[HeldDocument], base: &Base) -> Self {
        let (mut by_number, mut by_name) = (HashMap::new(), HashMap::<_, Vec<_>>::new());
        let statutes =
            documents.iter().enumerate().filter(|(_, document)| source(&document.source).holds_statutes);
        for (index, document) in statutes {
            by_number.insert(base.strip(&document.uri).unwrap_or_default().to_owned(), index);
            by_name.entry(law_name_key(&document.description.title)).or_default().push(index);
        }
        Self { by_number, by_name }
    }

    /// The law that a statement names. Of several with one name, the first that came into force after the statement.
    fn find(&self, statement: &StatedTransposition, documents: &[HeldDocument]) -> Option<usize> {
        if let Some(number) = &statement.law_number {
            return self.by_number.get(number).copied();
        }
        let candidates = self.by_name.get(&statement.law_name)?;
        if let [only] = candidates.as_slice() {
            return Some(*only);
        }
        let stated = parse_date(statement.date.as_deref()?)?;
        let in_force = |index: &usize| documents[*index].description.in_force_from;
        candidates
            .iter()
            .filter_map(|index| Some((in_force(index)?, *index)))
            .filter(|(from, _)| *from > stated)
            .min()
            .map(|(_, index)| index)
    }
}

/// The concepts of a corpus after folding.
struct Concepts {
    /// Cited uris that are replaced by another, both by number.
    moved: HashMap<u32, u32>,
    /// The uris of concepts that are cited and have no page of their own.
    stubs: HashSet<String>,
}

/// Decides which concept names are one concept. A concept has one uri: that of its page, or else the one made from its
/// name. A page keeps its uri.
fn settle_concepts(
    documents: &[HeldDocument],
    texts: &mut Texts,
    aliases: &[(String, Vec<String>)],
    base: &Base,
) -> Result<Concepts, BuildError> {
    let mut observed = ObservedConcepts::default();
    let mut pages: HashMap<String, &str> = HashMap::new();
    for document in documents {
        if let Some(name) = concept_name(base, &document.uri) {
            observed.authored.entry(name.clone()).or_default();
            pages.insert(name, &document.uri);
        }
    }
    for (uri, former) in aliases {
        if let Some(name) = concept_name(base, uri) {
            let former = former.iter().filter_map(|uri| concept_name(base, uri));
            observed.authored.entry(name).or_default().extend(former);
        }
    }
    let held: HashSet<&str> = pages.values().copied().collect();
    let cited: Vec<(String, u32)> = (0_u32..)
        .zip(&texts.documents)
        .filter(|(_, uri)| !held.contains(&***uri))
        .filter_map(|(id, uri)| Some((concept_name(base, uri)?, id)))
        .collect();
    observed.cited = cited.iter().map(|(name, _)| name.clone()).collect();
    let settled = fold_concepts(&observed);
    let mut moved = HashMap::new();
    for (name, id) in &cited {
        let name = settled.folded.get(name).unwrap_or(name);
        let uri = match pages.get(name) {
            Some(page) => (*page).to_owned(),
            None if settled.stubs.contains(name) => concept_uri(base, name),
            // A mistake in the citing text is not a concept.
            None => continue,
        };
        moved.insert(*id, number(&mut texts.documents, &uri)?);
    }
    let stubs = settled.stubs.iter().map(|name| concept_uri(base, name)).collect();
    Ok(Concepts { moved, stubs })
}

/// Adds a document for each concept that is cited and has no page of its own.
fn add_stubs(documents: &mut Vec<HeldDocument>, texts: &Texts, stubs: &HashSet<String>, base: &Base) {
    let held: HashSet<&str> = documents.iter().map(|document| document.uri.as_str()).collect();
    let mut cited = vec![false; texts.documents.len()];
    for link in documents.iter().flat_map(|document| &document.links) {
        cited[link.target as usize] = true;
    }
    let stubs: Vec<HeldDocument> = texts
        .documents
        .iter()
        .zip(cited)
        .filter(|(uri, cited)| *cited && stubs.contains(&***uri) && !held.contains(&***uri))
        .filter_map(|(uri, _)| {
            let name = concept_name(base, uri).filter(|name| is_sound_concept(name))?;
            Some(HeldDocument {
                uri: uri.to_string(),
                source: concept_source().name.to_owned(),
                description: Description::stub(&name),
                stored: None,
                updated: None,
                links: Vec::new(),
                names: Vec::new(),
                keywords: Vec::new(),
            })
        })
        .collect();
    documents.extend(stubs);
}

/// Gives documents, cited documents that are not held, and anchors their final numbers.
fn number_finally(
    mut documents: Vec<HeldDocument>,
    texts: Texts,
    stubs: u64,
    unreadable: u64,
) -> Result<ResolvedCorpus, BuildError> {
    documents.sort_unstable_by(|a, b| a.uri.cmp(&b.uri));
    let first_unheld = u32::try_from(documents.len()).map_err(|_| BuildError::TooMany)?;
    let held: HashMap<&str, u32> = documents.iter().map(|document| document.uri.as_str()).zip(0..).collect();
    let mut is_cited = vec![false; texts.documents.len()];
    for link in documents.iter().flat_map(|document| &document.links) {
        is_cited[link.target as usize] = true;
    }
    let mut unheld: Vec<(Box<str>, usize)> = Vec::new();
    let mut final_ids = vec![0_u32; texts.documents.len()];
    for (index, uri) in texts.documents.into_iter().enumerate() {
        match held.get(&*uri) {
            Some(id) => final_ids[index] = *id,
            // A concept whose links were all moved to another is no longer cited.
            None if is_cited[index] => unheld.push((uri, index)),
            None => {}
        }
    }
    unheld.sort_unstable();
    for (id, (_, index)) in (first_unheld..).zip(&unheld) {
        final_ids[*index] = id;
    }
    let (anchors, anchor_ids) = sorted(texts.anchors.into_iter());
    let (predicates, predicate_ids) = most_used(texts.predicates, &documents);
    for link in documents.iter_mut().flat_map(|document| &mut document.links) {
        link.predicate = predicate_ids[link.predicate as usize];
        link.target = final_ids[link.target as usize];
        for anchor in [&mut link.anchor, &mut link.target_anchor] {
            if *anchor > 0 {
                *anchor = anchor_ids[*anchor as usize - 1] + 1;
            }
        }
    }
    Ok(ResolvedCorpus {
        documents,
        stubs,
        unreadable,
        unheld: unheld.into_iter().map(|(uri, _)| uri).collect(),
        anchors,
        predicates,
        surfaces: texts.surfaces.into_iter().collect(),
    })
}

/// As many relations as a catalog can number, and the new number of each old one. Of more, those that most documents
/// use are kept, and the others become plain references.
fn most_used(names: IndexSet<Box<str>>, documents: &[HeldDocument]) -> (Vec<Box<str>>, Vec<u32>) {
    if names.len() <= MAX_RELATIONS {
        let unchanged = (0..).take(names.len()).collect();
        return (names.into_iter().collect(), unchanged);
    }
    let mut documents_with = vec![0_u32; names.len()];
    for document in documents {
        let used: HashSet<u32> = document.links.iter().map(|link| link.predicate).collect();
        for name in used {
            documents_with[name as usize] += 1;
        }
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
    use crate::gather::NumberedLink;

    fn document(predicates: impl Iterator<Item = u32>) -> HeldDocument {
        let link =
            |predicate| NumberedLink { target: 0, target_anchor: 0, anchor: 0, page: -1, predicate, text: 0 };
        HeldDocument {
            uri: String::new(),
            source: String::new(),
            description: Description::default(),
            stored: None,
            updated: None,
            links: predicates.map(link).collect(),
            names: Vec::new(),
            keywords: Vec::new(),
        }
    }

    #[test]
    fn of_too_many_relations_the_most_used_are_kept() {
        let many = 70_000_u32;
        let names: IndexSet<Box<str>> = (0..many).map(|name| format!("x:{name}").into()).collect();
        let documents = [document(0..many), document(69_990..many)];
        let (kept, ids) = most_used(names, &documents);
        assert_eq!(kept.len(), MAX_RELATIONS);
        assert_eq!(&*kept[0], PLAIN);
        for name in 69_990..many {
            assert_eq!(*kept[ids[name as usize] as usize], format!("x:{name}"), "it is used twice");
        }
        assert_eq!(ids.iter().filter(|id| **id == 0).count(), many as usize - (MAX_RELATIONS - 1));

        let (kept, ids) = most_used(["b", "a"].map(Box::from).into_iter().collect(), &[document(0..2)]);
        assert_eq!((kept.len(), ids), (2, vec![0, 1]));
    }
}
