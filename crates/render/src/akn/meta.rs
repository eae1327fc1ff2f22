//! The metadata of an act.

use std::collections::HashMap;

use super::metadata::{AknDate, AknMetadata, AknModification};
use super::periods::{PeriodGroup, PeriodGroups};
use super::text::{address, attribute, push_words};
use crate::shown::{Mend, Mends};

/// The acts that the metadata refers to, each with a number.
#[derive(Default)]
struct References<'f> {
    acts: Vec<(&'f str, &'f str)>,
    numbers: HashMap<&'f str, usize>,
}

impl<'f> References<'f> {
    fn number(&mut self, act: &'f (String, String)) -> usize {
        let Self { acts, numbers } = self;
        *numbers.entry(act.0.as_str()).or_insert_with(|| {
            acts.push((&act.0, &act.1));
            acts.len()
        })
    }
}

/// What the metadata needs of the text.
pub(super) struct TextFacts<'t> {
    pub(super) eids: &'t HashMap<String, String>,
    /// The eId of the whole text.
    pub(super) text: &'t str,
    /// The part that is written, of a portion.
    pub(super) portion: Option<&'t str>,
    /// The mends that touched the text.
    pub(super) mends: &'t Mends,
}

/// Writes the metadata.
pub(super) fn write(
    out: &mut String,
    metadata: &AknMetadata,
    periods: &mut PeriodGroups,
    text: &TextFacts<'_>,
) {
    let mut references = References::default();
    out.push_str("<meta>\n");
    identification(out, metadata, text);
    let forces: Vec<Option<usize>> = metadata
        .modified_by
        .iter()
        .chain(&metadata.modifies)
        .map(|change| change.day.clone().map(|day| periods.number((Some(day), None))))
        .collect();
    let days = lifecycle(out, metadata, periods, &mut references);
    analysis(out, metadata, &forces, text);
    temporal(out, &periods.groups, &days);
    out.push_str("<references source=\"#lagrum\">\n");
    let label = metadata.identifier.as_deref().unwrap_or(&metadata.uri);
    reference(out, "original", "original", &metadata.names.work, label);
    for (at, (uri, label)) in references.acts.iter().enumerate() {
        reference(out, "passiveRef", &format!("ref_{}", at + 1), uri, label);
    }
    let author = format!("/ontology/organization/{}", slug(&metadata.author));
    reference(out, "TLCOrganization", "author", &author, &metadata.author);
    reference(out, "TLCOrganization", "lagrum", &metadata.publisher, "lagrum");
    reference(out, "TLCConcept", "inForce", "/ontology/concept/in-force", "gällande");
    out.push_str("</references>\n");
    let mends = text.mends.iter().map(|mend| ("mended", Mend::name(*mend)));
    let facts = metadata.facts.iter().map(|(name, value)| (*name, value.as_str()));
    let mut facts = facts.chain(mends).peekable();
    if facts.peek().is_some() {
        out.push_str("<proprietary source=\"#lagrum\">\n");
        for (name, value) in facts {
            out.push_str(&format!("<lagrum:{name}>"));
            push_words(out, value);
            out.push_str(&format!("</lagrum:{name}>\n"));
        }
        out.push_str("</proprietary>\n");
    }
    out.push_str("</meta>\n");
}

/// A name for an organisation without what a uri may not have.
fn slug(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join("_")
}

fn reference(out: &mut String, tag: &str, eid: &str, href: &str, label: &str) {
    out.push('<');
    out.push_str(tag);
    attribute(out, "eId", eid);
    attribute(out, "href", &address(href));
    attribute(out, "showAs", label);
    out.push_str("/>\n");
}

fn value(out: &mut String, tag: &str, value: &str) {
    out.push('<');
    out.push_str(tag);
    attribute(out, "value", value);
    out.push_str("/>\n");
}

fn date(out: &mut String, date: &AknDate) {
    out.push_str("<FRBRdate");
    attribute(out, "date", &date.day);
    attribute(out, "name", date.name);
    out.push_str("/>\n");
}

