//! Which of the numbers that blocks begin with are those of a sequence.

use std::collections::HashMap;

/// The numbers of a sequence that begins with one: each is the next, or a greater one if the next never comes and the greater one goes
/// on, since translations leave paragraphs out.
///
/// A list in a text has numbers too. One of them may be the next of the sequence: it goes on from its list, and the number comes again
/// where it does not.
pub(crate) fn following(numbers: &[u32]) -> Vec<bool> {
    /// The greatest number of paragraphs left out at one place.
    const MAX_GAP: u32 = 500;
    let before = |position: usize| position.checked_sub(1).and_then(|before| numbers.get(before)).copied();
    let goes_on = |position: usize, number: u32| before(position).is_some_and(|before| before + 1 == number);
    let mut last_position: HashMap<u32, usize> = HashMap::new();
    let mut last_outside_list: HashMap<u32, usize> = HashMap::new();
    for (position, number) in numbers.iter().copied().enumerate() {
        last_position.insert(number, position);
        if !goes_on(position, number) {
            last_outside_list.insert(number, position);
        }
    }
    let comes_after = |number: u32, position: usize, positions: &HashMap<u32, usize>| {
        positions.get(&number).is_some_and(|last| *last > position)
    };
    let mut next = 1;
    let mut accepted: Vec<bool> = Vec::with_capacity(numbers.len());
    for (position, number) in numbers.iter().copied().enumerate() {
        let is_of_list = goes_on(position, number)
            && accepted.last() == Some(&false)
            && comes_after(number, position, &last_outside_list);
        let leaves_out = number > next
            && number - next <= MAX_GAP
            && !comes_after(next, position, &last_position)
            && comes_after(number + 1, position, &last_position);
        let follows = number == next && !is_of_list || leaves_out;
        if follows {
            next = number + 1;
        }
        accepted.push(follows);
    }
    accepted
}

/// The numbers of a sequence that leaves numbers out: each is greater than the one before.
pub(crate) fn rising(numbers: &[u32]) -> Vec<bool> {
    let mut last = 0;
    let rises = |number: &u32| {
        let rises = *number > last;
        last = last.max(*number);
        rises
    };
    numbers.iter().map(rises).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow() {
        for (numbers, expected) in [
            (&[1, 2, 3][..], &[true, true, true][..]),
            (&[1, 2, 2, 3], &[true, true, false, true]),
            (&[1, 25, 44, 45], &[true, false, true, true]),
            (&[1, 99, 2], &[true, false, true]),
            (&[2, 3], &[true, true]),
            (&[1, 2, 1, 2, 3, 3, 4], &[true, true, false, false, false, true, true]),
            (&[1, 2, 1, 2, 3, 4], &[true, true, false, false, true, true]),
            (&[], &[]),
        ] {
            assert_eq!(following(numbers), expected, "{numbers:?}");
        }
        assert_eq!(rising(&[3, 5, 4, 9]), [true, true, false, true]);
    }
}
