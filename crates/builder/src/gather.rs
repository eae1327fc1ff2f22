//! Collects the derivations of all artifacts: kept ones from the build before, others by reading the artifact.

use std::collections::{BTreeMap, HashMap, HashSet};

use jiff::civil::Date;
use lagrum_catalog::{
    ActRecord, AmendingAct, CatalogWriter, ChangingAct, ComingEvent, GivenAct, PlaceHistory,
    RegisterEntryKind, Statement,
};
use lagrum_corpus::{DocumentEntry, Documents};
use lagrum_snapshot::day_at;
use lagrum_sources::{Description, RailKey, law_name_key, local_id_of_own_work, source};
use rayon::prelude::*;

use crate::acts;
use crate::application::NewestApplications;
use crate::coming::{ComingSource, coming};
use crate::contexts::{ContextWriter, SpilledContexts};
use crate::derivations::{KeptDerivation, KeptDerivations, NewRecord, RecordKey};
use crate::derive::{Contribution, Derivation, StatedComments, StatedProposal, StatedTransposition, derive};
use crate::error::BuildError;
use crate::input::BuildInput;
use crate::links::Texts;
use crate::meanings::citing_day::CitingDay;
use crate::meanings::registers::Registers;
use crate::overlap::load_ahead;
use crate::positions::{EntryIndex, ReadPosition};
use crate::rail_order::RailKeys;
use crate::register::Register;
use crate::spill::{LinkWriter, SpilledLinks};
use crate::successors::Succeeded;

/// The data of all documents that are combined with those of other documents, beside their links. Documents are
/// identified by their positions among those that could be read, in the order of uris.
pub(crate) struct Gathered<'a> {
    /// The index of each document in the state of the corpus.
    pub(crate) entries: Vec<EntryIndex>,
    /// The texts that the numbers in links refer to.
    pub(crate) texts: Texts<'a>,
    /// How many documents use each relation of `texts`.
    pub(crate) relation_uses: Vec<u32>,
    /// The key of each document for rail order.
    pub(crate) rail: RailKeys,
    pub(crate) statutes: Vec<Statute>,
    /// Commentaries: the position of each and the uri of the document that it is about.
    pub(crate) commentaries: Vec<(ReadPosition, String)>,
    /// Documents that state a successor.
    pub(crate) succeeded: Vec<Succeeded>,
    /// The repeals that acts state of other acts, by the uri of the repealed act: the first day, and the uri of the act
    /// that states it.
    pub(crate) repeals: HashMap<String, (Date, String)>,
    /// The coming and recent events of documents, without their ends, by uri.
    pub(crate) coming: HashMap<String, Vec<ComingEvent>>,
    /// The days whose law documents cite.
    pub(crate) citing_days: HashMap<ReadPosition, CitingDay>,
    /// What the registers of statutes say of numbers.
    pub(crate) registers_of_numbers: Registers,
    /// The positions of the pages of concepts.
    pub(crate) concepts: HashSet<ReadPosition>,
    pub(crate) transpositions: Vec<StatedTransposition>,
    /// What documents say of how places follow, carry out and rest on each other, in the order of the documents.
    pub(crate) statements: Vec<Statement>,
    /// What commentaries of bills say so of the provisions that they propose, in the order of the documents.
    pub(crate) proposal_statements: Vec<StatedProposal>,
    /// Whether each statute numbers its paragrafer anew in each kapitel, by its uri.
    pub(crate) numbers_by_kapitel: HashMap<String, bool>,
    /// The comments of preparatory works, with the position of each work.
    pub(crate) section_comments: Vec<(ReadPosition, StatedComments)>,
    /// Former names of concepts: the uri of a concept page and the uris it once had.
    pub(crate) aliases: Vec<(String, Vec<String>)>,
    /// The days that EU acts state.
    pub(crate) applications: NewestApplications,
    /// The registers of amendments of documents that have archived lydelser, by uri.
    pub(crate) registers: HashMap<String, Register>,
    /// The uris of the documents that could not be read.
    pub(crate) unreadable: HashSet<String>,
    /// The number of documents with a text of each source.
    pub(crate) with_text: BTreeMap<String, u64>,
}

