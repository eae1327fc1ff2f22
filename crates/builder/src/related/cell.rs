//! What a cell of a correlation table names: `Article 2(1), point (a)`, `Art. 5, par. 3, 1st subparagraph`, `Articles 32 to 78`, `—`.
//!
//! A cell is read whole or not at all. Of several parts of one article (`Article 2(1), (2) and (3)`) the cell names what they are
//! in; parts that have no anchor (`second subparagraph`, `introductory wording`) count for what they are in as well.

/// What a cell names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// Nothing corresponds.
    Nothing,
    /// Places, as anchors.
    Places(Vec<String>),
    /// Articles from the first to the last, as anchors.
    Range(Vec<String>),
}

/// The most bytes of a cell that is read. Real cells that name places have up to some dozens.
const MAX_BYTES: usize = 400;

/// The most articles of a range. Real ranges have some dozens.
const MAX_RANGE: u32 = 600;

/// Reads a cell; None for one that is not understood.
pub(super) fn read(text: &str) -> Option<Cell> {
    if text.len() > MAX_BYTES {
        return None;
    }
    let tokens = tokens(text)?;
    if tokens.is_empty() || tokens.iter().all(|token| *token == Token::To) {
        return (!text.trim().is_empty()).then_some(Cell::Nothing);
    }
    let mut reader = Reader::default();
    for token in tokens {
        reader.take(token)?;
    }
    reader.end()
}

/// A part of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    /// A number with its letter: `12`, `12a`.
    Number(String),
    /// `1st`, `first`.
    Ordinal,
    /// What stands in brackets: `(1)`, `(a)`. Whether it stands close to what is before it.
    Bracket(String),
    /// `,` `;` `and` `+` `&`.
    And,
    /// `to`, `-`.
    To,
}

fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '(' => {
                let inside = rest[1..].split_once(')')?.0;
                tokens.extend(bracket(inside)?);
                inside.len() + 2
            }
            ',' | ';' | '+' | '&' => {
                tokens.push(Token::And);
                1
            }
            '-' | '–' | '—' => {
                tokens.push(Token::To);
                first.len_utf8()
            }
            '.' | ':' => 1,
            _ if first.is_ascii_digit() => {
                let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
                tokens.push(number(&rest[..length])?);
                length
            }
            _ if first.is_alphabetic() => {
                let length = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
                tokens.push(word(&rest[..length].to_lowercase()));
                length
            }
            _ => return None,
        };
        rest = rest[length..].trim_start();
    }
    Some(tokens)
}

/// The token of what stands in brackets, none for a part without an anchor; None where it is not understood.
fn bracket(inside: &str) -> Option<Vec<Token>> {
    let inside = inside.trim();
    let is_short = inside.len() <= 5 && inside.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_short && !inside.is_empty() && inside != "new" && inside != "rest" {
        return Some(vec![Token::Bracket(inside.to_owned())]);
    }
    // `(first and second sentence)`, `(new)`: a part without an anchor.
    let is_part = |word: &str| {
        is_part_without_anchor(word) || matches!(word, "and" | "to" | "first" | "second" | "third")
    };
    inside.split(' ').all(is_part).then(Vec::new)
}

fn number(text: &str) -> Option<Token> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    match &text[digits..] {
        "st" | "nd" | "rd" | "th" => Some(Token::Ordinal),
        letters if letters.len() <= 2 => Some(Token::Number(text.to_owned())),
        _ => None,
    }
}

fn word(word: &str) -> Token {
    match word {
        "and" | "och" => Token::And,
        "to" | "till" => Token::To,
        "first" | "second" | "third" | "fourth" | "fifth" | "sixth" | "seventh" | "eighth" | "ninth"
        | "last" | "final" => Token::Ordinal,
        _ => Token::Word(word.to_owned()),
    }
}

/// Words for parts that have no anchor of their own.
fn is_part_without_anchor(word: &str) -> bool {
    matches!(
        word,
        "subparagraph"
            | "subparagraphs"
            | "subpar"
            | "sentence"
            | "sentences"
            | "indent"
            | "indents"
            | "introductory"
            | "introduction"
            | "wording"
            | "words"
            | "phrase"
            | "part"
            | "in"
            | "fine"
            | "rest"
            | "new"
    )
}

/// An article with the parts of it that the cell names.
#[derive(Debug)]
struct Mention {
    article: String,
    parts: Vec<String>,
    /// The point of these parts that stands before the article.
    point: Vec<String>,
    /// Several parts were named, and what they are in has this many of `parts`.
    kept: Option<usize>,
    /// Whether it ends a range that the mention before begins.
    ends_range: bool,
}

/// What a number or a bracket means where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    /// The number of an article.
    Article,
    /// A paragraph, or a point.
    Part,
    /// A further part of those before.
    More,
    /// After a number, a bracket that stands for a part of it.
    Inside,
}

#[derive(Debug, Default)]
struct Reader {
    mentions: Vec<Mention>,
    /// A point that stands before its article: `Point (8) of Article 3`.
    ahead: Vec<String>,
    is_ahead: bool,
    expected: Option<Expected>,
    is_to: bool,
    /// Whether a word for an ordinal was read last.
    after_ordinal: bool,
}

