//! Finds the successors of documents that no longer apply.
//!
//! The register of statutes states which act repealed an act. The repealing act may have been repealed too, or may only
//! introduce another act. So the statements are followed to the last document.

use std::collections::HashMap;

use lagrum_search::FormerDocument;

use crate::positions::ReadPosition;

/// A document with a stated successor.
pub(crate) struct Succeeded {
    pub(crate) position: ReadPosition,
    pub(crate) title: String,
    /// Its name without its number.
    pub(crate) name: String,
    /// Whether a day is known on which it stops applying. An act that only introduces its successor has none.
    pub(crate) has_ended: bool,
    pub(crate) successor: String,
}

/// The most steps from a document to its successor. The longest real chain has four.
const MAX_STEPS: usize = 16;

/// The maximum number of former documents of one successor. Real documents have up to 53.
const MAX_FORMER: usize = 100;

/// Former documents and successors, by positions.
#[derive(Default)]
pub(crate) struct Successors {
    /// The former documents of each successor, in the order of their uris.
    pub(crate) former: HashMap<ReadPosition, Vec<FormerDocument>>,
    /// The uri of the successor of each former document.
    pub(crate) successor: HashMap<ReadPosition, String>,
}

impl Successors {
    /// Follows the statements. `position` finds a held document by its uri, and `uri` is the reverse.
    pub(crate) fn new(
        stated: &[Succeeded],
        position: impl Fn(&str) -> Option<ReadPosition>,
        uri: impl Fn(ReadPosition) -> String,
    ) -> Self {
        let next: HashMap<ReadPosition, ReadPosition> = stated
            .iter()
            .filter_map(|succeeded| Some((succeeded.position, position(&succeeded.successor)?)))
            .collect();
        let mut found = Self::default();
        for succeeded in stated.iter().filter(|succeeded| succeeded.has_ended) {
            let Some(last) = last(&next, succeeded.position) else { continue };
            found.successor.insert(succeeded.position, uri(last));
            let former = found.former.entry(last).or_default();
            if former.len() < MAX_FORMER {
                former.push(FormerDocument {
                    uri: uri(succeeded.position),
                    title: succeeded.title.clone(),
                    name: succeeded.name.clone(),
                });
            }
        }
        found
    }
}

/// The document at the end of a chain; None for a document without a held successor and for a circle.
fn last(next: &HashMap<ReadPosition, ReadPosition>, position: ReadPosition) -> Option<ReadPosition> {
    let mut at = *next.get(&position)?;
    for _ in 0..MAX_STEPS {
        match next.get(&at) {
            Some(further) => at = *further,
            None => return (at != position).then_some(at),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const URIS: [&str; 5] = ["x:0", "x:1", "x:2", "x:3", "x:4"];

    fn succeeded(position: u32, successor: &str, has_ended: bool) -> Succeeded {
        let title = format!("Lag {position}");
        Succeeded {
            position: ReadPosition(position),
            name: title.clone(),
            title,
            has_ended,
            successor: successor.to_owned(),
        }
    }

    fn of(stated: &[Succeeded]) -> Successors {
        let position =
            |uri: &str| URIS.iter().position(|known| *known == uri).map(|at| ReadPosition(at as u32));
        Successors::new(stated, position, |position| URIS[position.index()].to_owned())
    }

    #[test]
    fn statements_are_followed_to_the_last_document() {
        // 0 was repealed by 1, 1 by 2, which introduced 3.
        let stated = [succeeded(0, "x:1", true), succeeded(1, "x:2", true), succeeded(2, "x:3", false)];
        let found = of(&stated);
        assert_eq!(
            found.successor,
            HashMap::from([0, 1].map(|position| (ReadPosition(position), "x:3".to_owned())))
        );
        let former: Vec<&str> =
            found.former[&ReadPosition(3)].iter().map(|former| former.uri.as_str()).collect();
        assert_eq!(former, ["x:0", "x:1"]);
    }

    #[test]
    fn circles_and_what_is_not_held_have_no_successor() {
        let stated = [succeeded(0, "x:1", true), succeeded(1, "x:0", true), succeeded(4, "x:9", true)];
        let found = of(&stated);
        assert!(found.successor.is_empty() && found.former.is_empty());
    }

    #[test]
    fn a_document_is_told_to_have_replaced_so_many() {
        let stated: Vec<Succeeded> = (0..300).map(|_| succeeded(0, "x:1", true)).collect();
        assert_eq!(of(&stated).former[&ReadPosition(1)].len(), MAX_FORMER);
    }
}