impl<'a> Gathered<'a> {
    /// An empty collection for the documents of a corpus.
    fn new(documents: &'a Documents) -> Self {
        Self {
            entries: Vec::new(),
            texts: Texts::new(documents),
            relation_uses: Vec::new(),
            rail: RailKeys::default(),
            statutes: Vec::new(),
            commentaries: Vec::new(),
            succeeded: Vec::new(),
            repeals: HashMap::new(),
            coming: HashMap::new(),
            citing_days: HashMap::new(),
            registers_of_numbers: Registers::default(),
            concepts: HashSet::new(),
            transpositions: Vec::new(),
            statements: Vec::new(),
            proposal_statements: Vec::new(),
            numbers_by_kapitel: HashMap::new(),
            section_comments: Vec::new(),
            aliases: Vec::new(),
            applications: NewestApplications::default(),
            registers: HashMap::new(),
            unreadable: HashSet::new(),
            with_text: BTreeMap::new(),
        }
    }
}

/// A law that a preparatory work may name.
pub(crate) struct Statute {
    pub(crate) position: ReadPosition,
    /// Its title, as titles are compared.
    pub(crate) name: String,
    pub(crate) in_force_from: Option<Date>,
}

/// Collects the derivations, links and citation contexts of all documents, and writes new derivations to the new
/// segment of `kept`. The parts of texts are written to the catalog here, because they are long and are stored under
/// the number of the artifact, which is final.
pub(crate) fn gather<'a>(
    input: &BuildInput<'a>,
    kept: &mut KeptDerivations,
    catalog: &mut CatalogWriter,
) -> Result<(Gathered<'a>, SpilledLinks, SpilledContexts<'a>), BuildError> {
    let BuildInput { state, progress, .. } = *input;
    let mut gathering = Gathering::new(input)?;
    progress.begin("read documents", Some(state.documents.len() as u64));
    let KeptDerivations { before, new, .. } = kept;
    let load = |batch: Vec<DocumentEntry>| {
        let loaded = before.load(batch.iter().map(|entry| entry.stored));
        let derivation = |entry: DocumentEntry| {
            let derived = loaded.derivation((&entry).into()).map_or_else(|| read(input, &entry), Ok);
            (entry, derived)
        };
        Ok(batch.into_par_iter().map(derivation).collect::<Vec<_>>())
    };
    let mut index = EntryIndex(0);
    load_ahead(batches(state.documents.iter(), input.memory.batch() / 2), load, |derived| {
        let mut rewritten = Vec::new();
        let count = derived.len() as u64;
        for (entry, derived) in derived {
            match derived {
                Ok(KeptDerivation { derivation, rewritten: record }) => {
                    rewritten.extend(record.map(|bytes| NewRecord { stored: entry.stored, bytes }));
                    gathering.take(index, &entry, derivation, catalog)?;
                }
                Err(problem) => {
                    progress.note(&format!("left out {} {}: {problem}", entry.source, entry.uri));
                    gathering.gathered.unreadable.insert(entry.uri);
                }
            }
            index.0 += 1;
        }
        new.keep(rewritten)?;
        progress.advance(count);
        Ok(())
    })?;
    progress.end();
    gathering.finish()
}

/// The catalog row of a document that amends others.
pub(crate) fn amending_act(entry: &DocumentEntry, description: &Description) -> AmendingAct {
    let Description { short_id, label, date, .. } = description;
    AmendingAct {
        uri: entry.uri.clone(),
        identifier: short_id.clone().unwrap_or_else(|| label.clone()),
        day: date.clone(),
    }
}

struct Gathering<'a> {
    input: BuildInput<'a>,
    gathered: Gathered<'a>,
    links: LinkWriter,
    contexts: ContextWriter<'a>,
    /// The acts that have archived lydelser.
    acts: HashSet<&'a str>,
    /// Each with the source of the document that states it.
    transpositions: Vec<(String, StatedTransposition)>,
}

impl<'a> Gathering<'a> {
    fn new(input: &BuildInput<'a>) -> Result<Self, BuildError> {
        let state = input.state;
        Ok(Self {
            input: *input,
            gathered: Gathered::new(&state.documents),
            links: LinkWriter::new(input.spill)?,
            contexts: ContextWriter::new(input.spill, &state.documents)?,
            acts: state.lydelser.iter().map(|lydelse| lydelse.document.as_str()).collect(),
            transpositions: Vec::new(),
        })
    }

