//! The texts of the provisions of an act or an archived lydelse, as digests, from each day that its marks name.

use std::collections::BTreeMap;

use lagrum_artifact::{ActFamily, Artifact};
use lagrum_catalog::ProvisionText;
use lagrum_render::diff::{ProvisionWords, provision_words};
use lagrum_sources::parse_date;

/// The maximum number of days of marks that are read. Real texts have up to a dozen.
const MAX_DAYS: usize = 40;

/// The texts of the provisions, by day and anchor. A later day lists only what differs from the one before, in its words or in the act that
/// signs them: an act may repeal a provision and give its words anew.
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
    let is_other = |anchor: &String, words: &ProvisionWords| before.get(anchor) != Some(words);
    let differ = after.iter().filter(|(anchor, words)| is_other(anchor, words));
    let gone = before.keys().filter(|anchor| !after.contains_key(*anchor));
    differ
        .map(|(anchor, words)| text(anchor, Some(words)))
        .chain(gone.map(|anchor| text(anchor, None)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_another_act_gives_anew_begins_on_its_day() {
        let provision = |marks: &str, signer: &str| {
            format!(
                r#"{{"type":"paragraf","id":null,"ordinal":"1",{marks},"children":[
                    {{"type":"stycke","text":["Får ska räknas. Lag ({signer})."]}}]}}"#
            )
        };
        let act = format!(
            r#"{{"uri":"x:1","structure":[{},{}]}}"#,
            provision(r#""upphor":"2031-01-01""#, "2030:1"),
            provision(r#""ikrafttrader":"2031-01-01""#, "2030:9"),
        );
        let texts = provision_texts(&Artifact::parse(act.as_bytes()).unwrap(), ActFamily::Statute);
        let found: Vec<_> = texts.iter().map(|text| (text.begins.as_str(), text.signed.as_deref())).collect();
        assert_eq!(found, [("", Some("2030:1")), ("2031-01-01", Some("2030:9"))]);
        assert_eq!(texts[0].digest, texts[1].digest);
    }
}
