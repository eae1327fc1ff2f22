//! A text put together of the provisions of several texts of one act: one of them with its headings, in which provisions are
//! replaced, left out or put in.
//!
//! A part that loses all of its provisions is left out with its headings, and so is a note that a provision was repealed by an act
//! that came later.

mod edits;
mod place;
mod rewrite;

use serde_json::{Map, Value};

pub use self::edits::{AddedProvision, ProvisionEdit, TextEdits};
use self::place::{AddedParts, is_provision};
use self::rewrite::Rewrite;
use crate::Artifact;

impl Artifact {
    /// The node of a paragraf or a bilaga with an anchor, with the derived values that it has.
    pub fn provision_node(&self, anchor: &str) -> Option<&Value> {
        Self::PRESENTED.iter().find_map(|field| find(self.value().get(field)?, anchor))
    }

    /// The text with other provisions.
    #[must_use]
    pub fn with_edits(mut self, edits: TextEdits) -> Self {
        let mut anchors = Vec::new();
        for section in Self::PRESENTED.iter().filter_map(|field| self.value().get(field)) {
            collect(section, &mut anchors);
        }
        let TextEdits { edits, added, behind, headings, later_acts } = edits;
        let mut rewrite =
            Rewrite { edits, behind, headings, later_acts, added: AddedParts::new(&anchors, added) };
        for field in Self::PRESENTED {
            if let Some(Value::Array(section)) = self.value_mut().get_mut(field) {
                let items = std::mem::take(section);
                *section = rewrite.list(items).items;
            }
        }
        let last = rewrite.added.into_rest();
        if let Some(Value::Array(structure)) = self.value_mut().get_mut("structure") {
            let end = structure.iter().position(|item| item["type"] == "bilaga").unwrap_or(structure.len());
            structure.splice(end..end, last);
        }
        self
    }

    /// The text with a node above it.
    #[must_use]
    pub fn with_first_line(mut self, node: Value) -> Self {
        if let Some(Value::Array(structure)) = self.value_mut().get_mut("structure") {
            structure.insert(0, node);
        }
        self
    }

    /// The text with those entries of its register of amendments that a condition on their uris keeps.
    #[must_use]
    pub fn with_amendments(mut self, is_kept: impl Fn(&str) -> bool) -> Self {
        if let Some(Value::Array(entries)) = self.value_mut().get_mut("amendments") {
            entries.retain(|entry| entry.get("uri").and_then(Value::as_str).is_none_or(&is_kept));
        }
        self
    }
}

/// The fields of a node that hold nodes. The depth of all recursions here is bounded by the JSON parser.
fn below(fields: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    fields
        .iter()
        .filter(|(name, value)| *name != "text" && (value.is_array() || value.is_object()))
        .map(|(_, value)| value)
}

fn find<'v>(value: &'v Value, anchor: &str) -> Option<&'v Value> {
    match value {
        Value::Array(items) => items.iter().find_map(|item| find(item, anchor)),
        Value::Object(fields) => match is_provision(fields) {
            Some(own) => (own == anchor).then_some(value),
            None => below(fields).find_map(|value| find(value, anchor)),
        },
        _ => None,
    }
}

