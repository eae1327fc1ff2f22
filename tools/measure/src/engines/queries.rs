//! Queries of all kinds, made from what a corpus calls its documents.

use lagrum_search::{Asked, Engine, Filters, Sort};

/// Numbers that look drawn, the same every time.
#[derive(Debug)]
pub(crate) struct Dice(pub u64);

impl Dice {
    /// A number below another.
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % most.max(1)
    }
}

/// So many searches, by words of titles of documents drawn at random: words alone and together, phrases, beginnings,
/// slips of the pen, words left out, either and or, with filters and in either order.
pub(crate) fn made(engine: &dyn Engine, documents: u32, count: usize, today: u32) -> Vec<Asked> {
    let mut dice = Dice(7);
    let mut made = Vec::new();
    let mut tries = 0;
    while made.len() < count && tries < count * 50 {
        tries += 1;
        let drawn = dice.below(documents as usize) as u32;
        let Ok(hit) = engine.hit(drawn) else { continue };
        let title = hit.title.or(hit.display).or(hit.label.clone()).unwrap_or_default();
        let words: Vec<&str> = title.split_whitespace().filter(|word| !word.contains('"')).collect();
        if words.is_empty() {
            continue;
        }
        let at = dice.below(words.len());
        let one = words[at];
        let other = words[dice.below(words.len())];
        let two = words[at..].iter().take(2).copied().collect::<Vec<_>>().join(" ");
        let query = match dice.below(14) {
            0 => one.to_owned(),
            1 => two,
            2 => title.clone(),
            3 => format!("\"{two}\""),
            4 => format!("\"{one}\" {other}"),
            5 => format!("{one} -{other}"),
            6 => format!("{one} | {other}"),
            7 => format!("({one} | {other}) -\"{two}\""),
            8 => one.chars().take(4).chain(['*']).collect(),
            9 => slip(one, &mut dice),
            10 => format!("vad gäller om {one} och {other}"),
            11 => format!("{} {}", hit.label.unwrap_or_default(), other),
            12 => one.replace(['å', 'ä'], "a").replace('ö', "o"),
            _ => format!("{one} {other} xyzzy{drawn}"),
        };
        let filtered = dice.below(4) == 0;
        let filters = Filters {
            source: (filtered && dice.below(2) == 0).then(|| hit.source.clone()),
            kind: hit.kind.filter(|_| filtered && dice.below(2) == 0),
            year: (filtered && dice.below(3) == 0).then(|| 1990 + dice.below(30) as u16),
            today,
        };
        let sort = if dice.below(5) == 0 { Sort::Citations } else { Sort::Relevance };
        made.push(Asked { query, filters, sort, limit: 10, ..Asked::default() });
    }
    made
}

/// A word with one letter dropped or two swapped.
fn slip(word: &str, dice: &mut Dice) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let at = dice.below(letters.len());
    if dice.below(2) == 0 || at + 1 >= letters.len() {
        letters.remove(at);
    } else {
        letters.swap(at, at + 1);
    }
    letters.into_iter().collect()
}
