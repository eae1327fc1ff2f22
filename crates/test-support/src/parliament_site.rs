//! A site in the shape of the open data of Riksdagen with invented documents, for a [player](crate::Player::start_site).

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{Cursor, Write as _};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::player::{Asked, SiteAnswer};
use crate::request_words::{decoded, parameter};

/// An invented record of a document, or of a further part of one.
#[derive(Clone, Debug)]
pub struct Work {
    /// Its id: `HX0319`, of a further part `HX0319d2`.
    pub id: String,
    /// The type: `prop`, `bet`, `rskr`, `dir`.
    pub doktyp: String,
    /// The finer type. Further parts have none.
    pub subtyp: String,
    /// The session: `2030/31`.
    pub session: String,
    /// The number within the session.
    pub number: String,
    /// When it was changed last.
    pub stamp: String,
    /// Its title.
    pub title: String,
    /// Its text as HTML.
    pub html: String,
    /// The data set that has it, without the ending of its name (`prop-2030-2033`). None where only lists have it.
    pub data_set: Option<String>,
    /// What the data set has in place of it, where that is older.
    pub in_data_set: Option<Box<Work>>,
    /// Whether it is gone: no list or data set has it, and no answer.
    pub is_gone: bool,
}

impl Work {
    /// A bill with two sections, in a data set.
    pub fn bill(number: u32, session: &str) -> Self {
        let text = "Regeringen föreslår att får får beta på fler berg än förut, om de räknas varje morgon. "
            .repeat(6);
        Self {
            id: format!("HX03{number}"),
            doktyp: "prop".into(),
            subtyp: "prop".into(),
            session: session.into(),
            number: number.to_string(),
            stamp: "2030-11-05 10:11:12".into(),
            title: format!("Får på berg {number}"),
            html: format!("<h1>Får på berg {number}</h1><p>{text}</p><p>Får nummer {number} saknas.</p>"),
            data_set: Some("prop-2030-2033".into()),
            in_data_set: None,
            is_gone: false,
        }
    }

    /// A report on a bill, which only lists have.
    pub fn report(number: u32, session: &str) -> Self {
        Self {
            id: format!("HX01BeU{number}"),
            doktyp: "bet".into(),
            subtyp: "bet".into(),
            number: format!("BeU{number}"),
            data_set: None,
            ..Self::bill(number, session)
        }
    }

    /// A further part of a document.
    #[must_use]
    pub fn further_part(&self, number: u32, html: &str) -> Self {
        Self { id: format!("{}d{number}", self.id), subtyp: String::new(), html: html.into(), ..self.clone() }
    }

    /// The record of one that is not published yet.
    #[must_use]
    pub fn without_text(self) -> Self {
        Self { html: "<div><p>Dokumentet är inte publicerat</p></div>".into(), ..self }
    }

    /// The record (`dokumentstatus`).
    pub fn record(&self) -> Value {
        let Self { id, doktyp, subtyp, session, number, stamp, title, html, .. } = self;
        json!({"dokumentstatus": {
            "dokument": {
                "hangar_id": "1", "dok_id": id, "rm": session, "beteckning": number, "typ": doktyp,
                "subtyp": subtyp, "doktyp": doktyp, "datum": "2030-11-04 00:00:00", "systemdatum": stamp,
                "titel": title, "status": "Klar", "htmlformat": "html", "html": html,
            },
            "dokaktivitet": {"aktivitet": {"kod": "INL", "datum": "2030-11-04 00:00:00"}},
            "dokreferens": null, "dokbilaga": null,
        }})
    }

    fn row(&self) -> Value {
        let Self { id, doktyp, subtyp, session, number, stamp, title, .. } = self;
        json!({
            "id": id.to_lowercase(), "dok_id": id, "rm": session, "beteckning": number, "doktyp": doktyp,
            "subtyp": subtyp, "titel": title, "datum": "2030-11-04", "systemdatum": stamp, "status": "Klar",
        })
    }
}

#[derive(Debug)]
struct State {
    works: Vec<Work>,
    page_size: usize,
    states_no_stamps: bool,
    sends_other_rests: bool,
}

/// The documents of a site, which tests may change.
#[derive(Clone, Debug)]
pub struct ParliamentSite(Arc<Mutex<State>>);

impl ParliamentSite {
    /// A site of these documents. Its lists have pages of 20 rows, whatever is asked for.
    pub fn new(works: Vec<Work>) -> Self {
        let state = State { works, page_size: 20, states_no_stamps: false, sends_other_rests: false };
        Self(Arc::new(Mutex::new(state)))
    }

