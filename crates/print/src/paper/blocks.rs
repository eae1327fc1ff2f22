//! Writes a document as blocks for the template of the text.
//!
//! A block is a heading, a paragraph, a list, a table and the like. The template defines how each looks, this module what
//! each contains. Links to an anchor of the same document become links within the PDF. Other links must be web addresses;
//! the rest is printed as text.

mod block;
mod links;
mod pieces;
mod table;

use std::collections::HashMap;

use lagrum_artifact::Artifact;
use lagrum_render::event::{self, BlockForm, Event, InForce, Marker, PartEvent, RowPlace};
use lagrum_render::manuscript::{Context, Figure, Manuscript, Reference};
use serde::Serialize;

use self::block::{PaperBlock, PaperGroup, PaperItem};
pub(super) use self::links::LinksWithin;
use self::links::resolve_links;
use self::pieces::{PaperPiece, cut, pieces, plain, web};
use self::table::PaperTable;

/// The data for the template.
#[derive(Debug, Serialize)]
pub(super) struct Sheet {
    title: Vec<PaperPiece>,
    name: String,
    pub(super) head: String,
    pub(super) address: String,
    /// The lines about the text under its title.
    status: Vec<String>,
    /// The status in short, for the foot of each page.
    pub(super) foot: String,
    /// The day on which the PDF is made.
    pub(super) made: String,
    contents: bool,
    pub(super) columns: u8,
    blocks: Vec<PaperBlock>,
    /// Not serialized: the template gets the links as `places.rs` makes them.
    #[serde(skip)]
    pub(super) links: LinksWithin,
}

/// The data of a manuscript.
pub(super) fn sheet(manuscript: &Manuscript, artifact: Option<&Artifact>) -> Sheet {
    let mut writer = PaperWriter::new(manuscript, artifact);
    if let Some(artifact) = artifact {
        let title = manuscript.title.as_deref();
        lagrum_render::shown::read(artifact, title, &mut |event| writer.write(&event));
    } else if let Some(title) = &manuscript.title {
        writer.title = vec![PaperPiece::Words(plain(title))];
    }
    writer.rest_of_context();
    if writer.title.is_empty() {
        writer.title = vec![PaperPiece::Words(manuscript.head.clone())];
    }
    let mut blocks = writer.blocks;
    blocks.iter_mut().filter_map(|block| block.table.as_mut()).for_each(PaperTable::finish);
    blocks.retain(|block| block.table.as_ref().is_none_or(|table| !table.is_empty()));
    let mut title = writer.title;
    let links = resolve_links(&mut title, &mut blocks);
    Sheet {
        name: title.iter().map(PaperPiece::words).collect(),
        title,
        head: plain(&manuscript.head),
        address: plain(&manuscript.address),
        status: manuscript.status.iter().map(|line| plain(line)).collect(),
        foot: plain(&manuscript.foot),
        made: plain(manuscript.made.as_deref().unwrap_or_default()),
        contents: manuscript.layout.contents,
        columns: manuscript.layout.columns,
        blocks,
        links,
    }
}

struct PaperWriter<'a> {
    own: Option<&'a str>,
    title: Vec<PaperPiece>,
    blocks: Vec<PaperBlock>,
    /// The open parts, each with its kind and anchor.
    open: Vec<(String, Option<String>)>,
    /// The number of open parts within a register that is not printed.
    skipping: usize,
    print_register: bool,
    /// The depth of the last heading.
    depth: u8,
    /// The context that has not been printed yet.
    context: HashMap<&'a str, &'a Context>,
    all_context: &'a [Context],
    figures: HashMap<&'a str, (usize, &'a Figure)>,
}

impl<'a> PaperWriter<'a> {
    fn new(manuscript: &'a Manuscript, artifact: Option<&'a Artifact>) -> Self {
        let context = manuscript.context.iter();
        Self {
            own: artifact.map(Artifact::uri),
            title: Vec::new(),
            blocks: Vec::new(),
            open: Vec::new(),
            skipping: 0,
            print_register: manuscript.layout.amendments,
            depth: 0,
            context: context.filter_map(|context| Some((context.anchor.as_deref()?, context))).collect(),
            all_context: &manuscript.context,
            figures: manuscript
                .figures
                .iter()
                .enumerate()
                .map(|(number, figure)| (figure.anchor.as_str(), (number, figure)))
                .collect(),
        }
    }

