//! Making the plan of a query.

use std::ops::Range;

use lagrum_words::{
    Clause, Compounds, Language, MAX_WORDS_BETWEEN, ParsedQuery, QueryError, QueryField, Vocabulary,
    english_terms, everyday, form, is_conjunction, is_function_word, numeral_of_years, stem, tokens,
};

use super::forms::{FormFinder, Prefix};
use super::read_query::ReadQuery;
use super::stems::stems;
use super::{
    Condition, PatternWords, QueryForm, QueryPlan, QueryReading, QueryReadingKind, QueryWord, Term,
    TermChoice, WordCorrection, WordPattern,
};
use crate::Tuning;

/// The least letters of a word that may be the beginning of another.
const MIN_PREFIX_LETTERS: usize = 5;
/// The least letters of the last word, which may not have been typed to its end, for it to be the beginning of another.
const MIN_LAST_PREFIX_LETTERS: usize = 2;

/// The most function words between a verb and its particle.
const MAX_WORDS_TO_PARTICLE: usize = 2;

/// Makes plans with the words of one snapshot.
#[derive(Clone, Copy, Debug)]
pub struct QueryPlanner<'a> {
    /// The words of the snapshot and how many documents have each.
    pub vocabulary: &'a Vocabulary,
    /// How compounds come apart, as they did when the index was made.
    pub compounds: &'a Compounds,
    /// How much each form counts.
    pub tuning: &'a Tuning,
}

impl QueryPlanner<'_> {
    /// Makes the plan of a query.
    pub fn plan(&self, text: &str) -> Result<QueryPlan, QueryError> {
        self.plan_knowing(&text.into(), &[])
    }

    /// Makes the plan of a query in which these words belong to names, so that they are not corrected.
    pub fn plan_knowing(&self, read: &ReadQuery, known: &[String]) -> Result<QueryPlan, QueryError> {
        let query = read.clauses()?;
        let words = query.clauses.iter().map(count_words).sum();
        let plan = QueryPlan {
            is_english: read.is_english(self.vocabulary),
            asks_for_definition: read.asks_for_definition(),
            wants_amending: read.asks_for_amending_acts(),
            ..QueryPlan::default()
        };
        let mut forms = FormFinder::new(self.vocabulary, self.compounds, self.tuning, words);
        forms.is_english = plan.is_english;
        forms.known.extend(known.iter().cloned());
        let mut draft = PlanDraft { plan, forms };
        if query.boolean {
            draft.add_boolean(query);
        } else {
            draft.add_plain(read.beside_patterns(), query);
        }
        let PlanDraft { plan, forms } = draft;
        Ok(QueryPlan { corrections: forms.corrections, cut: forms.cut, work: forms.work, ..plan })
    }
}

/// A plan being made.
struct PlanDraft<'a> {
    plan: QueryPlan,
    forms: FormFinder<'a>,
}

