//! Verified cases of faults that readers would notice, tested on the whole real corpus.
//!
//! Reads `cases/faults.jsonl` of the folder named by `LAGRUM_TEST_CORPUS`. Each row states a question and, in its `check`, what
//! the answer must have; an unknown word in `check` fails the test. Rows for the command line, pages and tools have their own
//! tests.

use std::collections::BTreeMap;
use std::sync::Arc;

use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_snapshot::{Snapshots, today};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value, json};

use crate::served::{Served, build};

/// The base of every uri of the real corpus, which the rows leave out.
const BASE: &str = "https://lagen.nu/";

type Check = Map<String, Value>;

/// A question: the endpoint, its input, and further parameters.
#[derive(Clone)]
struct Asked<'a> {
    how: &'a str,
    input: &'a str,
    parameters: BTreeMap<String, String>,
}

/// A target of an occurrence, or a result or recognized citation of the resolver.
struct Entry {
    uri: String,
    cited: String,
    status: String,
    text: String,
    range: Vec<String>,
    is_mismatch: bool,
    /// Every field except the words that were read, as JSON.
    fields: String,
}

impl Entry {
    fn is_of(&self, place: &str) -> bool {
        self.uri == place || self.cited == place || self.range.iter().any(|unit| unit == place)
    }

    fn is_inside(&self, place: &str) -> bool {
        is_inside(&self.uri, place) || is_inside(&self.cited, place)
    }
}

/// Whether a place is another one or lies within it.
fn is_inside(inner: &str, outer: &str) -> bool {
    let Some(rest) = inner.strip_prefix(outer) else { return false };
    match rest.chars().next() {
        None => true,
        Some('#') => !outer.contains('#'),
        Some(next) => outer.contains('#') && next.is_uppercase(),
    }
}

/// An answer in the form that checks read.
struct Reply {
    status: u16,
    json: Value,
    text: String,
    entries: Vec<Entry>,
}

fn words(value: &Value) -> Vec<&str> {
    value.as_array().map(|list| list.iter().filter_map(Value::as_str).collect()).unwrap_or_default()
}

