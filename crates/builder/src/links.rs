//! Links as numbers into tables of their texts.

use lagrum_catalog::{AnchorNumber, DocumentNumber, MeaningNumber};
use lagrum_corpus::Documents;
use lagrum_files::TextTable;
use serde::{Deserialize, Serialize};

use crate::cited::{CitedDocuments, number};
use crate::error::BuildError;
use crate::positions::{
    CitedNumber, GatheredAnchor, GatheredPlace, GatheredRelation, RelationNumber, SurfaceNumber,
};

/// The relation of a plain reference.
pub(crate) const PLAIN: &str = "dcterms:references";

/// A link as numbers into [`Texts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct NumberedLink {
    /// The cited document.
    pub(crate) target: CitedNumber,
    pub(crate) target_anchor: GatheredAnchor,
    pub(crate) anchor: GatheredAnchor,
    /// Negative for none.
    pub(crate) page: i32,
    pub(crate) predicate: GatheredRelation,
    /// The words that carry it.
    pub(crate) text: SurfaceNumber,
}

/// A link by final numbers. `target` and `target_anchor` are as the artifact has them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResolvedLink {
    /// The cited document.
    pub(crate) target: DocumentNumber,
    pub(crate) target_anchor: AnchorNumber,
    pub(crate) anchor: AnchorNumber,
    /// Negative for none.
    pub(crate) page: i32,
    pub(crate) predicate: RelationNumber,
    /// The words that carry it.
    pub(crate) text: SurfaceNumber,
    /// What it means, where that is not the place cited.
    pub(crate) meaning: MeaningNumber,
}

/// A link with its texts, before they are numbered.
pub(crate) struct RawLink {
    pub(crate) to: String,
    pub(crate) from_anchor: Option<String>,
    pub(crate) from_page: Option<i64>,
    pub(crate) predicate: String,
    pub(crate) text: String,
}

/// The texts of links, each once: uris, anchors and relations. The words that carry links are kept per document, since
/// they differ in most documents.
pub(crate) struct Texts<'a> {
    /// Cited documents.
    pub(crate) documents: CitedDocuments<'a>,
    pub(crate) anchors: TextTable,
    pub(crate) predicates: TextTable,
}

/// The links of one document, with the texts that their numbers refer to.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct DocumentLinks {
    documents: Vec<Box<str>>,
    anchors: Vec<Box<str>>,
    predicates: Vec<Box<str>>,
    links: Vec<NumberedLink>,
}

/// Numbers a link. `text` is the number of the words that carry it. `to` is cut at its first `#`; the rest is kept as
/// written, even if it is empty.
fn numbered(
    link: &RawLink,
    text: SurfaceNumber,
    target: impl FnOnce(&str) -> Result<CitedNumber, BuildError>,
    anchors: &mut TextTable,
    predicates: &mut TextTable,
) -> Result<NumberedLink, BuildError> {
    let (root, anchor) = match link.to.split_once('#') {
        Some((root, anchor)) => (root, Some(anchor)),
        None => (link.to.as_str(), None),
    };
    let mut anchor_number = |anchor: Option<&str>| -> Result<GatheredAnchor, BuildError> {
        anchor.map_or(Ok(GatheredAnchor::NONE), |anchor| Ok(GatheredAnchor(number(anchors, anchor)? + 1)))
    };
    Ok(NumberedLink {
        target_anchor: anchor_number(anchor)?,
        anchor: anchor_number(link.from_anchor.as_deref())?,
        target: target(root)?,
        page: link.from_page.and_then(|page| i32::try_from(page).ok()).unwrap_or(-1),
        predicate: GatheredRelation(number(predicates, &link.predicate)?),
        text,
    })
}

impl<'a> Texts<'a> {
    /// Empty tables for the documents of a corpus.
    pub(crate) fn new(held: &'a Documents) -> Self {
        let documents = CitedDocuments::new(held);
        Self { documents, anchors: TextTable::new(), predicates: TextTable::new() }
    }

    /// Numbers a link. `text` is the number of the words that carry it.
    pub(crate) fn link(&mut self, link: &RawLink, text: SurfaceNumber) -> Result<NumberedLink, BuildError> {
        let Self { documents, anchors, predicates } = self;
        numbered(link, text, |root| documents.number(root), anchors, predicates)
    }

    /// Numbers a place.
    pub(crate) fn place(&mut self, uri: &str, anchor: Option<&str>) -> Result<GatheredPlace, BuildError> {
        let anchor = match anchor {
            Some(anchor) => GatheredAnchor(number(&mut self.anchors, anchor)? + 1),
            None => GatheredAnchor::NONE,
        };
        Ok(GatheredPlace { document: self.documents.number(uri)?, anchor })
    }

