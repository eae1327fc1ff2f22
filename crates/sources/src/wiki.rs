//! The plain text of wiki markup.

/// The greatest length of a link, in bytes. It bounds the work for brackets that are not closed.
const LINK: usize = 400;

/// The greatest number of characters of a line that are read.
const READ: usize = 400;

/// The plain text of a line of wiki markup: the shown text of links, without marks of emphasis.
///
/// `[[User:Ada|Ada]]` is `Ada`, `[[User:Ada]]` too, `[https://x.example Ada]` as well. Anything else is unchanged.
pub(crate) fn plain_text(markup: &str) -> String {
    let line = markup.char_indices().nth(READ).map_or(markup, |(end, _)| &markup[..end]);
    crate::names::collapse(&without_marks(line))
}

/// [`plain_text`] of a piece of a text, which keeps its white space.
pub fn without_marks(markup: &str) -> String {
    let mut text = String::with_capacity(markup.len());
    let mut rest = markup;
    while let Some(open) = rest.find('[') {
        text.push_str(&rest[..open]);
        let link = &rest[open..];
        let read = inner_link(link).or_else(|| outer_link(link));
        let (shown, after) = read.unwrap_or(("[", &link[1..]));
        text.push_str(shown);
        rest = after;
    }
    text.push_str(rest);
    text.replace("'''", "").replace("''", "")
}

/// The text before the first `end` and the text after it; None if `end` is not within [`LINK`] bytes.
fn before<'a>(text: &'a str, end: &str) -> Option<(&'a str, &'a str)> {
    let at = text[..text.floor_char_boundary(LINK)].find(end)?;
    Some((&text[..at], &text[at + end.len()..]))
}

/// The shown text of `[[page|shown]]` or `[[namespace:page]]`, and the text after the link.
fn inner_link(text: &str) -> Option<(&str, &str)> {
    let (link, after) = before(text.strip_prefix("[[")?, "]]")?;
    let shown =
        link.rsplit_once('|').map_or_else(|| link.rsplit(':').next().unwrap_or(link), |(_, shown)| shown);
    Some((shown, after))
}

/// The shown text of `[address shown]`, and the text after the link.
fn outer_link(text: &str) -> Option<(&str, &str)> {
    let (link, after) = before(text.strip_prefix('[')?, "]")?;
    let is_link = link.starts_with("http://") || link.starts_with("https://");
    is_link.then(|| (link.split_once(' ').map_or("", |(_, shown)| shown), after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_read_as_text() {
        let table = [
            ("Ada Herde", "Ada Herde"),
            ("[[User:Ada|Ada]]", "Ada"),
            ("[[User:Ada]] och [[User:Bo|Bo  Vall]]", "Ada och Bo Vall"),
            ("[https://wiki.example/User:Ada Ada Herde]", "Ada Herde"),
            ("[https://wiki.example/User:Ada]", ""),
            ("'''Ada''' ''Herde''", "Ada Herde"),
            ("Ada [jurist]", "Ada [jurist]"),
            ("[[Ada", "[[Ada"),
            ("", ""),
        ];
        for (markup, expected) in table {
            assert_eq!(plain_text(markup), expected, "{markup}");
        }
    }

    #[test]
    fn of_a_long_line_the_beginning_is_read() {
        assert_eq!(plain_text(&"[".repeat(100_000)).len(), READ);
    }
}