fn local(value: &Value) -> String {
    value.as_str().unwrap_or_default().replace(BASE, "")
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

async fn ask(served: &Served, asked: &Asked<'_>) -> Reply {
    let encoded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let parameters = asked.parameters.iter().fold(String::new(), |mut all, (name, value)| {
        all.push_str(&format!("&{name}={}", encoded(value)));
        all
    });
    let answer = match asked.how {
        "extract" => {
            let mut body = json!({ "text": asked.input });
            for (name, value) in &asked.parameters {
                body[name] = value.as_str().into();
            }
            served.post("/api/v1/citations/extract", body.to_string(), &[]).await
        }
        "resolve" => served.get(&format!("/api/v1/resolve?q={}{parameters}", encoded(asked.input))).await,
        "search" => served.get(&format!("/api/v1/search?q={}{parameters}", encoded(asked.input))).await,
        "provision" => {
            served.get(&format!("/api/v1/provision?uri={}{parameters}", encoded(asked.input))).await
        }
        "diff" => served.get(&format!("/api/v1/document/diff?{}", asked.input)).await,
        how => panic!("no endpoint {how}"),
    };
    let json = serde_json::from_slice(&answer.body).unwrap_or(Value::Null);
    let entries = entries(asked.how, &json);
    Reply { status: answer.status.as_u16(), text: answer.text().to_owned(), json, entries }
}

fn entries(how: &str, json: &Value) -> Vec<Entry> {
    let list = |name: &str| json[name].as_array().cloned().unwrap_or_default();
    match how {
        "extract" => {
            let of_occurrence = |occurrence: Value| {
                let targets = occurrence["targets"].as_array().cloned().unwrap_or_default();
                targets.into_iter().map(move |target| {
                    let mut fields = occurrence.clone();
                    fields["targets"] = target.clone();
                    fields["text"] = Value::Null;
                    Entry {
                        uri: local(&target["uri"]),
                        cited: local(&target["cited"]),
                        status: local(&target["status"]),
                        text: one_line(occurrence["text"].as_str().unwrap_or_default()),
                        range: words(&occurrence["range"]).iter().map(|uri| uri.replace(BASE, "")).collect(),
                        is_mismatch: occurrence["name_mismatch"].as_bool() == Some(true)
                            || occurrence["name_mismatch"].is_object(),
                        fields: fields.to_string(),
                    }
                })
            };
            list("occurrences").into_iter().flat_map(of_occurrence).collect()
        }
        "resolve" => {
            let entry = |found: &Value, uri: &Value, status: &str| Entry {
                uri: local(uri),
                cited: String::new(),
                status: status.to_owned(),
                text: String::new(),
                range: Vec::new(),
                is_mismatch: found["name_mismatch"].is_object(),
                fields: found.to_string(),
            };
            let results = list("results").into_iter().map(|result| {
                let pin = &result["pin"]["uri"];
                entry(&result, if pin.is_string() { pin } else { &result["uri"] }, "held")
            });
            let recognized = list("recognized");
            let recognized = recognized
                .iter()
                .map(|found| entry(found, &found["uri"], found["status"].as_str().unwrap_or_default()));
            results.chain(recognized).collect()
        }
        _ => Vec::new(),
    }
}

/// The first result of a search, with its pin or the places of its extracts.
fn first(reply: &Reply) -> (String, Vec<String>) {
    let hit = &reply.json["results"][0];
    let extracts = hit["fragments"].as_array().cloned().unwrap_or_default();
    let places = extracts.iter().map(|extract| &extract["uri"]).chain([&hit["pin"]["uri"]]);
    (local(&hit["uri"]), places.map(local).filter(|place| !place.is_empty()).collect())
}

fn total(reply: &Reply) -> u64 {
    reply.json["total"].as_u64().unwrap_or_default()
}

/// The fields of a search answer beside its results, counts and words.
fn said(reply: &Reply) -> String {
    if reply.status != 200 {
        return reply.text.to_lowercase();
    }
    let mut fields = reply.json.as_object().cloned().unwrap_or_default();
    for name in ["results", "facets", "query", "total", "next_cursor"] {
        fields.remove(name);
    }
    fields.retain(|_, value| !value.is_null() && *value != json!([]) && *value != json!({}));
    Value::Object(fields).to_string().to_lowercase()
}

/// The units of a difference with this status.
fn units<'a>(reply: &'a Reply, change: &str) -> Vec<&'a Value> {
    let list = reply.json["units"].as_array();
    list.into_iter().flatten().filter(|unit| unit["change"].as_str() == Some(change)).collect()
}

/// The mistakes in an answer, by the words of its check.
async fn wrong(served: &Served, asked: &Asked<'_>, check: &Check) -> Vec<String> {
    let reply = ask(served, asked).await;
    let mut wrong = Vec::new();
    let status = check.get("http").and_then(Value::as_u64).unwrap_or(200);
    if u64::from(reply.status) != status {
        wrong.push(format!("http {}", reply.status));
    }
    for (word, value) in check {
        let faults = match word.as_str() {
            "http" => Vec::new(),
            "at" => {
                let mut faults = Vec::new();
                for (day, check) in value.as_object().unwrap() {
                    let mut asked = asked.clone();
                    asked.parameters.insert("as_of".to_owned(), day.clone());
                    faults.extend(Box::pin(wrong_at(served, &asked, check)).await);
                }
                faults
            }
            "either" => {
                let mut all = Vec::new();
                for check in value.as_array().unwrap() {
                    all.push(Box::pin(wrong_at(served, asked, check)).await);
                }
                if all.iter().any(Vec::is_empty) { Vec::new() } else { all.concat() }
            }
            "like" | "first_like" | "total_of" => {
                let other = ask(served, &Asked { input: value.as_str().unwrap(), ..asked.clone() }).await;
                let is_right = match word.as_str() {
                    "total_of" => total(&reply) >= total(&other),
                    "first_like" => first(&reply).0 == first(&other).0,
                    _ => {
                        total(&reply).abs_diff(total(&other)) * 10 <= total(&other)
                            && first(&reply).0 == first(&other).0
                    }
                };
                if is_right { Vec::new() } else { vec![format!("{word} {value}: {}", total(&reply))] }
            }
            _ => fault_of_word(&reply, word, value, check),
        };
        wrong.extend(faults);
    }
    wrong
}

async fn wrong_at(served: &Served, asked: &Asked<'_>, check: &Value) -> Vec<String> {
    wrong(served, asked, check.as_object().unwrap()).await
}

