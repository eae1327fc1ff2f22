//! Text inside a block: white space as in markdown, links, marks and escapes.

use lagrum_escape::push_html;

use super::surroundings::{HtmlLink, LinkMark, Surroundings};
use crate::event::LinkedText;
use crate::markdown::inline::pieces;

/// Appends a text. Returns how many characters it has, and how many stretches of it were marked.
pub(super) fn push_text(html: &mut String, text: &LinkedText<'_>, around: &dyn Surroundings) -> (usize, u32) {
    let (mut chars, mut marks) = (0, 0);
    // The mark of the link before, until the name of the act after that link has been written.
    let mut pending: Option<LinkMark> = None;
    for piece in pieces(text) {
        chars += piece.text.chars().count();
        let link = piece.uri.and_then(|uri| around.link(uri));
        let mut rest = &*piece.text;
        if let Some(mark) = pending.take() {
            let name = if link.is_none() { name_of_act(rest) } else { "" };
            marks += push_marked(html, name, around);
            rest = &rest[name.len()..];
            push_mark(html, &mark);
        }
        if let Some(link) = &link {
            open_link(html, link);
        }
        marks += push_marked(html, rest, around);
        if let Some(link) = link {
            close_link(html);
            pending = link.mark;
        }
    }
    if let Some(mark) = pending {
        push_mark(html, &mark);
    }
    (chars, marks)
}

/// How the names of Swedish acts end in a citation.
const ACT_ENDINGS: [&str; 6] = ["lagen", "balken", "förordningen", "ordningen", "formen", "stadgan"];

/// The name of an act that a text begins with, after a blank: ` BrB`, ` avtalslagen`; empty for another text.
fn name_of_act(text: &str) -> &str {
    let Some(words) = text.strip_prefix(' ') else { return "" };
    let end = words.find(|c: char| !c.is_alphanumeric()).unwrap_or(words.len());
    let word = &words[..end];
    let capitals = word.chars().filter(|c| c.is_uppercase()).count();
    let is_name = ACT_ENDINGS.iter().any(|ending| word.ends_with(ending)) || capitals >= 2;
    if is_name { &text[..=end] } else { "" }
}

/// A sign without words, so that no remark stands in the text or in what is copied from it.
fn push_mark(html: &mut String, mark: &LinkMark) {
    html.push_str("<a class=\"since\" href=\"");
    push_html(html, &mark.href);
    html.push_str("\" title=\"");
    push_html(html, mark.words);
    html.push_str("\" aria-label=\"");
    push_html(html, mark.words);
    html.push_str("\"></a>");
}

pub(super) fn open_link(html: &mut String, link: &HtmlLink) {
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
    if let Some(remark) = &link.remark {
        html.push_str(" title=\"");
        push_html(html, remark);
        html.push('"');
    }
    html.push('>');
}

pub(super) fn close_link(html: &mut String) {
    html.push_str("</a>");
}

/// Appends words with their marks. Returns the number of marks.
pub(super) fn push_marked(html: &mut String, words: &str, around: &dyn Surroundings) -> u32 {
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
    let bytes = words.as_bytes();
    // U+0080 to U+009F are control characters. U+00A0 and the characters after it, such as §, begin with the same
    // byte.
    let is_sign = |at: usize| bytes.get(at + 1).is_some_and(|next| *next >= 0xa0);
    let is_plain = |(at, byte): (usize, &u8)| PLAIN[usize::from(*byte)] || (*byte == 0xc2 && is_sign(at));
    if bytes.iter().enumerate().all(is_plain) {
        html.push_str(words);
    } else if words.contains(is_forbidden) {
        push_html(html, &words.replace(is_forbidden, ""));
    } else {
        push_html(html, words);
    }
}

/// For each byte, whether it is neither an escaped character nor possibly part of a character that is forbidden in
/// HTML. One pass over a text checks both.
const PLAIN: [bool; 256] = {
    let mut plain = [true; 256];
    let mut byte = 0;
    while byte < 256 {
        plain[byte] = !matches!(byte, 0..=8 | 11..=31 | 0x7f | 0xc2 | 0xef..)
            && !matches!(byte as u8, b'&' | b'<' | b'>' | b'"' | b'\'');
        byte += 1;
    }
    plain
};

/// Whether a character may not stand in HTML: a control character, or one that Unicode has set aside.
fn is_forbidden(c: char) -> bool {
    (c.is_control() && !matches!(c, '\t' | '\n'))
        || ('\u{fdd0}'..='\u{fdef}').contains(&c)
        || u32::from(c) & 0xfffe == 0xfffe
}

#[cfg(test)]
mod tests {
    use super::{is_forbidden, name_of_act, push_words};

    #[test]
    fn the_name_after_a_place_belongs_to_its_citation() {
        for (text, expected) in [
            (" BrB.", " BrB"),
            (" fårlagen, som", " fårlagen"),
            (" RB och 3 § BrB", " RB"),
            (" och", ""),
            (" HD", " HD"),
            ("BrB", ""),
            ("", ""),
            (" i fårlagen", ""),
        ] {
            assert_eq!(name_of_act(text), expected, "{text}");
        }
    }

    #[test]
    fn every_character_is_escaped_left_out_or_written() {
        for c in (0..=0x0e_0200).filter_map(char::from_u32) {
            let mut html = String::new();
            push_words(&mut html, &format!("å{c}§"));
            let expected = match c {
                '&' => "å&amp;§".to_owned(),
                '<' => "å&lt;§".to_owned(),
                '>' => "å&gt;§".to_owned(),
                '"' => "å&quot;§".to_owned(),
                '\'' => "å&#39;§".to_owned(),
                c if is_forbidden(c) => "å§".to_owned(),
                c => format!("å{c}§"),
            };
            assert_eq!(html, expected, "{c:?}");
        }
    }
}
