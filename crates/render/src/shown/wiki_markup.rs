//! Wiki markup in concepts and commentaries, which their artifacts have as text: `* Ringa stöld * Stöld`, `: Om någon`,
//! `[[rättshandlingars ogiltighet]]`, `<!-- en anmärkning -->`.
//!
//! From the texts for people it is removed: items of a list are blocks of their own, links and emphasis are replaced
//! by their words, remarks are left out. The artifact, and the markdown made of it, stay verbatim.

use lagrum_artifact::Artifact;

use crate::event::{BlockForm, Event, InForce, LinkedText, Marker, OwnedPiece, TextBlock};

const REMARK: (&str, &str) = ("<!--", "-->");

/// The deepest list.
const MAX_DEPTH: usize = 6;

/// Whether a document has wiki markup in its text.
#[derive(Clone, Copy, Debug)]
pub struct WikiMarkup(bool);

impl WikiMarkup {
    /// The value for a document. Only pages of a wiki are in categories.
    pub fn of(artifact: &Artifact) -> Self {
        Self(artifact.field(&["categories"]).is_some() && artifact.field(&["body"]).is_some())
    }

    /// Whether the document may have any.
    pub fn may_be(self) -> bool {
        self.0
    }

    /// Whether an event has any.
    pub(super) fn is_in(self, event: &Event<'_>) -> bool {
        matches!(event, Event::Block(block) if self.0 && has_markup(&block.text))
    }

    /// The event without markup: a block with a list in it becomes several.
    pub fn taken_out_of<'e>(self, event: Event<'e>, write: &mut impl FnMut(Event<'e>)) {
        if !self.is_in(&event) {
            return write(event);
        }
        match event {
            Event::Block(block) => {
                for block in without(block) {
                    write(Event::Block(block));
                }
            }
            other => write(other),
        }
    }
}

fn has_markup(text: &LinkedText<'_>) -> bool {
    text.pieces().any(|(words, _)| {
        words.contains(['*', '[']) || words.contains("''") || words.contains("<!--") || words.contains("-->")
    }) || text.pieces().next().is_some_and(|(words, _)| words.trim_start().starts_with([':', ';', '#']))
}

