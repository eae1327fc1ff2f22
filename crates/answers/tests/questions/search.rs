//! Searches of the demo's invented law.

use jiff::civil::date;
use lagrum_answers::{AnswerError, DocumentForm, SearchQuestion};
use lagrum_search::{HitOrder, YearRange};
use lagrum_snapshot::Snapshots;
use serde_json::Value;

use crate::fixture::{Built, TODAY, bare, demo_alone, local, uri};
use crate::reader::{Reader, source};

/// A hit, with `!` and its pin.
fn leading(hit: &Value) -> String {
    let pin = hit["pin"]["pinpoint"].as_str().map(|anchor| format!("!{anchor}")).unwrap_or_default();
    format!("{}{pin}", local(&hit["uri"]))
}

#[test]
fn what_leads() {
    let reader = Reader::demo();
    let table = [
        // A name, a place in it, a name beside a topic.
        ("fårlagen", 1, "1931:47"),
        ("fårlagen 2 kap. 3 §", 1, "1931:47!K2P3"),
        ("NJA 2031 s. 5", 1, "dom/nja/2031s5"),
        ("T 1204-30", 2, "dom/nja/2031s5 dom/hd/T1204-30/2031-03-14"),
    ];
    for (query, most, expected) in table {
        let answer = reader.search(query, |_| ());
        let found: Vec<_> = answer["results"].as_array().unwrap().iter().take(most).map(leading).collect();
        assert_eq!(found.join(" "), expected, "{query}");
        assert_eq!(answer["results"][0]["score"], Value::Null, "{query}");
    }
    // The words beside a name are looked for inside what it names.
    let answer = reader.search("fårlagen tillsyn", |_| ());
    assert_eq!(local(&answer["results"][0]["uri"]), "1931:47");
    let places = answer["results"][0]["fragments"].as_array().unwrap();
    assert!(!places.is_empty(), "{answer:#}");
    for place in places {
        // The words of the place, or of the heading over it.
        let told = format!("{} {}", place["heading"], place["highlight"][0]);
        assert!(told.to_lowercase().contains("tillsyn"), "{place}");
    }
}

/// How many documents match.
fn total(reader: Reader<'_>, query: &str) -> u64 {
    reader.search(query, |_| ())["total"].as_u64().unwrap()
}

#[test]
fn words_are_found_in_any_form() {
    let reader = Reader::demo();
    let all = total(reader, "tillsyn");
    assert!(all > 3, "{all}");
    // Other endings, no diacritics, capitals, a beginning of the word, a slip of the finger.
    for query in ["tillsynen", "TILLSYN", "tillsy"] {
        assert!(total(reader, query) >= all, "{query}");
    }
    assert!(total(reader, "tillsny") >= total(reader, "\"tillsyn\""));
    let owners = total(reader, "ägare");
    assert!(owners > 0 && total(reader, "agare") >= owners);
    assert_eq!(total(reader, "qwxzkj plonkiga"), 0);
    assert_eq!(total(reader, ""), 0);
    assert_eq!(total(reader, "och"), total(reader, "och och"));
}

#[test]
fn operators() {
    let reader = Reader::demo();
    let (sheep, goats) = (total(reader, "\"får\""), total(reader, "\"getter\""));
    let both = total(reader, "(\"får\") (\"getter\")");
    assert!(0 < both && both < sheep.min(goats), "{sheep} {goats} {both}");
    assert_eq!(total(reader, "\"får\" | \"getter\""), sheep + goats - both);
    assert_eq!(total(reader, "\"får\" -\"getter\""), sheep - both);
    // A quoted word stands for that form alone, and a star for every word that begins so.
    assert!(total(reader, "\"tillsyne\"") == 0);
    assert!(total(reader, "tills*") >= total(reader, "\"tillsyn\""));
    // What is excluded is excluded in every inflected form.
    let without = reader.search("får -getter", |question| question.limit = 100);
    for hit in without["results"].as_array().unwrap() {
        assert!(!hit["title"].as_str().unwrap_or_default().to_lowercase().contains("getter"), "{hit}");
    }
    // Stray operators are ignored.
    for query in ["får |", "| får", "( får", "får )", "\"får", "får -", "får *"] {
        assert!(total(reader, query) > 0, "{query}");
    }
}

/// A change of a question for a search.
type Change = fn(&mut SearchQuestion);

