//! The day whose law a document cites, and which acts its words meant on that day.
//!
//! The links of an artifact name the acts of today. Where the act is younger than the document, the words are read again as of the
//! day of the document: what then had the name is meant. A document that prints the number of an act means that act, however
//! young it is.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use jiff::civil::Date;
use lagrum_artifact::{Artifact, Base, Location, Run, Runs, Step};
use lagrum_citation::{
    CitationNames, ScanContext, ScanSettings, ScanType, ScanTypes, Scanner, act_named_before,
    acts_abbreviated_alike,
};
use lagrum_sources::{Description, FlowGroup, Source, parse_date};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::links::RawLink;

/// By how many years a cited act must be younger than a document that may know it before it is decided.
const YEARS_AHEAD: i16 = 2;

/// The maximum depth of nested values in which a number is looked for. Real values have a few dozen levels.
const MAX_DEPTH: usize = 128;

/// The day whose law a document cites.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CitingDay {
    /// The day (`YYYY-MM-DD`).
    day: String,
    /// The identifier by which registers name it, for a preparatory work.
    pub(crate) work: Option<String>,
    /// The cited places in acts that are younger than the document, as the artifact has them, each with the act (a local id) that
    /// its words meant on the day; None where that is not known.
    pub(crate) younger: BTreeMap<String, Option<String>>,
}

impl CitingDay {
    pub(crate) fn day(&self) -> Option<Date> {
        parse_date(&self.day)
    }
}

/// The day whose law a document cites; None for one that has no day, and for acts, commentaries, concepts and consolidated
/// regulations.
pub(crate) fn citing_day(
    artifact: &Artifact,
    source: &Source,
    description: &Description,
    links: &[RawLink],
    base: &Base,
) -> Option<CitingDay> {
    let group = source.group(description.kind.as_deref().unwrap_or_default());
    if !group.cites_law_of_its_day() || description.consolidated {
        return None;
    }
    let day = description.date.as_deref().and_then(parse_date)?;
    let ahead = if is_of_its_day(group) { 0 } else { YEARS_AHEAD };
    let is_younger = |act: &str| year_of(act).is_some_and(|year| year - day.year() >= ahead);
    let cited = links.iter().map(|link| link.to.as_str());
    let younger: BTreeSet<&str> = cited.filter(|uri| statute(uri, base).is_some_and(is_younger)).collect();
    let acts: BTreeSet<&str> = younger.iter().filter_map(|uri| statute(uri, base)).collect();
    let printed: BTreeSet<&str> =
        acts.into_iter().filter(|act| prints(artifact.value(), act, base, 0)).collect();
    let younger: BTreeSet<&str> = younger
        .into_iter()
        .filter(|uri| statute(uri, base).is_some_and(|act| !printed.contains(act)))
        .collect();
    let work = (group == FlowGroup::Forarbeten).then(|| description.label.clone());
    let younger = if younger.is_empty() {
        BTreeMap::new()
    } else {
        meant(artifact, &younger, &acts_of_record(artifact, links, base), day, base)
    };
    Some(CitingDay { day: day.to_string(), work, younger })
}

/// The statutes that the record beside the text of a decision says it applies: by its links, or by their numbers alone.
fn acts_of_record(artifact: &Artifact, links: &[RawLink], base: &Base) -> BTreeSet<String> {
    let applied = links.iter().filter(|link| link.predicate == "rpubl:lagrum").map(|link| link.to.as_str());
    let entries = artifact.list(&["metadata", "lagrum"]);
    let linked = entries.iter().flat_map(|entry| Runs::new(entry.get("runs")).links()).map(|link| link.uri);
    let numbers = entries.iter().filter_map(|entry| entry.get("sfsnummer").and_then(Value::as_str));
    let linked = applied.chain(linked).filter_map(|uri| statute(uri, base));
    linked.chain(numbers.filter(|number| year_of(number).is_some())).map(str::to_owned).collect()
}

/// Whether documents of a group mean no act that was decided after their day.
fn is_of_its_day(group: FlowGroup) -> bool {
    group.decides() || matches!(group, FlowGroup::Foreskrifter | FlowGroup::Stallningstaganden)
}

/// The local id of the statute that a uri is a place in; None for other documents.
pub(super) fn statute<'u>(uri: &'u str, base: &Base) -> Option<&'u str> {
    let local = base.strip(Location::split(uri).0)?;
    year_of(local).map(|_| local)
}

/// The year of the number of a statute; None for what is no number of one.
pub(super) fn year_of(local_id: &str) -> Option<i16> {
    let (year, number) = local_id.split_once(':')?;
    let is_number = number.starts_with(|c: char| c.is_ascii_digit()) && !local_id.contains('/');
    (is_number && year.len() == 4).then(|| year.parse().ok()).flatten()
}

/// Whether a text of a value, other than a uri, has the number of an act.
fn prints(value: &Value, number: &str, base: &Base, depth: usize) -> bool {
    match value {
        _ if depth > MAX_DEPTH => false,
        Value::String(text) => base.strip(text).is_none() && has_number(text, number),
        Value::Array(items) => items.iter().any(|item| prints(item, number, base, depth + 1)),
        Value::Object(fields) => fields.values().any(|field| prints(field, number, base, depth + 1)),
        _ => false,
    }
}

