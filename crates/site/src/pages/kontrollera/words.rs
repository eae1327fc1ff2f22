//! The words around a citation in the text that was sent, and the line that they stand on.

use lagrum_answers::TextLocation;

/// Code units that are shown before and after.
const AROUND: usize = 70;

/// Code units of a citation or a quotation that are shown.
const MAX_SHOWN: usize = 600;

/// A text in the units in which the places of its citations are counted.
pub(super) struct SentText {
    units: Vec<u16>,
    /// Where each line begins.
    lines: Vec<usize>,
}

/// A citation with the words around it.
pub(super) struct SaidWords {
    pub(super) line: usize,
    pub(super) before: String,
    pub(super) words: String,
    pub(super) after: String,
}

const LINE_END: u16 = b'\n' as u16;
const BLANK: u16 = b' ' as u16;

impl SentText {
    pub(super) fn new(text: &str) -> Self {
        let units: Vec<u16> = text.encode_utf16().collect();
        let ends = units.iter().enumerate().filter(|(_, unit)| **unit == LINE_END);
        let lines = [0].into_iter().chain(ends.map(|(at, _)| at + 1)).collect();
        Self { units, lines }
    }

    /// The words at a place, with those around them on the same lines.
    pub(super) fn said(&self, places: &[TextLocation]) -> SaidWords {
        let first = places.first().map_or(0, |at| at.start).min(self.units.len());
        let end = places.last().map_or(first, |at| at.end).clamp(first, self.units.len());
        let line = self.lines.partition_point(|begins| *begins <= first);
        let line_begins = line.checked_sub(1).and_then(|at| self.lines.get(at)).copied().unwrap_or_default();
        let next = self.lines.get(self.lines.partition_point(|begins| *begins < end)).copied();
        let line_ends = next.map_or(self.units.len(), |next| next.saturating_sub(1)).max(end);
        let from = first.saturating_sub(AROUND).max(line_begins);
        let until = (end + AROUND).min(line_ends);
        // Words are not cut in two.
        let from = if from == line_begins { from } else { self.blank_after(from, first) };
        let until = if until == line_ends { until } else { self.blank_before(until, end) };
        let shown = end.min(first + MAX_SHOWN);
        let (cut_before, cut_after) = (from > line_begins, until < line_ends);
        SaidWords {
            line,
            before: format!("{}{}", if cut_before { "… " } else { "" }, self.text(from, first)),
            words: format!("{}{}", self.text(first, shown), if shown < end { " …" } else { "" }),
            after: format!("{}{}", self.text(end, until), if cut_after { " …" } else { "" }),
        }
    }

    fn blank_after(&self, from: usize, most: usize) -> usize {
        (from..most).find(|at| self.units[*at] == BLANK).map_or(most, |at| at + 1)
    }

    fn blank_before(&self, until: usize, least: usize) -> usize {
        (least..until).rev().find(|at| self.units[*at] == BLANK).unwrap_or(least)
    }

    fn text(&self, from: usize, until: usize) -> String {
        String::from_utf16_lossy(&self.units[from..until.max(from)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_around_a_citation_end_with_its_line() {
        let long = "ord ".repeat(40);
        for (text, words, expected) in [
            ("Se 3 § nu.\nMer.", "3 §", (1, "Se ", " nu.")),
            ("Ett.\nSe 😀 3 §", "3 §", (2, "Se 😀 ", "")),
            ("3 §\nlagen om\nfår", "3 §\nlagen", (1, "", " om")),
        ] {
            let start = text[..text.find(words).unwrap()].encode_utf16().count();
            let end = start + words.encode_utf16().count();
            let said = SentText::new(text).said(&[TextLocation { block_id: "text".into(), start, end }]);
            assert_eq!((said.line, said.before.as_str(), said.after.as_str()), expected, "{text}");
            assert_eq!(said.words, words);
        }
        let text = format!("{long}3 § {long}");
        let at = TextLocation { block_id: "text".into(), start: 160, end: 163 };
        let said = SentText::new(&text).said(&[at]);
        assert!(said.before.starts_with("… ord ") && said.before.ends_with("ord "), "{}", said.before);
        assert!(said.after.starts_with(" ord") && said.after.ends_with("ord …"), "{}", said.after);
        let none = SentText::new("").said(&[]);
        assert_eq!((none.line, none.words.as_str()), (1, ""));
    }
}
