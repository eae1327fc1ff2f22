//! The embedded engine against a naive reading of the same plan, on small random corpora.

#![expect(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use lagrum_artifact::{AnchorGrammar, Artifact, FullText};
use lagrum_search::{
    Asked, Condition, DayNumber, DocumentToIndex, Embedded, Engine, Filters, FindRequest, Hit, Meaning, Pin,
    QueryForm, QueryPlan, QueryPlanner, QueryWord, Sort, TextWriter, page,
};
use lagrum_words::{Analyser, Compounds, Language, tokens};
use proptest::prelude::*;
use serde_json::json;
use tempfile::TempDir;

const TODAY: DayNumber = DayNumber::new(2031, 1, 1);

/// A document of a test: its number is its place in the list.
#[derive(Clone, Debug)]
struct Doc {
    name: String,
    text: Option<String>,
    source: &'static str,
    year: u16,
    inbound: u64,
    expired: Option<DayNumber>,
}

fn compounds() -> Compounds {
    // Words of a corpus that has enough of them to learn from.
    let mut counts = HashMap::new();
    for (word, count) in
        [("trafik", 400), ("lag", 900), ("trafiklag", 90), ("bete", 80), ("vall", 80), ("betesvall", 60)]
    {
        counts.insert(word.to_owned(), count);
    }
    Compounds::learn(&counts)
}

fn index(docs: &[Doc], previous: Option<&TempDir>) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let writer = TextWriter::begin(folder.path(), previous.map(TempDir::path), compounds).unwrap();
    for (doc, key) in docs.iter().zip(0..) {
        if let Some(text) = doc.text.as_ref().filter(|_| !writer.holds(key)) {
            writer.add(key, &full_text(text), AnchorGrammar::Statute).unwrap();
        }
    }
    let keep: HashSet<i64> =
        docs.iter().zip(0..).filter(|(doc, _)| doc.text.is_some()).map(|(_, key)| key).collect();
    let rows: Vec<_> = docs.iter().zip(0..).map(|(doc, key)| row(doc, key)).collect();
    writer.finish(&keep).unwrap().finish(&rows).unwrap();
    folder
}

/// Every sentence of a text is a paragraf.
fn full_text(text: &str) -> FullText {
    let nodes: Vec<_> = text
        .split('.')
        .zip(1..)
        .map(|(text, number)| json!({"type": "paragraf", "id": format!("P{number}"), "text": [text]}))
        .collect();
    FullText::of(&Artifact::parse(json!({"uri": "x:1", "structure": nodes}).to_string().as_bytes()).unwrap())
}

fn row(doc: &Doc, key: i64) -> DocumentToIndex {
    DocumentToIndex {
        hit: Hit {
            uri: uri(key),
            title: Some(doc.name.clone()),
            source: doc.source.to_owned(),
            inbound_count: doc.inbound,
            ..Hit::default()
        },
        key: doc.text.is_some().then_some(key),
        year: Some(doc.year),
        expired: doc.expired,
        names: vec![doc.name.clone()],
        ..DocumentToIndex::default()
    }
}

fn uri(key: i64) -> String {
    format!("https://lag.example/{key:04}")
}

/// The documents that match by going through all of them.
struct Naive<'a> {
    docs: &'a [Doc],
    forms: Vec<BTreeSet<String>>,
    /// The forms of the text alone.
    text_forms: Vec<BTreeSet<String>>,
    words: Vec<Vec<Vec<String>>>,
}

impl<'a> Naive<'a> {
    fn new(docs: &'a [Doc]) -> Self {
        let analyser = Analyser::new(compounds());
        let (mut forms, mut text_forms) = (Vec::new(), Vec::new());
        let mut words = Vec::new();
        for doc in docs {
            let mut of_doc = BTreeSet::new();
            let mut pieces: Vec<Vec<String>> = Vec::new();
            let pieces_of_text = doc.text.iter().flat_map(|text| text.split('.')).map(|piece| (piece, true));
            for (piece, in_text) in pieces_of_text.chain([(doc.name.as_str(), false)]) {
                if !in_text {
                    text_forms.push(of_doc.clone());
                }
                pieces.push(tokens(piece).map(|token| token.word.into_owned()).collect());
                for token in tokens(piece) {
                    let found = analyser.forms(&token.word, Language::Swedish);
                    of_doc.insert(found.stem.clone());
                    of_doc.extend(found.parts.iter().map(|part| format!("~{part}")));
                }
            }
            for token in tokens(&doc.name) {
                of_doc.insert(lagrum_words::form(&token.word, Language::English));
            }
            forms.push(of_doc);
            words.push(pieces);
        }
        Self { docs, forms, text_forms, words }
    }

