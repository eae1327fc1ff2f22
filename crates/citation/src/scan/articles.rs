//! Articles and recitals in running text, each with the words that cite it.

use crate::article::{CitedArticle, EuProvision, MAX_PARTS, article_number, paragraph_sign};
use crate::cursor::{Cursor, without_zeros};
use crate::provision::ordinal;

/// One article or recital and the words that cite it.
#[derive(Clone, Debug)]
pub(super) struct EuMember {
    pub(super) provision: EuProvision,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// An article of a list, and whether the words from its keyword on are its own.
pub(super) struct ListedArticle {
    pub(super) member: EuMember,
    pub(super) is_whole: bool,
}

impl ListedArticle {
    fn new(article: CitedArticle, start: usize, end: usize, is_whole: bool) -> Self {
        Self { member: EuMember { provision: EuProvision::Article(article), start, end }, is_whole }
    }
}

/// Articles of running text, each with its words: `5.1 a, b och c`, `12-15`, `6(1)(f)`, `9.2 andra stycket`. Several
/// letters of one article are members of their own.
pub(super) fn text_articles(at: Cursor<'_>) -> Option<(Vec<ListedArticle>, Cursor<'_>)> {
    let mut listed = Vec::new();
    let mut end = text_article(at, &mut listed)?;
    while listed.len() < MAX_TEXT_LIST {
        let next = TEXT_SEPARATORS.iter().find_map(|separator| {
            let mut next = end;
            if !next.eat(separator) {
                return None;
            }
            let mut word = next;
            if word.words_without_stop(&["artikel", "artiklarna", "article", "articles"]) && word.blank() {
                next = word;
            }
            text_article(next, &mut listed)
        });
        match next {
            Some(next) => end = next,
            None => break,
        }
    }
    Some((listed, end))
}

/// Members of a list of articles in running text.
const MAX_TEXT_LIST: usize = 50;

const TEXT_SEPARATORS: [&str; 13] = [
    ", och ", ", eller ", ", samt ", " och ", " eller ", " samt ", " and ", " or ", " to ", " till ", " - ",
    ", ", "-",
];

/// Adds one article, or one for each of its letters.
fn text_article<'q>(at: Cursor<'q>, listed: &mut Vec<ListedArticle>) -> Option<Cursor<'q>> {
    let mut end = at;
    if !end.peek()?.is_ascii_digit() {
        return None;
    }
    let mut found = CitedArticle { number: article_number(&mut end)?, ..CitedArticle::default() };
    while found.paragraphs.len() < MAX_PARTS {
        let mut next = end;
        let part = if next.eat(".") {
            next.digits(3)
        } else if let Some(number) = paragraph_sign(&mut next).filter(|_| found.paragraphs.is_empty()) {
            Some(number)
        } else {
            next.blank();
            next.eat("(").then(|| next.digits(3)).flatten().filter(|_| next.eat(")"))
        };
        let Some(part) = part.filter(|_| !next.rest().starts_with('/')) else { break };
        found.paragraphs.push(without_zeros(part).to_owned());
        end = next;
    }
    let mut next = end;
    next.eat(",");
    if next.blank()
        && let Some(number) = ordinal(&mut next)
        && next.blank()
        && next.words_without_stop(&["stycket", "stycke", "styckena"])
    {
        found.stycke = Some(number);
        end = next;
    }
    let mut letter = end;
    let Some(first) = text_point(&mut letter) else {
        if !end.at_boundary() || end.rest().starts_with('/') {
            return None;
        }
        listed.push(ListedArticle::new(found, at.at(), end.at(), true));
        return Some(end);
    };
    let mut letters = vec![(first, letter.at() - first.len_utf8(), letter.at())];
    end = letter;
    while letters.len() < MAX_TEXT_LIST {
        let next = TEXT_SEPARATORS.iter().find_map(|separator| {
            let mut next = end;
            let start = next.at() + separator.len();
            let letter =
                next.eat(separator).then(|| next.letter()).flatten().filter(|letter| *letter != 'i')?;
            Some((letter, start, next))
        });
        let Some((letter, start, next)) = next else { break };
        letters.push((letter, start, next.at()));
        end = next;
    }
    let alone = letters.len() == 1;
    for (letter, start, stop) in letters {
        let article = CitedArticle { points: vec![letter.to_string()], ..found.clone() };
        let start = if alone { at.at() } else { start };
        listed.push(ListedArticle::new(article, start, stop, alone));
    }
    Some(end)
}

/// ` c`, `c`, `(c)`, ` led c`, ` c)`.
fn text_point(at: &mut Cursor<'_>) -> Option<char> {
    let mut next = *at;
    let apart = next.blank();
    if apart && next.words_without_stop(&["led", "leden", "punkt", "point"]) {
        next.blank();
    }
    let parenthesis = next.eat("(");
    let letter = next.letter().filter(|letter| parenthesis || *letter != 'i')?;
    if parenthesis && !next.eat(")") {
        return None;
    }
    *at = next;
    Some(letter)
}

/// Recitals of running text, each with its words: `108`, `14, 18 och 19`.
pub(super) fn text_recitals(at: Cursor<'_>) -> Option<(Vec<EuMember>, Cursor<'_>)> {
    let mut listed = Vec::new();
    let mut end = at;
    let mut next = at;
    while listed.len() < MAX_TEXT_LIST {
        let start = next.at();
        let Some(number) = next.digits(3).filter(|_| next.at_boundary()) else { break };
        let provision = EuProvision::Recital(without_zeros(number).to_owned());
        listed.push(EuMember { provision, start, end: next.at() });
        end = next;
        if !TEXT_SEPARATORS.iter().any(|separator| next.eat(separator)) {
            break;
        }
    }
    (!listed.is_empty()).then_some((listed, end))
}
