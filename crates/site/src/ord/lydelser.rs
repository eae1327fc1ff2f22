//! Words about lydelser: which they are, when they applied, what they lack.

use lagrum_answers::{LydelsePeriod, RegisteredAct, named_acts};

use super::number;

pub(crate) const PROVISION_CHANGED: &str = "ändrad sedan dess";
pub(crate) const PROVISION_CHANGED_UNCERTAIN: &str = "ändrad sedan dess, osäkert hur den löd då";

/// How many provisions that a decision cites have changed since.
pub(crate) fn provisions_changed(provisions: u64) -> String {
    if provisions == 1 {
        return "Ett lagrum som texten hänvisar till har ändrats sedan dess. Det är märkt med ✱ i texten."
            .to_owned();
    }
    format!(
        "{} lagrum som texten hänvisar till har ändrats sedan dess. De är märkta med ✱ i texten.",
        number(provisions)
    )
}

pub(crate) const AS_ADOPTED: &str = "Ursprunglig lydelse";

pub(crate) const TIMELINE: &str =
    "Fyllt: lydelser som finns här. Streckat: lydelser som saknas. Lodrätt streck: i dag.";

pub(crate) const RANGE_OF_LYDELSER: &str = "Välj lydelse";
pub(crate) const EARLIER_LYDELSE: &str = "Äldre lydelse";
pub(crate) const COMING_LYDELSE: &str = "Kommande lydelse";
pub(crate) const CURRENT_LYDELSE: &str = "Gällande lydelse";

pub(crate) const AHEAD: &str =
    "Texten har ändringar som ännu inte har trätt i kraft. I dag gäller lydelsen enligt";

pub(crate) const CONSOLIDATED_LYDELSE: &str = "Konsoliderad lydelse";
pub(crate) const IN_FORCE: &str = "Gällande";
pub(crate) const DAY_LABEL: &str = "Lydelse den";
pub(crate) const SHOW: &str = "Visa";
pub(crate) const TO_CURRENT: &str = "Till den senaste lydelsen";
pub(crate) const NEWEST_LYDELSE: &str = "Den senaste lydelsen";
pub(crate) const TO_PRINTED: &str = "Den ursprungliga texten";

/// The name of the list of lydelser, which has the field for a day.
pub(crate) fn lydelser(number: usize) -> String {
    if number == 0 { "Lydelse en annan dag".to_owned() } else { format!("Lydelser ({number})") }
}

/// The name of a lydelse: that of an amendment, or a day.
pub(crate) fn lydelse(id: &str) -> String {
    if id.contains(':') { format!("SFS {id}") } else { id.to_owned() }
}

/// The last amendment that is worked into a text.
pub(crate) fn amended_up_to(id: &str) -> String {
    format!("ändrad t.o.m. {}", lydelse(id))
}

/// The relation of a lydelse to the text of today.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LydelseAge {
    /// Another one applies today.
    Earlier,
    /// It begins to apply on a day to come.
    Coming,
    /// It applies today, as a consolidation beside the act as printed.
    Current,
}

/// Describes a lydelse, and when it applied.
pub(crate) fn archived(id: &str, age: LydelseAge, period: Option<&LydelsePeriod>, today: &str) -> String {
    let what = match age {
        LydelseAge::Earlier => EARLIER_LYDELSE,
        LydelseAge::Coming => COMING_LYDELSE,
        LydelseAge::Current if id.contains(':') => CURRENT_LYDELSE,
        LydelseAge::Current => CONSOLIDATED_LYDELSE,
    };
    let when =
        period.map_or_else(|| "när den gällde är inte känt".to_owned(), |period| applied(period, today));
    format!("{what}: {}. {}.", lydelse(id), lagrum_artifact::raise_first_letter(&when))
}

/// When a lydelse applied, as far as it is known. All pages use these words.
pub(crate) fn applied(period: &LydelsePeriod, today: &str) -> String {
    let LydelsePeriod { from, until, missing, ahead, .. } = period;
    let is_over = until.as_ref().is_some_and(|until| **until <= *today);
    let applies = if is_over { "gällde" } else { "gäller" };
    let last = if missing.is_empty() { "" } else { "senast " };
    let mut words = match (from, until) {
        _ if !period.applied => "gällde aldrig för sig: nästa ändring trädde i kraft samtidigt".to_owned(),
        (Some(from), Some(until)) if from == until => format!("gällde inte för sig från {from}"),
        (Some(from), Some(until)) => format!("{applies} från {from} till {last}{until}"),
        (Some(from), None) => format!("{applies} från {from}"),
        (None, Some(until)) => format!("{applies} till {last}{until}; från vilken dag är inte känt"),
        (None, None) => "när den gällde är inte känt".to_owned(),
    };
    if !missing.is_empty() {
        let noun = if missing.len() == 1 { "lydelsen" } else { "lydelserna" };
        words += &format!("; {noun} av {} har vi inte", acts(missing));
    }
    if !ahead.is_empty() {
        words += &format!("; texten innehåller redan ändringar som trädde i kraft senare: {}", acts(ahead));
    }
    words
}

/// The amendments that a comparison shows together.
pub(crate) fn between(amendments: &[RegisteredAct]) -> String {
    format!("Skillnaderna är av {} ändringar: {}.", amendments.len(), acts(amendments))
}

