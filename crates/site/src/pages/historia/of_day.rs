//! A provision on a day (`datum`): its text, or whose wording it had, and who publishes that.

use jiff::civil::Date;
use lagrum_answers::{
    AnswerError, AsOf, AsOfBasis, HistoryDay, ProvisionHistory, RegisteredAct, history_on_day,
};
use lagrum_pages::PageRequest;
use lagrum_sources::{publisher_page, statute_prints_are_online};

use crate::href::Href;
use crate::ord::{bad_day, historia as ord};
use crate::parts::Subject;

/// What the page says of a day.
pub(super) struct DayPart {
    pub(super) heading: String,
    pub(super) words: String,
    /// The text of the day, if it is held.
    pub(super) text: Vec<String>,
    pub(super) links: Vec<(Href, String)>,
}

/// The day that the page is asked for; None without one.
pub(super) fn asked(request: &PageRequest) -> Result<Option<Date>, AnswerError> {
    let Some(day) = request.parameter("datum") else { return Ok(None) };
    day.parse().map(Some).map_err(|_| AnswerError::Invalid {
        parameter: "datum",
        input: Some(day.to_owned()),
        message: bad_day(day),
    })
}

impl DayPart {
    pub(super) fn find(
        request: &PageRequest,
        subject: &Subject,
        history: &ProvisionHistory,
        day: Date,
    ) -> Result<Self, AnswerError> {
        let found = history_on_day(&request.snapshot, request.day, history, day)?;
        let (words, links) = match (&found.text, &found.as_of) {
            (Some(_), Some(as_of)) => (held(as_of, request.day), vec![shown_in(request, subject, as_of)]),
            _ => lacking(request, &found),
        };
        Ok(Self {
            heading: ord::on_day(&day.to_string()),
            words,
            text: found.text.unwrap_or_default().lines().map(str::to_owned).collect(),
            links,
        })
    }
}

/// What is said of a held text of the day.
fn held(as_of: &AsOf, today: Date) -> String {
    let is_certain = matches!(as_of.basis, AsOfBasis::Dated | AsOfBasis::AsKnown);
    let missing: Vec<&str> =
        as_of.missing.iter().map(|act| act.identifier.as_deref().unwrap_or(&act.uri)).collect();
    ord::text_of_day(is_certain, as_of.from.as_deref(), as_of.until.as_deref(), &today.to_string(), &missing)
}

/// The way to the place in the lydelse that has the text.
fn shown_in(request: &PageRequest, subject: &Subject, as_of: &AsOf) -> (Href, String) {
    let base = &request.snapshot.manifest().base;
    let path = base.strip(&as_of.uri).unwrap_or(&subject.path);
    (Href::page(path).at(&subject.anchor), ord::IN_LYDELSE_OF_DAY.to_owned())
}

/// What is said where no text of the day is held, and where it can be read.
fn lacking(request: &PageRequest, found: &HistoryDay) -> (String, Vec<(Href, String)>) {
    let name = |act: &RegisteredAct| act.identifier.clone().unwrap_or_else(|| act.uri.clone());
    let mut words = ord::no_text_of_day(&found.state, found.changed_by.as_ref(), found.next.as_ref());
    let mut links = Vec::new();
    let base = &request.snapshot.manifest().base;
    if let Some(act) = found.changed_by.as_ref().filter(|_| ord::had_wording(&found.state))
        && let Some(local) = base.strip(&act.uri)
    {
        links.push((Href::page(local), name(act)));
        if statute_prints_are_online(local) == Some(false) {
            words.push(' ');
            words.push_str(ord::NOBODY_PUBLISHES);
        } else if let Some(page) = publisher_page(local) {
            links.extend(Href::outside(&page.url).map(|href| (href, ord::read_at(page.publisher))));
        }
    }
    (words, links)
}
