//! A running text as the grammar reads it, and where its bytes came from.

use unicode_normalization::char::{compose, is_combining_mark};

use super::markup::{PlacedChar, characters};
use crate::cursor::Cursor;
use crate::normalise::{is_left_out, lower_char};

/// A text with single blanks, composed letters and plain hyphens, in its own case and in lower case.
///
/// Both forms have the same byte offsets. A line end is a blank in the lower-case form and a line feed in the other. An empty line is
/// a line feed in both, and no citation goes over it. A word that a hyphen breaks at a line end is joined.
#[derive(Debug, Default)]
pub(super) struct ScanText {
    text: String,
    lower: String,
    /// For each byte of the text, where its character begins and ends in the original.
    origin: Vec<(u32, u32)>,
}

/// How far before and after a position the forms of citations look.
const BEFORE: usize = 200;
const AFTER: usize = 600;

impl ScanText {
    /// Cleans a text. Text after the first four gigabytes is left out.
    pub(super) fn new(original: &str) -> Self {
        let mut clean = Self {
            text: String::with_capacity(original.len()),
            lower: String::with_capacity(original.len()),
            origin: Vec::with_capacity(original.len()),
        };
        let mut chars = characters(original);
        loop {
            // Nearly all characters: nothing is done to them.
            if let Some((start, words)) = chars.plain_words() {
                clean.push_words(words, start);
            }
            let Some(PlacedChar { start, mut end, mut c }) = chars.next() else { break };
            if c.is_ascii_alphanumeric() && chars.peek().is_none_or(|next| next.c.is_ascii()) {
                clean.push_pair(c, c.to_ascii_lowercase(), (start, end));
                continue;
            }
            if matches!(c, '\u{ad}' | '-' | '\u{2010}' | '\u{2011}')
                && let Some(blanks) = broken_word(clean.text.chars().next_back(), &original[end..])
            {
                while chars.next_if(|next| next.start < end + blanks).is_some() {}
                continue;
            }
            if is_left_out(c) {
                continue;
            }
            if c.is_whitespace() || c.is_control() {
                let mut lines = line_ends(c, None);
                let mut last = c;
                while let Some(blank) = chars.next_if(|next| next.c.is_whitespace() || next.c.is_control()) {
                    lines += line_ends(blank.c, Some(last));
                    last = blank.c;
                    end = blank.end;
                }
                let (written, lower) = match lines {
                    0 => (' ', ' '),
                    1 => ('\n', ' '),
                    _ => ('\n', '\n'),
                };
                clean.push_pair(written, lower, (start, end));
                continue;
            }
            while let Some((mark_end, composed)) =
                chars.peek().and_then(|mark| Some((mark.end, composed(c, mark.c)?)))
            {
                (c, end) = (composed, mark_end);
                chars.next();
            }
            let c = match c {
                '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
                c => c,
            };
            clean.push(c, (start, end));
        }
        clean
    }

    fn push(&mut self, c: char, place: (usize, usize)) {
        let small = lower_char(c);
        let kept = if small.len_utf8() == c.len_utf8() { c } else { small };
        self.push_pair(kept, small, place);
    }

    /// Adds plain words of the original in both forms.
    fn push_words(&mut self, words: &str, start: usize) {
        let (Ok(first), Ok(last)) = (u32::try_from(start), u32::try_from(start + words.len())) else {
            return;
        };
        self.text.push_str(words);
        let before = self.lower.len();
        self.lower.push_str(words);
        if let Some(added) = self.lower.get_mut(before..) {
            added.make_ascii_lowercase();
        }
        self.origin.extend((first..last).map(|at| (at, at + 1)));
    }

    /// Adds a character in both forms, which have the same length.
    fn push_pair(&mut self, kept: char, small: char, (start, end): (usize, usize)) {
        let (Ok(start), Ok(end)) = (u32::try_from(start), u32::try_from(end)) else { return };
        self.lower.push(small);
        self.text.push(kept);
        self.origin.extend(std::iter::repeat_n((start, end), kept.len_utf8()));
    }

