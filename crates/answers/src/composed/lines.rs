//! The lines for readers in a text that is put together.

use jiff::civil::Date;
use lagrum_artifact::{Anchor, raise_first_letter};
use lagrum_chronicle::Borne;

use super::known::ProvisionCounts;
use crate::chronicle::{ActInTime, ProvisionOnDay};
use crate::reader_status::composed_line;

/// Acts that a line names.
const NAMED_ACTS: usize = 8;

/// The line in place of a provision of which no text of the day is held.
pub(super) fn lost(act: &ActInTime, provision: &ProvisionOnDay, day: Date) -> String {
    let Borne::NotHeld { missing } = &provision.borne else { return String::new() };
    let name = name(act, &provision.anchor);
    let is_later = |at: &&usize| act.facts().amendments[**at].day.known().is_none_or(|on| on > day);
    let later: Vec<usize> = missing.iter().filter(is_later).copied().collect();
    let begun: Vec<usize> = missing.iter().filter(|at| !is_later(at)).copied().collect();
    let is_begun = later.is_empty() && !begun.is_empty();
    let changes = [("införd eller ändrad genom", begun), ("ändrad genom", later)];
    let ended = provision.ended_by.map(|act| ("upphävd genom", vec![act]));
    let changes = changes.into_iter().filter(|(_, acts)| !acts.is_empty());
    let told: Vec<String> =
        changes.chain(ended).map(|(words, acts)| format!("{words} {}", numbers(act, &acts))).collect();
    let told = told.join(", ");
    if told.is_empty() {
        format!("{name} kan ha funnits, men ingen text av den finns här.")
    } else if is_begun {
        format!("{name} finns inte här; {told}.")
    } else if missing.is_empty() {
        format!("{name} gällde, men texten finns inte här; {told}.")
    } else {
        format!("{name} hade en annan lydelse, som inte finns här; {told}.")
    }
}

/// The line behind a provision that an act changed which is not worked in; None for any other provision.
pub(super) fn gap(act: &ActInTime, provision: &ProvisionOnDay) -> Option<String> {
    let Borne::Text { certainty: lagrum_chronicle::Certainty::Gap, missing, .. } = &provision.borne else {
        return None;
    };
    let name = name(act, &provision.anchor);
    Some(format!("{name} kan ha haft en annan lydelse: {} finns inte inarbetad.", numbers(act, missing)))
}

/// The line behind a heading that acts name which came later.
pub(super) fn heading(act: &ActInTime, acts: &[usize]) -> String {
    format!("Rubriken är en senare: den infördes eller ändrades genom {}.", numbers(act, acts))
}

/// The line above the whole text.
pub(super) fn head(day: Date, counts: ProvisionCounts, headings: Option<&str>) -> String {
    let headings = headings.map(|text| format!(" Rubrikerna är de som står i {text}.")).unwrap_or_default();
    format!("{}.{headings}", composed_line(&day.to_string(), counts))
}

fn name(act: &ActInTime, anchor: &Anchor) -> String {
    let bilaga = || anchor.as_str().strip_prefix('B').map(|number| format!("bilaga {number}"));
    let label = act.grammar.label(anchor).or_else(bilaga);
    raise_first_letter(label.as_deref().unwrap_or(anchor.as_str()).trim_end())
}

/// The numbers of some acts: `2014:23, 2017:1 och 2019:7`.
fn numbers(act: &ActInTime, acts: &[usize]) -> String {
    let number = |at: &usize| {
        let uri = act.uri_of(*at);
        act.base.strip(uri).unwrap_or(uri).replace('_', " ")
    };
    // An act that the register has twice is named once.
    let mut distinct: Vec<String> = Vec::new();
    for name in acts.iter().map(number) {
        if !distinct.contains(&name) {
            distinct.push(name);
        }
    }
    let count = distinct.len();
    let mut named: Vec<String> = distinct.into_iter().take(NAMED_ACTS).collect();
    match count.saturating_sub(NAMED_ACTS) {
        0 => {}
        1 => named.push("en till".to_owned()),
        more => named.push(format!("{more} till")),
    }
    match named.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} och {last}", rest.join(", ")),
        _ => named.concat(),
    }
}
