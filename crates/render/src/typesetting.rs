//! Texts without the codes of a typesetter that old statutes kept in their words. No form that is read has them; the artifact keeps them.

use std::ops::ControlFlow;

use lagrum_artifact::{Artifact, without_codes};

use crate::event::{Event, LinkedText, OwnedPiece};

/// A writer of the events of a document that passes them on without codes.
pub(crate) fn taken_out<'a, 'w, W: FnMut(Event<'a>) -> ControlFlow<()>>(
    artifact: &Artifact,
    write: &'w mut W,
) -> impl FnMut(Event<'a>) -> ControlFlow<()> + use<'a, 'w, W> {
    // Statutes have a register, and they alone have codes.
    let may_have_codes = artifact.field(&["amendments"]).is_some();
    move |mut event| {
        if may_have_codes {
            event.change_texts(without);
        }
        write(event)
    }
}

/// A text without codes.
fn without(text: LinkedText<'_>) -> LinkedText<'_> {
    if !text.pieces().any(|(words, _)| without_codes(words) != words) {
        return text;
    }
    let mut pieces: Vec<OwnedPiece> = Vec::new();
    for (words, uri) in text.pieces() {
        let left = without_codes(words);
        let is_after_blank = pieces.last().is_none_or(|last| last.words.ends_with(char::is_whitespace));
        let left = if is_after_blank { left.trim_start() } else { &left };
        pieces.push(OwnedPiece::new(left.to_owned(), uri));
    }
    LinkedText::of_pieces(pieces)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{markdown, part_text};

    #[test]
    fn markdown_and_text_have_no_codes() {
        let json = json!({"uri": "https://lag.example/1931:47", "amendments": [], "structure": [
            {"type": "paragraf", "id": "P1", "ordinal": "1", "children": [{"type": "stycke", "id": "P1S1", "text": [
                "*/k/ dels */-k/ att ", {"uri": "https://lag.example/1930:1", "text": "lagen"}, " /k/ dels /-k/ får"]}]}]});
        let artifact = Artifact::parse(json.to_string().as_bytes()).unwrap();
        let text = markdown(&artifact, None);
        assert!(text.contains("dels att ") && text.ends_with(" dels får") && !text.contains("k/"), "{text}");
        let anchor = lagrum_artifact::Anchor::new("P1").unwrap();
        let part = artifact.presented().part(&anchor).unwrap();
        assert_eq!(part_text(&artifact, &part), "1 § dels att lagen dels får");
    }
}
