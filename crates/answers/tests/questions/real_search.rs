//! Searches of the whole real corpus.

use std::sync::Mutex;

use jiff::civil::{Date, date};
use lagrum_answers::{SearchQuestion, SearchResponse, SourceName, search_with};
use lagrum_search::{DayNumber, Filters, QueryMeaning, SearchRequest, search_page};

use crate::real::Real;

/// A day after every document of the corpus.
const TODAY: Date = date(2030, 1, 1);

impl Real {
    fn search(&self, query: &str, change: impl FnOnce(&mut SearchQuestion)) -> SearchResponse {
        let mut question = SearchQuestion { query: query.to_owned(), limit: 10, ..SearchQuestion::default() };
        change(&mut question);
        search_with(&self.snapshot, &self.engine, TODAY, question).unwrap()
    }

    /// The work of a query; None when it is rejected, which takes no more than the limit.
    fn work(&self, query: &str) -> Option<u64> {
        let filters = Filters { today: DayNumber::from(TODAY), ..Filters::default() };
        let asked = SearchRequest { query: query.into(), filters, limit: 10, ..SearchRequest::default() };
        search_page(&self.engine, &SearchRequest { meaning: QueryMeaning::default(), ..asked })
            .ok()
            .map(|page| page.work)
    }
}

/// What is wrong with the counts of a query.
fn contradictions(real: &Real, query: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    let first = real.search(query, |_| ());
    let mut check = |what: String, total: u64, expected: u64| {
        if total != expected {
            wrong.push(format!("{query:?} {what}: {total} and not {expected}"));
        }
    };
    if let Some(cursor) = first.next_cursor.clone() {
        let second = real.search(query, |question| question.cursor = Some(cursor));
        check("on page two".to_owned(), second.total, first.total);
    }
    for offset in [0, 10] {
        let there = real.search(query, |question| question.offset = Some(offset));
        check(format!("from {offset}"), there.total, first.total);
        assert_eq!(there.recognized.len(), first.recognized.len());
    }
    // The most and the least frequent value of each facet.
    let ends = |buckets: &[(String, u64)]| -> Vec<(String, u64)> {
        buckets.first().into_iter().chain(buckets.last()).cloned().collect()
    };
    let facets = |of: &SearchResponse| {
        [&of.facets.source, &of.facets.kind, &of.facets.year].map(|buckets| {
            buckets.iter().map(|bucket| (bucket.value.clone(), bucket.count)).collect::<Vec<_>>()
        })
    };
    for (axis, buckets) in facets(&first).iter().enumerate() {
        for (value, count) in ends(buckets) {
            let filtered = real.search(query, |question| match axis {
                0 => question.source = Some(SourceName::from(value.clone())),
                1 => question.kind = Some(value.clone()),
                _ => question.year = value.parse().ok(),
            });
            check(format!("of {value}"), filtered.total, count);
            if facets(&filtered)[axis] != *buckets {
                check(format!("facet under its own filter {value}"), 0, 1);
            }
        }
    }
    wrong
}

