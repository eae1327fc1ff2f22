//! The markers of lists and paragraphs: `(1)`, `1.`, `a)`, `(iv)`, `—`.

use crate::outline::roman_value;

/// A marker that a text begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Marker {
    /// The number without the marks around it: `1`, `8a`, `iv`, `—`.
    pub(super) num: String,
    /// Its bytes at the beginning of the text.
    pub(super) len: usize,
    pub(super) style: Style,
}

/// What a marker looks like. Markers of one list look alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// `1.`
    Number,
    /// `(1)`
    NumberInBrackets,
    /// `1)`
    NumberBeforeBracket,
    /// `(a)`, `a)`, `a.`
    Letter,
    /// `(i)`, `i)`
    Roman,
    /// `(A)`
    Capital,
    /// `—`, `-`, `•`
    Dash,
}

/// Marks before a marker that begins a quotation.
pub(super) const OPENING_QUOTES: [char; 7] = ['‘', '“', '"', '”', '„', '«', '\''];

/// The greatest length of a number in a marker, in letters.
const MAX_NUM: usize = 10;

const DASHES: [char; 8] = ['—', '–', '-', '•', '―', '▪', '□', '·'];

/// The marker that a whole text consists of, such as the first cell of a list.
pub(super) fn whole(text: &str) -> Option<Marker> {
    let text = text.trim();
    let quoted = text.trim_start_matches(OPENING_QUOTES);
    let marker = starting(quoted).filter(|marker| marker.len == quoted.len());
    marker.map(|marker| Marker { len: text.len(), ..marker })
}

/// The marker that a text begins with.
pub(super) fn starting(text: &str) -> Option<Marker> {
    let first = text.chars().next()?;
    if DASHES.contains(&first) {
        // `-5 °C` is a number; `-får` in old texts is an item.
        let is_number = text.chars().nth(1).is_some_and(|c| c.is_ascii_digit()) && first == '-';
        let num = if first == '-' || first == '–' { '—' } else { first }.to_string();
        return (!is_number).then(|| Marker { num, len: first.len_utf8(), style: Style::Dash });
    }
    let (open, rest) = match text.strip_prefix('(') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let end = rest.find(|c: char| !(c.is_alphanumeric() || open && c.is_whitespace())).unwrap_or(rest.len());
    let num = rest.get(..end)?.trim();
    let after = rest.get(end..)?;
    let close = after.chars().next()?;
    // `1.2.` is a number of several parts.
    if close == '.' && !open && num.bytes().all(|b| b.is_ascii_digit()) && !num.is_empty() {
        return dotted(text);
    }
    if close != ')' && (open || close != '.') {
        return None;
    }
    let style = style(num, open, close)?;
    let len = usize::from(open) + end + 1;
    ends_marker(text, len).then(|| Marker { num: num.replace(char::is_whitespace, ""), len, style })
}

/// `1.`, `12a.`, `1.2.`
fn dotted(text: &str) -> Option<Marker> {
    let mut len = 0;
    let mut rest = text;
    loop {
        let digits = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let part = rest.get(..digits)?;
        if digits == 0 || !part.starts_with(|c: char| c.is_ascii_digit()) || digits > MAX_NUM {
            break;
        }
        let Some(after) = rest.get(digits..)?.strip_prefix('.') else { break };
        len += digits + 1;
        rest = after;
    }
    let num = text.get(..len.checked_sub(1)?)?;
    (num.len() <= MAX_NUM && ends_marker(text, len)).then(|| Marker {
        num: num.to_owned(),
        len,
        style: Style::Number,
    })
}

/// Whether a marker may end here: before a blank, a capital or a quotation mark, or at the end.
fn ends_marker(text: &str, len: usize) -> bool {
    let Some(rest) = text.get(len..) else { return false };
    rest.chars().next().is_none_or(|c| c.is_whitespace() || c.is_uppercase() || OPENING_QUOTES.contains(&c))
}

fn style(num: &str, open: bool, close: char) -> Option<Style> {
    if num.is_empty() || num.len() > MAX_NUM {
        return None;
    }
    let first = num.chars().next()?;
    if first.is_ascii_digit() {
        // `12a`, `12 a`; `2031/7` and `5km` are none.
        let letters = num.trim_start_matches(|c: char| c.is_ascii_digit()).trim();
        let is_number =
            letters.is_empty() || letters.len() <= 3 && letters.bytes().all(|b| b.is_ascii_lowercase());
        return is_number.then_some(match (open, close) {
            (true, _) => Style::NumberInBrackets,
            (false, ')') => Style::NumberBeforeBracket,
            _ => Style::Number,
        });
    }
    if num.contains(char::is_whitespace) {
        return None;
    }
    if num.bytes().all(|b| b.is_ascii_lowercase()) {
        // `etc.` is a word.
        if close == '.' && num.len() > 1 {
            return None;
        }
        if num.len() > 1 && is_roman(num) {
            return Some(Style::Roman);
        }
        let repeats = num.len() <= 2 || num.bytes().all(|b| num.as_bytes().first() == Some(&b));
        return repeats.then_some(Style::Letter);
    }
    // `(å)`
    let is_capital = num.len() == 1 && num.bytes().all(|b| b.is_ascii_uppercase()) || is_capital_roman(num);
    (is_capital && (open || close == ')')).then_some(Style::Capital)
}

/// Whether a number is a Roman one in small letters.
pub(super) fn is_roman(num: &str) -> bool {
    num.bytes().all(|b| b.is_ascii_lowercase()) && roman_value(num).is_some()
}

