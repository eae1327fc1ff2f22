//! The events of a document as people are shown them, on a page and on paper.
//!
//! Some texts come flattened: rows of a table with `|` between the cells, the items of a list in one paragraph, words
//! run together where a line ended, the head of a printed page in a sentence, paragraphs cut where a page ended,
//! markup of wiki pages, printed contents. The events for people are mended by rule. The artifact, and the
//! markdown made of it, stay verbatim: programs that quote or compare a text get it as published.

mod apart;
mod blanks;
mod cells;
mod dashes;
mod designation;
mod front_matter;
mod journal_head;
mod mends;
mod nesting;
mod page_cut;
mod pipe_table;
mod regulation;
mod rows;
mod run_on;
mod running_head;
mod treaty_words;
mod whole_links;
mod wiki_markup;

use lagrum_artifact::Artifact;

use self::front_matter::FrontMatter;
pub(crate) use self::mends::{Mend, Mends};
use self::page_cut::PageCut;
use self::regulation::Regulation;
use self::rows::RowRun;
pub use self::running_head::RunningHead;
use self::treaty_words::TreatyWords;
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

/// As [`read_text`], with all parts that have ended: for a form that states the days of each part. Returns the mends that touched the
/// text.
pub(crate) fn read_whole<'a>(artifact: &'a Artifact, write: &mut impl FnMut(Event<'a>)) -> Mends {
    let mut mender = Mender::of(artifact);
    crate::document::read_whole(artifact, &mut |event| mender.write(event, write));
    mender.end(write)
}

/// Mends events, one after the other. Rows, and paragraphs at the end of a page, are held back until the next event
/// is known.
struct Mender<'a> {
    head: RunningHead<'a>,
    markup: WikiMarkup,
    front: FrontMatter,
    regulation: Regulation<'a>,
    words: Words,
    rows: RowRun<'a>,
    cut: PageCut<'a>,
    mends: Mends,
}

impl<'a> Mender<'a> {
    fn of(artifact: &'a Artifact) -> Self {
        let (head, markup) = (RunningHead::of(artifact), WikiMarkup::of(artifact));
        let front = FrontMatter::of(artifact);
        let mends = front.is_mending().then_some(Mend::FrontMatter).into_iter().collect();
        Self {
            head,
            markup,
            front,
            regulation: Regulation::of(artifact, head),
            words: Words { is_wiki: markup.may_be(), of_treaty: TreatyWords::of(artifact) },
            rows: RowRun::default(),
            cut: PageCut::of(head),
            mends,
        }
    }

