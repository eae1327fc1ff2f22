//! The names and identifiers that an artifact states.
//!
//! The fields with names differ by source ([`lagrum_sources::Source::stated_names`]). Identifiers stand in the same few fields in all
//! sources, so they are read here.

use lagrum_artifact::{Artifact, Step};
use lagrum_sources::NameForm;
use serde_json::Value;

use super::held::{HeldName, NameRole};
use crate::cursor::Cursor;
use crate::eu_court;
use crate::normalise::{CleanQuery, tidy_lower};
use crate::target::source_of;

/// Bytes that a name may have. The longest real title has 1,191.
const MAX_NAME_BYTES: usize = 1536;

/// Bytes that a date or a court code may have.
const MAX_WORD_BYTES: usize = 128;

impl HeldName {
    /// The names and identifiers that an artifact states.
    ///
    /// `in_force` says whether the document has not expired. The list may be empty; no artifact is an error.
    pub fn of(artifact: &Artifact, local_id: &str, in_force: bool) -> Vec<Self> {
        let mut names = Vec::new();
        let mut push = |name: Option<&str>, role: NameRole| {
            // The names of all documents are kept in memory, and a longer name is not used in citations.
            let usable = |name: &&str| !name.is_empty() && name.len() <= MAX_NAME_BYTES;
            if let Some(name) = name.map(str::trim).filter(usable) {
                let (document, name) = (local_id.to_owned(), name.to_owned());
                names.push(Self { document, name, role, in_force });
            }
        };
        let short = |field| artifact.str(&[field]).filter(|text| text.len() <= MAX_WORD_BYTES);
        let date = short("date").or_else(|| short("avgorandedatum")).unwrap_or_default();
        let judgment = artifact.str(&["doctype"]) == Some("judgment");
        let source = source_of(local_id);
        for stated in source.map(|source| source.stated_names(artifact, local_id)).unwrap_or_default() {
            let role = match stated.form {
                NameForm::Title => NameRole::Title,
                NameForm::Name => NameRole::Name,
                NameForm::Abbreviation => NameRole::Abbreviation,
                NameForm::CaseName => NameRole::CaseName,
                NameForm::Caption => NameRole::EchrCaption { judgment, date: date.to_owned() },
            };
            push(Some(stated.text), role);
        }
        for field in ["ecli", "identifier", "docnumber"] {
            push(artifact.str(&[field]), NameRole::Identifier);
        }
        for report in artifact.strs(&["referat"]) {
            push(Some(report), NameRole::Identifier);
        }
        for case in joined_cases(artifact, local_id) {
            push(Some(&case), NameRole::Identifier);
        }
        let page =
            artifact.str(&["metadata", "officialReport"]).and_then(|report| report.strip_prefix("JO "));
        push(page, NameRole::JoReportPage);
        let court = short("court").unwrap_or_default();
        for number in artifact.strs(&["malnummer"]) {
            push(Some(number), NameRole::CaseNumber { court: court.to_owned(), date: date.to_owned() });
        }
        for number in artifact.list(&["metadata", "applicationNumber"]).iter().filter_map(Value::as_str) {
            push(Some(number), NameRole::ApplicationNumber { judgment, date: date.to_owned() });
        }
        names
    }
}

/// The further numbers of a judgment in joined cases, as the local ids that judgments in them alone would have.
fn joined_cases(artifact: &Artifact, local_id: &str) -> Vec<String> {
    const BEGINNINGS: [&str; 2] = ["in joined cases ", "i de förenade målen "];
    if !local_id.starts_with("celex/6") {
        return Vec::new();
    }
    let mut found = Vec::new();
    artifact.presented().walk(&mut |step| {
        let Step::Text(runs) = step else { return };
        if !found.is_empty() {
            return;
        }
        let lower = tidy_lower(&runs.plain_text());
        let Some(start) = BEGINNINGS.iter().find_map(|words| lower.strip_prefix(words)) else { return };
        let Some(numbers) = CleanQuery::new(start.split(['(', ';']).next().unwrap_or_default()) else {
            return;
        };
        found = eu_court::number(Cursor::new(&numbers)).map(|cases| cases.targets).unwrap_or_default();
    });
    let cases: Vec<String> = found.into_iter().map(|case| case.document).collect();
    // Otherwise the words name other cases.
    let is_own = cases.iter().any(|case| case == local_id);
    cases.into_iter().filter(|case| is_own && case != local_id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(local_id: &str, json: &str, expected: &[(&str, NameRole)]) {
        let artifact = Artifact::parse(format!(r#"{{"uri":"x:1",{json}}}"#).as_bytes()).unwrap();
        let names = HeldName::of(&artifact, local_id, true);
        let found: Vec<(&str, NameRole)> =
            names.iter().map(|held| (held.name.as_str(), held.role.clone())).collect();
        assert_eq!(found, expected, "{local_id}");
    }

    #[test]
    fn names_by_source() {
        let date = || "2031-03-03".to_owned();
        check(
            "1931:47",
            r#""metadata":{"properties":{"dcterms:title":"Fårlag (1931:47)"}}"#,
            &[("Fårlag (1931:47)", NameRole::Title)],
        );
        check(
            "celex/32031R0077",
            r#""title":"Förordning om getter","shortname":"getförordningen","abbr":"GETF""#,
            &[
                ("Förordning om getter", NameRole::Title),
                ("getförordningen", NameRole::Name),
                ("GETF", NameRole::Abbreviation),
            ],
        );
        check(
            "celex/62031CJ0012",
            r#""label":"C-12/31 (Vallhunden)","title":"Domstolens dom","ecli":"ECLI:EU:C:2031:1""#,
            &[("Vallhunden", NameRole::CaseName), ("ECLI:EU:C:2031:1", NameRole::Identifier)],
        );
        check(
            "celex/62031CJ0012",
            r#""structure":[{"type":"paragraph","text":["In Joined Cases C‑12/31 P and C‑13/31 P,"]}]"#,
            &[("celex/62031CJ0013", NameRole::Identifier)],
        );
        check(
            "dom/nja/2031s12",
            r#""label":"Bilagan (NJA 2031 s. 12)","referat":["NJA 2031 s. 12"],"malnummer":["T 17-30"],"court":"HDO",
               "avgorandedatum":"2031-03-03""#,
            &[
                ("Bilagan", NameRole::CaseName),
                ("NJA 2031 s. 12", NameRole::Identifier),
                ("T 17-30", NameRole::CaseNumber { court: "HDO".into(), date: date() }),
            ],
        );
        check(
            "dom/echr/001-9",
            r#""title":"CASE OF X v. SWEDEN","doctype":"judgment","date":"2031-03-03",
               "metadata":{"applicationNumber":["1/29",7]}"#,
            &[
                ("CASE OF X v. SWEDEN", NameRole::EchrCaption { judgment: true, date: date() }),
                ("1/29", NameRole::ApplicationNumber { judgment: true, date: date() }),
            ],
        );
        check(
            "avg/jo/11-2029",
            r#""identifier":"JO dnr 11-2029","metadata":{"officialReport":"JO 2030/31 s. 12"}"#,
            &[("JO dnr 11-2029", NameRole::Identifier), ("2030/31 s. 12", NameRole::JoReportPage)],
        );
        check("prop/2030/31:9", r#""title":"En ny fårlag""#, &[]);
        check("begrepp/Vall", r#""title":"Vall""#, &[]);
    }
}
