//! What differs between two wordings of a document.
//!
//! Each wording is read as a row of [blocks](Block): a heading, a stycke, an item, a row of a table. Blocks are first
//! matched with blocks ([`align`]), and only then are the words of matched blocks compared ([`words`]). That is what
//! a reader does, and it is fast: a statute has thousands of blocks, most of them untouched.
//!
//! Laws move. Matching goes from what is certain to what is likely, so that a section that was only renumbered or
//! moved is not shown as one text struck out and another written in:
//!
//! 1. the same number and the same text, in the same order;
//! 2. between those, the same text under another number, in the same order: *renumbered*, only the number is marked;
//! 3. what is left, the same text anywhere else: *moved*. Both places are shown, since either text must be readable
//!    by itself, but they are marked as one thing that moved;
//! 4. what is left between two matches, the most alike texts, in the same order; and what is still left, by position.
//!
//! What nothing was matched with is removed or added.

mod align;
mod blocks;
mod change;
mod common;
mod comparison;
mod html;
mod provisions;
mod words;

pub use blocks::DiffBlock;
pub use change::Change;
pub use comparison::LydelseComparison;
pub use html::escaped;
pub use provisions::{BlockChange, ChangeStatus, ProvisionChange};
pub use words::{Mark, Span, spans};
