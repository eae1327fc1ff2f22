//! The numbers of the ranking.
//!
//! They were set by the known-item queries of `cargo measure quality`, which also measures what each contributes by leaving
//! it out. The API promises which documents match, and not their order.

/// The numbers that decide what matches and in which order.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuning {
    /// The minimum match: the share of a plain query's weight that a document must have.
    pub minimum_match: f32,
    /// The factor of the weight of a function word.
    pub function_word: f32,
    /// The factor of the weight of a light word, one that questions are made of.
    pub light_word: f32,
    /// The factor of the score of the text.
    pub text: f32,
    /// The factor of the score of the best name.
    pub name: f32,
    /// The factor of the logarithm of the citations.
    pub citations: f32,
    /// The power of the coverage, by which the score is multiplied.
    pub coverage: f32,
    /// The part of a word's coverage that depends on how much of a text the word is: a long text has any word by chance.
    pub chance: f32,
    /// The factor of preparatory works, unless the query asks for one.
    pub preparatory: f32,
    /// The factor of acts that only change another, unless the query asks for one.
    pub amending: f32,
    /// Added for a document of a kind that the query names, before the sum is multiplied by the coverage.
    pub kind: f32,
    /// The factor of the weight of a word that names a kind, beside words of a topic.
    pub kind_word: f32,
    /// The factor of a concept that has only a name, unless the query is that name. It is so small that documents with a
    /// text come first.
    pub stub: f32,
    /// Added when the name is the query.
    pub exact_name: f32,
    /// The factor of a keyword beside a name.
    pub keyword: f32,
    /// The factor of a topic of a document beside a name, if the topic is the query.
    pub topic: f32,
    /// Added when the query has the case number of the decision.
    pub case_number: f32,
    /// Added for the documents of [`QueryPlan::citing`](crate::QueryPlan::citing). It is more than words can add.
    pub citing: f32,
    /// How much repetitions of a word count (`k1` of BM25).
    pub repetition: f32,
    /// How much a document's length counts (`b` of BM25).
    pub length: f32,
    /// The nearness of the forms of a word.
    pub near: Nearness,
    /// The factor of a heading over a passage, beside its text.
    pub heading: f32,
    /// The factor of a heading that names what is asked for, for the first passage under it.
    pub title: f32,
    /// The factor of [`Self::title`] for the passages after the first.
    pub under_title: f32,
    /// The factor of a printed page beside a section.
    pub page: f32,
    /// The factor of a recital or a preamble beside a provision.
    pub reason: f32,
    /// The factor of the logarithm of a passage's citations.
    pub passage_citations: f32,
    /// The factor of the name of a concept for the passage that explains it, beside its text.
    pub concept: f32,
    /// The share of the weight of a query that a passage gets in addition if the query asks what a word means and the passage
    /// defines that word.
    pub definition: f32,
    /// How much the length of a passage counts.
    pub passage_length: f32,
    /// The part of a passage's score that is multiplied by its coverage of the query.
    pub passage_coverage: f32,
    /// The weights of nearness in meaning by a model.
    pub model: MeaningWeights,
    /// The weights of nearness in meaning by a word table.
    pub word_table: MeaningWeights,
    /// The factor of the citation contexts of a provision, for the score of its document.
    pub context: f32,
    /// The factor of the citation contexts of a provision, for its score as a passage.
    pub context_passage: f32,
    /// The share of a query that the citation contexts of a provision must have to count.
    pub context_minimum: f32,
    /// The share of a query that the citation contexts of a provision must have for its document to match without the words.
    pub context_floor: f32,
    /// How much the length of the citation contexts of a provision counts (as `b` of BM25).
    pub context_length: f32,
    /// The factor of the names of concepts that a provision explains, for its document.
    pub concept_name: f32,
    /// The factor of [`Self::context`] and [`Self::concept_name`], if a brief text has the whole query.
    pub context_beside_brief: f32,
    /// The weights of a known answer to an everyday expression.
    pub answer: AnswerWeights,
    /// The weights of provisions scored by themselves.
    pub provision: ProvisionWeights,
}

