//! Every citation of the real corpus that means another place than the one that it is written as, at every door: nothing stands
//! under the place that it cannot mean, and it is reached at the one that it means.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use lagrum_answers::{self as answers, InboundScope, LinkDirection};
use lagrum_artifact::Location;
use lagrum_catalog::inbound::joined;
use lagrum_catalog::{CatalogDocument, CitationMeaning, CitedAs};
use serde_json::Value;

use crate::citations_by_day::{inbound, real};
use crate::fixture::TODAY;
use crate::reader::Reader;

/// More rows than any real list.
const ALL: u64 = 1_000_000;

/// The answers about places, each asked once.
struct Doors<'s> {
    reader: Reader<'s>,
    inbound: BTreeMap<String, Value>,
    citing: BTreeMap<String, Value>,
    beside: BTreeMap<String, Value>,
}

/// The rows of a field that are about a document.
fn of<'v>(answer: &'v Value, field: &str, document: &'v str) -> impl Iterator<Item = &'v Value> {
    answer[field].as_array().unwrap().iter().filter(move |row| row["uri"] == document)
}

impl Doors<'_> {
    fn inbound(&mut self, uri: &str) -> &Value {
        let snapshot = self.reader.snapshot;
        self.inbound.entry(uri.to_owned()).or_insert_with(|| inbound(snapshot, uri, InboundScope::Tree))
    }

    fn citing(&mut self, uri: &str) -> &Value {
        let reader = self.reader;
        let all = || reader.citing(uri, |question| question.limit = ALL);
        self.citing.entry(uri.to_owned()).or_insert_with(all)
    }

    fn beside(&mut self, uri: &str) -> &Value {
        let snapshot = self.reader.snapshot;
        self.beside
            .entry(uri.to_owned())
            .or_insert_with(|| serde_json::to_value(answers::beside(snapshot, uri).unwrap()).unwrap())
    }

    fn is_held(&self, uri: &str) -> bool {
        let document = Location::split(uri).0;
        self.reader.snapshot.catalog().with(|catalog| catalog.document(document)).unwrap().is_some()
    }

    /// The documents of the inbound list of a place.
    fn citers(&mut self, uri: &str) -> BTreeSet<String> {
        let rows = self.inbound(uri)["citations"].as_array().unwrap();
        rows.iter().map(|row| row["uri"].as_str().unwrap().to_owned()).collect()
    }

    /// What is wrong about a citation in the lists of the two places.
    fn lists(&mut self, citing: &str, meaning: &CitationMeaning) -> Vec<&'static str> {
        let written = meaning.written.as_str();
        let meant = meaning.meant.as_ref().map(lagrum_catalog::MeantPlace::uri);
        let mut wrong = Vec::new();
        let is_plain = |row: &Value| row["target"] == written && row["cited_as"].is_null();
        if of(self.inbound(written), "citations", citing).any(is_plain) {
            wrong.push("inbound has it under the place that it cannot mean");
        }
        let stands = |document: &Value| document["places"].as_array().unwrap().iter().any(is_plain);
        if of(self.citing(written), "documents", citing).any(stands) {
            wrong.push("citing has it under the place that it cannot mean");
        }
        let counts_there =
            of(self.inbound(written), "citations", citing).any(|row| row["cited"]["uri"] == written);
        if !counts_there && self.is_held(written) {
            let told = |row: &Value| row["meant"]["uri"].as_str() == meant.as_deref();
            if !of(self.inbound(written), "earlier", citing).any(told) {
                wrong.push("inbound does not tell it as earlier");
            }
            if of(self.citing(written), "earlier", citing).next().is_none() {
                wrong.push("citing does not tell it as earlier");
            }
        }
        if let Some(meant) = meant {
            if !of(self.inbound(&meant), "citations", citing).any(|row| row["cited"]["uri"] == written) {
                wrong.push("inbound does not have it under the place that it means");
            }
            let has_place = |document: &Value| {
                document["places"].as_array().unwrap().iter().any(|row| row["cited"]["uri"] == written)
            };
            // At most fifty places of a document are listed.
            let is_cut = |document: &Value| document["places_total"].as_u64() > Some(50);
            if !of(self.citing(&meant), "documents", citing).any(|row| has_place(row) || is_cut(row)) {
                wrong.push("citing does not have it under the place that it means");
            }
        }
        wrong
    }

    /// Whether the documents that feeds, lists of laws and searches for a citation take as citing a place are those of its list, and so
    /// the spots that searches show.
    fn citers_agree(&mut self, uri: &str) -> bool {
        let citers = self.citers(uri);
        let Some(place) = Location::parse(uri) else { return true };
        let catalog = self.reader.snapshot.catalog();
        let (cited_by, shown) = catalog
            .with(|catalog| {
                let numbers = catalog.citing_documents(&place)?;
                let spots = catalog.citing_spots(&place, usize::MAX)?.into_iter().map(|(citing, _)| citing);
                let shown = catalog.documents_numbered(&spots.collect::<Vec<_>>())?;
                Ok((catalog.documents_numbered(&numbers)?, shown))
            })
            .unwrap();
        let uris = |documents: Vec<CatalogDocument>| -> BTreeSet<String> {
            documents.into_iter().map(|document| document.uri).collect()
        };
        uris(cited_by) == citers && uris(shown).is_subset(&citers)
    }

    /// Whether the margin note of a place counts and shows just the documents of its list.
    fn note_agrees(&mut self, uri: &str) -> bool {
        let (document, Some(anchor)) = Location::split(uri) else { return true };
        let notes = self.beside(document)["notes"].as_array().unwrap();
        let Some(note) = notes.iter().find(|note| note["anchor"] == anchor).cloned() else { return true };
        let mut citers = self.citers(uri);
        citers.remove(document);
        let shown = note["leading"].as_array().unwrap().iter().chain([&note["newest"]]);
        let is_citer = |decision: &Value| decision["uri"].as_str().is_none_or(|uri| citers.contains(uri));
        note["documents"] == citers.len() && shown.into_iter().all(is_citer)
    }

    /// Whether the graph has an edge from one document to another.
    fn has_edge(&self, from: &str, to: &str) -> bool {
        let chain = self.reader.path(from, to, |question| question.direction = LinkDirection::Out);
        chain["distance"] == 1
    }
}

