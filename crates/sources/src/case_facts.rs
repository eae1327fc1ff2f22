//! The facts by which a decision is identified: its court, numbers and reports. Its day is that of its description.

use lagrum_artifact::Artifact;

use crate::dv::{court_of_series, is_of_last_instance as of_last_instance};
use crate::organisation;
use crate::{FlowGroup, Source};

/// What identifies a decision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseFacts {
    /// The Swedish name of the court or body that decided.
    pub court: Option<String>,
    /// The word before the numbers: `mål`, `dnr`, `ansökan`.
    pub number_word: &'static str,
    /// The numbers of the case: case numbers, register numbers or application numbers.
    pub numbers: Vec<String>,
    /// The reports in which it is printed: `NJA 2031 s. 5`.
    pub reports: Vec<String>,
    /// Its European case-law identifier.
    pub ecli: Option<String>,
}

impl CaseFacts {
    /// The fields of an artifact that [`case_facts`] reads.
    pub const FIELDS: [&'static str; 10] = [
        "celex",
        "court",
        "court_namn",
        "doctype",
        "ecli",
        "label",
        "malnummer",
        "metadata",
        "referat",
        "type",
    ];
}

/// The facts of a decision; None for a document that is not a decision.
pub fn case_facts(artifact: &Artifact, source: &Source) -> Option<CaseFacts> {
    let is_judgment =
        || matches!(artifact.str(&["doctype"]), Some("judgment" | "opinion" | "order" | "decision"));
    let has_court = artifact.str(&["court"]).is_some() || artifact.str(&["court_namn"]).is_some();
    let is_decision = artifact.str(&["type"]) == Some("avgorande");
    if !(has_court || is_decision || (source.act_form.is_some() && is_judgment())) {
        return None;
    }
    let text =
        |path: &[&str]| artifact.str(path).map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
    let texts = |path: &[&str]| -> Vec<String> { artifact.strs(path).map(str::to_owned).collect() };
    let number_fields: [(&str, &[&str]); 3] = [
        ("mål", &["malnummer"]),
        ("ansökan", &["metadata", "applicationNumber"]),
        ("dnr", &["metadata", "diarienummer"]),
    ];
    let mut found = number_fields.into_iter().map(|(word, path)| (word, texts(path)));
    let (number_word, numbers) = found.find(|(_, numbers)| !numbers.is_empty()).unwrap_or_else(|| {
        // A judgment of the Union is labelled by its number, with a name after it.
        let label = artifact.str(&["celex"]).and_then(|_| text(&["label"]));
        let number = label.map(|label| label.split(" (").next().unwrap_or_default().to_owned());
        ("mål", number.into_iter().collect())
    });
    Some(CaseFacts {
        court: text(&["court_namn"])
            .or_else(|| text(&["metadata", "publisher"]).map(|name| organisation(&name).to_owned()))
            .or_else(|| artifact.str(&["celex"]).and_then(court_of_celex).map(str::to_owned)),
        number_word,
        numbers,
        reports: texts(&["referat"]),
        ecli: text(&["ecli"]),
    })
}

/// The court or body that made a decision, by its local id or its publisher: `Högsta domstolen`. None for other documents.
pub fn decided_by(group: FlowGroup, local_id: &str, publisher: Option<&str>) -> Option<String> {
    if !(group.is_case_law() || group == FlowGroup::Myndighetsavgoranden) {
        return None;
    }
    let of_celex = || court_of_celex(local_id.strip_prefix("celex/")?);
    let named = of_celex().or_else(|| court_of_series(local_id)).map(str::to_owned);
    named.or_else(|| publisher.filter(|name| !name.contains("://")).map(|name| organisation(name).to_owned()))
}

/// Whether a document is a decision of a court of last instance: Högsta domstolen, Högsta förvaltningsdomstolen, Arbetsdomstolen,
/// Migrationsöverdomstolen or the Court of Justice of the Union.
pub fn is_of_last_instance(local_id: &str) -> bool {
    let of_union = || court_of_celex(local_id.strip_prefix("celex/")?);
    of_last_instance(local_id) || of_union() == Some("EU-domstolen")
}

