//! The schema of an answer for clients of tools: its top-level fields with their types, made from its schema in the API description.
//!
//! A nested shape is an object with one line of description. The whole shapes are in `/openapi.json`: repeated for each tool they would
//! take more of a host's memory than the tools themselves.

use std::collections::HashMap;
use std::sync::Arc;

use rmcp::model::JsonObject;
use serde_json::{Map, Value, json};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// The prefix of references to schemas in the API description.
const COMPONENTS: &str = "#/components/schemas/";

/// Maximum number of characters of the description of a nested shape.
const MAX_LINE: usize = 60;

type Definitions = HashMap<String, Value>;

/// The JSON schema of `T`, which serialises as an object.
pub(crate) fn output_schema<T: ToSchema>() -> Arc<JsonObject> {
    let mut found: Vec<(String, RefOr<Schema>)> = Vec::new();
    T::schemas(&mut found);
    let definitions: Definitions = found.into_iter().map(|(name, schema)| (name, as_json(&schema))).collect();
    let root = as_json(&<T as PartialSchema>::schema());
    let fields = root.get("properties").and_then(Value::as_object).into_iter().flatten();
    let fields: Map<String, Value> =
        fields.map(|(name, field)| (name.clone(), shallow(field, &definitions))).collect();
    let mut schema = Map::new();
    // Clients accept no other type of a root.
    schema.insert("type".to_owned(), "object".into());
    schema.insert("properties".to_owned(), fields.into());
    schema.extend(root.get("required").map(|required| ("required".to_owned(), required.clone())));
    Arc::new(schema)
}

fn as_json(schema: &RefOr<Schema>) -> Value {
    // Schemas are maps with text keys, which always serialise.
    serde_json::to_value(schema).unwrap_or_default()
}

/// A field without what is inside it.
fn shallow(field: &Value, definitions: &Definitions) -> Value {
    let types = types(field, definitions);
    let mut shape = match types.as_slice() {
        [] => json!({}),
        [name] => json!({ "type": name }),
        names => json!({ "type": names }),
    };
    let holds = |name: &str| types.iter().any(|found| found == name);
    let items = field.get("items").map(|items| self::types(items, definitions));
    let is_list_of_objects = items.iter().flatten().any(|name| name == "object");
    if let (Some(object), true) = (shape.as_object_mut(), holds("object") || is_list_of_objects) {
        object.extend(line(field).map(|line| ("description".to_owned(), line.into())));
    }
    shape
}

/// The types of the values of a schema.
fn types(schema: &Value, definitions: &Definitions) -> Vec<String> {
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        let definition = name.strip_prefix(COMPONENTS).and_then(|name| definitions.get(name));
        return definition.map_or_else(|| vec!["object".to_owned()], |schema| types(schema, definitions));
    }
    let mut found: Vec<String> = match schema.get("type") {
        Some(Value::String(name)) => vec![name.clone()],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => ["oneOf", "anyOf", "allOf"]
            .iter()
            .filter_map(|several| schema.get(several)?.as_array())
            .flatten()
            .flat_map(|one| types(one, definitions))
            .collect(),
    };
    let mut seen = std::collections::HashSet::new();
    found.retain(|name| seen.insert(name.clone()));
    found
}

/// The first sentence of the description of a field, if it is short.
fn line(field: &Value) -> Option<String> {
    let text = field.get("description")?.as_str()?;
    let sentence = text.split(['.', ':', ';']).next()?.split_whitespace().collect::<Vec<_>>().join(" ");
    (sentence.chars().count() <= MAX_LINE).then_some(sentence)
}
