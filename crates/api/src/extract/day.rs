//! Parameters that are calendar days. The pattern of their declaration checks the form; whether the day exists is checked
//! here.

use jiff::civil::Date;

use crate::{ApiError, Query};

/// The day that was sent for the parameter `name`. Fails with a 422 for a day that does not exist (`2031-02-30`).
pub(crate) fn day<T>(
    query: &Query<T>,
    name: &'static str,
    sent: Option<&str>,
) -> Result<Option<Date>, ApiError> {
    let parse = |text: &str| {
        text.parse().map_err(|_| query.reject([(name, "Input should be a day that exists, as YYYY-MM-DD")]))
    };
    sent.map(parse).transpose()
}
