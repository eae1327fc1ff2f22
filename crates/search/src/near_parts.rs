//! Where the parts of a form of several parts are near enough to stand for it: *rätt* and *förlängning* in *rätt till förlängning*.

use std::collections::{HashMap, HashSet};

use crate::word_position::WordPosition;

/// The words within which all parts must stand.
const NEAR_WORDS: u32 = 5;

/// The positions of parts that have all other parts near. `parts` has the positions of each part. A word that is all parts at once
/// is the compound itself, and does not count as a part.
pub(crate) fn near_parts(mut parts: Vec<Vec<WordPosition>>) -> HashSet<WordPosition> {
    let mut times: HashMap<WordPosition, usize> = HashMap::new();
    for part in &mut parts {
        part.sort_unstable();
        part.dedup();
        for position in &*part {
            *times.entry(*position).or_default() += 1;
        }
    }
    let count = parts.len();
    for part in &mut parts {
        part.retain(|position| times.get(position).is_none_or(|times| *times < count));
    }
    let is_near = |part: &Vec<WordPosition>, position: WordPosition| {
        let next = part.partition_point(|other| *other + NEAR_WORDS < position);
        part.get(next).is_some_and(|other| *other <= position + NEAR_WORDS)
    };
    let positions = parts.iter().flatten().copied();
    positions.filter(|position| parts.iter().all(|part| is_near(part, *position))).collect()
}
