//! Labels of provisions for one line of a list.

use lagrum_artifact::{ActFamily, Anchor, AnchorGrammar, Base, DocumentUri};

/// The most provisions that a line names. The line counts those beyond.
const NAMED: usize = 12;

/// Provisions as a reader cites them: `2 kap. 3 och 4 §§, 5 kap. 1 § och 5 till`; empty for none.
pub(crate) fn anchor_labels(base: &Base, document: &str, anchors: &[String]) -> String {
    let label = anchor_label(base, document);
    let mut named = together(anchors.iter().take(NAMED).map(|anchor| label(anchor)));
    if let Some(more) = anchors.len().checked_sub(NAMED).filter(|more| *more > 0) {
        named.push_str(&format!(" och {more} till"));
    }
    named
}

/// How a reader cites an anchor of a document; the anchor itself where there is no such form.
pub(crate) fn anchor_label(base: &Base, document: &str) -> impl Fn(&str) -> String {
    let family = DocumentUri::new(document).and_then(|uri| ActFamily::of(&uri, base));
    let grammar = family.map_or(AnchorGrammar::Statute, ActFamily::grammar);
    move |anchor| {
        let label = Anchor::new(anchor).and_then(|anchor| grammar.label(&anchor));
        label.unwrap_or_else(|| anchor.to_owned())
    }
}

/// Labels in one line. Paragrafer of one kapitel that follow each other are named together: `2 kap. 3, 5 och 6 §§`.
fn together(labels: impl Iterator<Item = String>) -> String {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for label in labels {
        let Some((kapitel, number)) = whole_paragraf(&label) else {
            groups.push((label, Vec::new()));
            continue;
        };
        match groups.last_mut() {
            Some((last, numbers)) if *last == kapitel && !numbers.is_empty() => {
                numbers.push(number.to_owned());
            }
            _ => groups.push((kapitel.to_owned(), vec![number.to_owned()])),
        }
    }
    let written = groups.into_iter().map(|(kapitel, numbers)| match numbers.as_slice() {
        [] => kapitel,
        [number] => format!("{kapitel}{number} §"),
        [first @ .., last] => format!("{kapitel}{} och {last} §§", first.join(", ")),
    });
    written.collect::<Vec<_>>().join(", ")
}

/// The kapitel and the number of a label that is a whole paragraf: `2 kap. ` and `3 a` of `2 kap. 3 a §`.
fn whole_paragraf(label: &str) -> Option<(&str, &str)> {
    let bare = label.strip_suffix(" §")?;
    let at = bare.find("kap. ").map_or(0, |at| at + "kap. ".len());
    let number = &bare[at..];
    let is_number = number.starts_with(|c: char| c.is_ascii_digit())
        && number.split(' ').count() <= 2
        && number.chars().all(|c| c.is_ascii_alphanumeric() || c == ' ');
    is_number.then_some((&bare[..at], number))
}

#[cfg(test)]
mod tests {
    use super::together;

    #[test]
    fn paragrafer_of_one_kapitel_are_named_together() {
        for (labels, expected) in [
            (&["3 §", "4 §"][..], "3 och 4 §§"),
            (
                &["2 kap. 3 §", "2 kap. 4 a §", "2 kap. 6 §", "3 kap. 1 §"],
                "2 kap. 3, 4 a och 6 §§, 3 kap. 1 §",
            ),
            (&["2 kap.", "2 kap. 3 §", "bilaga 1", "bilaga 2"], "2 kap., 2 kap. 3 §, bilaga 1, bilaga 2"),
            (&["3 §", "2 kap. 1 §", "4 §"], "3 §, 2 kap. 1 §, 4 §"),
            (&["artikel 6", "artikel 7"], "artikel 6, artikel 7"),
            (&[], ""),
        ] {
            assert_eq!(together(labels.iter().map(ToString::to_string)), expected);
        }
    }
}
