//! Events as HTML elements.

use std::collections::HashSet;

use lagrum_artifact::{FurtherAnchors, Node};

use super::anchors::{amendment_id, is_id, is_provision, note_id, page_number};
use super::blocks::{Blocks, Unit};
use super::contents::Outline;
use super::inline::push_words;
use super::surroundings::{HtmlPicture, Surroundings};
use super::text::{ContentsEntry, HtmlText, MarkedPart};
use crate::event::{BlockForm, Event, InForce, PartEvent, TextBlock};

/// The deepest nesting of lists.
const MAX_LISTS: usize = 8;

/// Pixels of a rem, at the default font size of browsers.
const PIXELS: f32 = 16.0;

/// Writes events as HTML.
pub(super) struct HtmlWriter<'s> {
    pub(super) around: &'s dyn Surroundings,
    pub(super) further: &'s FurtherAnchors,
    /// Ids that have been written.
    pub(super) ids: HashSet<String>,
    /// Ids to write before the next text.
    pub(super) waiting: Vec<String>,
    blocks: Blocks,
    pub(super) unit: Unit,
    outline: Outline,
    pub(super) provisions: Vec<ContentsEntry>,
    /// The open parts.
    pub(super) open: Vec<OpenPart>,
    /// The number of open lists, each within an item of the list before.
    pub(super) lists: usize,
    pub(super) in_table: bool,
    /// How many tables have been opened.
    pub(super) tables: usize,
    /// The last id that a reader can be led to, and the places with marked words.
    pub(super) last_id: String,
    pub(super) marked: Vec<MarkedPart>,
    /// The provision that is a single block, while that block is being written.
    pub(super) leaf: Option<String>,
}

/// A part that has been entered.
pub(super) struct OpenPart {
    /// Where its element begins in the unit, if it is a provision.
    pub(super) element: Option<usize>,
    /// Its node.
    address: Option<usize>,
    pub(super) anchor: Option<String>,
    /// Whether a provision is inside it.
    holds_provision: bool,
    pub(super) kind: PartKind,
    /// The uri of the act of an entry of the register.
    pub(super) amending: Option<String>,
    /// Whether it is folded: it has ended.
    pub(super) is_folded: bool,
}

/// The kinds of parts that the writer distinguishes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PartKind {
    Table,
    Notes,
    Register,
    Amendment,
    Other,
}

impl<'s> HtmlWriter<'s> {
    pub(super) fn new(further: &'s FurtherAnchors, around: &'s dyn Surroundings) -> Self {
        Self {
            around,
            further,
            ids: HashSet::new(),
            waiting: Vec::new(),
            blocks: Blocks::default(),
            unit: Unit::default(),
            outline: Outline::default(),
            provisions: Vec::new(),
            open: Vec::new(),
            lists: 0,
            in_table: false,
            tables: 0,
            last_id: String::new(),
            marked: Vec::new(),
            leaf: None,
        }
    }

    pub(super) fn finish(mut self) -> HtmlText {
        self.close_table();
        self.close_lists();
        self.flush_ids();
        self.blocks.push(&std::mem::take(&mut self.unit));
        HtmlText {
            html: self.blocks.finish(),
            contents: self.outline.entries,
            provisions: self.provisions,
            marked: self.marked,
        }
    }

    pub(super) fn write(&mut self, event: &Event<'_>) {
        match event {
            Event::Enter(part) => self.enter(part),
            Event::Leave => self.leave(),
            Event::Row(row) => self.row(row),
            Event::Block(block) => self.block(block),
        }
    }

