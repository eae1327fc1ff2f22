//! The status of a text as a print states it: whether it applies, which lydelse it is, its days, what is not worked in;
//! for a decision its court, day and numbers. PDFs and printed pages use these words.
//!
//! It is [`text_status()`] and [`AsOf`] in Swedish: nothing is derived here. The words do not name today, so a PDF
//! stays the same as long as the status does.

use jiff::civil::Date;
use lagrum_artifact::Artifact;
use lagrum_catalog::CatalogDocument;
use lagrum_snapshot::Snapshot;
use lagrum_sources::{CaseFacts, case_facts, source};

use crate::as_of::{named_acts, text_on_day};
use crate::lookup::query_catalog;
use crate::{AnswerError, AsOf, AsOfBasis, ProvisionCounts, TextStatus, text_status};

/// The most acts that a print names.
const NAMED_ACTS: usize = 12;

/// Stands for a day of which only that it has come is known.
const UNKNOWN_DAY: &str = "0001-01-01";

/// A day from this one on stands for an unknown day.
const NEVER: &str = "9999";

/// The status of a text as a print states it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReaderStatus {
    /// The lines under the title.
    pub lines: Vec<String>,
    /// A short form for the foot of each page; empty when there is nothing that must not be overlooked.
    pub short: String,
}

/// The status lines for the text of a uri, which may be an archived lydelse; `as_of` is the text of a day that was
/// asked for.
pub fn reader_status(
    snapshot: &Snapshot,
    document: &CatalogDocument,
    uri: &str,
    artifact: Option<&Artifact>,
    as_of: Option<&AsOf>,
    today: Date,
) -> Result<ReaderStatus, AnswerError> {
    let described = source(&document.source);
    if let Some(facts) = artifact.and_then(|artifact| case_facts(artifact, described)) {
        return Ok(of_decision(&facts, document.date.as_deref()));
    }
    if described.act_form.is_none() {
        return Ok(ReaderStatus::default());
    }
    let is_archived = document.uri != uri;
    let day = match as_of {
        Some(as_of) => as_of.date.parse().unwrap_or(today),
        None if is_archived => first_day(snapshot, uri)?.unwrap_or(today),
        None => today,
    };
    let found;
    let as_of_day = if let Some(as_of) = as_of {
        Some(as_of)
    } else {
        found = match text_on_day(snapshot, document, day) {
            Ok(text) => text.as_of,
            Err(AnswerError::NotFound(_)) => None,
            Err(error) => return Err(error),
        };
        found.as_ref()
    };
    // A text that was asked for by its day has its status under its own uri.
    let own = as_of.map_or(uri, |as_of| as_of.uri.as_str());
    let status = text_status(snapshot, own, day)?;
    let facts = Facts {
        status: &status,
        as_of: as_of_day,
        is_archived: is_archived || own != document.uri,
        asked_day: as_of.map(|as_of| as_of.date.as_str()),
        own,
        today: &today.to_string(),
    };
    Ok(facts.words())
}

/// The first day of an archived lydelse.
fn first_day(snapshot: &Snapshot, uri: &str) -> Result<Option<Date>, AnswerError> {
    let lydelse = query_catalog(snapshot, |catalog| catalog.lydelse(uri))?;
    let day = lydelse.and_then(|lydelse| lydelse.ikraft.or(Some(lydelse.lydelse_id)));
    Ok(day.and_then(|day| day.parse().ok()))
}

/// `day` is that of the decision.
fn of_decision(facts: &CaseFacts, day: Option<&str>) -> ReaderStatus {
    let named = &facts.numbers[..facts.numbers.len().min(NAMED_ACTS)];
    let numbers = (!named.is_empty()).then(|| format!("{} {}", facts.number_word, named.join(", ")));
    let reports = (!facts.reports.is_empty()).then(|| facts.reports.join(", "));
    let decided: Vec<&str> = [facts.court.as_deref(), day].into_iter().flatten().collect();
    let short = decided.join(" · ");
    let rest = [numbers.as_deref(), reports.as_deref(), facts.ecli.as_deref()];
    let line = decided.into_iter().chain(rest.into_iter().flatten()).collect::<Vec<_>>().join(" · ");
    ReaderStatus { lines: Some(line).filter(|line| !line.is_empty()).into_iter().collect(), short }
}

