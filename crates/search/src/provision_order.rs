//! The order of the first hits by what the provisions of acts say.
//!
//! An engine ranks documents by the words that they have anywhere. Of the first [`HEAD`] documents in that order, the head, acts
//! are ordered anew among the places that acts have, by their score and what their best provisions add; documents of other kinds
//! keep their places. Then, if the first is a text about acts (an agency's regulation, a concept, a commentary) that no
//! word asks for ([`is_asked_for`]), the first act of the next three takes its place.
//!
//! Each place keeps its score, so scores still fall from hit to hit. The head depends on the query and the filters alone, not on
//! the page, so pages and cursors follow one order. Documents behind the head are as the engine has them.

use lagrum_numbers::DocumentNumber;
use lagrum_words::{Language, is_function_word, is_light_word, stem, tokens};

use crate::{Engine, HitFields, QueryPlan, RankedDocument, ReadQuery, SearchError};

/// How many documents are ordered anew, the best of the engine's order.
pub(crate) const HEAD: usize = 100;

/// How many places behind the first an act may stand that takes its place.
const NEXT: usize = 3;

/// Which sources have acts, and which have texts about acts. If both are empty, hits stand in the order of the engine.
#[derive(Clone, Debug, Default)]
pub struct SourceRoles {
    /// The sources of acts: they are ordered by their provisions.
    pub acts: Vec<&'static str>,
    /// The sources of texts about acts, which stand behind an act that answers nearly as well.
    pub about_acts: Vec<&'static str>,
}

/// The order of the head for one query.
pub(crate) struct ProvisionOrder<'a> {
    pub(crate) engine: &'a dyn Engine,
    pub(crate) plan: &'a QueryPlan,
    pub(crate) roles: &'a SourceRoles,
    pub(crate) query: &'a ReadQuery,
    /// The documents that the query names. They keep their places.
    pub(crate) named: &'a [DocumentNumber],
}

impl ProvisionOrder<'_> {
    /// Orders the head anew. Returns the work in postings.
    pub(crate) fn order(&self, head: &mut [RankedDocument]) -> Result<u64, SearchError> {
        let places: Vec<usize> = (0..head.len()).filter(|at| self.is_act(&head[*at])).collect();
        let documents: Vec<DocumentNumber> = places.iter().map(|at| head[*at].document).collect();
        let (scores, work) = self.engine.provision_scores(self.plan, &documents)?;
        let factor = self.engine.tuning().provision.document;
        let mut acts: Vec<(f32, RankedDocument)> = places
            .iter()
            .zip(scores)
            .map(|(at, by_provisions)| (head[*at].score + factor * by_provisions, head[*at]))
            .collect();
        acts.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.document.cmp(&b.1.document)));
        for (at, (_, act)) in places.into_iter().zip(acts) {
            head[at] = RankedDocument { score: head[at].score, ..act };
        }
        self.put_act_first(head)?;
        Ok(work)
    }

    fn put_act_first(&self, head: &mut [RankedDocument]) -> Result<(), SearchError> {
        let Some(first) = head.first().filter(|first| self.is_about_acts(first)).copied() else {
            return Ok(());
        };
        let least = first.score * self.engine.tuning().provision.before_kinds;
        let next = head.iter().take(NEXT + 1);
        let Some(at) = next.clone().position(|hit| self.is_act(hit) && hit.score >= least) else {
            return Ok(());
        };
        if is_asked_for(self.query, &self.engine.hit(first.document)?) {
            return Ok(());
        }
        let scores: Vec<f32> = next.map(|hit| hit.score).collect();
        head[..=at].rotate_right(1);
        for (hit, score) in head.iter_mut().zip(scores) {
            hit.score = score;
        }
        Ok(())
    }

    fn is_act(&self, hit: &RankedDocument) -> bool {
        self.roles.acts.contains(&self.engine.source(hit.document)) && !self.named.contains(&hit.document)
    }

    fn is_about_acts(&self, hit: &RankedDocument) -> bool {
        self.roles.about_acts.contains(&self.engine.source(hit.document))
            && !self.named.contains(&hit.document)
    }
}

/// The fewest letters of a word that may begin the name of an agency, and of an abbreviation that may begin the name of its series.
const MIN_AGENCY_LETTERS: usize = 5;
const MIN_SERIES_LETTERS: usize = 3;

/// What the title of an agency's regulation has behind the name of the agency.
const REGULATIONS: [&str; 3] = ["föreskrifter", "allmänna råd", "författningssamling"];

/// Whether words of a query ask for a text about acts: for what a word means, for its title where that is half of the query and
/// nothing is asked about it, or for the agency that issued it.
fn is_asked_for(query: &ReadQuery, hit: &HitFields) -> bool {
    let content: Vec<&String> =
        query.words().iter().filter(|word| !is_function_word(word) && !is_light_word(word)).collect();
    let title = hit.title.as_deref().unwrap_or_default().to_lowercase();
    if query.asks_for_definition() || names_agency(&content, &title, &hit.uri) {
        return true;
    }
    let stem = |word: &str| stem(word, Language::Swedish);
    let titled: Vec<String> = tokens(&title).map(|token| stem(&token.word)).collect();
    let matched = content.iter().filter(|word| titled.contains(&stem(word))).count();
    !query.is_question() && matched == titled.len() && matched * 2 >= content.len()
}

/// Whether a word of a query is of the name of the agency in the title of its regulation, or begins the name of its series (*msb* of
/// *msbfs*).
fn names_agency(content: &[&String], title: &str, uri: &str) -> bool {
    let agency = REGULATIONS.iter().filter_map(|words| title.split_once(words)).map(|(agency, _)| agency);
    let Some(agency) = agency.min_by_key(|agency| agency.len()) else { return false };
    let begins = |word: &&&String, length: usize, whole: &str| {
        word.chars().count() >= length && whole.starts_with(word.as_str())
    };
    let in_agency =
        |word: &&&String| tokens(agency).any(|token| begins(word, MIN_AGENCY_LETTERS, &token.word));
    let in_series = |word: &&&String| {
        uri.rsplit('/').nth(1).is_some_and(|series| begins(word, MIN_SERIES_LETTERS, series))
    };
    content.iter().any(|word| in_agency(&word) || in_series(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_ask_for_a_text_about_acts() {
        let concept = HitFields { title: Some("Fårbete".to_owned()), ..HitFields::default() };
        let regulation = HitFields {
            uri: "https://lag.example/farfs/2031:5".to_owned(),
            title: Some("Hagverkets föreskrifter (FARFS 2031:5) om staket".to_owned()),
            ..HitFields::default()
        };
        for (query, hit, is_asked) in [
            ("fårbete", &concept, true),
            ("fårbete hagar", &concept, true),
            ("vad menas med fårbete", &concept, true),
            ("hur stort är fårbete", &concept, false),
            ("fårbete hagar staket lamm", &concept, false),
            ("lamm", &concept, false),
            ("hagverket staket", &regulation, true),
            ("FARFS staket", &regulation, true),
            ("far staket", &regulation, true),
            ("staket av trä", &regulation, false),
            ("hag staket", &regulation, false),
        ] {
            assert_eq!(is_asked_for(&query.into(), hit), is_asked, "{query}");
        }
    }
}
