//! An act as the catalog has it, loaded once for a question.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use jiff::civil::Date;
use lagrum_artifact::{ActFamily, AnchorGrammar, Base, DocumentUri, LydelseId, PlaceNotes, StoredId};
use lagrum_catalog::{
    AnchorList, CatalogDocument, CatalogProblem, CatalogReader, ChangingAct, RegisterEntry, RegisterEntryKind,
};
use lagrum_chronicle::{ActEnd, ActFacts, Covered, Day, KnownAmendment, KnownText};
use lagrum_snapshot::{Manifest, SnapshotId};
use lagrum_sources::{ActForm, parse_date, source};

use super::anchors::TextAnchors;
use super::said::ActWords;
use crate::RegisteredAct;
use crate::as_of::{
    ActName, ActTexts, DatedAmendment, DatedText, RegisterByUri, act_texts, end_of, known_until, made,
    stated_entry,
};

/// A statute, an EU act or an agency's regulation over time.
pub(crate) struct ActInTime {
    pub(crate) document: CatalogDocument,
    pub(crate) base: Base,
    pub(crate) grammar: AnchorGrammar,
    /// None for an agency's regulation.
    pub(crate) family: Option<ActFamily>,
    pub(crate) texts: ActTexts,
    /// The place of each amendment, by its uri.
    places: HashMap<String, usize>,
    pub(super) words: ActWords,
    /// The notes of repeal and the days that the text prints.
    pub(super) notes: PlaceNotes,
    pub(super) facts: ActFacts,
    /// The anchors of its texts, as far as they were asked for.
    anchors: TextAnchors,
    /// How many amendments the register has, or titles name; the text alone names those after them.
    pub(super) registered: usize,
    /// The day up to which the document is known.
    pub(crate) known_until: Date,
}

/// Which act, of which snapshot: by its name and the digest of its catalog.
#[derive(PartialEq, Eq)]
struct ActKey {
    snapshot: SnapshotId,
    catalog: String,
    uri: String,
}

impl ActKey {
    /// The key of an act; None in a snapshot whose files have no digests.
    fn of(manifest: &Manifest, document: &CatalogDocument) -> Option<Self> {
        let catalog = manifest.files.get(CATALOG_FILE)?.sha256.clone();
        Some(Self { snapshot: manifest.id.clone(), catalog, uri: document.uri.clone() })
    }
}

/// The file of a snapshot that has its catalog.
const CATALOG_FILE: &str = "catalog.db";

thread_local! {
    /// The act that a question of this thread was about last. One question asks of its act several times, and so do questions that
    /// follow each other.
    static LAST: RefCell<Option<(ActKey, Rc<ActInTime>)>> = const { RefCell::new(None) };
}

impl ActInTime {
    /// An act, loaded unless it is the one that this thread was asked about last; None for a document that is neither a
    /// statute, an EU act nor a regulation.
    pub(crate) fn load(
        catalog: &CatalogReader<'_>,
        manifest: &Manifest,
        document: &CatalogDocument,
    ) -> Result<Option<Rc<Self>>, CatalogProblem> {
        let key = ActKey::of(manifest, document);
        let known = LAST.with_borrow(|last| {
            let last = last.as_ref().filter(|(of, _)| key.as_ref() == Some(of));
            last.map(|(_, act)| Rc::clone(act))
        });
        if known.is_some() {
            return Ok(known);
        }
        let act = Self::read(catalog, manifest, document)?.map(Rc::new);
        if let Some((key, act)) = key.zip(act.clone()) {
            LAST.set(Some((key, act)));
        }
        Ok(act)
    }

