//! What the head of a page states.

use crate::eurlex::celex::act_and_wording;
use crate::eurlex::source::Source;
use crate::html::{Child, Element};

/// Reads the number, the day of a consolidation and the language.
pub(super) fn read(root: Element<'_>, source: &mut Source) {
    for element in root.descendants().filter_map(Child::element) {
        match element.name() {
            "html" => {
                let language = element.attribute("lang").or_else(|| element.attribute("xml:lang"));
                note(&mut source.language, language);
            }
            "meta" => meta(element, source),
            // `Consolidated TEXT: 32031R0077 — EN — 01.01.2032`
            "title" | "h1" => identifier(element.text(), source),
            "p" if element.has_class("reference") => identifier(element.text(), source),
            "p" if element.classes().any(|class| matches!(class, "oj-hd-lg" | "hd-lg")) => {
                note(&mut source.language, Some(element.text()));
            }
            _ => {}
        }
    }
}

fn note(fact: &mut Option<String>, value: Option<&str>) {
    let value = value.map(str::trim).filter(|value| !value.is_empty());
    if fact.is_none() {
        *fact = value.map(str::to_owned);
    }
}

/// `<meta name="DC.identifier" content="…uri=CELEX:32031R0077:EN:HTML">`
fn meta(element: Element<'_>, source: &mut Source) {
    let content = element.attribute("content").unwrap_or_default();
    if let Some((_, rest)) = content.split_once("CELEX:") {
        let number = rest.split([':', '&']).next().unwrap_or_default();
        identifier(number, source);
    }
    if element.attribute("name").is_some_and(|name| name.eq_ignore_ascii_case("DC.language")) {
        note(&mut source.language, Some(content));
    }
}

/// A number, and in consolidations the language and the day after it: `02031R0077 — EN — 01.01.2032 — 001.001`.
fn identifier(text: &str, source: &mut Source) {
    let text = text.trim();
    let text = text.rsplit_once(':').map_or(text, |(_, rest)| rest).trim();
    let mut parts = text.split('—').map(str::trim);
    let Some((celex, wording)) = parts.next().and_then(act_and_wording) else { return };
    source.celex.get_or_insert(celex);
    let (language, day) = (parts.next(), parts.next());
    note(&mut source.language, language);
    let day = wording.or_else(|| day.and_then(iso_day));
    if source.wording.is_none() {
        source.wording = day;
    }
}

/// A day `01.02.2032` as `2032-02-01`.
fn iso_day(day: &str) -> Option<String> {
    let mut parts = day.split('.').map(str::parse::<u32>);
    let (day, month, year) = (parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?);
    let is_day = (1..=31).contains(&day) && (1..=12).contains(&month) && (1900..=9998).contains(&year);
    is_day.then(|| format!("{year}-{month:02}-{day:02}"))
}
