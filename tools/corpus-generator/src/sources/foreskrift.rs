//! Agency regulations: formed like statutes, with the uris of the empowering and the amended provisions in the metadata.

use serde_json::{Value, json};

use crate::draft::{Draft, compact};
use crate::links::Citation;
use crate::names::SERIES;
use crate::outline::Outline;
use crate::profile::Source;

/// Writes a regulation.
pub(crate) fn compose(mut draft: Draft<'_>) -> Value {
    let uri = draft.uri();
    let slug = draft.name.kind;
    let publisher = SERIES.iter().find(|(known, ..)| *known == slug).map_or("Myndigheten", |(.., name)| name);
    let identifier = draft.name.printed.clone();
    let (_, number) = draft.name.local_id.rsplit_once(':').unwrap_or_default();
    let number = number.to_owned();
    let decided = draft.date();
    let subject = draft.title(0, 3).to_lowercase();

    let uris =
        |citations: Vec<Citation>| citations.into_iter().map(|citation| citation.uri).collect::<Vec<_>>();
    let roots = |citations: Vec<Citation>| {
        citations.iter().map(|citation| citation.document().to_owned()).collect::<Vec<_>>()
    };
    let empowered = uris(draft.citations.take(Source::Sfs, 2));
    let amends = draft.shape.chance(0.2);
    let andrar = roots(if amends { draft.citations.take(Source::Foreskrift, 1) } else { Vec::new() });
    let repeals = draft.shape.chance(0.1);
    let upphaver = roots(if repeals { draft.citations.take(Source::Foreskrift, 1) } else { Vec::new() });
    let genomfor = roots(draft.citations.take_those(1, Citation::is_of_directive));
    let consolidated = draft.shape.chance(0.12);
    let reach = draft.plan.absolute(&format!("{slug}/{}:9{number}", draft.name.year + 1));

    let structure = structure(&mut draft);
    // The consolidation is presented; the text as issued is left to the publisher.
    let (structure, consolidations) = if consolidated {
        (json!([]), json!([{"konsolideradTom": reach, "of": uri, "structure": structure, "url": null}]))
    } else {
        (json!(structure), json!([]))
    };
    let amendments = if consolidated {
        let printed = identifier.split(' ').next().unwrap_or_default();
        let amending = format!("{printed} {}:9{number}", draft.name.year + 1);
        json!([{"beslutsdatum": null, "identifier": amending, "uri": reach, "url": null}])
    } else {
        json!([])
    };
    compact(json!({
        "amendments": amendments,
        "consolidations": consolidations,
        "fs": slug,
        "identifier": identifier,
        "metadata": {
            "andradAv": [],
            "andrar": andrar,
            "arsutgava": draft.name.year.to_string(),
            "bemyndigande": empowered,
            "beslutsdatum": decided,
            "genomfor": genomfor,
            "ikrafttradandedatum": decided,
            "lopnummer": number,
            "publisher": publisher,
            "title": format!("{publisher}s föreskrifter om {subject}"),
            "upphaver": upphaver,
            "utkomFranTryck": decided,
        },
        "source_url": format!("https://publisher.example/{}", draft.name.local_id),
        "structure": structure,
        "type": "foreskrift",
        "uri": uri,
    }))
}

fn structure(draft: &mut Draft<'_>) -> Vec<Value> {
    let outline = Outline::of(draft.plan, Source::Foreskrift, draft.rank);
    let Outline::Provisions { kapitel, divided, .. } = outline else { return Vec::new() };
    let mut writer = draft.writer(kapitel.iter().sum());
    let mut structure = Vec::new();
    let mut written = 0;
    for (index, count) in kapitel.iter().enumerate() {
        let of = index + 1;
        let mut nodes = Vec::new();
        if divided {
            let text = format!("{of} kap. {}", draft.title(of, 2));
            nodes.push(json!({"level": 1, "page": written / 6 + 1, "text": [text], "type": "rubrik"}));
        }
        for paragraf in 1..=*count {
            let page = written / 6 + 1;
            written += 1;
            if paragraf % 6 == 2 {
                let heading = draft.title(of * 1_000 + paragraf, 3);
                nodes.push(json!({"page": page, "text": [heading], "type": "rubrik"}));
            }
            let stycken: Vec<Value> = writer
                .paragraphs()
                .into_iter()
                .map(|text| json!({"page": page, "text": text, "type": "stycke"}))
                .collect();
            nodes.push(json!({"children": stycken, "id": Outline::paragraf(divided, of, paragraf),
                "ordinal": paragraf.to_string(), "page": page, "type": "paragraf"}));
        }
        if divided {
            structure.push(json!({"children": nodes, "id": format!("K{of}"), "ordinal": of.to_string(),
                "page": written / 6 + 1, "type": "kapitel"}));
        } else {
            structure.append(&mut nodes);
        }
    }
    structure
}
