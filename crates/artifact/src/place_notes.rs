//! Provisions that the text of an act mentions, but that do not apply at all times: those printed as repealed
//! (`24 § har upphävts genom lag (1984:1008).`), and those that apply from or until a day.
//!
//! A note of repeal has no anchor, so the number is put together from its words and the kapitel around it.

use serde::{Deserialize, Serialize};

use crate::number_note::begins_with_noted;
use crate::{Artifact, DatedVariant, Node, ProvisionNumber, Step, UnitNumber};

/// Notes of one text that are kept. Real texts have up to a few hundred.
const MAX_NOTES: usize = 10_000;

/// Characters that a note of repeal may have.
const MAX_NOTE_CHARS: usize = 200;

/// Provisions that the text prints as repealed, or as given another number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepealNote {
    /// The kapitel that the paragrafer are in; None for kapitel, and in an act that numbers its paragrafer through all of them.
    #[serde(rename = "k", default, skip_serializing_if = "Option::is_none")]
    pub kapitel: Option<UnitNumber>,
    /// Whether it is about kapitel.
    #[serde(rename = "c", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_kapitel: bool,
    /// The first number.
    #[serde(rename = "f")]
    pub first: UnitNumber,
    /// The last number; equal to `first` for one provision.
    #[serde(rename = "l")]
    pub last: UnitNumber,
    /// The number of the act that repealed them: `1984:1008`.
    #[serde(rename = "a")]
    pub act: String,
}

/// A variant of a kapitel, paragraf or bilaga that applies from or until a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DatedProvision {
    /// The anchor of its number.
    #[serde(rename = "p")]
    pub anchor: String,
    /// The day, or the phrase, from which it applies.
    #[serde(rename = "f", default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The day, or the phrase, from which it no longer applies.
    #[serde(rename = "u", default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// The number of the last act that signs it: `2019:805`.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    pub signed: Option<String>,
}

/// The repealed and dated provisions that a text states.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceNotes {
    /// Whether the numbers of paragrafer begin anew in each kapitel.
    #[serde(rename = "k", default, skip_serializing_if = "std::ops::Not::not")]
    pub by_kapitel: bool,
    /// The provisions that are printed as repealed.
    #[serde(rename = "r", default, skip_serializing_if = "Vec::is_empty")]
    pub repealed: Vec<RepealNote>,
    /// The variants of kapitel, paragrafer and bilagor that apply from or until a day.
    #[serde(rename = "d", default, skip_serializing_if = "Vec::is_empty")]
    pub dated: Vec<DatedProvision>,
}

impl RepealNote {
    /// Whether the note is about a provision.
    pub fn names(&self, number: &ProvisionNumber) -> bool {
        let within = |unit: &UnitNumber| (&self.first..=&self.last).contains(&unit);
        match (&number.kapitel, &number.paragraf) {
            (Some(kapitel), None) => self.is_kapitel && within(kapitel),
            (kapitel, Some(paragraf)) => !self.is_kapitel && *kapitel == self.kapitel && within(paragraf),
            (None, None) => false,
        }
    }
}

impl Artifact {
    /// The repealed and dated provisions that the presented text states.
    pub fn place_notes(&self) -> PlaceNotes {
        let mut collector = Collector::default();
        self.presented().walk(&mut |step| match step {
            Step::Enter(node) => collector.enter(node),
            Step::Leave(_) => collector.leave(),
            Step::Text(_) => {}
        });
        let mut notes = collector.finish();
        let of_provision = |anchor: &str| {
            let bilaga = anchor.strip_prefix('B').and_then(UnitNumber::parse);
            bilaga.is_some() || ProvisionNumber::parse(anchor).is_some()
        };
        let variants = self.dated_variants().into_iter().filter(|variant| of_provision(&variant.anchor));
        let dated = variants.map(|DatedVariant { anchor, from, until, signed, .. }| DatedProvision {
            anchor,
            from,
            until,
            signed,
        });
        notes.dated = dated.take(MAX_NOTES).collect();
        notes
    }
}

#[derive(Default)]
struct Collector {
    notes: PlaceNotes,
    /// For each node entered and not left, the kapitel that it is.
    entered: Vec<Option<UnitNumber>>,
    /// The number of the paragraf that has just been entered, whose first text is still to come.
    paragraf: Option<String>,
    /// The number of open nodes inside a bilaga, the bilaga included. Numbers there are not those of provisions of
    /// the act.
    in_bilaga: usize,
}

