//! Words in a field and words near each other, in the real corpus: what the index finds is what a reading of the texts finds.
//!
//! Takes the data folder named by `LAGRUM_TEST_DATA`. Reads one text in [`STEP`], and draws the queries from these, always the same.

#![expect(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::time::Instant;

use lagrum_answers::{SearchQuestion, search};
use lagrum_artifact::{AnchorGrammar, AnchorRank, Artifact, FullText};
use lagrum_catalog::CatalogDocument;
use lagrum_search::{
    Condition, DayNumber, Engine, Filters, FindRequest, FoundDocuments, PatternWords, QueryPlan, QueryPlanner,
};
use lagrum_snapshot::{Snapshot, Snapshots, today};
use lagrum_sources::source;
use lagrum_words::{Language, PART, QueryField, is_function_word, tokens};

/// One document in so many is read.
const STEP: usize = 16;

fn real() -> Option<Snapshot> {
    let Some(data) = lagrum_test_support::built_corpus() else {
        lagrum_test_support::skipped("LAGRUM_TEST_DATA names no data folder");
        return None;
    };
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    snapshot.load_resolver(today()).unwrap();
    snapshot.load_search().unwrap();
    Some(snapshot)
}

/// A text as it is read here: its words in units, each unit a heading, a passage or what stands between these.
struct ReadText {
    document: CatalogDocument,
    units: Vec<Unit>,
    /// The numbers of the words that have each term, by the position of their piece and in it.
    terms: HashMap<String, Vec<u32>>,
    /// The same for words as they stand.
    words: HashMap<String, Vec<u32>>,
    /// Words of headings, and of the text, for queries.
    of_headings: Vec<Vec<String>>,
    of_text: Vec<Vec<String>>,
}

struct Unit {
    is_heading: bool,
    /// The numbers of its first word and of the first word behind it.
    from: u32,
    to: u32,
}

impl ReadText {
    fn new(snapshot: &Snapshot, engine: &dyn Engine, document: CatalogDocument) -> Option<Self> {
        let bytes = snapshot.artifact(document.stored?).unwrap()?;
        let artifact = Artifact::parse(&bytes).unwrap();
        let of_source = source(&document.source);
        let mut text = FullText::of(&artifact);
        text.pieces.extend(of_source.describe(&artifact, &snapshot.manifest().base).description);
        let english = Language::detect(&sample(&text)) == Language::English;
        let language = if english { Language::English } else { Language::Swedish };
        let passages = passages(&text, of_source.grammar);
        let over = passages.iter().flat_map(|at| text.parts[*at].headings.iter().copied());
        let headings: BTreeSet<u32> = over.collect();
        let mut read = Self {
            document,
            units: Vec::new(),
            terms: HashMap::new(),
            words: HashMap::new(),
            of_headings: Vec::new(),
            of_text: Vec::new(),
        };
        let (mut next, mut starts) = (0_u32, Vec::new());
        for (piece, at) in text.pieces.iter().zip(0_u32..) {
            starts.push(next);
            let mut of_piece = Vec::new();
            for token in tokens(piece) {
                let forms = engine.analyser().forms(&token.word, language);
                let parts = forms.parts.iter().map(|part| format!("{PART}{part}"));
                for term in parts.chain([forms.stem.clone()]) {
                    read.terms.entry(term).or_default().push(next);
                }
                read.words.entry(token.word.to_string()).or_default().push(next);
                of_piece.push(token.word.into_owned());
                next += 1;
            }
            next += 1;
            let of = if headings.contains(&at) { &mut read.of_headings } else { &mut read.of_text };
            of.push(of_piece);
        }
        starts.push(next);
        read.add_units(&text, &passages, &headings, &starts);
        Some(read)
    }

    fn add_units(&mut self, text: &FullText, passages: &[usize], headings: &BTreeSet<u32>, starts: &[u32]) {
        let mut covered: HashSet<u32> = headings.clone().into_iter().collect();
        let mut unit = |from: u32, to: u32, is_heading| {
            let (from, to) = (starts[from as usize], starts[to as usize]);
            self.units.push(Unit { is_heading, from, to });
        };
        for piece in headings {
            unit(*piece, piece + 1, true);
        }
        for part in passages.iter().map(|at| &text.parts[*at]) {
            unit(part.pieces.start, part.pieces.end, false);
            covered.extend(part.pieces.clone());
        }
        let pieces: Vec<u32> =
            (0..text.pieces.len() as u32).filter(|piece| !covered.contains(piece)).collect();
        for run in pieces.chunk_by(|a, b| a + 1 == *b) {
            unit(run[0], run[run.len() - 1] + 1, false);
        }
    }

