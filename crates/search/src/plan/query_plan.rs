//! The plan of a query: its words, the forms of each, and the conditions on documents.

use std::sync::Arc;

use lagrum_numbers::DocumentNumber;
use lagrum_words::{PART, QueryField};

use super::read_query::ReadQuery;
use crate::{AskedKinds, KindOfSource, Support, Tuning};

/// A query in terms of the index.
#[derive(Clone, Debug, Default)]
pub struct QueryPlan {
    /// The words that add to the score: the words of a plain query, of which a document need not have all, and of the conditions.
    pub words: Vec<QueryWord>,
    /// Whether the query is plain: a document matches if it covers enough of the query.
    pub is_plain: bool,
    /// The conditions a document must meet: phrases; everything in a boolean query.
    pub required: Vec<Condition>,
    /// The conditions a document must not meet.
    pub excluded: Vec<Condition>,
    /// Words read as others.
    pub corrections: Vec<WordCorrection>,
    /// Words that were read in another way than as they stand, beside corrections.
    pub readings: Vec<QueryReading>,
    /// Whether the query is in English.
    pub is_english: bool,
    /// Whether the query asks for preparatory works.
    pub wants_preparatory: bool,
    /// Whether the query asks for acts that change another.
    pub wants_amending: bool,
    /// The kinds of documents that the query asks for by name, which are preferred.
    pub kinds: Vec<KindOfSource>,
    /// Whether every word is required, since the whole query is a citation.
    pub all_words: bool,
    /// The documents that cite what the query names, in order, if it names a place or nothing that is held. They lead the results.
    pub citing: Arc<[DocumentNumber]>,
    /// Whether the best passage of the first document is shown whole, up to some length: a question is answered by a rule.
    pub shows_rule: bool,
    /// Whether the query asks what a word means.
    pub asks_for_definition: bool,
    /// Whether the first document of which passages are asked for is the first of the whole order. It shows more of them.
    pub begins_order: bool,
    /// The support of documents. Empty unless the plan [takes support](Self::takes_support) or is of a citation
    /// ([`Self::require_citing`]).
    pub support: Support,
    /// Words, as typed, for which fewer forms were looked for than the query asks for, since the work on a query is limited.
    pub cut: Vec<String>,
    /// The work of making the plan, counted as [`FoundDocuments::work`](crate::FoundDocuments::work) is.
    pub work: u64,
}

/// A word of the query.
#[derive(Clone, Debug)]
pub struct QueryWord {
    /// The word as typed, in lower case.
    pub text: String,
    /// Its weight by how rare it is. The weights of a query do not add up to anything fixed.
    pub weight: f32,
    /// Whether it is a function word, which says nothing of the topic.
    pub is_function: bool,
    /// Whether it is a word of a phrase, which matches and is shown as a whole.
    pub in_phrase: bool,
    /// The forms it may take, the nearest first. Of the forms that a document has, the best counts.
    pub forms: Vec<QueryForm>,
}

/// A form in which a word may occur.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryForm {
    /// How near the form is to the word itself, at most 1.
    pub nearness: f32,
    /// The document must meet each of these choices. There is one, but for a compound taken apart: one for each part.
    pub parts: Vec<TermChoice>,
}

/// Terms of which a document must have one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TermChoice {
    /// The terms.
    pub any_of: Vec<Term>,
}

/// A word as the index has it: a stem, a function word with its mark, or a part of a compound with its mark.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(String);

/// A condition on documents.
#[derive(Clone, Debug)]
pub enum Condition {
    /// The document has the word in any of its forms.
    Word(QueryWord),
    /// The document has these words one after the other, as they are written.
    Phrase(Vec<String>),
    /// The document has words in a field or near each other.
    Pattern(WordPattern),
    /// The document decides the case with this number.
    CaseNumber(String),
    /// The document cites what the query names: it is one of [`QueryPlan::citing`].
    Citing,
    /// The document meets one of these.
    Any(Vec<Condition>),
    /// The document meets all of these.
    All(Vec<Condition>),
    /// The document does not meet this.
    Not(Box<Condition>),
}

/// Words that a document must have in a field or near each other. Where they stand is read from their positions.
#[derive(Clone, Debug)]
pub struct WordPattern {
    /// The words.
    pub words: PatternWords,
    /// Where they must stand; None for anywhere.
    pub field: Option<QueryField>,
}

