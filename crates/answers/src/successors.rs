//! Former names: a query that names an act which no longer applies leads to the act that took its place.

use std::collections::HashSet;

use lagrum_search::{Engine, FormerDocument, HitFields, SearchError};
use lagrum_words::{Language, is_function_word, stem, tokens};

use crate::result::{Predecessor, SearchResult};

/// Adds the successor of each named document that no longer applies, before that document. A document that is named by
/// its number or with a provision stays before its successor, since the former text is asked for.
pub(crate) fn add_successors(
    engine: &dyn Engine,
    query: &str,
    results: Vec<SearchResult>,
    to_result: impl Fn(HitFields) -> SearchResult,
) -> Result<Vec<SearchResult>, SearchError> {
    let has_number = query.contains(|char: char| char.is_ascii_digit());
    let held: HashSet<String> = results.iter().map(|result| result.uri.clone()).collect();
    let mut with_successors: Vec<SearchResult> = Vec::with_capacity(results.len());
    for result in results {
        let successor = if result.is_expired { successor(engine, &result.uri)? } else { None };
        let Some(hit) = successor.filter(|hit| !held.contains(&hit.uri)) else {
            with_successors.push(result);
            continue;
        };
        let predecessor =
            Predecessor { uri: result.uri.clone(), title: result.title.clone().unwrap_or_default() };
        if let Some(known) = with_successors.iter_mut().find(|known| known.uri == hit.uri) {
            known.successor_of.push(predecessor);
            with_successors.push(result);
            continue;
        }
        let asks_for_former = has_number || result.pin.is_some();
        let told = SearchResult { successor_of: vec![predecessor], ..to_result(hit) };
        with_successors.extend(if asks_for_former { [result, told] } else { [told, result] });
    }
    Ok(with_successors)
}

fn successor(engine: &dyn Engine, uri: &str) -> Result<Option<HitFields>, SearchError> {
    let Some(document) = engine.position(uri)?.document() else { return Ok(None) };
    let Some(successor) = engine.hit(document)?.successor else { return Ok(None) };
    engine.position(&successor)?.document().map(|document| engine.hit(document)).transpose()
}

/// The documents that a hit took the place of, of those whose whole name is among the words of the query.
pub(crate) fn named_predecessors(query: &[String], former: &[FormerDocument]) -> Vec<Predecessor> {
    if former.is_empty() {
        return Vec::new();
    }
    let typed: HashSet<String> = stems(query.iter().map(String::as_str)).collect();
    let is_named = |former: &&FormerDocument| {
        let words: Vec<_> = tokens(&former.name).map(|token| token.word).collect();
        let mut name = stems(words.iter().map(AsRef::as_ref)).peekable();
        name.peek().is_some() && name.all(|stem| typed.contains(&stem))
    };
    let predecessor =
        |former: &FormerDocument| Predecessor { uri: former.uri.clone(), title: former.title.clone() };
    former.iter().filter(is_named).map(predecessor).collect()
}

/// The stems of the words that are no function words.
fn stems<'w>(words: impl Iterator<Item = &'w str>) -> impl Iterator<Item = String> {
    words.filter(|word| !is_function_word(word)).map(|word| stem(word, Language::Swedish))
}

#[cfg(test)]
mod tests {
    use lagrum_search::ReadQuery;

    use super::*;

    #[test]
    fn a_former_name_is_named_by_all_its_words() {
        let former =
            [("1921:3", "Vallstadga"), ("1922:4", "Lag om får på vall")].map(|(id, name)| FormerDocument {
                uri: format!("https://lag.example/{id}"),
                title: format!("{name} ({id})"),
                name: name.to_owned(),
            });
        let named = |query: &str| {
            let found = named_predecessors(ReadQuery::from(query).words(), &former);
            found.into_iter().map(|former| former.title).collect::<Vec<_>>().join(", ")
        };
        assert_eq!(named("vallstadgan betesrätt"), "Vallstadga (1921:3)");
        assert_eq!(named("lagen om får på en vall"), "Lag om får på vall (1922:4)");
        assert_eq!(named("får"), "");
        assert_eq!(named(""), "");
    }
}