    fn is_in_heading(&self, word: u32) -> bool {
        self.units.iter().any(|unit| unit.is_heading && unit.from <= word && word < unit.to)
    }

    /// Whether the text meets the one pattern of a plan.
    fn meets(&self, plan: &QueryPlan) -> bool {
        let Some(Condition::Pattern(pattern)) = plan.required.first() else { panic!("{plan:?}") };
        let is_in = |word: &u32| match pattern.field {
            None => true,
            Some(QueryField::Heading) => self.is_in_heading(*word),
            Some(QueryField::Text) => !self.is_in_heading(*word),
            Some(QueryField::Name) => false,
        };
        match &pattern.words {
            PatternWords::Phrase(phrase) => {
                let at = |word: &String| self.words.get(word).cloned().unwrap_or_default();
                let begins = |start: &u32| {
                    (0..).zip(&phrase[1..]).all(|(offset, word)| at(word).contains(&(start + offset + 1)))
                };
                at(&phrase[0]).iter().any(|start| is_in(start) && begins(start))
            }
            PatternWords::Near { words, between } => {
                let each: Vec<Vec<u32>> = words
                    .iter()
                    .map(|word| {
                        let single = word.forms.iter().filter_map(|form| form.as_single_choice()).flatten();
                        let found: BTreeSet<u32> = single
                            .filter_map(|term| self.terms.get(term.as_str()))
                            .flatten()
                            .copied()
                            .collect();
                        found.into_iter().filter(is_in).collect()
                    })
                    .collect();
                self.units.iter().any(|unit| {
                    let inside = |word: &&u32| unit.from <= **word && **word < unit.to;
                    let each: Vec<Vec<u32>> =
                        each.iter().map(|word| word.iter().filter(inside).copied().collect()).collect();
                    chosen(&each, &mut Vec::new(), *between + each.len() as u32)
                })
            }
        }
    }
}

/// The parts of a text that are passages: provisions, and what is no part of one.
fn passages(text: &FullText, grammar: AnchorGrammar) -> Vec<usize> {
    let is_passage = |at: &usize| {
        let part = &text.parts[*at];
        // Before it in the list, and around it.
        let is_in_provision = text.parts[..*at].iter().any(|around| {
            grammar.rank(&around.anchor) == AnchorRank::Provision
                && around.anchor.page().is_none()
                && around.pieces.end > part.pieces.start
        });
        let is_shown = match grammar.rank(&part.anchor) {
            AnchorRank::Provision | AnchorRank::Reason => true,
            AnchorRank::Part => !is_in_provision,
            AnchorRank::Container => false,
        };
        is_shown && !part.is_heading
    };
    (0..text.parts.len()).filter(is_passage).collect()
}

/// Whether one number of each list can be chosen, all different and within `span`.
fn chosen(lists: &[Vec<u32>], before: &mut Vec<u32>, span: u32) -> bool {
    let Some((first, others)) = lists.split_first() else { return true };
    first.iter().any(|number| {
        let fits = before.iter().all(|other| other != number && other.abs_diff(*number) < span);
        before.push(*number);
        let found = fits && chosen(others, before, span);
        before.pop();
        found
    })
}

/// The words by which the index finds the language of a text.
fn sample(text: &FullText) -> String {
    let mut words = String::new();
    for piece in text.sample() {
        words.push_str(piece);
        words.push(' ');
        if words.len() > 1 << 14 {
            break;
        }
    }
    words
}

fn texts(snapshot: &Snapshot, engine: &dyn Engine) -> Vec<ReadText> {
    let documents = snapshot.catalog().all_documents().map(Result::unwrap);
    let held = documents.filter(|document| document.stored.is_some() && document.expired.is_none());
    held.step_by(STEP).filter_map(|document| ReadText::new(snapshot, engine, document)).collect()
}

