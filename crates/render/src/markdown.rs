//! The markdown writer.
//!
//! Blocks are separated by one blank line, and each is one line (a table and a list of facts are several), so a client
//! can cut the text at blank lines. Lists are flat except for the points of EU acts, which are indented two spaces per
//! level. No item is indented deeper than the list it continues, because that would make a code block.

pub(crate) mod inline;
mod table;

use lagrum_artifact::Artifact;

use self::inline::{InlinePosition, in_force_line, inline};
use self::table::MarkdownTable;
use crate::event::{BlockForm, Event, InForce, Marker, PartEvent, RowPlace, TableRow, TextBlock};

/// A document as CommonMark, with tables as on GitHub. `title` is the document's name for an artifact that does not
/// state one.
pub fn markdown(artifact: &Artifact, title: Option<&str>) -> String {
    let mut writer = MarkdownWriter::default();
    crate::read(artifact, title, &mut |event| writer.write(event));
    writer.out
}

/// The events that people are shown, as markdown. It is not served: tests compare the words of a page and of a print
/// with it.
pub fn markdown_as_shown(artifact: &Artifact, title: Option<&str>) -> String {
    let mut writer = MarkdownWriter::default();
    crate::shown::read(artifact, title, &mut |event| writer.write(event));
    writer.out
}

/// A name as the heading of a document, for a document without an artifact.
pub fn heading(name: &str) -> String {
    format!("# {}", inline(&name.into(), InlinePosition::Heading))
}

/// A heading of a depth of the outline, 1 to 6.
pub fn heading_of(depth: usize, text: &str) -> String {
    format!("{} {}", "#".repeat(depth.clamp(1, 6)), inline(&text.into(), InlinePosition::Heading))
}

/// A text as a paragraph of markdown: what would be markup in it is escaped.
pub fn text_as_markdown(text: &str) -> String {
    plain(text, true)
}

/// Words as markdown on one line, at the beginning of a block or within one.
pub(crate) fn plain(words: &str, at_start: bool) -> String {
    let position = if at_start { InlinePosition::Start } else { InlinePosition::Within };
    inline(&words.into(), position)
}

/// Writes events as markdown.
#[derive(Default)]
pub(crate) struct MarkdownWriter {
    pub(crate) out: String,
    /// The open parts, and for each whether it is a table.
    open: Vec<bool>,
    table: MarkdownTable,
    /// The nesting of the list that the last block belongs to; 0 for none.
    list: u8,
    /// Whether the last block was a fact; the next fact then joins its list.
    fact: bool,
}

impl MarkdownWriter {
    pub(crate) fn write(&mut self, event: Event<'_>) {
        match event {
            Event::Enter(part) => {
                self.end_table();
                self.open.push(part.kind == PartEvent::TABLE);
                self.in_force(part.in_force);
            }
            Event::Leave => {
                self.end_table();
                self.open.pop();
            }
            Event::Row(row) => self.row(&row),
            // A figure writes nothing, so it does not end the table around it.
            Event::Block(TextBlock { form: BlockForm::Figure, .. }) => {}
            Event::Block(block) => {
                self.end_table();
                self.in_force(block.in_force);
                self.block(&block);
            }
        }
    }

    fn row(&mut self, row: &TableRow<'_>) {
        if let Some(paragraph) = row.as_paragraph() {
            self.end_table();
            self.in_force(paragraph.in_force);
            return self.block(&paragraph);
        }
        if row.place == RowPlace::First {
            self.end_table();
        }
        self.table.push(row);
        if self.open.last() != Some(&true) {
            let line = std::mem::take(&mut self.table).lone_row();
            self.line(&line);
        }
    }

    pub(crate) fn end_table(&mut self) {
        let table = std::mem::take(&mut self.table).finish();
        if !table.is_empty() {
            self.line(&table);
        }
    }

    /// Writes a block other than an item or a fact.
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
            BlockForm::Lead => self.line(&format!("**{}**", inline(text, InlinePosition::Emphasis))),
            BlockForm::Footnote | BlockForm::Caption => {
                self.line(&format!("*{}*", inline(text, InlinePosition::Emphasis)));
            }
            BlockForm::Paragraph => self.line(&marked(marker, |position| inline(text, position))),
            BlockForm::Rest { within_word } => {
                self.out.push_str(if within_word { "" } else { " " });
                self.out.push_str(&inline(text, InlinePosition::Within));
            }
            BlockForm::Boxed => self.line(&format!("> {}", inline(text, InlinePosition::Start))),
            BlockForm::Quote { depth } => {
                // A deeper indentation would make a code block.
                let indent = if depth > 0 { "  " } else { "" };
                self.line(&format!("> {indent}{}", marked(marker, |position| inline(text, position))));
            }
            BlockForm::Item { depth } => {
                let depth = depth.min(self.list.max(1) + 1);
                let item = match marker {
                    Some(Marker::Number(_)) => marked(marker, |position| inline(text, position)),
                    Some(_) => format!("- {}", marked(marker, |position| inline(text, position))),
                    None => format!("- {}", inline(text, InlinePosition::Start)),
                };
                self.line(&format!("{}{item}", "  ".repeat(usize::from(depth - 1))));
                self.list = if matches!(marker, Some(Marker::Number(_))) { 0 } else { depth };
            }
            BlockForm::Fact => {
                let fact = format!("- {}", marked(marker, |position| inline(text, position)));
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

/// A text after its marker, or only the marker. `text` writes the text for the position that the marker leaves it in.
fn marked(marker: Option<&Marker<'_>>, text: impl FnOnce(InlinePosition) -> String) -> String {
    let Some(marker) = marker else { return text(InlinePosition::Start) };
    let word = inline(&marker.text().into(), InlinePosition::Within);
    let (before, position) = match marker {
        Marker::Designation(_) => (format!("**{word}**"), InlinePosition::Within),
        // A number makes a list, and an item begins like any block.
        Marker::Number(_) => (format!("{word}."), InlinePosition::Start),
        // A digit makes a list inside the item.
        Marker::Letter(letter) => (
            format!("{word})"),
            if is_digits(letter) { InlinePosition::Start } else { InlinePosition::Within },
        ),
        Marker::Parenthesis(_) => (format!("({word})"), InlinePosition::Within),
        Marker::Name(_) => (format!("{word}:"), InlinePosition::Within),
        Marker::Printed(sign) if is_digits(sign.trim_end_matches(['.', ')'])) => {
            (sign.to_string(), InlinePosition::Start)
        }
        Marker::Printed(_) => (inline(&marker.text().into(), InlinePosition::Start), InlinePosition::Within),
    };
    match text(position) {
        text if text.is_empty() => before,
        text => format!("{before} {text}"),
    }
}

fn is_digits(marker: &str) -> bool {
    !marker.is_empty() && marker.bytes().all(|b| b.is_ascii_digit())
}
