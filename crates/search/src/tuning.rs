//! The numbers of the ranking, each with what it does.
//!
//! They were set by the known-item queries of `cargo measure quality`, which also tells what each part is worth by taking it
//! away. They are no promise to anybody: what matches is, not in which order.

/// The numbers that decide what matches and in which order.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuning {
    /// The minimum match: the share of a plain query's weight that a document must have.
    pub minimum_match: f32,
    /// What a function word weighs of what it would weigh as a word.
    pub function_word: f32,
    /// What a match in a document's text counts.
    pub text: f32,
    /// What a match in one of its names counts.
    pub name: f32,
    /// What the logarithm of its citations counts.
    pub citations: f32,
    /// How steeply a document gains that holds more of the query: the power of its coverage.
    pub coverage: f32,
    /// The factor of preparatory works, unless the query asks for one.
    pub preparatory: f32,
    /// The factor of a concept that has nothing but a name, unless the query is that name: so small that it comes after
    /// whatever can be read.
    pub stub: f32,
    /// What is added when a name is the whole query and the query the whole name.
    pub exact_name: f32,
    /// The factor of a keyword beside a name.
    pub keyword: f32,
    /// What is added when a decision bears the case number asked for.
    pub case_number: f32,
    /// What is added when a document cites what the query names and the corpus does not hold: more than words can give.
    pub citing: f32,
    /// How much of a repeated word counts (`k1` of BM25).
    pub repetition: f32,
    /// How much a document's length counts (`b` of BM25).
    pub length: f32,
    /// How near the forms of a word are to it.
    pub near: Nearness,
    /// What a heading over a passage counts beside its text.
    pub heading: f32,
    /// What a heading that names what is asked for counts for the passage under it, and for those after the first.
    pub title: f32,
    /// See [`Self::title`].
    pub under_title: f32,
    /// The factor of a printed page beside a section.
    pub page: f32,
    /// The factor of a recital or a preamble beside a provision.
    pub reason: f32,
    /// What the logarithm of its citations counts for a passage.
    pub passage_citations: f32,
    /// What the name of a concept counts for the passage that explains it, beside the passage's text.
    pub concept: f32,
    /// How much a passage's length counts.
    pub passage_length: f32,
    /// How much of a passage's score hangs on how much of the query it holds.
    pub passage_coverage: f32,
}

/// What each form counts beside the word itself.
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
    /// As what the law calls it.
    pub everyday: f32,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            minimum_match: 0.4,
            function_word: 0.1,
            text: 0.2,
            name: 0.85,
            citations: 0.22,
            coverage: 1.0,
            preparatory: 0.6,
            stub: 1e-6,
            exact_name: 4.8,
            keyword: 0.6,
            case_number: 20.0,
            citing: 40.0,
            repetition: 1.2,
            length: 0.5,
            near: Nearness { folded: 0.7, compound: 0.5, prefix: 0.5, spelling: 0.7, everyday: 0.8 },
            heading: 1.5,
            title: 0.3,
            under_title: 0.4,
            page: 0.8,
            reason: 0.7,
            passage_citations: 0.15,
            concept: 1.5,
            passage_length: 0.2,
            passage_coverage: 0.7,
        }
    }
}
