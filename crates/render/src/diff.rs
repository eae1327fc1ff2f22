//! The difference between two lydelser of a document.
//!
//! Each lydelse is a sequence of [blocks](DiffBlock): a heading, a stycke, an item, a row of a table. Blocks are matched
//! first ([`align`]), and then the words of matched blocks are compared ([`words`]). That is fast: a statute has
//! thousands of blocks, most of them unchanged.
//!
//! Provisions are often renumbered or moved. Matching goes from certain matches to likely ones, so such a provision is
//! not shown as one text removed and another added:
//!
//! 1. the same number and the same text, in the same order;
//! 2. between those, the same text under another number, in the same order: *renumbered*, only the number is marked;
//! 3. of the rest, the same text anywhere else: *moved*. It is shown in both positions, since each lydelse must be
//!    readable by itself, and marked as moved;
//! 4. between two matches, the most similar texts, in the same order; then the rest by position.
//!
//! A block without a match is removed or added.
//!
//! The matches of blocks determine which [units](DiffUnit) belong together. Within a matched unit its blocks are matched once more
//! (`steps`), and HTML, data and markdown are made of these steps: they mark the same words. Days and notes of days are no text:
//! both lydelser are reduced to their day before they are compared.

mod align;
mod alike;
mod blocks;
mod change;
mod common;
mod comparison;
mod group;
mod html;
mod markdown;
mod matching;
mod runs;
mod steps;
mod units;
mod words;

pub use blocks::DiffBlock;
pub use change::Change;
pub use comparison::LydelseComparison;
pub use group::{ProvisionWords, UnitKind, provision_words};
pub use html::escaped;
pub use markdown::diff_markdown;
pub use runs::{DiffRun, runs};
pub use units::{DiffUnit, UnitChange};
pub use words::Mark;
