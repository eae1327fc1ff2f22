//! Swedish case law (Domstolsverket).
//!
//! A local id is that of a printed series (`dom/nja/2031s12`), that of a verdict by court, case number and day
//! (`dom/hd/T_1-31/2031-02-03`), or the file name of a court (`dom/HDO_B_10868_25`). Court and year are read from each
//! of these forms.

use lagrum_artifact::AnchorGrammar;

use crate::facets::{BucketOrder, FacetLevel, year_key, year_level};
use crate::names::DocumentNames;
use crate::reading::ArtifactFields;
use crate::{
    BrowseExtras, DocumentKind, FacetScheme, FlowGroup, KindWords, LeafOrder, ListingRow, NameForm, Source,
    case_names, parse_date, snippet, stated_names, year,
};

pub(crate) static SOURCE: Source = Source {
    name: "dv",
    grammar: AnchorGrammar::Points,
    label: "Rättsfall",
    artifact_dir: "dom",
    scheme: Some(&FacetScheme {
        levels: &[
            FacetLevel {
                name: "Domstol",
                key: |row| Some(court(row.local_id).to_owned()),
                order: BucketOrder::Listed(|| &COURTS),
            },
            year_level(|row| year_key(decided_or_printed(row))),
        ],
        leaf_order: LeafOrder::Identifier,
    }),
    kind_words: &[KindWords::all("rättsfall"), KindWords::all("prejudikat"), KindWords::all("rättspraxis")],
    kinds: || &KINDS,
    group: |_| FlowGroup::Rattsfall,
    names,
    stated_names: |artifact, _| {
        let name = artifact.str(&["label"]).and_then(stated_names::before_parenthesis);
        Vec::from_iter(NameForm::CaseName.of(name))
    },
    summary: |reading| reading.meta("sammanfattning").map(str::to_owned),
    snippet: |artifact, names| {
        let summary = artifact.str(&["metadata", "sammanfattning"]);
        summary.map(str::to_owned).or_else(|| snippet::prose(artifact, names))
    },
    year: decided_or_printed,
    extras,
    owns: |local_id| local_id.starts_with("dom/") && !local_id.starts_with("dom/echr/"),
    ..Source::GENERIC
};

static KINDS: [DocumentKind; 1] = [DocumentKind::new("case", "Rättsfall")];

const OTHERS: &str = "övriga";

static COURTS: [DocumentKind; 12] = [
    DocumentKind::new("nja", "Högsta domstolen (NJA)"),
    DocumentKind::new("hfd", "Högsta förvaltningsdomstolen (HFD, tidigare RÅ)"),
    DocumentKind::new("rh", "Hovrätterna (RH)"),
    DocumentKind::new("ad", "Arbetsdomstolen (AD)"),
    DocumentKind::new("mod", "Mark- och miljööverdomstolen (MÖD)"),
    DocumentKind::new("mig", "Migrationsöverdomstolen (MIG)"),
    DocumentKind::new("md", "Marknadsdomstolen (MD)"),
    DocumentKind::new("pmod", "Patent- och marknadsöverdomstolen (PMÖD)"),
    DocumentKind::new("rk", "Kammarrätterna (RK)"),
    DocumentKind::new("pbr", "Patentbesvärsrätten (PBR)"),
    DocumentKind::new("rhn", "Rättshjälpsnämnden"),
    DocumentKind::new(OTHERS, "Övriga"),
];

/// Courts in the ids of verdicts, and the bucket of each.
const VERDICT_COURTS: [(&str, &str); 14] = [
    ("hd", "nja"),
    ("ra", "hfd"),
    ("regr", "hfd"),
    ("hgo", "rh"),
    ("hnn", "rh"),
    ("hon", "rh"),
    ("hsb", "rh"),
    ("hsv", "rh"),
    ("hvs", "rh"),
    ("kgg", "rk"),
    ("kjo", "rk"),
    ("kst", "rk"),
    ("ksu", "rk"),
    ("mmd", "mod"),
];

/// Courts at the start of file names, and the bucket of each.
const FILE_COURTS: [(&str, &str); 12] = [
    ("HDO", "nja"),
    ("MMOD", "mod"),
    ("PMOD", "pmod"),
    ("MDO", "md"),
    ("HVS", "rh"),
    ("HYOD", "rh"),
    ("KST", "rk"),
    ("KGG", "rk"),
    ("KJO", "rk"),
    ("KSU", "rk"),
    ("PBR", "pbr"),
    ("RHN", "rhn"),
];

/// Two-digit years up to this one are of this century.
const PIVOT: u16 = 40;

