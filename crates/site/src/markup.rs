//! HTML that is finished: templates write it as it is.

use std::fmt;

use askama::Template;
use askama::filters::HtmlSafe;
use lagrum_answers::{AnswerError, Fault};

/// Finished HTML. It is made of templates, and by the writer of documents, which escape all text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Markup(String);

impl Markup {
    #[expect(dead_code, reason = "pages of documents will use it")]
    /// What a template makes.
    pub(crate) fn draw(template: &impl Template) -> Result<Self, AnswerError> {
        draw(template).map(Self)
    }
}

impl fmt::Display for Markup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl HtmlSafe for Markup {}

/// The text that a template makes.
pub(crate) fn draw(template: &impl Template) -> Result<String, AnswerError> {
    template.render().map_err(|error| AnswerError::Internal(Fault::from_error(&error)))
}
