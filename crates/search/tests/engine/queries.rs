//! What single queries find, in which order, and what they cost.

use lagrum_numbers::DocumentNumber;
use lagrum_search::{
    DayNumber, Embedded, Engine, Filters, FindRequest, HitOrder, LeadDocument, QueryMeaning, QueryPlanner,
    SearchRequest, search_page,
};

use crate::corpus::{Doc, asked, index, plain, snippets, titles, uri};

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
    assert_eq!(titles(&engine, "får getter", HitOrder::Citations), "ca");
    assert_eq!(titles(&engine, "får", HitOrder::Citations), "bca");
    // No document holds all: then all that match.
    assert_eq!(titles(&engine, "hage vall", HitOrder::Citations), "ed");
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
        assert_eq!(titles(&engine, query, HitOrder::Relevance), expected, "{query}");
    }
    assert_eq!(snippets(&engine, "Vidar"), ["<em>Vidar</em> bor här"]);
    // A mark around a lone function word shows nothing.
    assert_eq!(snippets(&engine, "vid"), ["vid, för eller när"]);
    // Typed without its diacritics it is a function word all the same.
    let planner = QueryPlanner {
        vocabulary: engine.vocabulary(),
        compounds: engine.compounds(),
        tuning: engine.tuning(),
    };
    let words = planner.plan("bort nar bor").unwrap().words;
    assert_eq!(words.iter().map(|word| word.is_function).collect::<Vec<_>>(), [false, true, false]);
}

#[test]
fn a_repeated_word_counts_each_time_and_is_looked_for_once() {
    let docs = [plain("a", "hage och vall", 0), plain("b", "hage och getter", 0), plain("c", "vall", 0)];
    let folder = index(&docs, None);
    let engine = Embedded::open(folder.path()).unwrap();
    let planner = QueryPlanner {
        vocabulary: engine.vocabulary(),
        compounds: engine.compounds(),
        tuning: engine.tuning(),
    };
    let plan = |query: &str| planner.plan(query).unwrap();
    let (once, thrice) = (plan("vall hage getter"), plan("hage vall hage hage getter"));
    let weights = |query: &str| -> Vec<(String, f32)> {
        let words = plan(query).words;
        let mut weights: Vec<_> = words.into_iter().map(|word| (word.text, word.weight)).collect();
        weights.sort_by(|a, b| a.0.cmp(&b.0));
        weights
    };
    let [(_, getter), (_, hage), (_, vall)] = weights("vall hage getter").try_into().unwrap();
    let named = |word: &str, weight: f32| (word.to_owned(), weight);
    assert_eq!(
        weights("hage vall hage hage getter"),
        [named("getter", getter), named("hage", hage + hage + hage), named("vall", vall)]
    );
    let find = |plan| engine.find(plan, &FindRequest { limit: 9, ..FindRequest::default() }).unwrap();
    // The weights decide whose postings are read, and here one more is. Looking again for *hage* would read its two again.
    assert!(find(&thrice).work <= find(&once).work + 1);
    assert_eq!(titles(&engine, "vall vall vall getter", HitOrder::Relevance), "ca");
    assert_eq!(titles(&engine, "vall getter getter", HitOrder::Relevance), "b");
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
        let found = search_page(&engine, &asked(query)).unwrap();
        let told: Vec<_> = found.corrections.iter().map(|c| (c.word.as_str(), c.read_as.as_str())).collect();
        assert_eq!(told, corrections, "{query}");
        assert_eq!(titles(&engine, query, HitOrder::Relevance), expected, "{query}");
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
        assert_eq!(titles(&engine, query, HitOrder::Relevance), expected, "{query}");
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
        search_page(&engine, &asked(query))
            .unwrap()
            .hits
            .into_iter()
            .filter_map(|hit| hit.hit.title)
            .collect()
    };
    assert_eq!(found("bygglov tomt")[3..], ["a", "bygglov", "bygglov altan"]);
    // Also where the query is exactly its name: it has nothing to read.
    assert_eq!(found("bygglov"), ["a", "bygglov", "bygglov altan"]);
}

#[test]
fn a_long_title_is_cut_around_what_matches() {
    let title = format!("{}skadestånd{}", "ord ".repeat(150), " led".repeat(150));
    let docs = [Doc { text: Some("annat".to_owned()), ..plain(&title, "", 0) }];
    let folder = index(&docs, None);
    let engine = Embedded::open(folder.path()).unwrap();
    let found = snippets(&engine, "skadestånd");
    assert!(
        found.len() == 1 && found[0].len() < 240 && found[0].contains("<em>skadestånd</em>"),
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
    let meaning = QueryMeaning { named: vec![uri(0), uri(3)], ..QueryMeaning::default() };
    let leads: Vec<LeadDocument> = meaning
        .named
        .iter()
        .map(|uri| LeadDocument { uri: uri.clone(), ..LeadDocument::default() })
        .collect();
    let first = SearchRequest { leads, limit: 3, meaning: meaning.clone(), ..asked("hage") };
    let led = search_page(&engine, &first).unwrap();
    assert_eq!((led.total, led.lead_passages.len(), led.hits.len()), (4, 2, 1));
    let next = SearchRequest { cursor: led.next_cursor, leads: Vec::new(), ..first.clone() };
    assert_eq!(search_page(&engine, &next).unwrap().total, 4);
    let all =
        search_page(&engine, &SearchRequest { offset: Some(0), leads: Vec::new(), ..first.clone() }).unwrap();
    assert_eq!((all.total, all.hits.len()), (4, 3));
    for (facets, filtered) in [(&led.facets, true), (&all.facets, false)] {
        for bucket in &facets.source {
            let filters = Filters { source: Some(bucket.value.clone()), ..first.filters.clone() };
            let leads = if filtered { first.leads.clone() } else { Vec::new() };
            let asked = SearchRequest { filters, leads, meaning: meaning.clone(), ..asked("hage") };
            assert_eq!(search_page(&engine, &asked).unwrap().total, bucket.count, "{bucket:?}");
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
        let citing = citing.map(|documents| documents.into_iter().map(DocumentNumber).collect());
        let meaning = QueryMeaning { citing, is_citation, ..QueryMeaning::default() };
        let found = search_page(&engine, &SearchRequest { meaning, ..asked(query) }).unwrap();
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
        let found = search_page(&engine, &asked(&query)).unwrap();
        assert!(found.work > 0 && found.work < 3_000_000, "{}: {query}", found.work);
        assert_eq!(!found.cut.is_empty(), is_cut, "{query} {:?}", found.cut);
    }
}
