//! Swedish cases: a headnote, curated lists of what is cited, and the instances with their reasons. No node has an
//! anchor.

use serde_json::{Value, json};

use crate::draft::{Draft, compact, rubrik};
use crate::links::Citation;
use crate::profile::Source;

/// Court code, and the court's name.
const COURTS: [(&str, &str); 7] = [
    ("HDO", "Högsta domstolen"),
    ("HFD", "Högsta förvaltningsdomstolen"),
    ("REGR", "Regeringsrätten"),
    ("ADO", "Arbetsdomstolen"),
    ("HSV", "Svea hovrätt"),
    ("MMOD", "Mark- och miljööverdomstolen"),
    ("MIOD", "Migrationsöverdomstolen"),
];
const FIRST_COURTS: [&str; 4] = ["Tingsrätten", "Förvaltningsrätten", "Hovrätten", "Kammarrätten"];

/// Writes a case.
pub(crate) fn compose(mut draft: Draft<'_>) -> Value {
    let code = draft.name.kind;
    let court = COURTS.iter().find(|(known, _)| *known == code).map_or("Domstolen", |(_, name)| name);
    let uri = draft.uri();
    let date = match draft.name.local_id.rsplit('/').next() {
        // A verdict without a report is named by its date.
        Some(last) if last.len() == 10 && last.matches('-').count() == 2 => last.to_owned(),
        _ => draft.date(),
    };
    let printed = draft.name.printed.clone();
    let reported = !printed.starts_with("Högsta domstolen");
    let named = reported && draft.shape.chance(0.08);
    let label = if named { format!("{} ({printed})", draft.title(9, 1)) } else { printed.clone() };
    let year = draft.name.year;
    let number = format!("T {}-{:02}", draft.shape.between(100, 9_999), year.saturating_sub(1) % 100);

    let nyckelord: Vec<String> =
        draft.citations.take_distinct(Source::Begrepp, 3).into_iter().map(|c| c.text).collect();
    let lagrum = curated(&draft.citations.take_distinct(Source::Sfs, 3), "rpubl:lagrum");
    let forarbeten = curated(&draft.citations.take_distinct(Source::Forarbete, 1), "rpubl:forarbete");
    let related = curated(&draft.citations.take_distinct(Source::Dv, 2), "rpubl:rattsfallshanvisning");
    let metadata = json!({
        "europarattslig": [],
        "forarbeten": forarbeten,
        "lagrum": lagrum,
        "litteratur": [],
        "nyckelord": nyckelord,
        "publiceringsform": "Referat",
        "rattsomrade": [],
        "related": related,
        "sammanfattning": draft.summary(45),
        "typ": "Dom",
    });

    let instances = draft.shape.between(1, 3);
    let places = draft.places(24.0).max(instances * 2);
    let mut writer = draft.writer(places);
    let mut structure = Vec::new();
    let mut ordinal = 0;
    for instance in 0..instances {
        let last = instance + 1 == instances;
        let share = places * (instance + 1) / instances - places * instance / instances;
        let mut reasons = vec![rubrik(2, if last { "Skäl" } else { "Domskäl" })];
        for place in 0..share {
            if place % 8 == 7 {
                reasons.push(rubrik(3, &draft.title(instance * 500 + place, 4)));
            }
            for text in writer.paragraphs() {
                ordinal += 1;
                let printed = (last && year > 2010).then(|| ordinal.to_string());
                reasons.push(json!({"ordinal": printed, "text": text, "type": "stycke"}));
            }
        }
        let name = if last { court } else { FIRST_COURTS[(draft.rank + instance) % FIRST_COURTS.len()] };
        let verdict = json!({"ordinal": null, "text": [writer.sentences(12)], "type": "stycke"});
        structure.push(json!({"children": [{"children": [
            {"children": reasons, "type": "domskal"},
            {"children": [rubrik(2, "Domslut"), verdict], "type": "domslut"},
        ], "type": "dom"}], "court": name, "type": "instans"}));
        ordinal = 0;
    }
    compact(json!({
        "avgorandedatum": date,
        "avgorandedatum_lista": [date],
        "court": code,
        "court_namn": court,
        "footnotes": [],
        "label": label,
        "malnummer": [number],
        "metadata": metadata,
        "referat": if reported { vec![printed] } else { Vec::new() },
        "source_url": format!("https://publisher.example/{}", draft.name.local_id),
        "sources": ["domstol"],
        "structure": structure,
        "uri": uri,
    }))
}

/// The entries of a curated list.
fn curated(citations: &[Citation], predicate: &str) -> Vec<Value> {
    citations
        .iter()
        .map(|citation| json!({"runs": [citation.run(predicate)], "text": citation.text}))
        .collect()
}
