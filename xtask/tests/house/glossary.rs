//! The names of the code follow the glossary: what its last column lists is in no name of a type, a function or a field.

use std::collections::BTreeSet;

use crate::common::{files, read};

/// A row of the glossary's tables.
struct Row {
    term: String,
    meaning: String,
    /// The words that do not stand for the term.
    not: Vec<String>,
}

fn rows() -> Vec<Row> {
    let glossary = read("docs/glossary.md");
    let cells = |line: &str| -> Option<Row> {
        let cells: Vec<&str> = line.strip_prefix("| ")?.trim_end().strip_suffix('|')?.split(" |").collect();
        let [term, rest @ ..] = cells.as_slice() else { return None };
        let not = rest.last()?.split(", ").map(|word| word.trim().to_lowercase());
        Some(Row {
            term: (*term).to_owned(),
            meaning: rest.first()?.trim().to_owned(),
            not: not.filter(|word| !word.is_empty()).collect(),
        })
    };
    let rows = glossary.lines().filter_map(cells);
    rows.filter(|row| row.term != "Term" && row.term != "Use" && !row.term.starts_with("---")).collect()
}

fn words_of(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// The words that the glossary has as terms, or as words of the wire: those in code font.
fn terms(rows: &[Row]) -> BTreeSet<String> {
    let in_code =
        |meaning: &str| meaning.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    let of_wire = rows.iter().flat_map(|row| in_code(&row.meaning));
    of_wire
        .chain(rows.iter().map(|row| row.term.clone()))
        .flat_map(|text| words_of(&text).collect::<Vec<_>>())
        .collect()
}

/// The words of a name, in either case: `find_place` and `FoundPlace`.
fn words_of_name(name: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    for sign in name.chars() {
        if sign == '_' || sign.is_uppercase() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| sign != '_') {
            word.extend(sign.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The name that a line of code gives to a type, a function or a field; None for any other line.
fn named(line: &str) -> Option<&str> {
    let mut rest = line.trim_start();
    if rest.starts_with("//") {
        return None;
    }
    if let Some(visible) = rest.strip_prefix("pub") {
        rest = visible
            .strip_prefix('(')
            .and_then(|rest| rest.split_once(')'))
            .map_or(visible, |(_, rest)| rest)
            .trim_start();
    }
    for word in ["unsafe ", "async ", "const "] {
        rest = rest.strip_prefix(word).unwrap_or(rest);
    }
    let end = |text: &str| text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    for word in ["fn ", "struct ", "enum ", "trait ", "type "] {
        if let Some(name) = rest.strip_prefix(word) {
            return Some(&name[..end(name)]);
        }
    }
    let name = &rest[..end(rest)];
    let is_field =
        rest[name.len()..].starts_with(": ") && rest.ends_with(',') && !rest.contains(['=', '"', '(']);
    (is_field && name.starts_with(char::is_lowercase)).then_some(name)
}

/// The names of the code outside tests, each with its file.
fn names() -> Vec<(String, String)> {
    let is_code = |path: &String| {
        path.starts_with("crates/")
            && path.contains("/src/")
            && path.ends_with(".rs")
            && !path.contains("tests")
    };
    let mut found = Vec::new();
    for path in files().into_iter().filter(is_code) {
        let text = read(&path);
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        found.extend(code.lines().filter_map(named).map(|name| (name.to_owned(), path.clone())));
    }
    found
}

#[test]
fn no_name_has_a_word_that_the_glossary_has_another_for() {
    let rows = rows();
    let terms = terms(&rows);
    let not: Vec<(&str, &str)> = rows
        .iter()
        .flat_map(|row| row.not.iter().map(|word| (word.as_str(), row.term.as_str())))
        .filter(|(word, _)| !word.contains(' ') && !terms.contains(*word))
        .collect();
    assert!(not.len() > 30, "the glossary was not read: {} words", not.len());
    let mut found = Vec::new();
    for (name, path) in names() {
        let words = words_of_name(&name);
        let other = not.iter().find(|(word, _)| words.iter().any(|own| own == word));
        found.extend(other.map(|(word, term)| format!("{path}: {name}: {word} is {term}")));
    }
    assert!(found.is_empty(), "the glossary has another word for these:\n{}", found.join("\n"));
}

#[test]
fn names_and_their_words_are_read() {
    for (line, expected) in [
        ("pub(crate) async fn find_place(uri: &str) -> u32 {", Some("find_place")),
        ("    pub struct PlaceText<'a> {", Some("PlaceText")),
        ("    pub(super) rows: Vec<Row>,", Some("rows")),
        ("        page: window(text),", None),
        ("    Some(x) => name: y,", None),
        ("// fn of(x: u32),", None),
    ] {
        assert_eq!(named(line), expected, "{line}");
    }
    assert_eq!(words_of_name("find_marked_place"), ["find", "marked", "place"]);
    assert_eq!(words_of_name("PlaceText"), ["place", "text"]);
}