/// The mistakes by a word of a check that needs no other answer.
fn fault_of_word(reply: &Reply, word: &str, value: &Value, check: &Check) -> Vec<String> {
    let entries = &reply.entries;
    let found = |place: &str| entries.iter().filter(|entry| entry.is_of(place)).collect::<Vec<_>>();
    let unless = |is_right: bool, what: String| if is_right { None } else { Some(format!("{word} {what}")) };
    let object = value.as_object();
    match word {
        "held" | "not_held" | "impossible" => {
            let wanted = words(value);
            let fault = |place: &&str| {
                let times = wanted.iter().filter(|other| *other == place).count();
                let has = found(place).iter().filter(|entry| entry.status == word).count();
                unless(has >= times, (*place).to_owned())
            };
            wanted.iter().filter_map(fault).collect()
        }
        "expired" | "coming" => object
            .unwrap()
            .iter()
            .filter_map(|(place, facts)| {
                let told = found(place);
                let is_told = |fact: &&str| {
                    told.iter().any(|entry| entry.status == word && entry.fields.contains(fact))
                };
                let facts = words(facts);
                unless(!told.is_empty() && facts.iter().all(is_told), place.clone())
            })
            .collect(),
        "read" => words(value)
            .into_iter()
            .filter_map(|place| {
                unless(found(place).iter().any(|entry| entry.status != "impossible"), place.to_owned())
            })
            .collect(),
        "not" | "never_held" => words(value)
            .into_iter()
            .filter_map(|place| {
                let is_said =
                    |entry: &&Entry| entry.is_inside(place) && (word == "not" || entry.status == "held");
                let said: Vec<_> = entries.iter().filter(is_said).map(|entry| &entry.uri).collect();
                unless(said.is_empty(), format!("{place}: {said:?}"))
            })
            .collect(),
        "only" => {
            let allowed = check.get("held").map(words).unwrap_or_default();
            let is_allowed = |entry: &&Entry| {
                allowed.iter().any(|place| entry.uri == *place || is_inside(place, &entry.uri))
            };
            let others = entries.iter().filter(|entry| entry.status == "held" && !is_allowed(entry));
            others.map(|entry| format!("only: {}", entry.uri)).collect()
        }
        "text" => object
            .unwrap()
            .iter()
            .filter_map(|(place, wanted)| {
                let wanted = one_line(wanted.as_str().unwrap());
                let is_right = |entry: &&Entry| match wanted.strip_prefix('…') {
                    Some(end) => entry.text.ends_with(end),
                    None => entry.text == wanted,
                };
                let there = found(place);
                let texts: Vec<_> = there.iter().map(|entry| &entry.text).collect();
                unless(there.iter().any(is_right), format!("{place}: {texts:?}"))
            })
            .collect(),
        "tells" => object
            .unwrap()
            .iter()
            .filter_map(|(place, wanted)| {
                let told: String = found(place).iter().map(|entry| entry.fields.as_str()).collect();
                unless(words(wanted).iter().all(|wanted| told.contains(wanted)), place.clone())
            })
            .collect(),
        "mismatch" => words(value)
            .into_iter()
            .filter_map(|place| {
                let is_told = entries.iter().any(|entry| entry.is_inside(place) && entry.is_mismatch);
                unless(is_told, place.to_owned())
            })
            .collect(),
        "told" | "not_understood" => untold(reply, word, value),
        "has" => words(value)
            .into_iter()
            .filter_map(|wanted| unless(one_line(&reply.text).contains(wanted), wanted.to_owned()))
            .collect(),
        "first" => {
            let wanted = value.as_str().unwrap();
            let (document, places) = first(reply);
            let is_first = wanted == document
                || wanted.split_once('#').is_some_and(|(act, _)| {
                    act == document && places.iter().any(|place| is_inside(place, wanted))
                });
            unless(is_first, format!("{document} {places:?}")).into_iter().collect()
        }
        "says" => {
            let said = said(reply);
            let wanted = words(value);
            let is_said = if wanted.is_empty() {
                said != "{}"
            } else {
                wanted.iter().all(|wanted| said.contains(&wanted.to_lowercase()))
            };
            unless(is_said, format!("{value}: {said}")).into_iter().collect()
        }
        "in_force" => object
            .unwrap()
            .iter()
            .filter_map(|(field, wanted)| {
                let told = &reply.json["in_force"][field];
                unless(told == wanted, format!("{field}: {told}"))
            })
            .collect(),
        "changed" | "not_changed" => {
            let changed: Vec<_> =
                units(reply, "changed").iter().filter_map(|unit| unit["anchor"].as_str()).collect();
            let named = words(value);
            let is_right = if word == "changed" {
                changed == named
            } else {
                !named.iter().any(|anchor| changed.contains(anchor))
            };
            unless(is_right, format!("{changed:?}")).into_iter().collect()
        }
        "not_removed" => {
            let wanted = value.as_str().unwrap();
            let removed = units(reply, "removed");
            unless(!removed.iter().any(|unit| unit.to_string().contains(wanted)), wanted.to_owned())
                .into_iter()
                .collect()
        }
        _ => vec![format!("{word}: a word that this test does not know")],
    }
}

