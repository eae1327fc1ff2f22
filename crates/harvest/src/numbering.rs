//! How acts number their provisions: which kapitel they have, and whether each numbers its paragrafer anew.

use std::collections::{BTreeMap, BTreeSet};

use lagrum_artifact::Base;
use lagrum_parse::Numbering;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The greatest number of anchors of kapitel that are kept of an act. No act has as many.
const MAX_KAPITEL: usize = 2000;

/// What documents of a source depend on of others. Of statutes: the numbering of acts by their local id, each as anchors with blanks
/// between (those of kapitel, and of one paragraf within a kapitel where paragrafer have such anchors). Of a source whose publications
/// have groups: the local ids of documents, by their groups.
pub(crate) type DependencyTable = BTreeMap<String, String>;

/// The numbering of the act with this artifact.
pub(crate) fn of_artifact(artifact: &Value) -> String {
    let mut found = Found::default();
    found.visit(&artifact["structure"]);
    found.kapitel.extend(found.paragraf);
    found.kapitel.join(" ")
}

#[derive(Default)]
struct Found<'a> {
    kapitel: Vec<&'a str>,
    paragraf: Option<&'a str>,
}

impl<'a> Found<'a> {
    fn visit(&mut self, node: &'a Value) {
        if let Some(nodes) = node.as_array() {
            for node in nodes {
                self.visit(node);
            }
            return;
        }
        match (node["type"].as_str(), node["id"].as_str()) {
            (Some("kapitel"), Some(id)) if id.starts_with('K') && self.kapitel.len() < MAX_KAPITEL => {
                self.kapitel.push(id);
            }
            (Some("paragraf"), Some(id)) if id.starts_with('K') => {
                self.paragraf.get_or_insert(id);
            }
            _ => {}
        }
        // Paragrafer stand in kapitel, and these in avdelningar; nothing below a paragraf is either.
        if !matches!(node["type"].as_str(), Some("paragraf" | "stycke" | "punkt" | "tabell"))
            && let Some(children) = node.get("children")
        {
            self.visit(children);
        }
    }
}

/// The table as a parser takes it.
pub(crate) fn as_parsed(table: &DependencyTable) -> Numbering {
    let mut numbering = Numbering::default();
    for (act, anchors) in table {
        numbering.insert(act, anchors.split_whitespace().map(str::to_owned));
    }
    numbering
}

/// The acts that an artifact cites, by local id, with blanks between.
pub(crate) fn cited_by(artifact: &Value, base: &Base) -> String {
    let mut cited = BTreeSet::new();
    add_cited(artifact, base, &mut cited);
    cited.into_iter().collect::<Vec<&str>>().join(" ")
}

fn add_cited<'a>(value: &'a Value, base: &Base, cited: &mut BTreeSet<&'a str>) {
    match value {
        Value::Object(fields) => {
            if let Some(local) = fields.get("uri").and_then(Value::as_str).and_then(|uri| base.strip(uri)) {
                let act = local.split('#').next().unwrap_or_default();
                // The local ids of other documents are paths. They have no kapitel.
                if !act.is_empty() && !act.contains(['/', ' ']) {
                    cited.insert(act);
                }
            }
            fields.values().for_each(|value| add_cited(value, base, cited));
        }
        Value::Array(items) => items.iter().for_each(|value| add_cited(value, base, cited)),
        _ => {}
    }
}

/// The version of the numbering of the acts that a document cites: a digest of their rows in the table.
pub(crate) fn version(table: &DependencyTable, cites: &str) -> String {
    let mut hasher = Sha256::new();
    for (act, anchors) in cites.split_whitespace().filter_map(|act| table.get_key_value(act)) {
        hasher.update(act.as_bytes());
        hasher.update(b"\t");
        hasher.update(anchors.as_bytes());
        hasher.update(b"\n");
    }
    hex::encode(&hasher.finalize()[..16])
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn kapitel_are_kept_and_one_paragraf_in_them() {
        let paragraf =
            |id: &str| json!({"type": "paragraf", "id": id, "children": [{"type": "stycke", "id": "K9"}]});
        let kapitel = |id: &str, inner: &[Value]| json!({"type": "kapitel", "id": id, "children": inner});
        for (structure, expected) in [
            (json!([paragraf("P1"), paragraf("P2")]), ""),
            (json!([kapitel("K1", &[paragraf("P1")]), kapitel("K2", &[paragraf("P2")])]), "K1 K2"),
            (json!([kapitel("K1", &[paragraf("K1P1")]), kapitel("K2", &[paragraf("K2P1")])]), "K1 K2 K1P1"),
            (json!([{"type": "avdelning", "id": "A1", "children": [kapitel("K2 a", &[])]}]), "K2 a"),
            (json!([{"type": "kapitel", "id": null, "children": []}]), ""),
            (json!(null), ""),
        ] {
            assert_eq!(of_artifact(&json!({"structure": structure})), expected);
        }
    }
}
