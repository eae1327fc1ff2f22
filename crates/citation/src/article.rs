//! Provisions of EU acts and treaties: `artikel 6.1 c`, `art. 6(1)(f)`, `skäl 83`; lists of them are read in `list`.

mod list;

use lagrum_artifact::Anchor;

use crate::cursor::{Cursor, without_zeros};
use crate::provision::ordinal;
use crate::separators::after_separator;
use crate::tables::TreatyEntry;
use crate::target::source_of;
pub(crate) use list::{EuMember, ListedArticle, articles, recitals};

const ARTICLE: [&str; 8] =
    ["artiklarna", "artikeln", "artikel", "articles", "article", "art", "arts", "artiklar"];
const RECITAL: [&str; 10] = [
    "beaktandeskäl",
    "ingressens skäl",
    "skälet",
    "skälen",
    "skalen",
    "skalet",
    "skäl",
    "skal",
    "recitals",
    "recital",
];

/// A provision of an EU act or a treaty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EuProvision {
    Article(CitedArticle),
    Recital(String),
}

/// An article and the parts of it that are named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CitedArticle {
    pub(crate) number: String,
    /// Numbered parts, the paragraph first.
    pub(crate) paragraphs: Vec<String>,
    pub(crate) stycke: Option<usize>,
    /// Lettered and further parts (`c`, `iv`).
    pub(crate) points: Vec<String>,
}

/// How many parts of one kind an article may have in a citation.
const MAX_PARTS: usize = 4;

impl EuProvision {
    /// The anchor in an EU act or EU treaty: `6.1.c`, `6.1.S2`, `recital-83`.
    pub(crate) fn eu_anchor(&self) -> Option<Anchor> {
        let article = match self {
            Self::Recital(number) => return Anchor::new(&format!("recital-{number}")),
            Self::Article(article) => article,
        };
        let mut anchor = article.number.clone();
        for part in article.paragraphs.iter().chain(&article.points) {
            anchor += &format!(".{part}");
        }
        if let Some(stycke) = article.stycke.filter(|_| article.points.is_empty()) {
            anchor += &format!(".S{stycke}");
        }
        Anchor::new(&anchor)
    }

    /// The anchor in a treaty of the table.
    pub(crate) fn treaty_anchor(&self, treaty: &TreatyEntry) -> Option<Anchor> {
        let Self::Article(article) = self else { return self.eu_anchor().filter(|_| treaty.anchor == "eu") };
        let digits = article.number.trim_end_matches(|c: char| c.is_ascii_lowercase());
        let number: u32 = digits.parse().ok()?;
        match treaty.anchor.as_str() {
            "eu" => self.eu_anchor(),
            "parts" => article.anchor_with_parts(),
            prefix if treaty.roman => Anchor::new(&format!("{prefix}{}", roman(number))),
            prefix => Anchor::new(&format!("{prefix}{}", article.number)),
        }
    }

    /// The anchor in a treaty that is not in the table.
    pub(crate) fn plain_treaty_anchor(&self, document: &str) -> Option<Anchor> {
        match self {
            Self::Article(article) if source_of(document).is_some_and(|source| source.has_article_parts) => {
                article.anchor_with_parts()
            }
            Self::Article(article) => Anchor::new(&format!("A{}", article.number)),
            Self::Recital(_) => None,
        }
    }
}

impl CitedArticle {
    fn anchor_with_parts(&self) -> Option<Anchor> {
        let mut anchor = format!("A{}", self.number);
        if let Some(paragraph) = self.paragraphs.first() {
            anchor += &format!("P{paragraph}");
        }
        if let Some(point) = self.points.first().filter(|point| point.len() == 1) {
            anchor += &format!("L{point}");
        }
        Anchor::new(&anchor)
    }
}

fn roman(mut number: u32) -> String {
    const DIGITS: [(u32, &str); 9] =
        [(100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")];
    let mut text = String::new();
    for (value, digit) in DIGITS {
        while number >= value && text.len() < 64 {
            text.push_str(digit);
            number -= value;
        }
    }
    text
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

/// Articles or recitals that stand before the name of their act: the first of them, and where they end.
pub(crate) fn before_act(at: Cursor<'_>) -> Option<(EuProvision, Cursor<'_>)> {
    if let Some(first) = recital_word(at) {
        return first_of(recitals(first)?);
    }
    let (members, end) = articles(article_word(at)?)?;
    first_of((members.into_iter().map(|listed| listed.member).collect(), end))
}

/// An article or recital of a query after the name of an act. Without the word for either, it must end the query.
pub(crate) fn after_act(at: Cursor<'_>) -> Option<(EuProvision, Cursor<'_>)> {
    if let Some(first) = recital_word(at) {
        return first_of(recitals(first)?);
    }
    if at.rest().starts_with('(') {
        let (recital, end) = first_of(recitals(at)?)?;
        return end.at_end().then_some((recital, end));
    }
    let (first, worded) = article_word(at).map_or((at, false), |first| (first, true));
    let (article, end) = article(first, true)?;
    let end = if worded && article.points.is_empty() { further(end) } else { end };
    (worded || end.at_end()).then_some((EuProvision::Article(article), end))
}

/// The cursor after further articles of a list.
fn further(mut end: Cursor<'_>) -> Cursor<'_> {
    while let Some(next) = after_separator(end, |next| Some(article(next, false)?.1)) {
        end = next;
    }
    end
}

fn first_of(found: (Vec<EuMember>, Cursor<'_>)) -> Option<(EuProvision, Cursor<'_>)> {
    let (members, end) = found;
    Some((members.into_iter().next()?.provision, end))
}

/// Where the number begins after the word for an article: `artikel 6`, `art32`.
pub(crate) fn article_word(at: Cursor<'_>) -> Option<Cursor<'_>> {
    let mut next = at;
    let found = next.word_before_number(&ARTICLE);
    next.blank();
    found.then_some(next)
}

/// Where the number begins after the word for a recital: `skäl 83`.
pub(crate) fn recital_word(at: Cursor<'_>) -> Option<Cursor<'_>> {
    let mut next = at;
    let found = next.word_before_number(&RECITAL);
    next.blank();
    found.then_some(next)
}

/// `6`, `6.1`, `6.1 c`, `6(1)(f)`, `6.1 andra stycket`, `II`. After an act's name (`blank_paragraph`) a blank may stand
/// for the dot, and the word for paragraph is understood.
fn article(at: Cursor<'_>, blank_paragraph: bool) -> Option<(CitedArticle, Cursor<'_>)> {
    let mut end = at;
    let mut article = CitedArticle { number: article_number(&mut end)?, ..CitedArticle::default() };
    while article.paragraphs.len() < MAX_PARTS {
        let Some(part) = paragraph(&mut end, blank_paragraph && article.paragraphs.is_empty()) else { break };
        article.paragraphs.push(part);
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
    // Joined to something else it is not an article: the number of an act, "artikel 29-gruppen".
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

#[cfg(test)]
mod tests;