impl Collector {
    fn enter(&mut self, node: Node<'_>) {
        let kapitel = self.entered.iter().rev().flatten().next().cloned();
        let kind = node.kind();
        self.entered.push(if kind == "kapitel" { kapitel_number(node) } else { None });
        if self.in_bilaga > 0 || kind == "bilaga" {
            self.in_bilaga += 1;
        }
        if let Some(id) = node.id().filter(|_| kind == "paragraf") {
            self.notes.by_kapitel |=
                ProvisionNumber::parse(id).is_some_and(|number| number.kapitel.is_some());
        }
        if self.notes.repealed.len() >= MAX_NOTES {
            return;
        }
        if kind == "paragraf" {
            self.paragraf = node.str("ordinal").map(str::to_owned);
        }
        if self.in_bilaga == 0 && matches!(kind, "upphavd" | "stycke" | "rubrik") {
            let mut text = node.text().plain_text();
            // The note may be all that a paragraf has: `4 a §` with the text "Har upphävts genom förordning (2010:1115).", or
            // all that its first moment has.
            let noted = after_moment(text.trim()).trim_start_matches('/');
            if let Some(number) =
                self.paragraf.take().filter(|_| kind == "stycke" && begins_with_noted(noted))
            {
                text = format!("{number} § {noted}");
            }
            if let Some((unit, first, last, act)) = repeal_note(&text) {
                let is_kapitel = unit == Unit::Kapitel;
                let kapitel = kapitel.filter(|_| !is_kapitel);
                let act = act.to_owned();
                self.notes.repealed.push(RepealNote { kapitel, is_kapitel, first, last, act });
            }
        }
    }

    fn leave(&mut self) {
        self.entered.pop();
        self.in_bilaga = self.in_bilaga.saturating_sub(1);
    }

    fn finish(self) -> PlaceNotes {
        let mut notes = self.notes;
        if !notes.by_kapitel {
            for note in &mut notes.repealed {
                note.kapitel = None;
            }
        }
        notes
    }
}

/// The number of a kapitel, by its ordinal or its anchor.
fn kapitel_number(node: Node<'_>) -> Option<UnitNumber> {
    let ordinal = node.str("ordinal").and_then(UnitNumber::parse);
    ordinal.or_else(|| ProvisionNumber::parse(node.id()?)?.kapitel)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Kapitel,
    Paragraf,
}

/// Reads a note of repeal: the kind of provision, the first and the last number, and the number of the act. `5-7 §§ har upphävts genom
/// lag (1984:1008).`, `3 kap. Har upphävts genom …`, `7 e § Ny beteckning 7 d § genom …`.
fn repeal_note(text: &str) -> Option<(Unit, UnitNumber, UnitNumber, &str)> {
    let text = text.trim();
    if !text.starts_with(|c: char| c.is_ascii_digit()) || text.chars().count() > MAX_NOTE_CHARS {
        return None;
    }
    let (numbers, unit, rest) = match (text.split_once('§'), text.split_once("kap")) {
        (Some((numbers, rest)), _) if numbers.len() <= MAX_NUMBERS => {
            (numbers, Unit::Paragraf, rest.trim_start_matches('§'))
        }
        (_, Some((numbers, rest))) if numbers.len() <= MAX_NUMBERS => {
            (numbers, Unit::Kapitel, rest.trim_start_matches('.'))
        }
        _ => return None,
    };
    let (first, last) = range(numbers)?;
    let rest = rest.trim_start();
    let rest = rest.trim_start_matches('/');
    if !begins_with_noted(rest) {
        return None;
    }
    // Some notes have `genoom`, some nothing.
    let by = [" geno", " enligt ", " lag ", " förordning "];
    let (_, named) = by.iter().find_map(|by| rest.split_once(by))?;
    let (act, after) = match named.split_once('(') {
        Some((_, named)) => named.split_once(')')?,
        // `genom förordning 2010:1115.`
        None => (named.rsplit([' ', '\u{a0}']).next()?.trim_end_matches(['.', ')']), ""),
    };
    // A text with more words after the note is not a note.
    (after.trim_matches(['.', ',', '/', ' ']).is_empty() && act.starts_with(|c: char| c.is_ascii_digit()))
        .then_some((unit, first, last, act.trim()))
}

/// A text without the number of a moment that it begins with: `1 mom. har upphävts genom lag (2000:231).`
fn after_moment(text: &str) -> &str {
    let (number, rest) = text.split_once(" mom.").unwrap_or_default();
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { rest.trim_start() } else { text }
}

/// The number of the act by which a note says that a provision was repealed; None for other texts.
pub(crate) fn repealing_act(text: &str) -> Option<String> {
    repeal_note(text).map(|(.., act)| act.to_owned())
}

/// Bytes that the numbers of a note may have.
const MAX_NUMBERS: usize = 16;

