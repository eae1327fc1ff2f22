//! Settling: what of a reading the corpus holds, and whether the place named is there.

use lagrum_artifact::{Anchor, AnchorGrammar};
use lagrum_sources::ActForm;

use crate::target::{CandidateReading, CitedLocation, source_of};

/// What settling must know of a corpus. Documents are named by local ids. Every question is a look-up; an error of
/// the store is answered with "no".
pub trait Holdings {
    /// Whether the document is held.
    fn holds(&self, document: &str) -> bool;

    /// Whether the presented text of a held document has this place: the id of a node, a computed EU anchor, a
    /// printed page (`sid45`).
    fn has_anchor(&self, document: &str, anchor: &Anchor) -> bool;

    /// Whether `inner` stands inside `outer` although its anchor does not say so: `P36` in chapter `K3` of a statute
    /// whose sections are numbered on through the chapters. Asked only of places that are there.
    fn encloses(&self, document: &str, outer: &Anchor, inner: &Anchor) -> bool;

    /// The held documents whose local ids are this statute number with a page: `1904:48` gives `1904:48_s.1`.
    fn page_numbered(&self, number: &str) -> Vec<String>;
}

/// What a query resolves to, in the order of reading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resolution {
    /// How the query was read; None when it is no citation.
    pub reading: Option<CandidateReading>,
    /// What the corpus holds.
    pub results: Vec<ResolvedLocation>,
    /// What was read and is not held.
    pub recognized: Vec<Recognized>,
}

/// A held document, and the place in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedLocation {
    /// Local id.
    pub document: String,
    /// The place named; None when the citation names the document, or a place that is not there.
    pub anchor: Option<Anchor>,
}

/// A document that was named and is not held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recognized {
    /// Local id the document would have.
    pub document: String,
    /// Source it would belong to.
    pub source: &'static str,
}

/// Looks up the targets of a reading.
pub(crate) fn settle(reading: Option<CandidateReading>, holdings: &impl Holdings) -> Resolution {
    let mut resolution = Resolution::default();
    for target in reading.iter().flat_map(|reading| &reading.targets) {
        match held_document(&target.document, holdings) {
            Some(document) => {
                let pin = target.anchor.as_ref().and_then(|anchor| pin(&document, anchor, holdings));
                let resolved = ResolvedLocation { document, anchor: pin };
                if !resolution.results.contains(&resolved) {
                    resolution.results.push(resolved);
                }
            }
            None => recognize(target, &mut resolution.recognized),
        }
    }
    resolution.reading = reading;
    resolution
}

fn recognize(target: &CitedLocation, recognized: &mut Vec<Recognized>) {
    let Some(source) = target.source() else { return };
    if !recognized.iter().any(|other| other.document == target.document) {
        recognized.push(Recognized { document: target.document.clone(), source });
    }
}

/// The document itself, or the one form it is held under instead.
fn held_document(document: &str, holdings: &impl Holdings) -> Option<String> {
    if holdings.holds(document) {
        return Some(document.to_owned());
    }
    if source_of(document).is_some_and(|source| source.holds_statutes) {
        // A number with a part that is not held may be held by its page alone.
        let number = match document.split_once('_') {
            Some((number, part)) if part.bytes().all(|b| b.is_ascii_digit()) => number,
            Some(_) => return None,
            None => document,
        };
        let mut pages = holdings.page_numbered(number);
        return if pages.len() == 1 { pages.pop() } else { None };
    }
    // The number of a case of the Court may have ended in an order or an opinion.
    let case = document.strip_prefix("celex/6").filter(|rest| rest.get(5..6) == Some("J"))?;
    ["O", "V"].iter().find_map(|letter| {
        let other = format!("celex/6{}{letter}{}", case.get(..5)?, case.get(6..)?);
        holdings.holds(&other).then_some(other)
    })
}

/// The place named, or the smallest one around it that is there and no larger than the provision.
fn pin(document: &str, anchor: &Anchor, holdings: &impl Holdings) -> Option<Anchor> {
    let has = |anchor: &Anchor| holdings.has_anchor(document, anchor);
    if has(anchor) {
        return Some(anchor.clone());
    }
    let form = source_of(document).and_then(|source| source.act_form);
    if form != Some(ActForm::SwedishAct) {
        return article_pin(anchor, &has);
    }
    if let Some(pin) = section_pin(anchor, &has) {
        return Some(pin);
    }
    let (chapter, section) = split_chapter(anchor)?;
    section_pin(&section, &has).filter(|pin| holdings.encloses(document, &chapter, pin))
}

/// The provision with as much of its inside as is there. A sentence is never anchored, so its stycke is as good.
fn section_pin(anchor: &Anchor, has: &impl Fn(&Anchor) -> bool) -> Option<Anchor> {
    let whole = anchor.as_str();
    let without_sentence = whole.rsplit_once('M').map_or(whole, |(before, _)| before);
    let unit = AnchorGrammar::Statute.unit(anchor);
    let section = unit.as_str().rsplit_once('O').map_or(unit.as_str(), |(before, _)| before);
    let mut places = [whole, without_sentence, unit.as_str(), section].into_iter().filter_map(Anchor::new);
    places.find(has)
}

/// `K3P36S1` as `K3` and `P36S1`.
fn split_chapter(anchor: &Anchor) -> Option<(Anchor, Anchor)> {
    let text = anchor.as_str();
    let section = text.find('P').filter(|_| text.starts_with('K'))?;
    Some((Anchor::new(&text[..section])?, Anchor::new(&text[section..])?))
}

/// `6.1.c`, then `6.1`, then `6`; for a treaty `A6P1La`, `A6P1`, `A6`. `3.a` may be article 3a.
fn article_pin(anchor: &Anchor, has: &impl Fn(&Anchor) -> bool) -> Option<Anchor> {
    const DEEPEST: usize = 8;
    let mut text = anchor.as_str();
    if text.starts_with("recital") || text.starts_with("sid") {
        return None;
    }
    if let Some((article, letter)) = text.split_once('.')
        && letter.len() == 1
        && letter.starts_with(|c: char| c.is_ascii_lowercase())
        && let Some(lettered) = Anchor::new(&format!("{article}{letter}")).filter(has)
    {
        return Some(lettered);
    }
    for _ in 0..DEEPEST {
        let treaty = text.starts_with('A');
        let cut = text
            .char_indices()
            .skip(1)
            .filter(|(_, c)| if treaty { matches!(c, 'P' | 'L' | 'S') } else { *c == '.' });
        text = &text[..cut.last()?.0];
        let outer = Anchor::new(text)?;
        if has(&outer) {
            return Some(outer);
        }
    }
    None
}
