//! The days from which parts of a text apply, as its nodes state them.
//!
//! A statute that is consolidated before an amendment enters into force has both texts of a provision: the one with
//! `upphor`, the day from which it no longer applies, and the one with `ikrafttrader`, the day from which it does. Some
//! state a phrase instead of a day ("den dag regeringen bestämmer"), and some state it in a note at the beginning of their text
//! (`day_marks`).

use std::collections::BTreeSet;

use crate::{Artifact, Node, Step, derived};

/// Days and phrases of one text that [`Artifact::node_dates`] has, or two more: a text with as many may state others. Real texts state
/// a few.
pub const MAX_NODE_DATES: usize = 1024;

impl<'a> Node<'a> {
    /// The day, or the phrase, from which the node applies: as a field states it, or a note in its text
    /// (`day_marks`). None for a kapitel of which only the heading begins.
    #[inline]
    pub fn applies_from(self) -> Option<&'a str> {
        if self.field(derived::HEADING_BEGINS).is_some() {
            return None;
        }
        self.str(derived::FROM).or_else(|| self.str("ikrafttrader"))
    }

    /// The day, or the phrase, from which the node no longer applies: as a field states it, or a note in its text
    /// (`day_marks`). None for a kapitel of which only the heading ends.
    #[inline]
    pub fn applies_until(self) -> Option<&'a str> {
        if self.field(derived::HEADING_ENDS).is_some() {
            return None;
        }
        self.str(derived::UNTIL).or_else(|| self.str("upphor"))
    }

    /// The number that the provision has from the day on which the node ends, if a note states one.
    #[inline]
    pub fn renumbered(self) -> Option<&'a str> {
        self.str(derived::RENUMBERED)
    }

    /// The days or phrases from which, and until which, something applies that begins at this node and whose end the
    /// text does not show, as a note states them. No node is left out because of them.
    #[inline]
    pub fn stated_days(self) -> (Option<&'a str>, Option<&'a str>) {
        (self.str(derived::STATED_FROM), self.str(derived::STATED_UNTIL))
    }

    /// Whether the node no longer applies on the day of the reader ([`Artifact::read_on`]).
    #[inline]
    pub fn has_ended(self) -> bool {
        self.field(derived::ENDED).is_some()
    }

    /// Whether the first day that the node states is not after the day of the reader.
    #[inline]
    pub fn has_begun(self) -> bool {
        self.field(derived::BEGUN).is_some()
    }

    /// Whether the node does not yet apply on the day of the reader.
    pub fn is_coming(self) -> bool {
        self.field(derived::COMING).is_some()
    }
}

impl Artifact {
    /// Every day or phrase that a node of the presented text states, in order, each once.
    pub fn node_dates(&self) -> Vec<String> {
        let mut dates = BTreeSet::new();
        self.presented().walk(&mut |step| {
            if let Step::Enter(node) = step
                && dates.len() < MAX_NODE_DATES
            {
                dates.extend(node.applies_from());
                dates.extend(node.applies_until());
            }
        });
        dates.into_iter().map(str::to_owned).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_dates_a_text_states() {
        let artifact = Artifact::parse(
            r#"{"uri":"x:1","structure":[{"type":"kapitel","id":"K1","children":[
                {"type":"paragraf","upphor":"2031-07-01","text":["old"]},
                {"type":"paragraf","id":"K1P1","ikrafttrader":"2031-07-01","children":[
                  {"type":"stycke","text":["/Upphör att gälla U:2032-01-01/ new"]}]},
                {"type":"paragraf","id":"K1P2","ikrafttrader":"den dag regeringen bestämmer","text":["later"]},
                {"type":"tabell","children":[{"type":"rad","upphor":"2030-01-01","cells":[["row"]]}]}]}]}"#
                .as_bytes(),
        )
        .unwrap();
        let expected = ["2030-01-01", "2031-07-01", "2032-01-01", "den dag regeringen bestämmer"];
        assert_eq!(artifact.node_dates(), expected);
    }

    #[test]
    fn a_kapitel_in_which_something_begins_does_not_end() {
        let kapitel = |upphor: &str, from: &str| {
            let json = format!(
                r#"{{"uri":"x:1","structure":[{{"type":"kapitel","ordinal":"2","upphor":"{upphor}","children":[
                {{"type":"paragraf","ordinal":"1","text":["old"]}},
                {{"type":"paragraf","ordinal":"2","ikrafttrader":"{from}","text":["new"]}}]}}]}}"#
            );
            let artifact = Artifact::parse(json.as_bytes()).unwrap();
            let variants = artifact.dated_variants();
            let untils: Vec<_> =
                variants.into_iter().map(|variant| variant.until.unwrap_or_default()).collect();
            (artifact.node_dates().join(" "), untils.join(" "))
        };
        assert_eq!(kapitel("2031-07-01", "2031-07-01"), ("2031-07-01".to_owned(), String::new()));
        let (dates, untils) = kapitel("2032-07-01", "2031-07-01");
        assert_eq!(dates, "2031-07-01 2032-07-01");
        assert!(untils.split(' ').all(|until| until == "2032-07-01"), "{untils}");
    }

    #[test]
    fn a_kapitel_that_gets_another_heading_does_not_begin() {
        let json = r#"{"uri":"x:1","structure":[
            {"type":"kapitel","ordinal":"2","upphor":"2031-07-01","children":[{"type":"rubrik","text":["2 kap. Old"]}]},
            {"type":"kapitel","id":"K2","ordinal":"2","ikrafttrader":"2031-07-01","children":[
             {"type":"rubrik","text":["2 kap. New"]},{"type":"paragraf","id":"K2P1","ordinal":"1","text":["Goes on"]}]}]}"#;
        let on = |day: &str| {
            let artifact = Artifact::parse(json.as_bytes()).unwrap().on_day(day);
            artifact.presented().plain_text()
        };
        assert_eq!(on("2031-06-30"), "2 kap. Old Goes on");
        assert_eq!(on("2031-07-01"), "2 kap. New Goes on");
        // Without a kapitel that ends as a heading only, the whole kapitel begins.
        let whole = Artifact::parse(
            json.replace("2 kap. Old\"]}", "2 kap. Old\"]},{\"type\":\"paragraf\",\"text\":[\"a\"]}")
                .as_bytes(),
        );
        assert_eq!(whole.unwrap().on_day("2031-06-30").presented().plain_text(), "2 kap. Old a");
    }
}