/// Queries of the words of the texts, the same at every run.
fn queries(texts: &[ReadText]) -> Vec<String> {
    let mut found = Vec::new();
    let content = |word: &&String| word.chars().count() > 3 && !is_function_word(word);
    for (text, at) in texts.iter().zip(0_usize..) {
        if let Some(heading) = text.of_headings.get(at % text.of_headings.len().max(1)) {
            let words: Vec<&String> = heading.iter().filter(content).collect();
            match words.as_slice() {
                [word] => found.push(format!("rubrik:{word}")),
                [first, .., last] if at % 3 == 0 => {
                    found.push(format!("rubrik:\"{last} {first}\"~{}", at % 5));
                }
                [_, ..] => found.push(format!("rubrik:\"{}\"", heading[heading.len() - 2..].join(" "))),
                [] => {}
            }
        }
        let Some(piece) = text.of_text.iter().cycle().skip(at).take(40).find(|piece| piece.len() > 12) else {
            continue;
        };
        let words: Vec<&String> = piece.iter().filter(content).collect();
        let [first, second, third, ..] = words[..] else { continue };
        found.push(match at % 5 {
            0 => format!("text:{first}"),
            1 => format!("\"{second} {first}\"~{}", at % 7),
            2 => format!("\"{first} {second} {third}\"~{}", at % 9),
            3 => format!("text:\"{}\"", piece[..3].join(" ")),
            _ => format!("\"{}\"~{}", piece[2..4].join(" "), at % 3),
        });
    }
    found.sort();
    found.dedup();
    let step = (found.len() / 300).max(1);
    found.into_iter().step_by(step).collect()
}

struct Asked<'a> {
    engine: &'a dyn Engine,
}

impl Asked<'_> {
    fn plan(&self, query: &str) -> QueryPlan {
        let engine = self.engine;
        let planner = QueryPlanner {
            vocabulary: engine.vocabulary(),
            compounds: engine.compounds(),
            tuning: engine.tuning(),
        };
        planner.plan(query).unwrap()
    }

    fn find(&self, query: &str) -> FoundDocuments {
        let filters = Filters { today: DayNumber::from(today()), ..Filters::default() };
        let request = FindRequest { filters, limit: 20_000, ..FindRequest::default() };
        self.engine.find(&self.plan(query), &request).unwrap_or_else(|error| panic!("{query}: {error}"))
    }

    fn documents(&self, query: &str) -> BTreeSet<u32> {
        self.find(query).candidates.iter().map(|candidate| candidate.document.0).collect()
    }
}

#[test]
fn what_is_found_is_what_a_reading_of_the_texts_finds() {
    let Some(snapshot) = real() else { return };
    let engine = snapshot.search().unwrap();
    let asked = Asked { engine };
    let texts = texts(&snapshot, engine);
    let queries = queries(&texts);
    let numbers: Vec<u32> =
        texts.iter().map(|text| engine.position(&text.document.uri).unwrap().document().unwrap().0).collect();
    let (mut met, mut by_name, mut slowest) = (0, 0, Vec::new());
    let mut different = Vec::new();
    for query in &queries {
        let begun = Instant::now();
        let found = asked.find(query);
        slowest.push((begun.elapsed(), found.work, query));
        let documents: HashSet<u32> = found.candidates.iter().map(|candidate| candidate.document.0).collect();
        assert_eq!(documents.len() as u64, found.total, "{query}");
        let plan = asked.plan(query);
        for (text, number) in texts.iter().zip(&numbers) {
            let (is_found, is_met) = (documents.contains(number), text.meets(&plan));
            met += usize::from(is_met);
            // Words near each other may stand in a name instead.
            let may_be_name = query.starts_with('"');
            if is_found && !is_met && may_be_name {
                by_name += 1;
            } else if is_found != is_met {
                different.push(format!("{query}: {} found {is_found}", text.document.uri));
            }
        }
    }
    slowest.sort();
    println!(
        "{} queries, {} texts, met {met} times, {by_name} times by a name; median {:?}, slowest {:?}",
        queries.len(),
        texts.len(),
        slowest[slowest.len() / 2],
        &slowest[slowest.len() - 8..],
    );
    assert!(different.is_empty(), "{} differ: {:#?}", different.len(), &different[..different.len().min(20)]);
    assert!(queries.len() >= 200 && met > 500 && by_name * 50 < met, "{} {met} {by_name}", queries.len());
}

