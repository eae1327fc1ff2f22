//! The characters of a text without the markup of Markdown and HTML: `**36 §**`, `<b>36 §</b>`, `36&nbsp;§`.

/// A character, and the bytes of the text that it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlacedChar {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) c: char,
}

/// The characters of a text, with entities decoded, and without tags and marks of emphasis.
#[derive(Clone, Debug)]
pub(super) struct Characters<'t> {
    text: &'t str,
    at: usize,
    before: Option<char>,
}

/// The characters of a text.
pub(super) fn characters(text: &str) -> Characters<'_> {
    Characters { text, at: 0, before: None }
}

impl<'t> Characters<'t> {
    /// Reads plain words here: the letters `a` to `z`, digits and single blanks between them, which most of a text is. Nothing is done to
    /// them, nor to what follows because of them. Returns where they begin.
    pub(super) fn plain_words(&mut self) -> Option<(usize, &'t str)> {
        let start = self.at;
        let rest = self.text.as_bytes().get(start..)?;
        let is_plain = |at: usize| rest.get(at).is_some_and(u8::is_ascii_alphanumeric);
        let mut end = 0;
        while is_plain(end) || end > 0 && rest.get(end) == Some(&b' ') && is_plain(end + 1) {
            end += 1;
        }
        // A mark that is composed with its letter may follow.
        if rest.get(end).is_some_and(|byte| !byte.is_ascii()) {
            end = end.checked_sub(1)?;
        }
        let words = self.text.get(start..start + end).filter(|words| !words.is_empty())?;
        self.before = words.chars().next_back();
        self.at = start + end;
        Some((start, words))
    }

    /// The next character, which is then still to be read.
    pub(super) fn peek(&self) -> Option<PlacedChar> {
        self.clone().next()
    }

    /// Reads the next character if it is wanted.
    pub(super) fn next_if(&mut self, is_wanted: impl Fn(&PlacedChar) -> bool) -> Option<PlacedChar> {
        let mut after = self.clone();
        let next = after.next().filter(is_wanted)?;
        *self = after;
        Some(next)
    }
}

impl Iterator for Characters<'_> {
    type Item = PlacedChar;

    fn next(&mut self) -> Option<PlacedChar> {
        loop {
            let start = self.at;
            let rest = self.text.get(start..)?;
            let c = rest.chars().next()?;
            let read = match c {
                '&' => HtmlEntity::read(rest).map(|entity| (Some(entity.character), entity.length)),
                '<' => tag(rest).map(|(breaks, length)| (breaks.then_some('\n'), length)),
                '*' | '_' | '`' => is_emphasis(c, self.before, rest).then_some((None, c.len_utf8())),
                _ => None,
            };
            let (found, length) = read.unwrap_or((Some(c), c.len_utf8()));
            self.at = start + length;
            if let Some(c) = found {
                self.before = Some(c);
                return Some(PlacedChar { start, end: self.at, c });
            }
        }
    }
}

/// Whether a mark stands at one side of a word, as emphasis does, and neither alone (`2 * 3`) nor within a word (`48_s.1`).
fn is_emphasis(mark: char, before: Option<char>, rest: &str) -> bool {
    let after = rest.chars().find(|c| *c != mark);
    let blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let alone = blank(before) && blank(after);
    !(alone || mark == '_' && word(before) && word(after))
}

/// Entities of characters that stand in citations.
const ENTITIES: [(&str, char); 29] = [
    ("lt", '<'),
    ("gt", '>'),
    ("nbsp", '\u{a0}'),
    ("thinsp", '\u{2009}'),
    ("ensp", '\u{2002}'),
    ("emsp", '\u{2003}'),
    ("shy", '\u{ad}'),
    ("sect", '§'),
    ("ndash", '–'),
    ("mdash", '—'),
    ("minus", '−'),
    ("hellip", '…'),
    ("amp", '&'),
    ("quot", '"'),
    ("apos", '\''),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("bdquo", '„'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("laquo", '«'),
    ("raquo", '»'),
    ("aring", 'å'),
    ("auml", 'ä'),
    ("ouml", 'ö'),
    ("Aring", 'Å'),
    ("Auml", 'Ä'),
    ("Ouml", 'Ö'),
    ("eacute", 'é'),
];

/// A character reference of HTML: `&sect;`, `&#167;`, `&#xa7;`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HtmlEntity {
    /// The character that it stands for.
    pub character: char,
    /// The number of its bytes, from `&` to `;`.
    pub length: usize,
}

impl HtmlEntity {
    /// The one that a text begins with; None where it begins otherwise, or with a name that no citation needs.
    pub fn read(text: &str) -> Option<Self> {
        const LONGEST: usize = 10;
        let end = text.bytes().take(LONGEST).position(|byte| byte == b';')?;
        let name = text.get(..end)?.strip_prefix('&')?;
        let character = match name.strip_prefix('#') {
            Some(number) => {
                let hex = number.strip_prefix(['x', 'X']);
                let value =
                    hex.map_or_else(|| number.parse().ok(), |hex| u32::from_str_radix(hex, 16).ok())?;
                char::from_u32(value)?
            }
            None => ENTITIES.iter().find(|(known, _)| *known == name)?.1,
        };
        Some(Self { character, length: end + 1 })
    }
}

/// Tags inside a line.
const INLINE: [&str; 22] = [
    "a", "abbr", "b", "cite", "code", "em", "font", "i", "ins", "kbd", "mark", "q", "s", "small", "span",
    "strong", "sub", "sup", "tt", "u", "var", "wbr",
];

/// Tags that begin or end a line.
const LINES: [&str; 20] = [
    "blockquote",
    "br",
    "dd",
    "div",
    "dt",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "li",
    "ol",
    "p",
    "pre",
    "table",
    "td",
    "tr",
    "ul",
];

/// Whether the tag here breaks the line, and its length.
fn tag(rest: &str) -> Option<(bool, usize)> {
    const LONGEST: usize = 300;
    let inner = rest.strip_prefix("</").or_else(|| rest.strip_prefix('<'))?;
    let name = inner.split(|c: char| !c.is_ascii_alphanumeric()).next()?;
    if name.is_empty() || name.len() > 10 {
        return None;
    }
    let name = name.to_ascii_lowercase();
    let breaks = LINES.contains(&name.as_str());
    if !breaks && !INLINE.contains(&name.as_str()) {
        return None;
    }
    let end = rest.bytes().take(LONGEST).skip(1).position(|byte| matches!(byte, b'>' | b'<' | b'\n'))? + 1;
    (rest.as_bytes()[end] == b'>').then_some((breaks, end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_left_out() {
        for (text, plain) in [
            ("enligt **36 §** avtalslagen", "enligt 36 § avtalslagen"),
            ("_36 §_ `avtalslagen` __x__", "36 § avtalslagen x"),
            ("2 * 3, 1904:48_s.1, * punkt", "2 * 3, 1904:48_s.1, * punkt"),
            ("<b>36&nbsp;&sect;</b> <a href=\"x\">avtalslagen</a><br/>", "36\u{a0}§ avtalslagen\n"),
            ("a < b och c > d, <x>, R&D;, &okänd; &#167; &#xa7;", "a < b och c > d, <x>, R&D;, &okänd; § §"),
        ] {
            let found: String = characters(text).map(|written| written.c).collect();
            assert_eq!(found, plain, "{text}");
        }
    }

    #[test]
    fn characters_keep_their_place() {
        let text = "**a**&sect;";
        let found: Vec<_> = characters(text).map(|written| &text[written.start..written.end]).collect();
        assert_eq!(found, ["a", "&sect;"]);
    }
}
