//! Which works a run asks for, and in which order.

use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::celex::is_celex;
use super::{list, notices};
use crate::polite_client::Stop;
use crate::session::Session;

/// The year of the first acts.
const FIRST_YEAR: i16 = 1952;

/// The kinds of acts that are asked for when they are in force: decisions, directives, regulations.
const KINDS: [char; 3] = ['D', 'L', 'R'];

/// Works that are asked for one after the other.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Window {
    /// These.
    Numbers(BTreeSet<String>),
    /// Those in force whose numbers begin with this, and those that are held.
    InForce {
        /// `32014L`
        prefix: String,
        /// The held ones.
        held: BTreeSet<String>,
    },
}

/// The works that the archive has and that are not gone.
pub(super) fn held(session: &Session<'_>) -> Result<BTreeSet<String>, Stop> {
    let documents = session.archive.documents(session.source())?;
    Ok(documents
        .into_iter()
        .filter(|document| document.gone_at.is_none())
        .map(|document| document.key)
        .collect())
}

/// The windows of a walk. Their order is the same in each run; new years are added at the end.
pub(super) fn walk(session: &Session<'_>) -> Result<Vec<Window>, Stop> {
    let mut numbers = held(session)?;
    numbers.extend(wanted(session));
    if !session.options.in_force {
        return Ok(vec![Window::Numbers(numbers)]);
    }
    let year = Timestamp::from_second(session.now()).unwrap_or_default().to_zoned(TimeZone::UTC).year();
    let mut windows = Vec::new();
    for year in FIRST_YEAR..=year {
        for kind in KINDS {
            let prefix = format!("3{year}{kind}");
            let held = numbers.extract_if(.., |number| number.starts_with(&prefix)).collect();
            windows.push(Window::InForce { prefix, held });
        }
    }
    windows.insert(0, Window::Numbers(numbers));
    Ok(windows)
}

/// The windows of a run of changes.
pub(super) fn changes(session: &mut Session<'_>, since: &str) -> Result<Vec<Window>, Stop> {
    let held = held(session)?;
    let wanted: BTreeSet<String> = wanted(session).collect();
    let until = Timestamp::from_second(session.now()).unwrap_or_default().to_zoned(TimeZone::UTC).datetime();
    let noticed = notices::ask(session, since, &crate::due_run::stamp(until))?;
    for celex in noticed.withdrawn.intersection(&held) {
        session.note(format!(
            "{celex}: the publisher notes that it deleted this work; it stays until two walks lack it"
        ));
    }
    let (known, new): (BTreeSet<String>, BTreeSet<String>) =
        noticed.changed.into_iter().partition(|celex| held.contains(celex) || wanted.contains(celex));
    let mut numbers: BTreeSet<String> = wanted.difference(&held).cloned().chain(known).collect();
    if session.options.in_force {
        let new: Vec<String> = new.into_iter().filter(|celex| is_act(celex)).collect();
        numbers.extend(list::in_force_of(session, &new)?);
    }
    Ok(vec![Window::Numbers(numbers)])
}

/// The works of a window.
pub(super) fn works_of(session: &mut Session<'_>, window: &Window) -> Result<BTreeSet<String>, Stop> {
    match window {
        Window::Numbers(numbers) => Ok(numbers.clone()),
        Window::InForce { prefix, held } => {
            let mut all = list::in_force(session, prefix)?;
            all.extend(held.iter().cloned());
            Ok(all)
        }
    }
}

fn wanted<'s>(session: &'s Session<'_>) -> impl Iterator<Item = String> + use<'s> {
    session.options.wanted.iter().filter(|celex| is_celex(celex)).cloned()
}

/// Whether a number is that of an act of [`KINDS`].
fn is_act(celex: &str) -> bool {
    celex.starts_with('3') && celex.chars().nth(5).is_some_and(|kind| KINDS.contains(&kind))
}
