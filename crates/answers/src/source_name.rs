//! The name of a source in a question.

use lagrum_sources::current_name;
use serde::Deserialize;

/// A source by any of its names. Some have two (`guidance` is `edpb`): an answer repeats the one of the question, and
/// everything else uses the current one.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub struct SourceName {
    given: String,
}

impl SourceName {
    /// The current name of the source.
    pub fn current(&self) -> &str {
        current_name(&self.given)
    }

    /// The name in the question.
    pub fn given(&self) -> &str {
        &self.given
    }

    /// The name in the question.
    pub fn into_given(self) -> String {
        self.given
    }
}

impl From<String> for SourceName {
    fn from(given: String) -> Self {
        Self { given }
    }
}
