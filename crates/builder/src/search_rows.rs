//! The rows of documents for the search index.

use std::collections::{HashMap, HashSet};

use lagrum_artifact::Base;
use lagrum_citation::{CitationNames, NameRole};
use lagrum_search::{DayNumber, DocumentToIndex, HitFields};
use lagrum_sources::{FlowGroup, UNKNOWN_END, is_amending, source};
use lagrum_words::case_numbers;

use crate::derive::DocumentFacts;
use crate::documents::FullDocument;
use crate::resolved::ResolvedCorpus;
use crate::topics::topic_of_name;

/// Makes the rows of documents.
pub(crate) struct RowMaker<'a> {
    base: &'a Base,
    /// Names in use that no artifact states, by local id of the document.
    curated: HashMap<String, Vec<String>>,
}

impl<'a> RowMaker<'a> {
    pub(crate) fn new(base: &'a Base) -> Self {
        let mut curated: HashMap<String, Vec<String>> = HashMap::new();
        for (document, name) in CitationNames::shipped().all() {
            curated.entry(document.to_owned()).or_default().push(name.to_owned());
        }
        Self { base, curated }
    }

    /// The row of a document that `inbound` others cite, without its provisions.
    pub(crate) fn row(
        &self,
        resolved: &ResolvedCorpus<'_>,
        document: &FullDocument,
        inbound: u32,
    ) -> DocumentToIndex {
        let facts = &document.facts;
        let description = &facts.description;
        let (uri, source_name) = (resolved.uri(document.number), resolved.source(document.number));
        let present = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        // A link to a translation is no hit: it is found with the document that is translated.
        let is_translation = description.is_translation();
        let names = if is_translation { Vec::new() } else { self.names(document, &uri, source_name) };
        let mut seen: HashSet<String> = names.iter().map(|name| name.to_lowercase()).collect();

        // A query for the name of a former document finds its successor, ranked after an act with that name.
        let former = resolved.former(document.number);
        let mut keywords = facts.keywords.clone();
        keywords.extend(
            former.iter().map(|former| former.name.clone()).filter(|name| seen.insert(name.to_lowercase())),
        );

        let is_act = source(source_name).act_form.is_some();
        let own_topics = names.iter().filter(|_| is_act).filter_map(|name| topic_of_name(name));
        let mut topics: Vec<String> = own_topics.map(str::to_owned).chain(facts.topics.clone()).collect();
        topics.sort_by_key(|topic| topic.to_lowercase());
        topics.dedup_by_key(|topic| topic.to_lowercase());

        DocumentToIndex {
            key: resolved.stored(document.number).map(|stored| stored.0),
            year: description.year,
            // A commentary on an act that no longer applies expires with the act, so that both are only found by name.
            expired: if is_translation {
                Some(DayNumber::from(UNKNOWN_END))
            } else {
                description.expired.or(document.host_expired).map(DayNumber::from)
            },
            preparatory: source(source_name).group(description.kind.as_deref().unwrap_or_default())
                == FlowGroup::Forarbeten,
            amending: is_amending(&description.title),
            keywords,
            topics,
            defined: facts.defined.clone(),
            names,
            case_numbers: case_numbers_of(facts),
            provisions: Vec::new(),
            hit: HitFields {
                uri: uri.clone(),
                label: present(&description.label),
                title: present(&description.title),
                display: present(&description.display),
                abbr: description.abbr.clone(),
                source: source_name.to_owned(),
                kind: description.kind.clone(),
                inbound_count: u64::from(inbound),
                former: former.to_vec(),
                successor: resolved.successor(document.number).map(str::to_owned),
            },
        }
    }

    /// The names of a document, each once, compared without regard to case.
    fn names(&self, document: &FullDocument, uri: &str, source_name: &str) -> Vec<String> {
        let description = &document.facts.description;
        let local_id = self.base.strip(uri).unwrap_or(uri);
        let own = [&description.title, &description.display, &description.label, &description.descriptive];
        let optional = [&description.short_id, &description.short_title, &description.abbr];
        let held = document.facts.names.iter().filter(|name| !is_case_number(&name.role));
        let mut names: Vec<String> = own.into_iter().chain(optional.into_iter().flatten()).cloned().collect();
        names.extend(held.map(|name| name.name.clone()));
        names.extend(self.curated.get(local_id).into_iter().flatten().cloned());
        names.extend(source(source_name).english_names(local_id).iter().map(|name| (*name).to_owned()));
        let host = description.about.as_deref().and_then(|host| self.curated.get(self.base.strip(host)?));
        names.extend(description.names_as_commentary(host.map_or(&[], Vec::as_slice)));
        let mut seen = HashSet::new();
        names.retain(|name| !name.is_empty() && seen.insert(name.to_lowercase()));
        names
    }
}

fn is_case_number(role: &NameRole) -> bool {
    matches!(role, NameRole::CaseNumber { .. })
}

/// The numbers of the cases of a decision, from its names and from the title of a judgment.
fn case_numbers_of(facts: &DocumentFacts) -> Vec<String> {
    let named = facts.names.iter().filter(|name| is_case_number(&name.role)).map(|name| &name.name);
    let is_judgment = facts.description.kind.as_deref() == Some("judgment");
    let title = is_judgment.then_some(&facts.description.title);
    let mut numbers: Vec<String> =
        named.chain(title).flat_map(|text| case_numbers(text)).map(|number| number.number).collect();
    numbers.sort();
    numbers.dedup();
    numbers
}
