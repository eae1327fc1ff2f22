//! Statements of preparatory works that a provision of a law transposes articles of a directive.
//!
//! A bill states that a paragraf of the law it proposes transposes an article. Here the statements are read. The build
//! finds the statute that was made of the proposal, by number or by [`law_name_key`].

use lagrum_artifact::{Artifact, MAX_ANCHOR_BYTES, Node, is_web_address};
use serde_json::Value;

use crate::names::collapse;

/// A statement that names a law and a section of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transposition<'a> {
    /// The number of the law (`1931:47`), where it is stated.
    pub law_number: Option<&'a str>,
    /// The name of the law as [`law_name_key`] gives it; empty when only a number is stated.
    pub law_name: String,
    /// The anchor of the section in the law (`K2P3`, `P3`).
    pub anchor: String,
    /// The articles transposed: uris of a directive, each with an article as its fragment.
    pub articles: Vec<&'a str>,
}

/// The statements of a preparatory work that name a law, a section and at least one article.
pub fn transpositions(artifact: &Artifact) -> Vec<Transposition<'_>> {
    artifact.list(&["implements"]).iter().filter_map(Node::new).filter_map(statement).collect()
}

fn statement(record: Node<'_>) -> Option<Transposition<'_>> {
    let law = record.str("law")?;
    let section = ordinal(record, "paragraf")?;
    let anchor = match ordinal(record, "chapter") {
        Some(chapter) => format!("K{chapter}P{section}"),
        None => format!("P{section}"),
    };
    let articles: Vec<_> = record
        .field("uris")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .filter(|uri| is_web_address(uri))
        .collect();
    (!articles.is_empty() && anchor.len() <= MAX_ANCHOR_BYTES).then(|| Transposition {
        law_number: law_number(law),
        law_name: law_name_key(proposed(law)),
        anchor,
        articles,
    })
}

/// A chapter or section number without the blanks it may be printed with (`2 a`).
fn ordinal(record: Node<'_>, field: &str) -> Option<String> {
    let number: String = match record.field(field)? {
        Value::Number(number) => number.to_string(),
        other => other.as_str()?.split_whitespace().collect(),
    };
    (!number.is_empty()).then_some(number)
}

/// The number in parentheses: `1931:47` of `lag (1931:47) om får`.
fn law_number(law: &str) -> Option<&str> {
    law.split('(')
        .skip(1)
        .filter_map(|rest| rest.split_once(')'))
        .map(|(inside, _)| inside)
        .find(|inside| is_number(inside))
}

fn is_number(text: &str) -> bool {
    text.split_once(':').is_some_and(|(year, number)| {
        year.len() == 4
            && year.bytes().all(|b| b.is_ascii_digit())
            && number.starts_with(|c: char| c.is_ascii_digit())
    })
}

/// The law's name in the heading of a proposal: `9.1 Förslaget till fårlag` is about a `fårlag`.
fn proposed(law: &str) -> &str {
    let name = law.trim().trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').trim_start();
    ["förslaget till ", "förslag till "]
        .iter()
        .find_map(|start| {
            let head = name.get(..start.len())?;
            (head.to_lowercase() == *start).then(|| &name[start.len()..])
        })
        .unwrap_or(name)
}

/// The key by which titles of laws are compared: without the number in parentheses, one blank between words, lower
/// case.
pub fn law_name_key(title: &str) -> String {
    let mut name = title.to_owned();
    if let Some(number) = law_number(title) {
        name = name.replace(&format!("({number})"), " ");
    }
    collapse(&name).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laws_by_name() {
        let table = [
            ("9.1 Förslaget till fårlag", "fårlag", None),
            ("Förslag till  Lag om får", "lag om får", None),
            (
                "4.2.1 förslaget till lag om ändring i fårlagen (1931:47)",
                "lag om ändring i fårlagen",
                Some("1931:47"),
            ),
            ("Fårlag (1931:47 s. 2)", "fårlag", Some("1931:47 s. 2")),
            ("fårlagen (gamla)", "fårlagen (gamla)", None),
            ("12", "", None),
        ];
        for (law, name, number) in table {
            assert_eq!(law_name_key(proposed(law)), name, "{law}");
            assert_eq!(law_number(law), number, "{law}");
        }
    }

    #[test]
    fn statements_that_say_too_little_are_left_out() {
        let artifact = Artifact::parse(
            r#"{"uri":"x/prop/1","implements":[
                {"law":"9.1 Förslaget till fårlag","chapter":null,"paragraf":"3 a","uris":["https://x/celex/3#4","https://x/celex/3#5"]},
                {"law":"fårlagen (1931:47)","chapter":2,"paragraf":"3","uris":["https://x/celex/3#4"]},
                {"law":"fårlagen (1931:47)","chapter":"2","uris":["https://x/celex/3#4"]},
                {"chapter":"2","paragraf":"3","uris":["https://x/celex/3#4"]},
                {"law":"fårlagen","paragraf":"3","uris":[]}, 7]}"#
                .as_bytes(),
        )
        .unwrap();
        let read: Vec<_> = transpositions(&artifact)
            .into_iter()
            .map(|found| (found.law_name, found.law_number, found.anchor, found.articles.len()))
            .collect();
        assert_eq!(
            read,
            [
                ("fårlag".to_owned(), None, "P3a".to_owned(), 2),
                ("fårlagen".to_owned(), Some("1931:47"), "K2P3".to_owned(), 1)
            ]
        );
    }
}