#[test]
fn a_word_nobody_knows_is_read_as_one_that_is() {
    let reader = Reader::demo();
    let answer = reader.search("tillsny", |_| ());
    assert_eq!(answer["relaxed"], true);
    assert_eq!(answer["corrections"][0]["word"], "tillsny");
    assert_eq!(answer["corrections"][0]["read_as"], "tillsyn");
    let plain = reader.search("tillsyn", |_| ());
    assert_eq!((&plain["relaxed"], &plain["corrections"]), (&Value::Bool(false), &Value::Array(vec![])));
    // Nothing about filters or pages changes that.
    let changes: [Change; 6] = [
        |question| question.days = Some("..1850-01-01".parse().unwrap()),
        |question| question.source = Some(source("sfs")),
        |question| question.source = Some(source("nosuch")),
        |question| question.year = Some(YearRange::of(1850)),
        |question| question.offset = Some(5),
        |question| question.limit = 1,
    ];
    for (at, change) in changes.into_iter().enumerate() {
        assert_eq!(reader.search("tillsny", change)["relaxed"], true, "{at}");
        assert_eq!(reader.search("tillsyn", change)["relaxed"], false, "{at}");
    }
}

#[test]
fn words_are_found_where_the_query_says() {
    let reader = Reader::demo();
    for word in ["tillsyn", "får", "bete"] {
        let alone = total(reader, &format!("({word} | {word})"));
        let [heading, other, text, name] = ["rubrik", "heading", "text", "namn"]
            .map(|field| total(reader, &format!("{field}:({word} | {word}) ({word} | {word})")));
        assert!(heading == other && heading.max(text).max(name) <= alone, "{word}");
        assert!(heading + text + name >= alone, "{word}: {heading} {text} {name} of {alone}");
        // Only inflected forms are excluded.
        let without = total(reader, &format!("({word} | {word}) -text:{word}"));
        assert!(alone - text <= without && without < alone, "{word}");
    }
    assert!(total(reader, "rubrik:tillsyn") > 0 && total(reader, "namn:fårlagen") > 0);
    // Only words in their places are looked for inside what is named.
    let answer = reader.search("fårlagen rubrik:tillsyn", |_| ());
    assert_eq!(local(&answer["results"][0]["uri"]), "1931:47");
    let places = answer["results"][0]["fragments"].as_array().unwrap();
    assert!(!places.is_empty(), "{answer:#}");
    assert!(places.iter().all(|place| place["heading"].as_str().unwrap().contains("<em>")), "{places:#?}");
    // A word in a field is no name.
    let named = reader.search("text:fårlagen", |_| ());
    assert!(named["results"].as_array().unwrap().iter().all(|hit| !hit["score"].is_null()), "{named:#}");
}

#[test]
fn words_are_found_near_each_other() {
    let reader = Reader::demo();
    let [exact, none, two, many, cut] = [
        "\"avgifter för tillsyn\"",
        "\"tillsyn för avgifter\"~0",
        "\"tillsyn avgifter\"~1",
        "\"tillsyn avgifter\"~50",
        "\"tillsyn avgifter\"~900",
    ]
    .map(|query| reader.search(query, |_| ()));
    let total = |answer: &Value| answer["total"].as_u64().unwrap();
    assert!(0 < total(&exact) && total(&exact) <= total(&none), "{none:#}");
    assert!(total(&none) <= total(&two) && total(&two) <= total(&many), "{two:#}");
    assert_eq!((total(&cut), &cut["cut"][0]), (total(&many), &Value::from("\"tillsyn avgifter\"~900")));
    assert!(many["cut"].as_array().unwrap().is_empty());
    let excluded = reader.search("(avgifter | avgifter) -\"avgifter tillsyn\"~50", |_| ());
    let left = self::total(reader, "(avgifter | avgifter)") - total(&many);
    assert!(total(&excluded) >= left, "{left} {excluded:#}");
    assert!(
        excluded["results"].as_array().unwrap().iter().all(|hit| {
            many["results"].as_array().unwrap().iter().all(|other| other["uri"] != hit["uri"])
        })
    );
    // A number is missing, and it is told.
    let unknown = reader.search("\"tillsyn\"~", |_| ());
    assert_eq!(unknown["readings"][0]["kind"], "operator");
}

