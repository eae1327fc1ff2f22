//! `/nytt[/{source}]`: the latest changes. `/dataset/{name}/feed` is this page at the address that older services had, with
//! their filters.

use askama::Template;
use lagrum_answers::{
    self as answers, AnswerError, DATA_SET_FILTERS, LatestQuestion, SourceName, data_set_question,
};
use lagrum_pages::{PageAnswer, PageRequest};
use lagrum_snapshot::day_at;
use lagrum_sources::source_label;

use crate::frame::Frame;
use crate::href::Href;
use crate::markup::draw;
use crate::ord::lists as ord;
use crate::pages::kommande::{EventDay, EventRow, event_rows};
use crate::parts::sources_in_order;

/// Changes on the page.
const COUNT: usize = 100;

/// Changes on the page of a data set.
const OLD_COUNT: usize = 200;

#[derive(Template)]
#[template(path = "nytt.html")]
struct NewsPage {
    frame: Frame,
    heading: String,
    feed: Href,
    sources: Vec<(Href, String)>,
    /// What happened in the law by day, the newest first; None on the page of an older service.
    law: Option<LawDays>,
    /// Changes by day, the newest first.
    days: Vec<(String, Vec<NewsRow>)>,
}

/// What happened in the law, by day.
type LawDays = Vec<(String, Vec<EventRow>)>;

/// A document that changed.
struct NewsRow {
    href: Option<Href>,
    name: String,
    title: String,
    facts: String,
}

/// The Stockholm day of a time in UTC: the last hours of a day in UTC belong to the next day in Stockholm.
fn day_in_stockholm(time: &str) -> String {
    let seconds = time.parse::<jiff::Timestamp>().map(|time| time.as_second());
    seconds.map_or_else(|_| time.get(..10).unwrap_or(time).to_owned(), |seconds| day_at(seconds).to_string())
}

/// Draws the page.
pub(super) fn page(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let name = request.path.strip_prefix("/nytt").unwrap_or_default().trim_matches('/');
    let sources = sources_in_order(&request.snapshot)?;
    if !name.is_empty() && !sources.iter().any(|source| source.source == name) {
        return Err(AnswerError::not_found(format!("no source {name}")));
    }
    let source = Some(name).filter(|name| !name.is_empty()).map(|name| SourceName::from(name.to_owned()));
    let heading = if name.is_empty() { ord::NEWS.to_owned() } else { ord::news_of(source_label(name)) };
    let feed = if name.is_empty() { "/feeds/all.atom".to_owned() } else { format!("/feeds/{name}.atom") };
    let latest = LatestQuestion { source, ..LatestQuestion::default() };
    let base = &request.snapshot.manifest().base;
    let law = answers::happened_of_late(&request.snapshot, request.day, latest.source.as_ref())?;
    let mut days: LawDays = Vec::with_capacity(law.len());
    for day in law {
        let decision = |(uri, label, title): (String, Option<String>, Option<String>)| EventRow {
            href: Href::document(base, &uri),
            name: label.unwrap_or_else(|| base.strip(&uri).unwrap_or(&uri).to_owned()),
            title: title.unwrap_or_default(),
            facts: ord::DECIDED.to_owned(),
            ..EventRow::default()
        };
        let mut rows = event_rows(request, &day.events, Some(EventDay { date: &day.date, has_come: true }))?;
        rows.extend(day.decisions.into_iter().map(decision));
        days.push((day.date, rows));
    }
    drawn(request, &latest, COUNT, heading, Some(days), Href::page(&feed))
}

/// Draws the page of a data set of an older service.
pub(super) fn data_set(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let missing = || AnswerError::not_found(format!("no such path: {}", request.path));
    let name = request.path.strip_prefix("/dataset/").and_then(|rest| rest.strip_suffix("/feed"));
    let name = name.ok_or_else(missing)?;
    let latest = data_set_question(name, |filter| request.parameter(filter)).ok_or_else(missing)?;
    let of = latest.source.as_ref().map(|source| source_label(source.current())).unwrap_or_default();
    let feed = Href::page(&format!("/dataset/{name}/feed.atom"));
    let feed = DATA_SET_FILTERS
        .iter()
        .fold(feed, |feed, filter| feed.with(filter, request.parameter(filter).unwrap_or_default()));
    drawn(request, &latest, OLD_COUNT, ord::news_of(of), None, feed)
}

fn drawn(
    request: &PageRequest,
    latest: &LatestQuestion,
    count: usize,
    heading: String,
    law: Option<LawDays>,
    feed: Href,
) -> Result<PageAnswer, AnswerError> {
    let sources = sources_in_order(&request.snapshot)?;
    let changes = answers::latest_changes(&request.snapshot, request.day, latest, count)?;
    let base = &request.snapshot.manifest().base;
    let mut days: Vec<(String, Vec<NewsRow>)> = Vec::new();
    for change in changes {
        let day = day_in_stockholm(&change.at);
        let name = change.label.clone().or_else(|| change.title.clone());
        let name = name.unwrap_or_else(|| base.strip(&change.uri).unwrap_or(&change.uri).to_owned());
        let provisions = change.provisions_in_words(base);
        let row = NewsRow {
            href: Href::document(base, &change.uri),
            title: change.title.filter(|title| *title != name).unwrap_or_default(),
            facts: match &provisions {
                Some(provisions) => {
                    format!("{} · {}: {provisions}", source_label(&change.source), ord::news(change.change))
                }
                None => format!("{} · {}", source_label(&change.source), ord::news(change.change)),
            },
            name,
        };
        match days.last_mut() {
            Some((last, rows)) if *last == day => rows.push(row),
            _ => days.push((day, vec![row])),
        }
    }
    let link = |source: &answers::SourceInfo| {
        (Href::page(&format!("/nytt/{}", source.source)), source_label(&source.source).to_owned())
    };
    let page = NewsPage {
        frame: Frame::new(&heading).canonical(base, &request.path).feed(feed.clone()),
        heading,
        feed,
        sources: sources.iter().map(link).collect(),
        law,
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