/// The weights of provisions that are scored by themselves. A provision that has the whole query scores one to two.
#[derive(Clone, Debug, PartialEq)]
pub struct ProvisionWeights {
    /// The factor of the score of an act by its provisions, in the order of the acts among the hits.
    pub document: f32,
    /// The factor of a heading over the provision, beside its text.
    pub heading: f32,
    /// The factor of the names of the act, beside the text of the provision.
    pub name: f32,
    /// How much the length of a provision counts (as `b` of BM25).
    pub length: f32,
    /// The share of the score of the first hit that an act must have to stand before a regulation, a concept or a commentary that
    /// is first.
    pub before_kinds: f32,
}

/// The weights of a known answer to an everyday expression. They hold in full if the expression is the whole query.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerWeights {
    /// The number added to the score of the document, times the square of the share of the query that the expression is.
    pub document: f32,
    /// The number added to the score of the provision, times the share of the query that the expression is.
    pub passage: f32,
    /// The least share of the query that the expression must be for the document to be found by the answer alone.
    pub floor: f32,
}

/// The weights of nearness in meaning. Its unit is the standard deviation of the cosines of all documents.
#[derive(Clone, Debug, PartialEq)]
pub struct MeaningWeights {
    /// The number that one unit adds to the score of a document if the query is a question.
    pub question: f32,
    /// The number that one unit adds to the score of a document if the query is no question.
    pub words: f32,
    /// The greatest distance from the nearest document, in units, at which a document still gets a score.
    pub span: f32,
    /// How far above the mean a document must be, in units, to be found by nearness alone.
    pub floor: f32,
    /// The factor for passages beside documents.
    pub passage: f32,
}

/// The nearness of each kind of form, where the word itself has 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Nearness {
    /// Typed without diacritics.
    pub folded: f32,
    /// As part of a compound, or in the parts of one.
    pub compound: f32,
    /// As the beginning of a longer word.
    pub prefix: f32,
    /// As a word spelt nearly alike.
    pub spelling: f32,
    /// As a legal term for an everyday expression.
    pub everyday: f32,
    /// As one word alone of an everyday expression of several.
    pub alone: f32,
    /// As the noun of a verb, or the verb of a noun.
    pub derived: f32,
    /// As one word with the particle beside it.
    pub particle: f32,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            minimum_match: 0.5,
            function_word: 0.1,
            light_word: 0.3,
            text: 0.2,
            name: 0.85,
            citations: 0.22,
            coverage: 1.0,
            chance: 1.0,
            preparatory: 0.6,
            amending: 0.6,
            kind: 3.0,
            kind_word: 0.3,
            stub: 1e-6,
            exact_name: 4.8,
            keyword: 0.6,
            topic: 0.6,
            case_number: 20.0,
            citing: 40.0,
            repetition: 1.2,
            length: 0.5,
            near: Nearness {
                folded: 0.7,
                compound: 0.6,
                prefix: 0.5,
                spelling: 0.7,
                everyday: 0.9,
                alone: 0.6,
                derived: 0.6,
                particle: 0.8,
            },
            heading: 1.5,
            title: 0.3,
            under_title: 0.4,
            page: 0.8,
            reason: 0.7,
            passage_citations: 0.15,
            concept: 1.5,
            definition: 1.0,
            passage_length: 0.2,
            passage_coverage: 0.7,
            model: MeaningWeights { question: 1.2, words: 0.0, span: 5.0, floor: 4.0, passage: 1.0 },
            word_table: MeaningWeights { question: 0.3, words: 0.0, span: 5.0, floor: 3.5, passage: 1.0 },
            context: 0.3,
            context_passage: 0.3,
            context_minimum: 0.15,
            context_floor: 0.4,
            context_length: 0.6,
            concept_name: 0.2,
            context_beside_brief: 0.2,
            answer: AnswerWeights { document: 8.0, passage: 12.0, floor: 0.5 },
            provision: ProvisionWeights {
                document: 3.0,
                heading: 1.5,
                name: 1.0,
                length: 0.6,
                before_kinds: 0.5,
            },
        }
    }
}
