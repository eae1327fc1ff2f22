//! Every extract that the open queries are answered with, read against the artifacts of the real corpus.
//!
//! Takes the data folder named by `LAGRUM_TEST_DATA`, into which the corpus of `LAGRUM_TEST_CORPUS` has been imported and
//! built.

#![expect(clippy::unwrap_used, reason = "a failed question should end the test")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;

use lagrum_answers::{self as answers, Fragment, SearchQuestion};
use lagrum_artifact::{Anchor, AnchorTarget, Artifact, Node, Step, StoredId};
use lagrum_snapshot::{Snapshot, Snapshots, today};
use lagrum_words::tokens;

/// A word of a place, with how the text of its piece is before it and after it.
#[derive(Clone, Debug)]
struct Word {
    text: String,
    begins: bool,
    ends: bool,
}

/// The words of a place between its headings, each list without a break.
type Runs = Vec<Vec<Word>>;

/// Collects the own words of places.
#[derive(Default)]
struct Collector {
    runs: Runs,
}

impl Collector {
    fn push(&mut self, text: &str, is_heading: bool) {
        if is_heading && text.len() <= 300 {
            self.runs.push(Vec::new());
            return;
        }
        let all: Vec<_> = tokens(text).collect();
        let words = all.iter().enumerate().map(|(at, token)| {
            let before = text[..token.bytes.start]
                .trim_end_matches(|c: char| !c.is_alphanumeric() && !".!?".contains(c));
            let after = &text[token.bytes.end..];
            let mark: String = after.chars().take_while(|c| !c.is_alphanumeric()).collect();
            Word {
                text: token.word.to_string(),
                begins: at == 0 || before.ends_with(['.', '!', '?']),
                ends: at + 1 == all.len() || mark.contains(['.', '!', '?']),
            }
        });
        if self.runs.is_empty() {
            self.runs.push(Vec::new());
        }
        self.runs.last_mut().unwrap().extend(words);
    }

    /// The node's own words and, if wanted, those of all below it.
    fn add(&mut self, node: Node<'_>, with_children: bool) {
        let own = |collector: &mut Self, node: Node<'_>, around: &str| {
            let versions =
                node.kind().is_empty() && around.starts_with("konvention") && around != "konventionsstycke";
            let is_heading = versions
                || matches!(
                    node.kind(),
                    "rubrik"
                        | "avsnitt"
                        | "sektion"
                        | "heading"
                        | "artikel"
                        | "article"
                        | "kapitel"
                        | "avdelning"
                );
            collector.push(node.text().plain_text().trim(), is_heading);
            node.cells().for_each(|cell| collector.push(cell.plain_text().trim(), false));
        };
        if !with_children {
            return own(self, node, "");
        }
        let mut around = vec![String::new()];
        // As stored a node has codes of a typesetter, which no form that is read has.
        let stored = serde_json::json!({ "uri": "x:1", "structure": [node.to_value()] });
        let artifact = Artifact::parse(stored.to_string().as_bytes()).unwrap();
        artifact.presented().walk(&mut |step| match step {
            Step::Enter(node) => {
                own(self, node, around.last().unwrap());
                around.push(node.kind().to_owned());
            }
            Step::Text(_) => {}
            Step::Leave(_) => drop(around.pop()),
        });
    }

    fn of(target: &AnchorTarget<'_>) -> Runs {
        let mut collector = Self::default();
        match target {
            AnchorTarget::Node(node) | AnchorTarget::CourtParagraph(node) => collector.add(*node, true),
            AnchorTarget::Blocks(nodes) => {
                for node in nodes {
                    collector.add(*node, node.kind() == "tabell");
                }
            }
            AnchorTarget::Page(nodes) => nodes.iter().for_each(|node| collector.add(*node, false)),
        }
        collector.runs
    }
}

fn plain(html: &str) -> String {
    let text = html.replace("<em>", "").replace("</em>", "");
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&")
}

/// What was found in the extracts of a source.
#[derive(Default)]
struct Counts {
    extracts: usize,
    foreign: Vec<String>,
    cut: Vec<String>,
}

