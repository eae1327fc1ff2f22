//! The days on which a provision is asked about: those on which something happens to it or to its act, and the days before them.

use std::collections::BTreeSet;

use jiff::civil::{Date, date};

use crate::act::Act;
use crate::entries::History;
use crate::places::{Extent, digest};
use crate::register::Named;

/// A day of which nobody can know the law.
pub(crate) const FAR: Date = date(2099, 1, 1);

/// The days of one provision of a sample on which something happens to its act alone.
const DAYS_OF_ACT: usize = 1;

/// The days of one provision of a sample on which something happens to the provision.
const DAYS_OF_PROVISION: usize = 3;

/// The days on which a provision is asked about, in order.
pub(crate) fn days(
    act: &Act,
    anchor: &str,
    history: Option<&History>,
    today: Date,
    extent: Extent,
) -> BTreeSet<Date> {
    let (own, of_act) = happenings(act, anchor, history);
    let mut chosen: BTreeSet<Date> = act.first_day.into_iter().chain(act.adopted).collect();
    match extent {
        Extent::Everything => chosen.extend(own.union(&of_act)),
        Extent::Provisions { .. } | Extent::Sample => {
            chosen.extend(some_of(own, anchor, DAYS_OF_PROVISION));
            chosen.extend(some_of(of_act, anchor, DAYS_OF_ACT));
        }
    }
    let before: Vec<Date> = chosen.iter().filter_map(|day| day.yesterday().ok()).collect();
    chosen.extend(before);
    chosen.extend([today, FAR]);
    // A day before the year of its number.
    chosen.extend(act.year.filter(|year| *year > 1).map(|year| date(year - 1, 6, 1)));
    chosen
}

/// The days on which something happens to a provision, and those on which something happens to its act.
fn happenings(act: &Act, anchor: &str, history: Option<&History>) -> (BTreeSet<Date>, BTreeSet<Date>) {
    let (mut own, mut of_act) = (BTreeSet::new(), BTreeSet::new());
    own.extend([act.repealed, act.repealed_by, act.limit].into_iter().flatten());
    own.extend(history.into_iter().flat_map(History::days));
    for entry in &act.register {
        let days = if entry.names(anchor) == Named::Yes { &mut own } else { &mut of_act };
        days.extend(entry.day);
    }
    for text in &act.texts {
        of_act.extend(&text.days);
        let notes = text.provisions.get(anchor).into_iter().flat_map(|provision| &provision.notes);
        own.extend(notes.filter_map(|number| act.day_of(number)));
    }
    let of_act = of_act.difference(&own).copied().collect();
    (own, of_act)
}

/// Some of many days, by the digests of the days with the name of a provision.
pub(crate) fn some_of(days: BTreeSet<Date>, provision: &str, count: usize) -> Vec<Date> {
    let mut days: Vec<Date> = days.into_iter().collect();
    days.sort_by_key(|day| digest(&format!("{provision} {day}")));
    days.truncate(count);
    days
}
