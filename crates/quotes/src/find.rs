//! Where a running text quotes something, and which citations a quote may belong to.
//!
//! A quote stands in quotation marks, or is a block of lines that begin with `>`. It may belong to the citations of its own
//! sentence, else to those of the sentences beside it; a block to the citation that ends it, the one before it, or the one after.

use std::ops::Range;

use crate::sentences;

/// Words of the shortest quote that is compared.
pub const MIN_QUOTE_WORDS: usize = 5;

/// Characters of the longest quote.
pub const MAX_QUOTE_CHARS: usize = 10_000;

/// A quote in a running text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundQuote {
    /// Its words: without quotation marks, without the marks of a block.
    pub text: String,
    /// Where its words are; a block has a range for each line.
    pub places: Vec<Range<usize>>,
    /// The citations that it may belong to, by their indexes: the nearest first, of those the following before the preceding.
    pub citations: Vec<usize>,
}

/// The quotes of a text with their citations. `citations` are the places of those, in reading order.
pub fn find_quotes(text: &str, citations: &[Range<usize>]) -> Vec<FoundQuote> {
    let blocks = blocks(text);
    let mut spans = marked(text, &blocks);
    spans.extend(blocks.into_iter().map(|block| Span { outer: block.clone(), inner: block, is_block: true }));
    spans.sort_by_key(|span| span.outer.start);
    let sentences = Sentences::new(text, &spans);
    spans.iter().filter_map(|span| found(text, span, citations, &sentences)).collect()
}

/// A quote with what marks it.
#[derive(Clone, Debug)]
struct Span {
    outer: Range<usize>,
    inner: Range<usize>,
    is_block: bool,
}

fn found(text: &str, span: &Span, citations: &[Range<usize>], sentences: &Sentences) -> Option<FoundQuote> {
    if span.is_block {
        return found_block(text, span, citations, sentences);
    }
    let is_inside = |at: &usize| {
        let place = &citations[*at];
        place.start < span.outer.end && place.end > span.outer.start
    };
    let own = sentences.around(&span.outer);
    let of = |sentence: &Range<usize>| {
        citations_in(citations, sentence).filter(|at| !is_inside(at)).collect::<Vec<_>>()
    };
    let mut near = of(&own);
    if near.is_empty() {
        near = [sentences.after(&own), sentences.before(&own)]
            .into_iter()
            .flatten()
            .flat_map(|beside| of(&beside))
            .collect();
    }
    let distance = |at: usize| {
        let place = &citations[at];
        // Those that follow come before those that precede.
        if place.start >= span.outer.end {
            (0, place.start - span.outer.end)
        } else {
            (1, span.outer.start.saturating_sub(place.end))
        }
    };
    near.sort_by_key(|at| distance(*at));
    Some(FoundQuote {
        text: text[span.inner.clone()].to_owned(),
        places: vec![span.inner.clone()],
        citations: near,
    })
}

fn found_block(
    text: &str,
    span: &Span,
    citations: &[Range<usize>],
    sentences: &Sentences,
) -> Option<FoundQuote> {
    let mut places: Vec<Range<usize>> =
        lines(text, &span.inner).map(|line| without_mark(text, line)).collect();
    let inside: Vec<usize> = citations_in(citations, &span.inner).collect();
    let mut near: Vec<usize> = Vec::new();
    // The citation that ends the block is none of its words.
    if let Some(last) = places.iter().rposition(|place| !text[place.clone()].trim().is_empty()) {
        let line = places[last].clone();
        if let Some(tail) = tail(text, &line, citations, &inside) {
            near.extend(inside.iter().copied().filter(|at| citations[*at].start >= tail));
            places[last].end = tail;
            places.truncate(last + 1);
        }
    }
    if near.is_empty() {
        let own = sentences.around(&span.outer);
        let beside = |sentence: Option<Range<usize>>| {
            sentence
                .map(|sentence| citations_in(citations, &sentence).collect::<Vec<_>>())
                .unwrap_or_default()
        };
        let mut before = beside(sentences.before(&own));
        before.reverse();
        near.extend(before);
        near.extend(beside(sentences.after(&own)));
    }
    let words: Vec<&str> = places.iter().map(|place| text[place.clone()].trim_end()).collect();
    let words = words.join("\n");
    places.retain(|place| !place.is_empty());
    (!words.trim().is_empty()).then_some(FoundQuote { text: words, places, citations: near })
}

