//! Anchors of EU acts: articles with their numbered parts, points and stycken.

use super::digits_only;
use crate::swedish;

/// `5a.2.c` or `9.2.S2`.
pub(crate) struct EuArticle<'a> {
    /// The article and its numbered parts.
    pub(crate) numbers: &'a str,
    tail: EuTail<'a>,
}

enum EuTail<'a> {
    None,
    Point(&'a str),
    Stycke(&'a str),
}

impl<'a> EuArticle<'a> {
    pub(crate) fn parse(text: &'a str) -> Option<Self> {
        let (first, _) = text.split_once('.').unwrap_or((text, ""));
        digits_only(first.strip_suffix(|c: char| c.is_ascii_lowercase()).unwrap_or(first))?;
        let mut end = first.len();
        let mut tail = EuTail::None;
        for part in text[end..].split('.').skip(1) {
            if !matches!(tail, EuTail::None) {
                return None;
            }
            if digits_only(part).is_some() {
                end += 1 + part.len();
            } else if let Some(number) = part.strip_prefix('S').and_then(digits_only) {
                tail = EuTail::Stycke(number);
            } else if part.len() == 1 && part.bytes().all(|b| b.is_ascii_lowercase()) {
                tail = EuTail::Point(part);
            } else {
                return None;
            }
        }
        Some(Self { numbers: &text[..end], tail })
    }

    pub(super) fn label(&self) -> Option<String> {
        let numbers = self.numbers;
        Some(match self.tail {
            EuTail::None => format!("artikel {numbers}"),
            EuTail::Point(letter) => format!("artikel {numbers} {letter}"),
            EuTail::Stycke(number) => format!("artikel {numbers} {} stycket", swedish::ordinal(number)?),
        })
    }
}
