//! Codes of the typesetter that old statutes kept in their words: `*/k/ dels */-k/ att` begins and ends italics, `/r4/ Bilaga` is a heading.
//!
//! They are no words of the law, so they are taken out of the text when an artifact is parsed. The stored bytes do not change. Marks of
//! notes (`/n1/`) stay: they stand for something that the text says.

use serde_json::{Map, Value};

use crate::derived::{STORED_CELLS, STORED_TEXT, is_derived};

/// What stands between the slashes of a code. Codes of one letter more, as `/m/`, are other things (`mg/m/n3/`).
const NAMES: [&str; 12] =
    ["k", "-k", "kurs", "-kurs", "slut kurs", "ny rad", "g1", "-g1", "r1", "r2", "r3", "r4"];

/// Whether JSON may hold a code. Few documents do.
#[expect(clippy::needless_bitwise_bool, reason = "without branches the compiler looks at many bytes at once")]
pub(crate) fn may_be_in(json: &[u8]) -> bool {
    // Every triple of bytes is looked at without a branch: the beginnings `*/`, `/k/`, `/-k`, `/ku`, `/sl`, `/ny`, `/g1` and `/r1`.
    let may_begin = |at: &[u8]| {
        let (second, third) = (at[1], at[2]);
        let k = (second == b'k') & ((third == b'/') | (third == b'u'));
        let ended = (second == b'-') & ((third == b'k') | (third == b'g'));
        let word = (second == b's') & (third == b'l') | (second == b'n') & (third == b'y');
        let numbered = ((second == b'g') | (second == b'r')) & third.is_ascii_digit();
        (at[0] == b'*') & (second == b'/') | (at[0] == b'/') & (k | ended | word | numbered)
    };
    json.windows(3).fold(false, |found, at| found | may_begin(at))
}

/// Takes the codes out of the nodes of a text. The depth of the recursion is bounded by the JSON parser.
pub(crate) fn take_out(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(take_out),
        Value::Object(node) => {
            take_out_of_own(node, "text", STORED_TEXT, take_out_of_text);
            take_out_of_own(node, "cells", STORED_CELLS, |cells| {
                let cells = cells.as_array_mut().into_iter().flatten();
                cells.fold(false, |changed, cell| take_out_of_text(cell) | changed)
            });
            let others = node
                .iter_mut()
                .filter(|(name, _)| !is_derived(name) && !matches!(name.as_str(), "text" | "cells"));
            others.for_each(|(_, value)| take_out(value));
        }
        _ => {}
    }
}

/// Changes a field of a node, and keeps it as it was stored.
fn take_out_of_own(
    node: &mut Map<String, Value>,
    field: &str,
    stored: &str,
    change: impl Fn(&mut Value) -> bool,
) {
    let Some(value) = node.get_mut(field) else { return };
    let mut changed = value.clone();
    if change(&mut changed) {
        let before = std::mem::replace(value, changed);
        node.entry(stored).or_insert(before);
    }
}

/// Takes the codes out of a text. Returns whether it had any.
fn take_out_of_text(text: &mut Value) -> bool {
    let runs = match text {
        Value::String(text) => return take_out_of_run(text, true, true),
        Value::Array(runs) => runs,
        _ => return false,
    };
    let mut is_changed = false;
    let last = runs.len().saturating_sub(1);
    for (at, run) in runs.iter_mut().enumerate() {
        if let Value::String(words) = run {
            is_changed |= take_out_of_run(words, at == 0, at == last);
        }
    }
    if is_changed {
        runs.retain(|run| run.as_str() != Some(""));
    }
    is_changed
}

/// Takes the codes out of a run, with the blanks around them that would stand beside another blank, before a point, or at an edge of the
/// text.
fn take_out_of_run(run: &mut String, is_first: bool, is_last: bool) -> bool {
    let mut kept = String::new();
    let mut rest = run.as_str();
    let mut is_changed = false;
    while let Some((before, after)) = next_code(rest) {
        kept.push_str(before);
        let begins = kept.trim_end().is_empty() && is_first;
        if begins || after.starts_with(['.', ',']) {
            kept.truncate(kept.trim_end().len());
        }
        let is_after_blank = begins || kept.ends_with(char::is_whitespace);
        rest = if is_after_blank { after.trim_start() } else { after };
        let is_joined = kept.ends_with(char::is_alphanumeric) && rest.starts_with(char::is_alphanumeric);
        if is_joined {
            kept.push(' ');
        }
        is_changed = true;
    }
    if is_changed {
        let ends = rest.is_empty() && is_last;
        kept.push_str(rest);
        if ends {
            kept.truncate(kept.trim_end().len());
        }
        *run = kept;
    }
    is_changed
}