/// The court of the Union that a CELEX number of sector 6 names: `62018CJ0311` is one of the Court of Justice.
fn court_of_celex(celex: &str) -> Option<&'static str> {
    let rest = celex.strip_prefix('6')?;
    match rest.get(4..)?.as_bytes().first()? {
        b'C' => Some("EU-domstolen"),
        b'T' => Some("Tribunalen"),
        b'F' => Some("Personaldomstolen"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::source;

    #[test]
    fn who_decided() {
        for (group, local_id, publisher, expected) in [
            (FlowGroup::Rattsfall, "dom/nja/2031s5", None, Some("Högsta domstolen")),
            (FlowGroup::Rattsfall, "dom/rh/2031:5", None, Some("Hovrätt")),
            (FlowGroup::Rattsfall, "dom/xx/2031:5", None, None),
            (FlowGroup::EuDomar, "celex/62031CJ0005", None, Some("EU-domstolen")),
            (FlowGroup::Myndighetsavgoranden, "avg/jo/1-2031", Some("Fårnämnden"), Some("Fårnämnden")),
            (FlowGroup::Forfattningar, "2031:5", Some("Fårnämnden"), None),
        ] {
            assert_eq!(decided_by(group, local_id, publisher).as_deref(), expected, "{local_id}");
        }
    }

    #[test]
    fn what_courts_of_last_instance_decided() {
        for (local_id, expected) in [
            ("dom/nja/2031s5", true),
            ("dom/hfd/2031:5", true),
            ("dom/ad/2031:5", true),
            ("dom/rh/2031:5", false),
            ("dom/mod/2031:5", false),
            ("celex/62031CJ0005", true),
            ("celex/62031TJ0005", false),
            ("celex/32031R0005", false),
            ("2031:5", false),
        ] {
            assert_eq!(is_of_last_instance(local_id), expected, "{local_id}");
        }
    }

    #[test]
    fn facts_of_decisions() {
        let table = [
            (
                "dv",
                json!({"court":"HDO","court_namn":"Högsta domstolen","avgorandedatum":"2031-02-03",
                    "malnummer":["T 17-30"],"referat":["NJA 2031 s. 5"]}),
                Some("Högsta domstolen|mål T 17-30|NJA 2031 s. 5"),
            ),
            (
                "avg",
                json!({"type":"avgorande","metadata":{"publisher":"Fårnämnden","diarienummer":["1-2"],"beslutsdatum":"2031-02-03"}}),
                Some("Fårnämnden|dnr 1-2|"),
            ),
            (
                "eurlex",
                json!({"celex":"62031CJ0005","doctype":"judgment","label":"C-5/31 (Getter)","date":"2031-02-03"}),
                Some("EU-domstolen|mål C-5/31|"),
            ),
            (
                "hudoc",
                json!({"type":"avgorande","court":"echr","date":"2031-02-03","metadata":{"publisher":"European Court of Human Rights",
                    "applicationNumber":["1/30","2/30"]}}),
                Some("Europadomstolen|ansökan 1/30, 2/30|"),
            ),
            ("eurlex", json!({"celex":"32031R0005","doctype":"regulation","label":"(EU) 2031/5"}), None),
            ("sfs", json!({"label":"SFS 2031:5"}), None),
        ];
        for (name, mut json, expected) in table {
            json["uri"] = "https://lag.example/x".into();
            let artifact = Artifact::parse(json.to_string().as_bytes()).unwrap();
            let facts = case_facts(&artifact, source(name)).map(|facts| {
                let CaseFacts { court, number_word, numbers, reports, .. } = facts;
                let court = court.unwrap_or_default();
                format!("{court}|{number_word} {}|{}", numbers.join(", "), reports.join(", "))
            });
            assert_eq!(facts.as_deref(), expected, "{json}");
        }
    }
}
