//! Support by citation contexts of provisions.

use lagrum_artifact::AnchorGrammar;
use lagrum_files::TextTable;
use lagrum_numbers::DocumentNumber;
use lagrum_search::{
    ContextToIndex, DocumentColumns, DocumentRows, DocumentToIndex, Embedded, Engine, FoundBy, IndexError,
    ProvisionContexts, ProvisionToIndex, QueryPlanner, QueryWord, SearchPage, SearchRequest, Support,
    TextWriter, Tuning, search_page,
};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::Config;
use tempfile::TempDir;

use crate::corpus::{Doc, asked, compounds, full_text, plain, row};

/// What documents say of a provision: its document and anchor, and for each that says something how much it counts and what
/// it says.
type Said = (u32, &'static str, &'static [(u32, &'static str)]);

struct Rows {
    documents: Vec<DocumentToIndex>,
    said: Vec<Said>,
}

impl DocumentRows for Rows {
    fn visit(
        &self,
        columns: DocumentColumns,
        visit: &mut dyn FnMut(DocumentToIndex) -> Result<(), IndexError>,
    ) -> Result<(), IndexError> {
        self.documents.visit(columns, visit)
    }

    fn contexts(
        &self,
        visit: &mut dyn FnMut(&ProvisionContexts<'_>) -> Result<(), IndexError>,
    ) -> Result<(), IndexError> {
        let mut words = TextTable::new();
        let mut number = |word: &str| words.number(word).unwrap();
        let mut all: Vec<Vec<ContextToIndex>> = Vec::new();
        for (_, _, said) in &self.said {
            let context = |(weight, words): &(u32, &'static str)| ContextToIndex {
                weight: *weight,
                words: words.split(' ').map(&mut number).collect(),
            };
            all.push(said.iter().map(context).collect());
        }
        let words = words.into_texts();
        for ((document, anchor, _), contexts) in self.said.iter().zip(&all) {
            visit(&ProvisionContexts {
                document: DocumentNumber(*document),
                anchor,
                contexts,
                words: &words,
            })?;
        }
        Ok(())
    }
}

fn index(docs: &[Doc], said: &[Said], names: &[(usize, &str, &str)]) -> TempDir {
    index_after(None, docs, said, names)
}

/// An index after another one.
fn index_after(
    before: Option<&TempDir>,
    docs: &[Doc],
    said: &[Said],
    names: &[(usize, &str, &str)],
) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let writer = TextWriter::begin(folder.path(), before.map(TempDir::path), 64 << 20, compounds).unwrap();
    for (doc, key) in docs.iter().zip(0..).filter(|(_, key)| !writer.holds(*key)) {
        writer.add(key, &full_text(doc.text.as_deref().unwrap_or_default()), AnchorGrammar::Statute).unwrap();
    }
    let mut documents: Vec<_> = docs.iter().zip(0..).map(|(doc, key)| row(doc, key)).collect();
    for (document, anchor, name) in names {
        let names = vec![(*name).to_owned()];
        let provision =
            ProvisionToIndex { anchor: (*anchor).to_owned(), names, ..ProvisionToIndex::default() };
        documents[*document].provisions.push(provision);
    }
    let keep = (0_i64..).zip(docs).map(|(key, _)| key);
    let rows = Rows { documents, said: said.to_vec() };
    writer.finish(keep).unwrap().finish(&rows).unwrap();
    folder
}

fn page(engine: &Embedded, query: &str) -> SearchPage {
    search_page(engine, &SearchRequest { explain: true, ..asked(query) }).unwrap()
}

fn titles(page: &SearchPage) -> String {
    page.hits.iter().filter_map(|hit| hit.hit.title.as_deref()).collect()
}

fn docs() -> [Doc; 4] {
    [
        plain("a", "en balk. den som tar emot särskild ersättning döms", 0),
        plain("b", "en annan balk. ersättning", 0),
        plain("c", "svarthandel med hyreskontrakt omtalas här. och olovlig överlåtelse", 0),
        plain("d", "något helt annat", 0),
    ]
}

#[test]
fn a_provision_is_found_by_what_others_say_of_it() {
    let said: [Said; 2] =
        [(0, "P2", &[(4, "svarthandel hyreskontrakt")]), (1, "P1", &[(2, "svarthandel tomt")])];
    let folder = index(&docs(), &said, &[]);
    let engine = Embedded::open(folder.path()).unwrap();
    let found = page(&engine, "svarthandel hyreskontrakt");
    // The one of which half of the words are said has less support, and comes after the document that has the words.
    assert_eq!(titles(&found), "acb");
    let by: Vec<_> = found.hits.iter().map(|hit| hit.found_by).collect();
    assert_eq!(by, [Some(FoundBy::Contexts), None, Some(FoundBy::Contexts)]);
    assert!(found.hits[0].score > 2.0 * found.hits[2].score);
    let shown = &found.hits[0].passages.passages[0];
    assert_eq!(
        (shown.anchor.as_str(), shown.highlight[0].as_str()),
        ("P2", "den som tar emot särskild ersättning döms")
    );
    // The words of citation contexts are not words of the document.
    let explanation = found.hits[0].explanation.as_ref().unwrap();
    assert!(explanation.words.iter().all(|word| word.coverage == 0.0 && word.text == 0.0));
    // Inflected, and as a part of a compound.
    assert_eq!(titles(&page(&engine, "hyreskontraktets svarthandeln")), "ac");
    // Two words of six are too little to be found by.
    assert_eq!(titles(&page(&engine, "svarthandel båt bil cykel hus skog")), "");
}

#[test]
fn what_is_said_is_scored_by_the_formula() {
    let said: [Said; 2] = [
        (0, "P2", &[(4, "svarthandel hyreskontrakt"), (2, "svarthandel")]),
        (1, "P1", &[(2, "hyreskontrakt")]),
    ];
    let folder = index(&docs(), &said, &[]);
    let engine = Embedded::open(folder.path()).unwrap();
    let (vocabulary, compounds, tuning) = (engine.vocabulary(), engine.compounds(), engine.tuning());
    let plan = QueryPlanner { vocabulary, compounds, tuning }.plan("svarthandel hyreskontrakt").unwrap();
    let (support, work) = engine.contexts(&plan).unwrap();
    assert!(work > 0);
    let Tuning { context, context_passage, context_length, .. } = *tuning;
    let weights: Vec<f32> = plan.words.iter().map(|word| word.weight).collect();
    let all: f32 = weights.iter().sum();
    // Words of the first provision in halves: 2 · 4 + 2, of the second 2.
    let average = f32::midpoint(10.0, 2.0);
    let often = |times: f32, length: f32| {
        let b = times / (1.0 - context_length + context_length * length / average);
        2.0 * b / (b + 1.0)
    };
    let c = 10.0 * (weights[0] * often(3.0, 10.0) + weights[1] * often(2.0, 10.0)) / all;
    let expected = context * c;
    assert!(
        (support.score(DocumentNumber(0)) - expected).abs() < 1e-4,
        "{} {expected}",
        support.score(DocumentNumber(0))
    );
    assert!((support.of(DocumentNumber(0)).unwrap().passages[0].score - context_passage * c).abs() < 1e-4);
    let (c, v) = (10.0 * weights[1] * often(1.0, 2.0) / all, weights[1] / all);
    let expected = context * c * (0.3 + 0.7 * v) * v * v;
    assert!(
        (support.score(DocumentNumber(1)) - expected).abs() < 1e-4,
        "{} {expected}",
        support.score(DocumentNumber(1))
    );
}

#[test]
fn support_is_lessened_beside_a_brief_text_that_has_the_whole_query() {
    let query = "dödsboets fordran preskriberad";
    let scores = |brief: &str| {
        let act = plain("a", "en balk om arv. den som ärver", 0);
        let docs = [act, plain("b", brief, 0), plain("c", "skog och preskriberad", 0)];
        let said: [Said; 1] = [(0, "P2", &[(2, "dödsboets fordran preskriberad")])];
        let folder = index(&docs, &said, &[]);
        let engine = Embedded::open(folder.path()).unwrap();
        let (vocabulary, compounds, tuning) = (engine.vocabulary(), engine.compounds(), engine.tuning());
        let plan = QueryPlanner { vocabulary, compounds, tuning }.plan(query).unwrap();
        let support = engine.contexts(&plan).unwrap().0.of(DocumentNumber(0)).unwrap().clone();
        assert_eq!(support.finds, Some(FoundBy::Contexts));
        (support.score, support.passages[0].score, titles(&page(&engine, query)))
    };
    let words = "fråga om dödsboets fordran var preskriberad";
    let beside_brief = scores(words);
    assert_eq!(beside_brief.2, "ba");
    // A text that lacks a word, and a long one.
    let long = format!("{words}{}", ". och annat".repeat(200));
    for other in ["fråga om dödsboets fordran", &long] {
        let (document, passage, _) = scores(other);
        assert!((beside_brief.0 - Tuning::default().context_beside_brief * document).abs() < 0.05 * document);
        assert!((beside_brief.1 - passage).abs() < 0.05 * passage, "passages have what they had");
    }
}

/// What is said in [`a_provision_counts_if_enough_is_said_of_it`]: words of the documents that share no form.
const SAID: [&[(u32, &str)]; 8] = [
    &[(2, "svarthandel")],
    &[(4, "omtalas balk")],
    &[(2, "svarthandel överlåtelse"), (3, "överlåtelse")],
    &[(2, "ersättning balk särskild")],
    &[(2, "särskild"), (4, "särskild omtalas svarthandel")],
    &[(3, "överlåtelse ersättning")],
    &[(2, "svarthandel omtalas balk överlåtelse ersättning särskild")],
    &[(2, "balk"), (2, "ersättning")],
];

/// The support of four documents by the formula, for a query whose words and their weights are given; None for one without any.
fn naive_support(said: &[Said], words: &[(&str, f32)], tuning: &Tuning) -> Vec<Option<f32>> {
    let times = |said: &Said, word: &str| -> u32 {
        said.2
            .iter()
            .filter(|(_, words)| words.split(' ').any(|other| other == word))
            .map(|(weight, _)| weight)
            .sum()
    };
    let length = |said: &Said| -> u32 {
        said.2.iter().map(|(weight, words)| weight * words.split(' ').count() as u32).sum()
    };
    let average = said.iter().map(length).sum::<u32>() as f32 / said.len().max(1) as f32;
    let all: f32 = words.iter().map(|(_, weight)| weight).sum();
    let mut scores = vec![None; 4];
    for provision in said {
        let damping =
            1.0 - tuning.context_length + tuning.context_length * length(provision) as f32 / average;
        let (mut value, mut covered) = (0.0, 0.0);
        for (word, weight) in words.iter().filter(|(word, _)| times(provision, word) > 0) {
            let often = times(provision, word) as f32 / 2.0 / damping;
            value += weight * 2.0 * often / (often + 1.0);
            covered += weight;
        }
        let (c, v) = (10.0 * value / all, covered / all);
        if covered > 0.0 && v >= tuning.context_minimum {
            let score = tuning.context * c * (0.3 + 0.7 * v) * v * v;
            let best: &mut Option<f32> = &mut scores[provision.0 as usize];
            *best = Some(best.unwrap_or_default().max(score));
        }
    }
    scores
}

#[test]
fn a_provision_counts_if_enough_is_said_of_it() {
    const WORDS: [&str; 6] = ["svarthandel", "omtalas", "balk", "överlåtelse", "ersättning", "särskild"];
    let rows =
        prop::collection::btree_map((0..4_u32, select(vec!["P1", "P2", "P3"])), select(&SAID[..]), 0..12);
    let query = prop::collection::btree_set(select(&WORDS[..]), 1..6);
    let minimum = select(vec![0.0, 0.2, Tuning::default().context_minimum, 0.45, 0.7]);
    let config = Config { cases: 64, failure_persistence: None, ..Config::default() };
    proptest!(config, |(rows in rows, query in query, minimum in minimum, length in 1_u32..12)| {
        let said: Vec<Said> = rows.into_iter().map(|((document, anchor), said)| (document, anchor, said)).collect();
        let folder = index(&docs(), &said, &[]);
        let tuning = Tuning { context_minimum: minimum, context_beside_brief: 1.0, ..Tuning::default() };
        let engine = Embedded::open(folder.path()).unwrap().with_tuning(tuning).with_batches(length);
        let (vocabulary, compounds, tuning) = (engine.vocabulary(), engine.compounds(), engine.tuning());
        let query: Vec<&str> = query.into_iter().collect();
        let plan = QueryPlanner { vocabulary, compounds, tuning }.plan(&query.join(" ")).unwrap();
        let words: Vec<(&str, f32)> = plan.words.iter().map(|word| (word.text.as_str(), word.weight)).collect();
        let (support, _) = engine.contexts(&plan).unwrap();
        for (document, expected) in naive_support(&said, &words, tuning).into_iter().enumerate() {
            let found = support.of(DocumentNumber(document as u32)).map(|support| support.score);
            let (near, both) = (|a: f32, b: f32| (a - b).abs() < 1e-4, found.zip(expected));
            prop_assert!(found.is_some() == expected.is_some(), "{} {:?} {:?}", document, found, expected);
            prop_assert!(both.is_none_or(|(a, b)| near(a, b)), "{} {:?} {:?}", document, found, expected);
        }
    });
}

#[test]
fn a_document_says_a_word_once() {
    let once: [Said; 1] = [(0, "P2", &[(2, "svarthandel svarthandeln svarthandels")])];
    let twice: [Said; 1] = [(0, "P2", &[(2, "svarthandel"), (2, "svarthandel"), (2, "svarthandel")])];
    let support = |said: &[Said]| {
        let folder = index(&docs(), said, &[]);
        let engine = Embedded::open(folder.path()).unwrap();
        page(&engine, "svarthandel").hits.iter().find(|hit| hit.found_by.is_some()).unwrap().score
    };
    assert!(support(&twice) > 1.2 * support(&once));
}

#[test]
fn the_name_of_a_concept_is_a_name_of_the_act() {
    let folder = index(&docs(), &[], &[(0, "P2", "Särskild ersättning"), (3, "P1", "Båtliv")]);
    let engine = Embedded::open(folder.path()).unwrap();
    let found = page(&engine, "särskild ersättning");
    let first = &found.hits[0];
    assert_eq!(first.hit.title.as_deref(), Some("a"));
    let added = first.explanation.as_ref().unwrap().added[0];
    assert_eq!(added.name, "support");
    assert!((added.value - engine.tuning().concept_name * 10.0).abs() < 1e-3, "{added:?}");
    // A name alone finds nothing that has none of the words.
    assert_eq!(titles(&page(&engine, "båtliv")), "");
    // There is no minimum for names: one that has less of the query than is said of a provision to count is a name too.
    let (vocabulary, compounds, tuning) = (engine.vocabulary(), engine.compounds(), engine.tuning());
    let query = "ersättning svarthandel omtalas överlåtelse hyreskontrakt balk annat helt döms";
    let plan = QueryPlanner { vocabulary, compounds, tuning }.plan(query).unwrap();
    let share = |word: &str| {
        let weight = |of: &QueryWord| if of.is_function { 0.0 } else { of.weight };
        let own: f32 = plan.words.iter().filter(|of| of.text == word).map(weight).sum();
        own / plan.words.iter().map(weight).sum::<f32>()
    };
    assert!(share("ersättning") < tuning.context_minimum, "{}", share("ersättning"));
    let score = engine.contexts(&plan).unwrap().0.score(DocumentNumber(0));
    assert!((score - tuning.concept_name * 10.0 * share("ersättning")).abs() < 1e-3, "{score}");
}

#[test]
fn what_is_said_supports_a_limited_number_of_documents() {
    let docs: Vec<Doc> = (0..500).map(|_| plain("x", "svarthandel", 0)).collect();
    let said: Vec<Said> = (0..500).map(|document| (document, "P1", &[(2, "svarthandel")][..])).collect();
    let folder = index(&docs, &said, &[]);
    let engine = Embedded::open(folder.path()).unwrap();
    let (vocabulary, compounds, tuning) = (engine.vocabulary(), engine.compounds(), engine.tuning());
    let plan = QueryPlanner { vocabulary, compounds, tuning }.plan("svarthandel").unwrap();
    let (support, _) = engine.contexts(&plan).unwrap();
    assert_eq!(support.documents().len(), 200);
    // Of equals the first by number.
    assert!(support.documents().iter().zip(0..).all(|(of, number)| of.document.0 == number));
}

/// Contexts of which each is drawn from a few, so that many are said again.
fn any_said() -> impl Strategy<Value = Vec<Said>> {
    const WORDS: [&str; 6] =
        ["hyra", "hyresvärd handpenning", "ersättning", "svarthandel", "får", "bin hyra"];
    const ALL: [&[(u32, &str)]; 8] = [
        &[(2, WORDS[0])],
        &[(2, WORDS[1]), (4, WORDS[0])],
        &[(3, WORDS[2])],
        &[(2, WORDS[2]), (2, WORDS[2])],
        &[(4, WORDS[3])],
        &[(2, WORDS[5])],
        &[(3, WORDS[4]), (2, WORDS[5])],
        &[(2, WORDS[4])],
    ];
    let rows =
        prop::collection::btree_map((0..4_u32, select(vec!["P1", "P2", "P3"])), select(&ALL[..]), 0..9);
    rows.prop_map(|rows| {
        rows.into_iter().map(|((document, anchor), said)| (document, anchor, said)).collect()
    })
}

/// The queries that indexes are compared by.
const QUERIES: [&str; 6] = [
    "hyra",
    "hyresvärd handpenning ersättning",
    "får bin svarthandel hyra",
    "handpenningar",
    "\"bin hyra\"",
    "särskild hyresersättning",
];

/// What is said in an index of the words of each query.
fn supports(folder: &TempDir) -> Vec<Support> {
    let engine = Embedded::open(folder.path()).unwrap();
    let (vocabulary, compounds, tuning) = (engine.vocabulary(), engine.compounds(), engine.tuning());
    let planner = QueryPlanner { vocabulary, compounds, tuning };
    QUERIES.iter().map(|query| engine.contexts(&planner.plan(query).unwrap()).unwrap().0).collect()
}

#[test]
fn damaged_contexts_are_told_and_made_again() {
    let said: [Said; 2] = [(0, "P1", &[(2, "hyra ersättning")]), (2, "P3", &[(4, "svarthandel")])];
    let fresh = supports(&index(&docs(), &said, &[]));
    for extension in ["term", "idx", "fast"] {
        let before = index(&docs(), &said, &[]);
        let files = std::fs::read_dir(before.path().join("contexts")).unwrap();
        let mut files = files.map(|file| file.unwrap().path());
        let path = files.find(|path| path.extension().is_some_and(|of| of == extension)).unwrap();
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[0] ^= 1;
        std::fs::write(&path, bytes).unwrap();
        let damaged = Embedded::damaged_files(before.path()).unwrap();
        let name = path.file_name().unwrap().to_string_lossy();
        assert_eq!(damaged, [format!("contexts/{name}")]);
        let after = index_after(Some(&before), &docs(), &said, &[]);
        assert_eq!(Embedded::damaged_files(after.path()).unwrap(), Vec::<String>::new());
        assert_eq!(supports(&after), fresh);
    }
}

#[test]
fn what_is_said_does_not_depend_on_batches() {
    let config = Config { cases: 24, failure_persistence: None, ..Config::default() };
    let names = [(1, "P1", "Handpenning"), (2, "P2", "Hyra")];
    proptest!(config, |(said in any_said(), names_held in 0..3_usize, length in 1_u32..12)| {
        let folder = index(&docs(), &said, &names[..names_held]);
        let open = || Embedded::open(folder.path()).unwrap();
        let (whole, in_batches) = (open(), open().with_batches(length));
        let (vocabulary, compounds, tuning) = (whole.vocabulary(), whole.compounds(), whole.tuning());
        let planner = QueryPlanner { vocabulary, compounds, tuning };
        // Tables are used again, and must be empty then.
        for query in QUERIES.iter().chain(&QUERIES) {
            let plan = planner.plan(query).unwrap();
            prop_assert_eq!(whole.contexts(&plan).unwrap(), in_batches.contexts(&plan).unwrap(), "{}", query);
        }
    });
}
