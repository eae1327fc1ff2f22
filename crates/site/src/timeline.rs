//! The lydelser of an act along a line of years, drawn without a script. The list of lydelser has the same data in words, so
//! the drawing is hidden from screen readers.

use jiff::civil::Date;
use lagrum_answers::LydelsePeriod;

/// Width of the drawing in its units.
const WIDTH: i64 = 1000;

/// Minimum width of a piece, so that it is visible.
const MIN_PIECE: i64 = 4;

/// Maximum number of years that are named under the line.
const MAX_YEARS: i64 = 8;

/// A drawing of the days on which each lydelse applied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Timeline {
    pub(crate) pieces: Vec<Piece>,
    /// Years under the line: their positions and numbers.
    pub(crate) years: Vec<(i64, i16)>,
    /// The position of today.
    pub(crate) today: i64,
}

/// A period of days in the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) from: i64,
    pub(crate) to: i64,
    /// `held`, `shown` for the lydelse of the page, `coming`, or `gap` for days whose text is not held.
    pub(crate) class: &'static str,
}

/// The days of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextDays {
    pub(crate) from: Date,
    /// The first day on which it is not known to have applied.
    pub(crate) until: Option<Date>,
    /// Whether the text after it is lacking.
    pub(crate) lacks: bool,
    /// Whether it is the text of the page.
    pub(crate) is_shown: bool,
}

/// A day as answers have it.
pub(crate) fn day(text: Option<&str>) -> Option<Date> {
    text?.parse().ok()
}

impl Timeline {
    /// The drawing of the lydelser of an act; `shown` is the one on the page. None if fewer than two have days.
    pub(crate) fn new(periods: &[LydelsePeriod], shown: Option<&str>, today: Date) -> Option<Self> {
        let of_period = |period: &LydelsePeriod| {
            Some(TextDays {
                from: day(period.from.as_deref())?,
                until: day(period.until.as_deref()),
                lacks: !period.missing.is_empty(),
                is_shown: period.version.as_deref() == shown,
            })
        };
        let applied = periods.iter().filter(|period| period.applied);
        Self::of_texts(applied.filter_map(of_period).collect(), None, today)
    }

    /// The drawing of some texts. `begins` is the first day that is drawn, where that is before the first text. None where there is only
    /// one text and nothing before it.
    pub(crate) fn of_texts(mut known: Vec<TextDays>, begins: Option<Date>, today: Date) -> Option<Self> {
        known.sort_by_key(|text| text.from);
        let oldest = known.first()?.from;
        let begins = begins.filter(|begins| *begins < oldest);
        if known.len() < 2 && begins.is_none() {
            return None;
        }
        let first = begins.unwrap_or(oldest);
        let starts = known.iter().map(|text| text.from);
        let ends = known.iter().filter_map(|text| text.until);
        let last = starts.chain(ends).chain([today]).max()?;
        let days =
            |from: Date, to: Date| i64::from(from.until(to).map(|span| span.get_days()).unwrap_or_default());
        let all = days(first, last).max(1);
        let at = |day: Date| days(first, day) * WIDTH / all;
        let mut pieces = Vec::new();
        if begins.is_some() {
            pieces.push(Piece { from: 0, to: at(oldest), class: "gap" });
        }
        for (index, TextDays { from, until, lacks, is_shown }) in known.iter().enumerate() {
            let next = known.get(index + 1).map(|text| text.from);
            let end = until.or(next).unwrap_or(last).min(next.unwrap_or(last)).max(*from);
            let class = match (is_shown, *from > today) {
                (true, _) => "shown",
                (false, true) => "coming",
                (false, false) => "held",
            };
            pieces.push(Piece { from: at(*from), to: at(end).max(at(*from) + MIN_PIECE), class });
            let following = next.unwrap_or(last);
            if following > end && (next.is_some() || *lacks) {
                pieces.push(Piece { from: at(end), to: at(following), class: "gap" });
            }
        }
        Some(Self { pieces, years: years(first, last, at), today: at(today) })
    }
}

/// The years that are named: every year, or every second, fifth, tenth or more on a long line.
fn years(first: Date, last: Date, at: impl Fn(Date) -> i64) -> Vec<(i64, i16)> {
    let span = i64::from(last.year()) - i64::from(first.year());
    let step = [1, 2, 5, 10, 20, 50, 100].into_iter().find(|step| span / step <= MAX_YEARS).unwrap_or(200);
    let named = (first.year() + 1..=last.year()).filter(|year| i64::from(*year) % step == 0);
    named.filter_map(|year| Some((at(Date::new(year, 1, 1).ok()?), year))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn period(version: Option<&str>, from: &str, until: Option<&str>, applied: bool) -> LydelsePeriod {
        LydelsePeriod {
            uri: String::new(),
            version: version.map(str::to_owned),
            applied,
            from: Some(from.to_owned()),
            until: until.map(str::to_owned),
            missing: Vec::new(),
            ahead: Vec::new(),
        }
    }

    #[test]
    fn lydelser_stand_in_their_order_with_the_gaps_between_them() {
        let today: Date = "2030-01-01".parse().unwrap();
        let periods = [
            period(Some("2010:1"), "2010-01-01", Some("2015-01-01"), true),
            period(Some("2019:1"), "2020-01-01", Some("2031-01-01"), true),
            period(Some("2020:1"), "2020-02-01", None, false),
            period(None, "2031-01-01", None, true),
        ];
        let drawn = Timeline::new(&periods, Some("2019:1"), today).unwrap();
        let classes: Vec<&str> = drawn.pieces.iter().map(|piece| piece.class).collect();
        assert_eq!(classes, ["held", "gap", "shown", "coming"]);
        assert!(drawn.pieces.windows(2).all(|pair| pair[0].from < pair[1].from), "{drawn:?}");
        assert!(drawn.today > 900 && drawn.today < WIDTH, "{drawn:?}");
        assert_eq!(drawn.years.iter().map(|(_, year)| *year).collect::<Vec<_>>(), [2015, 2020, 2025, 2030]);
        assert_eq!(Timeline::new(&periods[..1], None, today), None);
    }

    #[test]
    fn days_before_the_first_text_are_lacking() {
        let day = |text: &str| text.parse::<Date>().unwrap();
        let text = TextDays { from: day("2020-01-01"), until: None, lacks: false, is_shown: false };
        let drawn = Timeline::of_texts(vec![text], Some(day("2010-01-01")), day("2030-01-01")).unwrap();
        let classes: Vec<&str> = drawn.pieces.iter().map(|piece| piece.class).collect();
        assert_eq!(classes, ["gap", "held"]);
        assert!((490..510).contains(&drawn.pieces[0].to), "{drawn:?}");
        assert_eq!(Timeline::of_texts(vec![text], Some(day("2021-01-01")), day("2030-01-01")), None);
        assert_eq!(Timeline::of_texts(Vec::new(), None, day("2030-01-01")), None);
    }
}
