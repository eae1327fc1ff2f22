//! Metadata of a document in the head of its page: the graph of an act, JSON-LD, Dublin Core, and the tags that reference managers read.

use askama::Template;
use lagrum_answers::{
    self as answers, AnswerError, FormalFacts, FormalForm, FormalSubject, LinkedValue, Triple,
};
use lagrum_sources::{ActForm, case_facts, source};
use serde_json::{Map, Value, json};

use super::names;
use super::reference::{self, ReferenceKind, Report};
use super::shown::Document;
use crate::href::Href;
use crate::markup::Markup;

/// Maximum number of acts that changed a document, in its metadata. The most changed statute has some four hundred.
const MAX_CHANGES: usize = 500;

#[derive(Template)]
#[template(path = "metadata.html")]
struct MetadataPart {
    /// Names and values of `meta` elements.
    metas: Vec<(&'static str, String)>,
    /// The graph of an act.
    stated: Vec<Stated>,
    json_ld: Markup,
    /// The addresses of the other forms, with their media types.
    forms: Vec<(Href, &'static str)>,
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
    let request = document.request;
    let subject = FormalSubject { document: row, artifact, uri: &document.uri };
    let facts = answers::formal_facts(&request.snapshot, request.day, subject)?;
    Markup::draw(&MetadataPart {
        metas,
        stated: stated(document, &facts),
        json_ld: Markup::json_ld(&json_ld(document, title, &facts)),
        forms: other_forms(document),
    })
}

/// The addresses of the document in its other forms, with their media types.
pub(super) fn other_forms(document: &Document<'_>) -> Vec<(Href, &'static str)> {
    let forms = answers::forms_of(&document.request.snapshot, &document.text.document).into_iter();
    let others = forms.filter(|form| *form != FormalForm::Html);
    others.map(|form| (form_address(document, form), form.media_type())).collect()
}

/// The address of the document in a form that is not the page.
fn form_address(document: &Document<'_>, form: FormalForm) -> Href {
    let address = Href::page("/api/v1/document").with("uri", &document.uri);
    if form == FormalForm::Json { address } else { address.with("format", form.name()) }
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

/// The language of the text, as a tag of BCP 47; Swedish without a text.
fn language(document: &Document<'_>) -> &'static str {
    document.language().unwrap_or("sv")
}

/// A statement about an act, as an element of the head.
struct Stated {
    about: String,
    property: String,
    /// The identifier of another thing; None for words.
    thing: Option<String>,
    words: String,
    /// The attributes of words: their language or their type.
    language: Option<&'static str>,
    datatype: Option<String>,
}

/// The graph of an act, as elements of the head; empty for other documents.
fn stated(document: &Document<'_>, facts: &FormalFacts) -> Vec<Stated> {
    if facts.act.is_none() {
        return Vec::new();
    }
    let request = document.request;
    let graph = answers::facts_graph(&request.snapshot, facts, request.address.as_deref());
    let element = |triple: &Triple| {
        let of = |thing, words: &str, language, datatype| Stated {
            about: triple.subject.to_string(),
            property: triple.property.short(),
            thing,
            words: words.to_owned(),
            language,
            datatype,
        };
        match &triple.value {
            LinkedValue::Thing(iri) => of(Some(iri.to_string()), "", None, None),
            LinkedValue::Term(term) => of(Some(term.iri()), "", None, None),
            LinkedValue::Text(words, language) => of(None, words, *language, None),
            LinkedValue::Typed(value, datatype) => of(None, value, None, Some(datatype.short())),
        }
    };
    graph.triples().iter().map(element).collect()
}

/// The period of the text that is shown, as ISO 8601 writes it; open at an end that is not known.
fn period(document: &Document<'_>) -> Option<(Option<String>, Option<String>)> {
    let period = document.periods.iter().find(|period| period.uri == document.uri)?;
    (period.from.is_some() || period.until.is_some()).then(|| (period.from.clone(), period.until.clone()))
}

/// What schema.org has words for. A composed text of a day has no facts of a lydelse.
fn json_ld(document: &Document<'_>, title: String, facts: &FormalFacts) -> Value {
    let row = &document.text.document;
    let legislation = facts.act.as_ref().filter(|act| act.form != ActForm::Treaty);
    let mut data = Map::new();
    let mut set = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            data.insert(name.to_owned(), value);
        }
    };
    set("@context", Some("https://schema.org".into()));
    set("@type", Some(if legislation.is_some() { "Legislation" } else { "CreativeWork" }.into()));
    set("@id", Some(document.uri.clone().into()));
    set("url", Some(document.uri.clone().into()));
    set("name", Some(title.into()));
    set("alternateName", row.display.clone().map(Value::from));
    set("inLanguage", Some(language(document).into()));
    set("publisher", names::publisher(document).map(|name| json!({"@type": "Organization", "name": name})));
    set("sameAs", row.source_url.clone().map(Value::from));
    let identifier = || row.short_id.clone().or_else(|| row.label.clone()).map(Value::from);
    let Some(act) = legislation else {
        set("datePublished", stated_day(document).map(Value::from));
        set("identifier", identifier());
        let author = facts.author.as_ref();
        set("creator", author.map(|name| json!({"@type": "Organization", "name": name})));
        return Value::Object(data);
    };
    set("legislationIdentifier", identifier());
    set("legislationDate", stated_day(document).map(Value::from));
    // The text of the document may be ahead of its day, while the act applies.
    let is_certain = |applies: &bool| *applies || document.lydelse.is_some() || act.in_force == Some(false);
    let in_force = act.text_in_force.filter(|_| document.composed().is_none()).filter(is_certain);
    let status = in_force.map(|known| if known { "InForce" } else { "NotInForce" });
    set("legislationLegalForce", status.map(|status| format!("https://schema.org/{status}").into()));
    set("legislationLegalValue", Some(UNOFFICIAL.into()));
    set("legislationJurisdiction", act.jurisdiction.map(Value::from));
    set(
        "legislationPassedBy",
        facts.author.as_ref().map(|name| json!({"@type": "Organization", "name": name})),
    );
    if let Some((from, until)) = period(document) {
        set("legislationDateVersion", from.clone().map(Value::from));
        let end = |day: Option<String>| day.unwrap_or_else(|| "..".to_owned());
        set("temporalCoverage", Some(format!("{}/{}", end(from), end(until)).into()));
    }
    set("version", document.lydelse.clone().map(Value::from));
    let list =
        |uris: &[String]| (!uris.is_empty()).then(|| Value::from(&uris[..uris.len().min(MAX_CHANGES)]));
    set("legislationConsolidates", list(&act.worked_in).filter(|_| document.composed().is_none()));
    set("legislationChanges", list(&[act.amends.clone(), act.repeals.clone()].concat()));
    set("legislationTransposes", list(&act.transposes));
    set("workExample", Some(forms(document, facts).into()));
    Value::Object(data)
}

/// The legal value of every form.
const UNOFFICIAL: &str = "https://schema.org/UnofficialLegalValue";

/// The forms of a text of an act.
fn forms(document: &Document<'_>, facts: &FormalFacts) -> Vec<Value> {
    let form = |form: &FormalForm| {
        let address = match form {
            FormalForm::Html => document.uri.clone(),
            form => form_address(document, *form).to_string(),
        };
        json!({"@type": "LegislationObject", "encodingFormat": form.media_type(), "url": address,
            "legislationLegalValue": UNOFFICIAL})
    };
    facts.forms.iter().map(form).collect()
}