    /// How near a document comes to a word; 0 when it has none of its forms.
    fn nearness(&self, doc: usize, forms: &[QueryForm]) -> f32 {
        let has = |form: &QueryForm| has_each(form, &self.forms[doc]);
        forms.iter().filter(|form| has(form)).map(|form| form.nearness).fold(0.0, f32::max)
    }

    /// The same for what ranks: the parts of a compound must stand in the text together.
    fn nearness_of_match(&self, doc: usize, forms: &[QueryForm]) -> f32 {
        let held =
            |form: &QueryForm| if form.parts.len() > 1 { &self.text_forms[doc] } else { &self.forms[doc] };
        let has = |form: &QueryForm| has_each(form, held(form));
        forms.iter().filter(|form| has(form)).map(|form| form.nearness).fold(0.0, f32::max)
    }

    fn meets(&self, doc: usize, condition: &Condition) -> bool {
        match condition {
            Condition::Word(word) => self.nearness(doc, &word.forms) > 0.0,
            Condition::Phrase(phrase) => {
                !phrase.is_empty()
                    && self.words[doc].iter().any(|piece| piece.windows(phrase.len()).any(|w| w == phrase))
            }
            Condition::CaseNumber(_) | Condition::Citing => false,
            Condition::Any(inner) => inner.iter().any(|condition| self.meets(doc, condition)),
            Condition::All(inner) => inner.iter().all(|condition| self.meets(doc, condition)),
            Condition::Not(inner) => !self.meets(doc, inner),
        }
    }

    fn matching(&self, plan: &QueryPlan, floor: f32) -> Vec<usize> {
        let content = plan.words.iter().any(|word| !word.is_function);
        // Quoted words make up for nothing.
        let counted = |word: &QueryWord| !plan.is_plain || !word.in_phrase;
        let weight: f32 = plan.words.iter().filter(|word| counted(word)).map(|word| word.weight).sum();
        let decides =
            plan.required.is_empty() || plan.words.iter().any(|word| counted(word) && !word.is_function);
        let found = (0..self.docs.len()).filter(|doc| {
            if self.docs[*doc].expired.is_some_and(|expired| expired <= TODAY) {
                return false;
            }
            let covered: f32 = plan
                .words
                .iter()
                .filter(|word| counted(word))
                .filter(|word| !content || !word.is_function || self.in_text(*doc, &word.forms))
                .map(|word| word.weight * self.nearness_of_match(*doc, &word.forms).sqrt())
                .sum();
            let conditions = plan.required.iter().all(|condition| self.meets(*doc, condition))
                && !plan.excluded.iter().any(|condition| self.meets(*doc, condition));
            let enough =
                if plan.is_plain && decides { covered >= floor * weight - 1e-4 * weight } else { true };
            let something = !plan.required.is_empty() || covered > 0.0;
            conditions && enough && something
        });
        found.collect()
    }

    /// Function words are looked for in texts alone.
    fn in_text(&self, doc: usize, forms: &[QueryForm]) -> bool {
        let text = self.docs[doc].text.as_deref().unwrap_or_default();
        forms.iter().flat_map(QueryForm::terms).any(|term| {
            tokens(text).any(|token| lagrum_words::form(&token.word, Language::Swedish) == term.as_str())
        })
    }
}

/// Whether a document with these terms has a term of each part of a form.
fn has_each(form: &QueryForm, terms: &BTreeSet<String>) -> bool {
    form.parts.iter().all(|part| part.any_of.iter().any(|term| terms.contains(term.as_str())))
}