    /// The links of a document with numbers of these tables instead of its own. Every number of `own` must have its
    /// text ([`DocumentLinks::is_sound`]). Fails when there are too many texts.
    pub(crate) fn renumber(&mut self, own: &DocumentLinks) -> Result<Vec<NumberedLink>, BuildError> {
        let all = |table: &mut TextTable, texts: &[Box<str>]| {
            texts.iter().map(|text| number(table, text)).collect::<Result<Vec<u32>, _>>()
        };
        let cited = own.documents.iter().map(|uri| self.documents.number(uri));
        let documents: Vec<CitedNumber> = cited.collect::<Result<_, _>>()?;
        let anchors = all(&mut self.anchors, &own.anchors)?;
        let predicates = all(&mut self.predicates, &own.predicates)?;
        let anchor = |own: GatheredAnchor| {
            own.index().map_or(GatheredAnchor::NONE, |index| GatheredAnchor(anchors[index] + 1))
        };
        let renumbered = own.links.iter().map(|link| NumberedLink {
            target: documents[link.target.index()],
            target_anchor: anchor(link.target_anchor),
            anchor: anchor(link.anchor),
            page: link.page,
            predicate: GatheredRelation(predicates[link.predicate.index()]),
            text: link.text,
        });
        Ok(renumbered.collect())
    }
}

impl DocumentLinks {
    /// Numbers the links of a document. Returns them with the words that carry them.
    pub(crate) fn new(links: &[RawLink]) -> Result<(Self, Vec<Box<str>>), BuildError> {
        let [mut documents, mut anchors, mut predicates, mut surfaces] = [(); 4].map(|()| TextTable::new());
        let mut own_links = Vec::with_capacity(links.len());
        for link in links {
            let text = match link.text.as_str() {
                "" => SurfaceNumber::NONE,
                words => SurfaceNumber(number(&mut surfaces, words)? + 1),
            };
            let target = |root: &str| number(&mut documents, root).map(CitedNumber);
            own_links.push(numbered(link, text, target, &mut anchors, &mut predicates)?);
        }
        let list = |table: TextTable| table.iter().map(Box::from).collect();
        let own = Self {
            documents: list(documents),
            anchors: list(anchors),
            predicates: list(predicates),
            links: own_links,
        };
        Ok((own, list(surfaces)))
    }

    /// The relations of the links, each once.
    pub(crate) fn predicates(&self) -> &[Box<str>] {
        &self.predicates
    }

    /// Whether every number has its text. `surfaces` are the words that carry the links.
    pub(crate) fn is_sound(&self, surfaces: &[Box<str>]) -> bool {
        let has = |texts: &[Box<str>], index: Option<usize>| index.is_none_or(|index| index < texts.len());
        self.links.iter().all(|link| {
            link.target.index() < self.documents.len()
                && link.predicate.index() < self.predicates.len()
                && has(&self.anchors, link.target_anchor.index())
                && has(&self.anchors, link.anchor.index())
                && has(surfaces, link.text.index())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_documents_come_back_by_the_numbers_of_all() {
        let link = |to: &str, anchor: Option<&str>, text: &str| RawLink {
            to: to.to_owned(),
            from_anchor: anchor.map(str::to_owned),
            from_page: anchor.is_none().then_some(7),
            predicate: PLAIN.to_owned(),
            text: text.to_owned(),
        };
        let first = [link("a#P1", Some("P2"), "1 §"), link("b", None, ""), link("a", None, "2 §")];
        let second = [link("b#P2", Some("P1"), "2 §"), link("a", None, "2 §")];
        let held = Documents::default();
        let mut at_once = Texts::new(&held);
        let words = [1, 0, 2, 1, 1].map(SurfaceNumber);
        let expected: Vec<_> = first
            .iter()
            .chain(&second)
            .zip(words)
            .map(|(link, text)| at_once.link(link, text).unwrap())
            .collect();
        let mut texts = Texts::new(&held);
        let mut found = Vec::new();
        for links in [&first[..], &second[..]] {
            let (own, surfaces) = DocumentLinks::new(links).unwrap();
            assert!(own.is_sound(&surfaces));
            let bytes = postcard::to_allocvec(&own).unwrap();
            found.extend(texts.renumber(&postcard::from_bytes(&bytes).unwrap()).unwrap());
        }
        assert_eq!(found, expected);
        let (mut own, surfaces) = DocumentLinks::new(&first).unwrap();
        own.links[1].text = SurfaceNumber(3);
        assert!(!own.is_sound(&surfaces), "the document has two texts");
    }
}