    fn take_coming(
        &mut self,
        uri: &str,
        derivation: &Derivation,
        record: Option<&ActRecord>,
    ) -> Result<(), BuildError> {
        let Contribution { provision_texts, places, .. } = &derivation.contribution;
        let (history, changes) = match places {
            Some((history, changes)) => (
                serde_json::from_str(history).map_err(std::io::Error::other)?,
                serde_json::from_str::<Vec<ChangingAct>>(changes).map_err(std::io::Error::other)?,
            ),
            None => (PlaceHistory::default(), Vec::new()),
        };
        let told = ComingSource {
            uri,
            description: &derivation.facts.description,
            record,
            notes: &history.notes,
            changes: &changes,
            texts: provision_texts,
        };
        let mut events = coming(&told, self.input.base, Date::MIN);
        let learned = &self.input.state.log.learned;
        let of_document = learned.partition_point(|known| known.uri.as_str() < uri);
        let of_document = learned[of_document..].iter().take_while(|known| known.uri == uri);
        for known in of_document {
            let own = events.iter_mut().filter(|event| event.act.as_deref() == Some(known.act.as_str()));
            own.for_each(|event| event.learned = Some(day_at(known.at).to_string()));
        }
        if !events.is_empty() {
            self.gathered.coming.insert(uri.to_owned(), events);
        }
        if let Some(record) = record.filter(|_| places.is_some()) {
            let BuildInput { base, day, .. } = self.input;
            self.gathered.registers_of_numbers.take(uri, record, history.notes.by_kapitel, base, day);
        }
        Ok(())
    }

    /// Takes the derivation of a document. `index` is that of its entry in the state of the corpus.
    fn take(
        &mut self,
        index: EntryIndex,
        entry: &DocumentEntry,
        derivation: Derivation,
        catalog: &mut CatalogWriter,
    ) -> Result<(), BuildError> {
        let Contribution { problems, parts, provision_texts, excerpts, amends, places, .. } =
            &derivation.contribution;
        for problem in problems {
            self.input.progress.note(&format!("{} {}: {problem}", entry.source, entry.uri));
        }
        catalog.parts(entry.stored, parts)?;
        catalog.provision_texts(entry.stored, provision_texts)?;
        catalog.excerpts(entry.stored, excerpts)?;
        let act = derivation.contribution.act()?;
        if let Some(act) = &act {
            catalog.act(&entry.uri, act)?;
            self.write_register(&entry.uri, act, catalog)?;
        }
        self.take_coming(&entry.uri, &derivation, act.as_ref())?;
        let applications = derivation.contribution.applications.clone();
        if !applications.is_empty() || act.as_ref().is_some_and(|act| act.consolidated) {
            self.gathered.applications.document(&entry.uri, act.as_ref(), applications);
        }
        for amended in amends {
            catalog.amending_act(amended, &amending_act(entry, &derivation.facts.description))?;
        }
        if let Some((history, changes)) = places {
            let history = acts::history_on(history, &self.input.day.to_string());
            let history = history.map_err(std::io::Error::other)?;
            catalog.place_history(&entry.uri, &history, changes)?;
        }
        self.take_contribution(index, entry, &derivation.facts.description, derivation.contribution)
    }

    /// Writes what a register says of other documents: which held acts change or repeal the act, and which held preparatory works
    /// led to it and to those that changed it, so that these can be asked for what they did.
    fn write_register(
        &self,
        act: &str,
        record: &ActRecord,
        catalog: &mut CatalogWriter,
    ) -> Result<(), BuildError> {
        let BuildInput { base, state, .. } = self.input;
        for entry in &record.register {
            let works = entry.forarbeten.iter().filter_map(|name| local_id_of_own_work(name));
            for work in works.map(|work| format!("{base}/{work}")) {
                if state.documents.position(&work).is_some() {
                    let given = GivenAct { uri: entry.uri.clone(), changed: act.to_owned() };
                    catalog.given_act(&work, &given)?;
                }
            }
        }
        for entry in record.register.iter().filter(|entry| entry.uri != act) {
            let is_change = matches!(entry.kind(), RegisterEntryKind::Change | RegisterEntryKind::Repeal);
            if is_change && state.documents.position(&entry.uri).is_some() {
                let amending = AmendingAct {
                    uri: entry.uri.clone(),
                    identifier: entry.identifier.clone().unwrap_or_else(|| entry.uri.clone()),
                    day: entry.beslutad.clone(),
                };
                catalog.amending_act(act, &amending)?;
            }
        }
        Ok(())
    }

