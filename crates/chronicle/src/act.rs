//! What is known of a whole act: its amendments, its held texts, its first day and its end.

use std::collections::BTreeSet;

use jiff::civil::Date;
use lagrum_artifact::LydelseId;

use crate::day::{Day, Happened};

/// An act that changes the text of another, or the act itself as it was issued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownAmendment {
    /// Its number; None in a register whose acts have numbers of another kind.
    pub number: Option<LydelseId>,
    /// The day on which it entered into force, or will.
    pub day: Day,
    /// A day before which it was not in force: the first of the year of its number.
    pub not_before: Option<Date>,
}

/// A held text of an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownText {
    /// The amendments that are worked in, by their places in [`ActFacts::amendments`].
    pub worked_in: BTreeSet<usize>,
    /// The first day on which it was the text of the act; None where it is not known.
    pub from: Option<Date>,
    /// The days from or until which parts of it apply, as its marks state them, rising.
    pub marks: Vec<Date>,
    /// The day from which no source says that it applied; None for a text of which that is known.
    pub doubtful_from: Option<Date>,
}

/// What is known of an act over time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActFacts {
    /// The amendments that change its text, in the order of their numbers. That of a statute includes the act itself.
    pub amendments: Vec<KnownAmendment>,
    /// The act itself among the amendments; None where the register does not have it.
    pub base: Option<usize>,
    /// Its held texts that applied on some day, the oldest first.
    pub texts: Vec<KnownText>,
    /// Its first day.
    pub begins: Day,
    /// A day before which it did not apply, whatever its first day: the first of the year of its number.
    pub not_before: Option<Date>,
    /// Its end.
    pub end: ActEnd,
    /// The day from which it may have ended, where its end is [`ActEnd::Unknown`]: the first of the year of the number of the act that
    /// ends it. None where no such act is known.
    pub may_end_from: Option<Date>,
    /// The day on which what is known of it was gathered.
    pub made: Date,
    /// How far the register goes back.
    pub covered: Covered,
}

/// From which day on every amendment of an act is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Covered {
    /// From the beginning.
    Whole,
    /// From the first amendment that the register has.
    FromFirst,
    /// Not at all: amendments are known only where they are held themselves.
    Unknown,
}

/// Whether an act has ended, as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActEnd {
    /// No end of it is known.
    None,
    /// It ended on this day, or will.
    On(Date),
    /// It has ended on a day that is not known.
    Unknown,
}

impl ActEnd {
    /// The day of the end, where it is known.
    pub fn day(self) -> Option<Date> {
        match self {
            Self::On(day) => Some(day),
            Self::None | Self::Unknown => None,
        }
    }

    /// Whether it had come by a day. One on a day that is not known has come on the day on which what is known was gathered (`made`).
    pub fn has_come(self, day: Date, made: Date) -> bool {
        match self {
            Self::On(end) => end <= day,
            Self::Unknown => made <= day,
            Self::None => false,
        }
    }
}

impl ActFacts {
    /// Whether the act had entered into force by a day.
    pub(crate) fn has_begun(&self, day: Date) -> Happened {
        self.has_begun_with(day, self.begun_by())
    }

    /// As [`Self::has_begun`], where [`Self::begun_by`] is known.
    pub(crate) fn has_begun_with(&self, day: Date, begun_by: Option<Date>) -> Happened {
        if self.not_before.is_some_and(|first| day < first) {
            return Happened::No;
        }
        match self.begins {
            Day::On(first) => Happened::of(first <= day),
            Day::Never => Happened::Yes,
            Day::NotKnown if begun_by.is_some_and(|by| by <= day) => Happened::Yes,
            Day::NotKnown => Happened::Maybe,
        }
    }

    /// A day by which an act without a known first day had begun: that of its first text or amendment, else the day on
    /// which what is known of it was gathered.
    pub(crate) fn begun_by(&self) -> Option<Date> {
        let texts = self.texts.iter().filter_map(|text| text.from);
        let amended = self.amendments.iter().enumerate().filter(|(at, _)| Some(*at) != self.base);
        let amended = amended.filter_map(|(_, amendment)| amendment.day.known()?.yesterday().ok());
        texts.chain(amended).chain([self.made]).min()
    }

    /// Whether a held text was replaced by the next one before a day or on it, or may have been. A next text of which the first day is not
    /// known came later where it has worked in an act of a later day that this one lacks, and prints nothing of that day as to come.
    pub fn may_be_replaced_by(&self, text: usize, day: Date) -> bool {
        let (Some(text), Some(next)) = (self.texts.get(text), self.texts.get(text + 1)) else { return false };
        if let Some(from) = next.from {
            return from <= day;
        }
        let is_later = |act: &usize| {
            let on = self.amendments[*act].day.known();
            on.is_some_and(|on| on > day && next.marks.binary_search(&on).is_err())
        };
        !next.worked_in.difference(&text.worked_in).any(is_later)
    }

    /// Whether the act had not entered into force by a day.
    pub fn is_to_come(&self, day: Date) -> bool {
        self.has_begun(day) == Happened::No
    }

    /// Whether the act had ended by a day.
    pub fn has_ended(&self, day: Date) -> bool {
        self.end.has_come(day, self.made)
    }

    /// A day by which an amendment without a day had entered into force: that of the first text that has it worked in, else the
    /// last day of the act, or the day on which the texts were gathered.
    pub(crate) fn in_force_by(&self, at: usize) -> Option<Date> {
        let mut shown = self.texts.iter().filter(|text| text.worked_in.contains(&at)).peekable();
        shown.peek()?;
        let last = self.end.day().and_then(|end| end.yesterday().ok());
        shown.filter_map(|text| text.from).chain([self.made]).chain(last).min()
    }

    /// The first day from which the register has every amendment; None where no day is known.
    pub(crate) fn covered_from(&self) -> Option<Date> {
        match self.covered {
            Covered::Whole => Some(Date::MIN),
            Covered::FromFirst => self.amendments.iter().filter_map(|amendment| amendment.day.known()).min(),
            Covered::Unknown => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::number::tests::Told;

    #[test]
    fn a_text_is_replaced_when_the_next_one_was_made() {
        let acts = "2030:1 2030-07-01 new; 2031:1 2031-07-01 amended; 2032:1 2032-07-01 .; 2033:1 - .";
        for (texts, day, expected) in [
            ("- 0 1", "2031-07-01", false),
            ("- 0; 2031-07-01 0 1", "2031-06-30", false),
            ("- 0; 2031-07-01 0 1", "2031-07-01", true),
            // The first day of the next one is not known.
            ("- 0 1 marks 2031-07-01; - 0 1 3", "2031-07-01", true),
            ("- 0 1 marks 2031-07-01; - 0 1 2 3", "2031-07-01", false),
            ("- 0 1 marks 2031-07-01; - 0 1 2 3", "2032-07-01", true),
            // It prints that act as to come.
            ("- 0 1 marks 2031-07-01; - 0 1 2 3 marks 2032-07-01", "2031-07-01", true),
        ] {
            let told = Told::of(acts, texts, "");
            let found = told.facts().act.may_be_replaced_by(0, day.parse().unwrap());
            assert_eq!(found, expected, "{texts} {day}");
        }
    }
}