/// Where the citation begins that ends a block: in brackets, after a dash, or on a line of its own.
fn tail(text: &str, line: &Range<usize>, citations: &[Range<usize>], inside: &[usize]) -> Option<usize> {
    let last = inside.last().map(|at| citations[*at].clone()).filter(|last| last.start >= line.start)?;
    let after = text[last.end.min(line.end)..line.end]
        .trim_matches(|c: char| c.is_whitespace() || matches!(c, '.' | ')' | ']'));
    if !after.is_empty() {
        return None;
    }
    let words = &text[line.clone()];
    let first = inside.iter().map(|at| citations[*at].start).find(|start| *start >= line.start)?;
    let before = |at: usize| words[..at - line.start].trim_end();
    let opening = before(last.start).rfind('(').map(|open| line.start + open);
    let is_open = |open: &usize| text[*open..line.end].trim_end().trim_end_matches('.').ends_with(')');
    if let Some(open) = opening.filter(is_open) {
        return Some(open);
    }
    let lead = before(first);
    if lead.is_empty() {
        return Some(line.start);
    }
    let dash = lead.strip_suffix(['–', '—', '-', '―'])?;
    Some(line.start + dash.trim_end().len())
}

fn citations_in<'c>(
    citations: &'c [Range<usize>],
    range: &Range<usize>,
) -> impl Iterator<Item = usize> + use<'c> {
    let first = citations.partition_point(|place| place.start < range.start);
    let end = range.end;
    (first..citations.len()).take_while(move |at| citations[*at].start < end)
}

/// The lines of a range, without their ends.
fn lines<'t>(text: &'t str, range: &Range<usize>) -> impl Iterator<Item = Range<usize>> + use<'t> {
    let start = range.start;
    let mut at = start;
    text[range.clone()].split('\n').map(move |line| {
        let place = at..at + line.len();
        at = place.end + 1;
        place
    })
}

/// A line of a block without `>`.
fn without_mark(text: &str, line: Range<usize>) -> Range<usize> {
    let words = &text[line.clone()];
    let rest = words.trim_start_matches([' ', '>']);
    line.start + (words.len() - rest.len())..line.end
}

fn is_block_line(line: &str) -> bool {
    let rest = line.trim_start_matches(' ');
    line.len() - rest.len() <= 3 && rest.starts_with('>')
}

/// The blocks of a text.
fn blocks(text: &str) -> Vec<Range<usize>> {
    let mut blocks: Vec<Range<usize>> = Vec::new();
    for line in lines(text, &(0..text.len())) {
        if !is_block_line(&text[line.clone()]) {
            continue;
        }
        match blocks.last_mut() {
            Some(block) if block.end + 1 == line.start => block.end = line.end,
            _ => blocks.push(line),
        }
    }
    blocks
}

/// What closes a quotation mark.
fn closing(open: char) -> Option<&'static [char]> {
    Some(match open {
        '”' => &['”'],
        '"' => &['"'],
        '“' => &['”', '“'],
        '„' => &['”', '“'],
        '»' => &['»', '«'],
        '«' => &['»'],
        '‘' => &['’'],
        _ => return None,
    })
}

/// The quotes in quotation marks outside blocks.
fn marked(text: &str, blocks: &[Range<usize>]) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut chars = text.char_indices().peekable();
    let mut before = None;
    let mut blocks = blocks.iter().peekable();
    while let Some((at, c)) = chars.next() {
        while blocks.next_if(|block| block.end <= at).is_some() {}
        let is_in_block = blocks.peek().is_some_and(|block| block.start <= at);
        if let Some(closing) =
            closing(c).filter(|_| !is_in_block && is_opening(text, at + c.len_utf8(), before))
            && let Some(close) = close(text, at, c, closing)
        {
            let inner = at + c.len_utf8()..close;
            let end = close + text[close..].chars().next().map_or(1, char::len_utf8);
            spans.push(Span { outer: at..end, inner, is_block: false });
            while chars.next_if(|(at, _)| *at < end).is_some() {}
            before = text[..end].chars().next_back();
            continue;
        }
        before = Some(c);
    }
    spans
}

