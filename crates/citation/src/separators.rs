//! The separators between two members of any list.

use crate::cursor::Cursor;

/// Longer ones first.
const SEPARATORS: [&str; 29] = [
    " t.o.m. ",
    " respektive ",
    " och/eller ",
    " ävensom ",
    " liksom ",
    " jämte ",
    ", respektive ",
    ", resp. ",
    " resp. ",
    ", eller ",
    ", samt ",
    ", och ",
    ", and ",
    ", or ",
    " eller ",
    " samt ",
    " till ",
    " och ",
    " and ",
    " or ",
    " to ",
    " & ",
    " -- ",
    " - ",
    "--",
    "- ",
    " -",
    "-",
    ", ",
];

/// The result of `member` after a separator.
pub(crate) fn after_separator<'q, T>(
    at: Cursor<'q>,
    mut member: impl FnMut(Cursor<'q>) -> Option<T>,
) -> Option<T> {
    if !at.rest().starts_with([' ', ',', '-']) {
        return None;
    }
    SEPARATORS.iter().find_map(|separator| {
        let mut next = at;
        next.eat(separator).then_some(next).and_then(&mut member)
    })
}
