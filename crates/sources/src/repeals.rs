//! The acts that a statute states that it repeals: *Genom lagen upphävs lagen (1931:47) om får.*
//!
//! The held text of a repealed act may be older than its repeal, and then does not mention it. The act that repeals it does, in its
//! transitional provisions. Only a sentence about a whole act is read, and only if it has no reservation and no day of its own.
//! An agency's regulation states in fields what it repeals.

use jiff::civil::Date;
use lagrum_artifact::{Artifact, Step, walk};
use serde_json::Value;

use crate::parse_date;

/// An act that another repeals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedRepeal {
    /// Its number: `1931:47`.
    pub number: String,
    /// The day on which the act that repeals it enters into force.
    pub day: Date,
}

/// An agency's regulation that another repeals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepealedRegulation {
    /// Its uri.
    pub uri: String,
    /// The day on which the regulation that repeals it enters into force.
    pub day: Date,
}

/// The greatest number of bytes from *Genom* to *upphävs*, and from *upphävs* to the number.
const MAX_SUBJECT: usize = 60;
const MAX_NAME: usize = 120;

/// Words of sentences that repeal an act only in part, or on another day.
const RESERVATIONS: [&str; 6] = ["såvitt", " utom ", "undantag", "i den del", " dock ", "vid utgången"];

/// The acts that the transitional provisions of a statute and of its amendments repeal.
pub fn stated_repeals(artifact: &Artifact) -> Vec<StatedRepeal> {
    let mut repeals = Vec::new();
    for act in artifact.list(&["amendments"]) {
        let day = act.pointer("/properties/rpubl:ikrafttradandedatum").and_then(Value::as_str);
        let (Some(day), Some(content)) = (day.and_then(parse_date), act.get("content")) else { continue };
        walk(content, &mut |step| {
            let Step::Text(text) = step else { return };
            let repeal = |number: &str| StatedRepeal { number: number.to_owned(), day };
            repeals.extend(numbers(&text.plain_text()).map(repeal));
        });
    }
    repeals
}

/// The regulations that a regulation states that it repeals. One without a day repeals on no known day, and one that names a
/// regulation of a later year has the two the wrong way round.
pub fn repealed_regulations(artifact: &Artifact) -> Vec<RepealedRegulation> {
    let day = artifact.str(&["metadata", "ikrafttradandedatum"]).and_then(parse_date);
    let Some(day) = day else { return Vec::new() };
    let is_earlier = |uri: &str| {
        let number = uri.rsplit('/').next().unwrap_or_default();
        number
            .split(':')
            .next()
            .and_then(|year| year.parse::<i16>().ok())
            .is_some_and(|year| year <= day.year())
    };
    let uris = artifact.list(&["metadata", "upphaver"]).iter().filter_map(Value::as_str);
    let earlier = uris.filter(|uri| is_earlier(uri));
    earlier.map(|uri| RepealedRegulation { uri: uri.to_owned(), day }).collect()
}

/// The numbers of the acts that sentences of a text repeal.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("Genom ").filter_map(|(start, _)| {
        let sentence = &text[start..];
        let (subject, rest) = sentence.split_once(" upphävs ")?;
        let (name, rest) = rest.split_once('(')?;
        let (number, after) = rest.split_once(')')?;
        let rest = after.split(". ").next().unwrap_or_default();
        let is_whole =
            !name.contains(['§', '.', ',', ':', ';']) && !name.contains(|c: char| c.is_ascii_digit());
        let has_day =
            rest.split(" den ").skip(1).any(|after| after.starts_with(|c: char| c.is_ascii_digit()));
        let is_plain = !has_day && !RESERVATIONS.iter().any(|words| rest.contains(words));
        let fits = subject.len() <= MAX_SUBJECT && name.len() <= MAX_NAME && !subject.contains('.');
        (fits && is_whole && is_plain && is_number(number)).then_some(number)
    })
}

fn is_number(text: &str) -> bool {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once(':').is_some_and(|(year, number)| year.len() == 4 && is_digits(year) && is_digits(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_repealed() {
        for (text, expected) in [
            ("Genom lagen upphävs lagen (1931:47) om får.", "1931:47"),
            ("1. Nytt. Genom dessa föreskrifter upphävs Fårverkets föreskrifter (1999:7) om får.", "1999:7"),
            ("Genom lagen upphävs lagen (1931:47) om får. Den gäller dock för getter.", "1931:47"),
            ("Genom lagen upphävs 7 § lagen (1931:47) om får.", ""),
            ("Genom lagen upphävs lagen (1931:47) om får, utom 3 §.", ""),
            ("Genom lagen upphävs lagen (1931:47) om får den 1 juli 2032.", ""),
            ("Genom lagen upphävs bilaga 2 till lagen (1931:47) om får.", ""),
            ("Lagen (1931:47) om får upphävs.", ""),
            ("Genom beslut (4711) upphävs taxan (nr 3).", ""),
        ] {
            assert_eq!(numbers(text).collect::<Vec<_>>().join(" "), expected, "{text}");
        }
    }

    #[test]
    fn a_regulation_repeals_on_its_first_day() {
        for (day, repealed, expected) in [
            (r#""2031-07-01""#, r#"["x/afs/2029:1", "x/afs/2031:2"]"#, "x/afs/2029:1 x/afs/2031:2"),
            (r#""2031-07-01""#, r#"["x/afs/2032:1", "x/afs"]"#, ""),
            ("null", r#"["x/afs/2029:1"]"#, ""),
        ] {
            let metadata = format!(r#"{{"ikrafttradandedatum":{day},"upphaver":{repealed}}}"#);
            let json = format!(r#"{{"uri":"x/afs/2031:3","metadata":{metadata}}}"#);
            let found = repealed_regulations(&Artifact::parse(json.as_bytes()).unwrap());
            let uris: Vec<&str> = found.iter().map(|repealed| repealed.uri.as_str()).collect();
            assert_eq!(uris.join(" "), expected, "{day} {repealed}");
            assert!(found.iter().all(|repealed| repealed.day == Date::constant(2031, 7, 1)));
        }
    }

    #[test]
    fn a_repeal_has_the_day_of_its_act() {
        let json = r#"{"uri":"x:2","amendments":[{"properties":{"rpubl:ikrafttradandedatum":"2031-07-01"},
            "content":[{"type":"overgangsbestammelse","children":[{"type":"punkt","text":["Genom lagen upphävs lagen (",
            {"text":"1931:47","uri":"x:1"},") om får."]}]}]},{"content":[{"type":"punkt","text":["Genom lagen upphävs lagen (1:1)"]}]}]}"#;
        let found = stated_repeals(&Artifact::parse(json.as_bytes()).unwrap());
        let day = Date::constant(2031, 7, 1);
        assert_eq!(found, [StatedRepeal { number: "1931:47".to_owned(), day }]);
    }
}
