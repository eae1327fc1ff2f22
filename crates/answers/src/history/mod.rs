//! The history of one provision: its distinct texts over time, with the acts that made them.
//!
//! What the held texts have is in the catalog as digests, so no artifact is read, but for the texts themselves where they are
//! wanted. `naming.rs` says which acts of the register name the provision, `entries.rs` what follows for its texts. A provision that
//! had another number in the text before is followed under that number.

mod answer;
mod entries;
mod naming;
mod since;
mod then;

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use jiff::civil::Date;
use lagrum_artifact::{ActFamily, Anchor, AnchorGrammar, Artifact, Base, DocumentUri, Location, NamedUnit};
use lagrum_cancel::whole;
use lagrum_catalog::{CatalogDocument, ProvisionText, RegisterEntry};
use lagrum_render::diff::{UnitKind, runs};
use lagrum_render::render_part;
use lagrum_snapshot::Snapshot;
use lagrum_sources::parse_date;

pub use self::answer::{
    FormerNumber, HistoryAct, HistoryBasis, HistoryChange, HistoryEntry, NamingAct, ProvisionHistory,
    ThenBasis,
};
use self::entries::{Act, Entry, Known, Moment, Named, Text, entries};
use self::naming::ActWords;
use self::since::{Since, since};
use self::then::text_then;
use crate::AnswerError;
use crate::artifacts::load_fields;
use crate::as_of::{ActTexts, DatedAmendment, DatedText, act_texts, has_ended_by};
use crate::changed::ChangedSince;
use crate::diff::{ComparedText, compare_texts};
use crate::lookup::{find_stored, query_catalog};
use crate::provision::no_provision;

/// Which provision, and what is wanted beside the days of its texts.
#[derive(Clone, Debug)]
pub struct HistoryQuestion {
    /// The uri of an act with an anchor.
    pub uri: String,
    /// Whether the texts are wanted.
    pub text: bool,
    /// Whether the differences are wanted.
    pub diff: bool,
}

/// The history of a provision of a statute or an EU act.
pub fn provision_history(
    snapshot: &Snapshot,
    today: Date,
    question: &HistoryQuestion,
) -> Result<ProvisionHistory, AnswerError> {
    let (act, anchor) = act_and_place(snapshot, today, &question.uri)?;
    History::of(&act, &anchor)?.check(&anchor)?.answer(question)
}

/// The act of a provision, and the anchor that was asked for.
fn act_and_place<'s>(
    snapshot: &'s Snapshot,
    today: Date,
    uri: &str,
) -> Result<(PastOfAct<'s>, Anchor), AnswerError> {
    let place = Location::parse(uri).ok_or_else(|| AnswerError::no_document(uri))?;
    let root = place.document().as_str();
    if find_stored(snapshot, root)?.is_none() {
        return Err(AnswerError::no_document(root));
    }
    let asked = place.anchor().ok_or_else(|| AnswerError::Invalid {
        parameter: "uri",
        input: Some(uri.to_owned()),
        message: "Input should name a provision: the uri of an act, '#' and an anchor".to_owned(),
    })?;
    let act = PastOfAct::load(snapshot, today, root)?;
    let act =
        act.ok_or_else(|| AnswerError::NotFound(format!("{root} is neither a statute nor an EU act")))?;
    Ok((act, asked.clone()))
}

/// What became of a provision after a day. Nothing is known of one that the act never had.
pub(crate) fn history_since(
    act: &PastOfAct<'_>,
    asked: &Anchor,
    day: Date,
) -> Result<ChangedSince, AnswerError> {
    let history = History::of(act, asked)?;
    if history.is_unknown()? {
        return Ok(ChangedSince::default());
    }
    Ok(history.since(&entries(&history.known).0, day))
}

/// What a document of a day cites of a provision.
pub(crate) struct FoundThen {
    /// The lydelse that has the text of the day; None for the document itself, and where none is held.
    pub(crate) version: Option<String>,
    pub(crate) basis: ThenBasis,
    pub(crate) since: ChangedSince,
}

