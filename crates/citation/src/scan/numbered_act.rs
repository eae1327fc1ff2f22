//! EU acts by number in running text.

use crate::act::CitedAct;
use crate::cursor::Cursor;
use crate::eu::act_by_number;

/// An act by its number. In running text two numbers alone may be anything, so the community must be written, or a noun before numbers
/// in the order that the courts of the EU use.
pub(super) fn numbered_act(at: Cursor<'_>) -> Option<CitedAct<'_>> {
    let act = act_by_number(at)?;
    let written = act.end.written_since(at).to_lowercase().replace('\n', " ");
    // The courts of the EU write `direktiv 2011/83`, `Regulation No 1215/2012`.
    let numbered = written.contains(" no ") || written.contains(" nr ");
    let year_first = written.rsplit(' ').next().is_some_and(|pair| {
        let year = pair.split('/').next().unwrap_or_default();
        year.len() == 4 && year >= "1990" || year.len() == 2
    });
    let noun = |words: &[&str]| words.iter().any(|word| written.starts_with(word));
    let by_noun = noun(&["direktiv ", "direktivet ", "directive "]) && year_first
        || noun(&["förordning ", "förordningen ", "regulation "]) && (numbered || year_first);
    let is_celex = written.starts_with(|c: char| c.is_ascii_digit()) && !written.contains('/');
    let community = [
        "(e", "/e", " eu ", " eg ", " eeg ", "/rif", "/jha", "/gusp", "/cfsp", "(gusp", "(cfsp", "(rif",
        "(jha",
    ];
    let of_community = community.iter().any(|mark| written.contains(mark));
    ((of_community || by_noun) && !is_celex).then_some(act)
}