    fn enter(&mut self, part: &PartEvent<'_>) {
        self.close_table();
        let kind = match part.kind {
            PartEvent::TABLE => PartKind::Table,
            PartEvent::NOTES => PartKind::Notes,
            PartEvent::REGISTER => PartKind::Register,
            PartEvent::AMENDMENT => PartKind::Amendment,
            _ => PartKind::Other,
        };
        let anchor = part.anchor.as_deref().filter(|anchor| is_id(anchor)).map(str::to_owned);
        let amending = part.anchor.as_deref().filter(|_| kind == PartKind::Amendment).map(str::to_owned);
        let is_provision = is_provision(part.kind) && anchor.is_some();
        let starts = is_provision || part.node.is_some_and(|node| self.starts_page(node));
        if is_provision || kind != PartKind::Other {
            self.close_lists();
        }
        if starts {
            self.cut();
        }
        let is_folded = part.node.is_some_and(Node::has_ended);
        if is_folded {
            self.open_folded(part.in_force);
        }
        let mut element = None;
        if is_provision {
            for around in &mut self.open {
                around.holds_provision = true;
            }
            if !self.in_provision()
                && let Some(anchor) = &anchor
            {
                let entry = ContentsEntry { level: 2, anchor: anchor.clone(), text: String::new() };
                self.provisions.push(entry);
            }
            self.flush_ids();
            element = Some(self.unit.html.len());
            self.unit.html.push_str("<div class=\"p\"");
            if let Some(anchor) = &anchor
                && self.ids.insert(anchor.clone())
            {
                self.push_id(anchor);
            }
            self.unit.html.push_str(">\n");
            self.unit.height += 1.1;
            if let Some(told) = anchor.as_deref().and_then(|anchor| self.around.notice(anchor)) {
                self.unit.html.push_str(&told);
                self.unit.height += 1.0;
            }
        } else if let Some(anchor) = &anchor {
            self.wait(anchor);
        } else if let Some(uri) = &amending {
            self.wait(&amendment_id(uri));
        }
        if let Some(node) = part.node {
            self.add_further(node);
        }
        let address = part.node.map(Node::address);
        self.open.push(OpenPart {
            element,
            address,
            anchor,
            holds_provision: false,
            kind,
            amending,
            is_folded,
        });
        if !is_folded {
            self.when(part.in_force);
        }
    }

    /// Opens the element that a reader unfolds to see a provision that has ended.
    fn open_folded(&mut self, in_force: InForce<'_>) {
        self.close_lists();
        self.flush_ids();
        self.unit.html.push_str("<details class=\"ended\"><summary>");
        let until = in_force.until.unwrap_or_default();
        let said = match in_force.renumbered {
            Some(number) => format!("Äldre lydelse: ny beteckning {number} från {until}"),
            None => format!("Äldre lydelse: gällde till {until}"),
        };
        push_words(&mut self.unit.html, &said);
        self.unit.html.push_str("</summary>\n");
        self.unit.add(said.len(), 0.5);
    }

    fn leave(&mut self) {
        self.close_table();
        let Some(part) = self.open.pop() else { return };
        if part.kind == PartKind::Table {
            self.close_lists();
        }
        if part.element.is_none() && !part.is_folded {
            return;
        }
        self.close_lists();
        self.flush_ids();
        if let Some(element) = part.element {
            let beside = part.anchor.as_deref().and_then(|anchor| self.around.beside(anchor));
            self.close_provision(element, beside, part.holds_provision);
        }
        if part.is_folded {
            self.unit.html.push_str("</details>\n");
        }
        if !self.in_provision() {
            self.cut();
        }
    }

    fn in_part(&self, kind: PartKind) -> bool {
        self.open.iter().any(|part| part.kind == kind)
    }

    /// Ends the unit where the text may be cut.
    fn cut(&mut self) {
        if !self.in_provision() && self.lists == 0 && !self.in_table && !self.unit.html.is_empty() {
            self.blocks.push(&std::mem::take(&mut self.unit));
        }
    }

    fn when(&mut self, in_force: InForce<'_>) {
        let Some(words) = statements(in_force) else { return };
        self.close_lists();
        self.flush_ids();
        self.unit.html.push_str("<p class=\"when\">");
        push_words(&mut self.unit.html, &words);
        self.unit.html.push_str("</p>\n");
        self.unit.add(words.len(), 0.5);
    }

