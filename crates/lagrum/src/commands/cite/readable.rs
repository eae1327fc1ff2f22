//! The readable text of a file: markdown and plain text as they are, HTML without its tags. Lines stay lines. The lines of
//! a Word document are its paragraphs.

use std::path::Path;

use super::docx;
use crate::Failure;

/// Bytes of a file that is read.
const MAX_BYTES: u64 = 64 << 20;

/// The text of a file, by its extension.
pub(crate) fn text_of(file: &Path) -> Result<String, Failure> {
    let failed = |problem: String| Failure::from(format!("{}: {problem}", file.display()));
    let extension =
        file.extension().and_then(|extension| extension.to_str()).unwrap_or_default().to_lowercase();
    if matches!(extension.as_str(), "pdf" | "doc" | "odt" | "rtf") {
        return Err(failed(format!(
            "{extension} files are not read: convert the file to text first, with pdftotext or pandoc"
        )));
    }
    let size = std::fs::metadata(file).map_err(|error| failed(error.to_string()))?.len();
    if size > MAX_BYTES {
        return Err(failed(format!("it has {size} bytes, and at most {MAX_BYTES} are read: split it")));
    }
    let bytes = std::fs::read(file).map_err(|error| failed(error.to_string()))?;
    if extension == "docx" {
        return docx::text_of(&bytes, MAX_BYTES).map_err(|problem| failed(problem.to_string()));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        failed(format!("it is not UTF-8 from byte {} on: convert it", error.utf8_error().valid_up_to()))
    })?;
    Ok(if matches!(extension.as_str(), "html" | "htm" | "xhtml") { without_tags(&text) } else { text })
}

/// Elements whose content is not text.
const HIDDEN: [&str; 3] = ["script", "style", "head"];

/// The text of an HTML page. Tags between words become blanks if they begin a block; line ends stay where they are.
fn without_tags(html: &str) -> String {
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
        if HIDDEN.contains(&name.as_str()) && !tag.ends_with("/>") {
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

fn find_close(html: &str, name: &str) -> Option<usize> {
    let close = format!("</{name}");
    html.char_indices()
        .filter(|(_, c)| *c == '<')
        .map(|(at, _)| at)
        .find(|at| html.get(*at..at + close.len()).is_some_and(|tag| tag.eq_ignore_ascii_case(&close)))
}

/// Line numbers are those of the file.
fn keep_lines(skipped: &str, text: &mut String) {
    text.extend(skipped.chars().filter(|c| *c == '\n'));
}

/// Character references that Swedish pages use, beside those by number.
const NAMED: [(&str, char); 20] = [
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("nbsp", '\u{a0}'),
    ("sect", '§'),
    ("aring", 'å'),
    ("auml", 'ä'),
    ("ouml", 'ö'),
    ("Aring", 'Å'),
    ("Auml", 'Ä'),
    ("Ouml", 'Ö'),
    ("eacute", 'é'),
    ("ndash", '–'),
    ("mdash", '—'),
    ("shy", '\u{ad}'),
    ("rdquo", '”'),
    ("ldquo", '“'),
    ("rsquo", '’'),
];

fn push_decoded(html: &str, text: &mut String) {
    const MAX_NAME: usize = 10;
    let mut rest = html;
    while let Some(at) = rest.find('&') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.char_indices().take(MAX_NAME).find(|(_, c)| *c == ';').map(|(end, _)| end);
        let decoded = end.and_then(|end| decoded(&rest[1..end]));
        if let (Some(c), Some(end)) = (decoded, end) {
            text.push(c);
            rest = &rest[end + 1..];
        } else {
            text.push('&');
            rest = &rest[1..];
        }
    }
    text.push_str(rest);
}

fn decoded(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code);
    }
    NAMED.iter().find(|(known, _)| *known == name).map(|(_, c)| *c)
}

#[cfg(test)]
mod tests {
    use super::*;

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