fn has_number(text: &str, number: &str) -> bool {
    text.match_indices(number).any(|(at, _)| {
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, ':' | '/');
        !text[..at].ends_with(is_part) && !text[at + number.len()..].starts_with(|c: char| c.is_ascii_digit())
    })
}

/// The names of the tables. They need no corpus, so the reading of an artifact depends on nothing else.
static NAMES: LazyLock<CitationNames> = LazyLock::new(CitationNames::shipped);

/// The act that the words of each of some cited places meant on a day: of the links of the place, of other links of its act, or of
/// the names that the act has today.
fn meant(
    artifact: &Artifact,
    places: &BTreeSet<&str>,
    of_record: &BTreeSet<String>,
    day: Date,
    base: &Base,
) -> BTreeMap<String, Option<String>> {
    let read = read_again(artifact, places, of_record, day, base);
    let only = |acts: &BTreeSet<String>| (acts.len() == 1).then(|| acts.first().cloned()).flatten();
    let of_act = |act: &str| -> BTreeSet<String> {
        let own = read.iter().filter(|(uri, _)| statute(uri, base) == Some(act));
        own.flat_map(|(_, acts)| acts).cloned().collect()
    };
    let meant = |uri: &&str| {
        let act = statute(uri, base).unwrap_or_default();
        let own = read.get(*uri).filter(|acts| !acts.is_empty());
        let found = match own {
            Some(acts) => only(acts),
            None => match of_act(act) {
                acts if acts.is_empty() => act_named_before(act, &day.to_string()).map(str::to_owned),
                acts => only(&acts),
            },
        };
        ((*uri).to_owned(), found)
    };
    places.iter().map(meant).collect()
}

/// The statutes that the words of some cited places mean when they are read as of a day.
fn read_again<'p>(
    artifact: &Artifact,
    places: &BTreeSet<&'p str>,
    of_record: &BTreeSet<String>,
    day: Date,
    base: &Base,
) -> BTreeMap<&'p str, BTreeSet<String>> {
    let settings = ScanSettings {
        types: ScanTypes::default().with(ScanType::Statutes).with(ScanType::Abbreviations),
        written: Some(day.to_string()),
        links_only: true,
        base: Some(base.clone()),
        ..ScanSettings::default()
    };
    let mut scanner = Scanner::new(&NAMES, settings);
    let mut read: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    // The acts that the document names by more than an abbreviation, or its record.
    let mut named: BTreeSet<String> = of_record.clone();
    artifact.presented().walk(&mut |step| {
        let Step::Text(runs) = step else { return };
        let (mut text, mut own) = (String::new(), Vec::new());
        for run in runs.iter() {
            let start = text.len();
            text.push_str(run.text());
            if let Run::Link(link) = run
                && let Some(place) = places.get(link.uri)
            {
                own.push((start..text.len(), *place));
            }
        }
        let links = scanner.scan(&text, &ScanContext::default()).unwrap_or_default();
        let is_named = |words: &str| words.contains("lag") || words.contains("balk");
        for link in links.links.iter().filter(|link| is_named(&text[link.range.clone()])) {
            named.extend(link.targets.iter().map(|target| target.document.clone()));
        }
        for (range, place) in own {
            let over = links
                .links
                .iter()
                .filter(|link| link.range.start < range.end && range.start < link.range.end);
            let acts = over.flat_map(|link| {
                let is_named = is_named(&text[link.range.clone()]);
                link.targets.iter().flat_map(move |target| {
                    let alike = acts_abbreviated_alike(&target.document, &day.to_string());
                    let alike = alike.into_iter().filter(move |_| !is_named);
                    std::iter::once(target.document.as_str()).chain(alike)
                })
            });
            let known = acts.filter(|act| year_of(act).is_some_and(|year| year <= day.year()));
            read.entry(place).or_default().extend(known.map(str::to_owned));
        }
    });
    // Of several acts with one abbreviation the one that the document names is meant.
    for acts in read.values_mut().filter(|acts| acts.len() > 1) {
        let known: BTreeSet<String> = acts.intersection(&named).cloned().collect();
        if known.len() == 1 {
            *acts = known;
        }
    }
    read
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_the_number_of_a_statute() {
        for (local_id, expected) in [
            ("2016:1145", Some(2016)),
            ("1904:48_s.1", Some(1904)),
            ("prop/2015/16:195", None),
            ("celex/32016R0679", None),
            ("2016", None),
        ] {
            assert_eq!(year_of(local_id), expected, "{local_id}");
        }
    }

    #[test]
    fn whether_a_text_has_a_number() {
        for (text, expected) in [
            ("lagen (2016:1145) om", true),
            ("2016:1145", true),
            ("2016:11451", false),
            ("12016:1145", false),
            ("prop. 2015/2016:1145", false),
            ("2016:114", false),
        ] {
            assert_eq!(has_number(text, "2016:1145"), expected, "{text}");
        }
    }
}
