//! What is to come happens at every door on its day.

use jiff::civil::Date;
use lagrum_answers::{ComingQuestion, coming};
use lagrum_artifact::Location;
use serde_json::Value;

use crate::corpus::Corpus;
use crate::doors::Doors;
use crate::kinds::Kind;
use crate::tally::{Asked, Tally};

/// Compares every event that is to come with the answers about its day.
pub(crate) fn walk(corpus: &Corpus, tally: &mut Tally) {
    let answer = coming(&corpus.snapshot, corpus.today, &ComingQuestion::default()).unwrap();
    let answer = serde_json::to_value(answer).unwrap();
    for day in answer["days"].as_array().into_iter().flatten() {
        let date: Date = day["date"].as_str().unwrap().parse().unwrap();
        for event in day["events"].as_array().into_iter().flatten() {
            check(corpus, date, event, tally);
        }
    }
}

fn check(corpus: &Corpus, day: Date, event: &Value, tally: &mut Tally) {
    let doors = Doors::of(corpus);
    let uri = event["uri"].as_str().unwrap();
    let local = corpus.local(uri);
    let asked = Asked { place: &local, day: Some(day) };
    let kind = event["kind"].as_str().unwrap();
    let anchors: Vec<&str> =
        event["anchors"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let basis = |day: Date| {
        let document = doors.document(uri, day);
        document.map_or_else(|| "404".to_owned(), |answer| answer["basis"].as_str().unwrap_or("?").to_owned())
    };
    match kind {
        "in_force" if anchors.is_empty() => {
            let (then, before) = (basis(day), day.yesterday().map(basis).unwrap_or_default());
            let wrong = then == "404" || before != "404";
            let told = wrong.then(|| format!("in force; document {before} before, {then} then"));
            tally.ask(Kind::Coming, "coming/document", asked, told);
        }
        "repealed" | "expires" if anchors.is_empty() => {
            let then = basis(day);
            let told = (then != "repealed").then(|| format!("{kind}; document {then}"));
            tally.ask(Kind::Coming, "coming/document", asked, told);
            // An amendment may come before the end, so that the text of today applies until then.
            let end = doors.document(uri, doors.today).map(|answer| answer["repealed"].clone());
            let is_told = end.as_ref().is_none_or(|end| end.as_str() == Some(&day.to_string()));
            let told = (!is_told).then(|| format!("{kind}; document today repealed {end:?}"));
            tally.ask(Kind::Coming, "coming/until", asked, told);
        }
        "repealed" | "expires" => {
            for anchor in anchors {
                let Some(place) = Location::parse(&format!("{uri}#{anchor}")) else { continue };
                let card = doors.card(&place.to_string(), day);
                let status = card.as_ref().and_then(|card| card["state"]["status"].as_str()).unwrap_or("404");
                let told = (status == "held").then(|| format!("{kind} {anchor}; card {status}"));
                tally.ask(Kind::Coming, "coming/card", asked, told);
            }
        }
        _ => {}
    }
}
