//! Metadata of a document in the head of its page: JSON-LD, Dublin Core, and the tags that reference managers read.

use askama::Template;
use lagrum_answers::AnswerError;
use lagrum_sources::{case_facts, source};
use serde_json::{Map, Value, json};

use super::names;
use super::reference::{self, ReferenceKind, Report};
use super::shown::Document;
use crate::href::Href;
use crate::markup::Markup;
use crate::ord::LydelseAge;

/// Maximum number of acts that changed a document, in its metadata. The most changed statute has some four hundred.
const MAX_CHANGES: usize = 500;

#[derive(Template)]
#[template(path = "metadata.html")]
struct MetadataPart {
    /// Names and values of `meta` elements.
    metas: Vec<(&'static str, String)>,
    /// Properties of the ELI ontology and their values; for acts only.
    eli: Vec<(&'static str, String)>,
    json_ld: Markup,
    json: Href,
    markdown: Href,
}

/// The metadata of a document.
pub(super) fn draw(document: &Document<'_>) -> Result<Markup, AnswerError> {
    let row = &document.text.document;
    let title = row.title.clone().unwrap_or_else(|| names::name(document));
    let mut metas = vec![("DC.title", title.clone()), ("DC.identifier", document.uri.clone())];
    metas.extend(stated_day(document).map(|date| ("DC.date", date)));
    let publisher = names::publisher(document);
    metas.extend(publisher.iter().map(|publisher| ("DC.publisher", publisher.clone())));
    metas.push(("DC.language", language(document).to_owned()));
    let artifact = document.text.artifact();
    let ecli = artifact.and_then(|artifact| artifact.str(&["ecli"]));
    metas.extend(ecli.map(|ecli| ("DC.identifier", ecli.to_owned())));
    metas.extend(citation(document, &title));
    let [json, markdown] = other_forms(document);
    Markup::draw(&MetadataPart {
        metas,
        eli: if is_act(document) { eli(document, &title) } else { Vec::new() },
        json_ld: Markup::json_ld(&json_ld(document, title)),
        markdown,
        json,
    })
}

/// The addresses of the document as JSON and as markdown.
pub(super) fn other_forms(document: &Document<'_>) -> [Href; 2] {
    let json = Href::page("/api/v1/document").with("uri", &document.uri);
    let markdown = json.clone().with("format", "md");
    [json, markdown]
}

/// The tags that reference managers read: for a decision its court, day, number and report; for an act or a preparatory work
/// its number. Empty for other documents.
fn citation(document: &Document<'_>, title: &str) -> Vec<(&'static str, String)> {
    let row = &document.text.document;
    let described = source(&row.source);
    let facts = document.text.artifact().and_then(|artifact| case_facts(artifact, described));
    let is_numbered = described.act_form.is_some() || described.cited_by_page;
    if facts.is_none() && !is_numbered {
        return Vec::new();
    }
    let kind = ReferenceKind::of(document).zotero().to_owned();
    let mut metas = vec![("z:itemType", kind), ("citation_title", title.to_owned())];
    metas.extend(stated_day(document).map(|day| ("citation_publication_date", day.replace('-', "/"))));
    let court = facts.as_ref().and_then(|facts| reference::court(document, facts));
    let publisher = court.or_else(|| names::publisher(document));
    if let Some(publisher) = publisher {
        metas.push(("citation_author", publisher.clone()));
        metas.push(("citation_technical_report_institution", publisher));
    }
    if let Some(facts) = facts {
        metas.extend(facts.numbers.into_iter().map(|number| ("citation_technical_report_number", number)));
        for report in facts.reports.iter().filter_map(|report| Report::parse(report)) {
            metas.push(("citation_journal_title", report.reporter));
            metas.push(("citation_volume", report.volume));
            metas.push(("citation_firstpage", report.page));
        }
    } else {
        let number = row.short_id.clone().or_else(|| row.label.clone());
        metas.extend(number.map(|number| ("citation_technical_report_number", number)));
    }
    metas
}

/// The day of the document as its source states it; the year alone if the day is 1 January, or 31 December in a source cited by
/// page, since such a day is mostly made from a year.
fn stated_day(document: &Document<'_>) -> Option<String> {
    let row = &document.text.document;
    let date = row.date.as_deref()?;
    let is_made = date.ends_with("-01-01") || (source(&row.source).cited_by_page && date.ends_with("-12-31"));
    let year = date.split('-').next().unwrap_or(date);
    Some(if is_made { year } else { date }.to_owned())
}

/// Whether the document is legislation: an act that is no treaty.
fn is_act(document: &Document<'_>) -> bool {
    let source = source(&document.text.document.source);
    source.act_form.is_some() && source.grammar != lagrum_artifact::AnchorGrammar::Treaty
}

/// The language of the text, as a tag of BCP 47; Swedish without a text.
fn language(document: &Document<'_>) -> &'static str {
    document.language().unwrap_or("sv")
}

/// Whether the text applies on the day of the page; None if it is not known.
fn is_in_force(document: &Document<'_>) -> Option<bool> {
    match document.age() {
        _ if document.is_expired() => Some(false),
        Some(age) => Some(age == LydelseAge::Current),
        None => names::is_in_force(document).then_some(true),
    }
}

/// Acts that changed the document, up to [`MAX_CHANGES`]: the acts in the register, without the document itself.
fn changes<'d>(document: &'d Document<'_>) -> Vec<&'d str> {
    let entries = document.text.artifact().map(|artifact| artifact.list(&["amendments"])).unwrap_or_default();
    let acts = entries.iter().filter_map(|entry| entry["uri"].as_str());
    acts.filter(|uri| *uri != document.text.document.uri).take(MAX_CHANGES).collect()
}

/// The properties of an act in the ELI ontology. Its identifiers are addresses of this site, since no source states others.
fn eli(document: &Document<'_>, title: &str) -> Vec<(&'static str, String)> {
    let row = &document.text.document;
    let mut eli = vec![("eli:title", title.to_owned()), ("eli:language", language(document).to_owned())];
    eli.extend(row.short_id.iter().map(|id| ("eli:id_local", id.clone())));
    eli.extend(row.date.iter().map(|date| ("eli:date_document", date.clone())));
    let artifact = document.text.artifact();
    let since = artifact.and_then(|act| act.str(&["metadata", "properties", "rpubl:ikrafttradandedatum"]));
    eli.extend(since.map(|day| ("eli:first_date_entry_in_force", day.to_owned())));
    let in_force =
        is_in_force(document).map(|known| if known { "InForce-inForce" } else { "InForce-notInForce" });
    let ontology = |state| ("eli:in_force", format!("http://data.europa.eu/eli/ontology#{state}"));
    eli.extend(in_force.map(ontology));
    eli.extend(document.lydelse.iter().map(|lydelse| ("eli:version", lydelse.clone())));
    eli.extend(changes(document).into_iter().map(|uri| ("eli:changed_by", uri.to_owned())));
    eli
}

fn json_ld(document: &Document<'_>, title: String) -> Value {
    let row = &document.text.document;
    let is_act = is_act(document);
    let mut data = Map::new();
    let mut set = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            data.insert(name.to_owned(), value);
        }
    };
    set("@context", Some("https://schema.org".into()));
    set("@type", Some(if is_act { "Legislation" } else { "CreativeWork" }.into()));
    set("@id", Some(document.uri.clone().into()));
    set("url", Some(document.uri.clone().into()));
    set("name", Some(title.into()));
    set("alternateName", row.display.clone().map(Value::from));
    set("inLanguage", Some(language(document).into()));
    set("publisher", names::publisher(document).map(|name| json!({"@type": "Organization", "name": name})));
    set("sameAs", row.source_url.clone().map(Value::from));
    if is_act {
        set("legislationIdentifier", row.short_id.clone().or_else(|| row.label.clone()).map(Value::from));
        set("legislationDate", row.date.clone().map(Value::from));
        let status = is_in_force(document).map(|known| if known { "InForce" } else { "NotInForce" });
        set("legislationLegalForce", status.map(|status| format!("https://schema.org/{status}").into()));
        set("version", document.lydelse.clone().map(Value::from));
        let changes = changes(document);
        set("legislationConsolidates", (!changes.is_empty()).then(|| changes.into()));
    } else {
        set("datePublished", stated_day(document).map(Value::from));
        set("identifier", row.short_id.clone().or_else(|| row.label.clone()).map(Value::from));
    }
    Value::Object(data)
}
