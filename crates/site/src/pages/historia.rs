//! `/historia/{id}?plats=`: the history of a provision, the newest text first.

use askama::Template;
use lagrum_answers::{AnswerError, HistoryEntry, HistoryQuestion, RunSign, provision_history};
use lagrum_pages::{PageAnswer, PageRequest};

use crate::frame::Frame;
use crate::href::Href;
use crate::markup::draw;
use crate::ord::historia as ord;
use crate::parts::{Crumb, Subject};

#[derive(Template)]
#[template(path = "historia.html")]
struct HistoryPage {
    frame: Frame,
    crumbs: Vec<Crumb>,
    subject: Subject,
    completeness: &'static str,
    entries: Vec<EntryRow>,
    acts: Vec<ActRow>,
}

/// One distinct text of the provision.
struct EntryRow {
    days: String,
    change: String,
    doubt: String,
    former: String,
    /// The lydelse that has the text; None if the provision ended, and for a dated variant beside the present text.
    href: Option<Href>,
    text: Option<String>,
    /// Whether it applies today: then its text is shown without a click.
    applies: bool,
    /// The difference from the text before; empty if there is none.
    diff: Vec<(&'static str, String)>,
}

/// An act of the register.
struct ActRow {
    name: String,
    facts: String,
}

/// Draws the page.
pub(super) fn page(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let path = request.path.strip_prefix("/historia").unwrap_or_default();
    let subject = Subject::find(request, path, request.parameter("plats").unwrap_or_default())?;
    if subject.is_held && subject.anchor.is_empty() {
        return Ok(PageAnswer::SeeOther(subject.href().to_string()));
    }
    let question = HistoryQuestion { uri: subject.uri.clone(), text: true, diff: true };
    let history = match provision_history(&request.snapshot, request.day, &question) {
        // The page of the document says what became of the place, and which are near.
        Err(AnswerError::NotFound(_)) if subject.is_held => {
            let document = Href::page(&subject.path).with("saknas", &subject.anchor);
            return Ok(PageAnswer::SeeOther(document.to_string()));
        }
        history => history?,
    };
    let today = request.day.to_string();
    let entries: Vec<EntryRow> =
        history.entries.into_iter().map(|entry| row(entry, &subject, &today)).collect();
    let acts = history.amendments.iter().map(|act| ActRow {
        name: act.identifier.clone().unwrap_or_else(|| act.uri.clone()),
        facts: ord::naming_act(act),
    });
    let page = HistoryPage {
        frame: Frame::unlisted(ord::history_title(&subject.name))
            .data(Href::page("/api/v1/provision/history").with("uri", &subject.uri)),
        crumbs: subject.crumbs(),
        completeness: match history.complete {
            _ if entries.is_empty() => ord::NO_TEXTS,
            true => ord::COMPLETE,
            false => ord::INCOMPLETE,
        },
        entries,
        acts: acts.collect(),
        subject,
    };
    draw(&page).map(PageAnswer::Html)
}

fn row(entry: HistoryEntry, subject: &Subject, today: &str) -> EntryRow {
    let has_begun = entry.from.as_deref().is_none_or(|from| from <= today);
    let applies = has_begun && entry.until.as_deref().is_none_or(|until| until > today);
    let lydelse = match &entry.version {
        Some(version) => Some(format!("{}/konsolidering/{version}", subject.path)),
        None => applies.then(|| subject.path.clone()),
    };
    let lydelse = lydelse.filter(|_| entry.text_sha256.is_some());
    let diff = entry.diff.clone().flatten().unwrap_or_default().into_iter().map(|(sign, text)| match sign {
        RunSign::Same => ("", text),
        RunSign::Added => ("ins", text),
        RunSign::Removed => ("del", text),
    });
    EntryRow {
        days: ord::entry_days(&entry, today),
        change: ord::entry_change(&entry),
        doubt: ord::entry_doubt(&entry),
        former: match &entry.former {
            Some(former) => ord::was_before(former.label.as_deref().unwrap_or(&former.anchor)),
            None => String::new(),
        },
        href: lydelse.map(|path| Href::page(&path).at(&entry.anchor)),
        text: entry.text.flatten(),
        applies,
        diff: diff.collect(),
    }
}
