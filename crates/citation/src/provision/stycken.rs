//! Stycken of a provision with their punkter and meningar: `första och tredje styckena`, `2 st. 3`.

use super::cited::{CitedProvision, MAX_MEMBERS, Member};
use super::punkter::{Items, items};
use super::stycke_number::{mening, stycken};
use crate::cursor::Cursor;
use crate::separators::after_separator;

/// Adds the stycken named here, with their punkter. None when no stycke is named.
pub(super) fn inside<'q>(
    provision: &CitedProvision,
    start: usize,
    at: Cursor<'q>,
    members: &mut Vec<Member>,
) -> Option<Cursor<'q>> {
    let (stycken, mut end) = stycken(at)?;
    let mut from = start;
    let last = stycken.len() - 1;
    for (index, (stycke, begins, stop)) in stycken.into_iter().enumerate() {
        let provision = CitedProvision { stycke: Some(stycke), ..provision.clone() };
        let begins = if index == 0 { from } else { begins };
        if index < last {
            members.push(Member { provision, start: begins, end: stop });
            continue;
        }
        end = within_stycke(&provision, begins, end, members);
    }
    // Further stycken of the same paragraf.
    for _ in 0..MAX_MEMBERS {
        let further = after_separator(end, |next| {
            let (listed, _) = stycken_after(next)?;
            from = next.at();
            let (stycke, begins, stop) = listed;
            let provision = CitedProvision { stycke: Some(stycke), ..provision.clone() };
            Some(within_stycke(&provision, begins, next.to(stop), members))
        });
        match further {
            Some(after) => end = after,
            None => break,
        }
    }
    Some(end)
}

/// One further stycke, which must have its word and not belong to a paragraf that follows.
fn stycken_after(at: Cursor<'_>) -> Option<((String, usize, usize), Cursor<'_>)> {
    let (listed, end) = stycken(at)?;
    match listed.as_slice() {
        [one] => Some((one.clone(), end)),
        _ => None,
    }
}

/// Adds a stycke with its punkter and meningar, and returns where they end.
fn within_stycke<'q>(
    provision: &CitedProvision,
    start: usize,
    at: Cursor<'q>,
    members: &mut Vec<Member>,
) -> Cursor<'q> {
    let mut next = at;
    if next.blank()
        && let Some((mening, after)) = mening(next)
    {
        let provision = CitedProvision { mening: Some(mening), ..provision.clone() };
        members.push(Member { provision, start, end: after.at() });
        return after;
    }
    // `andra stycket, punkten 3`
    let mut next = at;
    let apart = next.eat(",");
    if next.blank()
        && (!apart || next.rest().starts_with("punkt"))
        && let Some((items, after)) = items(next)
    {
        push_items(provision, start, at.at(), items, members);
        let mut sentence = after;
        if sentence.blank()
            && let Some((mening, end)) = mening(sentence)
            && let Some(last) = members.last_mut()
        {
            last.provision.mening = Some(mening);
            last.end = end.at();
            return end;
        }
        return after;
    }
    let end = last_part(at).unwrap_or(at);
    members.push(Member { provision: provision.clone(), start, end: end.at() });
    end
}

/// ` sista stycket`, `, sista meningen` after a provision.
pub(super) fn last_part(at: Cursor<'_>) -> Option<Cursor<'_>> {
    let mut next = at;
    next.eat(",");
    let named = next.blank()
        && next.words_without_stop(&["sista"])
        && next.blank()
        && next.words_without_stop(&["stycket", "meningen", "punkten", "ledet"]);
    named.then_some(next)
}

/// Adds punkter. A single punkt is cited together with the provision it is in, and so is the first of several after a stycke, unless
/// they begin with a range. Else the provision is cited by itself before them.
pub(super) fn push_items(
    provision: &CitedProvision,
    start: usize,
    end: usize,
    items: Items,
    members: &mut Vec<Member>,
) {
    let joined = items.listed.len() == 1 || provision.stycke.is_some() && !items.begins_with_range;
    if !joined {
        members.push(Member { provision: provision.clone(), start, end });
    }
    for (index, (punkt, begins, stop)) in items.listed.into_iter().enumerate() {
        let provision = CitedProvision { punkt: Some(punkt), ..provision.clone() };
        let start = if joined && index == 0 { start } else { begins };
        members.push(Member { provision, start, end: stop });
    }
}
