//! A set of groups, for filtering documents.

/// A set of group numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Groups {
    /// Whether each group is in the set, by its number.
    members: [bool; 256],
}

impl Groups {
    /// Every group: no filter.
    pub const ALL: Self = Self { members: [true; 256] };

    /// Whether `group` is in the set.
    pub fn contains(&self, group: u8) -> bool {
        self.members[usize::from(group)]
    }
}

impl FromIterator<u8> for Groups {
    fn from_iter<T: IntoIterator<Item = u8>>(groups: T) -> Self {
        let mut members = [false; 256];
        for group in groups {
            members[usize::from(group)] = true;
        }
        Self { members }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_exactly_the_groups_it_was_made_of() {
        let groups: Groups = [0, 63, 64, 255].into_iter().collect();
        let held: Vec<u8> = (0..=255).filter(|&group| groups.contains(group)).collect();
        assert_eq!(held, [0, 63, 64, 255]);
        assert!((0..=255).all(|group| Groups::ALL.contains(group)));
    }
}
