//! The tables a search writes in: one number for each document or name, cleared after use by going over what was touched.
//!
//! They are as long as the corpus, so they are kept and used again. As many are kept as searches ran at once.

use std::sync::{Mutex, PoisonError};

/// The tables of one search.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// What each document holds. All of it lies together, since a search touches many documents in no order, and
    /// waiting for memory is most of what that costs.
    pub(super) held: Vec<Held>,
    /// The documents that have the word at hand.
    pub(super) touched: Vec<u32>,
    /// The documents that may match.
    pub(super) candidates: Vec<u32>,
    /// For each name how near the nearest form of the word at hand is.
    pub(super) name_near: Touched,
    /// For each name what of the query's weight it covers.
    pub(super) name_total: Touched,
}

/// What a document holds of a query.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Held {
    /// How near the nearest form of the word at hand is, and what the best of them gives.
    pub(super) near: f32,
    pub(super) best: f32,
    /// What its text gives.
    pub(super) text: f32,
    /// What of the query's weight it covers.
    pub(super) covered: f32,
    /// The best of its names.
    pub(super) name: f32,
    /// How many of the words that count it has.
    pub(super) words: u16,
    pub(super) is_candidate: bool,
    /// Of a form that is several lists of terms: in how many of them, from the first, it is; how often it has a term
    /// of the last of these, and the fewest of those before.
    pub(super) lists: u8,
    pub(super) here: u32,
    pub(super) before: u32,
}

/// A table with the places that are not zero.
#[derive(Debug, Default)]
pub(super) struct Touched {
    pub(super) values: Vec<f32>,
    pub(super) touched: Vec<u32>,
}

impl Touched {
    fn new(length: usize) -> Self {
        Self { values: vec![0.0; length], touched: Vec::new() }
    }

    /// Raises a value, which must be more than zero.
    pub(super) fn raise(&mut self, at: u32, value: f32) {
        let held = &mut self.values[at as usize];
        if *held == 0.0 {
            self.touched.push(at);
        }
        if value > *held {
            *held = value;
        }
    }

    /// Adds to a value, which must become more than zero.
    pub(super) fn add(&mut self, at: u32, value: f32) {
        let held = &mut self.values[at as usize];
        if *held == 0.0 {
            self.touched.push(at);
        }
        *held += value;
    }

    pub(super) fn clear(&mut self) {
        for at in self.touched.drain(..) {
            self.values[at as usize] = 0.0;
        }
    }
}

impl Scratch {
    fn new(documents: usize, names: usize) -> Self {
        Self {
            held: vec![Held::default(); documents],
            touched: Vec::new(),
            candidates: Vec::new(),
            name_near: Touched::new(names),
            name_total: Touched::new(names),
        }
    }

    /// A document has a form of the word at hand: so near, and it gives so much.
    pub(super) fn raise(&mut self, document: u32, nearness: f32, value: f32) {
        let held = &mut self.held[document as usize];
        if held.near == 0.0 && nearness > 0.0 {
            self.touched.push(document);
        }
        held.near = held.near.max(nearness);
        held.best = held.best.max(value);
    }

    /// Adds a document to the candidates, unless it is one.
    pub(super) fn add_candidate(&mut self, document: u32) {
        let known = &mut self.held[document as usize].is_candidate;
        if !*known {
            *known = true;
            self.candidates.push(document);
        }
    }

    fn clear(&mut self) {
        for document in self.candidates.drain(..).chain(self.touched.drain(..)) {
            self.held[document as usize] = Held::default();
        }
        self.name_near.clear();
        self.name_total.clear();
    }
}

/// The tables that are not in use.
#[derive(Debug)]
pub(super) struct Scratches {
    documents: usize,
    names: usize,
    free: Mutex<Vec<Scratch>>,
}

impl Scratches {
    pub(super) fn new(documents: usize, names: usize) -> Self {
        Self { documents, names, free: Mutex::new(Vec::new()) }
    }

    pub(super) fn take(&self) -> Scratch {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        free.unwrap_or_else(|| Scratch::new(self.documents, self.names))
    }

    pub(super) fn give_back(&self, mut scratch: Scratch) {
        scratch.clear();
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(scratch);
    }
}
