//! Statutes: kapitel, paragrafer and stycken, a register of amendments, and for some an archive of older lydelser.
//!
//! An older lydelse is the statute as it was when an earlier amending act was the latest. The text of every paragraf follows
//! from the act that changed it last. So two lydelser differ in the changed paragrafer only, and a comparison finds such
//! changes as in real ones.

use serde_json::{Value, json};

use crate::draft::{Draft, compact, date_in};
use crate::outline::Outline;
use crate::plan::Plan;
use crate::profile::Source;
use crate::random::Purpose;

/// An act in a statute's register.
#[derive(Clone, Debug)]
pub(crate) struct Act {
    /// `2003:467`.
    number: String,
    year: usize,
    in_force: String,
}

/// The acts that amended a statute, oldest first.
pub(crate) fn amending_acts(plan: &Plan, rank: usize) -> Vec<Act> {
    let first = plan.name(Source::Sfs, rank).year;
    let mut random = plan.random(Purpose::Register, Source::Sfs, rank);
    let wanted = random.count(3.0 * plan.heft(Source::Sfs, rank)).min(60);
    let mut years: Vec<usize> = (0..wanted).map(|_| random.between(first.min(2024) + 1, 2025)).collect();
    years.sort_unstable();
    let mut acts: Vec<Act> = Vec::with_capacity(years.len());
    for (index, year) in years.into_iter().enumerate() {
        // Ascending within a year, and odd: no statute has an odd number here.
        let number = format!("{year}:{}", 201 + index * 20 + 2 * random.below(9));
        acts.push(Act { number, year, in_force: date_in(year, &mut random) });
    }
    acts
}

/// The archived lydelser of a statute, each named by the last amending act that it includes; none for most statutes.
pub(crate) fn archived(plan: &Plan, rank: usize) -> Vec<(usize, String)> {
    let acts = amending_acts(plan, rank);
    let mut random = plan.dice_for(Purpose::Register, Source::Sfs, rank, [1, 0]);
    if acts.len() < 2 || !random.chance(0.07) {
        return Vec::new();
    }
    let lydelser = random.between(1, (acts.len() - 1).min(4));
    let first = acts.len() - 1 - lydelser;
    acts[first..acts.len() - 1]
        .iter()
        .enumerate()
        .map(|(index, act)| (first + index + 1, act.number.clone()))
        .collect()
}

/// Writes the current text of a statute, or the text after its first `lydelse` amendments.
pub(crate) fn compose(mut draft: Draft<'_>, lydelse: Option<usize>) -> Value {
    let plan = draft.plan;
    let rank = draft.rank;
    let mut acts = amending_acts(plan, rank);
    acts.truncate(lydelse.unwrap_or(acts.len()));
    let uri = draft.uri();
    let number = draft.name.local_id.clone();
    let title = title(&draft);
    let issued = draft.date();
    let repealed =
        (rank > 0 && draft.shape.chance(0.12)).then(|| date_in(2010 + rank % 15, &mut draft.shape));
    let structure = structure(&mut draft, &acts);

    let latest = acts.last().map_or(number.as_str(), |act| act.number.as_str()).to_owned();
    let identifier = match acts.last() {
        Some(act) => format!("SFS {number} i lydelse enligt SFS {}", act.number),
        None => format!("SFS {number}"),
    };
    let department = plan.absolute("org/2008/justitiedepartementet");
    let sources: Vec<String> =
        acts.iter().rev().take(1).map(|act| plan.absolute(&act.number)).chain([uri.clone()]).collect();
    let metadata = json!({
        "properties": compact(json!({
            "dcterms:creator": department,
            "dcterms:identifier": identifier,
            "dcterms:publisher": plan.absolute("org/2008/regeringskansliet"),
            "dcterms:title": title,
            "rdf:type": ["http://rinfo.lagrummet.se/ns/2008/11/rinfo/publ#KonsolideradGrundforfattning"],
            "rpubl:ikrafttradandedatum": issued,
            "rpubl:konsoliderar": uri,
            "rpubl:konsolideringsunderlag": sources,
            "rpubl:upphavandedatum": repealed,
            "rpubl:utfardandedatum": issued,
        })),
        "secondary": {department: {"rdfs:label": "Justitiedepartementet"}},
        "uri": format!("{uri}/konsolidering/{latest}"),
    });
    let version = lydelse.map(|_| latest.clone());
    compact(json!({
        "amendments": register(&mut draft, &acts),
        "metadata": metadata,
        "source_url": format!("https://publisher.example/sfs/{number}"),
        "structure": structure,
        "uri": version.as_ref().map_or_else(|| uri.clone(), |version| format!("{uri}/konsolidering/{version}")),
        "version": version,
    }))
}

