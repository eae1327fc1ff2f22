//! Extracts: which lines of a text to show, and where to mark them.

use std::ops::Range;

use lagrum_words::{is_lone_mark, tokens};

/// Characters of an extract, about.
const LENGTH: usize = 150;

/// Words that an extract of that length has room for, about.
const WORDS: u32 = 20;

/// Extracts of one text, at most.
const EXTRACTS: usize = 2;

/// A spot of a text where a word of the query occurs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mark {
    /// The position of the word in the text.
    pub(crate) position: u32,
    /// Which word of the query.
    pub(crate) word: u16,
    /// How near the form there is to the word.
    pub(crate) nearness: f32,
}

/// The stretches of a text that show best what matches there: at most two, the best first, each as the marks in it.
/// `weights` are those of the query's words.
pub(crate) fn stretches<'a>(marks: &'a [Mark], weights: &[f32]) -> Vec<&'a [Mark]> {
    let mut best: Vec<(f32, usize, usize)> = Vec::new();
    let mut end = 0;
    for start in 0..marks.len() {
        end = end.max(start);
        while end < marks.len() && marks[end].position < marks[start].position + WORDS {
            end += 1;
        }
        let worth = worth(&marks[start..end], weights);
        match best.last_mut() {
            // Of overlapping stretches the better stands.
            Some(last) if start < last.2 => {
                if worth > last.0 {
                    *last = (worth, start, end);
                }
            }
            _ => best.push((worth, start, end)),
        }
    }
    best.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    best.truncate(EXTRACTS);
    best.into_iter().map(|(_, start, end)| &marks[start..end]).collect()
}

/// What a stretch shows: each word once, and a little for its repetitions.
fn worth(marks: &[Mark], weights: &[f32]) -> f32 {
    // A stretch has some twenty words, so looking back is cheap.
    marks.iter().enumerate().fold(0.0, |sum, (at, mark)| {
        let value = mark.nearness * weights.get(usize::from(mark.word)).copied().unwrap_or_default();
        let repeated = marks[..at].iter().any(|before| before.word == mark.word);
        sum + if repeated { value * 0.1 } else { value }
    })
}

/// A block of text with its words, as extracts are cut from it.
#[derive(Debug)]
pub(crate) struct Block {
    text: String,
    words: Vec<BlockWord>,
}

/// A word of a block.
#[derive(Debug)]
struct BlockWord {
    position: u32,
    start: u32,
    end: u32,
    /// Whether it is a letter or figure that is shown marked only beside others.
    lone: bool,
}

impl Block {
    /// Reads a block whose first word has the position `first`. Where a position is left out it has a line feed.
    pub(crate) fn new(text: String, first: u32) -> Self {
        let mut words = Vec::with_capacity(text.len() / 6);
        let (mut position, mut start) = (first, 0);
        for piece in text.split('\n') {
            for token in tokens(piece) {
                let (from, to) = ((start + token.bytes.start) as u32, (start + token.bytes.end) as u32);
                words.push(BlockWord { position, start: from, end: to, lone: is_lone_mark(&token.word) });
                position += 1;
            }
            position += 1;
            start += piece.len() + 1;
        }
        Self { text, words }
    }

    fn bytes(word: &BlockWord) -> Range<usize> {
        word.start as usize..word.end as usize
    }

    /// A stretch as HTML with its words marked. Marks outside the block are ignored; None when none is inside.
    pub(crate) fn extract(&self, marks: &[Mark]) -> Option<String> {
        let spots: Vec<&BlockWord> = marks
            .iter()
            .filter_map(|mark| self.words.binary_search_by_key(&mark.position, |word| word.position).ok())
            .filter_map(|at| self.words.get(at))
            .collect();
        let text = &self.text;
        let (begin, end) = widened(text, spots.first()?.start as usize, spots.last()?.end as usize);
        let alone = spots.iter().all(|spot| spot.lone);
        let mut html = String::with_capacity(end - begin + 64);
        let mut copied = begin;
        for spot in spots {
            // Two words of the query may be the same word of the text.
            let bytes = Self::bytes(spot);
            if spot.lone && !alone || bytes.end > end || bytes.start < copied {
                continue;
            }
            push_escaped(&mut html, &text[copied..bytes.start]);
            html.push_str("<em>");
            push_escaped(&mut html, &text[bytes.clone()]);
            html.push_str("</em>");
            copied = bytes.end;
        }
        push_escaped(&mut html, text[copied..end].trim_end());
        Some(html)
    }

