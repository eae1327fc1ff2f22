//! From when an EU act or a part of it applies, where its text states that apart from its entry into force.

use jiff::civil::Date;

/// A day from which an act or parts of it apply, as its newest text states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedStart {
    /// The day.
    pub day: Date,
    /// The anchors of the parts; empty for the whole act, and where they are not known.
    pub anchors: Vec<String>,
    /// Whether it is about the whole act.
    pub is_whole: bool,
    /// Whether it is about less than the parts: points of them, or some cases.
    pub is_partly: bool,
}

/// The day from which a provision applies; without an `anchor`, the day from which the act does.
///
/// A text may state several days. The statement about the smallest part that has the provision counts. The statement about the whole
/// act counts where no other does. The day is None where the text states no day, or one for some cases only, and where a statement
/// does not show which parts it is about.
pub fn applies_from(starts: &[StatedStart], anchor: Option<&str>) -> Option<Date> {
    let whole = starts.iter().find(|start| start.is_whole).map(|start| start.day);
    let Some(anchor) = anchor else { return whole };
    let is_within = |inner: &str, outer: &str| {
        inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let around = |start: &StatedStart| {
        start.anchors.iter().filter(|outer| is_within(anchor, outer)).map(String::len).max()
    };
    let exact = starts.iter().filter(|start| !start.is_partly);
    let smallest = exact.filter_map(|start| Some((around(start)?, start.day))).max_by_key(|(size, _)| *size);
    if let Some((_, day)) = smallest {
        return Some(day);
    }
    let touches = |start: &StatedStart| {
        start.is_partly && start.anchors.iter().any(|part| is_within(anchor, part) || is_within(part, anchor))
    };
    let is_unclear = |start: &StatedStart| !start.is_whole && start.anchors.is_empty();
    whole.filter(|_| !starts.iter().any(|start| touches(start) || is_unclear(start)))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn start(year: i16, anchors: &[&str], is_partly: bool) -> StatedStart {
        StatedStart {
            day: date(year, 1, 1),
            anchors: anchors.iter().map(ToString::to_string).collect(),
            is_whole: anchors.is_empty() && !is_partly,
            is_partly,
        }
    }

    #[test]
    fn the_smallest_part_counts() {
        let starts = [
            start(2036, &[], false),
            start(2035, &["5", "6"], false),
            start(2037, &["5.1"], false),
            start(2038, &["7"], true),
        ];
        for (anchor, expected) in [
            (None, Some(2036)),
            (Some("5"), Some(2035)),
            (Some("5.1"), Some(2037)),
            (Some("5.1.a"), Some(2037)),
            (Some("5.10"), Some(2035)),
            (Some("6.2"), Some(2035)),
            (Some("55"), Some(2036)),
            (Some("7"), None),
            (Some("7.3"), None),
        ] {
            let found = applies_from(&starts, anchor).map(Date::year);
            assert_eq!(found, expected, "{anchor:?}");
        }
        let unclear = [start(2036, &[], false), start(2037, &[], true)];
        assert_eq!(applies_from(&unclear, Some("5")), None);
        assert_eq!(applies_from(&[], Some("5")), None);
    }
}
