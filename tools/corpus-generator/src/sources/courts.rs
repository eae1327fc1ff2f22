//! International courts: the European Court of Human Rights (hudoc), the ICC and the ICJ, in English.

use serde_json::{Value, json};

use crate::draft::{Draft, rubrik};
use crate::profile::Source;

const RESPONDENTS: [(&str, &str); 8] = [
    ("SWE", "Sweden"),
    ("NOR", "Norway"),
    ("FIN", "Finland"),
    ("GBR", "the United Kingdom"),
    ("ITA", "Italy"),
    ("POL", "Poland"),
    ("TUR", "Turkey"),
    ("AUT", "Austria"),
];

/// Writes a decision of an international court.
pub(crate) fn compose(mut draft: Draft<'_>) -> Value {
    match draft.source {
        Source::Hudoc => human_rights(&mut draft),
        Source::Icc => criminal(&mut draft),
        _ => justice(&mut draft),
    }
}

fn human_rights(draft: &mut Draft<'_>) -> Value {
    let (state, name) = *draft.shape.pick(&RESPONDENTS);
    let applicant = draft.title(0, 1);
    let title = format!("CASE OF {} v. {}", applicant.to_uppercase(), name.to_uppercase());
    let date = draft.date();
    let doctype = if draft.shape.chance(0.2) { "decision" } else { "judgment" };
    let item = draft.name.local_id.rsplit('/').next().unwrap_or_default().to_owned();
    let application = draft.name.printed.trim_start_matches("no. ").to_owned();

    let cited = draft.citations.take(Source::Coe, usize::MAX);
    // The court's own codes: `6-1` for the first paragraph of article 6.
    let code = |anchor: &str| anchor.trim_start_matches('A').replace('P', "-");
    let codes: Vec<String> = cited.iter().filter_map(|citation| citation.anchor()).map(code).collect();
    let references: Vec<Value> = cited
        .iter()
        .map(|citation| {
            let text = citation.anchor().map_or_else(|| citation.text.clone(), code);
            json!({"predicate": "dcterms:references", "text": text, "uri": citation.uri})
        })
        .collect();
    let conclusions: Vec<String> = codes
        .iter()
        .take(3)
        .enumerate()
        .map(|(index, code)| {
            format!("{} of Article {code}", if index == 0 { "Violation" } else { "No violation" })
        })
        .collect();
    json!({
        "court": "echr",
        "date": date,
        "doctype": doctype,
        "ecli": format!("ECLI:CE:ECHR:{}:{}JUD{}", draft.name.year, date[5..].replace('-', ""), application.replace('/', "")),
        "itemid": item,
        "metadata": {"applicationNumber": [application], "articles": codes, "conclusions": conclusions,
            "documentCollection": ["CASELAW", "JUDGMENTS"], "importance": "3", "language": "ENG",
            "originatingBody": "Court (Chamber)", "publisher": "European Court of Human Rights",
            "respondent": state, "title": title},
        "references": references,
        "source_url": format!("https://publisher.example/{item}"),
        "structure": numbered(draft, 36.0),
        "title": title,
        "type": "avgorande",
        "uri": draft.uri(),
    })
}

fn criminal(draft: &mut Draft<'_>) -> Value {
    let title = format!("The Prosecutor v. {}", draft.title(0, 2));
    let number = draft.name.printed.clone();
    let case = number.rsplit_once('-').map_or(number.as_str(), |(case, _)| case).to_owned();
    json!({
        "court": "icc",
        "date": draft.date(),
        "docnumber": number,
        "doctype": "judgment",
        "identifier": format!("{case} (Judgment)"),
        "metadata": {"caseName": title, "caseNumber": case, "chamber": "Trial Chamber I", "decisionType": "judgment",
            "documentNumber": number, "publisher": "International Criminal Court", "title": title},
        "references": [],
        "source_url": format!("https://publisher.example/{}", draft.name.local_id),
        "structure": numbered(draft, 40.0),
        "title": title,
        "type": "avgorande",
        "uri": draft.uri(),
    })
}

fn justice(draft: &mut Draft<'_>) -> Value {
    let title = format!("{} ({} v. {})", draft.title(0, 3), draft.title(1, 1), draft.title(2, 1));
    let stem = draft.name.local_id.trim_start_matches("icj/").to_owned();
    // 001-19470312-JUD-01-00
    let date = stem.split('-').nth(1).unwrap_or_default();
    let date = format!(
        "{}-{}-{}",
        date.get(..4).unwrap_or_default(),
        date.get(4..6).unwrap_or_default(),
        date.get(6..).unwrap_or_default()
    );
    json!({
        "avgorandedatum": date,
        "court": "icj",
        "docnumber": stem,
        "doctype": "dom",
        "identifier": format!("ICJ {} (Judgment, {date})", draft.rank + 1),
        "metadata": {"caseName": title, "caseNumber": (draft.rank + 1).to_string(), "decisionType": "Judgment",
            "ocrRepairs": 0, "pdfUrl": null, "procedure": null, "publisher": "International Court of Justice",
            "title": title},
        "references": [],
        "source_url": format!("https://publisher.example/{}", draft.name.local_id),
        "structure": numbered(draft, 40.0),
        "title": title,
        "type": "avgorande",
        "uri": draft.uri(),
    })
}

/// Headings, one unnumbered line, then numbered paragraphs: `S1`, `P1`, `P2`, …
fn numbered(draft: &mut Draft<'_>, mean: f64) -> Vec<Value> {
    const PARTS: [&str; 4] = ["PROCEDURE", "THE FACTS", "THE LAW", "FOR THESE REASONS"];
    let places = draft.places(mean);
    let mut writer = draft.writer(places);
    let opening = writer.phrase(3).to_uppercase();
    let mut nodes = vec![json!({"id": "S1", "text": [opening], "type": "stycke"})];
    let mut number = 0;
    for place in 0..places {
        let part = place * PARTS.len() / places;
        if place == 0 || (place - 1) * PARTS.len() / places != part {
            nodes.push(rubrik(1, PARTS[part]));
        }
        for text in writer.paragraphs() {
            number += 1;
            nodes.push(
                json!({"id": format!("P{number}"), "ordinal": number.to_string(), "text": text, "type": "stycke"}),
            );
        }
    }
    nodes
}
