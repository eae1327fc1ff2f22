//! The contribution of each number of the ranking, and a search for better numbers.

use lagrum_search::Tuning;

use super::score::{HEAD, Score, is_held_back};
use super::{Bench, Case, Failure};

type Knob = (&'static str, fn(&mut Tuning) -> &mut f32);

/// The numbers that can be tuned.
const KNOBS: [Knob; 61] = [
    ("floor", |t| &mut t.minimum_match),
    ("function_word", |t| &mut t.function_word),
    ("light_word", |t| &mut t.light_word),
    ("text", |t| &mut t.text),
    ("name", |t| &mut t.name),
    ("citations", |t| &mut t.citations),
    ("coverage", |t| &mut t.coverage),
    ("chance", |t| &mut t.chance),
    ("preparatory", |t| &mut t.preparatory),
    ("amending", |t| &mut t.amending),
    ("kind", |t| &mut t.kind),
    ("kind_word", |t| &mut t.kind_word),
    ("stub", |t| &mut t.stub),
    ("exact_name", |t| &mut t.exact_name),
    ("case_number", |t| &mut t.case_number),
    ("repetition", |t| &mut t.repetition),
    ("length", |t| &mut t.length),
    ("near.folded", |t| &mut t.near.folded),
    ("near.compound", |t| &mut t.near.compound),
    ("near.prefix", |t| &mut t.near.prefix),
    ("near.spelling", |t| &mut t.near.spelling),
    ("near.everyday", |t| &mut t.near.everyday),
    ("near.alone", |t| &mut t.near.alone),
    ("near.derived", |t| &mut t.near.derived),
    ("near.particle", |t| &mut t.near.particle),
    ("heading", |t| &mut t.heading),
    ("title", |t| &mut t.title),
    ("under_title", |t| &mut t.under_title),
    ("page", |t| &mut t.page),
    ("reason", |t| &mut t.reason),
    ("keyword", |t| &mut t.keyword),
    ("topic", |t| &mut t.topic),
    ("passage_citations", |t| &mut t.passage_citations),
    ("concept", |t| &mut t.concept),
    ("definition", |t| &mut t.definition),
    ("passage_length", |t| &mut t.passage_length),
    ("passage_coverage", |t| &mut t.passage_coverage),
    ("model.question", |t| &mut t.model.question),
    ("model.words", |t| &mut t.model.words),
    ("model.span", |t| &mut t.model.span),
    ("model.floor", |t| &mut t.model.floor),
    ("model.passage", |t| &mut t.model.passage),
    ("word_table.question", |t| &mut t.word_table.question),
    ("word_table.words", |t| &mut t.word_table.words),
    ("word_table.span", |t| &mut t.word_table.span),
    ("word_table.floor", |t| &mut t.word_table.floor),
    ("word_table.passage", |t| &mut t.word_table.passage),
    ("context", |t| &mut t.context),
    ("context_passage", |t| &mut t.context_passage),
    ("context_floor", |t| &mut t.context_floor),
    ("answer.document", |t| &mut t.answer.document),
    ("answer.passage", |t| &mut t.answer.passage),
    ("answer.floor", |t| &mut t.answer.floor),
    ("context_length", |t| &mut t.context_length),
    ("concept_name", |t| &mut t.concept_name),
    ("context_beside_brief", |t| &mut t.context_beside_brief),
    ("provision.document", |t| &mut t.provision.document),
    ("provision.heading", |t| &mut t.provision.heading),
    ("provision.name", |t| &mut t.provision.name),
    ("provision.length", |t| &mut t.provision.length),
    ("provision.before_kinds", |t| &mut t.provision.before_kinds),
];

/// The value of a number that removes its part of the ranking.
const WITHOUT: [(&str, f32); 30] = [
    ("text", 0.0),
    ("name", 0.0),
    ("citations", 0.0),
    ("coverage", 0.0),
    ("preparatory", 1.0),
    ("amending", 1.0),
    ("kind", 0.0),
    ("stub", 1.0),
    ("exact_name", 0.0),
    ("length", 0.0),
    ("near.folded", 0.0),
    ("near.compound", 0.0),
    ("near.prefix", 0.0),
    ("near.spelling", 0.0),
    ("near.everyday", 0.0),
    ("near.derived", 0.0),
    ("near.particle", 0.0),
    ("light_word", 1.0),
    ("heading", 0.0),
    ("title", 0.0),
    ("passage_citations", 0.0),
    ("concept", 0.0),
    ("context", 0.0),
    ("context_passage", 0.0),
    ("concept_name", 0.0),
    ("answer.document", 0.0),
    ("answer.passage", 0.0),
    ("context_beside_brief", 1.0),
    ("provision.document", 0.0),
    ("provision.before_kinds", f32::INFINITY),
];

/// The numbers of the ranking, with those replaced that are given as `name=value`.
pub(super) fn set(given: &[String]) -> Result<Tuning, Failure> {
    let mut tuning = Tuning::default();
    for text in given {
        let (name, value) = text.split_once('=').ok_or_else(|| format!("{text}: write name=value"))?;
        let knob = KNOBS.iter().find(|(known, _)| *known == name);
        let (_, knob) = knob.ok_or_else(|| format!("unknown number {name}"))?;
        *knob(&mut tuning) = value.parse().map_err(|error| format!("{text}: {error}"))?;
    }
    Ok(tuning)
}

/// The figures without each part of the ranking, one part at a time.
pub(super) fn ablation(bench: &Bench, cases: &[Case]) -> Result<String, Failure> {
    let mut text = format!("\n{HEAD}");
    let mut measure = |name: &str, tuning: Tuning| -> Result<(), Failure> {
        let outcomes = bench.ask(&bench.engine(tuning)?, cases);
        text += &Score::of(cases.iter().zip(&outcomes)).line(name);
        Ok(())
    };
    measure("everything", bench.tuning.clone())?;
    for (name, value) in WITHOUT {
        let mut tuning = bench.tuning.clone();
        if let Some((_, knob)) = KNOBS.iter().find(|(known, _)| *known == name) {
            *knob(&mut tuning) = value;
        }
        measure(&format!("without {name}"), tuning)?;
    }
    for floor in [0.0, 0.3, 0.5, 0.6] {
        measure(&format!("floor {floor}"), Tuning { minimum_match: floor, ..bench.tuning.clone() })?;
    }
    let every_word = Tuning { minimum_match: 0.999, ..bench.tuning.clone() };
    measure("every word in full", every_word)?;
    Ok(text)
}

/// Changes one number after the other, keeps improvements, and repeats until there are none.
pub(super) fn tune(bench: &Bench, cases: &[Case]) -> Result<String, Failure> {
    let open: Vec<Case> =
        cases.iter().enumerate().filter(|(at, _)| !is_held_back(*at)).map(|(_, case)| case.clone()).collect();
    let mut engine = bench.engine(bench.tuning.clone())?;
    let mut best = bench.tuning.clone();
    let mut text = String::from("\n");
    let outcomes = bench.ask(&engine, &open);
    let mut worth = Score::of(open.iter().zip(&outcomes)).worth();
    for round in 0..3 {
        let before = worth;
        for (name, knob) in KNOBS {
            for factor in [0.5, 0.7, 0.85, 1.2, 1.5, 2.0] {
                let mut tried = best.clone();
                *knob(&mut tried) *= factor;
                engine = engine.with_tuning(tried.clone());
                let outcomes = bench.ask(&engine, &open);
                let found = Score::of(open.iter().zip(&outcomes)).worth();
                if found > worth + 1e-3 {
                    text +=
                        &format!("round {round}: {name} {} -> {worth:.4} to {found:.4}\n", *knob(&mut tried));
                    eprintln!("round {round}: {name} {}: {worth:.4} to {found:.4}", *knob(&mut tried));
                    worth = found;
                    best = tried;
                }
            }
        }
        if worth <= before {
            break;
        }
    }
    let outcomes = bench.ask(&engine.with_tuning(best.clone()), cases);
    text += &super::score::table(cases, &outcomes);
    text += &format!("{best:#?}\n");
    Ok(text)
}
