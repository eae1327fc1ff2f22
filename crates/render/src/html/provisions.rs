//! Provisions: what a citation names by its number, with what stands beside it.

use lagrum_artifact::Node;

use super::anchors::{is_court_paragraph, is_provision, page_number};
use super::writer::HtmlWriter;
use crate::event::{BlockForm, TextBlock};

impl HtmlWriter<'_> {
    /// Ends the element of a provision that began at `element`. `beside` is the HTML that stands beside it.
    pub(super) fn close_provision(&mut self, element: usize, beside: Option<String>, holds_provision: bool) {
        if let Some(beside) = beside {
            self.unit.html.push_str(&beside);
            // In a narrow window the note takes a line.
            self.unit.height += 0.5;
            // The class states where in the margin the note may stand: beside the text, or beside the heading of a
            // provision that has its text in the provisions inside it.
            let class = if holds_provision { " o" } else { " n" };
            self.unit.html.insert_str(element + "<div class=\"p".len(), class);
        }
        self.unit.html.push_str("</div>\n");
    }

    pub(super) fn in_provision(&self) -> bool {
        self.open.iter().any(|part| part.element.is_some() || part.is_folded)
    }

    /// The anchor of a block that is a provision by itself: a numbered paragraph, or any block that has a note beside
    /// it.
    pub(super) fn leaf_provision(&self, block: &TextBlock<'_>) -> Option<String> {
        if matches!(block.form, BlockForm::Heading { .. } | BlockForm::Item { .. }) || self.lists > 0 {
            return None;
        }
        let kind = block.node.map_or("", Node::kind);
        let mut waiting = self.waiting.iter().filter(|id| page_number(id).is_none());
        let is_one = |id: &&String| is_provision(kind) || is_court_paragraph(id) || self.around.has_note(id);
        waiting.find(is_one).cloned()
    }
}
