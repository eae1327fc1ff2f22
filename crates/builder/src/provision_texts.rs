//! The texts of the provisions of an act or an archived lydelse, as digests, from each day that its marks name.

use std::collections::BTreeMap;

use lagrum_artifact::{ActFamily, Artifact};
use lagrum_catalog::ProvisionText;
use lagrum_render::diff::{ProvisionWords, provision_words};
use lagrum_sources::parse_date;

/// The maximum number of days of marks that are read. Real texts have up to a dozen.
const MAX_DAYS: usize = 40;

/// The texts of the provisions, by day and anchor. A later day lists only what differs from the one before.
pub(crate) fn provision_texts(artifact: &Artifact, family: ActFamily) -> Vec<ProvisionText> {
    let grammar = family.grammar();
    let dates = artifact.node_dates();
    let days: Vec<&str> = dates.iter().map(String::as_str).filter(|day| parse_date(day).is_some()).collect();
    let on = |day: &str| provision_words(&artifact.clone().on_day(day), grammar);
    let Some(first) = days.first().and_then(|day| parse_date(day)?.yesterday().ok()) else {
        return differing("", &BTreeMap::new(), &provision_words(artifact, grammar));
    };
    let mut before = on(&first.to_string());
    let mut texts = differing("", &BTreeMap::new(), &before);
    for day in days.into_iter().take(MAX_DAYS) {
        let after = on(day);
        texts.extend(differing(day, &before, &after));
        before = after;
    }
    texts
}

/// The texts that differ between a day and the day before.
fn differing(
    begins: &str,
    before: &BTreeMap<String, ProvisionWords>,
    after: &BTreeMap<String, ProvisionWords>,
) -> Vec<ProvisionText> {
    let text = |anchor: &str, words: Option<&ProvisionWords>| ProvisionText {
        anchor: anchor.to_owned(),
        begins: begins.to_owned(),
        digest: words.map(|words| words.digest),
        signed: words.and_then(|words| words.signed.clone()),
    };
    let is_other = |anchor: &String, words: &ProvisionWords| {
        before.get(anchor).is_none_or(|before| before.digest != words.digest)
    };
    let differ = after.iter().filter(|(anchor, words)| is_other(anchor, words));
    let gone = before.keys().filter(|anchor| !after.contains_key(*anchor));
    differ
        .map(|(anchor, words)| text(anchor, Some(words)))
        .chain(gone.map(|anchor| text(anchor, None)))
        .collect()
}
