//! Events as the elements of an act.
//!
//! An element is written when its first child is, or when it ends: until then its number, its heading and its text are
//! gathered, since the number of a paragraf comes with its first stycke, and what a text is called (`intro`, `content`)
//! depends on what follows.

use std::collections::{HashMap, HashSet};

use lagrum_artifact::Node;
use lagrum_sources::ActForm;

use super::eid::eid_of;
use super::element::Element;
use super::metadata::AknMetadata;
use super::periods::PeriodGroups;
use super::state::{OpenTable, Preamble};
use super::text::{XmlText, attribute};
use crate::event::{Event, InForce, PartEvent, TextBlock};
use crate::shown::Mends;

/// Writes events as the preamble and the body of an act.
pub(super) struct AknWriter<'a, 'f> {
    pub(super) metadata: &'f AknMetadata,
    pub(super) xml: XmlText,
    /// The elements that are open in the body.
    pub(super) open: Vec<OpenElement<'a>>,
    /// What each part that has been entered is.
    parts: Vec<OpenPart>,
    /// The eId of each anchor.
    pub(super) eids: HashMap<String, String>,
    used: HashSet<String>,
    /// How many parts without an anchor stand outside all others, by kind.
    outside: Vec<(&'static str, u32)>,
    pub(super) periods: PeriodGroups,
    pub(super) table: Option<OpenTable>,
    /// Graphics in a table, which stand behind it.
    pub(super) figures: Vec<TextBlock<'a>>,
    pub(super) preamble: Preamble,
    pub(super) place: Place,
    /// Whether texts of several days stand side by side.
    pub(super) has_variants: bool,
    /// The mends that touched the text.
    pub(super) mends: Mends,
}

/// What is being written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Preamble,
    Text,
    /// Behind the text, in the register, before any transitional provision.
    Register,
    Transitional,
}

enum OpenPart {
    /// An element of the body: how many elements were open before it.
    Element(usize),
    Table,
    PreambleItem,
    /// What has no element, and its anchor.
    Nothing(Option<String>),
}

/// An element that is open.
pub(super) struct OpenElement<'a> {
    pub(super) element: Element<'a>,
    pub(super) eid: String,
    pub(super) anchor: Option<String>,
    pub(super) node: Option<Node<'a>>,
    /// Whether it is of one block, and ends before the next one that is not nested in it.
    pub(super) is_leaf: bool,
    pub(super) depth: u8,
    pub(super) attributes: String,
    pub(super) num: XmlText,
    pub(super) heading: XmlText,
    pub(super) text: XmlText,
    pub(super) is_written: bool,
    pub(super) counts: Vec<(&'static str, u32)>,
}

impl OpenElement<'_> {
    /// Whether its beginning is written, so that it takes no more text of its own.
    pub(super) fn is_written(&self) -> bool {
        self.is_written
    }

    pub(super) fn is_blank(&self) -> bool {
        !self.is_written && self.num.out.is_empty() && self.heading.out.is_empty() && self.text.out.is_empty()
    }
}

impl<'a, 'f> AknWriter<'a, 'f> {
    pub(super) fn new(metadata: &'f AknMetadata, preamble: Preamble) -> Self {
        Self {
            metadata,
            xml: XmlText::default(),
            open: Vec::new(),
            parts: Vec::new(),
            eids: HashMap::new(),
            used: HashSet::new(),
            outside: Vec::new(),
            periods: PeriodGroups::default(),
            table: None,
            figures: Vec::new(),
            preamble,
            place: Place::Preamble,
            has_variants: false,
            mends: Mends::new(),
        }
    }

    pub(super) fn write(&mut self, event: Event<'a>) {
        match event {
            Event::Enter(part) => self.enter(&part),
            Event::Block(block) => self.block(block),
            Event::Row(row) => self.row(&row),
            Event::Leave => self.leave(),
        }
    }

    /// Ends the body.
    pub(super) fn finish(&mut self) {
        self.end_table();
        self.close_to(0);
        self.begin_text();
        self.xml.out.push_str("</hcontainer>\n</body>\n");
    }

    pub(super) fn form(&self) -> ActForm {
        self.metadata.form
    }

