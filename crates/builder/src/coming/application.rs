//! Finds the days from which an EU act or a part of it applies, by its own text: *It shall apply from 2 August 2027.*
//! An EU act has no field for them.
//!
//! Only sentences are read whose subject is the act or a part of it. A text with a quotation is left out, because it
//! amends another act.

use lagrum_artifact::{Artifact, Step};
use lagrum_citation::written_day;
use lagrum_sources::parse_date;
use serde::{Deserialize, Serialize};

/// A day from which an act or a part of it applies, as its text states it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StatedApplication {
    /// The day (`YYYY-MM-DD`).
    pub(crate) day: String,
    /// Whether the whole act applies from that day.
    pub(crate) is_whole: bool,
    /// The articles that apply from that day, where the sentence names them by number.
    pub(crate) anchors: Vec<String>,
}

/// The maximum number of statements that are kept of one act. Real acts have up to a dozen.
const MAX_SENTENCES: usize = 100;

/// The maximum number of articles that are kept of one sentence.
const MAX_ARTICLES: usize = 200;

/// The maximum length of the subject of a sentence, in bytes.
const MAX_SUBJECT: usize = 400;

/// The verbs, with the words up to the day.
const VERBS: [&str; 8] = [
    " shall apply from ",
    " shall apply as from ",
    " shall apply as of ",
    " shall enter into force on ",
    " ska tillämpas från och med den ",
    " skall tillämpas från och med den ",
    " ska börja tillämpas den ",
    " träder i kraft den ",
];

/// The subjects that stand for the whole act.
const WHOLE: [&str; 10] = [
    "It",
    "This Regulation",
    "This Directive",
    "This Decision",
    "Den",
    "Det",
    "Denna förordning",
    "Detta direktiv",
    "Detta beslut",
    "Denna rättsakt",
];

/// The words at the beginning of a subject that is a part of the act.
const PARTS: [&str; 12] = [
    "Article ",
    "Articles ",
    "Chapter ",
    "Chapters ",
    "Section ",
    "Title ",
    "Annex ",
    "Annexes ",
    "Artikel ",
    "Artiklarna ",
    "Kapitel ",
    "Bilaga ",
];

/// The days from which an EU act applies, as its text states them.
pub(crate) fn stated_applications(artifact: &Artifact) -> Vec<StatedApplication> {
    let mut found = Vec::new();
    artifact.presented().walk(&mut |step| {
        if let Step::Text(text) = step
            && found.len() < MAX_SENTENCES
        {
            found.extend(of_text(&text.plain_text()));
        }
    });
    found.truncate(MAX_SENTENCES);
    found
}

fn of_text(text: &str) -> Vec<StatedApplication> {
    // A text that quotes is one that amends another act.
    if text.contains(['‘', '’', '“', '”', '»']) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for verb in VERBS {
        for (at, _) in text.match_indices(verb) {
            let day = written_day(&text[at + verb.len()..]).filter(|day| parse_date(day).is_some());
            let Some(day) = day else { continue };
            let from = text[..at].rfind(['.', ';', ':']).map_or(0, |end| end + 1);
            // Of two statements in one sentence the second has its own subject.
            let from = text[from..at]
                .rfind(" and ")
                .filter(|and| has_day(&text[from..from + *and]))
                .map_or(from, |and| from + and + 5);
            let subject = text[from..at].trim();
            if subject.len() > MAX_SUBJECT {
                continue;
            }
            let subject = subject.strip_prefix("However, ").unwrap_or(subject);
            let is_whole = WHOLE.contains(&subject);
            if is_whole || PARTS.iter().any(|part| subject.starts_with(part)) {
                let anchors = if is_whole { Vec::new() } else { articles(subject) };
                found.push(StatedApplication { day, is_whole, anchors });
            }
        }
    }
    found
}

/// Whether a text contains a date.
fn has_day(text: &str) -> bool {
    text.char_indices()
        .filter(|(_, letter)| letter.is_ascii_digit())
        .any(|(at, _)| written_day(&text[at..]).is_some())
}

/// The articles at the beginning of a subject: `5` and `7` of `Articles 5 and 7(2)`.
fn articles(subject: &str) -> Vec<String> {
    let lists = ["Articles ", "Article ", "Artiklarna ", "Artikel "];
    let Some(mut rest) = lists.iter().find_map(|word| subject.strip_prefix(word)) else { return Vec::new() };
    let mut articles: Vec<String> = Vec::new();
    while articles.len() < MAX_ARTICLES {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            break;
        }
        if !articles.iter().any(|article| *article == rest[..digits]) {
            articles.push(rest[..digits].to_owned());
        }
        rest = &rest[digits..];
        // Paragraphs and points: `(1)`, `(1), (2) and (4)`.
        while let Some(end) = rest.strip_prefix('(').and_then(|inner| inner.find(')')) {
            rest = rest[end + 2..]
                .trim_start_matches(", ")
                .trim_start_matches(" and ")
                .trim_start_matches(" och ");
        }
        for separator in [", ", " and ", " och ", "and Article ", "and Articles "] {
            rest = rest.strip_prefix(separator).unwrap_or(rest);
        }
        rest = rest.strip_prefix("Article ").or_else(|| rest.strip_prefix("Articles ")).unwrap_or(rest);
    }
    articles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_act_says_of_its_days() {
        for (text, expected) in [
            ("This Regulation shall apply from 11 December 2037.", "2037-12-11 whole"),
            ("It shall apply from 2 March 2037.", "2037-03-02 whole"),
            ("Denna förordning träder i kraft den 2 mars 2037.", "2037-03-02 whole"),
            ("Den ska tillämpas från och med den 2 augusti 2037.", "2037-08-02 whole"),
            ("Article 1(1) and Article 3(1) shall apply from 23 February 2037.", "2037-02-23 1,3"),
            (
                "However, Article 14 shall apply from 11 September 2036 and Chapter IV (Articles 35 to 51) shall apply from 11 June 2036.",
                "2036-09-11 14; 2036-06-11 ",
            ),
            ("Articles 5, 7(2), (3) and 9 shall apply from 1 January 2037.", "2037-01-01 5,7,9"),
            ("Chapter IV shall apply from 12 September 2037 to contracts concluded later.", "2037-09-12 "),
            ("They shall apply those provisions from 1 January 2038.", ""),
            ("Member States shall apply from 1 January 2038 the measures.", ""),
            ("Paragraph 2 is replaced by: ‘It shall apply from 2 March 2037.’", ""),
            ("It shall apply from the day of entry into force.", ""),
        ] {
            let shown: Vec<String> = of_text(text)
                .iter()
                .map(|found| {
                    let what = if found.is_whole { "whole".to_owned() } else { found.anchors.join(",") };
                    format!("{} {what}", found.day)
                })
                .collect();
            assert_eq!(shown.join("; "), expected, "{text}");
        }
    }
}
