//! The amendments of an act that change its text, and the days they entered into force.
//!
//! An entry of a register may say when something else enters into force (`ikrafttr. av 2005:700`). It gives its day to what it
//! names, or to the act itself. Where it names provisions (`ikrafttr. av 4 § i 1994:1165`) it changes the text on its own day: these
//! did not apply before. The repeal of the whole act and what lapses (`utgår`) change no text.

use jiff::civil::Date;
use lagrum_artifact::{ActFamily, Base, LydelseId};
use lagrum_catalog::{AmendingAct, RegisterEntry};

use super::timeline::TextChange;
use super::{RegisteredAct, date};

/// An amendment as it is told, and as it changes the text.
pub(super) struct Amendment {
    pub(super) act: RegisteredAct,
    pub(super) change: TextChange,
}

/// What an entry of a register is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EntryKind {
    /// It changes the text.
    Change,
    /// It says when other acts, or the act itself, enter into force.
    EntryIntoForce,
    /// It changes no text.
    Other,
}

fn kind(entry: &RegisterEntry) -> EntryKind {
    let words = entry.andrar.as_deref().unwrap_or_default().trim();
    let names_provisions = words.contains('§') || !entry.anchors.is_empty();
    if words == "upph." || words.contains("utgår") && !names_provisions {
        return EntryKind::Other;
    }
    if words.starts_with("ikrafttr.best") {
        return EntryKind::Other;
    }
    if !words.starts_with("ikrafttr") {
        return EntryKind::Change;
    }
    let is_partial = words.split([' ', ';', ',']).any(|word| {
        matches!(word, "kap" | "kap." | "bil." | "del" | "delar" | "delvis" | "viss" | "vissa" | "övrigt")
    });
    if names_provisions || is_partial { EntryKind::Change } else { EntryKind::EntryIntoForce }
}

/// The amendments of a statute that change its text, by its register.
pub(super) fn registered(register: &[RegisterEntry], base: &Base, family: ActFamily) -> Vec<Amendment> {
    let number = |entry: &RegisterEntry| family.parse_id(base.strip(&entry.uri)?);
    let of_kind = |wanted: EntryKind| register.iter().filter(move |entry| kind(entry) == wanted);
    // What each entry of the other kind puts into force, and when.
    let begun: Vec<(&str, Date)> = of_kind(EntryKind::EntryIntoForce)
        .filter_map(|entry| Some((entry.andrar.as_deref()?, entry.ikraft.as_deref().and_then(date)?)))
        .collect();
    let first = register.first().and_then(number);
    let day = |entry: &RegisterEntry, id: &LydelseId| {
        let own = entry.ikraft.as_deref().and_then(date);
        own.or_else(|| {
            let is_named = |words: &str| {
                let mut numbers = words.split([' ', ',']).filter(|word| word.contains(':')).peekable();
                match numbers.peek() {
                    Some(_) => numbers.any(|number| number == id.as_str()),
                    None => first.as_ref() == Some(id),
                }
            };
            begun.iter().find(|(words, _)| is_named(words)).map(|(_, day)| *day)
        })
    };
    of_kind(EntryKind::Change)
        .filter_map(|entry| {
            let id = number(entry)?;
            let day = day(entry, &id);
            Some(Amendment { act: RegisteredAct::from(entry), change: TextChange { id, day } })
        })
        .collect()
}

/// The amendments of an EU act by held acts that say so in their titles. It is known when they were adopted, and not when they
/// entered into force: that is no later than the first consolidation after it.
pub(super) fn by_titles(acts: &[AmendingAct], consolidations: &[Date]) -> Vec<Amendment> {
    let amendment = |act: &AmendingAct| {
        let adopted = act.day.as_deref()?;
        let adopted_day = date(adopted)?;
        let day = consolidations.iter().filter(|day| **day >= adopted_day).min().copied();
        Some(Amendment {
            act: RegisteredAct {
                uri: act.uri.clone(),
                identifier: Some(act.identifier.clone()),
                andrar: None,
                ikraft: None,
            },
            change: TextChange { id: ActFamily::EuAct.parse_id(adopted)?, day },
        })
    };
    acts.iter().filter_map(amendment).collect()
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
        for (words, expected) in [
            ("", EntryKind::Change),
            ("ändr. 36 §", EntryKind::Change),
            ("upph. 3 §", EntryKind::Change),
            ("upph.", EntryKind::Other),
            ("utgår", EntryKind::Other),
            ("utgår genom 2005:1", EntryKind::Other),
            ("ändr. 2004:1 utgår", EntryKind::Other),
            ("upph. 3 §; 2004:1 utgår", EntryKind::Change),
            ("ikrafttr.", EntryKind::EntryIntoForce),
            ("ikrafttr. av 2005:700", EntryKind::EntryIntoForce),
            ("ikrafttr. av 2005:700 i dess helhet", EntryKind::EntryIntoForce),
            ("ikrafttr. av 4 § i 2005:700", EntryKind::Change),
            ("ikrafttr. 1 c §, rubr. närmast före 1 c § i 2022:735", EntryKind::Change),
            ("ikrafttr. av 2005:700 såvitt avser 2 kap", EntryKind::Change),
            ("ikrafttr. av del av 2005:700", EntryKind::Change),
            ("ikrafttr.best.", EntryKind::Other),
        ] {
            assert_eq!(kind(&entry(&format!("2006:1 - {words}"))), expected, "{words}");
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
        let found = registered(&register, &base, ActFamily::Statute);
        let shown: Vec<String> = found
            .iter()
            .map(|found| {
                format!("{} {}", found.change.id, found.change.day.map_or("-".into(), |day| day.to_string()))
            })
            .collect();
        assert_eq!(shown, ["2004:1 2005-07-01", "2005:7 2006-01-01", "2005:8 2006-02-02", "2005:9 -"]);
    }

    #[test]
    fn an_eu_act_is_amended_no_later_than_its_next_consolidation() {
        let act = |day: &str| AmendingAct {
            uri: String::new(),
            identifier: String::new(),
            day: Some(day.to_owned()),
        };
        let found =
            by_titles(&[act("2031-05-01"), act("2033-01-01"), act("x")], &[date("2032-01-01").unwrap()]);
        let days: Vec<Option<String>> =
            found.iter().map(|found| found.change.day.map(|day| day.to_string())).collect();
        assert_eq!(days, [Some("2032-01-01".to_owned()), None]);
    }
}