fn title(draft: &Draft<'_>) -> String {
    let number = &draft.name.local_id;
    let subject = draft.title(0, 3).to_lowercase();
    match draft.rank % 10 {
        // The great codes have their own names.
        _ if draft.rank < 12 => format!("{}lag ({number})", draft.title(0, 1)),
        0..=3 => format!("Lag ({number}) om {subject}"),
        4 => format!("{}lag ({number})", draft.title(0, 1)),
        _ => format!("Förordning ({number}) om {subject}"),
    }
}

fn structure(draft: &mut Draft<'_>, acts: &[Act]) -> Vec<Value> {
    let outline = Outline::of(draft.plan, Source::Sfs, draft.rank);
    let Outline::Provisions { kapitel, divided, salt } = outline else { return Vec::new() };
    let appendix = draft.shape.chance(0.06);
    let places: usize = kapitel
        .iter()
        .enumerate()
        .map(|(index, count)| (1..=*count).map(|p| Outline::stycken(salt, index + 1, p)).sum::<usize>())
        .sum();
    let mut writer = draft.writer(places + usize::from(appendix));
    let mut structure = Vec::new();
    let mut headings = 0;
    for (index, count) in kapitel.iter().enumerate() {
        let of = index + 1;
        let mut nodes = Vec::new();
        let heading = |nodes: &mut Vec<Value>, level: usize, number: &mut usize, text: String| {
            *number += 1;
            let prefix = if divided { format!("K{of}") } else { String::new() };
            nodes.push(
                json!({"id": format!("{prefix}R{number}"), "level": level, "text": [text], "type": "rubrik"}),
            );
        };
        let mut within = if divided { 0 } else { headings };
        if divided {
            let text = format!("{of} kap. {}", draft.title(of, 2));
            heading(&mut nodes, 1, &mut within, text);
        }
        for paragraf in 1..=*count {
            if paragraf % 5 == 1 && *count > 4 {
                heading(&mut nodes, 2, &mut within, draft.title(of * 1_000 + paragraf, 3));
            }
            let changed = last_change(draft, of, paragraf, acts.len());
            writer.reseed(draft.plan.dice_for(
                Purpose::Text,
                Source::Sfs,
                draft.rank,
                [of * 2_000 + paragraf, changed],
            ));
            let anchor = Outline::paragraf(divided, of, paragraf);
            let mut stycken = Vec::new();
            for stycke in 1..=Outline::stycken(salt, of, paragraf) {
                let id = format!("{anchor}S{stycke}");
                let mut text = writer.text();
                if stycke == 1
                    && let Some(act) = changed.checked_sub(1).and_then(|index| acts.get(index))
                    && let Some(runs) = text.as_array_mut()
                {
                    runs.push(json!(format!(" Lag ({}).", act.number)));
                }
                let children = ((paragraf + stycke) % 6 == 0).then(|| points(&id, &mut writer));
                stycken.push(compact(json!({
                    "beteckning": (stycke == 1).then(|| format!("{paragraf} §")),
                    "children": children,
                    "id": id,
                    "text": text,
                    "type": "stycke",
                })));
            }
            // A dated variant for a later day stands beside the one in force, and has no anchors.
            let coming = draft.shape.chance(0.01);
            nodes.push(compact(json!({
                "children": stycken,
                "id": anchor,
                "ordinal": paragraf.to_string(),
                "type": "paragraf",
                "upphor": coming.then_some("2031-07-01"),
            })));
            if coming {
                let beteckning = format!("{paragraf} §");
                let text = writer.sentences(20);
                nodes.push(json!({"children": [{"beteckning": beteckning, "id": null, "text": [text], "type": "stycke"}],
                    "id": null, "ikrafttrader": "2031-07-01", "ordinal": paragraf.to_string(), "type": "paragraf"}));
            }
        }
        if draft.shape.chance(0.05) {
            nodes.push(json!({"text": [format!("{} § har upphävts.", count + 1)], "type": "upphavd"}));
        }
        if divided {
            structure.push(
                json!({"children": nodes, "id": format!("K{of}"), "ordinal": of.to_string(), "type": "kapitel"}),
            );
        } else {
            headings = within;
            structure.append(&mut nodes);
        }
    }
    if appendix {
        let row = |cells: [String; 2]| json!({"cells": [[cells[0]], [cells[1]]], "type": "rad"});
        let rows: Vec<Value> = (0..4).map(|_| row([writer.phrase(1), writer.phrase(4)])).collect();
        structure.push(json!({"children": [
            {"id": "B1R1", "level": 1, "text": ["Bilaga"], "type": "rubrik"},
            {"id": "B1S1", "text": writer.text(), "type": "stycke"},
            {"children": rows, "id": null, "type": "tabell"},
        ], "id": "B1", "type": "bilaga"}));
    }
    structure
}

