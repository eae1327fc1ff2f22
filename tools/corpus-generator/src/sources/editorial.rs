//! Editorial pages: concepts (begrepp) and commentary (kommentar).

use serde_json::{Value, json};

use crate::draft::{Draft, compact, rubrik};
use crate::profile::Source;

/// Writes a page.
pub(crate) fn compose(draft: Draft<'_>) -> Value {
    if draft.source == Source::Begrepp { concept(draft) } else { commentary(draft) }
}

fn concept(mut draft: Draft<'_>) -> Value {
    let places = draft.places(3.0).min(20);
    let mut writer = draft.writer(places);
    let mut body = Vec::new();
    for place in 0..places {
        if place > 0 && place % 4 == 0 {
            body.push(rubrik(2, &draft.title(place, 2)));
        }
        body.extend(writer.paragraphs().into_iter().map(|text| json!({"text": text, "type": "stycke"})));
    }
    // An old name of the page, which no other page has.
    let alias = draft.shape.chance(0.1).then(|| vec![format!("{}_(äldre_namn)", draft.uri())]);
    compact(json!({
        "aliases": alias,
        "body": body,
        "categories": [],
        "title": draft.name.printed,
        "type": "begrepp",
        "uri": draft.uri(),
    }))
}

fn commentary(mut draft: Draft<'_>) -> Value {
    let host = draft.plan.name(Source::Sfs, draft.rank).local_id;
    let annotates = draft.plan.absolute(&host);
    let hosts = std::mem::take(&mut draft.citations.hosts);
    let mut writer = draft.writer(hosts.len());
    let body: Vec<Value> = hosts
        .iter()
        .map(|host| {
            let children: Vec<Value> =
                writer.paragraphs().into_iter().map(|text| json!({"text": text, "type": "stycke"})).collect();
            json!({"children": children, "heading": host.text, "id": host.anchor(),
                "text": [host.run("dcterms:references")], "type": "sektion"})
        })
        .collect();
    json!({
        "annotates": annotates,
        "author": null,
        "basefile": host,
        "body": body,
        "categories": [],
        "type": "kommentar",
        "uri": draft.uri(),
    })
}
