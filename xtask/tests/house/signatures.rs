//! The parameters of functions that other files can call have clear types: none is a tuple, whose parts are not visible at a
//! call, and none is a bare number if a type exists for what is numbered.

use crate::common::{files, read};

/// Functions that take tuples, by file and name, with the reason.
const TUPLES: [(&str, &str, &str); 8] = [
    ("crates/api/src/document_forms.rs", "is_negotiated", "a query as it was parsed"),
    ("crates/api/src/document_forms.rs", "day", "a query as it was parsed"),
    ("crates/api/src/document_forms.rs", "new", "a query as it was parsed"),
    (
        "crates/lagrum/src/commands/cite/words.rs",
        "shown_runs",
        "a difference as it is answered: signs and texts",
    ),
    ("crates/pages/src/lib.rs", "last_value", "a query as it was parsed: names and values"),
    ("crates/site/src/pages/mod.rs", "work", "a query as it was parsed"),
    ("crates/corpus/src/import/mirror/client.rs", "get", "headers: names and values"),
    ("crates/parse/src/sfs/register.rs", "write_properties", "the fields of an object: names and values"),
];

/// Names of parameters that are numbers of things with a type of their own, and that type. A list of them has the plural.
const NUMBERS: [(&str, &str); 14] = [
    ("stored", "StoredId"),
    ("stored_id", "StoredId"),
    ("day", "Date or DayNumber"),
    ("today", "Date or DayNumber"),
    ("as_of", "Date or DayNumber"),
    ("document", "DocumentNumber"),
    ("citing", "DocumentNumber"),
    ("cited", "DocumentNumber"),
    ("target", "DocumentNumber"),
    ("law", "DocumentNumber"),
    ("target_anchor", "AnchorNumber"),
    ("slot", "Slot"),
    ("generation", "Generation"),
    ("oldest_generation", "Generation"),
];

/// Number types that do not state what is numbered. Smaller ones are parts of dates.
const BARE: [&str; 5] = ["u32", "u64", "usize", "i64", "i128"];

/// The text of a file before its tests.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text)
}

/// The position at which the bracket that begins a text is closed. The `>` of an arrow closes nothing.
fn close(text: &str, open: char, closing: char) -> Option<usize> {
    let mut depth = 0;
    let mut before = ' ';
    for (at, sign) in text.char_indices() {
        if sign == open {
            depth += 1;
        } else if sign == closing && before != '-' {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        }
        before = sign;
    }
    None
}

/// The parts of a text between commas that are outside brackets.
fn parts(text: &str) -> Vec<&str> {
    let (mut found, mut depth, mut start, mut before) = (Vec::new(), 0, 0, ' ');
    for (at, sign) in text.char_indices() {
        match sign {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            '>' if before != '-' => depth -= 1,
            ',' if depth == 0 => {
                found.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
        before = sign;
    }
    found.push(text[start..].trim());
    found.retain(|part| !part.is_empty());
    found
}

/// A function that other files can call.
struct VisibleFunction<'a> {
    name: &'a str,
    parameters: Vec<&'a str>,
    /// Its result type; None if it has none.
    result: Option<&'a str>,
}

/// The functions of a file that other files can call.
fn visible_functions(text: &str) -> Vec<VisibleFunction<'_>> {
    let function = |(at, _): (usize, &str)| {
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let before = text[line..at].trim_start();
        if !(before.starts_with("pub ") || before.starts_with("pub(")) || before.contains("//") {
            return None;
        }
        let rest = &text[at + "fn ".len()..];
        let end = rest.find(['<', '('])?;
        let name = &rest[..end];
        let rest = &rest[end..];
        let rest = if rest.starts_with('<') { &rest[close(rest, '<', '>')? + 1..] } else { rest };
        let list = rest.strip_prefix('(')?;
        let end = close(rest, '(', ')')?;
        let result =
            rest[end + 1..].split(['{', ';']).next()?.split("where").next()?.trim().strip_prefix("-> ");
        Some(VisibleFunction { name, parameters: parts(&list[..end - 1]), result: result.map(str::trim) })
    };
    text.match_indices("fn ").filter_map(function).collect()
}

/// The type of a parameter; None for `self`.
fn type_of(parameter: &str) -> Option<&str> {
    let pattern = if parameter.starts_with('(') { close(parameter, '(', ')')? } else { 0 };
    let colon = parameter[pattern..].find(": ")?;
    Some(&parameter[pattern + colon + 2..])
}

/// Whether a type has a tuple in it, outside the signatures of closures and the items of iterators.
fn has_tuple(kind: &str) -> bool {
    let mut rest = kind;
    while let Some(at) = rest.find('(') {
        let Some(end) = close(&rest[at..], '(', ')') else { return false };
        let before = rest[..at].trim_end();
        // The items of an iterator are often those of a map.
        let is_item = before.ends_with("Item =");
        let is_signature =
            before.ends_with(|c: char| c.is_alphanumeric()) || before.ends_with("->") || is_item;
        if !is_signature && parts(&rest[at + 1..at + end]).len() > 1 {
            return true;
        }
        // The types in the brackets of a signature are not parameters of the function itself.
        rest = if is_signature { &rest[at + end + 1..] } else { &rest[at + 1..] };
    }
    false
}

