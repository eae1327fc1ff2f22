//! A day as it was read: which acts were in force on it, and how many of them speak against each held text.
//!
//! The days of a number are asked for rising, and few acts enter into force between two of them. So each day is read from the one
//! before.

use jiff::civil::Date;

use super::table::{Effect, EffectCounts, NumberTable, ReadDay};
use crate::day::Happened;

impl EffectCounts {
    fn of(&mut self, effect: Effect) -> Option<&mut usize> {
        match effect {
            Effect::None => None,
            Effect::Missing => Some(&mut self.missing),
            Effect::Ahead => Some(&mut self.ahead),
            Effect::Doubtful => Some(&mut self.doubtful),
            Effect::InDoubt => Some(&mut self.in_doubt),
        }
    }
}

impl ReadDay {
    /// A day, read from an earlier one if there is one.
    pub(super) fn read(table: &NumberTable<'_>, day: Date, before: Option<Self>) -> Self {
        let mut read = before.filter(|before| before.day <= day).unwrap_or_else(|| Self::first(table));
        read.day = day;
        while let Some((_, place)) = table.turns.get(read.turned).filter(|(turn, _)| *turn <= day) {
            read.turned += 1;
            read.turn(table, *place, table.affecting[*place].is_in_force(day));
        }
        read
    }

    /// The day before all others.
    fn first(table: &NumberTable<'_>) -> Self {
        let in_force: Vec<Happened> = table.affecting.iter().map(|act| act.is_in_force(Date::MIN)).collect();
        let counts = (0..table.facts.moments.len()).map(|at| {
            let mut counts = EffectCounts::default();
            for (effects, in_force) in table.effects(at).iter().zip(&in_force) {
                if let Some(count) = counts.of(effect(*effects, *in_force)) {
                    *count += 1;
                }
            }
            counts
        });
        Self { day: Date::MIN, counts: counts.collect(), in_force, turned: 0 }
    }

    /// An act is in force as `now` says.
    fn turn(&mut self, table: &NumberTable<'_>, place: usize, now: Happened) {
        let before = std::mem::replace(&mut self.in_force[place], now);
        if before == now {
            return;
        }
        for (at, counts) in self.counts.iter_mut().enumerate() {
            let effects = &table.effects(at)[place];
            if let Some(count) = counts.of(effect(*effects, before)) {
                *count -= 1;
            }
            if let Some(count) = counts.of(effect(*effects, now)) {
                *count += 1;
            }
        }
    }
}

/// What an act means for a moment, by what it means where it is in force, where it is not, and where it may be.
pub(super) fn effect([yes, no, maybe]: [Effect; 3], in_force: Happened) -> Effect {
    match in_force {
        Happened::Yes => yes,
        Happened::No => no,
        Happened::Maybe => maybe,
    }
}