/// The title with single blanks; None without one.
pub(super) fn title_of(metadata: &AknMetadata) -> Option<String> {
    let title = metadata.title.as_deref().unwrap_or_default();
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    (!title.is_empty()).then_some(title)
}

fn alias(out: &mut String, name: &str, value: &str) {
    out.push_str("<FRBRalias");
    attribute(out, "name", name);
    attribute(out, "value", value);
    out.push_str("/>\n");
}

fn identification(out: &mut String, metadata: &AknMetadata, text: &TextFacts<'_>) {
    let names = &metadata.names;
    out.push_str("<identification source=\"#lagrum\">\n<FRBRWork>\n");
    value(out, "FRBRthis", &format!("{}/!main", names.work));
    value(out, "FRBRuri", &names.work);
    alias(out, "uri", &metadata.uri);
    if let Some(identifier) = &metadata.identifier {
        alias(out, "identifier", identifier);
    }
    if let Some(title) = title_of(metadata) {
        alias(out, "title", &title);
    }
    date(out, &metadata.issued);
    out.push_str("<FRBRauthor href=\"#author\"/>\n");
    value(out, "FRBRcountry", &names.country);
    value(out, "FRBRsubtype", &names.subtype);
    value(out, "FRBRnumber", &names.number);
    value(out, "FRBRprescriptive", "true");
    value(out, "FRBRauthoritative", "false");
    out.push_str("</FRBRWork>\n<FRBRExpression>\n");
    let portion = text.portion.map(|eid| format!("/~{eid}"));
    let this = portion.clone().unwrap_or_else(|| "/!main".to_owned());
    value(out, "FRBRthis", &format!("{}{this}", names.expression));
    value(out, "FRBRuri", &names.expression);
    alias(out, "uri", &metadata.text_uri);
    date(out, &metadata.expressed);
    out.push_str("<FRBRauthor href=\"#author\"/>\n");
    if let Some(version) = &metadata.version {
        value(out, "FRBRversionNumber", version);
    }
    value(out, "FRBRauthoritative", "false");
    out.push_str("<FRBRlanguage");
    attribute(out, "language", metadata.language);
    out.push_str("/>\n</FRBRExpression>\n<FRBRManifestation>\n");
    let manifestation = format!("{}{}.akn", names.expression, portion.unwrap_or_default());
    value(out, "FRBRthis", &manifestation);
    value(out, "FRBRuri", &manifestation);
    date(out, &AknDate { day: metadata.made.clone(), name: "made" });
    out.push_str("<FRBRauthor href=\"#lagrum\"/>\n");
    if let Some(eid) = text.portion {
        out.push_str("<FRBRportion");
        attribute(out, "from", &format!("#{eid}"));
        out.push_str("/>\n");
    }
    value(out, "FRBRformat", "application/akn+xml");
    out.push_str("</FRBRManifestation>\n</identification>\n");
}

/// A day, the kind of what happened on it, and the act that did it: its uri and name.
type DatedEvent<'d, 'f> = (&'d str, Option<&'d str>, Option<&'f (String, String)>);

/// Writes what became of the act, and the days that periods begin or end on. Returns the number of each day.
fn lifecycle<'f>(
    out: &mut String,
    metadata: &'f AknMetadata,
    periods: &PeriodGroups,
    references: &mut References<'f>,
) -> HashMap<String, usize> {
    let mut days: HashMap<String, usize> = HashMap::new();
    let mut events: Vec<DatedEvent<'_, 'f>> =
        metadata.events.iter().map(|event| (&*event.day, Some(event.kind), event.act.as_ref())).collect();
    let named: std::collections::BTreeSet<&str> = events.iter().map(|(day, ..)| *day).collect();
    let of_periods: std::collections::BTreeSet<&str> = periods
        .groups
        .iter()
        .flat_map(|group| [&group.days.0, &group.days.1])
        .filter_map(|day| day.as_deref())
        .filter(|day| !named.contains(day))
        .collect();
    events.extend(of_periods.into_iter().map(|day| (day, None, None)));
    events.sort_by_key(|(day, ..)| *day);
    if events.is_empty() {
        return days;
    }
    out.push_str("<lifecycle source=\"#lagrum\">\n");
    for (number, (day, kind, act)) in (1..).zip(events) {
        days.entry(day.to_owned()).or_insert(number);
        let source =
            act.map_or_else(|| "#original".to_owned(), |act| format!("#ref_{}", references.number(act)));
        out.push_str("<eventRef");
        attribute(out, "eId", &format!("eref_{number}"));
        attribute(out, "date", day);
        attribute(out, "source", &source);
        if let Some(kind) = kind {
            attribute(out, "type", kind);
        }
        out.push_str("/>\n");
    }
    out.push_str("</lifecycle>\n");
    days
}

