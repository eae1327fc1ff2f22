//! Files beside records.

use lagrum_raw::{NewRecord, Record, digest};

use super::query;
use super::record::{BesideFile, Publication, file_part};
use crate::polite_client::Stop;
use crate::refusal::{Refusal, check_json};
use crate::session::Session;
use crate::wire::{Answer, Request};

/// How often a file that comes whole by its length, and is not, is asked for before it is left to the next run.
const TRIES: usize = 3;

/// Bytes at the end of a PDF that have its end mark.
const END: usize = 2048;

/// What came of a file.
enum Came {
    File(NewRecord),
    AsHeld,
    Nothing(&'static str),
}

/// Whether a file beside a record is still to come.
pub(super) fn is_missing(session: &Session<'_>, publication: &Publication) -> Result<bool, Stop> {
    for id in publication.files.iter().filter_map(|file| file.id.as_ref()) {
        if held(session, publication, id)?.is_none() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Asks for the files beside a record that did not come in this run, and keeps them. `begun` is the beginning of the run.
pub(super) fn keep(session: &mut Session<'_>, publication: &Publication, begun: i64) -> Result<(), Stop> {
    for file in &publication.files {
        let Some(id) = &file.id else {
            session.note(format!(
                "{}: its file {:?} has no id (fillagringId), so it cannot be asked for",
                publication.record.key, file.name
            ));
            continue;
        };
        let held = held(session, publication, id)?;
        if held.as_ref().is_some_and(|row| row.seen_at >= begun) {
            continue;
        }
        match ask(session, publication, file, id, held.as_ref())? {
            Came::File(record) => session.keep_beside(&[record])?,
            Came::AsHeld => {}
            Came::Nothing(why) => {
                session.note(format!("{}: its file {:?} {why}", publication.record.key, file.name));
            }
        }
    }
    Ok(())
}

fn held(session: &Session<'_>, publication: &Publication, id: &str) -> Result<Option<Record>, Stop> {
    let part = file_part(&publication.id, id);
    Ok(session.archive.latest(session.source(), &publication.record.key, &part)?)
}

fn ask(
    session: &mut Session<'_>,
    publication: &Publication,
    file: &BesideFile,
    id: &str,
    held: Option<&Record>,
) -> Result<Came, Stop> {
    // A row whose body cannot be read is no copy.
    let copy = held.filter(|row| session.archive.body(&row.body).is_ok_and(|body| body.is_some()));
    let request = Request {
        etag: copy.and_then(|row| row.etag.clone()),
        last_modified: copy.and_then(|row| row.last_modified.clone()),
        ..query::attachment(id)
    };
    let url = format!("{}{}", session.base(), request.path);
    let mut left = TRIES;
    session.ask(&request, |answer| {
        left = left.saturating_sub(1);
        match answer.status {
            304 if copy.is_some() => return Ok(Came::AsHeld),
            404 | 410 => return Ok(Came::Nothing("is not there")),
            _ => {}
        }
        match check(answer, &file.name) {
            Ok(()) => {}
            Err(refusal) if refusal.may_pass && answer.status == 200 && left == 0 => {
                return Ok(Came::Nothing(
                    "is cut or no file, so what is held stays and the next run asks again",
                ));
            }
            Err(refusal) => return Err(refusal),
        }
        Ok(Came::File(NewRecord {
            key: publication.record.key.clone(),
            part: file_part(&publication.id, id),
            url: url.clone(),
            status: 200,
            etag: answer.etag.clone(),
            last_modified: answer.last_modified.clone(),
            body: answer.body.clone(),
            norm_hash: digest(&answer.body),
        }))
    })
}

/// Refuses what cannot be the whole file: an error, nothing, a page for people, a PDF without its end.
pub(super) fn check(answer: &Answer, name: &str) -> Result<(), Refusal> {
    check_json(answer)?;
    let is_pdf = answer.body.starts_with(b"%PDF");
    if !is_pdf && name.to_ascii_lowercase().ends_with(".pdf") {
        return Err(Refusal::passing("it answered no PDF where one is due"));
    }
    let end = &answer.body[answer.body.len().saturating_sub(END)..];
    if is_pdf && !end.windows(5).any(|bytes| bytes == b"%%EOF") {
        return Err(Refusal::passing("the PDF has no end, so it is cut"));
    }
    Ok(())
}

/// Refuses a file that is none.
pub(super) fn check_file(body: &[u8], name: &str) -> Result<(), String> {
    let answer = Answer { status: 200, body: body.to_vec(), ..Answer::default() };
    check(&answer, name).map_err(|refusal| refusal.problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_files_are_taken() {
        for (name, body, is_file) in [
            ("a.pdf", "%PDF-1.7 x\n%%EOF\n", true),
            ("A.PDF", "%PDF-1.7 x", false),
            ("a.pdf", "PK\u{3}\u{4}", false),
            ("a.docx", "PK\u{3}\u{4}", true),
            ("a.docx", "<html>Logga in", false),
            ("a.docx", "", false),
        ] {
            assert_eq!(check_file(body.as_bytes(), name).is_ok(), is_file, "{name} {body}");
        }
    }
}
