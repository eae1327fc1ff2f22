//! Rules that the answers about one day must not break, whatever the doors agree on.

use crate::act::{Act, Form};
use crate::entries::{Entry, History};
use crate::kinds::Kind;
use crate::on_day::{OnDay, Place};
use crate::tally::{Asked, Tally};
use crate::words::words;

/// What is asked about, and who answers.
pub(crate) struct Case<'a> {
    pub(crate) place: &'a Place,
    pub(crate) act: &'a Act,
    pub(crate) on: &'a OnDay,
    /// The history; None where there is none.
    pub(crate) history: Option<&'a History>,
    /// Whether the day is not to come.
    pub(crate) is_past: bool,
}

impl Case<'_> {
    /// Checks the rules of the day.
    pub(crate) fn check(&self, tally: &mut Tally) {
        let Self { act, on, .. } = self;
        if act.begins_after(on.day) {
            self.before_act(tally);
        } else if let Some(rule) = act.ended_by(on.day) {
            self.after_end(rule, tally);
        } else if self.is_past {
            self.held_text(tally);
        }
        if !self.is_past {
            self.future(tally);
        }
        self.as_printed(tally);
        if act.enters_later && act.adopted.is_some_and(|adopted| on.day <= adopted) {
            self.before_force(tally);
        }
    }

    /// An EU act does not apply on the day of its adoption where it enters into force later.
    fn before_force(&self, tally: &mut Tally) {
        let on = self.on;
        let dated = |basis: Option<&str>| basis.filter(|basis| *basis == "dated").map(str::to_owned);
        let document = on.document.as_ref().and_then(|document| document["basis"].as_str());
        self.ask(tally, Kind::BeforeForce, "provision", dated(on.basis()));
        self.ask(tally, Kind::BeforeForce, "document", dated(document));
        let entry = self.history.and_then(|history| history.on(on.day));
        self.ask(tally, Kind::BeforeForce, "history", dated(entry.map(|entry| entry.basis.as_str())));
    }

    fn ask(&self, tally: &mut Tally, kind: Kind, door: &'static str, told: Option<String>) {
        tally.ask(kind, door, Asked { place: &self.place.local, day: Some(self.on.day) }, told);
    }

    /// The entry of the history that has a text on the day.
    fn text_in_history(&self) -> Option<&Entry> {
        self.history?.on(self.on.day).filter(|entry| entry.digest.is_some())
    }

    /// Before the first day of the act nothing is held: everything is coming.
    fn before_act(&self, tally: &mut Tally) {
        let on = self.on;
        let first = self.act.first_day.map_or_else(|| "another year".to_owned(), |day| day.to_string());
        let told = |said: &str| format!("{said}; the act is of {first}");
        let kind = Kind::BeforeAct;
        self.ask(tally, kind, "provision", on.provision.is_some().then(|| told(&on.told())));
        self.ask(tally, kind, "document", on.document.is_some().then(|| told("document with a text")));
        self.ask(tally, kind, "card", on.snippet().map(|_| told("card with a text")));
        for (door, state) in on.states() {
            let status = state["status"].as_str().unwrap_or("?");
            self.ask(tally, kind, door, (status != "coming").then(|| told(status)));
        }
        self.ask(tally, kind, "history", self.text_in_history().map(|entry| told(&entry.told())));
    }

    /// From its end on nothing of the act applies.
    fn after_end(&self, rule: Kind, tally: &mut Tally) {
        let on = self.on;
        let applies = |basis: Option<&str>| basis.filter(|basis| *basis != "repealed").map(str::to_owned);
        self.ask(tally, rule, "provision", applies(on.basis()));
        let document = on.document.as_ref().and_then(|document| document["basis"].as_str());
        self.ask(tally, rule, "document", applies(document));
        for (door, state) in on.states() {
            let status = state["status"].as_str().filter(|status| matches!(*status, "held" | "coming"));
            self.ask(tally, rule, door, status.map(str::to_owned));
        }
        self.ask(tally, rule, "history", self.text_in_history().map(Entry::told));
    }

    /// A text of the day that is held is shown at every door.
    fn held_text(&self, tally: &mut Tally) {
        let on = self.on;
        let Some(held) = self.act.held_text(&self.place.anchor, on.day) else { return };
        let signed = held.notes.first().map_or("nothing", String::as_str);
        let told = |said: &str| format!("{said}; a held text signed by {signed} is that of the day");
        let is_missing = on.provision.is_none();
        self.ask(tally, Kind::HeldText404, "provision", is_missing.then(|| told("404")));
        if let Some(text) = on.text() {
            let basis = on.basis().unwrap_or_default();
            self.ask(tally, Kind::HeldTextUncertain, "provision", (basis != "dated").then(|| told(basis)));
            let is_other = !is_within(&words(text), &words(&held.text));
            self.ask(tally, Kind::HeldTextOther, "provision", is_other.then(|| told("other words")));
        }
        // The history of a provision that had another number then says nothing of what bore this one.
        let of_number = self.history.filter(|history| history.had_number(&self.place.anchor, on.day));
        if let Some(history) = of_number {
            let entry = history.on(on.day);
            let is_dated = entry.is_some_and(|entry| entry.is_dated_text(&self.place.anchor));
            let said = || entry.map_or_else(|| told("nothing"), |entry| told(&entry.told()));
            self.ask(tally, Kind::HeldTextUncertain, "history", (!is_dated).then(said));
        }
        for (door, state) in on.states() {
            let status = state["status"].as_str().unwrap_or("?");
            self.ask(tally, Kind::HeldTextState, door, (status != "held").then(|| told(status)));
        }
        let shown = on.card.is_some() && on.snippet().is_some();
        self.ask(tally, Kind::HeldText404, "card", (!shown).then(|| told("no text")));
    }

    /// Nothing is dated on a day that is yet to come.
    fn future(&self, tally: &mut Tally) {
        let on = self.on;
        if on.provision.is_some() {
            let dated = on.basis().filter(|basis| *basis == "dated").map(str::to_owned);
            self.ask(tally, Kind::Future, "provision", dated);
        }
        if let Some(document) = &on.document {
            let dated = document["basis"].as_str().filter(|basis| *basis == "dated").map(str::to_owned);
            self.ask(tally, Kind::Future, "document", dated);
        }
    }

    /// An EU act or a treaty as printed is not dated after its first day.
    fn as_printed(&self, tally: &mut Tally) {
        let Self { act, on, .. } = self;
        if !matches!(act.form, Form::EuAct | Form::Treaty) || act.texts.len() > 1 || !self.is_past {
            return;
        }
        let first = on.document.as_ref().and_then(|document| document["from"].as_str());
        let is_later = first.is_some_and(|first| *first < *on.day.to_string());
        if !is_later {
            return;
        }
        let dated = |basis: Option<&str>| basis.filter(|basis| *basis == "dated").map(str::to_owned);
        self.ask(tally, Kind::AsPrinted, "provision", dated(on.basis()));
        // The day of its end may be known.
        let entry = self.text_in_history();
        self.ask(tally, Kind::AsPrinted, "history", dated(entry.map(|entry| entry.basis.as_str())));
    }
}

/// Whether nearly all words of a text are those of another: what is left out is a sign or a heading.
fn is_within(text: &[String], other: &[String]) -> bool {
    let mut rest = other.iter();
    let found = text.iter().filter(|word| rest.clone().any(|of| of == *word) && rest.any(|of| of == *word));
    let found = found.count();
    found * 10 >= text.len() * 9
}
