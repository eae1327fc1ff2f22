//! Why a document has its score.

/// The parts of a document's score. The score is the sum of `parts`, each its value times its factor, times the product of
/// `factors`, plus the sum of `added`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScoreExplanation {
    /// The score.
    pub score: f32,
    /// What is added up first: text, name and citations.
    pub parts: Vec<ScorePart>,
    /// What the sum is multiplied by.
    pub factors: Vec<ScoreFactor>,
    /// What is added afterwards.
    pub added: Vec<ScoreFactor>,
    /// The words of the query, the heaviest first.
    pub words: Vec<ExplainedWord>,
}

/// A part of a score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScorePart {
    /// `text`, `name`, `citations`, or `kind_asked_for` where the query names the kind of the document.
    pub name: &'static str,
    /// How well it matches; of citations the logarithm of their number.
    pub value: f32,
    /// By what the value is multiplied, as the ranking is tuned.
    pub factor: f32,
}

/// A number that a score is multiplied by, or that is added to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreFactor {
    /// `coverage`, `preparatory_work`, `amending_act`, `only_a_name`; of what is added, `case_number`, `cites_what_is_named`,
    /// `support` or `cluster`.
    pub name: &'static str,
    /// The number.
    pub value: f32,
}

/// What a word of the query contributes.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainedWord {
    /// The word as typed, in lower case.
    pub word: String,
    /// Its weight by how rare it is.
    pub weight: f32,
    /// What it contributes to the value of the text; 0 when the text does not have it. Those of all words add up to it.
    pub text: f32,
    /// The weight that the best name has of it; 0 when that does not have it.
    pub name: f32,
    /// The share of the query that the document covers by having it. Those of all words add up to the coverage.
    pub coverage: f32,
}

impl ScoreExplanation {
    /// The same for the score that a hit has from a cluster. By what that differs is added as `cluster`.
    #[must_use]
    pub fn with_score_of_cluster(mut self, score: f32) -> Self {
        self.added.push(ScoreFactor { name: "cluster", value: score - self.recomputed() });
        self.score = score;
        self
    }

    /// The score that follows from the parts.
    pub fn recomputed(&self) -> f32 {
        let sum: f32 = self.parts.iter().map(|part| part.value * part.factor).sum();
        let product: f32 = self.factors.iter().map(|factor| factor.value).product();
        sum * product + self.added.iter().map(|added| added.value).sum::<f32>()
    }
}
