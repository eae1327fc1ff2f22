//! Cleans what is typed, and makes the keys by which names are compared.
//!
//! A clean query has composed letters, single blanks, one kind of hyphen and quotation mark, and nothing around the
//! citation that people copy with it (`se …`, quotation marks, a full stop). It is kept as written and in lower case,
//! with the same byte offsets: the grammar reads lower case, and can look up whether an abbreviation is in its own
//! case.
//!
//! Names are indexed by a *loose key*: letters and digits only, in lower case, without diacritics. Whether a query
//! spells a name exactly is decided afterwards by comparing the lower-case forms, so one index serves exact and loose
//! spelling.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A longer query is not a citation.
const MAX_CHARS: usize = 300;

/// A query, cleaned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CleanQuery {
    text: String,
    lower: String,
}

impl CleanQuery {
    /// Cleans what was typed. None when nothing is left or too much was typed to be a citation.
    pub(crate) fn new(input: &str) -> Option<Self> {
        // This limit on bytes bounds the work. It leaves room for blanks, which are removed.
        let input = input.trim();
        if input.len() > MAX_CHARS * 16 {
            return None;
        }
        let text = tidy(input);
        let text = unwrap(&text);
        if text.is_empty() || text.chars().count() > MAX_CHARS {
            return None;
        }
        Some(Self::paired(text))
    }

    /// A tidy text as written and in lower case. A character whose lower case has another length in bytes is in lower case in both.
    fn paired(tidy: &str) -> Self {
        let (mut text, mut lower) = (String::with_capacity(tidy.len()), String::with_capacity(tidy.len()));
        for c in tidy.chars() {
            let small = lower_char(c);
            lower.push(small);
            text.push(if small.len_utf8() == c.len_utf8() { c } else { small });
        }
        Self { text, lower }
    }

    /// The query as written, cleaned.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The query in lower case; same byte offsets as [`CleanQuery::text`].
    pub(crate) fn lower(&self) -> &str {
        &self.lower
    }
}

pub(crate) fn lower_char(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    if matches!(c, 'ß'..='ÿ') {
        return c;
    }
    let mut lower = c.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(single), None) => single,
        _ => c,
    }
}

/// Whether a character is left out of words: an invisible character, or the raised figure of a footnote (`köplagen⁵`).
pub(crate) fn is_left_out(c: char) -> bool {
    if c.is_ascii() {
        return false;
    }
    let invisible = matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}');
    invisible || matches!(c, '\u{b2}' | '\u{b3}' | '\u{b9}' | '\u{2070}'..='\u{2079}')
}

/// Composed letters, single blanks, plain hyphens and quotation marks, `och` for `&`; nothing invisible.
pub(crate) fn tidy(text: &str) -> String {
    if text.is_ascii()
        && !text.bytes().any(|b| b.is_ascii_control() || b == b'`' || b == b'&')
        && !text.contains("  ")
    {
        return text.trim().to_owned();
    }
    let mut tidy = String::with_capacity(text.len());
    for c in text.nfc() {
        let c = match c {
            c if is_left_out(c) => continue,
            c if c.is_whitespace() || c.is_control() => ' ',
            '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
            '\u{201c}'..='\u{201f}' | '\u{ab}' | '\u{bb}' => '"',
            '\u{2018}'..='\u{201b}' | '\u{b4}' | '`' => '\'',
            c => c,
        };
        if c != ' ' || !(tidy.is_empty() || tidy.ends_with(' ')) {
            tidy.push(c);
        }
    }
    tidy.truncate(tidy.trim_end().len());
    if tidy.contains(" & ") { tidy.replace(" & ", " och ") } else { tidy }
}

/// A tidy text in lower case, letter by letter as queries are lowered.
pub(crate) fn tidy_lower(text: &str) -> String {
    tidy(text).chars().map(lower_char).collect()
}

/// Words before a citation that do not belong to it.
const LEAD_INS: [&str; 6] = ["se även ", "se bl.a. ", "se ", "jfr ", "jämför ", "enligt "];

