//! Links within a document, by the targets that exist.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::block::PaperBlock;
use super::pieces::PaperPiece;

/// The words of the links within the document, by the label of their target. Each label is the label of a block.
pub(in crate::paper) type LinksWithin = BTreeMap<String, BTreeSet<String>>;

/// Keeps each label that is the target of a link once, and makes links to missing labels plain text. Returns the
/// words of the links, by label.
pub(super) fn resolve_links(title: &mut [PaperPiece], blocks: &mut [PaperBlock]) -> LinksWithin {
    let mut targets: HashSet<String> = HashSet::new();
    for_all_pieces(title, blocks, &mut |piece| {
        if let PaperPiece::Within(_, label) = piece {
            targets.insert(label.clone());
        }
    });
    let mut links = LinksWithin::new();
    for block in &mut *blocks {
        block.label = block.label.take().filter(|label| targets.remove(label));
        if let Some(label) = &block.label {
            links.insert(label.clone(), BTreeSet::new());
        }
    }
    for_all_pieces(title, blocks, &mut |piece| {
        if let PaperPiece::Within(words, label) = piece {
            match links.get_mut(label) {
                Some(known) => {
                    known.insert(words.clone());
                }
                None => *piece = PaperPiece::Words(std::mem::take(words)),
            }
        }
    });
    links
}

fn for_all_pieces(
    title: &mut [PaperPiece],
    blocks: &mut [PaperBlock],
    visit: &mut impl FnMut(&mut PaperPiece),
) {
    title.iter_mut().for_each(&mut *visit);
    for block in blocks {
        block.text.iter_mut().for_each(&mut *visit);
        block.items.iter_mut().flat_map(|item| &mut item.text).for_each(&mut *visit);
        let cells = block.table.iter_mut().flat_map(|table| &mut table.cells);
        cells.flat_map(|cell| &mut cell.text).for_each(&mut *visit);
        block.groups.iter_mut().flat_map(|group| &mut group.text).for_each(&mut *visit);
    }
}
