//! Which blocks of an act are quoted from another act: the texts that an amending act inserts or puts in place of others.
//!
//! A quotation begins with a quotation mark that its own block does not close as that of a term, and ends with the block that closes it.
//! One that begins inside an item of a list ends with the item.

use super::block::{Block, Class};
use super::marker::{OPENING_QUOTES, starting};
use super::numbers::article_number;

/// The greatest number of blocks of a quotation outside of lists. A longer one lacks its end.
const MAX_BLOCKS: usize = 2_000;

/// Says of each block whether it is quoted.
pub(super) fn quoted(blocks: &[Block]) -> Vec<bool> {
    let mut quoted = vec![false; blocks.len()];
    let mut at = 0;
    while let Some(block) = blocks.get(at) {
        let before = at.checked_sub(1).and_then(|before| blocks.get(before));
        if !begins(block, before) {
            at += 1;
            continue;
        }
        let end = at + length(blocks.get(at..).unwrap_or_default());
        for quoted in quoted.iter_mut().take(end).skip(at) {
            *quoted = true;
        }
        at = end.max(at + 1);
    }
    quoted
}

/// The block as it is printed: its marker, then its text.
fn printed(block: &Block) -> (&str, &str) {
    (block.marker.as_ref().map_or("", |marker| marker.text.as_str()), &block.text.plain)
}

/// Whether a quotation begins with a block.
fn begins(block: &Block, before: Option<&Block>) -> bool {
    if block.class == Class::QuotedTitle || block.class == Class::ArticleTitle && block.depth > 0 {
        return true;
    }
    let (marker, text) = printed(block);
    if marker.starts_with(OPENING_QUOTES) {
        return true;
    }
    let Some(quote) = text.chars().next().filter(|c| OPENING_QUOTES.contains(c)) else { return false };
    let inner = text.get(quote.len_utf8()..).unwrap_or_default();
    if starting(inner).is_some() || article_number(inner).is_some_and(|_| inner.len() < 30) {
        return true;
    }
    let is_introduced =
        !marker.is_empty() || before.is_some_and(|before| printed(before).1.trim_end().ends_with(':'));
    let begins_sentence = inner.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    is_introduced && begins_sentence && !closes_a_term(inner, quote)
}

/// Whether the quotation mark is closed in the middle of the text, as that of a term is.
fn closes_a_term(inner: &str, quote: char) -> bool {
    let mut open = 1;
    let mut chars = inner.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, next)| *next);
        let is_apostrophe = matches!(c, '’' | '\'') && next.is_some_and(char::is_alphanumeric);
        if c == closing(quote) && !is_apostrophe {
            open -= 1;
        } else if c == quote {
            open += 1;
        }
        if open == 0 {
            let rest = inner.get(at + c.len_utf8()..).unwrap_or_default();
            return rest.chars().filter(|c| c.is_alphanumeric()).count() > MAX_TAIL;
        }
    }
    false
}

/// The greatest number of letters after the end of a quotation in its block: `’; and`.
const MAX_TAIL: usize = 5;

fn closing(quote: char) -> char {
    match quote {
        '‘' => '’',
        '“' | '„' => '”',
        '«' => '»',
        other => other,
    }
}

/// The number of blocks of the quotation that begins with the first block.
fn length(blocks: &[Block]) -> usize {
    let Some(first) = blocks.first() else { return 0 };
    let (marker, text) = printed(first);
    let mark = marker.chars().chain(text.chars()).next().filter(|c| OPENING_QUOTES.contains(c));
    // A quoted item stands in the list of the amending act or in one of its own inside that.
    let is_item = |block: &Block| block.marker.as_ref().is_some_and(|marker| !marker.is_paragraph);
    let outer = first.depth.saturating_sub(u8::from(is_item(first)));
    for (at, block) in blocks.iter().enumerate() {
        let depth = block.depth.saturating_sub(u8::from(is_item(block)));
        let leaves = at > 0 && (depth < outer || outer == 0 && is_next_part(block));
        if leaves {
            return at;
        }
        if mark.is_none_or(|mark| ends(block, mark, at == 0))
            && (mark.is_some() || outer == 0 && block.class == Class::QuotedTitle)
        {
            // A quoted heading alone says nothing of what follows.
            return at + 1;
        }
        if at >= MAX_BLOCKS {
            return 1;
        }
    }
    if outer == 0 { 1 } else { blocks.len() }
}

