//! Paragraphs that printed pages cut in two, and the number of the page that was printed below them.
//!
//! A preparatory work has the text of each page in blocks of its own, so a sentence that runs over the end of a page
//! is in two paragraphs. The head of a page stands in the outer margin beside the first lines of the page, so these
//! lines are a separate paragraph too. A paragraph is written as the rest of the paragraph right before it if it
//! begins in lower case and that paragraph does not end a sentence. With a footnote or a heading between them, both
//! stay as they are.
//! A page number that is the last word of the last paragraph of its page is left out.

use super::RunningHead;
use super::running_head::divides_word;
use crate::event::{BlockForm, Event, InForce, LinkedText, OwnedPiece, TextBlock};

/// Holds back a paragraph until the next event is known.
#[derive(Debug)]
pub(super) struct PageCut<'a> {
    /// Whether the document was read from printed pages.
    is_printed: bool,
    held: Option<TextBlock<'a>>,
    /// Whether the held paragraph is the first of its page.
    begins_page: bool,
    /// The page of the last event that has one.
    page: Option<i64>,
    has_mended: bool,
}

/// Characters of the lines beside the head of a page.
const BESIDE_HEAD: std::ops::RangeInclusive<usize> = 40..=250;

impl<'a> PageCut<'a> {
    /// The state for a document with such running heads.
    pub(super) fn of(head: RunningHead<'_>) -> Self {
        Self {
            is_printed: matches!(head, RunningHead::Name(_)),
            held: None,
            begins_page: false,
            page: None,
            has_mended: false,
        }
    }

    /// Writes an event, after the paragraph that was held back. A paragraph is held back itself.
    pub(super) fn write(&mut self, event: Event<'a>, write: &mut impl FnMut(Event<'a>)) {
        let mut event = event;
        let page = page_of(&event);
        if let Some(mut before) = self.held.take() {
            if let Some(own) = before.page.filter(|own| page == own.checked_add(1)) {
                let cut = without_last_word(before.text.clone(), &own.to_string());
                self.has_mended |= !cut.is_same(&before.text);
                before.text = cut;
            }
            if let Event::Block(block) = &mut event
                && let Some(within_word) = goes_on(&before, self.begins_page, block)
            {
                if within_word {
                    before.text = without_end(&before.text, "-");
                }
                block.form = BlockForm::Rest { within_word };
                self.has_mended = true;
            }
            write(Event::Block(before));
        }
        self.begins_page = page != self.page;
        self.page = page.or(self.page);
        match event {
            Event::Block(block) if self.is_printed && may_be_cut(&block) => self.held = Some(block),
            event => write(event),
        }
    }

    /// Writes the paragraph that is held back. Returns whether any paragraph was cut.
    pub(super) fn end(&mut self, write: &mut impl FnMut(Event<'a>)) -> bool {
        if let Some(block) = self.held.take() {
            write(Event::Block(block));
        }
        self.has_mended
    }
}

/// Whether a block is a paragraph on a printed page without an anchor, a marker or days of its own.
fn may_be_cut(block: &TextBlock<'_>) -> bool {
    matches!(block.form, BlockForm::Paragraph | BlockForm::Rest { .. })
        && block.page.is_some()
        && block.anchor.is_none()
        && block.marker.is_none()
        && block.in_force == InForce::default()
}

/// Whether a block is the rest of the block before it, and if so, whether the break is within a word. None if it is
/// not.
fn goes_on(before: &TextBlock<'_>, begins_page: bool, block: &TextBlock<'_>) -> Option<bool> {
    let pages = block.page?.checked_sub(before.page?)?;
    if !may_be_cut(block) || before.language != block.language || !(pages == 1 || (pages == 0 && begins_page))
    {
        return None;
    }
    let (before, words) = (before.text.collapsed(), block.text.collapsed());
    let ends_sentence = before.is_empty() || before.ends_with(['.', ':', ';', '!', '?', '”', '"', '…']);
    let begins_lower = words.starts_with(char::is_lowercase) && !is_item(&words);
    // A line in capitals (`R A P P O R T`) is a heading, and `dels att` begins an item.
    let is_beside_head = BESIDE_HEAD.contains(&before.chars().count())
        && !before.ends_with(char::is_uppercase)
        && !words.starts_with("dels ");
    (!ends_sentence && begins_lower && (pages == 1 || is_beside_head)).then(|| divides_word(&before, &words))
}

/// Whether a text begins with the letter of an item: `b) `, `iii)`.
fn is_item(words: &str) -> bool {
    let letters = words.chars().take_while(char::is_ascii_lowercase).count();
    letters <= MAX_ITEM_LETTERS && words[letters..].starts_with(')')
}

/// Letters of the sign of an item.
const MAX_ITEM_LETTERS: usize = 5;

/// The printed page on which the element of an event begins.
fn page_of(event: &Event<'_>) -> Option<i64> {
    match event {
        Event::Enter(part) => part.node?.page(),
        Event::Block(block) => block.page,
        Event::Row(_) | Event::Leave => None,
    }
}