impl PlanDraft<'_> {
    fn add_boolean(&mut self, query: &ParsedQuery) {
        let required: Vec<_> = query.clauses.iter().map(|clause| self.condition(clause)).collect();
        for condition in &required {
            self.add_ranking_words(condition);
        }
        self.plan.required = required;
    }

    fn add_plain(&mut self, text: &str, query: &ParsedQuery) {
        self.plan.is_plain = true;
        let numbers = lagrum_words::case_numbers(text);
        let conditions = numbers.iter().map(|number| Condition::CaseNumber(number.number.clone()));
        self.plan.required.extend(conditions);
        let typed = query.clauses.iter().filter_map(|clause| match clause {
            // A word of a case number counts as a part of that number only.
            Clause::Word { word, prefix, bytes }
                if !numbers.iter().any(|number| number.bytes.contains(&bytes.start)) =>
            {
                Some(TypedWord { word: word.clone(), is_marked: *prefix, bytes: bytes.clone() })
            }
            _ => None,
        });
        let typed = self.joined_at_line_ends(text, typed.collect());
        for (at, TypedWord { word, is_marked, .. }) in typed.iter().enumerate() {
            // Each alternative is looked for as if it were the whole query.
            let may_be_unfinished = at + 1 == typed.len() || is_alternative(text, &typed, at + 1);
            let prefix = match (*is_marked, may_be_unfinished) {
                (true, _) => Prefix::Marked,
                (_, true) => Prefix::From { letters: MIN_LAST_PREFIX_LETTERS },
                _ => Prefix::From { letters: MIN_PREFIX_LETTERS },
            };
            let word = self.forms.word(word, prefix);
            self.plan.words.push(word);
        }
        let words: Vec<&str> = typed.iter().map(|typed| typed.word.as_str()).collect();
        self.add_numerals(&words);
        self.add_particles(&words);
        self.add_everyday(&words);
        self.join_alternatives(text, &typed);
        merge_repeated(&mut self.plan.words);
        for clause in &query.clauses {
            match clause {
                Clause::Word { .. } => {}
                Clause::Not(inner) => {
                    let excluded = self.exclusion(inner);
                    self.plan.excluded.push(excluded);
                }
                other => {
                    let condition = self.condition(other);
                    self.add_ranking_words(&condition);
                    self.plan.required.push(condition);
                }
            }
        }
    }

    /// The words, with those that were cut at the end of a line made whole: *arbets- givare* where documents have
    /// *arbetsgivare*.
    fn joined_at_line_ends(&mut self, text: &str, typed: Vec<TypedWord>) -> Vec<TypedWord> {
        let mut joined: Vec<TypedWord> = Vec::with_capacity(typed.len());
        for word in typed {
            let Some(last) = joined.last_mut() else {
                joined.push(word);
                continue;
            };
            let whole = format!("{}{}", last.word, word.word);
            let is_cut = is_line_end(&text[last.bytes.end.min(word.bytes.start)..word.bytes.start]);
            if is_cut && !is_conjunction(&word.word) && self.forms.is_known(&whole) {
                let typed = text[last.bytes.start..word.bytes.end].to_owned();
                self.forms.corrections.push(WordCorrection { word: typed, read_as: whole.clone() });
                let bytes = last.bytes.start..word.bytes.end;
                *last = TypedWord { word: whole, is_marked: word.is_marked, bytes };
            } else {
                joined.push(word);
            }
        }
        joined
    }

    /// Adds to a numeral that counts years the other way to write it.
    fn add_numerals(&mut self, words: &[&str]) {
        for (at, pair) in words.windows(2).enumerate() {
            let Some(other) = numeral_of_years(pair[0], pair[1]) else { continue };
            let form =
                QueryForm::single(self.forms.tuning.near.everyday, form(&other, Language::Swedish).into());
            if self.forms.are_known(&form.parts) && !self.plan.words[at].forms.contains(&form) {
                let forms = &mut self.plan.words[at].forms;
                forms.push(form);
                forms.sort_by(|a, b| b.nearness.total_cmp(&a.nearness));
            }
        }
    }

    /// Makes one word of those on both sides of *eller*: either is enough. The words of the plan are still the typed ones.
    fn join_alternatives(&mut self, text: &str, typed: &[TypedWord]) {
        let mut alternatives: Vec<Range<usize>> = Vec::new();
        for at in (1..typed.len()).rev().filter(|at| is_alternative(text, typed, *at)) {
            let words = &mut self.plan.words;
            let other = words.remove(at + 1);
            words.remove(at);
            let Some(word) = words.get_mut(at - 1) else { continue };
            word.forms.extend(other.forms);
            word.forms.sort_by(|a, b| b.nearness.total_cmp(&a.nearness));
            word.weight = word.weight.min(other.weight);
            match alternatives.last_mut() {
                Some(last) if last.start == at + 1 => last.start = at - 1,
                _ => alternatives.push(at - 1..at + 2),
            }
        }
        let reading = |range: Range<usize>| {
            let words = typed.get(range.clone())?;
            let bytes = words.first()?.bytes.start..words.last()?.bytes.end;
            let each = words.iter().step_by(2).map(|typed| typed.word.clone()).collect();
            Some(QueryReading {
                words: text[bytes].to_owned(),
                read_as: each,
                kind: QueryReadingKind::Alternatives,
            })
        };
        self.plan.readings.extend(alternatives.into_iter().rev().filter_map(reading));
    }

    /// Adds to verbs the forms that they have as one word with their particle: *säga upp* is *uppsäga*. Function words may
    /// stand between: *säger hen inte upp*.
    fn add_particles(&mut self, typed: &[&str]) {
        for (at, word) in self.plan.words.iter_mut().enumerate().take(typed.len()) {
            if word.is_function {
                continue;
            }
            let after = typed[at + 1..].iter().take(MAX_WORDS_TO_PARTICLE + 1);
            for (particle, between) in after.zip(0_usize..) {
                self.forms.add_particle(word, particle);
                if between == MAX_WORDS_TO_PARTICLE || !is_function_word(particle) {
                    break;
                }
            }
        }
    }

    /// Adds the words of a condition, which rank the documents that meet it.
    fn add_ranking_words(&mut self, condition: &Condition) {
        match condition {
            Condition::Word(word) => self.plan.words.push(word.clone()),
            Condition::Phrase(phrase) => self.add_ranking_phrase(phrase),
            Condition::Pattern(WordPattern { words: PatternWords::Phrase(phrase), .. }) => {
                self.add_ranking_phrase(phrase);
            }
            Condition::Pattern(WordPattern { words: PatternWords::Near { words, .. }, .. }) => {
                let in_phrase = |word: &QueryWord| QueryWord { in_phrase: true, ..word.clone() };
                self.plan.words.extend(words.iter().map(in_phrase));
            }
            Condition::Any(inner) | Condition::All(inner) => {
                for condition in inner {
                    self.add_ranking_words(condition);
                }
            }
            Condition::Not(_) | Condition::CaseNumber(_) | Condition::Citing => {}
        }
    }

    fn add_ranking_phrase(&mut self, phrase: &[String]) {
        for text in phrase {
            let word = self.forms.word(text, Prefix::Never);
            self.plan.words.push(QueryWord { in_phrase: true, ..word });
        }
    }

    fn condition(&mut self, clause: &Clause) -> Condition {
        self.condition_in(None, clause, Self::required_word)
    }

    /// The condition that excludes a clause: its words in their inflected forms, without forms that only resemble them.
    fn exclusion(&mut self, clause: &Clause) -> Condition {
        self.condition_in(None, clause, Self::excluded_word)
    }

    /// The condition of a clause whose words must stand in a field, if it names one. `word` makes a word of it.
    fn condition_in(
        &mut self,
        field: Option<QueryField>,
        clause: &Clause,
        word: fn(&mut Self, &str, bool) -> QueryWord,
    ) -> Condition {
        let mut each =
            |inner: &[Clause]| inner.iter().map(|clause| self.condition_in(field, clause, word)).collect();
        let pattern = |words: PatternWords| Condition::Pattern(WordPattern { words, field });
        match clause {
            Clause::Any(inner) => Condition::Any(each(inner)),
            Clause::All(inner) => Condition::All(each(inner)),
            Clause::Word { word: text, prefix, .. } => {
                let word = word(self, text, *prefix);
                match field {
                    Some(_) => pattern(PatternWords::Near { words: vec![word], between: 0 }),
                    None => Condition::Word(word),
                }
            }
            Clause::Phrase { words, .. } => match field {
                Some(_) => pattern(PatternWords::Phrase(words.clone())),
                None => Condition::Phrase(words.clone()),
            },
            Clause::Near { words, between, .. } => {
                if *between > MAX_WORDS_BETWEEN {
                    self.forms.cut.push(format!("\"{}\"~{between}", words.join(" ")));
                }
                let words = words.iter().map(|text| word(self, text, false)).collect();
                pattern(PatternWords::Near { words, between: (*between).min(MAX_WORDS_BETWEEN) })
            }
            Clause::In { field, clause, .. } => self.condition_in(Some(*field), clause, word),
            Clause::Not(inner) => {
                Condition::Not(Box::new(self.condition_in(field, inner, Self::excluded_word)))
            }
        }
    }

    fn required_word(&mut self, word: &str, is_prefix: bool) -> QueryWord {
        let prefix = if is_prefix { Prefix::Marked } else { Prefix::From { letters: MIN_PREFIX_LETTERS } };
        self.forms.word(word, prefix)
    }

    fn excluded_word(&mut self, word: &str, is_prefix: bool) -> QueryWord {
        let inflected = stems(word).into_iter();
        let mut forms: Vec<_> = inflected.map(|stem| QueryForm::single(1.0, stem.into())).collect();
        if is_prefix {
            forms.extend(self.forms.with_marked_prefix(word, 1.0));
        }
        QueryWord { text: word.to_owned(), weight: 0.0, is_function: false, in_phrase: false, forms }
    }

    /// Adds the legal terms for everyday expressions. A legal term is a form of the words of the expression, the nearer the rarer
    /// it is among those of the expression. The expression weighs at least what its legal terms do: *skilja* is common, and
    /// *äktenskapsskillnad* is not. Of an expression of several words, one alone is something else: *skiljer* is not *skilja sig*.
    /// Of an English query, and of one word that is an English term and no everyday expression, the terms are the Swedish ones for its English ones.
    fn add_everyday(&mut self, typed: &[&str]) {
        let nearness = self.forms.tuning.near.everyday;
        let swedish = if self.forms.is_english { Vec::new() } else { everyday(typed) };
        let (expressions, kind) = if self.forms.is_english || (typed.len() == 1 && swedish.is_empty()) {
            (english_terms(typed), QueryReadingKind::English)
        } else {
            (swedish, QueryReadingKind::Everyday)
        };
        for found in expressions {
            let own = found.of(typed);
            let own_parts = legal_term(&own);
            let weighed = |name: &'static str| {
                let parts = legal_term(name);
                let is_known = !parts.is_empty() && self.forms.are_known(&parts);
                is_known.then(|| LegalTerm { name, weight: self.forms.weight_of(&parts), parts })
            };
            let terms: Vec<LegalTerm> = found.called.iter().filter_map(|name| weighed(name)).collect();
            let weights = || terms.iter().map(|term| term.weight);
            let (Some(weight), Some(most)) = (weights().reduce(f32::min), weights().reduce(f32::max)) else {
                continue;
            };
            // In *prövotid* and *besked*, one of the terms has many other uses.
            let form = |term: &LegalTerm| QueryForm {
                nearness: nearness * term.weight / most.max(f32::MIN_POSITIVE),
                parts: term.parts.clone(),
            };
            let legal: Vec<QueryForm> = terms.iter().map(form).collect();
            if found.words.len() > 1 {
                lessen_alone(&mut self.plan.words, &found.words, self.forms.tuning.near.alone);
            }
            let mut content: Vec<&mut QueryWord> = self
                .plan
                .words
                .iter_mut()
                .zip(0..)
                .filter(|(word, at)| !word.is_function && found.words.contains(at))
                .map(|(word, _)| word)
                .collect();
            let together: f32 = content.iter().map(|word| word.weight).sum();
            let raise = (weight / together.max(f32::MIN_POSITIVE)).max(1.0);
            for word in &mut content {
                word.weight *= raise;
                word.forms.extend(legal.iter().cloned());
                word.forms.sort_by(|a, b| b.nearness.total_cmp(&a.nearness));
            }
            let read_as: Vec<String> = terms
                .iter()
                .filter(|term| term.parts != own_parts)
                .map(|term| term.name.to_owned())
                .collect();
            if !read_as.is_empty() {
                self.plan.readings.push(QueryReading { words: own, read_as, kind });
            }
        }
        // A query in another language than most texts is told so, whether or not a term of it is known.
        let is_told = self.plan.readings.iter().any(|reading| reading.kind == QueryReadingKind::English);
        if self.forms.is_english && !is_told {
            let words = typed.join(" ");
            let kind = QueryReadingKind::English;
            self.plan.readings.push(QueryReading { words, read_as: Vec::new(), kind });
        }
    }
}

