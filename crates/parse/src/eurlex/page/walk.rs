//! Reading a page into blocks.

use super::tables;
use crate::eurlex::block::{Block, Class, Printed, Region, class_of};
use crate::eurlex::inline::{element_words, inline};
use crate::eurlex::marker::{starting, whole};
use crate::eurlex::text::TextBuilder;
use crate::html::{Child, Element, is_block};
use crate::node::LinkedText;

/// What the blocks inside an element have in common.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    pub(super) depth: u8,
    region: Region,
    /// The class that blocks without one of their own have.
    class: Class,
}

/// A page that is being read.
#[derive(Default)]
pub(super) struct Walk {
    blocks: Vec<Block>,
    left_out: String,
    /// A marker whose text is still to come.
    marker: Option<Printed>,
    /// The title of a table that is still to come.
    caption: LinkedText,
    modified: Option<String>,
}

/// What a page has.
pub(super) struct Found {
    pub(super) blocks: Vec<Block>,
    pub(super) left_out: String,
}

impl Walk {
    pub(super) fn finish(mut self) -> Found {
        self.end_marker(Place::default());
        self.end_caption(Place::default());
        Found { blocks: self.blocks, left_out: self.left_out }
    }

    /// Reads an older page: its title, then its text.
    pub(super) fn old_page(&mut self, root: Element<'_>, text: Element<'_>) {
        self.old_title(root);
        self.inside(text, Place::default());
    }

    /// The title that an older page prints above the text.
    fn old_title(&mut self, root: Element<'_>) {
        if let Some(title) = root.find("strong") {
            let mut text = TextBuilder::default();
            inline(title, &mut text);
            let text = text.take();
            self.blocks.push(Block { class: Class::DocumentTitle, text, ..Block::default() });
        }
    }

    /// Reads what is inside an element: words between blocks are a block of their own.
    pub(super) fn inside(&mut self, element: Element<'_>, place: Place) {
        let mut text = TextBuilder::default();
        for child in element.children() {
            match child {
                Child::Text(words) => text.push(words),
                Child::Element(inner) if is_block(inner.name()) || inner.has_blocks() => {
                    self.bare(&mut text, place);
                    self.block(inner, place);
                }
                Child::Element(inner) if matches!(inner.name(), "br" | "hr") => text.blank(),
                Child::Element(inner) => words_of(inner, &mut text),
            }
        }
        self.bare(&mut text, place);
    }

    /// Words that stand bare between blocks.
    fn bare(&mut self, text: &mut TextBuilder, place: Place) {
        if !text.is_empty() {
            let text = text.take();
            self.leaf(place.class, text, place);
        }
    }

    fn block(&mut self, element: Element<'_>, place: Place) {
        match element.name() {
            "head" | "hr" | "col" | "colgroup" | "title" => {}
            "table" => self.table(element, place),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.titled(element, place),
            "p" if !element.has_blocks() => {
                let own = element.classes().map(class_of).find(|class| *class != Class::Normal);
                self.paragraph(element, own.unwrap_or(place.class), place);
            }
            "div" => self.division(element, place),
            "li" => {
                let place = Place { depth: place.depth.saturating_add(1), ..place };
                let item = Printed { text: String::new(), is_paragraph: false, read: whole("—") };
                self.end_marker(place);
                self.marker = Some(item);
                self.inside(element, place);
                self.end_marker(place);
            }
            _ => self.inside(element, placed(element, place)),
        }
    }

    /// A heading by its element, as rewritten pages have them: `Artikel 1 — Syfte`.
    fn titled(&mut self, element: Element<'_>, place: Place) {
        let mut text = TextBuilder::default();
        inline(element, &mut text);
        let text = text.take();
        let class = match element.name() {
            "h1" => Class::DocumentTitle,
            _ if crate::eurlex::numbers::article_number(&text.plain).is_some() => Class::ArticleTitle,
            _ if crate::eurlex::words::is_division(&text.plain) => Class::DivisionTitle,
            _ if crate::eurlex::words::is_annex(&text.plain) => Class::AnnexTitle,
            _ => Class::GroupTitle(1),
        };
        self.end_marker(place);
        self.blocks.push(Block { class, region: place.region, text, is_flat: true, ..Block::default() });
    }

    fn paragraph(&mut self, element: Element<'_>, class: Class, place: Place) {
        let mut text = TextBuilder::default();
        inline(element, &mut text);
        let text = text.take();
        if element.classes().any(|class| matches!(class, "arrow" | "modref")) {
            self.change(&text.plain);
        }
        if element.classes().any(|class| matches!(class, "title-table" | "oj-ti-tbl" | "ti-tbl"))
            && !text.plain.is_empty()
        {
            self.end_caption(place);
            self.caption = text;
            return;
        }
        self.leaf(class, text, place);
    }

    /// `▼M1` says that what follows is from the first amending act, `▼B` that it is from the act itself.
    fn change(&mut self, text: &str) {
        let mark = text.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        self.modified = Some(mark.to_owned()).filter(|mark| mark.starts_with('M') && mark.len() <= 4);
    }

    /// Adds a block. It takes the marker that stands before it.
    pub(super) fn leaf(&mut self, class: Class, text: LinkedText, place: Place) {
        if class == Class::NoText {
            self.left_out.push_str(&text.plain);
            self.left_out.push('\n');
            return;
        }
        if text.plain.is_empty() {
            return;
        }
        self.end_caption(place);
        let marker = if matches!(class, Class::Note) { None } else { self.marker.take() };
        let modified = self.modified.clone();
        self.blocks.push(Block {
            class,
            region: place.region,
            text,
            marker,
            depth: place.depth,
            modified,
            ..Block::default()
        });
    }

