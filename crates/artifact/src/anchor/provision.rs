//! Anchors of provisions: segments of a capital and a value, and the divisions of a statute.

use super::digits_only;

/// A capital letter and what follows it up to the next one: `K6b` of `K6bP52c`.
#[derive(Clone, Copy)]
pub(crate) struct Segment<'a> {
    pub(super) start: usize,
    pub(crate) letter: char,
    pub(super) text: &'a str,
}

pub(crate) fn segments(text: &str) -> impl Iterator<Item = Segment<'_>> {
    let mut starts = text.char_indices().filter(|(_, c)| c.is_ascii_uppercase()).peekable();
    std::iter::from_fn(move || {
        let (start, letter) = starts.next()?;
        let end = starts.peek().map_or(text.len(), |(next, _)| *next);
        Some(Segment { start, letter, text: &text[start..end] })
    })
}

impl Segment<'_> {
    /// The digits and the lower-case letters after them. A repeat mark (`-2`) belongs to the unit, but not to the
    /// reader form.
    pub(super) fn value(&self) -> Option<(&str, &str)> {
        let value = &self.text[1..];
        let digits = value.bytes().take_while(u8::is_ascii_digit).count();
        let letters = value[digits..].bytes().take_while(u8::is_ascii_lowercase).count();
        (digits > 0).then(|| (&value[..digits], &value[digits..digits + letters]))
    }

    /// The number after a word: `bilaga 2`.
    pub(super) fn labelled(&self, word: &str) -> Option<String> {
        let (digits, letters) = self.value()?;
        let space = if letters.is_empty() { "" } else { " " };
        Some(format!("{word} {digits}{space}{letters}"))
    }

    pub(super) fn has_number(&self) -> bool {
        self.value().is_some()
    }

    pub(super) fn label(self) -> Option<String> {
        let word = match self.letter {
            'K' => "kap.",
            'P' => "§",
            'O' => "mom.",
            'S' => "st",
            'N' => "p",
            'M' => "men.",
            _ => return None,
        };
        let (digits, letters) = self.value()?;
        let space = if letters.is_empty() { "" } else { " " };
        Some(format!("{digits}{space}{letters} {word}"))
    }
}

/// The anchor of a division of a statute, or of a subdivision in it: `A1`, `AC`, `ACUII`.
pub(crate) struct Division<'a> {
    of: &'a str,
    inner: Option<&'a str>,
}

impl<'a> Division<'a> {
    pub(crate) fn parse(text: &'a str) -> Option<Self> {
        let rest = text.strip_prefix('A')?;
        let (of, inner) = rest.split_once('U').map_or((rest, None), |(of, inner)| (of, Some(inner)));
        let is_roman = |text: &str| !text.is_empty() && text.chars().all(|c| matches!(c, 'I' | 'V' | 'X'));
        let is_number = |text: &str| is_roman(text) || digits_only(text).is_some();
        let is_letter = of.len() == 1 && of.bytes().all(|b| b.is_ascii_uppercase());
        ((is_letter || is_number(of)) && inner.is_none_or(is_number)).then_some(Self { of, inner })
    }

    pub(super) fn label(&self) -> String {
        let inner = self.inner.map(|inner| format!(", underavd. {inner}")).unwrap_or_default();
        format!("avd. {}{inner}", self.of)
    }
}
