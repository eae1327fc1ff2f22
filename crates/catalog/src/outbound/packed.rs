//! The packed form of an outbound list.
//!
//! A list is one value in postcard's format. It has each cited document, anchor and text once, and its links refer to
//! them by index. A link takes some eight bytes, and a list of thousands of links names few documents and anchors, so
//! reading it takes few look-ups. Anchors are stored as texts and not as numbers, so they need no look-up.

use std::collections::HashMap;
use std::hash::Hash;

use serde::{Deserialize, Serialize};

use crate::DocumentNumber;
use crate::error::CatalogProblem;

/// A link to write. Documents and relations are given by their numbers.
#[derive(Clone, Debug)]
pub struct NewCitation<'a> {
    /// The number of the cited document, held or not.
    pub target: DocumentNumber,
    /// The cited anchor.
    pub target_anchor: Option<&'a str>,
    /// The anchor of the citing spot.
    pub anchor: Option<&'a str>,
    /// The printed page of the citing spot.
    pub page: Option<u32>,
    /// The number of the relation.
    pub predicate: u16,
    /// The words that carry the link.
    pub text: Option<&'a str>,
}

/// An outbound list as it is stored.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PackedList {
    /// The numbers of the cited documents.
    pub(crate) targets: Vec<DocumentNumber>,
    pub(crate) anchors: JoinedTexts,
    /// The words that carry links.
    pub(crate) texts: JoinedTexts,
    /// In reading order.
    pub(crate) links: Vec<PackedLink>,
}

/// A link. Anchors, page and text count from 1, with 0 for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PackedLink {
    /// An index into the targets.
    pub(crate) target: u32,
    target_anchor: u32,
    anchor: u32,
    page: u32,
    /// The number of the relation.
    pub(crate) predicate: u16,
    text: u32,
}

/// Texts joined in one string, which is read faster than separate strings.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct JoinedTexts {
    joined: String,
    /// The length of each.
    lengths: Vec<u32>,
    /// Where each ends.
    #[serde(skip)]
    ends: Vec<usize>,
}

impl JoinedTexts {
    fn push(&mut self, text: &str) {
        self.joined.push_str(text);
        self.lengths.push(u32::try_from(text.len()).unwrap_or(u32::MAX));
        self.ends.push(self.joined.len());
    }

    /// Finds where each text ends. None unless the lengths add up to the joined string and each text ends between two
    /// characters.
    fn locate(&mut self) -> Option<()> {
        let mut end = 0_usize;
        for length in &self.lengths {
            end = end.checked_add(*length as usize)?;
            self.joined.is_char_boundary(end).then_some(())?;
            self.ends.push(end);
        }
        (end == self.joined.len()).then_some(())
    }

    /// The text with this number, from 1 on; None for 0.
    pub(crate) fn get(&self, number: u32) -> Option<&str> {
        let index = (number as usize).checked_sub(1)?;
        let start = if index == 0 { 0 } else { *self.ends.get(index - 1)? };
        self.joined.get(start..*self.ends.get(index)?)
    }

    fn len(&self) -> usize {
        self.ends.len()
    }
}