    /// Ends the preamble and begins the text.
    pub(super) fn begin_text(&mut self) {
        if self.place == Place::Preamble {
            self.place = Place::Text;
            self.end_preamble();
            let eid = self.eid(None, "hcontainer", false);
            self.xml.out.push_str(&format!("<body>\n<hcontainer name=\"text\" eId=\"{eid}\">\n"));
        }
    }

    fn enter(&mut self, part: &PartEvent<'a>) {
        self.end_table();
        if part.kind == PartEvent::TABLE && (self.place != Place::Preamble || self.preamble.item.is_some()) {
            self.close_leaves(None, 0);
            self.begin_table(part);
            return self.parts.push(OpenPart::Table);
        }
        if self.place == Place::Preamble {
            if self.preamble.item.is_some() {
                return self.parts.push(OpenPart::Nothing(part.anchor.as_deref().map(str::to_owned)));
            }
            if let Some(node) = part.node.filter(|node| self.preamble.has(*node)) {
                self.begin_item(node, part.anchor.as_deref());
                return self.parts.push(OpenPart::PreambleItem);
            }
            self.begin_text();
            return self.enter(part);
        }
        match part.kind {
            PartEvent::REGISTER => {
                self.close_to(0);
                self.place = Place::Register;
                return self.parts.push(OpenPart::Nothing(None));
            }
            PartEvent::AMENDMENT => return self.parts.push(OpenPart::Nothing(None)),
            _ => {}
        }
        let element = match part.node {
            Some(node) => Element::of_node(self.form(), node, part.anchor.as_deref()),
            None => Element::container(if part.kind.is_empty() { "part" } else { part.kind }),
        };
        self.close_leaves(part.anchor.as_deref().filter(|_| element.tag == "point"), 0);
        self.parts.push(OpenPart::Element(self.open.len()));
        self.push(element, part.anchor.as_deref(), part.node, part.in_force);
    }

    fn leave(&mut self) {
        self.end_table();
        match self.parts.pop() {
            Some(OpenPart::Element(depth)) => self.close_to(depth),
            Some(OpenPart::PreambleItem) => self.end_item(),
            Some(OpenPart::Nothing(Some(anchor))) if !self.eids.contains_key(&anchor) => {
                self.item_anchor(&anchor);
            }
            Some(OpenPart::Table | OpenPart::Nothing(_)) | None => {}
        }
    }

    /// Opens an element in the innermost open one.
    pub(super) fn push(
        &mut self,
        element: Element<'a>,
        anchor: Option<&str>,
        node: Option<Node<'a>>,
        when: InForce<'_>,
    ) {
        self.begin_transitional();
        let eid = self.eid(anchor, element.kind, element.tag == "point");
        let mut attributes = self.period(element, anchor, when);
        if element.name == Some("upphavd") {
            attribute(&mut attributes, "status", "removed");
        }
        self.open.push(OpenElement {
            element,
            eid,
            anchor: anchor.map(str::to_owned),
            node,
            is_leaf: false,
            depth: 0,
            attributes,
            num: XmlText::default(),
            heading: XmlText::default(),
            text: XmlText::default(),
            is_written: false,
            counts: Vec::new(),
        });
    }

    pub(super) fn begin_transitional(&mut self) {
        if self.place == Place::Register {
            self.place = Place::Transitional;
            let eid = self.eid(None, "hcontainer", false);
            let name = "overgangsbestammelser";
            self.xml.out.push_str(&format!("</hcontainer>\n<hcontainer name=\"{name}\" eId=\"{eid}\">\n"));
        }
    }

    /// The attributes that state when a part applies.
    pub(super) fn period(&mut self, element: Element<'_>, anchor: Option<&str>, when: InForce<'_>) -> String {
        self.has_variants |= when.from.is_some() || when.until.is_some();
        let is_unit =
            matches!(element.tag, "section" | "article" | "crossHeading") || element.name == Some("bilaga");
        let known = anchor.filter(|_| is_unit).and_then(|anchor| self.metadata.periods.get(anchor));
        self.periods.attributes(known, when)
    }