/// The facts that the status lines are made of.
struct Facts<'a> {
    status: &'a TextStatus,
    as_of: Option<&'a AsOf>,
    is_archived: bool,
    asked_day: Option<&'a str>,
    /// The uri of the text.
    own: &'a str,
    today: &'a str,
}

impl Facts<'_> {
    fn words(&self) -> ReaderStatus {
        let (mut lines, mut short) = (Vec::new(), Vec::new());
        let is_of_a_day = self.is_archived || self.asked_day.is_some();
        if let Some(day) = self.status.repealed.as_deref().filter(|day| *day < NEVER) {
            let words = repealed(day, self.today);
            if day <= self.today {
                short.push(words.clone());
            }
            lines.push(format!("{words}."));
        } else if self.as_of.is_some_and(|as_of| as_of.basis == AsOfBasis::Repealed) {
            // It has ended on an unknown day.
            let words = repealed(UNKNOWN_DAY, self.today);
            lines.push(format!("{words}."));
            short.push(words);
        }
        if let Some(limit) = &self.status.time_limit {
            lines.push(format!("Var tidsbegränsad till {limit}. Om tiden har förlängts är inte känt."));
            short.push(format!("Var tidsbegränsad till {limit}"));
        }
        if let Some((as_of, counts)) = self.as_of.and_then(|as_of| Some((as_of, as_of.provisions?)))
            && as_of.composed
        {
            let words = composed_line(&as_of.date, counts);
            lines.push(format!("{words}."));
            short.push(format!("Sammanställd text för {}", as_of.date));
            return ReaderStatus { lines, short: short.join(" · ") };
        }
        let wording = self.wording();
        if let Some(wording) = &wording {
            let days = self.days().map(|days| format!(", {days}")).unwrap_or_default();
            lines.push(format!("{wording}{days}."));
            if is_of_a_day {
                short.push(format!("{wording}{days}"));
            }
        } else if let Some(days) = self.days() {
            lines.push(format!("Texten {days}."));
        }
        if is_of_a_day && self.as_of.is_some_and(|as_of| as_of.basis == AsOfBasis::Undated) {
            lines.push("Från vilken dag texten gällde är inte känt.".to_owned());
        }
        if let Some(other) = self.as_of.filter(|as_of| !self.is_archived && as_of.uri != self.own) {
            let version = other.version.as_deref().map(named_version).unwrap_or_default();
            // Of an EU act the text as it was printed is no lydelse of its own.
            lines.push(match &wording {
                None => format!("Texten som den publicerades. Lydelsen i dag: {version}."),
                Some(_) => format!("Lydelsen i dag är en annan: {version}."),
            });
            short.push("Inte lydelsen i dag".to_owned());
        }
        self.uncertain(&mut lines, &mut short);
        ReaderStatus { lines, short: short.join(" · ") }
    }

    /// Which lydelse it is.
    fn wording(&self) -> Option<String> {
        // An EU act as it was printed is no consolidation, though it has a day as its version.
        let is_printed = |id: &&str| self.is_archived || id.contains(':');
        let version = self.status.version.as_deref().filter(is_printed).map(named_version);
        match (self.is_archived, version, self.asked_day) {
            (true, Some(version), _) => Some(format!("Äldre lydelse: {version}")),
            (true, None, _) => Some("Äldre lydelse".to_owned()),
            (false, Some(version), _) => Some(format!("Lydelse: {version}")),
            (false, None, Some(day)) => Some(format!("Lydelse den {day}")),
            (false, None, None) => None,
        }
    }

    /// The days on which the text applied.
    fn days(&self) -> Option<String> {
        let as_of = self.as_of.filter(|as_of| as_of.uri == self.own)?;
        let [from, until] = [&as_of.from, &as_of.until]
            .map(|day| day.as_deref().filter(|day| *day != UNKNOWN_DAY && *day < NEVER));
        let has_ended = until.is_some_and(|until| until <= self.today);
        match (as_of.basis, from, until) {
            (AsOfBasis::Undated, ..) => None,
            (_, Some(from), Some(until)) if has_ended => Some(format!("gällde från {from} till {until}")),
            (_, Some(from), Some(until)) => Some(format!("gäller från {from} till {until}")),
            (_, Some(from), None) if self.is_archived => Some(format!("gällde från {from}")),
            (_, Some(from), None) => Some(format!("gäller från {from}")),
            (_, None, Some(until)) if has_ended => Some(format!("gällde före {until}")),
            (_, None, _) => None,
        }
    }

    /// Acts that the text lacks, or has before their day.
    fn uncertain(&self, lines: &mut Vec<String>, short: &mut Vec<String>) {
        let Some(as_of) = self.as_of.filter(|as_of| as_of.uri == self.own) else { return };
        let missing = &as_of.missing;
        if !missing.is_empty() {
            lines.push(format!(
                "Ändringar som inte är införda i texten: {}.",
                named_acts(missing, NAMED_ACTS)
            ));
            short.push(match missing.len() {
                1 => "1 ändring inte införd".to_owned(),
                number => format!("{number} ändringar inte införda"),
            });
        }
        if !as_of.ahead.is_empty() {
            lines.push(format!(
                "Införda ändringar som då inte hade trätt i kraft: {}.",
                named_acts(&as_of.ahead, NAMED_ACTS)
            ));
            short.push("senare ändringar införda".to_owned());
        }
    }
}

