//! EU law: acts with recitals and articles, the treaties, and judgments and opinions in numbered paragraphs.

use serde_json::{Value, json};

use crate::draft::{Draft, compact, date_in};
use crate::outline::Outline;
use crate::plan::Plan;
use crate::profile::Source;
use crate::prose::Writer;

/// Writes an act, a treaty, a judgment or an opinion.
pub(crate) fn compose(mut draft: Draft<'_>) -> Value {
    let kind = draft.name.kind;
    let celex = draft.name.local_id.trim_start_matches("celex/").to_owned();
    let date = draft.date();
    let subject = draft.title(0, 6);
    let printed = draft.name.printed.clone();
    let case = kind == "judgment" || kind == "opinion";
    let named = draft.shape.chance(0.1).then(|| draft.title(1, 1));
    let title = match kind {
        "treaty" => subject,
        "judgment" => format!("Domstolens dom av den {date}. {subject}."),
        "opinion" => format!("Förslag till avgörande av generaladvokaten föredraget den {date}. {subject}."),
        _ => {
            let issuer = ["Europaparlamentets och rådets", "Kommissionens", "Rådets"][draft.rank % 3];
            format!("{issuer} {printed} av den {date} om {}", subject.to_lowercase())
        }
    };
    let designation = printed.find('(').map_or(printed.as_str(), |at| &printed[at..]).to_owned();
    let label = match &named {
        Some(name) if case => format!("{designation} ({name})"),
        Some(name) => format!("{designation} {name}"),
        None => designation,
    };
    let (ecli, court) = (draft.rank % 900 + 1, if celex.contains("TJ") { "T" } else { "C" });
    let structure = if case { paragraphs(&mut draft, kind) } else { articles(&mut draft) };
    compact(json!({
        "celex": celex,
        "date": date,
        "doctype": kind,
        "ecli": case.then(|| format!("ECLI:EU:{court}:{}:{ecli}", draft.name.year)),
        "label": label,
        "lang": "swe",
        "shortname": named.filter(|_| !case),
        "source_url": format!("https://publisher.example/celex/{celex}"),
        "structure": structure,
        "title": title,
        "uri": draft.uri(),
    }))
}

/// A numbered paragraph; text that does not fit in it follows as stycken from the second on.
fn paragraph(writer: &mut Writer<'_>, number: usize) -> Value {
    let mut texts = writer.paragraphs().into_iter();
    let text = texts.next().unwrap_or_default();
    let rest: Vec<Value> = texts
        .enumerate()
        .map(|(index, text)| json!({"num": (index + 2).to_string(), "text": text, "type": "stycke"}))
        .collect();
    json!({"children": rest, "num": number.to_string(), "text": text, "type": "paragraph"})
}

fn articles(draft: &mut Draft<'_>) -> Vec<Value> {
    let Outline::Articles { articles, paragraphs, .. } = Outline::of(draft.plan, Source::Eurlex, draft.rank)
    else {
        return Vec::new();
    };
    let terms = draft.citations.take(Source::Begrepp, 12);
    let recitals = if draft.name.kind == "treaty" { 0 } else { (articles / 2).clamp(2, 150) };
    let mut writer = draft.writer(recitals + articles * paragraphs);
    let mut structure = Vec::new();
    for number in 1..=recitals {
        structure.push(json!({"num": number.to_string(), "text": writer.text(), "type": "recital"}));
    }
    let mut chapter: Vec<Value> = Vec::new();
    for article in 1..=articles {
        let children: Vec<Value> = (1..=paragraphs)
            .map(|number| {
                let mut paragraph = paragraph(&mut writer, number);
                if (article + number) % 7 == 0
                    && let Some(children) = paragraph["children"].as_array_mut()
                {
                    let point = |letter| json!({"depth": 1, "num": letter, "text": [writer.phrase(5)], "type": "point"});
                    children.extend(["a", "b", "c"].map(point));
                }
                paragraph
            })
            .collect();
        chapter.push(
            json!({"children": children, "id": article.to_string(), "label": format!("Artikel {article}"),
            "num": article.to_string(), "text": [draft.title(article + 10, 2)], "type": "article"}),
        );
        if article % 12 == 0 || article == articles {
            let title = draft.title(article + 2_000, 2);
            structure.push(json!({"children": std::mem::take(&mut chapter), "label":
                format!("KAPITEL {}", article.div_ceil(12)), "level": 1, "text": [title], "type": "heading"}));
        }
    }
    if !terms.is_empty() {
        let last = articles + 1;
        let definitions: Vec<Value> = terms
            .iter()
            .enumerate()
            .map(|(index, term)| {
                let text = format!("{}: {}", term.text.to_lowercase(), writer.phrase(8));
                json!({"children": [], "defines": term.text, "id": format!("{last}.{}", index + 1),
                    "num": (index + 1).to_string(), "text": [text], "type": "paragraph"})
            })
            .collect();
        structure.push(
            json!({"children": definitions, "id": last.to_string(), "label": format!("Artikel {last}"),
            "num": last.to_string(), "text": ["Definitioner"], "type": "article"}),
        );
    }
    structure
}

fn paragraphs(draft: &mut Draft<'_>, kind: &str) -> Vec<Value> {
    let places = draft.places(30.0);
    let mut structure: Vec<Value> =
        (0..4).map(|index| json!({"text": [draft.title(10 + index, 3)], "type": "keyword"})).collect();
    let mut writer = draft.writer(places);
    let mut number = 0;
    let mut part: Vec<Value> = Vec::new();
    for place in 0..places {
        for text in writer.paragraphs() {
            number += 1;
            part.push(json!({"children": [], "num": number.to_string(), "text": text, "type": "paragraph"}));
        }
        if place % 10 == 9 || place + 1 == places {
            let title = draft.title(100 + place, 3);
            structure.push(
                json!({"children": std::mem::take(&mut part), "level": 1, "text": [title], "type": "heading"}),
            );
        }
    }
    if kind == "judgment" {
        structure.push(json!({"num": "1", "text": [writer.sentences(15)], "type": "ruling"}));
    }
    structure
}

/// The status of an act by its publisher: None for cases and treaties, and for acts without a status.
pub(crate) fn status(plan: &Plan, rank: usize) -> Option<(String, Value)> {
    let name = plan.name(Source::Eurlex, rank);
    if matches!(name.kind, "treaty" | "judgment" | "opinion") {
        return None;
    }
    let mut random = plan.random(crate::random::Purpose::Status, Source::Eurlex, rank);
    let stated = random.chance(0.4);
    let ended =
        random.chance(0.25).then(|| date_in((name.year + random.between(1, 15)).min(2025), &mut random));
    let celex = name.local_id.trim_start_matches("celex/").to_owned();
    stated.then(|| (celex, json!({"in_force": ended.is_none(), "valid_to": ended})))
}
