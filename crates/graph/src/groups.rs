//! A set of groups, for filtering documents.

/// A set of group numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Groups {
    /// One bit per group number.
    words: [u64; 4],
}

impl Groups {
    /// Every group: no filter.
    pub const ALL: Self = Self { words: [u64::MAX; 4] };

    /// Whether the set holds `group`.
    pub fn contains(&self, group: u8) -> bool {
        self.words[usize::from(group / 64)] & (1 << (group % 64)) != 0
    }
}

impl FromIterator<u8> for Groups {
    fn from_iter<T: IntoIterator<Item = u8>>(groups: T) -> Self {
        let mut words = [0; 4];
        for group in groups {
            words[usize::from(group / 64)] |= 1 << (group % 64);
        }
        Self { words }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_exactly_what_it_was_made_of() {
        let groups: Groups = [0, 63, 64, 255].into_iter().collect();
        let held: Vec<u8> = (0..=255).filter(|&group| groups.contains(group)).collect();
        assert_eq!(held, [0, 63, 64, 255]);
        assert!((0..=255).all(|group| Groups::ALL.contains(group)));
    }
}
