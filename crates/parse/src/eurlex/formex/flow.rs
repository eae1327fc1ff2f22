//! Reading what stands inside the blocks of a Formex file: words, sub-paragraphs, lists and their items, in order.

use roxmltree::Node;

use super::blocks::{Reader, is_inline};
use super::nodes::child;
use crate::eurlex::entry::{Entry, Part};
use crate::eurlex::numbers::{opening_quotes, trimmed_marker};
use crate::eurlex::text::TextBuilder;

impl Reader {
    /// Reads blocks and words in order. The first words are the text of the pending entry.
    pub(super) fn flow(&mut self, node: Node<'_, '_>, depth: u8, mut pending: Option<Entry>) {
        let mut text = TextBuilder::default();
        if is_inline(node.tag_name().name()) {
            self.inline(node, &mut text);
        } else {
            for child in node.children() {
                self.flow_child(child, depth, &mut pending, &mut text);
            }
        }
        self.flush(&mut text, depth, &mut pending);
        if let Some(entry) = pending {
            self.push(entry);
        }
    }

    fn flush(&mut self, text: &mut TextBuilder, depth: u8, pending: &mut Option<Entry>) {
        let words = text.take();
        if words.plain.is_empty() {
            return;
        }
        let mut entry = pending.take().unwrap_or_else(|| Entry { level: depth, ..Entry::new(Part::Text) });
        // Before the words there may be the quotation mark of their number.
        let by = entry.text.plain.len();
        entry.text.plain.push_str(&words.plain);
        entry.text.links = words.links;
        for link in &mut entry.text.links {
            link.range = link.range.start + by..link.range.end + by;
        }
        self.push(entry);
        self.push_notes();
    }

    pub(super) fn flow_child(
        &mut self,
        node: Node<'_, '_>,
        depth: u8,
        pending: &mut Option<Entry>,
        text: &mut TextBuilder,
    ) {
        self.change(node);
        let name = node.tag_name().name();
        if node.is_comment() || node.is_pi() {
            return;
        }
        if node.is_text() || is_inline(name) {
            return self.inline(node, text);
        }
        self.flush(text, depth, pending);
        let before_list = |reader: &mut Self, pending: &mut Option<Entry>| {
            if let Some(entry) = pending.take() {
                reader.push(entry);
            }
        };
        match name {
            "NO.P" => {
                let number = self.words(node);
                match pending {
                    Some(entry) if entry.num.is_none() => {
                        entry.num = trimmed_marker(&number.plain);
                        entry.text.plain = opening_quotes(&number.plain);
                    }
                    _ => self.push(Entry { level: depth, ..Entry::with_text(Part::Text, number) }),
                }
            }
            "LIST" | "DLIST" => {
                before_list(self, pending);
                self.list(node, depth.saturating_add(1));
            }
            "NP" | "ITEM" | "DLIST.ITEM" => {
                before_list(self, pending);
                self.item(node, depth.saturating_add(1));
            }
            "TBL" => {
                before_list(self, pending);
                self.table(node, depth);
            }
            "QUOT.S" => {
                before_list(self, pending);
                let outer = std::mem::replace(&mut self.is_quoted, true);
                self.flow(node, depth, None);
                self.is_quoted = outer;
            }
            "ARTICLE" => self.article(node),
            "DIVISION" => self.division(node, 2),
            "GR.SEQ" => self.group(node, 2),
            "PARAG" => self.paragraph(node),
            "TITLE" => self.heading(node, 2, None),
            "TI.ART" | "STI.ART" => self.flow(node, depth, Some(Entry::new(Part::Heading))),
            "ANNEX" | "CONS.ANNEX" => self.annex(node),
            _ => {
                for child in node.children() {
                    self.flow_child(child, depth, pending, text);
                }
                self.flush(text, depth, pending);
            }
        }
    }

    fn list(&mut self, list: Node<'_, '_>, depth: u8) {
        for node in list.children() {
            self.change(node);
            match node.tag_name().name() {
                "" => self.stray(node),
                _ => self.item(node, depth),
            }
        }
    }

    /// Reads an item of a list, with a number in it or without one.
    fn item(&mut self, item: Node<'_, '_>, depth: u8) {
        let mut entry = Entry::new(Part::Point);
        entry.level = depth;
        let only = child(item, "NP").filter(|_| item.children().filter(Node::is_element).count() == 1);
        if item.has_tag_name("DLIST.ITEM") {
            return self.definition(item, entry);
        }
        self.flow(only.unwrap_or(item), depth, Some(entry));
    }

    /// A term and what is said of it, parted as the list says.
    fn definition(&mut self, item: Node<'_, '_>, mut entry: Entry) {
        let separator = item.parent().and_then(|list| list.attribute("SEPARATOR")).unwrap_or_default();
        if let Some(prefix) = child(item, "PREFIX") {
            let prefix = self.words(prefix).plain;
            entry.num = trimmed_marker(&prefix);
        }
        let mut text = TextBuilder::default();
        for node in item.children().filter(|node| !node.has_tag_name("PREFIX")) {
            self.inline(node, &mut text);
            if node.has_tag_name("TERM") {
                // No blank before the sign.
                let term = text.take();
                text.push(&term.plain);
                text.push(separator);
                text.blank();
            }
        }
        let depth = entry.level;
        self.flush(&mut text, depth, &mut Some(entry));
    }
}
