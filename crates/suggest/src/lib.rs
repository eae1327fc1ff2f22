//! Names found by the beginnings of their words, in memory: what is suggested while a text is being typed.
//!
//! Names are *folded* ([`fold()`]): words of letters or of digits, in lower case and without diacritics. The index has a
//! *start* for each word of a name at which a typed text may begin, in the order of what follows. So the names that
//! have a typed text at the beginning of a word are one range of starts, found by binary search. Each start has a score
//! of one byte: whether it begins the name, whether the document is in force, and how often that is cited. The best
//! starts of a range are found through maxima of blocks of starts ([`starts`]), however long the range is. So the work
//! of a look-up depends on how much is asked for, and hardly on how much is held.
//!
//! ```
//! use lagrum_suggest::{NameIndexBuilder, NamedDocument};
//!
//! let mut builder = NameIndexBuilder::default();
//! let document = |number, inbound_count| NamedDocument {
//!     number: lagrum_numbers::DocumentNumber(number),
//!     inbound_count,
//!     in_force: true,
//! };
//! builder.add(document(0, 7), ["Fårlagen (FårL)", "Lag (1931:47) om tillsyn över får"]);
//! builder.add(document(1, 9), ["Färjelagen"]);
//! let index = builder.finish();
//! let found = |typed| index.find(typed, 8).into_iter().map(|found| found.document.0).collect::<Vec<_>>();
//! assert_eq!(found("får"), [0]);
//! assert_eq!(found("f"), [1, 0]);
//! assert_eq!(found("tillsyn öv"), [0]);
//! assert_eq!(found("får tills"), [0]);
//! assert!(found("årlag").is_empty());
//! ```

mod build;
mod fold;
mod index;
mod starts;

pub use build::{NameIndexBuilder, NamedDocument};
pub use fold::fold;
pub use index::{FoundName, NameIndex, NameMatch};
