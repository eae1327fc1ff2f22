//! A site in the shape of HUDOC with invented judgments, for a [player](crate::Player::start_site).

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

use crate::player::{Asked, SiteAnswer};
use crate::request_words::{decoded, parameter};

/// The most hits that a query can have.
const MAX_HITS: usize = 10_000;

/// An invented judgment.
#[derive(Clone, Debug)]
pub struct Judgment {
    /// `001-999001`
    pub item: String,
    /// The day, `2031-02-03`.
    pub day: String,
    /// The name of the case.
    pub name: String,
    /// Its paragraphs. None where the site has no text yet.
    pub paragraphs: Option<Vec<String>>,
    /// Whether its record says that it stands for a judgment to come.
    pub is_announced: bool,
    /// The value of a column that says how important the case is.
    pub importance: u8,
}

impl Judgment {
    /// A judgment with two paragraphs.
    pub fn new(number: u32, day: &str) -> Self {
        let name = format!("CASE OF RAM No. {number} v. DIMLAND");
        let paragraphs = vec![
            format!("The applicant keeps {number} sheep."),
            "The Court notes that Article 6 of the Convention protects shepherds.".to_owned(),
        ];
        Self {
            item: format!("001-{number}"),
            day: day.to_owned(),
            name,
            paragraphs: Some(paragraphs),
            is_announced: false,
            importance: 3,
        }
    }

    fn columns(&self) -> Value {
        let ecli = format!("ECLI:CE:ECHR:{}:{}", &self.day[..4], self.item.replace('-', ""));
        json!({
            "itemid": self.item, "docname": self.name, "doctype": "HEJUD", "appno": "1/31",
            "documentcollectionid2": "CASELAW;JUDGMENTS;CHAMBER;ENG", "languageisocode": "ENG",
            "kpdate": format!("{}T00:00:00", self.day), "ecli": ecli, "respondent": "DIM",
            "originatingbody": "Court (Chamber)", "importance": self.importance.to_string(),
            "article": "6", "conclusion": "Violation of Article 6", "publishedby": null,
            "isplaceholder": if self.is_announced { "True" } else { "False" }, "Rank": "7.5",
        })
    }

    fn text(&self) -> Option<String> {
        let paragraphs = self.paragraphs.as_ref()?;
        let style = "<style>.s0000001 { font-size:14pt } .s0000002 { text-indent:14.2pt }</style>";
        let numbered = paragraphs.iter().enumerate().map(|(at, text)| {
            format!(
                "<p class=\"s0000002\"><span>{}.</span><span>&#xa0;</span><span>{text}</span></p>",
                at + 1
            )
        });
        let numbered: String = numbered.collect();
        Some(format!(
            "{style}<div><p class=\"s0000001\">{}</p><p class=\"s0000002\">STRASBOURG {}</p>{numbered}</div>",
            self.name, self.day
        ))
    }
}

/// The judgments of a site, which tests may change.
#[derive(Clone, Debug)]
pub struct StrasbourgSite(Arc<Mutex<Vec<Judgment>>>);

impl StrasbourgSite {
    /// A site of these judgments.
    pub fn new(judgments: Vec<Judgment>) -> Self {
        Self(Arc::new(Mutex::new(judgments)))
    }

    /// Changes the judgments.
    pub fn change(&self, change: impl FnOnce(&mut Vec<Judgment>)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// What the site answers.
    pub fn answer(&self, asked: &Asked) -> SiteAnswer {
        let judgments = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if asked.path.starts_with("/app/query/results?") {
            let json = ("Content-Type".to_owned(), "application/json; charset=utf-8".to_owned());
            return (200, vec![json], list(&judgments, &asked.path).to_string().into_bytes());
        }
        if asked.path.starts_with("/app/conversion/docx/html/body?") {
            let item = parameter(&asked.path, "id").unwrap_or_default();
            let text = judgments.iter().find(|judgment| judgment.item == item).and_then(Judgment::text);
            let html = ("Content-Type".to_owned(), "text/html; charset=utf-8".to_owned());
            return match text {
                Some(text) => (200, vec![html], text.into_bytes()),
                None => (204, Vec::new(), Vec::new()),
            };
        }
        (404, Vec::new(), b"not here".to_vec())
    }
}

fn list(judgments: &[Judgment], path: &str) -> Value {
    let query = decoded(&parameter(path, "query").unwrap_or_default());
    let day = |after: &str| {
        let from = query.split_once(after).map_or("", |(_, rest)| rest);
        from.get(..10).unwrap_or_default().to_owned()
    };
    let (first, last) = (day("kpdate>=\""), day("kpdate<=\""));
    let mut found: Vec<&Judgment> =
        judgments.iter().filter(|judgment| judgment.day >= first && judgment.day <= last).collect();
    found.sort_by(|a, b| (&b.day, &b.item).cmp(&(&a.day, &a.item)));
    let number = |name: &str| parameter(path, name).and_then(|text| text.parse().ok()).unwrap_or(0);
    let results: Vec<Value> = found
        .iter()
        .take(MAX_HITS)
        .skip(number("start"))
        .take(number("length"))
        .map(|judgment| json!({"columns": judgment.columns()}))
        .collect();
    json!({"resultcount": found.len().min(MAX_HITS), "results": results})
}
