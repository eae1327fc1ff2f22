//! The documents and links of a corpus with their final numbers.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::ops::Range;

use jiff::civil::Date;
use lagrum_catalog::{AnchorNumber, CitedAs, ComingEvent, DocumentNumber, MeaningNumber, Statement};
use lagrum_corpus::{CorpusState, DocumentEntry, StoredId};
use lagrum_search::FormerDocument;
use lagrum_sources::concept_source;

use crate::links::{NumberedLink, ResolvedLink};
use crate::meanings::meant::DatedAct;
use crate::positions::{EntryIndex, GatheredAnchor, GatheredPlace, ReadPosition, RelationNumber};
use crate::spill::SpilledLinks;
use crate::successors::Successors;

/// Links that the artifact of the citing document does not state, with the words that carry them, by the document's
/// position.
pub(crate) type AddedLinks = BTreeMap<ReadPosition, Vec<(NumberedLink, Option<Box<str>>)>>;

/// The number of a document that could not be read.
pub(crate) const UNREADABLE: DocumentNumber = DocumentNumber(u32::MAX);

/// The data that the catalog is written from, beside the facts of documents. All numbers are final: documents are
/// numbered in the order of their uris, documents that are only cited after them, anchors in the order of their texts
/// from 1 on.
pub(crate) struct ResolvedCorpus<'a> {
    pub(crate) state: &'a CorpusState,
    pub(crate) documents: Vec<DocumentOrigin>,
    /// The number of each document of the corpus, by its index in the state; [`UNREADABLE`] for one that could not be read.
    pub(crate) entry_numbers: Vec<DocumentNumber>,
    /// In the order of uris.
    pub(crate) stubs: Vec<Stub>,
    /// The number of each stub.
    pub(crate) stub_numbers: Vec<DocumentNumber>,
    /// The held documents that commentaries are about, by the positions of the commentaries.
    pub(crate) hosts: HashMap<ReadPosition, CommentaryHost>,
    /// The comments of preparatory works, by law.
    pub(crate) section_comments: Vec<LawComments>,
    /// The repeals that acts state of other acts, by the uri of the repealed act: the day, and the uri of the act that
    /// states it.
    pub(crate) repeals: HashMap<String, (Date, String)>,
    /// The coming and recent events of documents, without their ends, by uri.
    pub(crate) coming: HashMap<String, Vec<ComingEvent>>,
    /// What documents say of how places follow, carry out and rest on each other.
    pub(crate) statements: Vec<Statement>,
    /// The successors of documents that no longer apply, by positions.
    pub(crate) successors: Successors,
    /// The positions of the pages of concepts.
    pub(crate) concepts: HashSet<ReadPosition>,
    /// What documents mean by places that they cite, where that is another place, in the order of the documents.
    pub(crate) meanings: Vec<ResolvedMeaning>,
    pub(crate) unreadable: u64,
    pub(crate) unheld: Vec<Box<str>>,
    pub(crate) anchors: Vec<Box<str>>,
    pub(crate) predicates: Vec<Box<str>>,
}

/// A document that a commentary is about.
#[derive(Clone, Debug)]
pub(crate) struct CommentaryHost {
    pub(crate) source: String,
    /// Its name inside a sentence.
    pub(crate) name: String,
    /// When it ended, by its own metadata.
    pub(crate) expired: Option<Date>,
}

/// A place by final numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PlaceNumber {
    pub(crate) document: DocumentNumber,
    pub(crate) anchor: AnchorNumber,
}

/// What a document means by a place that it cites, where that is another place.
pub(crate) struct ResolvedMeaning {
    pub(crate) position: ReadPosition,
    pub(crate) citing: DocumentNumber,
    /// The place as the artifact has it.
    pub(crate) written: PlaceNumber,
    pub(crate) cited_as: CitedAs,
    /// The place that is meant; None where it is not known or gone.
    pub(crate) meant: Option<PlaceNumber>,
    /// Of a provision that is gone: what it was in, which is cited with it.
    pub(crate) around: Option<PlaceNumber>,
    /// Since when, and by which act, the number or the name is another's.
    pub(crate) taken: DatedAct,
    /// The act that repealed what is meant.
    pub(crate) ended: Option<DatedAct>,
}

/// Where a document comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum DocumentOrigin {
    /// The corpus: its index in the corpus's state, and its position among those that could be read.
    Held { entry: EntryIndex, position: ReadPosition },
    /// Its number among the stubs.
    Stub(u32),
}

/// A concept that is cited and has no page of its own.
pub(crate) struct Stub {
    pub(crate) uri: String,
    pub(crate) name: String,
}

/// The comments of preparatory works on the provisions of a law.
pub(crate) struct LawComments {
    /// The index of the law in the state of the corpus.
    pub(crate) law: EntryIndex,
    pub(crate) comments: Vec<LawComment>,
}

/// A comment on a provision.
pub(crate) struct LawComment {
    pub(crate) anchor: String,
    /// The index of the preparatory work in the state of the corpus.
    pub(crate) document: EntryIndex,
    /// Its date.
    pub(crate) date: Option<String>,
    /// The printed page on which the comment begins.
    pub(crate) page: Option<u32>,
}