/// Reduces the nearness of the words of an expression where one stands alone. A document that has all of them has the expression;
/// its function words do not count.
fn lessen_alone(words: &mut [QueryWord], of_expression: &[usize], nearness: f32) {
    let own = |word: &QueryWord| {
        let own = word.forms.iter().filter(|form| form.nearness >= 1.0);
        let terms = own.filter_map(QueryForm::as_single_choice).flatten().cloned();
        TermChoice { any_of: terms.collect() }
    };
    let parts = of_expression.iter().map(|at| &words[*at]).filter(|word| !word.is_function).map(own);
    let parts: Vec<TermChoice> = parts.collect();
    let is_whole = parts.len() > 1 && parts.iter().all(|part| !part.any_of.is_empty());
    for at in of_expression {
        let word = &mut words[*at];
        if word.is_function {
            word.weight = 0.0;
            continue;
        }
        for form in &mut word.forms {
            form.nearness *= nearness;
        }
        word.forms.extend(is_whole.then(|| QueryForm { nearness: 1.0, parts: parts.clone() }));
    }
}

/// A legal term for an everyday expression.
struct LegalTerm {
    name: &'static str,
    weight: f32,
    parts: Vec<TermChoice>,
}

/// A word of a plain query.
struct TypedWord {
    word: String,
    /// Whether the query marks it as a prefix.
    is_marked: bool,
    bytes: Range<usize>,
}