    /// A cursor at the beginning.
    pub(super) fn cursor(&self) -> Cursor<'_> {
        Cursor::over(&self.text, &self.lower)
    }

    /// A cursor over the neighbourhood of an offset, standing at it, and the offset at which the neighbourhood begins.
    /// Forms that look at everything before or after them then take bounded time.
    pub(super) fn near(&self, at: usize) -> (Cursor<'_>, usize) {
        let mut start = at.saturating_sub(BEFORE);
        while !self.text.is_char_boundary(start) {
            start -= 1;
        }
        let mut end = (at + AFTER).min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        // No citation goes over an empty line.
        let before = self.lower.get(start..at).unwrap_or_default();
        start += before.rfind('\n').map_or(0, |line| line + 1);
        let after = self.lower.get(at..end).unwrap_or_default();
        end = after.find('\n').map_or(end, |line| at + line);
        let text = self.text.get(start..end).unwrap_or_default();
        let lower = self.lower.get(start..end).unwrap_or_default();
        (Cursor::over(text, lower).to(at - start), start)
    }

    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// The range of the original text that a range of this one came from.
    pub(super) fn original(&self, start: usize, end: usize) -> std::ops::Range<usize> {
        let first = self.origin.get(start).map_or(0, |(start, _)| *start as usize);
        let last = end.checked_sub(1).and_then(|last| self.origin.get(last));
        first..last.map_or(first, |(_, end)| *end as usize).max(first)
    }
}

/// The bytes of the line end after a hyphen, when the hyphen only breaks a word there: `rättegångs-⏎balken`, and not
/// `hälso-⏎och sjukvårdslagen`.
fn broken_word(before: Option<char>, rest: &str) -> Option<usize> {
    before.filter(|c| c.is_lowercase())?;
    let mut lines = 0;
    let mut last = None;
    let mut blanks = 0;
    for (at, c) in rest.char_indices().take_while(|(_, c)| c.is_whitespace() || c.is_control()) {
        lines += line_ends(c, last);
        last = Some(c);
        blanks = at + c.len_utf8();
    }
    let word = rest.get(blanks..)?.split(|c: char| !c.is_alphabetic()).next()?;
    let joint = ["och", "eller", "samt", "resp", "respektive", "men"].contains(&word);
    (lines == 1 && word.starts_with(char::is_lowercase) && !joint).then_some(blanks)
}

fn line_ends(c: char, before: Option<char>) -> u32 {
    let second_half = c == '\n' && before == Some('\r');
    u32::from(matches!(c, '\n' | '\r' | '\u{2029}') && !second_half) + u32::from(c == '\u{2029}')
}

fn composed(base: char, mark: char) -> Option<char> {
    (!mark.is_ascii() && is_combining_mark(mark)).then(|| compose(base, mark))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_lead_back_to_the_original() {
        let original = "Se\u{a0}2\r\nkap.  3\u{ad} §\n\nA\u{30a}r 26–27 ẞ";
        let clean = ScanText::new(original);
        assert_eq!(clean.lower, "se 2 kap. 3 §\når 26-27 ß");
        assert_eq!(clean.text, "Se 2\nkap. 3 §\nÅr 26-27 ß");
        assert_eq!(clean.text.len(), clean.lower.len());
        let found = clean.lower.find("2 kap. 3 §").unwrap();
        let range = clean.original(found, found + "2 kap. 3 §".len());
        assert_eq!(&original[range], "2\r\nkap.  3\u{ad} §");
        let found = clean.text.find("År").unwrap();
        assert_eq!(&original[clean.original(found, found + "År".len())], "A\u{30a}r");
        assert_eq!(clean.original(0, 0), 0..0);
    }

    #[test]
    fn a_hyphen_at_a_line_end_joins_the_parts_of_a_word() {
        for (original, lower) in [
            ("köp-\nlagen⁵.", "köplagen."),
            ("köp\u{ad}\r\n  lagen", "köplagen"),
            ("hälso- och\nsjukvårdslagen", "hälso- och sjukvårdslagen"),
            ("plan-\noch bygglagen", "plan- och bygglagen"),
            ("köp-\n\nlagen", "köp-\nlagen"),
            ("s. 12-\n14, EU-\nrätten", "s. 12- 14, eu- rätten"),
        ] {
            assert_eq!(ScanText::new(original).lower, lower, "{original:?}");
        }
    }

    #[test]
    fn a_neighbourhood_ends_at_an_empty_line() {
        let clean = ScanText::new("före\n\nhär är det\n\nefter");
        let at = clean.text.find("är det").unwrap();
        let (cursor, start) = clean.near(at);
        assert_eq!((cursor.before(), cursor.rest(), start), ("här ", "är det", "före\n".len()));
    }
}