    fn take_contribution(
        &mut self,
        index: EntryIndex,
        entry: &DocumentEntry,
        description: &Description,
        contribution: Contribution,
    ) -> Result<(), BuildError> {
        let gathered = &mut self.gathered;
        if contribution.has_text {
            match gathered.with_text.get_mut(&entry.source) {
                Some(count) => *count += 1,
                None => {
                    gathered.with_text.insert(entry.source.clone(), 1);
                }
            }
        }
        let position = u32::try_from(gathered.entries.len()).map_err(|_| BuildError::TooMany)?;
        let position = ReadPosition(position);
        gathered.entries.push(index);
        self.links.push(&gathered.texts.renumber(&contribution.links)?)?;
        gathered.relation_uses.resize(gathered.texts.predicates.len(), 0);
        for relation in contribution.links.predicates() {
            if let Some(number) = gathered.texts.predicates.find(relation) {
                gathered.relation_uses[number as usize] += 1;
            }
        }
        let kind = description.kind.as_deref().unwrap_or_default();
        let date = description.date.as_deref();
        let group = source(&entry.source).group(kind);
        self.contexts.push(position, group, &contribution.contexts)?;
        gathered.rail.push(&RailKey::new(&entry.source, kind, date, &description.label));
        if source(&entry.source).holds_statutes {
            let name = law_name_key(&description.title);
            gathered.numbers_by_kapitel.insert(entry.uri.clone(), contribution.numbers_by_kapitel);
            gathered.statutes.push(Statute { position, name, in_force_from: description.in_force_from });
        }
        if let Some(about) = &description.about {
            gathered.commentaries.push((position, about.clone()));
        }
        if let Some(successor) = &description.successor {
            gathered.succeeded.push(Succeeded {
                position,
                title: description.title.clone(),
                name: description.short_title.clone().unwrap_or_else(|| description.title.clone()),
                has_ended: description.expired.is_some(),
                successor: successor.clone(),
            });
        }
        for (repealed, day) in contribution.repeals {
            let Ok(day) = day.parse::<Date>() else { continue };
            let first = gathered.repeals.entry(repealed).or_insert_with(|| (day, entry.uri.clone()));
            if (day, &entry.uri) < (first.0, &first.1) {
                *first = (day, entry.uri.clone());
            }
        }
        if let Some(day) = contribution.citing_day {
            gathered.citing_days.insert(position, day);
        }
        if description.is_concept() {
            gathered.concepts.insert(position);
        }
        gathered.statements.extend(contribution.statements);
        gathered.proposal_statements.extend(contribution.proposal_statements);
        let stated = contribution.transpositions.into_iter();
        self.transpositions.extend(stated.map(|stated| (entry.source.clone(), stated)));
        let comments = contribution.section_comments.into_iter();
        gathered.section_comments.extend(comments.map(|comments| (position, comments)));
        if !contribution.aliases.is_empty() {
            gathered.aliases.push((entry.uri.clone(), contribution.aliases));
        }
        if self.acts.contains(entry.uri.as_str()) {
            gathered.registers.insert(entry.uri.clone(), contribution.register);
        }
        Ok(())
    }

    fn finish(mut self) -> Result<(Gathered<'a>, SpilledLinks, SpilledContexts<'a>), BuildError> {
        // Stable: within a source they stay in the order of uris.
        self.transpositions.sort_by(|(a, _), (b, _)| a.cmp(b));
        self.gathered.transpositions = self.transpositions.into_iter().map(|(_, stated)| stated).collect();
        Ok((self.gathered, self.links.finish()?, self.contexts.finish()?))
    }
}

/// Reads an artifact and makes its derivation.
fn read(input: &BuildInput<'_>, entry: &DocumentEntry) -> Result<KeptDerivation, String> {
    let bytes = input.pool.artifact(entry.stored).map_err(|error| error.to_string())?;
    let bytes = bytes.ok_or("its stored artifact is missing")?;
    let derivation = derive(&bytes, &entry.source, &entry.uri, input.base)?;
    let record = RecordKey::from(entry).record(&(&derivation.facts, &derivation.contribution))?;
    Ok(KeptDerivation { derivation, rewritten: Some(record) })
}

/// Cuts documents into batches of artifacts of about `size` bytes together.
fn batches(
    mut entries: impl Iterator<Item = DocumentEntry>,
    size: u64,
) -> impl Iterator<Item = Vec<DocumentEntry>> {
    std::iter::from_fn(move || {
        let mut batch = vec![entries.next()?];
        let mut bytes = batch[0].size;
        while bytes < size
            && let Some(entry) = entries.next()
        {
            bytes += entry.size;
            batch.push(entry);
        }
        Some(batch)
    })
}
