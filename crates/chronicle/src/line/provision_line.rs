//! A provision under its numbers.

use jiff::civil::Date;
use lagrum_artifact::Anchor;

use crate::number::{NumberFacts, Span};

/// A number that a provision has or had.
#[derive(Clone, Debug)]
pub struct ProvisionLineNumber<'a> {
    /// Its anchor.
    pub anchor: Anchor,
    /// What is known of the number.
    pub facts: NumberFacts<'a>,
    /// What bore the number on each day.
    pub spans: Vec<Span>,
    /// The day from which the provision has this number; None for the oldest number.
    pub from: Option<Date>,
}

/// A provision under its numbers, the present one first; never empty.
#[derive(Clone, Debug)]
pub struct ProvisionLine<'a> {
    numbers: Vec<ProvisionLineNumber<'a>>,
}

impl<'a> ProvisionLine<'a> {
    /// The line of a provision that has had one number so far.
    pub fn new(anchor: Anchor, facts: NumberFacts<'a>) -> Self {
        Self { numbers: vec![ProvisionLineNumber { anchor, spans: facts.spans(), facts, from: None }] }
    }

    /// Adds the number that the provision had before its oldest one, until a day.
    pub fn before(&mut self, anchor: Anchor, facts: NumberFacts<'a>, until: Date) {
        if let Some(oldest) = self.numbers.last_mut() {
            oldest.from = Some(until);
        }
        self.numbers.push(ProvisionLineNumber { anchor, spans: facts.spans(), facts, from: None });
    }

    /// Its numbers, the present one first.
    pub fn numbers(&self) -> &[ProvisionLineNumber<'a>] {
        &self.numbers
    }

    /// The oldest number that is known of it.
    pub fn oldest(&self) -> &ProvisionLineNumber<'a> {
        &self.numbers[self.numbers.len() - 1]
    }

    /// The number that it has, or had last.
    pub fn present(&self) -> &ProvisionLineNumber<'a> {
        &self.numbers[0]
    }

    /// The place of the number that it had on a day.
    pub fn number_on(&self, day: Date) -> usize {
        let begun = |number: &ProvisionLineNumber<'_>| number.from.is_none_or(|from| from <= day);
        self.numbers.iter().position(begun).unwrap_or_default()
    }
}
