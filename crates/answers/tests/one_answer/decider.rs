//! An independent decider of a few rules. It reads the register, the notes of change and the held texts, and decides only what they
//! leave no doubt about.

use jiff::civil::Date;

use crate::act::{Act, Form, HeldProvision, HeldText};
use crate::kinds::Kind;
use crate::register::Named;

impl Act {
    /// The rule by which the act has ended by a day; None where none says so.
    pub(crate) fn ended_by(&self, day: Date) -> Option<Kind> {
        let has_come = |end: Option<Date>| end.is_some_and(|end| end <= day);
        if has_come(self.repealed) {
            return Some(Kind::AfterRepeal);
        }
        if has_come(self.repealed_by) {
            return Some(Kind::AfterOther);
        }
        if self.register.iter().any(|entry| entry.repeals_all() && has_come(entry.day)) {
            return Some(Kind::AfterRegister);
        }
        // An end without a day has come on a far day.
        let is_repealed = self.register.iter().any(|entry| entry.repeals_all() && entry.day.is_none());
        if is_repealed && day >= crate::days::FAR {
            return Some(Kind::AfterRegister);
        }
        (has_come(self.limit) && !self.is_prolonged()).then_some(Kind::AfterLimit)
    }

    /// Whether an act that repeals it, on a day that the register does not have, may have been in force.
    fn may_have_ended(&self, day: Date) -> bool {
        let year = |number: &str| number.split(':').next().and_then(|year| year.parse::<i16>().ok());
        let mut ends = self.register.iter().filter(|entry| entry.repeals_all() && entry.day.is_none());
        ends.any(|entry| year(&entry.number).is_some_and(|year| year <= day.year()))
    }

    /// Whether the register has an act with a later number than another that names a provision.
    pub(crate) fn names_after(&self, anchor: &str, act: &str) -> bool {
        let order = |number: &str| {
            let (year, number) = number.split_once(':').unwrap_or_default();
            (year.parse::<u32>().unwrap_or_default(), number.parse::<u32>().unwrap_or_default())
        };
        let mut later = self.register.iter().filter(|entry| order(&entry.number) > order(act));
        later.any(|entry| entry.names(anchor) == Named::Yes)
    }

    /// Whether an act of the register may have prolonged the time of the act. The latest limit that is stated holds earlier
    /// prolongations already.
    fn is_prolonged(&self) -> bool {
        let is_later = |day: Date| self.limit.is_some_and(|limit| day >= limit);
        self.register.iter().any(|entry| entry.day.is_none_or(is_later))
    }

    /// The held text of a provision on a day, where the notes of change and the register leave no doubt about it: the day is that
    /// of the act that signs the text or a later one, and no act of the register from then until the day names the provision. A text
    /// that nothing signs is that of the act itself, where no act of the register that is worked in names the provision.
    ///
    /// Only the register of a statute has all acts that amend it. Of a regulation no text shows that it was never amended.
    pub(crate) fn held_text(&self, anchor: &str, day: Date) -> Option<&HeldProvision> {
        let is_decided = self.form == Form::Statute && self.ended_by(day).is_none();
        if !is_decided || self.begins_after(day) || self.may_have_ended(day) {
            return None;
        }
        let texts = self.texts.iter().filter_map(|text| Some((text, text.provisions.get(anchor)?)));
        let mut held = texts
            .filter(|(text, provision)| provision.is_plain && self.is_text_of(text, provision, anchor, day));
        held.next().map(|(_, provision)| provision)
    }

    fn is_text_of(&self, text: &HeldText, provision: &HeldProvision, anchor: &str, day: Date) -> bool {
        let begins = match provision.notes.as_slice() {
            [] => self.first_day,
            [number] => self.day_of(number),
            _ => None,
        };
        let Some(begins) = begins.filter(|begins| *begins <= day) else { return false };
        // What is worked in may have changed the text without signing it.
        let worked_in = text.version.as_deref().and_then(|version| self.day_of(version));
        let last = worked_in.unwrap_or(Date::MAX).max(day);
        self.register.iter().all(|entry| {
            let is_note = provision.notes.contains(&entry.number);
            // What came before the note is in the text that it signs.
            let is_before = !provision.notes.is_empty() && entry.day.is_some_and(|entered| entered < begins);
            let is_after = entry.day.is_some_and(|entered| entered > last);
            is_note || is_before || is_after || entry.names(anchor) == Named::No
        })
    }
}
