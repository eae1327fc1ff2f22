//! Texts without white space, control characters and ASCII punctuation, which markup consists of.

/// The text as it is compared.
pub(crate) fn bare(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    push_bare(text, &mut bare);
    bare
}

pub(crate) fn push_bare(text: &str, bare: &mut String) {
    // Markdown parsers replace NUL by the replacement character.
    let compared = |c: &char| {
        c.is_ascii_alphanumeric()
            || (!c.is_ascii()
                && !c.is_whitespace()
                && !c.is_control()
                && !matches!(c, '\u{fffd}'..='\u{ffff}'))
    };
    bare.extend(text.chars().filter(compared));
}

/// Markdown without its markup and the targets of its links.
pub(crate) fn bare_of_markdown(markdown: &str) -> String {
    let mut bare = String::with_capacity(markdown.len());
    let mut rest = markdown;
    while let Some(at) = rest.find("](") {
        push_bare(&rest[..at], &mut bare);
        let escapes = rest[..at].bytes().rev().take_while(|byte| *byte == b'\\').count();
        rest = &rest[at + 2..];
        if escapes % 2 == 0 {
            rest = &rest[target_length(rest)..];
        }
    }
    push_bare(rest, &mut bare);
    bare
}

/// The length of the target of a link, with the bracket that ends it.
fn target_length(text: &str) -> usize {
    let (end, mut depth, mut escaped) = (if text.starts_with('<') { '>' } else { ')' }, 0, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if std::mem::take(&mut escaped) => {}
            '\\' => escaped = true,
            '(' if end == ')' => depth += 1,
            ')' if end == ')' && depth > 0 => depth -= 1,
            c if c == end => return at + if end == '>' { 2 } else { 1 },
            _ => {}
        }
    }
    text.len()
}
