//! A strategy for small corpora of several sources, as artifacts.

use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

use crate::pool::{ANCHORS, DATES, ELSEWHERE, ENDS, KEYWORDS, Known, POOL, PREDICATES, TITLES};

pub const BASE: &str = "https://lag.example";

/// A corpus before it is imported.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    /// Artifacts with their sources; no uri twice.
    pub documents: Vec<(&'static str, Value)>,
    /// Archived wordings with their sources.
    pub lydelser: Vec<(&'static str, Value)>,
    /// The entries of the status file of eurlex, by CELEX number.
    pub statuses: Map<String, Value>,
}

pub fn uri(local_id: &str) -> String {
    if local_id.contains("://") { local_id.to_owned() } else { format!("{BASE}/{local_id}") }
}

/// Random values for the fields of a document; each source uses those that it has fields for.
#[derive(Clone, Debug)]
struct Fill {
    title: Option<&'static str>,
    date: Option<&'static str>,
    ends: Option<&'static str>,
    keywords: Vec<&'static str>,
    relations: (Vec<String>, Vec<String>, Vec<String>),
    aliases: Vec<String>,
    implements: Vec<Value>,
    body: Vec<Value>,
    /// Chooses between the forms of a source.
    form: bool,
}

/// Corpora of up to forty documents.
pub fn corpora() -> impl Strategy<Value = Corpus> {
    let documents = vec((select(&POOL[..]), fill()), 1..40);
    let statuses = vec((select(&POOL[32..44]), option::of(select(&ENDS[..])), any::<bool>()), 0..4);
    let lydelser = vec((select(&POOL[..6]), select(&["1999:1", "2001:9"][..]), runs()), 0..4);
    (documents, lydelser, statuses).prop_map(|(documents, lydelser, statuses)| {
        let mut by_uri = BTreeMap::new();
        for (known, fill) in documents {
            by_uri.insert(known.local_id, (known.source, artifact(known, fill)));
        }
        let mut wordings = BTreeMap::new();
        for (known, version, text) in lydelser {
            let uri = format!("{}/konsolidering/{version}", uri(known.local_id));
            let wording =
                json!({"uri": uri, "version": version, "structure": [{"type": "stycke", "text": text}]});
            wordings.insert(uri, (known.source, wording));
        }
        let statuses = statuses.into_iter().map(|(known, end, in_force)| {
            let celex = known.local_id.trim_start_matches("celex/").to_owned();
            (celex, json!({"in_force": in_force, "valid_to": end}))
        });
        Corpus {
            documents: by_uri.into_values().collect(),
            lydelser: wordings.into_values().collect(),
            statuses: statuses.collect(),
        }
    })
}

fn roots() -> impl Strategy<Value = String> + Clone {
    prop_oneof![
        3 => select(&POOL[..]).prop_map(|known| uri(known.local_id)),
        2 => select(&ELSEWHERE[..]).prop_map(uri),
        // Many links to few documents, so that lists have something to merge and to order.
        3 => select(&["1931:47", "begrepp/Vall", "prop/2030/31:9"][..]).prop_map(uri),
    ]
}

fn targets() -> impl Strategy<Value = String> + Clone {
    let anchor = prop_oneof![
        8 => Just(String::new()),
        8 => select(&ANCHORS[..]).prop_map(|anchor| format!("#{anchor}")),
        1 => Just("#".to_owned()),
        1 => Just("#P1#P2".to_owned()),
    ];
    (roots(), anchor).prop_map(|(root, anchor)| root + &anchor)
}

fn runs() -> impl Strategy<Value = Vec<Value>> + Clone {
    let link = (targets(), option::of(select(&PREDICATES[..])), option::of(select(&["2 §", "se där"][..])))
        .prop_map(|(target, predicate, text)| {
            let mut run = json!({"uri": target});
            if let Some(predicate) = predicate {
                run["predicate"] = predicate.into();
            }
            if let Some(text) = text {
                run["text"] = text.into();
            }
            run
        });
    let run = prop_oneof![6 => link, 1 => Just(json!("Text mellan. ")), 1 => Just(json!({"uri": "#fn-1"}))];
    vec(run, 0..4)
}

fn nodes() -> impl Strategy<Value = Vec<Value>> {
    let leaf = (
        option::of(select(&ANCHORS[..])),
        option::of(1..40_i64),
        runs(),
        option::weighted(0.1, Just("vall")),
    );
    let node =
        (leaf.clone(), vec(leaf, 0..2)).prop_map(|(own, children)| {
            let node = |(anchor, page, text, defines): (
                Option<&str>,
                Option<i64>,
                Vec<Value>,
                Option<&str>,
            )| {
                json!({"type": "stycke", "id": anchor, "page": page, "text": text, "defines": defines})
            };
            let mut whole = node(own);
            whole["children"] = children.into_iter().map(node).collect();
            whole
        });
    vec(node, 0..4)
}

fn fill() -> impl Strategy<Value = Fill> {
    let titles = TITLES.map(|(title, _)| title);
    let aliases =
        vec(select(&["begrepp/Gärde", "begrepp/Hage", "begrepp/Åker", "begrepp/29/29-regeln"][..]), 0..2);
    let law = select(
        &[
            "fårlagen (1931:47)",
            "9.1 Förslaget till fårlag",
            "Förslag till lag om får",
            "lag (1890:2) om får",
        ][..],
    );
    let implements = (law, select(&["3", "3 a"][..]), vec(targets(), 0..3), option::of(1..9_i64));
    let implements = implements.prop_map(|(law, paragraf, uris, page)| {
        json!({"law": law, "paragraf": paragraf, "uris": uris, "page": page, "sentence": "genomför"})
    });
    (
        (
            option::weighted(0.9, select(titles.to_vec())),
            option::of(select(&DATES[..])),
            option::weighted(0.3, select(&ENDS[..])),
        ),
        vec(select(&KEYWORDS[..]), 0..3),
        (vec(roots(), 0..3), vec(foreskrifter(), 0..2), vec(targets(), 0..2)),
        (aliases, vec(implements, 0..2)),
        nodes(),
        any::<bool>(),
    )
        .prop_map(|((title, date, ends), keywords, relations, (aliases, implements), body, form)| Fill {
            title,
            date,
            ends,
            keywords,
            relations,
            aliases: aliases.into_iter().map(uri).collect(),
            implements,
            body,
            form,
        })
}

/// Uris that a regulation may amend, mostly of other regulations.
fn foreskrifter() -> impl Strategy<Value = String> {
    select(&POOL[22..32]).prop_map(|known| uri(known.local_id))
}

fn artifact(known: Known, fill: Fill) -> Value {
    let Fill { title, date, ends, keywords, relations, aliases, implements, body, form } = fill;
    let (related, amended, empowering) = relations;
    let mut artifact = json!({"uri": uri(known.local_id), "date": date, "structure": body});
    match known.source {
        "sfs" => {
            artifact["metadata"] = json!({"properties": {
                "dcterms:title": title,
                "rpubl:upphavandedatum": ends,
                "rpubl:ikrafttradandedatum": date,
            }});
            artifact["kompletterar"] = json!(related);
        }
        "dv" => {
            artifact["label"] = known.label.into();
            artifact["metadata"] = json!({
                "nyckelord": keywords,
                "sammanfattning": title,
                "lagrum": [{"runs": related.iter().map(|uri| json!({"uri": uri})).collect::<Value>()}],
            });
        }
        "forarbete" => {
            artifact["identifier"] = known.label.into();
            artifact["doctype"] = known.kind.into();
            artifact["title"] = title.into();
            artifact["implements"] = implements.into();
            if form {
                flatten(&mut artifact["structure"]);
            }
        }
        "foreskrift" => {
            artifact["identifier"] = known.label.into();
            artifact["fs"] = known.kind.into();
            artifact["metadata"] = json!({
                "title": title, "andrar": amended, "bemyndigande": empowering, "upphaver": related,
                "status": ends.map(|_| "upphävt"), "upphavd": ends, "ersattAv": form.then_some("fffs/2031:9"),
            });
            if form {
                artifact["consolidations"] =
                    json!([{"konsolideradTom": related.first(), "structure": artifact["structure"]}]);
            }
        }
        "eurlex" => {
            artifact["doctype"] = known.kind.into();
            artifact["celex"] = known.local_id.trim_start_matches("celex/").into();
            artifact["label"] = known.label.into();
            artifact["title"] = title.into();
            artifact["expired"] = ends.into();
            artifact["lang"] = form.then_some("swe").into();
        }
        "begrepp" => {
            artifact["title"] = title.filter(|_| form).into();
            artifact["aliases"] = aliases.into();
        }
        "kommentar" => artifact["author"] = title.into(),
        _ => {
            artifact["identifier"] = known.label.into();
            artifact["doctype"] = known.kind.into();
            artifact["title"] = title.into();
            artifact["references"] = related.iter().map(|uri| json!({"uri": uri})).collect();
        }
    }
    artifact
}

/// A body without anchors, which is cited by page.
fn flatten(body: &mut Value) {
    for node in body.as_array_mut().into_iter().flatten() {
        node["id"] = Value::Null;
        flatten(&mut node["children"]);
    }
}