impl<'a> ResolvedCorpus<'a> {
    /// The numbers of all documents.
    pub(crate) fn numbers(&self) -> impl ExactSizeIterator<Item = DocumentNumber> + Clone + use<> {
        DocumentNumber::each(DocumentNumber(0)..self.end())
    }

    /// The number after the last document. From it on, numbers are of documents that are only cited.
    pub(crate) fn end(&self) -> DocumentNumber {
        DocumentNumber(self.documents.len() as u32)
    }

    /// The entry of a document in the corpus; None for a stub.
    pub(crate) fn entry(&self, number: DocumentNumber) -> Option<DocumentEntry> {
        self.state.documents.get(self.index(number)?)
    }

    /// The stored artifact of a document; None for a stub.
    pub(crate) fn stored(&self, number: DocumentNumber) -> Option<StoredId> {
        self.state.documents.stored(self.index(number)?)
    }

    /// The source of a document.
    pub(crate) fn source(&self, number: DocumentNumber) -> &'a str {
        let state = self.state;
        self.index(number).map_or(concept_source().name, |index| state.documents.source(index))
    }

    /// The index of a document in the state of the corpus; None for a stub.
    fn index(&self, number: DocumentNumber) -> Option<usize> {
        match self.documents[number.index()] {
            DocumentOrigin::Held { entry, .. } => Some(entry.index()),
            DocumentOrigin::Stub(_) => None,
        }
    }

    /// Whether a document is the page of a concept.
    pub(crate) fn is_concept(&self, number: DocumentNumber) -> bool {
        let position = self.documents[number.index()].position();
        position.is_some_and(|position| self.concepts.contains(&position))
    }

    /// The documents that a document took the place of.
    pub(crate) fn former(&self, number: DocumentNumber) -> &[FormerDocument] {
        let position = self.documents[number.index()].position();
        position.and_then(|position| self.successors.former.get(&position)).map_or(&[], Vec::as_slice)
    }

    /// The uri of the document that took the place of a document.
    pub(crate) fn successor(&self, number: DocumentNumber) -> Option<&str> {
        let position = self.documents[number.index()].position()?;
        self.successors.successor.get(&position).map(String::as_str)
    }

    /// What a link means, where that is not the place that it has.
    pub(crate) fn meaning(&self, link: &ResolvedLink) -> Option<&ResolvedMeaning> {
        link.meaning.place().and_then(|index| self.meanings.get(index))
    }

    /// The place under which a link counts: the one that it has, or the one that is meant; of a provision that is gone, what it was
    /// in. None where it is not known which act is meant.
    pub(crate) fn place(&self, link: &ResolvedLink) -> Option<PlaceNumber> {
        match self.meaning(link) {
            Some(meaning) => meaning.meant.or(meaning.around),
            None => Some(PlaceNumber { document: link.target, anchor: link.target_anchor }),
        }
    }

    /// The place in a document at which citations with a meaning count; none where they count elsewhere.
    pub(crate) fn counted_in(&self, document: DocumentNumber, meaning: MeaningNumber) -> AnchorNumber {
        let meaning = meaning.place().and_then(|place| self.meanings.get(place));
        let place = meaning.and_then(|meaning| meaning.meant.or(meaning.around));
        place.filter(|place| place.document == document).map_or(AnchorNumber::NONE, |place| place.anchor)
    }

    /// The text of an anchor by its number.
    pub(crate) fn anchor(&self, id: AnchorNumber) -> &str {
        id.index().checked_sub(1).and_then(|index| self.anchors.get(index)).map_or("", |anchor| anchor)
    }

    /// The uri of a document by its number, held or not.
    pub(crate) fn uri(&self, id: DocumentNumber) -> String {
        let index = id.index();
        match self.documents.get(index) {
            Some(DocumentOrigin::Held { entry, .. }) => self.state.documents.uri(entry.index()),
            Some(DocumentOrigin::Stub(number)) => self.stubs[*number as usize].uri.clone(),
            None => {
                self.unheld.get(index - self.documents.len()).map_or(String::new(), |uri| uri.to_string())
            }
        }
    }

    /// The number of the document with a uri; None for one that is not held or could not be read.
    pub(crate) fn number(&self, uri: &str) -> Option<DocumentNumber> {
        let held = self.state.documents.position(uri).and_then(|index| u32::try_from(index).ok());
        held.and_then(|index| self.number_of_entry(EntryIndex(index))).or_else(|| self.number_of_stub(uri))
    }

    /// The number of the document with an index in the state of the corpus; None for one that could not be read.
    pub(crate) fn number_of_entry(&self, index: EntryIndex) -> Option<DocumentNumber> {
        self.entry_numbers.get(index.index()).copied().filter(|number| *number != UNREADABLE)
    }

    /// The number of a stub.
    fn number_of_stub(&self, uri: &str) -> Option<DocumentNumber> {
        let stub = self.stubs.binary_search_by(|stub| stub.uri.as_str().cmp(uri)).ok()?;
        self.stub_numbers.get(stub).copied()
    }

    /// All documents in ranges of about `bytes` bytes of artifacts each.
    pub(crate) fn batches(&self, bytes: u64) -> Vec<Range<DocumentNumber>> {
        let (mut batches, mut start, mut filled) = (Vec::new(), DocumentNumber(0), 0);
        let all = self.end();
        for number in self.numbers() {
            // A stub has no artifact, but takes memory too.
            filled += self.index(number).map_or(0, |index| self.state.documents.size(index)) + 1024;
            if filled >= bytes {
                batches.push(start..number.next());
                (start, filled) = (number.next(), 0);
            }
        }
        if start < all {
            batches.push(start..all);
        }
        batches
    }
}

