//! Preparatory works: numbered sections over printed pages, every leaf with its page.

use serde_json::{Value, json};

use crate::draft::{Draft, compact};
use crate::links::Citation;
use crate::outline::Outline;
use crate::profile::Source;

/// Writes a preparatory work.
pub(crate) fn compose(mut draft: Draft<'_>) -> Value {
    let pages = match Outline::of(draft.plan, Source::Forarbete, draft.rank) {
        Outline::Pages(pages) => pages,
        _ => 1,
    };
    let kind = draft.name.kind;
    let date = draft.date();
    let title = draft.title(0, 5);
    // Few works transpose a directive, and a document of one page never states it.
    let states = kind == "prop" && pages > 20;
    let article_cited = |citation: &Citation| citation.is_of_directive() && citation.anchor().is_some();
    let transposes = draft.citations.take_those(if states { 3 } else { 0 }, article_cited);
    let implements: Vec<Value> =
        transposes.iter().map(|citation| transposition(&mut draft, citation, pages)).collect();

    let places = pages.div_ceil(2).max(draft.citations.len().div_ceil(12)).min(pages * 6);
    let mut writer = draft.writer(places);
    let mut structure: Vec<Value> = Vec::new();
    let mut section: Vec<Value> = Vec::new();
    let mut opened: Option<(String, String, usize)> = None;
    let has_pages = kind != "bet" && kind != "rskr";
    for place in 0..places {
        let page = 1 + place * pages / places;
        // A section of the first or second level every dozen places.
        if place % 6 == 0 {
            close(&mut structure, opened.take(), &mut section, has_pages);
            let number = match (place / 6) % 4 {
                0 => (place / 24 + 1).to_string(),
                sub => format!("{}.{sub}", place / 24 + 1),
            };
            opened = Some((number, draft.title(place + 1, 3), page));
        }
        for text in writer.paragraphs() {
            section.push(compact(json!({"page": has_pages.then_some(page), "text": text, "type": "stycke"})));
        }
        if place % 19 == 18 {
            section.push(table(&draft, place, page));
        }
    }
    close(&mut structure, opened, &mut section, has_pages);

    let identifier = draft.name.printed.clone();
    let (_, basefile) = draft.name.local_id.split_once('/').unwrap_or_default();
    compact(json!({
        "basefile": basefile,
        "date": date,
        "doctype": kind,
        "identifier": identifier,
        "implements": (!implements.is_empty()).then_some(implements),
        "source_url": format!("https://publisher.example/{}", draft.name.local_id),
        "structure": structure,
        "title": title,
        "uri": draft.uri(),
    }))
}

/// Ends the open section: one of the second level is added to the last section of the first level.
fn close(
    structure: &mut Vec<Value>,
    opened: Option<(String, String, usize)>,
    leaves: &mut Vec<Value>,
    has_pages: bool,
) {
    let Some((number, title, page)) = opened else { return };
    let level = 1 + number.matches('.').count();
    let section = compact(json!({
        "children": std::mem::take(leaves),
        "id": format!("a{number}"),
        "level": level,
        "num": number,
        "page": has_pages.then_some(page),
        "text": [format!("{number} {title}")],
        "type": "avsnitt",
    }));
    let parent =
        structure.last_mut().filter(|_| level > 1).and_then(|parent| parent["children"].as_array_mut());
    match parent {
        Some(children) => children.push(section),
        None => structure.push(section),
    }
}

fn table(draft: &Draft<'_>, place: usize, page: usize) -> Value {
    let cells = |part: usize| json!([[draft.title(part, 4)], [draft.title(part + 1, 4)]]);
    json!({"children": [
        {"cells": [["Nuvarande lydelse"], ["Föreslagen lydelse"]], "th": true, "type": "rad"},
        {"cells": cells(90_000 + 2 * place), "type": "rad"},
    ], "page": page, "type": "tabell"})
}

fn transposition(draft: &mut Draft<'_>, citation: &Citation, pages: usize) -> Value {
    let article = citation.anchor().unwrap_or("1");
    let uri = format!("{}#{article}", citation.document());
    json!({
        "articles": [article.split('.').next().unwrap_or(article)],
        "chapter": null,
        "directive": citation.document(),
        "law": format!("1.1 Förslaget till lag om {}", draft.title(0, 2).to_lowercase()),
        "page": draft.shape.between(1, pages),
        "paragraf": draft.shape.between(1, 9).to_string(),
        "partial": false,
        "pinpoints": [article],
        "predicate": "rpubl:genomforDirektiv",
        "sentence": format!("Paragrafen genomför {}.", citation.text),
        "uris": [uri],
    })
}