fn names(reading: &ArtifactFields) -> DocumentNames {
    let label = label(reading);
    let display = display(reading, &label);
    let (label, display) = match name(reading) {
        Some(name) if split_label(&label).is_none() => {
            (format!("{name} ({label})"), format!("{name} ({display})"))
        }
        _ => (label, display),
    };
    let (name, id) = split_label(&label).unwrap_or(("", &label));
    DocumentNames {
        kind: "case".to_owned(),
        title: label.clone(),
        display,
        in_text: label.clone(),
        short_id: id.to_owned(),
        short_title: name.to_owned(),
        descriptive: label.clone(),
        label,
        ..DocumentNames::default()
    }
}

fn label(reading: &ArtifactFields) -> String {
    if let Some(label) = reading.str("label") {
        return label.to_owned();
    }
    if let Some(referat) = reading.artifact.strs(&["referat"]).next() {
        return referat.to_owned();
    }
    match (reading.str("court"), reading.artifact.strs(&["malnummer"]).next()) {
        (Some(court), Some(number)) => format!("{court} {number}"),
        (Some(court), None) => court.to_owned(),
        (None, _) => reading.local_id.to_owned(),
    }
}

/// The name of the case in the table, for documents that do not state it.
fn name(reading: &ArtifactFields) -> Option<String> {
    let court = reading.str("court").unwrap_or_default();
    let of_number =
        || reading.artifact.strs(&["malnummer"]).find_map(|number| case_names::of_number(court, number));
    case_names::of_document(reading.local_id).or_else(|| of_number().map(str::to_owned))
}

/// The label. For an unreported decision the court code in it (`HDO T 1-31`) is replaced by the name of the court.
fn display(reading: &ArtifactFields, label: &str) -> String {
    let unreported = reading.str("label").is_none() && reading.artifact.strs(&["referat"]).next().is_none();
    let named = || {
        let (code, name) = (reading.str("court")?, reading.str("court_namn")?);
        let number = label.strip_prefix(code)?.strip_prefix(' ')?;
        Some(format!("{name} {number}"))
    };
    unreported.then(named).flatten().unwrap_or_else(|| label.to_owned())
}

/// Name and printed id of `Bojen (NJA 2031 s. 12)`.
fn split_label(label: &str) -> Option<(&str, &str)> {
    label.strip_suffix(')')?.rsplit_once(" (").filter(|(name, id)| !name.trim().is_empty() && !id.is_empty())
}

/// Series of reports as they are printed: the key in local ids, the text before the year, and the text before the number.
const PRINTED_SERIES: [(&str, &str, &str); 9] = [
    ("nja", "NJA", " s. "),
    ("hfd", "HFD", " ref. "),
    ("ra", "RÅ", " ref. "),
    ("rh", "RH", ":"),
    ("ad", "AD", " nr "),
    ("md", "MD", ":"),
    ("mod", "MÖD", ":"),
    ("mig", "MIG", ":"),
    ("pmod", "PMÖD", ":"),
];

/// A report as it is cited, by its local id without `dom/`: `NJA 2031 s. 5`. None for a decision in no printed series.
pub(crate) fn printed_report(id: &str) -> Option<String> {
    let (key, rest) = id.split_once('/')?;
    let (_, name, mark) = PRINTED_SERIES.iter().find(|(series, ..)| *series == key)?;
    let (year, after) =
        rest.split_at_checked(4).filter(|(year, _)| year.bytes().all(|b| b.is_ascii_digit()))?;
    let note = after.strip_prefix("/not/").map(|number| (" not ", number));
    let (mark, number) = note.or_else(|| Some((*mark, after.strip_prefix([':', 's'])?)))?;
    let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| format!("{name} {year}{mark}{number}"))
}

/// The court whose decisions a series of reports or a file name is for. A series of several courts gives the kind of court.
pub(crate) fn court_of_series(local_id: &str) -> Option<&'static str> {
    local_id.strip_prefix("dom/")?;
    match court(local_id) {
        "rh" => Some("Hovrätt"),
        "rk" => Some("Kammarrätt"),
        OTHERS => None,
        key => {
            let court = COURTS.iter().find(|court| court.key == key)?;
            court.plural.split(" (").next()
        }
    }
}

/// Whether a court of last instance made the decision: one whose decisions no other court of the country tries.
pub(crate) fn is_of_last_instance(local_id: &str) -> bool {
    const LAST: [&str; 4] = ["nja", "hfd", "ad", "mig"];
    local_id.starts_with("dom/") && LAST.contains(&court(local_id))
}

fn court(local_id: &str) -> &'static str {
    let segment = local_id.split('/').nth(1).unwrap_or_default();
    let file_court = segment.split('_').next().unwrap_or_default();
    let named = |table: &[(&str, &'static str)], wanted: &str| {
        table.iter().find(|(name, _)| *name == wanted).map(|(_, bucket)| *bucket)
    };
    let series = COURTS.iter().map(|court| court.key).find(|key| *key == segment);
    series
        .or_else(|| named(&VERDICT_COURTS, segment))
        .or_else(|| named(&FILE_COURTS, file_court))
        .unwrap_or(OTHERS)
}