#[test]
fn operators_narrow_what_their_words_find() {
    let Some(snapshot) = real() else { return };
    let asked = Asked { engine: snapshot.search().unwrap() };
    let mut pairs: BTreeMap<&str, &str> = BTreeMap::new();
    for (a, b) in [
        ("uppsägning", "hyresgästen"),
        ("saklig", "grund"),
        ("skälig", "tid"),
        ("ansvar", "skada"),
        ("god", "tro"),
        ("personuppgifter", "samtycke"),
        ("allmän", "handling"),
        ("domstolens", "beslut"),
        ("barnets", "bästa"),
        ("rätt", "till"),
    ] {
        pairs.insert(a, b);
    }
    for (a, b) in pairs {
        let both = asked.documents(&format!("({a} | {a}) ({b} | {b})"));
        let phrase = asked.documents(&format!("\"{a} {b}\""));
        let mut before = phrase.clone();
        for between in [0, 1, 2, 5, 10, 50] {
            let near = asked.documents(&format!("\"{a} {b}\"~{between}"));
            assert!(before.is_subset(&near), "{a} {b} ~{between}: {} {}", before.len(), near.len());
            assert_eq!(near, asked.documents(&format!("\"{b} {a}\"~{between}")), "{a} {b} ~{between}");
            before = near;
        }
        assert!(before.is_subset(&both), "{a} {b}");
        for word in [a, b] {
            let alone = asked.documents(&format!("({word} | {word})"));
            let [heading, text, name] =
                ["rubrik", "text", "namn"].map(|field| asked.documents(&format!("{field}:{word}")));
            let covered: BTreeSet<u32> = [&heading, &text, &name].into_iter().flatten().copied().collect();
            assert!(covered.is_subset(&alone), "{word}");
            let left: Vec<u32> = alone.difference(&covered).copied().collect();
            // A keyword or a topic is no name, and the parts of a compound may stand apart.
            println!(
                "{word}: alone {}, rubrik {}, text {}, namn {}, left {}",
                alone.len(),
                heading.len(),
                text.len(),
                name.len(),
                left.len()
            );
            let without = asked.documents(&format!("({word} | {word}) -rubrik:{word}"));
            assert!(without.is_subset(&alone) && without.len() >= alone.len() - heading.len(), "{word}");
        }
    }
}

#[test]
fn an_answer_has_the_operators_of_its_query() {
    let Some(snapshot) = real() else { return };
    let ask = |query: &str| {
        let question = SearchQuestion { query: query.to_owned(), limit: 10, ..SearchQuestion::default() };
        search(&snapshot, today(), question).unwrap()
    };
    let near = ask("\"uppsägning grund\"~300");
    assert!(near.total > 0 && near.cut == ["\"uppsägning grund\"~300"], "{:?}", near.cut);
    assert_eq!(near.total, ask("\"uppsägning grund\"~50").total);
    let unknown = ask("\"saklig grund\"~");
    assert_eq!(unknown.total, ask("\"saklig grund\"").total);
    assert_eq!(unknown.readings.len(), 1);
    let named = ask("namn:hyreslagen");
    assert!(named.total > 0 && named.recognized.is_empty() && named.results[0].pin.is_none());
}

#[test]
fn days_are_those_of_the_catalog() {
    let Some(snapshot) = real() else { return };
    let ask = |query: &str, days: Option<&str>| {
        let days = days.map(|days| days.parse().unwrap());
        let question =
            SearchQuestion { query: query.to_owned(), days, limit: 100, ..SearchQuestion::default() };
        search(&snapshot, today(), question).unwrap()
    };
    let dated = snapshot.catalog().all_documents().map(Result::unwrap).filter_map(|document| document.date);
    let whole = dated.filter(|day| day.len() == 10).count();
    let all = snapshot.catalog().with(|catalog| catalog.documents_of_days(None, None)).unwrap();
    assert_eq!(all.len(), whole);
    for query in ["uppsägning", "\"god tro\"~2", "rubrik:tillsyn", "1970:994"] {
        let (before, after) = (ask(query, Some("..1999-12-31")), ask(query, Some("2000-01-01..")));
        let both = ask(query, Some("0001-01-01..9999-12-31"));
        println!(
            "{query}: {} + {} = {} of {}",
            before.total,
            after.total,
            both.total,
            ask(query, None).total
        );
        assert_eq!(before.total + after.total, both.total, "{query}");
        assert!(before.total > 0 && both.total <= ask(query, None).total, "{query}");
        let days = before.results.iter().filter_map(|hit| hit.date.as_deref());
        assert!(days.clone().all(|day| day <= "1999-12-31"), "{query}: {:?}", days.collect::<Vec<_>>());
        let typed = ask(&format!("{query} datum:..1999-12-31"), None);
        assert_eq!(typed.total, before.total, "{query}");
    }
    // Years sum, and so do the years of a range.
    let years = |range: &str| ask(&format!("uppsägning år:{range}"), None).total;
    assert_eq!(years("1990..1999"), (1990..2000).map(|year| years(&year.to_string())).sum::<u64>());
}
