//! The file by which an operator states which years of series are held whole (`lagrum build --series`).
//!
//! ```toml
//! [nja]
//! complete = ["1981-2025"]
//! evidence = "compared with the printed registers, 2026-02-03"
//! ```
//!
//! A number of a stated year that is not held is impossible. So a mistake in the file is an error, and a year that is not over
//! cannot be stated.

use std::path::Path;

use lagrum_builder::{StatedYear, series_named};
use toml::{Table, Value};

use crate::failure::Failure;

/// Maximum number of years that a file may state.
const MAX_YEARS: usize = 10_000;

/// Reads the file.
pub(crate) fn read(path: &Path, year_of_build: i32) -> Result<Vec<StatedYear>, Failure> {
    let failed = |problem: String| Failure::from(format!("{}: {problem}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
    parse(&text, year_of_build).map_err(failed)
}

fn parse(text: &str, year_of_build: i32) -> Result<Vec<StatedYear>, String> {
    let file: Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
    let mut stated = Vec::new();
    for (name, of_series) in &file {
        let problem = |what: &str| format!("[{name}] {what}");
        let series = series_named(name)
            .ok_or_else(|| problem("is no series: write it as in uris, such as nja, sou or prop"))?;
        let fields = of_series.as_table().ok_or_else(|| problem("must be a table"))?;
        if let Some(unknown) = fields.keys().find(|field| !matches!(field.as_str(), "complete" | "evidence"))
        {
            return Err(problem(&format!("has an unknown field {unknown}: it takes complete and evidence")));
        }
        let evidence = fields.get("evidence").and_then(Value::as_str).map(str::trim).unwrap_or_default();
        if evidence.is_empty() {
            return Err(problem("needs evidence: what the statement rests on, which readers are shown"));
        }
        let ranges = fields.get("complete").and_then(Value::as_array);
        let ranges = ranges.filter(|ranges| !ranges.is_empty());
        for range in
            ranges.ok_or_else(|| problem("needs complete: a list of years, such as [\"1981-2025\"]"))?
        {
            let years = range.as_str().and_then(years).ok_or_else(|| {
                problem(&format!("complete has {range}, which is neither a year nor two with a hyphen"))
            })?;
            if *years.end() >= year_of_build {
                return Err(problem(&format!("{} is not over, so it cannot be complete", years.end())));
            }
            stated.extend(years.map(|year| StatedYear {
                series: series.clone(),
                name: name.to_uppercase(),
                year,
                evidence: evidence.to_owned(),
            }));
            if stated.len() > MAX_YEARS {
                return Err(format!("more than {MAX_YEARS} years are stated"));
            }
        }
    }
    Ok(stated)
}

/// Parses `1981` and `1981-2025`.
fn years(text: &str) -> Option<std::ops::RangeInclusive<i32>> {
    let year = |text: &str| {
        let is_year = text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit());
        text.parse::<i32>().ok().filter(|_| is_year)
    };
    let (first, last) = text.split_once(['-', '–']).unwrap_or((text, text));
    let (first, last) = (year(first.trim())?, year(last.trim())?);
    (first <= last).then_some(first..=last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_states() {
        let text = "[nja]\ncomplete = [\"1981-1983\", \"1990\"]\nevidence = \"the registers\"\n[sou]\ncomplete = [\"2001\"]\nevidence = \"KB\"\n";
        let stated = parse(text, 2026).unwrap();
        let found: Vec<_> =
            stated.iter().map(|year| (year.series.as_str(), year.year, year.evidence.as_str())).collect();
        assert_eq!(
            found,
            [
                ("dom/nja/", 1981, "the registers"),
                ("dom/nja/", 1982, "the registers"),
                ("dom/nja/", 1983, "the registers"),
                ("dom/nja/", 1990, "the registers"),
                ("sou/", 2001, "KB"),
            ]
        );
        assert!(parse("", 2026).unwrap().is_empty());
    }

    #[test]
    fn a_mistake_is_an_error() {
        for (text, problem) in [
            ("[xyz/]\ncomplete = [\"1981\"]\nevidence = \"e\"", "error"),
            ("[får]\ncomplete = [\"1981\"]\nevidence = \"e\"", "error"),
            ("[NJA]\ncomplete = [\"1981\"]\nevidence = \"e\"", "is no series"),
            ("[nja]\ncomplete = [\"1981\"]", "needs evidence"),
            ("[nja]\ncomplete = [\"1981\"]\nevidence = \" \"", "needs evidence"),
            ("[nja]\nevidence = \"e\"", "needs complete"),
            ("[nja]\ncomplete = []\nevidence = \"e\"", "needs complete"),
            ("[nja]\ncomplete = [1981]\nevidence = \"e\"", "neither a year"),
            ("[nja]\ncomplete = [\"81\"]\nevidence = \"e\"", "neither a year"),
            ("[nja]\ncomplete = [\"1990-1981\"]\nevidence = \"e\"", "neither a year"),
            ("[nja]\ncomplete = [\"1981-2026\"]\nevidence = \"e\"", "2026 is not over"),
            ("[nja]\ncomplete = [\"1981\"]\nevidence = \"e\"\nevidense = 1", "unknown field"),
            ("nja = 1981", "must be a table"),
            ("[nja", ""),
        ] {
            let found = parse(text, 2026).unwrap_err();
            assert!(problem == "error" || found.contains(problem), "{text}: {found}");
        }
    }
}
