//! A record of the courts' interface, of either generation.

use serde_json::{Map, Value};

use crate::ParseError;

/// A record of a published decision.
///
/// To early 2026 `typ` was the form; since then `publiceringsform` is the form and `typ` the weight.
#[derive(Debug)]
pub(super) struct Record(Map<String, Value>);

/// A citation in the record.
#[derive(Debug)]
pub(super) struct Reference {
    pub(super) text: String,
    /// The statute that a provision belongs to, or the group of publications of a case.
    pub(super) belongs_to: Option<String>,
}

/// What newer records state as `typ`: the weight of a decision. In older ones it is the form of publication.
const WEIGHTS: [&str; 3] = ["PREJUDIKAT", "VAGLEDANDE_MEN_EJ_PREJUDICERANDE", "EJ_VAGLEDANDE"];

/// A file beside a record.
#[derive(Debug)]
pub(super) struct Attachment {
    pub(super) name: String,
    /// The id by which the publisher gives it out; some have none.
    pub(super) id: Option<String>,
}

impl Record {
    /// Reads a record.
    pub(super) fn read(json: &[u8]) -> Result<Self, ParseError> {
        let json = json.strip_prefix(b"\xef\xbb\xbf").unwrap_or(json);
        let unknown = |what: &str| ParseError::UnknownForm(what.to_owned());
        if json.iter().all(u8::is_ascii_whitespace) {
            return Err(unknown("it is empty"));
        }
        let fields = match serde_json::from_slice(json) {
            Ok(Value::Object(fields)) => fields,
            Ok(Value::Array(_)) => return Err(unknown("a list of records and not one record")),
            _ => return Err(unknown("no record of the courts, or one that is cut")),
        };
        let record = Self(fields);
        if record.court().is_empty() {
            return Err(unknown("JSON without the court of a decision (domstolKod)"));
        }
        if record.0.get("innehall").is_some_and(|body| !(body.is_string() || body.is_null())) {
            return Err(unknown("a record whose text (innehall) is no text"));
        }
        Ok(record)
    }

    fn text(&self, name: &str) -> &str {
        self.0.get(name).and_then(Value::as_str).unwrap_or_default().trim()
    }

    fn filled(&self, name: &str) -> Option<&str> {
        Some(self.text(name)).filter(|text| !text.is_empty())
    }

    fn list(&self, name: &str) -> impl Iterator<Item = &Value> {
        self.0.get(name).and_then(Value::as_array).into_iter().flatten()
    }

    /// The texts of a list, without blanks around them and empty ones.
    fn texts(&self, name: &str) -> Vec<String> {
        let texts = self.list(name).filter_map(Value::as_str).map(collapsed);
        texts.filter(|text| !text.is_empty()).collect()
    }

    fn of_court(&self, name: &str) -> &str {
        let court = self.0.get("domstol").and_then(|court| court.get(name));
        court.and_then(Value::as_str).unwrap_or_default().trim()
    }

    /// The code of the court: `HDO`.
    pub(super) fn court(&self) -> &str {
        self.of_court("domstolKod")
    }

    pub(super) fn court_name(&self) -> Option<&str> {
        Some(self.of_court("domstolNamn")).filter(|name| !name.is_empty())
    }

    /// The form of publication, in both generations of records.
    pub(super) fn form(&self) -> Option<&str> {
        self.filled("publiceringsform").or_else(|| self.filled("typ").filter(|typ| !WEIGHTS.contains(typ)))
    }

    pub(super) fn kind(&self) -> Option<&str> {
        self.filled("typ")
    }

    /// Whether the record is of leave to appeal or of a request for a ruling, which are no decisions of a case.
    pub(super) fn is_no_decision(&self) -> bool {
        let is = |text: Option<&str>| matches!(text, Some("PROVNINGSTILLSTAND" | "FORHANDSAVGORANDE"));
        (is(self.form()) || is(self.kind())) && self.reports().is_empty()
    }

    /// The printed reports: `NJA 2024 s. 3`.
    pub(super) fn reports(&self) -> Vec<String> {
        self.texts("referatNummerLista")
    }

    pub(super) fn case_numbers(&self) -> Vec<String> {
        self.texts("malNummerLista")
    }

    /// The day of the decision (`YYYY-MM-DD`).
    pub(super) fn day(&self) -> Option<&str> {
        self.text("avgorandedatum").get(..10).filter(|day| lagrum_artifact::is_date(day))
    }

    /// The court's name of the case, without quotation marks.
    pub(super) fn name(&self) -> Option<String> {
        let name = collapsed(self.text("benamning").trim_matches(['"', '”', '“', '«', '»', '\'', '’']));
        (!name.is_empty()).then_some(name)
    }

    pub(super) fn summary(&self) -> Option<&str> {
        self.filled("sammanfattning")
    }

    pub(super) fn ecli(&self) -> Option<&str> {
        self.filled("ecliNummer")
    }

    /// The number of a judgment of Arbetsdomstolen.
    pub(super) fn judgment_number(&self) -> Option<&str> {
        self.filled("arbetsdomstolenDomsnummer")
    }

    pub(super) fn group(&self) -> Option<&str> {
        self.filled("gruppKorrelationsnummer")
    }

