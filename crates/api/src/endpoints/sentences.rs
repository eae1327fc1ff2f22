//! The number of rows on a page of citations that has citing sentences.

use lagrum_answers::MAX_ROWS_WITH_SENTENCES as MAX_ROWS;

use crate::{ApiError, Query};

/// The limit of a page. With `context` the default is [`MAX_ROWS`], and a higher limit is an error.
pub(super) fn limit<T>(query: &Query<T>, context: bool, limit: u64) -> Result<u64, ApiError> {
    if context && !query.is_sent("limit") {
        return Ok(MAX_ROWS);
    }
    if context && limit > MAX_ROWS {
        let message = format!("Input should be less than or equal to {MAX_ROWS} beside context");
        return Err(query.reject([("limit", message)]));
    }
    Ok(limit)
}
