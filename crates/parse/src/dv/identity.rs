//! The local id of a decision: that of its report, else of its court, case number and day.

use lagrum_citation::{ScanContext, ScanSettings, ScanType, ScanTypes, Scanner};

use super::record::Record;
use crate::ParseContext;

/// The part of local ids that names a court, by its code.
const COURTS: [(&str, &str); 22] = [
    ("ADO", "ad"),
    ("HDO", "hd"),
    ("HFD", "hfd"),
    ("HGO", "hgo"),
    ("HNN", "hnn"),
    ("HON", "hon"),
    ("HSB", "hsb"),
    ("HSV", "hsv"),
    ("HVS", "hvs"),
    ("HYOD", "hsv"),
    ("KGG", "kgg"),
    ("KJO", "kjo"),
    ("KST", "kst"),
    ("KSU", "ksu"),
    ("MDO", "md"),
    ("MIOD", "mig"),
    ("MMOD", "mmd"),
    ("MOD", "mod"),
    ("PBR", "pbr"),
    ("PMOD", "pmod"),
    ("REGR", "regr"),
    ("RHN", "rhn"),
];

/// What a decision is called.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Identity {
    /// The local id: `dom/nja/2024s3`.
    pub(super) document: String,
    /// The printed reports, the one that gives the local id first.
    pub(super) reports: Vec<String>,
    /// `Bojen (NJA 2031 s. 12)`, for a case with a name.
    pub(super) label: Option<String>,
}

/// The identity of the decision of a record, if it has a report, or a court and a case number.
pub(super) fn identity(record: &Record, context: &ParseContext<'_>) -> Option<Identity> {
    let mut reports = record.reports();
    let targets: Vec<Option<String>> = reports.iter().map(|report| report_id(report, context)).collect();
    // A page of NJA stands before its number, whatever their order.
    let is_page = |id: &str| id.strip_prefix("dom/nja/").is_some_and(|number| number.contains('s'));
    let of_page = targets.iter().position(|id| id.as_deref().is_some_and(is_page));
    let chosen = of_page.or_else(|| targets.iter().position(Option::is_some));
    let document = match chosen {
        Some(at) => {
            let report = reports.remove(at);
            reports.insert(0, report);
            targets.into_iter().nth(at).flatten()
        }
        None => by_case(record),
    }?;
    let identifier = reports.first().cloned().or_else(|| record.case_numbers().into_iter().next());
    let label = record.name().map(|name| match identifier {
        Some(identifier) => format!("{name} ({identifier})"),
        None => name,
    });
    Some(Identity { document, reports, label })
}

/// The local id of a decision without a report: by court, case number and day; without a day or a known court, by code and number.
fn by_case(record: &Record) -> Option<String> {
    let number = record.case_numbers().into_iter().next()?;
    let court = COURTS.iter().find(|(code, _)| *code == record.court()).map(|(_, slug)| *slug);
    if let Some((court, day)) = court.zip(record.day()) {
        return Some(format!("dom/{court}/{}/{day}", case_number(&number)));
    }
    let words = |text: &str| text.split(|c: char| !c.is_alphanumeric()).collect::<Vec<_>>().join("_");
    Some(format!("dom/{}_{}", words(record.court()), words(&number)))
}

/// The local id of a printed report.
fn report_id(report: &str, context: &ParseContext<'_>) -> Option<String> {
    let settings =
        ScanSettings { types: ScanTypes::default().with(ScanType::Reports), ..ScanSettings::default() };
    let found = Scanner::new(context.names, settings).scan(report, &ScanContext::default()).ok()?;
    let link = found.links.into_iter().next().filter(|link| link.range.start == 0)?;
    link.targets.into_iter().next().map(|target| target.document)
}

/// A case number as a part of a local id: without blanks, small letters with marks written out.
fn case_number(number: &str) -> String {
    let mut id = String::new();
    for c in number.chars().filter(|c| !c.is_whitespace()) {
        match c {
            'ä' => id.push_str("ae"),
            'å' => id.push_str("aa"),
            'é' => id.push('e'),
            'ö' => id.push_str("oe"),
            _ => id.push(c),
        }
    }
    id
}