/// `5`, `5 a` or `5-7`.
fn range(numbers: &str) -> Option<(UnitNumber, UnitNumber)> {
    let mut ends = numbers.split(['-', '–']);
    let first = UnitNumber::parse(ends.next()?)?;
    let last = match ends.next() {
        Some(last) => UnitNumber::parse(last)?,
        None => first.clone(),
    };
    ends.next().is_none().then_some((first, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_texts_are_notes_of_repeal() {
        for (text, expected) in [
            ("24 § har upphävts genom lag (1984:1008).", "P24 1984:1008"),
            ("5 a § Har upphävts genom förordning (1984:1008).", "P5a 1984:1008"),
            ("5-7 §§ har upphävts genom lag (1984:1008).", "P5-7 1984:1008"),
            ("3 kap. har upphävts genom lag (1857:62 s.8)", "K3 1857:62 s.8"),
            ("16 A kap. Har upphävts genom lag (2001:1218).", "K16a 2001:1218"),
            ("7 kap. upphävd genom förordning (1860:56 s.3).", "K7 1860:56 s.3"),
            ("7 e § Ny beteckning 7 d § genom förordning (2014:1156).", "P7e 2014:1156"),
            ("24 § Lagen har upphävts genom lag (1984:1008).", "-"),
            ("24 § har upphävts genom lag (1984:1008) och gäller inte.", "-"),
            ("4 a § Har upphävts genom förordning 2010:1115.", "P4a 2010:1115"),
            ("3 § Har upphävts genoom lag (2010:832).", "P3 2010:832"),
            ("3 § Har upphävts lag (2010:832).", "P3 2010:832"),
            ("3 § Ha upphävts genom lag (2010:832).", "P3 2010:832"),
            ("3 § har upphört att gälla enligt kungörelse (1960:832).", "P3 1960:832"),
            ("3 § Har utgått genom lag (2010:832).", "P3 2010:832"),
            ("48 f § Ny beteckning 48 g § genom lag 2006:470).", "P48f 2006:470"),
            ("9 § /Ny beteckning 6 § genom förordning (2007:591).", "P9 2007:591"),
            ("14 § 1 mom. har upphävts genom lag (2000:231).", "-"),
            ("2 e § Har upphävts genom förordning (2018:293)./", "P2e 2018:293"),
            ("24 § har upphävts genom lag.", "-"),
            ("24 § har upphävts.", "-"),
            ("Har upphävts genom lag (1984:1008).", "-"),
            ("", "-"),
        ] {
            let found = repeal_note(text).map(|(unit, first, last, act)| {
                let letter = if unit == Unit::Kapitel { "K" } else { "P" };
                let range = if first == last { first.to_string() } else { format!("{first}-{last}") };
                format!("{letter}{range} {act}")
            });
            assert_eq!(found.as_deref().unwrap_or("-"), expected, "{text}");
        }
    }

    fn notes(structure: &str) -> PlaceNotes {
        let json = format!(r#"{{"uri":"x:1","structure":{structure}}}"#);
        Artifact::parse(json.as_bytes()).unwrap().place_notes()
    }

    #[test]
    fn what_a_text_by_kapitel_has_without_anchors() {
        let found = notes(
            r#"[{"type":"kapitel","id":"K4","ordinal":"4","children":[
                {"type":"paragraf","id":"K4P1","ordinal":"1","upphor":"2031-07-01"},
                {"type":"paragraf","id":null,"ordinal":"1 a","ikrafttrader":"2031-07-01"},
                {"type":"upphavd","text":["2 § Har upphävts genom lag (2030:7)."]}]},
               {"type":"upphavd","text":["5 kap. Har upphävts genom lag (2030:7)."]},
               {"type":"bilaga","id":"B1","children":[{"type":"paragraf","ordinal":"9","ikrafttrader":"2031-07-01"}]}]"#,
        );
        let dated: Vec<_> = found.dated.iter().map(|dated| (&*dated.anchor, dated.from.as_deref())).collect();
        assert_eq!(dated, [("K4P1", None), ("K4P1a", Some("2031-07-01"))]);
        let names = |anchor: &str| {
            let number = ProvisionNumber::parse(anchor).unwrap();
            found.repealed.iter().any(|note| note.names(&number))
        };
        assert!(found.by_kapitel);
        assert!(names("K4P2") && names("K5"));
        assert!(!names("K4P3") && !names("P2") && !names("K5P1") && !names("K3P2"));
    }

    #[test]
    fn what_a_text_numbered_through_has_without_anchors() {
        let found = notes(
            r#"[{"type":"kapitel","id":"K4","ordinal":"4","children":[
                {"type":"paragraf","id":"P1","ordinal":"1"},
                {"type":"paragraf","ordinal":"7","ikrafttrader":"2031-07-01"},
                {"type":"upphavd","text":["2 § Har upphävts genom lag (2030:7)."]}]}]"#,
        );
        assert_eq!(found.dated[0].anchor, "P7");
        assert!(found.repealed[0].names(&ProvisionNumber::parse("P2").unwrap()));
    }

    #[test]
    fn a_paragraf_that_is_only_a_note() {
        for text in ["Har upphävts genom lag (2030:7).", "/Ny beteckning 6 § genom lag (2030:7)."] {
            let found = notes(&format!(
                r#"[{{"type":"paragraf","id":"P9","ordinal":"9","children":[{{"type":"stycke","text":["{text}"]}}]}}]"#
            ));
            assert_eq!(found.repealed[0].act, "2030:7", "{text}");
        }
    }
}
