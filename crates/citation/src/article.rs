//! Provisions of EU acts and treaties: `artikel 6.1 c`, `art. 6(1)(f)`, `skäl 83`; lists of them are read in `list`.

mod cited;
mod list;
mod one;

use crate::cursor::Cursor;
use crate::separators::after_separator;
pub(crate) use cited::EuProvision;
pub(crate) use list::{EuMember, ListedArticle, articles, recitals};
use one::article;

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

/// Articles or recitals that stand before the name of their act: the first of them, and the cursor after the last.
pub(crate) fn before_act(at: Cursor<'_>) -> Option<(EuProvision, Cursor<'_>)> {
    if let Some(first) = recital_word(at) {
        return first_of(recitals(first)?);
    }
    let (members, end) = articles(article_word(at)?)?;
    first_of((members.into_iter().map(|listed| listed.member).collect(), end))
}

/// An article or recital of a query after the name of an act. A number without the word for article or recital must end the query.
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

#[cfg(test)]
mod tests;
