//! Finds the entries of a register of amendments that change the text of an act, and the days on which they entered
//! into force.
//!
//! An entry may state when another act enters into force (`ikrafttr. av 2005:700`). Its day is then the day of the act
//! that it names, or of the register's own act. An entry that names provisions (`ikrafttr. av 4 § i 1994:1165`) changes
//! the text on its own day, since the provisions did not apply before. A repeal of the whole act and a lapse (`utgår`)
//! change no text.

use std::collections::HashMap;

use jiff::civil::Date;
use lagrum_artifact::{ActFamily, Base, LydelseId};

use crate::RegisterEntry;

/// The kinds of entries of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegisterEntryKind {
    /// It changes the text.
    Change,
    /// It states when other acts, or the act itself, enter into force.
    EntryIntoForce,
    /// It repeals the whole act.
    Repeal,
    /// It changes no text.
    Other,
}

/// An entry that changes the text.
#[derive(Clone, Debug)]
pub struct ChangingEntry<'r> {
    /// The entry.
    pub entry: &'r RegisterEntry,
    /// The number of its act.
    pub id: LydelseId,
    /// The day on which it entered into force, or will.
    pub day: Option<Date>,
}

impl RegisterEntry {
    /// The kind of the entry.
    pub fn kind(&self) -> RegisterEntryKind {
        let words = self.andrar.as_deref().unwrap_or_default().trim();
        let names_provisions = words.contains('§') || !self.anchors.is_empty();
        if words == "upph." {
            return RegisterEntryKind::Repeal;
        }
        if words.contains("utgår") && !names_provisions || words.starts_with("ikrafttr.best") {
            return RegisterEntryKind::Other;
        }
        if !words.starts_with("ikrafttr") {
            return RegisterEntryKind::Change;
        }
        let is_partial = words.split([' ', ';', ',']).any(|word| {
            matches!(word, "kap" | "kap." | "bil." | "del" | "delar" | "delvis" | "viss" | "vissa" | "övrigt")
        });
        if names_provisions || is_partial {
            RegisterEntryKind::Change
        } else {
            RegisterEntryKind::EntryIntoForce
        }
    }

    /// The day that the entry itself states.
    pub fn own_day(&self) -> Option<Date> {
        self.ikraft.as_deref()?.parse().ok()
    }
}

/// The entries that change the text, in the order of the register, each with its day, which another entry may give it.
pub fn changing_entries<'r>(
    register: &'r [RegisterEntry],
    base: &Base,
    family: ActFamily,
) -> Vec<ChangingEntry<'r>> {
    let number = |entry: &RegisterEntry| family.parse_id(base.strip(&entry.uri)?);
    let of_kind = |wanted| register.iter().filter(move |entry| entry.kind() == wanted);
    let begun = BegunActs::of(of_kind(RegisterEntryKind::EntryIntoForce));
    let first = register.first().and_then(number);
    let begun_by_another = |id: &LydelseId| begun.day(id, first.as_ref() == Some(id));
    let changing = |entry: &'r RegisterEntry| {
        let id = number(entry)?;
        let day = entry.own_day().or_else(|| begun_by_another(&id));
        Some(ChangingEntry { entry, id, day })
    };
    of_kind(RegisterEntryKind::Change).filter_map(changing).collect()
}

/// The days on which other acts put acts into force, by the first entry that names them.
#[derive(Default)]
struct BegunActs<'r> {
    /// By number, with the position of the entry.
    named: HashMap<&'r str, (usize, Date)>,
    /// Of the first entry that names no number: it means the first act of the register.
    unnamed: Option<(usize, Date)>,
}

impl<'r> BegunActs<'r> {
    fn of(entries: impl Iterator<Item = &'r RegisterEntry>) -> Self {
        let mut begun = Self::default();
        for (at, entry) in entries.enumerate() {
            let (Some(words), Some(day)) = (entry.andrar.as_deref(), entry.own_day()) else { continue };
            let mut numbers = words.split([' ', ',']).filter(|word| word.contains(':')).peekable();
            if numbers.peek().is_none() {
                begun.unnamed.get_or_insert((at, day));
            }
            numbers.for_each(|number| _ = begun.named.entry(number).or_insert((at, day)));
        }
        begun
    }

    fn day(&self, id: &LydelseId, is_first: bool) -> Option<Date> {
        let named = self.named.get(id.as_str()).copied();
        let found = [named, self.unnamed.filter(|_| is_first)];
        found.into_iter().flatten().min().map(|(_, day)| day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(line: &str) -> RegisterEntry {
        let mut parts = line.splitn(3, ' ');
        let number = parts.next().unwrap();
        RegisterEntry {
            uri: format!("https://lag.example/{number}"),
            ikraft: parts.next().filter(|day| *day != "-").map(str::to_owned),
            andrar: parts.next().map(str::to_owned),
            ..RegisterEntry::default()
        }
    }

    #[test]
    fn which_entries_change_the_text() {
        use RegisterEntryKind::{Change, EntryIntoForce, Other, Repeal};
        for (words, expected) in [
            ("", Change),
            ("ändr. 36 §", Change),
            ("upph. 3 §", Change),
            ("upph.", Repeal),
            ("utgår", Other),
            ("utgår genom 2005:1", Other),
            ("ändr. 2004:1 utgår", Other),
            ("upph. 3 §; 2004:1 utgår", Change),
            ("ikrafttr.", EntryIntoForce),
            ("ikrafttr. av 2005:700", EntryIntoForce),
            ("ikrafttr. av 2005:700 i dess helhet", EntryIntoForce),
            ("ikrafttr. av 4 § i 2005:700", Change),
            ("ikrafttr. 1 c §, rubr. närmast före 1 c § i 2022:735", Change),
            ("ikrafttr. av 2005:700 såvitt avser 2 kap", Change),
            ("ikrafttr. av del av 2005:700", Change),
            ("ikrafttr.best.", Other),
        ] {
            assert_eq!(entry(&format!("2006:1 - {words}")).kind(), expected, "{words}");
        }
    }

    #[test]
    fn an_act_that_another_puts_into_force_has_its_day() {
        let base = Base::parse("https://lag.example").unwrap();
        let register = [
            "2004:1 -",
            "2005:7 - ändr. 2 §",
            "2005:8 2006-02-02 ändr. 3 §",
            "2005:9 - ändr. 4 §",
            "2005:70 2005-07-01 ikrafttr.",
            "2005:71 2006-01-01 ikrafttr. av 2005:7, 2005:8",
        ];
        let register: Vec<RegisterEntry> = register.iter().map(|line| entry(line)).collect();
        let found = changing_entries(&register, &base, ActFamily::Statute);
        let shown: Vec<String> = found
            .iter()
            .map(|found| format!("{} {}", found.id, found.day.map_or("-".into(), |day| day.to_string())))
            .collect();
        assert_eq!(shown, ["2004:1 2005-07-01", "2005:7 2006-01-01", "2005:8 2006-02-02", "2005:9 -"]);
    }
}
