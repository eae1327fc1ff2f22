//! `/historia/{id}?plats=&datum=`: the history of a provision, the newest text first; with a day, what it was then.

mod of_day;

use askama::Template;
use jiff::civil::Date;
use lagrum_answers::{
    AnswerError, HistoryAct, HistoryEntry, HistoryQuestion, ProvisionHistory, RunSign, provision_history,
};
use lagrum_artifact::Base;
use lagrum_pages::{PageAnswer, PageRequest};
use lagrum_sources::local_id_of_work;

use self::of_day::DayPart;
use crate::frame::Frame;
use crate::href::Href;
use crate::markup::draw;
use crate::ord::historia as ord;
use crate::parts::{Crumb, Subject};
use crate::timeline::{TextDays, Timeline, day};

#[derive(Template)]
#[template(path = "historia.html")]
struct HistoryPage {
    frame: Frame,
    crumbs: Vec<Crumb>,
    subject: Subject,
    completeness: &'static str,
    /// What it was on the day that is asked for.
    of_day: Option<DayPart>,
    /// The address that the form asks for a day.
    action: Href,
    /// The day in the form.
    day: String,
    timeline: Option<Timeline>,
    entries: Vec<EntryRow>,
    acts: Vec<ActRow>,
}

/// One distinct text of the provision.
struct EntryRow {
    days: String,
    change: String,
    /// The acts that made it.
    acts: Vec<NamedAct>,
    doubt: &'static str,
    /// The acts whose text is lacking.
    missing: Vec<NamedAct>,
    former: String,
    /// The lydelse that has the text; None if the provision ended, and for a dated variant beside the present text.
    href: Option<Href>,
    /// Its paragraphs.
    text: Vec<String>,
    /// Whether it applies today: then its text is shown without a click.
    applies: bool,
    /// The comparison of the lydelse before with this one.
    compare: Option<Href>,
    /// The difference from the text before; empty if there is none.
    diff: Vec<(&'static str, String)>,
}

/// An act of the register.
struct ActRow {
    /// The act, as a list of one.
    acts: [NamedAct; 1],
    facts: String,
}

/// An act with its preparatory works. Each has a page, held or not.
struct NamedAct {
    href: Option<Href>,
    name: String,
    works: Vec<(Option<Href>, String)>,
}

impl NamedAct {
    fn new(base: &Base, uri: &str, name: Option<&str>, works: &[String]) -> Self {
        let work = |name: &String| (local_id_of_work(name).map(|local| Href::page(&local)), name.clone());
        Self {
            href: Href::document(base, uri),
            name: name.unwrap_or(uri).to_owned(),
            works: works.iter().map(work).collect(),
        }
    }

    fn all(base: &Base, acts: &[HistoryAct]) -> Vec<Self> {
        let named = |act: &HistoryAct| Self::new(base, &act.uri, act.identifier.as_deref(), &act.forarbeten);
        acts.iter().map(named).collect()
    }
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
    let asked = of_day::asked(request)?;
    let of_day = asked.map(|day| DayPart::find(request, &subject, &history, day)).transpose()?;
    let base = &request.snapshot.manifest().base;
    let today = request.day.to_string();
    let timeline = line(&history, request.day);
    let before = history.entries.iter().skip(1).map(Some).chain([None]);
    let comparisons: Vec<Option<Href>> =
        before.zip(&history.entries).map(|(before, entry)| comparison(&subject, before?, entry)).collect();
    let entries: Vec<EntryRow> = history
        .entries
        .into_iter()
        .zip(comparisons)
        .map(|(entry, compare)| EntryRow { compare, ..row(base, entry, &subject, &today) })
        .collect();
    let acts = history.amendments.iter().map(|act| ActRow {
        acts: [NamedAct::new(base, &act.uri, act.identifier.as_deref(), &act.forarbeten)],
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
        action: Href::page(&format!("/historia{}", subject.path)),
        of_day,
        day: asked.map(|day| day.to_string()).unwrap_or_default(),
        timeline,
        entries,
        acts: acts.collect(),
        subject,
    };
    draw(&page).map(PageAnswer::Html)
}

/// The line in time. It begins with the first change that is known; a text after which a change is lacking is known until the day of that
/// change.
fn line(history: &ProvisionHistory, today: Date) -> Option<Timeline> {
    let text = |entry: &HistoryEntry| {
        let from = day(entry.from.as_deref())?;
        let lacking = entry
            .missing
            .iter()
            .filter_map(|act| day(act.in_force.as_deref()))
            .filter(|day| *day >= from)
            .min();
        let until = lacking.or_else(|| day(entry.until.as_deref()));
        Some(TextDays { from, until, lacks: !entry.missing.is_empty(), is_shown: false })
    };
    let held = history.entries.iter().filter(|entry| entry.text_sha256.is_some());
    let begins = history.amendments.iter().filter_map(|act| day(act.in_force.as_deref())).min();
    Timeline::of_texts(held.filter_map(text).collect(), begins, today)
}

/// The comparison of the lydelser that have two texts in a row; None where one has none, and where one lydelse has both.
fn comparison(subject: &Subject, before: &HistoryEntry, entry: &HistoryEntry) -> Option<Href> {
    let held = |entry: &HistoryEntry| entry.text_sha256.is_some();
    let from = before.version.as_deref().filter(|_| held(before) && held(entry))?;
    let to = entry.version.as_deref();
    (to != Some(from)).then(|| {
        let page = Href::page(&format!("/jamfor{}", subject.path)).with("from", from);
        page.with("to", to.unwrap_or_default())
    })
}

fn row(base: &Base, entry: HistoryEntry, subject: &Subject, today: &str) -> EntryRow {
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
        acts: NamedAct::all(base, &entry.acts),
        doubt: ord::entry_doubt(&entry),
        missing: NamedAct::all(base, &entry.missing),
        former: match &entry.former {
            Some(former) => ord::was_before(former.label.as_deref().unwrap_or(&former.anchor)),
            None => String::new(),
        },
        href: lydelse.map(|path| Href::page(&path).at(&entry.anchor)),
        text: entry.text.flatten().unwrap_or_default().lines().map(str::to_owned).collect(),
        applies,
        compare: None,
        diff: diff.collect(),
    }
}
