//! The text of an HTML page. Its lines are kept, so that line numbers are those of the file.

use lagrum_citation::HtmlEntity;

/// Elements whose content is not text, or text that was taken out.
const HIDDEN: [&str; 7] = ["script", "style", "head", "template", "del", "s", "strike"];

/// Maximum number of bytes of the mark of a note.
const MAX_MARK: usize = 5;

/// Private-use characters that mark the beginning and end of a block quote until lines are known.
const QUOTE_BEGINS: char = '\u{e000}';
const QUOTE_ENDS: char = '\u{e001}';

/// Whether a text is a page, by how it begins.
pub(crate) fn is_page(text: &str) -> bool {
    let begins = |tag: &str| {
        let text = text.trim_start();
        text.get(..tag.len()).is_some_and(|first| first.eq_ignore_ascii_case(tag))
    };
    begins("<!doctype html") || begins("<html")
}

/// The text of an HTML page. Tags of block elements between words become blanks; line breaks are kept.
pub(crate) fn without_tags(html: &str) -> String {
    let html = html.replace([QUOTE_BEGINS, QUOTE_ENDS], " ");
    let text = untagged(&html);
    if !text.contains(QUOTE_BEGINS) {
        return text;
    }
    let mut depth = 0_usize;
    text.split('\n').map(|line| quoted_line(line, &mut depth)).collect::<Vec<_>>().join("\n")
}

/// A line with the marks of the block quotes that it is in. `depth` is the number of open block quotes.
fn quoted_line(line: &str, depth: &mut usize) -> String {
    let mut parts: Vec<(bool, String)> = vec![(*depth > 0, String::new())];
    for c in line.chars() {
        match c {
            QUOTE_BEGINS => *depth += 1,
            QUOTE_ENDS => *depth = depth.saturating_sub(1),
            c => {
                if let Some((_, text)) = parts.last_mut() {
                    text.push(c);
                }
                continue;
            }
        }
        parts.push((*depth > 0, String::new()));
    }
    let has_words = |quoted: bool| parts.iter().any(|(own, text)| *own == quoted && !text.trim().is_empty());
    match (has_words(true), has_words(false)) {
        (true, false) => format!("> {}", parts.iter().map(|(_, text)| text.trim()).collect::<String>()),
        (true, true) => {
            let marked = |(quoted, text): &(bool, String)| match text.trim() {
                words if *quoted && !words.is_empty() => format!(" “{words}” "),
                _ => text.clone(),
            };
            parts.iter().map(marked).collect()
        }
        _ => parts.into_iter().map(|(_, text)| text).collect(),
    }
}

fn untagged(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(open) = rest.find('<') {
        push_decoded(&rest[..open], &mut text);
        rest = &rest[open..];
        let comment = rest.starts_with("<!--");
        let end =
            if comment { rest.find("-->").map(|end| end + 3) } else { rest.find('>').map(|end| end + 1) };
        let Some(end) = end else { break };
        let tag = &rest[..end];
        let name: String =
            tag[1..].chars().take_while(|c| c.is_ascii_alphanumeric()).collect::<String>().to_lowercase();
        keep_lines(tag, &mut text);
        rest = &rest[end..];
        if name == "blockquote" {
            text.push(QUOTE_BEGINS);
        } else if tag.to_lowercase().starts_with("</blockquote") {
            text.push(QUOTE_ENDS);
        }
        let is_mark = name == "sup" && !tag.starts_with("</") && is_note_mark(rest);
        if (HIDDEN.contains(&name.as_str()) || is_mark) && !tag.starts_with("</") && !tag.ends_with("/>") {
            let close = find_close(rest, &name).unwrap_or(rest.len());
            keep_lines(&rest[..close], &mut text);
            rest = &rest[close..];
        }
        if !matches!(name.as_str(), "a" | "b" | "i" | "em" | "strong" | "span" | "sup" | "sub" | "u")
            && !tag.starts_with("</")
        {
            text.push(' ');
        }
    }
    push_decoded(rest, &mut text);
    text
}

/// Whether the text between a tag and the next one is the mark of a note: a figure, a letter or a sign.
fn is_note_mark(html: &str) -> bool {
    let mark = html.split('<').next().unwrap_or_default().trim().trim_matches(['[', ']', '(', ')']);
    let is_figure = !mark.is_empty() && mark.bytes().all(|byte| byte.is_ascii_digit());
    // The mark is inside a link to the note.
    let is_link = mark.is_empty() && html.trim_start().starts_with("<a");
    mark.len() <= MAX_MARK && (is_figure || is_link || matches!(mark, "*" | "**" | "†" | "‡"))
}

fn find_close(html: &str, name: &str) -> Option<usize> {
    let close = format!("</{name}");
    html.char_indices()
        .filter(|(_, c)| *c == '<')
        .map(|(at, _)| at)
        .find(|at| html.get(*at..at + close.len()).is_some_and(|tag| tag.eq_ignore_ascii_case(&close)))
}

/// Keeps line breaks, so that line numbers are those of the file.
fn keep_lines(skipped: &str, text: &mut String) {
    text.extend(skipped.chars().filter(|c| *c == '\n'));
}

fn push_decoded(html: &str, text: &mut String) {
    let mut rest = html;
    while let Some(at) = rest.find('&') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(entity) = HtmlEntity::read(rest) {
            text.push(entity.character);
            rest = &rest[entity.length..];
        } else {
            text.push('&');
            rest = &rest[1..];
        }
    }
    text.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_taken_out_and_marks_of_notes_are_no_text() {
        for (html, expected) in [
            ("Se <del>31 § fårlagen</del> <ins>33 § fårlagen</ins>.", "Se 33 § fårlagen."),
            ("Se <s>31 §</s><strike>32 §</strike> 33 §", "Se 33 §"),
            ("33 § fårlagen<sup>3</sup> och s. 78<sup>9</sup>.", "33 § fårlagen och s. 78."),
            ("s. 78<sup><a href=\"#n\">12</a></sup> och", "s. 78 och"),
            ("1<sup>a</sup> och m<SUP>2</SUP>", "1a och m"),
            ("<section>5 §</section>", "5 §"),
        ] {
            let text = without_tags(html);
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ").replace(" .", ".");
            assert_eq!(text, expected, "{html}");
        }
    }

    #[test]
    fn block_quotes_are_marked() {
        for (html, expected) in [
            ("<p>Se:</p>\n<blockquote><p>Får</p>\n<p>ska</p></blockquote>\n<p>3 §", "Se:\n> Får\n> ska\n3 §"),
            ("<p>Se:</p><blockquote>Får ska</blockquote><p>3 §</p>", "Se: “Får ska” 3 §"),
            ("<blockquote>\nFår\n</blockquote>", "\n> Får\n"),
        ] {
            let text = without_tags(html);
            let lines: Vec<String> =
                text.split('\n').map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
            assert_eq!(lines.join("\n"), expected, "{html}");
        }
    }

    #[test]
    fn html_without_its_tags() {
        let html = "<head>\n<title>x</title></head><p>2 kap.\n3&nbsp;&sect; <b>f\u{e5}r</b>lagen<p>5 < 6 &amp; &#167; &okänd; &";
        let expected = "\n  2 kap.\n3\u{a0}§ fårlagen 5 < 6 & § &okänd; &";
        assert_eq!(
            without_tags(html).replace("  ", " ").trim_start_matches(' '),
            expected.replace("  ", " ")
        );
    }
}