#[test]
fn no_door_has_a_real_citation_under_a_place_that_it_cannot_mean() {
    let Some((snapshot, _)) = real() else { return };
    snapshot.load_graph().unwrap();
    let mut doors = Doors {
        reader: Reader::new(&snapshot, TODAY),
        inbound: BTreeMap::new(),
        citing: BTreeMap::new(),
        beside: BTreeMap::new(),
    };
    let (mut walked, mut wrong) = (BTreeMap::<&str, usize>::new(), Vec::new());
    let mut acts: BTreeSet<String> = BTreeSet::new();
    for document in snapshot.catalog().all_documents() {
        let citing = document.unwrap().uri;
        let (list, meanings) = snapshot
            .catalog()
            .with(|catalog| Ok((catalog.outbound_list(&citing)?, catalog.meanings_of(&citing)?)))
            .unwrap();
        if meanings.is_empty() {
            continue;
        }
        // The documents that it cites by what it means.
        let mut cited: HashSet<String> = HashSet::new();
        for link in list.links() {
            let root = list.targets()[link.target].uri();
            match meanings.get(&joined(root, link.target_anchor)) {
                Some(meaning) if meaning.cited_as == CitedAs::EarlierAct => {
                    cited.extend(meaning.meant.as_ref().map(|meant| meant.document.uri().to_owned()));
                }
                _ => {
                    cited.insert(root.to_owned());
                }
            }
        }
        let outbound = answers::outbound(&snapshot, &citing).unwrap();
        let links: Value =
            serde_json::from_slice(&outbound.to_json_with_then(&snapshot, TODAY).unwrap()).unwrap();
        for (written, meaning) in &meanings {
            *walked.entry(meaning.cited_as.name()).or_default() += 1;
            let mut tell = |what: &str| wrong.push(format!("{citing} as {written}: {what}"));
            doors.lists(&citing, meaning).into_iter().for_each(&mut tell);
            let act = Location::split(written).0.to_owned();
            let meant = meaning.meant.as_ref().map(lagrum_catalog::MeantPlace::uri);
            for place in [Some(written.clone()), meant.clone()].into_iter().flatten() {
                if doors.is_held(&place) && !doors.note_agrees(&place) {
                    tell("a margin note has other documents than the list");
                }
                if !doors.citers_agree(&place) {
                    tell("feeds and searches have other documents than the list");
                }
            }
            if doors.is_held(&act) && doors.has_edge(&citing, &act) != cited.contains(&act) {
                tell("the graph has another edge than the lists");
            }
            let of_place = |row: &&Value| row["cited"]["uri"] == *written;
            let mut rows = links.as_array().unwrap().iter().filter(of_place).peekable();
            if rows.peek().is_none() {
                tell("outbound does not say what is meant");
            }
            for row in rows {
                let uri = meant.as_deref().unwrap_or(written);
                if row["uri"] != uri || row["cited_as"] != meaning.cited_as.name() {
                    tell("outbound leads to another place");
                }
                if meaning.cited_as == CitedAs::EarlierAct && meant.is_none() && !row["then"].is_null() {
                    tell("then speaks of the younger act");
                }
            }
            acts.insert(act);
        }
    }
    for act in acts {
        let held = snapshot.catalog().with(|catalog| catalog.document(&act)).unwrap();
        let Some(held) = held else { continue };
        let mut citers = doors.citers(&act);
        citers.remove(&act);
        if held.inbound_count != citers.len() as u64 {
            wrong.push(format!(
                "{act}: {} documents are counted, {} listed",
                held.inbound_count,
                citers.len()
            ));
        }
    }
    println!("citations that mean another place: {walked:?}");
    assert!(wrong.is_empty(), "{} of {walked:?}\n{}", wrong.len(), wrong.join("\n"));
    assert!(walked.len() == 2, "the corpus has both kinds: {walked:?}");
}

