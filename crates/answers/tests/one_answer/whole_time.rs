//! What must hold of a provision or an act as a whole, whatever the day.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

use crate::act::{Act, Form};
use crate::doors::{Cited, Doors};
use crate::entries::{History, uri_of};
use crate::kinds::Kind;
use crate::on_day::Place;
use crate::tally::{Asked, Tally};
use crate::words::notes;

/// Texts and digests of a history belong to each other, and it is the same without texts.
pub(crate) fn history_is_one(doors: Doors<'_>, place: &Place, history: &History, tally: &mut Tally) {
    let asked = Asked { place: &place.local, day: None };
    let short = doors.history(&place.uri, false).map(|answer| History::of(&answer));
    let told = |history: &History| history.entries.iter().map(|entry| entry.told()).collect::<Vec<_>>();
    let differs = short.as_ref().map(&told) != Some(told(history));
    tally.ask(Kind::HistoryText, "history", asked, differs.then(|| "other entries without texts".to_owned()));
    let mut by_words: BTreeMap<String, &str> = BTreeMap::new();
    let mut wrong = None;
    for entry in &history.entries {
        let Some((text, digest)) = entry.text.as_ref().zip(entry.digest.as_deref()) else { continue };
        // Notes of amendments do not count; numbers do.
        let mut text = text.clone();
        for number in notes(&text.clone()) {
            text = text.replace(&format!("({number})."), "");
        }
        let letters: String = text.chars().filter(|letter| letter.is_alphanumeric()).collect();
        if by_words.insert(letters, digest).is_some_and(|other| other != digest) {
            wrong = Some(format!("{} has the words of another text", entry.told()));
        }
    }
    if history.entries.len() > 1 {
        tally.ask(Kind::HistoryDigest, "history", asked, wrong);
    }
}

/// What `/provision` of today says of its permalink and of the acts that amended it.
pub(crate) fn provision_of_today(
    doors: Doors<'_>,
    place: &Place,
    history: Option<&History>,
    tally: &mut Tally,
) {
    let asked = Asked { place: &place.local, day: None };
    let Some(today) = doors.provision(&place.uri, None) else { return };
    let link = &today["permalink"];
    if let Some(uri) = link["uri"].as_str() {
        let day = link["as_of"].as_str().map(|day| day.parse().unwrap());
        let kept = doors.provision(uri, day);
        let differs = kept.is_none_or(|kept| kept["sha256"] != today["sha256"]);
        tally.ask(Kind::Permalink, "permalink/provision", asked, differs.then(|| link.to_string()));
    }
    let amended: BTreeSet<String> =
        today["amended_by"].as_array().into_iter().flatten().filter_map(uri_of).collect();
    let missing = |acts: &BTreeSet<String>| {
        let text = today["text"].as_str().unwrap_or_default();
        // Under a paragraf of the riksdagsordning stand provisions of their own, each with its note.
        let own = text.split("Tilläggsbestämmelse").next().unwrap_or_default();
        let is_of_act = |number: &String| place.act.rsplit('/').next() == Some(number);
        let mut signed = notes(own).into_iter().filter(|number| !is_of_act(number));
        signed.find(|number| !acts.iter().any(|act| act.rsplit('/').next() == Some(number)))
    };
    tally.ask(Kind::NoteMissing, "provision", asked, missing(&amended));
    if let Some(history) = history {
        let named: BTreeSet<String> =
            history.amendments.iter().filter(|act| **act != place.act).cloned().collect();
        let amended: BTreeSet<String> = amended.into_iter().filter(|act| *act != place.act).collect();
        let differing: Vec<&String> = amended.symmetric_difference(&named).collect();
        let told = (!differing.is_empty()).then(|| format!("only one has {differing:?}"));
        tally.ask(Kind::AmendedBy, "provision/history", asked, told);
        tally.ask(Kind::NoteMissing, "history", asked, missing(&named));
    }
}