fn is_opening(text: &str, after: usize, before: Option<char>) -> bool {
    let is_apart = before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '.' | ',' | '!' | '?' | ')'));
    is_apart && text[after..].chars().next().is_some_and(|c| !c.is_whitespace())
}

/// Where the quote ends that a mark opens. A quote does not go on after an empty line.
fn close(text: &str, open: usize, mark: char, closing: &[char]) -> Option<usize> {
    let start = open + mark.len_utf8();
    let mut before = mark;
    let mut line_is_empty = false;
    for (count, (offset, c)) in text[start..].char_indices().enumerate() {
        let at = start + offset;
        if count > MAX_QUOTE_CHARS || (c == '\n' && line_is_empty) {
            return None;
        }
        if c == '\n' {
            line_is_empty = true;
        } else if !c.is_whitespace() {
            line_is_empty = false;
        }
        let after = text[at + c.len_utf8()..].chars().next();
        let is_closing = !before.is_whitespace() && !after.is_some_and(char::is_alphanumeric);
        if closing.contains(&c) && is_closing {
            return Some(at);
        }
        // Another quote begins: the mark before had no end.
        if c == mark && before.is_whitespace() && after.is_some_and(|c| !c.is_whitespace()) {
            return None;
        }
        before = c;
    }
    None
}

/// The sentences of a text. A quote is within one sentence, whatever stops it has.
struct Sentences {
    /// Where sentences begin, rising, and the end of the text.
    starts: Vec<usize>,
}

impl Sentences {
    fn new(text: &str, spans: &[Span]) -> Self {
        let mut starts = vec![0];
        let mut spans = spans.iter().peekable();
        let mut is_empty = true;
        for (at, c) in text.char_indices() {
            while spans.next_if(|span| span.outer.end <= at).is_some() {}
            let next = at + c.len_utf8();
            if let Some(span) = spans.peek().filter(|span| span.outer.start <= at) {
                if span.is_block && (at == span.outer.start) {
                    starts.push(at);
                }
                // A stop before the closing mark ends the sentence around the quote.
                if next == span.outer.end {
                    let inner = text[span.inner.clone()].trim_end();
                    let stop =
                        span.inner.start + inner.char_indices().next_back().map_or(0, |(last, _)| last);
                    if span.is_block || sentences::ends_at(text, stop) {
                        starts.push(next);
                    }
                }
                is_empty = false;
                continue;
            }
            if c == '\n' {
                let line = text[..at].trim_end_matches([' ', '”', '"', '»', ')']);
                if is_empty || line.ends_with(['.', ':', '!', '?']) || at + 1 == text.len() {
                    starts.push(next);
                }
                is_empty = true;
            } else if !c.is_whitespace() {
                is_empty = false;
                if sentences::ends_at(text, at) {
                    starts.push(next);
                }
            }
        }
        starts.push(text.len());
        starts.dedup();
        // Blanks and line ends are no sentences.
        let mut kept: Vec<usize> = Vec::with_capacity(starts.len());
        for pair in starts.windows(2) {
            if !text[pair[0]..pair[1]]
                .trim_matches(|c: char| c.is_whitespace() || matches!(c, ')' | '”' | '"' | '»' | '.'))
                .is_empty()
            {
                kept.push(pair[0]);
            }
        }
        if let Some(first) = kept.first_mut() {
            *first = 0;
        }
        kept.push(text.len());
        Self { starts: kept }
    }

    fn around(&self, place: &Range<usize>) -> Range<usize> {
        let at = self.starts.partition_point(|start| *start <= place.start).saturating_sub(1);
        let start = self.starts.get(at).copied().unwrap_or_default();
        let end = self.starts.iter().skip(at + 1).find(|end| **end >= place.end).copied();
        start..end.unwrap_or(place.end)
    }