fn collect(value: &Value, anchors: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, anchors)),
        Value::Object(fields) => match is_provision(fields) {
            Some(own) => anchors.push(own.to_owned()),
            None => below(fields).for_each(|value| collect(value, anchors)),
        },
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Anchor;

    const TEXT: &str = r#"{"uri":"x:1","structure":[
        {"type":"kapitel","id":"K1","ordinal":"1","children":[
            {"type":"rubrik","level":1,"id":"R1","text":["1 kap. Får"]},
            {"type":"rubrik","level":2,"id":"R2","text":["Bete"]},
            {"type":"paragraf","id":"K1P1","text":["a"]},
            {"type":"rubrik","level":2,"id":"R3","text":["Vinter"]},
            {"type":"paragraf","id":"K1P3","text":["c"]},
            {"type":"upphavd","text":["4 § Har upphävts genom lag (2031:5)."]},
            {"type":"paragraf","id":"K1P5","text":["e"]}]},
        {"type":"kapitel","id":"K2","ordinal":"2","children":[
            {"type":"rubrik","level":1,"id":"R4","text":["2 kap. Getter"]},
            {"type":"paragraf","id":"K2P1","text":["f"]}]},
        {"type":"bilaga","id":"B1","text":["bilaga"]}],
        "amendments":[{"uri":"x:1"},{"uri":"x:2"}]}"#;

    /// The texts of the nodes, in order.
    fn composed(edits: TextEdits) -> String {
        let artifact = Artifact::parse(TEXT.as_bytes()).unwrap().with_edits(edits);
        artifact.presented().plain_text().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn node(anchor: &str, text: &str) -> AddedProvision {
        let node = serde_json::json!({"type":"paragraf","id":anchor,"text":[text]});
        AddedProvision { anchor: Anchor::new(anchor).unwrap(), node }
    }

    #[test]
    fn provisions_are_replaced_left_out_and_put_in() {
        let all = "1 kap. Får Bete a Vinter c 4 § Har upphävts genom lag (2031:5). e 2 kap. Getter f bilaga";
        assert_eq!(composed(TextEdits::default()), all);
        let removed = |anchors: &[&str]| TextEdits {
            edits: anchors.iter().map(|anchor| ((*anchor).to_owned(), ProvisionEdit::Removed)).collect(),
            ..TextEdits::default()
        };
        // A heading without provisions is left out, and so is a kapitel.
        assert_eq!(
            composed(removed(&["K1P1", "K2P1"])),
            "1 kap. Får Vinter c 4 § Har upphävts genom lag (2031:5). e bilaga"
        );
        let replaced = [("K1P3".to_owned(), ProvisionEdit::Replaced(node("K1P3", "C").node))].into();
        let added = vec![
            node("K1P2", "b"),
            node("K1P4", "d"),
            node("K2P0a", "before"),
            node("K3P1", "g"),
            node("B2", "last"),
        ];
        let line = |text: &str| serde_json::json!({"type":"ruta","text":[text]});
        let edits = TextEdits {
            edits: replaced,
            headings: [("K1P1".to_owned(), line("changed")), ("K1P5".to_owned(), line("no heading"))].into(),
            added,
            behind: [("K1P1".to_owned(), line("?"))].into(),
            later_acts: ["2031:5".to_owned()].into(),
        };
        assert_eq!(
            composed(edits),
            "1 kap. Får Bete changed a ? b Vinter C d e 2 kap. Getter before f 3 kap. g bilaga last"
        );
        let all = removed(&["K1P1", "K1P3", "K1P5", "K2P1", "B1"]);
        let later_acts = ["2031:5".to_owned()].into();
        assert_eq!(
            composed(TextEdits { later_acts, added: vec![node("K2P2", "g")], ..all }),
            "2 kap. Getter g"
        );
    }

    /// The text of a day may be a variant that stores no anchor and was given that of its number.
    #[test]
    fn variants_of_a_day_are_replaced() {
        let text = r#"{"uri":"x:1","structure":[
            {"type":"paragraf","id":null,"ordinal":"1","upphor":"2031-01-01","text":["a"]},
            {"type":"paragraf","id":"P1","ordinal":"1","ikrafttrader":"2031-01-01","text":["b"]},
            {"type":"paragraf","id":"P2","ordinal":"2","text":["c"]},
            {"type":"paragraf","id":null,"ordinal":"2","ikrafttrader":"den dag regeringen bestämmer","text":["d"]},
            {"type":"paragraf","id":"P3","ordinal":"3","text":["e"]},
            {"type":"paragraf","id":null,"ordinal":"3","text":["printed again"]},
            {"type":"paragraf","id":"P4","ordinal":"4","text":["f"]},
            {"type":"paragraf","id":null,"ordinal":"4","text":["g"]}]}"#;
        let artifact = Artifact::parse(text.as_bytes()).unwrap().on_day("2030-06-01");
        assert_eq!(artifact.provision_node("P1").unwrap()["text"][0], "a");
        let earlier =
            |anchor: &str| (anchor.to_owned(), ProvisionEdit::Replaced(node(anchor, "earlier").node));
        let edits = [earlier("P1"), earlier("P3")].into();
        let composed = artifact.with_edits(TextEdits { edits, ..TextEdits::default() });
        assert_eq!(
            composed.presented().plain_text().split_whitespace().collect::<Vec<_>>().join(" "),
            "earlier c earlier f g"
        );
    }

    #[test]
    fn nodes_and_registers() {
        let artifact = Artifact::parse(TEXT.as_bytes()).unwrap();
        assert_eq!(artifact.provision_node("K1P3").unwrap()["text"][0], "c");
        assert_eq!(artifact.provision_node("K1"), None);
        let kept = artifact.with_amendments(|uri| uri == "x:1");
        assert_eq!(kept.list(&["amendments"]).len(), 1);
    }
}
