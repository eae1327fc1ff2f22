//! The events of a document as people are shown them, on a page and on paper.
//!
//! Some texts come flattened: rows of a table with `|` between the cells, the items of a list in one paragraph, words
//! run together where a line ended, the head of a printed page in a sentence, paragraphs cut where a page ended,
//! markup of wiki pages, codes of a typesetter, printed contents. The events for people are mended by rule. The artifact, and the
//! markdown made of it, stay verbatim: programs that quote or compare a text get it as published.

mod apart;
mod cells;
mod designation;
mod front_matter;
mod nesting;
mod page_cut;
mod pipe_table;
mod rows;
mod run_on;
mod running_head;
mod typesetting;
mod whole_links;
mod wiki_markup;

use lagrum_artifact::Artifact;

use self::front_matter::FrontMatter;
use self::page_cut::PageCut;
use self::rows::RowRun;
pub use self::running_head::RunningHead;
pub use self::wiki_markup::WikiMarkup;
use crate::event::{Event, LinkedText};

/// Emits the events of [`crate::read`], mended for people.
pub fn read<'a>(artifact: &'a Artifact, title: Option<&'a str>, write: &mut impl FnMut(Event<'a>)) {
    let mut mender = Mender::of(artifact);
    crate::read(artifact, title, &mut |event| mender.write(event, write));
    mender.end(write);
}

/// Emits the events of [`crate::read_text`], mended for people.
pub fn read_text<'a>(artifact: &'a Artifact, write: &mut impl FnMut(Event<'a>)) {
    let mut mender = Mender::of(artifact);
    crate::read_text(artifact, &mut |event| mender.write(event, write));
    mender.end(write);
}

/// As [`read_text`], with all parts that have ended: for a form that states the days of each part.
pub(crate) fn read_whole<'a>(artifact: &'a Artifact, write: &mut impl FnMut(Event<'a>)) {
    let mut mender = Mender::of(artifact);
    crate::document::read_whole(artifact, &mut |event| mender.write(event, write));
    mender.end(write);
}

/// Mends events, one after the other. Rows, and paragraphs at the end of a page, are held back until the next event
/// is known.
struct Mender<'a> {
    head: RunningHead<'a>,
    markup: WikiMarkup,
    front: FrontMatter,
    has_codes: bool,
    rows: RowRun<'a>,
    cut: PageCut<'a>,
}

impl<'a> Mender<'a> {
    fn of(artifact: &'a Artifact) -> Self {
        let (head, markup) = (RunningHead::of(artifact), WikiMarkup::of(artifact));
        Self {
            head,
            markup,
            front: FrontMatter::of(artifact),
            has_codes: typesetting::may_be_in(artifact),
            rows: RowRun::default(),
            cut: PageCut::of(head),
        }
    }

    fn write(&mut self, event: Event<'a>, write: &mut impl FnMut(Event<'a>)) {
        let mut front = std::mem::take(&mut self.front);
        front.write(event, &mut |event| self.write_text(event, write));
        self.front = front;
    }

    fn write_text(&mut self, event: Event<'a>, write: &mut impl FnMut(Event<'a>)) {
        let (head, markup) = (self.head, self.markup);
        markup.taken_out_of(head.taken_out_of(event), &mut |event| self.write_without_marks(event, write));
    }

    fn write_without_marks(&mut self, event: Event<'a>, write: &mut impl FnMut(Event<'a>)) {
        let Some(event) = self.rows.take(event) else { return };
        let Self { rows, cut, .. } = self;
        let mut write = |event| cut.write(event, write);
        rows.end(&mut write);
        let is_regulation = matches!(self.head, RunningHead::Regulation(_));
        let (has_codes, is_wiki) = (self.has_codes, self.markup.may_be());
        let mut finish = |mut event: Event<'a>| {
            if has_codes {
                texts_of(&mut event, typesetting::without);
            }
            if is_wiki {
                texts_of(&mut event, whole_links::whole);
            }
            texts_of(&mut event, apart::parted);
            write(event);
        };
        pipe_table::write(event, &mut |event| {
            if is_regulation {
                run_on::write(event, &mut finish);
            } else {
                finish(event);
            }
        });
    }

    fn end(mut self, write: &mut impl FnMut(Event<'a>)) {
        self.rows.end(&mut |event| self.cut.write(event, write));
        self.cut.end(write);
    }
}

/// Changes every text of an event.
fn texts_of<'a>(event: &mut Event<'a>, change: impl Fn(LinkedText<'a>) -> LinkedText<'a>) {
    let change = |text: &mut LinkedText<'a>| *text = change(std::mem::take(text));
    match event {
        Event::Block(block) => change(&mut block.text),
        Event::Row(row) => row.cells.iter_mut().for_each(|cell| change(&mut cell.text)),
        Event::Enter(_) | Event::Leave => {}
    }
}
