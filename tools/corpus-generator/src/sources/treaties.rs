//! Treaties between states (coe, icrc, untc), in English: articles with numbered or unnumbered paragraphs.

use serde_json::{Value, json};

use crate::draft::{Draft, compact, rubrik};
use crate::outline::Outline;
use crate::profile::Source;

/// Writes a treaty.
pub(crate) fn compose(mut draft: Draft<'_>) -> Value {
    let source = draft.source;
    let date = draft.date();
    let number = draft.name.local_id.rsplit('/').next().unwrap_or_default().to_owned();
    let title = format!("Convention on {}", draft.title(0, 5).to_lowercase());
    let identifier = draft.name.printed.clone();
    let publisher = match source {
        Source::Coe => "Council of Europe Treaty Office",
        Source::Icrc => "International Committee of the Red Cross",
        _ => "United Nations",
    };
    let metadata = match source {
        Source::Coe => json!({"entryIntoForce": date, "openingDate": date, "openingPlace": "Strasbourg",
            "publisher": publisher, "reference": identifier, "title": title}),
        Source::Icrc => json!({"adoptionDate": date, "depositary": null, "entryIntoForce": date,
            "historical": false, "inForce": true, "languages": ["English"], "publisher": publisher,
            "reference": identifier, "statesParties": 2, "title": title, "topics": []}),
        _ => {
            json!({"conclusionDate": date, "conclusionPlace": "New York", "depositary": "UN Secretary-General",
            "entryIntoForce": date, "publisher": publisher, "reference": identifier, "registration": null,
            "signatories": 2, "statesParties": 2, "title": title})
        }
    };
    let references: Vec<Value> = draft
        .citations
        .take(Source::Sfs, usize::MAX)
        .iter()
        .map(|citation| citation.run("rdfs:seeAlso"))
        .collect();
    let parties = (source != Source::Coe).then(|| {
        let party = |country: &str| json!({"action": "ratification", "country": country, "date": date});
        [party("Sweden"), party("Norway")]
    });
    compact(json!({
        "date": date,
        "doctype": draft.name.kind,
        "identifier": identifier,
        "metadata": metadata,
        "number": number,
        "parties": parties,
        "references": references,
        "source_url": format!("https://publisher.example/{}", draft.name.local_id),
        "structure": structure(&mut draft),
        "title": title,
        "type": "internationell-overenskommelse",
        "uri": draft.uri(),
    }))
}

fn structure(draft: &mut Draft<'_>) -> Vec<Value> {
    let Outline::Articles { articles, paragraphs, mark } = Outline::of(draft.plan, draft.source, draft.rank)
    else {
        return Vec::new();
    };
    let mut writer = draft.writer(articles * paragraphs);
    let mut nodes = Vec::new();
    for article in 1..=articles {
        if article % 10 == 1 {
            nodes.push(rubrik(1, &format!("PART {}", article / 10 + 1)));
        }
        let children: Vec<Value> = (1..=paragraphs)
            .map(|number| {
                let text = writer.text();
                let id = format!("A{article}{mark}{number}");
                if mark == 'P' {
                    json!({"children": [], "id": id, "ordinal": number.to_string(), "text": text, "type": "stycke"})
                } else {
                    json!({"id": id, "text": text, "type": "stycke"})
                }
            })
            .collect();
        let heading = format!("Article {article} – {}", draft.title(article, 3));
        nodes.push(json!({"children": children, "id": format!("A{article}"), "ordinal": article.to_string(),
            "text": [heading], "type": "artikel"}));
    }
    nodes
}
