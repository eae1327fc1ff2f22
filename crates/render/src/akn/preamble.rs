//! What stands before the provisions of an EU act: citations, recitals, and other text as paragraphs.

use lagrum_artifact::Node;

use super::state::PreambleItem;
use super::text::{XmlText, attribute, push_words};
use super::writer::AknWriter;
use crate::event::TextBlock;

impl<'a> AknWriter<'a, '_> {
    pub(super) fn begin_item(&mut self, node: Node<'a>, anchor: Option<&str>) {
        let (list, tag, kind) = match node.kind() {
            "citation" => (Some("citations"), Some("citation"), "cit"),
            "recital" => (Some("recitals"), Some("recital"), "rec"),
            _ => (None, None, "p"),
        };
        if !self.preamble.is_begun {
            self.preamble.is_begun = true;
            self.xml.out.push_str("<preamble>\n");
        }
        if self.preamble.list.as_ref().map(|(list, _)| *list) != list {
            self.end_list();
            if let Some(list) = list {
                let eid = self.eid(None, list, false);
                self.xml.out.push_str(&format!("<{list} eId=\"{eid}\">\n"));
                self.preamble.list = Some((list, eid));
            }
        }
        let eid = (tag.is_some() || anchor.is_some()).then(|| self.eid(anchor, kind, false));
        self.preamble.item = Some(PreambleItem {
            tag,
            kind: node.kind().to_owned(),
            eid,
            anchor: anchor.map(str::to_owned),
            num: String::new(),
            text: XmlText::default(),
        });
    }

    /// Writes a block of the open item.
    pub(super) fn item_text(&mut self, block: &TextBlock<'a>) {
        let own_anchor = self.preamble.item.as_ref().and_then(|item| item.anchor.clone());
        let anchor = block.anchor.as_deref().filter(|anchor| Some(*anchor) != own_anchor.as_deref());
        let eid = anchor.map(|anchor| self.eid(Some(anchor), "p", false));
        let (number, skipped) = super::number::number_of(block);
        let Some(item) = self.preamble.item.as_mut() else { return };
        let number = number.unwrap_or_default();
        let is_num = item.tag.is_some() && item.num.is_empty() && item.text.out.is_empty();
        if is_num {
            push_words(&mut item.num, number.trim());
        }
        item.text.out.push_str("<p");
        if item.tag.is_none() {
            attribute(&mut item.text.out, "class", &item.kind);
            if let Some(eid) = item.eid.take() {
                attribute(&mut item.text.out, "eId", &eid);
            }
        }
        if let Some(eid) = eid {
            attribute(&mut item.text.out, "eId", &eid);
        }
        item.text.out.push('>');
        if !is_num && !number.is_empty() {
            push_words(&mut item.text.out, number.trim());
            item.text.out.push(' ');
        }
        item.text.push_linked(&block.text, skipped..usize::MAX, self.metadata);
        item.text.out.push_str("</p>");
    }

    /// Writes a place for an anchor whose part has no text of its own.
    pub(super) fn item_anchor(&mut self, anchor: &str) {
        let eid = self.eid(Some(anchor), "p", false);
        let Some(item) = self.preamble.item.as_mut() else { return };
        item.text.out.push_str("<p");
        attribute(&mut item.text.out, "eId", &eid);
        item.text.out.push_str("/>");
    }

    pub(super) fn end_item(&mut self) {
        let Some(item) = self.preamble.item.take() else { return };
        if let Some(tag) = item.tag {
            let out = &mut self.xml.out;
            out.push('<');
            out.push_str(tag);
            attribute(out, "eId", item.eid.as_deref().unwrap_or_default());
            out.push('>');
            if !item.num.is_empty() {
                out.push_str(&format!("<num>{}</num>", item.num));
            }
            if item.text.out.is_empty() {
                out.push_str("<p/>");
            }
            self.xml.append(item.text);
            self.xml.out.push_str(&format!("</{tag}>\n"));
        } else {
            // Its address has no paragraph yet where it has no words, or only those of a table.
            if let Some(eid) = item.eid {
                self.xml.out.push_str("<p");
                attribute(&mut self.xml.out, "eId", &eid);
                self.xml.out.push_str("/>");
            }
            self.xml.append(item.text);
            self.xml.out.push('\n');
        }
    }

    fn end_list(&mut self) {
        if let Some((list, _)) = self.preamble.list.take() {
            self.xml.out.push_str(&format!("</{list}>\n"));
        }
    }

    pub(super) fn end_preamble(&mut self) {
        self.end_list();
        if self.preamble.is_begun {
            self.xml.out.push_str("</preamble>\n");
        }
    }
}
