//! Plain questions of everyday life, and the provisions that answer them: the doors of the start page.
//!
//! They are data: `data/fragor.tsv` for Swedish law, or a file of the operator. A question is shown where its provision is held and
//! applies, so the file may name acts that a corpus lacks.

use std::fmt;

use jiff::civil::Date;
use lagrum_answers::{self as answers, AnswerError};
use lagrum_snapshot::Snapshot;

use crate::href::Href;

/// The questions that come with the program.
const SHIPPED: &str = include_str!("../data/fragor.tsv");

/// Questions of a file. The start page has no room for more.
const MAX_QUESTIONS: usize = 200;

/// The questions of the start page.
#[derive(Clone, Debug)]
pub struct Questions {
    rows: Vec<Question>,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Question {
    /// The door behind which it stands.
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

/// A door of the start page, with its questions: the provisions that answer, and the words.
#[derive(Debug)]
pub(crate) struct QuestionDoor {
    pub(crate) name: String,
    pub(crate) questions: Vec<(Href, String)>,
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
                Some(door) => door.questions.push(question),
                None => doors.push(QuestionDoor { name: row.door.clone(), questions: vec![question] }),
            }
        }
        Ok(doors)
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
    fn six_doors_of_ten_questions_are_shipped() {
        let shipped = Questions::parse(SHIPPED).unwrap();
        let mut doors: Vec<(&str, usize)> = Vec::new();
        for row in &shipped.rows {
            match doors.iter_mut().find(|(door, _)| *door == row.door) {
                Some((_, questions)) => *questions += 1,
                None => doors.push((&row.door, 1)),
            }
        }
        assert_eq!(doors.len(), 6, "{doors:?}");
        assert!(doors.iter().all(|(_, questions)| *questions == 10), "{doors:?}");
    }
}
