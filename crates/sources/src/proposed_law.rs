//! The laws that preparatory works propose.
//!
//! A bill names the law it proposes in the heading of the proposal. The build finds the statute that the proposal became, by
//! number or by [`law_name_key`].

use lagrum_artifact::{MAX_ANCHOR_BYTES, Node};
use serde_json::Value;

use crate::names::collapse;

/// A law as a preparatory work names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProposedLaw<'a> {
    /// Its number (`1931:47`), where it is stated.
    pub number: Option<&'a str>,
    /// Its name as [`law_name_key`] gives it; empty when only a number is stated.
    pub name: String,
}

impl<'a> ProposedLaw<'a> {
    /// The law that a record of a preparatory work is about.
    pub(crate) fn of(record: Node<'a>) -> Option<Self> {
        let law = record.str("law")?;
        Some(Self { number: law_number(law), name: law_name_key(proposed(law)) })
    }
}

/// A law by the words of a heading, or by its link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedLaw {
    /// Its number (`1931:47`), where the heading or the link states it.
    pub number: Option<String>,
    /// Its name as [`law_name_key`] gives it.
    pub name: String,
}

impl NamedLaw {
    /// The law of the heading of a proposal: `9.2 Förslaget till lag om ändring i fårlagen (1931:47)`. `linked` is the uri that the
    /// heading is linked to, if it names an act that exists.
    pub fn of_heading(heading: &str, linked: Option<&str>) -> Self {
        let of_link = || linked?.rsplit('/').next().filter(|local_id| is_number(local_id));
        let number = law_number(heading).or_else(of_link);
        Self { number: number.map(str::to_owned), name: law_name_key(proposed(heading)) }
    }
}

/// The anchor of a provision by its numbers, `K2P3` or `P3`. They may be printed with blanks (`2 a`).
pub(crate) fn provision_anchor(kapitel: Option<&Value>, paragraf: &Value) -> Option<String> {
    let paragraf = ordinal(paragraf)?;
    let anchor = match kapitel.and_then(ordinal) {
        Some(kapitel) => format!("K{kapitel}P{paragraf}"),
        None => format!("P{paragraf}"),
    };
    (anchor.len() <= MAX_ANCHOR_BYTES).then_some(anchor)
}

/// A number without the blanks it may be printed with.
fn ordinal(number: &Value) -> Option<String> {
    let number: String = match number {
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
}
