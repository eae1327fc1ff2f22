//! The days from which parts of a text apply, as its nodes state them.
//!
//! A statute that is consolidated before an amendment enters into force has both texts of a provision: the one with
//! `upphor`, the day from which it no longer applies, and the one with `ikrafttrader`, the day from which it does. Some
//! state a phrase instead of a day ("den dag regeringen bestämmer").

use std::collections::BTreeSet;

use serde_json::Value;

use crate::{Artifact, Node, Step};

/// Days and phrases of one text that are kept. Real texts state a few.
const MAX_DATES: usize = 1024;

impl<'a> Node<'a> {
    /// The day, or the phrase, from which the node applies.
    pub fn applies_from(self) -> Option<&'a str> {
        self.str("ikrafttrader")
    }

    /// The day, or the phrase, from which the node no longer applies.
    pub fn applies_until(self) -> Option<&'a str> {
        self.str("upphor")
    }
}

impl Artifact {
    /// Every day or phrase that a node of the presented text states, in order, each once.
    pub fn node_dates(&self) -> Vec<String> {
        let mut dates = BTreeSet::new();
        self.presented().walk(&mut |step| {
            if let Step::Enter(node) = step
                && dates.len() < MAX_DATES
            {
                dates.extend(node.applies_from());
                dates.extend(node.applies_until());
            }
        });
        dates.into_iter().map(str::to_owned).collect()
    }

    /// The artifact without the nodes that do not apply on a day (`YYYY-MM-DD`): those that apply from a later day, and
    /// those that apply until that day or an earlier one. A node that states a phrase stays.
    #[must_use]
    pub fn on_day(mut self, day: &str) -> Self {
        for field in Self::PRESENTED {
            if let Some(section) = self.value_mut().get_mut(field) {
                remove_nodes(section, day);
            }
        }
        self
    }
}

/// Removes the nodes below a value that do not apply on a day.
fn remove_nodes(value: &mut Value, day: &str) {
    match value {
        Value::Array(items) => {
            items.retain(|item| Node::new(item).is_none_or(|node| applies_on(node, day)));
            for item in items {
                remove_nodes(item, day);
            }
        }
        Value::Object(fields) => fields.values_mut().for_each(|field| remove_nodes(field, day)),
        _ => {}
    }
}

fn applies_on(node: Node<'_>, day: &str) -> bool {
    let dated = |text: Option<&'_ str>| text.filter(|text| is_date(text)).map(str::to_owned);
    dated(node.applies_from()).is_none_or(|from| *from <= *day)
        && dated(node.applies_until()).is_none_or(|until| *until > *day)
}

/// Whether a text is a day, `YYYY-MM-DD`. Days of this form are ordered as texts.
pub fn is_date(text: &str) -> bool {
    text.len() == 10
        && text
            .bytes()
            .enumerate()
            .all(|(at, b)| if matches!(at, 4 | 7) { b == b'-' } else { b.is_ascii_digit() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn artifact() -> Artifact {
        Artifact::parse(
            r#"{"uri":"x:1","structure":[{"type":"kapitel","id":"K1","children":[
                {"type":"paragraf","id":"K1P1","upphor":"2031-07-01","text":["old"]},
                {"type":"paragraf","id":"K1P1","ikrafttrader":"2031-07-01","text":["new"]},
                {"type":"paragraf","id":"K1P2","ikrafttrader":"den dag regeringen bestämmer","text":["later"]},
                {"type":"tabell","children":[{"type":"rad","upphor":"2030-01-01","cells":[["row"]]}]}]}]}"#
                .as_bytes(),
        )
        .unwrap()
    }

    #[test]
    fn which_dates_a_text_states() {
        assert_eq!(artifact().node_dates(), ["2030-01-01", "2031-07-01", "den dag regeringen bestämmer"]);
    }

    #[test]
    fn what_applies_on_a_day() {
        for (day, text) in [
            ("2029-12-31", "old later row"),
            ("2030-01-01", "old later"),
            ("2031-06-30", "old later"),
            ("2031-07-01", "new later"),
        ] {
            assert_eq!(artifact().on_day(day).presented().plain_text(), text, "{day}");
        }
    }

    #[test]
    fn which_texts_are_days() {
        for (text, expected) in [("2031-07-01", true), ("2031-7-01", false), ("20310701", false), ("", false)]
        {
            assert_eq!(is_date(text), expected, "{text}");
        }
    }
}
