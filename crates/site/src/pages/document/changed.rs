//! The lines at a paragraf that name the amendments which changed it and are not worked into the text. A reader who arrives at
//! the paragraf has not seen the banner at the top.

use lagrum_answers::RegisteredAct;
use lagrum_artifact::{Base, ProvisionNumber, RegisterChange, RegisterWords, read_register_words};
use lagrum_render::html::amendment_id;

use crate::href::Href;
use crate::ord;

/// The amendments that a text lacks, with the provisions that they changed according to the register.
pub(super) struct MissingChanges {
    acts: Vec<(Href, String, RegisterWords)>,
}

impl MissingChanges {
    pub(super) fn new(missing: &[RegisteredAct], base: &Base) -> Self {
        let read = |act: &RegisteredAct| {
            let words = read_register_words(act.scope.as_deref()?);
            let local = base.strip(&act.uri)?;
            let name = act.identifier.clone().unwrap_or_else(|| local.to_owned());
            Some((Href::fragment(&amendment_id(local)), name, words))
        };
        Self { acts: missing.iter().filter_map(read).collect() }
    }

    /// The lines at the paragraf with an anchor, as finished HTML. None if no missing amendment changed it.
    pub(super) fn at(&self, anchor: &str) -> Option<String> {
        let number = ProvisionNumber::parse(anchor).filter(|number| number.paragraf.is_some())?;
        let kapitel = ProvisionNumber { paragraf: None, ..number.clone() };
        let mut lines = String::new();
        for (href, name, words) in self.acts.iter().filter(|(_, _, words)| words.names(&number, None)) {
            let is = |wanted: RegisterChange| {
                words.changes.iter().any(|change| {
                    let place = &change.place;
                    change.change == wanted
                        && (place.covers(&number, number.kapitel.is_some()) || place.covers(&kapitel, true))
                })
            };
            let change = match (is(RegisterChange::Repealed), is(RegisterChange::New)) {
                (true, true) => ord::REPLACED_THROUGH,
                (true, false) => ord::REPEALED_BY,
                (false, _) => ord::CHANGED_BY,
            };
            let name = lagrum_escape::html(name);
            lines +=
                &format!("<p class=\"when\">{change} <a href=\"{href}\">{name}</a>{}</p>\n", ord::NOT_HERE);
        }
        (!lines.is_empty()).then_some(lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_at_a_provision() {
        let base = Base::parse("https://lag.example").unwrap();
        let act = |number: &str, words: Option<&str>| RegisteredAct {
            uri: format!("https://lag.example/{number}"),
            identifier: Some(format!("SFS {number}")),
            date: None,
            in_force: None,
            day_note: None,
            scope: words.map(str::to_owned),
            anchors: Vec::new(),
            forarbeten: Vec::new(),
            held: false,
        };
        let missing = [
            act("2031:5", Some("upph. 3 kap. 4 §; ändr. 2 kap. 1, 6-8 §§")),
            act("2031:9", Some("ändr. 2 kap. 1 §")),
            act("2031:10", None),
            act("2031:11", Some("upph. 36 kap.; nytt 36 kap.")),
        ];
        let changes = MissingChanges::new(&missing, &base);
        let line = |change: &str, number: &str| {
            format!(
                "<p class=\"when\">{change} <a href=\"#andring-{number}\">SFS {number}</a>, inte införd här</p>\n"
            )
        };
        for (anchor, expected) in [
            ("K2P1", Some(line("Ändrad genom", "2031:5") + &line("Ändrad genom", "2031:9"))),
            ("K2P7", Some(line("Ändrad genom", "2031:5"))),
            ("K3P4", Some(line("Upphävd genom", "2031:5"))),
            ("K36P1", Some(line("Ersatt genom", "2031:11"))),
            ("K2P2", None),
            ("K4P1", None),
            ("K2", None),
            ("rubrik-1", None),
        ] {
            assert_eq!(changes.at(anchor), expected, "{anchor}");
        }
    }
}
