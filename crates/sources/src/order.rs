//! Two orders of names: by the numbers in them, and by the Swedish alphabet.

use std::cmp::Ordering;

/// A text cut into runs of ASCII digits and runs of everything else.
///
/// Runs are compared in turn: numbers by value, other text by the Swedish alphabet without case. Text comes before a
/// number. `RÅ 9:2` is before `RÅ 10:1`, and `Mål` before `Mätning`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NaturalKey(Vec<Chunk>);

/// The order of the variants is the order of chunks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Chunk {
    /// By [`alphabetical`].
    Text(String),
    /// The number of digits without leading zeros is compared first, so numbers of any length are compared by value.
    Number { length: usize, digits: String },
}

impl NaturalKey {
    /// The key of a name.
    pub fn new(name: &str) -> Self {
        let mut chunks = Vec::new();
        let mut rest = name;
        while let Some(first) = rest.chars().next() {
            let digits = first.is_ascii_digit();
            let end = rest.find(|c: char| c.is_ascii_digit() != digits).unwrap_or(rest.len());
            let (chunk, after) = rest.split_at(end);
            chunks.push(if digits {
                let digits = chunk.trim_start_matches('0').to_owned();
                Chunk::Number { length: digits.len(), digits }
            } else {
                Chunk::Text(alphabetical(chunk).collect())
            });
            rest = after;
        }
        Self(chunks)
    }
}

/// Compares in the order of the Swedish alphabet, without regard to case: å, ä, ö follow z, in that order.
pub fn swedish_order(a: &str, b: &str) -> Ordering {
    alphabetical(a).cmp(alphabetical(b))
}

/// The text in lower case, with å, ä, ö as the three characters that follow z in ASCII.
fn alphabetical(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().flat_map(char::to_lowercase).map(|letter| match letter {
        'å' => '{',
        'ä' => '|',
        'ö' => '}',
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_count_as_numbers() {
        let ordered = [
            "",
            "NJA",
            "NJA 1981 s. 9",
            "nja 1981 s. 10",
            "NJA 1981 s. 10 I",
            "NJA 1981 s. 00011",
            "NJA 1982 not. 1",
            "RÅ",
            "1",
            "2",
            "10",
            "18446744073709551616",
            "18446744073709551617",
        ];
        for pair in ordered.windows(2) {
            assert!(NaturalKey::new(pair[0]) < NaturalKey::new(pair[1]), "{pair:?}");
        }
        assert_eq!(NaturalKey::new("a7"), NaturalKey::new("A007"));
    }

    #[test]
    fn letters_inside_names_are_in_the_order_of_the_alphabet() {
        let ordered = ["Mat", "mzungu", "Mål", "Mätning", "Möte", "Tågläge 2", "Tågläge 10", "Tätort", "ö"];
        for pair in ordered.windows(2) {
            assert!(NaturalKey::new(pair[0]) < NaturalKey::new(pair[1]), "{pair:?}");
        }
    }

    #[test]
    fn the_swedish_alphabet_ends_in_three_vowels() {
        let ordered = ["AFS", "afsa", "ZFS", "ÅFS", "äfs", "ÖFS"];
        for pair in ordered.windows(2) {
            assert_eq!(swedish_order(pair[0], pair[1]), Ordering::Less, "{pair:?}");
        }
        assert_eq!(swedish_order("ÅFS", "åfs"), Ordering::Equal);
    }

    proptest! {
        #[test]
        fn small_numbers_compare_by_value(a in 0u64..2000, b in 0u64..2000, word in "[a-zåäö ]{0,6}") {
            let (x, y) = (NaturalKey::new(&format!("{word}{a}")), NaturalKey::new(&format!("{word}{b}")));
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        }

        #[test]
        fn any_name_has_a_key(name in "\\PC{0,30}") {
            prop_assert_eq!(NaturalKey::new(&name).cmp(&NaturalKey::new(&name)), Ordering::Equal);
        }
    }
}
