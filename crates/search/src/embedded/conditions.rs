//! The documents that meet a condition.

use fixedbitset::FixedBitSet;

use super::open::OpenIndex;
use super::patterns::documents_with_pattern;
use super::work::Work;
use crate::SearchError;
use crate::plan::{Condition, QueryForm, QueryWord, TermChoice};
use lagrum_numbers::DocumentNumber;

/// A set of documents by their numbers.
pub(super) type DocumentSet = FixedBitSet;

/// The set of the listed documents whose numbers are below `documents`, the number of documents of the index.
pub(super) fn set_of(listed: &[DocumentNumber], documents: usize) -> DocumentSet {
    // Most searches list none, and need no memory for a set.
    let mut set = DocumentSet::with_capacity(if listed.is_empty() { 0 } else { documents });
    set.extend(listed.iter().map(|document| document.index()).filter(|document| *document < documents));
    set
}

/// Finds the documents that meet conditions, with the work counted.
pub(super) struct ConditionReader<'a> {
    pub(super) index: &'a OpenIndex,
    /// The documents that cite the place that the query names ([`QueryPlan::citing`](crate::QueryPlan::citing)).
    pub(super) citing: &'a DocumentSet,
    pub(super) work: &'a mut Work,
}

impl ConditionReader<'_> {
    /// The documents that meet all of some conditions; None when there is no condition.
    pub(super) fn meeting_all(
        &mut self,
        conditions: &[Condition],
    ) -> Result<Option<DocumentSet>, SearchError> {
        self.combined(conditions, DocumentSet::intersect_with)
    }

    /// The documents that meet any of some conditions; None when there is no condition.
    pub(super) fn meeting_any(
        &mut self,
        conditions: &[Condition],
    ) -> Result<Option<DocumentSet>, SearchError> {
        self.combined(conditions, DocumentSet::union_with)
    }

    fn combined(
        &mut self,
        conditions: &[Condition],
        combine: fn(&mut DocumentSet, &DocumentSet),
    ) -> Result<Option<DocumentSet>, SearchError> {
        let mut all: Option<DocumentSet> = None;
        for condition in conditions {
            let set = self.meeting(condition)?;
            match &mut all {
                None => all = Some(set),
                Some(all) => combine(all, &set),
            }
        }
        Ok(all)
    }

    fn meeting(&mut self, condition: &Condition) -> Result<DocumentSet, SearchError> {
        let set = match condition {
            Condition::Word(word) => self.with_word(word)?,
            Condition::Phrase(words) => self.with_phrase(words)?,
            Condition::Pattern(pattern) => documents_with_pattern(self.index, pattern, None, self.work)?,
            Condition::CaseNumber(number) => self.with_case_number(number)?,
            Condition::Citing => self.citing.clone(),
            Condition::Any(conditions) => self.meeting_any(conditions)?.unwrap_or_else(|| self.empty()),
            Condition::All(conditions) => self.meeting_all(conditions)?.unwrap_or_else(|| self.empty()),
            Condition::Not(condition) => self.not_meeting(condition)?,
        };
        self.count_set()?;
        Ok(set)
    }

    fn with_word(&mut self, word: &QueryWord) -> Result<DocumentSet, SearchError> {
        let mut set = self.empty();
        for form in &word.forms {
            set.union_with(&self.with_form(form)?);
        }
        Ok(set)
    }

    fn with_form(&mut self, form: &QueryForm) -> Result<DocumentSet, SearchError> {
        let mut all: Option<DocumentSet> = None;
        for choice in &form.parts {
            let set = self.with_any_term(choice)?;
            match &mut all {
                None => all = Some(set),
                Some(all) => all.intersect_with(&set),
            }
        }
        Ok(all.unwrap_or_default())
    }

    /// The documents that have a term in their text or in a name.
    fn with_any_term(&mut self, choice: &TermChoice) -> Result<DocumentSet, SearchError> {
        let mut set = self.empty();
        self.count_set()?;
        for term in &choice.any_of {
            let mut add = |document: DocumentNumber| set.insert(document.index());
            self.index.texts_with(term.as_str(), None, self.work, |document, _| add(document))?;
            self.index.names_with(term.as_str(), self.work, |_, document| add(document))?;
        }
        Ok(set)
    }

    fn with_phrase(&mut self, words: &[String]) -> Result<DocumentSet, SearchError> {
        let mut set = self.empty();
        self.index.with_phrase(words, self.work, |document| set.insert(document.index()))?;
        Ok(set)
    }

    fn with_case_number(&mut self, number: &str) -> Result<DocumentSet, SearchError> {
        let mut set = self.empty();
        let term = super::schema::case_number_term(number);
        self.index.names_with(&term, self.work, |_, document| set.insert(document.index()))?;
        Ok(set)
    }

    fn not_meeting(&mut self, condition: &Condition) -> Result<DocumentSet, SearchError> {
        let mut set = self.empty();
        set.insert_range(..);
        set.difference_with(&self.meeting(condition)?);
        Ok(set)
    }

    fn empty(&self) -> DocumentSet {
        DocumentSet::with_capacity(self.index.columns.len())
    }

    /// Counts the work on one set: one posting for every 64 documents.
    fn count_set(&mut self) -> Result<(), SearchError> {
        self.work.add(self.index.columns.len().div_ceil(64) as u64)
    }
}
