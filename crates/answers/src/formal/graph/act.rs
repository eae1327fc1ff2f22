//! The graph of an act, in the ontology of ELI.
//!
//! | thing | class |
//! |---|---|
//! | the act | `eli:LegalResource`; its days, the acts that changed it, its texts |
//! | a text of it | `eli:LegalResource`, a member of the act |
//! | the words of the text in their language | `eli:LegalExpression`: title, language |
//! | a form of the words | `eli:Format`, unofficial |

use lagrum_linked::{ELI, Iri, LinkedGraph, LinkedTerm, OWL};
use lagrum_sources::ActForm;

use super::super::facts::{FormalFacts, StatedAct};
use super::super::form::FormalForm;
use super::names::{LinkedNames, language};

/// What the address of a kind of file begins with.
const MEDIA_TYPES: &str = "https://www.iana.org/assignments/media-types/";

pub(super) fn write(graph: &mut LinkedGraph, names: &LinkedNames<'_>, facts: &FormalFacts, act: &StatedAct) {
    let Some(work) = names.work(facts) else { return };
    describe(graph, names, &work, (facts, act));
    relate(graph, names, &work, act);
    for wording in &act.wordings {
        let Some(text) = names.wording(facts, act, wording) else { continue };
        graph.add(&work, ELI.term("has_member"), lagrum_linked::LinkedValue::Thing(text.clone()));
        graph.a(&text, ELI.term("LegalResource"));
        graph.relation(&text, ELI.term("is_member_of"), work.as_str());
        // The uri of the act is that of its present text too: it stands for the act.
        if text.as_str() != wording.uri && wording.uri != facts.uri {
            graph.relation(&text, OWL.term("sameAs"), &wording.uri);
        }
        if let Some(day) = &wording.from {
            graph.day(&text, ELI.term("version_date"), day);
        }
    }
    let text = act.wording.as_ref().and_then(|wording| names.wording(facts, act, wording));
    let shown = text.unwrap_or_else(|| work.clone());
    if shown != work {
        for uri in &act.worked_in {
            graph.relation(&shown, ELI.term("consolidates"), &names.of_uri(uri));
        }
    }
    express(graph, names, &shown, (facts, act));
}

/// What the act is.
fn describe(
    graph: &mut LinkedGraph,
    names: &LinkedNames<'_>,
    work: &Iri,
    (facts, act): (&FormalFacts, &StatedAct),
) {
    graph.a(work, ELI.term("LegalResource"));
    if work.as_str() != facts.uri {
        graph.relation(work, OWL.term("sameAs"), &facts.uri);
    }
    let mut words = |property: &'static str, words: Option<&String>| {
        if let Some(words) = words {
            graph.words(work, ELI.term(property), words, None);
        }
    };
    words("id_local", act.id_local.as_ref());
    words("number", act.name.as_ref().map(|name| &name.number));
    let days = [
        ("date_document", &act.issued),
        ("first_date_entry_in_force", &act.first_day),
        ("date_no_longer_in_force", &act.last_day),
    ];
    for (property, day) in days {
        if let Some(day) = day {
            graph.day(work, ELI.term(property), day);
        }
    }
    if let Some(in_force) = act.in_force {
        let state = if in_force { "InForce-inForce" } else { "InForce-notInForce" };
        graph.relation(work, ELI.term("in_force"), &format!("{}{state}", ELI.namespace));
    }
    if act.form == ActForm::SwedishAct {
        let country = "http://publications.europa.eu/resource/authority/country/SWE";
        graph.relation(work, ELI.term("jurisdiction"), country);
    }
    if let Some(agent) = facts.author.as_ref().and_then(|author| names.agent(graph, author)) {
        graph.relation(work, ELI.term("passed_by"), agent.as_str());
    }
}

/// What the act has to do with other acts.
fn relate(graph: &mut LinkedGraph, names: &LinkedNames<'_>, work: &Iri, act: &StatedAct) {
    let relations: [(LinkedTerm, &[String]); 6] = [
        (ELI.term("amended_by"), &act.amended_by),
        (ELI.term("repealed_by"), act.repealed_by.as_slice()),
        (ELI.term("amends"), &act.amends),
        (ELI.term("repeals"), &act.repeals),
        (ELI.term("transposes"), &act.transposes),
        (ELI.term("based_on"), &act.based_on),
    ];
    for (property, uris) in relations {
        for uri in uris {
            graph.relation(work, property, &names.of_uri(uri));
        }
    }
}

/// The words of a text and their forms.
fn express(
    graph: &mut LinkedGraph,
    names: &LinkedNames<'_>,
    text: &Iri,
    (facts, act): (&FormalFacts, &StatedAct),
) {
    let Some(expression) = names.expression(act, text) else { return };
    graph.relation(text, ELI.term("is_realized_by"), expression.as_str());
    graph.a(&expression, ELI.term("LegalExpression"));
    graph.relation(&expression, ELI.term("realizes"), text.as_str());
    graph.words(&expression, ELI.term("title"), &facts.title, Some(facts.language));
    // Short names are Swedish, whatever the language of the text.
    let short = act.short_title.as_ref().filter(|short| **short != facts.title);
    if let Some(short) = short {
        graph.words(&expression, ELI.term("title_short"), short, Some("sv"));
    }
    if let Some(entry) = language(facts.language) {
        graph.relation(&expression, ELI.term("language"), &entry);
    }
    for form in facts.forms.iter().filter(|form| **form != FormalForm::JsonLd) {
        let Some((name, at)) = names.form(facts, &expression, *form) else { continue };
        graph.relation(&expression, ELI.term("is_embodied_by"), name.as_str());
        graph.a(&name, ELI.term("Format"));
        graph.relation(&name, ELI.term("embodies"), expression.as_str());
        graph.relation(&name, ELI.term("media_type"), &format!("{MEDIA_TYPES}{}", form.media_type()));
        graph.relation(&name, ELI.term("legal_value"), &format!("{}LegalValue-unofficial", ELI.namespace));
        graph.relation(&name, ELI.term("is_exemplified_by"), at.as_str());
    }
}