#[test]
fn days_are_asked_for() {
    let reader = Reader::demo();
    let search = |days: &str| {
        reader.search("får", |question| {
            question.days = Some(days.parse().unwrap());
            question.limit = 100;
        })
    };
    let (before, after, all) =
        (search("..2030-12-31"), search("2031-01-01.."), search("0001-01-01..9999-12-31"));
    let total = |answer: &Value| answer["total"].as_u64().unwrap();
    assert!(total(&before) > 0 && total(&after) > 0);
    assert_eq!(total(&before) + total(&after), total(&all));
    for hit in before["results"].as_array().unwrap() {
        assert!(hit["date"].as_str().is_some_and(|day| day <= "2030-12-31"), "{hit:#}");
    }
    let typed = reader.search("får datum:..2030-12-31", |question| question.limit = 100);
    assert_eq!(typed["results"], before["results"]);
    let failure = reader.try_search("får datum:2031-02-01..2031-01-01", |_| ());
    assert!(matches!(failure, Err(AnswerError::Invalid { parameter: "q", .. })));
}

/// Asks for what is in a bucket of a facet.
fn only(question: &mut SearchQuestion, axis: &str, value: &str) {
    match axis {
        "source" => question.source = Some(source(value)),
        "kind" => question.kind = Some(value.to_owned()),
        _ => question.year = Some(value.parse().unwrap()),
    }
}

#[test]
fn filters_and_facets() {
    let reader = Reader::demo();
    // What has no year is not of the year nought.
    assert_eq!(reader.search("får", |question| question.year = Some(YearRange::of(0)))["total"], 0);
    let all = reader.search("får", |_| ());
    let total = all["total"].as_u64().unwrap();
    for axis in ["source", "kind", "year"] {
        let buckets = all["facets"][axis].as_array().unwrap();
        assert!(!buckets.is_empty());
        let count = |bucket: &Value| bucket["count"].as_u64().unwrap();
        assert!(buckets.is_sorted_by_key(|bucket| std::cmp::Reverse(count(bucket))), "{axis}");
        let sum: u64 = buckets.iter().map(count).sum();
        assert!(sum <= total, "{axis}");
        for bucket in buckets {
            let value = bucket["value"].as_str().unwrap();
            let filtered = reader.search("får", |question| {
                only(question, axis, value);
                question.offset = Some(0);
                question.limit = 100;
            });
            assert_eq!(filtered["total"], bucket["count"], "{axis}={value}");
            // Its own facet is counted as if it were not filtered by.
            assert_eq!(filtered["facets"][axis], all["facets"][axis], "{axis}={value}");
            for hit in filtered["results"].as_array().unwrap().iter().filter(|_| axis != "year") {
                assert_eq!(hit[axis], bucket["value"]);
            }
        }
    }
    assert_eq!(reader.search("får", |question| question.source = Some(source("nosuch")))["total"], 0);
    // An empty filter is none.
    assert_eq!(reader.search("får", |question| question.kind = Some(String::new()))["total"], total);
    let labels = all["facets"]["source"].as_array().unwrap();
    assert!(labels.iter().any(|bucket| bucket["label"] == "Författningar"), "{labels:?}");
    assert!(all["facets"]["year"][0]["label"].is_null());
}

/// The local ids of the hits.
fn found(answer: &Value) -> Vec<String> {
    answer["results"].as_array().unwrap().iter().map(|hit| local(&hit["uri"])).collect()
}

/// All hits at once, in the order of relevance and without what is named.
fn all_hits(question: &mut SearchQuestion) {
    question.limit = 100;
    question.offset = Some(0);
}

#[test]
fn what_has_ended_is_no_hit() {
    let reader = Reader::demo();
    let repealed = "1988:205".to_owned();
    // The act is repealed on 2021-06-30.
    for (day, is_hit) in [
        (date(1980, 1, 1), true),
        (date(2021, 6, 29), true),
        (date(2021, 6, 30), false),
        (date(2099, 1, 1), false),
    ] {
        let hits = found(&reader.on(day).search("bihållning", all_hits));
        assert_eq!(hits.contains(&repealed), is_hit, "{day}");
    }
    // A query that names the act asks for it.
    assert_eq!(found(&reader.on(date(2099, 1, 1)).search("bihållningslagen", |_| ()))[0], repealed);
}

