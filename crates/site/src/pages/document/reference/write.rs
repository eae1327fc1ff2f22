//! The writers of references. Which field of a form has which fact follows the tables of Zotero's translators.

use serde_json::{Map, Value, json};

use super::fields::{Reference, ReferenceKind};

/// A reference as BibTeX.
pub(super) fn bibtex(reference: &Reference) -> String {
    // Braces and backslashes have a special meaning, and a line break ends a field.
    let plain = |text: &str| -> String {
        text.chars()
            .filter(|c| !matches!(c, '{' | '}' | '\\'))
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect()
    };
    let author = reference.court.as_ref().or(reference.publisher.as_ref());
    let report = reference.report.as_ref();
    let mut fields = vec![("title", format!("{{{}}}", plain(&reference.title)))];
    let mut add = |name: &'static str, value: Option<String>| fields.extend(value.map(|value| (name, value)));
    add("author", author.map(|author| format!("{{{}}}", plain(author))));
    add("institution", reference.court.as_deref().map(plain));
    add("number", reference.number.as_deref().map(plain));
    add("series", reference.series.as_deref().map(plain));
    add("journal", report.map(|report| plain(&report.reporter)));
    add("volume", report.map(|report| plain(&report.volume)));
    add("pages", report.map(|report| plain(&report.page)));
    add("year", reference.year.map(|year| year.to_string()));
    add("date", reference.date.as_deref().map(plain));
    add("note", Some(plain(&reference.citation)));
    add("url", Some(plain(&reference.uri)));
    add("urldate", Some(reference.read.clone()));
    let fields: Vec<String> = fields.iter().map(|(name, value)| format!("  {name} = {{{value}}}")).collect();
    let kind = match reference.kind {
        ReferenceKind::Report => "techreport",
        _ => "misc",
    };
    format!("@{kind}{{{},\n{}\n}}\n", reference.key, fields.join(",\n"))
}

/// A reference as RIS.
pub(super) fn ris(reference: &Reference) -> String {
    let plain =
        |text: &str| -> String { text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect() };
    let kind = match reference.kind {
        ReferenceKind::Statute => "STAT",
        ReferenceKind::Case => "CASE",
        ReferenceKind::Report => "RPRT",
        ReferenceKind::Document => "GEN",
    };
    let number = match reference.kind {
        ReferenceKind::Statute => "M1",
        ReferenceKind::Case => "SV",
        ReferenceKind::Report | ReferenceKind::Document => "SN",
    };
    let report = reference.report.as_ref();
    let mut lines = vec![("TY", kind.to_owned()), ("TI", plain(&reference.title))];
    let mut add = |tag: &'static str, value: Option<String>| lines.extend(value.map(|value| (tag, value)));
    add("T2", reference.series.as_deref().or(report.map(|report| &*report.reporter)).map(plain));
    add("VL", report.map(|report| plain(&report.volume)));
    add("SP", report.map(|report| plain(&report.page)));
    add(number, reference.number.as_deref().map(plain));
    add("PB", reference.court.as_deref().or(reference.publisher.as_deref()).map(plain));
    add("PY", reference.year.map(|year| year.to_string()));
    add("DA", reference.date.as_ref().map(|date| date.replace('-', "/")));
    add("LA", Some(reference.language.to_owned()));
    add("N1", Some(plain(&reference.citation)));
    add("UR", Some(plain(&reference.uri)));
    add("Y2", Some(reference.read.replace('-', "/")));
    add("ER", Some(String::new()));
    let lines: Vec<String> = lines.iter().map(|(tag, value)| format!("{tag}  - {value}\r\n")).collect();
    lines.concat()
}

/// A reference as CSL-JSON: a list of one item.
pub(super) fn csl(reference: &Reference) -> String {
    let kind = match reference.kind {
        ReferenceKind::Statute => "legislation",
        ReferenceKind::Case => "legal_case",
        ReferenceKind::Report => "report",
        ReferenceKind::Document => "document",
    };
    let report = reference.report.as_ref();
    let mut item = Map::new();
    let mut set = |name: &str, value: Option<Value>| item.extend(value.map(|value| (name.to_owned(), value)));
    set("id", Some(reference.key.clone().into()));
    set("type", Some(kind.into()));
    set("title", Some(reference.title.clone().into()));
    set("authority", reference.court.clone().map(Value::from));
    let container = reference.series.clone().or(report.map(|report| report.reporter.clone()));
    set("container-title", container.map(Value::from));
    set("volume", report.map(|report| report.volume.clone().into()));
    set("page", report.map(|report| report.page.clone().into()));
    set("number", reference.number.clone().map(Value::from));
    set("publisher", reference.publisher.clone().map(Value::from));
    let year = reference.year.map(|year| json!({ "date-parts": [[year]] }));
    set("issued", reference.date.as_deref().and_then(date_parts).or(year));
    set("accessed", date_parts(&reference.read));
    set("language", Some(reference.language.into()));
    set("URL", Some(reference.uri.clone().into()));
    set("note", Some(reference.citation.clone().into()));
    json!([item]).to_string()
}

