//! Lists of articles and recitals, each with the words that cite it.

use super::cited::{CitedArticle, EuProvision};
use super::one::article;
use crate::cursor::{Cursor, without_zeros};
use crate::separators::after_separator;

/// The greatest number of members of a list that are read.
const MAX_MEMBERS: usize = 50;

/// One article or recital and the words that cite it.
#[derive(Clone, Debug)]
pub(crate) struct EuMember {
    pub(crate) provision: EuProvision,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// An article of a list, and whether the words from its keyword on are its own.
pub(crate) struct ListedArticle {
    pub(crate) member: EuMember,
    pub(crate) is_whole: bool,
    /// The article that a number may be instead of a part of the article before it: 13 of `artikel 6.1 och 13`.
    pub(crate) otherwise: Option<EuProvision>,
}

impl ListedArticle {
    fn new(article: CitedArticle, start: usize, end: usize, is_whole: bool) -> Self {
        let member = EuMember { provision: EuProvision::Article(article), start, end };
        Self { member, is_whole, otherwise: None }
    }

    fn article(&self) -> Option<&CitedArticle> {
        match &self.member.provision {
            EuProvision::Article(article) => Some(article),
            EuProvision::Recital(_) => None,
        }
    }
}

/// Articles, each with its words: `5.1 a, b och c`, `12-15`, `6(1)(f)`, `9.2 andra stycket`. Several letters of one article are
/// members of their own. A number after a part of one article is a further part of it: `artikel 6.1 och 3`, `6 §§ 1 och 3`.
/// The plural lists articles.
pub(crate) fn articles(at: Cursor<'_>) -> Option<(Vec<ListedArticle>, Cursor<'_>)> {
    let mut listed = Vec::new();
    let mut end = one_article(at, &mut listed)?;
    let mut is_plural = names_several(at);
    // Whether the paragraphs of the last article have the sign for several.
    let mut has_double_sign = end.written_since(at).contains("§§");
    while listed.len() < MAX_MEMBERS {
        let next = after_separator(end, |mut next| {
            let mut word = next;
            let named = word.word(&["artikel", "artiklarna", "article", "articles", "art"]) && word.blank();
            if named {
                (next, is_plural) = (word, names_several(word));
            }
            let before = listed.len();
            let after = one_article(next, &mut listed)?;
            if after.written_since(next).contains('§') {
                has_double_sign = after.written_since(next).contains("§§");
            } else if !named && (!is_plural || has_double_sign) {
                into_parts(&mut listed, before, has_double_sign && !is_plural);
            }
            Some(after)
        });
        match next {
            Some(next) => end = next,
            None => break,
        }
    }
    Some((listed, end))
}

/// Whether the word for articles before a number is in the plural.
fn names_several(at: Cursor<'_>) -> bool {
    let before = at.before().trim_end_matches([' ', '.']);
    ["artiklarna", "artiklar", "articles", "arts"].iter().any(|word| before.ends_with(word))
}

/// Makes the articles from an index on parts of the article before, if that was cited with a part and they are mere numbers. Unless
/// that is certain, they may be articles.
fn into_parts(listed: &mut [ListedArticle], from: usize, is_certain: bool) {
    let Some(parent) = from.checked_sub(1).and_then(|index| listed[index].article()).cloned() else { return };
    if parent.paragraphs.is_empty() {
        return;
    }
    for member in &mut listed[from..] {
        let Some(article) = member.article().filter(|article| article.paragraphs.is_empty()) else { return };
        let mut part = CitedArticle { number: parent.number.clone(), ..article.clone() };
        part.paragraphs = parent.paragraphs[..parent.paragraphs.len() - 1].to_vec();
        part.paragraphs.push(article.number.clone());
        let article = std::mem::replace(&mut member.member.provision, EuProvision::Article(part));
        member.otherwise = (!is_certain).then_some(article);
    }
}

/// Adds one article, or one for each of its letters.
fn one_article<'q>(at: Cursor<'q>, listed: &mut Vec<ListedArticle>) -> Option<Cursor<'q>> {
    let (found, mut end) = article(at, false)?;
    let first_letter = end.at();
    let lettered = matches!(found.points.as_slice(), [only] if only.len() == 1);
    let mut letters = Vec::new();
    while lettered && letters.len() < MAX_MEMBERS {
        let next = after_separator(end, |mut next| {
            let start = next.at();
            let letter = next.letter().filter(|letter| *letter != 'i')?;
            Some((letter, start, next))
        });
        let Some((letter, start, next)) = next else { break };
        letters.push((letter, start, next.at()));
        end = next;
    }
    if letters.is_empty() {
        listed.push(ListedArticle::new(found, at.at(), end.at(), true));
        return Some(end);
    }
    listed.push(ListedArticle::new(found.clone(), first_letter.saturating_sub(1), first_letter, false));
    for (letter, start, stop) in letters {
        let article = CitedArticle { points: vec![letter.to_string()], ..found.clone() };
        listed.push(ListedArticle::new(article, start, stop, false));
    }
    Some(end)
}

/// Recitals, each with its words: `108`, `(83)`, `14, 18 och 19`.
pub(crate) fn recitals(at: Cursor<'_>) -> Option<(Vec<EuMember>, Cursor<'_>)> {
    let mut end = at;
    let mut listed = vec![recital(&mut end)?];
    while listed.len() < MAX_MEMBERS {
        let next = after_separator(end, |mut next| Some((recital(&mut next)?, next)));
        let Some((member, next)) = next else { break };
        listed.push(member);
        end = next;
    }
    Some((listed, end))
}

fn recital(at: &mut Cursor<'_>) -> Option<EuMember> {
    let mut next = *at;
    let parenthesis = next.eat("(");
    let number = without_zeros(next.digits(3)?).to_owned();
    if parenthesis {
        next.eat(")");
    }
    if !next.at_boundary() {
        return None;
    }
    let (start, end) = (at.at(), next.at());
    *at = next;
    Some(EuMember { provision: EuProvision::Recital(number), start, end })
}
