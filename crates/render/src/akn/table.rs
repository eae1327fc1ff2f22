//! Tables: in the text of the stycke that they stand in, or beside provisions in a container.

use lagrum_artifact::Node;

use super::element::Element;
use super::state::OpenTable;
use super::text::{XmlText, attribute};
use super::writer::AknWriter;
use crate::event::{BlockForm, PartEvent, RowPlace, TableRow, TextBlock};

impl<'a> AknWriter<'a, '_> {
    pub(super) fn begin_table(&mut self, part: &PartEvent<'a>) {
        self.table = Some(OpenTable {
            anchor: part.anchor.as_deref().map(str::to_owned),
            address: part.node.map(Node::address),
            attributes: self.period(Element::ALINEA, None, part.in_force),
            ..OpenTable::default()
        });
    }

    /// Takes a block as the caption of the table, if it is.
    pub(super) fn takes_caption(&mut self, block: &TextBlock<'a>) -> bool {
        let own = self.metadata;
        let Some(table) = self.table.as_mut() else { return false };
        let is_own = block.form == BlockForm::Caption
            && table.address == block.node.map(Node::address)
            && table.address.is_some()
            && table.caption.out.is_empty()
            && table.rows.out.is_empty();
        if is_own {
            table.caption.push_linked(&block.text, 0..usize::MAX, own);
        }
        is_own
    }

    pub(super) fn row(&mut self, row: &TableRow<'a>) {
        if row.cells.is_empty() {
            return;
        }
        if row.place != RowPlace::Below
            && let Some(table) = self.table.as_ref()
        {
            let attributes = table.attributes.clone();
            self.end_table();
            self.table = Some(OpenTable { attributes, ..OpenTable::default() });
        }
        if self.table.is_none() {
            self.ensure_body();
            self.close_leaves(None, 0);
            self.table = Some(OpenTable::default());
        }
        let period = self.period(Element::ALINEA, None, row.in_force);
        let anchor = row.node.and_then(Node::id).map(|anchor| self.eid(Some(anchor), "tr", false));
        let own = self.metadata;
        let Some(table) = self.table.as_mut() else { return };
        let rows = &mut table.rows;
        rows.out.push_str("<tr");
        if let Some(eid) = anchor {
            attribute(&mut rows.out, "eId", &eid);
        }
        rows.out.push_str(&period);
        rows.out.push('>');
        let cell = if row.header { "th" } else { "td" };
        for TableCellSpans { text, spans } in row.cells.iter().map(|cell| TableCellSpans {
            text: &cell.text,
            spans: [("colspan", cell.colspan), ("rowspan", cell.rowspan)],
        }) {
            rows.out.push('<');
            rows.out.push_str(cell);
            for (name, span) in spans.into_iter().filter(|(_, span)| *span > 1) {
                attribute(&mut rows.out, name, &span.to_string());
            }
            rows.out.push_str("><p>");
            rows.push_linked(text, 0..usize::MAX, own);
            rows.out.push_str("</p></");
            rows.out.push_str(cell);
            rows.out.push('>');
        }
        rows.out.push_str("</tr>");
    }

    pub(super) fn end_table(&mut self) {
        let Some(table) = self.table.take() else { return };
        if self.preamble.item.is_some() {
            let written = self.written(table);
            if let Some(item) = self.preamble.item.as_mut() {
                item.text.append(written);
            }
            for figure in std::mem::take(&mut self.figures) {
                self.item_text(&figure);
            }
            return;
        }
        let is_text = |last: &super::writer::OpenElement<'_>| last.element.holds_text() && !last.is_written();
        if self.open.last().is_some_and(is_text) {
            let written = self.written(table);
            if let Some(last) = self.open.last_mut() {
                last.text.append(written);
            }
        } else {
            self.container_of("tabell", |writer| writer.written(table));
        }
        self.held_figures();
    }

    /// A table as XML; its caption alone where it has no rows.
    fn written(&mut self, table: OpenTable) -> XmlText {
        let mut xml = XmlText::default();
        if table.rows.out.is_empty() {
            if !table.caption.out.is_empty() || table.anchor.is_some() {
                xml.out.push_str("<p");
                if let Some(anchor) = &table.anchor {
                    let eid = self.eid(Some(anchor), "p", false);
                    attribute(&mut xml.out, "eId", &eid);
                }
                xml.out.push('>');
                xml.append(table.caption);
                xml.out.push_str("</p>");
            }
            return xml;
        }
        let eid = self.eid(table.anchor.as_deref(), "table", false);
        xml.out.push_str("<table");
        attribute(&mut xml.out, "eId", &eid);
        xml.out.push_str(&table.attributes);
        xml.out.push('>');
        if !table.caption.out.is_empty() {
            xml.out.push_str("<caption>");
            xml.append(table.caption);
            xml.out.push_str("</caption>");
        }
        xml.append(table.rows);
        xml.out.push_str("</table>");
        xml
    }
}

/// A cell of a row.
struct TableCellSpans<'r, 'a> {
    text: &'r crate::event::LinkedText<'a>,
    spans: [(&'static str, usize); 2],
}
