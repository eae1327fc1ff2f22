//! Metadata of a document in the head of its page: JSON-LD, Dublin Core, and the tags that reference managers read.

use askama::Template;
use lagrum_answers::AnswerError;
use lagrum_sources::{ActForm, case_facts, issuer_of_statute, source};
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
    /// What the act is in the ELI ontology; None for a document that is no act.
    eli: Option<EliAct>,
    json_ld: Markup,
    json: Href,
    markdown: Href,
    /// The text as Akoma Ntoso; None for a document that is no act.
    akn: Option<Href>,
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
        eli: is_act(document).then(|| eli(document, &title)),
        json_ld: Markup::json_ld(&json_ld(document, title)),
        markdown,
        json,
        akn: has_akn(document).then(|| akn_form(document)),
    })
}

/// The addresses of the document as JSON and as markdown.
pub(super) fn other_forms(document: &Document<'_>) -> [Href; 2] {
    let json = Href::page("/api/v1/document").with("uri", &document.uri);
    let markdown = json.clone().with("format", "md");
    [json, markdown]
}

/// The address of the text as Akoma Ntoso.
pub(super) fn akn_form(document: &Document<'_>) -> Href {
    Href::page("/api/v1/document").with("uri", &document.uri).with("format", "akn")
}

/// Whether the document is an act with a text.
pub(super) fn has_akn(document: &Document<'_>) -> bool {
    let row = &document.text.document;
    let is_act = source(&row.source).is_act(row.kind.as_deref().unwrap_or_default());
    is_act && document.text.artifact().is_some()
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
    let row = &document.text.document;
    let source = source(&row.source);
    source.is_act(row.kind.as_deref().unwrap_or_default()) && source.act_form != Some(ActForm::Treaty)
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

/// An act in the ELI ontology, whose identifiers are the addresses of this site, since no source states others. A title and a language
/// stand on the expression of the act, as the ontology has it.
struct EliAct {
    /// The uri of the act.
    act: String,
    /// Literal values of the act.
    values: Vec<(&'static str, String)>,
    /// What the act has a relation to.
    relations: Vec<(&'static str, String)>,
    /// The uri of the expression.
    expression: String,
    title: String,
    /// The entry of the authority list of languages.
    language: String,
}

/// The names of the Union's authority list for languages of texts.
const LANGUAGES: [(&str, &str); 6] =
    [("sv", "SWE"), ("en", "ENG"), ("fr", "FRA"), ("de", "DEU"), ("da", "DAN"), ("no", "NOR")];

fn eli(document: &Document<'_>, title: &str) -> EliAct {
    let row = &document.text.document;
    let mut values = Vec::new();
    values.extend(row.short_id.iter().map(|id| ("eli:id_local", id.clone())));
    values.extend(row.date.iter().map(|date| ("eli:date_document", date.clone())));
    values.extend(first_day(document).map(|day| ("eli:first_date_entry_in_force", day)));
    let in_force =
        is_in_force(document).map(|known| if known { "InForce-inForce" } else { "InForce-notInForce" });
    let ontology = |state| ("eli:in_force", format!("http://data.europa.eu/eli/ontology#{state}"));
    let mut relations: Vec<_> = in_force.map(ontology).into_iter().collect();
    relations.extend(changes(document).into_iter().map(|uri| ("eli:changed_by", uri.to_owned())));
    let language =
        LANGUAGES.iter().find(|(tag, _)| *tag == language(document)).map_or("SWE", |(_, name)| *name);
    EliAct {
        act: document.uri.clone(),
        values,
        relations,
        expression: format!("{}#text", document.uri),
        title: title.to_owned(),
        language: format!("http://publications.europa.eu/resource/authority/language/{language}"),
    }
}

/// The first day of the act, as its register states it.
fn first_day(document: &Document<'_>) -> Option<String> {
    let artifact = document.text.artifact()?;
    artifact.str(&["metadata", "properties", "rpubl:ikrafttradandedatum"]).map(str::to_owned)
}

/// The period of the text that is shown, as ISO 8601 writes it; open at an end that is not known.
fn period(document: &Document<'_>) -> Option<(Option<String>, Option<String>)> {
    let period = document.periods.iter().find(|period| period.uri == document.uri)?;
    (period.from.is_some() || period.until.is_some()).then(|| (period.from.clone(), period.until.clone()))
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
        set("legislationLegalValue", Some("https://schema.org/UnofficialLegalValue".into()));
        set("legislationJurisdiction", jurisdiction(document).map(Value::from));
        let by = issuer(document).map(|name| json!({"@type": "Organization", "name": name}));
        set("legislationPassedBy", by);
        if let Some((from, until)) = period(document) {
            set("legislationDateVersion", from.clone().map(Value::from));
            let end = |day: Option<String>| day.unwrap_or_else(|| "..".to_owned());
            set("temporalCoverage", Some(format!("{}/{}", end(from), end(until)).into()));
        }
        set("version", document.lydelse.clone().map(Value::from));
        let changes = changes(document);
        set("legislationConsolidates", (!changes.is_empty()).then(|| changes.into()));
        set("workExample", Some(forms(document).into()));
    } else {
        set("datePublished", stated_day(document).map(Value::from));
        set("identifier", row.short_id.clone().or_else(|| row.label.clone()).map(Value::from));
    }
    Value::Object(data)
}

/// The forms of a text of an act.
fn forms(document: &Document<'_>) -> Vec<Value> {
    let [json, markdown] = other_forms(document);
    let page = (document.uri.clone(), "text/html");
    let others = [
        (json.to_string(), "application/json"),
        (markdown.to_string(), "text/markdown"),
        (akn_form(document).to_string(), "application/akn+xml"),
    ];
    let form = |(address, media_type): (String, &str)| {
        json!({"@type": "LegislationObject", "encodingFormat": media_type, "url": address,
            "legislationLegalValue": "https://schema.org/UnofficialLegalValue"})
    };
    std::iter::once(page).chain(others).map(form).collect()
}

/// Where an act applies.
fn jurisdiction(document: &Document<'_>) -> Option<&'static str> {
    match source(&document.text.document.source).act_form? {
        ActForm::SwedishAct => Some("SE"),
        ActForm::EuAct => Some("EU"),
        ActForm::Treaty => None,
    }
}

/// Who issued an act; None where it is not known.
fn issuer(document: &Document<'_>) -> Option<String> {
    let row = &document.text.document;
    if source(&row.source).holds_statutes {
        return issuer_of_statute(row.title.as_deref()?).map(str::to_owned);
    }
    names::publisher(document).filter(|_| source(&row.source).act_form == Some(ActForm::SwedishAct))
}
