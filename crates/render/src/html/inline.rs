//! Text inside a block: white space as in markdown, links, marks and escapes.

use lagrum_escape::push_html;

use super::surroundings::{HtmlLink, Surroundings};
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
        if let Some(link) = &link {
            html.push_str("</a>");
            if let Some(mark) = &link.mark {
                html.push_str(" <a class=\"since\" href=\"");
                push_html(html, &mark.href);
                html.push_str("\">");
                push_html(html, mark.words);
                html.push_str("</a>");
            }
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
    if let Some(remark) = &link.remark {
        html.push_str(" title=\"");
        push_html(html, remark);
        html.push('"');
    }
    html.push('>');
}

/// Appends words with their marks. Returns the number of marks.
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
    use super::{is_forbidden, push_words};

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
