//! The margins of the pages: running head, address and page number.
//!
//! They depend on the finished pages. In the template of the text they would make the typesetter repeat the text
//! until pages and margins agree. So they are typeset afterwards, as a document with the same number of empty pages,
//! and the pages of the text are laid over these.

use std::num::NonZeroUsize;

use serde::Serialize;
use typst::foundations::{NativeElement, Smart, StyleChain};
use typst::introspection::Introspector;
use typst::layout::Point;
use typst::model::{Document, HeadingElem};
use typst_layout::{Page, PagedDocument};

use super::blocks::Sheet;

/// The data of the template.
#[derive(Debug, Serialize)]
pub(super) struct Margins<'a> {
    columns: u8,
    head: &'a str,
    address: &'a str,
    /// A warning for the foot of every page: that the text is repealed, an earlier lydelse, or lacks amendments.
    foot: &'a str,
    made: &'a str,
    /// The chapter of each page.
    chapters: Vec<String>,
}

/// The margins for the pages of a text.
pub(super) fn margins<'a>(sheet: &'a Sheet, text: &PagedDocument) -> Margins<'a> {
    Margins {
        columns: sheet.columns,
        head: &sheet.head,
        address: &sheet.address,
        foot: &sheet.foot,
        made: &sheet.made,
        chapters: chapters(text),
    }
}

/// The chapter of each page: the last one that begins on it or before it. Empty before the first.
fn chapters(text: &PagedDocument) -> Vec<String> {
    let mut begun = vec![None; text.pages().len()];
    for element in text.introspector().query(&HeadingElem::ELEM.select()) {
        let Some(heading) = element.to_packed::<HeadingElem>() else { continue };
        if heading.level.get(StyleChain::default()) != Smart::Custom(NonZeroUsize::MIN) {
            continue;
        }
        let start = element.location().and_then(|location| text.introspector().position(location));
        if let Some(begun) = start.and_then(|start| begun.get_mut(start.page.get() - 1)) {
            *begun = Some(heading.body.plain_text().to_string());
        }
    }
    let chapters = begun.into_iter().scan(String::new(), |chapter, begun| {
        *chapter = begun.unwrap_or_else(|| std::mem::take(chapter));
        Some(chapter.clone())
    });
    chapters.collect()
}

/// The text with these margins.
pub(super) fn laid_over(margins: &PagedDocument, text: &PagedDocument) -> PagedDocument {
    let pages = margins.pages().iter().zip(text.pages()).map(|(margin, page)| {
        let mut frame = margin.frame.clone();
        frame.push_frame(Point::zero(), page.frame.clone());
        Page { frame, ..page.clone() }
    });
    PagedDocument::new(pages.collect(), text.info().clone())
}

#[cfg(test)]
mod tests {
    use lagrum_artifact::Artifact;
    use lagrum_render::manuscript::{Layout, Manuscript};
    use serde_json::json;

    use super::*;
    use crate::paper::places::location;
    use crate::paper::{blocks, text};

    /// Chapters of a page and a half each, after words that belong to none. The first has a link to the last.
    fn statute(contents: bool, columns: u8) -> Sheet {
        let filler = |words: usize| json!({ "type": "stycke", "text": ["ord ".repeat(words)] });
        let heading = |n: usize| json!({ "type": "rubrik", "level": 1, "id": format!("K{n}"), "text": [format!("{n} kap.")] });
        let link = json!({ "type": "stycke", "text": ["Se ", { "text": "3 kap.", "uri": "https://lag.example/1:1#K3" }] });
        let words = 1400 * usize::from(columns);
        let structure = json!([
            filler(words),
            heading(1),
            link,
            filler(words),
            heading(2),
            filler(words),
            heading(3),
            filler(words)
        ]);
        let artifact =
            json!({ "uri": "https://lag.example/1:1", "title": "Lag", "structure": structure }).to_string();
        let manuscript = Manuscript {
            title: Some("Lag".to_owned()),
            head: "Huvud".to_owned(),
            address: "https://lag.example/1:1".to_owned(),
            status: Vec::new(),
            foot: String::new(),
            made: None,
            artifact: None,
            layout: Layout { contents, amendments: true, columns },
            context: Vec::new(),
            figures: Vec::new(),
        };
        blocks::sheet(&manuscript, Some(&Artifact::parse(artifact.as_bytes()).unwrap()))
    }

    #[test]
    fn a_page_has_the_last_chapter_that_begins_on_it_or_before() {
        for columns in [1, 2] {
            let text = text(&statute(false, columns), Vec::new()).unwrap();
            let chapters = chapters(&text);
            assert_eq!(chapters.len(), text.pages().len());
            let mut names = chapters.clone();
            names.dedup();
            assert_eq!(names, ["", "1 kap.", "2 kap.", "3 kap."]);
            let third = text.introspector().position(location("K3")).unwrap();
            assert_eq!(chapters.iter().position(|name| name == "3 kap."), Some(third.page.get() - 1));
        }
    }

    #[test]
    fn contents_move_the_chapters_and_the_targets_of_links() {
        let page = |contents: bool| {
            let text = text(&statute(contents, 1), Vec::new()).unwrap();
            text.introspector().position(location("K3")).unwrap().page.get()
        };
        assert_eq!(page(true), page(false) + 1);
    }

    #[test]
    fn the_text_keeps_its_pages_over_the_margins() {
        let sheet = statute(true, 1);
        let text = text(&sheet, Vec::new()).unwrap();
        let world = crate::paper::world("/margins.typ", &margins(&sheet, &text)).unwrap();
        let margins = crate::paper::compile(&world).unwrap();
        assert_eq!(margins.pages().len(), text.pages().len());
        let both = laid_over(&margins, &text);
        let place = location("K3");
        assert_eq!(both.introspector().position(place), text.introspector().position(place));
        let sizes = |document: &PagedDocument| {
            document.pages().iter().map(|page| page.frame.size()).collect::<Vec<_>>()
        };
        assert_eq!(sizes(&both), sizes(&text));
    }
}