fn doc() -> impl Strategy<Value = Doc> {
    const WORDS: &[&str] = &[
        "får",
        "fåren",
        "get",
        "getter",
        "trafiklagen",
        "trafik",
        "lagar",
        "lag",
        "betesvall",
        "vall",
        "bete",
        "om",
        "och",
        "tillsyn",
        "tillsynen",
        "hage",
        "hägn",
        "1999:175",
    ];
    let words = |least: usize, most: usize| {
        prop::collection::vec(prop_oneof![9 => prop::sample::select(WORDS), 1 => Just(".")], least..most)
            .prop_map(|words| words.join(" "))
    };
    let year = 1990_u16..1994;
    let expired = prop_oneof![8 => Just(None), 1 => Just(Some(DayNumber::default())), 1 => Just(Some(TODAY)), 1 => Just(Some(DayNumber::new(2031, 1, 2)))];
    let text = prop_oneof![5 => words(0, 25).prop_map(Some), 1 => Just(None)];
    (words(1, 4), text, prop::sample::select(&["sfs", "dv"][..]), year, 0_u64..5, expired).prop_map(
        |(name, text, source, year, inbound, expired)| Doc { name, text, source, year, inbound, expired },
    )
}

fn query() -> impl Strategy<Value = String> {
    const PARTS: &[&str] = &[
        "får",
        "getter",
        "trafiklag",
        "trafik",
        "lagen",
        "vall",
        "betet",
        "om",
        "och",
        "tillsyn",
        "far",
        "fårr",
        "hagarna",
        "\"trafik lag\"",
        "\"får\"",
        "-get",
        "-\"om lag\"",
        "|",
        "(",
        ")",
        "hä*",
        "1999:175",
        "xyzzy",
    ];
    prop::collection::vec(prop::sample::select(PARTS), 1..6).prop_map(|parts| parts.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10, ..ProptestConfig::default() })]

    #[test]
    fn what_matches_is_what_a_naive_reading_finds(docs in prop::collection::vec(doc(), 1..25), queries in prop::collection::vec(query(), 20)) {
        let folder = index(&docs, None);
        let engine = Embedded::open(folder.path()).unwrap();
        let naive = Naive::new(&docs);
        let planner = QueryPlanner { vocabulary: engine.vocabulary(), compounds: engine.compounds(), tuning: engine.tuning() };
        for query in queries {
            let plan = planner.plan(&query).unwrap();
            let filters = Filters { today: TODAY, ..Filters::default() };
            let request = FindRequest { filters, limit: 100, ..FindRequest::default() };
            let found = engine.find(&plan, &request).unwrap();
            let mut matched: Vec<usize> = found.candidates.iter().map(|candidate| candidate.document as usize).collect();
            matched.sort_unstable();
            let expected = naive.matching(&plan, engine.tuning().minimum_match);
            prop_assert_eq!(&matched, &expected, "{} {:#?}", query, plan);
            prop_assert_eq!(found.total as usize, expected.len());
            let mut by_source: BTreeMap<&str, u64> = BTreeMap::new();
            for doc in &expected {
                *by_source.entry(docs[*doc].source).or_default() += 1;
            }
            let counted: BTreeMap<&str, u64> =
                found.facets.source.iter().map(|bucket| (bucket.value.as_str(), bucket.count)).collect();
            prop_assert_eq!(counted, by_source);
            check_filters(&engine, &plan, &docs, &expected)?;
            check_paging(&engine, &query, &found.candidates.iter().map(|c| uri(i64::from(c.document))).collect::<Vec<_>>())?;
        }
    }

    #[test]
    fn an_index_taken_over_is_like_one_made_anew(docs in prop::collection::vec(doc(), 2..15), queries in prop::collection::vec(query(), 10)) {
        let first = index(&docs, None);
        let mut after = docs.clone();
        after.push(Doc { name: "får".to_owned(), text: Some("tillsyn av getter".to_owned()), source: "sfs", year: 1990, inbound: 1, expired: None });
        let taken_over = index(&after, Some(&first));
        let anew = index(&after, None);
        let (one, other) = (Embedded::open(taken_over.path()).unwrap(), Embedded::open(anew.path()).unwrap());
        for query in queries {
            let asked = Asked { query: query.clone(), limit: 100, filters: Filters { today: TODAY, ..Filters::default() }, ..Asked::default() };
            let uris = |engine: &Embedded| -> BTreeSet<String> {
                page(engine, &asked).unwrap().hits.into_iter().map(|hit| hit.hit.uri).collect()
            };
            prop_assert_eq!(uris(&one), uris(&other), "{}", query);
        }
    }
}

