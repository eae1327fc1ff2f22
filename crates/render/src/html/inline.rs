//! Text inside a block: white space as in markdown, links, marks and escapes.

use lagrum_escape::push_html;

use super::{HtmlLink, Surroundings};
use crate::event::LinkedText;
use crate::markdown::inline::pieces;

/// Appends a text. Returns how many characters it has, and how many stretches of it were marked.
pub(super) fn push_text(html: &mut String, text: &LinkedText<'_>, around: &dyn Surroundings) -> (usize, u32) {
    let (mut chars, mut marks) = (0, 0);
    for piece in pieces(text) {
        chars += piece.text.chars().count();
        let link = piece.uri.and_then(|uri| around.link(uri));
        if let Some(link) = &link {
            open_link(html, link);
        }
        marks += push_marked(html, &piece.text, around);
        if link.is_some() {
            html.push_str("</a>");
        }
    }
    (chars, marks)
}

fn open_link(html: &mut String, link: &HtmlLink) {
    html.push_str("<a href=\"");
    push_html(html, &link.href);
    html.push('"');
    if let Some(id) = &link.id {
        html.push_str(" id=\"");
        push_html(html, id);
        html.push_str("\" class=\"here\"");
    }
    if link.is_outside {
        html.push_str(" rel=\"external noopener\"");
    }
    if let Some(remark) = link.remark {
        html.push_str(" title=\"");
        push_html(html, remark);
        html.push('"');
    }
    html.push('>');
}

/// Appends words with their marks, and returns how many there are.
fn push_marked(html: &mut String, words: &str, around: &dyn Surroundings) -> u32 {
    let (mut at, mut marks) = (0, 0);
    for mark in around.marks(words) {
        if mark.start < at || !words.is_char_boundary(mark.start) || !words.is_char_boundary(mark.end) {
            continue;
        }
        push_words(html, &words[at..mark.start]);
        html.push_str("<mark>");
        push_words(html, &words[mark.clone()]);
        html.push_str("</mark>");
        at = mark.end;
        marks += 1;
    }
    push_words(html, &words[at..]);
    marks
}

/// Appends words, escaped. Control characters, which HTML does not allow, are left out.
pub(super) fn push_words(html: &mut String, words: &str) {
    if may_hold_forbidden(words) && words.contains(is_forbidden) {
        push_html(html, &words.replace(is_forbidden, ""));
    } else {
        push_html(html, words);
    }
}

/// Whether bytes of a text may be those of a character that may not stand in HTML.
fn may_hold_forbidden(words: &str) -> bool {
    let bytes = words.as_bytes();
    bytes.iter().enumerate().any(|(at, byte)| match byte {
        0..=31 => !matches!(byte, b'\t' | b'\n'),
        // U+0080 to U+009F; U+00A0 and what follows, such as the sign of a paragraf, begin with it too.
        0xc2 => bytes.get(at + 1).is_some_and(|next| *next < 0xa0),
        0x7f | 0xef | 0xf0.. => true,
        _ => false,
    })
}

/// Whether a character may not stand in HTML: a control character, or one that Unicode has set aside.
fn is_forbidden(c: char) -> bool {
    (c.is_control() && !matches!(c, '\t' | '\n'))
        || ('\u{fdd0}'..='\u{fdef}').contains(&c)
        || u32::from(c) & 0xfffe == 0xfffe
}
