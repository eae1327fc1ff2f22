//! Snippets: which lines of a text to show, and which words of them to mark.
//!
//! [`stretches`] chooses parts of a text by the marks alone, [`TextBlock`] cuts one out as a [`Snippet`], and [`Snippets`]
//! keeps those that are shown: none that repeats another, and one without a mark only if there is no other.

use std::ops::Range;

use lagrum_words::{is_lone_mark, tokens};

/// The characters of a snippet, about.
const LENGTH: usize = 150;

/// The characters of the longest snippet, about. Marked words further apart are in two snippets.
const MAX_LENGTH: usize = 2 * LENGTH;

/// The words of a snippet, about.
const WORDS: u32 = 20;

/// The most snippets of one text.
const MAX_SNIPPETS: usize = 2;

/// The most stretches that are tried for them. In a text that repeats itself many show the same.
const MAX_STRETCHES: usize = 6;

/// Two snippets with so many words in a row in common repeat each other.
const REPEATED: usize = 6;

/// A position of a text at which a word of the query occurs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mark {
    /// The position of the word in the text.
    pub(crate) position: u32,
    /// Which word of the query.
    pub(crate) word: u16,
    /// The nearness of the form there to the word.
    pub(crate) nearness: f32,
}

/// The marks in a range of positions. Marks are in the order of their positions.
pub(crate) fn marks_within<'m>(marks: &'m [Mark], range: &Range<u32>) -> &'m [Mark] {
    let start = marks.partition_point(|mark| mark.position < range.start);
    let end = marks.partition_point(|mark| mark.position < range.end);
    &marks[start..end.max(start)]
}

/// The stretches of a text that show best what matches there: at most six, the best first, each as the marks in it.
/// `weights` are the weights of the words of the query.
pub(crate) fn stretches<'a>(marks: &'a [Mark], weights: &[f32]) -> Vec<&'a [Mark]> {
    let mut best: Vec<(f32, usize, usize)> = Vec::new();
    let mut end = 0;
    for start in 0..marks.len() {
        // A stretch from a later mark at the same position has fewer marks.
        if start > 0 && marks[start - 1].position == marks[start].position {
            continue;
        }
        end = end.max(start);
        while end < marks.len() && marks[end].position < marks[start].position + WORDS {
            end += 1;
        }
        let worth = worth(&marks[start..end], weights);
        match best.last_mut() {
            // Of overlapping stretches the better is kept.
            Some(last) if start < last.2 => {
                if worth > last.0 {
                    *last = (worth, start, end);
                }
            }
            _ => best.push((worth, start, end)),
        }
    }
    best.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    best.truncate(MAX_STRETCHES);
    best.into_iter().map(|(_, start, end)| &marks[start..end]).collect()
}

/// The score of a stretch: each word counts once, and its repetitions a tenth.
fn worth(marks: &[Mark], weights: &[f32]) -> f32 {
    let mut seen = 0_u128;
    let value = |mark: &Mark| {
        let value = mark.nearness * weights.get(usize::from(mark.word)).copied().unwrap_or_default();
        // A query has fewer words than there are bits.
        let word = 1_u128.checked_shl(u32::from(mark.word)).unwrap_or_default();
        let repeated = seen & word != 0;
        seen |= word;
        if repeated { value * 0.1 } else { value }
    };
    marks.iter().map(value).sum()
}

/// A block of text with its words, from which snippets are cut.
#[derive(Debug)]
pub(crate) struct TextBlock {
    text: String,
    words: Vec<BlockWord>,
}

/// A word of a block.
#[derive(Debug)]
struct BlockWord {
    position: u32,
    start: u32,
    end: u32,
    /// Whether it is a single letter or figure or a function word, which is never marked.
    lone: bool,
}

impl TextBlock {
    /// A block whose first word has the position `first`. At a line feed one position is left out.
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