fn check_filters(
    engine: &Embedded,
    plan: &QueryPlan,
    docs: &[Doc],
    expected: &[usize],
) -> Result<(), TestCaseError> {
    let filters =
        Filters { source: Some("sfs".to_owned()), year: Some(1991), today: TODAY, ..Filters::default() };
    let found = engine.find(plan, &FindRequest { filters, limit: 100, ..FindRequest::default() }).unwrap();
    let both = expected.iter().filter(|doc| docs[**doc].source == "sfs" && docs[**doc].year == 1991).count();
    prop_assert_eq!(found.total as usize, both);
    // Each facet is counted under the filters of the others.
    let of_year = expected.iter().filter(|doc| docs[**doc].year == 1991).count() as u64;
    prop_assert_eq!(found.facets.source.iter().map(|bucket| bucket.count).sum::<u64>(), of_year);
    let of_source = expected.iter().filter(|doc| docs[**doc].source == "sfs").count() as u64;
    prop_assert_eq!(found.facets.year.iter().map(|bucket| bucket.count).sum::<u64>(), of_source);
    Ok(())
}

/// However a walk is cut into pages, it shows the same documents in the same order.
fn check_paging(engine: &Embedded, query: &str, order: &[String]) -> Result<(), TestCaseError> {
    let asked = |limit, offset, cursor| Asked {
        query: query.to_owned(),
        filters: Filters { today: TODAY, ..Filters::default() },
        limit,
        offset,
        cursor,
        ..Asked::default()
    };
    let by_offset: Vec<String> = (0..order.len())
        .flat_map(|offset| page(engine, &asked(1, Some(offset), None)).unwrap().hits)
        .map(|hit| hit.hit.uri)
        .collect();
    prop_assert_eq!(&by_offset, order);
    let mut walked = Vec::new();
    let mut cursor = None;
    loop {
        let found = page(engine, &asked(3, None, cursor)).unwrap();
        walked.extend(found.hits.into_iter().map(|hit| hit.hit.uri));
        cursor = found.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    // Titles alike may be passed over, never shown twice or out of order.
    let mut rest = order.iter();
    prop_assert!(walked.iter().all(|uri| rest.any(|other| other == uri)), "{:?} of {:?}", walked, order);
    // By offset and on as a stream: nothing is lost at the seam.
    if order.len() > 2 {
        let first = page(engine, &asked(2, Some(0), None)).unwrap();
        let next = page(engine, &asked(1, None, first.next_cursor)).unwrap();
        prop_assert_eq!(&next.hits[0].hit.uri, &order[2]);
    }
    Ok(())
}

fn plain(name: &str, text: &str, inbound: u64) -> Doc {
    Doc {
        name: name.to_owned(),
        text: Some(text.to_owned()),
        source: "sfs",
        year: 1990,
        inbound,
        expired: None,
    }
}

/// The titles of what a query finds, one after the other.
fn titles(engine: &Embedded, query: &str, sort: Sort) -> String {
    let filters = Filters { today: TODAY, ..Filters::default() };
    let asked = Asked { query: query.to_owned(), sort, limit: 10, filters, ..Asked::default() };
    page(engine, &asked).unwrap().hits.into_iter().filter_map(|hit| hit.hit.title).collect()
}

#[test]
fn citations_sort_what_holds_all_words() {
    let docs = [
        plain("a", "får och getter", 1),
        plain("b", "får", 9),
        plain("c", "getter och får", 3),
        plain("d", "hage", 7),
        plain("e", "vall", 8),
    ];
    let folder = index(&docs, None);
    let engine = Embedded::open(folder.path()).unwrap();
    assert_eq!(titles(&engine, "får getter", Sort::Citations), "ca");
    assert_eq!(titles(&engine, "får", Sort::Citations), "bca");
    // No document holds all: then all that match.
    assert_eq!(titles(&engine, "hage vall", Sort::Citations), "ed");
}

#[test]
fn a_text_that_is_gone_is_not_found() {
    let mut docs = vec![plain("a", "får i hage", 0), plain("b", "får på vall", 0)];
    let first = index(&docs, None);
    docs[0].text = None;
    let second = index(&docs, Some(&first));
    let engine = Embedded::open(second.path()).unwrap();
    assert_eq!(titles(&engine, "får", Sort::Relevance), "b");
    assert_eq!(titles(&engine, "\"hage\"", Sort::Relevance), "");
    // The index before is as it was.
    assert_eq!(titles(&Embedded::open(first.path()).unwrap(), "hage", Sort::Relevance), "a");
}

#[test]
fn a_damaged_index_is_refused() {
    type Damage = fn(&std::path::Path);
    let damage: [(&str, Damage); 4] = [
        ("index.json", |path| std::fs::write(path, "{").unwrap()),
        ("index.json", |path| std::fs::write(path, r#"{"format":0,"sources":[],"kinds":[]}"#).unwrap()),
        ("vocabulary", |path| std::fs::write(path, "x").unwrap()),
        ("compounds", |path| std::fs::remove_file(path).unwrap()),
    ];
    for (file, damage) in damage {
        let folder = index(&[plain("a", "får", 0)], None);
        damage(&folder.path().join(file));
        assert!(Embedded::open(folder.path()).is_err(), "{file}");
    }
    let folder = index(&[plain("a", "får", 0)], None);
    std::fs::remove_dir_all(folder.path().join("texts")).unwrap();
    assert!(Embedded::open(folder.path()).is_err());
}

fn asked(query: &str) -> Asked {
    let filters = Filters { today: TODAY, ..Filters::default() };
    Asked { query: query.to_owned(), filters, limit: 10, ..Asked::default() }
}

/// The extracts of the first hit.
fn extracts(engine: &Embedded, query: &str) -> Vec<String> {
    page(engine, &asked(query)).unwrap().hits.swap_remove(0).passages.highlight
}

#[test]
fn a_function_word_is_no_form_of_a_content_word() {
    // *Vidar*, *föra* and *Ellen* have stems that are spelt like *vid*, *för* and *eller*.
    let docs = [
        plain("a", "Vidar bor här", 0),
        plain("b", "vid, för eller när", 0),
        plain("c", "föra dit", 0),
        plain("d", "Ellen bor här", 0),
    ];
    let folder = index(&docs, None);
    let engine = Embedded::open(folder.path()).unwrap();
    for (query, expected) in
        [("Vidar", "a"), ("föra", "c"), ("Ellen", "d"), ("-vid bor", "ad"), ("vid", "b"), ("fora", "c")]
    {
        assert_eq!(titles(&engine, query, Sort::Relevance), expected, "{query}");
    }
    assert_eq!(extracts(&engine, "Vidar"), ["<em>Vidar</em> bor här"]);
    // A mark around a lone function word shows nothing.
    assert_eq!(extracts(&engine, "vid"), ["vid, för eller när"]);
    // Typed without its diacritics it is a function word all the same.
    let planner = QueryPlanner {
        vocabulary: engine.vocabulary(),
        compounds: engine.compounds(),
        tuning: engine.tuning(),
    };
    let words = planner.plan("bort nar bor").unwrap().words;
    assert_eq!(words.iter().map(|word| word.is_function).collect::<Vec<_>>(), [false, true, false]);
}

/// Words as they are typed, and what each is read as.
type Corrections = &'static [(&'static str, &'static str)];

#[test]
fn only_an_unknown_word_is_read_as_another_and_never_as_a_function_word() {
    let docs = [
        plain("a", "Mellin bor mellan gårdarna", 0),
        plain("b", "mellan och under", 0),
        plain("c", "tillsyn mellan gårdar", 0),
        plain("d", "Hessler", 0),
        plain("e", "Kessler", 0),
    ];
    let folder = index(&docs, None);
    let engine = Embedded::open(folder.path()).unwrap();
    let table: [(&str, &str, Corrections); 6] = [
        ("Mellin", "a", &[]),
        ("Hessler", "d", &[]),
        ("melln", "a", &[("melln", "mellin")]),
        ("undeer", "", &[]),
        ("tillsny", "c", &[("tillsny", "tillsyn")]),
        ("Gessler", "de", &[("gessler", "hessler"), ("gessler", "kessler")]),
    ];
    for (query, expected, corrections) in table {
        let found = page(&engine, &asked(query)).unwrap();
        let told: Vec<_> = found.corrections.iter().map(|c| (c.word.as_str(), c.read_as.as_str())).collect();
        assert_eq!(told, corrections, "{query}");
        assert_eq!(titles(&engine, query, Sort::Relevance), expected, "{query}");
    }
}

#[test]
fn a_quoted_word_makes_up_for_nothing_beside_it() {
    let docs = [
        plain("a", "bostadsrätt", 0),
        plain("b", "hyresgäst och bostadsrätt", 0),
        plain("c", "hyresgäst", 0),
    ];
    let folder = index(&docs, None);
    let engine = Embedded::open(folder.path()).unwrap();
    for (query, expected) in [
        ("hyresgäst \"bostadsrätt\"", "b"),
        ("\"bostadsrätt\"", "ab"),
        // Function words alone decide nothing beside it.
        ("\"bostadsrätt\" till", "ab"),
    ] {
        assert_eq!(titles(&engine, query, Sort::Relevance), expected, "{query}");
    }
}

#[test]
fn what_has_only_a_name_comes_after_what_can_be_read() {
    let stub = |name: &str| Doc { text: None, inbound: 900, ..plain(name, "", 0) };
    let long = format!("{} bygglov {}", "ord ".repeat(3000), "led ".repeat(3000));
    let tomt = || plain("b", "tomt", 0);
    let other = || plain("c", "annat", 0);
    let docs = [
        stub("bygglov altan"),
        plain("a", &long, 0),
        stub("bygglov"),
        tomt(),
        tomt(),
        tomt(),
        other(),
        other(),
        other(),
    ];
    let folder = index(&docs, None);
    let engine = Embedded::open(folder.path()).unwrap();
    let found = |query: &str| -> Vec<String> {
        page(&engine, &asked(query)).unwrap().hits.into_iter().filter_map(|hit| hit.hit.title).collect()
    };
    assert_eq!(found("bygglov tomt")[3..], ["a", "bygglov", "bygglov altan"]);
    // Unless the query is exactly its name.
    assert_eq!(found("bygglov"), ["bygglov", "a", "bygglov altan"]);
}

#[test]
fn a_long_title_is_cut_around_what_matches() {
    let title = format!("{}skadestånd{}", "ord ".repeat(150), " led".repeat(150));
    let docs = [Doc { text: Some("annat".to_owned()), ..plain(&title, "", 0) }];
    let folder = index(&docs, None);
    let engine = Embedded::open(folder.path()).unwrap();
    let found = extracts(&engine, "skadestånd");
    assert!(
        found.len() == 1 && found[0].len() < 180 && found[0].contains("<em>skadestånd</em>"),
        "{found:?}"
    );
}

#[test]
fn what_is_named_is_counted_on_every_page_and_under_every_filter() {
    let of = |name: &str, source| Doc { source, ..plain(name, "hage", 0) };
    let docs = [
        Doc { expired: Some(DayNumber::default()), ..of("a", "sfs") },
        of("b", "sfs"),
        of("c", "dv"),
        Doc { text: Some("vall".to_owned()), ..of("d", "dv") },
    ];
    let folder = index(&docs, None);
    let engine = Embedded::open(folder.path()).unwrap();
    let meaning = Meaning { named: vec![uri(0), uri(3)], ..Meaning::default() };
    let pins: Vec<Pin> = meaning.named.iter().map(|uri| Pin { uri: uri.clone(), ..Pin::default() }).collect();
    let first = Asked { pins, limit: 3, meaning: meaning.clone(), ..asked("hage") };
    let led = page(&engine, &first).unwrap();
    assert_eq!((led.total, led.pinned.len(), led.hits.len()), (4, 2, 1));
    let next = Asked { cursor: led.next_cursor, pins: Vec::new(), ..first.clone() };
    assert_eq!(page(&engine, &next).unwrap().total, 4);
    let all = page(&engine, &Asked { offset: Some(0), pins: Vec::new(), ..first.clone() }).unwrap();
    assert_eq!((all.total, all.hits.len()), (4, 3));
    for (facets, filtered) in [(&led.facets, true), (&all.facets, false)] {
        for bucket in &facets.source {
            let filters = Filters { source: Some(bucket.value.clone()), ..first.filters.clone() };
            let pins = if filtered { first.pins.clone() } else { Vec::new() };
            let asked = Asked { filters, pins, meaning: meaning.clone(), ..asked("hage") };
            assert_eq!(page(&engine, &asked).unwrap().total, bucket.count, "{bucket:?}");
        }
    }
}

#[test]
fn what_cites_the_document_named_leads() {
    let docs = [
        plain("a", "NJA 2015 s 180 och hage", 0),
        plain("b", "hage", 0),
        plain("c", "NJA 1950 s. 180, året 2015", 9),
        plain("d", "avgörandet om hage", 0),
    ];
    let folder = index(&docs, None);
    let engine = Embedded::open(folder.path()).unwrap();
    let found = |query: &str, citing: Option<Vec<u32>>, is_citation| -> String {
        let meaning = Meaning { citing, is_citation, ..Meaning::default() };
        let found = page(&engine, &Asked { meaning, ..asked(query) }).unwrap();
        assert_eq!(found.total, found.hits.len() as u64);
        found.hits.into_iter().filter_map(|hit| hit.hit.title).collect()
    };
    // The query is the citation: what cites it, then what has it as typed, and nothing that shares a word with it.
    assert_eq!(found("NJA 2015 s. 180", Some(vec![3]), true), "da");
    assert_eq!(found("NJA 2015 s. 180", Some(Vec::new()), true), "a");
    assert_eq!(found("NJA 2016 s. 180", Some(Vec::new()), true), "");
    // Words beside it rank what cites it, and find others after that.
    assert_eq!(found("hage NJA 2099 s. 1", Some(vec![2, 3]), false)[..2], *"cd");
    assert_eq!(found("hage -avgörandet NJA 2099 s. 1", Some(vec![2, 3]), false)[..1], *"c");
}

#[test]
fn work_is_bounded_and_what_is_cut_is_told() {
    // A vocabulary in which every beginning has many words.
    let letters = "abcdefghijklmnopqrstuvwxyz";
    let words: Vec<String> = letters
        .chars()
        .flat_map(|first| letters.chars().map(move |second| format!("{first}{second}")))
        .flat_map(|start| {
            (0..12).map(move |n| format!("{start}{}x", ["ba", "de", "fi", "go"][n % 4].repeat(n / 4 + 1)))
        })
        .collect();
    let docs: Vec<Doc> =
        words.chunks(200).map(|words| plain("ord", &format!("och att {}", words.join(" ")), 0)).collect();
    let folder = index(&docs, None);
    let engine = Embedded::open(folder.path()).unwrap();
    let beginnings: Vec<String> = (0..64).map(|at| format!("{}*", &letters[at % 26..=at % 26])).collect();
    let unknown: Vec<String> = words.iter().take(64).map(|word| format!("{word}{word}qqqq")).collect();
    let excluded: Vec<String> = beginnings.iter().take(60).map(|word| format!("-{word}")).collect();
    let table = [
        (beginnings.join(" "), true),
        (beginnings.join(" | "), true),
        (format!("abbax {}", excluded.join(" ")), true),
        (unknown.join(" "), true),
        (["\"och att\""; 32].join(" "), false),
        (["och"; 64].join(" "), false),
        (words[..64].join(" "), false),
        // One beginning with more words than are looked for.
        ("a*".to_owned(), true),
        ("abba*".to_owned(), false),
    ];
    for (query, is_cut) in table {
        let found = page(&engine, &asked(&query)).unwrap();
        assert!(found.work > 0 && found.work < 3_000_000, "{}: {query}", found.work);
        assert_eq!(!found.cut.is_empty(), is_cut, "{query} {:?}", found.cut);
    }
}