fn check(counts: &mut Counts, runs: &Runs, shown: &str, fragment: &Fragment) {
    counts.extracts += 1;
    let text = plain(shown);
    let words: Vec<String> = tokens(&text).map(|token| token.word.into_owned()).collect();
    let fits = |part: &&[Word]| part.iter().map(|word| &word.text).eq(words.iter());
    let found: Vec<&[Word]> =
        runs.iter().flat_map(|run| run.windows(words.len().max(1))).filter(fits).collect();
    let told = || format!("{}: {text}", fragment.uri);
    if found.is_empty() {
        counts.foreign.push(told());
        return;
    }
    let begins =
        text.starts_with("… ") || found.iter().any(|part| part.first().is_some_and(|word| word.begins));
    let ends = text.ends_with(" …") || found.iter().any(|part| part.last().is_some_and(|word| word.ends));
    if !(begins && ends) {
        counts.cut.push(told());
    }
}

fn queries() -> Option<Vec<String>> {
    let cases = lagrum_test_support::real_corpus()?.join("cases");
    let mut queries = Vec::new();
    for name in ["search.jsonl", "search-citing.jsonl", "search-lay.jsonl"] {
        let text = std::fs::read_to_string(cases.join(name)).unwrap();
        let query = |line: &str| {
            serde_json::from_str::<serde_json::Value>(line).unwrap()["q"].as_str().unwrap().to_owned()
        };
        queries.extend(text.lines().map(query));
    }
    Some(queries)
}

fn artifact(snapshot: &Snapshot, stored: StoredId, day: &str) -> Artifact {
    Artifact::parse(&snapshot.artifact(stored).unwrap().unwrap()).unwrap().on_day(day)
}

#[test]
fn an_extract_has_the_words_of_its_place_in_order_and_says_where_it_is_cut() {
    let Some(queries) = queries() else { return };
    let Some(data) = lagrum_test_support::built_corpus() else {
        return lagrum_test_support::skipped("LAGRUM_TEST_DATA is not set");
    };
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    let day = today();
    snapshot.load_resolver(day).unwrap();
    snapshot.load_search().unwrap();
    let mut sources: BTreeMap<String, Counts> = BTreeMap::new();
    let mut artifacts: BTreeMap<String, Artifact> = BTreeMap::new();
    for query in queries {
        let question = SearchQuestion { query: query.clone(), limit: 10, ..SearchQuestion::default() };
        for hit in answers::search(&snapshot, day, question).unwrap().results {
            let counts = sources.entry(hit.source.clone().unwrap_or_default()).or_default();
            if hit.fragments.is_empty() {
                continue;
            }
            let artifact = artifacts.entry(hit.uri.clone()).or_insert_with(|| {
                let found = snapshot.catalog().with(|catalog| catalog.document(&hit.uri)).unwrap().unwrap();
                artifact(&snapshot, found.stored.unwrap(), &day.to_string())
            });
            for fragment in &hit.fragments {
                let anchor = Anchor::new(fragment.pinpoint.as_deref().unwrap()).unwrap();
                let runs =
                    artifact.presented().part(&anchor).map(|part| Collector::of(&part)).unwrap_or_default();
                for shown in &fragment.highlight {
                    check(counts, &runs, shown, fragment);
                }
            }
        }
        if artifacts.len() > 300 {
            artifacts.clear();
        }
    }
    let mut report = String::new();
    let (mut foreign, mut cut, mut all) = (0, 0, 0);
    for (source, counts) in &sources {
        let Counts { extracts, foreign: alien, cut: silent } = counts;
        writeln!(
            report,
            "{source}: {extracts} extracts, {} foreign, {} cut without a sign",
            alien.len(),
            silent.len()
        )
        .unwrap();
        alien.iter().take(8).for_each(|line| writeln!(report, "   foreign {line}").unwrap());
        silent.iter().take(5).for_each(|line| writeln!(report, "   cut {line}").unwrap());
        (foreign, cut, all) = (foreign + alien.len(), cut + silent.len(), all + extracts);
    }
    writeln!(report, "{all} extracts, {foreign} foreign, {cut} cut without a sign").unwrap();
    std::io::stderr().write_all(report.as_bytes()).unwrap();
    // Figures of tables that stand in cells, and provisions that have got another number.
    assert!(foreign * 1000 <= all, "{report}");
    assert!(cut * 50 <= all, "{report}");
}

/// The snapshot of the real corpus with what a search takes; None where there is none.
fn real_snapshot() -> Option<Snapshot> {
    lagrum_test_support::real_corpus()?;
    let Some(data) = lagrum_test_support::built_corpus() else {
        lagrum_test_support::skipped("LAGRUM_TEST_DATA is not set");
        return None;
    };
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    snapshot.load_resolver(today()).unwrap();
    snapshot.load_search().unwrap();
    Some(snapshot)
}

