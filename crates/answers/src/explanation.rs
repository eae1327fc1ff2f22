//! Why a hit has its score, as it is served.

use lagrum_search::{ExplainedWord, ScoreExplanation, ScoreFactor, ScorePart};
use serde::Serialize;
use utoipa::ToSchema;

/// Why a hit has its score: the sum of `parts`, each its value times its factor, times the product of `factors`, plus the sum
/// of `added`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HitExplanation {
    /// The score of the hit.
    pub score: f64,
    /// What is added up first: how well the text and the best name match, and the citations.
    pub parts: Vec<ExplainedPart>,
    /// What the sum is multiplied by.
    pub factors: Vec<ExplainedFactor>,
    /// What is added afterwards.
    pub added: Vec<ExplainedFactor>,
    /// The words of the query, the heaviest first.
    pub words: Vec<WordShare>,
}

/// A part of a score.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExplainedPart {
    /// `text`, `name`, `citations`, or `kind_asked_for` where the query names the kind of the document.
    pub name: &'static str,
    /// How well it matches; of citations the logarithm of their number.
    pub value: f64,
    /// By what the value is multiplied.
    pub factor: f64,
}

/// A number that a score is multiplied by, or that is added to it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExplainedFactor {
    /// The name of a factor: `coverage` (the share of the query that the document has), `preparatory_work` (the
    /// document ranks after the act it led to), `amending_act` (it ranks after the act that it changes) or
    /// `only_a_name` (a concept without a text). The name of an added number: `case_number` (the document decides that
    /// case), `cites_what_is_named` (it cites what the query names, which is not held), `support` (citation contexts of
    /// its provisions, and nearness in meaning), `provisions` (what moves an act among the first hits by what its provisions
    /// say) or `cluster` (the difference between the score of a search cluster and
    /// the sum of the rest, since a cluster counts a little differently).
    pub name: &'static str,
    /// The number.
    pub value: f64,
}

/// What a word of the query contributes.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WordShare {
    /// The word as typed, in lower case.
    pub word: String,
    /// Its weight, by its rarity.
    pub weight: f64,
    /// What it contributes to the value of the text; 0 when the text does not have it.
    pub text: f64,
    /// Its weight in the best name; 0 when that name does not have it.
    pub name: f64,
    /// The share of the query that the document covers by having it.
    pub coverage: f64,
}

impl From<ScoreExplanation> for HitExplanation {
    fn from(explained: ScoreExplanation) -> Self {
        let ScoreExplanation { score, parts, factors, added, words } = explained;
        let part = |ScorePart { name, value, factor }: ScorePart| ExplainedPart {
            name,
            value: value.into(),
            factor: factor.into(),
        };
        let factor = |ScoreFactor { name, value }: ScoreFactor| ExplainedFactor { name, value: value.into() };
        let word = |ExplainedWord { word, weight, text, name, coverage }: ExplainedWord| WordShare {
            word,
            weight: weight.into(),
            text: text.into(),
            name: name.into(),
            coverage: coverage.into(),
        };
        Self {
            score: score.into(),
            parts: parts.into_iter().map(part).collect(),
            factors: factors.into_iter().map(factor).collect(),
            added: added.into_iter().map(factor).collect(),
            words: words.into_iter().map(word).collect(),
        }
    }
}