    /// The snippet of a stretch as HTML, with its words marked except single letters, figures and function words. Marks
    /// outside the block are ignored. None when no mark is in the block.
    pub(crate) fn snippet(&self, marks: &[Mark]) -> Option<Snippet> {
        let mut spots: Vec<&BlockWord> = marks
            .iter()
            .filter_map(|mark| self.words.binary_search_by_key(&mark.position, |word| word.position).ok())
            .filter_map(|at| self.words.get(at))
            .collect();
        let text = &self.text;
        let first = spots.first()?.start as usize;
        // A mark far from the first one, across dots or blanks, is not in the same snippet.
        spots.retain(|spot| spot.end as usize <= first + MAX_LENGTH);
        let (begin, end) = widened(text, first, spots.last()?.end as usize);
        let mut html = String::with_capacity(end - begin + 64);
        let (mut copied, mut is_marked) = (begin, false);
        for spot in spots {
            // Two words of the query may be the same word of the text.
            let bytes = Self::bytes(spot);
            if spot.lone || bytes.end > end || bytes.start < copied {
                continue;
            }
            push_escaped(&mut html, &text[copied..bytes.start]);
            html.push_str("<em>");
            push_escaped(&mut html, &text[bytes.clone()]);
            html.push_str("</em>");
            (copied, is_marked) = (bytes.end, true);
        }
        push_escaped(&mut html, text[copied..end].trim_end());
        let words = tokens(&text[begin..end]).map(|token| token.word.into_owned()).collect();
        let first_word = self.words.first()?.position;
        Some(Snippet { html, is_marked, block: first_word, bytes: begin..end, words })
    }

    /// The first words of a passage, without marks.
    pub(crate) fn beginning(&self, passage: &Range<u32>) -> Option<String> {
        let from = self.words.partition_point(|word| word.position < passage.start);
        let words = self.words.get(from..)?.iter().take_while(|word| word.position < passage.end);
        let mut range: Option<Range<usize>> = None;
        for word in words {
            let bytes = Self::bytes(word);
            let begin = range.as_ref().map_or(bytes.start, |range| range.start);
            if range.as_ref().is_some_and(|range| range.len() > LENGTH) {
                break;
            }
            range = Some(begin..bytes.end);
        }
        let range = range?;
        let end = self.text.floor_char_boundary(range.end.min(range.start + MAX_LENGTH));
        let mut html = String::new();
        push_escaped(&mut html, &self.text[range.start..end]);
        Some(html)
    }
}

/// Lines of a text with the words of the query marked.
#[derive(Debug)]
pub(crate) struct Snippet {
    html: String,
    is_marked: bool,
    /// The block it is cut from, by the position of the first word, and the bytes in the block.
    block: u32,
    bytes: Range<usize>,
    words: Vec<String>,
}

impl Snippet {
    /// The snippet as HTML, if it has a mark.
    pub(crate) fn marked_html(self) -> Option<String> {
        self.is_marked.then_some(self.html)
    }

    /// Whether it overlaps another snippet or repeats words of it.
    fn repeats(&self, other: &Self) -> bool {
        let same_lines = self.block == other.block
            && self.bytes.start < other.bytes.end
            && other.bytes.start < self.bytes.end;
        let length = REPEATED.min(self.words.len()).min(other.words.len());
        same_lines
            || length == 0
            || self.words.windows(length).any(|run| other.words.windows(length).any(|same| same == run))
    }
}

/// The snippets that are shown of one text.
#[derive(Debug, Default)]
pub(crate) struct Snippets {
    marked: Vec<Snippet>,
    /// The first that has no mark.
    unmarked: Option<Snippet>,
}

impl Snippets {
    /// Adds a snippet, unless it repeats one added before.
    pub(crate) fn add(&mut self, snippet: Snippet) {
        if !snippet.is_marked {
            self.unmarked.get_or_insert(snippet);
        } else if !self.is_full() && !self.marked.iter().any(|shown| snippet.repeats(shown)) {
            self.marked.push(snippet);
        }
    }

    /// Whether there are as many as are shown.
    pub(crate) fn is_full(&self) -> bool {
        self.marked.len() == MAX_SNIPPETS
    }

    /// The snippets as HTML, the best first.
    pub(crate) fn into_html(self) -> Vec<String> {
        let unmarked = self.unmarked.filter(|_| self.marked.is_empty());
        self.marked.into_iter().chain(unmarked).map(|snippet| snippet.html).collect()
    }
}