/// What a document of a day cites of a provision, by an anchor of the provision or of a part of it. None for what is no provision, and for
/// one of which nothing is known.
pub(crate) fn then_of(
    act: &PastOfAct<'_>,
    asked: &Anchor,
    day: Date,
) -> Result<Option<FoundThen>, AnswerError> {
    if act.grammar.whole_provision(asked).is_none() {
        return Ok(None);
    }
    let history = History::of(act, asked)?;
    if history.is_unknown()? {
        return Ok(None);
    }
    let (found, _) = entries(&history.known);
    let then = text_then(&history.known, &found, act.texts.of_day(day).as_ref(), day);
    let mut since = history.since(&found, day);
    if history.known.is_younger_than(day) {
        // What was cited is another act, or this one before it applied.
        since = ChangedSince::default();
    } else if then.number.is_some_and(|number| number > 0) {
        // What bore the number then bears another one today.
        since.changed = Some(true);
    }
    let version = then.text.and_then(|text| act.texts.texts[text].version.as_ref());
    Ok(Some(FoundThen { version: version.map(ToString::to_string), basis: then.basis, since }))
}

/// One distinct text of a provision.
pub(crate) struct ProvisionWording {
    /// The stored artifact that has it; None where the provision ended.
    pub(crate) stored: Option<i64>,
    /// The uri of that artifact.
    pub(crate) uri: String,
    pub(crate) version: Option<String>,
    /// The day on which that artifact shows it; None for one without days.
    pub(crate) shown_on: Option<Date>,
    /// The anchor that it has there.
    pub(crate) anchor: Anchor,
    pub(crate) from: Option<Date>,
    pub(crate) basis: HistoryBasis,
}

/// The distinct texts of a provision, the oldest first.
pub(crate) fn provision_wordings(
    act: &PastOfAct<'_>,
    asked: &Anchor,
) -> Result<Vec<ProvisionWording>, AnswerError> {
    let history = History::of(act, asked)?;
    let wording = |entry: Entry| {
        let text = &act.texts.texts[entry.text];
        ProvisionWording {
            stored: entry.digest.map(|_| text.stored),
            uri: text.uri.clone(),
            version: text.version.as_ref().map(ToString::to_string),
            shown_on: entry.shown_on,
            anchor: history.numbers[entry.number].clone(),
            from: entry.from,
            basis: entry.basis,
        }
    };
    Ok(entries(&history.known).0.into_iter().map(wording).collect())
}

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
    snapshot: &'s Snapshot,
    document: CatalogDocument,
    grammar: AnchorGrammar,
    texts: ActTexts,
    words: ActWords,
    /// What is known of each text.
    known: Rc<[Text]>,
    today: Date,
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

    /// The history of a provision, without texts; None where nothing is known of the provision.
    pub(crate) fn history(&self, anchor: &Anchor) -> Result<Option<ProvisionHistory>, AnswerError> {
        let history = History::of(self, anchor)?;
        if history.is_unknown()? {
            return Ok(None);
        }
        let question = HistoryQuestion { uri: String::new(), text: false, diff: false };
        history.answer(&question).map(Some)
    }

    fn act(&self, amendment: &DatedAmendment) -> HistoryAct {
        let entry = self.texts.record.register.iter().find(|entry| entry.uri == amendment.act.uri);
        HistoryAct {
            uri: amendment.act.uri.clone(),
            identifier: amendment.act.identifier.clone(),
            in_force: amendment.day.map(|day| day.to_string()),
            forarbeten: entry.map(|entry| entry.forarbeten.clone()).unwrap_or_default(),
        }
    }
}

/// A provision with all that is known of its texts.
struct History<'a> {
    act: &'a PastOfAct<'a>,
    /// The anchors that the provision has had, the present one first.
    numbers: Vec<Anchor>,
    known: Known,
}

impl<'a> History<'a> {
    /// A provision of an act, by an anchor of it or of a part of it.
    fn of(act: &'a PastOfAct<'a>, asked: &Anchor) -> Result<Self, AnswerError> {
        let base = &act.snapshot.manifest().base;
        let unit = act.grammar.whole_provision(asked).unwrap_or_else(|| asked.clone());
        let texts = &act.texts;
        let followed = Followed::back(act.snapshot, &texts.texts, &unit, act.grammar)?;
        let known = Known {
            texts: act.known.clone(),
            moments: followed.moments(texts, base),
            acts: followed.acts(texts, &act.words),
            base: texts.amendments.iter().position(|amendment| amendment.act.uri == act.document.uri),
            end: has_ended_by(&act.document, act.today),
            today: act.today,
        };
        Ok(Self { act, numbers: followed.numbers, known })
    }

    /// Fails where nothing is known of the provision.
    fn check(self, asked: &Anchor) -> Result<Self, AnswerError> {
        if self.is_unknown()? {
            let PastOfAct { snapshot, document, today, .. } = self.act;
            let place = (document.uri.as_str(), asked);
            return Err(no_provision(snapshot, document, place, *today, &self.nearest()?));
        }
        Ok(self)
    }

