//! Why a document has its score.

/// The parts of a document's score. The score is the sum of `parts`, each its value times its factor, times the product of
/// `factors`, plus the sum of `added`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScoreExplanation {
    /// The score.
    pub score: f32,
    /// The parts of the sum: text, name and citations.
    pub parts: Vec<ScorePart>,
    /// The factors that the sum is multiplied by.
    pub factors: Vec<ScoreFactor>,
    /// The numbers that are added after the multiplication.
    pub added: Vec<ScoreFactor>,
    /// The words of the query, the heaviest first.
    pub words: Vec<ExplainedWord>,
}

/// A part of a score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScorePart {
    /// `text`, `name`, `citations`, or `kind_asked_for` where the query names the kind of the document.
    pub name: &'static str,
    /// How well it matches; for citations the logarithm of their number.
    pub value: f32,
    /// The factor of the value ([`Tuning`](crate::Tuning)).
    pub factor: f32,
}

/// A number that a score is multiplied by, or that is added to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreFactor {
    /// Of a factor: `coverage`, `preparatory_work`, `amending_act` or `only_a_name`. Of an added number: `case_number`,
    /// `cites_what_is_named`, `support`, `provisions` or `cluster`.
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
    /// What it adds to the value of the text; 0 if the text does not have it. The numbers of all words add up to the value.
    pub text: f32,
    /// What it adds to the weight that the best name covers; 0 if that name does not have it.
    pub name: f32,
    /// The share of the query that the document covers by having it. The shares of all words add up to the coverage.
    pub coverage: f32,
}

/// The difference between two scores, as a share of them, that rounding may make.
const ROUNDING: f32 = 1e-4;

impl ScoreExplanation {
    /// This explanation for the score of a hit from a cluster. The difference is added as the factor `cluster`.
    #[must_use]
    pub fn with_score_of_cluster(mut self, score: f32) -> Self {
        self.added.push(ScoreFactor { name: "cluster", value: score - self.recomputed() });
        self.score = score;
        self
    }

    /// This explanation for the score of a place in the order. Where acts are ordered by their provisions, a place keeps its score,
    /// and the difference from that of the document is added as `provisions`.
    #[must_use]
    pub fn with_score_of_place(mut self, score: f32) -> Self {
        let difference = score - self.recomputed();
        if difference.abs() > ROUNDING * score.abs().max(1.0) {
            self.added.push(ScoreFactor { name: "provisions", value: difference });
            self.score = score;
        }
        self
    }

    /// The score that follows from the parts.
    pub fn recomputed(&self) -> f32 {
        let sum: f32 = self.parts.iter().map(|part| part.value * part.factor).sum();
        let product: f32 = self.factors.iter().map(|factor| factor.value).product();
        sum * product + self.added.iter().map(|added| added.value).sum::<f32>()
    }
}
