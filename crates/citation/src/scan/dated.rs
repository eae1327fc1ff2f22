//! Names and abbreviations of statutes by day: a name may have passed from one act to another.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::normalise::tidy_lower;
use crate::tables::LAW_NAMES;

/// The acts that have had a name, each with the days between which it had the name (`YYYY-MM-DD`, the last one excluded).
type NamedActs = Vec<NamedAct>;

struct NamedAct {
    act: &'static str,
    /// Whether this act has the name today, or was the last to have it.
    current: bool,
    /// Whether another act has the same abbreviation at the same time, so that a text may mean either.
    beside: bool,
    from: &'static str,
    until: &'static str,
}

/// Names in lower case.
static NAMES: LazyLock<HashMap<String, NamedActs>> = LazyLock::new(|| bearers("name", tidy_lower));

/// Abbreviations in their own case.
static ABBREVIATIONS: LazyLock<HashMap<String, NamedActs>> = LazyLock::new(|| bearers("abbr", str::to_owned));

fn bearers(kind: &str, key: impl Fn(&str) -> String) -> HashMap<String, NamedActs> {
    let mut bearers: HashMap<String, NamedActs> = HashMap::new();
    for row in LAW_NAMES.iter().filter(|row| row.get(1) == kind) {
        let (from, until) = (row.get(5), row.get(6));
        let bearer =
            NamedAct { act: row.get(2), current: row.get(3) == "*", beside: row.get(3) == "+", from, until };
        bearers.entry(key(row.get(0))).or_default().push(bearer);
    }
    bearers
}

/// An act that had a name before another, until a day (`YYYY-MM-DD`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormerAct {
    /// The local id of the act.
    pub document: String,
    /// The day on which the name passed to another act.
    pub until: String,
}

/// The acts that had a name before the act that has it today. Empty when a day is given, since the day decides.
pub(super) fn former_by_name(name: &str, day: Option<&str>) -> Vec<FormerAct> {
    former(NAMES.get(name), day)
}

/// The acts that had an abbreviation, in its own case, before the act that has it today. Empty when a day is given, since the day
/// decides.
pub(super) fn former_by_abbreviation(name: &str, day: Option<&str>) -> Vec<FormerAct> {
    former(ABBREVIATIONS.get(name), day)
}

fn former(bearers: Option<&NamedActs>, day: Option<&str>) -> Vec<FormerAct> {
    let former =
        bearers.into_iter().flatten().filter(|bearer| day.is_none() && !bearer.current && !bearer.beside);
    former
        .map(|bearer| FormerAct { document: bearer.act.to_owned(), until: bearer.until.to_owned() })
        .collect()
}

/// The act that had, on a day (`YYYY-MM-DD`), the names that a statute has today, by the tables; None where it is not one act.
pub fn act_named_before(statute: &str, day: &str) -> Option<&'static str> {
    let all = NAMES.values().chain(ABBREVIATIONS.values());
    let of_statute =
        all.filter(|bearers| bearers.iter().any(|bearer| bearer.current && bearer.act == statute));
    let mut found = of_statute.filter_map(|bearers| match on(bearers, Some(day)) {
        DatedName::Act(act) if act != statute => Some(act),
        _ => None,
    });
    let first = found.next()?;
    found.all(|other| other == first).then_some(first)
}

/// Other acts that had, on a day (`YYYY-MM-DD`), an abbreviation that a statute has or had, so that a text may mean either.
pub fn acts_abbreviated_alike(statute: &str, day: &str) -> Vec<&'static str> {
    let own = ABBREVIATIONS.values().filter(|bearers| bearers.iter().any(|bearer| bearer.act == statute));
    let others = own.flatten().filter(|bearer| bearer.beside && bearer.act != statute && bearer.from <= day);
    others.map(|bearer| bearer.act).collect()
}

/// Other acts that have the same abbreviation, without those issued after the year of the day.
pub(super) fn beside_by_abbreviation(name: &str, day: Option<&str>) -> Vec<&'static str> {
    let others = ABBREVIATIONS.get(name).into_iter().flatten().filter(|bearer| bearer.beside);
    others.filter(|bearer| !is_younger(bearer.act, day)).map(|bearer| bearer.act).collect()
}

/// Whether the number of a statute has a later year than the day, so that a text of the day cannot mean it.
pub(super) fn is_younger(document: &str, day: Option<&str>) -> bool {
    let year = document.get(..5).and_then(|year| year.strip_suffix(':'));
    year.zip(day.and_then(|day| day.get(..4))).is_some_and(|(year, day)| year > day)
}

/// The act that had a name on a day, by the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DatedName {
    /// The name is not in the table.
    Unknown,
    /// No act had the name on that day.
    NoAct,
    /// The act that had it.
    Act(&'static str),
}

/// The act that had a name, in lower case, on a day; without a day, the act that has it today.
pub(super) fn act_by_name(name: &str, day: Option<&str>) -> DatedName {
    NAMES.get(name).map_or(DatedName::Unknown, |bearers| on(bearers, day))
}

/// The act that had an abbreviation, in its own case, on a day; without a day, the act that has it today.
pub(super) fn act_by_abbreviation(name: &str, day: Option<&str>) -> DatedName {
    ABBREVIATIONS.get(name).map_or(DatedName::Unknown, |bearers| on(bearers, day))
}

fn on(bearers: &NamedActs, day: Option<&str>) -> DatedName {
    let found = match (bearers.as_slice(), day) {
        ([only], _) => Some(only),
        (bearers, None) => bearers.iter().find(|bearer| bearer.current),
        (bearers, Some(day)) => bearers.iter().rev().find(|bearer| {
            !bearer.beside
                && (bearer.from.is_empty() || bearer.from <= day)
                && (bearer.until.is_empty() || day < bearer.until)
        }),
    };
    let found = found.filter(|bearer| !is_younger(bearer.act, day));
    found.map_or(DatedName::NoAct, |bearer| DatedName::Act(bearer.act))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_act_had_the_names_of_another() {
        for (statute, day, expected) in [
            ("2025:400", "2025-06-30", Some("2001:453")),
            ("2025:400", "1990-01-01", Some("1980:620")),
            ("2005:551", "1999-06-03", Some("1975:1385")),
            ("1915:218", "1990-01-01", None),
            ("2999:1", "1990-01-01", None),
        ] {
            assert_eq!(act_named_before(statute, day), expected, "{statute} {day}");
        }
    }

    #[test]
    fn a_name_that_moved() {
        let table = [
            ("socialtjänstlagen", None, DatedName::Act("2025:400")),
            ("socialtjänstlagen", Some("2025-06-30"), DatedName::Act("2001:453")),
            ("socialtjänstlagen", Some("2025-07-01"), DatedName::Act("2025:400")),
            ("avtalslagen", Some("1890-01-01"), DatedName::NoAct),
            ("avtalslagen", Some("1915-06-01"), DatedName::Act("1915:218")),
            ("okändalagen", None, DatedName::Unknown),
        ];
        for (name, day, expected) in table {
            assert_eq!(act_by_name(name, day), expected, "{name} {day:?}");
        }
        assert_eq!(act_by_abbreviation("BrB", None), DatedName::Act("1962:700"));
        assert_eq!(act_by_abbreviation("brb", None), DatedName::Unknown);
    }
}
