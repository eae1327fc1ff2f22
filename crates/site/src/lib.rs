//! The site: pages for people, made from the same answers as the API.
//!
//! The site is a [`Pages`]: `lagrum-api` serves it at every path that no endpoint has, and this crate does not know HTTP. A
//! page is one file in `pages`: a function from a request to a page, which asks `lagrum-answers` and fills a template of the
//! folder `templates`. All pages have one frame (`frame.rs`). Every Swedish word that is not from the corpus is in `ord`.
//!
//! No HTML of a page is built from strings by hand: templates escape their values. [`Markup`](markup::Markup), which they do
//! not escape, is made only by templates and by the writer of documents.

mod assets;
mod bars;
mod frame;
mod graf;
mod href;
mod language;
mod markup;
mod meta;
mod operator;
mod ord;
mod pages;
mod parts;
mod questions;
mod timeline;

pub use operator::{Contact, Operator, UnknownContact};
pub use questions::{InvalidQuestions, Questions};

use lagrum_answers::AnswerError;
use lagrum_pages::{PageAnswer, PageFailure, PageFile, PageRequest, PageWork, Pages};

/// The site.
#[derive(Debug, Default)]
pub struct ReaderSite {
    operator: Operator,
    questions: Questions,
}

impl ReaderSite {
    /// The site with an operator.
    pub fn new(operator: Operator) -> Self {
        Self { operator, ..Self::default() }
    }

    /// The site with other questions on its start page.
    #[must_use]
    pub fn with_questions(self, questions: Questions) -> Self {
        Self { questions, ..self }
    }
}

impl Pages for ReaderSite {
    fn page(&self, request: &PageRequest) -> Result<PageAnswer, AnswerError> {
        pages::page(request, &self.operator, &self.questions)
    }

    fn work(&self, path: &str, query: &[(String, String)]) -> PageWork {
        pages::work(path, query)
    }

    fn parameters(&self, path: &str) -> &'static [&'static str] {
        pages::parameters(path)
    }

    fn is_document(&self, path: &str) -> bool {
        pages::is_document(path)
    }

    fn failure(&self, failure: &PageFailure<'_>) -> String {
        pages::failure::page(failure)
    }

    fn files(&self) -> Vec<PageFile> {
        assets::files()
    }

    fn speculation_rules(&self) -> Option<&'static str> {
        Some("spekulation.json")
    }

    fn design(&self) -> u64 {
        assets::design()
    }
}
