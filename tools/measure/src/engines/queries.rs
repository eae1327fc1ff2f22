//! Queries of all kinds, made from the titles of a corpus.

use lagrum_search::{
    DayNumber, DocumentNumber, Engine, Filters, HitOrder, ReadQuery, SearchRequest, YearRange,
};

/// Pseudo-random numbers, the same every time.
#[derive(Debug)]
pub(crate) struct Random(pub u64);

impl Random {
    /// A number below `most`.
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % most.max(1)
    }
}

/// This many searches, by words of titles of random documents: single words, several words, phrases, prefixes,
/// misspellings, exclusions, alternatives, with filters and in both orders.
pub(crate) fn made(
    engine: &dyn Engine,
    documents: u32,
    count: usize,
    today: DayNumber,
) -> Vec<SearchRequest> {
    let mut random = Random(7);
    let mut made = Vec::new();
    let mut tries = 0;
    while made.len() < count && tries < count * 50 {
        tries += 1;
        let drawn = random.below(documents as usize) as u32;
        let Ok(hit) = engine.hit(DocumentNumber(drawn)) else { continue };
        let title = hit.title.or(hit.display).or(hit.label.clone()).unwrap_or_default();
        let words: Vec<&str> = title.split_whitespace().filter(|word| !word.contains('"')).collect();
        if words.is_empty() {
            continue;
        }
        let at = random.below(words.len());
        let one = words[at];
        let other = words[random.below(words.len())];
        let two = words[at..].iter().take(2).copied().collect::<Vec<_>>().join(" ");
        let query = match random.below(17) {
            0 => one.to_owned(),
            1 => two,
            2 => title.clone(),
            3 => format!("\"{two}\""),
            4 => format!("\"{one}\" {other}"),
            5 => format!("{one} -{other}"),
            6 => format!("{one} | {other}"),
            7 => format!("({one} | {other}) -\"{two}\""),
            8 => one.chars().take(4).chain(['*']).collect(),
            9 => slip(one, &mut random),
            10 => format!("vad gäller om {one} och {other}"),
            11 => format!("{} {}", hit.label.unwrap_or_default(), other),
            12 => one.replace(['å', 'ä'], "a").replace('ö', "o"),
            13 => format!("rubrik:{one}"),
            14 => format!("\"{two}\"~2 {other}"),
            15 => format!("text:{one} -namn:{other}"),
            _ => format!("{one} {other} xyzzy{drawn}"),
        };
        let filtered = random.below(4) == 0;
        let filters = Filters {
            source: (filtered && random.below(2) == 0).then(|| hit.source.clone()),
            kind: hit.kind.filter(|_| filtered && random.below(2) == 0),
            year: (filtered && random.below(3) == 0).then(|| YearRange::of(1990 + random.below(30) as u16)),
            days: None,
            today,
        };
        let sort = if random.below(5) == 0 { HitOrder::Citations } else { HitOrder::Relevance };
        let query = ReadQuery::new(query);
        made.push(SearchRequest { query, filters, sort, limit: 10, ..SearchRequest::default() });
    }
    made
}

/// A word with one letter dropped or two swapped.
fn slip(word: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let at = random.below(letters.len());
    if random.below(2) == 0 || at + 1 >= letters.len() {
        letters.remove(at);
    } else {
        letters.swap(at, at + 1);
    }
    letters.into_iter().collect()
}
