//! The metadata of an act, which stand before its text.

use lagrum_artifact::Base;
use lagrum_citation::CitationNames;

use super::organisation;
use super::register::{Property, Row, write_properties};
use super::source::Source;
use crate::node::{Object, string};

/// Appends the metadata as JSON.
pub(super) fn write(
    source: &Source,
    key: &str,
    wording: Option<&str>,
    is_version: bool,
    rows: &[Row],
    base: &Base,
    out: &mut String,
) {
    let uri = format!("{base}/{key}");
    let regeringskansliet = ("Regeringskansliet".to_owned(), organisation::uri("Regeringskansliet", base));
    let creator =
        source.organisation.as_ref().map(|(name, label)| (label.clone(), organisation::uri(name, base)));
    let text = |text: &str| Some(Property::Text(text.to_owned()));
    let local = |key: &String| text(&format!("{base}/{key}"));
    let printed = |key: &str| format!("SFS {}", key.replace('_', " "));
    let identifier = match wording.filter(|wording| is_version || *wording != key) {
        Some(wording) => format!("{} i lydelse enligt {}", printed(key), printed(wording)),
        None => printed(key),
    };
    let mut underlag: Vec<String> =
        rows.iter().filter(|row| row.is_registered).map(|row| format!("{base}/{}", row.key)).collect();
    underlag.sort();
    underlag.dedup();
    if underlag.is_empty() {
        underlag.push(uri.clone());
    }
    let abbreviation = CitationNames::abbreviation(key);
    let properties = [
        ("dcterms:alternate", abbreviation.and_then(text)),
        ("dcterms:creator", creator.as_ref().and_then(|(_, uri)| text(uri))),
        ("dcterms:identifier", text(&identifier)),
        ("dcterms:publisher", text(&regeringskansliet.1)),
        ("dcterms:title", text(&source.title)),
        (
            "rdf:type",
            Some(Property::List(vec![
                "http://rinfo.lagrummet.se/ns/2008/11/rinfo/publ#KonsolideradGrundforfattning".to_owned(),
            ])),
        ),
        ("rdfs:comment", source.comment.as_deref().and_then(text)),
        ("rev:owl:sameAs", text(&format!("{uri}/konsolidering"))),
        ("rinfoex:omtryck", source.reprint.as_ref().and_then(local)),
        ("rinfoex:tidsbegransad", source.time_limited.as_deref().and_then(text)),
        ("rinfoex:upphavdAv", source.repealed_by.as_ref().and_then(local)),
        ("rpubl:ikrafttradandedatum", source.in_force.as_deref().and_then(text)),
        ("rpubl:konsoliderar", text(&uri)),
        ("rpubl:konsolideringsunderlag", Some(Property::List(underlag))),
        ("rpubl:upphavandedatum", source.repealed.as_deref().and_then(text)),
        ("rpubl:utfardandedatum", source.issued.as_deref().and_then(text)),
    ];
    let mut object = Object::begin(out);
    write_properties(&properties, object.field("properties"));
    let mut organisations: Vec<(String, String)> = creator.into_iter().chain([regeringskansliet]).collect();
    organisations.sort_by(|a, b| a.1.cmp(&b.1));
    organisations.dedup_by(|a, b| a.1 == b.1);
    let out = object.field("secondary");
    let mut secondary = Object::begin(out);
    for (label, uri) in &organisations {
        let out = secondary.field(uri);
        out.push_str("{\"rdfs:label\":");
        string(out, label);
        out.push('}');
    }
    secondary.end();
    object.text("uri", Some(&format!("{uri}/konsolidering/{}", wording.unwrap_or(key))));
    object.end();
}