/// Removes quotation marks, parentheses, closing punctuation and lead-in words.
fn unwrap(text: &str) -> &str {
    let mut text = text.trim();
    // Each round removes at least one character. Six rounds cover what people paste.
    for _ in 0..6 {
        let before = text;
        // Punctuation at the end of an address may belong to the address.
        let is_address = text.contains("://") && !text.contains(' ');
        if !is_address {
            text = text.trim_end_matches(['.', ',', ';', '?', '!', ' ']).trim_start();
        }
        text = strip_pair(text).trim();
        for lead_in in LEAD_INS {
            if text.get(..lead_in.len()).is_some_and(|start| start.to_lowercase() == lead_in) {
                text = text[lead_in.len()..].trim_start();
                break;
            }
        }
        if text == before {
            break;
        }
    }
    text
}

fn strip_pair(text: &str) -> &str {
    let pairs = [('"', '"'), ('\'', '\''), ('(', ')'), ('[', ']')];
    for (open, close) in pairs {
        if let Some(inner) = text.strip_prefix(open).and_then(|rest| rest.strip_suffix(close))
            && !inner.contains(open)
            && !inner.contains(close)
        {
            return inner;
        }
    }
    text
}

/// Letters and digits only, in lower case and without diacritics: the key of a name.
pub(crate) fn loose_key(text: &str) -> String {
    let mut key = String::with_capacity(text.len());
    for c in text.chars() {
        push_loose(&mut key, c);
    }
    key
}

/// Adds what one character contributes to a loose key. `+` is kept, as in `108+`.
pub(crate) fn push_loose(key: &mut String, c: char) {
    // The fast path: most characters are ASCII, and a million names get a key when a snapshot is opened.
    if c.is_ascii() {
        if c.is_ascii_alphanumeric() || c == '+' {
            key.push(c.to_ascii_lowercase());
        }
    } else if c.is_alphanumeric() {
        let decomposed = c.to_lowercase().flat_map(|lower| std::iter::once(lower).nfd());
        key.extend(decomposed.filter(|part| !is_combining_mark(*part)));
    }
}

/// Lower case without diacritics, everything else kept.
pub(crate) fn fold(text: &str) -> String {
    text.nfd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).collect()
}

/// Whether a character can stand inside a word. It is asked of every letter: those of Western Europe need no table.
pub(crate) fn in_word(c: char) -> bool {
    is_letter(c) || c.is_numeric()
}

/// Whether a character is a letter.
pub(crate) fn is_letter(c: char) -> bool {
    match c {
        'À'..='ÿ' => !matches!(c, '×' | '÷'),
        _ => c.is_alphabetic(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cleaned(input: &str) -> Option<String> {
        CleanQuery::new(input).map(|query| query.text().to_owned())
    }

    #[test]
    fn cleaning() {
        let table = [
            ("  avtalslagen\t36\u{a0}§  ", "avtalslagen 36 §"),
            ("”avtalslagen 36 §”", "avtalslagen 36 §"),
            ("(avtalslagen 36 §)", "avtalslagen 36 §"),
            ("(EU) 2016/679 (GDPR)", "(EU) 2016/679 (GDPR)"),
            ("Se även 36 § avtalslagen.", "36 § avtalslagen"),
            ("C‑199/24", "C-199/24"),
            ("a\u{30a}klagare", "åklagare"),
            ("För\u{ad}valtningslagen", "Förvaltningslagen"),
        ];
        for (input, expected) in table {
            assert_eq!(cleaned(input).as_deref(), Some(expected), "{input}");
        }
        for input in ["", " \u{a0}\n", "…".repeat(301).as_str(), "\"\"", &"x".repeat(100_000)] {
            assert_eq!(cleaned(input), None, "{input:?}");
        }
    }

    #[test]
    fn both_cases_share_their_offsets() {
        for input in ["ÅÄÖ § K\u{212a}x İstanbul ẞ", "DŽ Ⅷ ǅ"] {
            let query = CleanQuery::new(input).unwrap();
            let offsets = |text: &str| text.char_indices().map(|(at, _)| at).collect::<Vec<_>>();
            assert_eq!(offsets(query.text()), offsets(query.lower()), "{input}");
        }
    }

    #[test]
    fn loose_keys() {
        assert_eq!(loose_key("Plan- och bygglagen"), "planochbygglagen");
        assert_eq!(loose_key("RÄTTEGÅNGSBALKEN"), "rattegangsbalken");
        assert_eq!(loose_key("108+"), "108+");
    }
}
