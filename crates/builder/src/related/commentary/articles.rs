//! The articles that a sentence names: `artiklarna 3.1, 3.4 och 16.3 a`, `artikel 1.2 första stycket a och b`, `artiklarna 15–17`.
//!
//! A list is read whole or not at all. Parts without an anchor (`första stycket`) count for what they are in.

/// The most articles of a range. Real ones have up to some dozens.
const MAX_RANGE: u32 = 100;

/// Articles that stand together after one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ArticleList {
    /// Where the words for the list begin, in bytes of the sentence.
    pub(super) start: usize,
    /// Where its last number ends.
    pub(super) end: usize,
    /// The articles as anchors (`3.1.a`); none where the list is not understood.
    pub(super) anchors: Vec<String>,
}

/// The lists of articles in a text, in order.
pub(super) fn article_lists(text: &str) -> Vec<ArticleList> {
    let mut found: Vec<ArticleList> = Vec::new();
    for (start, word) in text.match_indices("arti") {
        let is_taken = found.last().is_some_and(|last| start < last.end);
        let is_inside = text[..start].ends_with(char::is_alphanumeric);
        let Some(word) =
            ["artiklarna ", "artikel "].into_iter().find(|known| text[start..].starts_with(known))
        else {
            debug_assert_eq!(word, "arti");
            continue;
        };
        if is_taken || is_inside {
            continue;
        }
        let mut list = ListReader { rest: &text[start + word.len()..], anchors: Vec::new() };
        let is_read = list.read().is_some();
        let end = text.len() - list.rest.len();
        let anchors = if is_read { list.anchors } else { Vec::new() };
        found.push(ArticleList { start, end, anchors });
    }
    found
}

struct ListReader<'t> {
    rest: &'t str,
    anchors: Vec<String>,
}

