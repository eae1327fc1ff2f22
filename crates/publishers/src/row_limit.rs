//! How many rows a list may have by what the publisher states of it.

/// The most rows of a list of which only a least number is stated, or none.
const WITHOUT_TOTAL: u64 = 100_000;

/// How many rows a list in pages of a size may bring where so many are stated. What changes while a run goes on may come twice.
pub(crate) fn most_rows(total: u64, is_exact: bool, page: u64) -> u64 {
    let stated = if is_exact { total } else { total.max(WITHOUT_TOTAL) };
    stated.saturating_add(page.max(stated / 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_a_page_or_a_tenth_more_than_stated() {
        assert_eq!(most_rows(20, true, 100), 120);
        assert_eq!(most_rows(20_000, true, 100), 22_000);
        assert_eq!(most_rows(20, false, 100), 110_000);
        assert_eq!(most_rows(u64::MAX, true, 100), u64::MAX);
    }
}
