//! Agencies' decisions (avg), legal positions (rs) and data protection guidelines (edpb): flat text with running
//! numbers.

use serde_json::{Value, json};

use crate::draft::{Draft, compact, date_in, rubrik};
use crate::profile::Source;

/// Kind, and who issues it.
const PUBLISHERS: [(&str, &str); 9] = [
    ("jo", "Justitieombudsmannen"),
    ("jk", "Justitiekanslern"),
    ("arn", "Allmänna reklamationsnämnden"),
    ("kkv", "Konkurrensverket"),
    ("skv", "Skatteverket"),
    ("fk", "Försäkringskassan"),
    ("migr", "Migrationsverket"),
    ("riktlinjer", "Europeiska dataskyddsstyrelsen"),
    ("rekommendationer", "Europeiska dataskyddsstyrelsen"),
];

/// Writes a decision, a position or a guideline.
pub(crate) fn compose(mut draft: Draft<'_>) -> Value {
    let kind = draft.name.kind;
    let publisher =
        PUBLISHERS.iter().find(|(known, _)| *known == kind).map_or("Myndigheten", |(_, name)| name);
    let date = draft.date();
    let title = draft.title(0, 8);
    let number = draft.name.local_id.splitn(3, '/').nth(2).unwrap_or_default().to_owned();
    let keywords: Vec<String> =
        draft.citations.take_distinct(Source::Begrepp, 3).into_iter().map(|c| c.text).collect();
    let summary = draft.summary(30);
    let identifier = draft.name.printed.clone();
    let source_url = format!("https://publisher.example/{}", draft.name.local_id);
    let uri = draft.uri();
    match draft.source {
        Source::Avg => json!({
            "identifier": identifier,
            "metadata": {"beslutsdatum": date, "diarienummer": [number], "nyckelord": keywords,
                "publisher": publisher, "title": title},
            "org": kind,
            "sammanfattning": summary,
            "source_url": source_url,
            "structure": flat(&mut draft),
            "type": "avgorande",
            "uri": uri,
        }),
        Source::Rs => {
            let ended = draft.shape.chance(0.2).then(|| date_in(draft.name.year + 2, &mut draft.shape));
            json!({
                "doctype": "stallningstagande",
                "identifier": identifier,
                "metadata": compact(json!({"beslutsdatum": date, "nummer": number, "nyckelord": keywords,
                    "publisher": publisher, "status": if ended.is_some() { "upphävt" } else { "gällande" },
                    "title": title, "upphavd": ended})),
                "org": kind,
                "sammanfattning": summary,
                "source_url": source_url,
                "structure": flat(&mut draft),
                "type": "stallningstagande",
                "uri": uri,
            })
        }
        _ => json!({
            "identifier": identifier,
            "metadata": {"antagen": date, "nummer": number.replace('-', "/"), "publisher": publisher,
                "sprak": "sv", "title": title, "version": "2.0"},
            "serie": kind,
            "source_url": source_url,
            "structure": flat(&mut draft),
            "type": "vagledning",
            "uri": uri,
        }),
    }
}

fn flat(draft: &mut Draft<'_>) -> Vec<Value> {
    let places = draft.places(12.0);
    let numbered = draft.source == Source::Edpb;
    let mut writer = draft.writer(places);
    let mut nodes = Vec::new();
    let mut number = 0;
    for place in 0..places {
        if place % 5 == 0 {
            nodes.push(rubrik(1, &draft.title(place + 1, 3)));
        }
        for text in writer.paragraphs() {
            number += 1;
            nodes.push(if numbered {
                json!({"id": format!("punkt{number}"), "punkt": number.to_string(), "text": text, "type": "stycke"})
            } else {
                json!({"id": format!("S{number}"), "text": text, "type": "stycke"})
            });
        }
    }
    nodes
}
