//! The text of a work in a form and a language: how it is asked for, and what answers are taken.

use lagrum_raw::{NewRecord, digest};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::sparql::Row;
use super::zip_members;
use crate::base_url::BaseUrl;
use crate::polite_client::Stop;
use crate::refusal::{Refusal, check_document};
use crate::session::Session;
use crate::wire::{Answer, Request};

/// The greatest length of a text as it comes.
const MAX_TEXT: u64 = 128 << 20;

/// The most addresses that lead from a work to its text.
const MAX_STEPS: usize = 4;

/// What stands in an address as it is.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

/// A language of texts. What is preferred stands first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TextLanguage {
    Swedish,
    English,
}

/// A markup of texts. What is preferred stands first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Markup {
    Formex,
    Xhtml,
    Html,
}

/// A language and a markup in which a text can be asked for. What is preferred stands first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TextForm {
    pub(super) language: TextLanguage,
    pub(super) markup: Markup,
}

impl TextForm {
    /// All forms, the preferred first.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        [TextLanguage::Swedish, TextLanguage::English].into_iter().flat_map(|language| {
            [Markup::Formex, Markup::Xhtml, Markup::Html].map(|markup| Self { language, markup })
        })
    }

    /// The form that a row of a list states.
    pub(super) fn listed(row: &Row) -> Option<Self> {
        let language = match row.get("language")?.rsplit('/').next()? {
            "SWE" => TextLanguage::Swedish,
            "ENG" => TextLanguage::English,
            _ => return None,
        };
        let markup = match &**row.get("form")? {
            "fmx4" => Markup::Formex,
            "xhtml" => Markup::Xhtml,
            "html" => Markup::Html,
            _ => return None,
        };
        Some(Self { language, markup })
    }

    /// The name of the part of a document that has this form: `fmx4-swe`.
    pub(super) fn part(self) -> String {
        let markup = match self.markup {
            Markup::Formex => "fmx4",
            Markup::Xhtml => "xhtml",
            Markup::Html => "html",
        };
        format!("{markup}-{}", self.header())
    }

    fn header(self) -> &'static str {
        match self.language {
            TextLanguage::Swedish => "swe",
            TextLanguage::English => "eng",
        }
    }

    fn accept(self) -> &'static str {
        match self.markup {
            Markup::Formex => "application/zip;mtype=fmx4",
            Markup::Xhtml => "application/xhtml+xml",
            Markup::Html => "text/html",
        }
    }
}

