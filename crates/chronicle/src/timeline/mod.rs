//! Which of the held texts of an act applied on a day, and how well that is known.
//!
//! What is known of an act is its texts (the archived lydelser and the document itself) and its amendments: for a
//! statute its register, for an EU act the held acts whose titles state that they amend it. Each text has the
//! amendments up to its own number worked in, and newer ones that it names as the source of a provision.
//!
//! * **A text applies from** the day that the amendment it is named after entered into force, unless it shows that
//!   amendment beside what it replaces. The document itself
//!   applies from the newest day among the amendments worked in, except for those whose provisions it still shows
//!   beside the older ones (`node_dates`): these were worked in ahead of their day. So were those whose day comes after the
//!   snapshot was made, or after the repeal of the act. An EU act applies from the day it is named after.
//! * **The text of a day** is the newest one that applies from that day or an earlier one. If it shows changes of a later day
//!   beside what they replace, and the text before it fits the day too, the text before it is chosen. If it lacks a change or
//!   has one too many, another text with exactly the changes of the day is chosen. From the day of the snapshot on, the
//!   document itself is chosen for a statute, unless it has changes ahead and another text has none.
//! * **An amendment that had entered into force and is not worked in** makes the answer a gap: the text is the last one
//!   held before the day. So does an amendment without a day, from the year of its number on, since it may have been in
//!   force.
//! * **An amendment that is worked in and had not entered into force** makes it a gap too, unless the text shows the
//!   provisions of both, of which the right ones are then chosen.
//! * **A text whose first day is unknown** is answered as such, from the first day that its number allows. So is a text that
//!   names an amendment which the register lacks.
//! * **An EU act as printed** is answered as such too, from its adoption until a consolidation: its own day is that of its
//!   adoption, and no source states from when it applies.
//! * **After the repeal of an act** the answer is the text of the last day before it. If only the fact of its end is known,
//!   an act counts as repealed from the day of the snapshot on, and before that day its end is unknown.

mod act;
mod choice;
mod first_day;
mod index;
#[cfg(test)]
mod index_tests;
mod indexing;
mod period;
#[cfg(test)]
mod tests;
mod text_of_day;

pub use self::act::{ActTimeline, HeldAct, TextChange, TimelineText};
pub use self::period::TextPeriod;
pub use self::text_of_day::TextOfDay;