/// Whether what stands between two words is the end of a line at which a word was cut: a hyphen and a blank.
fn is_line_end(between: &str) -> bool {
    let blank = between.strip_prefix(['-', '\u{2010}', '\u{2011}']);
    blank.is_some_and(|blank| !blank.is_empty() && blank.chars().all(char::is_whitespace))
}

/// Whether the word at a position is an *eller* between two content words, of which one is enough. In *hyres- eller
/// arrendeavtal* the first is but a part of a word.
fn is_alternative(text: &str, typed: &[TypedWord], at: usize) -> bool {
    let (Some(before), Some(or), Some(after)) =
        (at.checked_sub(1).and_then(|before| typed.get(before)), typed.get(at), typed.get(at + 1))
    else {
        return false;
    };
    let is_blank = |from: usize, to: usize| text.get(from..to).is_some_and(|text| text.trim().is_empty());
    matches!(or.word.as_str(), "eller" | "or")
        && is_blank(before.bytes.end, or.bytes.start)
        && is_blank(or.bytes.end, after.bytes.start)
        && !is_function_word(&before.word)
        && !is_function_word(&after.word)
}

/// Merges repeated words into one word with the sum of their weights, so that its postings are read once.
fn merge_repeated(words: &mut Vec<QueryWord>) {
    let mut merged: Vec<QueryWord> = Vec::with_capacity(words.len());
    for word in words.drain(..) {
        match merged.iter_mut().find(|known| known.text == word.text && known.forms == word.forms) {
            Some(known) => known.weight += word.weight,
            None => merged.push(word),
        }
    }
    *words = merged;
}

/// The words of a legal term, each alone or as a part of a compound; function words are left out.
fn legal_term(term: &str) -> Vec<TermChoice> {
    let words = tokens(term).filter(|token| !is_function_word(&token.word));
    let choice = |token: lagrum_words::Token<'_>| {
        let stem = stem(&token.word, Language::Swedish);
        TermChoice { any_of: vec![Term::part(&stem), stem.into()] }
    };
    words.map(choice).collect()
}

/// How many words of a clause may each have many forms; those of phrases may not.
fn count_words(clause: &Clause) -> usize {
    match clause {
        Clause::Word { .. } => 1,
        Clause::Phrase { .. } => 0,
        Clause::Near { words, .. } => words.len(),
        Clause::In { clause: inner, .. } | Clause::Not(inner) => count_words(inner),
        Clause::Any(inner) | Clause::All(inner) => inner.iter().map(count_words).sum(),
    }
}
