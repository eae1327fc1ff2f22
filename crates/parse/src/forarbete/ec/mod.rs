//! Bills and reports that a program made of their PDFs (BCL easyConverter): pages with everything where it was printed.
//!
//! | module | does |
//! |---|---|
//! | `style` | reads sizes of type, widths and indents |
//! | `page` | reads the pages: paragraphs, rows and cells |
//! | `heads` | takes running heads and folios out |
//! | `contents` | takes the list of contents out, and finds the headings that it names |
//! | `columns`, `paragraphs` | find the columns of a table, and the paragraphs of a column |
//! | `lydelse` | pairs the two wordings of law text |
//! | `text` | joins the spans of a paragraph, and marks notes |
//! | `flow` | makes the blocks |

mod columns;
mod contents;
mod flow;
mod heads;
mod lydelse;
mod page;
mod paragraphs;
mod style;
mod text;

use super::block::Block;
use crate::html::Tree;
use crate::hyphen::HyphenedWords;

/// What a document of this form says.
#[derive(Debug, Default)]
pub(super) struct Placed {
    pub(super) blocks: Vec<Block>,
    /// The words that are no text: running heads, folios, the list of contents.
    pub(super) left_out: String,
    /// Sections of the list of contents whose heading was not found.
    pub(super) unread: Vec<String>,
    pub(super) words: HyphenedWords,
}

/// Whether a text has this form.
pub(super) fn is_of_form(html: &str) -> bool {
    html.contains("id=\"page_1\"") || html.contains("id=page_1")
}

/// Reads a text. `head` is how its pages name the document.
pub(super) fn read(tree: &Tree, head: &str) -> Placed {
    let styles = style::Styles::parse(tree.styles());
    let mut pages = page::read(tree, &styles);
    let mut left_out = heads::take(&mut pages, head);
    let (entries, listed) = contents::take(&mut pages);
    left_out.push_str(&listed);
    let unread = contents::mark_headings(&mut pages, &entries);
    let words = HyphenedWords::of(&lines(&pages));
    let blocks = flow::blocks(pages, &words);
    Placed { blocks, left_out, unread, words }
}

/// All lines as they are printed.
fn lines(pages: &page::Pages) -> String {
    let mut text = String::new();
    for cell in pages.pages.iter().flat_map(|page| &page.lines).flat_map(|line| &line.cells) {
        for span in &cell.spans {
            text.push_str(&span.text);
        }
        text.push('\n');
    }
    text
}
