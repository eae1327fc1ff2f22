//! The queries that the text of a document makes.

use std::collections::HashMap;
use std::sync::Arc;

use lagrum_artifact::{ActFamily, Anchor, Artifact, Base, DocumentUri, Location, Run, Runs, Step};
use lagrum_catalog::{CatalogDocument, CitationMeaning};
use lagrum_sources::{Description, FlowGroup, source_of_local_id};
use lagrum_words::sentence_starts;

use super::clean::{ActNames, query_text};
use super::query::{Query, QueryKind};

/// The most queries of one kind that the text of one document makes: a long one must not be the benchmark.
const MOST_QUERIES: usize = 40;

/// Sentences of a comment that make its query.
const SENTENCES_OF_COMMENT: usize = 3;

/// What citations mean, by the place as it is written.
type Meanings = HashMap<String, Arc<CitationMeaning>>;

/// Whether a document is of a kind whose words are about provisions.
pub(super) fn may_have(document: &CatalogDocument) -> bool {
    matches!(
        FlowGroup::named(&document.flow_group),
        Some(FlowGroup::Rattsfall | FlowGroup::Forarbeten | FlowGroup::Lagkommentarer)
    )
}

/// The queries of a document, in the order of its text.
pub(super) fn of_document<'a>(
    document: &'a CatalogDocument,
    artifact: &Artifact,
    described: &Description,
    meanings: &Meanings,
    names: &ActNames,
    base: &Base,
) -> Vec<Query<'a>> {
    let mut reader = Reader { base, names, meanings, sentences: Vec::new(), comments: Vec::new() };
    let about = described.about.as_deref();
    let mut around: Vec<Option<&str>> = Vec::new();
    artifact.presented().walk(&mut |step| match step {
        Step::Enter(node) => around.push(node.id().or(around.last().copied().flatten())),
        Step::Leave(_) => {
            around.pop();
        }
        Step::Text(runs) => {
            let piece = Piece::new(runs, base);
            match about.zip(around.last().copied().flatten()) {
                Some((act, anchor)) => reader.comment(&format!("{act}#{anchor}"), &piece),
                None => reader.sentences(&piece),
            }
        }
    });
    let headnote = described
        .description
        .as_deref()
        .filter(|_| FlowGroup::named(&document.flow_group) == Some(FlowGroup::Rattsfall));
    let headnote = headnote.and_then(|headnote| {
        let applied = artifact.list(&["metadata", "lagrum"]).iter();
        let places: Vec<String> = applied
            .flat_map(|entry| Runs::new(entry.get("runs")).links())
            .filter_map(|link| reader.provision(link.uri))
            .collect();
        Some((query_text(headnote, &places, names)?, places))
    });
    let kinds = [
        (QueryKind::Headnote, headnote.into_iter().collect()),
        (QueryKind::Commentary, std::mem::take(&mut reader.comments)),
        (QueryKind::Sentence, reader.sentences),
    ];
    let mut queries = Vec::new();
    for (kind, found) in kinds {
        let found: Vec<(String, Vec<String>)> = found;
        let own = found.into_iter().filter_map(|(text, relevant)| {
            let text =
                if kind == QueryKind::Commentary { query_text(&text, &relevant, names)? } else { text };
            Some(Query { kind, text, relevant, document })
        });
        queries.extend(own.take(MOST_QUERIES));
    }
    queries
}

/// Whether a uri names a concept.
fn is_concept(uri: &str, base: &Base) -> bool {
    let source = base.strip(uri).and_then(source_of_local_id);
    source.is_some_and(|source| source.group("") == FlowGroup::Begrepp)
}

/// A text with its citations, each with the byte range of the words that carry it.
struct Piece<'a> {
    text: String,
    links: Vec<(std::ops::Range<usize>, &'a str)>,
}

impl<'a> Piece<'a> {
    fn new(runs: Runs<'a>, base: &Base) -> Self {
        let (mut text, mut links) = (String::new(), Vec::new());
        for run in runs.iter() {
            let start = text.len();
            text.push_str(run.text());
            // The words of a link to a concept are words of the sentence.
            if let Run::Link(link) = run
                && !is_concept(link.uri, base)
            {
                links.push((start..text.len(), link.uri));
            }
        }
        Self { text, links }
    }

    /// Its sentences, each without the words that carry links, and the links of each.
    fn sentences(&self) -> impl Iterator<Item = (String, &[(std::ops::Range<usize>, &'a str)])> {
        let mut starts = sentence_starts(&self.text);
        starts.push(self.text.len());
        let ranges: Vec<_> = starts.windows(2).map(|ends| ends[0]..ends[1]).collect();
        ranges.into_iter().map(|range| {
            let first = self.links.partition_point(|(bytes, _)| bytes.start < range.start);
            let last = self.links.partition_point(|(bytes, _)| bytes.start < range.end);
            let links = &self.links[first..last];
            let (mut text, mut at) = (String::new(), range.start);
            for (bytes, _) in links {
                text.push_str(self.text.get(at..bytes.start).unwrap_or_default());
                at = bytes.end;
            }
            text.push_str(self.text.get(at..range.end).unwrap_or_default());
            (text, links)
        })
    }
}

struct Reader<'a> {
    base: &'a Base,
    names: &'a ActNames,
    meanings: &'a Meanings,
    /// Queries of sentences with the provisions that they cite.
    sentences: Vec<(String, Vec<String>)>,
    /// Comments with the provision that each is on.
    comments: Vec<(String, Vec<String>)>,
}

impl Reader<'_> {
    /// The whole provision that a citation means; None where it means no provision, or one that is gone.
    fn provision(&self, written: &str) -> Option<String> {
        let meant = match self.meanings.get(written) {
            Some(meaning) => meaning.meant.as_ref()?.uri(),
            None => written.to_owned(),
        };
        let (document, anchor) = Location::split(&meant);
        let family = ActFamily::of(&DocumentUri::new(document)?, self.base)?;
        let whole = family.grammar().whole_provision(&Anchor::new(anchor?)?)?;
        Some(format!("{document}#{whole}"))
    }

    fn sentences(&mut self, piece: &Piece<'_>) {
        if piece.links.is_empty() {
            return;
        }
        for (text, links) in piece.sentences() {
            if self.sentences.len() >= MOST_QUERIES {
                return;
            }
            let places: Vec<String> = links.iter().filter_map(|(_, uri)| self.provision(uri)).collect();
            // A name of an act that is cited as a whole beside the provision would say as much.
            let cited: Vec<String> =
                links.iter().map(|(_, uri)| (*uri).to_owned()).chain(places.clone()).collect();
            if !places.is_empty()
                && let Some(text) = query_text(&text, &cited, self.names)
            {
                // A sentence that comes again is one query.
                match self.sentences.iter_mut().find(|(known, _)| *known == text) {
                    Some((_, known)) => known.extend(places),
                    None => self.sentences.push((text, places)),
                }
            }
        }
    }

    fn comment(&mut self, place: &str, piece: &Piece<'_>) {
        let Some(place) = self.provision(place) else { return };
        if self.comments.iter().any(|(_, places)| places[0] == place) {
            return;
        }
        let places = vec![place];
        let clean = piece.sentences().filter_map(|(text, _)| query_text(&text, &places, self.names));
        let text = clean.take(SENTENCES_OF_COMMENT).collect::<Vec<_>>().join(" ");
        if !text.is_empty() {
            self.comments.push((text, places));
        }
    }
}
