//! Ordinals as words: `första`, `andra`.

use lagrum_artifact::ORDINALS;

use crate::cursor::Cursor;
use crate::normalise::in_word;

/// The ordinal here.
pub(crate) fn ordinal(at: &mut Cursor<'_>) -> Option<usize> {
    // This is called for every word of a text: the word is cut once, and compared with ordinals of its length.
    const LONGEST: usize = 14;
    let rest = at.rest();
    let end =
        rest.char_indices().take(LONGEST + 1).find(|(_, c)| !in_word(*c)).map_or(rest.len(), |(end, _)| end);
    let word = &rest[..end];
    let index = ORDINALS.iter().position(|ordinal| *ordinal == word)?;
    *at = at.to(at.at() + end);
    Some(index + 1)
}
