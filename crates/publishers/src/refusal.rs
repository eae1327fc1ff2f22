//! Why an answer is not accepted.

use std::time::Duration;

use jiff::Timestamp;
use jiff::fmt::rfc2822;

use crate::wire::Answer;

/// Bytes at the beginning of a page that are searched for [`ROBOT_WORDS`].
const LOOKED_AT: usize = 64 << 10;

/// Words of pages by which a publisher keeps programs out.
const ROBOT_WORDS: [&str; 7] = [
    "captcha",
    "are you a robot",
    "not a robot",
    "are you human",
    "access denied",
    "cf-challenge",
    "javascript is disabled",
];

/// Why an answer is not accepted.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) problem: String,
    /// Whether another try may bring another answer.
    pub(crate) may_pass: bool,
    /// How long the publisher asks us to wait.
    pub(crate) wait: Option<Duration>,
}

impl Refusal {
    /// A refusal after which another try may succeed.
    pub(crate) fn passing(problem: impl Into<String>) -> Self {
        Self { problem: problem.into(), may_pass: true, wait: None }
    }

    /// A refusal after which no other try will succeed.
    pub(crate) fn lasting(problem: impl Into<String>) -> Self {
        Self { problem: problem.into(), may_pass: false, wait: None }
    }

    /// The refusal for the HTTP status of an answer.
    pub(crate) fn of_status(answer: &Answer) -> Self {
        match answer.status {
            401 | 403 => Self::lasting(format!(
                "it answered {}: the publisher does not want to be asked; nothing was tried to get round it",
                answer.status
            )),
            300..=399 => Self::lasting(format!(
                "it redirects to {:?}, and nothing but the publisher's own address is asked",
                answer.location.as_deref().unwrap_or_default()
            )),
            408 | 425 | 429 | 500..=599 => Self::passing(format!("it answered {}", answer.status)),
            status => Self::lasting(format!("it answered {status}")),
        }
    }

    /// The refusal with the wait that an answer asks for.
    pub(crate) fn with_wait(self, answer: &Answer, now: Timestamp) -> Self {
        let wait = answer.retry_after.as_deref().and_then(|text| wait_of(text, now));
        Self { wait, ..self }
    }
}

/// The wait that a `Retry-After` states: seconds, or a date.
fn wait_of(text: &str, now: Timestamp) -> Option<Duration> {
    if let Ok(seconds) = text.trim().parse() {
        return Some(Duration::from_secs(seconds));
    }
    let until = rfc2822::parse(text).ok()?.timestamp();
    Some(until.duration_since(now).try_into().unwrap_or_default())
}

/// Refuses an answer that cannot be the JSON that was asked for: an error, an empty answer, an HTML page.
pub(crate) fn check_json(answer: &Answer) -> Result<(), Refusal> {
    if answer.status != 200 {
        return Err(Refusal::of_status(answer));
    }
    let body = answer.body.trim_ascii();
    if body.is_empty() {
        return Err(Refusal::passing("it answered nothing where JSON is due"));
    }
    if answer.content_type.contains("html") || body[0] == b'<' {
        check_welcome(body)?;
        return Err(Refusal::passing("it answered a page where JSON is due, such as one for logging in"));
    }
    Ok(())
}

/// Refuses what cannot be the page of a document: nothing, another thing than a page, a page that keeps programs out. The text of a
/// document may have the words of such pages itself, so they count in the title, or where there are hardly any paragraphs.
pub(crate) fn check_document(page: &[u8]) -> Result<(), Refusal> {
    const FEW_PARAGRAPHS: usize = 3;
    let page = page.strip_prefix(b"\xef\xbb\xbf").unwrap_or(page).trim_ascii();
    match page.first() {
        None => return Err(Refusal::passing("it answered nothing where a document is due")),
        Some(b'<') => {}
        Some(_) => return Err(Refusal::passing("it answered no page where a document is due")),
    }
    let start = String::from_utf8_lossy(&page[..page.len().min(LOOKED_AT)]).to_lowercase();
    let title = start.split_once("<title").and_then(|(_, rest)| rest.split_once("</title"));
    if start.matches("<p").take(FEW_PARAGRAPHS).count() < FEW_PARAGRAPHS {
        check_welcome(page)?;
    }
    check_welcome(title.map_or("", |(title, _)| title).as_bytes())
}

/// Refuses a page that keeps programs out.
fn check_welcome(page: &[u8]) -> Result<(), Refusal> {
    let start = String::from_utf8_lossy(&page[..page.len().min(LOOKED_AT)]).to_lowercase();
    if ROBOT_WORDS.iter().any(|word| start.contains(word)) {
        return Err(Refusal::lasting(
            "it answered a page that keeps programs out; nothing was tried to get round it",
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let now: Timestamp = "2031-05-06T07:08:09Z".parse().unwrap();
        for (text, seconds) in [
            ("120", Some(120)),
            (" 3 ", Some(3)),
            ("Tue, 06 May 2031 07:09:09 GMT", Some(60)),
            ("Tue, 06 May 2031 07:00:00 GMT", Some(0)),
            ("soon", None),
            ("-1", None),
            ("", None),
        ] {
            assert_eq!(wait_of(text, now), seconds.map(Duration::from_secs), "{text:?}");
        }
    }

    #[test]
    fn what_is_no_json_is_refused() {
        let answer = |status, content_type: &str, body: &str| Answer {
            status,
            content_type: content_type.into(),
            body: body.into(),
            ..Answer::default()
        };
        for (answer, may_pass) in [
            (answer(200, "application/json", "{}"), None),
            (answer(200, "", " {}"), None),
            (answer(200, "application/json", ""), Some(true)),
            (answer(200, "application/json", " \n"), Some(true)),
            (answer(200, "text/html", "Logga in"), Some(true)),
            (answer(200, "application/json", "<!doctype html>"), Some(true)),
            (answer(200, "text/html", "<h1>Access denied</h1>"), Some(false)),
            (answer(403, "application/json", "{}"), Some(false)),
            (answer(302, "", ""), Some(false)),
            (answer(404, "application/json", "{}"), Some(false)),
            (answer(429, "", ""), Some(true)),
            (answer(503, "text/html", "<p>Access denied"), Some(true)),
        ] {
            assert_eq!(check_json(&answer).err().map(|refusal| refusal.may_pass), may_pass, "{answer:?}");
        }
    }
}
