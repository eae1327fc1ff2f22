//! Extracts: which lines of a text to show, and where to mark them.

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

/// A stretch of text as HTML with its words marked. `text` is a block whose first word has the position `first`, with
/// line feeds where a position is left out. Marks outside it are ignored; None when none is inside.
pub(crate) fn extract(text: &str, first: u32, marks: &[Mark]) -> Option<String> {
    let mut spots = Vec::new();
    let mut position = first;
    let mut piece_start = 0;
    let last = marks.last()?.position;
    for piece in text.split('\n') {
        for token in tokens(piece) {
            if marks.binary_search_by_key(&position, |mark| mark.position).is_ok() {
                let spot = piece_start + token.bytes.start..piece_start + token.bytes.end;
                spots.push((spot, is_lone_mark(&token.word)));
            }
            position += 1;
        }
        position += 1;
        piece_start += piece.len() + 1;
        if position > last {
            break;
        }
    }
    let (begin, end) = (spots.first()?.0.start, spots.last()?.0.end);
    let (begin, end) = widened(text, begin, end);
    let alone = spots.iter().all(|(_, lone)| *lone);
    let mut html = String::with_capacity(end - begin + 32);
    let mut copied = begin;
    for (spot, lone) in spots {
        if lone && !alone || spot.end > end {
            continue;
        }
        push_escaped(&mut html, &text[copied..spot.start]);
        html.push_str("<em>");
        push_escaped(&mut html, &text[spot.clone()]);
        html.push_str("</em>");
        copied = spot.end;
    }
    push_escaped(&mut html, &text[copied..end]);
    Some(html)
}

/// The first words of a place in a block whose first word has the position `first`, with nothing marked.
pub(crate) fn beginning(text: &str, first: u32, words: &std::ops::Range<u32>) -> Option<String> {
    let mut position = first;
    let mut piece_start = 0;
    let mut range: Option<(usize, usize)> = None;
    for piece in text.split('\n') {
        for token in tokens(piece) {
            if words.contains(&position) {
                let (start, end) = (piece_start + token.bytes.start, piece_start + token.bytes.end);
                let begin = range.map_or(start, |(begin, _)| begin);
                if end - begin > LENGTH {
                    break;
                }
                range = Some((begin, end));
            }
            position += 1;
        }
        position += 1;
        piece_start += piece.len() + 1;
    }
    let (begin, end) = range?;
    let mut html = String::new();
    push_escaped(&mut html, &text[begin..end]);
    Some(html)
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
    for c in text.chars() {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            '\n' => html.push(' '),
            c => html.push(c),
        }
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
            assert_eq!(extract(text, 0, &marks(positions)).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn extracts_are_about_as_long_as_a_line_and_a_half() {
        let text = "ord ".repeat(500) + "får " + &"ord ".repeat(500);
        let html = extract(&text, 0, &marks(&[(500, 0)])).unwrap();
        assert!((130..170).contains(&html.len()), "{}", html.len());
        assert!(
            html.starts_with("ord ") && html.ends_with(" ord") && html.contains("<em>får</em>"),
            "{html}"
        );
    }
}
