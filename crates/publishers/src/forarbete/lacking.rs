//! What is held and a walk did not meet.

use lagrum_raw::RawDocument;

use super::lists::ask_record;
use super::record;
use super::walk::Walk;
use crate::lacking::{TooMany, not_met};
use crate::polite_client::Stop;
use crate::session::Session;

/// Asks for what is held and was not met, by its id. False when the limit was reached before the end.
pub(super) fn ask(session: &mut Session<'_>, walk: &mut Walk) -> Result<bool, Stop> {
    let lacking = match not_met(session, walk.run.begun)? {
        Ok(lacking) => lacking,
        Err(TooMany { lacking, held }) => {
            let problem = format!("its data sets and lists lack {lacking} of {held} documents that are held");
            return Err(session.give_up(&mut walk.state, &problem));
        }
    };
    for document in &lacking {
        if walk.cursor.lacking_after.as_ref().is_some_and(|after| document.key <= *after) {
            continue;
        }
        if session.left() == 0 {
            return Ok(false);
        }
        let found = match id_of(session, document) {
            Some(id) => ask_record(session, &id)?.filter(|found| found.record.key == document.key),
            None => None,
        };
        walk.cursor.lacking_after = Some(document.key.clone());
        if let Some(found) = found {
            walk.keep(session, &[found.record])?;
        } else {
            session.note(format!(
                "{}: the publisher no longer has it; it is gone when the next walk does not find it either",
                document.key
            ));
            walk.keep(session, &[])?;
        }
    }
    Ok(true)
}

/// The publisher's id of a part of a document, as it writes it.
fn id_of(session: &Session<'_>, document: &RawDocument) -> Option<String> {
    document.records.iter().rev().find_map(|row| {
        let body = session.archive.body(&row.body).ok().flatten()?;
        record::read(&body, "").ok().map(|read| read.id)
    })
}
