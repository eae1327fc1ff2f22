//! What parsers of pages share: the blocks of a page with their words and looks, the numbers that they begin with, and their nodes.

mod blocks;
mod look;
mod nodes;
mod number;

pub(crate) use blocks::{Block, Piece, pieces};
pub(crate) use look::Look;
pub(crate) use nodes::{collect_text, collected, cut_start, put_before, table};
pub(crate) use number::paragraph_number;