    fn read(
        catalog: &CatalogReader<'_>,
        manifest: &Manifest,
        document: &CatalogDocument,
    ) -> Result<Option<Self>, CatalogProblem> {
        let base = &manifest.base;
        let own = source(&document.source);
        let family = DocumentUri::new(&document.uri).and_then(|uri| ActFamily::of(&uri, base));
        let is_regulation = family.is_none() && own.act_form == Some(ActForm::SwedishAct);
        let texts = match act_texts(catalog, manifest, document)? {
            Some(texts) => texts,
            None if is_regulation => ActTexts::of_one_text(document),
            None => return Ok(None),
        };
        let history = catalog.place_history(&document.uri)?.unwrap_or_default();
        let changes = catalog.changing_acts(&document.uri)?;
        let notes = history.notes;
        let stated = match family {
            Some(ActFamily::EuAct) => stated_entry(catalog, &document.uri)?,
            Some(ActFamily::Statute) | None => history.begins.as_deref().and_then(parse_date),
        };
        let mut act = Self {
            grammar: family.map_or(own.grammar, ActFamily::grammar),
            known_until: known_until(manifest, document),
            facts: facts(&texts, document, manifest, family),
            document: document.clone(),
            base: base.clone(),
            family,
            places: places(&texts.amendments),
            words: ActWords::new(Vec::new(), &[], [].into_iter(), false),
            registered: 0,
            anchors: TextAnchors::default(),
            texts,
            notes,
        };
        if let (Day::NotKnown, Some(stated)) = (act.facts.begins, stated) {
            act.facts.begins = Day::On(act.facts.not_before.map_or(stated, |first| stated.max(first)));
        }
        if is_regulation {
            act.add_registered(&changes);
        }
        act.registered = act.texts.amendments.len();
        act.add_printed();
        let uris = act.texts.amendments.iter().map(|amendment| amendment.act.uri.as_str());
        act.words = ActWords::new(changes, &act.texts.record.register, uris, act.notes.by_kapitel);
        Ok(Some(act))
    }

    /// Adds the acts of a register that only lists what it changed.
    fn add_registered(&mut self, changes: &[ChangingAct]) {
        let own = self.document.uri.clone();
        for change in changes.iter().filter(|change| change.uri != own) {
            let day = change.ikraft.as_deref().and_then(parse_date);
            self.add(&change.uri, day.into(), None);
        }
    }

    /// Adds the acts that the text prints as having repealed a provision and that the register lacks.
    fn add_printed(&mut self) {
        let printed: BTreeSet<String> =
            self.notes.repealed.iter().map(|note| self.base.swedish_act(&note.act)).collect();
        for uri in printed {
            if self.position(&uri).is_none() {
                let number = self.base.strip(&uri).and_then(|id| ActFamily::Statute.parse_id(id));
                let first = number.as_ref().and_then(|number| number.not_before());
                self.add(&uri, Day::NotKnown, first.as_deref().and_then(parse_date));
            }
        }
    }

    fn add(&mut self, uri: &str, day: Day, not_before: Option<Date>) {
        let at = self.facts.amendments.len();
        self.facts.amendments.push(KnownAmendment { number: None, day, not_before });
        if let Some(text) = self.facts.texts.last_mut() {
            text.worked_in.insert(at);
        }
        let identifier = self.base.printed_number(uri).map(|number| format!("SFS {number}"));
        self.places.entry(uri.to_owned()).or_insert(at);
        self.texts.amendments.push(DatedAmendment {
            act: ActName { uri: uri.to_owned(), identifier },
            day: day.known(),
            earliest: not_before,
        });
    }

    /// The place of an act among the amendments.
    pub(crate) fn position(&self, uri: &str) -> Option<usize> {
        self.places.get(uri).copied()
    }

    /// The anchors of one of its stored texts.
    pub(crate) fn anchors(
        &self,
        catalog: &CatalogReader<'_>,
        stored: StoredId,
    ) -> Result<Rc<AnchorList>, CatalogProblem> {
        self.anchors.of(catalog, stored)
    }

    /// The uri of an amendment.
    pub(crate) fn uri_of(&self, act: usize) -> &str {
        &self.texts.amendments[act].act.uri
    }

    /// The amendments with these places, as answers list them.
    pub(crate) fn acts(&self, acts: &[usize]) -> Vec<RegisteredAct> {
        let entries = RegisterByUri::new(&self.texts.record.register, acts.len());
        // The texts are read once for all of them.
        let mut is_held: HashMap<usize, bool> = acts.iter().map(|act| (*act, false)).collect();
        for text in &self.texts.texts {
            let held = acts.iter().filter(|act| text.worked_in.binary_search(act).is_ok());
            held.for_each(|act| _ = is_held.insert(*act, true));
        }
        let act = |at: &usize| {
            let DatedAmendment { act, day, .. } = &self.texts.amendments[*at];
            RegisteredAct::of(act, entries.entry(act), *day, is_held[at])
        };
        acts.iter().map(act).collect()
    }