/// The bytes of a stretch with the words around it that bring it to the length of a snippet. A third of the added length is
/// before the stretch.
fn widened(text: &str, begin: usize, end: usize) -> (usize, usize) {
    let room = LENGTH.saturating_sub(end - begin);
    let mut start = text.floor_char_boundary(begin.saturating_sub(room / 3));
    if start > 0 {
        // Go on to the beginning of a word, at most to the marked one.
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
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            html.push(' ');
        }
        lagrum_escape::push_html(html, line);
    }
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
    fn the_best_stretches_have_the_most_words() {
        let marks = marks(&[(1, 0), (100, 0), (105, 1), (300, 0), (301, 0)]);
        let found: Vec<Vec<u32>> = stretches(&marks, &[1.0, 2.0])
            .into_iter()
            .map(|marks| marks.iter().map(|mark| mark.position).collect())
            .collect();
        assert_eq!(found, [vec![100, 105], vec![300, 301], vec![1]]);
        assert!(stretches(&[], &[]).is_empty());
    }

    #[test]
    fn snippets_are_marked_and_escaped() {
        type Row = (&'static str, &'static [(u32, u16)], Option<&'static str>);
        let table: [Row; 5] = [
            ("Tillsyn av <får> & getter", &[(2, 0)], Some("Tillsyn av &lt;<em>får</em>&gt; &amp; getter")),
            ("ett\ntvå tre", &[(2, 0), (3, 1)], Some("ett <em>två</em> <em>tre</em>")),
            ("om får", &[(0, 0), (1, 1)], Some("om <em>får</em>")),
            ("om av", &[(0, 0)], Some("om av")),
            ("ett två", &[(9, 0)], None),
        ];
        for (text, positions, expected) in table {
            let block = TextBlock::new(text.to_owned(), 0);
            let found = block.snippet(&marks(positions));
            assert_eq!(found.as_ref().map(|snippet| snippet.html.as_str()), expected, "{text}");
            assert!(found.is_none_or(|snippet| snippet.is_marked == snippet.html.contains("<em>")), "{text}");
        }
    }

    /// The snippets of a text with marks at these positions.
    fn snippets(text: &str, positions: &[(u32, u16)]) -> Vec<String> {
        let block = TextBlock::new(text.to_owned(), 0);
        let marks = marks(positions);
        let mut snippets = Snippets::default();
        for stretch in stretches(&marks, &[1.0]) {
            snippets.add(block.snippet(stretch).unwrap());
        }
        snippets.into_html()
    }

    #[test]
    fn no_snippet_repeats_another() {
        let words = |from: usize, to: usize| {
            (from..to).fold(String::new(), |text, number| text + "ord" + &number.to_string() + " ")
        };
        // Two marks too far apart for one stretch, and so near that the lines around them meet.
        assert_eq!(snippets(&words(0, 100), &[(30, 0), (52, 0)]).len(), 1);
        assert_eq!(snippets(&words(0, 200), &[(30, 0), (152, 0)]).len(), 2);
        // A text that repeats itself, and says something else at last.
        let refrain = words(0, 60).repeat(3) + &words(500, 560);
        let found = snippets(&refrain, &[(30, 0), (90, 0), (150, 0), (210, 0)]);
        assert_eq!(found.len(), 2);
        assert!(found[0].contains("<em>ord30</em>") && found[1].contains("<em>ord530</em>"), "{found:?}");
    }

    #[test]
    fn a_snippet_without_a_mark_is_shown_only_if_there_is_no_other() {
        let text = "vid ".to_owned() + &"ord ".repeat(80) + "får " + &"led ".repeat(80);
        assert_eq!(snippets(&text, &[(0, 0)]).len(), 1);
        assert!(!snippets(&text, &[(0, 0)])[0].contains("<em>"));
        let found = snippets(&text, &[(0, 0), (81, 0)]);
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("<em>får</em>"), "{found:?}");
    }

    #[test]
    fn marks_far_apart_in_few_words_make_no_long_snippet() {
        let text = format!("får {} får", ". ".repeat(100_000));
        let block = TextBlock::new(text, 0);
        let html = block.snippet(&marks(&[(0, 0), (1, 0)])).unwrap().html;
        assert!(html.len() < 400, "{}", html.len());
        assert!(block.beginning(&(0..2)).unwrap().len() < 400);
    }

    #[test]
    fn snippets_are_about_as_long_as_a_line_and_a_half() {
        let text = "ord ".repeat(500) + "får " + &"ord ".repeat(500);
        let html = TextBlock::new(text, 0).snippet(&marks(&[(500, 0)])).unwrap().html;
        assert!((130..170).contains(&html.len()), "{}", html.len());
        assert!(
            html.starts_with("ord ") && html.ends_with(" ord") && html.contains("<em>får</em>"),
            "{html}"
        );
    }
}
