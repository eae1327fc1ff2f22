//! A half-typed citation of a provision: the words of a name beside the numbers of a place.

/// A text read as a name and a place in what it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TypedCitation<'a> {
    /// The beginning of a name.
    pub(super) name: &'a str,
    pub(super) place: TypedPlace,
    /// Whether the place stands before the name.
    pub(super) place_first: bool,
}

/// A place that may be half typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TypedPlace {
    /// Its numbers, from the outside in. Never empty.
    pub(super) numbers: Vec<TypedNumber>,
    /// Whether the last number may go on: nothing was typed after it.
    pub(super) is_open: bool,
}

/// A number of a place, as `12 a` or `12a`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TypedNumber {
    /// Digits with up to one lower-case letter; for a point of an article a letter alone; empty while only its unit was
    /// typed.
    pub(super) text: String,
    /// What was typed beside it.
    pub(super) unit: Option<Unit>,
}

/// The unit that a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Kapitel,
    Paragraf,
    Article,
    Recital,
    Page,
}

/// Numbers of a place. More are not a place.
const MAX_NUMBERS: usize = 4;

/// Tokens of a text that are looked at.
const MAX_TOKENS: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'a> {
    Digits(&'a str),
    Word(&'a str),
    Paragraf,
    /// A colon or a full stop between two signs without blanks.
    Joint(char),
}

/// The ways to read a text as a name and a place, the one with the longest name first.
pub(super) fn typed_citations(text: &str) -> Vec<TypedCitation<'_>> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    for split in (1..tokens.len()).rev() {
        let Some((start, _, _)) = tokens.get(split) else { break };
        let name = text.get(..*start).unwrap_or_default().trim();
        if !begins_place(&tokens, split, name) {
            continue;
        }
        if let Some(place) = place(&tokens[split..], text.ends_with(char::is_whitespace)) {
            found.push(TypedCitation { name, place, place_first: false });
        }
    }
    for split in (1..tokens.len()).rev() {
        let Some((start, _, _)) = tokens.get(split) else { break };
        let place =
            place(&tokens[..split], true).filter(|place| place.numbers.iter().any(|n| n.unit.is_some()));
        if let Some(place) = place {
            let name = text.get(*start..).unwrap_or_default().trim();
            found.push(TypedCitation { name, place, place_first: true });
            break;
        }
    }
    found.retain(|citation| is_name(citation.name));
    found
}

