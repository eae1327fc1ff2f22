//! The markdown writer.
//!
//! Blocks stand one blank line apart, each on a line of its own (a table and a list of facts on several), so that a
//! client can cut the text at blank lines. Lists are flat but for the points of EU acts, which are indented two
//! blanks a level; an indentation deeper than the list it continues would make a code block, so none is.

mod inline;
mod table;

use lagrum_artifact::Artifact;

use self::inline::{InlinePosition, in_force_line, inline};
use self::table::MarkdownTable;
use crate::event::{BlockForm, DocumentPart, Event, InForce, Marker, TableRow, TextBlock};

/// A document as CommonMark, with tables as GitHub writes them. `title` is what the document is called where its
/// artifact does not name it.
pub fn markdown(artifact: &Artifact, title: Option<&str>) -> String {
    let mut writer = MarkdownWriter::default();
    crate::read(artifact, title, &mut |event| writer.take(event));
    writer.out
}

/// A name as the heading a document begins with, for one that has nothing more to it.
pub fn heading(name: &str) -> String {
    format!("# {}", inline(&name.into(), InlinePosition::Heading))
}

#[derive(Default)]
struct MarkdownWriter {
    out: String,
    /// The open tables, and for each whether it is a table at all: other parts inside a table are told apart so.
    open: Vec<bool>,
    table: MarkdownTable,
    /// The nesting of the list that the block written last belongs to; 0 for none.
    list: u8,
    /// Whether the block written last was a fact, to which another is joined.
    fact: bool,
}

impl MarkdownWriter {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Enter(part) => {
                self.end_table();
                self.open.push(part.kind == DocumentPart::TABLE);
                self.in_force(part.in_force);
            }
            Event::Leave => {
                self.end_table();
                self.open.pop();
            }
            Event::Row(row) => self.row(&row),
            // It is not shown, so the table that it stands in goes on.
            Event::Block(TextBlock { form: BlockForm::Figure, .. }) => {}
            Event::Block(block) => {
                self.end_table();
                self.in_force(block.in_force);
                self.block(&block);
            }
        }
    }

    fn row(&mut self, row: &TableRow<'_>) {
        self.table.push(row);
        if self.open.last() != Some(&true) {
            let line = std::mem::take(&mut self.table).lone_row();
            self.line(&line);
        }
    }

    fn end_table(&mut self) {
        let table = std::mem::take(&mut self.table).finish();
        if !table.is_empty() {
            self.line(&table);
        }
    }

    /// Writes a block that is no item and no fact.
    fn line(&mut self, text: &str) {
        (self.list, self.fact) = (0, false);
        self.apart(text);
    }

    fn apart(&mut self, text: &str) {
        if !self.out.is_empty() {
            self.out.push_str("\n\n");
        }
        self.out.push_str(text);
    }

    fn in_force(&mut self, in_force: InForce<'_>) {
        if let Some(line) = in_force_line(in_force) {
            self.line(&line);
        }
    }

    fn block(&mut self, block: &TextBlock<'_>) {
        let TextBlock { form, ref marker, ref text, .. } = *block;
        let marker = marker.as_ref();
        match form {
            BlockForm::Heading { depth, .. } => {
                let text = inline(text, InlinePosition::Heading);
                self.line(&format!("{} {text}", "#".repeat(usize::from(depth))));
            }
            BlockForm::Lead => self.line(&format!("**{}**", inline(text, InlinePosition::Within))),
            BlockForm::Footnote | BlockForm::Caption => {
                self.line(&format!("*{}*", inline(text, InlinePosition::Within)))
            }
            BlockForm::Paragraph => self.line(&marked(marker, |place| inline(text, place))),
            BlockForm::Boxed => self.line(&format!("> {}", inline(text, InlinePosition::Start))),
            BlockForm::Quote { depth } => {
                // Deeper would be a block of code.
                let indent = if depth > 0 { "  " } else { "" };
                self.line(&format!("> {indent}{}", marked(marker, |place| inline(text, place))));
            }
            BlockForm::Item { depth } => {
                let depth = depth.min(self.list.max(1) + 1);
                let item = match marker {
                    Some(Marker::Number(_)) => marked(marker, |place| inline(text, place)),
                    Some(_) => format!("- {}", marked(marker, |place| inline(text, place))),
                    None => format!("- {}", inline(text, InlinePosition::Start)),
                };
                self.line(&format!("{}{item}", "  ".repeat(usize::from(depth - 1))));
                self.list = if matches!(marker, Some(Marker::Number(_))) { 0 } else { depth };
            }
            BlockForm::Fact => {
                let fact = format!("- {}", marked(marker, |place| inline(text, place)));
                if self.fact {
                    self.out.push('\n');
                    self.out.push_str(&fact);
                } else {
                    self.line(&fact);
                }
                self.fact = true;
            }
            BlockForm::Rule | BlockForm::Figure => {}
        }
    }
}

/// A text behind its marker, or the marker alone. The text is told what place the marker leaves it in.
fn marked(marker: Option<&Marker<'_>>, text: impl FnOnce(InlinePosition) -> String) -> String {
    let Some(marker) = marker else { return text(InlinePosition::Start) };
    let word = inline(&marker.text().into(), InlinePosition::Within);
    let (before, place) = match marker {
        Marker::Designation(_) => (format!("**{word}**"), InlinePosition::Within),
        // A number makes a list, whose item begins like any block.
        Marker::Number(_) => (format!("{word}."), InlinePosition::Start),
        // A digit makes a list inside the item.
        Marker::Letter(letter) => (
            format!("{word})"),
            if is_digits(letter) { InlinePosition::Start } else { InlinePosition::Within },
        ),
        Marker::Parenthesis(_) => (format!("({word})"), InlinePosition::Within),
        Marker::Name(_) => (format!("{word}:"), InlinePosition::Within),
    };
    match text(place) {
        text if text.is_empty() => before,
        text => format!("{before} {text}"),
    }
}

fn is_digits(marker: &str) -> bool {
    !marker.is_empty() && marker.bytes().all(|b| b.is_ascii_digit())
}
