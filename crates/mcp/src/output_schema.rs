//! The schema of an answer for clients of tools, made from its schema in the API description.

use std::sync::Arc;

use rmcp::model::JsonObject;
use serde_json::{Map, Value};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// The prefixes of references to schemas: in the API description, and in a JSON schema of its own.
const COMPONENTS: &str = "#/components/schemas/";
const DEFINITIONS: &str = "#/$defs/";

/// The JSON schema of `T`, which serialises as an object.
pub(crate) fn output_schema<T: ToSchema>() -> Arc<JsonObject> {
    let mut found: Vec<(String, RefOr<Schema>)> = Vec::new();
    T::schemas(&mut found);
    let mut definitions = Map::new();
    for (name, schema) in found {
        definitions.insert(name, as_json(&schema));
    }
    let mut root = match as_json(&<T as PartialSchema>::schema()) {
        Value::Object(root) => root,
        _ => Map::new(),
    };
    // Clients accept no other type of a root.
    root.insert("type".to_owned(), "object".into());
    if !definitions.is_empty() {
        root.insert("$defs".to_owned(), Value::Object(definitions));
    }
    Arc::new(root)
}

fn as_json(schema: &RefOr<Schema>) -> Value {
    // Schemas are maps with text keys, which always serialise.
    let mut json = serde_json::to_value(schema).unwrap_or_default();
    redirect(&mut json);
    json
}

/// Makes references point into the definitions of the schema itself.
fn redirect(json: &mut Value) {
    match json {
        Value::Object(object) => {
            if let Some(Value::String(target)) = object.get_mut("$ref")
                && let Some(name) = target.strip_prefix(COMPONENTS)
            {
                *target = format!("{DEFINITIONS}{name}");
            }
            object.values_mut().for_each(redirect);
        }
        Value::Array(items) => items.iter_mut().for_each(redirect),
        _ => {}
    }
}