/// Whether a place can begin at a token: at a number, a sign or a word for a unit. A token that continues the number or
/// unit before it (`.1`, the 3 of `§ 3`, the mark of `3 §`) does not begin one.
fn begins_place(tokens: &[(usize, usize, Token<'_>)], split: usize, name: &str) -> bool {
    let token = |index: usize| tokens.get(index).map(|(_, _, token)| token);
    let unit_of = |token: Option<&Token<'_>>| match token {
        Some(Token::Paragraf) => Some(Unit::Paragraf),
        Some(Token::Word(word)) => unit(&word.to_lowercase()),
        _ => None,
    };
    let before = split.checked_sub(1).and_then(token);
    if matches!(token(split), Some(Token::Joint(_)))
        || matches!(before, Some(Token::Joint(_)))
        || unit_of(before).is_some()
    {
        return false;
    }
    let lettered = matches!(before, Some(Token::Word(word)) if is_letter(&word.to_lowercase()))
        && matches!(split.checked_sub(2).and_then(token), Some(Token::Digits(_)));
    let after_number = matches!(before, Some(Token::Digits(_))) || lettered;
    let is_mark = matches!(unit_of(token(split)), Some(Unit::Kapitel | Unit::Paragraf));
    // `1915:218 §`: the number is the name of an act.
    let act = name.rsplit(' ').next().and_then(|word| word.split_once(':'));
    let names_act = act.is_some_and(|(year, _)| year.len() == 4);
    !(is_mark && after_number && !names_act)
}

/// Whether a text can begin a name beside a place: `1931:47` can; `1931` and `prop. 2017/` cannot, since they are
/// incomplete.
fn is_name(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let ends = text.ends_with(|c: char| c.is_alphanumeric() || matches!(c, ')' | '.'));
    ends && (letters >= 2 || text.contains(':'))
}

/// The tokens of a text with where they begin and end.
fn tokens(text: &str) -> Vec<(usize, usize, Token<'_>)> {
    let mut tokens: Vec<(usize, usize, Token<'_>)> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next().filter(|_| tokens.len() < MAX_TOKENS) {
        let start = text.len() - rest.len();
        let length = |wanted: fn(char) -> bool| rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        let (length, token) = match first {
            '0'..='9' => {
                let length = length(|c| c.is_ascii_digit());
                (length, Some(Token::Digits(&rest[..length])))
            }
            _ if first.is_alphabetic() => {
                let length = length(char::is_alphabetic);
                (length, Some(Token::Word(&rest[..length])))
            }
            '§' => (length(|c| c == '§'), Some(Token::Paragraf)),
            ':' | '.' => {
                (1, Some(Token::Joint(first)).filter(|_| tokens.last().is_some_and(|t| t.1 == start)))
            }
            _ => (first.len_utf8(), None),
        };
        if let Some(token) = token {
            tokens.push((start, start + length, token));
        }
        rest = &rest[length..];
    }
    tokens
}

/// Reads tokens as a place; None when they are not one. With `is_closed`, something follows the last of them.
fn place(tokens: &[(usize, usize, Token<'_>)], is_closed: bool) -> Option<TypedPlace> {
    let mut place = TypedPlace { numbers: Vec::new(), is_open: !is_closed };
    let mut before: Option<Unit> = None;
    let mut last_end = None;
    for (position, (start, end, token)) in tokens.iter().enumerate() {
        let is_last = position + 1 == tokens.len();
        let touches = last_end == Some(*start);
        last_end = Some(*end);
        match token {
            Token::Digits(digits) => {
                if place.numbers.len() == MAX_NUMBERS || digits.len() > 5 {
                    return None;
                }
                place.numbers.push(TypedNumber { text: (*digits).to_owned(), unit: before.take() });
            }
            Token::Paragraf => match place.numbers.last_mut() {
                Some(number) if number.unit.is_none() && before.is_none() => {
                    number.unit = Some(Unit::Paragraf);
                    place.is_open &= !is_last;
                }
                _ => before = Some(Unit::Paragraf),
            },
            Token::Joint(':') => {
                let number = place.numbers.last_mut()?;
                number.unit.get_or_insert(Unit::Kapitel);
                place.is_open &= !is_last;
            }
            Token::Joint(_) => place.is_open &= !is_last,
            Token::Word(word) => {
                let lower = word.to_lowercase();
                match unit(&lower) {
                    Some(after @ (Unit::Kapitel | Unit::Paragraf))
                        if place.numbers.last().is_some_and(|n| n.unit.is_none()) =>
                    {
                        place.numbers.last_mut()?.unit = Some(after);
                        place.is_open &= !is_last;
                    }
                    Some(unit) => before = Some(unit),
                    None if is_letter(&lower) => {
                        let follows_point =
                            position > 0 && matches!(tokens[position - 1].2, Token::Joint('.'));
                        push_letter(&mut place.numbers, lower, follows_point, touches)?;
                    }
                    None => return None,
                }
            }
        }
    }
    if let Some(unit) = before {
        // A word for a unit waits for its number.
        place.numbers.push(TypedNumber { text: String::new(), unit: Some(unit) });
        place.is_open = true;
    }
    // Pages and recitals have no other number around them.
    let alone = place.numbers.len() == 1
        || !place.numbers.iter().any(|number| matches!(number.unit, Some(Unit::Page | Unit::Recital)));
    (!place.numbers.is_empty() && alone).then_some(place)
}

/// Adds a letter: as a number of its own, or to the number before it. None where it can be neither.
fn push_letter(
    numbers: &mut Vec<TypedNumber>,
    letter: String,
    follows_point: bool,
    touches: bool,
) -> Option<()> {
    let number = numbers.last_mut()?;
    if follows_point || number.text.ends_with(|c: char| c.is_ascii_lowercase()) {
        numbers.push(TypedNumber { text: letter, unit: None });
    } else if touches || number.unit.is_none() || number.unit == Some(Unit::Article) {
        number.text.push_str(&letter);
    } else {
        return None;
    }
    Some(())
}

fn is_letter(word: &str) -> bool {
    word.len() == 1 && word.bytes().all(|b| b.is_ascii_lowercase())
}

fn unit(word: &str) -> Option<Unit> {
    Some(match word {
        "kap" | "kapitel" | "kapitlet" | "ka" => Unit::Kapitel,
        "paragraf" | "paragrafen" | "par" => Unit::Paragraf,
        "art" | "artikel" | "artikeln" | "article" => Unit::Article,
        "skäl" => Unit::Recital,
        "s" | "sid" | "sidan" => Unit::Page,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `name | numbers`, for each way to read the text.
    fn read(text: &str) -> Vec<String> {
        let shown = |citation: TypedCitation<'_>| {
            let numbers = citation.place.numbers.iter().map(|number| match number.unit {
                Some(unit) => format!("{unit:?} {}", number.text),
                None => number.text.clone(),
            });
            let open = if citation.place.is_open { "…" } else { "" };
            format!("{} | {}{open}", citation.name, numbers.collect::<Vec<_>>().join(", "))
        };
        typed_citations(text).into_iter().map(shown).collect()
    }

    #[test]
    fn names_and_places() {
        let table: [(&str, &[&str]); 21] = [
            ("avtalsl 3", &["avtalsl | 3…"]),
            ("avtalsl 3 ", &["avtalsl | 3"]),
            ("avtalsl 3 §", &["avtalsl | Paragraf 3"]),
            ("avtalsl § 3", &["avtalsl | Paragraf 3…"]),
            ("avtalsl 12 a", &["avtalsl | 12a…"]),
            ("avtalsl 12a §", &["avtalsl | Paragraf 12a"]),
            ("BrB 3:1", &["BrB | Kapitel 3, 1…"]),
            ("BrB 3:", &["BrB | Kapitel 3"]),
            ("brottsb 3 kap", &["brottsb | Kapitel 3"]),
            ("brottsb 3 kap. 1 §", &["brottsb | Kapitel 3, Paragraf 1"]),
            ("2 kap 3 § bro", &["bro | Kapitel 2, Paragraf 3"]),
            ("art 6 gdp", &["gdp | Article 6"]),
            ("GDPR art 6.1", &["GDPR | Article 6, 1…"]),
            ("GDPR 6.1 c", &["GDPR | 6, 1c…"]),
            ("NJA 2015 s", &["NJA 2015 | Page …"]),
            ("avtalsl §", &["avtalsl | Paragraf …"]),
            ("1915:218 3 §", &["1915:218 | Paragraf 3"]),
            ("prop. 2017/18:105 s. 4", &["prop. 2017/18:105 | Page 4…"]),
            ("3 §", &[]),
            ("avtalslagen", &[]),
            ("", &[]),
        ];
        for (text, expected) in table {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn long_texts_are_bounded() {
        assert!(read(&"3 ".repeat(10_000)).is_empty());
        assert!(read(&"a 1 ".repeat(10_000)).len() <= MAX_TOKENS);
    }
}
