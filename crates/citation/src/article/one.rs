//! One article with the parts of it that are named.

use super::cited::{CitedArticle, roman};
use crate::cursor::{Cursor, without_zeros};
use crate::following::{FollowingUnits, following};
use crate::provision::ordinal;

/// How many parts of one kind an article may have in a citation.
const MAX_PARTS: usize = 4;

/// `6`, `6.1`, `6.1 c`, `6(1)(f)`, `6.1 andra stycket`, `II`. After an act's name (`blank_paragraph`) a blank may stand
/// for the dot if the number of the paragraph ends the text.
pub(super) fn article(at: Cursor<'_>, blank_paragraph: bool) -> Option<(CitedArticle, Cursor<'_>)> {
    let mut end = at;
    let mut article = CitedArticle { number: article_number(&mut end)?, ..CitedArticle::default() };
    while article.paragraphs.len() < MAX_PARTS {
        let Some(part) = paragraph(&mut end, blank_paragraph && article.paragraphs.is_empty()) else { break };
        article.paragraphs.push(part);
    }
    // `artikel 6.1 f.` is a point of a paragraph.
    if let Some((found, after)) = following(end)
        && (found == FollowingUnits::Open || article.paragraphs.is_empty() && goes_on(after))
    {
        article.following = Some(found);
        return Some((article, after));
    }
    article.points = points(&mut end);
    if article.points.is_empty() {
        let mut next = end;
        next.eat(",");
        if next.blank()
            && let Some(number) = ordinal(&mut next).or_else(|| next.digits(1).and_then(|n| n.parse().ok()))
            && next.blank()
            && next.word(&["stycket", "stycke", "styckena", "st"])
        {
            article.stycke = Some(number);
            end = next;
            article.points = points(&mut end);
        }
    }
    end.at_boundary().then_some((article, end))
}

/// Whether a sentence goes on here.
fn goes_on(at: Cursor<'_>) -> bool {
    at.rest_as_written().strip_prefix(' ').is_some_and(|rest| !rest.starts_with(char::is_uppercase))
}

fn article_number(at: &mut Cursor<'_>) -> Option<String> {
    let mut next = *at;
    let Some(digits) = next.digits(4) else {
        let number = from_roman(next.letters()?).filter(|_| next.at_boundary())?;
        // `artikel i dataskyddsförordningen`
        let written = next.written_since(*at);
        if !at.is_query() && written.chars().any(char::is_lowercase) {
            return None;
        }
        *at = next;
        return Some(number.to_string());
    };
    let mut number = without_zeros(digits).to_owned();
    if let Some(letter) = next.letter() {
        number.push(letter);
    } else if !next.at_boundary() {
        return None;
    }
    // A number joined to other characters is not an article: the number of an act, "artikel 29-gruppen".
    let mut after = next.rest().chars();
    match (after.next(), after.next()) {
        (Some('/'), _) => return None,
        (Some('-'), Some(c)) if c.is_alphabetic() => return None,
        _ => {}
    }
    *at = next;
    Some(number)
}

fn paragraph(at: &mut Cursor<'_>, blank_paragraph: bool) -> Option<String> {
    let mut next = *at;
    let number = if next.eat(".") || next.eat(":") {
        lettered_number(&mut next)
    } else if let Some(number) = paragraph_sign(&mut next) {
        Some(number.to_owned())
    } else {
        next.blank();
        if next.eat("(") {
            lettered_number(&mut next).filter(|_| next.eat(")"))
        } else if next.at() > at.at() && next.word(&["punkten", "punkt", "paragraph", "para", "p"]) {
            next.blank();
            lettered_number(&mut next)
        } else if next.at() > at.at() && blank_paragraph {
            next.digits(2).filter(|_| next.at_end()).map(|digits| without_zeros(digits).to_owned())
        } else {
            None
        }
    }?;
    if next.rest().starts_with('/') {
        return None;
    }
    *at = next;
    Some(number)
}

/// ` § 1`: how the Court of Human Rights cites paragraphs of articles.
fn paragraph_sign<'q>(at: &mut Cursor<'q>) -> Option<&'q str> {
    let mut next = *at;
    next.blank();
    if !next.eat("§") {
        return None;
    }
    next.eat("§");
    next.blank();
    let number = next.digits(2).filter(|_| next.at_boundary())?;
    *at = next;
    Some(number)
}

/// `1`, `1a`: a letter belongs to the paragraph only inside parentheses; elsewhere it names a point.
fn lettered_number(at: &mut Cursor<'_>) -> Option<String> {
    let mut number = without_zeros(at.digits(3)?).to_owned();
    let mut lettered = *at;
    if let Some(letter) = lettered.letter()
        && lettered.rest().starts_with(')')
        && at.before().contains('(')
    {
        number.push(letter);
        *at = lettered;
    }
    Some(number)
}

/// The points named here, each inside the one before: `c`, `(c)(iv)`, `led c`.
fn points(at: &mut Cursor<'_>) -> Vec<String> {
    let mut points: Vec<String> = point(at).into_iter().map(String::from).collect();
    while points.len() < MAX_PARTS {
        let mut next = *at;
        next.blank();
        let Some(part) = next.eat("(").then(|| next.letters()).flatten() else { break };
        let written = part.is_ascii() && part.len() <= 4 && next.eat(")");
        if !written {
            break;
        }
        points.push(part.to_owned());
        *at = next;
    }
    points
}

/// `c`, `.c`, `(c)`, `c)`, `led c`, `punkt c`. A lone `i` is the preposition.
fn point(at: &mut Cursor<'_>) -> Option<char> {
    let mut next = *at;
    let marked = next.eat(".");
    let apart = !marked && next.blank();
    if next.rest().starts_with('(') {
        next.eat("(");
        let letter = next.letter().filter(|_| next.eat(")"))?;
        *at = next;
        return Some(letter);
    }
    let named = apart && next.word(&["leden", "led", "punkten", "punkt", "point", "p", "lit", "littera"]);
    if named {
        next.blank();
    }
    let letter = next.letter().filter(|letter| *letter != 'i')?;
    // In running text the parenthesis may be that of the sentence: `(artikel 6.1 c)`.
    if at.is_query() {
        next.eat(")");
    }
    *at = next;
    Some(letter)
}

/// The value of a roman number; None when it is not written in the normal form.
fn from_roman(text: &str) -> Option<u32> {
    if text.is_empty()
        || text.len() > 8
        || !text.bytes().all(|b| matches!(b, b'i' | b'v' | b'x' | b'l' | b'c'))
    {
        return None;
    }
    (1..=150).find(|number| roman(*number).eq_ignore_ascii_case(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roman_numbers_both_ways() {
        for number in 1..=150 {
            assert_eq!(from_roman(&roman(number).to_lowercase()), Some(number));
        }
        assert_eq!(from_roman("iiii"), None);
    }
}
