//! Reads all documents with their facts and links, in batches.

use std::collections::HashMap;
use std::io;
use std::ops::Range;

use jiff::civil::Date;
use lagrum_artifact::Base;
use lagrum_catalog::DocumentNumber;
use lagrum_corpus::CorpusState;
use lagrum_sources::{Description, status_expiry};
use rayon::prelude::*;

use crate::derivations::{DerivationReader, LoadedRecords};
use crate::derive::DocumentFacts;
use crate::error::BuildError;
use crate::input::BuildInput;
use crate::links::ResolvedLink;
use crate::overlap::load_ahead;
use crate::positions::SurfaceNumber;
use crate::resolved::{DocumentOrigin, ResolvedCorpus, ResolvedLinks};

/// A document with all the data of it that are written.
pub(crate) struct FullDocument {
    pub(crate) number: DocumentNumber,
    pub(crate) facts: DocumentFacts,
    /// Links by final numbers, except `text`, which is an index into the surfaces of `facts`, from 1 on.
    pub(crate) links: Vec<ResolvedLink>,
    /// The source of the day on which it ends.
    pub(crate) end: EndSource,
    /// For a commentary: when the document that it comments on ended.
    pub(crate) host_expired: Option<Date>,
}

/// The source of the day on which a document ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EndSource {
    /// The document itself, by a day of its repeal.
    Own,
    /// The status list of its publisher.
    StatusList,
    /// Another act, by its uri.
    OtherAct(String),
}

/// Prepares batches of documents in one thread and gives them to `take`, in order, in this one.
pub(crate) fn for_each_batch<T: Send>(
    input: &BuildInput<'_>,
    resolved: &ResolvedCorpus<'_>,
    links: &ResolvedLinks,
    kept: &mut DerivationReader,
    prepare: impl Fn(FullDocument) -> Result<T, BuildError> + Sync,
    take: impl FnMut(Vec<T>) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    let statuses = Statuses::new(input.state, input.base);
    let load = |kept: &mut DerivationReader, batch: Range<DocumentNumber>| -> Result<Vec<T>, BuildError> {
        let of_batch = links.of(resolved, batch.clone())?;
        let loaded =
            kept.load(DocumentNumber::each(batch.clone()).filter_map(|number| resolved.stored(number)));
        let numbers = (batch.start.0..batch.end.0).into_par_iter().map(DocumentNumber);
        numbers
            .zip(of_batch)
            .map(|(number, own)| prepare(full(resolved, links, &statuses, &loaded, number, own)?))
            .collect()
    };
    load_ahead(resolved.batches(input.memory.batch() / 2), |batch| load(kept, batch), take)
}

/// Joins the facts and links of a document with status lists and other documents.
fn full(
    resolved: &ResolvedCorpus<'_>,
    all_links: &ResolvedLinks,
    statuses: &Statuses<'_>,
    loaded: &LoadedRecords<'_>,
    number: DocumentNumber,
    mut links: Vec<ResolvedLink>,
) -> Result<FullDocument, BuildError> {
    let (entry, position) = match resolved.documents[number.index()] {
        DocumentOrigin::Held { entry, position } => (resolved.state.documents.get(entry.index()), position),
        DocumentOrigin::Stub(stub) => {
            let description = Description::stub(&resolved.stubs[stub as usize].name);
            let facts = DocumentFacts { description, ..DocumentFacts::default() };
            return Ok(FullDocument { number, facts, links, end: EndSource::Own, host_expired: None });
        }
    };
    let entry = entry.ok_or_else(|| io::Error::other(format!("document {number} is not in the corpus")))?;
    let unreadable = || io::Error::other(format!("what {} gave cannot be read back", entry.uri));
    let mut facts = loaded.facts((&entry).into()).ok_or_else(unreadable)?;
    let added = all_links.added(position);
    let own = links.len() - added.len();
    for (link, (_, text)) in links[own..].iter_mut().zip(added) {
        if let Some(text) = text {
            facts.surfaces.push(text.clone());
            link.text = SurfaceNumber(facts.surfaces.len() as u32);
        }
    }
    let mut end = EndSource::Own;
    if facts.description.expired.is_none() {
        if let Some(day) = statuses.expiry(&entry.source, &entry.uri) {
            facts.description.expired = Some(day);
            end = EndSource::StatusList;
        } else if let Some((day, act)) = resolved.repeals.get(&entry.uri) {
            facts.description.expired = Some(*day);
            end = EndSource::OtherAct(act.clone());
        }
    }
    let host = resolved.hosts.get(&position);
    if let Some(host) = host {
        facts.description.name_after(&host.name);
    }
    let about = facts.description.about.as_ref();
    let by_list = |uri: &String| host.and_then(|host| statuses.expiry(&host.source, uri));
    let by_others = |uri: &String| resolved.repeals.get(uri).map(|(day, _)| *day);
    let host_expired = host
        .and_then(|host| host.expired)
        .or_else(|| about.and_then(by_list))
        .or_else(|| about.and_then(by_others));
    Ok(FullDocument { number, facts, links, end, host_expired })
}

/// The entries of status lists, by source and key.
struct Statuses<'a> {
    base: &'a Base,
    entries: HashMap<(&'a str, &'a str), &'a str>,
}

impl<'a> Statuses<'a> {
    fn new(state: &'a CorpusState, base: &'a Base) -> Self {
        let entries = state
            .statuses
            .iter()
            .map(|status| ((status.source.as_str(), status.key.as_str()), status.entry.as_str()))
            .collect();
        Self { base, entries }
    }

    /// When a document ended, by the status list of its publisher.
    fn expiry(&self, source: &str, uri: &str) -> Option<Date> {
        let (_, key) = self.base.strip(uri)?.split_once('/')?;
        let entry = self.entries.get(&(source, key))?;
        status_expiry(&serde_json::from_str(entry).ok()?)
    }
}