/// An answer that was taken.
#[derive(Debug)]
pub(super) enum Taken {
    /// The text, of which key and part are not set.
    Text(Box<NewRecord>),
    /// The text that is held is still that of the publisher.
    Held,
    /// It leads to another address of the publisher.
    Leads(String),
    /// There is no text in this form, with the reason.
    Nothing(&'static str),
}

/// Asks for a text. `held` is the row that the archive has of it.
pub(super) fn ask(
    session: &mut Session<'_>,
    celex: &str,
    form: TextForm,
    held: Option<&lagrum_raw::Record>,
) -> Result<Taken, Stop> {
    let mut path = format!("/resource/celex/{}", utf8_percent_encode(celex, PLAIN));
    let mut base = session.base().clone();
    for _ in 0..MAX_STEPS {
        let request = Request {
            path: path.clone(),
            accept: Some(form.accept()),
            language: Some(form.header()),
            etag: held.and_then(|row| row.etag.clone()),
            last_modified: held.and_then(|row| row.last_modified.clone()),
            max_bytes: MAX_TEXT,
            ..Request::default()
        };
        let url = format!("{}{}", base.root(), base.target(&path));
        let root = base.root().to_owned();
        let taken =
            session.ask_at(&base, &request, |answer| read(answer, form, &url, &root, held.is_some()))?;
        let Taken::Leads(next) = taken else { return Ok(taken) };
        path = next;
        base = root.parse::<BaseUrl>().map_err(Stop::Publisher)?;
    }
    Err(Stop::Publisher(format!("{}: {celex} leads from address to address", session.base())))
}

/// Reads an answer. `root` is the scheme and the host that were asked.
pub(super) fn read(
    answer: &Answer,
    form: TextForm,
    url: &str,
    root: &str,
    is_held: bool,
) -> Result<Taken, Refusal> {
    match answer.status {
        200 => {}
        304 if is_held => return Ok(Taken::Held),
        301 | 302 | 303 | 307 | 308 => {
            let location = answer.location.as_deref().unwrap_or_default();
            return match path_at(location, root) {
                Some(path) => Ok(Taken::Leads(path)),
                None => Err(Refusal::of_status(answer)),
            };
        }
        404 | 406 | 410 => return Ok(Taken::Nothing("it is not there")),
        _ => return Err(Refusal::of_status(answer)),
    }
    let norm_hash = match form.markup {
        Markup::Formex if zip_members::is_zip(&answer.body) => {
            let members = zip_members::read(&answer.body).map_err(Refusal::passing)?;
            if !members.has_xml {
                return Ok(Taken::Nothing("its zip has pictures and no text"));
            }
            members.digest
        }
        Markup::Formex if is_picture(&answer.body) => return Ok(Taken::Nothing("it is a picture of a page")),
        _ => {
            check_document(&answer.body)?;
            digest(&answer.body)
        }
    };
    Ok(Taken::Text(Box::new(NewRecord {
        url: url.to_owned(),
        status: 200,
        etag: answer.etag.clone(),
        last_modified: answer.last_modified.clone(),
        body: answer.body.clone(),
        norm_hash,
        ..NewRecord::default()
    })))
}

/// Whether bytes begin as a TIFF or a PDF does.
fn is_picture(bytes: &[u8]) -> bool {
    [&b"II*\0"[..], b"MM\0*", b"%PDF"].iter().any(|magic| bytes.starts_with(magic))
}

/// The path of an address of this host. Links that are printed as `http` are of the same host.
fn path_at(location: &str, root: &str) -> Option<String> {
    let host = |address: &str| {
        let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"))?;
        Some(rest.to_ascii_lowercase())
    };
    if location.starts_with('/') && !location.starts_with("//") {
        return Some(location.to_owned());
    }
    let rest = location.strip_prefix("https:").or_else(|| location.strip_prefix("http:")).unwrap_or(location);
    let (authority, path) = rest.strip_prefix("//")?.split_once('/')?;
    (authority.to_ascii_lowercase() == host(root)?).then(|| format!("/{path}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMEX: TextForm = TextForm { language: TextLanguage::Swedish, markup: Markup::Formex };
    const PAGE: TextForm = TextForm { language: TextLanguage::English, markup: Markup::Html };

    #[test]
    fn only_texts_are_taken() {
        let page = "<html><p>a<p>b<p>c not a robot";
        let robot = "<html><title>Verify that you are not a robot</title><p>a<p>b<p>c";
        for (name, form, status, body, expected) in [
            ("a page", PAGE, 200, page, "text"),
            ("XML", FORMEX, 200, "<ACT><P/>", "text"),
            ("a picture", FORMEX, 200, "II*\0abc", "nothing"),
            ("not there", FORMEX, 404, "<p>", "nothing"),
            ("not in this form", FORMEX, 406, "", "nothing"),
            ("as held", FORMEX, 304, "", "held"),
            ("empty", PAGE, 200, " ", "refused"),
            ("a cut zip", FORMEX, 200, "PK\u{3}\u{4}", "refused"),
            ("a robot page", PAGE, 200, robot, "refused for good"),
            ("a wall", PAGE, 403, "", "refused for good"),
            ("busy", PAGE, 503, "", "refused"),
            ("accepted, later", PAGE, 202, "", "refused for good"),
        ] {
            let answer = Answer { status, body: body.into(), ..Answer::default() };
            let found = match read(&answer, form, "u", "https://law.example", true) {
                Ok(Taken::Text(_)) => "text",
                Ok(Taken::Held) => "held",
                Ok(Taken::Leads(_)) => "leads",
                Ok(Taken::Nothing(_)) => "nothing",
                Err(refusal) if refusal.may_pass => "refused",
                Err(_) => "refused for good",
            };
            assert_eq!(found, expected, "{name}");
        }
        let not_held = Answer { status: 304, ..Answer::default() };
        assert!(read(&not_held, PAGE, "u", "https://law.example", false).is_err());
    }

    #[test]
    fn addresses_lead_to_the_same_host_alone() {
        for (location, expected) in [
            ("http://Law.example/resource/cellar/x", Some("/resource/cellar/x")),
            ("https://law.example/a?b", Some("/a?b")),
            ("//law.example/a", Some("/a")),
            ("/a", Some("/a")),
            ("https://login.example/a", None),
            ("//login.example/a", None),
            ("https://law.example.login.example/a", None),
            ("ftp://law.example/a", None),
            ("a", None),
            ("", None),
        ] {
            assert_eq!(path_at(location, "https://law.example").as_deref(), expected, "{location}");
        }
    }

    #[test]
    fn formex_in_swedish_is_preferred() {
        let parts: Vec<String> = TextForm::all().map(TextForm::part).collect();
        assert_eq!(parts, ["fmx4-swe", "xhtml-swe", "html-swe", "fmx4-eng", "xhtml-eng", "html-eng"]);
        assert!(TextForm::all().is_sorted());
    }
}
