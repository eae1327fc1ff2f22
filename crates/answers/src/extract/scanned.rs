//! The citations that the scanner finds in a text, and the targets of each.

use std::ops::Range;

use lagrum_artifact::{Anchor, Base, Location};
use lagrum_catalog::{CatalogHoldings, CatalogProblem};
use lagrum_citation::{CitedLocation, ScanContext, ScanSettings, ScanTypes, ScannedLink, Scanner};
use lagrum_snapshot::SharedResolver;
use lagrum_sources::{ActForm, CitationKind, source, source_of_local_id};

use super::answer::{ExtractQuestion, ExtractedTarget, TargetStatus};
use super::blocks::JoinedText;
use super::ranges::{RangedLink, with_ranges};
use super::targets::Targets;
use crate::place_state::PlaceReason;

/// The European Convention on Human Rights.
const CONVENTION: &str = "coe/005";

/// What the scanner finds in a text.
pub(super) struct FoundCitations {
    pub(super) links: Vec<RangedLink>,
    /// The bytes of references to something that neither the text nor its context names: `3 §` without a law.
    pub(super) relative: Vec<Range<usize>>,
    /// The bytes of passages that look like citations and were not understood.
    pub(super) not_understood: Vec<Range<usize>>,
}

/// Scans a text, each group of blocks in its own context.
pub(super) fn found_citations(
    resolver: &SharedResolver,
    holdings: &CatalogHoldings<'_>,
    question: &ExtractQuestion,
    joined: &JoinedText<'_>,
) -> Result<FoundCitations, CatalogProblem> {
    let base = resolver.base();
    let settings = ScanSettings {
        types: ScanTypes::all(),
        written: question.as_of.map(|day| day.to_string()),
        pinpoints: true,
        bare_case_names: !question.only_numbered_cases,
        base: Some(base.clone()),
        links_only: false,
    };
    let mut scanner = Scanner::new(resolver.names(), settings);
    let mut all = FoundCitations { links: Vec::new(), relative: Vec::new(), not_understood: Vec::new() };
    for group in joined.groups() {
        let uri = group.context.as_ref().or(question.context.as_ref());
        let context = uri.map(|uri| context_of(uri, base)).unwrap_or_default();
        let text = &joined.text()[group.range.clone()];
        let found = scanner.scan(text, &context)?;
        let shift = |range: Range<usize>| range.start + group.range.start..range.end + group.range.start;
        let anchors = |document: &str, beginning: &str| {
            let held = holdings.anchors(document);
            let of_range = |anchor: &&Anchor| anchor.as_str().starts_with(beginning);
            held.iter().flat_map(|held| held.iter()).filter(of_range).cloned().collect()
        };
        all.links.extend(with_ranges(text, found.links, anchors).into_iter().map(|mut ranged| {
            ranged.link.range = shift(ranged.link.range);
            ranged.link.misnamed = ranged.link.misnamed.map(shift);
            ranged
        }));
        all.relative.extend(found.relative.into_iter().map(shift));
        all.not_understood.extend(found.not_understood.into_iter().map(shift));
    }
    Ok(all)
}

/// The targets of a citation.
pub(super) struct SettledLink {
    /// In the order of their uris.
    pub(super) targets: Vec<ExtractedTarget>,
    /// Whether the document was not named but inferred.
    pub(super) inferred: bool,
    /// Whether it is a number of a list that is neither a part of the article before it nor an article: `artikel 6.1 och 99`.
    pub(super) is_no_part: bool,
}