    /// A marker that no text follows is a block by itself.
    pub(super) fn end_marker(&mut self, place: Place) {
        if let Some(marker) = self.marker.take() {
            let modified = self.modified.clone();
            self.blocks.push(Block {
                region: place.region,
                marker: Some(marker),
                depth: place.depth,
                modified,
                ..Block::default()
            });
        }
    }

    /// The title of a table that no table follows is a block.
    fn end_caption(&mut self, place: Place) {
        let caption = std::mem::take(&mut self.caption);
        if !caption.plain.is_empty() {
            self.blocks.push(Block {
                region: place.region,
                text: caption,
                depth: place.depth,
                ..Block::default()
            });
        }
    }

    /// Begins an item or a paragraph with a printed number.
    pub(super) fn begin(&mut self, printed: &str, is_paragraph: bool, place: Place) {
        self.end_marker(place);
        let text = printed.split_whitespace().collect::<Vec<_>>().join(" ");
        let read = whole(&text);
        self.marker = Some(Printed { text, is_paragraph, read });
    }

    fn division(&mut self, element: Element<'_>, place: Place) {
        let place = placed(element, place);
        let first = element.elements().next();
        let starts_with = |class: &str| first.is_some_and(|first| first.has_class(class));
        if element.has_class("grid-list") && starts_with("grid-list-column-1") {
            let place = Place { depth: place.depth.saturating_add(1), ..place };
            return self.numbered(element, "grid-list-column-1", false, place);
        }
        if starts_with("no-parag") {
            return self.numbered(element, "no-parag", true, place);
        }
        let is_indented = element
            .attribute("style")
            .is_some_and(|style| style.contains("text-indent: -") || style.contains("text-indent:-"));
        let from = self.blocks.len();
        self.inside(element, place);
        if is_indented {
            let first = self.blocks.get_mut(from);
            if let Some(block) =
                first.filter(|block| block.table.is_none() && starting(&block.text.plain).is_some())
            {
                block.is_flat = true;
            }
        }
    }

    /// Reads an element in which the number of an item or a paragraph stands in an element of a class.
    fn numbered(&mut self, element: Element<'_>, class: &str, is_paragraph: bool, place: Place) {
        let mut text = TextBuilder::default();
        for child in element.children() {
            match child {
                Child::Text(words) => text.push(words),
                Child::Element(inner) if inner.has_class(class) => {
                    self.bare(&mut text, place);
                    self.begin(inner.text(), is_paragraph, place);
                }
                Child::Element(inner) if is_block(inner.name()) || inner.has_blocks() => {
                    self.bare(&mut text, place);
                    if is_paragraph || !inner.has_class("grid-list-column-2") {
                        self.block(inner, place);
                    } else {
                        self.inside(inner, place);
                    }
                }
                Child::Element(inner) => words_of(inner, &mut text),
            }
        }
        self.bare(&mut text, place);
        self.end_marker(place);
    }

    fn table(&mut self, table: Element<'_>, place: Place) {
        if tables::is_no_text(table) {
            // Heads of pages and lists of amending acts; the title of the act stands again below.
            let mut text = TextBuilder::default();
            inline(table, &mut text);
            self.left_out.push_str(&text.take().plain);
            self.left_out.push('\n');
            return;
        }
        match tables::items(table) {
            Some(rows) => {
                for (marker, cell) in rows {
                    let place = Place { depth: place.depth.saturating_add(1), ..place };
                    self.begin(marker.text(), false, place);
                    self.inside(cell, place);
                    self.end_marker(place);
                }
            }
            None if tables::is_layout(table) => {
                for cell in tables::cells(table) {
                    self.inside(cell, place);
                }
            }
            None => {
                let rows = tables::rows(table);
                let (text, marker) = (std::mem::take(&mut self.caption), self.marker.take());
                let modified = self.modified.clone();
                self.blocks.push(Block {
                    region: place.region,
                    text,
                    marker,
                    depth: place.depth,
                    table: Some(rows),
                    modified,
                    ..Block::default()
                });
            }
        }
    }
}

/// Adds the words of an element between blocks.
fn words_of(element: Element<'_>, text: &mut TextBuilder) {
    element_words(element, text);
}

/// The place inside an element, by its id and class.
fn placed(element: Element<'_>, place: Place) -> Place {
    let id = element.attribute("id").unwrap_or_default();
    let start = id.split('_').next().unwrap_or_default();
    let number = id.split('_').nth(1).and_then(|number| number.parse().ok());
    let region = match start {
        "pbl" => Region::Preamble,
        "cit" => Region::Citation,
        "rct" => number.map_or(Region::Preamble, Region::Recital),
        "enc" => Region::Enacting,
        "fnp" => Region::Final,
        "anx" => Region::Annex,
        _ if element.classes().any(|class| matches!(class, "oj-final" | "final")) => Region::Final,
        _ if element.has_class("preamble") => Region::Preamble,
        _ => place.region,
    };
    let class = if element.classes().any(|class| class.starts_with("signatu") || class == "oj-signatory") {
        Class::Signature
    } else {
        place.class
    };
    Place { region, class, ..place }
}