/// The words whose numbers no part of an extraction covers.
fn untold(reply: &Reply, word: &str, value: &Value) -> Vec<String> {
    let of = |name: &str| -> Vec<String> {
        let list = reply.json[name].as_array();
        list.into_iter().flatten().filter_map(|entry| Some(entry["text"].as_str()?.to_owned())).collect()
    };
    let not_understood = of("not_understood");
    let wanted = words(value);
    if word == "not_understood" && wanted.is_empty() {
        return not_understood.iter().map(|text| format!("not_understood {text}")).collect();
    }
    let mut told = not_understood;
    if word == "told" {
        told.extend(of("occurrences"));
        told.extend(of("relative"));
    }
    let numbers = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty()).map(str::to_owned).collect()
    };
    let known: Vec<String> = told.iter().flat_map(|text| numbers(text)).collect();
    let is_told = |text: &&&str| numbers(text).iter().all(|number| known.contains(number));
    wanted.iter().filter(|text| !is_told(text)).map(|text| format!("{word} {text}")).collect()
}

/// The question of a row: its input without the parameters in parentheses after it.
fn asked<'a>(how: &'a str, input: &'a str) -> Asked<'a> {
    let mut parameters = BTreeMap::new();
    let mut input = input;
    if matches!(how, "search" | "provision")
        && let Some((before, inside)) = input.strip_suffix(')').and_then(|text| text.rsplit_once(" ("))
        && let Some((name, value)) = inside.split_once('=')
    {
        parameters.insert(name.to_owned(), value.to_owned());
        input = before;
    }
    if how == "provision" {
        parameters.insert("format".to_owned(), "json".to_owned());
    }
    Asked { how, input, parameters }
}

/// Inputs whose expected answer a later rule replaced: a page of a work that is held without pages is `not_held`.
const SUPERSEDED: [&str; 1] = ["3 Bet 2018/19:CU16 s 3."];

#[tokio::test]
async fn no_verified_fault_is_met_again() {
    let Some(shared) = lagrum_test_support::real_corpus() else { return };
    let folder = tempfile::tempdir().unwrap();
    let data = lagrum_test_support::built_corpus().unwrap_or_else(|| {
        let corpus = Corpus::create(&folder.path().join("data")).unwrap();
        let origin = shared.join("corpus").display().to_string();
        import(&corpus, &[origin], &ImportOptions::default(), &Silent).unwrap();
        build(folder.path());
        folder.path().join("data")
    });
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    snapshot.load_resolver(today()).unwrap();
    snapshot.load_search().unwrap();
    let served = Served::new(Some(Arc::new(snapshot)));
    let text = std::fs::read_to_string(shared.join("cases/faults.jsonl")).unwrap();
    let mut failed = Vec::new();
    let mut checked = 0;
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let (Some(how), Some(input), Some(check)) =
            (row["how"].as_str(), row["input"].as_str(), row["check"].as_object())
        else {
            continue;
        };
        checked += 1;
        if SUPERSEDED.contains(&input) {
            continue;
        }
        let faults = wrong(&served, &asked(how, input), check).await;
        if !faults.is_empty() {
            failed.push(format!("{} | {input:?} | {faults:?}", row["kind"].as_str().unwrap_or_default()));
        }
    }
    assert!(checked >= 80, "only {checked} rows have a check");
    assert!(failed.is_empty(), "{} of {checked}:\n{}", failed.len(), failed.join("\n"));
}
