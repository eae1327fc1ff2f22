//! Documents that a listing of EU law leaves out in favour of another.

use std::collections::{HashMap, HashSet};

use super::celex::Celex;
use super::treaties::{OPINION, TREATY, treaty_name};
use crate::ListingRow;
use crate::listing_row::{KeptRow, keep_all};

/// Leaves out, in this order: corrections; all revisions of a document but the last; the opinion of an Advocate General
/// when the case is decided; of a treaty held with and without `/TXT`, the one without a name in the table; and all
/// consolidations of a treaty but the newest.
pub(super) fn fold(rows: &[ListingRow], mut listed: Vec<usize>) -> Vec<KeptRow> {
    let celex = |row: &usize| Celex::of(rows[*row].local_id);
    listed.retain(|row| !celex(row).is_corrigendum());
    keep_last_revisions(&mut listed, celex);

    let held: HashSet<&str> = listed.iter().map(|row| celex(row).0).collect();
    listed.retain(|row| {
        let decided =
            celex(row).judgment_of_opinion().is_some_and(|judgment| held.contains(judgment.as_str()));
        rows[*row].kind != OPINION || !decided
    });
    listed.retain(|row| {
        let celex = celex(row);
        let twin = celex.0.strip_suffix("/TXT").map_or_else(|| format!("{}/TXT", celex.0), str::to_owned);
        let named_twin = held.contains(twin.as_str()) && treaty_name(Celex(&twin)).is_some();
        rows[*row].kind != TREATY || treaty_name(celex).is_some() || !named_twin
    });
    keep_newest_consolidations(&mut listed, |row| (rows[*row].kind == TREATY).then(|| celex(row)));
    keep_all(listed)
}

fn keep_last_revisions<'a>(listed: &mut Vec<usize>, celex: impl Fn(&usize) -> Celex<'a>) {
    let revision = |row: &usize| {
        let celex = celex(row);
        celex.revision().map_or((celex.0, None), |(before, number)| (before, Some(number)))
    };
    let mut last: HashMap<&str, Option<u32>> = HashMap::new();
    for row in listed.iter() {
        let (document, number) = revision(row);
        let known = last.entry(document).or_default();
        *known = number.max(*known);
    }
    listed.retain(|row| {
        let (document, number) = revision(row);
        last.get(document) == Some(&number)
    });
}

fn keep_newest_consolidations<'a>(listed: &mut Vec<usize>, treaty: impl Fn(&usize) -> Option<Celex<'a>>) {
    let printed = |row: &usize| {
        let celex = treaty(row).filter(|celex| celex.has_consolidations())?;
        Some((celex.family().key, celex.year()))
    };
    let mut newest: HashMap<&str, Option<u16>> = HashMap::new();
    for (family, year) in listed.iter().filter_map(printed) {
        let known = newest.entry(family).or_default();
        *known = year.max(*known);
    }
    listed.retain(|row| printed(row).is_none_or(|(family, year)| newest.get(family) == Some(&year)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_stands_for_is_left_out() {
        // (celex, kind, listed)
        let table = [
            ("32031R0077", "regulation", true),
            ("32031R0077R(01)", "regulation", false),
            ("32031R0078(01)", "regulation", false),
            ("32031R0078(02)", "regulation", true),
            ("32031R0078", "regulation", false),
            ("62031CJ0012", "judgment", true),
            ("62031CC0012", "opinion", false),
            ("62031CC0013", "opinion", true),
            ("12016E/TXT", "treaty", true),
            ("12016E", "treaty", false),
            ("12012E/TXT", "treaty", false),
            ("12007L/TXT", "treaty", true),
            ("12001C/TXT", "treaty", true),
            ("11111V", "treaty", true),
        ];
        let local_ids: Vec<_> = table.iter().map(|(celex, ..)| format!("celex/{celex}")).collect();
        let rows: Vec<_> = table
            .iter()
            .zip(&local_ids)
            .map(|((_, kind, _), local_id)| ListingRow { local_id, kind, ..ListingRow::default() })
            .collect();
        let kept: HashSet<_> =
            fold(&rows, (0..rows.len()).collect()).into_iter().map(|kept| kept.row).collect();
        for (at, (celex, _, listed)) in table.iter().enumerate() {
            assert_eq!(kept.contains(&at), *listed, "{celex}");
        }
    }
}
