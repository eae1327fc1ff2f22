//! The text of a document, as the service makes it of the court's file.

use lagrum_raw::{NewRecord, RawError, Record, digest};

use super::item::{RECORD, TEXT};
use super::page::Listed;
use super::query;
use crate::polite_client::Stop;
use crate::refusal::{Refusal, check_document};
use crate::session::{Extent, Session};
use crate::wire::Answer;

/// How long a document that has no text yet is left alone, in seconds.
pub(super) const ASK_AGAIN: i64 = 30 * 24 * 60 * 60;

/// Whether the text of a document is to be asked for.
pub(super) fn is_wanted(session: &Session<'_>, listed: &Listed) -> Result<bool, RawError> {
    if listed.is_announced {
        return Ok(false);
    }
    let held = |part: &str| session.archive.latest(session.source(), &listed.record.key, part);
    let (Some(text), Some(record)) = (held(TEXT)?, held(RECORD)?) else { return Ok(true) };
    if record.norm_hash != listed.record.norm_hash || is_older(&text, &record) {
        return Ok(true);
    }
    let is_empty = text.status == 204;
    Ok(match session.options.extent {
        Extent::Everything => !was_seen_in_this_run(session, &text)?,
        _ => is_empty && session.now() - text.seen_at >= ASK_AGAIN,
    })
}

/// Whether a text came before the record that tells of it: a run that ended between the two.
fn is_older(text: &Record, record: &Record) -> bool {
    text.seen_at < record.fetched_at
}

/// Whether a text was asked for in this run already: what changes moves documents from page to page.
fn was_seen_in_this_run(session: &Session<'_>, text: &Record) -> Result<bool, RawError> {
    let begun = session.state()?.run.map(|run| run.begun);
    Ok(begun.is_some_and(|begun| text.seen_at >= begun))
}

/// Asks for the text of a document.
pub(super) fn ask(session: &mut Session<'_>, item: &str) -> Result<NewRecord, Stop> {
    let request = query::text(item);
    let url = format!("{}{}", session.base(), request.path);
    let record = session.ask(&request, |answer| read(answer, item, &url))?;
    if record.status == 204 {
        session.note(format!("{item} has no text yet"));
    }
    Ok(record)
}

/// Reads the answer. No text is a record without bytes, of status 204.
pub(super) fn read(answer: &Answer, item: &str, url: &str) -> Result<NewRecord, Refusal> {
    let is_empty = answer.body.trim_ascii().is_empty();
    let status = match answer.status {
        204 | 404 => 204,
        200 if is_empty => 204,
        200 => 200,
        _ => return Err(Refusal::of_status(answer)),
    };
    let body = if status == 204 { Vec::new() } else { answer.body.clone() };
    if status == 200 {
        check_document(&body)?;
        let start = String::from_utf8_lossy(&body[..body.len().min(1024)]).to_lowercase();
        // A text is a fragment of a page.
        if start.contains("<!doctype") || start.contains("<html") {
            return Err(Refusal::passing(
                "it answered a page for people where the text of a document is due",
            ));
        }
    }
    Ok(NewRecord {
        key: item.to_owned(),
        part: TEXT.to_owned(),
        url: url.to_owned(),
        status,
        etag: answer.etag.clone(),
        last_modified: answer.last_modified.clone(),
        norm_hash: digest(&body),
        body,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_texts_are_taken() {
        let text = "<style>.s1{}</style><div><p class=\"s1\">1. A</p><p>2.</p><p>access denied</p></div>";
        for (status, body, expected) in [
            (200, text, Some(200)),
            (204, "", Some(204)),
            (404, "<p>none", Some(204)),
            (200, " \n", Some(204)),
            (200, "<!DOCTYPE html><html><p>a<p>b<p>c", None),
            (200, "<div><p>Access denied</p></div>", None),
            (200, "{}", None),
            (503, "", None),
            (403, "", None),
        ] {
            let answer = Answer { status, body: body.into(), ..Answer::default() };
            assert_eq!(read(&answer, "001-1", "u").ok().map(|row| row.status), expected, "{status} {body}");
        }
    }
}
