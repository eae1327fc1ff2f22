//! Tests of the conformity check itself: it accepts what conforms and rejects what does not.

use serde_json::{Value, json};

use crate::client::Answer;
use crate::conformity::Conformity;
use crate::table::ENDPOINTS;

fn with_body(answer: &Answer, body: &Value) -> Answer {
    Answer { status: answer.status, headers: answer.headers.clone(), body: body.to_string().into_bytes() }
}

/// Every answer of the plain requests, with one field removed, added, or of another type, is rejected.
#[tokio::test]
async fn a_field_that_is_missing_or_new_or_of_another_type_is_found() {
    let conformity = Conformity::demo().await;
    for endpoint in ENDPOINTS {
        let answer = conformity.ask(endpoint.path, endpoint.fine).await;
        if !answer.header("content-type").starts_with("application/json") {
            continue;
        }
        let body = answer.json();
        let whole = if body.is_array() { body[0].clone() } else { body.clone() };
        let again = |object: Value| if body.is_array() { json!([object]) } else { object };
        assert!(conformity.judge(endpoint.path, &with_body(&answer, &again(whole.clone()))).is_ok());
        for key in whole.as_object().unwrap().keys() {
            let mut less = whole.clone();
            less.as_object_mut().unwrap().remove(key);
            // The text of a provision is in the field of its form.
            let depends_on_form = endpoint.path == "/api/v1/provision" && key == "node";
            // Clients that know an earlier description must accept an answer with them, and one of an earlier server without.
            let was_added = matches!(key.as_str(), "extent" | "extent_note" | "language");
            assert!(
                depends_on_form
                    || was_added
                    || conformity.judge(endpoint.path, &with_body(&answer, &again(less))).is_err(),
                "{}: {key} may be missing",
                endpoint.path
            );
            let mut other = whole.clone();
            other[key] = if whole[key].is_array() { json!("text") } else { json!([[1.5]]) };
            assert!(
                depends_on_form
                    || conformity.judge(endpoint.path, &with_body(&answer, &again(other))).is_err(),
                "{}: {key} may be anything",
                endpoint.path
            );
        }
        let mut more = whole.clone();
        more["more"] = json!(1);
        assert!(conformity.judge(endpoint.path, &with_body(&answer, &again(more))).is_err());
    }
}

/// Every field of every described object is always there, except: fields of questions with a day, the input and the context of
/// a validation error, fields of citations that cannot exist, and fields that were added to answers that others read already.
#[tokio::test]
async fn every_described_field_is_required() {
    let description = crate::served::Served::new(None).get("/openapi.json").await.json();
    let mut optional = Vec::new();
    for (name, schema) in description["components"]["schemas"].as_object().unwrap() {
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        for field in schema["properties"].as_object().into_iter().flat_map(|fields| fields.keys()) {
            if !required.contains(&json!(field)) {
                optional.push(format!("{name}.{field}"));
            }
        }
    }
    // In bodies of requests most fields may be left out.
    optional.retain(|field| !field.contains("Request"));
    let expected = [
        "Amendment.day_note",
        "AsOf.because",
        "AsOf.composed",
        "AsOf.known_until",
        "AsOf.provisions",
        "CardResponse.as_of",
        "CardResponse.context",
        "CardResponse.extent",
        "CardResponse.extent_note",
        "Citation.then",
        "CitedUnheldDocument.at",
        "CitedUnheldDocument.publisher",
        "CitingSpotEntry.context",
        "DiffWording.as_of",
        "Document.as_of",
        "Document.extent",
        "Document.extent_note",
        "Document.gives",
        "Document.language",
        "DocumentChange.date",
        "DocumentSummary.extent",
        "DocumentSummary.extent_note",
        "ErrorBody.composed",
        "ErrorBody.forms",
        "ErrorBody.place",
        "ErrorBody.provisions",
        "ExtractResponse.truncated",
        "ExtractResponse.uncited_quotes",
        "ExtractedTarget.changed",
        "ExtractedTarget.changed_since",
        "Fragment.heading",
        "HistoryEntry.diff",
        "HistoryEntry.former",
        "HistoryEntry.text",
        "InboundCitation.context",
        "InsideResponse.language",
        "MarkdownDocument.as_of",
        "MarkdownDocument.extent",
        "MarkdownDocument.extent_note",
        "MarkdownDocument.gives",
        "MarkdownDocument.language",
        "NeighbourText.markdown",
        "NeighbourText.node",
        "NeighbourText.text",
        "Occurrence.open_range",
        "Occurrence.quotes",
        "Permalink.url",
        "PlaceWithoutText.act",
        "PlaceWithoutText.missing",
        "PlaceWithoutText.since",
        "PlaceWithoutText.until",
        "Provision.as_of",
        "Provision.displaced_list",
        "Provision.markdown",
        "Provision.neighbours",
        "Provision.node",
        "Provision.text",
        "Reading.note",
        "Reading.text",
        "RecognizedCitation.act",
        "RecognizedCitation.evidence",
        "RecognizedCitation.invalid",
        "RecognizedCitation.missing",
        "RecognizedCitation.nearest",
        "RecognizedCitation.reason",
        "RecognizedCitation.since",
        "RecognizedCitation.until",
        "SearchResult.explanation",
        "SearchResult.extent",
        "SearchResult.extent_note",
        "SearchResult.found_by",
        "SearchResult.successor_of",
        "SourceInfo.other_name",
        "StatedPlace.act",
        "StatedPlace.certainty",
        "StatedPlace.missing",
        "StatedPlace.nearest",
        "StatedPlace.reason",
        "StatedPlace.since",
        "StatedPlace.until",
        "TargetChange.diff",
        "ValidationError.ctx",
        "ValidationError.input",
    ];
    assert_eq!(optional, expected);
}