    /// The publisher's id of the record.
    pub(super) fn id(&self) -> Option<&str> {
        self.filled("id")
    }

    /// When the record was published.
    pub(super) fn published(&self) -> Option<&str> {
        self.filled("publiceringstid")
    }

    /// Whether the court gives the decision as guiding.
    pub(super) fn is_guiding(&self) -> Option<bool> {
        self.0.get("arVagledande").and_then(Value::as_bool)
    }

    /// The files beside the record.
    pub(super) fn attachments(&self) -> Vec<Attachment> {
        let field = |file: &Value, name: &str| {
            Some(collapsed(file.get(name).and_then(Value::as_str).unwrap_or_default()))
                .filter(|text| !text.is_empty())
        };
        let files = self.list("bilagaLista").filter_map(|file| {
            let id = field(file, "fillagringId");
            let name = field(file, "filnamn").or_else(|| id.clone())?;
            Some(Attachment { name, id })
        });
        files.collect()
    }

    pub(super) fn keywords(&self) -> Vec<String> {
        self.texts("nyckelordLista")
    }

    pub(super) fn areas(&self) -> Vec<String> {
        self.texts("rattsomradeLista")
    }

    pub(super) fn european(&self) -> Vec<String> {
        self.texts("europarattsligaAvgorandenLista")
    }

    /// The body as HTML.
    pub(super) fn body(&self) -> &str {
        self.text("innehall")
    }

    /// The provisions, with the numbers of their statutes.
    pub(super) fn provisions(&self) -> Vec<Reference> {
        self.references("lagrumLista", "referens", "sfsNummer")
    }

    /// The cases, with their groups of publications. Several names of one case, a JSON list in a text, are joined.
    pub(super) fn cases(&self) -> Vec<Reference> {
        let mut cases = self.references("hanvisadePubliceringarLista", "fritext", "gruppKorrelationsnummer");
        for case in &mut cases {
            if let Ok(names) = serde_json::from_str::<Vec<String>>(&case.text) {
                case.text = names.iter().map(|name| collapsed(name)).collect::<Vec<_>>().join(", ");
            }
        }
        cases
    }

    pub(super) fn works(&self) -> Vec<Reference> {
        self.references("forarbeteLista", "referens", "")
    }

    pub(super) fn literature(&self) -> Vec<Reference> {
        self.references("litteraturLista", "titel", "")
    }

    /// The references of a list. A member is a text, or an object with a text and what it belongs to.
    fn references(&self, list: &str, text: &str, belongs_to: &str) -> Vec<Reference> {
        let field = |member: &Value, name: &str| {
            collapsed(member.get(name).and_then(Value::as_str).unwrap_or_default())
        };
        let references = self.list(list).map(|member| {
            let own = member.as_str().map_or_else(|| field(member, text), collapsed);
            // Authors stand before a title.
            let author = field(member, "forfattare");
            let text = if author.is_empty() { own } else { format!("{author}, {own}") };
            // A provision without words is its statute.
            let text = if text.is_empty() { field(member, belongs_to) } else { text };
            let belongs_to = Some(field(member, belongs_to)).filter(|belongs_to| !belongs_to.is_empty());
            Reference { text, belongs_to }
        });
        references.filter(|reference| !reference.text.is_empty()).collect()
    }
}

/// A text with single blanks.
fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_generations_are_read() {
        for (json, form, kind, is_no_decision) in [
            (r#"{"domstol":{"domstolKod":"HDO"},"typ":"REFERAT"}"#, Some("REFERAT"), Some("REFERAT"), false),
            (
                r#"{"domstol":{"domstolKod":"HDO"},"publiceringsform":"REFERAT","typ":"PREJUDIKAT"}"#,
                Some("REFERAT"),
                Some("PREJUDIKAT"),
                false,
            ),
            (r#"{"domstol":{"domstolKod":"HDO"},"typ":"PREJUDIKAT"}"#, None, Some("PREJUDIKAT"), false),
            (
                r#"{"domstol":{"domstolKod":"HDO"},"typ":"PROVNINGSTILLSTAND"}"#,
                Some("PROVNINGSTILLSTAND"),
                Some("PROVNINGSTILLSTAND"),
                true,
            ),
            (
                r#"{"domstol":{"domstolKod":"HDO"},"publiceringsform":"DOM_ELLER_BESLUT","typ":"FORHANDSAVGORANDE"}"#,
                Some("DOM_ELLER_BESLUT"),
                Some("FORHANDSAVGORANDE"),
                true,
            ),
        ] {
            let record = Record::read(json.as_bytes()).unwrap();
            assert_eq!(
                (record.form(), record.kind(), record.is_no_decision()),
                (form, kind, is_no_decision),
                "{json}"
            );
        }
    }

    #[test]
    fn what_is_no_record_is_refused() {
        for json in [
            "",
            " ",
            "{",
            "[]",
            "[{}]",
            "{}",
            r#"{"domstol":{}}"#,
            r#"{"domstol":"HDO"}"#,
            "<html>",
            "7",
            "null",
        ] {
            assert!(Record::read(json.as_bytes()).is_err(), "{json}");
        }
    }
}
