//! Acts with what the histories of their provisions have in common.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use jiff::civil::Date;
use lagrum_artifact::{ActFamily, Anchor, AnchorGrammar, Base, DocumentUri};
use lagrum_catalog::CatalogDocument;
use lagrum_snapshot::Snapshot;

use super::answer::HistoryAct;
use super::entries::Text;
use super::naming::ActWords;
use crate::AnswerError;
use crate::as_of::{ActTexts, DatedAmendment, DatedText, act_texts};
use crate::lookup::{find_stored, query_catalog};

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

/// An act with what the histories of its provisions have in common.
pub(crate) struct PastOfAct<'s> {
    pub(super) snapshot: &'s Snapshot,
    pub(super) document: CatalogDocument,
    pub(super) grammar: AnchorGrammar,
    pub(super) texts: ActTexts,
    pub(super) words: ActWords,
    /// What is known of each text.
    pub(super) known: Rc<[Text]>,
    pub(super) today: Date,
}

impl<'s> PastOfAct<'s> {
    /// Loads an act; None for a document that is not held, and for one that is neither a statute nor an EU act.
    pub(crate) fn load(snapshot: &'s Snapshot, today: Date, root: &str) -> Result<Option<Self>, AnswerError> {
        let Some((document, _)) = find_stored(snapshot, root)? else { return Ok(None) };
        let base = &snapshot.manifest().base;
        let family = DocumentUri::new(&document.uri).and_then(|uri| ActFamily::of(&uri, base));
        let texts = act_texts(snapshot, &document)?;
        let Some((family, texts)) = family.zip(texts) else { return Ok(None) };
        let changes = query_catalog(snapshot, |catalog| catalog.changing_acts(&document.uri))?;
        let words = ActWords::new(changes, &texts.record.register);
        let known = known_texts(&texts, &document, base).into();
        Ok(Some(Self { snapshot, document, grammar: family.grammar(), texts, words, known, today }))
    }

    pub(crate) fn document(&self) -> &CatalogDocument {
        &self.document
    }

    /// Whether an anchor is that of a provision or of a part of one, and not of a kapitel.
    pub(crate) fn has_provision(&self, anchor: &Anchor) -> bool {
        self.grammar.whole_provision(anchor).is_some()
    }

    /// The held texts of the act, the newest first.
    pub(crate) fn held_texts(&self) -> impl Iterator<Item = &DatedText> {
        self.texts.texts.iter().rev()
    }

    pub(super) fn act(&self, amendment: &DatedAmendment) -> HistoryAct {
        let entry = self.texts.record.register.iter().find(|entry| entry.uri == amendment.act.uri);
        HistoryAct {
            uri: amendment.act.uri.clone(),
            identifier: amendment.act.identifier.clone(),
            in_force: amendment.day.map(|day| day.to_string()),
            forarbeten: entry.map(|entry| entry.forarbeten.clone()).unwrap_or_default(),
        }
    }
}

/// What is known of each text.
fn known_texts(texts: &ActTexts, document: &CatalogDocument, base: &Base) -> Vec<Text> {
    let own_id = base.strip(&document.uri).and_then(|id| ActFamily::Statute.parse_id(id));
    let is_base = |at: &usize| texts.amendments[*at].act.uri == document.uri;
    let text = |(at, text): (usize, &DatedText)| Text {
        replaced: texts.texts[at + 1..].iter().find_map(|later| later.from),
        worked_in: text.worked_in.iter().copied().collect::<BTreeSet<_>>(),
        is_issued: text.as_printed
            || text.version.is_some() && text.version == own_id && text.worked_in.iter().all(is_base),
    };
    texts.texts.iter().enumerate().map(text).collect()
}
