//! Numbers of documents, anchors and meanings in a snapshot. Each kind has a type, so that the number of a document cannot be
//! taken for that of an anchor. The types take no more memory than a plain number, and are serialized as one.

use std::ops::Range;

use serde::{Deserialize, Serialize};

macro_rules! number {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        #[repr(transparent)]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// The number as a position in a list of all of them.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The number after it.
            #[must_use]
            #[inline]
            pub const fn next(self) -> Self {
                Self(self.0.saturating_add(1))
            }

            /// Every number of a range.
            pub fn each(range: Range<Self>) -> impl ExactSizeIterator<Item = Self> + Clone {
                (range.start.0..range.end.0).map(Self)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

number! {
    /// A document: its number among all documents of a snapshot, in byte order of their uris, from 0. After them come
    /// the documents that are cited and not held.
    DocumentNumber
}

number! {
    /// An anchor: its number among all anchors that citations of a snapshot name. 0 is no anchor.
    AnchorNumber
}

number! {
    /// What a document means by a place that it cites: its number among all meanings of a snapshot, from 1 on. 0 is no
    /// meaning of its own: the place is meant.
    MeaningNumber
}

impl MeaningNumber {
    /// The number that stands for no meaning of its own.
    pub const NONE: Self = Self(0);

    /// The largest number.
    pub const MAX: u32 = (1 << 31) - 1;

    /// The place of the meaning in a list of all of them; None for no meaning.
    pub const fn place(self) -> Option<usize> {
        (self.0 as usize).checked_sub(1)
    }

    /// All numbers, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::MAX).map(Self)
    }
}

impl AnchorNumber {
    /// The number that stands for no anchor: the document as a whole.
    pub const NONE: Self = Self(0);
}