/// Whether a block outside of lists is a part of the amending act itself.
fn is_next_part(block: &Block) -> bool {
    let is_title = matches!(block.class, Class::ArticleTitle | Class::AnnexTitle | Class::DivisionTitle);
    block.depth == 0 && is_title && !block.text.plain.starts_with(OPENING_QUOTES)
}

/// Whether a block closes the quotation that began with a mark.
fn ends(block: &Block, quote: char, is_first: bool) -> bool {
    let (_, text) = printed(block);
    let close = closing(quote);
    let bare = text.trim_end_matches([' ', '.', ';', ',', ':', ')']);
    let bare = [" and", " or", " och", " eller", " samt"]
        .iter()
        .find_map(|word| bare.strip_suffix(word))
        .unwrap_or(bare);
    let bare = bare.trim_end_matches([' ', '.', ';', ',']);
    // Mark of the old page: a closing one may be either of two.
    let ends_with = |c: char| bare.ends_with(c);
    if !(ends_with(close) || quote == '„' && ends_with('“') || quote == '‘' && ends_with('\'')) {
        return false;
    }
    let text_has_opening = is_first && text.starts_with(quote);
    let inner = if text_has_opening { text.get(quote.len_utf8()..).unwrap_or_default() } else { text };
    if quote == close {
        let count = inner.chars().filter(|c| *c == quote).count();
        return count % 2 == 1;
    }
    let before_close = inner.get(..inner.trim_end().rfind(close).unwrap_or(0)).unwrap_or_default();
    match before_close.rfind(quote) {
        // The last mark closes an inner quotation unless that is closed before.
        Some(at) => before_close.get(at..).is_some_and(|rest| rest.contains(close)),
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eurlex::block::Printed;
    use crate::eurlex::marker::whole;
    use crate::node::LinkedText;

    /// `2|(a)|text`: depth, marker, text.
    fn block(line: &str) -> Block {
        let mut parts = line.splitn(3, '|');
        let depth = parts.next().unwrap().parse().unwrap();
        let marker = parts.next().unwrap();
        let text = parts.next().unwrap().to_owned();
        let marker = (!marker.is_empty()).then(|| Printed {
            text: marker.to_owned(),
            is_paragraph: false,
            read: whole(marker),
        });
        let class = if text.trim_start_matches(OPENING_QUOTES).starts_with("Article ") {
            Class::ArticleTitle
        } else {
            Class::Normal
        };
        Block { depth, marker, class, text: LinkedText::from(text), ..Block::default() }
    }

    #[test]
    fn quotations_end_where_they_are_closed() {
        for (lines, expected) in [
            (&["0||Sheep are:", "1|(1)|‘ram’ means a sheep;", "1|(2)|‘ewe’ means a sheep."][..], "..."),
            (
                &["1|(1)|the following is added:", "1||‘5. Sheep and ‘goats’ graze.’;", "1|(2)|in Article 7"],
                ".q.",
            ),
            (
                &[
                    "1|(1)|inserted:",
                    "1||\"Article 9b",
                    "1||1. Sheep graze.",
                    "1||2. Goats too.\"",
                    "1|(2)|x",
                ],
                ".qqq.",
            ),
            (&["1|(1)|inserted:", "2|‘(a)|sheep;", "2|(b)|goats.’;", "1|(2)|x"], ".qq."),
            (&["1|1.|läggas till:", "1||”5. hage: en ”stor” hage.”", "1|2.|x"], ".q."),
            (
                &["0||is replaced by the following:", "0||‘Sheep graze.", "0||They rest.’", "0||Goats too."],
                ".qq.",
            ),
            (&["0||is replaced:", "0||‘Sheep’ means what Article 2 says."], ".."),
            (&["1|(1)|inserted:", "1||Article 9", "1||Sheep graze.", "0||Article 2"], ".qq."),
        ] {
            let blocks: Vec<Block> = lines.iter().map(|line| block(line)).collect();
            let found: String =
                quoted(&blocks).iter().map(|quoted| if *quoted { 'q' } else { '.' }).collect();
            assert_eq!(found, expected, "{lines:?}");
        }
    }
}
