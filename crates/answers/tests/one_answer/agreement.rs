//! What must agree between the doors on one day.

use crate::entries::{Entry, History};
use crate::kinds::Kind;
use crate::on_day::{OnDay, Place};
use crate::tally::{Asked, Tally};
use crate::words::words;

/// Words from the beginning of a text that another door must have.
const OPENING: usize = 4;

/// Compares the doors on a day. The history is that of the provision; None where it has none.
pub(crate) fn compare(
    place: &Place,
    on: &OnDay,
    history: Option<&History>,
    is_past: bool,
    tally: &mut Tally,
) {
    let asked = Asked { place: &place.local, day: Some(on.day) };
    let entry = history.and_then(|history| history.on(on.day)).filter(|_| is_past);
    // The provision had another number then, so its history says nothing of what bore this one.
    let is_of_number = history.is_none_or(|history| history.had_number(&place.anchor, on.day));
    let entry = entry.filter(|_| is_of_number);
    let mut pair = Pair { place, on, entry, asked, tally };
    if history.is_some() && is_past && is_of_number {
        pair.texts();
        pair.days();
    }
    pair.card();
    pair.states();
}

struct Pair<'a> {
    place: &'a Place,
    on: &'a OnDay,
    /// The entry of the history that covers the day.
    entry: Option<&'a Entry>,
    asked: Asked<'a>,
    tally: &'a mut Tally,
}

impl<'a> Pair<'a> {
    fn ask(&mut self, kind: Kind, doors: &'static str, told: Option<String>) {
        self.tally.ask(kind, doors, self.asked, told);
    }

    /// The dated text of the day in the history.
    fn dated(&self) -> Option<&'a Entry> {
        self.entry.filter(|entry| entry.is_dated_text(&self.place.anchor))
    }

    /// The texts of `/provision` and of the history.
    fn texts(&mut self) {
        let on = self.on;
        let doors = "provision/history";
        if let Some(entry) = self.dated() {
            let told = || format!("{}; {}", entry.told(), on.told());
            self.ask(Kind::DatedText404, doors, on.provision.is_none().then(told));
            if let Some(text) = on.text() {
                self.ask(Kind::DatedTextUncertain, doors, (on.basis() != Some("dated")).then(told));
                let other = entry.text.as_ref().filter(|other| words(other) != words(text));
                self.ask(Kind::OtherText, doors, other.map(|_| told()));
            }
        } else if on.basis() == Some("dated") {
            let said = self.entry.map_or_else(|| "history nothing".to_owned(), Entry::told);
            self.ask(Kind::DatedWithoutHistory, doors, Some(format!("{}; {said}", on.told())));
        }
        if self.dated().is_some() && on.basis() == Some("dated") {
            self.ask(Kind::DatedWithoutHistory, doors, None);
        }
    }

    /// The days of the text in the history, of the state, and of `in_force`.
    fn days(&mut self) {
        let on = self.on;
        let Some(entry) = self.dated() else { return };
        let from = entry.from.map(|day| day.to_string());
        let until = entry.until.map(|day| day.to_string());
        let told = |field: &str, said: Option<&str>| format!("{}; {field} {said:?}", entry.told());
        if let Some(state) = on.state().filter(|state| state["status"] == "held") {
            for (kind, field, known) in [(Kind::Since, "since", &from), (Kind::Until, "until", &until)] {
                let said = state[field].as_str();
                self.ask(kind, "state/history", (said != known.as_deref()).then(|| told(field, said)));
            }
        }
        if let Some(provision) = on.provision.as_ref().filter(|_| on.basis() != Some("repealed")) {
            let said = provision["in_force"]["from"].as_str();
            let wrong = (said != from.as_deref()).then(|| told("in_force.from", said));
            self.ask(Kind::InForceFrom, "provision/history", wrong);
        }
    }

    fn card(&mut self) {
        let on = self.on;
        let Some(text) = on.text().filter(|text| !text.is_empty()) else {
            if on.provision.is_none() {
                let shown = on.snippet().map(|_| format!("{}; card with a text", on.told()));
                self.ask(Kind::CardOf404, "card/provision", shown);
            }
            return;
        };
        let Some(snippet) = on.snippet() else {
            self.ask(Kind::CardEmpty, "card/provision", Some(format!("{}; card without a text", on.told())));
            return;
        };
        self.ask(Kind::CardEmpty, "card/provision", None);
        // The label of the card may have the number of the moment, and is Swedish in a text in another language.
        let is_label = |word: &str| ["mom", "article", "artikel"].contains(&word);
        let own = |text: &str| words(text).into_iter().filter(|word| !is_label(word)).collect::<Vec<_>>();
        let opening: Vec<String> = own(text).into_iter().take(OPENING).collect();
        let is_same = own(snippet).join(" ").contains(&opening.join(" "));
        self.ask(Kind::CardOther, "card/provision", (!is_same).then(|| "other words".to_owned()));
    }

    fn states(&mut self) {
        let on = self.on;
        let stated = on.states();
        if stated.len() > 1 {
            let said: Vec<String> = stated
                .iter()
                .map(|(door, state)| format!("{door} {}", state["status"].as_str().unwrap_or("?")))
                .collect();
            let differs = stated.windows(2).any(|two| two[0].1["status"] != two[1].1["status"]);
            self.ask(Kind::StatesDiffer, "card/extract/resolve", differs.then(|| said.join(", ")));
        }
        let Some(status) = on.status() else { return };
        let told = || format!("state {status}; {}", on.told());
        let is_held = status == "held";
        if is_held {
            self.ask(Kind::Held404, "state/provision", on.provision.is_none().then(told));
        }
        match on.basis() {
            None => {}
            Some("repealed") => self.ask(Kind::HeldRepealed, "state/provision", is_held.then(told)),
            Some(_) => self.ask(Kind::TextNotHeld, "state/provision", (!is_held).then(told)),
        }
        if let Some(entry) = self.entry {
            let is_other =
                if is_held { entry.digest.is_none() } else { entry.is_dated_text(&self.place.anchor) };
            self.ask(
                Kind::StateHistory,
                "state/history",
                is_other.then(|| format!("state {status}; {}", entry.told())),
            );
        }
        let (until, to) = (on.state().and_then(|state| state["until"].as_str()), on.provision.as_ref());
        if let Some((until, to)) = until.zip(to.and_then(|to| to["in_force"]["to"].as_str())) {
            let told = (until != to).then(|| format!("state until {until}; in_force.to {to}"));
            self.ask(Kind::InForceTo, "state/provision", told);
        }
    }
}