/// How many cited provisions are compared, beside those that a meaning concerns.
const COMPARED: usize = 2_000;

#[test]
fn each_difference_between_stored_links_and_real_inbound_lists_has_a_meaning() {
    let Some((snapshot, _)) = real() else { return };
    let base = snapshot.manifest().base.clone();
    // The documents that have each provision of a statute, as they write it; and the meanings of such places.
    let mut written: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut meant_otherwise: BTreeSet<(String, String)> = BTreeSet::new();
    let mut concerned: BTreeSet<String> = BTreeSet::new();
    for document in snapshot.catalog().all_documents() {
        let citing = document.unwrap().uri;
        let (list, meanings) = snapshot
            .catalog()
            .with(|catalog| Ok((catalog.outbound_list(&citing)?, catalog.meanings_of(&citing)?)))
            .unwrap();
        for link in list.links() {
            let root = list.targets()[link.target].uri();
            let is_statute =
                base.strip(root).is_some_and(|local| local.contains(':') && !local.contains('/'));
            if is_statute && link.target_anchor.is_some() && root != citing {
                let place = joined(root, link.target_anchor);
                written.entry(place).or_default().insert(citing.clone());
            }
        }
        for (place, meaning) in &meanings {
            concerned.insert(place.clone());
            concerned.extend(meaning.meant.as_ref().map(lagrum_catalog::MeantPlace::uri));
            meant_otherwise.insert((citing.clone(), place.clone()));
        }
    }
    let step = (written.len() / COMPARED).max(1);
    let mut asked: BTreeSet<String> = written.keys().step_by(step).cloned().collect();
    asked.extend(concerned.into_iter().filter(|place| place.contains('#')));
    let (mut differing, mut fewer, mut more, mut wrong) = (0, 0, 0, Vec::new());
    let none = BTreeSet::new();
    for place in &asked {
        let list = inbound(&snapshot, place, InboundScope::Exact);
        let rows = list["citations"].as_array().unwrap();
        let own = Location::split(place).0;
        let served: BTreeSet<&str> =
            rows.iter().filter_map(|row| row["uri"].as_str()).filter(|uri| *uri != own).collect();
        let stored = written.get(place).unwrap_or(&none);
        let (lost_before, gained_before) = (fewer, more);
        for citing in stored.iter().filter(|citing| !served.contains(citing.as_str())) {
            fewer += 1;
            if !meant_otherwise.contains(&(citing.clone(), place.clone())) {
                wrong.push(format!("{citing} has {place}, and does not stand there"));
            }
        }
        for citing in served.iter().filter(|citing| !stored.contains(**citing)) {
            more += 1;
            let is_meant = |row: &&Value| row["uri"] == **citing && !row["cited_as"].is_null();
            if !rows.iter().any(|row| is_meant(&row)) {
                wrong.push(format!("{citing} stands under {place}, and does not have it"));
            }
        }
        differing += usize::from(fewer > lost_before || more > gained_before);
    }
    println!(
        "{} of {} cited provisions compared: {differing} differ, {fewer} documents less, {more} more",
        asked.len(),
        written.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(fewer > 0 && more > 0, "the corpus has both");
}
