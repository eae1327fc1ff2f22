//! The sentence encoder as a `TextEncoder`, from which builds and searches take vectors.

use lagrum_vectors::{EncodeError, EncoderId, EncoderKind, TextEncoder};

use crate::{ModelError, SentenceEncoder};

impl TextEncoder for SentenceEncoder {
    fn id(&self) -> &EncoderId {
        &self.id
    }

    fn kind(&self) -> EncoderKind {
        EncoderKind::Model
    }

    fn dimensions(&self) -> usize {
        self.dimensions()
    }

    fn query(&self, text: &str) -> Result<Option<Vec<f32>>, EncodeError> {
        self.query(text).map(Some).map_err(failure)
    }

    fn passages(&self, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, EncodeError> {
        Ok(self.passages(texts).map_err(failure)?.into_iter().map(Some).collect())
    }
}

fn failure(error: ModelError) -> EncodeError {
    match error {
        ModelError::Cancelled(cancelled) => cancelled.into(),
        other => EncodeError::Failed(other.to_string()),
    }
}
