//! The tables a search writes in: one number for each document or name, cleared after use by going over what was touched.
//!
//! They are as long as the corpus, so they are kept and used again. As many are kept as searches ran at once.

use std::sync::{Mutex, PoisonError};

/// The tables of one search.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// For each document what its text gives.
    pub(super) text: Vec<f32>,
    /// For each document what of the query's weight it covers.
    pub(super) covered: Vec<f32>,
    /// For each document how many of the words that count it holds.
    pub(super) held: Vec<u16>,
    /// For each document the best of its names.
    pub(super) name: Vec<f32>,
    /// Whether a document is among the candidates.
    pub(super) is_candidate: Vec<bool>,
    /// The documents that may match.
    pub(super) candidates: Vec<u32>,
    /// For each document what the word at hand gives, and how near the nearest of its forms is.
    pub(super) best: Touched,
    pub(super) near: Touched,
    /// For each document what it has of the form at hand.
    pub(super) partly: Vec<Partly>,
    /// For each name how near the nearest form of the word at hand is.
    pub(super) name_near: Touched,
    /// For each name what of the query's weight it covers.
    pub(super) name_total: Touched,
}

/// What a document has of a form that is several lists of terms.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Partly {
    /// In how many of the lists, from the first, it is.
    pub(super) lists: u8,
    /// How often it has a term of the last of these.
    pub(super) here: u32,
    /// The fewest of those before.
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
            text: vec![0.0; documents],
            covered: vec![0.0; documents],
            held: vec![0; documents],
            name: vec![0.0; documents],
            is_candidate: vec![false; documents],
            candidates: Vec::new(),
            best: Touched::new(documents),
            near: Touched::new(documents),
            partly: vec![Partly::default(); documents],
            name_near: Touched::new(names),
            name_total: Touched::new(names),
        }
    }

    /// Adds a document to the candidates, unless it is one.
    pub(super) fn add_candidate(&mut self, document: u32) {
        let known = &mut self.is_candidate[document as usize];
        if !*known {
            *known = true;
            self.candidates.push(document);
        }
    }

    fn clear(&mut self) {
        for document in self.candidates.drain(..) {
            let at = document as usize;
            (self.text[at], self.covered[at], self.held[at], self.name[at]) = (0.0, 0.0, 0, 0.0);
            self.is_candidate[at] = false;
        }
        self.best.clear();
        self.near.clear();
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
