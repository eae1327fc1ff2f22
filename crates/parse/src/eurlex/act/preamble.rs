//! The preamble of an act: citations and recitals.

use super::{At, Reader};
use crate::eurlex::block::{Block, Form, Region};
use crate::eurlex::entry::{Entry, Part};
use crate::eurlex::marker::{Style, starting};
use crate::eurlex::numbers::trimmed_marker;
use crate::eurlex::text::cut_start;
use crate::eurlex::words::{begins_recitals, ends_preamble};

impl Reader {
    pub(super) fn preamble(&mut self, mut block: Block) {
        if let Some(rows) = block.table.take_if(|_| !self.has_recitals) {
            return self.table(block, rows);
        }
        let ends = ends_preamble(&block.text.plain);
        let begins = begins_recitals(&block.text.plain);
        let is_in_recitals = self.has_recitals || matches!(block.region, Region::Recital(_));
        if ends || begins || !is_in_recitals || block.region == Region::Citation {
            block.inline_marker();
        }
        if ends || begins {
            self.at = if ends { At::Body } else { self.at };
            self.has_recitals |= begins;
            return self.push(Entry::with_text(Part::Preamble, block.text), None);
        }
        let text = &block.text.plain;
        self.has_recitals |= matches!(block.region, Region::Recital(_)) || is_unnumbered_recital(text);
        if block.region == Region::Citation {
            self.has_citations = true;
            return self.push(Entry::with_text(Part::Citation, block.text), None);
        }
        if self.has_recitals {
            return self.recital(block);
        }
        // Before the citations there is the institution, and on older pages the title once more.
        let begins_citations = ["Having regard", "med beaktande av", "Med beaktande av"]
            .iter()
            .any(|words| text.starts_with(words));
        self.has_citations |= begins_citations;
        let part = if self.has_citations { Part::Citation } else { Part::Preamble };
        self.push(Entry::with_text(part, block.text), None);
    }

    /// A recital, or a block inside one.
    fn recital(&mut self, mut block: Block) {
        let mut entry = Entry::new(Part::Recital);
        if block.depth == 1
            && block.table.is_none()
            && let Some(marker) = block.marker.take()
        {
            entry.num = trimmed_marker(&marker.text);
            entry.text = block.text;
            self.recital = region_number(block.region);
            return self.push(entry, None);
        }
        if block.marker.is_some() || block.table.is_some() || block.depth > 0 {
            return self.inside_recital(block);
        }
        if let Some(marker) =
            starting(&block.text.plain).filter(|marker| marker.style == Style::NumberInBrackets)
        {
            cut_start(&mut block.text, marker.len);
            (entry.num, entry.text) = (Some(marker.num), block.text);
            return self.push(entry, None);
        }
        // A recital whose number the page leaves out has it in its id.
        let number = region_number(block.region);
        let is_new = number.is_some() && number != self.recital;
        if is_new || is_unnumbered_recital(&block.text.plain) {
            self.recital = number;
            entry.num = number.map(|number| number.to_string());
            entry.is_counted = number.is_some();
            entry.text = block.text;
            return self.push(entry, None);
        }
        self.inside_recital(block);
    }

    fn inside_recital(&mut self, block: Block) {
        let mut entry = Entry::with_text(Part::Text, block.text);
        // The items of a recital begin at the first depth: the recital itself is one.
        entry.level = block.depth.saturating_sub(1);
        if let Some(marker) = &block.marker {
            entry.part = Part::Point;
            entry.num = trimmed_marker(&marker.text);
            entry.level = entry.level.max(1);
        } else if let Some(marker) = starting(&entry.text.plain).filter(|_| self.form == Form::Plain) {
            entry.part = Part::Point;
            entry.level = 1;
            cut_start(&mut entry.text, marker.len);
            entry.num = Some(marker.num);
        }
        if let Some(rows) = block.table {
            entry.part = Part::Table(rows);
        }
        self.push(entry, None);
    }
}

fn region_number(region: Region) -> Option<u32> {
    match region {
        Region::Recital(number) => Some(number),
        _ => None,
    }
}

/// Whether a text is a recital by its first word, as in older acts.
fn is_unnumbered_recital(text: &str) -> bool {
    text.starts_with("Whereas ") || text.starts_with("Whereas, ")
}
