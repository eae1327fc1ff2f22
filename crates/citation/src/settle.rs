//! Settling: looks up in the corpus which of the cited documents are held, and whether they have the anchor.

use lagrum_artifact::{Anchor, AnchorGrammar};
use lagrum_sources::ActForm;

use crate::target::{CandidateReading, CitedBy, CitedLocation, source_of};

/// The look-ups in a corpus that settling needs. Documents are given by local ids. An implementation returns false or nothing when
/// a look-up fails.
pub trait Holdings {
    /// Whether the document is held.
    fn holds(&self, document: &str) -> bool;

    /// Whether the text of a held document has this anchor: the id of a node, a computed EU anchor, a printed page
    /// (`sid45`).
    fn has_anchor(&self, document: &str, anchor: &Anchor) -> bool;

    /// Whether `inner` is inside `outer` although the anchors do not show it: `P36` in kapitel `K3` of a statute whose
    /// paragrafer are numbered through all kapitel. The document has both anchors.
    fn encloses(&self, document: &str, outer: &Anchor, inner: &Anchor) -> bool;

    /// The held documents whose local ids are this SFS number with a page: `1904:48` gives `1904:48_s.1`.
    fn page_numbered(&self, number: &str) -> Vec<String>;
}

/// What a query resolves to, in the order of reading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resolution {
    /// How the query was read; None when it is no citation.
    pub reading: Option<CandidateReading>,
    /// The cited locations that are held.
    pub results: Vec<ResolvedLocation>,
    /// The cited documents that are not held.
    pub recognized: Vec<Recognized>,
}

/// A held document and the cited anchor in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedLocation {
    /// Local id.
    pub document: String,
    /// The anchor; None when the citation names the document, or an anchor that the document does not have.
    pub anchor: Option<Anchor>,
    /// The anchor that the citation names, whether the document has it or not.
    pub cited: Option<Anchor>,
}

/// A document that is cited and not held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recognized {
    /// The local id that the document would have.
    pub document: String,
    /// The anchor that the citation names.
    pub cited: Option<Anchor>,
    /// The source that it would belong to.
    pub source: &'static str,
}

/// Looks up the cited locations of a reading.
pub fn settle(reading: Option<CandidateReading>, holdings: &impl Holdings) -> Resolution {
    let mut resolution = Resolution::default();
    let mut targets = reading.as_ref().map(|reading| reading.targets.as_slice()).unwrap_or_default();
    if reading.as_ref().is_some_and(|reading| reading.how == CitedBy::Uri) {
        // The targets are one address with more or less of the punctuation at its end. The first that is held is taken, else the last,
        // which is without the punctuation.
        let held = targets.iter().position(|target| locate(target, holdings).is_some());
        let at = held.or(targets.len().checked_sub(1)).unwrap_or_default();
        targets = targets.get(at..=at).unwrap_or_default();
    }
    for target in targets {
        match locate(target, holdings) {
            Some(resolved) => {
                let same = |other: &ResolvedLocation| {
                    other.document == resolved.document && other.anchor == resolved.anchor
                };
                if !resolution.results.iter().any(same) {
                    resolution.results.push(resolved);
                }
            }
            None => recognize(target, &mut resolution.recognized),
        }
    }
    resolution.reading = reading;
    resolution
}

/// Looks up one cited location; None when its document is not held.
pub fn locate(target: &CitedLocation, holdings: &impl Holdings) -> Option<ResolvedLocation> {
    let document = held_document(&target.document, holdings)?;
    let anchor = target.anchor.as_ref().and_then(|anchor| nearest_anchor(&document, anchor, holdings));
    Some(ResolvedLocation { document, anchor, cited: target.anchor.clone() })
}

/// The act and the day (`YYYYMMDD`) of the CELEX number of a consolidated text, `celex/02014L0065-20240109`.
fn consolidated(document: &str) -> Option<(String, &str)> {
    let (number, day) = document.strip_prefix("celex/0")?.split_once('-')?;
    let is_day = day.len() == 8 && day.bytes().all(|byte| byte.is_ascii_digit());
    is_day.then(|| (format!("celex/3{number}"), day))
}

