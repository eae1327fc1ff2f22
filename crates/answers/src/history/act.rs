//! Acts whose provisions' histories are asked for, each loaded once.

use std::collections::HashMap;
use std::rc::Rc;

use jiff::civil::Date;
use lagrum_artifact::{Anchor, RegisterChange, RegisteredChange};
use lagrum_catalog::{CatalogDocument, RegisterEntryKind};
use lagrum_chronicle::ProvisionLine;
use lagrum_snapshot::Snapshot;

use super::answer::HistoryAct;
use crate::as_of::{DatedAmendment, DatedText};
use crate::chronicle::ActInTime;
use crate::lookup::{find_stored, query_catalog};
use crate::{AnswerError, RegisteredAct};

/// The acts that the provisions of one question are in, each looked up once.
pub(crate) struct PastActs<'s> {
    snapshot: &'s Snapshot,
    today: Date,
    acts: HashMap<String, Option<Rc<PastOfAct<'s>>>>,
}

impl<'s> PastActs<'s> {
    pub(crate) fn new(snapshot: &'s Snapshot, today: Date) -> Self {
        Self { snapshot, today, acts: HashMap::new() }
    }

    /// An act; None for a document that is not held, and for one that is neither a statute nor an EU act.
    pub(crate) fn get(&mut self, root: &str) -> Result<Option<Rc<PastOfAct<'s>>>, AnswerError> {
        if let Some(known) = self.acts.get(root) {
            return Ok(known.clone());
        }
        let act = PastOfAct::load(self.snapshot, self.today, root)?.map(Rc::new);
        self.acts.insert(root.to_owned(), act.clone());
        Ok(act)
    }
}

/// A statute or an EU act, asked about on a day.
pub(crate) struct PastOfAct<'s> {
    pub(super) snapshot: &'s Snapshot,
    pub(super) act: Rc<ActInTime>,
    pub(super) today: Date,
}

impl<'s> PastOfAct<'s> {
    /// Loads an act; None for a document that is not held, and for one that is neither a statute nor an EU act.
    pub(crate) fn load(snapshot: &'s Snapshot, today: Date, root: &str) -> Result<Option<Self>, AnswerError> {
        let Some((document, _)) = find_stored(snapshot, root)? else { return Ok(None) };
        let act =
            query_catalog(snapshot, |catalog| ActInTime::load(catalog, snapshot.manifest(), &document))?;
        Ok(act.filter(|act| act.family.is_some()).map(|act| Self { snapshot, act, today }))
    }

    pub(crate) fn document(&self) -> &CatalogDocument {
        &self.act.document
    }

    /// Whether an anchor is that of a provision or of a part of one, and not of a kapitel.
    pub(crate) fn has_provision(&self, anchor: &Anchor) -> bool {
        self.act.grammar.whole_provision(anchor).is_some()
    }

    /// Whether an anchor is that of a whole provision: a paragraf, an article, a bilaga.
    pub(crate) fn is_whole_provision(&self, anchor: &Anchor) -> bool {
        self.act.grammar.whole_provision(anchor).as_ref() == Some(anchor)
    }

    /// The acts of the register in its order, without the act itself, each with its day.
    pub(crate) fn registered(&self) -> Vec<RegisteredAct> {
        let own = &self.act.document.uri;
        let amendments = self.act.texts.amendments.iter().enumerate();
        let others: Vec<usize> =
            amendments.filter(|(_, amendment)| amendment.act.uri != *own).map(|(at, _)| at).collect();
        self.act.acts(&others)
    }

    /// The changes that the register says that an act made, in the order of its words.
    pub(crate) fn changes_of(&self, act: &str) -> &[RegisteredChange] {
        self.act.changes_of(act)
    }

    /// What the register says that an amendment, by its place, did to a provision.
    pub(crate) fn done_to(&self, act: usize, anchor: &Anchor) -> Vec<RegisterChange> {
        self.act.done_to(act, anchor)
    }

    /// The uri of the act that repeals the whole act by its register.
    pub(crate) fn repealing(&self) -> Option<&str> {
        let register = self.act.texts.record.register.iter();
        let mut ends = register.filter(|entry| entry.kind() == RegisterEntryKind::Repeal);
        ends.rfind(|entry| entry.uri != self.act.document.uri).map(|entry| entry.uri.as_str())
    }

    /// The uri of an amendment, by its place.
    pub(crate) fn uri_of(&self, act: usize) -> &str {
        self.act.uri_of(act)
    }

    /// The last day for which the document is known.
    pub(crate) fn known_until(&self) -> Date {
        self.act.known_until
    }

    /// The uris of the acts that are worked into the text with a uri, in the order of the register; none of an unknown text.
    pub(crate) fn worked_in(&self, uri: &str) -> Vec<String> {
        let text = self.act.texts.texts.iter().find(|text| text.uri == uri);
        let acts = text.into_iter().flat_map(|text| &text.worked_in);
        let acts = acts.map(|at| self.act.texts.amendments[*at].act.uri.clone());
        acts.filter(|act| *act != self.act.document.uri).collect()
    }

    /// The held texts of the act, the newest first.
    pub(crate) fn held_texts(&self) -> impl Iterator<Item = &DatedText> {
        self.act.texts.texts.iter().rev()
    }

    /// A provision under its numbers, by an anchor of it or of a part of it.
    pub(super) fn line(&self, asked: &Anchor) -> Result<ProvisionLine<'_>, AnswerError> {
        let unit = self.act.grammar.whole_provision(asked).unwrap_or_else(|| asked.clone());
        query_catalog(self.snapshot, |catalog| self.act.line(catalog, &unit))
    }

    /// An amendment, by its place.
    pub(super) fn history_act(&self, act: usize) -> HistoryAct {
        let amendment: &DatedAmendment = &self.act.texts.amendments[act];
        let register = &self.act.texts.record.register;
        let entry = register.iter().find(|entry| entry.uri == amendment.act.uri);
        HistoryAct {
            uri: amendment.act.uri.clone(),
            identifier: amendment.act.identifier.clone(),
            in_force: amendment.day.map(|day| day.to_string()),
            forarbeten: entry.map(|entry| entry.forarbeten.clone()).unwrap_or_default(),
        }
    }
}