    /// Whether neither a text nor the register knows the provision.
    fn is_unknown(&self) -> Result<bool, AnswerError> {
        let has_text = self.known.moments.iter().any(|moment| moment.digest.is_some());
        if has_text || self.register().any(|entry| self.is_named(entry)) {
            return Ok(false);
        }
        let stored = self.act.texts.texts.iter().map(|text| text.stored);
        query_catalog(self.act.snapshot, |catalog| {
            for stored in stored {
                if catalog.anchors_of(stored)?.position(self.present()).is_some() {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    /// What became of it after a day.
    fn since(&self, entries: &[Entry], day: Date) -> ChangedSince {
        let Since { changed, from, acts } = since(&self.known, entries, day);
        let acts = acts.iter().map(|at| self.act.act(&self.act.texts.amendments[*at])).collect();
        ChangedSince { changed, from, acts }
    }

    fn nearest(&self) -> Result<Vec<String>, AnswerError> {
        let Some(text) = self.act.texts.texts.last() else { return Ok(Vec::new()) };
        let list = query_catalog(self.act.snapshot, |catalog| catalog.anchors_of(text.stored))?;
        Ok(crate::provision::nearest(list.iter(), self.present()))
    }

    /// The acts of the register without the act itself.
    fn register(&self) -> impl Iterator<Item = &RegisterEntry> {
        self.act.texts.record.register.iter().filter(|entry| entry.uri != self.act.document.uri)
    }

    /// Whether the register says that an act changed the provision, under one of its numbers.
    fn is_named(&self, entry: &RegisterEntry) -> bool {
        self.numbers
            .iter()
            .any(|anchor| self.act.words.names(&entry.uri, NamedUnit::of(anchor, &[]).as_ref()))
    }

    /// The anchor that the provision has, or had last.
    fn present(&self) -> &Anchor {
        &self.numbers[0]
    }

    fn answer(&self, question: &HistoryQuestion) -> Result<ProvisionHistory, AnswerError> {
        let (found, complete) = entries(&self.known);
        let texts = if question.text || question.diff { self.texts_of(&found)? } else { Vec::new() };
        let mut shown: Vec<HistoryEntry> = Vec::new();
        for (at, entry) in found.iter().enumerate() {
            let until = found.get(at + 1).and_then(|next| next.from);
            let mut entry = self.entry(entry, until);
            let text = texts.get(at).cloned().flatten();
            if question.diff {
                let before = at.checked_sub(1).and_then(|before| texts.get(before)?.as_deref());
                let differs = before.zip(text.as_deref()).map(|(before, text)| runs(before, text));
                entry.diff = Some(
                    differs.map(|runs| runs.into_iter().map(|run| (run.mark.into(), run.text)).collect()),
                );
            }
            entry.text = question.text.then_some(text);
            shown.push(entry);
        }
        shown.reverse();
        let mut amendments: Vec<NamingAct> = self
            .register()
            .filter(|entry| self.is_named(entry))
            .map(|entry| self.naming_act(entry))
            .collect();
        amendments.reverse();
        Ok(ProvisionHistory {
            uri: format!("{}#{}", self.act.document.uri, self.present()),
            label: self.act.grammar.label(self.present()),
            document: self.act.document.uri.clone(),
            document_label: self.act.document.label.clone().unwrap_or_else(|| self.act.document.uri.clone()),
            complete,
            entries: shown,
            amendments,
        })
    }

    fn entry(&self, entry: &Entry, until: Option<Date>) -> HistoryEntry {
        let text = &self.act.texts.texts[entry.text];
        let anchor = &self.numbers[entry.number];
        let is_renumbered = entry.change == Some(HistoryChange::Renumbered) && entry.digest.is_some();
        let former = self.numbers.get(entry.number + 1).filter(|_| is_renumbered);
        let acts =
            |acts: &[usize]| acts.iter().map(|at| self.act.act(&self.act.texts.amendments[*at])).collect();
        HistoryEntry {
            from: entry.from.map(|from| from.to_string()),
            until: until.map(|until| until.to_string()),
            basis: entry.basis,
            change: entry.change,
            acts: acts(&entry.acts),
            missing: acts(&entry.missing),
            label: self.act.grammar.label(anchor),
            anchor: anchor.to_string(),
            former: former.map(|former| FormerNumber {
                anchor: former.to_string(),
                label: self.act.grammar.label(former),
            }),
            version: text.version.as_ref().map(ToString::to_string),
            text_sha256: entry.digest.map(hex::encode),
            text: None,
            diff: None,
        }
    }

    fn naming_act(&self, entry: &RegisterEntry) -> NamingAct {
        let mut amendments = self.act.texts.amendments.iter();
        let at = amendments.position(|amendment| amendment.act.uri == entry.uri);
        let is_held = |at: usize| self.known.texts.iter().any(|text| text.worked_in.contains(&at));
        let day = at.and_then(|at| self.act.texts.amendments[at].day).map(|day| day.to_string());
        NamingAct {
            act: entry.uri.clone(),
            identifier: entry.identifier.clone(),
            date: entry.beslutad.clone(),
            in_force: day.or_else(|| entry.ikraft.clone()),
            scope: entry.andrar.clone(),
            forarbeten: entry.forarbeten.clone(),
            held: at.is_some_and(is_held),
        }
    }

    /// The text of each entry.
    fn texts_of(&self, entries: &[Entry]) -> Result<Vec<Option<String>>, AnswerError> {
        let text = |entry: &Entry| {
            if entry.digest.is_none() {
                return Ok(None);
            }
            let held = &self.act.texts.texts[entry.text];
            let artifact = load_fields(self.act.snapshot, held.stored, &held.uri, &Artifact::PRESENTED)?;
            let artifact = artifact.on_day(entry.shown_on.map(|day| day.to_string()).as_deref());
            let part = artifact.presented().part(&self.numbers[entry.number]);
            let rendered = part.map(|part| whole(render_part(&artifact, &part))).transpose()?;
            Ok(rendered.map(|rendered| rendered.text))
        };
        entries.iter().map(text).collect()
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

/// A provision followed back through the held texts.
struct Followed {
    /// The anchors that it has had, the present one first.
    numbers: Vec<Anchor>,
    /// What each text has of it, with the number that it has there, from its beginning or a day of its marks on.
    held: Vec<Vec<(usize, ProvisionText)>>,
}

impl Followed {
    /// Follows a provision from the newest text to the oldest.
    fn back(
        snapshot: &Snapshot,
        texts: &[DatedText],
        anchor: &Anchor,
        grammar: AnchorGrammar,
    ) -> Result<Self, AnswerError> {
        let mut numbers = vec![anchor.clone()];
        let mut held = Vec::new();
        let of = |text: &DatedText, anchor: &Anchor| {
            query_catalog(snapshot, |catalog| catalog.provision_texts(text.stored, anchor.as_str()))
        };
        for at in (0..texts.len()).rev() {
            lagrum_cancel::check()?;
            let number = numbers.len() - 1;
            let anchor = numbers[number].clone();
            let own = of(&texts[at], &anchor)?;
            let mut former = None;
            if let Some(before) = at.checked_sub(1) {
                let older = of(&texts[before], &anchor)?;
                let pair = Pair { snapshot, older: &texts[before], newer: &texts[at] };
                former = pair.former(&anchor, (&older, &own), grammar)?;
            }
            let mut texts_of: Vec<(usize, ProvisionText)> = Vec::new();
            if let Some(former) = former {
                // Before the day of the mark from which the text has the number, it has the one before.
                let begins = own.iter().find(|text| text.digest.is_some()).map(|text| text.begins.clone());
                let begins = begins.unwrap_or_default();
                let earlier = of(&texts[at], &former)?.into_iter().filter(|text| text.begins < begins);
                texts_of.extend(earlier.map(|text| (number + 1, text)));
                texts_of
                    .extend(own.into_iter().filter(|text| text.begins >= begins).map(|text| (number, text)));
                numbers.push(former);
            } else {
                texts_of.extend(own.into_iter().map(|text| (number, text)));
            }
            held.push(texts_of);
        }
        held.reverse();
        Ok(Self { numbers, held })
    }

    /// The provision over time. A text that was replaced before the day of a mark did not apply from that day. Of a text that was
    /// replaced on a day that is not known, no later day counts.
    fn moments(&self, texts: &ActTexts, base: &Base) -> Vec<Moment> {
        let by_uri: HashMap<&str, usize> =
            texts.amendments.iter().map(|act| act.act.uri.as_str()).zip(0..).collect();
        let signed = |text: &ProvisionText| {
            let number = text.signed.as_ref()?.replace(" s. ", "_s.").replace(' ', "_");
            by_uri.get(format!("{base}/{number}").as_str()).copied()
        };
        let texts = &texts.texts;
        let mut moments: Vec<Moment> = Vec::new();
        for (at, (text, held)) in texts.iter().zip(&self.held).enumerate() {
            let next = texts.get(at + 1).map(|next| next.from);
            let applied = |day: Date| next.is_none_or(|next| next.is_some_and(|next| day < next));
            let number = held.first().map(|(number, _)| *number);
            let number = number.or_else(|| moments.last().map(|before| before.number));
            let number = number.unwrap_or(self.numbers.len() - 1);
            let mut first =
                Moment { text: at, day: text.from, by_mark: false, digest: None, number, signed: None };
            let mut later = Vec::new();
            for (number, held) in held {
                let of = |day| Moment {
                    text: at,
                    day,
                    by_mark: true,
                    digest: held.digest,
                    number: *number,
                    signed: signed(held),
                };
                match parse_date(&held.begins) {
                    Some(day) if text.from.is_none_or(|from| day > from) => {
                        later.extend(applied(day).then(|| of(Some(day))));
                    }
                    _ => first = Moment { by_mark: false, ..of(text.from) },
                }
            }
            moments.push(first);
            moments.extend(later);
        }
        moments
    }

    /// What each act did to the provision, by the numbers that it had when the act came.
    fn acts(&self, texts: &ActTexts, words: &ActWords) -> Vec<Act> {
        let numbers: Vec<BTreeSet<usize>> =
            self.held.iter().map(|held| held.iter().map(|(number, _)| *number).collect()).collect();
        let act = |(at, amendment): (usize, &DatedAmendment)| {
            let first = texts.texts.iter().position(|text| text.worked_in.contains(&at));
            let newer = first.unwrap_or(texts.texts.len().saturating_sub(1));
            let beside = [newer.checked_sub(1), Some(newer)].into_iter().flatten();
            let mut then: BTreeSet<usize> =
                beside.filter_map(|text| numbers.get(text)).flatten().copied().collect();
            if then.is_empty() {
                then.insert(0);
            }
            let of = |number: usize| {
                words.named(&amendment.act.uri, NamedUnit::of(&self.numbers[number], &[]).as_ref())
            };
            let named = then.into_iter().map(of);
            let named = named.reduce(|one, other| if matches!(one, Named::Yes(_)) { one } else { other });
            Act { day: amendment.day, named: named.unwrap_or(Named::No) }
        };
        texts.amendments.iter().enumerate().map(act).collect()
    }
}

/// Two texts that follow each other.
struct Pair<'a> {
    snapshot: &'a Snapshot,
    older: &'a DatedText,
    newer: &'a DatedText,
}

impl Pair<'_> {
    /// The anchor in the older text of a provision of the newer one; None where it is the same, or there was none. `texts` are what both
    /// have under the anchor.
    fn former(
        &self,
        anchor: &Anchor,
        (older, newer): (&[ProvisionText], &[ProvisionText]),
        grammar: AnchorGrammar,
    ) -> Result<Option<Anchor>, AnswerError> {
        let Some(digest) = newer.iter().find_map(|text| text.digest) else { return Ok(None) };
        if older.iter().any(|text| text.digest == Some(digest)) {
            return Ok(None);
        }
        // The newer text may have the words under the old number too, until a day of its marks.
        let moved = query_catalog(self.snapshot, |catalog| {
            for had in catalog.provisions_with_text(self.older.stored, &digest)? {
                let now = catalog.provision_texts(self.newer.stored, &had)?;
                if now.last().and_then(|text| text.digest) != Some(digest) {
                    return Ok(Some(had));
                }
            }
            Ok(None)
        })?;
        if let Some(moved) = moved {
            return Ok(Anchor::new(&moved));
        }
        // Only paragrafer are matched one by one.
        if !older.is_empty() || grammar != AnchorGrammar::Statute {
            return Ok(None);
        }
        // A new number: the text before may have it under another one, in other words.
        let text = |text: &DatedText| ComparedText {
            stored: text.stored,
            uri: text.uri.clone(),
            day: text.from.map(|day| day.to_string()),
        };
        let (comparison, _memory) = compare_texts(self.snapshot, &text(self.older), &text(self.newer))?;
        let units = whole(comparison.units(grammar, false))?;
        let unit = units
            .into_iter()
            .find(|unit| unit.kind == UnitKind::Provision && unit.anchor.as_deref() == Some(anchor.as_str()));
        let former = unit.and_then(|unit| unit.from_anchor).filter(|former| former != anchor.as_str());
        Ok(former.and_then(|former| Anchor::new(&former)))
    }
}