    pub(super) fn block(&mut self, block: &TextBlock<'_>) {
        self.close_table();
        let leads = block
            .node
            .is_some_and(|node| self.open.last().is_some_and(|part| part.address == Some(node.address())));
        let starts_page = !leads && block.node.is_some_and(|node| self.starts_page(node));
        let is_item = matches!(block.form, BlockForm::Item { .. });
        if !is_item || starts_page {
            self.close_lists();
        }
        let goes_on = matches!(block.form, BlockForm::Rest { .. });
        let may_begin = starts_page || matches!(block.form, BlockForm::Heading { .. }) || self.unit.is_full();
        if may_begin && !goes_on {
            self.cut();
        }
        if let Some(anchor) = block.anchor.as_deref() {
            self.wait(anchor);
        }
        if let Some(node) = block.node.filter(|_| !leads) {
            self.add_further(node);
        }
        if self.in_part(PartKind::Notes)
            && let Some(id) = note_id(block)
        {
            self.wait(&id);
        }
        let provision = if leads { None } else { self.leaf_provision(block) };
        let is_folded =
            !leads && block.node.is_some_and(|node| node.has_ended() && block.form != BlockForm::Caption);
        if is_folded {
            self.open_folded(block.in_force);
        } else {
            self.when(block.in_force);
        }
        let element = provision.as_ref().map(|anchor| {
            self.close_lists();
            let element = self.unit.html.len();
            self.unit.html.push_str("<div class=\"p\"");
            let waited = self.waiting.len();
            self.waiting.retain(|id| id != anchor);
            // Variants of one number may have one anchor; the first has the id.
            if waited > self.waiting.len() || self.ids.insert(anchor.clone()) {
                self.push_id(anchor);
            }
            self.unit.html.push_str(">\n");
            self.unit.height += 0.6;
            element
        });
        self.leaf.clone_from(&provision);
        self.element(block);
        self.leaf = None;
        if let (Some(element), Some(anchor)) = (element, provision) {
            self.close_lists();
            let beside = self.around.beside(&anchor);
            self.close_provision(element, beside, false);
        }
        if is_folded {
            self.close_lists();
            self.unit.html.push_str("</details>\n");
        }
    }

    fn element(&mut self, block: &TextBlock<'_>) {
        let language = block.language;
        match block.form {
            BlockForm::Heading { level: Some(0), .. } => self.heading(block, Outline::BY_LOOK),
            BlockForm::Heading { depth, .. } => self.heading(block, depth),
            BlockForm::Lead => self.text("p", "lead", block, 0.5),
            BlockForm::Paragraph => self.text("p", "", block, 0.5),
            BlockForm::Rest { within_word } => self.rest(block, within_word),
            BlockForm::Quote { depth } => {
                let class = if depth > 0 { "cite deep" } else { "cite" };
                self.text("p", class, block, 0.5);
            }
            BlockForm::Boxed => self.text("p", "box", block, 1.5),
            BlockForm::Footnote => self.text("p", "foot", block, 0.5),
            BlockForm::Caption => self.text("p", "caption", block, 0.5),
            BlockForm::Fact => self.text("p", "fact", block, 0.2),
            BlockForm::Item { depth } => self.item(block, usize::from(depth), language),
            BlockForm::Rule => {
                self.flush_ids();
                self.unit.html.push_str("<hr/>\n");
                self.unit.height += 2.0;
            }
            BlockForm::Figure => self.figure(block),
        }
    }

