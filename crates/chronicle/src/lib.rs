//! An act over time: its texts, its amendments and its end, and what each of its provisions was on a day.
//!
//! This is decided here and nowhere else. Pages, API, tools and commands translate the answers. Nothing is looked up here,
//! and no answer depends on the present day.
//!
//! [`ActTimeline`] says which held text was the text of the whole act on a day, and when each of them applied.
//! [`ActFacts`] has what is known of the whole act, [`NumberFacts`] what is known of one of its numbers (`2 kap. 3 §`), and
//! [`ActOnDay`] counts what is known of all of its provisions on a day, [`ProvisionLine`] follows a provision back under the
//! numbers that it had, and [`number_since()`] forward by the words of the register. [`applies_from()`] tells from when a part of an EU act applies. The rules for a number and a day:
//!
//! 1. **The act first.** Before its first day, or the first day of the year of its number, nothing of it applies; from its
//!    end on nothing does any longer. An end on an unknown day counts from the day on which what is known was gathered.
//!    What ended before its act keeps its own end.
//! 2. **The text of a day** is the held text that has worked in just those acts that name the number and were in force on the day.
//!    An act whose words do not name the number changes nothing about it, so a text of 2022 is also the text of 2010 of
//!    each provision that no act has named since.
//! 3. **An act that does not say what it changed** makes a text undated where it is worked in too early or too late, unless the
//!    texts with it and without it have the same words.
//! 4. **An act that names the number and is not worked in** makes a gap: the text is the newest one from before. An act without
//!    a day makes it from the first day of the year of its number. One before the act that signs the text makes none: that act gave
//!    the whole provision another wording. What the register calls an end is none where the texts around it have the same words.
//! 5. **Only later texts are held**: the number is not held, if the register shows that something bore it; or coming, if the first
//!    that the register does after the day is to insert it.
//! 6. **The last act until the day repealed it, or gave its number away**: expired, also where the act is not worked in. What
//!    the newest text prints as ended stays so, unless a later act that names the number brings it back.
//! 7. **A text that an unknown act signs**: undated until an act with a later number is worked in.
//! 8. **A text that only the text itself dates** (a mark) changes on the day of the mark. An act that signs the text from that day
//!    changed the number on that day, whatever day the register has.
//!    A text that lacks a number between two that have the same words has lost it, and one that has other words which the same act
//!    signs has them in disorder: its days have the words around it.
//! 9. **Nothing names it**: nothing, and the number may be impossible.

mod act;
mod act_on;
mod day;
mod line;
mod number;
mod number_since;
mod renumbered;
mod starts;
mod timeline;

pub use self::act::{ActEnd, ActFacts, Covered, KnownAmendment, KnownText};
pub use self::act_on::ActOnDay;
pub use self::day::Day;
pub use self::line::{LineChange, LineEntry, LineSince, ProvisionLine, ProvisionLineNumber};
pub use self::number::{Borne, Certainty, Moment, NumberFacts, OnDay, Said, Signer, Span};
pub use self::number_since::{NumberSince, NumberingAct, number_since};
pub use self::renumbered::{Renumbering, number_after, number_before, renumberings};
pub use self::starts::{StatedStart, applies_from};
pub use self::timeline::{ActTimeline, HeldAct, TextChange, TextOfDay, TextPeriod, TimelineText};
