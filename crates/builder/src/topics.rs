//! Finds the topics of the parts of an act: the headings over its provisions, and the terms that these define.
//!
//! A query that is such a heading or term asks for the act. The numbers of chapters and the *Om* of older acts are no part of a topic.

use std::collections::BTreeSet;

use lagrum_artifact::{Anchor, Artifact, Base, FullText};
use lagrum_sources::{Source, concept_name};

use crate::links::{PLAIN, RawLink};

/// The maximum number of characters of a topic. Nobody types a longer heading.
const MAX_CHARS: usize = 60;

/// The topics in the headings over the provisions of an act, each once.
pub(crate) fn headings(artifact: &Artifact) -> Vec<String> {
    let text = FullText::of(artifact);
    let over = text.parts.iter().flat_map(|part| &part.headings);
    let pieces: BTreeSet<u32> = over.copied().collect();
    let headings = pieces.into_iter().filter_map(|at| text.pieces.get(at as usize));
    let topics: BTreeSet<&str> = headings.filter_map(|heading| topic(heading)).collect();
    topics.into_iter().map(str::to_owned).collect()
}

/// The terms that the provisions of an act define, each with the anchor of its provision.
pub(crate) fn defined_terms(links: &[RawLink], source: &Source, base: &Base) -> Vec<(String, String)> {
    let term = |link: &RawLink| {
        if link.predicate == PLAIN {
            return None;
        }
        let name = concept_name(base, &link.to)?;
        let anchor = Anchor::new(link.from_anchor.as_deref()?)?;
        Some((source.grammar.unit(&anchor).as_str().to_owned(), name))
    };
    let terms: BTreeSet<(String, String)> = links.iter().filter_map(term).collect();
    terms.into_iter().collect()
}

/// The topic in a heading; None for a heading that is too long to be typed, or without letters.
fn topic(heading: &str) -> Option<&str> {
    let heading = heading.trim();
    let numbered = heading.split_once(" kap.").filter(|(number, _)| {
        number.starts_with(|char: char| char.is_ascii_digit()) && number.chars().count() <= 5
    });
    let words = numbered.map_or(heading, |(_, words)| words).trim();
    let words = words.strip_prefix("Om ").unwrap_or(words).trim_end_matches(['.', ':']).trim_end();
    let is_sound = words.chars().count() <= MAX_CHARS && words.chars().any(char::is_alphabetic);
    is_sound.then_some(words)
}

/// The topic in the name of an act, if the name is one word that ends in a word for an act: *Semester* of *Semesterlag
/// (1977:480)* and of *semesterlagen*.
pub(crate) fn topic_of_name(name: &str) -> Option<&str> {
    let word = name.split_once(" (").map_or(name, |(word, _)| word).trim();
    if word.contains(char::is_whitespace) {
        return None;
    }
    let topic = ["lagen", "balken", "lag", "balk"].iter().find_map(|head| word.strip_suffix(head))?;
    (topic.chars().count() > 1 && topic.chars().all(char::is_alphabetic)).then_some(topic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_a_topic_without_its_number() {
        for (heading, expected) in [
            ("5 kap. Äktenskapsskillnad", Some("Äktenskapsskillnad")),
            ("12 a kap. Betesdrift", Some("Betesdrift")),
            ("Om stängsel.", Some("stängsel")),
            ("Semesterdagar", Some("Semesterdagar")),
            ("3 kap.", None),
            ("§ 4", None),
            ("", None),
            ("Undantag från skyldigheten att ha stängsel i fråga om får som vallas", None),
        ] {
            assert_eq!(topic(heading), expected, "{heading}");
        }
    }

    #[test]
    fn a_name_of_one_word_is_of_a_topic() {
        for (name, expected) in [
            ("Semesterlag (1977:480)", Some("Semester")),
            ("semesterlagen", Some("semester")),
            ("Jordabalk (1970:994)", Some("Jorda")),
            ("Lag (1982:80) om anställningsskydd", None),
            ("Lag", None),
            ("Arbetstidsförordning (1982:901)", None),
            ("den nya köplagen", None),
            ("LAS", None),
        ] {
            assert_eq!(topic_of_name(name), expected, "{name}");
        }
    }
}
