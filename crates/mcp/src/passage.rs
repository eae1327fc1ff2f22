//! A passage of HTML in few characters. `<em>` is its only tag.

/// The part of a cut passage that may stand before its first mark: a quarter.
const BEFORE_SHARE: usize = 4;

const OPEN: &str = "<em>";
const CLOSE: &str = "</em>";

/// The passage in at most `max` characters, tags and entities counted: whole words around its first mark, with `…` where something is left
/// out.
pub(crate) fn cut_passage(html: &str, max: usize) -> String {
    if html.chars().nth(max).is_none() {
        return html.to_owned();
    }
    let parts = parts(html);
    let first = parts.iter().position(|part| *part == OPEN).unwrap_or_default();
    let start = begin(&parts, first, max / BEFORE_SHARE);
    let mut cut = if start > 0 { "… ".to_owned() } else { String::new() };
    // What ends a cut passage: the end of a mark, and the sign.
    let room = max.saturating_sub(cut.chars().count() + CLOSE.len() + 2);
    let (mut length, mut is_open) = (0, false);
    // The last end of a word outside a mark.
    let mut whole = cut.len();
    for part in parts.get(start..).unwrap_or_default() {
        length += part.chars().count();
        if length > room {
            break;
        }
        match *part {
            OPEN => is_open = true,
            CLOSE => is_open = false,
            " " if !is_open => whole = cut.len(),
            _ => {}
        }
        cut.push_str(part);
    }
    if whole > "… ".len() {
        cut.truncate(whole);
    } else if is_open {
        cut.push_str(CLOSE);
    }
    cut.push_str(" …");
    cut
}

/// The tags, entities and characters of a passage.
fn parts(html: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = html;
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '<' => rest.find('>'),
            '&' => rest.find(';').filter(|end| *end < 10),
            _ => None,
        };
        let (part, after) = rest.split_at(end.map_or(first.len_utf8(), |end| end + 1));
        parts.push(part);
        rest = after;
    }
    parts
}

/// The part with which a cut passage begins: the first, or a word at most `before` characters before the first mark.
fn begin(parts: &[&str], mark: usize, before: usize) -> usize {
    let mut length = 0;
    let is_near = |part: &&&str| {
        length += part.chars().count();
        length <= before
    };
    let near = mark - parts.get(..mark).unwrap_or_default().iter().rev().take_while(is_near).count();
    if near == 0 {
        return 0;
    }
    let blank = parts.iter().skip(near).take(mark - near).position(|part| *part == " ");
    blank.map_or(mark, |blank| near + blank + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_passage_has_its_mark_and_whole_words() {
        let long = format!("{}<em>får</em> {}", "ord &lt; ".repeat(60), "slut ".repeat(60));
        for max in [120, 200, 300] {
            let cut = cut_passage(&long, max);
            assert!(cut.chars().count() <= max, "{max}: {cut}");
            assert!(cut.contains("<em>får</em>") && cut.starts_with("… ") && cut.ends_with(" …"), "{cut}");
            assert!(!cut.contains("sl …") && !cut.contains("&l …"), "{cut}");
        }
        let end = format!("<em>får</em> {}", "slut ".repeat(80));
        assert!(cut_passage(&end, 100).starts_with("<em>får</em> slut"));
    }

    #[test]
    fn a_short_passage_and_one_long_word() {
        assert_eq!(cut_passage("<em>får</em> &amp; get", 300), "<em>får</em> &amp; get");
        let word = format!("<em>{}</em>", "å".repeat(400));
        let cut = cut_passage(&word, 100);
        assert!(cut.chars().count() <= 100 && cut.ends_with("</em> …"), "{cut}");
        assert!(cut_passage(&"<".repeat(400), 50).chars().count() <= 50);
    }
}
