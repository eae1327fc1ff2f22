//! Real citations that mean another place than the one that they are written as, in searches: the words of a citing sentence find
//! what it means, and a search for a citation finds the documents that mean it.

use std::collections::{BTreeMap, BTreeSet};

use lagrum_answers::InboundScope;
use lagrum_artifact::{Anchor, Location};
use lagrum_catalog::{CitationMeaning, MeantPlace};
use lagrum_snapshot::Snapshot;
use lagrum_sources::source as source_of;
use serde_json::Value;

use crate::citations_by_day::{inbound, real};
use crate::fixture::{TODAY, load};
use crate::reader::{Reader, source};

/// The most documents that cite a provision whose texts are read. Most have fewer.
const MOST_CITERS: usize = 40;

/// The least letters of a word that is searched for, and of its beginning, which no other citing text has.
const LETTERS: usize = 9;
const BEGINNING: usize = 7;

/// The texts of documents in lower case, each read once.
struct Texts<'s> {
    snapshot: &'s Snapshot,
    read: BTreeMap<String, String>,
}

impl Texts<'_> {
    fn of(&mut self, uri: &str) -> &str {
        let snapshot = self.snapshot;
        self.read.entry(uri.to_owned()).or_insert_with(|| {
            let document = snapshot.catalog().with(|catalog| catalog.document(uri)).unwrap();
            let bytes = document
                .and_then(|document| document.stored)
                .and_then(|stored| snapshot.artifact(stored).unwrap());
            String::from_utf8(bytes.unwrap_or_default()).unwrap_or_default().to_lowercase()
        })
    }
}

/// The provision of a statute that a place is in or is.
fn provision(uri: &str) -> Option<(String, String)> {
    let (document, anchor) = Location::split(uri);
    let anchor = Anchor::new(anchor?)?;
    Some((document.to_owned(), source_of("sfs").grammar.unit(&anchor).as_str().to_owned()))
}

/// The documents of a list of rows.
fn documents(rows: &Value) -> BTreeSet<String> {
    rows.as_array().unwrap().iter().map(|row| row["uri"].as_str().unwrap().to_owned()).collect()
}

/// A word of the sentence of a document, as HTML, that no text of the other documents has, and neither has the act.
fn own_word(sentence: &str, others: &BTreeSet<String>, texts: &mut Texts<'_>) -> Option<String> {
    let words = sentence.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
    words.filter(|word| word.chars().count() >= LETTERS).find(|word| {
        let beginning: String = word.chars().take(BEGINNING).collect();
        others.iter().all(|other| !texts.of(other).contains(&beginning))
    })
}

/// Whether a search finds a provision by citations of it.
fn is_found(found: &Value, place: &(String, String)) -> bool {
    found["results"].as_array().unwrap().iter().any(|hit| {
        let shown = || hit["fragments"].as_array().unwrap().iter();
        hit["uri"] == *place.0
            && hit["found_by"] == "citations"
            && shown().any(|fragment| fragment["pinpoint"] == *place.1)
    })
}

/// The meanings of every document, with its uri.
fn all_meanings(snapshot: &Snapshot) -> Vec<(String, std::sync::Arc<CitationMeaning>)> {
    let documents = snapshot.catalog().all_documents().map(|document| document.unwrap().uri);
    let of = |uri: String| {
        let meanings = snapshot.catalog().with(|catalog| catalog.meanings_of(&uri)).unwrap();
        meanings.into_values().map(move |meaning| (uri.clone(), meaning)).collect::<Vec<_>>()
    };
    documents.flat_map(of).collect()
}

#[test]
fn words_of_a_real_citing_sentence_find_only_what_it_means() {
    let Some((snapshot, _)) = real() else { return };
    load(&snapshot, TODAY);
    let reader = Reader::new(&snapshot, TODAY);
    let mut texts = Texts { snapshot: &snapshot, read: BTreeMap::new() };
    let (mut asked, mut found_meant, mut wrong) = (0, 0, Vec::new());
    for (citing, meaning) in all_meanings(&snapshot) {
        let Some(written) = provision(&meaning.written) else { continue };
        let list = reader.inbound(&meaning.written, |question| {
            (question.scope, question.limit, question.context) = (InboundScope::Exact, 1, true);
        });
        let is_own = |row: &&Value| row["uri"] == citing && row["cited"]["uri"] == meaning.written;
        let Some(row) = list["earlier"].as_array().unwrap().iter().find(is_own) else { continue };
        let Some(sentence) = row["context"]["html"].as_str() else { continue };
        let unit = inbound(&snapshot, &format!("{}#{}", written.0, written.1), InboundScope::Tree);
        let mut others = documents(&unit["citations"]);
        others.extend(documents(&unit["earlier"]));
        others.remove(&citing);
        others.insert(written.0.clone());
        if others.len() > MOST_CITERS {
            continue;
        }
        let Some(word) = own_word(sentence, &others, &mut texts) else { continue };
        let found =
            reader.search(&word, |question| (question.source, question.limit) = (Some(source("sfs")), 100));
        asked += 1;
        if is_found(&found, &written) {
            wrong.push(format!("{word} of {citing} finds {}#{}", written.0, written.1));
        }
        let meant = meaning.meant.as_ref().map(MeantPlace::uri);
        found_meant +=
            usize::from(meant.and_then(|uri| provision(&uri)).is_some_and(|place| is_found(&found, &place)));
    }
    println!(
        "{asked} words of citing sentences searched for; {found_meant} found the provision that is meant"
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(asked > 0 && found_meant > 0, "{asked} {found_meant}");
}

#[test]
fn a_search_for_a_real_citation_finds_only_documents_that_mean_it() {
    let Some((snapshot, _)) = real() else { return };
    load(&snapshot, TODAY);
    let reader = Reader::new(&snapshot, TODAY);
    let mut places: BTreeSet<(String, String)> = BTreeSet::new();
    for (_, meaning) in all_meanings(&snapshot) {
        places.extend(meaning.meant.as_ref().map(MeantPlace::uri).as_deref().and_then(provision));
        places.extend(provision(&meaning.written));
    }
    let (mut asked, mut wrong) = (0, Vec::new());
    for (document, anchor) in places {
        let uri = format!("{document}#{anchor}");
        let list = inbound(&snapshot, &uri, InboundScope::Tree);
        let (citers, earlier) = (documents(&list["citations"]), documents(&list["earlier"]));
        let found = reader.search(&uri, |question| question.limit = 100);
        let results = found["results"].as_array().unwrap();
        if !results.iter().any(|hit| hit["pin"]["uri"] == *uri) {
            continue;
        }
        asked += 1;
        for hit in results.iter().filter_map(|hit| hit["uri"].as_str()) {
            if earlier.contains(hit) && !citers.contains(hit) {
                wrong.push(format!("a search for {uri} finds {hit}"));
            }
        }
    }
    println!("{asked} provisions searched for");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(asked > 0, "no place is named by its uri");
}