fn analysis(out: &mut String, metadata: &AknMetadata, forces: &[Option<usize>], text: &TextFacts<'_>) {
    if metadata.modified_by.is_empty() && metadata.modifies.is_empty() && metadata.transposes.is_empty() {
        return;
    }
    out.push_str("<analysis source=\"#lagrum\">\n");
    let (passive, active) = forces.split_at(metadata.modified_by.len());
    let own = |change: &AknModification| {
        let eid = change.anchor.as_ref().and_then(|anchor| text.eids.get(anchor));
        format!("#{}", eid.map_or(text.text, String::as_str))
    };
    let theirs = |change: &AknModification| match &change.anchor {
        Some(anchor) => format!("{}#{anchor}", change.act.0),
        None => change.act.0.clone(),
    };
    if !metadata.modifies.is_empty() {
        out.push_str("<activeModifications>\n");
        for (number, (change, force)) in (1..).zip(metadata.modifies.iter().zip(active)) {
            modification(
                out,
                &format!("amod_{number}"),
                change,
                &format!("#{}", text.text),
                &theirs(change),
                *force,
            );
        }
        out.push_str("</activeModifications>\n");
    }
    if !metadata.modified_by.is_empty() {
        out.push_str("<passiveModifications>\n");
        for (number, (change, force)) in (1..).zip(metadata.modified_by.iter().zip(passive)) {
            modification(out, &format!("pmod_{number}"), change, &change.act.0, &own(change), *force);
        }
        out.push_str("</passiveModifications>\n");
    }
    if !metadata.transposes.is_empty() {
        out.push_str("<otherReferences source=\"#lagrum\">\n");
        for directive in &metadata.transposes {
            out.push_str("<alternativeReference");
            attribute(out, "for", &format!("#{}", text.text));
            attribute(out, "href", &address(directive));
            attribute(out, "lagrum:relation", "transposes");
            out.push_str("/>\n");
        }
        out.push_str("</otherReferences>\n");
    }
    out.push_str("</analysis>\n");
}

fn modification(
    out: &mut String,
    eid: &str,
    change: &AknModification,
    source: &str,
    destination: &str,
    force: Option<usize>,
) {
    out.push_str("<textualMod");
    attribute(out, "eId", eid);
    attribute(out, "type", change.kind);
    out.push_str("><source");
    attribute(out, "href", &address(source));
    out.push_str("/><destination");
    attribute(out, "href", &address(destination));
    match &change.scope {
        Some(scope) => {
            out.push_str("><lagrum:scope>");
            push_words(out, scope);
            out.push_str("</lagrum:scope></destination>");
        }
        None => out.push_str("/>"),
    }
    if let Some(force) = force {
        out.push_str(&format!("<force period=\"#tmpg_{force}\"/>"));
    }
    out.push_str("</textualMod>\n");
}

fn temporal(out: &mut String, groups: &[PeriodGroup], days: &HashMap<String, usize>) {
    if groups.is_empty() {
        return;
    }
    out.push_str("<temporalData source=\"#lagrum\">\n");
    for PeriodGroup { number, days: (from, until) } in groups {
        out.push_str(&format!("<temporalGroup eId=\"tmpg_{number}\"><timeInterval refersTo=\"#inForce\""));
        for (name, day) in [("start", from), ("end", until)] {
            if let Some(event) = day.as_ref().and_then(|day| days.get(day)) {
                attribute(out, name, &format!("#eref_{event}"));
            }
        }
        out.push_str("/></temporalGroup>\n");
    }
    out.push_str("</temporalData>\n");
}