/// Looks up the targets of a citation.
pub(super) fn settled(targets: &mut Targets<'_>, link: &ScannedLink) -> SettledLink {
    let mut found: Vec<ExtractedTarget> = Vec::with_capacity(link.targets.len());
    let (mut inferred, mut is_no_part) = (link.inferred, false);
    let may_be_other = !link.otherwise.is_empty();
    for target in &link.targets {
        match targets.settle(target) {
            // The law named last was only a guess when neither it nor another place has the provision.
            Some(settled) if lacks(&settled, target) || may_be_other && lacks_part(&settled) => {
                let mut others =
                    link.otherwise.iter().filter_map(|other| Some((targets.settle(other)?, other)));
                match others.find(|(settled, other)| !lacks(settled, other) && !lacks_part(settled)) {
                    Some((settled, other)) => {
                        inferred |= other.document != target.document;
                        found.push(settled);
                    }
                    None if link.inferred => {}
                    None if may_be_other && lacks_part(&settled) => is_no_part = true,
                    // The reference is relative to the place of the text, of which too little is known.
                    None if link.counts_from_here && needs_place(&settled, target) => {}
                    None => found.push(settled),
                }
            }
            settled => found.extend(settled),
        }
    }
    // Of acts under one abbreviation, those that have the provision are meant.
    if found.iter().any(|target| target.status == TargetStatus::Held) {
        found.retain(|target| target.status != TargetStatus::Impossible);
    }
    if link.misnamed.is_some() {
        // What is held bears the number and not the name, so it is not what was cited.
        let held = found.iter_mut().filter(|target| target.status == TargetStatus::Held);
        held.for_each(|target| target.status = TargetStatus::NotHeld);
    }
    found.sort_by(|a, b| a.uri.cmp(&b.uri));
    SettledLink { targets: found, inferred, is_no_part }
}

/// Whether a held document does not have the cited place, and nothing shows that it had it or will have it. Of EU acts and
/// treaties this is not known: what is held may be a part of them.
fn lacks(settled: &ExtractedTarget, target: &CitedLocation) -> bool {
    let is_known = settled.pin.is_some() || settled.until.is_some() || !settled.missing.is_empty();
    let is_unknown = target.anchor.is_some() && !is_known;
    let form = settled.source.as_deref().and_then(|name| source(name).act_form);
    match settled.status {
        TargetStatus::Impossible => true,
        TargetStatus::Held => is_unknown,
        // Only a held document has a display.
        TargetStatus::NotHeld => is_unknown && settled.display.is_some() && form == Some(ActForm::SwedishAct),
        TargetStatus::Expired | TargetStatus::Coming => false,
    }
}

/// Whether a held EU act or treaty lacks a place that is a number of a list, which may be that of another place.
fn lacks_part(settled: &ExtractedTarget) -> bool {
    let form = settled.source.as_deref().and_then(|name| source(name).act_form);
    let is_of_articles = form.is_some_and(|form| form != ActForm::SwedishAct);
    is_of_articles && settled.display.is_some() && settled.status != TargetStatus::Held
}

/// Whether a provision that its act lacks is only found from the place that cites it: a paragraf of an act that numbers them anew in
/// each kapitel, or a part of a paragraf that is not named.
fn needs_place(settled: &ExtractedTarget, target: &CitedLocation) -> bool {
    let is_part = target.anchor.as_ref().is_some_and(|anchor| !anchor.as_str().starts_with(['K', 'P']));
    settled.reason == Some(PlaceReason::KapitelMissing) || is_part
}

/// The place that a text stands in, by the uri of its document and the provision it comments on or is.
fn context_of(uri: &str, base: &Base) -> ScanContext {
    let mut context = ScanContext::default();
    let Some(location) = Location::parse(uri) else { return context };
    let Some(document) = base.strip(location.document().as_str()).map(str::to_owned) else { return context };
    match source_of_local_id(&document).map(|source| source.act_form) {
        Some(Some(ActForm::SwedishAct)) => {
            context.law = Some(document);
            if let Some(anchor) = location.anchor() {
                fill(&mut context, anchor);
            }
        }
        Some(Some(ActForm::EuAct)) => context.eu_act = Some(document),
        Some(None) => {
            context.convention = CitationKind::of(&document) == Some(CitationKind::Echr);
            context.work = Some(document);
        }
        Some(Some(ActForm::Treaty)) => context.convention = document == CONVENTION,
        _ => {}
    }
    context
}

/// Takes kapitel, paragraf and stycke from an anchor.
fn fill(context: &mut ScanContext, anchor: &Anchor) {
    let mut rest = anchor.as_str();
    for (letter, part) in
        [('K', &mut context.kapitel), ('P', &mut context.paragraf), ('S', &mut context.stycke)]
    {
        let Some(after) = rest.strip_prefix(letter) else { continue };
        let end = after.find(|c: char| c.is_ascii_uppercase()).unwrap_or(after.len());
        *part = Some(after[..end].to_owned());
        rest = &after[end..];
    }
}