/// A date as citation styles have it: year, month, day, as far as they are stated.
fn date_parts(date: &str) -> Option<Value> {
    let parts: Option<Vec<u16>> = date.split('-').map(|part| part.parse().ok()).collect();
    parts.filter(|parts| (1..=3).contains(&parts.len())).map(|parts| json!({ "date-parts": [parts] }))
}

#[cfg(test)]
mod tests {
    use super::super::fields::{Report, key};
    use super::*;

    fn statute() -> Reference {
        Reference {
            kind: ReferenceKind::Statute,
            key: key("1931:47"),
            title: "Fårlag {1931:47}".to_owned(),
            citation: "2 kap. 3 § fårlagen".to_owned(),
            number: Some("SFS 1931:47".to_owned()),
            series: Some("SFS".to_owned()),
            court: None,
            report: None,
            publisher: None,
            year: Some(1931),
            date: Some("1931-05-01".to_owned()),
            language: "sv",
            uri: "https://lag.example/1931:47#K2P3".to_owned(),
            read: "2032-01-02".to_owned(),
        }
    }

    fn case() -> Reference {
        Reference {
            kind: ReferenceKind::Case,
            key: key("dom/nja/2031s5"),
            title: "NJA 2031 s. 5".to_owned(),
            citation: "NJA 2031 s. 5".to_owned(),
            number: Some("T 17-30".to_owned()),
            series: None,
            court: Some("Högsta domstolen".to_owned()),
            report: Report::parse("NJA 2031 s. 5"),
            year: Some(2031),
            date: Some("2031-02-03".to_owned()),
            uri: "https://lag.example/dom/nja/2031s5".to_owned(),
            ..statute()
        }
    }

    #[test]
    fn an_act_has_its_number_in_a_field() {
        assert_eq!(
            bibtex(&statute()),
            "@misc{1931-47,\n  title = {{Fårlag 1931:47}},\n  number = {SFS 1931:47},\n  series = {SFS},\n  year = {1931},\n  \
             date = {1931-05-01},\n  note = {2 kap. 3 § fårlagen},\n  url = {https://lag.example/1931:47#K2P3},\n  urldate = {2032-01-02}\n}\n"
        );
        assert_eq!(
            ris(&statute()),
            "TY  - STAT\r\nTI  - Fårlag {1931:47}\r\nT2  - SFS\r\nM1  - SFS 1931:47\r\nPY  - 1931\r\nDA  - 1931/05/01\r\nLA  - sv\r\n\
             N1  - 2 kap. 3 § fårlagen\r\nUR  - https://lag.example/1931:47#K2P3\r\nY2  - 2032/01/02\r\nER  - \r\n"
        );
    }

    #[test]
    fn a_decision_has_its_court_and_report_in_fields() {
        let (bibtex, ris) = (bibtex(&case()), ris(&case()));
        for field in ["institution = {Högsta domstolen}", "journal = {NJA}", "volume = {2031}", "pages = {5}"]
        {
            assert!(bibtex.contains(field), "{bibtex}");
        }
        for line in
            ["TY  - CASE", "T2  - NJA", "VL  - 2031", "SP  - 5", "SV  - T 17-30", "PB  - Högsta domstolen"]
        {
            assert!(ris.contains(&format!("{line}\r\n")), "{ris}");
        }
    }

    #[test]
    fn styles_have_types_of_their_own() {
        let items: Value = serde_json::from_str(&csl(&case())).unwrap();
        let expected = json!({ "type": "legal_case", "authority": "Högsta domstolen", "container-title": "NJA", "volume": "2031",
            "page": "5", "number": "T 17-30", "issued": { "date-parts": [[2031, 2, 3]] } });
        for (name, value) in expected.as_object().unwrap() {
            assert_eq!(items[0][name], *value, "{name}");
        }
        let items: Value = serde_json::from_str(&csl(&statute())).unwrap();
        assert_eq!((&items[0]["type"], &items[0]["number"]), (&json!("legislation"), &json!("SFS 1931:47")));
        assert_eq!(date_parts("1972"), Some(json!({ "date-parts": [[1972]] })));
        assert_eq!(date_parts("odaterad"), None);
    }
}
