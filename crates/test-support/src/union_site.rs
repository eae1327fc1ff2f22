//! A site in the shape of the Publications Office with invented acts, for a [player](crate::Player::start_site).

use std::io::{Cursor, Write as _};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::player::{Asked, SiteAnswer};
use crate::request_words::{decoded, parameter};

/// The most rows of an answer of the lists.
pub const MAX_ROWS: usize = 10_000;

/// Notices in a page of a feed.
const NOTICES: usize = 2;

/// An invented act or a consolidated text of one.
#[derive(Clone, Debug)]
pub struct UnionWork {
    /// Its CELEX number.
    pub celex: String,
    /// Whether the lists say that it is in force.
    pub is_in_force: bool,
    /// Its texts: language (`SWE`), form (`fmx4`, `xhtml`, `html`) and content. Formex is sent in a zip, made anew each time.
    pub texts: Vec<(&'static str, &'static str, String)>,
}

impl UnionWork {
    /// An act with a text in Formex.
    pub fn act(celex: &str, language: &'static str, words: &str) -> Self {
        let formex = formex(language, words);
        Self { celex: celex.to_owned(), is_in_force: true, texts: vec![(language, "fmx4", formex)] }
    }

    /// A consolidated text.
    pub fn consolidated(celex: &str, words: &str) -> Self {
        let (act, day) = celex.split_once('-').unwrap_or((celex, ""));
        let act = act.strip_prefix('0').unwrap_or(act);
        let formex = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?><CONS.ACT><INFO.CONSLEG CONSLEG.REF=\"{act}\" START.DATE=\"{day}\"/>\
             <CONS.DOC><BIB.INSTANCE><LG.DOC>SV</LG.DOC></BIB.INSTANCE><FAM.COMP><BIB.DATA><NO.CELEX>3{act}</NO.CELEX></BIB.DATA>\
             </FAM.COMP><TITLE><TI><P>Fårförordning</P></TI></TITLE><PREAMBLE><PREAMBLE.INIT/></PREAMBLE><ENACTING.TERMS>\
             <ARTICLE IDENTIFIER=\"001\"><TI.ART>Artikel 1</TI.ART><ALINEA>{words}</ALINEA></ARTICLE></ENACTING.TERMS></CONS.DOC>\
             </CONS.ACT>"
        );
        Self { celex: celex.to_owned(), is_in_force: false, texts: vec![("SWE", "fmx4", formex)] }
    }
}

/// Formex of an act with one article.
fn formex(language: &str, words: &str) -> String {
    let language = &language[..2];
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><ACT><BIB.INSTANCE><DATE ISO=\"20310203\">20310203</DATE>\
         <LG.DOC>{language}</LG.DOC></BIB.INSTANCE><TITLE><TI><P>Fårförordning</P></TI></TITLE><PREAMBLE>\
         <PREAMBLE.INIT>DIMKOMMISSIONEN,</PREAMBLE.INIT></PREAMBLE><ENACTING.TERMS><ARTICLE IDENTIFIER=\"001\">\
         <TI.ART>Artikel 1</TI.ART><ALINEA>{words}</ALINEA></ARTICLE></ENACTING.TERMS></ACT>"
    )
}

/// What a site has.
#[derive(Debug, Default)]
pub struct UnionContent {
    /// Acts and consolidated texts.
    pub works: Vec<UnionWork>,
    /// Notices: kind (`UPDATE`), CELEX number, time.
    pub notices: Vec<(&'static str, String, String)>,
}

/// The works and notices of a site, which tests may change.
#[derive(Clone, Debug)]
pub struct UnionSite {
    content: Arc<Mutex<UnionContent>>,
    /// How many zips were made.
    zips: Arc<AtomicU32>,
}

impl UnionSite {
    /// A site of these works.
    pub fn new(works: Vec<UnionWork>) -> Self {
        let content = UnionContent { works, notices: Vec::new() };
        Self { content: Arc::new(Mutex::new(content)), zips: Arc::default() }
    }