#[test]
fn what_a_query_names_counts_wherever_it_is_shown() {
    let reader = Reader::demo();
    // A place, a name beside a topic, a repealed law, a document that is not held.
    for query in
        ["fårlagen 2 kap. 3 §", "fårlagen tillsyn", "bihållningslagen", "brottsbalken", "fårlagen räntesats"]
    {
        let first = reader.search(query, |question| question.limit = 2);
        let cursor = first["next_cursor"].as_str().map(str::to_owned);
        let mut others = vec![
            reader.search(query, |question| question.offset = Some(0)),
            reader.search(query, |question| question.offset = Some(3)),
            reader.search(query, |question| question.limit = 50),
        ];
        others.extend(cursor.map(|cursor| reader.search(query, |question| question.cursor = Some(cursor))));
        for (at, other) in others.iter().enumerate() {
            for same in ["total", "facets", "relaxed", "corrections", "recognized", "cut"] {
                assert_eq!(other[same], first[same], "{query} {at}: {same}");
            }
        }
        for axis in ["source", "kind", "year"] {
            for bucket in first["facets"][axis].as_array().unwrap() {
                let value = bucket["value"].as_str().unwrap();
                let filtered = reader.search(query, |question| only(question, axis, value));
                assert_eq!(filtered["total"], bucket["count"], "{query} {axis}={value}");
                assert_eq!(filtered["facets"][axis], first["facets"][axis], "{query} {axis}={value}");
            }
        }
    }
}

#[test]
fn what_is_named_and_not_held() {
    let reader = Reader::demo();
    assert_eq!(reader.search("fårlagen", |_| ())["recognized"], serde_json::json!([]));
    for (query, place) in [
        ("brottsbalken 3 kap. 1 §", "1962:700#K3P1"),
        ("C-912/31", "celex/62031CJ0912"),
        (&uri("2999:1"), "2999:1"),
    ] {
        let answer = reader.search(query, |question| question.limit = 100);
        assert_eq!(local(&answer["recognized"][0]["uri"]), place, "{query}");
        assert_eq!(answer["recognized"], reader.resolve(query)["recognized"]);
        let inbound = reader.inbound(&uri(place), |_| ());
        let mut citing: Vec<String> =
            inbound["citations"].as_array().unwrap().iter().map(|row| local(&row["uri"])).collect();
        citing.sort();
        citing.dedup();
        let leading: Vec<String> = found(&answer).into_iter().take(citing.len()).collect();
        assert!(citing.iter().all(|uri| leading.contains(uri)), "{query}: {citing:?} {leading:?}");
    }
}

/// The hits of all pages.
fn walk(reader: Reader<'_>, order: HitOrder, limit: usize) -> Vec<String> {
    let (mut seen, mut cursor) = (Vec::new(), None);
    loop {
        let page = reader.search("lag", |question| {
            question.sort = order;
            question.limit = limit;
            question.cursor = cursor.take();
        });
        seen.extend(found(&page));
        match page["next_cursor"].as_str() {
            Some(next) => cursor = Some(next.to_owned()),
            None => return seen,
        }
    }
}

#[test]
fn pages_follow_one_another() {
    let reader = Reader::demo();
    for order in [HitOrder::Relevance, HitOrder::Citations] {
        let seen = walk(reader, order, 4);
        let mut once = seen.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), seen.len(), "{order:?}: nothing comes twice");
        let whole = reader.search("lag", |question| {
            question.sort = order;
            all_hits(question);
        });
        let all = found(&whole);
        let mut rest = all.iter();
        assert!(seen.iter().all(|uri| rest.any(|other| other == uri)), "{order:?}: {seen:?} of {all:?}");
        if order == HitOrder::Citations {
            let hits = whole["results"].as_array().unwrap().iter();
            let counts: Vec<_> = hits.map(|hit| hit["inbound_count"].as_u64()).collect();
            assert!(counts.is_sorted_by_key(|count| std::cmp::Reverse(*count)));
        }
    }
    // What was named leads the first page and comes on no other.
    let first = reader.search("fårlagen tillsyn", |question| question.limit = 2);
    assert_eq!(found(&first)[0], "1931:47");
    let cursor = first["next_cursor"].as_str().unwrap().to_owned();
    let second = reader.search("fårlagen tillsyn", |question| {
        question.limit = 100;
        question.cursor = Some(cursor);
    });
    assert_eq!(first["total"], second["total"]);
    assert!(found(&second).iter().all(|uri| uri != "1931:47"));
}

