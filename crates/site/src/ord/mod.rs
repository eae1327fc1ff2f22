//! Every Swedish word of the site that is not from the corpus.
//!
//! The words of one page or list are in a module that is named where they are used (`besked`, `lists`, `om` …). All others are
//! re-exported here, whichever file they are in.

pub(crate) mod besked;
mod days;
mod document;
pub(crate) mod english;
mod failures;
pub(crate) mod folj;
pub(crate) mod forklaringar;
mod frame;
mod frame_words;
pub(crate) mod historia;
pub(crate) mod kontrollera;
pub(crate) mod lista;
pub(crate) mod lists;
mod lydelser;
mod numbers;
pub(crate) mod om;
mod pdf;
pub(crate) mod related;
mod search;
pub(crate) mod search_words;
mod start;

pub(crate) use self::days::*;
pub(crate) use self::document::*;
pub(crate) use self::failures::*;
pub(crate) use self::frame::*;
pub(crate) use self::frame_words::FrameWords;
pub(crate) use self::lydelser::*;
pub(crate) use self::numbers::*;
pub(crate) use self::pdf::*;
pub(crate) use self::search::*;
pub(crate) use self::start::*;