    fn write(&mut self, event: &Event<'_>) {
        if self.skipping > 0 {
            match event {
                Event::Enter(_) => self.skipping += 1,
                Event::Leave => self.skipping -= 1,
                _ => {}
            }
            return;
        }
        match event {
            Event::Enter(part) if part.kind == PartEvent::REGISTER && !self.print_register => {
                self.skipping = 1;
            }
            Event::Enter(part) => {
                self.in_force(part.in_force);
                if part.kind == PartEvent::TABLE {
                    // It may directly follow another table.
                    self.put(PaperBlock {
                        kind: "table",
                        table: Some(PaperTable::default()),
                        ..PaperBlock::default()
                    });
                }
                self.open.push((part.kind.to_owned(), part.anchor.as_deref().map(str::to_owned)));
            }
            Event::Leave => {
                if let Some((_, Some(anchor))) = self.open.pop() {
                    self.context_of(&anchor);
                }
            }
            Event::Row(row) => self.row(row),
            Event::Block(block) => {
                self.in_force(block.in_force);
                self.block(block);
                // The context of a part is printed at the end of the part.
                let anchor = block.anchor.as_deref();
                if let Some(anchor) = anchor.filter(|anchor| !self.is_open(anchor)) {
                    self.context_of(anchor);
                }
            }
        }
    }

    fn is_open(&self, anchor: &str) -> bool {
        self.open.iter().any(|(_, open)| open.as_deref() == Some(anchor))
    }

    fn is_inside(&self, kind: &str) -> bool {
        self.open.iter().any(|(open, _)| open == kind)
    }

    fn put(&mut self, block: PaperBlock) {
        self.blocks.push(block);
    }

    fn in_force(&mut self, in_force: InForce<'_>) {
        let said: Vec<String> =
            in_force.statements().map(|(words, day)| format!("{words} {}:", plain(day))).collect();
        if !said.is_empty() {
            let text = vec![PaperPiece::Words(said.join(" "))];
            self.put(PaperBlock { kind: "in-force", text, ..PaperBlock::default() });
        }
    }

    fn block(&mut self, block: &event::TextBlock<'_>) {
        let text = pieces(&block.text, self.own);
        let label = block.anchor.as_deref().map(str::to_owned);
        let plain_marker = block.marker.as_ref().map(marker_text).unwrap_or_default();
        match block.form {
            BlockForm::Heading { depth: 1, .. } if self.title.is_empty() => self.title = text,
            // A statute may have hundreds of amendments, which would hide the chapters in the outline.
            BlockForm::Heading { depth: 3.., .. } if self.is_inside(PartEvent::REGISTER) => {
                self.put(PaperBlock { kind: "lead", label, text, ..PaperBlock::default() });
            }
            BlockForm::Heading { depth, .. } => {
                // The title is not part of the outline, and no level is skipped.
                self.depth = depth.saturating_sub(1).clamp(1, self.depth + 1);
                self.put(PaperBlock {
                    kind: "heading",
                    depth: self.depth,
                    label,
                    text,
                    ..PaperBlock::default()
                });
            }
            BlockForm::Item { depth } => {
                let item = PaperItem { marker: plain_marker, text };
                match self.blocks.last_mut() {
                    Some(list) if list.kind == "list" && list.depth == depth && label.is_none() => {
                        list.items.push(item);
                    }
                    _ => {
                        self.put(PaperBlock {
                            kind: "list",
                            depth,
                            label,
                            items: vec![item],
                            ..PaperBlock::default()
                        });
                    }
                }
            }
            BlockForm::Figure => self.figure(label),
            BlockForm::Rest { within_word } => {
                let before = self.blocks.pop_if(|block| block.kind == "paragraph");
                let mut whole = before.unwrap_or(PaperBlock { kind: "paragraph", ..PaperBlock::default() });
                if !within_word {
                    whole.text.push(PaperPiece::Words(" ".to_owned()));
                }
                whole.text.extend(text);
                self.put_text(whole);
            }
            form => {
                let kind = match form {
                    BlockForm::Lead => "lead",
                    BlockForm::Quote { .. } => "quote",
                    BlockForm::Boxed => "boxed",
                    BlockForm::Footnote => "footnote",
                    BlockForm::Caption => "caption",
                    BlockForm::Fact => "fact",
                    BlockForm::Rule => "rule",
                    _ => "paragraph",
                };
                let designation = match block.marker {
                    Some(Marker::Designation(_)) => plain_marker.clone(),
                    _ => String::new(),
                };
                let marker = if designation.is_empty() { plain_marker } else { String::new() };
                let depth = if designation.is_empty() { 0 } else { self.depth + 1 };
                self.put_text(PaperBlock {
                    kind,
                    depth,
                    label,
                    designation,
                    marker,
                    text,
                    ..PaperBlock::default()
                });
            }
        }
    }

