//! The progress of an import or a build, reported to the part of the program that shows it.

/// Receives the progress of long work. Implementations decide how to show it: a bar on a terminal, plain lines in a log.
pub trait Progress: Sync {
    /// A stage begins. `total` is in the stage's own unit (bytes for files, documents for builds), None when unknown.
    fn begin(&self, stage: &str, total: Option<u64>);
    /// Another `amount` of the stage is done.
    fn advance(&self, amount: u64);
    /// The stage is over.
    fn end(&self);
    /// A message for people, such as a line that cannot be read.
    fn note(&self, text: &str);
}

/// A progress that is not shown.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _stage: &str, _total: Option<u64>) {}
    fn advance(&self, _amount: u64) {}
    fn end(&self) {}
    fn note(&self, _text: &str) {}
}
