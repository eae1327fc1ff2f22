//! Ids: every anchor of the document stands on one element, or in an empty one before its text.

use lagrum_artifact::Node;

use super::anchors::{is_id, page_number};
use super::inline::push_words;
use super::writer::HtmlWriter;

impl HtmlWriter<'_> {
    /// Whether a printed page begins at a node.
    pub(super) fn starts_page(&self, node: Node<'_>) -> bool {
        self.further.at(node.address()).iter().any(|anchor| page_number(anchor).is_some())
    }

    /// Queues the anchors that begin at a node, to be written before its text.
    pub(super) fn add_further(&mut self, node: Node<'_>) {
        for anchor in self.further.at(node.address()) {
            self.wait(anchor);
        }
    }

    pub(super) fn wait(&mut self, anchor: &str) {
        if is_id(anchor) && self.ids.insert(anchor.to_owned()) {
            self.waiting.push(anchor.to_owned());
        }
    }

    pub(super) fn push_id(&mut self, id: &str) {
        self.unit.html.push_str(" id=\"");
        push_words(&mut self.unit.html, id);
        self.unit.html.push('"');
        id.clone_into(&mut self.last_id);
    }

    /// Writes the waiting ids as empty elements.
    pub(super) fn flush_ids(&mut self) {
        for id in std::mem::take(&mut self.waiting) {
            self.push_anchor(&id);
        }
    }

    pub(super) fn push_anchor(&mut self, id: &str) {
        self.unit.html.push_str("<a");
        let page = page_number(id);
        if let Some(page) = page {
            self.unit.html.push_str(&format!(" class=\"sid\" data-s=\"s. {page}\""));
            if let Some(href) = self.around.printed_page(page) {
                self.unit.html.push_str(" href=\"");
                push_words(&mut self.unit.html, &href);
                // The number is shown by CSS, which gives a link no name.
                self.unit.html.push_str(&format!("\" aria-label=\"s. {page}\""));
            }
        }
        self.push_id(id);
        self.unit.html.push_str("></a>");
    }

    /// Opens an element, which gets the first waiting id that is no printed page; the others stand inside it.
    pub(super) fn open_element(&mut self, tag: &str, class: &str, language: Option<&str>) {
        self.unit.html.push('<');
        self.unit.html.push_str(tag);
        if !class.is_empty() {
            self.unit.html.push_str(" class=\"");
            self.unit.html.push_str(class);
            self.unit.html.push('"');
        }
        let own = self.waiting.iter().position(|id| page_number(id).is_none());
        if let Some(id) = own.map(|at| self.waiting.remove(at)) {
            self.push_id(&id);
        }
        if let Some(language) = language.filter(|language| is_language(language)) {
            self.unit.html.push_str(&format!(" lang=\"{language}\""));
        }
        self.unit.html.push('>');
        self.flush_ids();
    }
}

fn is_language(language: &str) -> bool {
    (2..=3).contains(&language.len()) && language.bytes().all(|b| b.is_ascii_lowercase())
}