    fn heading(&mut self, block: &TextBlock<'_>, depth: u8) {
        let level = self.outline.level(depth);
        // The heading of a provision leads to the provision.
        let around = self.open.last().filter(|part| {
            part.element.is_some() && part.address.is_some() && part.address == block.node.map(Node::address)
        });
        let provision = around.and_then(|part| part.anchor.clone());
        if provision.is_none() && self.waiting.iter().all(|id| page_number(id).is_some()) {
            let mut id = self.outline.next_id();
            while !self.ids.insert(id.clone()) {
                id = self.outline.next_id();
            }
            self.waiting.push(id);
        }
        let own = self.waiting.iter().find(|id| page_number(id).is_none()).cloned();
        let anchor = provision.clone().or(own).unwrap_or_default();
        let tag = ["h2", "h3", "h4", "h5", "h6"][usize::from(level.clamp(2, 6)) - 2];
        self.text(tag, "", block, 3.0);
        let is_listed = !self.in_part(PartKind::Register) || depth <= 2;
        let words = block.text.collapsed();
        if provision.is_some() {
            self.name_provision(&words);
        }
        if is_listed && !words.is_empty() {
            self.outline.add(level, anchor, words);
        }
    }

    fn text(&mut self, tag: &str, class: &str, block: &TextBlock<'_>, space: f32) {
        self.open_element(tag, class, block.language);
        let chars = self.marked_text(block);
        self.unit.html.push_str("</");
        self.unit.html.push_str(tag);
        self.unit.html.push_str(">\n");
        self.unit.add(chars, space);
    }

    /// The rest of the paragraph that was written last. Where its page begins, the page's id stands inside the paragraph.
    fn rest(&mut self, block: &TextBlock<'_>, within_word: bool) {
        const END: &str = "</p>\n";
        if !self.unit.html.ends_with(END) {
            return self.text("p", "", block, 0.5);
        }
        self.unit.html.truncate(self.unit.html.len() - END.len());
        if !within_word {
            self.unit.html.push(' ');
        }
        self.flush_ids();
        let chars = self.marked_text(block);
        self.unit.html.push_str(END);
        self.unit.add(chars, 0.0);
    }

    fn item(&mut self, block: &TextBlock<'_>, depth: usize, language: Option<&str>) {
        let depth = depth.clamp(1, self.lists + 1).min(MAX_LISTS);
        while self.lists > depth {
            self.unit.html.push_str("</li></ul>\n");
            self.lists -= 1;
        }
        if self.lists == depth {
            self.unit.html.push_str("</li>\n");
        } else {
            self.unit.html.push_str("<ul>\n");
            self.lists += 1;
        }
        self.open_element("li", "", language);
        let chars = self.marked_text(block);
        self.unit.add(chars + 4, 0.3);
    }

    /// The sign of a graphic that the text leaves out, or its picture.
    fn figure(&mut self, block: &TextBlock<'_>) {
        let picture = block.anchor.as_deref().and_then(|anchor| self.around.graphic(anchor));
        let Some(HtmlPicture { src, words, width, height }) = picture else {
            self.open_element("div", "fig", None);
            let words = self.around.graphic_words();
            if !words.is_empty() {
                self.unit.html.push_str("<span role=\"img\" aria-label=\"");
                push_words(&mut self.unit.html, words);
                self.unit.html.push_str("\"></span>");
            }
            self.unit.html.push_str("</div>\n");
            self.unit.height += 4.0;
            return;
        };
        self.open_element("div", "fig seen", None);
        self.unit.html.push_str("<img src=\"");
        push_words(&mut self.unit.html, &src);
        self.unit.html.push_str("\" alt=\"");
        push_words(&mut self.unit.html, words);
        self.unit
            .html
            .push_str(&format!("\" width=\"{width}\" height=\"{height}\" loading=\"lazy\"/></div>\n"));
        self.unit.height += height as f32 / PIXELS + 1.0;
    }

    pub(super) fn close_lists(&mut self) {
        for _ in 0..std::mem::take(&mut self.lists) {
            self.unit.html.push_str("</li></ul>\n");
        }
    }
}

/// When a part applies, for a reader.
pub(super) fn statements(in_force: InForce<'_>) -> Option<String> {
    let words: Vec<String> = in_force.statements().map(|(words, day)| format!("{words} {day}:")).collect();
    (!words.is_empty()).then(|| words.join(" "))
}
