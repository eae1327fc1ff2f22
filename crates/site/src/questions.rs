//! Everyday questions and the provisions that answer them, grouped by doors on the start page.
//!
//! They are data: `data/fragor.tsv` for Swedish law, or a file of the operator. A question is shown only if its provision is
//! held and applies, so the file may name acts that a corpus lacks.

use std::collections::BTreeSet;
use std::fmt;

use jiff::civil::Date;
use lagrum_answers::{self as answers, AnswerError};
use lagrum_artifact::Base;
use lagrum_snapshot::Snapshot;
use lagrum_words::{Language, folded, is_function_word, is_light_word, stem, tokens};

use crate::href::Href;

/// The questions that come with the program.
const SHIPPED: &str = include_str!("../data/fragor.tsv");

/// Maximum number of questions in a file. The start page has no room for more.
const MAX_QUESTIONS: usize = 200;

/// Maximum number of questions of a door that are shown.
const MAX_OF_DOOR: usize = 10;

/// The questions of the start page.
#[derive(Clone, Debug)]
pub struct Questions {
    rows: Vec<Question>,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Question {
    /// The door that it belongs to.
    door: String,
    words: String,
    /// The local id of the act.
    document: String,
    /// The anchor of the provision.
    anchor: String,
}

/// A line of a file of questions is not `door \t question \t act#anchor`, or there are too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidQuestions {
    /// The line, from 1.
    pub line: usize,
}

impl fmt::Display for InvalidQuestions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}: a line is a door, a question and an act#anchor with tabs between them; at most {MAX_QUESTIONS} lines",
            self.line
        )
    }
}

impl std::error::Error for InvalidQuestions {}

impl Default for Questions {
    fn default() -> Self {
        Self::parse(SHIPPED).unwrap_or(Self { rows: Vec::new() })
    }
}

/// A door of the start page with its questions: provisions that answer, and words.
#[derive(Debug)]
pub(crate) struct QuestionDoor {
    pub(crate) name: String,
    pub(crate) questions: Vec<(Href, String)>,
}

/// A question of the start page that a query asks.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct AskedQuestion {
    pub(crate) words: String,
    /// The uri of the provision that answers.
    pub(crate) uri: String,
    pub(crate) page: Href,
}

/// The stems of the words in a question or query that state its topic.
fn content_stems(text: &str) -> BTreeSet<String> {
    let content = tokens(text).filter(|token| !is_function_word(&token.word) && !is_light_word(&token.word));
    content.map(|token| folded(&stem(&token.word, Language::Swedish)).into_owned()).collect()
}

/// The share of a question's words that a query has, if the query asks that question: it has all of them and at most one other
/// word, or at least two thirds of them and no other word. None for another query. A word that the question lacks mostly makes
/// another question: a tax that is paid too late is not a rent that is.
fn asked_share(typed: &BTreeSet<String>, question: &BTreeSet<String>) -> Option<f32> {
    let shared = typed.intersection(question).count();
    let (more, missing) = (typed.len() - shared, question.len() - shared);
    let is_asked = match (more, missing) {
        (0, 0) => shared > 0,
        (1, 0) => shared >= 3,
        (0, missing) => shared >= 2 * missing && shared >= 2,
        _ => false,
    };
    is_asked.then(|| shared as f32 / (shared + more + missing) as f32)
}

impl Questions {
    /// Reads a file of questions.
    pub fn parse(text: &str) -> Result<Self, InvalidQuestions> {
        let mut rows = Vec::new();
        for (at, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let invalid = InvalidQuestions { line: at + 1 };
            let fields: Vec<&str> = line.split('\t').map(str::trim).collect();
            let [door, words, place] = fields[..] else { return Err(invalid) };
            let (document, anchor) = place.split_once('#').ok_or(invalid)?;
            if [door, words, document, anchor].iter().any(|field| field.is_empty())
                || rows.len() == MAX_QUESTIONS
            {
                return Err(invalid);
            }
            let [door, words, document, anchor] = [door, words, document, anchor].map(str::to_owned);
            rows.push(Question { door, words, document, anchor });
        }
        Ok(Self { rows })
    }