fn decided_or_printed(row: &ListingRow) -> Option<u16> {
    // A name may have a number that is not a year: `Bojen 1950 (NJA 2031 s. 12)`.
    let printed = row.short_id.unwrap_or(row.label);
    let mut segments = row.local_id.split('/').skip(1);
    let first = segments.next().unwrap_or_default();
    match segments.last() {
        Some(last) if parse_date(last).is_some() => year::leading(last),
        Some(_) => year_in_label(printed),
        None => year_in_file_name(first).or_else(|| year_in_label(printed)),
    }
}

/// The first whole number from 1600 to 2099 that no hyphen follows; else the two digits after a hyphen, as case
/// numbers end.
fn year_in_label(label: &str) -> Option<u16> {
    let mut rest = label;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let number = &rest[start..];
        let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
        let whole = !rest[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_')
            && !number[end..].starts_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '_'));
        if let Some(year) =
            year::leading(number).filter(|year| end == 4 && whole && (1600..2100).contains(year))
        {
            return Some(year);
        }
        rest = &number[end..];
    }
    label.split('-').skip(1).find_map(|after| {
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let ends = !after[end..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
        year::of_two_digits(&after[..end], PIVOT).filter(|_| ends)
    })
}

/// The year in a file name: the last part (`HDO_B_10868_25`), for two courts the second (`MDO_2031_4`).
fn year_in_file_name(name: &str) -> Option<u16> {
    let parts: Vec<_> = name.split('_').collect();
    let part = match parts.first()? {
        &"MDO" | &"PBR" => parts.get(1)?,
        _ => parts.last()?,
    };
    if part.len() == 4 { year::leading(part) } else { year::of_two_digits(part, PIVOT) }
}

fn extras(row: &ListingRow) -> BrowseExtras {
    let ends_in_a_day = || row.local_id.rsplit('/').next().is_some_and(|last| parse_date(last).is_some());
    let variant = if row.local_id.contains("/not/") {
        "notis"
    } else if ends_in_a_day() {
        "dom"
    } else {
        "referat"
    };
    BrowseExtras {
        variant: Some(variant.into()),
        date: row.date.map(str::to_owned),
        ..BrowseExtras::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn courts_years_and_variants() {
        // (local id, label, court, year, variant)
        let table = [
            ("dom/nja/2031s12", "Bojen (NJA 2031 s. 12)", "nja", Some(2031), "referat"),
            ("dom/nja/2022/not/8", "NJA 2022 not 8", "nja", Some(2022), "notis"),
            ("dom/ra/1999:3", "RÅ 1999 ref. 3", "hfd", Some(1999), "referat"),
            ("dom/hd/T_1-31/2031-02-03", "HDO T 1-31", "nja", Some(2031), "dom"),
            ("dom/HDO_B_10868_25", "HDO B 10868-25", "nja", Some(2025), "referat"),
            ("dom/MDO_1997_4", "x", "md", Some(1997), "referat"),
            ("dom/XYZ_T_99", "x", "övriga", Some(1999), "referat"),
            ("dom/rh/x", "RH 2031-4 mål 12-98", "rh", Some(1998), "referat"),
            ("dom/tr/x", "utan år", "övriga", None, "referat"),
        ];
        for (local_id, label, bucket, year, variant) in table {
            let row = ListingRow { local_id, label, ..ListingRow::default() };
            assert_eq!(court(local_id), bucket, "{local_id}");
            assert_eq!(decided_or_printed(&row), year, "{local_id}");
            assert_eq!(extras(&row).variant.as_deref(), Some(variant), "{local_id}");
        }
    }

    #[test]
    fn a_number_in_a_name_is_no_year() {
        let row = ListingRow {
            local_id: "dom/nja/2031s12",
            label: "Bojen 1950 (NJA 2031 s. 12)",
            short_id: Some("NJA 2031 s. 12"),
            ..ListingRow::default()
        };
        assert_eq!(decided_or_printed(&row), Some(2031));
    }

    #[test]
    fn names_and_printed_ids() {
        let table = [
            ("Bojen (NJA 2031 s. 12)", Some(("Bojen", "NJA 2031 s. 12"))),
            ("Bojen (II) (NJA 2031 s. 12)", Some(("Bojen (II)", "NJA 2031 s. 12"))),
            ("NJA 2031 s. 12", None),
            (" (NJA 2031 s. 12)", None),
            ("Bojen(NJA)", None),
        ];
        for (label, expected) in table {
            assert_eq!(split_label(label), expected, "{label}");
        }
    }
}
