//! The answer for one day, with the days around it.

use jiff::civil::Date;

use super::facts::{NumberFacts, WordsDigest};
use super::spans::{Borne, Certainty, Span};

/// What bears a number on a day, from when and until when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnDay {
    /// What bears it.
    pub borne: Borne,
    /// The first day on which it had the text of the day; None where that is not known.
    pub since: Option<Date>,
    /// The day from which the answer is another one: another text, or none, or one that is known less well. None where none is
    /// known.
    pub until: Option<Date>,
    /// The amendment that ends something of which no text is held, on the day `until`.
    pub ended_by: Option<usize>,
}

impl NumberFacts<'_> {
    /// The answer for a day, by the spans of the number.
    pub fn on(&self, spans: &[Span], day: Date) -> OnDay {
        let at = spans.iter().rposition(|span| span.from.is_none_or(|from| from <= day)).unwrap_or_default();
        let Some(span) = spans.get(at) else {
            return OnDay { borne: Borne::Nothing, since: None, until: None, ended_by: None };
        };
        let (since, until) = match &span.borne {
            Borne::Text { digest, .. } => {
                let ends_with_act = spans.get(at + 1).is_some_and(|next| next.borne == Borne::ActExpired);
                let until = if ends_with_act { self.act.end.day() } else { span.until };
                (since(spans, at, *digest), until)
            }
            Borne::ActComing => (self.act.begins.known(), None),
            Borne::ActExpired => (None, self.act.end.day()),
            Borne::Coming { since, .. } => (*since, None),
            Borne::Expired { until, .. } => (None, *until),
            Borne::NotHeld { .. } => (None, self.end_after(spans, at).0),
            Borne::Nothing => (None, None),
        };
        let ended_by = match span.borne {
            Borne::NotHeld { .. } => self.end_after(spans, at).1,
            _ => None,
        };
        OnDay { borne: span.borne.clone(), since, until, ended_by }
    }

    /// The day on which something of which no text is held ended, and the amendment that did it.
    fn end_after(&self, spans: &[Span], at: usize) -> (Option<Date>, Option<usize>) {
        match spans.get(at + 1) {
            Some(Span { borne: Borne::Expired { until, act }, .. }) => (*until, *act),
            Some(Span { borne: Borne::ActExpired, .. }) => (self.act.end.day(), None),
            _ => (None, None),
        }
    }

    /// The held text that shows some words: the preferred one where it has them, else the oldest that has.
    pub fn shown_by(&self, digest: WordsDigest, preferred: Option<usize>, day: Date) -> Option<usize> {
        let has = |at: &usize| self.moments[*at].digest == Some(digest);
        let of_text = |text: usize| {
            let own = (0..self.moments.len()).filter(|at| self.moments[*at].text == text);
            let begun = own.clone().rfind(|at| self.moments[*at].from.is_none_or(|from| from <= day));
            begun.or_else(|| own.clone().next())
        };
        let preferred = preferred.and_then(of_text).filter(has);
        preferred.or_else(|| (0..self.moments.len()).find(has))
    }
}

/// The first day on which the text of a span is known to have applied; None while it is in doubt.
fn since(spans: &[Span], at: usize, digest: WordsDigest) -> Option<Date> {
    let is_doubtful = |span: &Span| matches!(span.borne, Borne::Text { certainty: Certainty::Undated, .. });
    let has_text = |span: &Span| span.borne.digest() == Some(digest);
    let mut first = at;
    while let Some(before) = first.checked_sub(1).filter(|before| has_text(&spans[*before])) {
        if is_doubtful(&spans[before]) && !is_doubtful(&spans[at]) {
            return spans[first].from;
        }
        first = before;
    }
    spans[first].from.filter(|_| !is_doubtful(&spans[first]))
}
