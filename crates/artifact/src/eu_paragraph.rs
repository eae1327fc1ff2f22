//! The numbered paragraphs of EU judgments and opinions, which have a number and no anchor.
//!
//! A judgment quotes acts and other judgments, whose paragraphs have numbers too. The judgment's own paragraphs are
//! numbered through the whole text, so they are the longest series of rising numbers. A text with articles is an act:
//! its numbered paragraphs are parts of articles, and none is listed here.

use crate::{Node, Presented};

/// The kind of node that a numbered paragraph of an EU text is.
pub(crate) const KIND: &str = "paragraph";

/// The numbered paragraphs in order, each number once.
pub(crate) fn all<'a>(presented: &Presented<'a>) -> Vec<(&'a str, Node<'a>)> {
    let mut numbered = Vec::new();
    let is_act = presented.nodes().any(|node| collect(node, &mut numbered).is_err());
    if is_act { Vec::new() } else { longest_rising(&numbered) }
}

/// The error of `collect`: the text has articles.
struct IsAct;

/// Adds the numbered paragraphs of a node and of those below it, outside tables.
fn collect<'a>(node: Node<'a>, numbered: &mut Vec<(u32, &'a str, Node<'a>)>) -> Result<(), IsAct> {
    if node.kind() == "article" {
        return Err(IsAct);
    }
    if node.kind() == "tabell" {
        return Ok(());
    }
    if node.kind() == KIND
        && node.id().is_none()
        && let Some(printed) = node.short("num").filter(|number| is_number(number))
        && let Ok(number) = printed.parse()
    {
        numbered.push((number, printed, node));
    }
    node.children().try_for_each(|child| collect(child, numbered))
}

/// Whether a text is digits without leading zeros, so that each number has one spelling.
fn is_number(text: &str) -> bool {
    !text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit())
}

/// The longest series of paragraphs in which every number is higher than the one before.
fn longest_rising<'a>(numbered: &[(u32, &'a str, Node<'a>)]) -> Vec<(&'a str, Node<'a>)> {
    // For each length, the paragraph that ends a series of that length with the lowest number.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(numbered.len());
    for (at, (number, ..)) in numbered.iter().enumerate() {
        let length = ends.partition_point(|end| numbered[*end].0 < *number);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() {
            ends.push(at);
        } else {
            ends[length] = at;
        }
    }
    let mut found = Vec::with_capacity(ends.len());
    let mut next = ends.last().copied();
    while let Some(at) = next {
        let (_, printed, node) = numbered[at];
        found.push((printed, node));
        next = before[at];
    }
    found.reverse();
    found
}

#[cfg(test)]
mod tests {
    use crate::Artifact;

    fn paragraph(number: &str, text: &str) -> String {
        format!(r#"{{"type":"paragraph","num":"{number}","text":["{text}"]}}"#)
    }

    fn numbers(structure: &str) -> String {
        let json = format!(r#"{{"uri":"x:1","structure":[{structure}]}}"#);
        let artifact = Artifact::parse(json.as_bytes()).unwrap();
        let found = super::all(&artifact.presented());
        let shown: Vec<String> =
            found.iter().map(|(number, node)| format!("{number}{}", node.plain_text())).collect();
        shown.join(" ")
    }

    #[test]
    fn the_numbers_of_a_judgment_are_counted_through() {
        for (printed, expected) in [
            ("1 2 3", "1 2 3"),
            // Quoted paragraphs before and after the judgment's own.
            ("1 2 7q 8q 3 4 5 6 7 8", "1 2 3 4 5 6 7 8"),
            ("1 2 3 1q 2q 4 5 1q", "1 2 3 4 5"),
            ("1 2 1999q 3", "1 2 3"),
            // A paragraph that is missing.
            ("1 2 4 5", "1 2 4 5"),
            ("1 02 0 a 2a 3", "1 3"),
            ("", ""),
        ] {
            let nodes: Vec<String> = printed
                .split_whitespace()
                .map(|text| match text.strip_suffix('q') {
                    Some(number) => paragraph(number, "q"),
                    None => paragraph(text, ""),
                })
                .collect();
            let nested = format!(r#"{{"type":"heading","text":[],"children":[{}]}}"#, nodes.join(","));
            assert_eq!(numbers(&nested), expected, "{printed}");
        }
    }

    #[test]
    fn an_act_has_no_such_paragraphs() {
        let article = r#"{"type":"article","num":"1","text":["a"],"children":[]}"#;
        assert_eq!(numbers(&format!("{},{article}", paragraph("1", "a"))), "");
        let table = format!(r#"{{"type":"tabell","children":[{}]}}"#, paragraph("1", "a"));
        assert_eq!(numbers(&table), "");
        assert_eq!(numbers(r#"{"type":"paragraph","num":"1","id":"p1","text":["a"]}"#), "");
    }
}
