//! Metadata of a document in the head of its page: JSON-LD, Dublin Core, and the tags that reference managers read.

use askama::Template;
use lagrum_answers::AnswerError;
use lagrum_sources::source;
use serde_json::{Map, Value, json};

use super::{Document, head};
use crate::href::Href;
use crate::markup::Markup;

#[derive(Template)]
#[template(path = "metadata.html")]
struct MetadataPart {
    /// Names and values of `meta` elements.
    metas: Vec<(&'static str, String)>,
    json_ld: Markup,
    json: Href,
    markdown: Href,
}

/// The metadata of a document.
pub(super) fn draw(document: &Document<'_>) -> Result<Markup, AnswerError> {
    let row = &document.text.document;
    let title = row.title.clone().unwrap_or_else(|| head::name(document));
    let mut metas = vec![("DC.title", title.clone()), ("DC.identifier", document.uri.clone())];
    let dates = row.date.iter().map(|date| ("DC.date", date.clone()));
    metas.extend(dates);
    let publisher = head::publisher(document);
    metas.extend(publisher.iter().map(|publisher| ("DC.publisher", publisher.clone())));
    let artifact = document.text.artifact();
    if artifact.is_some_and(|artifact| artifact.str(&["court"]).is_some()) {
        metas.push(("citation_title", title.clone()));
        metas.extend(row.date.iter().map(|date| ("citation_publication_date", date.replace('-', "/"))));
        metas.extend(publisher.iter().map(|court| ("citation_author", court.clone())));
    }
    let call = Href::page("/api/v1/document").with("uri", &document.uri);
    Markup::draw(&MetadataPart {
        metas,
        json_ld: Markup::json_ld(&json_ld(document, title)),
        markdown: call.clone().with("format", "md"),
        json: call,
    })
}

fn json_ld(document: &Document<'_>, title: String) -> Value {
    let row = &document.text.document;
    let is_act = source(&row.source).act_form.is_some()
        && source(&row.source).grammar != lagrum_artifact::AnchorGrammar::Treaty;
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
    set("inLanguage", Some("sv".into()));
    set("publisher", head::publisher(document).map(|name| json!({"@type": "Organization", "name": name})));
    set("sameAs", row.source_url.clone().map(Value::from));
    if is_act {
        set("legislationIdentifier", row.short_id.clone().or_else(|| row.label.clone()).map(Value::from));
        set("legislationDate", row.date.clone().map(Value::from));
        let status =
            if document.is_expired() || document.lydelse.is_some() { "NotInForce" } else { "InForce" };
        set("legislationLegalForce", Some(format!("https://schema.org/{status}").into()));
        set("version", document.lydelse.clone().map(Value::from));
    } else {
        set("datePublished", row.date.clone().map(Value::from));
        set("identifier", row.short_id.clone().or_else(|| row.label.clone()).map(Value::from));
    }
    Value::Object(data)
}