/// The words of a pattern.
#[derive(Clone, Debug)]
pub enum PatternWords {
    /// One after the other, as they are written.
    Phrase(Vec<String>),
    /// In any order and in any form, within one passage or name and with so many others between them; one or more.
    Near {
        /// The words. A form of several parts does not count, since its parts stand at several positions.
        words: Vec<QueryWord>,
        /// How many other words may stand between them.
        between: u32,
    },
}

/// A word read as another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordCorrection {
    /// The word as typed.
    pub word: String,
    /// The word it is read as.
    pub read_as: String,
}

/// How words of a query were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryReading {
    /// The words as typed.
    pub words: String,
    /// What they were read as: for an everyday expression its legal terms, for alternatives each of them.
    pub read_as: Vec<String>,
    /// The kind of the reading.
    pub kind: QueryReadingKind,
}

/// Why words of a query are read in another way than as they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryReadingKind {
    /// The law has other terms for an everyday expression, which were looked for too.
    Everyday,
    /// The query is in English. Swedish legal terms were looked for too, where they are known.
    English,
    /// One of the words on both sides of *eller* is enough.
    Alternatives,
}

impl QueryPlan {
    /// Whether support counts for this query. It does not if the query states exactly what a document must have, by quotes or
    /// operators or as a citation.
    pub fn takes_support(&self) -> bool {
        self.is_plain && !self.all_words && self.required.is_empty()
    }

    /// Whether a condition is on the positions of words, which only the files of the snapshot have.
    pub fn has_patterns(&self) -> bool {
        self.required.iter().chain(&self.excluded).any(Condition::has_patterns)
    }

    /// Prefers documents of kinds that the query names. The words that name a kind weigh less than those of the topic: a
    /// bill need not have the word *proposition*, and other texts do. Only for plain queries.
    pub fn prefer_kinds(&mut self, asked: &AskedKinds, tuning: &Tuning) {
        self.wants_preparatory = asked.wants_preparatory;
        if asked.kinds.is_empty() || !self.is_plain {
            return;
        }
        self.kinds.clone_from(&asked.kinds);
        let names_kind = |word: &QueryWord| !word.in_phrase && asked.words.contains(&word.text);
        if self.words.iter().any(|word| !word.is_function && !names_kind(word)) {
            for word in self.words.iter_mut().filter(|word| names_kind(word)) {
                word.weight *= tuning.kind_word;
            }
        }
    }

    /// Makes this the plan of a citation: a document matches if it cites what is named or has the words of the citation as
    /// typed, one after the other. Single words of a citation do not count. `spots` are the passages that cite the place.
    pub fn require_citing(&mut self, query: &ReadQuery, spots: Support) {
        self.support = spots;
        for word in &mut self.words {
            word.in_phrase = true;
        }
        let required = std::mem::take(&mut self.required);
        let typed = if required.is_empty() {
            Condition::Phrase(query.words().to_vec())
        } else {
            Condition::All(required)
        };
        self.required.push(Condition::Any(vec![Condition::Citing, typed]));
    }
}

impl Condition {
    fn has_patterns(&self) -> bool {
        match self {
            Self::Pattern(_) => true,
            Self::Not(inner) => inner.has_patterns(),
            Self::Any(inner) | Self::All(inner) => inner.iter().any(Self::has_patterns),
            Self::Word(_) | Self::Phrase(_) | Self::CaseNumber(_) | Self::Citing => false,
        }
    }
}

impl QueryForm {
    /// A form that is one term.
    pub fn single(nearness: f32, term: Term) -> Self {
        Self { nearness, parts: vec![TermChoice { any_of: vec![term] }] }
    }

    /// The terms of a form that is a single choice; None for a compound taken apart.
    pub fn as_single_choice(&self) -> Option<&[Term]> {
        let [choice] = self.parts.as_slice() else { return None };
        Some(&choice.any_of)
    }

    /// The terms of all parts.
    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        self.parts.iter().flat_map(|choice| &choice.any_of)
    }
}

impl Term {
    /// The term of words that have this stem as a part of a compound.
    pub fn part(stem: &str) -> Self {
        Self(format!("{PART}{stem}"))
    }

    /// The term as the index has it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<String> for Term {
    fn from(term: String) -> Self {
        Self(term)
    }
}
