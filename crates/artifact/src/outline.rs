//! Which headings stand over a place in a document: the one rule for a provision, the search index and excerpts.
//!
//! The heading of a section, a division or an article stands over what is inside it. A `rubrik` has nothing inside; it stands
//! over what follows it in the list that it is in, until a `rubrik` of the same level or a higher one. One without a level has the
//! lowest. So a chapter printed inside a part of an act never ends the heading of the part, whatever level
//! the artifact gives to both. A `rubrik` that is a paragraph ([`Node::is_rubrik`]) stands over nothing.

use serde_json::Value;

use crate::Node;

/// What the heading of a node stands over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadingScope {
    /// What is inside the node.
    Inside,
    /// What follows the node in its list, until a heading of this level or a higher one. 1 is the highest.
    Following(i64),
}

impl Node<'_> {
    /// What the text of this node stands over, given that it is a heading; None for one that stands over nothing.
    pub fn heading_scope(self) -> Option<HeadingScope> {
        if self.kind() != "rubrik" {
            return Some(HeadingScope::Inside);
        }
        let level = self.field("level").and_then(Value::as_i64).unwrap_or(i64::MAX);
        self.is_rubrik().then_some(HeadingScope::Following(level))
    }
}

/// The headings over the current place of a walk. `T` is the value that the walk keeps for a heading.
#[derive(Clone, Debug)]
pub struct Outline<T> {
    /// The headings of each open list, with their levels: of the document, and of each part entered and not left.
    lists: Vec<Vec<(i64, T)>>,
}

impl<T> Default for Outline<T> {
    fn default() -> Self {
        Self { lists: vec![Vec::new()] }
    }
}

impl<T> Outline<T> {
    /// A part begins.
    pub fn enter(&mut self) {
        self.lists.push(Vec::new());
    }

    /// The part entered last ends, and with it the headings inside it.
    pub fn leave(&mut self) {
        if self.lists.len() > 1 {
            self.lists.pop();
        }
    }

    /// Takes a heading. `is_entered` states whether the node that it is the heading of has been entered; a node that has nothing
    /// inside need not be.
    pub fn take(&mut self, scope: HeadingScope, is_entered: bool, heading: T) {
        match scope {
            HeadingScope::Inside if is_entered => self.push(self.lists.len() - 1, i64::MIN, heading),
            HeadingScope::Inside => {}
            HeadingScope::Following(level) => {
                let list = self.list_around(is_entered);
                while self.lists[list].last().is_some_and(|(other, _)| *other >= level) {
                    self.lists[list].pop();
                }
                self.push(list, level, heading);
            }
        }
    }

    /// The headings over the current place, from the outside in.
    pub fn over_place(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.lists.iter().flatten().map(|(_, heading)| heading)
    }

    /// The headings over a node that is itself a heading, from the outside in: without those that it ends. The node has not
    /// been entered.
    pub fn over_heading(&self, scope: HeadingScope) -> impl DoubleEndedIterator<Item = &T> {
        let last = self.lists.len() - 1;
        let ends = move |list: usize, level: i64| match scope {
            HeadingScope::Inside => false,
            HeadingScope::Following(own) => list == last && level >= own,
        };
        let lists = self.lists.iter().enumerate();
        lists.flat_map(move |(list, headings)| {
            headings.iter().filter(move |(level, _)| !ends(list, *level)).map(|(_, heading)| heading)
        })
    }

    /// The list that the current node is in.
    fn list_around(&self, is_entered: bool) -> usize {
        (self.lists.len() - 1).saturating_sub(usize::from(is_entered))
    }

    fn push(&mut self, list: usize, level: i64, heading: T) {
        self.lists[list].push((level, heading));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_ends_those_of_its_level_in_its_list() {
        let mut outline = Outline::default();
        let over =
            |outline: &Outline<&'static str>| outline.over_place().copied().collect::<Vec<_>>().join(" > ");
        outline.take(HeadingScope::Following(1), false, "Avd. 1");
        outline.take(HeadingScope::Following(i64::MAX), false, "without level");
        assert_eq!(over(&outline), "Avd. 1 > without level");
        outline.enter();
        outline.take(HeadingScope::Following(1), false, "1 kap.");
        outline.take(HeadingScope::Following(2), false, "Bete");
        assert_eq!(over(&outline), "Avd. 1 > without level > 1 kap. > Bete");
        let above: Vec<_> = outline.over_heading(HeadingScope::Following(2)).copied().collect();
        assert_eq!(above, ["Avd. 1", "without level", "1 kap."]);
        outline.take(HeadingScope::Following(2), false, "Ull");
        assert_eq!(over(&outline), "Avd. 1 > without level > 1 kap. > Ull");
        outline.leave();
        assert_eq!(over(&outline), "Avd. 1 > without level");
        outline.take(HeadingScope::Following(1), true, "top");
        assert_eq!(over(&outline), "top");
        outline.enter();
        outline.take(HeadingScope::Inside, true, "KAP I");
        outline.take(HeadingScope::Inside, false, "heads nothing");
        assert_eq!(over(&outline), "top > KAP I");
        outline.leave();
        outline.leave();
        assert_eq!(over(&outline), "top");
    }
}
