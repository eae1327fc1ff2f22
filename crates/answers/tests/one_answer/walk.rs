//! The walk over the provisions and their days.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

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

/// Days of a provision of a sample on which it is asked what has changed since.
const FEW_DAYS: usize = 2;

/// Days of an act of a sample on which its whole text is made, and compared with those of its provisions that are asked about on
/// the day. Of the days that its provisions have chosen these come first by their digests.
const DOCUMENT_DAYS: usize = 3;

/// Words from the beginning of a provision that its document must have.
const OPENING: usize = 5;

/// After so many acts the walk says how far it is.
const ACTS_OF_A_REPORT: usize = 200;

/// An act that takes so long is named.
const LONG: Duration = Duration::from_secs(20);

/// Asks every door about the provisions of a corpus, on all cores.
pub(crate) fn walk(corpus: &Corpus, extent: Extent, tally: &mut Tally) {
    let ended = ended_by_others(corpus);
    let acts = places(corpus, extent);
    let next = AtomicUsize::new(0);
    let some_acts = || {
        let mut tally = Tally::default();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(places) = acts.get(at) else { return tally };
            let mut of_act = Tally::default();
            let began = Instant::now();
            walk_act(corpus, extent, places, ended.get(&places.document.uri).copied(), &mut of_act);
            if matches!(extent, Extent::Provisions { .. }) {
                // A walk of hours that is ended before its time has said what it found.
                for row in of_act.rows() {
                    eprintln!("{}\t{}", row.line(), row.told);
                }
                if began.elapsed() > LONG {
                    let (act, seconds) = (&places.document.uri, began.elapsed().as_secs());
                    eprintln!("{act}: {} provisions in {seconds} s", places.anchors.len());
                }
            }
            tally.add(of_act);
            if at > 0 && at.is_multiple_of(ACTS_OF_A_REPORT) {
                eprintln!("{at} of {} acts", acts.len());
            }
        }
    };
    let cores = thread::available_parallelism().unwrap().get();
    thread::scope(|scope| {
        let parts: Vec<_> = (0..cores).map(|_| scope.spawn(some_acts)).collect();
        for part in parts {
            tally.add(part.join().unwrap());
        }
    });
}

fn walk_act(
    corpus: &Corpus,
    extent: Extent,
    places: &Places,
    repealed_by_another: Option<Date>,
    tally: &mut Tally,
) {
    let mut act = Act::read(corpus, &places.document.uri, places.form, &places.stored);
    act.repealed_by = repealed_by_another;
    let doors = Doors::of(corpus);
    let (documents, texts) = (BTreeMap::new(), BTreeMap::new());
    let mut walk = ActWalk { corpus, doors, extent, places, act: &act, documents, texts };
    let provisions: Vec<Asking> = places.anchors.iter().filter_map(|anchor| walk.asking(anchor)).collect();
    walk.texts(&provisions);
    for provision in &provisions {
        walk.provision(provision, tally);
    }
    walk.whole(tally);
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
    /// The words of the text of the act on the days on which it is made; None where there is none.
    texts: BTreeMap<Date, Option<String>>,
}

/// A provision that is asked about.
struct Asking {
    place: Place,
    history: Option<History>,
    days: BTreeSet<Date>,
    /// The days on which more is asked.
    chosen: Vec<Date>,
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

    fn asking(&self, anchor: &str) -> Option<Asking> {
        let place = self.place(anchor)?;
        let has_history = matches!(self.act.form, Form::Statute | Form::EuAct);
        let history = self.doors.history(&place.uri, true).filter(|_| has_history);
        let history = history.as_ref().map(History::of);
        let days = days(self.act, anchor, history.as_ref(), self.doors.today, self.extent);
        let few = match self.extent {
            Extent::Everything => usize::MAX,
            Extent::Provisions { .. } | Extent::Sample => FEW_DAYS,
        };
        let chosen = some_of(days.clone(), &place.local, few);
        Some(Asking { place, history, days, chosen })
    }

    /// Makes the texts of the whole act, each once.
    fn texts(&mut self, provisions: &[Asking]) {
        let all: BTreeSet<Date> =
            provisions.iter().flat_map(|provision| &provision.chosen).copied().collect();
        let few = match self.extent {
            Extent::Everything => usize::MAX,
            Extent::Provisions { .. } | Extent::Sample => DOCUMENT_DAYS,
        };
        for day in some_of(all, &self.act.uri, few) {
            let markdown = self.doors.markdown(&self.act.uri, day);
            let words = markdown.map(|text| words(&without_addresses(&text)).join(" "));
            self.texts.insert(day, words);
        }
    }

    fn document(&mut self, day: Date) -> Option<Value> {
        let Self { doors, act, documents, .. } = self;
        documents.entry(day).or_insert_with(|| doors.document(&act.uri, day)).clone()
    }

    fn provision(&mut self, asking: &Asking, tally: &mut Tally) {
        let Asking { place, history, days, chosen } = asking;
        let (history, today) = (history.as_ref(), self.doors.today);
        for day in days.iter().copied() {
            let document = self.document(day);
            let on = OnDay::ask(self.doors, place, day, document);
            let is_past = day <= today;
            compare(place, &on, history, is_past, tally);
            let case = Case { place, act: self.act, on: &on, history, is_past };
            case.check(tally);
            self.document_has(place, &on, tally);
            if !chosen.contains(&day) {
                continue;
            }
            if let Some(history) = history.filter(|_| day < today) {
                changed_since(self.doors, place, history, day, tally);
            }
        }
        if let Some(history) = history {
            history_is_one(self.doors, place, history, tally);
        }
        provision_of_today(self.doors, place, history, tally);
    }

    /// The text of the document of the day has that of the provision.
    fn document_has(&self, place: &Place, on: &OnDay, tally: &mut Tally) {
        let Some(text) = on.text().filter(|text| !text.is_empty()) else { return };
        // Of a day on which little of the act is known its document has no text, though a provision may have one.
        let Some(document) = self.texts.get(&on.day).and_then(Option::as_ref) else { return };
        let opening: Vec<String> = words(text).into_iter().take(OPENING).collect();
        let has = document.contains(&opening.join(" "));
        let asked = Asked { place: &place.local, day: Some(on.day) };
        let told = (!has).then(|| format!("the document lacks the words; {}", on.told()));
        tally.ask(Kind::DocumentLacks, "document/provision", asked, told);
    }

    /// What is asked once about an act.
    fn whole(&self, tally: &mut Tally) {
        let local = self.corpus.local(&self.act.uri);
        act_of_today(self.doors, self.act, &local, tally);
        for day in self.texts.keys() {
            status_agrees(self.doors, self.act, &local, *day, tally);
        }
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