#[test]
fn the_place_of_an_expression_comes_before_what_is_beside_it() {
    let Some(snapshot) = real_snapshot() else { return };
    let base = &snapshot.manifest().base;
    for (query, place) in [
        ("god man för min mamma", "1949:381#K11P4"),
        ("provanställning avbryta", "1982:80#P6"),
        ("tjänstledig för studier", "1974:981#P1"),
    ] {
        let question = SearchQuestion { query: query.to_owned(), limit: 1, ..SearchQuestion::default() };
        let found = answers::search(&snapshot, today(), question).unwrap();
        let first = found.results.first().and_then(|hit| hit.fragments.first()).map(|of| of.uri.clone());
        assert_eq!(first, Some(format!("{base}/{place}")), "{query}");
    }
}

#[test]
fn everyday_expressions_find_their_provisions() {
    let Some(snapshot) = real_snapshot() else { return };
    let base = &snapshot.manifest().base;
    let (mut all, mut dead, mut unfound, mut unshown, mut unsaid) =
        (0, Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for line in include_str!("../../../words/data/everyday.tsv").lines().filter(|line| !line.starts_with('#'))
    {
        let columns: Vec<&str> = line.split('\t').collect();
        let [expression, _, places, ..] = columns.as_slice() else { continue };
        let places: Vec<String> = places
            .split('|')
            .filter(|place| !place.is_empty())
            .map(|place| format!("{base}/{place}"))
            .collect();
        if places.is_empty() {
            continue;
        }
        all += 1;
        let act_of = |place: &String| place.split('#').next().unwrap().to_owned();
        let acts: Vec<String> = places.iter().map(act_of).collect();
        let is_held = answers::held_places(&snapshot, today(), &acts).unwrap();
        let applies = answers::held_places(&snapshot, today(), &places).unwrap();
        let places_of_held = places.iter().zip(&is_held).zip(applies);
        let not_there = places_of_held.filter(|((_, is_held), applies)| **is_held && !applies);
        dead.extend(not_there.map(|((place, _), _)| format!("{expression}: {place}")));
        let question =
            SearchQuestion { query: (*expression).to_owned(), limit: 10, ..SearchQuestion::default() };
        let found = answers::search(&snapshot, today(), question).unwrap();
        let says = |act: &String| found.lacking.iter().any(|lacking| lacking.uri == *act);
        let lacking = acts.iter().zip(&is_held).filter(|(act, is_held)| !**is_held && !says(act));
        unsaid.extend(lacking.map(|(act, _)| format!("{expression}: {act}")));
        if !is_held.contains(&true) {
            continue;
        }
        let hit = found.results.iter().find(|hit| acts.contains(&hit.uri));
        let is_shown = |hit: &answers::SearchResult| {
            let shown =
                |place: &String| !place.contains('#') || hit.fragments.iter().any(|of| of.uri == *place);
            places.iter().any(shown)
        };
        match hit {
            None => unfound.push((*expression).to_owned()),
            Some(hit) if !is_shown(hit) => unshown.push((*expression).to_owned()),
            Some(_) => {}
        }
    }
    println!("{all} expressions; acts not found: {unfound:?}; provisions not shown: {unshown:?}");
    assert!(dead.is_empty(), "these do not apply: {dead:?}");
    assert!(unsaid.is_empty(), "not said that they are not held: {unsaid:?}");
    assert!(unfound.len() * 50 <= all, "{} of {all} do not find their act: {unfound:?}", unfound.len());
    assert!(unshown.len() * 20 <= all, "{} of {all} do not show their provision: {unshown:?}", unshown.len());
}

#[test]
fn the_act_behind_an_ordinance_is_named_where_it_is_not_held() {
    let Some(snapshot) = real_snapshot() else { return };
    let base = &snapshot.manifest().base;
    for (query, lacking) in
        [("hur ska ett jaktgevär förvaras hemma", Some("1996:67")), ("semesterdagar", None), ("mord", None)]
    {
        let question = SearchQuestion { query: query.to_owned(), limit: 10, ..SearchQuestion::default() };
        let found = answers::search(&snapshot, today(), question).unwrap();
        let uris: Vec<&str> = found.lacking.iter().filter_map(|act| base.strip(&act.uri)).collect();
        assert_eq!(uris, lacking.into_iter().collect::<Vec<_>>(), "{query}");
    }
}