/// The parameter that a failure blames.
fn blamed(failure: &AnswerError) -> &str {
    match failure {
        AnswerError::Invalid { parameter, .. } => parameter,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_cursor_is_of_one_walk() {
    let reader = Reader::demo();
    let first = reader.search("lag", |question| question.limit = 3);
    let cursor = first["next_cursor"].as_str().unwrap().to_owned();
    assert!(
        cursor.len() <= 2048 && cursor.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
    );
    let damaged = format!("{}x", &cursor[..cursor.len() - 1]);
    let table: [(&str, &str, Change); 7] = [
        ("lagar", &cursor, |_| ()),
        ("lag", &cursor, |question| question.source = Some(source("sfs"))),
        ("lag", &cursor, |question| question.kind = Some("lag".to_owned())),
        ("lag", &cursor, |question| question.year = Some(YearRange::of(1931))),
        ("lag", &cursor, |question| question.sort = HitOrder::Citations),
        ("lag", &damaged, |_| ()),
        ("lag", "x", |_| ()),
    ];
    for (at, (query, cursor, change)) in table.into_iter().enumerate() {
        let failure = reader.try_search(query, |question| {
            question.cursor = Some(cursor.to_owned());
            change(question);
        });
        assert_eq!(blamed(&failure.unwrap_err()), "cursor", "{at}");
    }
    // The page may be of another size.
    let next = reader.search("lag", |question| {
        question.limit = 50;
        question.cursor = Some(cursor);
    });
    assert!(found(&next).iter().all(|uri| !found(&first).contains(uri)), "{next:#}");
}

#[test]
fn hostile_queries_cost_little() {
    let reader = Reader::demo();
    let many = |text: &str, times: usize| text.repeat(times);
    // Whether there is an answer, or the query is refused.
    let table = [
        (many("\"", 10_000), false),
        (many("(", 10_000), false),
        (many("a* | ", 5_000), false),
        (many("-", 10_000), false),
        (format!("{}får{}", many("(", 40), many(")", 40)), true),
        (many("får ", 500), false),
        ("\u{0}\u{202e}".to_owned(), true),
        (many("å", 3_900), true),
        ("a* | b* | c* | d*".to_owned(), true),
        ("-får".to_owned(), true),
        ("* - | ( ) \"".to_owned(), true),
        ("😀 <script>alert(1)</script> ' OR 1=1 --".to_owned(), true),
    ];
    for (query, is_answered) in table {
        let answer = reader.try_search(&query, |_| ());
        let shown: String = query.chars().take(20).collect();
        match answer {
            Ok(_) => assert!(is_answered, "{shown} is answered"),
            Err(failure) => assert_eq!((blamed(&failure), is_answered), ("q", false), "{shown}"),
        }
    }
}

#[test]
fn extracts_are_escaped_and_marked() {
    let reader = Reader::demo();
    for query in ["tillsyn", "\"allmän domstol\"", "får & getter", "lag"] {
        let answer = reader.search(query, |question| question.limit = 20);
        for hit in answer["results"].as_array().unwrap() {
            let own = hit["highlight"].as_array().unwrap();
            assert!(own.len() <= 2);
            let fragments = hit["fragments"].as_array().unwrap();
            assert!(fragments.len() <= 5);
            let places = fragments.iter().flat_map(|place| place["highlight"].as_array().unwrap());
            for extract in own.iter().chain(places) {
                let text = extract.as_str().unwrap().replace("<em>", "").replace("</em>", "");
                assert!(!text.contains(['<', '>', '"']), "{extract}");
            }
            for place in fragments {
                let uri = format!("{}#{}", hit["uri"].as_str().unwrap(), place["pinpoint"].as_str().unwrap());
                assert_eq!(place["uri"], uri);
            }
        }
    }
}

#[test]
fn without_names_nothing_but_the_pin_is_lost() {
    let snapshot = bare();
    snapshot.load_search().unwrap();
    let answer = Reader::new(&snapshot, TODAY).search("fårlagen 2 kap. 3 §", |_| ());
    assert!(answer["results"].as_array().unwrap().iter().all(|hit| hit["pin"].is_null()));
    assert!(answer["total"].as_u64().unwrap() > 0);
}

#[test]
fn without_a_catalog_searches_are_answered() {
    let Built { snapshot, folder } = demo_alone();
    let catalog = folder.path().join("data/snapshots").join(snapshot.id().as_str()).join("catalog.db");
    drop(snapshot);
    std::fs::write(&catalog, b"no database").unwrap();
    let snapshots = Snapshots::new(&folder.path().join("data"));
    assert!(snapshots.open_current().is_err());
    let snapshot = snapshots.open_what_is_there().unwrap().unwrap();
    snapshot.load_search().unwrap();
    let reader = Reader::new(&snapshot, TODAY);
    let answer = reader.search("fårlagen tillsyn", |_| ());
    assert!(answer["results"][0]["title"].is_string());
    let document = reader.try_document(&uri("1931:47"), DocumentForm::Artifact, None);
    assert!(matches!(document, Err(AnswerError::Unavailable { .. })), "{document:?}");
}