fn is_capital_roman(num: &str) -> bool {
    num.bytes().all(|b| b.is_ascii_uppercase()) && is_roman(&num.to_ascii_lowercase())
}

/// The open lists of a text whose lists are told apart by their markers alone.
#[derive(Debug, Default)]
pub(super) struct Chain {
    open: Vec<(Style, String)>,
}

impl Chain {
    /// Ends all lists.
    pub(super) fn clear(&mut self) {
        self.open.clear();
    }

    /// The depth of the innermost open list.
    pub(super) fn depth(&self) -> u8 {
        u8::try_from(self.open.len()).unwrap_or(u8::MAX)
    }

    /// The depth of the item with a marker, which becomes the innermost open one. `begins_roman` says that `(i)` is followed by `(ii)`.
    pub(super) fn depth_of(&mut self, marker: &Marker, begins_roman: bool) -> u8 {
        let mut style = marker.style;
        // `(i)` is a letter after `(h)` and a Roman number elsewhere; so are `(v)` and `(x)`, and `(c)` in a Roman list.
        if begins_roman && marker.num == "i" {
            style = Style::Roman;
        } else if marker.num.len() == 1 && is_roman(&marker.num) && style == Style::Letter {
            let follows = |wanted: Style| {
                self.open
                    .iter()
                    .rev()
                    .any(|(open, last)| *open == wanted && is_next(wanted, last, &marker.num))
            };
            if follows(Style::Roman)
                || !follows(Style::Letter) && (marker.num == "i" || self.has(Style::Roman))
            {
                style = Style::Roman;
            }
        } else if style == Style::Roman
            && !self
                .open
                .iter()
                .any(|(open, last)| *open == Style::Roman && is_next(Style::Roman, last, &marker.num))
            && self
                .open
                .iter()
                .any(|(open, last)| *open == Style::Letter && is_next(Style::Letter, last, &marker.num))
        {
            style = Style::Letter;
        }
        if let Some(at) = self.open.iter().rposition(|(open, _)| *open == style) {
            self.open.truncate(at);
        } else if self.open.len() >= MAX_DEPTH {
            self.open.truncate(MAX_DEPTH - 1);
        }
        self.open.push((style, marker.num.clone()));
        self.depth()
    }

    fn has(&self, style: Style) -> bool {
        self.open.iter().any(|(open, _)| *open == style)
    }
}

/// The number of lists inside each other that are told apart.
const MAX_DEPTH: usize = 7;

/// Whether a number comes next after another in a list.
fn is_next(style: Style, last: &str, num: &str) -> bool {
    match style {
        Style::Roman => roman_value(last).zip(roman_value(num)).is_some_and(|(a, b)| b == a + 1),
        Style::Letter => match (last.as_bytes(), num.as_bytes()) {
            ([a], [b]) => *b == a + 1,
            ([b'z'], [b'a', b'a']) => true,
            ([a, b], [c, d]) => a == b && c == d && *c == a + 1 || a == c && *d == b + 1,
            _ => false,
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_at_the_beginning() {
        for (text, expected) in [
            ("(1) Får", Some(("1", Style::NumberInBrackets))),
            ("1. Får", Some(("1", Style::Number))),
            ("1.Får", Some(("1", Style::Number))),
            ("12a. Får", Some(("12a", Style::Number))),
            ("1.2. Får", Some(("1.2", Style::Number))),
            ("1) får", Some(("1", Style::NumberBeforeBracket))),
            ("a) får", Some(("a", Style::Letter))),
            ("(aa) får", Some(("aa", Style::Letter))),
            ("(iv) får", Some(("iv", Style::Roman))),
            ("(A) får", Some(("A", Style::Capital))),
            ("— får", Some(("—", Style::Dash))),
            ("-får", Some(("—", Style::Dash))),
            ("-5 °C", None),
            ("1.5 kg", None),
            ("2031. ", Some(("2031", Style::Number))),
            ("etc. och", None),
            ("(EU) 2031/7", None),
            ("(that is) får", None),
            ("Får (1)", None),
            ("1 Får", None),
            ("", None),
        ] {
            let found = starting(text);
            let found = found.as_ref().map(|marker| (marker.num.as_str(), marker.style));
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn whole_markers() {
        for (text, expected) in [
            ("(1)", Some("1")),
            (" a) ", Some("a")),
            ("‘(e)", Some("e")),
            ("”5.", Some("5")),
            ("—", Some("—")),
            ("Får", None),
            ("(1) Får", None),
            ("2031", None),
        ] {
            assert_eq!(whole(text).map(|marker| marker.num), expected.map(str::to_owned), "{text}");
        }
    }

    #[test]
    fn lists_nest_by_their_markers() {
        for (markers, depths) in [
            ("1. (a) (b) (i) (ii) (c) 2. (a)", "12233212"),
            ("(a) (h) (i) (j)", "1111"),
            ("(a) (i) (ii) (iii) (iv) (v) (b)", "1222221"),
            ("(1) (a) — — (b) (2)", "123321"),
            ("(i) (ii)", "11"),
            ("(z) (aa) (ab)", "111"),
        ] {
            let mut chain = Chain::default();
            let found: String = markers
                .split(' ')
                .map(|text| chain.depth_of(&whole(text).unwrap(), false).to_string())
                .collect();
            assert_eq!(found, depths, "{markers}");
        }
        let mut chain = Chain::default();
        let found = ["(g)", "(h)", "(i)", "(ii)", "(j)"]
            .map(|text| chain.depth_of(&whole(text).unwrap(), text == "(i)"));
        assert_eq!(found, [1, 1, 2, 2, 1]);
    }
}
