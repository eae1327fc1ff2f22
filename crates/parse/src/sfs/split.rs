//! Divides a text into its parts: the body, the transitional provisions by act, and the appendices after them.

use crate::blocks::{Block, blocks};

/// The parts of a text.
#[derive(Debug, Default)]
pub(super) struct Parts<'t> {
    pub(super) body: Vec<Block<'t>>,
    /// The transitional provisions with the number of their act, in order. Those before the first number have None.
    pub(super) transitional: Vec<(Option<String>, Vec<Block<'t>>)>,
    pub(super) appendices: Vec<Block<'t>>,
    /// Lines that are in no node: the heading of the transitional provisions, the numbers of the acts.
    pub(super) unplaced: Vec<&'t str>,
}

/// Headings of transitional provisions, in lower case.
const HEADINGS: [&str; 9] = [
    "övergångsbestämmelser",
    "övergångsbestämmelse",
    "ikraftträdande- och övergångsbestämmelser",
    "ikraftträdande- och övergångsbestämmelse",
    "ikraftträdande och övergångsbestämmelser",
    "ikraftträdandebestämmelser",
    "ikraftträdande",
    "övergångs- och ikraftträdandebestämmelser",
    "ikraftträdande m.m.",
];

/// Divides a text into its parts.
pub(super) fn split(text: &str) -> Parts<'_> {
    let all: Vec<Block<'_>> = blocks(text).into_iter().flat_map(parted).collect();
    let mut parts = Parts::default();
    let Some(start) = transitional_start(&all) else {
        parts.body = all;
        return parts;
    };
    let mut rest = all.into_iter();
    parts.body = rest.by_ref().take(start).collect();
    let mut in_appendices = false;
    for block in rest {
        if !in_appendices && is_appendix(&block) {
            in_appendices = true;
        }
        if in_appendices {
            parts.appendices.push(block);
        } else if parts.transitional.is_empty() && is_heading(&block) {
            parts.unplaced.extend(block.lines);
            parts.transitional.push((None, Vec::new()));
        } else if let Some(number) = act_number(&block) {
            parts.unplaced.extend(block.lines);
            parts.transitional.push((Some(number), Vec::new()));
        } else if let Some((_, act)) = parts.transitional.last_mut() {
            act.push(block);
        } else {
            parts.transitional.push((None, vec![block]));
        }
    }
    parts.transitional.retain(|(number, blocks)| number.is_some() || !blocks.is_empty());
    parts
}

/// Divides a block in two if its first line stands for itself: the number of an act, the word `Bilaga` or a note of repeal.
fn parted(block: Block<'_>) -> Vec<Block<'_>> {
    let mut first = 0;
    if let Some(line) = block.lines.first() {
        let alone = Block { lines: vec![line] };
        if act_number(&alone).is_some() {
            first = 1;
        } else if is_appendix(&alone) {
            // Notes of days may stand in the lines after the word.
            let notes = block.lines.iter().skip(1).take_while(|line| line.starts_with('/')).count();
            first = 1 + notes;
        } else if is_repealed(line)
            && block.lines.get(1).is_some_and(|next| next.starts_with(char::is_uppercase))
        {
            // The lines below are a text that was left after the repeal.
            first = 1;
        }
    }
    if first == 0 || first >= block.lines.len() {
        return vec![block];
    }
    let (head, rest) = block.lines.split_at(first);
    vec![Block { lines: head.to_vec() }, Block { lines: rest.to_vec() }]
}

/// Whether a line is only a note of repeal.
fn is_repealed(line: &str) -> bool {
    use super::heads::{Unit, head, is_note_of_repeal};
    let head = head(line);
    matches!(head.unit, Unit::Paragraf { .. } | Unit::Several | Unit::Kapitel { .. })
        && is_note_of_repeal(head.rest)
}

/// Where the transitional provisions begin: at a heading, or at the number of an act before its provisions.
fn transitional_start(blocks: &[Block<'_>]) -> Option<usize> {
    let is_number = |at: usize| blocks.get(at).is_some_and(|block| act_number(block).is_some());
    let headed = (0..blocks.len()).find(|at| blocks.get(*at).is_some_and(is_heading) && is_number(at + 1));
    let numbered =
        (0..blocks.len()).find(|at| is_number(*at) && blocks.get(at + 1).is_some_and(enters_into_force));
    if headed.is_some() || numbered.is_some() {
        return [headed, numbered].into_iter().flatten().min();
    }
    // Without numbers the provisions are those of the act itself. A heading with paragrafer after it belongs to the body.
    let last = (0..blocks.len()).rev().find(|at| blocks.get(*at).is_some_and(is_heading))?;
    let rest = blocks.get(last + 1..).unwrap_or_default();
    let has_sections = rest.iter().any(|block| {
        let first = block.first();
        let digits = first.bytes().take_while(u8::is_ascii_digit).count();
        digits > 0 && first[digits..].trim_start_matches([' ', 'a', 'b', 'c', 'd', 'e']).starts_with('§')
    });
    (!rest.is_empty() && !has_sections && rest.iter().take(3).any(enters_into_force)).then_some(last)
}

/// Whether a block has words about entry into force, repeal or earlier provisions.
fn enters_into_force(block: &Block<'_>) -> bool {
    let text = block.lines.join(" ").to_lowercase();
    [
        "träder i kraft",
        "träder ikraft",
        "trätt i kraft",
        "ikraftträd",
        "upphör att gälla",
        "upphävs",
        "äldre bestämmelser",
    ]
    .iter()
    .any(|words| text.contains(words))
}

/// Whether a block is a heading of transitional provisions. A long heading may have two letters wrong.
fn is_heading(block: &Block<'_>) -> bool {
    let [line] = block.lines.as_slice() else { return false };
    let line = line.trim().trim_end_matches([':', '.']);
    if line.chars().count() > 50 || !line.starts_with(char::is_uppercase) {
        return false;
    }
    let line = line.to_lowercase();
    HEADINGS.iter().any(|heading| {
        let allowed = if heading.len() > 18 { 2 } else { 0 };
        line == *heading || distance_is_at_most(&line, heading, allowed)
    })
}

/// Whether two words differ by at most `most` letters added, left out or changed.
fn distance_is_at_most(a: &str, b: &str, most: usize) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > most {
        return false;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut before = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let changed = before + usize::from(x != y);
            before = row[j + 1];
            row[j + 1] = changed.min(before + 1).min(row[j] + 1);
        }
    }
    row.last().is_some_and(|distance| *distance <= most)
}

