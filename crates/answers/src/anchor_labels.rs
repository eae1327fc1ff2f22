//! Labels of provisions for one line of a list.

use lagrum_artifact::{ActFamily, Anchor, AnchorGrammar, Base, DocumentUri};

/// The most provisions that a line names. The line counts those beyond.
const NAMED: usize = 12;

/// Provisions as a reader cites them: `2 kap. 3 §, 4 § och 5 till`; empty for none.
pub(crate) fn anchor_labels(base: &Base, document: &str, anchors: &[String]) -> String {
    let label = anchor_label(base, document);
    let mut named = anchors.iter().take(NAMED).map(|anchor| label(anchor)).collect::<Vec<_>>().join(", ");
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