/// A text without its last word, if that is `word`. A text of one word stays.
fn without_last_word<'a>(text: LinkedText<'a>, word: &str) -> LinkedText<'a> {
    let words = text.collapsed();
    let is_last = words.strip_suffix(word).is_some_and(|before| before.ends_with(' '));
    if is_last { without_end(&text, word) } else { text }
}

/// A text without `end`, if it ends with it.
fn without_end<'a>(text: &LinkedText<'_>, end: &str) -> LinkedText<'a> {
    let mut pieces: Vec<_> = text.pieces().map(|(words, uri)| OwnedPiece::new(words, uri)).collect();
    while pieces.pop_if(|piece| piece.words.trim().is_empty()).is_some() {}
    if let Some(OwnedPiece { words, .. }) = pieces.last_mut()
        && let Some(before) = words.trim_end().strip_suffix(end)
    {
        words.truncate(before.len());
    }
    LinkedText::of_pieces(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is shown of paragraphs, each with its page: a line for each paragraph, `|` where a page begins inside it.
    fn shown(paragraphs: &[(i64, &'static str)]) -> String {
        let mut cut = PageCut::of(RunningHead::Name("Prop. 2030/31:9"));
        let mut shown = String::new();
        let mut write = |event: Event<'_>| {
            let Event::Block(block) = event else { return };
            shown.push_str(match block.form {
                BlockForm::Rest { within_word: true } => "|",
                BlockForm::Rest { within_word: false } => " |",
                _ if shown.is_empty() => "",
                _ => "\n",
            });
            shown.push_str(&block.text.collapsed());
        };
        for (page, text) in paragraphs {
            let block = TextBlock {
                form: BlockForm::Paragraph,
                anchor: None,
                page: Some(*page),
                in_force: InForce::default(),
                language: None,
                marker: None,
                text: (*text).into(),
                node: None,
            };
            cut.write(Event::Block(block), &mut write);
        }
        cut.end(&mut write);
        shown
    }

    #[test]
    fn a_sentence_that_goes_over_the_page_is_one_paragraph() {
        for (paragraphs, expected) in [
            (vec![(7, "Fåret ska därför"), (8, "klippas om våren.")], "Fåret ska därför |klippas om våren."),
            (
                vec![(7, "Enligt fårklipp- "), (8, "ningslagen gäller"), (9, "annat.")],
                "Enligt fårklipp|ningslagen gäller |annat.",
            ),
            (vec![(7, "grund-"), (8, "och gymnasieskolan")], "grund- |och gymnasieskolan"),
            (vec![(7, "Fåret ska därför 7"), (8, "klippas.")], "Fåret ska därför |klippas."),
            (vec![(7, "Fåret klipps. 7"), (8, "Ullen säljs. 7")], "Fåret klipps.\nUllen säljs. 7"),
            (vec![(7, "7"), (8, "Ullen enligt 17"), (9, "§")], "7\nUllen enligt 17\n§"),
            (
                vec![
                    (7, "Ull."),
                    (8, "Bredvid sidans huvud är raderna om fårskötsel alltid"),
                    (8, "korta, och"),
                    (8, "ull"),
                ],
                "Ull.\nBredvid sidans huvud är raderna om fårskötsel alltid |korta, och\null",
            ),
            (
                vec![(7, "Ull."), (8, "Nuvarande lydelse"), (8, "får klippas")],
                "Ull.\nNuvarande lydelse\nfår klippas",
            ),
            // A sentence ends, another begins, an item, the same page, a page between, nothing.
            (vec![(7, "Fåret klipps."), (8, "om våren")], "Fåret klipps.\nom våren"),
            (vec![(7, "Fåret"), (8, "Ullen")], "Fåret\nUllen"),
            (vec![(7, "får, eller"), (8, "iii) ull")], "får, eller\niii) ull"),
            (
                vec![(7, "Ull."), (7, "Fåret ska på våren klippas, om det är varmt"), (7, "ute")],
                "Ull.\nFåret ska på våren klippas, om det är varmt\nute",
            ),
            (vec![(7, "Fåret ska"), (9, "klippas")], "Fåret ska\nklippas"),
            (vec![(7, "Får."), (7, ""), (8, "klippas")], "Får.\n\nklippas"),
        ] {
            assert_eq!(shown(&paragraphs), expected);
        }
    }

    #[test]
    fn a_heading_or_a_note_between_keeps_them_apart() {
        let mut cut = PageCut::of(RunningHead::Name("Prop. 2030/31:9"));
        let mut forms = Vec::new();
        for (form, page) in [(BlockForm::Paragraph, 7), (BlockForm::Footnote, 7), (BlockForm::Paragraph, 8)] {
            let block = TextBlock {
                form,
                anchor: None,
                page: Some(page),
                in_force: InForce::default(),
                language: None,
                marker: None,
                text: "fåret ska".into(),
                node: None,
            };
            cut.write(Event::Block(block), &mut |event| forms.extend(form_of(&event)));
        }
        cut.end(&mut |event| forms.extend(form_of(&event)));
        assert_eq!(forms, [BlockForm::Paragraph, BlockForm::Footnote, BlockForm::Paragraph]);
    }

    fn form_of(event: &Event<'_>) -> Option<BlockForm> {
        match event {
            Event::Block(block) => Some(block.form),
            _ => None,
        }
    }
}