fn points(stycke: &str, writer: &mut crate::prose::Writer<'_>) -> Vec<Value> {
    (1..=3)
        .map(|number| {
            json!({"id": format!("{stycke}N{number}"), "ordinal": number.to_string(),
                "text": [writer.phrase(5) + if number == 3 { "." } else { "," }], "type": "punkt"})
        })
        .collect()
}

/// Which of the first `acts` amending acts changed a paragraf last: its number from 1, 0 for none of them.
fn last_change(draft: &Draft<'_>, kapitel: usize, paragraf: usize, acts: usize) -> usize {
    (1..=acts)
        .rev()
        .find(|act| {
            let part = [kapitel * 2_000 + paragraf, *act];
            draft.plan.dice_for(Purpose::Register, Source::Sfs, draft.rank, part).chance(0.12)
        })
        .unwrap_or(0)
}

fn register(draft: &mut Draft<'_>, acts: &[Act]) -> Vec<Value> {
    let plan = draft.plan;
    let base = draft.name.local_id.clone();
    let year = draft.name.year;
    let mut entries = vec![json!({
        "forarbeten": [format!("Prop. {year}/{:02}:{}", (year + 1) % 100, 1 + draft.rank % 150)],
        "properties": {"dcterms:identifier": format!("SFS {base}"), "rpubl:arsutgava": year.to_string()},
        "uri": plan.absolute(&base),
    })];
    for act in acts {
        let (_, serial) = act.number.split_once(':').unwrap_or_default();
        let id = format!("L{}", act.number);
        let content = draft.shape.chance(0.5).then(|| {
            json!([{"children": [{"id": format!("{id}S1"),
                "text": [format!("Denna lag träder i kraft den {}.", act.in_force)], "type": "stycke"}],
                "id": id, "type": "overgangsbestammelse"}])
        });
        entries.push(compact(json!({
            "content": content,
            "forarbeten": [format!("Prop. {}/{:02}:{}", act.year, (act.year + 1) % 100, 1 + draft.shape.below(180))],
            "properties": {
                "dcterms:identifier": format!("SFS {}", act.number),
                "rpubl:andrar": format!("ändr. {} §", draft.shape.between(1, 20)),
                "rpubl:arsutgava": act.year.to_string(),
                "rpubl:ikrafttradandedatum": act.in_force,
                "rpubl:lopnummer": serial,
            },
            "uri": plan.absolute(&act.number),
        })));
    }
    entries
}
