//! The notices of the office: which works it made, changed and deleted since a time, as a feed in pages.

use std::collections::BTreeSet;

use super::celex::{is_celex, work_of};
use crate::polite_client::Stop;
use crate::refusal::Refusal;
use crate::session::Session;
use crate::wire::{Answer, Request};

/// The most pages of one kind of notice. A run with more is no run of changes: a walk finds them.
const MAX_PAGES: u32 = 1000;

/// The greatest length of a page.
const MAX_PAGE: u64 = 32 << 20;

/// The greatest length of a text that names a work.
const MAX_NAME: usize = 500;

/// The works that notices name.
#[derive(Debug, Default, PartialEq)]
pub(super) struct NoticedWorks {
    /// Made or changed.
    pub(super) changed: BTreeSet<String>,
    /// Deleted by the office.
    pub(super) withdrawn: BTreeSet<String>,
}

/// A page of notices.
#[derive(Debug, PartialEq)]
pub(super) struct Page {
    works: BTreeSet<String>,
    entries: usize,
    has_more: bool,
}

impl Page {
    /// What the page has, in words.
    pub(super) fn words(&self) -> String {
        let more = if self.has_more { ", and there are more pages" } else { "" };
        format!("{} entries name {} works{more}", self.entries, self.works.len())
    }
}

/// Asks for the notices between two times.
pub(super) fn ask(session: &mut Session<'_>, since: &str, until: &str) -> Result<NoticedWorks, Stop> {
    let mut noticed = NoticedWorks::default();
    for kind in ["CREATE", "UPDATE", "DELETE"] {
        let into = if kind == "DELETE" { &mut noticed.withdrawn } else { &mut noticed.changed };
        let mut page = 1;
        loop {
            let request = request(kind, since, until, page);
            let Page { works, entries, has_more } = session.ask(&request, read)?;
            into.extend(works);
            if !has_more || entries == 0 {
                break;
            }
            page += 1;
            if page > MAX_PAGES {
                return Err(Stop::Publisher(format!(
                    "{}: more than {MAX_PAGES} pages of notices since {since}; ask for everything (--full)",
                    session.base()
                )));
            }
        }
    }
    Ok(noticed)
}

pub(super) fn request(kind: &str, since: &str, until: &str, page: u32) -> Request {
    let path = format!(
        "/webapi/notification/ingestion?startDate={since}&endDate={until}&type={kind}&wemiClasses=work&page={page}"
    );
    Request { path, accept: Some("application/atom+xml"), max_bytes: MAX_PAGE, ..Request::default() }
}

pub(super) fn read(answer: &Answer) -> Result<Page, Refusal> {
    if answer.status != 200 {
        return Err(Refusal::of_status(answer));
    }
    let cut = |what: &str| Refusal::passing(format!("the answer is no page of notices, or is cut: {what}"));
    let text = std::str::from_utf8(&answer.body).map_err(|error| cut(&error.to_string()))?;
    let document = roxmltree::Document::parse(text).map_err(|error| cut(&error.to_string()))?;
    let root = document.root_element();
    if root.tag_name().name() != "feed" {
        return Err(cut(root.tag_name().name()));
    }
    let mut page = Page { works: BTreeSet::new(), entries: 0, has_more: false };
    for node in root.descendants().filter(roxmltree::Node::is_element) {
        match node.tag_name().name() {
            "moreEntries" => page.has_more = node.text().is_some_and(|text| text.trim() == "true"),
            "entry" => page.entries += 1,
            _ => {}
        }
    }
    let texts = root.descendants().filter(roxmltree::Node::is_text).filter_map(|node| node.text());
    let attributes = root.descendants().flat_map(|node| node.attributes()).map(|attribute| attribute.value());
    for name in texts.chain(attributes).filter(|name| name.len() <= MAX_NAME) {
        page.works.extend(celex_in(name));
    }
    Ok(page)
}

/// The work that a name is of: `celex:32014L0065`, or an address that ends so.
fn celex_in(name: &str) -> Option<String> {
    let number = name.trim().split_once("celex:").or_else(|| name.trim().split_once("/celex/"))?.1;
    let number = number.split(['?', '#', '.']).next()?.replace("%2F", "/");
    is_celex(&number).then(|| work_of(&number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn works_are_named_in_two_ways() {
        let feed = r#"<feed xmlns="http://www.w3.org/2005/Atom" xmlns:n="urn:n"><n:moreEntries>true</n:moreEntries>
            <entry><id>cellar:abc</id><n:identifiers><n:identifier>celex:32014L0065</n:identifier>
            <n:identifier>oj:JOL_2014_173_R_0009</n:identifier></n:identifiers></entry>
            <entry><id>http://publications.europa.eu/resource/celex/02016R0679-20160504</id></entry>
            <entry><id>celex:"}</id></entry></feed>"#;
        let answer = |body: &str| Answer { status: 200, body: body.into(), ..Answer::default() };
        let page = read(&answer(feed)).unwrap();
        let works: Vec<&str> = page.works.iter().map(String::as_str).collect();
        assert_eq!((works, page.entries, page.has_more), (vec!["32014L0065", "32016R0679"], 3, true));
        for cut in (0..feed.len()).filter(|cut| feed.is_char_boundary(*cut)) {
            assert!(read(&answer(&feed[..cut])).is_err(), "cut at {cut}");
        }
        assert!(read(&answer("<html/>")).is_err());
    }
}
