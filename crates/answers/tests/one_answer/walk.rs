//! The walk over the provisions and their days.

use std::collections::BTreeMap;

use jiff::civil::Date;
use lagrum_answers::citation_forms;
use lagrum_artifact::Anchor;
use serde_json::Value;

use crate::act::{Act, Form};
use crate::agreement::compare;
use crate::corpus::Corpus;
use crate::days::{days, some_of};
use crate::doors::Doors;
use crate::entries::History;
use crate::kinds::Kind;
use crate::on_day::{OnDay, Place};
use crate::places::{Extent, Places, digest, ended_by_others, places};
use crate::rules::Case;
use crate::tally::{Asked, Tally};
use crate::whole_time::{
    act_of_today, changed_since, history_is_one, printed_as_repealed, provision_of_today, status_agrees,
};
use crate::words::words;

/// Days of a provision of a sample on which it is asked what has changed since, and whether its document has its text.
const FEW_DAYS: usize = 2;

/// Words from the beginning of a provision that its document must have.
const OPENING: usize = 5;

/// Asks every door about the provisions of a corpus.
pub(crate) fn walk(corpus: &Corpus, extent: Extent, tally: &mut Tally) {
    let ended = ended_by_others(corpus);
    for places in places(corpus, extent) {
        let mut act = Act::read(corpus, &places.document.uri, places.form, &places.stored);
        act.repealed_by = ended.get(&act.uri).copied();
        let doors = Doors::of(corpus);
        let mut walk =
            ActWalk { corpus, doors, extent, places: &places, act: &act, documents: BTreeMap::new() };
        for anchor in &places.anchors {
            walk.provision(anchor, tally);
        }
        walk.whole(tally);
    }
}

/// The walk over one act.
struct ActWalk<'a> {
    corpus: &'a Corpus,
    doors: Doors<'a>,
    extent: Extent,
    places: &'a Places,
    act: &'a Act,
    /// What `/document` says of days.
    documents: BTreeMap<Date, Option<Value>>,
}

impl ActWalk<'_> {
    fn place(&self, anchor: &str) -> Option<Place> {
        let document = &self.places.document;
        let forms = citation_forms(&self.corpus.snapshot, document, Anchor::new(anchor).as_ref());
        let uri = format!("{}#{anchor}", document.uri);
        Some(Place {
            local: self.corpus.local(&uri),
            uri,
            act: document.uri.clone(),
            anchor: anchor.to_owned(),
            words: forms.into_iter().next_back()?.citation,
        })
    }

    fn document(&mut self, day: Date) -> Option<Value> {
        let Self { doors, act, documents, .. } = self;
        documents.entry(day).or_insert_with(|| doors.document(&act.uri, day)).clone()
    }

    fn provision(&mut self, anchor: &str, tally: &mut Tally) {
        let Some(place) = self.place(anchor) else { return };
        let has_history = matches!(self.act.form, Form::Statute | Form::EuAct);
        let history = self.doors.history(&place.uri, true).filter(|_| has_history);
        let history = history.as_ref().map(History::of);
        let today = self.doors.today;
        let days = days(self.act, anchor, history.as_ref(), today, self.extent);
        let few = match self.extent {
            Extent::Everything => usize::MAX,
            Extent::Provisions | Extent::Sample => FEW_DAYS,
        };
        let chosen = some_of(days.clone(), &place.local, few);
        for day in days {
            let document = self.document(day);
            let on = OnDay::ask(self.doors, &place, day, document);
            let is_past = day <= today;
            compare(&place, &on, history.as_ref(), is_past, tally);
            let case = Case { place: &place, act: self.act, on: &on, history: history.as_ref(), is_past };
            case.check(tally);
            if !chosen.contains(&day) {
                continue;
            }
            self.document_has(&place, &on, tally);
            if let Some(history) = history.as_ref().filter(|_| day < today) {
                changed_since(self.doors, &place, history, day, tally);
            }
            status_agrees(self.doors, self.act, &self.corpus.local(&place.act), day, tally);
        }
        if let Some(history) = &history {
            history_is_one(self.doors, &place, history, tally);
        }
        provision_of_today(self.doors, &place, history.as_ref(), tally);
    }

    /// The text of the document of the day has that of the provision.
    fn document_has(&self, place: &Place, on: &OnDay, tally: &mut Tally) {
        let Some(text) = on.text().filter(|text| !text.is_empty()) else { return };
        let opening: Vec<String> = words(text).into_iter().take(OPENING).collect();
        // Of a day on which little of the act is known its document has no text, though a provision may have one.
        let Some(markdown) = self.doors.markdown(&place.act, on.day) else { return };
        let has = words(&without_addresses(&markdown)).join(" ").contains(&opening.join(" "));
        let asked = Asked { place: &place.local, day: Some(on.day) };
        let told = (!has).then(|| format!("the document lacks the words; {}", on.told()));
        tally.ask(Kind::DocumentLacks, "document/provision", asked, told);
    }

    /// What is asked once about an act.
    fn whole(&self, tally: &mut Tally) {
        let local = self.corpus.local(&self.act.uri);
        act_of_today(self.doors, self.act, &local, tally);
        let repealed = self.act.texts.first().into_iter().flat_map(|text| &text.repealed);
        let mut repealed: Vec<(&String, &String)> =
            repealed.filter(|(anchor, _)| !self.places.anchors.contains(anchor)).collect();
        if self.extent == Extent::Sample {
            repealed.sort_by_key(|(anchor, _)| digest(&format!("{local}#{anchor}")));
            repealed.truncate(1);
        }
        let is_gone = |anchor: &String| {
            self.act.texts.iter().all(|text| !text.provisions.contains_key(anchor.as_str()))
        };
        // An act that came later may have given the number to another provision, which is yet to be worked in.
        let is_last = |anchor: &str, act: &str| !self.act.names_after(anchor, act);
        let last = repealed.into_iter().filter(|(anchor, act)| is_gone(anchor) && is_last(anchor, act));
        for (anchor, act) in last {
            if let Some(place) = self.place(anchor) {
                printed_as_repealed(self.doors, &place, act, tally);
            }
        }
    }
}

/// Markdown without the addresses of its links.
fn without_addresses(markdown: &str) -> String {
    let mut text = String::with_capacity(markdown.len());
    let mut parts = markdown.split("](");
    text.push_str(parts.next().unwrap_or_default());
    for part in parts {
        text.push_str(part.split_once(')').map_or(part, |(_, rest)| rest));
    }
    text
}
