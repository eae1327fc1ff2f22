//! The texts of the provisions of an act or an archived lydelse, as digests, from each day that its marks name.

use std::collections::BTreeMap;

use lagrum_artifact::{ActFamily, Artifact};
use lagrum_catalog::{ProvisionText, TextDigest};
use lagrum_render::diff::provision_digests;
use lagrum_sources::parse_date;

/// Days of marks that are gone through. Real texts have up to a dozen.
const MAX_DAYS: usize = 40;

/// The texts of the provisions, by day and anchor. A later day lists only what differs from the one before.
pub(crate) fn provision_texts(artifact: &Artifact, family: ActFamily) -> Vec<ProvisionText> {
    let grammar = family.grammar();
    let dates = artifact.node_dates();
    let days: Vec<&str> = dates.iter().map(String::as_str).filter(|day| parse_date(day).is_some()).collect();
    let on = |day: &str| provision_digests(&artifact.clone().on_day(day), grammar);
    let Some(first) = days.first().and_then(|day| parse_date(day)?.yesterday().ok()) else {
        return differing("", &BTreeMap::new(), &provision_digests(artifact, grammar));
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

/// What one day has otherwise than the one before.
fn differing(
    begins: &str,
    before: &BTreeMap<String, TextDigest>,
    after: &BTreeMap<String, TextDigest>,
) -> Vec<ProvisionText> {
    let text = |anchor: &str, digest: Option<TextDigest>| ProvisionText {
        anchor: anchor.to_owned(),
        begins: begins.to_owned(),
        digest,
    };
    let differ = after.iter().filter(|(anchor, digest)| before.get(*anchor) != Some(digest));
    let gone = before.keys().filter(|anchor| !after.contains_key(*anchor));
    differ
        .map(|(anchor, digest)| text(anchor, Some(*digest)))
        .chain(gone.map(|anchor| text(anchor, None)))
        .collect()
}