    /// The eId of a part: that of its anchor, or a number of its own in the part around it.
    pub(super) fn eid(&mut self, anchor: Option<&str>, kind: &'static str, is_point: bool) -> String {
        if let Some(anchor) = anchor {
            let eid = self.anchored_eid(anchor, is_point);
            if self.used.insert(eid.clone()) {
                self.eids.entry(anchor.to_owned()).or_insert_with(|| eid.clone());
                return eid;
            }
        }
        let (around, counts) = match self.open.last_mut() {
            Some(around) => (Some(&around.eid), &mut around.counts),
            None => (self.preamble.around(), &mut self.outside),
        };
        let counted = counts.iter_mut().find(|(counted, _)| *counted == kind);
        let number = if let Some((_, number)) = counted {
            *number += 1;
            *number
        } else {
            counts.push((kind, 1));
            1
        };
        // No anchor has such an eId, and no other part.
        match around {
            Some(around) => format!("{around}__{kind}_nn_{number}"),
            None => format!("{kind}_nn_{number}"),
        }
    }

    /// The eId of an anchor, within that of the part around it that the anchor continues.
    fn anchored_eid(&self, anchor: &str, is_point: bool) -> String {
        let eid = eid_of(self.form(), anchor, is_point);
        if self.form() != ActForm::EuAct {
            return eid;
        }
        let around = self.open.iter().rev().find(|around| {
            let rest = around.anchor.as_deref().and_then(|around| anchor.strip_prefix(around));
            rest.is_some_and(|rest| rest.starts_with('.')) && !around.eid.contains("_nn_")
        });
        let Some(around) = around else { return eid };
        let own = eid.split("__").skip(around.eid.split("__").count());
        own.fold(around.eid.clone(), |eid, segment| format!("{eid}__{segment}"))
    }

    /// Ends the leaves that are open, but not those that a part with this anchor or at this depth is nested in.
    pub(super) fn close_leaves(&mut self, anchor: Option<&str>, depth: u8) {
        while let Some(last) = self.open.last().filter(|last| last.is_leaf) {
            let is_around = last.element.tag == "point"
                && match (&last.anchor, anchor) {
                    (Some(around), Some(anchor)) => {
                        let rest = anchor.strip_prefix(around.as_str()).unwrap_or_default();
                        rest.starts_with(|c: char| c == '.' || c.is_ascii_uppercase())
                    }
                    (None, None) => depth > last.depth,
                    _ => false,
                };
            if is_around {
                return;
            }
            self.close_to(self.open.len() - 1);
        }
    }

    /// Ends elements until so many are open.
    pub(super) fn close_to(&mut self, depth: usize) {
        while self.open.len() > depth {
            let Some(mut element) = self.open.pop() else { return };
            if !element.is_written {
                self.write_open();
                self.xml.write_head(&mut element, "content");
            }
            self.xml.out.push_str("</");
            self.xml.out.push_str(element.element.tag);
            self.xml.out.push_str(">\n");
        }
    }

    /// Writes the beginnings of all open elements.
    pub(super) fn write_open(&mut self) {
        for element in self.open.iter_mut().skip_while(|element| element.is_written) {
            self.xml.write_head(element, "intro");
            element.is_written = true;
        }
    }

    /// Begins the text for what stands in no node.
    pub(super) fn ensure_body(&mut self) {
        if self.preamble.item.is_none() {
            self.begin_text();
        }
    }

    /// Writes an element of its own around blocks: a table beside provisions.
    pub(super) fn container_of(&mut self, name: &'a str, blocks: impl FnOnce(&mut Self) -> XmlText) {
        let depth = self.open.len();
        self.push(Element::container(name), None, None, InForce::default());
        let text = blocks(self);
        if let Some(last) = self.open.last_mut() {
            last.text.append(text);
        }
        self.close_to(depth);
    }
}

impl XmlText {
    /// Writes the beginning of an element and what was gathered of it; `text` is the element of its text.
    fn write_head(&mut self, element: &mut OpenElement<'_>, text: &str) {
        let OpenElement {
            element: Element { tag, name, .. }, eid, attributes, num, heading, text: own, ..
        } = element;
        self.out.push('<');
        self.out.push_str(tag);
        if let Some(name) = name {
            attribute(&mut self.out, "name", name);
        }
        attribute(&mut self.out, "eId", eid);
        self.out.push_str(attributes);
        self.out.push('>');
        for (tag, content) in [("num", num), ("heading", heading), (text, own)] {
            if !content.out.is_empty() {
                self.out.push('<');
                self.out.push_str(tag);
                self.out.push('>');
                self.append(std::mem::take(content));
                self.out.push_str("</");
                self.out.push_str(tag);
                self.out.push('>');
            }
        }
        self.out.push('\n');
    }
}