    /// The first words of a place, with nothing marked.
    pub(crate) fn beginning(&self, place: &Range<u32>) -> Option<String> {
        let from = self.words.partition_point(|word| word.position < place.start);
        let words = self.words.get(from..)?.iter().take_while(|word| word.position < place.end);
        let mut range: Option<Range<usize>> = None;
        for word in words {
            let bytes = Self::bytes(word);
            let begin = range.as_ref().map_or(bytes.start, |range| range.start);
            if range.as_ref().is_some_and(|range| range.len() > LENGTH) {
                break;
            }
            range = Some(begin..bytes.end);
        }
        let mut html = String::new();
        push_escaped(&mut html, &self.text[range?]);
        Some(html)
    }
}

/// The words around a stretch that bring it to the length of an extract: a third of the room before it, the rest after.
fn widened(text: &str, begin: usize, end: usize) -> (usize, usize) {
    let room = LENGTH.saturating_sub(end - begin);
    let mut start = text.floor_char_boundary(begin.saturating_sub(room / 3));
    if start > 0 {
        // To the beginning of the next word, unless that is the marked one.
        start += text[start..begin].find([' ', '\n']).map_or(begin - start, |blank| blank + 1);
    }
    let room = LENGTH.saturating_sub(end - start);
    let mut stop = text.floor_char_boundary((end + room).min(text.len()));
    if stop < text.len() {
        stop = end + text[end..stop].rfind([' ', '\n']).unwrap_or(0);
    }
    (start, stop)
}

/// Adds text as HTML, in one line.
pub(crate) fn push_escaped(html: &mut String, text: &str) {
    let mut copied = 0;
    for (at, byte) in text.bytes().enumerate() {
        let escaped = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            b'\'' => "&#39;",
            b'\n' => " ",
            _ => continue,
        };
        html.push_str(&text[copied..at]);
        html.push_str(escaped);
        copied = at + 1;
    }
    html.push_str(&text[copied..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(positions: &[(u32, u16)]) -> Vec<Mark> {
        positions
            .iter()
            .map(|(position, word)| Mark { position: *position, word: *word, nearness: 1.0 })
            .collect()
    }

    #[test]
    fn the_best_stretches_hold_the_most_words() {
        let marks = marks(&[(1, 0), (100, 0), (105, 1), (300, 0), (301, 0)]);
        let found: Vec<Vec<u32>> = stretches(&marks, &[1.0, 2.0])
            .into_iter()
            .map(|marks| marks.iter().map(|mark| mark.position).collect())
            .collect();
        assert_eq!(found, [vec![100, 105], vec![300, 301]]);
        assert!(stretches(&[], &[]).is_empty());
    }

    #[test]
    fn extracts_are_marked_and_escaped() {
        type Row = (&'static str, &'static [(u32, u16)], Option<&'static str>);
        let table: [Row; 5] = [
            ("Tillsyn av <får> & getter", &[(2, 0)], Some("Tillsyn av &lt;<em>får</em>&gt; &amp; getter")),
            ("ett\ntvå tre", &[(2, 0), (3, 1)], Some("ett <em>två</em> <em>tre</em>")),
            ("om får", &[(0, 0), (1, 1)], Some("om <em>får</em>")),
            ("om av", &[(0, 0)], Some("<em>om</em> av")),
            ("ett två", &[(9, 0)], None),
        ];
        for (text, positions, expected) in table {
            let block = Block::new(text.to_owned(), 0);
            assert_eq!(block.extract(&marks(positions)).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn extracts_are_about_as_long_as_a_line_and_a_half() {
        let text = "ord ".repeat(500) + "får " + &"ord ".repeat(500);
        let html = Block::new(text, 0).extract(&marks(&[(500, 0)])).unwrap();
        assert!((130..170).contains(&html.len()), "{}", html.len());
        assert!(
            html.starts_with("ord ") && html.ends_with(" ord") && html.contains("<em>får</em>"),
            "{html}"
        );
    }
}
