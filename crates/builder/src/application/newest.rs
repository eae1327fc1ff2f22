//! The days of each EU act by its newest held text: a later text may have moved the days of an earlier one.

use std::collections::{BTreeSet, HashMap};

use lagrum_catalog::{ActRecord, ComingBasis, ComingEvent, ComingKind};

use super::stated::StatedApplication;
use crate::coming::sort;

/// The maximum number of provisions of one event. Real acts name up to two hundred.
const MAX_EVENT_ANCHORS: usize = 2_000;

/// What the newest text of each EU act states, by the uri of the act.
#[derive(Debug, Default)]
pub(crate) struct NewestApplications(HashMap<String, Newest>);

#[derive(Debug)]
struct Newest {
    /// The day that names the text; empty for the act as printed, which is older than any consolidation.
    version: String,
    applications: Vec<StatedApplication>,
}

impl NewestApplications {
    /// Takes what the document itself states.
    pub(crate) fn document(&mut self, uri: &str, record: Option<&ActRecord>, stated: Vec<StatedApplication>) {
        let consolidated = record.filter(|record| record.consolidated);
        let version = consolidated.and_then(|record| record.own_id.clone()).unwrap_or_default();
        self.text(uri, version, stated);
    }

    /// Takes what an archived text states, or the document.
    pub(crate) fn text(&mut self, act: &str, version: String, applications: Vec<StatedApplication>) {
        let known = self.0.get(act);
        if known.is_none_or(|known| known.version < version) {
            self.0.insert(act.to_owned(), Newest { version, applications });
        }
    }

    /// Adds the events to those of the acts.
    pub(crate) fn add_to(self, coming: &mut HashMap<String, Vec<ComingEvent>>) {
        for (act, newest) in self.0.into_iter().filter(|(_, newest)| !newest.applications.is_empty()) {
            let events = coming.entry(act).or_default();
            events.extend(stated_events(&newest.applications));
            sort(events);
        }
    }
}

/// The events of an EU act by the days that its newest text states: one for each day and kind. A day on which a part begins whose
/// articles are not known has the words alone.
fn stated_events(applications: &[StatedApplication]) -> Vec<ComingEvent> {
    let mut events: Vec<ComingEvent> = Vec::new();
    for stated in applications {
        let kind = if stated.enters_into_force { ComingKind::InForce } else { ComingKind::Starts };
        let same = |event: &&mut ComingEvent| {
            event.day.as_deref() == Some(stated.day.as_str())
                && event.kind == kind
                && event.is_whole == stated.is_whole
        };
        let Some(known) = events.iter_mut().find(same) else {
            events.push(ComingEvent {
                day: Some(stated.day.clone()),
                kind,
                anchors: stated.anchors.clone(),
                act: None,
                act_label: None,
                basis: ComingBasis::Text,
                learned: None,
                is_whole: stated.is_whole,
                is_partly: stated.is_partly,
                stated: Some(stated.words.clone()),
            });
            continue;
        };
        known.is_partly |= stated.is_partly;
        known.anchors.extend(stated.anchors.iter().cloned());
        let mut seen = BTreeSet::new();
        known.anchors.retain(|anchor| seen.insert(anchor.clone()));
        known.anchors.truncate(MAX_EVENT_ANCHORS);
        if let Some(words) = known.stated.as_mut().filter(|words| !words.contains(&stated.words)) {
            words.push(' ');
            words.push_str(&stated.words);
        }
    }
    events
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_text_counts() {
        let stated = |day: &str| StatedApplication {
            day: day.to_owned(),
            enters_into_force: false,
            is_whole: true,
            anchors: Vec::new(),
            is_partly: false,
            words: day.to_owned(),
        };
        let mut newest = NewestApplications::default();
        newest.document("a", None, vec![stated("2035-01-01")]);
        newest.text("a", "2034-01-01".to_owned(), vec![stated("2037-01-01")]);
        newest.text("a", "2033-01-01".to_owned(), vec![stated("2036-01-01")]);
        newest.document("b", None, vec![stated("2035-01-01")]);
        newest.text("b", "2034-01-01".to_owned(), Vec::new());
        let mut coming = HashMap::new();
        newest.add_to(&mut coming);
        let days: Vec<_> = coming["a"].iter().map(|event| event.day.as_deref()).collect();
        assert_eq!((days, coming.contains_key("b")), (vec![Some("2037-01-01")], false));
    }
}