    /// Puts a block of text in parts: the time of the typesetter for a paragraph grows faster than the length of the
    /// paragraph.
    fn put_text(&mut self, mut block: PaperBlock) {
        let kind = block.kind;
        for text in cut(std::mem::take(&mut block.text)) {
            let block = std::mem::replace(&mut block, PaperBlock { kind, ..PaperBlock::default() });
            self.put(PaperBlock { text, ..block });
        }
    }

    /// Adds a row. A row that states days of its own begins another table, under the line that states them.
    fn row(&mut self, row: &event::TableRow<'_>) {
        self.in_force(row.in_force);
        if let Some(paragraph) = row.as_paragraph() {
            return self.block(&paragraph);
        }
        let is_open = |block: &PaperBlock| {
            let table = block.table.as_ref();
            table.is_some_and(|table| row.place == RowPlace::Below || table.is_empty())
        };
        if !self.blocks.last().is_some_and(is_open) {
            self.put(PaperBlock {
                kind: "table",
                table: Some(PaperTable::default()),
                ..PaperBlock::default()
            });
        }
        if let Some(table) = self.blocks.last_mut().and_then(|block| block.table.as_mut()) {
            table.push(row, self.own);
        }
    }

    fn figure(&mut self, label: Option<String>) {
        let known = label.as_deref().and_then(|label| self.figures.get(label).copied());
        let mut block = PaperBlock { kind: "no-figure", label, ..PaperBlock::default() };
        let words = if let Some((number, figure)) = known {
            block.kind = "figure";
            block.picture = Some((number, figure.picture.width));
            plain(&figure.picture.source)
        } else {
            "Här finns en bild som inte återges. Se författningens officiella tryck.".to_owned()
        };
        block.text = vec![PaperPiece::Words(words)];
        self.put(block);
    }

    /// Prints the context of an anchor, if it has any that is not printed yet.
    fn context_of(&mut self, anchor: &str) {
        if let Some(context) = self.context.remove(anchor) {
            self.put(PaperBlock { kind: "context", groups: groups(context), ..PaperBlock::default() });
        }
    }

    /// Prints the context of the document as a whole, and of places the text does not have.
    fn rest_of_context(&mut self) {
        let left: Vec<&Context> = self
            .all_context
            .iter()
            .filter(|context| {
                context.anchor.as_deref().is_none_or(|anchor| self.context.contains_key(anchor))
            })
            .collect();
        if left.is_empty() {
            return;
        }
        let heading = vec![PaperPiece::Words("Hänvisningar till dokumentet i övrigt".to_owned())];
        self.put(PaperBlock { kind: "heading", depth: 1, text: heading, ..PaperBlock::default() });
        for context in left {
            if context.anchor.is_some() {
                let text = vec![PaperPiece::Words(plain(&context.name))];
                self.put(PaperBlock { kind: "lead", text, ..PaperBlock::default() });
            }
            self.put(PaperBlock { kind: "context", groups: groups(context), ..PaperBlock::default() });
        }
    }
}

fn groups(context: &Context) -> Vec<PaperGroup> {
    let named = |reference: &Reference| {
        let words = plain(&reference.name);
        web(&reference.uri).map_or(PaperPiece::Words(words.clone()), |uri| PaperPiece::Web(words, uri))
    };
    context
        .groups
        .iter()
        .map(|group| {
            let mut text = Vec::with_capacity(group.references.len() * 2 + 1);
            for (place, reference) in group.references.iter().enumerate() {
                if place > 0 {
                    text.push(PaperPiece::Words(" · ".to_owned()));
                }
                text.push(named(reference));
            }
            if group.more > 0 {
                text.push(PaperPiece::Words(format!(" … och {} till", group.more)));
            }
            PaperGroup { heading: plain(&group.heading), text }
        })
        .collect()
}

fn marker_text(marker: &Marker<'_>) -> String {
    let text = plain(marker.text());
    match marker {
        Marker::Designation(_) | Marker::Printed(_) => text,
        Marker::Number(_) => format!("{text}."),
        Marker::Letter(_) => format!("{text})"),
        Marker::Parenthesis(_) => format!("({text})"),
        Marker::Name(_) => format!("{text}:"),
    }
}