/// A block without markup, and the items of the lists in it.
fn without(block: TextBlock<'_>) -> Vec<TextBlock<'_>> {
    let pieces = block.text.pieces().map(|(words, uri)| OwnedPiece::new(words, uri));
    let mut pieces = without_remarks(pieces.collect());
    for piece in &mut pieces {
        piece.words = lagrum_sources::without_wiki_marks(&piece.words);
    }
    let mut parts = items(pieces).into_iter();
    let Some(ListPart { depth, pieces: first }) = parts.next() else {
        return vec![TextBlock { text: LinkedText::plain(""), ..block }];
    };
    let is_paragraph = matches!(block.form, BlockForm::Paragraph | BlockForm::Lead);
    let form = if depth > 0 && is_paragraph { BlockForm::Item { depth } } else { block.form };
    let head = TextBlock { form, text: LinkedText::of_pieces(first), ..block };
    let item = |part: ListPart| TextBlock {
        form: BlockForm::Item { depth: part.depth },
        anchor: None,
        page: None,
        in_force: InForce::default(),
        language: head.language,
        marker: None::<Marker<'_>>,
        text: LinkedText::of_pieces(part.pieces),
        node: None,
    };
    let rest: Vec<_> = parts.map(item).collect();
    std::iter::once(head).chain(rest).collect()
}

/// Pieces without remarks. Of a mark without its counterpart only the mark is left out, since the extent of the
/// remark is unknown.
fn without_remarks(pieces: Vec<OwnedPiece>) -> Vec<OwnedPiece> {
    let (open, close) = REMARK;
    let all: String = pieces.iter().map(|piece| piece.words.as_str()).collect();
    let mut hidden: Vec<std::ops::Range<usize>> = Vec::new();
    let mut at = 0;
    while let Some(mark) = [all[at..].find(open), all[at..].find(close)].into_iter().flatten().min() {
        let begin = at + mark;
        let end = match all[begin..].strip_prefix(open) {
            Some(inner) => {
                inner.find(close).map_or(begin + open.len(), |end| begin + open.len() + end + close.len())
            }
            None => begin + close.len(),
        };
        hidden.push(begin..end);
        at = end;
    }
    let mut start = 0;
    let keep = |OwnedPiece { words, uri }: OwnedPiece| {
        let (begin, end) = (start, start + words.len());
        start = end;
        let mut kept = String::new();
        let mut from = begin;
        for range in hidden.iter().filter(|range| range.start < end && range.end > begin) {
            kept.push_str(&all[from..range.start.max(from)]);
            from = range.end.min(end).max(from);
        }
        kept.push_str(&all[from..end]);
        OwnedPiece { words: kept, uri }
    };
    pieces.into_iter().map(keep).filter(|piece| !piece.words.is_empty()).collect()
}

/// An item of a list, or the text before the first item.
struct ListPart {
    /// The depth of its list; 0 for the text before the first item.
    depth: u8,
    pieces: Vec<OwnedPiece>,
}

/// The items of a text and the text before them, without empty parts.
fn items(pieces: Vec<OwnedPiece>) -> Vec<ListPart> {
    let mut parts: Vec<ListPart> = vec![ListPart { depth: 0, pieces: Vec::new() }];
    let mut is_first = true;
    for OwnedPiece { words, uri } in pieces {
        let mut rest = words.as_str();
        if std::mem::take(&mut is_first) && uri.is_none() {
            let marks = rest.trim_start();
            let after = marks.trim_start_matches([':', ';', '#']);
            if after.len() < marks.len() {
                rest = after.trim_start();
            }
        }
        // A link is never cut.
        while let Some((before, depth, after)) = next_item(rest, parts.last()).filter(|_| uri.is_none()) {
            push(&mut parts, before.trim_end(), None);
            parts.push(ListPart { depth, pieces: Vec::new() });
            rest = after;
        }
        push(&mut parts, rest, uri);
    }
    parts.retain(|part| part.pieces.iter().any(|piece| !piece.words.trim().is_empty()));
    parts
}

fn push(parts: &mut [ListPart], words: &str, uri: Option<String>) {
    if let Some(part) = parts.last_mut()
        && !words.is_empty()
    {
        part.pieces.push(OwnedPiece { words: words.to_owned(), uri });
    }
}

/// The next mark of an item: the text before it, its depth, the text after it. A mark stands first, or between
/// blanks. A star between numbers is a multiplication sign and no mark.
fn next_item<'t>(text: &'t str, open: Option<&ListPart>) -> Option<(&'t str, u8, &'t str)> {
    let is_at_start = open.is_none_or(|part| part.depth == 0 && part.pieces.is_empty());
    let mut from = 0;
    while let Some(found) = text[from..].find('*') {
        let at = from + found;
        let after = text[at..].trim_start_matches('*');
        let end = text.len() - after.len();
        let before = &text[..at];
        let is_first = is_at_start && before.trim().is_empty();
        let stands_free = before.is_empty() || before.ends_with(char::is_whitespace);
        let is_free = stands_free && (after.is_empty() || after.starts_with(char::is_whitespace));
        let multiplies = before.trim_end().ends_with(|c: char| c.is_ascii_digit())
            && after.trim_start().starts_with(|c: char| c.is_ascii_digit());
        if is_first || (is_free && !multiplies) {
            let depth = (end - at).min(MAX_DEPTH);
            return Some((before, u8::try_from(depth).unwrap_or(1), after.trim_start()));
        }
        from = end;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts of a text in one line: `1|Ringa stöld / 1|Stöld`.
    fn parts(pieces: &[(&str, Option<&str>)]) -> String {
        let owned = pieces.iter().map(|(words, uri)| OwnedPiece::new(*words, *uri));
        let mut pieces = without_remarks(owned.collect());
        for piece in &mut pieces {
            piece.words = lagrum_sources::without_wiki_marks(&piece.words);
        }
        let shown = |part: ListPart| {
            let words: String = part.pieces.into_iter().map(|piece| piece.words).collect();
            format!("{}|{}", part.depth, words.trim())
        };
        items(pieces).into_iter().map(shown).collect::<Vec<_>>().join(" / ")
    }

    #[test]
    fn markup_of_a_text_is_taken_out() {
        let link = Some("https://l.example/begrepp/Tacka");
        for (pieces, expected) in [
            (&[("* Ringa fårstöld * Fårstöld", None)][..], "1|Ringa fårstöld / 1|Fårstöld"),
            (&[("* ", None), ("Tacka", link), ("rna ** ", None), ("Lamm", link)], "1|Tackarna / 2|Lamm"),
            (&[("*Avtal om ", None), ("får", link), (" och ull", None)], "1|Avtal om får och ull"),
            (&[("Fåren är * ", None), ("Tacka", link), (" * Bagge", None)], "0|Fåren är / 1|Tacka / 1|Bagge"),
            (&[(": Om någon olovligen vallar", None)], "0|Om någon olovligen vallar"),
            (&[("; Kapitel 3: Bete", None)], "0|Kapitel 3: Bete"),
            (
                &[("3 kap. [[fårs ogiltighet]] och [[Ull|ullens]]", None)],
                "0|3 kap. fårs ogiltighet och ullens",
            ),
            (&[("Får. <!-- se ", None), ("4 §", link), (" st--> Bete.", None)], "0|Får.  Bete."),
            (&[("<!-- källa behövs", None)], "0|källa behövs"),
            (&[("får -> lamm --> Se även", None)], "0|får -> lamm  Se även"),
            // No markup.
            (&[("blir 23 000 (31.42 * 75 000)", None)], "0|blir 23 000 (31.42 * 75 000)"),
            (&[("Fåret* är [sic] här: se", None)], "0|Fåret* är [sic] här: se"),
            (&[("<!-- bara en anmärkning -->", None)], ""),
        ] {
            assert_eq!(parts(pieces), expected, "{pieces:?}");
        }
    }

    #[test]
    fn a_page_has_lists_and_no_signs() {
        let artifact = Artifact::parse(
            r#"{"uri":"https://l.example/begrepp/Fårstöld","categories":[],"title":"Fårstöld","body":[
                {"type":"stycke","text":["* Ringa fårstöld * Fårstöld"]},
                {"type":"stycke","text":[": Om någon olovligen vallar"]},
                {"type":"stycke","text":["<!-- källa -->"]}]}"#
                .as_bytes(),
        )
        .unwrap();
        let html = crate::html::html(&artifact, &Nothing).html;
        assert!(html.contains("<li>Ringa fårstöld</li>") && html.contains("<li>Fårstöld</li>"), "{html}");
        assert!(html.contains("<p>Om någon olovligen vallar</p>") && !html.contains("källa"), "{html}");
        // The markdown is verbatim.
        assert!(crate::markdown(&artifact, None).contains("källa"));
    }

    struct Nothing;

    impl crate::html::Surroundings for Nothing {}
}
