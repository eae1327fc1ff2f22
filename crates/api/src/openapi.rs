//! The description of the API.
//!
//! It is made of the declarations of the handlers. What applies to all of them is added here, not repeated at each: the answer
//! to invalid parameters and the form of failures.

use serde_json::Value;
use utoipa::OpenApi as _;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr, Required, ResponseBuilder, Schema};

use crate::error::{ErrorBody, HTTPValidationError, LocPart, RefusalBody, ValidationError};

/// The part of the description that belongs to no endpoint. Its version is that of the API, not of the program.
#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "lagrum",
        version = "1.0",
        description = "Read-only access to a legal corpus: search, catalog, documents and the citations between them.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    tags(
        (name = "search", description = "Finding documents and provisions, by words or by citation"),
        (name = "catalog", description = "What the corpus holds: sources, facets, listings, dumps"),
        (name = "document", description = "Documents, their versions and their citations"),
    ),
    components(schemas(HTTPValidationError, ValidationError, LocPart, ErrorBody, RefusalBody))
)]
struct Common;

/// The description of these endpoints, with the parts that apply to every endpoint.
pub(crate) fn describe(endpoints: OpenApi) -> OpenApi {
    let mut openapi = Common::openapi();
    openapi.merge(endpoints);
    for path in openapi.paths.paths.values_mut() {
        path.get.iter_mut().chain(&mut path.post).for_each(complete);
    }
    openapi
}

fn complete(operation: &mut Operation) {
    let mut checked = false;
    for parameter in operation.parameters.iter_mut().flatten() {
        let RefOr::T(parameter) = parameter else { continue };
        checked = true;
        // A parameter with a default may be left out, also if its Rust type is not optional.
        if let Some(RefOr::T(Schema::Object(object))) = &parameter.schema
            && object.default.is_some()
        {
            parameter.required = Required::False;
        }
    }
    let has_body = operation.request_body.is_some();
    let responses = &mut operation.responses.responses;
    if checked || has_body {
        responses.entry("422".into()).or_insert_with(|| failure("Invalid parameters", "HTTPValidationError"));
    }
    let statuses = [
        Some(("400", "The request cannot be read", "Refusal")),
        Some(("404", "Not found", "ErrorBody")),
        has_body.then_some(("413", "The body is too long", "Refusal")),
        has_body.then_some(("415", "The body is not JSON", "Refusal")),
        Some(("429", "Too many requests of this client", "Refusal")),
        Some(("500", "The server failed", "ErrorBody")),
        Some(("503", "The server is overloaded, or a part of it is being loaded", "ErrorBody")),
    ];
    for (status, description, body) in statuses.into_iter().flatten() {
        responses.entry(status.into()).or_insert_with(|| failure(description, body));
    }
    // Programs that make pages of the description show no summary.
    if operation.description.is_none() {
        operation.description.clone_from(&operation.summary);
    }
}

fn failure(description: &str, schema: &str) -> RefOr<utoipa::openapi::Response> {
    let body = ContentBuilder::new().schema(Some(Ref::from_schema_name(schema))).build();
    RefOr::T(ResponseBuilder::new().description(description).content("application/json", body).build())
}

/// The description as it is served.
pub(crate) fn as_json(openapi: &OpenApi) -> serde_json::Result<Vec<u8>> {
    let mut description = serde_json::to_value(openapi)?;
    bound_tuples(&mut description);
    if let Some(fields) = description.as_object_mut() {
        // The address from which the description was read; no operation needs a login.
        fields.insert("servers".to_owned(), serde_json::json!([{ "url": "/" }]));
        fields.insert("security".to_owned(), serde_json::json!([]));
    }
    serde_json::to_vec(&description)
}

/// States the length of tuples by `minItems` and `maxItems`, not by `items: false`, which generators of clients reject. Where all items have one
/// type, `items` has it, for programs that know no tuples.
fn bound_tuples(json: &mut Value) {
    match json {
        Value::Object(fields) => {
            let length = fields.get("prefixItems").and_then(Value::as_array).map(Vec::len);
            if let Some(length) = length.filter(|_| fields.get("items") == Some(&Value::Bool(false))) {
                let items = items_of(fields.get("prefixItems"));
                fields.insert("items".to_owned(), items);
                fields.insert("minItems".to_owned(), length.into());
                fields.insert("maxItems".to_owned(), length.into());
            }
            fields.values_mut().for_each(bound_tuples);
        }
        Value::Array(items) => items.iter_mut().for_each(bound_tuples),
        _ => {}
    }
}

/// The schema of all items of a tuple: their type, where they have one; any otherwise.
fn items_of(tuple: Option<&Value>) -> Value {
    let mut types = tuple.and_then(Value::as_array).into_iter().flatten().map(|item| item.get("type"));
    let first = types.next().flatten();
    match first.filter(|first| types.all(|other| other == Some(first))) {
        Some(first) => serde_json::json!({ "type": first }),
        None => serde_json::json!({}),
    }
}
