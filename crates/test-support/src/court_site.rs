//! A site in the shape of the interface of Domstolsverket with invented decisions, for a [player](crate::Player::start_site).

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

use crate::invented_pdf::invented_pdf;
use crate::player::{Asked, SiteAnswer};
use crate::request_words::{decoded, parameter};

/// The greatest size of a page.
const MAX_PAGE: usize = 100;

/// An invented publication.
#[derive(Clone, Debug)]
pub struct Decision {
    /// Its id.
    pub id: String,
    /// The group of publications of the same case.
    pub group: String,
    /// The form, as older records have it: `REFERAT`, `DOM_ELLER_BESLUT`.
    pub form: String,
    /// The weight, in records of the newer generation (`PREJUDIKAT`).
    pub weight: Option<String>,
    /// The printed reports.
    pub reports: Vec<String>,
    /// The day of the decision.
    pub day: String,
    /// When it was published.
    pub published: String,
    /// The text as HTML. None where there is only a file.
    pub text: Option<String>,
    /// Whether rows of the list leave the text out.
    pub is_text_left_out: bool,
    /// The files: name, id and bytes.
    pub files: Vec<(String, Option<String>, Vec<u8>)>,
    /// Whether it is withdrawn: no list has it, and the answer for its id is empty.
    pub is_withdrawn: bool,
}

impl Decision {
    /// A referat with two paragraphs, in a group of its own.
    pub fn referat(number: u32, day: &str) -> Self {
        let year = &day[..4];
        Self {
            id: format!("r-{number:05}"),
            group: format!("g-{number:05}"),
            form: "REFERAT".into(),
            weight: None,
            reports: vec![format!("NJA {year}:{number}"), format!("NJA {year} s. {number}")],
            day: day.into(),
            published: format!("{day}T10:00:00"),
            text: Some(format!(
                "<p>Får nummer {number} hade sprungit bort.</p><p>HD lämnade revisionen utan bifall.</p>"
            )),
            is_text_left_out: false,
            files: Vec::new(),
            is_withdrawn: false,
        }
    }

    /// The judgment of a group, of which there is only a file.
    pub fn judgment(number: u32, day: &str) -> Self {
        let name = format!("dom-{number}.pdf");
        let file = Some(format!("2031/02/{number}/{name}"));
        Self {
            id: format!("d-{number:05}"),
            form: "DOM_ELLER_BESLUT".into(),
            weight: Some("PREJUDIKAT".into()),
            reports: Vec::new(),
            text: None,
            files: vec![(
                name,
                file,
                invented_pdf(&["DOMSLUT", "", &format!("Får nummer {number} är hittat.")]),
            )],
            ..Self::referat(number, day)
        }
    }

    fn record(&self, is_row: bool) -> Value {
        let files: Vec<Value> = self
            .files
            .iter()
            .map(|(name, id, _)| match id {
                Some(id) => json!({"filnamn": name, "fillagringId": id}),
                None => json!({"filnamn": name}),
            })
            .collect();
        let number = self.group.trim_start_matches(|c: char| !c.is_ascii_digit());
        let mut record = json!({
            "id": self.id, "gruppKorrelationsnummer": self.group, "typ": self.form,
            "domstol": {"domstolKod": "HDO", "domstolNamn": "Högsta domstolen"},
            "referatNummerLista": self.reports, "malNummerLista": [format!("T {number}-30")],
            "avgorandedatum": self.day, "publiceringstid": self.published, "sammanfattning": "Fråga om får.",
            "innehall": self.text, "lagrumLista": [{"referens": "1 § fårlagen (2020:1)", "sfsNummer": "2020:1"}],
            "litteraturLista": [], "forarbeteLista": [], "hanvisadePubliceringarLista": [],
            "europarattsligaAvgorandenLista": [], "nyckelordLista": ["Får"], "rattsomradeLista": [],
            "bilagaLista": files, "arVagledande": true,
        });
        if let Some(weight) = &self.weight {
            record["publiceringsform"] = self.form.clone().into();
            record["typ"] = weight.clone().into();
        }
        if is_row
            && self.is_text_left_out
            && let Some(record) = record.as_object_mut()
        {
            record.remove("innehall");
        }
        record
    }
}

/// The decisions of a site, which tests may change.
#[derive(Clone, Debug)]
pub struct CourtSite(Arc<Mutex<Vec<Decision>>>);

impl CourtSite {
    /// A site of these decisions.
    pub fn new(decisions: Vec<Decision>) -> Self {
        Self(Arc::new(Mutex::new(decisions)))
    }

    /// Changes the decisions.
    pub fn change(&self, change: impl FnOnce(&mut Vec<Decision>)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// What the site answers.
    pub fn answer(&self, asked: &Asked) -> SiteAnswer {
        let decisions = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let there = || decisions.iter().filter(|decision| !decision.is_withdrawn);
        let json = || ("Content-Type".to_owned(), "application/json; charset=utf-8".to_owned());
        let path = asked.path.strip_prefix("/api/v1").unwrap_or(&asked.path);
        if path.starts_with("/publiceringar?") {
            let (total, rows) = list(&decisions, path);
            let total = ("X-Total-Count".to_owned(), total.to_string());
            return (200, vec![json(), total], Value::from(rows).to_string().into_bytes());
        }
        if let Some(group) = path.strip_prefix("/publiceringar/grupp/") {
            let members = there().filter(|decision| decision.group == group);
            let members: Vec<Value> = members.map(|decision| decision.record(false)).collect();
            return (200, vec![json()], Value::from(members).to_string().into_bytes());
        }
        if let Some(id) = path.strip_prefix("/publiceringar/") {
            let found = there().find(|decision| decision.id == id);
            let body = found.map_or(String::new(), |decision| decision.record(false).to_string());
            return (200, vec![json()], body.into_bytes());
        }
        if let Some(id) = path.strip_prefix("/bilagor/") {
            let id = decoded(id);
            let mut files = there().flat_map(|decision| &decision.files);
            let pdf = ("Content-Type".to_owned(), "application/pdf".to_owned());
            return match files.find(|(_, found, _)| found.as_deref() == Some(&*id)) {
                Some((.., bytes)) => (200, vec![pdf], bytes.clone()),
                None => (404, Vec::new(), b"not here".to_vec()),
            };
        }
        (404, Vec::new(), b"not here".to_vec())
    }
}

/// The number of rows, and those of a page: one member of each group, newest decision first, whatever order is asked for.
fn list(decisions: &[Decision], path: &str) -> (usize, Vec<Value>) {
    let mut shown: Vec<&Decision> = Vec::new();
    for decision in decisions.iter().filter(|decision| !decision.is_withdrawn) {
        if !shown.iter().any(|other| other.group == decision.group) {
            shown.push(decision);
        }
    }
    shown.sort_by(|a, b| (&b.day, &b.id).cmp(&(&a.day, &a.id)));
    let number = |name: &str| parameter(path, name).and_then(|text| text.parse::<usize>().ok());
    let size = number("pagesize").unwrap_or(20).min(MAX_PAGE);
    let page = shown.iter().skip(number("page").unwrap_or(0) * size).take(size);
    (shown.len(), page.map(|decision| decision.record(true)).collect())
}