fn recognize(target: &CitedLocation, recognized: &mut Vec<Recognized>) {
    let Some(source) = target.source() else { return };
    if !recognized.iter().any(|other| other.document == target.document) {
        let (document, cited) = (target.document.clone(), target.anchor.clone());
        recognized.push(Recognized { document, cited, source });
    }
}

/// The document itself, or the one other document that its number may mean.
fn held_document(document: &str, holdings: &impl Holdings) -> Option<String> {
    if holdings.holds(document) {
        return Some(document.to_owned());
    }
    if source_of(document).is_some_and(|source| source.holds_statutes) {
        // A number with a part that is not held may be held with a page instead.
        let number = match document.split_once('_') {
            Some((number, part)) if part.bytes().all(|b| b.is_ascii_digit()) => number,
            Some(_) => return None,
            None => document,
        };
        let mut pages = holdings.page_numbered(number);
        return if pages.len() == 1 { pages.pop() } else { None };
    }
    if let Some((act, day)) = consolidated(document) {
        let wording = format!("{act}/konsolidering/{}-{}-{}", &day[..4], &day[4..6], &day[6..]);
        return [wording, act].into_iter().find(|held| holdings.holds(held));
    }
    // A case of the Court may have ended in an order or an opinion instead of a judgment.
    let case = document.strip_prefix("celex/6").filter(|rest| rest.get(5..6) == Some("J"))?;
    ["O", "V"].iter().find_map(|letter| {
        let other = format!("celex/6{}{letter}{}", case.get(..5)?, case.get(6..)?);
        holdings.holds(&other).then_some(other)
    })
}

/// The cited anchor if the document has it, else the nearest one around it that is not larger than the provision.
fn nearest_anchor(document: &str, anchor: &Anchor, holdings: &impl Holdings) -> Option<Anchor> {
    let has = |anchor: &Anchor| holdings.has_anchor(document, anchor);
    if has(anchor) {
        return Some(anchor.clone());
    }
    let form = source_of(document).and_then(|source| source.act_form);
    if form != Some(ActForm::SwedishAct) {
        return section_of_work(anchor).filter(&has).or_else(|| anchor_in_article(anchor, &has));
    }
    if let Some(found) = anchor_in_section(anchor, &has) {
        return Some(found);
    }
    let (chapter, section) = split_kapitel(anchor)?;
    anchor_in_section(&section, &has).filter(|found| holdings.encloses(document, &chapter, found))
}

/// The provision with as many of its cited parts as the document has. A mening never has an anchor, so the anchor of its stycke is
/// taken.
fn anchor_in_section(anchor: &Anchor, has: &impl Fn(&Anchor) -> bool) -> Option<Anchor> {
    let whole = anchor.as_str();
    let without_sentence = whole.rsplit_once('M').map_or(whole, |(before, _)| before);
    let unit = AnchorGrammar::Statute.unit(anchor);
    let section = unit.as_str().rsplit_once('O').map_or(unit.as_str(), |(before, _)| before);
    let mut anchors = [whole, without_sentence, unit.as_str(), section].into_iter().filter_map(Anchor::new);
    anchors.find(has)
}

/// `K3P36S1` as `K3` and `P36S1`.
fn split_kapitel(anchor: &Anchor) -> Option<(Anchor, Anchor)> {
    let text = anchor.as_str();
    let section = text.find('P').filter(|_| text.starts_with('K'))?;
    Some((Anchor::new(&text[..section])?, Anchor::new(&text[section..])?))
}

/// The anchor that the artifact of a preparatory work has for a cited section: `a8.2.1` for `S8-2-1`.
fn section_of_work(anchor: &Anchor) -> Option<Anchor> {
    let numbers = anchor.as_str().strip_prefix('S')?;
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    numbers.split('-').all(is_number).then(|| Anchor::new(&format!("a{}", numbers.replace('-', "."))))?
}

/// `6.1.c`, then `6.1`, then `6`; for a treaty `A6P1La`, `A6P1`, `A6`. `3.a` may be article 3a.
fn anchor_in_article(anchor: &Anchor, has: &impl Fn(&Anchor) -> bool) -> Option<Anchor> {
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