    fn write(&mut self, event: Event<'a>, write: &mut impl FnMut(Event<'a>)) {
        let mut front = std::mem::take(&mut self.front);
        front.write(event, &mut |event| self.write_of_pages(event, write));
        self.front = front;
    }

    fn write_of_pages(&mut self, event: Event<'a>, write: &mut impl FnMut(Event<'a>)) {
        if !self.is_regulation() {
            return self.write_text(event, write);
        }
        let regulation = std::mem::take(&mut self.regulation);
        let before = event.clone();
        let mut pieces = Pieces::default();
        regulation.write(event, &mut |event| {
            pieces.0 += 1;
            self.note(Mend::RunningHeads, pieces.0 > 1 || !has_same_texts(&before, &event));
            self.write_text(event, write);
        });
        self.regulation = regulation;
    }

    fn is_regulation(&self) -> bool {
        matches!(self.head, RunningHead::Regulation(_))
    }

    fn write_text(&mut self, event: Event<'a>, write: &mut impl FnMut(Event<'a>)) {
        let (head, markup) = (self.head, self.markup);
        let event = match head {
            RunningHead::Unknown => event,
            RunningHead::Name(_) | RunningHead::Regulation(_) => {
                let before = event.clone();
                let event = head.taken_out_of(event);
                self.note(Mend::RunningHeads, !has_same_texts(&before, &event));
                event
            }
        };
        self.note(Mend::WikiMarkup, markup.is_in(&event));
        markup.taken_out_of(event, &mut |event| self.write_without_marks(event, write));
    }

    fn note(&mut self, mend: Mend, has_touched: bool) {
        if has_touched {
            self.mends.insert(mend);
        }
    }

    fn write_without_marks(&mut self, event: Event<'a>, write: &mut impl FnMut(Event<'a>)) {
        let Some(event) = self.rows.take(event) else { return };
        let is_regulation = self.is_regulation();
        let Self { rows, cut, mends, words, .. } = self;
        let mut finish = |event: Event<'a>| cut.write(words.mended(event, mends), write);
        let has_rows = rows.end(&mut finish);
        let (mut tables, mut lists) = (Pieces::default(), Pieces::default());
        pipe_table::write(event, &mut |event| {
            tables.0 += 1;
            if is_regulation {
                lists = Pieces::default();
                run_on::write(event, &mut |event| {
                    lists.0 += 1;
                    finish(event);
                });
            } else {
                finish(event);
            }
        });
        self.note(Mend::FlattenedRows, has_rows);
        self.note(Mend::BarTables, tables.0 > 1);
        self.note(Mend::RunOnLists, lists.0 > 1);
    }

    fn end(mut self, write: &mut impl FnMut(Event<'a>)) -> Mends {
        let Self { rows, cut, mends, words, .. } = &mut self;
        let has_rows = rows.end(&mut |event| cut.write(words.mended(event, mends), write));
        self.note(Mend::FlattenedRows, has_rows);
        let has_cuts = self.cut.end(write);
        self.note(Mend::PageCuts, has_cuts);
        self.mends
    }
}

/// The mends of the words of single texts.
struct Words {
    is_wiki: bool,
    of_treaty: TreatyWords,
}

impl Words {
    /// The event with mended words.
    fn mended<'a>(&self, mut event: Event<'a>, mends: &mut Mends) -> Event<'a> {
        let is_french = matches!(&event, Event::Block(block) if block.language == Some("fr"));
        let mut change = |mend, is_due, change: &dyn Fn(LinkedText<'a>) -> LinkedText<'a>| {
            if is_due && texts_of(&mut event, change) {
                mends.insert(mend);
            }
        };
        change(Mend::ShortRules, true, &dashes::short);
        change(Mend::WholeLinks, self.is_wiki, &whole_links::whole);
        change(Mend::WholeLinks, !self.is_wiki, &whole_links::whole_outside_wikis);
        change(Mend::JoinedWords, true, &apart::parted);
        change(Mend::JoinedWords, self.of_treaty.may_part(), &|text| self.of_treaty.parted(text));
        // French has blanks before semicolons and colons.
        change(Mend::BlanksAtMarks, !is_french, &blanks::without);
        event
    }
}

/// How many events a mend made of one.
#[derive(Default)]
struct Pieces(usize);

/// Changes every text of an event. Returns whether any became another.
fn texts_of<'a>(event: &mut Event<'a>, change: &dyn Fn(LinkedText<'a>) -> LinkedText<'a>) -> bool {
    let mut is_changed = false;
    let mut change = |text: &mut LinkedText<'a>| {
        let before = text.clone();
        *text = change(std::mem::take(text));
        is_changed |= !text.is_same(&before);
    };
    match event {
        Event::Block(block) => change(&mut block.text),
        Event::Row(row) => row.cells.iter_mut().for_each(|cell| change(&mut cell.text)),
        Event::Enter(_) | Event::Leave => {}
    }
    is_changed
}

/// Whether two events have the same words and links.
fn has_same_texts(a: &Event<'_>, b: &Event<'_>) -> bool {
    match (a, b) {
        (Event::Block(a), Event::Block(b)) => a.text.is_same(&b.text),
        (Event::Row(a), Event::Row(b)) => a.cells.iter().zip(&b.cells).all(|(a, b)| a.text.is_same(&b.text)),
        _ => true,
    }
}