/// What stands before and after the next code.
fn next_code(text: &str) -> Option<(&str, &str)> {
    text.match_indices('/').find_map(|(slash, _)| {
        let name = NAMES.iter().find(|name| {
            text[slash + 1..].strip_prefix(**name).is_some_and(|after| after.starts_with('/'))
        })?;
        let (before, after) = (&text[..slash], &text[slash + name.len() + 2..]);
        if let Some(before) = before.strip_suffix('*') {
            return Some((before, after));
        }
        // Without an asterisk a code stands between blanks, so that `km/k/år` is none.
        let is_apart = before.is_empty() || before.ends_with(char::is_whitespace);
        let is_ended = after.is_empty() || after.starts_with(|c: char| c.is_whitespace() || c == '.');
        (is_apart && is_ended).then_some((before, after))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::{Artifact, FullText};

    fn artifact(text: &Value) -> Artifact {
        let act = json!({"uri": "x:1", "structure": [{"type": "stycke", "text": text}]});
        Artifact::parse(act.to_string().as_bytes()).unwrap()
    }

    #[test]
    fn codes_are_no_words_of_the_text() {
        for (text, expected) in [
            (json!(["*/k/ dels */-k/ att fårlagen"]), "dels att fårlagen"),
            (json!("genom närvaro af */k/ ett */-k/ ombud"), "genom närvaro af ett ombud"),
            (json!(["*/kurs/ Exempel:*/slut kurs/ En bagge"]), "Exempel: En bagge"),
            (json!(["som har */ny rad/ klippts", " i mars"]), "som har klippts i mars"),
            (json!(["som */k/bilagorna 1 - 2.*/-k/"]), "som bilagorna 1 - 2."),
            (json!(["bilaga /k/ (bilaga 1) /-k/ och /k/ 3 /-k/."]), "bilaga (bilaga 1) och 3."),
            (json!(["/k/ /-k/ Ull"]), "Ull"),
            (json!(["Ombud. */-k/"]), "Ombud."),
            (json!(["Ull */-k/om våren, bevis*/k/om ull"]), "Ull om våren, bevis om ull"),
            (json!(["/kurs/ /slut kurs/ /kurs/ /slut kurs/ Ett bolag"]), "Ett bolag"),
            (json!(["/r4/ Bilaga"]), "Bilaga"),
            (
                json!(["enligt */k/ ", {"uri": "y:1", "text": "3 § */k/"}, " */-k/ fårlagen"]),
                "enligt 3 § */k/ fårlagen",
            ),
            (json!(["domar/n1/, //n1// Ull, 4 mg/m/n3/"]), "domar/n1/, //n1// Ull, 4 mg/m/n3/"),
            (json!(["km/k och/eller 5 kr/k/år, a/k/, /kx/ /k"]), "km/k och/eller 5 kr/k/år, a/k/, /kx/ /k"),
        ] {
            let artifact = artifact(&text);
            assert_eq!(artifact.presented().plain_text(), expected, "{text}");
            assert_eq!(FullText::of(&artifact).pieces, [expected], "{text}");
            assert_eq!(artifact.presented().nodes().next().unwrap().to_value()["text"], text);
        }
    }

    #[test]
    fn cells_and_the_register_have_no_codes() {
        let act = json!({
            "uri": "x:1",
            "title": "/r1/ Lag",
            "structure": [{"type": "rad", "cells": [["*/k/ a"], "b */-k/"]}],
            "amendments": [{"content": [{"type": "stycke", "text": ["/k/ Ull"]}]}],
        });
        let artifact = Artifact::parse(act.to_string().as_bytes()).unwrap();
        assert_eq!(FullText::of(&artifact).pieces, ["a", "b", "Ull"]);
        assert_eq!(artifact.str(&["title"]), Some("/r1/ Lag"), "titles: `title.rs`");
    }
}