    /// The doors with the questions that a snapshot answers on a day, in the order of the file.
    pub(crate) fn doors(&self, snapshot: &Snapshot, day: Date) -> Result<Vec<QuestionDoor>, AnswerError> {
        let base = &snapshot.manifest().base;
        let uris: Vec<String> =
            self.rows.iter().map(|row| format!("{base}/{}#{}", row.document, row.anchor)).collect();
        let held = answers::held_places(snapshot, day, &uris)?;
        let mut doors: Vec<QuestionDoor> = Vec::new();
        for (row, _) in self.rows.iter().zip(held).filter(|(_, is_held)| *is_held) {
            let question = (Href::page(&row.document).at(&row.anchor), row.words.clone());
            match doors.iter_mut().find(|door| door.name == row.door) {
                // Further questions replace those whose provision is not held.
                Some(door) if door.questions.len() >= MAX_OF_DOOR => {}
                Some(door) => door.questions.push(question),
                None => doors.push(QuestionDoor { name: row.door.clone(), questions: vec![question] }),
            }
        }
        Ok(doors)
    }

    /// The question that a query asks in nearly the same words, with the uri and page of its provision.
    pub(crate) fn asked(&self, query: &str, base: &Base) -> Option<AskedQuestion> {
        let typed = content_stems(query);
        let share = |row: &Question| asked_share(&typed, &content_stems(&row.words));
        let best = self.rows.iter().filter_map(|row| Some((share(row)?, row)));
        // Among questions with an equal share the first is taken.
        let (_, row) = best.reduce(|best, other| if other.0 > best.0 { other } else { best })?;
        Some(AskedQuestion {
            words: row.words.clone(),
            uri: format!("{base}/{}#{}", row.document, row.anchor),
            page: Href::page(&row.document).at(&row.anchor),
        })
    }

    /// The local ids of the acts and the anchors of the provisions.
    pub fn places(&self) -> impl Iterator<Item = (&str, &str)> {
        self.rows.iter().map(|row| (row.document.as_str(), row.anchor.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_questions_is_read_line_by_line() {
        let read = Questions::parse("# Får\n\nDjur\tVem räknar?\t1931:47#K2P2\n").unwrap();
        assert_eq!(read.places().collect::<Vec<_>>(), [("1931:47", "K2P2")]);
        for (text, line) in [
            ("Djur\tVem räknar?", 1),
            ("\nDjur\tVem?\t1931:47", 2),
            ("\tVem?\t1931:47#K1", 1),
            ("a\tb\tc#d\te", 1),
        ] {
            assert_eq!(Questions::parse(text).unwrap_err(), InvalidQuestions { line }, "{text}");
        }
        let many = "a\tb\tc#d\n".repeat(MAX_QUESTIONS + 1);
        assert!(Questions::parse(&many).is_err());
    }

    #[test]
    fn a_query_asks_a_question_in_nearly_its_words() {
        let file = "Djur\tVem räknar fåren om hösten?\t1931:47#K2P2\n\
                    Djur\tVad är en vallning?\t1931:47#K3P1\n\
                    Djur\tVad kostar det att räkna för sent?\t1931:47#K9P1\n";
        let questions = Questions::parse(file).unwrap();
        let base = Base::parse("https://lag.example").unwrap();
        for (query, expected) in [
            ("Vem räknar fåren om hösten?", Some("K2P2")),
            ("räkna fåren hösten", Some("K2P2")),
            ("räkna fåren", Some("K2P2")),
            ("räkna fåren hösten skogen", Some("K2P2")),
            ("vallning", Some("K3P1")),
            ("räkna för sent", Some("K9P1")),
            ("räkna hösten skogen", None),
            ("räkna fåren hösten skogen berget", None),
            ("fåren", None),
            ("hösten", None),
            ("vallning av fåren", None),
            ("vad är det", None),
            ("", None),
        ] {
            let asked = questions.asked(query, &base);
            let anchor = asked.as_ref().and_then(|asked| asked.uri.rsplit('#').next());
            assert_eq!(anchor, expected, "{query}");
        }
    }

    #[test]
    fn six_doors_of_ten_questions_and_more_are_shipped() {
        let shipped = Questions::parse(SHIPPED).unwrap();
        let mut doors: Vec<(&str, usize)> = Vec::new();
        for row in &shipped.rows {
            match doors.iter_mut().find(|(door, _)| *door == row.door) {
                Some((_, questions)) => *questions += 1,
                None => doors.push((&row.door, 1)),
            }
        }
        assert_eq!(doors.len(), 6, "{doors:?}");
        assert!(doors.iter().all(|(_, questions)| *questions >= MAX_OF_DOOR), "{doors:?}");
    }
}
