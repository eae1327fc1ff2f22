//! The record of a document in the results of a HUDOC search.

use serde_json::{Map, Value};

/// The record of a document: the columns of a search.
#[derive(Debug, Default)]
pub(super) struct Record(Map<String, Value>);

impl Record {
    /// Reads a record, by itself or as a result of a search (`{"columns": {…}}`).
    pub(super) fn read(json: &[u8]) -> Option<Self> {
        let json = json.strip_prefix(b"\xef\xbb\xbf").unwrap_or(json);
        let mut fields: Map<String, Value> = serde_json::from_slice(json).ok()?;
        if let Some(Value::Object(columns)) = fields.remove("columns") {
            fields = columns;
        }
        let record = Self(fields);
        is_item(record.item()).then_some(record)
    }

    /// The id of the document.
    pub(super) fn item(&self) -> &str {
        self.column("itemid")
    }

    fn column(&self, name: &str) -> &str {
        self.0.get(name).and_then(Value::as_str).unwrap_or_default().trim()
    }

    fn filled(&self, name: &str) -> Option<&str> {
        Some(self.column(name)).filter(|text| !text.is_empty())
    }

    pub(super) fn title(&self) -> Option<String> {
        let title = self.column("docname").split_whitespace().collect::<Vec<_>>().join(" ");
        (!title.is_empty()).then_some(title)
    }

    pub(super) fn ecli(&self) -> Option<&str> {
        self.filled("ecli")
    }

    /// The day of the record (`YYYY-MM-DD`).
    pub(super) fn day(&self) -> Option<String> {
        let iso =
            self.column("kpdate").get(..10).filter(|day| lagrum_artifact::is_date(day)).map(str::to_owned);
        // `25/11/1993 00:00:00`
        let printed = || {
            let mut parts = self.column("judgementdate").split([' ', 'T']).next()?.split('/');
            let (day, month, year) = (parts.next()?, parts.next()?, parts.next()?);
            let day = format!("{year}-{month:0>2}-{day:0>2}");
            lagrum_artifact::is_date(&day).then_some(day)
        };
        iso.or_else(printed)
    }

    pub(super) fn language(&self) -> Option<&str> {
        self.filled("languageisocode")
    }

    pub(super) fn respondent(&self) -> Option<&str> {
        self.filled("respondent")
    }

    pub(super) fn originating_body(&self) -> Option<&str> {
        self.filled("originatingbody")
    }

    pub(super) fn importance(&self) -> Option<&str> {
        self.filled("importance")
    }

    pub(super) fn application_numbers(&self) -> Vec<String> {
        listed(self.column("appno"))
    }

    pub(super) fn collections(&self) -> Vec<String> {
        listed(self.column("documentcollectionid2"))
    }

    pub(super) fn articles(&self) -> Vec<String> {
        listed(self.column("article"))
    }

    pub(super) fn conclusions(&self) -> Vec<String> {
        listed(self.column("conclusion"))
    }

    /// The kind of document.
    pub(super) fn doctype(&self) -> &'static str {
        let collections = self.collections();
        let has = |name: &str| collections.iter().any(|collection| collection == name);
        let kinds = [
            ("CLIN", "legal-summary"),
            ("ADVISORYOPINIONS", "advisory-opinion"),
            ("JUDGMENTS", "judgment"),
            ("DECISIONS", "decision"),
            ("COMMUNICATEDCASES", "communicated-case"),
            ("RESOLUTIONS", "resolution"),
        ];
        kinds.iter().find(|(name, _)| has(name)).map_or("case-law", |(_, doctype)| doctype)
    }
}

/// Whether a text is the id of a document: `001-57851`.
pub(super) fn is_item(text: &str) -> bool {
    let Some((library, number)) = text.split_once('-') else { return false };
    let digits =
        |text: &str| !text.is_empty() && text.len() <= 12 && text.bytes().all(|byte| byte.is_ascii_digit());
    digits(library) && digits(number)
}

/// The members of a list with semicolons. Semicolons in parentheses belong to a member: `Violation of Article 6 (Article 6;Article 6-1)`.
fn listed(text: &str) -> Vec<String> {
    let mut members = vec![String::new()];
    let mut depth = 0_u32;
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ';' if depth == 0 => {
                members.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(member) = members.last_mut() {
            member.push(c);
        }
    }
    let trimmed = members.iter().map(|member| member.trim().to_owned());
    trimmed.filter(|member| !member.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_parted_outside_parentheses() {
        assert_eq!(listed("6; 6-1;;P1-1"), ["6", "6-1", "P1-1"]);
        assert_eq!(
            listed("Violation (Article 3;Article 3-1);No violation"),
            ["Violation (Article 3;Article 3-1)", "No violation"]
        );
        assert!(listed("").is_empty());
    }

    #[test]
    fn only_records_of_documents_are_read() {
        for (json, expected) in [
            (r#"{"itemid":"001-1","kpdate":"2031-02-03T00:00:00"}"#, Some("2031-02-03")),
            (
                r#"{"columns":{"itemid":"001-1","kpdate":"","judgementdate":"3/02/2031 00:00:00"}}"#,
                Some("2031-02-03"),
            ),
            (r#"{"itemid":"x"}"#, None),
            (r#"{"resultcount":0}"#, None),
            ("[]", None),
        ] {
            let day = Record::read(json.as_bytes()).and_then(|record| record.day());
            assert_eq!(day.as_deref(), expected, "{json}");
        }
    }
}