impl ListReader<'_> {
    /// Reads a list to its end. None where a part of it is not understood.
    fn read(&mut self) -> Option<()> {
        let first = self.number()?;
        self.anchors.push(first);
        let mut in_subparagraph = false;
        loop {
            in_subparagraph |= self.subparagraphs();
            let before = self.rest;
            let Some(is_range) = self.separator() else { return Some(()) };
            if self.rest.starts_with(|c: char| c.is_ascii_digit()) {
                let number = self.number()?;
                in_subparagraph = false;
                if is_range { self.range(&number)? } else { self.push(number) }
            } else if let Some(letter) = self.letter() {
                // A further point of the article before, or a part of its subparagraph.
                if is_range {
                    return None;
                }
                if !in_subparagraph {
                    let last = self.anchors.last()?;
                    let article = last
                        .rsplit_once('.')
                        .filter(|(_, point)| point.len() == 1 && point.starts_with(char::is_alphabetic))
                        .map_or(last.as_str(), |(article, _)| article);
                    let point = format!("{article}.{letter}");
                    self.push(point);
                }
            } else if ["första", "andra", "tredje", "fjärde", "femte"]
                .iter()
                .any(|ordinal| self.rest.starts_with(ordinal))
            {
                // A further subparagraph of the same article.
            } else {
                // The list ended before the separator.
                self.rest = before;
                return Some(());
            }
        }
    }

    fn push(&mut self, anchor: String) {
        if !self.anchors.contains(&anchor) {
            self.anchors.push(anchor);
        }
    }

    /// A number with its parts: `17a.3 b`.
    fn number(&mut self) -> Option<String> {
        let length =
            self.rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'.').count();
        let written = self.rest[..length].trim_end_matches('.');
        self.rest = &self.rest[written.len()..];
        let is_part = |part: &str| {
            let digits = part.bytes().take_while(u8::is_ascii_digit).count();
            digits > 0 && part.len() - digits <= 2
        };
        let is_point = |part: &str| part.len() == 1 && part.starts_with(|c: char| c.is_ascii_lowercase());
        let (numbers, point) = match written.rsplit_once('.') {
            Some((numbers, last)) if is_point(last) => (numbers, true),
            _ => (written, false),
        };
        if !numbers.split('.').all(is_part) {
            return None;
        }
        let mut anchor = written.to_owned();
        if point {
            return Some(anchor);
        }
        if let Some(rest) = self.rest.strip_prefix(' ') {
            let mut after = ListReader { rest, anchors: Vec::new() };
            if let Some(letter) = after.letter() {
                anchor.push('.');
                anchor.push(letter);
                self.rest = after.rest;
            }
        }
        Some(anchor)
    }

    /// A letter that stands for a point; `i` and `å` are words.
    fn letter(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let letter = chars.next().filter(|c| c.is_ascii_lowercase() && *c != 'i')?;
        if chars.next().is_some_and(char::is_alphanumeric) {
            return None;
        }
        self.rest = &self.rest[1..];
        Some(letter)
    }

    /// Reads past `första stycket`, `andra och tredje meningen`; whether there was any.
    fn subparagraphs(&mut self) -> bool {
        const WORDS: [&str; 14] = [
            "första",
            "andra",
            "tredje",
            "fjärde",
            "femte",
            "sjätte",
            "stycket",
            "styckena",
            "meningen",
            "meningarna",
            "strecksatsen",
            "ledet",
            "inledningen",
            "led",
        ];
        let mut found = false;
        loop {
            let rest = self.rest.trim_start();
            let Some(word) = WORDS.iter().find(|word| {
                rest.strip_prefix(**word).is_some_and(|after| !after.starts_with(char::is_alphanumeric))
            }) else {
                return found;
            };
            self.rest = &rest[word.len()..];
            found = true;
            // The points of the subparagraph.
            let mut after = ListReader { rest: self.rest.trim_start(), anchors: Vec::new() };
            if after.letter().is_some() {
                self.rest = after.rest;
            }
        }
    }

    /// Reads what joins two members; whether it stands for a range. None at the end of the list.
    fn separator(&mut self) -> Option<bool> {
        const SEPARATORS: [(&str, bool); 9] = [
            ("–", true),
            ("-", true),
            (" – ", true),
            (", ", false),
            (" och delvis ", false),
            (" samt delvis ", false),
            (" och ", false),
            (" samt ", false),
            (" respektive ", false),
        ];
        let (words, is_range) = SEPARATORS.into_iter().find(|(words, _)| self.rest.starts_with(words))?;
        self.rest = &self.rest[words.len()..];
        Some(is_range)
    }

    /// The numbers after the last one up to another: `15–17`, `3.1–3.7`.
    fn range(&mut self, to: &str) -> Option<()> {
        let from = self.anchors.last()?.clone();
        let split = |anchor: &str| -> Option<(String, u32)> {
            let (within, last) =
                anchor.rsplit_once('.').map_or(("", anchor), |(within, last)| (within, last));
            Some((within.to_owned(), last.parse().ok()?))
        };
        let ((within, first), (other, last)) = (split(&from)?, split(to)?);
        // `2.1–3`: paragraphs of one article, or an article.
        if within != other || last <= first || last - first > MAX_RANGE {
            return None;
        }
        for number in first + 1..=last {
            let anchor = if within.is_empty() { number.to_string() } else { format!("{within}.{number}") };
            self.push(anchor);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_articles() {
        for (text, expected) in [
            ("artikel 2.1 a i fårdirektivet", "2.1.a"),
            ("artiklarna 3.1, 3.4, 3.6 och 6.1.", "3.1 3.4 3.6 6.1"),
            ("artikel 3.12, 3.13 och 3.17 samt delvis artikel 3.9 i", "3.12 3.13 3.17|3.9"),
            ("artikel 1.2 första stycket a, b, c och d i", "1.2"),
            ("artikel 1.2 första stycket a och 5 i", "1.2 5"),
            ("artikel 2.1 a, b och d samt 7", "2.1.a 2.1.b 2.1.d 7"),
            ("artiklarna 1 och 15–17 i", "1 15 16 17"),
            ("artikel 3.1–3.7 och delvis artikel 7.2 i", "3.1 3.2 3.3 3.4 3.5 3.6 3.7|7.2"),
            ("artikel 2.1–3 i", ""),
            ("artiklarna 77d och 77e.3 i", "77d 77e.3"),
            ("artikel 17a.3 b och innebär", "17a.3.b"),
            ("artikel 11.1.a i direktivet", "11.1.a"),
            ("artikel 3.1.a, b och 7.2.c i", "3.1.a 3.1.b 7.2.c"),
            ("artikel 5 och innehåller bestämmelser", "5"),
            ("artikel i direktivet", ""),
            ("partikel 5", ""),
        ] {
            let found: Vec<String> =
                article_lists(text).into_iter().map(|list| list.anchors.join(" ")).collect();
            assert_eq!(found.join("|"), expected, "{text}");
        }
    }
}