    fn before(&self, sentence: &Range<usize>) -> Option<Range<usize>> {
        let at = self.starts.partition_point(|start| *start < sentence.start);
        let before = at.checked_sub(1)?;
        Some(self.starts[before]..sentence.start)
    }

    fn after(&self, sentence: &Range<usize>) -> Option<Range<usize>> {
        let at = self.starts.partition_point(|start| *start <= sentence.end);
        let end = self.starts.get(at).copied()?;
        (end > sentence.end).then_some(sentence.end..end)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The quotes of a text with their citations, where a citation is a figure with `§`.
    fn shown(text: &str) -> Vec<String> {
        let citations: Vec<Range<usize>> = text
            .match_indices('§')
            .map(|(at, sign)| {
                text[..at]
                    .trim_end()
                    .rfind(|c: char| !c.is_ascii_digit())
                    .map_or(0, |before| before + text[before..].chars().next().map_or(1, char::len_utf8))
                    ..at + sign.len()
            })
            .collect();
        let quotes = find_quotes(text, &citations);
        let shown = |quote: FoundQuote| {
            let own: Vec<&str> = quote.citations.iter().map(|at| &text[citations[*at].clone()]).collect();
            format!("{} < {}", quote.text, own.join(", "))
        };
        quotes.into_iter().map(shown).collect()
    }

    #[test]
    fn which_quotes_a_text_has_and_whose_they_are() {
        for (text, expected) in [
            ("Enligt 3 § gäller ”a b c”.", &["a b c < 3 §"][..]),
            (
                "Enligt 3 § gäller »a b c«, “d e”, \"f g\", „h i”, ‘j k’.",
                &["a b c < 3 §", "d e < 3 §", "f g < 3 §", "h i < 3 §", "j k < 3 §"],
            ),
            ("”a ‘b’ c” följer av 3 §.", &["a ‘b’ c < 3 §"]),
            ("Enligt 3 § gäller ”a b” i stället för 4 § som 5 § säger.", &["a b < 4 §, 5 §, 3 §"]),
            ("Enligt 3 § gäller något. Där står ”a. B c.” Se vidare 4 §.", &["a. B c. < 4 §, 3 §"]),
            ("Se 2 §. Något annat. Där står ”a b”. Annat igen. Se 4 §.", &["a b < "]),
            ("Texten ”enligt 3 § gäller” står i 4 §.", &["enligt 3 § gäller < 4 §"]),
            ("Så lyder 3 §:\n”A b\nc.”\n\nAnnat.", &["A b\nc. < 3 §"]),
            ("Så lyder 3 §:\n\n> A b\n> c.\n\nAnnat 4 §.", &["A b\nc. < 3 §, 4 §"]),
            ("Inget.\n\n> A b c. (3 §)\n\nAnnat 4 §.", &["A b c. < 3 §"]),
            ("Inget.\n\n> A b c.\n> — 3 §\n\nAnnat.", &["A b c.\n < 3 §"]),
            ("Se 2 §.\n\n> A enligt 3 § b.\n\nAnnat.", &["A enligt 3 § b. < 2 §"]),
            ("Det är 5\" enligt 3 § och \"a b\".", &["a b < 3 §"]),
            ("Ett ” utan slut enligt 3 §.\n\nNytt ”a b” 4 §.", &["a b < 4 §"]),
            ("Inget här.", &[]),
        ] {
            let found: Vec<String> = shown(text).iter().map(|line| line.replace(" <  ", " < ")).collect();
            let expected: Vec<String> = expected.iter().map(|line| (*line).to_owned()).collect();
            let tidy = |lines: Vec<String>| {
                lines.into_iter().map(|line| line.replace('\n', " ").replace("  ", " ")).collect::<Vec<_>>()
            };
            assert_eq!(tidy(found), tidy(expected), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_can_be_read(text in "[a§A ”\"»«‘’.>\n(]{0,60}") {
            for quote in find_quotes(&text, &[]) {
                for place in quote.places {
                    prop_assert!(text.get(place).is_some());
                }
            }
        }
    }
}
