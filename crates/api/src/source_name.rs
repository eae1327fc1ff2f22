//! The name of a source in a request.

use lagrum_sources::current_name;
use serde::Deserialize;

/// A source as a request names it. Some have two names (`guidance` is `edpb`); an answer repeats the one it was asked
/// with, and everything else uses the one the source goes by.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "String")]
pub(crate) struct SourceName {
    asked: String,
}

impl SourceName {
    /// The name the source goes by.
    pub(crate) fn current(&self) -> &str {
        current_name(&self.asked)
    }

    /// The name it was asked with.
    pub(crate) fn asked(&self) -> &str {
        &self.asked
    }

    /// The name it was asked with.
    pub(crate) fn into_asked(self) -> String {
        self.asked
    }
}

impl From<String> for SourceName {
    fn from(asked: String) -> Self {
        Self { asked }
    }
}