/// The number when a block is only the number of an act.
fn act_number(block: &Block<'_>) -> Option<String> {
    let [line] = block.lines.as_slice() else { return None };
    let line = line.trim();
    let number = line.strip_prefix("SFS").map_or(line, str::trim_start).trim_end_matches([':', '.']);
    let (year, rest) = number.split_once(':')?;
    let is_year = year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit());
    let rest = rest.trim_start();
    let page = rest.strip_prefix("bih.").or_else(|| rest.strip_prefix("s.")).unwrap_or(rest);
    let digits = page.trim_start().bytes().take_while(u8::is_ascii_digit).count();
    let after = page.trim_start().get(digits..).unwrap_or_default().trim();
    let is_number = digits > 0 && (after.is_empty() || after.starts_with("s.") && after.len() < 9);
    (is_year && is_number).then(|| super::key::normalised(number))
}

/// Whether a block begins an appendix.
fn is_appendix(block: &Block<'_>) -> bool {
    use super::heads::{Unit, head, is_note_of_repeal};
    let first = block.first();
    if !first.starts_with("Bilaga") && !first.starts_with("BILAGA") && !first.starts_with('/') {
        return false;
    }
    let text = block.lines.join(" ");
    let head = head(&text);
    let rest = head.rest.trim();
    matches!(head.unit, Unit::Bilaga { .. })
        && (rest.is_empty() || (rest.starts_with('(') && rest.ends_with(')')) || is_note_of_repeal(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        let parts = split(text);
        let join = |blocks: &[Block<'_>]| {
            blocks.iter().map(|block| block.lines.join("|")).collect::<Vec<_>>().join(" / ")
        };
        let acts: Vec<String> = parts
            .transitional
            .iter()
            .map(|(number, blocks)| format!("{}: {}", number.as_deref().unwrap_or("-"), join(blocks)))
            .collect();
        format!("{} # {} # {}", join(&parts.body), acts.join("; "), join(&parts.appendices))
    }

    #[test]
    fn a_text_has_three_parts() {
        for (text, expected) in [
            ("1 § Får", "1 § Får #  # "),
            (
                "1 § Får\n\nÖvergångsbestämmelser\n\n2031:5\n\nDenna lag\n\n2032:6 \nDen\n\n\nBilaga 1 \n\nLista",
                "1 § Får # 2031:5: Denna lag; 2032:6: Den # Bilaga 1 / Lista",
            ),
            ("1 § Får\n\nÖvergångsbestämmeler\n\n2031:5\n\nDenna", "1 § Får # 2031:5: Denna # "),
            (
                "1 § Får\n\nIkraftträdande- och övergångsbestämmelser\n\nDenna lag träder i kraft",
                "1 § Får # -: Denna lag träder i kraft # ",
            ),
            (
                "1 § Får\n\n2031:5\n\n1. Denna lag träder i kraft",
                "1 § Får # 2031:5: 1. Denna lag träder i kraft # ",
            ),
            // A heading of the body.
            (
                "1 § Får\n\nÖvergångsbestämmelser\n\n2 § Får",
                "1 § Får / Övergångsbestämmelser / 2 § Får #  # ",
            ),
            (
                "1 § Får\n\nÖvergångsbestämmelserna\n\n2 § Får",
                "1 § Får / Övergångsbestämmelserna / 2 § Får #  # ",
            ),
            (
                "Övergångsbestämmelser\n\n2031:5\n\nDen\n\nBilagan gäller.\n\nBilaga 2 Har upphävts genom lag (2031:5).",
                " # 2031:5: Den / Bilagan gäller. # Bilaga 2 Har upphävts genom lag (2031:5).",
            ),
            (
                "1 § Har upphävts genom lag (2031:5).\nFåret är",
                "1 § Har upphävts genom lag (2031:5). / Fåret är #  # ",
            ),
            ("1 § Får\n\nBilaga\nLista", "1 § Får / Bilaga / Lista #  # "),
            ("", " #  # "),
        ] {
            assert_eq!(read(text), expected, "{text:?}");
        }
    }
}
