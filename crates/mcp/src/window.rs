//! A part of a long text that says which part it is.

use serde::Serialize;
use utoipa::ToSchema;

/// How far before the limit a text may be cut so that the cut is at the end of a line: a quarter of the window.
const LINE_SHARE: usize = 4;

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct TextWindow {
    /// Whether the whole text has more than `text`.
    pub(crate) truncated: bool,
    /// What is missing and how to read on; null when nothing is.
    #[schema(required = true)]
    pub(crate) notice: Option<String>,
    /// The `offset` with which to read on; null at the end.
    #[schema(required = true)]
    pub(crate) next_offset: Option<usize>,
    /// Characters of the whole text.
    pub(crate) total_chars: usize,
    /// The part.
    pub(crate) text: String,
}

/// The part of a text after `offset` characters: at most `max_chars`, cut at the end of a line if one is near. `tool` is the
/// tool that is called again to read on.
pub(crate) fn window(whole: &str, offset: usize, max_chars: usize, tool: &str) -> TextWindow {
    let total_chars = whole.chars().count();
    let start = byte_of(whole, offset);
    let rest = whole.get(start..).unwrap_or_default();
    let mut end = byte_of(rest, max_chars);
    if end < rest.len() {
        let window = rest.get(..end).unwrap_or_default();
        if let Some(line) = window.rfind('\n').filter(|line| *line >= end - end / LINE_SHARE) {
            end = line + 1;
        }
    }
    let text = rest.get(..end).unwrap_or_default().to_owned();
    let after = offset.min(total_chars) + text.chars().count();
    let next_offset = (after < total_chars).then_some(after);
    let truncated = next_offset.is_some() || offset.min(total_chars) > 0;
    let notice = truncated.then(|| {
        let shown = format!(
            "Only a part of the text: characters {} to {after} of {total_chars}.",
            offset.min(total_chars)
        );
        match next_offset {
            Some(next) => {
                format!("{shown} More follows: call {tool} again with offset {next} before relying on what is missing.")
            }
            None => format!("{shown} It ends the text."),
        }
    });
    TextWindow { truncated, notice, next_offset, total_chars, text }
}

/// The byte at which a character begins, by its number; the length of the text if it has fewer.
fn byte_of(text: &str, character: usize) -> usize {
    text.char_indices().nth(character).map_or(text.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_text_needs_no_notice() {
        let found = window("3 § Får\n", 0, 8, "t");
        assert_eq!((found.truncated, found.notice, found.next_offset), (false, None, None));
        assert_eq!((found.text.as_str(), found.total_chars), ("3 § Får\n", 8));
    }

    #[test]
    fn the_windows_of_a_text_join_to_the_whole() {
        let lines: Vec<String> = (0..200).map(|line| format!("{line} § åäö 😀 text\n")).collect();
        let text = lines.concat();
        for max in [1, 2, 7, 64, 100, 5_000] {
            let (mut joined, mut offset) = (String::new(), Some(0));
            while let Some(at) = offset {
                let found = window(&text, at, max, "t");
                assert!(found.text.chars().count() <= max);
                assert!(!found.text.is_empty());
                assert_eq!(found.truncated, found.next_offset.is_some() || at > 0);
                joined.push_str(&found.text);
                offset = found.next_offset;
            }
            assert_eq!(joined, text, "{max}");
        }
    }

    #[test]
    fn a_cut_falls_at_the_end_of_a_line_that_is_near() {
        assert_eq!(window("aaaaaaaa\nbbbbb", 0, 10, "t").text, "aaaaaaaa\n");
        assert_eq!(window("a\nbbbbbbbbbbbbb", 0, 10, "t").text, "a\nbbbbbbbb");
    }

    #[test]
    fn an_offset_after_the_end_is_an_empty_end() {
        let found = window("abc", 9, 10, "t");
        assert_eq!((found.text.as_str(), found.next_offset, found.truncated), ("", None, true));
    }
}