/// Some acts by their names.
fn acts(acts: &[RegisteredAct]) -> String {
    named_acts(acts, 4)
}

/// States that an EU act is shown as printed.
pub(crate) fn as_printed(day: Option<&str>) -> String {
    match day {
        Some(day) => format!("Texten är den ursprungliga, från {day}."),
        None => "Texten är den ursprungliga.".to_owned(),
    }
}

/// States that an EU act has been amended since.
pub(crate) const AMENDED_SINCE: &str = "Den har ändrats genom dessa rättsakter, som inte är införda:";

/// The consolidated text of an EU act.
pub(crate) fn consolidated_on(day: &str) -> String {
    format!("Konsoliderad {day}")
}

/// States that no text of a day is held.
pub(crate) fn no_text_of(day: &str) -> String {
    format!("Vi har inte lydelsen från {day}")
}

/// The oldest text that is held.
pub(crate) fn oldest_text(version: Option<&str>, from: &str) -> String {
    match version {
        Some(version) => format!("Den äldsta lydelse vi har är {}, från {from}.", lydelse(version)),
        None => format!("Vi har bara en lydelse, den från {from}."),
    }
}

pub(crate) const TO_OLDEST: &str = "Läs den";
pub(crate) const CHANGED_SINCE: &str = "Däremellan har den ändrats genom:";
pub(crate) const NOT_CHANGED_SINCE: &str = "Vi känner inte till någon ändring däremellan.";

/// States that a text is not certainly that of a day, and names the acts that are the cause.
pub(crate) fn uncertain(day: &str, acts: &[String]) -> String {
    const NAMED: usize = 4;
    let why = match acts {
        [] => "det är inte känt från vilken dag texten gäller, eller till vilken".to_owned(),
        acts if acts.len() > NAMED => {
            format!("det beror på {} och {} till", acts[..NAMED].join(", "), acts.len() - NAMED)
        }
        acts => format!("det beror på {}", acts.join(", ")),
    };
    format!("Det är inte säkert att texten är den som gällde {day}: {why}.")
}

/// The lydelse before another.
pub(crate) fn lydelse_before(id: &str) -> String {
    format!("Lydelsen före: {}", lydelse(id))
}

/// The lydelse after another.
pub(crate) fn lydelse_after(id: &str) -> String {
    format!("Lydelsen efter: {}", lydelse(id))
}

/// States that amendments in force are not in the text.
pub(crate) fn not_worked_in(number: usize) -> String {
    match number {
        1 => "En ändring som har trätt i kraft är inte införd i texten:".to_owned(),
        _ => format!("{number} ändringar som har trätt i kraft är inte införda i texten:"),
    }
}

/// The words in a citation for the text of a day that is no lydelse.
pub(crate) fn of_day(day: &str) -> String {
    format!(" i lydelse den {day}")
}

/// The words for an earlier lydelse in a citation.
pub(crate) fn in_lydelse(id: &str) -> String {
    if id.contains(':') { format!(" i lydelse enligt SFS {id}") } else { format!(" i lydelse den {id}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn when_a_lydelse_applied() {
        let acts = |names: &[&str]| {
            let act = |name: &&str| RegisteredAct {
                uri: String::new(),
                identifier: Some((*name).to_owned()),
                date: None,
                in_force: None,
                day_note: None,
                scope: None,
                anchors: Vec::new(),
                forarbeten: Vec::new(),
                held: false,
            };
            names.iter().map(act).collect::<Vec<_>>()
        };
        let period = |from: Option<&str>, until: Option<&str>, missing: &[&str]| LydelsePeriod {
            uri: String::new(),
            version: None,
            applied: true,
            from: from.map(str::to_owned),
            until: until.map(str::to_owned),
            missing: acts(missing),
            ahead: Vec::new(),
        };
        for (period, expected) in [
            (period(Some("2020-01-01"), Some("2025-01-01"), &[]), "gällde från 2020-01-01 till 2025-01-01"),
            (
                period(Some("2020-01-01"), Some("2025-01-01"), &["SFS 2024:9", "SFS 2025:7"]),
                "gällde från 2020-01-01 till senast 2025-01-01; lydelserna av SFS 2024:9, SFS 2025:7 har vi inte",
            ),
            (period(Some("2020-01-01"), Some("2031-01-01"), &[]), "gäller från 2020-01-01 till 2031-01-01"),
            (period(Some("2020-01-01"), None, &[]), "gäller från 2020-01-01"),
            (period(None, None, &[]), "när den gällde är inte känt"),
            (
                LydelsePeriod { applied: false, ..period(None, None, &[]) },
                "gällde aldrig för sig: nästa ändring trädde i kraft samtidigt",
            ),
            (
                LydelsePeriod { ahead: acts(&["SFS 2022:7"]), ..period(Some("2019-01-01"), None, &[]) },
                "gäller från 2019-01-01; texten innehåller redan ändringar som trädde i kraft senare: SFS 2022:7",
            ),
        ] {
            assert_eq!(applied(&period, "2026-01-01"), expected);
        }
        assert_eq!(
            archived(
                "2024:80",
                LydelseAge::Earlier,
                Some(&period(Some("2024-04-01"), Some("2024-07-01"), &[])),
                "2026-01-01"
            ),
            "Äldre lydelse: SFS 2024:80. Gällde från 2024-04-01 till 2024-07-01.",
        );
    }
}