/// The type that a parameter or a result should have, if it is a bare number of such a thing or a list of them.
fn lacking(name: &str, kind: &str) -> Option<&'static str> {
    let kind = kind.trim_start_matches('&');
    let list = kind
        .strip_prefix('[')
        .or_else(|| kind.strip_prefix("Vec<"))
        .or_else(|| kind.strip_prefix("HashSet<"));
    let is_named = |number: &str| {
        number == name || list.is_some() && name.strip_suffix('s').is_some_and(|singular| singular == number)
    };
    let (_, wanted) = NUMBERS.iter().find(|(number, _)| is_named(number))?;
    let kind = list.map_or(kind, |list| list.trim_end_matches([']', '>']));
    let kind = kind.strip_prefix("Option<").map_or(kind, |inner| inner.trim_end_matches('>'));
    BARE.contains(&kind).then_some(wanted)
}

/// The files whose functions are checked.
fn code() -> impl Iterator<Item = String> {
    let is_code =
        |path: &String| path.starts_with("crates/") && path.contains("/src/") && path.ends_with(".rs");
    files().into_iter().filter(is_code).filter(|path| !path.contains("tests"))
}

#[test]
fn no_visible_function_takes_or_returns_a_bare_number_of_what_has_a_type() {
    let mut found = Vec::new();
    for path in code() {
        let text = read(&path);
        for VisibleFunction { name, parameters, result } in visible_functions(without_tests(&text)) {
            let named = parameters.iter().filter_map(|parameter| {
                let (name, kind) = parameter.trim_start_matches("mut ").split_once(": ")?;
                Some((name, kind))
            });
            for (number, kind) in named.chain(result.map(|result| (name, result))) {
                if let Some(wanted) = lacking(number, kind) {
                    found.push(format!("{path}: {name}: {number} is {kind}, not {wanted}"));
                }
            }
        }
    }
    assert!(found.is_empty(), "give these the type that is named:\n{}", found.join("\n"));
}

#[test]
fn bare_numbers_are_found() {
    for (parameter, expected) in [
        ("stored: i64", true),
        ("stored: Option<i64>", true),
        ("stored: &[i64]", true),
        ("day: u32", true),
        ("document: u32", true),
        ("documents: &[u32]", true),
        ("citing: Vec<u32>", true),
        ("document: Option<u32>", true),
        ("stored: StoredId", false),
        ("document: DocumentNumber", false),
        // How many there are.
        ("documents: usize", false),
        ("number: i64", false),
    ] {
        let (name, kind) = parameter.split_once(": ").unwrap_or_default();
        assert_eq!(lacking(name, kind).is_some(), expected, "{parameter}");
    }
    let functions = visible_functions("pub fn document(&self, at: usize) -> Option<u32> {");
    assert_eq!(
        functions[0].result.and_then(|result| lacking(functions[0].name, result)),
        Some("DocumentNumber")
    );
}

#[test]
fn no_visible_function_takes_a_tuple() {
    let mut found = Vec::new();
    for path in code() {
        let text = read(&path);
        for VisibleFunction { name, parameters, .. } in visible_functions(without_tests(&text)) {
            let is_allowed = TUPLES.iter().any(|(file, function, _)| *file == path && *function == name);
            let takes = parameters.iter().filter_map(|parameter| type_of(parameter)).any(has_tuple);
            if takes && !is_allowed {
                found.push(format!("{path}: {name}"));
            }
        }
    }
    assert!(found.is_empty(), "name the parts by a struct or by two parameters:\n{}", found.join("\n"));
}

#[test]
fn tuples_are_found() {
    let takes = |signature: &str| {
        let functions = visible_functions(signature);
        functions
            .iter()
            .any(|function| function.parameters.iter().filter_map(|one| type_of(one)).any(has_tuple))
    };
    for (signature, expected) in [
        ("pub fn a(&self, (from, to): (u32, u32)) {", true),
        ("    pub(crate) const fn a<T: Fn(u8) -> u8>(\n        pairs: &[(String, Vec<u8>)],\n    ) {", true),
        ("pub async fn a(at: Option<(i64, &str)>) {", true),
        ("pub fn a(map: &HashMap<u32, (String, bool)>) {", true),
        ("pub fn a(&self, from: u32, to: u32) -> (u32, u32) {", false),
        ("pub fn a(each: impl Fn(u32, (u8, u8)) -> (u32, u32)) {", false),
        ("pub fn a(pairs: impl IntoIterator<Item = (String, u32)>) {", false),
        ("pub fn a(each: &mut dyn FnMut((u8, u8)), none: ()) {", false),
        ("fn a(pair: (u8, u8)) {", false),
    ] {
        assert_eq!(takes(signature), expected, "{signature}");
    }
}
