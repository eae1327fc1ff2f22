//! The provisions that are asked about.

use std::collections::BTreeMap;

use jiff::civil::Date;
use lagrum_artifact::{Anchor, StoredId};
use lagrum_catalog::CatalogDocument;
use lagrum_sources::{ActForm, source};
use sha2::{Digest, Sha256};

use crate::act::Form;
use crate::corpus::Corpus;
use crate::words::{is_number, text_of};

/// How many provisions of a large corpus are asked about.
const SAMPLE: usize = 2_000;

/// An act and the anchors of its provisions.
pub(crate) struct Places {
    pub(crate) document: CatalogDocument,
    pub(crate) form: Form,
    /// The document's artifact, and then those of its archived wordings.
    pub(crate) stored: Vec<StoredId>,
    pub(crate) anchors: Vec<String>,
}

/// What is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// All provisions, on every day on which something happens.
    Everything,
    /// All provisions of each act that comes `step` after the last, from the one at `first` on, on some days.
    Provisions { first: usize, step: usize },
    /// Some provisions, on some days.
    Sample,
}

/// The acts with the provisions that are asked about: all, or a sample by the digests of their uris.
pub(crate) fn places(corpus: &Corpus, extent: Extent) -> Vec<Places> {
    let mut acts: Vec<Places> = corpus
        .snapshot
        .catalog()
        .all_documents()
        .filter_map(|document| places_of(corpus, document.unwrap()))
        .collect();
    if extent == Extent::Sample {
        keep_sample(&mut acts);
    }
    acts.retain(|act| !act.anchors.is_empty());
    match extent {
        Extent::Provisions { first, step } => acts.into_iter().skip(first).step_by(step).collect(),
        Extent::Everything | Extent::Sample => acts,
    }
}

fn keep_sample(acts: &mut [Places]) {
    let mut chosen: BTreeMap<[u8; 32], (usize, String)> = BTreeMap::new();
    for (at, act) in acts.iter_mut().enumerate() {
        for anchor in std::mem::take(&mut act.anchors) {
            chosen.insert(digest(&format!("{}#{anchor}", act.document.uri)), (at, anchor));
            if chosen.len() > SAMPLE {
                chosen.pop_last();
            }
        }
    }
    for (at, anchor) in chosen.into_values() {
        acts[at].anchors.push(anchor);
    }
}

/// A number that a uri always has, and that is spread evenly.
pub(crate) fn digest(uri: &str) -> [u8; 32] {
    Sha256::digest(uri).into()
}

fn places_of(corpus: &Corpus, document: CatalogDocument) -> Option<Places> {
    let form = form_of(&document)?;
    let stored = corpus.snapshot.catalog().with(|catalog| {
        let archived = catalog.lydelser(&document.uri)?.into_iter().map(|lydelse| lydelse.stored);
        Ok(document.stored.into_iter().chain(archived).collect::<Vec<_>>())
    });
    let (stored, mut anchors) = (stored.unwrap(), Vec::new());
    document.stored?;
    for text in &stored {
        let list = corpus.snapshot.catalog().with(|catalog| catalog.anchors_of(*text)).unwrap();
        anchors.extend(list.iter().filter(|anchor| is_provision(form, anchor)).map(|of| of.to_string()));
    }
    anchors.sort_unstable();
    anchors.dedup();
    Some(Places { document, form, stored, anchors })
}

/// The days on which acts end by what other held ones say, by the uris of the ended: statutes by the words of transitional provisions,
/// regulations by metadata.
pub(crate) fn ended_by_others(corpus: &Corpus) -> BTreeMap<String, Date> {
    let mut ends = ended_regulations(corpus);
    let documents = corpus.snapshot.catalog().all_documents().map(Result::unwrap);
    for document in documents.filter(|document| form_of(document) == Some(Form::Statute)) {
        let Some(stored) = document.stored else { continue };
        let artifact = corpus.artifact(stored);
        for entry in artifact["amendments"].as_array().into_iter().flatten() {
            let day = entry["properties"]["rpubl:ikrafttradandedatum"].as_str();
            let Some(day) = day.and_then(|day| day.parse::<Date>().ok()) else { continue };
            for number in repealed_in(&text_of(&entry["content"])) {
                let uri = format!("{}/{number}", corpus.snapshot.manifest().base);
                let first = ends.entry(uri).or_insert(day);
                *first = day.min(*first);
            }
        }
    }
    ends
}

/// The number of the act that each sentence *Genom förordningen upphävs förordningen (1931:47) om får.* repeals.
fn repealed_in(text: &str) -> Vec<String> {
    let sentences = text.split("Genom ").skip(1);
    let number = |sentence: &str| {
        let (_, repealed) = sentence.split_once(" upphävs ").filter(|(subject, _)| !subject.contains('.'))?;
        let (name, rest) = repealed.split_once('(')?;
        let is_whole =
            !name.contains(|letter: char| letter == '§' || letter == ',' || letter.is_ascii_digit());
        let (number, rest) = rest.split_once(')')?;
        // Another day, or a part that stays.
        let sentence = rest.split(". ").next().unwrap_or_default();
        let is_plain = ![" den ", "utgången", "utom", "dock"].iter().any(|word| sentence.contains(word));
        (is_whole && is_plain && is_number(number)).then(|| number.to_owned())
    };
    sentences.filter_map(number).collect()
}

/// The days on which regulations end by the metadata of other held ones, by the uris of the ended.
fn ended_regulations(corpus: &Corpus) -> BTreeMap<String, Date> {
    let documents = corpus.snapshot.catalog().all_documents().map(Result::unwrap);
    let mut ends = BTreeMap::new();
    for document in documents.filter(|document| form_of(document) == Some(Form::Regulation)) {
        let Some(stored) = document.stored else { continue };
        let artifact = corpus.artifact(stored);
        let metadata = &artifact["metadata"];
        let day = metadata["ikrafttradandedatum"].as_str().and_then(|day| day.parse::<Date>().ok());
        let repealed = metadata["upphaver"].as_array().into_iter().flatten().filter_map(|uri| uri.as_str());
        ends.extend(repealed.filter_map(|uri| Some((uri.to_owned(), day?))));
    }
    ends
}

fn form_of(document: &CatalogDocument) -> Option<Form> {
    let described = source(&document.source);
    Some(match described.act_form? {
        ActForm::SwedishAct if described.holds_statutes => Form::Statute,
        ActForm::SwedishAct => Form::Regulation,
        ActForm::EuAct => Form::EuAct,
        ActForm::Treaty => Form::Treaty,
    })
}

/// Whether an anchor names a whole provision: a paragraf, an article, a bilaga.
fn is_provision(form: Form, anchor: &Anchor) -> bool {
    let text = anchor.as_str();
    let is_numbered = |text: &str| {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        digits > 0 && text[digits..].bytes().all(|letter| letter.is_ascii_lowercase())
    };
    match form {
        Form::EuAct => is_numbered(text),
        Form::Treaty => is_numbered(text.strip_prefix('A').unwrap_or(text)),
        Form::Statute | Form::Regulation => match (text.split_once('P'), text.strip_prefix('B')) {
            (Some((kapitel, paragraf)), _) => {
                is_numbered(paragraf)
                    && (kapitel.is_empty() || kapitel.strip_prefix('K').is_some_and(is_numbered))
            }
            (None, Some(bilaga)) => bilaga.is_empty() || is_numbered(bilaga),
            (None, None) => false,
        },
    }
}
