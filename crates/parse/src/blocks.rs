//! Text as blocks of lines. A block ends at an empty line or at a line with only blanks.

/// Lines that stand together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block<'t> {
    /// The lines, without the blanks at their ends.
    pub(crate) lines: Vec<&'t str>,
}

impl<'t> Block<'t> {
    /// The first line, without blanks around it.
    pub(crate) fn first(&self) -> &'t str {
        self.lines.first().map_or("", |line| line.trim_start())
    }
}

/// The blocks of a text, in order.
pub(crate) fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut found = Vec::new();
    let mut lines = Vec::new();
    for line in text.split(['\n', '\r', '\u{2028}', '\u{2029}', '\u{c}']) {
        let line = line.trim_end();
        if !line.is_empty() {
            lines.push(line);
            continue;
        }
        // The slice between `\r` and `\n` is not an empty line.
        if !lines.is_empty() && ends_block(text, line) {
            found.push(Block { lines: std::mem::take(&mut lines) });
        }
    }
    if !lines.is_empty() {
        found.push(Block { lines });
    }
    found
}

/// Whether an empty slice of a text is an empty line, and not what stands between `\r` and `\n`.
fn ends_block(text: &str, line: &str) -> bool {
    let at = (line.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    !(text.get(..at).is_some_and(|before| before.ends_with('\r'))
        && text.get(at..).is_some_and(|after| after.starts_with('\n')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_ends_at_an_empty_line() {
        for (text, expected) in [
            ("", vec![]),
            ("a \r\nb\r\n \t\r\nc", vec!["a|b", "c"]),
            ("a\n\n\n  b\nc\n", vec!["a", "  b|c"]),
            ("\r\n\r\na\r\rb", vec!["a", "b"]),
            ("a\rb", vec!["a|b"]),
        ] {
            let found: Vec<String> = blocks(text).iter().map(|block| block.lines.join("|")).collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }
}
