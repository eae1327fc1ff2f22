//! `/nytt[/{source}]`: what changed last.

use askama::Template;
use lagrum_answers::{self as answers, AnswerError, SourceName};
use lagrum_api::{PageAnswer, PageRequest};
use lagrum_snapshot::day_at;
use lagrum_sources::source_label;

use crate::frame::Frame;
use crate::href::Href;
use crate::markup::draw;
use crate::ord::lists as ord;

/// Changes on the page.
const COUNT: usize = 100;

#[derive(Template)]
#[template(path = "nytt.html")]
struct NewsPage {
    frame: Frame,
    heading: String,
    feed: Href,
    sources: Vec<(Href, String)>,
    /// Changes by day, the newest first.
    days: Vec<(String, Vec<NewsRow>)>,
}

/// A document that changed.
struct NewsRow {
    href: Option<Href>,
    name: String,
    title: String,
    facts: String,
}

/// The day of a time in UTC where the law is: a change of the last hour of a day there is of the day before in UTC.
fn day_in_stockholm(time: &str) -> String {
    let seconds = time.parse::<jiff::Timestamp>().map(|time| time.as_second());
    seconds.map_or_else(|_| time.get(..10).unwrap_or(time).to_owned(), |seconds| day_at(seconds).to_string())
}

/// Draws the page.
pub(super) fn page(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let name = request.path.strip_prefix("/nytt").unwrap_or_default().trim_matches('/');
    let sources = answers::sources(&request.snapshot)?;
    if !name.is_empty() && !sources.iter().any(|source| source.source == name) {
        return Err(AnswerError::NotFound(format!("no source {name}")));
    }
    let source = Some(name).filter(|name| !name.is_empty()).map(|name| SourceName::from(name.to_owned()));
    let changes = answers::latest_changes(&request.snapshot, request.day, source, COUNT)?;
    let base = &request.snapshot.manifest().base;
    let mut days: Vec<(String, Vec<NewsRow>)> = Vec::new();
    for change in changes {
        let day = day_in_stockholm(&change.at);
        let name = change.label.clone().or_else(|| change.title.clone());
        let name = name.unwrap_or_else(|| base.strip(&change.uri).unwrap_or(&change.uri).to_owned());
        let row = NewsRow {
            href: Href::document(base, &change.uri),
            title: change.title.filter(|title| *title != name).unwrap_or_default(),
            facts: format!("{} · {}", source_label(&change.source), ord::news(change.change)),
            name,
        };
        match days.last_mut() {
            Some((last, rows)) if *last == day => rows.push(row),
            _ => days.push((day, vec![row])),
        }
    }
    let heading = if name.is_empty() { ord::NEWS.to_owned() } else { ord::news_of(source_label(name)) };
    let feed = if name.is_empty() { "/feeds/all.atom".to_owned() } else { format!("/feeds/{name}.atom") };
    let link = |source: &answers::SourceInfo| {
        (Href::page(&format!("/nytt/{}", source.source)), source_label(&source.source).to_owned())
    };
    let page = NewsPage {
        frame: Frame::new(&heading).canonical(base, &request.path),
        heading,
        feed: Href::page(&feed),
        sources: sources.iter().map(link).collect(),
        days,
    };
    draw(&page).map(PageAnswer::Html)
}

#[cfg(test)]
mod tests {
    use super::day_in_stockholm;

    #[test]
    fn days_are_those_of_stockholm() {
        for (time, expected) in [
            ("2031-07-10T21:59:59Z", "2031-07-10"),
            ("2031-07-10T22:00:00Z", "2031-07-11"),
            ("2031-01-15T22:59:59Z", "2031-01-15"),
            ("2031-01-15T23:10:00Z", "2031-01-16"),
            ("igår", "igår"),
        ] {
            assert_eq!(day_in_stockholm(time), expected, "{time}");
        }
    }
}
