//! The question of a list, as a query and as a body have it.

use http::{HeaderName, HeaderValue};
use jiff::ToSpan;
use jiff::civil::Date;
use lagrum_answers::{ListQuestion, MAX_LISTED, MAX_LISTED_CHANGES};
use lagrum_pages::last_value;
use serde_json::value::RawValue;

use crate::ApiError;
use crate::error::ValidationError;
use crate::extract::body::{Fields, string};

/// The parameters of a list. Those of the page, `lag` and `sedan`, are read as `uri` and `since`.
pub(super) const NAMES: [&str; 9] =
    ["uri", "lag", "since", "sedan", "until", "formal", "cited", "namn", "cursor"];

/// No search engine lists what the laws of somebody are.
pub(super) const NO_INDEX: (HeaderName, HeaderValue) =
    (HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));

const FIELDS: [&str; 8] = ["uri", "since", "until", "formal", "diff", "cited", "limit", "cursor"];

const NO_DAY: &str = "Input should be a day that exists, as YYYY-MM-DD";

/// The days before today that a feed without a day tells.
const DAYS_OF_FEED: i32 = 365;

/// The uris of a query, each time that the parameter was sent. One more than a list may have is kept, so that it is rejected.
pub(super) fn uris(query: &str) -> Vec<String> {
    let sent = form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| name == "uri" || name == "lag");
    sent.map(|(_, uri)| uri.into_owned()).take(MAX_LISTED + 1).collect()
}

/// Reads the address of a feed or a calendar: that of the page of the list. Without a day it goes back a year.
pub(super) fn of_address(query: &str, today: Date) -> Result<ListQuestion, ApiError> {
    let sent: Vec<(String, String)> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    let mut mistakes = Vec::new();
    let mut day = |names: &[&'static str]| {
        let text = names.iter().find_map(|name| last_value(&sent, name))?;
        let day = text.parse::<Date>().ok().filter(|_| text.len() == 10);
        if day.is_none() {
            mistakes.push(ValidationError::query("value_error", names[0], Some(text), NO_DAY));
        }
        day
    };
    let since = day(&["since", "sedan"]).unwrap_or_else(|| today.saturating_sub(DAYS_OF_FEED.days()));
    let until = day(&["until"]);
    if !mistakes.is_empty() {
        return Err(ApiError::Invalid(mistakes));
    }
    let formal = last_value(&sent, "formal") != Some("false");
    Ok(ListQuestion {
        uris: uris(query),
        since,
        until,
        formal,
        cited: last_value(&sent, "cited") == Some("true"),
        limit: MAX_LISTED_CHANGES,
        cursor: last_value(&sent, "cursor").map(str::to_owned),
        ..ListQuestion::default()
    })
}

/// The query of the page after that of a query. It names the day of the question, since a cursor belongs to one.
pub(super) fn next_query(query: &str, question: &ListQuestion, cursor: &str) -> String {
    let sent = form_urlencoded::parse(query.as_bytes());
    let is_kept = |name: &str| !matches!(name, "since" | "sedan" | "cursor");
    let mut next = form_urlencoded::Serializer::new(String::new());
    next.extend_pairs(sent.filter(|(name, _)| is_kept(name)));
    next.append_pair("sedan", &question.since.to_string()).append_pair("cursor", cursor);
    next.finish()
}

/// Reads a body.
pub(super) fn of_body(mut fields: Fields<'_>) -> Result<ListQuestion, ApiError> {
    fields.find(&FIELDS);
    let listed = fields.list("uri", MAX_LISTED).unwrap_or_default();
    let uris: Vec<String> =
        listed.iter().filter_map(|uri| string(uri)).map(std::borrow::Cow::into_owned).collect();
    if uris.len() < listed.len() {
        fields.reject("uri", "string_type", "Input should be a valid list of strings");
    }
    let (since, until) = (fields.date("since"), fields.date("until"));
    if fields.present("since").is_none() {
        fields.reject("since", "missing", "Field required");
    }
    let mut flag = |name: &'static str, default: bool| match fields.present(name).map(RawValue::get) {
        None => default,
        Some("true") => true,
        Some("false") => false,
        Some(_) => {
            fields.reject(name, "bool_type", "Input should be a valid boolean");
            default
        }
    };
    let (formal, diff, cited) = (flag("formal", true), flag("diff", false), flag("cited", false));
    let limit = match fields.present("limit").map(|value| value.get().parse::<usize>()) {
        None => ListQuestion::default().limit,
        Some(Ok(limit)) if (1..=MAX_LISTED_CHANGES).contains(&limit) => limit,
        Some(_) => {
            fields.reject("limit", "value_error", format!("Input should be 1 to {MAX_LISTED_CHANGES}"));
            1
        }
    };
    let cursor = fields.string("cursor").map(std::borrow::Cow::into_owned);
    let since = since.unwrap_or(Date::MIN);
    let texts = true;
    let question = ListQuestion { uris, since, until, formal, diff, cited, texts, limit, cursor };
    fields.mistakes.none_for(question)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TODAY: Date = jiff::civil::date(2033, 1, 1);

    #[test]
    fn what_an_address_asks_for() {
        let question = of_address("lag=a&lag=b%23P1&sedan=2031-05-01&namn=x&formal=false", TODAY).unwrap();
        assert_eq!(question.uris, ["a", "b#P1"]);
        assert_eq!(question.since.to_string(), "2031-05-01");
        assert!(!question.formal);
        assert_eq!(of_address("uri=a", TODAY).unwrap().since.to_string(), "2032-01-02");
        for query in ["lag=a&sedan=2031-02-30", "lag=a&since=igår", "lag=a&until=x"] {
            assert!(
                matches!(of_address(query, TODAY), Err(ApiError::Invalid(items)) if items.len() == 1),
                "{query}"
            );
        }
        assert_eq!(uris(&"uri=a&".repeat(600)).len(), MAX_LISTED + 1);
    }

    #[test]
    fn a_next_page_is_of_the_same_list_and_day() {
        let query = "lag=a%23P1&lag=b&namn=F%C3%A5r&cursor=old";
        let question = of_address(query, TODAY).unwrap();
        let next = next_query(query, &question, "new");
        assert_eq!(next, "lag=a%23P1&lag=b&namn=F%C3%A5r&sedan=2032-01-02&cursor=new");
        let next = of_address(&next, jiff::civil::date(2033, 6, 1)).unwrap();
        assert_eq!((next.uris, next.since), (question.uris, question.since));
        assert_eq!(next.cursor.as_deref(), Some("new"));
    }
}