/// What has changed since a day by the citations of a text, and by the texts of the history.
pub(crate) fn changed_since(
    doors: Doors<'_>,
    place: &Place,
    history: &History,
    day: Date,
    tally: &mut Tally,
) {
    let cited = Cited { uri: &place.uri, words: &place.words };
    let (Some(then), Some(now)) = (history.on(day), history.on(doors.today)) else { return };
    if then.basis != "dated" || now.basis != "dated" {
        return;
    }
    let Some(target) = doors.extract(&cited, doors.today, Some(day)) else { return };
    let is_same = (&then.digest, &then.anchor) == (&now.digest, &now.anchor);
    let said = target["changed_since"].as_bool();
    // A text that was given back is a change, too.
    let is_one = then.from == now.from;
    let wrong = if is_one { said != Some(false) } else { !is_same && said != Some(true) };
    let asked = Asked { place: &place.local, day: Some(day) };
    let told = wrong.then(|| format!("changed_since {said:?}; {}; {}", then.told(), now.told()));
    tally.ask(Kind::ChangedSince, "extract/history", asked, told);
}

/// What is said of a provision that the text prints as repealed.
pub(crate) fn printed_as_repealed(doors: Doors<'_>, place: &Place, act: &str, tally: &mut Tally) {
    let asked = Asked { place: &place.local, day: None };
    let history = doors.history(&place.uri, false).map(|answer| History::of(&answer));
    // The register may give the number to something on a day to come.
    let begun = |entry: &&crate::entries::Entry| entry.from.is_none_or(|from| from <= doors.today);
    let newest = history.as_ref().map(|history| history.entries.iter().find(begun));
    let told = match newest {
        None => Some("404".to_owned()),
        Some(None) => Some("no entry".to_owned()),
        Some(Some(entry)) => entry.digest.is_some().then(|| entry.told()),
    };
    let told = told.map(|said| format!("{said}; printed as repealed by {act}"));
    tally.ask(Kind::PrintedRepealed, "history", asked, told);
    let cited = Cited { uri: &place.uri, words: &place.words };
    for (door, state) in [
        ("extract", doors.extract(&cited, doors.today, None)),
        ("resolve", doors.resolve(&cited, doors.today)),
    ] {
        let Some(state) = state else { continue };
        let status = state["status"].as_str().unwrap_or("?").to_owned();
        let is_without = status == "expired" && state["act"].is_null();
        tally.ask(Kind::ExpiredWithoutAct, door, asked, is_without.then(|| format!("printed: by {act}")));
        let is_wrong = status != "expired";
        tally.ask(Kind::PrintedRepealed, door, asked, is_wrong.then(|| format!("{status}; by {act}")));
    }
}

/// What is said of a whole act today: whether it has ended, whether it is in force.
pub(crate) fn act_of_today(doors: Doors<'_>, act: &Act, local: &str, tally: &mut Tally) {
    let asked = Asked { place: local, day: Some(doors.today) };
    let document = doors.document(&act.uri, doors.today);
    let basis = document.as_ref().and_then(|document| document["basis"].as_str());
    if let Some((is_expired, basis)) = doors.is_expired(&act.uri).zip(basis) {
        let differs = is_expired != (basis == "repealed");
        let told = differs.then(|| format!("is_expired {is_expired}; document {basis}"));
        tally.ask(Kind::IsExpired, "documents/document", asked, told);
    }
    let status = doors.status(&act.uri, doors.today);
    let in_force = status.as_ref().and_then(|status| status["in_force"].as_bool());
    if act.form == Form::Regulation {
        let told = (in_force == Some(true)).then(|| "in_force true".to_owned());
        tally.ask(Kind::Regulation, "status", asked, told);
    }
    status_agrees(doors, act, local, doors.today, tally);
}

/// What tools say of a text on a day is what the document says of the day.
pub(crate) fn status_agrees(doors: Doors<'_>, act: &Act, local: &str, day: Date, tally: &mut Tally) {
    let asked = Asked { place: local, day: Some(day) };
    let document = doors.document(&act.uri, day);
    let Some(in_force) = doors.status(&act.uri, day).and_then(|status| status["in_force"].as_bool()) else {
        return;
    };
    if day > doors.today {
        tally.ask(Kind::Future, "status", asked, in_force.then(|| "in_force true".to_owned()));
    }
    let shown = document.as_ref().filter(|document| document["uri"] == *act.uri);
    let basis = shown.and_then(|document| document["basis"].as_str()).unwrap_or("404");
    let applies = !matches!(basis, "404" | "repealed");
    let told = (applies != in_force).then(|| format!("in_force {in_force}; document {basis}"));
    tally.ask(Kind::Status, "status/document", asked, told);
}