    /// Changes what the site has.
    pub fn change(&self, change: impl FnOnce(&mut UnionContent)) {
        change(&mut self.content.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// What the site answers.
    pub fn answer(&self, asked: &Asked) -> SiteAnswer {
        let content = self.content.lock().unwrap_or_else(PoisonError::into_inner);
        if asked.path == "/webapi/rdf/sparql" {
            let json = ("Content-Type".to_owned(), "application/sparql-results+json".to_owned());
            return (200, vec![json], rows(&content.works, &asked.posted).to_string().into_bytes());
        }
        if asked.path.starts_with("/webapi/notification/ingestion?") {
            let atom = ("Content-Type".to_owned(), "application/atom+xml".to_owned());
            return (200, vec![atom], feed(&content.notices, &asked.path).into_bytes());
        }
        if let Some(celex) = asked.path.strip_prefix("/resource/celex/") {
            let host = asked.header("host").unwrap_or_default();
            return address(&content.works, &decoded(celex), asked, host);
        }
        if let Some(place) = asked.path.strip_prefix("/resource/cellar/") {
            return self.text(&content.works, &decoded(place));
        }
        (404, Vec::new(), b"not here".to_vec())
    }

    /// The text at an address such as `32031R0077/SWE/fmx4`.
    fn text(&self, works: &[UnionWork], place: &str) -> SiteAnswer {
        let found = works.iter().find_map(|work| {
            let rest = place.strip_prefix(&work.celex)?.strip_prefix('/')?;
            work.texts.iter().find(|(language, form, _)| rest == format!("{language}/{form}"))
        });
        let Some((_, form, content)) = found else { return (404, Vec::new(), Vec::new()) };
        if *form == "fmx4" {
            let zip = self.zipped(content);
            return (200, vec![("Content-Type".to_owned(), "application/zip;mtype=fmx4".to_owned())], zip);
        }
        (
            200,
            vec![("Content-Type".to_owned(), "text/html;charset=UTF-8".to_owned())],
            content.clone().into_bytes(),
        )
    }

    /// A zip of a text, of another time than the one before. A text `TIFF` is that of a picture.
    fn zipped(&self, content: &str) -> Vec<u8> {
        let made = self.zips.fetch_add(1, Ordering::SeqCst);
        let name = if content == "TIFF" { "page.tif" } else { "act.fmx.xml" };
        let time =
            zip::DateTime::from_date_and_time(2031, 1, 1, 0, 0, u8::try_from(made % 29 * 2).unwrap_or(0));
        let options = SimpleFileOptions::default().last_modified_time(time.unwrap_or_default());
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let written = zip.start_file(name, options).map_err(|error| error.to_string());
        let written =
            written.and_then(|()| zip.write_all(content.as_bytes()).map_err(|error| error.to_string()));
        assert_eq!(written, Ok(()), "a zip in memory");
        zip.finish().map(Cursor::into_inner).unwrap_or_default()
    }
}

/// Leads to the text of a work in the wanted form and language.
fn address(works: &[UnionWork], celex: &str, asked: &Asked, host: &str) -> SiteAnswer {
    let form = match asked.header("accept") {
        Some("application/zip;mtype=fmx4") => "fmx4",
        Some("application/xhtml+xml") => "xhtml",
        Some("text/html") => "html",
        _ => "",
    };
    let language = asked.header("accept-language").unwrap_or_default().to_uppercase();
    let work = works.iter().find(|work| work.celex == celex);
    let has_text =
        work.is_some_and(|work| work.texts.iter().any(|(one, other, _)| *one == language && *other == form));
    if !has_text {
        return (404, Vec::new(), b"no such form".to_vec());
    }
    let place = celex.replace('/', "%2F");
    // The office writes such addresses without TLS.
    let location = format!("http://{host}/resource/cellar/{place}/{language}/{form}");
    (303, vec![("Location".to_owned(), location)], Vec::new())
}

/// The rows of a query, by what it speaks of.
fn rows(works: &[UnionWork], query: &str) -> Value {
    let quoted: Vec<&str> = query.split('"').skip(1).step_by(2).collect();
    let named = |work: &&UnionWork| quoted.contains(&&*work.celex);
    let value = |text: &str| json!({"type": "literal", "value": text});
    let mut rows = Vec::new();
    if query.contains("act_consolidated") {
        for work in works.iter().filter(named) {
            let of_act = |other: &&UnionWork| {
                other.celex.starts_with(&format!("0{}-", work.celex.get(1..).unwrap_or_default()))
            };
            let consolidated: Vec<&UnionWork> = works.iter().filter(of_act).collect();
            for text in &consolidated {
                rows.push(json!({"celex": value(&work.celex), "consolidated": value(&text.celex)}));
            }
            if consolidated.is_empty() {
                rows.push(json!({"celex": value(&work.celex)}));
            }
        }
    } else if query.contains("manifestation_type") {
        for work in works.iter().filter(named) {
            for (language, form, _) in &work.texts {
                let language =
                    format!("http://publications.europa.eu/resource/authority/language/{language}");
                rows.push(
                    json!({"celex": value(&work.celex), "language": value(&language), "form": value(form)}),
                );
            }
        }
    } else {
        let prefix = query.split_once("STRSTARTS").and_then(|(_, rest)| rest.split('"').nth(1));
        let begins = |work: &&UnionWork| prefix.is_none_or(|prefix| work.celex.starts_with(prefix));
        let is_named = |work: &&UnionWork| prefix.is_some() || named(work);
        let found = works.iter().filter(|work| work.is_in_force).filter(begins).filter(is_named);
        rows.extend(found.map(|work| json!({"celex": value(&work.celex)})));
    }
    rows.truncate(MAX_ROWS);
    json!({"head": {"vars": []}, "results": {"bindings": rows}})
}

/// A page of notices.
fn feed(notices: &[(&str, String, String)], path: &str) -> String {
    let value = |name: &str| parameter(path, name).unwrap_or_default();
    let (kind, since, until) = (value("type"), value("startDate"), value("endDate"));
    let page: usize = value("page").parse().unwrap_or(1);
    let found: Vec<&str> = notices
        .iter()
        .filter(|(of, _, time)| *of == kind && *time >= since && *time <= until)
        .map(|(_, celex, _)| &**celex)
        .collect();
    let entries: Vec<String> = found
        .iter()
        .skip((page - 1) * NOTICES)
        .take(NOTICES)
        .map(|celex| {
            format!(
                "<entry><id>cellar:{celex}</id><n:identifiers><n:identifier>celex:{celex}</n:identifier>\
                 <n:identifier>oj:JOL_2031</n:identifier></n:identifiers></entry>"
            )
        })
        .collect();
    let has_more = found.len() > page * NOTICES;
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><feed xmlns=\"http://www.w3.org/2005/Atom\" xmlns:n=\"urn:notices\">\
         <n:moreEntries>{has_more}</n:moreEntries>{}</feed>",
        entries.concat()
    )
}