impl PackedList {
    /// Packs the links of a document.
    pub(crate) fn pack<'a>(links: impl Iterator<Item = NewCitation<'a>>) -> Self {
        let mut list = Self::default();
        let (mut targets, mut anchors, mut texts) = (HashMap::new(), HashMap::new(), HashMap::new());
        for link in links {
            let (targets_of_list, anchors_of_list) = (&mut list.targets, &mut list.anchors);
            let target = index(&mut targets, link.target, |target| targets_of_list.push(target));
            let mut anchor = |text: Option<&'a str>| {
                text.map_or(0, |text| index(&mut anchors, text, |text| anchors_of_list.push(text)) + 1)
            };
            list.links.push(PackedLink {
                target,
                target_anchor: anchor(link.target_anchor),
                anchor: anchor(link.anchor),
                page: link.page.map_or(0, |page| page.saturating_add(1)),
                predicate: link.predicate,
                text: link.text.map_or(0, |text| index(&mut texts, text, |text| list.texts.push(text)) + 1),
            });
        }
        list
    }

    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>, CatalogProblem> {
        postcard::to_allocvec(self).map_err(|error| CatalogProblem::Damaged(error.to_string()))
    }

    /// Reads a stored list. Fails when an index of a link refers to nothing.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self, CatalogProblem> {
        let read = || -> Option<Self> {
            let (mut list, rest) = postcard::take_from_bytes::<Self>(bytes).ok()?;
            list.anchors.locate()?;
            list.texts.locate()?;
            let is_sound = |link: &PackedLink| {
                (link.target as usize) < list.targets.len()
                    && link.target_anchor as usize <= list.anchors.len()
                    && link.anchor as usize <= list.anchors.len()
                    && link.text as usize <= list.texts.len()
            };
            (rest.is_empty() && list.links.iter().all(is_sound)).then_some(list)
        };
        read().ok_or_else(|| CatalogProblem::Damaged("an outbound list cannot be read".to_owned()))
    }

    /// The number of the cited document.
    pub(crate) fn target(&self, link: &PackedLink) -> DocumentNumber {
        self.targets.get(link.target as usize).copied().unwrap_or(DocumentNumber(u32::MAX))
    }

    pub(crate) fn target_anchor(&self, link: &PackedLink) -> Option<&str> {
        self.anchors.get(link.target_anchor)
    }

    pub(crate) fn anchor(&self, link: &PackedLink) -> Option<&str> {
        self.anchors.get(link.anchor)
    }

    pub(crate) fn text(&self, link: &PackedLink) -> Option<&str> {
        self.texts.get(link.text)
    }

    pub(crate) fn page(link: &PackedLink) -> Option<u32> {
        link.page.checked_sub(1)
    }
}

/// The index of a value, which is added if it is new.
fn index<T: Copy + Eq + Hash>(known: &mut HashMap<T, u32>, value: T, add: impl FnOnce(T)) -> u32 {
    let next = u32::try_from(known.len()).unwrap_or(u32::MAX);
    *known.entry(value).or_insert_with(|| {
        add(value);
        next
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    prop_compose! {
        fn link()(
            target in 0_u32..4, target_anchor in prop::option::of("[å#]{0,2}"), anchor in prop::option::of("[Kö]{0,2}"),
            page in prop::option::of(0_u32..9), predicate in 1_u16..3, text in prop::option::of("\\PC{0,4}"),
        ) -> (DocumentNumber, Option<String>, Option<String>, Option<u32>, u16, Option<String>) {
            (DocumentNumber(target), target_anchor, anchor, page, predicate, text)
        }
    }

    proptest! {
        #[test]
        fn packing_loses_nothing(links in prop::collection::vec(link(), 0..20)) {
            let new = links.iter().map(|(target, target_anchor, anchor, page, predicate, text)| NewCitation {
                target: *target,
                target_anchor: target_anchor.as_deref(),
                anchor: anchor.as_deref(),
                page: *page,
                predicate: *predicate,
                text: text.as_deref(),
            });
            let bytes = PackedList::pack(new).to_bytes().unwrap();
            let list = PackedList::from_bytes(&bytes).unwrap();
            let read: Vec<_> = list.links.iter().map(|link| (
                list.target(link),
                list.target_anchor(link).map(str::to_owned),
                list.anchor(link).map(str::to_owned),
                PackedList::page(link),
                link.predicate,
                list.text(link).map(str::to_owned),
            )).collect();
            prop_assert_eq!(&read, &links);
            prop_assert!(PackedList::from_bytes(&bytes[1..]).is_err());
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            if let Ok(list) = PackedList::from_bytes(&bytes) {
                for link in &list.links {
                    prop_assert!(list.targets.contains(&list.target(link)));
                }
            }
        }
    }
}
