//! How many rows a page of citations has that is asked for with the sentences that cite.

use lagrum_answers::MAX_ROWS_WITH_SENTENCES as MAX_ROWS;

use crate::{ApiError, Query};

/// The limit of a page. Beside `context` the default is another, and a higher one is an error.
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
