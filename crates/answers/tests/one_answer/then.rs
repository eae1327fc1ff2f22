//! What documents cite as the law of their day, beside the other doors.

use std::collections::BTreeSet;

use jiff::civil::Date;
use lagrum_answers::outbound;
use lagrum_artifact::{Anchor, Location};
use lagrum_sources::source;
use serde_json::Value;

use crate::corpus::Corpus;
use crate::doors::Doors;
use crate::entries::History;
use crate::kinds::Kind;
use crate::on_day::basis_of;
use crate::places::{Extent, digest};
use crate::tally::{Asked, Tally};

/// Citing documents of a sample.
const DOCUMENTS: usize = 250;

/// Citations of one document of a sample.
const CITATIONS: usize = 8;

/// Compares what documents cite with `/provision` and the history.
pub(crate) fn walk(corpus: &Corpus, extent: Extent, tally: &mut Tally) {
    let documents = corpus.snapshot.catalog().all_documents().map(Result::unwrap);
    let citing = documents.filter(|document| {
        let group = source(&document.source).group(document.kind.as_deref().unwrap_or_default());
        document.date.is_some() && document.stored.is_some() && group.cites_law_of_its_day()
    });
    let mut uris: Vec<String> = citing.map(|document| document.uri).collect();
    let citations = match extent {
        Extent::Everything | Extent::Provisions { .. } => usize::MAX,
        Extent::Sample => {
            uris.sort_by_key(|uri| digest(uri));
            uris.truncate(DOCUMENTS);
            CITATIONS
        }
    };
    for uri in uris {
        let links = outbound(&corpus.snapshot, &uri).unwrap();
        let rows = links.to_json_with_then(&corpus.snapshot, corpus.today).unwrap();
        let rows: Vec<Value> = serde_json::from_slice(&rows).unwrap();
        let mut seen = BTreeSet::new();
        for row in rows.iter().filter(|row| row["then"].is_object()) {
            // What is cited under an earlier number is spoken of under that number.
            let written = row["cited"]["uri"].as_str().filter(|_| row["cited_as"] == "earlier_number");
            let cited = written.or_else(|| row["uri"].as_str()).unwrap();
            if seen.len() < citations && seen.insert(cited.to_owned()) {
                compare(corpus, cited, &row["then"], tally);
            }
        }
    }
}

/// The whole provision of a place in a provision.
fn whole(corpus: &Corpus, cited: &str) -> Option<Location> {
    let place = Location::parse(cited)?;
    let uri = place.document().as_str().to_owned();
    let document = corpus.snapshot.catalog().with(|catalog| catalog.document(&uri)).unwrap()?;
    let whole: Anchor = source(&document.source).grammar.whole_provision(place.anchor()?)?;
    Location::parse(&format!("{uri}#{whole}"))
}

fn compare(corpus: &Corpus, cited: &str, then: &Value, tally: &mut Tally) {
    let Some(place) = whole(corpus, cited) else { return };
    let doors = Doors::of(corpus);
    let day: Date = then["date"].as_str().unwrap().parse().unwrap();
    let (uri, local) = (place.to_string(), corpus.local(&place.to_string()));
    let asked = Asked { place: &local, day: Some(day) };
    let basis = then["basis"].as_str().unwrap_or_default();
    let provision = doors.provision(&uri, Some(day));
    let said = provision.as_ref().map_or("404", |answer| basis_of(answer).unwrap_or("?"));
    let is_other = (basis == "dated") != (said == "dated");
    let has_other_text = basis == "dated"
        && provision.as_ref().is_some_and(|answer| said == "dated" && answer["version"] != then["version"]);
    let told =
        (is_other || has_other_text).then(|| format!("then {basis} {}; provision {said}", then["version"]));
    tally.ask(Kind::Then, "then/provision", asked, told);
    let Some(history) = doors.history(&uri, false).map(|answer| History::of(&answer)) else { return };
    let anchor = place.anchor().map(ToString::to_string).unwrap_or_default();
    let entry = history.on(day);
    let is_dated = entry.is_some_and(|entry| entry.is_dated_text(&anchor));
    let told = ((basis == "dated") != is_dated).then(|| {
        format!("then {basis}; {}", entry.map_or_else(|| "history nothing".to_owned(), |entry| entry.told()))
    });
    tally.ask(Kind::ThenHistory, "then/history", asked, told);
}
