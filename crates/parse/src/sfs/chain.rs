//! Finds the numbers of a sequence that are real: the longest chain that never falls. A number that only begins the text of another
//! provision is out of order and is left out.

/// The positions of the longest chain of keys that never falls. Among equally long chains one that begins early is taken.
pub(super) fn longest<K: Ord>(keys: &[K]) -> Vec<usize> {
    // A chain of n + 1 keys may end at several positions. `ends[n]` is the one with the smallest key.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(keys.len());
    for (at, key) in keys.iter().enumerate() {
        let len = ends.partition_point(|end| keys.get(*end).is_some_and(|last| last <= key));
        before.push(len.checked_sub(1).and_then(|len| ends.get(len).copied()));
        if len == ends.len() {
            ends.push(at);
        } else if let Some(end) = ends.get_mut(len) {
            *end = at;
        }
    }
    let mut chain = Vec::with_capacity(ends.len());
    let mut at = ends.last().copied();
    while let Some(position) = at {
        chain.push(position);
        at = before.get(position).copied().flatten();
    }
    chain.reverse();
    chain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_order_are_left_out() {
        for (keys, expected) in [
            (vec![], vec![]),
            (vec![1, 2, 3], vec![0, 1, 2]),
            (vec![1, 2, 16, 3, 4], vec![0, 1, 3, 4]),
            (vec![1, 2, 2, 3], vec![0, 1, 2, 3]),
            (vec![1, 5, 2, 3, 1, 4], vec![0, 2, 3, 5]),
            (vec![9, 1, 2], vec![1, 2]),
        ] {
            assert_eq!(longest(&keys), expected, "{keys:?}");
        }
    }
}
