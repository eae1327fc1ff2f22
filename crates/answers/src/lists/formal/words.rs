//! A text as words and marks, as the rules of formal differences see them.

/// A word or a mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FormalWord {
    /// In small letters.
    pub(super) text: String,
    /// Whether it is the number of a paragraf, with its letter: `7 a` before `§`.
    pub(super) is_paragraf: bool,
    /// Whether it is the number of an act: `1996:627`.
    pub(super) is_act_number: bool,
}

impl FormalWord {
    pub(super) fn plain(text: &str) -> Self {
        Self { text: text.to_owned(), is_paragraf: false, is_act_number: false }
    }
}

/// The words and marks of a text.
pub(super) fn words(text: &str) -> Vec<FormalWord> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if first.is_alphanumeric() {
            rest.char_indices().find(|(at, c)| !is_of_word(*c, &rest[*at..])).map_or(rest.len(), |(at, _)| at)
        } else {
            first.len_utf8()
        };
        let (word, after) = rest.split_at(length);
        rest = after;
        match first {
            first if first.is_whitespace() || is_invisible(first) => {}
            '"' | '”' | '“' | '„' | '»' | '«' => words.push(FormalWord::plain("\"")),
            '\'' | '’' | '‘' => words.push(FormalWord::plain("'")),
            '-' | '–' | '—' | '‑' => words.push(FormalWord::plain("-")),
            _ => {
                let word: String = word.chars().filter(|c| !is_invisible(*c)).collect();
                let is_act_number = is_act_number(&word);
                words.push(FormalWord { text: word.to_lowercase(), is_paragraf: false, is_act_number });
            }
        }
    }
    mark_paragrafer(words)
}

/// Whether a letter belongs to the word before it: a colon within a number of an act does.
fn is_of_word(c: char, rest: &str) -> bool {
    let joins = || rest[c.len_utf8()..].starts_with(|next: char| next.is_ascii_digit());
    c.is_alphanumeric() || is_invisible(c) || c == ':' && joins()
}

/// Whether a character shows nothing, as a soft hyphen.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{feff}')
}

fn is_act_number(word: &str) -> bool {
    let Some((year, number)) = word.split_once(':') else { return false };
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    year.len() == 4 && is_digits(year) && is_digits(number)
}

/// Joins the number and the letter of each paragraf: `7`, `a`, `§`.
fn mark_paragrafer(words: Vec<FormalWord>) -> Vec<FormalWord> {
    let mut marked: Vec<FormalWord> = Vec::with_capacity(words.len());
    for word in words {
        let is_number =
            |word: &FormalWord| !word.text.is_empty() && word.text.bytes().all(|byte| byte.is_ascii_digit());
        if word.text == "§" {
            let is_letter =
                |word: &FormalWord| word.text.len() == 1 && word.text.as_bytes()[0].is_ascii_lowercase();
            if marked.last().is_some_and(is_letter)
                && marked.len() > 1
                && is_number(&marked[marked.len() - 2])
                && let (Some(letter), Some(number)) = (marked.pop(), marked.pop())
            {
                marked.push(FormalWord::plain(&format!("{} {}", number.text, letter.text)));
            }
            if let Some(last) = marked.last_mut() {
                last.is_paragraf = last.text.starts_with(|first: char| first.is_ascii_digit());
            }
        }
        marked.push(word);
    }
    marked
}

/// Whether a word may be the name of an act, or the end of it.
pub(super) fn names_an_act(word: &str) -> bool {
    const ENDS: [&str; 9] = [
        "lag",
        "lagen",
        "balk",
        "balken",
        "förordning",
        "förordningen",
        "kungörelse",
        "kungörelsen",
        "instruktion",
    ];
    ENDS.iter().any(|end| word.ends_with(end))
}