    /// Changes the documents.
    pub fn change(&self, change: impl FnOnce(&mut Vec<Work>)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner).works);
    }

    /// Leaves out of the rows of lists when documents were changed.
    pub fn state_no_stamps(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).states_no_stamps = true;
    }

    /// Answers requests for a rest with the rest of what it has by then.
    pub fn send_other_rests(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).sends_other_rests = true;
    }

    /// What the site answers.
    pub fn answer(&self, asked: &Asked) -> SiteAnswer {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let works: Vec<&Work> = state.works.iter().filter(|work| !work.is_gone).collect();
        let json = |value: &Value| {
            let kind = ("Content-Type".to_owned(), "application/json; charset=utf-8".to_owned());
            (200, vec![kind], value.to_string().into_bytes())
        };
        let missing = (404, Vec::new(), b"not here".to_vec());
        if asked.path == "/dataset/katalog/dataset.xml" {
            let kind = ("Content-Type".to_owned(), "text/xml; charset=utf-8".to_owned());
            return (200, vec![kind], catalog(&works).into_bytes());
        }
        if let Some(name) = asked.path.strip_prefix("/dataset/dokument/") {
            let name = name.strip_suffix(".json.zip").unwrap_or_default();
            let members: Vec<&Work> =
                works.iter().copied().filter(|work| work.data_set.as_deref() == Some(name)).collect();
            return if members.is_empty() { missing } else { zip_answer(&state, asked, &zip(&members)) };
        }
        if asked.path.starts_with("/dokumentlista/?") {
            return json(&list(&state, &works, &asked.path));
        }
        let id = asked.path.strip_prefix("/dokumentstatus/").and_then(|id| id.strip_suffix(".json"));
        match works.iter().find(|work| Some(&*work.id) == id) {
            Some(work) => json(&work.record()),
            None => missing,
        }
    }
}

fn catalog(works: &[&Work]) -> String {
    let mut names: Vec<&str> = works.iter().filter_map(|work| work.data_set.as_deref()).collect();
    names.sort_unstable();
    names.dedup();
    let row = |name: &&str| {
        let doktyp = name.split('-').next().unwrap_or_default();
        let formats = ["json", "xml"].map(|format| {
            format!(
                "<dataset><namn>dokument</namn><typ>{doktyp}</typ><filnamn>{name}.{format}.zip</filnamn>\
                 <format>{format}</format><filformat>zip</filformat>\
                 <url>/dataset/dokument/{name}.{format}.zip</url></dataset>"
            )
        });
        formats.concat()
    };
    let rows: Vec<String> = names.iter().map(row).collect();
    format!("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<datasetlista>{}</datasetlista>", rows.concat())
}

fn zip(works: &[&Work]) -> Vec<u8> {
    let mut members = BTreeMap::new();
    for work in works {
        let member = work.in_data_set.as_deref().unwrap_or(work);
        members.insert(format!("{}.json", work.id.to_lowercase()), member.record().to_string());
    }
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in members {
        let begun = zip.start_file(name, SimpleFileOptions::default());
        if begun.is_err() || zip.write_all(text.as_bytes()).is_err() {
            return Vec::new();
        }
    }
    zip.finish().map(Cursor::into_inner).unwrap_or_default()
}

/// The answer for a zip: all of it, the rest of it, or that it is as it was.
fn zip_answer(state: &State, asked: &Asked, bytes: &[u8]) -> SiteAnswer {
    let mut hash = DefaultHasher::new();
    bytes.hash(&mut hash);
    let etag = format!("\"{:016x}\"", hash.finish());
    let mut headers = vec![
        ("Content-Type".to_owned(), "application/zip".to_owned()),
        ("ETag".to_owned(), etag.clone()),
        ("Accept-Ranges".to_owned(), "bytes".to_owned()),
    ];
    if asked.header("if-none-match") == Some(&etag) {
        return (304, headers, Vec::new());
    }
    let range = asked.header("range").and_then(|range| range.strip_prefix("bytes=")?.strip_suffix('-'));
    let begins = range.and_then(|begins| begins.parse::<usize>().ok());
    let fits = state.sends_other_rests || asked.header("if-range").is_none_or(|of| of == etag);
    match begins.filter(|_| fits) {
        Some(begins) if begins >= bytes.len() => (416, headers, Vec::new()),
        Some(begins) => {
            let range = format!("bytes {begins}-{}/{}", bytes.len() - 1, bytes.len());
            headers.push(("Content-Range".to_owned(), range));
            (206, headers, bytes[begins..].to_vec())
        }
        None => (200, headers, bytes.to_vec()),
    }
}

/// A page of a list. Beyond its end the last page comes again, with its number and the address of a next one.
fn list(state: &State, works: &[&Work], path: &str) -> Value {
    let wanted = |name: &str| parameter(path, name).map(|text| decoded(&text)).unwrap_or_default();
    let (doktyp, session) = (wanted("doktyp"), wanted("rm"));
    let found: Vec<&Work> =
        works.iter().copied().filter(|work| work.doktyp == doktyp && work.session == session).collect();
    let pages = found.len().div_ceil(state.page_size);
    let page = wanted("p").parse::<usize>().unwrap_or(1).clamp(1, pages.max(1));
    let rows = found.iter().skip((page - 1) * state.page_size).take(state.page_size);
    let mut rows: Vec<Value> = rows.map(|work| work.row()).collect();
    if state.states_no_stamps {
        for row in rows.iter_mut().filter_map(Value::as_object_mut) {
            row.remove("systemdatum");
        }
    }
    let next = format!("http://data.riksdagen.se/dokumentlista/?doktyp={doktyp}&p={}", page + 1);
    let mut list = json!({
        "@ms": "3", "@sidor": pages.to_string(), "@traffar": found.len().to_string(), "@sida": page.to_string(),
        "@nasta_sida": next,
    });
    match rows.len() {
        0 => {}
        1 => list["dokument"] = rows.remove(0),
        _ => list["dokument"] = rows.into(),
    }
    json!({"dokumentlista": list})
}
