//! What happened to a document, and in which generations of the corpus.

use crate::Generation;

/// What happened to a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChangeKind {
    /// It was not held before.
    Added,
    /// The words that a reader sees changed.
    Text,
    /// Its artifact changed, and the words that a reader sees did not.
    Metadata,
    /// It expired, or it did not expire after all.
    Status,
    /// It is no longer held.
    Withdrawn,
}

impl ChangeKind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Self; 5] = [Self::Added, Self::Text, Self::Metadata, Self::Status, Self::Withdrawn];

    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Text => "text",
            Self::Metadata => "metadata",
            Self::Status => "status",
            Self::Withdrawn => "withdrawn",
        }
    }

    /// The kind of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// The generations of the last change of each kind, in the order of [`ChangeKind::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LastChanges(pub [Generation; ChangeKind::ALL.len()]);

impl LastChanges {
    /// The generation of the last change of a kind; [`Generation::NONE`] if no change of that kind happened.
    pub fn of(self, kind: ChangeKind) -> Generation {
        self.0[kind as usize]
    }

    /// The generation of the last change.
    pub fn last(self) -> Generation {
        self.0.into_iter().max().unwrap_or_default()
    }

    /// The most important change in the last generation with a change. None when nothing happened.
    pub fn latest(self) -> Option<ChangeKind> {
        self.after(self.last().before())
    }

    /// The most important change after a generation. A withdrawal counts only if nothing happened later; it comes
    /// first, then added, text, status and metadata. None when nothing happened.
    pub fn after(self, generation: Generation) -> Option<ChangeKind> {
        let [added, text, metadata, status, withdrawn] = self.0;
        let is_withdrawn = withdrawn > generation && withdrawn == self.last();
        let ranked = [
            (is_withdrawn, ChangeKind::Withdrawn),
            (added > generation, ChangeKind::Added),
            (text > generation, ChangeKind::Text),
            (status > generation, ChangeKind::Status),
            (metadata > generation, ChangeKind::Metadata),
        ];
        ranked.into_iter().find(|(happened, _)| *happened).map(|(_, kind)| kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_happened_after_a_generation_is_one_kind() {
        let kind = |changes: [u32; 5], after| {
            LastChanges(changes.map(Generation)).after(Generation(after)).map(ChangeKind::name)
        };
        for (changes, after, expected) in [
            ([3, 0, 0, 0, 0], 2, Some("added")),
            ([3, 0, 0, 0, 0], 3, None),
            ([3, 5, 6, 0, 0], 2, Some("added")),
            ([3, 5, 6, 0, 0], 3, Some("text")),
            ([3, 5, 6, 0, 0], 5, Some("metadata")),
            ([3, 0, 6, 5, 0], 4, Some("status")),
            ([3, 5, 0, 0, 7], 2, Some("withdrawn")),
            ([9, 5, 0, 0, 7], 6, Some("added")),
            ([9, 0, 0, 0, 7], 9, None),
        ] {
            assert_eq!(kind(changes, after), expected, "{changes:?} after {after}");
        }
    }

    #[test]
    fn kinds_are_known_by_their_names() {
        for kind in ChangeKind::ALL {
            assert_eq!(ChangeKind::from_name(kind.name()), Some(kind));
        }
        assert_eq!(ChangeKind::from_name("Added"), None);
    }
}