/// What a text is that is put together for a day: `Sammanställd text för 2012-01-01, ingen utgiven lydelse: 214 av 221 paragrafer
/// är kända för den dagen`.
pub fn composed_line(day: &str, counts: ProvisionCounts) -> String {
    let (known, all) = (counts.known(), counts.all());
    let paragrafer = if all == 1 { "paragraf" } else { "paragrafer" };
    format!(
        "Sammanställd text för {day}, ingen utgiven lydelse: {known} av {all} {paragrafer} är kända för den dagen"
    )
}

fn repealed(day: &str, today: &str) -> String {
    match day {
        UNKNOWN_DAY => "Gäller inte längre; dagen är inte känd".to_owned(),
        day if day <= today => format!("Upphävd {day}"),
        day => format!("Upphör att gälla {day}"),
    }
}

/// A lydelse as readers know it: of a statute the act that was worked in last, of an EU act the day of the consolidation.
fn named_version(id: &str) -> String {
    if id.contains(':') { format!("SFS {id}") } else { format!("konsoliderad {id}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RegisteredAct;
    use crate::as_of::ActName;

    fn act(number: &str) -> RegisteredAct {
        let name = ActName {
            uri: format!("https://lag.example/{number}"),
            identifier: Some(format!("SFS {number}")),
        };
        RegisteredAct::named(name, false)
    }

    fn as_of(from: Option<&str>, until: Option<&str>, basis: AsOfBasis, missing: &[&str]) -> AsOf {
        AsOf {
            date: "2031-01-01".to_owned(),
            version: None,
            uri: "own".to_owned(),
            from: from.map(str::to_owned),
            until: until.map(str::to_owned),
            basis,
            missing: missing.iter().map(|number| act(number)).collect(),
            ahead: Vec::new(),
            repealed: None,
            known_until: None,
            because: None,
            composed: false,
            provisions: None,
        }
    }

    #[test]
    fn what_is_said_of_a_text() {
        use AsOfBasis::{Dated, Gap, Undated};
        // (repealed, version, archived, as of) -> (lines, foot)
        let table = [
            (
                (
                    Some("2018-05-25"),
                    Some("2003:466"),
                    false,
                    Some(as_of(Some("2003-10-01"), Some("2018-05-25"), Dated, &[])),
                ),
                "Upphävd 2018-05-25. Lydelse: SFS 2003:466, gällde från 2003-10-01 till 2018-05-25.",
                "Upphävd 2018-05-25",
            ),
            (
                (
                    None,
                    Some("2024:24"),
                    true,
                    Some(as_of(Some("2024-03-01"), Some("2025-01-01"), Dated, &[])),
                ),
                "Äldre lydelse: SFS 2024:24, gällde från 2024-03-01 till 2025-01-01.",
                "Äldre lydelse: SFS 2024:24, gällde från 2024-03-01 till 2025-01-01",
            ),
            (
                (
                    None,
                    Some("2030:5"),
                    false,
                    Some(as_of(Some("2030-07-01"), None, Gap, &["2030:8", "2030:9"])),
                ),
                "Lydelse: SFS 2030:5, gäller från 2030-07-01. Ändringar som inte är införda i texten: SFS 2030:8, SFS 2030:9.",
                "2 ändringar inte införda",
            ),
            ((Some("9999-12-31"), None, false, Some(as_of(None, Some("9999-12-31"), Dated, &[]))), "", ""),
            (
                (Some("0001-01-01"), None, false, Some(as_of(None, None, Undated, &[]))),
                "Gäller inte längre; dagen är inte känd.",
                "Gäller inte längre; dagen är inte känd",
            ),
            (
                (Some("2040-01-01"), Some("2024-02-17"), true, None),
                "Upphör att gälla 2040-01-01. Äldre lydelse: konsoliderad 2024-02-17.",
                "Äldre lydelse: konsoliderad 2024-02-17",
            ),
        ];
        for ((repealed, version, is_archived, as_of), lines, short) in table {
            let status = TextStatus { repealed: repealed.map(str::to_owned), ..status(version) };
            let words = words(&status, as_of.as_ref(), is_archived);
            assert_eq!((words.lines.join(" ").as_str(), words.short.as_str()), (lines, short));
        }
    }

    #[test]
    fn of_a_past_time_limit_it_is_not_known_whether_it_was_prolonged() {
        let status = TextStatus { time_limit: Some("2030-07-01".to_owned()), ..status(Some("2028:5")) };
        let words = words(&status, None, false);
        let line = "Var tidsbegränsad till 2030-07-01. Om tiden har förlängts är inte känt.";
        assert_eq!(words.lines, [line, "Lydelse: SFS 2028:5."]);
        assert_eq!(words.short, "Var tidsbegränsad till 2030-07-01");
    }

    fn status(version: Option<&str>) -> TextStatus {
        TextStatus {
            document: "own".to_owned(),
            identifier: None,
            version: version.map(str::to_owned),
            from: None,
            until: None,
            date: "2031-01-01".to_owned(),
            in_force: None,
            repealed: None,
            time_limit: None,
            note: None,
        }
    }

    fn words(status: &TextStatus, as_of: Option<&AsOf>, is_archived: bool) -> ReaderStatus {
        Facts { status, as_of, is_archived, asked_day: None, own: "own", today: "2031-01-01" }.words()
    }

    #[test]
    fn a_decision_has_its_court_day_and_number() {
        let facts = CaseFacts {
            court: Some("Högsta domstolen".to_owned()),
            number_word: "mål",
            numbers: vec!["T 17-30".to_owned()],
            reports: vec!["NJA 2031 s. 5".to_owned()],
            ecli: None,
        };
        let words = of_decision(&facts, Some("2031-02-03"));
        assert_eq!(words.lines, ["Högsta domstolen · 2031-02-03 · mål T 17-30 · NJA 2031 s. 5"]);
        assert_eq!(words.short, "Högsta domstolen · 2031-02-03");
        assert_eq!(of_decision(&CaseFacts::default(), None), ReaderStatus::default());
    }
}