    /// The last day on which the act applied; None for one that has not ended.
    pub(crate) fn last_day(&self) -> Option<Date> {
        match self.facts.end {
            ActEnd::On(end) => end.yesterday().ok(),
            ActEnd::Unknown => self.facts.made.yesterday().ok(),
            ActEnd::None => None,
        }
    }

    /// What is known of the whole act.
    pub(crate) fn facts(&self) -> &ActFacts {
        &self.facts
    }

    /// The stored artifact of the document itself among the texts.
    pub(super) fn own_text(&self) -> Option<usize> {
        self.texts.texts.iter().position(|text| text.version.is_none())
    }
}

/// The first place of each amendment.
fn places(amendments: &[DatedAmendment]) -> HashMap<String, usize> {
    let mut places = HashMap::with_capacity(amendments.len());
    for (at, amendment) in amendments.iter().enumerate() {
        places.entry(amendment.act.uri.clone()).or_insert(at);
    }
    places
}

fn facts(
    texts: &ActTexts,
    document: &CatalogDocument,
    manifest: &Manifest,
    family: Option<ActFamily>,
) -> ActFacts {
    let base_uri = &document.uri;
    let amendment = |amendment: &DatedAmendment| {
        let id = family.and_then(|family| family.parse_id(manifest.base.strip(&amendment.act.uri)?));
        KnownAmendment {
            not_before: amendment.earliest.or_else(|| parse_date(&id.as_ref()?.not_before()?)),
            number: id,
            day: amendment.day.into(),
        }
    };
    let amendments: Vec<KnownAmendment> = texts.amendments.iter().map(amendment).collect();
    let base = texts.amendments.iter().position(|amendment| amendment.act.uri == *base_uri);
    let own = family.filter(|family| *family == ActFamily::Statute);
    let own_number = own.and_then(|family| family.parse_id(manifest.base.strip(base_uri)?));
    let published = document.date.as_deref().and_then(parse_date);
    // The number of a regulation begins with its year, as that of a statute.
    let of_regulation = manifest.base.strip(base_uri).filter(|_| family.is_none());
    let of_regulation = of_regulation.and_then(|id| ActFamily::Statute.parse_id(id.rsplit('/').next()?));
    let first_of = |number: LydelseId| number.not_before().as_deref().and_then(parse_date);
    ActFacts {
        begins: base.map_or(Day::NotKnown, |base| amendments[base].day),
        not_before: match own_number {
            Some(number) => first_of(number),
            None => published.max(of_regulation.and_then(first_of)),
        },
        end: end_of(document),
        may_end_from: may_end_from(document, &texts.record.register, &manifest.base),
        made: made(manifest),
        covered: match (family, base) {
            (Some(ActFamily::Statute), Some(_)) => Covered::Whole,
            (Some(ActFamily::Statute), None) => Covered::FromFirst,
            (Some(ActFamily::EuAct), _) => Covered::Unknown,
            (None, _) => Covered::Whole,
        },
        texts: known_texts(&texts.texts),
        amendments,
        base,
    }
}

/// The first day of the year of the act that ends a document, by its register, where the day is not known.
fn may_end_from(document: &CatalogDocument, register: &[RegisterEntry], base: &Base) -> Option<Date> {
    let ends =
        |entry: &&RegisterEntry| entry.kind() == RegisterEntryKind::Repeal && entry.own_day().is_none();
    let ending = register.iter().filter(|_| end_of(document) == ActEnd::Unknown).find(ends)?;
    let number = base.strip(&ending.uri).and_then(|id| ActFamily::Statute.parse_id(id))?;
    parse_date(&number.not_before()?)
}

fn known_texts(texts: &[DatedText]) -> Vec<KnownText> {
    let text = |text: &DatedText| KnownText {
        worked_in: text.worked_in.iter().copied().collect(),
        from: text.from,
        marks: text.marks.clone(),
        // An act as printed is known by the day of its adoption. No source states from when it applies, or until when.
        doubtful_from: text.as_printed.then(|| text.from.unwrap_or(Date::MIN)),
    };
    texts.iter().map(text).collect()
}