#[test]
fn counts_are_the_same_on_every_page_and_those_of_the_facets() {
    let Some(real) = Real::get() else { return };
    let wrong = Mutex::new(Vec::new());
    let queries = ["HSL 24 kap. 11 §", "NJA 2015 s. 180", "NJA 2015 s. 180 skadestånd", "bihållning"];
    let queries: Vec<&str> = real.queries.iter().map(String::as_str).chain(queries).collect();
    let wrong_here = &wrong;
    std::thread::scope(|scope| {
        for part in queries.chunks(queries.len().div_ceil(2)) {
            scope.spawn(move || {
                for query in part {
                    wrong_here.lock().unwrap().extend(contradictions(real, query));
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn rare_words_and_names_mean_themselves() {
    let Some(real) = Real::get() else { return };
    // Each finds what has the word, and marks no function word.
    // *Vidare* has the stem of the name; *vid* no more.
    for (query, least, most) in [("Mellin", 1, 5), ("Hessler", 1, 5), ("Vidar", 1, 1500), ("Ellen", 1, 150)] {
        let found = real.search(query, |_| ());
        assert!((least..=most).contains(&found.total), "{query}: {}", found.total);
        assert!(found.corrections.is_empty(), "{query}: {:?}", found.corrections.len());
        let extracts = found.results.iter().flat_map(|hit| &hit.highlight);
        for mark in extracts.flat_map(|extract| extract.split("<em>").skip(1)) {
            let marked = mark.split("</em>").next().unwrap().to_lowercase();
            assert!(!["vid", "eller", "mellan", "för"].contains(&marked.as_str()), "{query}: {marked}");
        }
    }
    let found = real.search("undeer", |_| ());
    assert!(found.corrections.iter().all(|correction| correction.read_as != "under"));
    assert!(found.total < 100, "{}", found.total);
}

#[test]
fn no_extract_is_long_or_says_twice_the_same() {
    let Some(real) = Real::get() else { return };
    for query in &real.queries {
        for (hit, place) in real.search(query, |_| ()).results.into_iter().zip(0..) {
            let lists = hit.fragments.iter().map(|fragment| &fragment.highlight).chain([&hit.highlight]);
            for (extracts, at) in lists.zip(0..) {
                let words: Vec<Vec<String>> = extracts.iter().map(|extract| words(extract)).collect();
                // The rule that answers a question is shown whole.
                let longest = if (place, at) == (0, 0) { 1_200 } else { 450 };
                assert!(words.iter().all(|words| words.join(" ").len() < longest), "{query}: {extracts:?}");
                let [one, other] = words.as_slice() else { continue };
                let length = one.len().min(other.len()).min(8);
                let repeats = one.windows(length).any(|run| other.windows(length).any(|same| same == run));
                assert!(!repeats, "{query} {}: {extracts:?}", hit.uri);
                assert!(extracts.iter().all(|extract| extract.contains("<em>")), "{query}: {extracts:?}");
            }
        }
    }
}

fn words(extract: &str) -> Vec<String> {
    let text = extract.replace("<em>", "").replace("</em>", "");
    text.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn what_cites_a_document_that_is_not_held_leads() {
    let Some(real) = Real::get() else { return };
    let found = real.search("NJA 2015 s. 180", |_| ());
    assert_eq!(found.recognized.len(), 1);
    let uri = &found.recognized[0].uri;
    let location = lagrum_artifact::Location::parse(uri).unwrap();
    let citing = real.snapshot.catalog().with(|catalog| catalog.citing_documents(&location)).unwrap();
    assert!(found.total >= citing.len() as u64 && found.total < 40, "{} {}", found.total, citing.len());
    for hit in found.results.iter().take(citing.len()) {
        let cited = real.snapshot.catalog().with(|catalog| catalog.outbound(&hit.uri)).unwrap();
        assert!(cited.iter().any(|link| link.uri.starts_with(uri.as_str())), "{}", hit.uri);
    }
}

#[test]
fn the_words_of_a_name_that_nothing_cites_are_looked_for() {
    let Some(real) = Real::get() else { return };
    let found = real.search("fiskelagn", |_| ());
    assert_eq!(found.recognized.len(), 1);
    assert!(found.total > 10 && found.words.is_empty(), "{}", found.total);
    // A number has no such words.
    assert_eq!(real.search("SFS 2999:1", |_| ()).total, 0);
}

/// Queries made to cost much, at the limits that the program has.
fn costly() -> Vec<(&'static str, String)> {
    const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzåäö";
    const FUNCTION: &str = "och att det som en av på för med till den inte om ett har i enligt eller skall kan de vid från \
                            är under mot så efter samt utan";
    const COMMON: &str = "lag rätt beslut domstol mål ärende person myndighet uppgift förslag åtgärd regering fråga del tid \
                          år grund fall barn skatt avgift arbete tillstånd avtal bolag ansökan prövning föreskrift skydd \
                          ansvar ersättning skada kostnad kommun land villkor krav vård hälsa miljö mark fastighet ägare köp \
                          hyra pension lön tjänst bank kredit handel transport fordon stat person del led sak pengar hus \
                          plan bygge väg vatten";
    let one: Vec<String> = LETTERS.chars().cycle().take(64).map(|letter| format!("{letter}*")).collect();
    let two: Vec<String> = "bdfghklmnprstv"
        .chars()
        .flat_map(|first| "aeiouy".chars().map(move |second| format!("{first}{second}*")))
        .take(64)
        .collect();
    let function: Vec<&str> = FUNCTION.split_whitespace().collect();
    let common: Vec<&str> = COMMON.split_whitespace().collect();
    let pairs = |step: usize| -> Vec<String> {
        let word = |at: usize| function[at % function.len()];
        (0..31).map(|at| format!("\"{} {}\"", word(at), word(at * step + 1))).collect()
    };
    let unknown = |length: usize| -> Vec<String> {
        (0..64)
            .map(|at| {
                ["brofi", "klume", "stova", "drike"][at % 4]
                    .chars()
                    .cycle()
                    .skip(at / 4 % 5)
                    .take(length)
                    .collect()
            })
            .collect()
    };
    let minus =
        |words: &[String]| words.iter().take(60).fold(String::new(), |query, word| query + " -" + word);
    vec![
        ("one-letter beginnings", one.join(" ")),
        ("two-letter beginnings", two.join(" ")),
        ("beginnings with or", two.join(" | ")),
        (
            "beginnings in groups",
            format!("({})", two.chunks(2).map(|pair| pair.join(" | ")).collect::<Vec<_>>().join(")(")),
        ),
        ("excluded beginnings", format!("lag{}", minus(&two))),
        ("one letter", "a*".to_owned()),
        ("two letters", "be".to_owned()),
        ("common words", common.iter().take(64).copied().collect::<Vec<_>>().join(" ")),
        ("common words with or", common.iter().take(64).copied().collect::<Vec<_>>().join(" | ")),
        ("function words", function.iter().cycle().take(64).copied().collect::<Vec<_>>().join(" ")),
        ("phrases of function words", pairs(1).join(" ")),
        ("function words near each other", pairs(1).join("~9 ") + "~9"),
        ("ten pairs near each other, with or", pairs(1)[..10].join("~9 | ") + "~9"),
        ("a pair of function words near each other", "\"som och\"~9".to_owned()),
        ("thirty function words near each other", format!("\"{}\"~50", function[..30].join(" "))),
        ("common words near each other", format!("\"{}\"~50", common[..60].join(" "))),
        ("common words in headings", format!("rubrik:({})", common[..60].join(" | "))),
        ("common words outside headings", format!("text:({})", common[..60].join(" | "))),
        ("beginnings in headings", format!("rubrik:({})", two.join(" | "))),
        ("a function word in headings", "rubrik:och".to_owned()),
        ("a function word outside headings", "text:och".to_owned()),
        ("phrases with or", pairs(7).join(" | ")),
        ("ten phrases with or", pairs(7)[..10].join(" | ")),
        ("a phrase of two function words", pairs(1)[..1].join(" ")),
        ("excluded phrases", format!("lag{}", minus(&pairs(7)))),
        ("a phrase of one word", format!("\"{}\"", ["i"; 64].join(" "))),
        ("a phrase of function words", format!("\"{}\"", function.join(" "))),
        ("unknown words", unknown(7).join(" ")),
        ("long unknown words", unknown(14).join(" ")),
        ("very long unknown words", unknown(38).join(" ")),
        (
            "compounds",
            common
                .iter()
                .take(64)
                .map(|word| format!("{word}lagstiftningsförslag"))
                .collect::<Vec<_>>()
                .join(" "),
        ),
        ("everyday words", ["sambo vab prenup ivf styvbarn skilsmässa"; 10].join(" ")),
    ]
}

#[test]
fn no_query_costs_more_than_twenty_of_the_middle() {
    let Some(real) = Real::get() else { return };
    let mut works: Vec<u64> = real.queries.iter().map(|query| real.work(query).unwrap()).collect();
    works.sort_unstable();
    let middle = works[works.len() / 2];
    println!("{middle} entries in the middle, {:?} at most", works.last());
    let mut dear = Vec::new();
    for (what, query) in costly() {
        let begun = std::time::Instant::now();
        let work = real.work(&query);
        let times =
            work.map_or("refused".to_owned(), |work| format!("{:.1} times", work as f64 / middle as f64));
        println!("{what}: {times}, {:?}", begun.elapsed());
        if work.is_some_and(|work| work > 20 * middle) {
            dear.push(what);
        }
    }
    assert!(dear.is_empty(), "{dear:?}");
}
