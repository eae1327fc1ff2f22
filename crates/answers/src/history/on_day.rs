//! What is known of a provision on a day in the past: its text, or whose wording it had where the text is not held.

use jiff::civil::Date;
use lagrum_artifact::Location;
use lagrum_snapshot::Snapshot;

use super::ProvisionHistory;
use crate::place_state::place_on;
use crate::provision::{ProvisionContext, ProvisionForm, ProvisionQuestion, provision};
use crate::{AnswerError, AsOf, RegisteredAct, StatedPlace};

/// A provision on a day.
#[derive(Debug)]
pub struct HistoryDay {
    /// What it is on the day.
    pub state: StatedPlace,
    /// Its text, one line for each block; None where no text of the day is held.
    pub text: Option<String>,
    /// Which lydelse has the text, and how well that is known.
    pub as_of: Option<AsOf>,
    /// Where the text is not held, the last act that changed it by that day. None where no act of the register did, and where one of them
    /// has no known day.
    pub changed_by: Option<RegisteredAct>,
    /// The first act that changes it after the day, on the same condition.
    pub next: Option<RegisteredAct>,
}

/// A provision on a day, by its history.
pub fn history_on_day(
    snapshot: &Snapshot,
    today: Date,
    history: &ProvisionHistory,
    day: Date,
) -> Result<HistoryDay, AnswerError> {
    let place = Location::parse(&history.uri).ok_or_else(|| AnswerError::no_document(&history.uri))?;
    let state = StatedPlace::new(place_on(snapshot, &place, day)?, &history.document);
    let question = ProvisionQuestion {
        uri: history.uri.clone(),
        form: ProvisionForm::Text,
        as_of: Some(day),
        context: ProvisionContext::None,
    };
    let found = match provision(snapshot, today, &question) {
        Ok(found) => Some(found),
        Err(AnswerError::NotFound(_)) => None,
        Err(error) => return Err(error),
    };
    let (text, as_of) = found.map_or((None, None), |found| (found.text, found.as_of));
    let (changed_by, next) = around(&history.amendments, day);
    Ok(HistoryDay { state, text, as_of, changed_by, next })
}

/// The act that changed a provision last before a day or on it, and the first after it. None where the day of one of the acts is not known,
/// since it may stand between them.
fn around(acts: &[RegisteredAct], day: Date) -> (Option<RegisteredAct>, Option<RegisteredAct>) {
    let dated = acts.iter().map(|act| Some((act.in_force.as_deref()?.parse::<Date>().ok()?, act)));
    let Some(mut dated) = dated.collect::<Option<Vec<_>>>() else { return (None, None) };
    // The newest of those of one day stands first.
    dated.sort_by_key(|(in_force, _)| std::cmp::Reverse(*in_force));
    let before = dated.iter().find(|(in_force, _)| *in_force <= day);
    let after = dated.iter().rfind(|(in_force, _)| *in_force > day);
    let act = |found: Option<&(Date, &RegisteredAct)>| found.map(|(_, act)| (*act).clone());
    (act(before), act(after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::as_of::ActName;

    fn act(uri: &str, in_force: Option<&str>) -> RegisteredAct {
        let name = ActName { uri: uri.to_owned(), identifier: None };
        RegisteredAct { in_force: in_force.map(str::to_owned), ..RegisteredAct::named(name, false) }
    }

    #[test]
    fn the_acts_before_and_after_a_day_are_found() {
        let acts = [act("c", Some("2020-01-01")), act("b", Some("2014-07-01")), act("a", Some("2009-07-01"))];
        let uris = |day: &str, acts: &[RegisteredAct]| {
            let (before, after) = around(acts, day.parse().unwrap());
            (before.map(|act| act.uri), after.map(|act| act.uri))
        };
        let some = |uri: &str| Some(uri.to_owned());
        assert_eq!(uris("2010-03-01", &acts), (some("a"), some("b")));
        assert_eq!(uris("2014-07-01", &acts), (some("b"), some("c")));
        assert_eq!(uris("2000-01-01", &acts), (None, some("a")));
        assert_eq!(uris("2030-01-01", &acts), (some("c"), None));
        assert_eq!(uris("2010-03-01", &[act("x", None), acts[2].clone()]), (None, None));
    }
}
