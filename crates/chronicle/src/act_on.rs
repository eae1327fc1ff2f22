//! What is known of a whole act on a day: of how many of its provisions the text of the day is known.

use crate::number::{Borne, Certainty};

/// Provisions that existed on a day, by how well their texts of the day are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActOnDay {
    /// The text of the day is held.
    pub dated: usize,
    /// It is, as far as was known on the last day for which the document is known.
    pub as_known: usize,
    /// A text is held of which it is not known whether it was that of the day.
    pub undated: usize,
    /// A text is held that an act changed which is not worked in.
    pub gap: usize,
    /// Only texts of other days are held, or none.
    pub lost: usize,
}

impl ActOnDay {
    /// Counts what bears a number on the day. What did not exist is not counted.
    pub fn count(&mut self, borne: &Borne) {
        match borne {
            Borne::Text { certainty: Certainty::Dated, .. } => self.dated += 1,
            Borne::Text { certainty: Certainty::AsKnown, .. } => self.as_known += 1,
            Borne::Text { certainty: Certainty::Undated, .. } => self.undated += 1,
            Borne::Text { certainty: Certainty::Gap, .. } => self.gap += 1,
            Borne::Text { certainty: Certainty::Earlier, .. } | Borne::NotHeld { .. } => self.lost += 1,
            Borne::ActComing
            | Borne::ActExpired
            | Borne::Coming { .. }
            | Borne::Expired { .. }
            | Borne::Nothing => {}
        }
    }

    /// Those of which the text of the day is known.
    pub fn known(&self) -> usize {
        self.dated + self.as_known
    }

    /// All that existed on the day.
    pub fn all(&self) -> usize {
        self.known() + self.undated + self.gap + self.lost
    }

    /// Whether enough is known for a text to be put together where no text of the whole act is held: half of it.
    pub fn is_half_known(&self) -> bool {
        self.all() > 0 && 2 * self.known() >= self.all()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_existed_is_counted() {
        let text = |certainty| Borne::Text { digest: [0; 32], moment: 0, certainty, missing: Vec::new() };
        let mut act = ActOnDay::default();
        for borne in [text(Certainty::Dated), text(Certainty::AsKnown), Borne::ActComing, Borne::Nothing] {
            act.count(&borne);
        }
        for borne in [text(Certainty::Gap), Borne::NotHeld { missing: Vec::new() }] {
            act.count(&borne);
        }
        assert_eq!((act.known(), act.all(), act.is_half_known()), (2, 4, true));
        act.count(&text(Certainty::Undated));
        assert!(!act.is_half_known());
        assert!(!ActOnDay::default().is_half_known());
    }
}