impl DocumentOrigin {
    pub(crate) fn position(&self) -> Option<ReadPosition> {
        match *self {
            Self::Held { position, .. } => Some(position),
            Self::Stub(_) => None,
        }
    }
}

/// The links of all documents on disk, and the final numbers of what they name. They are not needed after the catalog
/// is written.
pub(crate) struct ResolvedLinks {
    spilled: SpilledLinks,
    added: AddedLinks,
    /// The numbers of the meanings of what documents cite.
    meanings: HashMap<ReadPosition, HashMap<PlaceNumber, MeaningNumber>>,
    numbers: FinalNumbers,
}

/// The final numbers of the texts of links, by the numbers that these had while links were gathered.
pub(crate) struct FinalNumbers {
    /// Of cited documents.
    pub(crate) documents: Vec<DocumentNumber>,
    /// Of anchors.
    pub(crate) anchors: Vec<AnchorNumber>,
    /// Of relations.
    pub(crate) predicates: Vec<RelationNumber>,
}

impl FinalNumbers {
    /// The final numbers of a place.
    pub(crate) fn place(&self, place: GatheredPlace) -> PlaceNumber {
        PlaceNumber { document: self.documents[place.document.index()], anchor: self.anchor(place.anchor) }
    }

    fn anchor(&self, anchor: GatheredAnchor) -> AnchorNumber {
        anchor.index().map_or(AnchorNumber::NONE, |index| self.anchors[index])
    }
}

impl ResolvedLinks {
    pub(crate) fn new(
        spilled: SpilledLinks,
        added: AddedLinks,
        meanings: &[ResolvedMeaning],
        numbers: FinalNumbers,
    ) -> Self {
        let mut by_document: HashMap<ReadPosition, HashMap<PlaceNumber, MeaningNumber>> = HashMap::new();
        for (meaning, number) in meanings.iter().zip(MeaningNumber::all()) {
            by_document.entry(meaning.position).or_default().insert(meaning.written, number);
        }
        Self { spilled, added, meanings: by_document, numbers }
    }

    /// The links of a range of documents, a list for each document.
    pub(crate) fn of(
        &self,
        resolved: &ResolvedCorpus<'_>,
        documents: Range<DocumentNumber>,
    ) -> io::Result<Vec<Vec<ResolvedLink>>> {
        let origins = &resolved.documents[documents.start.index()..documents.end.index()];
        let positions: Vec<ReadPosition> = origins.iter().filter_map(DocumentOrigin::position).collect();
        let (Some(first), Some(last)) = (positions.first(), positions.last()) else {
            return Ok(vec![Vec::new(); origins.len()]);
        };
        let mut links = self.spilled.read(first.index()..last.index() + 1)?.into_iter();
        let of = |origin: &DocumentOrigin| {
            let Some(position) = origin.position() else { return Vec::new() };
            let own = links.by_ref().take(self.spilled.count(position.index()) as usize);
            let added = self.added(position).iter().map(|(link, _)| *link);
            let meanings = self.meanings.get(&position);
            own.chain(added).map(|link| self.with_final_numbers(link, meanings)).collect()
        };
        Ok(origins.iter().map(of).collect())
    }

    /// The links of a document that its own artifact does not state. In lists they come after the links of the
    /// artifact.
    pub(crate) fn added(&self, position: ReadPosition) -> &[(NumberedLink, Option<Box<str>>)] {
        self.added.get(&position).map_or(&[], Vec::as_slice)
    }

    fn with_final_numbers(
        &self,
        link: NumberedLink,
        meanings: Option<&HashMap<PlaceNumber, MeaningNumber>>,
    ) -> ResolvedLink {
        let NumberedLink { target, target_anchor, anchor, page, predicate, text } = link;
        let cited = self.numbers.place(GatheredPlace { document: target, anchor: target_anchor });
        let meaning = meanings.and_then(|meanings| meanings.get(&cited)).copied();
        ResolvedLink {
            target: cited.document,
            target_anchor: cited.anchor,
            meaning: meaning.unwrap_or(MeaningNumber::NONE),
            anchor: self.numbers.anchor(anchor),
            page,
            predicate: self.numbers.predicates[predicate.index()],
            text,
        }
    }
}
