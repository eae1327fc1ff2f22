//! Compares the words of a raw text with those of the parsed text.

use std::collections::HashMap;

/// The greatest length of a word that is looked for in two parts, in bytes. Real words have at most sixty.
const MAX_SPLIT: usize = 100;

/// The words of a text: runs of letters and digits.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// The number of words of the raw text that the parsed text lacks, and of words of the parsed text that the raw text lacks.
///
/// A word that a line end broke is two words of the raw text and one of the parsed text. So an extra word that two missing words
/// give when joined is not counted, and neither are the two. The same holds for two words of the parsed text that the raw text has
/// without a blank between them, where the page shows a gap.
pub(crate) fn difference(raw: &str, parsed: &str) -> (usize, usize) {
    // Soft hyphens are not compared.
    if raw.contains('\u{ad}') {
        return difference(&raw.replace('\u{ad}', ""), parsed);
    }
    let mut counts: HashMap<&str, i64> = HashMap::new();
    let (mut raw, mut parsed) = (words(raw), words(parsed));
    loop {
        // Words that stand at the same place in both, which most do, need not be counted.
        let (one, other) = (raw.next(), parsed.next());
        if one.is_none() && other.is_none() {
            break;
        }
        if one != other {
            for (word, change) in one.map(|word| (word, 1)).into_iter().chain(other.map(|word| (word, -1))) {
                *counts.entry(word).or_default() += change;
            }
        }
    }
    let mut missing: Vec<&str> = Vec::new();
    let mut extra: Vec<&str> = Vec::new();
    for (word, count) in counts {
        let side = if count > 0 { &mut missing } else { &mut extra };
        side.extend(std::iter::repeat_n(word, usize::try_from(count.unsigned_abs()).unwrap_or_default()));
    }
    if missing.is_empty() || extra.is_empty() {
        return (missing.len(), extra.len());
    }
    // `trygghets-` + `systemen` against `trygghetssystemen`, and `1Inledning` against `1` + `Inledning`.
    extra.sort_unstable_by_key(|word| std::cmp::Reverse(word.len()));
    let mut left: HashMap<String, usize> = HashMap::new();
    for word in &missing {
        *left.entry((*word).to_owned()).or_default() += 1;
    }
    let mut unexplained: HashMap<String, usize> = HashMap::new();
    for word in &extra {
        if !take_parts(word, &mut left) {
            *unexplained.entry((*word).to_owned()).or_default() += 1;
        }
    }
    let mut missing: Vec<String> =
        left.into_iter().flat_map(|(word, count)| std::iter::repeat_n(word, count)).collect();
    missing.sort_unstable();
    missing.retain(|word| !take_parts(word, &mut unexplained));
    (missing.len(), unexplained.values().sum())
}

/// Whether a word is one missing word or two joined, which are then no longer counted as missing.
fn take_parts(word: &str, left: &mut HashMap<String, usize>) -> bool {
    let mut take = |parts: &[&str]| {
        let has_all = parts.iter().all(|part| left.get(*part).is_some_and(|count| *count > 0));
        if has_all {
            for part in parts {
                if let Some(count) = left.get_mut(*part) {
                    *count = count.saturating_sub(1);
                }
            }
        }
        has_all
    };
    take(&[word])
        || word.len() <= MAX_SPLIT
            && word.char_indices().skip(1).any(|(at, _)| {
                let (before, after) = word.split_at(at);
                take(&[before, after])
            })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted() {
        for (raw, parsed, expected) in [
            ("ett två", "ett två", (0, 0)),
            ("ett två två", "ett två", (1, 0)),
            ("ett", "ett ett", (0, 1)),
            ("trygghets-\nsystemen", "trygghetssystemen", (0, 0)),
            ("får\u{ad}klippning", "fårklippning", (0, 0)),
            ("ett", "två", (1, 1)),
            ("1Inledning", "1 Inledning", (0, 0)),
            ("14-\n17", "14-17", (0, 0)),
        ] {
            assert_eq!(difference(raw, parsed), expected, "{raw:?} {parsed:?}");
        }
    }
}