impl Reader {
    fn take(&mut self, token: Token) -> Option<()> {
        let after_ordinal = std::mem::replace(&mut self.after_ordinal, token == Token::Ordinal);
        match token {
            Token::Ordinal => self.expected = None,
            // Of several points before an article the cell is not read.
            Token::And | Token::To if self.is_ahead => return None,
            Token::And => self.expected = Some(Expected::More),
            Token::To => (self.expected, self.is_to) = (Some(Expected::More), true),
            Token::Number(number) | Token::Bracket(number) if self.is_ahead => self.ahead.push(number),
            Token::Number(number) => self.number(number)?,
            Token::Bracket(part) => self.bracket(part)?,
            Token::Word(word) => self.word(&word, after_ordinal)?,
        }
        if !matches!(self.expected, Some(Expected::More | Expected::Article)) {
            self.is_to = false;
        }
        Some(())
    }

    fn word(&mut self, word: &str, after_ordinal: bool) -> Option<()> {
        match word {
            "article" | "articles" | "art" | "artikel" | "artiklarna" => {
                self.expected = Some(Expected::Article);
                self.is_ahead = false;
            }
            "paragraph" | "paragraphs" | "par" if after_ordinal => {}
            "point" | "points" if self.mentions.is_empty() => self.is_ahead = true,
            "paragraph" | "paragraphs" | "par" | "pars" => {
                let last = self.mentions.last_mut()?;
                if !last.parts.is_empty() {
                    // Another paragraph of the same article.
                    last.kept = Some(0);
                }
                self.expected = Some(Expected::Part);
            }
            "point" | "points" | "led" | "leden" => {
                self.mentions.last()?;
                self.expected = Some(Expected::Part);
            }
            // `Point 8 of`, `read in conjunction with`
            "of" | "read" | "conjunction" | "with" => {}
            _ if is_part_without_anchor(word) => {}
            _ => return None,
        }
        Some(())
    }

    fn number(&mut self, number: String) -> Option<()> {
        let is_article = match self.expected? {
            Expected::Article => true,
            Expected::Part => {
                self.part(number.clone());
                false
            }
            Expected::More => {
                let last = self.mentions.last_mut()?;
                if last.parts.is_empty() && last.kept.is_none() {
                    true
                } else {
                    last.several();
                    false
                }
            }
            Expected::Inside => return None,
        };
        if is_article {
            let point = std::mem::take(&mut self.ahead);
            let ends_range = self.is_to && self.mentions.last().is_some_and(|last| last.parts.is_empty());
            self.mentions.push(Mention { article: number, parts: Vec::new(), point, kept: None, ends_range });
        }
        self.is_to = false;
        self.expected = Some(Expected::Inside);
        Some(())
    }

    fn bracket(&mut self, part: String) -> Option<()> {
        match self.expected {
            // `Article 14(2) (3) and (4)`: paragraphs, of which none is inside another.
            Some(Expected::Inside) if is_number(&part) && self.ends_with_number() => {
                self.mentions.last_mut()?.several();
            }
            Some(Expected::Inside | Expected::Part) => self.part(part),
            Some(Expected::More) => self.mentions.last_mut()?.several(),
            Some(Expected::Article) | None => return None,
        }
        self.is_to = false;
        self.expected = Some(Expected::Inside);
        Some(())
    }

    /// Whether the part that was read last is a number.
    fn ends_with_number(&self) -> bool {
        self.mentions.last().and_then(|last| last.parts.last()).is_some_and(|part| is_number(part))
    }

    fn part(&mut self, part: String) {
        if let Some(last) = self.mentions.last_mut().filter(|last| last.kept.is_none()) {
            last.parts.push(part);
        }
    }

    fn end(self) -> Option<Cell> {
        if self.mentions.is_empty() || !self.ahead.is_empty() {
            return None;
        }
        let mut places: Vec<String> = Vec::new();
        let count = self.mentions.len();
        let is_whole =
            self.mentions.iter().all(|mention| mention.parts.is_empty() && mention.point.is_empty());
        let mut is_range = false;
        for mention in self.mentions {
            if mention.ends_range {
                let first: u32 = places.last()?.parse().ok()?;
                let last: u32 =
                    mention.article.parse().ok().filter(|last| mention.parts.is_empty() && *last > first)?;
                if last - first > MAX_RANGE {
                    return None;
                }
                places.extend((first + 1..=last).map(|article| article.to_string()));
                is_range = count == 2 && is_whole;
                continue;
            }
            let place = mention.place();
            if !places.contains(&place) {
                places.push(place);
            }
        }
        Some(if is_range { Cell::Range(places) } else { Cell::Places(places) })
    }
}

fn is_number(part: &str) -> bool {
    part.bytes().all(|byte| byte.is_ascii_digit())
}

impl Mention {
    /// Takes note that a further part beside the last one is named.
    fn several(&mut self) {
        let in_last = self.parts.len().saturating_sub(1);
        self.kept = Some(self.kept.map_or(in_last, |kept| kept.min(in_last)));
    }

    fn place(self) -> String {
        let kept = self.kept.unwrap_or(self.parts.len());
        let point = if self.kept.is_none() { self.point } else { Vec::new() };
        let parts = self.parts.into_iter().take(kept).chain(point);
        std::iter::once(self.article).chain(parts).collect::<Vec<_>>().join(".")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cells_name() {
        let table = include_str!("cells.tsv");
        for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (cell, expected) = line.split_once('\t').unwrap();
            let found = match read(cell) {
                None => "not read".to_owned(),
                Some(Cell::Nothing) => "nothing".to_owned(),
                Some(Cell::Places(places)) => places.join(" "),
                Some(Cell::Range(places)) => format!("range {}", places.join(" ")),
            };
            assert_eq!(found, expected, "{cell}");
        }
    }
}
