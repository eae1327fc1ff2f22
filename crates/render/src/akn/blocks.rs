//! Blocks of text: the texts, numbers and headings of parts, and blocks that are parts by themselves.

use lagrum_artifact::Node;

use super::element::{Element, has_heading};
use super::number::{number_of, split_heading};
use super::text::{address, attribute, push_words};
use super::writer::{AknWriter, OpenElement, Place};
use crate::event::{BlockForm, Marker, TextBlock};

impl<'a> AknWriter<'a, '_> {
    pub(super) fn block(&mut self, block: TextBlock<'a>) {
        match block.form {
            BlockForm::Figure if self.table.is_some() => return self.figures.push(block),
            BlockForm::Caption if self.takes_caption(&block) => return,
            _ => self.end_table(),
        }
        if self.place == Place::Preamble {
            if self.preamble.item.is_some() {
                return self.item_text(&block);
            }
            if let Some(node) = block.node.filter(|node| self.preamble.has(*node)) {
                self.begin_item(node, block.anchor.as_deref());
                self.item_text(&block);
                return self.end_item();
            }
            self.begin_text();
        }
        // The heading of the notes, and what the register says of an act, which is in the metadata.
        let is_made =
            matches!(block.form, BlockForm::Heading { .. } | BlockForm::Fact) && block.node.is_none();
        if is_made {
            return;
        }
        if self.leads(&block) {
            return self.own_text(&block);
        }
        let is_heading = matches!(block.form, BlockForm::Heading { .. });
        match block.form {
            _ if block.language.is_some()
                && self.open.last().is_some_and(|last| !last.is_written && !last.is_leaf) =>
            {
                self.paragraph(&block, 0);
            }
            _ if is_heading && block.anchor.is_none() && self.takes_heading() => self.part_heading(&block),
            BlockForm::Figure => self.figure(&block),
            BlockForm::Rule if block.anchor.is_none() => {}
            _ if is_heading => self.cross_heading(&block),
            _ => self.leaf(&block),
        }
    }

    /// Whether a block is that of the part just entered.
    fn leads(&self, block: &TextBlock<'a>) -> bool {
        let own = |last: &OpenElement<'_>| {
            let address = last.node.map(Node::address);
            !last.is_leaf && last.is_blank() && address.is_some() && address == block.node.map(Node::address)
        };
        self.open.last().is_some_and(own)
    }

    /// Whether a heading is that of the part around it.
    fn takes_heading(&self) -> bool {
        self.open.last().is_some_and(|last| {
            !last.is_written
                && last.heading.out.is_empty()
                && last.text.out.is_empty()
                && last.node.is_some_and(has_heading)
        })
    }

    /// The text of the part just entered.
    fn own_text(&mut self, block: &TextBlock<'a>) {
        if matches!(block.form, BlockForm::Heading { .. } | BlockForm::Lead) {
            self.part_heading(block);
        } else {
            let skipped = self.number(block);
            self.paragraph(block, skipped);
        }
    }

    /// A block that is a part by itself.
    fn leaf(&mut self, block: &TextBlock<'a>) {
        let depth = if let BlockForm::Item { depth } = block.form { depth } else { 0 };
        let element = match block.node {
            Some(node) if node.kind() != "row" => {
                Element::of_node(self.form(), node, block.anchor.as_deref())
            }
            _ if depth > 0 => Element::POINT,
            _ => Element::ALINEA,
        };
        let nested = block.anchor.as_deref().filter(|_| element.tag == "point");
        self.close_leaves(nested, if nested.is_none() && element.tag == "point" { depth } else { 0 });
        self.push(element, block.anchor.as_deref(), block.node, block.in_force);
        if let Some(last) = self.open.last_mut() {
            (last.is_leaf, last.depth) = (true, depth);
        }
        let skipped = self.number(block);
        self.paragraph(block, skipped);
    }

    /// Writes the marker of a block as the number of its part: a designation as that of the paragraf around it. Returns the
    /// bytes of the text that are the number.
    fn number(&mut self, block: &TextBlock<'a>) -> usize {
        let (number, skipped) = number_of(block);
        let Some(number) = number.filter(|number| !number.trim().is_empty()) else { return 0 };
        let is_designation = matches!(block.marker, Some(Marker::Designation(_)));
        let of_paragraf = self.open.iter().rposition(|open| {
            is_designation && open.element.tag == "section" && !open.is_written && open.num.out.is_empty()
        });
        let at = of_paragraf.unwrap_or(self.open.len().saturating_sub(1));
        if let Some(open) = self.open.get_mut(at) {
            push_words(&mut open.num.out, number.trim());
        }
        skipped
    }

    /// Writes the text of a block, without its first bytes, in the innermost open element.
    fn paragraph(&mut self, block: &TextBlock<'a>, skipped: usize) {
        let own = self.metadata;
        let Some(last) = self.open.last_mut() else { return };
        if block.text.pieces().all(|(words, uri)| words.trim().is_empty() && uri.is_none()) {
            return;
        }
        last.text.out.push_str("<p");
        if let Some(language) = block.language {
            attribute(&mut last.text.out, "xml:lang", language);
        }
        last.text.out.push('>');
        last.text.push_linked(&block.text, skipped..usize::MAX, own);
        last.text.out.push_str("</p>");
    }

    /// Writes the heading of the innermost open part, and the number at its beginning.
    fn part_heading(&mut self, block: &TextBlock<'a>) {
        let own = self.metadata;
        let Some(last) = self.open.last_mut() else { return };
        let node = last.node.or(block.node);
        if node.is_some_and(|node| matches!(node.kind(), "avdelning" | "underavdelning"))
            && last.num.out.is_empty()
        {
            return last.num.push_linked(&block.text, 0..usize::MAX, own);
        }
        let split = split_heading(node, block, &own.uri);
        if split.number.end > 0 && last.num.out.is_empty() {
            if split.is_made_link {
                push_words(&mut last.num.out, &split.words);
            } else {
                last.num.push_linked(&block.text, split.number.clone(), own);
            }
            last.heading.push_linked(&block.text, split.heading..usize::MAX, own);
        } else {
            last.heading.push_linked(&block.text, 0..usize::MAX, own);
        }
    }

    fn cross_heading(&mut self, block: &TextBlock<'a>) {
        self.close_leaves(None, 0);
        self.begin_transitional();
        self.write_open();
        let eid = self.eid(block.anchor.as_deref(), Element::HEADING.kind, false);
        let period = self.period(Element::HEADING, block.anchor.as_deref(), block.in_force);
        self.xml.out.push_str("<crossHeading");
        attribute(&mut self.xml.out, "eId", &eid);
        self.xml.out.push_str(&period);
        self.xml.out.push('>');
        self.xml.push_linked(&block.text, 0..usize::MAX, self.metadata);
        self.xml.out.push_str("</crossHeading>\n");
    }

    fn figure(&mut self, block: &TextBlock<'a>) {
        self.close_leaves(None, 0);
        let depth = self.open.len();
        self.push(Element::FIGURE, block.anchor.as_deref(), block.node, block.in_force);
        if let Some(last) = self.open.last_mut() {
            let anchor = block.anchor.as_deref().map(|anchor| format!("#{anchor}")).unwrap_or_default();
            last.text.out.push_str("<p><img");
            attribute(&mut last.text.out, "src", &address(&format!("{}{anchor}", self.metadata.uri)));
            last.text.out.push_str("/></p>");
        }
        self.close_to(depth);
    }

    /// Writes the graphics of a table that has ended.
    pub(super) fn held_figures(&mut self) {
        for figure in std::mem::take(&mut self.figures) {
            self.figure(&figure);
        }
    }
}
